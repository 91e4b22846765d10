"""Tilings: against the plain way, under symmetry, and against the table of the base cards."""

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.solver.plain import drawn, every_tiling, piece_counts, supply, symmetries

from projectl.catalog import bundled_pack
from projectl.rules.pieces import CELLS, FULL_CARD, PIECES, PLACEMENT_MASK, PLACEMENT_PIECE, PLACEMENTS
from projectl.solver import (
    ALL_PIECES,
    BASE_PIECES,
    can_fill,
    count_tilings,
    count_with_supply,
    fewest_pieces,
    finishable_placements,
    tilings,
)

BASE = bundled_pack("base").cards
SMALL = [card for card in BASE if card.cells <= 5]
TABLE = json.loads(Path(__file__).with_name("base_counts.json").read_text("utf-8"))
ANY_BASE = [CELLS if piece in BASE_PIECES else 0 for piece in range(PIECES)]

recesses = st.integers(1, FULL_CARD).filter(lambda mask: mask.bit_count() <= 12)
# Close cells, so that large pieces fit too.
corners = st.integers(1, (1 << 13) - 1).filter(lambda mask: mask.bit_count() <= 6)
supplies = st.lists(st.integers(0, 3), min_size=PIECES, max_size=PIECES)
often = settings(max_examples=60, derandomize=True, deadline=None)


def covers_exactly(tiling: tuple[int, ...], recess: int) -> bool:
    """Whether the pieces lie side by side and fill the recess."""
    masks = [PLACEMENT_MASK[placement] for placement in tiling]
    return sum(masks) == recess and sum(mask.bit_count() for mask in masks) == recess.bit_count()


@pytest.mark.parametrize("card", BASE, ids=lambda card: card.id)
def test_base_cards_as_in_the_table(card):
    counted = {
        "tilings": count_tilings(card.recess),
        "fewest_pieces": len(fewest_pieces(card.recess) or ()),
        "tilings_with_ghosts": count_tilings(card.recess, ALL_PIECES),
        "fewest_pieces_with_ghosts": len(fewest_pieces(card.recess, pieces=ALL_PIECES) or ()),
    }
    assert counted == TABLE[card.id]


def test_the_table_has_every_base_card():
    assert list(TABLE) == [card.id for card in BASE]


@pytest.mark.parametrize(
    ("rows", "number", "fewest"),
    [
        (".", 1, 1),
        ("..", 2, 1),
        (".#.", 1, 2),
        ("...", 4, 1),
        ("../.", 4, 1),
        ("../..", 12, 1),
        ("....", 8, 1),
        ("...../#####/.....", 15 * 15, 4),
    ],
)
def test_counts_that_a_person_can_check(rows, number, fewest):
    recess = drawn(rows)
    assert count_tilings(recess) == number
    assert len(fewest_pieces(recess) or ()) == fewest


@pytest.mark.parametrize("card", SMALL, ids=lambda card: card.id)
def test_small_cards_against_the_plain_way(card):
    plain = every_tiling(card.recess, ANY_BASE)
    found = list(tilings(card.recess))
    assert {frozenset(tiling) for tiling in found} == plain
    assert len(found) == len(plain) == count_tilings(card.recess)
    assert len(fewest_pieces(card.recess) or ()) == min(map(len, plain))


@given(corners, supplies)
@often
def test_supplies_against_the_plain_way(recess, own):
    plain = every_tiling(recess, own)
    found = list(tilings(recess, own))
    assert {frozenset(tiling) for tiling in found} == plain
    assert len(found) == len(plain) == count_with_supply(recess, own)
    assert can_fill(recess, own) == bool(plain)
    best = fewest_pieces(recess, own)
    assert (best is None) == (not plain)
    assert best is None or (frozenset(best) in plain and len(best) == min(map(len, plain)))


@given(corners, supplies)
@often
def test_finishable_placements_against_the_plain_way(recess, own):
    plain = set().union(*every_tiling(recess, own))
    # In a tiling or not is the same question: what is placed first does not matter.
    assert finishable_placements(recess, own) == sorted(plain)


def test_a_dead_end():
    # The I2 must lie in the arm: in the square's row it would leave cells that L3 and O1 cannot fill.
    recess = drawn("../../.")
    good = finishable_placements(recess, supply("I2", "L3"))
    assert all(covers_exactly(tiling, recess) for tiling in tilings(recess, supply("I2", "L3")))
    i2 = [p for p in range(PLACEMENTS) if PLACEMENT_PIECE[p] == 1 and PLACEMENT_MASK[p] & ~recess == 0]
    assert 0 < len([p for p in good if PLACEMENT_PIECE[p] == 1]) < len(i2)
    assert finishable_placements(recess, supply("I2", "I2")) == []


@given(recesses)
@often
def test_symmetries_have_equal_counts(recess):
    forms = symmetries(recess)
    assert len({count_tilings(form) for form in forms}) == 1
    assert len({count_tilings(form, ALL_PIECES) for form in forms}) == 1
    assert len({len(fewest_pieces(form) or ()) for form in forms}) == 1


@given(corners, supplies, st.integers(0, PIECES - 1))
@often
def test_more_supply_never_hurts(recess, own, piece):
    more = [number + (piece == other) for other, number in enumerate(own)]
    assert count_with_supply(recess, more) >= count_with_supply(recess, own)
    assert set(finishable_placements(recess, more)) >= set(finishable_placements(recess, own))
    best, better = fewest_pieces(recess, own), fewest_pieces(recess, more)
    assert best is None or (better is not None and len(better) <= len(best))


@given(recesses)
@often
def test_a_supply_of_everything_is_no_limit(recess):
    assert count_with_supply(recess, ANY_BASE) == count_tilings(recess)
    best, tiling = fewest_pieces(recess), fewest_pieces(recess, ANY_BASE)
    assert best is not None
    assert tiling is not None
    assert len(best) == len(tiling)
    assert covers_exactly(best, recess)
    assert piece_counts(best)[BASE_PIECES.stop :] == [0, 0, 0]


def test_no_cells_and_no_pieces():
    assert list(tilings(0)) == [()]
    assert fewest_pieces(0, supply()) == ()
    assert count_with_supply(drawn(".."), supply()) == 0
    assert fewest_pieces(drawn(".."), supply("O1")) is None
    assert list(tilings(drawn(".#."), pieces=[1])) == []
    assert fewest_pieces(drawn(".#."), pieces=[1]) is None
