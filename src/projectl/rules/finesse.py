"""Finesse: tiles that pay credits, and credits that pay extra actions (R14, R15).

Without the expansion the tile row is empty, so nothing here ever pays; callers need no switch.
"""

from .events import CREDIT_RETURNED, CREDITED, INSERTED, TILE_GONE, Events, note
from .options import (
    FIRST_BLUE,
    PAYS_EVERY_LEVEL,
    PAYS_MASTER,
    PAYS_NO_DUPLICATES,
    PAYS_NO_SMALL,
    PAYS_NONE_UNFINISHED,
    PAYS_PIECES,
    PAYS_PLACE,
    PAYS_TYPES,
    PAYS_UNFINISHED,
    Rules,
)
from .pieces import LEVEL_START, PIECES, PLACEMENT_PIECE, TOP_BASE_LEVEL
from .state import DOING_AMBASSADOR, DOING_MASTER, Player, State

INSERT_PRICE = 2
FACE_DOWN_ROUNDS = 2
CREDITS = 35


def tile_open(state: State) -> bool:
    """Whether the current tile can pay: in rounds 1 and 2 it lies face down (R14.2)."""
    return state.tile_count > 0 and state.round > FACE_DOWN_ROUNDS


def pay(rules: Rules, state: State, events: Events, seat: int, credits: int) -> None:
    """Pay credits one at a time to the player's left; an empty bank is filled by the richest (R14.5-R14.7)."""
    for _ in range(credits):
        if state.bank == 0:
            _richest_return(rules, state, events)
        if state.bank > 0:
            state.bank -= 1
            state.players[seat].credits_left += 1
    if credits > 0:
        note(events, CREDITED, seat, credits, state.tiles[0])


def _richest_return(rules: Rules, state: State, events: Events) -> None:
    most = 0
    for seat in range(rules.seats):
        player = state.players[seat]
        most = max(most, player.credits_left + player.credits_right)
    for seat in range(rules.seats):
        player = state.players[seat]
        if most > 0 and player.credits_left + player.credits_right == most:
            if player.credits_left > 0:  # R14.7
                player.credits_left -= 1
            else:
                player.credits_right -= 1
            state.bank += 1
            note(events, CREDIT_RETURNED, seat, 0, 0)


def deed(rules: Rules, state: State, events: Events, seat: int, kind: int, times: int) -> None:
    """A pink tile pays at the moment of the deed, each time (R14.4)."""
    if tile_open(state) and rules.tile_pays[state.tiles[0]] == kind:
        pay(rules, state, events, seat, times * rules.tile_credits[state.tiles[0]])


def placed(rules: Rules, state: State, events: Events, seat: int, piece: int) -> None:
    """A piece was placed: by type (R15.1, C7, C8), or any piece by Master or Ambassador (C2, Q45)."""
    if not tile_open(state):
        return
    tile = state.tiles[0]
    doing = state.players[seat].doing
    if rules.tile_pays[tile] == PAYS_PLACE and (rules.tile_types[tile] >> piece) & 1 == 1:
        pay(rules, state, events, seat, rules.tile_credits[tile])
    if rules.tile_pays[tile] == PAYS_MASTER and (doing == DOING_MASTER or doing == DOING_AMBASSADOR):
        pay(rules, state, events, seat, rules.tile_credits[tile])


def held(player: Player, piece: int) -> int:
    """How many of a type lie in the supply and on unfinished puzzles."""
    count = player.supply[piece]
    for slot in range(player.open_count):
        for index in range(player.slots[slot].placed_count):
            if PLACEMENT_PIECE[player.slots[slot].placed[index]] == piece:
                count += 1
    return count


def _held_in_range(player: Player, first: int, end: int) -> int:
    count = 0
    for piece in range(first, end):
        count += held(player, piece)
    return count


def blue_count(rules: Rules, player: Player, tile: int) -> int:
    """How often a blue tile is met at the end of a turn (R15.2, R15.4, R15.5)."""
    kind = rules.tile_pays[tile]
    if kind == PAYS_UNFINISHED:
        return player.open_count
    if kind == PAYS_NONE_UNFINISHED:
        return 1 if player.open_count == 0 else 0
    if kind == PAYS_NO_SMALL:
        return 1 if _held_in_range(player, 0, LEVEL_START[3]) == 0 else 0
    if kind == PAYS_EVERY_LEVEL:
        for level in range(1, TOP_BASE_LEVEL + 1):
            if _held_in_range(player, LEVEL_START[level], LEVEL_START[level + 1]) == 0:
                return 0
        return 1
    count = 1 if kind == PAYS_NO_DUPLICATES else 0
    for piece in range(PIECES):
        number = held(player, piece)
        depicted = (rules.tile_types[tile] >> piece) & 1 == 1
        if kind == PAYS_NO_DUPLICATES and number > 1:
            return 0
        if kind == PAYS_PIECES and depicted:
            count += number
        if kind == PAYS_TYPES and depicted and number > 0:
            count += 1
    return count


def end_turn(rules: Rules, state: State, events: Events, seat: int) -> None:
    """Check a blue tile, then make the credits gained spendable (R14.5)."""
    if tile_open(state) and rules.tile_pays[state.tiles[0]] >= FIRST_BLUE:
        times = blue_count(rules, state.players[seat], state.tiles[0])
        pay(rules, state, events, seat, times * rules.tile_credits[state.tiles[0]])
    ready_credits(state.players[seat])


def ready_credits(player: Player) -> None:
    """Credits on the left move right."""
    player.credits_right += player.credits_left
    player.credits_left = 0


def drop_tile(state: State, events: Events) -> None:
    """At the end of a round the current tile leaves (R14.2)."""
    if state.tile_count == 0:
        return
    # A face-down tile leaves unseen (R14.13), so the event does not name it.
    note(events, TILE_GONE, state.tiles[0] if tile_open(state) else -1, 0, 0)
    state.tile_count -= 1
    for position in range(state.tile_count):
        state.tiles[position] = state.tiles[position + 1]


def can_pay_insert(player: Player) -> bool:
    """Two spendable credits and no Insert under way (R14.8.1, R14.8.3)."""
    return player.inserting == 0 and player.credits_right >= INSERT_PRICE


def insert(state: State, events: Events, seat: int) -> None:
    """Pay for one extra action; it follows at once (R14.8)."""
    state.players[seat].credits_right -= INSERT_PRICE
    state.bank += INSERT_PRICE
    state.players[seat].inserting = 1
    note(events, INSERTED, seat, 0, 0)


def can_pay_touch(player: Player) -> bool:
    """A credit to pay the next touch with (R14.11)."""
    return player.pay_credit == 0 and player.credits_left + player.credits_right > 0


def pay_touch(state: State, player: Player) -> None:
    """Pay a touch by a credit."""
    if player.credits_right > 0:
        player.credits_right -= 1
    else:
        player.credits_left -= 1
    state.bank += 1
    player.touches_by_credit += 1
    player.pay_credit = 0
