"""Golden files: a game told move by move and view by view, and the numbers and codes that others rely on.

The playthroughs are replayed from the record each file holds, so a new player or generator does not touch them,
only a change of the rules, the events, the views or the texts does.
"""

from pathlib import Path

import pytest
from tests.golden.playthrough import PLAYTHROUGHS, Playthrough, from_the_start, play, read, tell
from tests.golden.snapshots import SNAPSHOTS, snapshot

from projectl.errors import RecordError
from projectl.game import Game
from projectl.game import game as game_module
from projectl.game.position import scores
from projectl.game.view import SPECTATOR, view
from projectl.rules import completing, ending, placing
from projectl.rules.events import Events
from projectl.simulation import Violation, checks

MAX_BYTES = 150_000
KINDS_OF_MOVES = "take deck recycle upgrade place master ambassador ghost complete reward levelup touch done end"


def first_difference(written: str, now: str, name: str) -> str:
    """Where two texts part, for people; nothing if they are the same."""
    if written == now:
        return ""
    old, new = written.splitlines(), now.splitlines()
    line = next((n for n, (a, b) in enumerate(zip(old, new, strict=False)) if a != b), min(len(old), len(new)))
    context = [f"  {text}" for text in old[max(0, line - 4) : line]]
    was = old[line] if line < len(old) else "(the end of the file)"
    now_is = new[line] if line < len(new) else "(the end)"
    return "\n".join(
        [
            f"tests/golden/{name} differs first in line {line + 1}:",
            *context,
            f"- {was}",
            f"+ {now_is}",
            "If this is meant: make golden, and read the diff.",
        ]
    )


def golden(file: Path) -> str:
    assert file.exists(), f"{file.name} is missing: make golden"
    return file.read_text("utf-8")


def retold(written: str) -> str:
    """What the file would hold now; where its record does not even replay, the reason."""
    try:
        return tell(read(written))
    except RecordError as error:
        return str(error)


def named(name: str) -> Playthrough:
    return next(playthrough for playthrough in PLAYTHROUGHS if playthrough.name == name)


@pytest.mark.parametrize("playthrough", PLAYTHROUGHS, ids=lambda one: one.name)
def test_playthrough(playthrough: Playthrough) -> None:
    written = golden(playthrough.file)
    assert len(written.encode()) < MAX_BYTES
    difference = first_difference(written, retold(written), playthrough.file.name)
    assert not difference, difference


@pytest.mark.parametrize("file", SNAPSHOTS, ids=lambda file: file.name)
def test_snapshot(file: Path) -> None:
    difference = first_difference(golden(file), snapshot(file), file.name)
    assert not difference, difference


@pytest.mark.parametrize("playthrough", PLAYTHROUGHS, ids=lambda one: one.name)
def test_a_playthrough_is_of_the_configuration_it_is_named_after(playthrough: Playthrough) -> None:
    game = read(golden(playthrough.file))
    spec = playthrough.spec
    assert game.config.players == spec.players
    assert (game.config.edition, game.config.difficulty) == (spec.edition, spec.difficulty)
    assert {*game.config.expansions} == {*spec.expansions}
    assert {*game.config.variants} == {*spec.variants}
    assert game.config.options == spec.options


def test_the_playthroughs_show_the_whole_game() -> None:
    """Every kind of move and event is in one of them, and at least one goes to the very end."""
    games = [read(golden(playthrough.file)) for playthrough in PLAYTHROUGHS]
    moves = {played.move.kind for game in games for played in game.history}
    assert moves == set(KINDS_OF_MOVES.split())
    seen = {event.kind for game in games for played in game.history for event in played.events}
    assert {"inserted", "credited", "reshuffled", "noted", "split", "levelled", "triggered", "over"} <= seen
    assert {"locks_removed", "locks_gathered", "mastermind_took", "tile_gone", "markers_passed", "touched"} <= seen
    assert all(game.over and game.winners() for game in games)
    assert {game.position()["ended_by"] for game in games} >= {"black_deck", "tiles", "markers"}


# ---- what is hidden ---------------------------------------------------------------------------------------


def leaks(game: Game) -> list[str]:
    """After which moves of a game, retold, somebody's view depends on what they cannot see."""
    again = from_the_start(game)
    found = []
    for number, played in enumerate(game.history):
        again.play(str(played.move), seat=played.seat)
        if number % 5 == 0 or any(event.kind == "round_ended" for event in played.events):
            for seat in (SPECTATOR, *range(game.config.players)):
                try:
                    checks.check_view(again, seat)
                except Violation:
                    found.append(f"move {number}, {played}: seat {seat}")
    return found


@pytest.mark.parametrize("playthrough", PLAYTHROUGHS, ids=lambda one: one.name)
def test_no_view_depends_on_what_is_hidden(playthrough: Playthrough) -> None:
    assert leaks(read(golden(playthrough.file))) == []


def _shows_the_top_card(config, state, seat):
    document = view(config, state, seat)
    for color, name in enumerate(("white", "black")):
        if name in document and state.decks[color].size:
            document[name]["top"] = config.cards[state.decks[color].cards[state.decks[color].size - 1]].id
    return document


def _shows_the_scores(config, state, seat):
    return view(config, state, seat) | {"scores": scores(config, state)}


def _shows_a_face_down_tile(config, state, seat):
    document = view(config, state, seat)
    if config.finesse and state.tile_count:
        document["finesse"]["tiles"][0] = config.tiles[state.tiles[0]].id
    return document


@pytest.mark.parametrize(
    ("leaky", "name"),
    [
        (_shows_the_top_card, "base_2p"),
        (_shows_the_scores, "base_2p"),
        (_shows_a_face_down_tile, "everything_4p_endless_white"),
    ],
)
def test_a_view_that_shows_too_much_is_caught_twice(monkeypatch, leaky, name):
    """The control: by the golden file, and by exchanging what is hidden."""
    written = golden(named(name).file)
    game = read(written)
    monkeypatch.setattr(game_module, "view", leaky)
    monkeypatch.setattr(checks, "view", leaky)
    assert first_difference(written, tell(game), name)
    assert leaks(game)


# ---- more controls ----------------------------------------------------------------------------------------


def _no_reward(state, events, seat, piece):
    """R6.3 broken: the piece stays where it is."""


def _quiet(state, events, seat, slot, placement, kind):
    """Placed as ever, but nobody is told."""
    placing.put(state, Events(), seat, slot, placement, kind)


@pytest.mark.parametrize(
    ("module", "name", "fault"),
    [(completing, "take_reward", _no_reward), (ending, "put", _quiet)],
    ids=["rule", "event"],
)
def test_a_planted_fault_is_caught(monkeypatch, module, name, fault):
    """The control: a changed rule, and a missing event of a touch."""
    written = golden(named("base_2p").file)
    monkeypatch.setattr(module, name, fault)
    assert first_difference(written, retold(written), "base_2p.txt")


def test_a_difference_is_told_with_its_place_and_the_remedy():
    told = first_difference("a\nb\nc\nd\n", "a\nb\nx\nd\n", "some.txt")
    assert told.splitlines() == [
        "tests/golden/some.txt differs first in line 3:",
        "  a",
        "  b",
        "- c",
        "+ x",
        "If this is meant: make golden, and read the diff.",
    ]
    assert first_difference("a\n", "a\n", "some.txt") == ""
    assert "(the end of the file)" in first_difference("a\n", "a\nb\n", "some.txt")


def test_a_playthrough_played_twice_is_the_same():
    assert tell(play(named("solo"))) == tell(play(named("solo")))
