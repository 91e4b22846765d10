"""Cards as pictures: large with colour blocks, and little ones for choosing."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from rich.style import Style
from rich.text import Text

from projectl.catalog import Card
from projectl.rules.pieces import CARD_SIDE, PIECE_NAMES

from .blocks import Block, block
from .palette import CARD_COLORS, GHOST_PIECES, LITTLE_GHOST, OLD_PIECE, PIECE_COLORS, STRONG, Theme, piece_style

CELL = 2  # columns of a cell: terminal characters are about twice as high as wide
CARD_WIDTH = CARD_SIDE * CELL
_PLAIN_SOLID = {"white": ("░", ":"), "black": ("█", "#")}
_OLD, _NEW = "o", "X"

Cell = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Lying:
    """A piece on a card."""

    piece: str
    cells: tuple[Cell, ...]

    @classmethod
    def parse(cls, text: str) -> "Lying":
        """Read ``I2@12,22``."""
        piece, _, cells = text.partition("@")
        return cls(piece, tuple((int(cell[0]), int(cell[1])) for cell in cells.split(",")))


@dataclass(frozen=True, slots=True)
class Picture:
    """A card and the pieces on it, oldest first; ``new`` is one that is only considered."""

    card: Card
    lying: tuple[Lying, ...] = ()
    new: Lying | None = None
    covered: dict[Cell, Lying] = field(init=False)

    def __post_init__(self) -> None:
        pieces = self.lying + ((self.new,) if self.new else ())
        object.__setattr__(self, "covered", {cell: one for one in pieces for cell in one.cells})

    @classmethod
    def of(cls, card: Card, placed: Iterable[str], new: str | None = None) -> "Picture":
        """From the placements of a view, written ``I2@12,22``."""
        return cls(card, tuple(map(Lying.parse, placed)), Lying.parse(new) if new else None)

    def is_recess(self, cell: Cell) -> bool:
        """Whether the cell is to be filled."""
        return self.card.rows[cell[0]][cell[1]] == "."


def fits_in_head(card: Card) -> bool:
    """Whether points, id and reward fit on one line of the card."""
    return len(f"{card.points} {card.id} {card.reward}") <= CARD_WIDTH


def large(theme: Theme, picture: Picture, *, cells: bool = False, name_above: bool = False) -> Block:
    """The card in full; ``cells`` puts the digits of rows and columns around it."""
    card = picture.card
    edge = " " * CELL if cells else ""
    lines = []
    if name_above:
        lines.append(Text(edge + card.id, STRONG))
    lines.append(Text.assemble(edge, _head(card, name_above)))
    for row in range(CARD_SIDE):
        digit = (f"{row} ", "dim") if cells else ("", "")
        drawn = [_cell(theme, picture, (row, column)) for column in range(CARD_SIDE)]
        lines.append(Text.assemble(digit, *drawn))
    if cells:
        lines.append(Text(edge + "".join(f"{column} " for column in range(CARD_SIDE)), "dim"))
    return block(*lines)


def empty_slot(theme: Theme) -> Block:
    """Where no card lies, as large as a card."""
    dots = theme.glyph("·", ".").center(CARD_WIDTH)
    return block(*[Text(" " * CARD_WIDTH)] * 3, Text(dots, "dim"), *[Text(" " * CARD_WIDTH)] * 2)


def _head(card: Card, name_above: bool) -> Text:
    """Points on the left, reward on the right, like the printed card."""
    colors = CARD_COLORS[card.color]
    style = Style(color=colors.ink, bgcolor=colors.head)
    left = str(card.points) if name_above else f"{card.points} {card.id}"
    gap = " " * (CARD_WIDTH - len(left) - len(card.reward))
    reward = piece_style(card.reward) if card.reward in PIECE_NAMES else style + Style(bold=True, reverse=True)
    return Text.assemble((left, style + Style(bold=True)), (gap, style), (card.reward, reward))


def _cell(theme: Theme, picture: Picture, cell: Cell) -> tuple[str, Style]:
    lying = picture.covered.get(cell)
    if lying:
        return _piece_cell(theme, lying, cell == lying.cells[0])
    color = picture.card.color
    colors = CARD_COLORS[color]
    if picture.is_recess(cell):
        return ("  " if theme.color else " .", Style(bgcolor=colors.recess))
    if theme.color:
        return (theme.glyph("· ", ". "), Style(color=colors.dot, bgcolor=colors.solid))
    return (theme.glyph(*_PLAIN_SOLID[color]) * CELL, Style())


def _piece_cell(theme: Theme, lying: Lying, first: bool) -> tuple[str, Style]:
    """The name stands in the first cell, so that two pieces of a type can be told apart."""
    if not theme.color:
        return (lying.piece if first else lying.piece.lower(), Style())
    filling = theme.glyph("░░", "::") if lying.piece in GHOST_PIECES else "  "
    return (lying.piece if first else filling, piece_style(lying.piece))


# ---- little pictures --------------------------------------------------------------------------------------


def little(theme: Theme, picture: Picture) -> Block:
    """The card in five columns: half blocks where there is colour, letters where there is none."""
    if not (theme.color and theme.unicode):
        rows = range(CARD_SIDE)
        return block(*("".join(_letter(picture, (row, col)) for col in range(CARD_SIDE)) for row in rows))
    return block(*(_half_line(picture, row) for row in range(0, CARD_SIDE, 2)))


def _letter(picture: Picture, cell: Cell) -> str:
    lying = picture.covered.get(cell)
    if lying:
        return _NEW if lying is picture.new else _OLD
    return "." if picture.is_recess(cell) else "#"


def _half_line(picture: Picture, row: int) -> Text:
    line = Text()
    for column in range(CARD_SIDE):
        upper = _little_color(picture, (row, column))
        below = _little_color(picture, (row + 1, column)) if row + 1 < CARD_SIDE else None
        line.append("▀", Style(color=upper, bgcolor=below))
    return line


def _little_color(picture: Picture, cell: Cell) -> str:
    lying = picture.covered.get(cell)
    colors = CARD_COLORS[picture.card.color]
    if lying is None:
        return colors.recess if picture.is_recess(cell) else colors.solid
    # Beside a new piece the old ones are grey: two of one colour would run together.
    if picture.new and lying is not picture.new:
        return OLD_PIECE
    return LITTLE_GHOST if lying.piece in GHOST_PIECES else PIECE_COLORS[lying.piece]


def free_cells(card: Card, placed: Sequence[str]) -> int:
    """How many cells of the card are still to be filled."""
    return card.cells - sum(len(Lying.parse(text).cells) for text in placed)
