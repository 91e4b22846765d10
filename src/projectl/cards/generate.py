"""New cards from a seed: recesses grown cell by cell, kept if they look, fill and pay like the base set's.

A card is a function of what is wanted and of its seed alone, so a pack is reproducible card by card: the comment
above a stand-in card names its seed (docs/cards.md).
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import cache

from projectl.catalog import Card, bundled_pack
from projectl.catalog.cards import Color, is_tileable
from projectl.errors import SetupError
from projectl.rules import chance
from projectl.rules.pieces import CARD_SIDE, Cell

from .price import price
from .shapes import SIDE, Cells, Look, beside, cells_of, form, is_connected, posed, printed_look, rows_of

Form = tuple[Cell, ...]

COPIES = 10  # of each type in the smallest box (R1.1): nothing needs more
_STREAM = 11  # of ``chance``, apart from those of games
_GROWN = 3  # shapes to choose from for one card: more would make all cards alike
_TRIES = 4000
_LAST = CARD_SIDE - 1


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a card is to be, except for its recess."""

    color: Color
    points: int
    reward: str

    @property
    def sizes(self) -> list[int]:
        """Cells it may have at the base set's price."""
        return price(self.color).sizes(self.points, self.reward)


class _Dice:
    """The random numbers of one card."""

    def __init__(self, seed: int) -> None:
        self._state = chance.start(seed, _STREAM)

    def roll(self, sides: int) -> int:
        self._state = chance.advance(self._state)
        return chance.draw(self._state, sides)

    def pick(self, weights: list[int]) -> int:
        """An index, each as often as its weight says."""
        left = self.roll(sum(weights))
        return next(index for index, weight in enumerate(weights) if (left := left - weight) < 0)


def make(wanted: Wanted, seed: int, name: str = "NEW") -> Card:
    """The card of that seed: of several good shapes the most pleasing."""
    sizes = wanted.sizes
    if not sizes:
        raise SetupError(f"No {wanted.color} card of {wanted.points} points with {wanted.reward} has a fair size.")
    dice = _Dice(seed)
    found: list[Cells] = []
    for _ in range(_TRIES):
        cells = _grown(dice, sizes[dice.roll(len(sizes))])
        if cells and is_good(cells) and form(cells) not in printed_forms():
            found.append(cells)
            if len(found) == _GROWN:
                break
    if not found:
        raise SetupError(f"No new shape of {' or '.join(map(str, sizes))} cells was found; ask for other points.")
    best = max(found, key=lambda cells: Look.of(cells).charm)
    return Card(name, wanted.color, wanted.points, wanted.reward, rows_of(posed(best)), stand_in=True)


def generate(wanted: Wanted, seed: int, taken: Collection[Form] = ()) -> Iterator[tuple[int, Card]]:
    """Seeds from ``seed`` on with their cards, no two of one shape and none of a shape that is taken."""
    seen = set(taken)
    for number in range(seed, seed + _TRIES):
        card = make(wanted, number)
        shape = form(cells_of(card.recess))
        if shape not in seen:
            seen.add(shape)
            yield number, card


def is_good(cells: Cells) -> bool:
    """Whether it is one recess, no more ragged than a printed one, and can be filled from the smallest box."""
    recess = sum(1 << (CARD_SIDE * row + column) for row, column in cells)
    return is_connected(cells) and Look.of(cells).is_within(printed_look()) and is_tileable(recess, COPIES)


@cache
def printed_forms() -> frozenset[Form]:
    """The shapes of the base set."""
    return frozenset(form(cells_of(card.recess)) for card in bundled_pack("base").cards)


# ---- growing ----------------------------------------------------------------------------------------------

# Shapes grow by whole orbits, so that many come out symmetric; the printed cards are half and half.
_PLAIN, _MIRROR, _TURN, _CROSS, _DIAGONAL = range(5)
_OFTEN = [3, 4, 2, 1, 1]


def _grown(dice: _Dice, size: int) -> Cells | None:
    """A shape of that size, or None if its symmetry does not allow it."""
    symmetry = dice.pick(_OFTEN)
    down, right = _LAST - dice.roll(2), _LAST - dice.roll(2)  # an axis through cells or between them
    orbits = {(row, column): _orbit((row, column), symmetry, down, right) for row in SIDE for column in SIDE}
    cells = orbits[1 + dice.roll(3), 1 + dice.roll(3)]
    while cells and len(cells) < size:
        edge = sorted({near for cell in cells for near in beside(cell)} & orbits.keys() - cells)
        edge = [cell for cell in edge if orbits[cell]]
        if not edge:
            return None
        cells |= orbits[edge[dice.pick([len(beside(cell) & cells) ** 2 for cell in edge])]]
    return cells if len(cells) == size else None


def _orbit(cell: Cell, symmetry: int, down: int, right: int) -> Cells:
    """The cell and its images; nothing if one of them is off the card."""
    row, column = cell
    orbit = {cell}
    if symmetry in {_MIRROR, _CROSS}:
        orbit.add((row, right - column))
    if symmetry in {_TURN, _CROSS}:
        orbit.add((down - row, right - column))
    if symmetry == _CROSS:
        orbit.add((down - row, column))
    if symmetry == _DIAGONAL:
        orbit.add((column, row))
    return frozenset(orbit) if all(number in SIDE for image in orbit for number in image) else frozenset()
