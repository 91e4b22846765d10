"""Hints for a player: for each unfinished card what fits, what keeps it finishable, a shortest plan; and a Master.

They look at the player's own cards and supply and at the reserve, all of it public (R0.7), and at nothing else.
"""

from collections.abc import Collection
from typing import NamedTuple

from projectl.rules.options import MAX_SLOTS, Rules
from projectl.rules.pieces import P5, PIECES, PLACEMENT_PIECE
from projectl.rules.state import PLAY, Player, Slot, State

from .actions import Answer, fewest_actions
from .clock import Clock
from .cover import Supply, can_fill, finishable_placements, fitting_pieces
from .master import MasterAnswer, OpenCard, best_master

HINT_SECONDS = 0.2


class Hint(NamedTuple):
    """About one card.

    ``pieces``: the types of the supply that fit; ``finishable``: the placements after which the rest of the supply
    can finish the card without an Upgrade; ``possible``: those after which supply and reserve together can;
    ``is_dead``: not even they can, now; ``plan``: a shortest plan, if it was found in time.
    """

    slot: int
    pieces: tuple[int, ...]
    finishable: tuple[int, ...]
    possible: tuple[int, ...]
    is_dead: bool
    plan: Answer


class SeatHints(NamedTuple):
    """About all cards of a seat; ``master`` is None where it is used or no better than a Place."""

    cards: tuple[Hint, ...]
    master: MasterAnswer | None


def hints(
    rules: Rules, state: State, seat: int, seconds: float = HINT_SECONDS, slots: Collection[int] = range(MAX_SLOTS)
) -> SeatHints:
    """Hints for a seat, whose turn it need not be, or for some of its slots; all together get so much time."""
    player = state.players[seat]
    playing = state.phase == PLAY
    reserve = state.reserve if playing else [0] * PIECES  # R8.4: a finishing touch takes nothing from it
    clock = Clock(seconds)
    open_slots = [slot for slot in range(player.open_count) if slot in slots and player.slots[slot].left]
    wants_master = playing and len(open_slots) == player.open_count > 1 and not player.master_used
    found = []
    for number, slot in enumerate(open_slots):
        waiting = len(open_slots) - number + wants_master
        found.append(_hint(rules, player, slot, reserve, clock.left / waiting))
    if not wants_master:
        return SeatHints(tuple(found), None)
    cards = [_open_card(rules, player.slots[slot]) for slot in open_slots]
    plans = [hint.plan for hint in found]
    master = best_master(cards, player.supply, reserve, rules, seconds=clock.left, plans=plans)
    return SeatHints(tuple(found), master)


def _hint(rules: Rules, player: Player, slot: int, reserve: Supply, seconds: float) -> Hint:
    clock = Clock(seconds)
    left, supply = player.slots[slot].left, player.supply
    # Repeated Upgrades can bring in the whole reserve but for its ghosts (R4.3.1, R5.3, R12.3).
    within_reach = [
        own + (there if piece < P5 else 0) for piece, (own, there) in enumerate(zip(supply, reserve, strict=True))
    ]
    pieces = tuple(fitting_pieces(left, supply))
    return Hint(
        slot,
        pieces,
        finishable=tuple(finishable_placements(left, supply)),
        possible=tuple(one for one in finishable_placements(left, within_reach) if PLACEMENT_PIECE[one] in pieces),
        is_dead=not can_fill(left, within_reach),
        plan=fewest_actions(left, supply, reserve, rules, seconds=clock.left, slot=slot),
    )


def _open_card(rules: Rules, slot: Slot) -> OpenCard:
    lying = [PLACEMENT_PIECE[placement] for placement in slot.placed[: slot.placed_count]]
    reward = rules.card_reward[slot.card]
    return OpenCard(
        slot.left,
        rules.card_points[slot.card],
        tuple(lying.count(piece) for piece in range(PIECES)),
        reward if reward < PIECES else -1,  # a Level Up or an Ambassador is no piece
    )
