"""A game told as text: the configuration, every move with what followed, and what everybody sees after each round."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.properties.playing import choose, new_game

from projectl.bots import Scratch, next_seat
from projectl.game import Game, replay
from projectl.game.moves import SEATS
from projectl.game.position import header, position
from projectl.rules import chance
from projectl.simulation import Spec
from projectl.simulation.matrix import EVERYTHING

FOLDER = Path(__file__).parent
RECORD = "==== record ===="
# One step in so many is random: a guided player alone would hardly ever recycle.
WILD = 9


@dataclass(frozen=True)
class Playthrough:
    """One file: what is played from which seed, with how many cards in the White deck (None: all)."""

    name: str
    spec: Spec
    seed: int
    white_deck: int | None = None

    @property
    def file(self) -> Path:
        return FOLDER / f"{self.name}.txt"


def _line_clear(players: int, order: str, *expansions: str) -> Spec:
    return Spec(players, expansions=expansions, variants=("line_clear",), options={"line_clear_order": order})


PLAYTHROUGHS = (
    Playthrough("base_2p", Spec(2), 99),
    Playthrough("base_4p", Spec(4), 59),
    Playthrough("solo", Spec(1, variants=("solo",)), 56),
    Playthrough("solo_finesse", Spec(1, expansions=("finesse",), variants=("solo",), difficulty="hard"), 43),
    Playthrough("line_clear_white_first_5p", _line_clear(5, "white_first"), 136),
    Playthrough("line_clear_simultaneous_6p_ghost", _line_clear(6, "simultaneous", "ghost"), 140),
    Playthrough("line_clear_interleave_finesse_5p", _line_clear(5, "interleave", "finesse"), 9),
    Playthrough(
        "everything_4p_endless_white", Spec(4, expansions=EVERYTHING, variants=("endless_white",)), 5, white_deck=4
    ),
    Playthrough("v2019_intl_3p_ghost_ambassador", Spec(3, "v2019_intl", ("ghost", "ambassador")), 84),
    Playthrough("pt_2p", Spec(2, "pt"), 71),
    Playthrough("known_points_2p", Spec(2, variants=("known_points",)), 59),
)


def play(playthrough: Playthrough) -> Game:
    """The game from its seed."""
    game = new_game(playthrough.spec, playthrough.seed)
    if playthrough.white_deck is not None:
        document = game.position()
        document["white"]["deck"] = document["white"]["deck"][: playthrough.white_deck]
        game = Game.from_position(document)
    scratch = Scratch(playthrough.seed, chance.BOTS)
    while not game.over:
        moves = len(game.history)
        seat = next_seat(game.state, scratch)
        while len(game.history) == moves:
            game.take_step(choose(game, seat, scratch, WILD), SEATS[seat])
    return game


def read(text: str) -> Game:
    """The game of a file that ``tell`` wrote, replayed from the record in it: no seed, no player is needed."""
    return replay(text.partition(f"{RECORD}\n")[2])


def tell(game: Game) -> str:
    """The whole file."""
    return "\n".join(_lines(game)) + f"\n\n{RECORD}\n{game.record()}"


def from_the_start(game: Game) -> Game:
    """A second game where this one began."""
    return Game.from_position(position(game.config, game.began))


def _lines(game: Game) -> Iterator[str]:
    again = from_the_start(game)
    yield f"# {game.config.describe()}"
    yield "# Written by `make golden`; tests/golden/test_golden.py replays its record and tells it again."
    yield ""
    for key, value in header(game.config).items():
        yield f"{key}: {told(value) or '-'}"
    yield "settings:"
    yield from _wrapped(f"{name} {told(value)}" for name, value in game.config.settings.items())
    yield ""
    yield "==== deal ===="
    yield from _seen(again)
    heading = ""
    for played in game.history:
        section = "finishing touches" if played.move.kind in {"touch", "done"} else f"round {played.round}"
        if section != heading:
            heading = section
            yield from ("", f"==== {section} ====")
        again.play(str(played.move), seat=played.seat)
        yield str(played)
        yield from _wrapped(map(str, played.events))
        if any(event.kind in {"round_ended", "stopped", "over"} for event in played.events):
            yield ""
            yield from _seen(again)
    yield ""
    yield "==== result ===="
    yield f"scores: {told(game.scores())}"
    yield f"winners: {told(game.winners()) or 'none yet'}"


def _wrapped(parts: Iterable[str]) -> Iterator[str]:
    """A few parts to a line."""
    line = ""
    for part in parts:
        if line and len(line) + len(part) > 100:
            yield f"    {line}"
            line = ""
        line += ("; " if line else "") + part
    if line:
        yield f"    {line}"


def _seen(game: Game) -> Iterator[str]:
    """The onlooker's view, and of each seat's view the lines that are different."""
    onlooker = dict(zones(game, None))
    yield "-- seen by all --"
    yield from (f"{zone}: {line}" for zone, line in onlooker.items())
    for seat in SEATS[: game.config.players]:
        mine = dict(zones(game, seat))
        yield f"-- {seat} sees --"
        yield from (f"{zone}: {line}" for zone, line in mine.items() if onlooker.get(zone) != line)
        yield from (f"{zone}: (not seen)" for zone in onlooker if zone not in mine)


def zones(game: Game, seat: str | None) -> Iterator[tuple[str, str]]:
    """A view line by line: nothing that the document holds is left out, but for the configuration."""
    document = game.view(seat)
    constant = header(game.config)
    for key, value in document.items():
        if key in constant and value == constant[key]:
            continue
        if key in {"players", "turns"}:
            yield from ((f"{key} {name}", told(part)) for name, part in value.items())
        elif told(value):
            yield key, told(value)


def told(value: Any) -> str:
    """Any JSON value in few characters; what is nothing (0, no, empty) says nothing within a table."""
    if isinstance(value, dict):
        parts = [f"{key} {told(part)}" for key, part in value.items() if told(part) not in {"", "0", "no"}]
        return "{" + ", ".join(parts) + "}" if parts else ""
    if isinstance(value, list | tuple):
        return "[" + " ".join(told(part) or "-" for part in value) + "]" if value else ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "" if value is None else str(value)
