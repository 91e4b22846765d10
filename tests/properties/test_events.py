"""Events tell the whole story: turns, rounds, completions and the end can be counted on them alone."""

from collections import Counter
from collections.abc import Iterator

import pytest
from tests.properties.playing import new_game, play_move

from projectl.bots import Scratch
from projectl.game import Event, Game
from projectl.rules import chance, completing
from projectl.rules.pieces import PIECE_NAMES
from projectl.simulation import MATRIX, Spec

NOTHING = {"row": ["-"] * 4, "deck": []}


def finished(spec: Spec, seed: int) -> Game:
    game = new_game(spec, seed)
    scratch = Scratch(seed, chance.BOTS)
    while not game.over:
        play_move(game, scratch, wild=12)
    return game


def events(game: Game) -> Iterator[Event]:
    return (event for played in game.history for event in played.events)


def miscounts(game: Game) -> list[str]:
    """What the events of a finished game say otherwise than its position."""
    document = game.position()
    kinds = Counter(event.kind for event in events(game))
    found = [f"{kind}: {kinds[kind]}" for kind in ("stopped", "over") if kinds[kind] != 1]
    rounds = [event.parts[0] for event in events(game) if event.kind == "round_ended"]
    if rounds != [str(number) for number in range(1, len(rounds) + 1)]:
        found.append(f"rounds ended: {rounds}")
    # A new game begins with a turn that no event tells of (in Line Clear two).
    if kinds["turn_ended"] != kinds["turn_began"] + 1 + game.config.line_clear:
        found.append(f"turns: {kinds['turn_began']} began, {kinds['turn_ended']} ended")
    touched = game.config.settings["ft_piece_return"] == "yes"
    for seat, player in document["players"].items():
        completed = sum(event.kind == "completed" and event.parts[0] == seat for event in events(game))
        kept = len(player["pile"]) + len(player["ambassador"]) + len(player["ambassador_fresh"])
        if not touched and completed != kept + player["noted"]["puzzles"]:
            found.append(f"{seat} has completed {completed}, not {kept + player['noted']['puzzles']}")
        touches = sum(event.kind == "touched" and event.parts[0] == seat for event in events(game))
        if touches != player["touches"]:
            found.append(f"{seat} has made {touches} touches, not {player['touches']}")
    return found


@pytest.mark.parametrize("spec", MATRIX, ids=str)
def test_a_finished_game_is_told_by_its_events(spec):
    assert miscounts(finished(spec, 21)) == []


def test_a_missing_event_is_caught(monkeypatch):
    """The control: completions are no longer reported."""
    monkeypatch.setattr(completing, "note", lambda *_: None)
    assert any("completed" in text for text in miscounts(finished(MATRIX[0], 21)))


def test_a_long_standstill_is_told_to_its_end():
    """Everybody is stuck (R3.3), so one `end` passes every turn up to the cap (R7.8)."""
    game = Game.from_position(
        {
            "players": {seat: {} for seat in "ABCDEF"},
            "expansions": ["ghost"],
            "white": NOTHING,
            "black": NOTHING,
            "reserve": dict.fromkeys(PIECE_NAMES, 0),
        }
    )
    game.play("end")
    assert game.phase == "touches"
    kinds = Counter(event.kind for event in events(game))
    assert (kinds["stopped"], kinds["round_ended"], kinds["turn_ended"]) == (1, 60, 360)
