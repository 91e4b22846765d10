"""Line Clear: two markers go round, two players act in each step (R11, R17)."""

from . import ending
from .events import MARKERS_PASSED, Events, note
from .options import BLACK_MARKER, INTERLEAVE, NO_MARKER, SIMULTANEOUS, WHITE_MARKER, Rules
from .state import BY_MARKERS, PLAY, Player, State


def white_seat(rules: Rules, state: State) -> int:
    """Who holds the White marker in this step (R11.9)."""
    return (state.step - 1) % rules.seats


def black_seat(rules: Rules, state: State) -> int:
    """Who holds the Black marker in this step (R11.2, R11.9)."""
    return (state.step - 1 + rules.black_marker_offset) % rules.seats


def is_busy(player: Player) -> bool:
    """In the middle of an action, an Insert or a choice."""
    return player.doing != 0 or player.pending != 0 or player.inserting != 0


def in_action(player: Player) -> bool:
    """In the middle of a move, which is atomic (R0.4); a pending choice is a move of its own."""
    return player.doing != 0 or (player.inserting != 0 and player.pending == 0)


def hand_out_markers(rules: Rules, state: State) -> None:
    """Give the markers of this step to their seats."""
    for seat in range(rules.seats):
        state.players[seat].marker = NO_MARKER
    state.players[white_seat(rules, state)].marker = WHITE_MARKER
    state.players[black_seat(rules, state)].marker = BLACK_MARKER


def set_active(rules: Rules, state: State) -> None:
    """Who of the two holders may move now (R11.5, R11.11)."""
    white = white_seat(rules, state)
    black = black_seat(rules, state)
    one = state.players[white]
    other = state.players[black]
    if one.in_turn == 0 or other.in_turn == 0:
        state.active = (one.in_turn << white) | (other.in_turn << black)
    elif rules.line_clear_order == SIMULTANEOUS:
        state.active = 0
        if not in_action(other):
            state.active |= 1 << white
        if not in_action(one):
            state.active |= 1 << black
    elif rules.line_clear_order == INTERLEAVE and not is_busy(one):
        # W1 B1 W2 B2 W3 B3: the one with more actions left; an Insert leaves the numbers alone (R11.11).
        behind = other.actions_left > one.actions_left or is_busy(other)
        state.active = 1 << black if behind else 1 << white
    else:
        state.active = 1 << white


def step_is_over(rules: Rules, state: State) -> bool:
    """Both turns have ended."""
    return state.players[white_seat(rules, state)].in_turn == 0 and state.players[black_seat(rules, state)].in_turn == 0


def pass_markers(rules: Rules, state: State, events: Events) -> None:
    """Both markers move one seat; a round ends with White at the first player (R17.1), then R11.8's count."""
    state.step += 1
    hand_out_markers(rules, state)
    white_home = white_seat(rules, state) == 0
    if white_home:
        ending.end_round(rules, state, events)
    if state.triggered == 1:  # Q53: the pass at the end of the trigger step counts
        if white_home:
            state.passes += 1
        if black_seat(rules, state) == 0:
            state.passes += 1
    note(events, MARKERS_PASSED, state.step, state.passes, 0)
    if state.phase != PLAY:
        return
    if state.passes >= 2:
        ending.stop(rules, state, events, BY_MARKERS)
    elif white_home:
        state.round += 1
