"""The outline of a set of cells as one SVG path with rounded corners."""

from collections.abc import Iterator

from projectl.rules.pieces import Cell

Point = tuple[int, int]  # x, y in cells

_CLOCKWISE = ((1, 0), (0, 1), (-1, 0), (0, -1))


def outline(cells: frozenset[Cell], size: float, radius: float) -> str:
    """The path around the cells, each ``size`` wide."""
    return "".join(_rounded(loop, size, radius) for loop in _loops(cells))


def _loops(cells: frozenset[Cell]) -> Iterator[list[Point]]:
    """Corner points of each closed line, cells to the right of the way."""
    ways = _edges(cells)
    while ways:
        start, heading = min(ways)
        loop: list[Point] = []
        point = start
        while (point, heading) in ways:
            ways.remove((point, heading))
            point = (point[0] + _CLOCKWISE[heading][0], point[1] + _CLOCKWISE[heading][1])
            # Right first: where two cells only touch at a corner, each keeps its own line.
            turns = [(heading + 1) % 4, heading, (heading - 1) % 4]
            onward = next((turn for turn in turns if (point, turn) in ways), None)
            if onward != heading:
                loop.append(point)
            heading = heading if onward is None else onward
        yield loop


def _edges(cells: frozenset[Cell]) -> set[tuple[Point, int]]:
    found = set()
    for row, column in cells:
        corners = ((column, row), (column + 1, row), (column + 1, row + 1), (column, row + 1))
        outside = ((row - 1, column), (row, column + 1), (row + 1, column), (row, column - 1))
        found |= {(corners[side], side) for side in range(4) if outside[side] not in cells}
    return found


def _rounded(loop: list[Point], size: float, radius: float) -> str:
    parts: list[str] = []
    for index, (x, y) in enumerate(loop):
        before, after = loop[index - 1], loop[(index + 1) % len(loop)]
        come = (_sign(x - before[0]), _sign(y - before[1]))
        go = (_sign(after[0] - x), _sign(after[1] - y))
        left, top = x * size, y * size
        verb = "L" if parts else "M"
        parts.append(f"{verb}{_number(left - come[0] * radius)} {_number(top - come[1] * radius)}")
        end = f"{_number(left + go[0] * radius)} {_number(top + go[1] * radius)}"
        parts.append(f"Q{_number(left)} {_number(top)} {end}")
    return "".join(parts) + "Z"


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


def _number(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")
