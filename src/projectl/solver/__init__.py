"""Filling cards: tilings, fewest pieces, dead ends, and the fewest actions that complete a card."""

from .actions import Answer, fewest_actions
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
    fitting_pieces,
    tilings,
)
from .getting import Action
from .hints import HINT_SECONDS, Hint, SeatHints, hints
from .master import Laid, MasterAnswer, OpenCard, best_master

__all__ = [
    "ALL_PIECES",
    "BASE_PIECES",
    "HINT_SECONDS",
    "Action",
    "Answer",
    "Hint",
    "Laid",
    "MasterAnswer",
    "OpenCard",
    "SeatHints",
    "Supply",
    "Tiling",
    "best_master",
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
