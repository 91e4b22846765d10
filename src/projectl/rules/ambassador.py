"""Ambassador puzzles: a Master-like action on a later turn (R13, R19.4)."""

from .events import AMBASSADOR_USED, Events, note
from .options import Rules
from .state import DOING_AMBASSADOR, NO_CARD, Player, State


def keep(player: Player, card: int) -> None:
    """A completed Ambassador puzzle lies face up beside the pile (R13.1)."""
    player.ambassador[player.ambassador_count] = card
    player.ambassador_count += 1
    player.ambassador_fresh += 1


def can_use(rules: Rules, player: Player, index: int) -> bool:
    """An unused card, under 2.5 only on a turn after the one it was completed in (R13.3)."""
    ready = player.ambassador_count
    if rules.ambassador_waits == 1:
        ready -= player.ambassador_fresh
    return index < ready


def can_use_noted(rules: Rules, player: Player) -> bool:
    """A written-down Ambassador action (R19.4)."""
    if rules.ambassador_waits == 1:
        return player.noted_ambassador > player.noted_ambassador_fresh
    return player.noted_ambassador > 0


def use(state: State, events: Events, seat: int, index: int) -> None:
    """Turn the card down; it goes to the pile and the placements follow (R13.2)."""
    player = state.players[seat]
    card = player.ambassador[index]
    if index >= player.ambassador_count - player.ambassador_fresh:
        player.ambassador_fresh -= 1
    player.ambassador_count -= 1
    for position in range(index, player.ambassador_count):
        player.ambassador[position] = player.ambassador[position + 1]
    player.ambassador[player.ambassador_count] = NO_CARD
    player.pile[player.pile_count] = card
    player.pile_count += 1
    _begin(player)
    note(events, AMBASSADOR_USED, seat, card, 0)


def use_noted(state: State, events: Events, seat: int) -> None:
    """Use a written-down action."""
    player = state.players[seat]
    player.noted_ambassador -= 1
    player.noted_ambassador_fresh = min(player.noted_ambassador_fresh, player.noted_ambassador)
    _begin(player)
    note(events, AMBASSADOR_USED, seat, -1, 0)


def _begin(player: Player) -> None:
    player.doing = DOING_AMBASSADOR
    player.served = 0


def end_turn(player: Player) -> None:
    """What was completed this turn is ready on the next one."""
    player.ambassador_fresh = 0
    player.noted_ambassador_fresh = 0
