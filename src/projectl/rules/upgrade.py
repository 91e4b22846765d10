"""Pieces from the reserve: the fallback chain and Upgrade (R5, R4.3)."""

from .events import LEVELLED, UPGRADED, Events, note
from .options import LEVEL_UP_TWICE, NO_LIMIT, Rules
from .pieces import GHOST_LEVEL, LEVEL, LEVEL_START, O1, PIECES, TOP_BASE_LEVEL
from .state import Player, State


def level_in_reserve(state: State, level: int) -> bool:
    """Whether the reserve has any piece of this level."""
    for piece in range(LEVEL_START[level], LEVEL_START[level + 1]):
        if state.reserve[piece] > 0:
            return True
    return False


def first_level_from(state: State, level: int, ceiling: int, reach: int) -> int:
    """The first level from ``level`` up that has a piece (R5.4), at most ``reach`` levels tried; 0 if none."""
    tried = 0
    while level <= ceiling and tried < reach:
        if level_in_reserve(state, level):
            return level
        level += 1
        tried += 1
    return 0


def can_get(state: State, wanted: int, piece: int) -> bool:
    """Whether ``piece`` may be taken where ``wanted`` is printed (R5.1-R5.3, R12.12)."""
    if state.reserve[piece] == 0:
        return False
    if state.reserve[wanted] > 0:
        return piece == wanted  # R5.1, Q46
    level = LEVEL[wanted]
    if level_in_reserve(state, level):
        return LEVEL[piece] == level  # R5.2
    if LEVEL[piece] < level:
        return True
    # R5.3; the chain never rises to the ghosts (R12.12).
    return LEVEL[piece] == first_level_from(state, level + 1, TOP_BASE_LEVEL, NO_LIMIT)


def can_get_any(state: State, wanted: int) -> bool:
    """Whether anything at all may be taken where ``wanted`` is printed (R5.6)."""
    for piece in range(PIECES):
        if can_get(state, wanted, piece):
            return True
    return False


def can_upgrade_take(state: State, piece: int) -> bool:
    """Upgrade option A: a level-1 piece, or what the chain offers for it (R4.3.1)."""
    return can_get(state, O1, piece)


def upgrade_take(state: State, events: Events, seat: int, piece: int) -> None:
    """Option A."""
    state.reserve[piece] -= 1
    state.players[seat].supply[piece] += 1
    note(events, UPGRADED, seat, -1, piece)


def _can_exchange(state: State, player: Player, old: int, new: int) -> bool:
    # An exchange must change something (R3.4); pieces on puzzles cannot be returned (R4.3.3).
    return old != new and player.supply[old] > 0 and state.reserve[new] > 0


def _reachable(rules: Rules, state: State, old: int, new: int, ceiling: int) -> bool:
    """The levels that one Upgrade leads to (R4.3.2, R4.3.4)."""
    if LEVEL[new] > ceiling:
        return False
    if LEVEL[new] <= LEVEL[old]:
        return LEVEL[old] - LEVEL[new] <= rules.upgrade_down
    return LEVEL[new] == first_level_from(state, LEVEL[old] + 1, ceiling, rules.level_reach)


def can_upgrade(rules: Rules, state: State, player: Player, old: int, new: int) -> bool:
    """Upgrade option B; it never gives a ghost (R12.3)."""
    return _can_exchange(state, player, old, new) and _reachable(rules, state, old, new, TOP_BASE_LEVEL)


def can_level_up(rules: Rules, state: State, player: Player, old: int, new: int) -> bool:
    """One Level Up step: option B with the ceiling raised to the ghosts (R12.10), or upwards only (2019)."""
    if not _can_exchange(state, player, old, new):
        return False
    if LEVEL[new] <= LEVEL[old] and rules.level_up_only == 1:
        return False
    if _reachable(rules, state, old, new, GHOST_LEVEL):
        return True
    if rules.level_up_two_levels == 0 or rules.card_reward[player.pending_card] != LEVEL_UP_TWICE:
        return False
    # 2019 double arrow: one move on one piece, up to two levels (editions.md section 4).
    return LEVEL[new] == first_level_from(state, LEVEL[old] + 2, GHOST_LEVEL, rules.level_reach)


def can_level_up_any(rules: Rules, state: State, player: Player) -> bool:
    """Whether any Level Up step is possible."""
    for old in range(PIECES):
        if player.supply[old] > 0:
            for new in range(PIECES):
                if can_level_up(rules, state, player, old, new):
                    return True
    return False


def _exchange(state: State, player: Player, old: int, new: int) -> None:
    player.supply[old] -= 1
    state.reserve[old] += 1
    state.reserve[new] -= 1
    player.supply[new] += 1


def upgrade(state: State, events: Events, seat: int, old: int, new: int) -> None:
    """Option B."""
    _exchange(state, state.players[seat], old, new)
    note(events, UPGRADED, seat, old, new)


def level_up(state: State, events: Events, seat: int, old: int, new: int) -> None:
    """One Level Up step."""
    _exchange(state, state.players[seat], old, new)
    note(events, LEVELLED, seat, old, new)
