"""Exact cover: filling a recess with pieces, no cell left free and none covered twice.

A recess, or what is left of it, is a 25-bit mask (see ``rules.pieces``). A *tiling* is a tuple of placement
ids in reading order of their first cells. Every search branches on the first free cell: some piece must cover
it, and with nothing free before it, it is that piece's first cell too.

A *supply* is a number of pieces for each type, in the order of ``PIECE_NAMES``; None means any number of the
nine base types. ``pieces`` names the types to use where that is not meant.
"""

from collections.abc import Collection, Iterator, Sequence
from functools import cache, lru_cache

from projectl.rules.pieces import (
    CELLS,
    LEVEL,
    P5,
    PIECES,
    PLACEMENT_MASK,
    PLACEMENT_PIECE,
    PLACEMENT_START,
    PLACEMENTS,
)
from projectl.rules.placing import fits

Supply = Sequence[int]
Tiling = tuple[int, ...]

BASE_PIECES = range(P5)
ALL_PIECES = range(PIECES)

_MEMO = 1 << 18
_BITS = 5  # of each type in a packed supply: a card has no room for more than 25 pieces
_ONE = [1 << _BITS * piece for piece in range(PIECES)]
_ANY_LEFT = [((1 << _BITS) - 1) << _BITS * piece for piece in range(PIECES)]


def first_cell(left: int) -> int:
    """The first free cell in reading order."""
    return (left & -left).bit_length() - 1


@cache
def _starting_at(allowed: int) -> tuple[tuple[tuple[int, int, int], ...], ...]:
    """For each cell the (mask, piece, placement) of these types that have it as their first, large ones first."""
    found: list[list[tuple[int, int, int]]] = [[] for _ in range(CELLS)]
    for placement in sorted(range(PLACEMENTS), key=lambda one: -LEVEL[PLACEMENT_PIECE[one]]):
        mask, piece = PLACEMENT_MASK[placement], PLACEMENT_PIECE[placement]
        if allowed >> piece & 1:
            found[first_cell(mask)].append((mask, piece, placement))
    return tuple(map(tuple, found))


def _allowed(pieces: Collection[int] | None) -> int:
    return sum(1 << piece for piece in set(BASE_PIECES if pieces is None else pieces))


def packed(supply: Supply) -> int:
    """A supply as one number."""
    return sum(min(number, CELLS) * _ONE[piece] for piece, number in enumerate(supply))


def _in_supply(supply: Supply) -> int:
    return sum(1 << piece for piece, number in enumerate(supply) if number > 0)


def area(supply: Supply) -> int:
    """The cells that all its pieces cover together."""
    return sum(number * LEVEL[piece] for piece, number in enumerate(supply))


# ---- counting ---------------------------------------------------------------------------------------------


def count_tilings(recess: int, pieces: Collection[int] | None = None) -> int:
    """In how many ways pieces of these types, as many as needed, fill the recess."""
    return _count(recess, _allowed(pieces))


@lru_cache(maxsize=_MEMO)
def _count(left: int, allowed: int) -> int:
    if not left:
        return 1
    # A plain loop: a generator costs this, the hot spot of the solver, a third of its speed.
    total = 0
    for mask, _, _ in _starting_at(allowed)[(left & -left).bit_length() - 1]:
        if mask & left == mask:
            total += _count(left ^ mask, allowed)
    return total


def count_with_supply(recess: int, supply: Supply) -> int:
    """In how many ways pieces of the supply fill the recess; pieces of a type are interchangeable."""
    starting = _starting_at(_in_supply(supply))
    memo: dict[tuple[int, int], int] = {}

    def count(left: int, stock: int) -> int:
        if not left:
            return 1
        found = memo.get((left, stock))
        if found is None:
            found = sum(
                count(left ^ mask, stock - _ONE[piece])
                for mask, piece, _ in starting[first_cell(left)]
                if mask & left == mask and stock & _ANY_LEFT[piece]
            )
            memo[left, stock] = found
        return found

    return count(recess, packed(supply)) if area(supply) >= recess.bit_count() else 0


# ---- finding ----------------------------------------------------------------------------------------------


