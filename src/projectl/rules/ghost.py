"""The Ghost action: break a ghost piece into smaller ones (R12.4-R12.8)."""

from .events import SPLIT, Events, note
from .pieces import PIECES, SPLIT_COUNT, SPLIT_GHOST
from .state import DOING_GHOST, Player, State


def can_split(state: State, player: Player, split: int) -> bool:
    """The ghost in the supply and every piece of the multiset in the reserve; no fallback (R12.6)."""
    if player.supply[SPLIT_GHOST[split]] == 0:
        return False
    for piece in range(PIECES):
        if state.reserve[piece] < SPLIT_COUNT[split][piece]:
            return False
    return True


def split_ghost(state: State, events: Events, seat: int, split: int) -> None:
    """Return the ghost, take the pieces; they may be placed at once, one per puzzle."""
    player = state.players[seat]
    ghost = SPLIT_GHOST[split]
    player.supply[ghost] -= 1
    state.reserve[ghost] += 1
    for piece in range(PIECES):
        number = SPLIT_COUNT[split][piece]
        state.reserve[piece] -= number
        player.supply[piece] += number
        player.split_pieces[piece] = number
    player.doing = DOING_GHOST
    player.served = 0
    note(events, SPLIT, seat, split, 0)
