"""Games for the properties to look at: quick players in every configuration, and the odd moments they pass."""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Any

from projectl.bots import Scratch, guided_step, next_seat, random_step
from projectl.game import Game, Played
from projectl.game.moves import seat_name
from projectl.game.position import CHOICES, DOINGS
from projectl.rules import chance, steps
from projectl.rules.state import TOUCHES
from projectl.simulation import MATRIX, Spec
from projectl.simulation.matrix import EVERYTHING

# A guided player gets on; one step in so many is random, which leads it into corners.
WILD = 4
MAX_STEPS = 4000
# Of each kind of moment in a game: the first, the 4th, the 16th, so early and late ones alike.
KEPT = {1, 4, 16}

# What a seat can be in the middle of.
KINDS = (*DOINGS.values(), *CHOICES.values(), "inserting", "acting", "ending", "touching", "paying credit")


def new_game(spec: Spec, seed: int) -> Game:
    """A fresh game of a configuration of the matrix."""
    return spec.game(seed)


def own_card(name: str, reward: str, *rows: str, color: str = "white", points: int = 1) -> dict[str, Any]:
    """A card drawn in a test; rows that are not given are solid."""
    return {"id": name, "color": color, "points": points, "reward": reward, "rows": [*rows, *["#####"] * 5][:5]}


def crowded(*, phase: str = "play", **configuration: Any) -> dict[str, Any]:
    """A rich position by hand: within a few steps every kind of action and choice can come up."""
    cards = [own_card("U1", "UP1", ".####"), own_card("U2", "UP2", "..###"), own_card("R1", "O4", "..###", ".####")]
    rich = {
        "supply": {"O1": 3, "I2": 2, "L3": 1, "T4": 1, "P5": 1, "U5": 1, "L5": 1},
        "ambassador": ["AW1"],
        "credits": {"left": 1, "right": 5},
        "noted": {"points": 2, "puzzles": 1, "ambassador": 1},
    }
    return {
        "expansions": list(EVERYTHING),
        "variants": ["endless_white"],
        "cards": cards,
        "players": {"A": rich | {"puzzles": {"U1": [], "U2": [], "R1": [], "W10": []}}, "B": {"credits": {"right": 2}}},
        "reserve": {"O4": 0},
        "round": 3,
        "phase": phase,
        "turn": {"seat": "A"},
    } | configuration


# From the crowded position: moves, or first steps of one, that lead straight to the rarer moments.
OPENINGS: tuple[tuple[str | int, ...], ...] = (
    (),
    (steps.MASTER,),
    (steps.AMBASSADOR,),
    (steps.USE_NOTED,),
    (steps.GHOST,),
    (steps.INSERT, steps.AMBASSADOR),
    (steps.INSERT, steps.RECYCLE),
    ("master U1:O1@00 U2:I2@00,01 R1:L3@00,01,10",),
    ("place U2:I2@00,01",),
    ("ambassador AW1 U1:O1@00 U2:I2@00,01",),
    ("ambassador noted R1:L3@00,01,10",),
    ("ghost P5>I2+I2+O1 U1:O1@00 U2:I2@00,01",),
    ("insert master U1:O1@00 U2:I2@00,01",),
)


def kind_of(game: Game, seat: int) -> str:
    """Where an active seat stands, one of KINDS."""
    player = game.state.players[seat]
    if game.state.phase == TOUCHES:
        return "paying credit" if player.pay_credit else "touching"
    if player.pending:
        return CHOICES[player.pending]
    if player.doing:
        return DOINGS[player.doing]
    if player.inserting:
        return "inserting"
    return "acting" if player.actions_left else "ending"


def choose(game: Game, seat: int, scratch: Scratch, wild: int = WILD) -> int:
    """A step of a player that is sensible but for every ``wild``-th step; in finishing touches every second one."""
    scratch.rng = chance.advance(scratch.rng)
    if game.state.phase == TOUCHES:
        wild = min(wild, 2)
    bot = random_step if chance.draw(scratch.rng, wild) == 0 else guided_step
    return bot(game.config.rules, game.state, seat, scratch)


def walk(game: Game, seed: int, wild: int = WILD, limit: int = MAX_STEPS) -> Iterator[int]:
    """Play on; yields the seat about to move before each step, and -1 when the game is over."""
    scratch = Scratch(seed, chance.BOTS)
    for _ in range(limit):
        if game.over:
            yield -1
            return
        seat = next_seat(game.state, scratch)
        yield seat
        game.take_step(choose(game, seat, scratch, wild), seat_name(seat))


def play_move(game: Game, scratch: Scratch, wild: int = WILD) -> Played:
    """Play one whole move, steps and all, without anybody else in between."""
    moves = len(game.history)
    seat = next_seat(game.state, scratch)
    while len(game.history) == moves:
        game.take_step(choose(game, seat, scratch, wild), seat_name(seat))
    return game.history[-1]


def _kept(label: str, game: Game, seed: int, wild: int, limit: int) -> Iterator[tuple[str, str, Game]]:
    found: Counter[str] = Counter()
    for seat in walk(game, seed, wild, limit):
        kind = "over" if seat < 0 else kind_of(game, seat)
        found[kind] += 1
        if found[kind] in KEPT:
            yield label, kind, game.copy()


@cache
def moments() -> tuple[tuple[str, str, Game], ...]:
    """Positions of every kind, at least one game of every configuration: (source, kind, game). Not to be changed."""
    kept: list[tuple[str, str, Game]] = []
    for number, spec in enumerate(MATRIX):
        kept += _kept(str(spec), new_game(spec, 100 + number), 100 + number, WILD, MAX_STEPS)
    for seed, opening in enumerate(OPENINGS):
        kept += _kept(f"crowded {opening}", opened(opening), seed, 1, 12)
    for seed in range(8):
        game = opened((steps.CREDIT,) if seed % 2 else (), phase="touches")
        kept += _kept(f"crowded touches {seed}", game, seed, 1, 30)
    return tuple(kept)


def opened(opening: tuple[str | int, ...], **configuration: Any) -> Game:
    """The crowded position after an opening."""
    game = Game.from_position(crowded(**configuration))
    for part in opening:
        if isinstance(part, str):
            game.play(part)
        else:
            game.take_step(part)
    return game
