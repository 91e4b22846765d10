"""Moves: what a person does in one go, and its text form (docs/cases.md lists the notation).

A ``Move`` is parsed without looking at a game; ``stepping`` turns it into the step ids the rules understand.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache

from projectl.errors import IllegalMove, shown
from projectl.rules.pieces import (
    CARD_SIDE,
    CELLS,
    PIECE_NAMES,
    PLACEMENT_MASK,
    PLACEMENT_PIECE,
    PLACEMENTS,
)

SEATS = "ABCDEF"
COLORS = ("white", "black")
SIDES = ("left", "right")
MAX_TEXT = 400

PIECE_INDEX = {name: index for index, name in enumerate(PIECE_NAMES)}
PLACEMENT_INDEX = {(PLACEMENT_PIECE[index], PLACEMENT_MASK[index]): index for index in range(PLACEMENTS)}


def seat_name(seat: int) -> str:
    """A for the first player, B for the second ..."""
    return SEATS[seat]


def malformed(text: str, advice: str) -> IllegalMove:
    """The text is not a move at all."""
    return IllegalMove("malformed", "R0.4", f"{shown(text, 60)} is not a move; {advice}.")


# ---- the parts of a move ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Placing:
    """One piece on one puzzle: ``W10:I2@12,22``."""

    card: str
    placement: int

    @classmethod
    def parse(cls, text: str) -> "Placing":
        """Read ``card:piece@cells``."""
        card, colon, rest = text.partition(":")
        piece, at, cells = rest.partition("@")
        if not (card and colon and at):
            raise malformed(text, "a placement is written card:piece@cells, such as W10:I2@12,22")
        return cls(card, parse_placement(f"{piece}@{cells}"))

    def __str__(self) -> str:
        return f"{self.card}:{placement_name(self.placement)}"


def parse_piece(text: str) -> int:
    """The number of a piece id."""
    if text not in PIECE_INDEX:
        known = " ".join(PIECE_NAMES)
        raise IllegalMove("unknown_piece", "R0.1", f"There is no piece {shown(text)}; the pieces are {known}.")
    return PIECE_INDEX[text]


def parse_placement(text: str) -> int:
    """The number of a placement written ``I2@12,22``."""
    name, _, cells = text.partition("@")
    piece = parse_piece(name)
    mask = 0
    for cell in cells.split(","):
        if len(cell) != 2 or not (cell.isascii() and cell.isdigit()):
            raise malformed(text, "cells are written as row and column, such as 12,22")
        row, column = int(cell[0]), int(cell[1])
        if row >= CARD_SIDE or column >= CARD_SIDE:
            raise IllegalMove("off_grid", "R4.4.1", f"Cell {cell} is off the card; rows and columns go from 0 to 4.")
        bit = 1 << (CARD_SIDE * row + column)
        if mask & bit:
            raise malformed(text, f"cell {cell} is named twice")
        mask |= bit
    placement = PLACEMENT_INDEX.get((piece, mask))
    if placement is None:
        raise IllegalMove("not_this_shape", "R4.4.1", f"The cells {shown(cells, 60)} do not have the shape of {name}.")
    return placement


@cache
def placement_name(placement: int) -> str:
    """``I2@12,22``, cells in reading order."""
    mask = PLACEMENT_MASK[placement]
    cells = ",".join(f"{cell // CARD_SIDE}{cell % CARD_SIDE}" for cell in range(CELLS) if mask >> cell & 1)
    return f"{PIECE_NAMES[PLACEMENT_PIECE[placement]]}@{cells}"


# ---- moves ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Move:
    """A whole move. ``kind`` is its first word (``deck`` for a blind take); the other fields are its parts."""

    kind: str
    insert: bool = False
    card: str = ""  # take, complete, ambassador ("noted" for a written-down action)
    color: str = ""  # deck, recycle
    side: str = ""  # recycle in Line Clear
    cards: tuple[str, ...] = ()  # recycle: the order
    old: int = -1  # upgrade, levelup, ghost: the piece returned
    new: int = -1  # upgrade, levelup, reward: the piece taken (-1: none)
    parts: tuple[int, ...] = ()  # ghost: the pieces taken
    placings: tuple[Placing, ...] = ()
    credit: bool = False  # touch

    @classmethod
    def parse(cls, text: str) -> "Move":
        """Read a move; IllegalMove (code ``malformed`` or ``unknown_piece`` ...) if it is none."""
        if not isinstance(text, str):
            raise malformed(shown(text), "a move is a line of text")
        if len(text) > MAX_TEXT:
            raise malformed(text, f"a move has at most {MAX_TEXT} characters")
        words = text.split()
        if not words:
            raise malformed(text, "a move begins with a word such as take, upgrade or place")
        if words[0] == "insert":
            move = _parse_words(text, words[1:])
            if move.kind not in ACTIONS:
                raise malformed(text, "insert is followed by an action, such as insert take W2")
            return replace(move, insert=True)
        return _parse_words(text, words)

    def __str__(self) -> str:
        words = ["insert"] if self.insert else []
        words += _WRITERS[self.kind](self)
        return " ".join(words)


def _parse_words(text: str, words: list[str]) -> Move:
    reader = _READERS.get(words[0]) if words else None
    if reader is None:
        raise malformed(text, f"a move begins with one of {' '.join(_READERS)} or insert")
    return reader(text, words[1:])


def _read_take(text: str, words: list[str]) -> Move:
    if words[:1] == ["deck"]:
        if len(words) == 1 or (len(words) == 2 and words[1] in COLORS):
            return Move("deck", color="".join(words[1:]))
    elif len(words) == 1:
        return Move("take", card=words[0])
    raise malformed(text, "write take W2, take deck white, or in solo take deck")


def _read_recycle(text: str, words: list[str]) -> Move:
    side = words.pop(0) if words and words[0] in SIDES else ""
    if not words or words[0] not in COLORS:
        raise malformed(text, "write recycle white W2 W4 W1 W3, in Line Clear recycle left white W1 W2 W3")
    return Move("recycle", color=words[0], side=side, cards=tuple(words[1:]))


def _read_upgrade(text: str, words: list[str]) -> Move:
    if len(words) == 1 and words[0].startswith("+"):
        return Move("upgrade", new=parse_piece(words[0][1:]))
    return _read_exchange("upgrade", text, words)


def _read_exchange(kind: str, text: str, words: list[str]) -> Move:
    old, arrow, new = words[0].partition(">") if len(words) == 1 else ("", "", "")
    if not arrow:
        raise malformed(text, f"write {kind} O1>I2" + (" or upgrade +O1" if kind == "upgrade" else ""))
    return Move(kind, old=parse_piece(old), new=parse_piece(new))


def _read_level_up(text: str, words: list[str]) -> Move:
    return Move("levelup") if words == ["none"] else _read_exchange("levelup", text, words)


def _read_place(text: str, words: list[str]) -> Move:
    if len(words) != 1:
        raise malformed(text, "write place W10:I2@12,22; several pieces at once need master")
    return Move("place", placings=(Placing.parse(words[0]),))


def _read_master(_text: str, words: list[str]) -> Move:
    return Move("master", placings=tuple(map(Placing.parse, words)))


def _read_ambassador(text: str, words: list[str]) -> Move:
    if not words or ":" in words[0]:
        raise malformed(text, "write ambassador AW1 W9:O1@22, or ambassador noted W9:O1@22")
    return Move("ambassador", card=words[0], placings=tuple(map(Placing.parse, words[1:])))


def _read_ghost(text: str, words: list[str]) -> Move:
    ghost, arrow, parts = words[0].partition(">") if words else ("", "", "")
    if not arrow:
        raise malformed(text, "write ghost U5>L3+I2, and the pieces to place behind it")
    pieces = tuple(sorted(map(parse_piece, parts.split("+"))))
    return Move("ghost", old=parse_piece(ghost), parts=pieces, placings=tuple(map(Placing.parse, words[1:])))


def _read_complete(text: str, words: list[str]) -> Move:
    if len(words) != 1:
        raise malformed(text, "write complete W22")
    return Move("complete", card=words[0])


def _read_reward(text: str, words: list[str]) -> Move:
    if len(words) != 1:
        raise malformed(text, "write reward I3 or reward none")
    return Move("reward", new=-1 if words[0] == "none" else parse_piece(words[0]))


def _read_touch(text: str, words: list[str]) -> Move:
    credit = len(words) == 2 and words[1] == "credit"
    if len(words) != 1 + credit:
        raise malformed(text, "write touch W22:O1@32, or touch W22:O1@32 credit")
    return Move("touch", placings=(Placing.parse(words[0]),), credit=credit)


def _read_end(text: str, words: list[str]) -> Move:
    return _read_bare("end", text, words)


def _read_done(text: str, words: list[str]) -> Move:
    return _read_bare("done", text, words)


def _read_bare(kind: str, text: str, words: list[str]) -> Move:
    if words:
        raise malformed(text, f"{kind} stands alone")
    return Move(kind)


_READERS = {
    "take": _read_take,
    "recycle": _read_recycle,
    "upgrade": _read_upgrade,
    "place": _read_place,
    "master": _read_master,
    "ambassador": _read_ambassador,
    "ghost": _read_ghost,
    "complete": _read_complete,
    "reward": _read_reward,
    "levelup": _read_level_up,
    "touch": _read_touch,
    "done": _read_done,
    "end": _read_end,
}

# The kinds that cost an action and may be inserted (R14.8.2).
ACTIONS = ("take", "deck", "recycle", "upgrade", "place", "master", "ambassador", "ghost")


def _exchange_name(move: Move) -> str:
    return f"{PIECE_NAMES[move.old]}>{PIECE_NAMES[move.new]}"


def split_name(move: Move) -> str:
    """``U5>L3+I2``, larger pieces first."""
    return f"{PIECE_NAMES[move.old]}>" + "+".join(PIECE_NAMES[part] for part in reversed(move.parts))


_WRITERS: dict[str, Callable[[Move], list[str]]] = {
    "take": lambda move: ["take", move.card],
    "deck": lambda move: ["take deck", *filter(None, [move.color])],
    "recycle": lambda move: ["recycle", *filter(None, [move.side]), move.color, *move.cards],
    "upgrade": lambda move: [
        "upgrade",
        f"+{PIECE_NAMES[move.new]}" if move.old < 0 else _exchange_name(move),
    ],
    "place": lambda move: ["place", *map(str, move.placings)],
    "master": lambda move: ["master", *map(str, move.placings)],
    "ambassador": lambda move: ["ambassador", move.card, *map(str, move.placings)],
    "ghost": lambda move: ["ghost", split_name(move), *map(str, move.placings)],
    "complete": lambda move: ["complete", move.card],
    "reward": lambda move: ["reward", "none" if move.new < 0 else PIECE_NAMES[move.new]],
    "levelup": lambda move: ["levelup", "none" if move.old < 0 else _exchange_name(move)],
    "touch": lambda move: ["touch", *map(str, move.placings), *(["credit"] if move.credit else [])],
    "done": lambda _move: ["done"],
    "end": lambda _move: ["end"],
}
