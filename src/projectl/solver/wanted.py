"""What a plan wants: pieces that fill a card, and the Ghost actions on the way to them."""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations_with_replacement, product
from typing import NamedTuple

from projectl.rules.pieces import LEVEL, P5, PIECES, SPLIT_COUNT, SPLIT_GHOST, SPLITS

from .cover import Supply

Counts = tuple[int, ...]


class Split(NamedTuple):
    """A Ghost action of a plan: which split, and the piece it places at once (-1: none)."""

    number: int
    placed: int


Splits = tuple[Split, ...]


class Wanted(NamedTuple):
    """Pieces that fill the card, and the Ghost actions on the way to them."""

    pieces: Counts
    splits: Splits

    @property
    def to_get(self) -> Counts:
        """What must lie in the supply before the first Place."""
        left = list(self.pieces)
        for split in self.splits:
            if split.placed >= 0:
                left[split.placed] -= 1
        return tuple(left)


class Ways(NamedTuple):
    """All ways to these pieces with so many Ghost actions."""

    pieces: Counts
    splits: int

    def spelt_out(self, supply: Supply) -> Iterator[Wanted]:
        """With every choice of the Ghost actions; ghosts that are placed whole cannot be split."""
        spare = [min(supply[piece] - self.pieces[piece], self.splits) for piece in range(P5, PIECES)]
        for numbers in product(*(range(number + 1) for number in spare)):
            if sum(numbers) == self.splits:
                choices = [_ghost_actions(P5 + kind, number, self.pieces) for kind, number in enumerate(numbers)]
                for chosen in product(*choices):
                    wanted = Wanted(self.pieces, tuple(split for some in chosen for split in some))
                    if min(wanted.to_get) >= 0:
                        yield wanted


def _ghost_actions(piece: int, number: int, pieces: Counts) -> list[Splits]:
    """Every choice of so many Ghost actions with this ghost; what they place at once is among ``pieces``."""
    kinds = []
    for split in range(SPLITS if number else 0):
        if SPLIT_GHOST[split] == piece:
            parts = SPLIT_COUNT[split]
            kinds += [Split(split, part) for part in (-1, *range(P5)) if part < 0 or (parts[part] and pieces[part])]
    return list(combinations_with_replacement(kinds, number))


@cache
def _effect(split: Split) -> Counts:
    """What a Ghost action adds to the supply, type by type."""
    added = list(SPLIT_COUNT[split.number])
    added[SPLIT_GHOST[split.number]] -= 1
    if split.placed >= 0:
        added[split.placed] -= 1
    return tuple(added)


def after_splits(supply: Supply, splits: Splits) -> list[int]:
    """The supply once these Ghost actions are done."""
    have = list(supply)
    for split in splits:
        have = list(map(int.__add__, have, _effect(split)))
    return have


def multisets(stock: Sequence[int], size: int, cells: int) -> Iterator[Counts]:
    """Every choice of ``size`` pieces from the stock that cover so many cells, large pieces first."""
    chosen = [0] * PIECES

    def choose(piece: int, size: int, cells: int) -> Iterator[Counts]:
        if size == 0 and cells == 0:
            yield tuple(chosen)
        elif piece >= 0 and size <= cells <= size * LEVEL[piece]:
            for number in range(min(stock[piece], size, cells // LEVEL[piece]), -1, -1):
                chosen[piece] = number
                yield from choose(piece - 1, size - number, cells - number * LEVEL[piece])

    yield from choose(PIECES - 1, size, cells)
