"""Hints for a player: for each unfinished card what fits, what keeps it finishable, and a shortest plan."""

import time
from typing import NamedTuple

from projectl.rules.options import Rules
from projectl.rules.pieces import PIECES, PLACEMENT_START
from projectl.rules.placing import fits
from projectl.rules.state import State

from .actions import Answer, fewest_actions
from .cover import Supply, finishable_placements

HINT_SECONDS = 0.2


class Hint(NamedTuple):
    """About one card: pieces of the supply that fit, placements that leave it finishable, a plan if found in time.

    ``finishable`` is about the supply alone: empty if it cannot fill the card without Upgrades.
    """

    slot: int
    pieces: tuple[int, ...]
    finishable: tuple[int, ...]
    plan: Answer


def fitting_pieces(left: int, supply: Supply) -> list[int]:
    """The types of the supply that have a place on the card."""
    return [
        piece
        for piece in range(PIECES)
        if supply[piece] > 0
        and any(fits(left, placement) for placement in range(PLACEMENT_START[piece], PLACEMENT_START[piece + 1]))
    ]


def hints(rules: Rules, state: State, seat: int, seconds: float = HINT_SECONDS) -> list[Hint]:
    """A hint for each unfinished card of a seat; all plans together get so much time."""
    player = state.players[seat]
    deadline = time.monotonic() + seconds
    found = []
    for slot in range(player.open_count):
        left, supply = player.slots[slot].left, player.supply
        pieces, finishable = tuple(fitting_pieces(left, supply)), tuple(finishable_placements(left, supply))
        share = (deadline - time.monotonic()) / (player.open_count - slot)
        plan = fewest_actions(left, supply, state.reserve, rules, seconds=max(0.0, share), slot=slot)
        found.append(Hint(slot, pieces, finishable, plan))
    return found
