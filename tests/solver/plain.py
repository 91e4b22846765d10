"""The same answers the slow and obvious way: every tiling by hand, every action by the real rules."""

from collections.abc import Iterator, Sequence
from itertools import product

from projectl import Game
from projectl.rules import engine, steps
from projectl.rules.events import Events
from projectl.rules.pieces import CARD_SIDE, CELLS, PIECE_NAMES, PIECES, PLACEMENT_MASK, PLACEMENT_PIECE, PLACEMENTS
from projectl.rules.state import State
from projectl.solver import OpenCard

ACTIONS_ENOUGH = 90


def drawn(rows: str) -> int:
    """A recess drawn with dots, rows apart by slashes; what is not drawn is solid."""
    lines = [line.ljust(CARD_SIDE, "#") for line in rows.split("/")]
    return sum(1 << CARD_SIDE * r + c for r, line in enumerate(lines) for c, mark in enumerate(line) if mark == ".")


def supply(*names: str) -> list[int]:
    """A number for each type."""
    return [names.count(name) for name in PIECE_NAMES]


def every_tiling(recess: int, stock: list[int]) -> set[frozenset[int]]:
    """All sets of placements that fill the recess: each placement is taken or left, no cleverness about cells."""
    inside = [p for p in range(PLACEMENTS) if PLACEMENT_MASK[p] & ~recess == 0 and stock[PLACEMENT_PIECE[p]]]
    found = set()

    def choose(index: int, left: int, stock: list[int], chosen: frozenset[int]) -> None:
        if not left:
            found.add(chosen)
        elif index < len(inside):
            mask, piece = PLACEMENT_MASK[inside[index]], PLACEMENT_PIECE[inside[index]]
            if mask & left == mask and stock[piece]:
                fewer = [number - (piece == other) for other, number in enumerate(stock)]
                choose(index + 1, left & ~mask, fewer, chosen | {inside[index]})
            choose(index + 1, left, stock, chosen)

    choose(0, recess, stock, frozenset())
    return found


def game_with(recess: int, own: list[int], reserve: list[int], edition: str = "v25") -> Game:
    """Player A has one card with this recess, this supply, and a turn without end."""
    return table_with([OpenCard(recess)], own, reserve, edition)


def table_with(cards: Sequence[OpenCard], own: list[int], reserve: list[int], edition: str = "v25") -> Game:
    """The same with several cards, on which nothing lies."""
    named = dict(zip(PIECE_NAMES, zip(own, reserve, strict=True), strict=True))
    puzzles = [f"X{number}" for number in range(1, len(cards) + 1)]
    document = {
        "edition": edition,
        "expansions": ["ghost"],
        "cards": [_document(name, card) for name, card in zip(puzzles, cards, strict=True)],
        "players": {
            "A": {"supply": {n: have for n, (have, _) in named.items()}, "puzzles": {name: [] for name in puzzles}},
            "B": {},
        },
        "reserve": {n: there for n, (_, there) in named.items()},
    }
    game = Game.from_position(document)
    game.state.players[0].actions_left = ACTIONS_ENOUGH
    return game


def _document(name: str, card: OpenCard) -> dict[str, object]:
    rows = [
        "".join(".#"[not card.left >> CARD_SIDE * row + column & 1] for column in range(CARD_SIDE))
        for row in range(CARD_SIDE)
    ]
    reward = "M" if card.reward < 0 else PIECE_NAMES[card.reward]  # M: an Ambassador, which pays no piece
    return {"id": name, "color": "white", "points": card.worth, "reward": reward, "rows": rows}


def is_complete(state: State) -> bool:
    """Whether A's card is done."""
    return state.players[0].open_count == 0


def shortest(game: Game, most: int) -> int | None:
    """The fewest actions that complete A's card, by trying all of them in the real rules, breadth first."""
    front = {_key(game.state): game.state}
    seen = set(front)
    for number in range(1, most + 1):
        reached = {}
        for state in front.values():
            for new in _after_an_action(game, state):
                if is_complete(new):
                    return number
                key = _key(new)
                if key not in seen:
                    seen.add(key)
                    reached[key] = new
        front = reached
    return None


def _key(state: State) -> tuple[int, ...]:
    player = state.players[0]
    return (player.slots[0].left, *player.supply, *state.reserve)


def _after_an_action(game: Game, state: State) -> Iterator[State]:
    for step in _legal(game, state):
        if step < steps.TAKE or steps.UPGRADE_TAKE <= step < steps.MASTER:
            yield _after(game, state, step)
        elif steps.GHOST <= step < steps.INSERT:
            split = _after(game, state, step)
            yield _after(game, split, steps.DONE)
            for place in _legal(game, split):
                if place < steps.TAKE:
                    yield _after(game, _after(game, split, place), steps.DONE)


def _legal(game: Game, state: State) -> list[int]:
    out = [0] * steps.MAX_LEGAL
    return out[: engine.legal(game.config.rules, state, 0, out)]


def _after(game: Game, state: State, step: int) -> State:
    new = state.copy()
    engine.apply(game.config.rules, new, Events(), 0, step)
    return new


def symmetries(recess: int) -> set[int]:
    """The recess turned and mirrored in all eight ways."""
    cells = [divmod(cell, CARD_SIDE) for cell in range(CELLS) if recess >> cell & 1]
    last = CARD_SIDE - 1
    found = set()
    for swap, down, right in product((False, True), repeat=3):
        turned = ((column, row) if swap else (row, column) for row, column in cells)
        flipped = ((last - row if down else row, last - column if right else column) for row, column in turned)
        found.add(sum(1 << CARD_SIDE * row + column for row, column in flipped))
    return found


def piece_counts(placements: tuple[int, ...]) -> list[int]:
    """How many of each type a tiling uses."""
    used = [PLACEMENT_PIECE[placement] for placement in placements]
    return [used.count(piece) for piece in range(PIECES)]
