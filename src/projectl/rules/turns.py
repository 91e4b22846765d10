"""Turns: beginning, ending, and who is next in each turn structure (R3, R7.2, R10, R11)."""

from . import ambassador, ending, finesse, line_clear, solo
from .events import TURN_BEGAN, TURN_ENDED, Events, note
from .options import LINE_CLEAR, SOLO, Rules
from .state import PLAY, State


def begin_turn(rules: Rules, state: State, events: Events, seat: int) -> None:
    """A fresh turn (R3.2)."""
    player = state.players[seat]
    player.in_turn = 1
    player.actions_left = rules.actions
    player.master_used = 0
    player.black_taken = 0
    note(events, TURN_BEGAN, seat, 0, 0)


def begin_round(rules: Rules, state: State, events: Events) -> None:
    """The first turn of a round, or of a Line Clear step."""
    if rules.structure == LINE_CLEAR:
        line_clear.hand_out_markers(rules, state)
        begin_turn(rules, state, events, line_clear.white_seat(rules, state))
        begin_turn(rules, state, events, line_clear.black_seat(rules, state))
        line_clear.set_active(rules, state)
    else:
        begin_turn(rules, state, events, 0)
        state.active = 1


def end_turn(rules: Rules, state: State, events: Events, seat: int) -> None:
    """End-of-turn effects (R14.5, R13.3), then whoever is next."""
    player = state.players[seat]
    finesse.end_turn(rules, state, events, seat)
    ambassador.end_turn(player)
    player.in_turn = 0
    player.actions_left = 0
    player.master_used = 0
    player.black_taken = 0
    note(events, TURN_ENDED, seat, 0, 0)
    if rules.structure == LINE_CLEAR:
        _next_in_line_clear(rules, state, events)
    elif rules.structure == SOLO:
        solo.mastermind_turn(rules, state, events)
        _next_round(rules, state, events)
    elif seat + 1 < rules.seats:
        begin_turn(rules, state, events, seat + 1)
        state.active = 1 << (seat + 1)
    else:
        _next_round(rules, state, events)


def _next_round(rules: Rules, state: State, events: Events) -> None:
    ending.end_round(rules, state, events)
    if state.phase == PLAY:
        ending.end_last_round(rules, state, events)
    if state.phase == PLAY:
        state.round += 1
        begin_round(rules, state, events)


def _next_in_line_clear(rules: Rules, state: State, events: Events) -> None:
    if not line_clear.step_is_over(rules, state):
        line_clear.set_active(rules, state)
        return
    line_clear.pass_markers(rules, state, events)
    if state.phase == PLAY:
        begin_round(rules, state, events)
