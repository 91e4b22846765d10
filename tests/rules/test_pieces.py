"""Pieces, placements and splits, checked against the rule text."""

import re
from itertools import combinations
from pathlib import Path

from projectl.rules import pieces
from projectl.rules.pieces import LEVEL, PIECE_NAMES, PLACEMENT_MASK, PLACEMENT_PIECE, PLACEMENT_START

RULES = (Path(__file__).parents[2] / "docs" / "rules.md").read_text("utf-8")


def test_level_is_the_number_of_squares() -> None:
    """R0.1, R1.1."""
    for placement, mask in enumerate(PLACEMENT_MASK):
        assert mask.bit_count() == LEVEL[PLACEMENT_PIECE[placement]]
    assert [LEVEL[p] for p in range(12)] == [int(name[1]) for name in PIECE_NAMES]


def test_595_placements_none_twice() -> None:
    assert pieces.PLACEMENTS == 595
    for piece in range(pieces.PIECES):
        masks = PLACEMENT_MASK[PLACEMENT_START[piece] : PLACEMENT_START[piece + 1]]
        assert len(set(masks)) == len(masks)


def test_pieces_are_twelve_different_shapes() -> None:
    """Turning and mirroring included, so both hands of L4, S4, P5 and L5 are one type (R0.1, R1.3)."""
    masks = [set(PLACEMENT_MASK[PLACEMENT_START[p] : PLACEMENT_START[p + 1]]) for p in range(pieces.PIECES)]
    for one, other in combinations(masks, 2):
        assert not one & other


def test_levels_are_contiguous() -> None:
    for level in range(1, 6):
        for piece in range(pieces.LEVEL_START[level], pieces.LEVEL_START[level + 1]):
            assert LEVEL[piece] == level


def test_splits_are_those_of_the_rules_table() -> None:
    """R12.5, read from docs/rules.md itself."""
    printed = {}
    for ghost, number, text in re.findall(r"^\s*\| ([PUL]5) \((\d+)\) \| (.*?) \|$", RULES, re.MULTILINE):
        multisets = set()
        for entry in text.split(", "):
            counts = [0] * pieces.PIECES
            for part in entry.split("+"):
                times, _, name = part.rpartition("x")
                counts[PIECE_NAMES.index(name)] += int(times or 1)
            multisets.add(tuple(counts))
        assert len(multisets) == int(number)
        printed[ghost] = multisets
    ours: dict[str, set[tuple[int, ...]]] = {}
    for ghost, counts in zip(pieces.SPLIT_GHOST, pieces.SPLIT_COUNT, strict=True):
        ours.setdefault(PIECE_NAMES[ghost], set()).add(tuple(counts))
    assert ours == printed
    assert len(ours) == 3
