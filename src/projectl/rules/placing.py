"""Putting pieces on one's own unfinished puzzles: Place, and what Master, Ambassador and Ghost share (R4.4, R4.5)."""

from .events import Events, note
from .options import Rules
from .pieces import O1, PIECES, PLACEMENT_MASK, PLACEMENT_PIECE
from .state import DOING_GHOST, Player, State


def has_piece(player: Player, piece: int) -> bool:
    """A piece to place: from the supply, in a Ghost action only from the pieces just taken (R12.4)."""
    if player.doing == DOING_GHOST:
        return player.split_pieces[piece] > 0
    return player.supply[piece] > 0


def is_served(player: Player, slot: int) -> bool:
    """No puzzle gets two pieces from one Master, Ambassador or Ghost action (R4.5.2)."""
    return (player.served >> slot) & 1 == 1


def fits(left: int, placement: int) -> bool:
    """Every square lies on a free recess cell (R4.4.1)."""
    return PLACEMENT_MASK[placement] & ~left == 0


def can_place(player: Player, slot: int, placement: int) -> bool:
    """Whether this placement on this slot is possible now."""
    return (
        slot < player.open_count
        and not is_served(player, slot)
        and has_piece(player, PLACEMENT_PIECE[placement])
        and fits(player.slots[slot].left, placement)
    )


def can_place_any(rules: Rules, player: Player) -> bool:
    """Whether any placement at all is possible."""
    for slot in range(player.open_count):
        left = player.slots[slot].left
        if left == 0 or is_served(player, slot):
            continue
        if has_piece(player, O1):
            return True
        starts = rules.fit_start[player.slots[slot].card]
        for piece in range(1, PIECES):
            if has_piece(player, piece):
                for index in range(starts[piece], starts[piece + 1]):
                    if fits(left, rules.fits[index]):
                        return True
    return False


def put(state: State, events: Events, seat: int, slot: int, placement: int, kind: int) -> None:
    """Lay the piece; ``kind`` is the event to report (placed or touched)."""
    player = state.players[seat]
    piece = PLACEMENT_PIECE[placement]
    player.supply[piece] -= 1
    if player.doing == DOING_GHOST:
        player.split_pieces[piece] -= 1
    target = player.slots[slot]
    target.left &= ~PLACEMENT_MASK[placement]
    target.placed[target.placed_count] = placement
    target.placed_count += 1
    note(events, kind, seat, target.card, placement)
