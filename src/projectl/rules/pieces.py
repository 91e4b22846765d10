"""The twelve pieces and every way each of them can lie on a 5x5 card (R0.1, R1.1, R1.3).

A set of cells is a 25-bit mask: bit ``5 * row + column``, counted from the top left. A *placement* is one
piece in one orientation at one spot; there are 595, numbered piece by piece and then in reading order of
their cells. That numbering is part of the step ids (see ``steps``) and never changes.
"""

CARD_SIDE = 5
CELLS = CARD_SIDE * CARD_SIDE
FULL_CARD = (1 << CELLS) - 1

# Drawn once; turning and mirroring is free (R0.1), so one drawing stands for both hands.
_DRAWINGS = {
    "O1": "x",
    "I2": "xx",
    "I3": "xxx",
    "L3": "xx/x.",
    "O4": "xx/xx",
    "I4": "xxxx",
    "T4": "xxx/.x.",
    "L4": "xxx/x..",
    "S4": ".xx/xx.",
    "P5": "xx/xx/x.",
    "U5": "x.x/xxx",
    "L5": "xxxx/x...",
}

PIECE_NAMES = tuple(_DRAWINGS)
PIECES = len(PIECE_NAMES)
O1, I2, I3, L3, O4, I4, T4, L4, S4, P5, U5, L5 = range(PIECES)

LEVEL = [1, 2, 3, 3, 4, 4, 4, 4, 4, 5, 5, 5]
TOP_BASE_LEVEL = 4
GHOST_LEVEL = 5
# Pieces of level k are LEVEL_START[k] .. LEVEL_START[k + 1] - 1.
LEVEL_START = [0, 0, 1, 2, 4, 9, 12]

Cell = tuple[int, int]


def _drawn_cells(drawing: str) -> frozenset[Cell]:
    return frozenset(
        (row, column) for row, line in enumerate(drawing.split("/")) for column, mark in enumerate(line) if mark == "x"
    )


def _at_origin(cells: frozenset[Cell]) -> frozenset[Cell]:
    top = min(row for row, _ in cells)
    left = min(column for _, column in cells)
    return frozenset((row - top, column - left) for row, column in cells)


def orientations(cells: frozenset[Cell]) -> set[frozenset[Cell]]:
    """All turned and mirrored forms of a shape, each moved to the top left corner."""
    forms = set()
    for _ in range(4):
        cells = frozenset((column, -row) for row, column in cells)
        forms.add(_at_origin(cells))
        forms.add(_at_origin(frozenset((row, -column) for row, column in cells)))
    return forms


def _spots(form: frozenset[Cell]) -> list[frozenset[Cell]]:
    height = 1 + max(row for row, _ in form)
    width = 1 + max(column for _, column in form)
    return [
        frozenset((row + down, column + right) for row, column in form)
        for down in range(CARD_SIDE - height + 1)
        for right in range(CARD_SIDE - width + 1)
    ]


def _mask(cells: frozenset[Cell]) -> int:
    return sum(1 << (CARD_SIDE * row + column) for row, column in cells)


def _all_placements() -> tuple[list[int], list[int], list[int]]:
    masks: list[int] = []
    owners: list[int] = []
    starts = [0]
    for piece, drawing in enumerate(_DRAWINGS.values()):
        found = {spot for form in orientations(_drawn_cells(drawing)) for spot in _spots(form)}
        for spot in sorted(found, key=sorted):
            masks.append(_mask(spot))
            owners.append(piece)
        starts.append(len(masks))
    return masks, owners, starts


PLACEMENT_MASK, PLACEMENT_PIECE, PLACEMENT_START = _all_placements()
PLACEMENTS = len(PLACEMENT_MASK)


def _splits_of(target: int) -> list[list[int]]:
    """Every multiset of level 1-4 pieces that tiles the cells of ``target`` exactly (R12.5)."""
    found: set[tuple[int, ...]] = set()
    inside = [p for p in range(PLACEMENT_START[P5]) if PLACEMENT_MASK[p] & ~target == 0]

    def cover(left: int, counts: list[int]) -> None:
        if left == 0:
            found.add(tuple(counts))
            return
        corner = left & -left
        for placement in inside:
            mask = PLACEMENT_MASK[placement]
            if mask & corner and mask & left == mask:
                counts[PLACEMENT_PIECE[placement]] += 1
                cover(left & ~mask, counts)
                counts[PLACEMENT_PIECE[placement]] -= 1

    cover(target, [0] * PIECES)
    # Fewest pieces first, then the larger pieces first.
    return [list(counts) for counts in sorted(found, key=lambda c: (sum(c), c))]


def _all_splits() -> tuple[list[int], list[list[int]]]:
    ghosts: list[int] = []
    counts: list[list[int]] = []
    for ghost in (P5, U5, L5):
        for split in _splits_of(PLACEMENT_MASK[PLACEMENT_START[ghost]]):
            ghosts.append(ghost)
            counts.append(split)
    return ghosts, counts


# Split k breaks the ghost SPLIT_GHOST[k] into SPLIT_COUNT[k][piece] pieces of each type (R12.5).
SPLIT_GHOST, SPLIT_COUNT = _all_splits()
SPLITS = len(SPLIT_GHOST)
