"""The trigger, the end of a round, finishing touches (R7, R8)."""

from . import completing, finesse
from .events import OVER as GAME_OVER
from .events import ROUND_ENDED, STOPPED, TOUCHED, TRIGGERED, Events, note
from .options import Rules
from .pieces import PLACEMENT_PIECE
from .placing import can_place, put
from .state import (
    BY_BLACK_DECK,
    BY_ROUND_CAP,
    BY_TILES,
    OVER,
    TOUCHES,
    Player,
    State,
)


def trigger(state: State, events: Events, seat: int) -> None:
    """The end is promised, once and for good (R7.1)."""
    if state.triggered == 0:
        state.triggered = 1
        state.triggered_round = state.round
        note(events, TRIGGERED, seat, state.round, 0)


def stop(rules: Rules, state: State, events: Events, how: int) -> None:
    """Play is over; finishing touches begin with the first player (R8.6)."""
    state.phase = TOUCHES
    state.ended_by = how
    state.active = 1
    for seat in range(rules.seats):
        finesse.ready_credits(state.players[seat])  # R14.11
    note(events, STOPPED, how, 0, 0)


def end_round(rules: Rules, state: State, events: Events) -> None:
    """The tile leaves; then the tiles may be out (R14.10), or the round cap reached (R7.8)."""
    note(events, ROUND_ENDED, state.round, 0, 0)
    finesse.drop_tile(state, events)
    if rules.finesse == 1 and state.tile_count == 0:
        stop(rules, state, events, BY_TILES)
    elif state.triggered == 0 and state.round >= rules.round_cap:
        stop(rules, state, events, BY_ROUND_CAP)


def end_last_round(rules: Rules, state: State, events: Events) -> None:
    """The round after the one with the trigger is the last (R7.2, R10.10)."""
    if state.triggered == 1 and state.round > state.triggered_round:
        stop(rules, state, events, BY_BLACK_DECK)


def can_touch(player: Player, slot: int, placement: int) -> bool:
    """A touch is a placement under the rules of Place (R8.1), ghosts whole (R8.4)."""
    return can_place(player, slot, placement)


def touch(state: State, events: Events, seat: int, slot: int, placement: int) -> None:
    """Place a piece; it costs a credit if the player said so, else a point (R8.1, R14.11)."""
    player = state.players[seat]
    put(state, events, seat, slot, placement, TOUCHED)
    player.touches += 1
    if player.pay_credit == 1:
        finesse.pay_touch(state, player)


def end_touches(rules: Rules, state: State, events: Events, seat: int) -> None:
    """The next player's touches, or the end of the game (R8.6)."""
    if rules.touched_pieces_return == 1:
        _return_touched_pieces(rules, state.players[seat])
    if seat + 1 < rules.seats:
        state.active = 1 << (seat + 1)
    else:
        state.phase = OVER
        state.active = 0
        note(events, GAME_OVER, 0, 0, 0)


def _return_touched_pieces(rules: Rules, player: Player) -> None:
    """Option ft_piece_return: filled puzzles go to the pile, their pieces to the supply, no reward (R8.7)."""
    slot = 0
    while slot < player.open_count:
        if player.slots[slot].left != 0:
            slot += 1
            continue
        for index in range(player.slots[slot].placed_count):
            player.supply[PLACEMENT_PIECE[player.slots[slot].placed[index]]] += 1
        player.pile[player.pile_count] = player.slots[slot].card
        player.pile_count += 1
        completing.remove_slot(player, slot)
