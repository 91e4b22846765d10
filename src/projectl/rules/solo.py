"""Solo: locks over three columns and the mastermind's turn (R10, R16)."""

from . import ending, market
from .events import LOCKS_GATHERED, LOCKS_REMOVED, MASTERMIND_PASSED, MASTERMIND_TOOK, UNLOCKED, Events, note
from .options import Rules
from .pieces import O1
from .state import MASTERMIND, NO_CARD, NOBODY, State

COLUMNS = 3
SOLO_DECK = 0


def unlock(state: State, events: Events, slot: int) -> None:
    """Your face-up Take sends one lock of that column to the opponent's supply (R10.4)."""
    column = slot % COLUMNS
    if state.locks[column] > 0:
        state.locks[column] -= 1
        state.lock_supply += 1
        note(events, UNLOCKED, column, state.lock_supply, 0)


def check_trigger(state: State, events: Events, seat: int) -> None:
    """The deck has no card, whoever caused it (R10.10)."""
    if state.decks[SOLO_DECK].size == 0:
        ending.trigger(state, events, seat)


def mastermind_turn(rules: Rules, state: State, events: Events) -> None:
    """The opponent's whole turn (R10.5-R10.8, R16.3-R16.4)."""
    if state.locks[0] > 0 and state.locks[1] > 0 and state.locks[2] > 0:
        _remove_locks(rules, state, events)
        return
    slot = _best_puzzle(rules, state)
    if slot == NOBODY:  # R10.8
        note(events, MASTERMIND_PASSED, 0, 0, 0)
        return
    column = slot % COLUMNS
    _take(state, events, slot)
    if rules.mastermind_takes == 2:
        second = _lowest_in_column(rules, state, column)
        if second != NOBODY:
            _take(state, events, second)
    _gather_locks(state, events, column)
    for gap in range(column, rules.market_size, COLUMNS):  # R16.4: topmost first
        if state.market[gap] == NO_CARD:
            market.refill(rules, state, events, gap)
    check_trigger(state, events, NOBODY)


def _remove_locks(rules: Rules, state: State, events: Events) -> None:
    """All locked: one lock off each column, no puzzle (R10.5)."""
    for column in range(COLUMNS):
        state.locks[column] -= 1
    if rules.locks_are_pieces == 1:
        state.reserve[O1] += COLUMNS
    note(events, LOCKS_REMOVED, 0, 0, 0)


def _best_puzzle(rules: Rules, state: State) -> int:
    """Most points in the columns without locks, then the lowest position (R10.6)."""
    best = NOBODY
    for slot in range(rules.market_size):
        card = state.market[slot]
        if card == NO_CARD or state.locks[slot % COLUMNS] > 0:
            continue
        if best == NOBODY or rules.card_points[card] > rules.card_points[state.market[best]]:
            best = slot
    return best


def _lowest_in_column(rules: Rules, state: State, column: int) -> int:
    """Finesse solo: the second puzzle, fewest points, then nearest the top (R16.3)."""
    best = NOBODY
    for slot in range(column, rules.market_size, COLUMNS):
        card = state.market[slot]
        if card == NO_CARD:
            continue
        if best == NOBODY or rules.card_points[card] < rules.card_points[state.market[best]]:
            best = slot
    return best


def _take(state: State, events: Events, slot: int) -> None:
    """The card goes to the mastermind's pile; it only scores (R10.12)."""
    mastermind = state.players[MASTERMIND]
    mastermind.pile[mastermind.pile_count] = state.market[slot]
    mastermind.pile_count += 1
    note(events, MASTERMIND_TOOK, state.market[slot], slot, 0)
    state.market[slot] = NO_CARD


def _gather_locks(state: State, events: Events, column: int) -> None:
    """Its whole supply, then one lock of each other column, come over the taken column (R10.7)."""
    state.locks[column] += state.lock_supply
    state.lock_supply = 0
    for other in range(COLUMNS):
        if other != column and state.locks[other] > 0:
            state.locks[other] -= 1
            state.locks[column] += 1
    note(events, LOCKS_GATHERED, column, state.locks[column], 0)
