"""Moves: what a person does in one go, and its text form (docs/cases.md lists the notation).

A ``Move`` is parsed without looking at a game. ``steps_of`` turns it into the step ids the rules understand,
``move_of`` turns step ids back.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import cache

from projectl.catalog import Configuration
from projectl.errors import IllegalMove, shown
from projectl.rules import market, steps
from projectl.rules.options import BLACK, WHITE, WHITE_MARKER
from projectl.rules.pieces import (
    CARD_SIDE,
    CELLS,
    PIECE_NAMES,
    PIECES,
    PLACEMENT_MASK,
    PLACEMENT_PIECE,
    PLACEMENTS,
    SPLIT_COUNT,
    SPLIT_GHOST,
    SPLITS,
)
from projectl.rules.state import NO_CARD, Player, State

SEATS = "ABCDEF"
COLORS = ("white", "black")
SIDES = ("left", "right")
MAX_TEXT = 400

PIECE_INDEX = {name: index for index, name in enumerate(PIECE_NAMES)}
PLACEMENT_INDEX = {(PLACEMENT_PIECE[index], PLACEMENT_MASK[index]): index for index in range(PLACEMENTS)}
SPLIT_INDEX = {(SPLIT_GHOST[k], tuple(SPLIT_COUNT[k])): k for k in range(SPLITS)}


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


def _split_name(move: Move) -> str:
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
    "ghost": lambda move: ["ghost", _split_name(move), *map(str, move.placings)],
    "complete": lambda move: ["complete", move.card],
    "reward": lambda move: ["reward", "none" if move.new < 0 else PIECE_NAMES[move.new]],
    "levelup": lambda move: ["levelup", "none" if move.old < 0 else _exchange_name(move)],
    "touch": lambda move: ["touch", *map(str, move.placings), *(["credit"] if move.credit else [])],
    "done": lambda _move: ["done"],
    "end": lambda _move: ["end"],
}


# ---- moves to steps ---------------------------------------------------------------------------------------


def steps_of(config: Configuration, state: State, seat: int, move: Move) -> list[int]:
    """The step ids of a move in this state; IllegalMove where it names something that is not there."""
    found = [steps.INSERT] if move.insert else []
    return found + _STEPPERS[move.kind](config, state, seat, move)


def card_number(config: Configuration, name: str) -> int:
    """The number of a card id."""
    if name not in config.card_index:
        raise IllegalMove("unknown_card", "R0.2", f"There is no card {shown(name)} in this game.")
    return config.card_index[name]


def _take_steps(config: Configuration, state: State, _seat: int, move: Move) -> list[int]:
    card = card_number(config, move.card)
    for slot in range(config.rules.market_size):
        if state.market[slot] == card:
            return [steps.TAKE + slot]
    raise IllegalMove("not_in_market", "R4.1.2", f"{move.card} does not lie face up in the market.")


def _deck_steps(config: Configuration, _state: State, _seat: int, move: Move) -> list[int]:
    if config.solo and move.color:
        raise malformed(str(move), "solo has one deck, so write take deck")
    if not config.solo and not move.color:
        raise malformed(str(move), "write take deck white or take deck black")
    return [steps.TAKE_DECK + (BLACK if move.color == "black" else WHITE)]


def _recycle_steps(config: Configuration, state: State, seat: int, move: Move) -> list[int]:
    row = _row_number(config, move)
    found = [steps.RECYCLE + row]
    if not market.can_recycle(config.rules, state, state.players[seat], row):
        return found  # the step itself is refused, with its reason
    first = config.rules.row_start[row]
    lying = [state.market[first + position] for position in range(config.rules.row_size)]
    order = [card_number(config, name) for name in move.cards]
    if sorted(order) != sorted(card for card in lying if card != NO_CARD):
        raise IllegalMove("recycle_order", "R4.2.1", "The order must name every card of the row once and no other.")
    return found + [steps.UNDER + lying.index(card) for card in order[:-1]]


def _row_number(config: Configuration, move: Move) -> int:
    if config.solo:
        raise IllegalMove("no_recycle", "R10.4", "There is no Recycle in solo.")
    if config.line_clear != bool(move.side):
        which = "recycle left white ..." if config.line_clear else "recycle white ..."
        raise malformed(str(move), f"write {which}")
    return COLORS.index(move.color) + (2 if move.side == "right" else 0)


def _upgrade_steps(_config: Configuration, _state: State, _seat: int, move: Move) -> list[int]:
    if move.old < 0:
        return [steps.UPGRADE_TAKE + move.new]
    return [steps.UPGRADE + move.old * PIECES + move.new]


def slot_of(config: Configuration, player: Player, card: str) -> int:
    """Where a card lies among the player's unfinished puzzles."""
    number = card_number(config, card)
    for slot in range(player.open_count):
        if player.slots[slot].card == number:
            return slot
    raise IllegalMove("not_your_puzzle", "R4.4.1", f"{card} is not one of your unfinished puzzles.")