def tilings(recess: int, supply: Supply | None = None, pieces: Collection[int] | None = None) -> Iterator[Tiling]:
    """Every tiling, one by one, large pieces tried first; from a supply, or of any number of some types."""
    if supply is None:
        starting, stock = _starting_at(_allowed(pieces)), packed([CELLS] * PIECES)
    else:
        starting = _starting_at(_in_supply(supply) & (_allowed(pieces) if pieces is not None else -1))
        stock = packed(supply)
    dead: set[tuple[int, int]] = set()

    def cover(left: int, stock: int, so_far: Tiling) -> Iterator[Tiling]:
        if not left:
            yield so_far
            return
        # Without a supply what is in stock says nothing, and the same cells are the same dead end.
        here = (left, stock if supply is not None else 0)
        if here in dead:
            return
        alive = False
        for mask, piece, placement in starting[first_cell(left)]:
            if mask & left == mask and stock & _ANY_LEFT[piece]:
                for tiling in cover(left ^ mask, stock - _ONE[piece], (*so_far, placement)):
                    alive = True
                    yield tiling
        if not alive:
            dead.add(here)

    if supply is None or area(supply) >= recess.bit_count():
        yield from cover(recess, stock, ())


def can_fill(recess: int, supply: Supply) -> bool:
    """Whether pieces of the supply fill the recess exactly."""
    return next(tilings(recess, supply), None) is not None


def fewest_pieces(recess: int, supply: Supply | None = None, pieces: Collection[int] | None = None) -> Tiling | None:
    """A tiling of as few pieces as possible, or None if there is none at all."""
    if supply is None:
        allowed = _allowed(pieces)
        return _fewest(recess, allowed)
    allowed = _in_supply(supply) & (_allowed(pieces) if pieces is not None else -1)
    if area(supply) < recess.bit_count():
        return None
    starting = _starting_at(allowed)
    highest = max((LEVEL[piece] for piece in ALL_PIECES if allowed >> piece & 1), default=1)
    dead: set[tuple[int, int, int]] = set()

    def cover(left: int, stock: int, most: int) -> Tiling | None:
        if not left:
            return ()
        if left.bit_count() > most * highest or (left, stock, most) in dead:
            return None
        for mask, piece, placement in starting[first_cell(left)]:
            if mask & left == mask and stock & _ANY_LEFT[piece]:
                rest = cover(left ^ mask, stock - _ONE[piece], most - 1)
                if rest is not None:
                    return (placement, *rest)
        dead.add((left, stock, most))
        return None

    sizes = range(min(sum(supply), recess.bit_count()) + 1)
    return next(filter(_is_found, (cover(recess, packed(supply), most) for most in sizes)), None)


def _is_found(tiling: Tiling | None) -> bool:
    return tiling is not None


@lru_cache(maxsize=_MEMO)
def _fewest(left: int, allowed: int) -> Tiling | None:
    if not left:
        return ()
    best: Tiling | None = None
    for mask, _, placement in _starting_at(allowed)[first_cell(left)]:
        if mask & left == mask:
            rest = _fewest(left ^ mask, allowed)
            if rest is not None and (best is None or len(rest) + 1 < len(best)):
                best = (placement, *rest)
    return best


def fitting_pieces(left: int, supply: Supply) -> list[int]:
    """The types of the supply that have a place on the card."""
    return [
        piece
        for piece in range(PIECES)
        if supply[piece] > 0
        and any(fits(left, placement) for placement in range(PLACEMENT_START[piece], PLACEMENT_START[piece + 1]))
    ]


# ---- dead ends --------------------------------------------------------------------------------------------


def finishable_placements(left: int, supply: Supply) -> list[int]:
    """The placements from the supply after which the rest of the supply can still finish the card."""
    starting = _starting_at(_in_supply(supply))
    known: dict[tuple[int, int], bool] = {}

    def can(rest: int, stock: int) -> bool:
        if not rest:
            return True
        found = known.get((rest, stock))
        if found is None:
            found = any(
                mask & rest == mask and stock & _ANY_LEFT[piece] and can(rest ^ mask, stock - _ONE[piece])
                for mask, piece, _ in starting[first_cell(rest)]
            )
            known[rest, stock] = found
        return found

    if area(supply) < left.bit_count():
        return []
    stock = packed(supply)
    return [
        placement
        for placement in range(PLACEMENTS)
        if supply[PLACEMENT_PIECE[placement]] > 0
        and fits(left, placement)
        and can(left ^ PLACEMENT_MASK[placement], stock - _ONE[PLACEMENT_PIECE[placement]])
    ]
