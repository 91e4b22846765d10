"""How a recess looks: whether it hangs together, how ragged it is, its symmetry, and its best pose on the card."""

from dataclasses import dataclass
from functools import cache
from math import ceil, sqrt

from projectl.catalog import bundled_pack
from projectl.rules.pieces import CARD_SIDE, Cell, orientations

Cells = frozenset[Cell]

SIDE = range(CARD_SIDE)
_SYMMETRIES = 8  # turns and mirrorings of a square


def cells_of(recess: int) -> Cells:
    """The cells of a mask."""
    return frozenset((row, column) for row in SIDE for column in SIDE if recess >> (CARD_SIDE * row + column) & 1)


def rows_of(cells: Cells) -> tuple[str, ...]:
    """The drawing of a card with that recess."""
    return tuple("".join(".#"[(row, column) not in cells] for column in SIDE) for row in SIDE)


def beside(cell: Cell) -> Cells:
    """The four cells around it."""
    row, column = cell
    return frozenset({(row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)})


def form(cells: Cells) -> tuple[Cell, ...]:
    """The shape, whatever its place, turn or hand: equal for shapes that are the same piece of acrylic."""
    return min(tuple(sorted(turned)) for turned in orientations(cells))


def is_connected(cells: Cells) -> bool:
    """Whether it is all one recess."""
    return bool(cells) and _reached(cells, min(cells)) == cells


def _reached(cells: Cells, start: Cell) -> Cells:
    found, edge = {start}, [start]
    while edge:
        new = (beside(edge.pop()) & cells) - found
        found |= new
        edge += new
    return frozenset(found)


@dataclass(frozen=True, slots=True)
class Look:
    """What the eye counts: outline longer than need be, ends one cell wide, corners, enclosed solid cells."""

    ragged: int
    spurs: int
    corners: int
    holes: int
    symmetry: int  # turns and mirrorings that leave it as it is

    @classmethod
    def of(cls, cells: Cells) -> "Look":
        """The look of a recess."""
        outline = sum(len(beside(cell) - cells) for cell in cells)
        return cls(
            ragged=outline - 2 * ceil(2 * sqrt(len(cells))),
            spurs=sum(len(beside(cell) & cells) == 1 for cell in cells),
            corners=_corners(cells),
            holes=_holes(cells),
            symmetry=_SYMMETRIES // len(orientations(cells)),
        )

    @property
    def charm(self) -> int:
        """Higher is more pleasing: symmetric, plain in outline, without thin ends."""
        return 3 * self.symmetry.bit_length() - self.ragged - 2 * self.spurs - self.corners // 2

    def is_within(self, most: "Look") -> bool:
        """Whether nothing about it is worse than in ``most``."""
        return (
            self.ragged <= most.ragged
            and self.spurs <= most.spurs
            and self.corners <= most.corners
            and self.holes <= most.holes
        )


@cache
def printed_look() -> Look:
    """The worst of each among the printed cards: what a new card must not exceed."""
    looks = [Look.of(cells_of(card.recess)) for card in bundled_pack("base").cards]
    return Look(
        max(look.ragged for look in looks),
        max(look.spurs for look in looks),
        max(look.corners for look in looks),
        max(look.holes for look in looks),
        min(look.symmetry for look in looks),
    )


def _corners(cells: Cells) -> int:
    """Corners of the outline: where one or three of four cells belong to it, or two that only touch."""
    corners = 0
    for row in range(-1, CARD_SIDE):
        for column in range(-1, CARD_SIDE):
            four = [(row + down, column + right) in cells for down in (0, 1) for right in (0, 1)]
            corners += {1: 1, 3: 1, 2: 2 * (four[0] == four[3])}.get(sum(four), 0)
    return corners


def _holes(cells: Cells) -> int:
    around = range(-1, CARD_SIDE + 1)
    outside = frozenset((row, column) for row in around for column in around) - cells
    return len(outside) - len(_reached(outside, (-1, -1)))


# ---- pose -------------------------------------------------------------------------------------------------


def posed(cells: Cells) -> Cells:
    """The shape turned to stand well and laid in the middle: its two halves alike if they can be, heavy below."""
    return _centred(min(orientations(cells), key=_unrest))


def _unrest(cells: Cells) -> tuple[bool, float, list[Cell]]:
    height, width = _extent(cells)
    is_uneven = cells != {(row, width - column) for row, column in cells}
    lift = height / 2 - sum(row for row, _ in cells) / len(cells)
    return is_uneven, lift, sorted(cells)


def _extent(cells: Cells) -> Cell:
    return max(row for row, _ in cells), max(column for _, column in cells)


def _centred(cells: Cells) -> Cells:
    """Half a row too low rather than too high: points and reward stand above."""
    height, width = _extent(cells)
    down, right = (CARD_SIDE - height) // 2, (CARD_SIDE - 1 - width) // 2
    return frozenset((row + down, column + right) for row, column in cells)