def _placing_steps(config: Configuration, state: State, seat: int, placings: Iterable[Placing]) -> list[int]:
    player = state.players[seat]
    return [
        steps.PLACE + slot_of(config, player, placing.card) * PLACEMENTS + placing.placement for placing in placings
    ]


def _place_steps(config: Configuration, state: State, seat: int, move: Move) -> list[int]:
    return _placing_steps(config, state, seat, move.placings)


def _master_steps(config: Configuration, state: State, seat: int, move: Move) -> list[int]:
    return [steps.MASTER, *_placing_steps(config, state, seat, move.placings), steps.DONE]


def _ambassador_steps(config: Configuration, state: State, seat: int, move: Move) -> list[int]:
    if move.card == "noted":
        first = steps.USE_NOTED
    else:
        player = state.players[seat]
        unused = player.ambassador[: player.ambassador_count]
        card = card_number(config, move.card)
        if card not in unused:
            raise IllegalMove("no_ambassador", "R13.2", f"{move.card} is not an Ambassador card you can still use.")
        first = steps.AMBASSADOR + unused.index(card)
    return [first, *_placing_steps(config, state, seat, move.placings), steps.DONE]


def _ghost_steps(config: Configuration, state: State, seat: int, move: Move) -> list[int]:
    counts = tuple(move.parts.count(piece) for piece in range(PIECES))
    split = SPLIT_INDEX.get((move.old, counts))
    if split is None:
        raise IllegalMove("not_a_split", "R12.5", f"{_split_name(move).replace('>', ' cannot be made of ')}.")
    return [steps.GHOST + split, *_placing_steps(config, state, seat, move.placings), steps.DONE]


def _complete_steps(config: Configuration, state: State, seat: int, move: Move) -> list[int]:
    return [steps.COMPLETE + slot_of(config, state.players[seat], move.card)]


def _reward_steps(_config: Configuration, _state: State, _seat: int, move: Move) -> list[int]:
    return [steps.REWARD_NONE if move.new < 0 else steps.REWARD + move.new]


def _level_up_steps(_config: Configuration, _state: State, _seat: int, move: Move) -> list[int]:
    return [steps.LEVEL_UP_NONE if move.old < 0 else steps.LEVEL_UP + move.old * PIECES + move.new]


def _touch_steps(config: Configuration, state: State, seat: int, move: Move) -> list[int]:
    return ([steps.CREDIT] if move.credit else []) + _placing_steps(config, state, seat, move.placings)


def _done_steps(_config: Configuration, _state: State, _seat: int, _move: Move) -> list[int]:
    return [steps.DONE]


def _end_steps(_config: Configuration, _state: State, _seat: int, _move: Move) -> list[int]:
    return [steps.END]


_STEPPERS = {
    "take": _take_steps,
    "deck": _deck_steps,
    "recycle": _recycle_steps,
    "upgrade": _upgrade_steps,
    "place": _place_steps,
    "master": _master_steps,
    "ambassador": _ambassador_steps,
    "ghost": _ghost_steps,
    "complete": _complete_steps,
    "reward": _reward_steps,
    "levelup": _level_up_steps,
    "touch": _touch_steps,
    "done": _done_steps,
    "end": _end_steps,
}


