"""What a card should pay: a line of points over cells for each colour, fitted to the 52 printed cards.

A card is *worth* its points and its reward; a reward counts as the actions it saves (``reward_steps``), and how many
points one of those is worth comes out of the fit as well. The *spread* of a colour is how far its printed cards lie
from their line: a new card within it is priced like the base set.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from math import log2, sqrt

from projectl.catalog import Card, bundled_pack
from projectl.catalog.cards import Color
from projectl.rules.pieces import CELLS, LEVEL, PIECE_NAMES
from projectl.solver import count_tilings, fewest_pieces

# A piece of level n is n actions: one takes an O1, each level more is an Upgrade (R4.3). A Level Up is one Upgrade or
# two (R12.9). An Ambassador action places three pieces, or two, for one action (R13.2): it saves two, or one.
_STEPS = dict(zip(PIECE_NAMES, LEVEL, strict=True)) | {"UP1": 1, "UP2": 2, "M": 2}

FEATURES: dict[str, Callable[[Card], float]] = {
    "cells": lambda card: card.cells,
    "fewest pieces": lambda card: len(fewest_pieces(card.recess) or ()),
    "tilings": lambda card: log2(count_tilings(card.recess)),
}
# What a price could look at beside the reward; the first is the one in use (docs/adr/0006).
MODELS = (
    ("cells",),
    ("fewest pieces",),
    ("tilings",),
    ("cells", "fewest pieces"),
    ("cells", "tilings"),
    ("cells", "fewest pieces", "tilings"),
)

Numbers = list[float]


def reward_steps(reward: str) -> int:
    """How many actions the reward saves its owner."""
    return _STEPS[reward]


@dataclass(frozen=True, slots=True)
class Price:
    """The line of a colour, and how far its printed cards lie below (``low``) and above it (``high``)."""

    color: Color
    start: float
    per_cell: float
    per_step: float
    low: float
    high: float

    def points(self, cells: int, reward: str) -> float:
        """What a card of that size with that reward should score."""
        return self.worth(cells) - self.per_step * reward_steps(reward)

    def worth(self, cells: int) -> float:
        """Points and reward together, in points."""
        return self.start + self.per_cell * cells

    def paid(self, card: Card) -> float:
        """What the card pays in all, in points."""
        return card.points + self.per_step * reward_steps(card.reward)

    def excess(self, card: Card) -> float:
        """How many points the card pays too much."""
        return self.paid(card) - self.worth(card.cells)

    def is_fair(self, card: Card) -> bool:
        """Whether the card is priced within the spread of the base set."""
        return self.low <= self.excess(card) <= self.high

    def sizes(self, points: int, reward: str) -> list[int]:
        """The numbers of cells that are fair for these points and this reward."""
        cells = range(1, CELLS + 1)
        return [size for size in cells if self.low <= points - self.points(size, reward) <= self.high]


@cache
def price(color: Color) -> Price:
    """The price of the base set's cards of a colour."""
    cards = printed(color)
    start, per_cell, per_step = fit(cards, MODELS[0])
    line = Price(color, start, per_cell, -per_step, 0, 0)
    # A printed card at the very edge is fair, whatever the last digit of the sum.
    low, high = (round(edge(map(line.excess, cards)), 6) for edge in (min, max))
    return Price(color, start, per_cell, -per_step, low - 1e-6, high + 1e-6)


def printed(color: Color) -> list[Card]:
    """The base set's cards of a colour."""
    return [card for card in bundled_pack("base").cards if card.color == color]


def opinion(card: Card) -> str:
    """A sentence on the card's price."""
    line = price(card.color)
    over = line.excess(card)
    fair = line.points(card.cells, card.reward)
    asked = f"{card.cells} cells with {card.reward} score {fair:.1f} at the base set's price"
    if line.is_fair(card):
        return f"{asked}, so {card.points} is fair."
    return f"{asked}, so {card.points} is {abs(over):.1f} too {'much' if over > 0 else 'little'}."


# ---- least squares ----------------------------------------------------------------------------------------


def fit(cards: Sequence[Card], features: Iterable[str]) -> Numbers:
    """The coefficients of 1, the features and the reward's steps that come nearest to the cards' points."""
    return _least_squares([_row(card, features) for card in cards], [card.points for card in cards])


def errors(color: Color, features: Sequence[str]) -> tuple[float, float]:
    """Root mean square error over a colour's printed cards: of the fit, and of each card left out of its fit."""
    cards = printed(color)
    within = _misses(cards, fit(cards, features), features)
    apart = [_misses([card], fit([c for c in cards if c is not card], features), features)[0] for card in cards]
    return _root_mean_square(within), _root_mean_square(apart)


def _row(card: Card, features: Iterable[str]) -> Numbers:
    return [1.0, *(FEATURES[name](card) for name in features), float(reward_steps(card.reward))]


def _misses(cards: Iterable[Card], weights: Numbers, features: Sequence[str]) -> Numbers:
    return [card.points - _dot(_row(card, features), weights) for card in cards]


def _root_mean_square(values: Numbers) -> float:
    return sqrt(sum(value * value for value in values) / len(values))


def _least_squares(rows: list[Numbers], wanted: Sequence[float]) -> Numbers:
    """The normal equations, solved by elimination: there are never more than five unknowns."""
    columns = list(zip(*rows, strict=True))
    system = [[_dot(one, other) for other in columns] + [_dot(one, wanted)] for one in columns]
    for pivot, line in enumerate(system):
        scale = line[pivot]
        line[:] = [value / scale for value in line]
        for other in system:
            if other is not line:
                factor = other[pivot]
                other[:] = [a - factor * b for a, b in zip(other, line, strict=True)]
    return [line[-1] for line in system]


def _dot(one: Sequence[float], other: Sequence[float]) -> float:
    return sum(a * b for a, b in zip(one, other, strict=True))
