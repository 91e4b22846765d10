"""New cards: every promise of the generator, and that the stand-ins came out of it."""

import re
from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from projectl.cards import Look, Wanted, generate, make, price
from projectl.cards.generate import is_good, printed_forms
from projectl.cards.shapes import cells_of, form, is_connected, posed, printed_look
from projectl.catalog import bundled_pack
from projectl.catalog.cards import is_tileable
from projectl.catalog.files import bundled_text
from projectl.errors import SetupError

PACKS = ("ghost", "ambassador", "phoenix")
STAND_INS = [card for name in PACKS for card in bundled_pack(name).cards]
KINDS = sorted({(card.color, card.points, card.reward) for card in STAND_INS})


def seeds():
    """The seed that stands above each card."""
    found: dict[str, int] = {}
    for name in PACKS:
        comments = re.findall(
            r'^# [a-z ]+, seed (\d+).*\n\[\[card\]\]\nid = "(\w+)"', bundled_text("cards", name), re.M
        )
        found |= {card: int(seed) for seed, card in comments}
    return found


@pytest.mark.parametrize("card", STAND_INS, ids=lambda card: card.id)
def test_a_stand_in_is_made_again_from_its_seed(card):
    assert make(Wanted(card.color, card.points, card.reward), seeds()[card.id], card.id) == card


@settings(max_examples=40, deadline=None)
@given(kind=st.sampled_from(KINDS), seed=st.integers(0, 2**40))
def test_a_made_card_keeps_every_promise(kind, seed):
    card = make(Wanted(*kind), seed)
    cells = cells_of(card.recess)
    assert (card.color, card.points, card.reward, card.stand_in) == (*kind, True)
    assert is_connected(cells)
    assert Look.of(cells).is_within(printed_look())
    assert is_tileable(card.recess, copies=10)
    assert price(card.color).is_fair(card)
    assert form(cells) not in printed_forms()
    assert posed(cells) == cells
    assert make(Wanted(*kind), seed) == card


def test_generated_cards_are_distinct_and_leave_out_what_is_taken():
    wanted = Wanted("black", 4, "UP1")
    found = [card for _, card in islice(generate(wanted, 1), 6)]
    forms = [form(cells_of(card.recess)) for card in found]
    assert len(set(forms)) == 6
    others = [form(cells_of(card.recess)) for _, card in islice(generate(wanted, 1, forms), 4)]
    assert set(others).isdisjoint(forms)


def test_shapes_vary():
    symmetric = [Look.of(cells_of(make(Wanted("black", 4, "UP1"), seed).recess)).symmetry for seed in range(60)]
    assert 0.2 < sum(order > 1 for order in symmetric) / 60 < 0.95


def test_impossible_wishes_are_refused_in_a_sentence():
    with pytest.raises(SetupError, match="No black card of 20 points with O1 has a fair size"):
        make(Wanted("black", 20, "O1"), 1)
    with pytest.raises(SetupError, match="No new shape of 4 cells"):  # the five tetrominoes are printed
        make(Wanted("white", 0, "L4"), 1)


@pytest.mark.parametrize(
    ("rows", "good"),
    [
        ("##### #...# #...# #...# #####", True),
        ("##### #...# #.#.# #...# #####", False),  # a hole
        ("#.#.# ..... #.#.# ##### #####", False),  # a comb
        (".#### #.### ##### ##### #####", False),  # two recesses
        ("..... ####. ...#. .###. .....", False),  # a spiral
    ],
)
def test_what_is_good(rows, good):
    cells = frozenset(
        (row, column) for row, line in enumerate(rows.split()) for column in range(5) if line[column] == "."
    )
    assert is_good(cells) is good
