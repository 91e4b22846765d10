"""Blocks: rectangles of coloured text that are put beside and under each other."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rich.text import Text


@dataclass(frozen=True, slots=True)
class Block:
    """Lines of text; shorter ones count as filled up with spaces."""

    lines: tuple[Text, ...]

    @property
    def width(self) -> int:
        """The columns it takes."""
        return max((line.cell_len for line in self.lines), default=0)

    @property
    def height(self) -> int:
        """The lines it takes."""
        return len(self.lines)


def block(*lines: Text | str) -> Block:
    """A block of these lines."""
    return Block(tuple(line if isinstance(line, Text) else Text(line) for line in lines))


def _padded(line: Text, width: int) -> Text:
    # A new text, so that the style of the line does not run on into the padding.
    return Text.assemble(line, " " * (width - line.cell_len))


def beside(blocks: Iterable[Block], gap: int = 2) -> Block:
    """From left to right, tops aligned."""
    shown = [one for one in blocks if one.lines]
    height = max((one.height for one in shown), default=0)
    rows = []
    for number in range(height):
        line = Text()
        for index, one in enumerate(shown):
            here = one.lines[number] if number < one.height else Text()
            last = index == len(shown) - 1
            line.append_text(here if last else _padded(here, one.width + gap))
        rows.append(line)
    return Block(tuple(rows))


def under(blocks: Iterable[Block], gap: int = 0) -> Block:
    """From top to bottom, empty ones left out."""
    lines: list[Text] = []
    for one in blocks:
        if one.lines and lines:
            lines += [Text()] * gap
        lines += one.lines
    return Block(tuple(lines))


def flow(blocks: Sequence[Block], width: int, gap: int = 2, line_gap: int = 0) -> Block:
    """Like words in a paragraph: beside each other while there is room."""
    rows: list[list[Block]] = [[]]
    used = 0
    for one in blocks:
        if rows[-1] and used + gap + one.width > width:
            rows.append([])
        used = one.width if not rows[-1] else used + gap + one.width
        rows[-1].append(one)
    return under([beside(row, gap) for row in rows], line_gap)


def columns(blocks: Sequence[Block], width: int, gap: int = 2) -> Block:
    """``flow`` with everything in line below each other."""
    widest = max((one.width for one in blocks), default=0)
    return flow([widened(one, widest) for one in blocks], width, gap)


def widened(one: Block, width: int) -> Block:
    """The block, taking at least so many columns."""
    return Block(tuple(_padded(line, width) for line in one.lines))
