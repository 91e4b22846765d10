"""Filling cards: tilings, fewest pieces, dead ends, and the fewest actions that complete a card."""

from .actions import Action, Answer, fewest_actions
from .cover import (
    ALL_PIECES,
    BASE_PIECES,
    Supply,
    Tiling,
    can_fill,
    count_tilings,
    count_with_supply,
    fewest_pieces,
    finishable_placements,
    tilings,
)
from .hints import Hint, fitting_pieces, hints

__all__ = [
    "ALL_PIECES",
    "BASE_PIECES",
    "Action",
    "Answer",
    "Hint",
    "Supply",
    "Tiling",
    "can_fill",
    "count_tilings",
    "count_with_supply",
    "fewest_actions",
    "fewest_pieces",
    "finishable_placements",
    "fitting_pieces",
    "hints",
    "tilings",
]
