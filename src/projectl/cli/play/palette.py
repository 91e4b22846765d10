"""Colours and glyphs: how things look in a terminal that can much, little or nothing."""

from dataclasses import dataclass

from rich.console import Console
from rich.style import Style
from rich.text import Text

from projectl.rules.pieces import CARD_SIDE, LEVEL, PIECE_NAMES, PLACEMENT_MASK, PLACEMENT_START
from projectl.rules.pieces import GHOST_LEVEL as GHOSTS

PIECE_COLORS = {
    "O1": "#f7c914",
    "I2": "#35b14a",
    "I3": "#1f74d8",
    "L3": "#f58a1f",
    "O4": "#e02a34",
    "I4": "#7a3fb5",
    "T4": "#d6218c",
    "L4": "#18b6d6",
    "S4": "#f0542b",
    "P5": "#ffffff",
    "U5": "#ffffff",
    "L5": "#ffffff",
}
GHOST_PIECES = tuple(name for name, level in zip(PIECE_NAMES, LEVEL, strict=True) if level == GHOSTS)
# Dark letters on light pieces, light ones on dark.
_DARK_PIECES = ("I3", "O4", "I4", "T4")

ACCENT = "bold #f7c914"
QUIET = "dim"
STRONG = "bold"
WARNING = "bold #f0542b"
TILE_COLORS = {"pink": "#e58bb8", "blue": "#7fb2ea"}
LITTLE_GHOST = "#aab6e2"  # white would be lost in the recess of a little black card
OLD_PIECE = "#8b8f96"  # what lies on a card already, where the picture is about a new piece


@dataclass(frozen=True, slots=True)
class CardColors:
    """The colours of a card: its head, its solid cells with their dots, its recess, its letters."""

    head: str
    solid: str
    recess: str
    dot: str
    ink: str


CARD_COLORS = {
    "white": CardColors("#d3d0c6", "#e9e7e1", "#bfbcb3", "#b3b0a7", "#26282c"),
    "black": CardColors("#2b2e34", "#0b0c0e", "#f6f4ee", "#54585f", "#f1efe9"),
}


@dataclass(frozen=True, slots=True)
class Theme:
    """What the terminal can show."""

    color: bool
    unicode: bool

    @classmethod
    def of(cls, console: Console) -> "Theme":
        """What this console can show."""
        color = console.color_system is not None and not console.no_color
        return cls(color, console.encoding.lower().startswith("utf"))

    def glyph(self, pretty: str, plain: str) -> str:
        """The first if the terminal knows it, else the second."""
        return pretty if self.unicode else plain

    @property
    def full(self) -> str:
        """An action left."""
        return self.glyph("●", "o")

    @property
    def spent(self) -> str:
        """An action used."""
        return self.glyph("○", ".")

    @property
    def dot(self) -> str:
        """A separator."""
        return self.glyph("·", "-")

    @property
    def line(self) -> str:
        """A horizontal rule."""
        return self.glyph("─", "-")

    @property
    def lock(self) -> str:
        """A lock of the solo game."""
        return self.glyph("■", "#")


def piece_style(piece: str) -> Style:
    """Letters on a block of the piece's colour."""
    return Style(color="#ffffff" if piece in _DARK_PIECES else "#15171b", bgcolor=PIECE_COLORS[piece])


def shape(theme: Theme, piece: str) -> Text:
    """The piece itself, one line high: two rows of squares as half blocks."""
    if not theme.unicode:
        return Text()
    mask = PLACEMENT_MASK[PLACEMENT_START[PIECE_NAMES.index(piece)]]
    glyphs = " ▀▄█"
    marks = [(mask >> column & 1) + 2 * (mask >> (CARD_SIDE + column) & 1) for column in range(CARD_SIDE)]
    return Text("".join(glyphs[mark] for mark in marks).rstrip(), Style(color=PIECE_COLORS[piece]))


def chip(theme: Theme, piece: str, count: int | str, *, width: int = 0) -> Text:
    """A piece and how many of it; ``width`` is the room for its shape where chips stand in columns."""
    drawn = shape(theme, piece)
    gap = " " if drawn else ""
    return Text.assemble(" " * (width - drawn.cell_len), drawn, gap, (piece, STRONG), f" {count}")