# ---- steps to moves ---------------------------------------------------------------------------------------


def move_of(config: Configuration, state: State, seat: int, taken: list[int], *, touching: bool) -> Move:
    """The move that these steps make up, ``state`` being the one before the first of them."""
    insert = taken[0] == steps.INSERT
    first, *rest = taken[1:] if insert else taken
    move = _move_from(config, state, state.players[seat], first, rest)
    if touching and move.kind == "place":
        move = replace(move, kind="touch")
    return replace(move, insert=insert)


def _move_from(config: Configuration, state: State, player: Player, first: int, rest: list[int]) -> Move:
    if first < steps.TAKE:
        return Move("place", placings=_placings(config, player, [first]))
    if first < steps.TAKE_DECK:
        return Move("take", card=config.cards[state.market[first - steps.TAKE]].id)
    if first < steps.RECYCLE:
        return Move("deck", color="" if config.solo else COLORS[first - steps.TAKE_DECK])
    if first < steps.UNDER:
        return _recycle_from(config, state, first - steps.RECYCLE, [step - steps.UNDER for step in rest])
    if first < steps.UPGRADE:
        return Move("upgrade", new=first - steps.UPGRADE_TAKE)
    if first < steps.MASTER:
        old, new = divmod(first - steps.UPGRADE, PIECES)
        return Move("upgrade", old=old, new=new)
    if first < steps.INSERT:
        return _staged_from(config, player, first, _placings(config, player, rest))
    return _choice_from(config, player, first, rest)


def _placings(config: Configuration, player: Player, taken: list[int]) -> tuple[Placing, ...]:
    found = [divmod(step, PLACEMENTS) for step in taken if step < steps.TAKE]
    return tuple(Placing(config.cards[player.slots[slot].card].id, placement) for slot, placement in found)


def _recycle_from(config: Configuration, state: State, row: int, named: list[int]) -> Move:
    rules = config.rules
    lying = [rules.row_start[row] + position for position in range(rules.row_size)]
    order = [rules.row_start[row] + position for position in named]
    order += [slot for slot in lying if slot not in order and state.market[slot] != NO_CARD]
    side = ""
    if config.line_clear:
        side = SIDES[0] if rules.slot_side[lying[0]] == WHITE_MARKER else SIDES[1]
    cards = tuple(config.cards[state.market[slot]].id for slot in order)
    return Move("recycle", color=COLORS[rules.row_color[row]], side=side, cards=cards)


def _staged_from(config: Configuration, player: Player, first: int, placings: tuple[Placing, ...]) -> Move:
    if first == steps.MASTER:
        return Move("master", placings=placings)
    if first == steps.USE_NOTED:
        return Move("ambassador", card="noted", placings=placings)
    if first < steps.USE_NOTED:
        card = config.cards[player.ambassador[first - steps.AMBASSADOR]].id
        return Move("ambassador", card=card, placings=placings)
    split = first - steps.GHOST
    parts = tuple(piece for piece in range(PIECES) for _ in range(SPLIT_COUNT[split][piece]))
    return Move("ghost", old=SPLIT_GHOST[split], parts=parts, placings=placings)


def _choice_from(config: Configuration, player: Player, first: int, rest: list[int]) -> Move:
    if first < steps.REWARD:
        return Move("complete", card=config.cards[player.slots[first - steps.COMPLETE].card].id)
    if first < steps.LEVEL_UP:
        return Move("reward", new=-1 if first == steps.REWARD_NONE else first - steps.REWARD)
    if first == steps.LEVEL_UP_NONE:
        return Move("levelup")
    if first < steps.LEVEL_UP_NONE:
        old, new = divmod(first - steps.LEVEL_UP, PIECES)
        return Move("levelup", old=old, new=new)
    if first == steps.CREDIT:
        return Move("place", placings=_placings(config, player, rest), credit=True)
    return Move("done" if first == steps.DONE else "end")
