"""The price model: what the fit says, and that it is the best of its kind."""

from dataclasses import replace

import pytest

from projectl.cards import opinion, price
from projectl.cards.price import MODELS, errors, fit, printed, reward_steps
from projectl.catalog import Card, bundled_pack

BOTH = pytest.mark.parametrize("color", ["white", "black"])
STAND_INS = [card for name in ("ghost", "ambassador", "phoenix") for card in bundled_pack(name).cards]


def drawn(color, points, reward, cells):
    dots = "." * cells + "#" * (25 - cells)
    return Card("X", color, points, reward, tuple(dots[row : row + 5] for row in range(0, 25, 5)))


def test_a_reward_counts_the_actions_it_saves():
    assert [reward_steps(reward) for reward in ("O1", "I2", "L3", "S4", "U5")] == [1, 2, 3, 4, 5]
    assert [reward_steps(reward) for reward in ("UP1", "UP2", "M")] == [1, 2, 2]


def test_a_fit_finds_the_line_that_made_the_cards():
    cards = [
        drawn("white", cells - reward_steps(reward), reward, cells) for cells in (5, 7, 9) for reward in ("O1", "I3")
    ]
    assert fit(cards, ["cells"]) == pytest.approx([0, 1, -1])


@BOTH
def test_no_other_line_comes_nearer_to_the_printed_cards(color):
    cards = printed(color)
    line = price(color)

    def miss(start, per_cell, per_step):
        guesses = [start + per_cell * card.cells - per_step * reward_steps(card.reward) for card in cards]
        return sum((card.points - guess) ** 2 for card, guess in zip(cards, guesses, strict=True))

    best = miss(line.start, line.per_cell, line.per_step)
    for shift in (-0.01, 0.01):
        assert miss(line.start + shift, line.per_cell, line.per_step) > best
        assert miss(line.start, line.per_cell + shift, line.per_step) > best
        assert miss(line.start, line.per_cell, line.per_step + shift) > best


@BOTH
def test_the_spread_is_that_of_the_printed_cards(color):
    excesses = [price(color).excess(card) for card in printed(color)]
    assert all(map(price(color).is_fair, printed(color)))
    assert (min(excesses), max(excesses)) == pytest.approx((price(color).low, price(color).high), abs=1e-5)
    assert sum(excesses) == pytest.approx(0, abs=1e-6)


@pytest.mark.parametrize(("color", "gain"), [("white", 0.0), ("black", 0.01)])
def test_more_features_foretell_a_card_no_better(color, gain):
    in_use, *others = [errors(color, features) for features in MODELS]
    assert all(in_use[1] <= left_out + gain for _, left_out in others)
    assert min(within for within, _ in others) < in_use[0], "though they fit better"
    assert all(within < left_out for within, left_out in others)


@BOTH
def test_sizes_are_those_of_fair_cards(color):
    points, reward = (2, "L3") if color == "white" else (4, "I2")
    sizes = price(color).sizes(points, reward)
    assert sizes
    fair = [cells for cells in range(1, 26) if price(color).is_fair(drawn(color, points, reward, cells))]
    assert sizes == fair
    assert price(color).sizes(20, "O1") == []


@pytest.mark.parametrize("card", STAND_INS, ids=lambda card: card.id)
def test_stand_ins_are_priced_within_the_spread(card):
    assert price(card.color).is_fair(card), opinion(card)


def test_opinions_are_sentences():
    fair = next(card for card in bundled_pack("base").cards if card.id == "B7")
    assert opinion(fair) == "12 cells with I2 score 3.9 at the base set's price, so 4 is fair."
    assert opinion(replace(fair, points=5)).endswith("so 5 is 1.1 too much.")
    assert opinion(replace(fair, points=3)).endswith("so 3 is 0.9 too little.")
