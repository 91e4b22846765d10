"""Decks and rows: Take and Recycle (R4.1, R4.2)."""

from .events import RECYCLED, REVEALED, TAKEN, Events, note
from .options import BLACK, BLACK_MARKER, MAX_SLOTS, Rules
from .state import NO_CARD, Deck, Player, State


def draw_top(deck: Deck) -> int:
    """Take the top card off a deck that has one."""
    deck.size -= 1
    deck.known = min(deck.known, deck.size)
    return deck.cards[deck.size]


def put_under(deck: Deck, card: int) -> None:
    """Lay a card under a deck, where everybody sees it (Q56)."""
    for position in range(deck.size, 0, -1):
        deck.cards[position] = deck.cards[position - 1]
    deck.cards[0] = card
    deck.size += 1
    deck.known += 1


def refill(rules: Rules, state: State, events: Events, slot: int) -> bool:
    """Turn up the top card of the slot's deck (R4.1.2); False if the slot stays empty (R4.1.4, R7.3)."""
    color = rules.slot_deck[slot]
    deck = state.decks[color]
    if deck.size == 0 or (color == BLACK and state.triggered == 1):
        return False
    state.market[slot] = draw_top(deck)
    note(events, REVEALED, slot, state.market[slot], 0)
    return True


def has_room(player: Player) -> bool:
    """At most four unfinished puzzles (R4.1.1)."""
    return player.open_count < MAX_SLOTS


def black_limit_allows(rules: Rules, state: State, player: Player, color: int) -> bool:
    """After the trigger only so many Black puzzles in one turn (R7.4)."""
    return color != BLACK or state.triggered == 0 or player.black_taken < rules.black_limit


def can_take(rules: Rules, state: State, player: Player, slot: int) -> bool:
    """A face-up Take (R4.1.2), within the marker's side of the table (R11.4)."""
    if slot >= rules.market_size or state.market[slot] == NO_CARD or not has_room(player):
        return False
    if rules.slot_side[slot] != player.marker:
        return False
    return black_limit_allows(rules, state, player, rules.card_color[state.market[slot]])


def can_take_deck(rules: Rules, state: State, player: Player, color: int) -> bool:
    """A blind Take (R4.1.3)."""
    if rules.blind_draw == 0 or state.decks[color].size == 0 or not has_room(player):
        return False
    if player.marker == BLACK_MARKER and rules.blind_needs_white_marker == 1:  # R11.4
        return False
    return black_limit_allows(rules, state, player, color)


def give(rules: Rules, state: State, player: Player, card: int) -> None:
    """Lay a taken card above the player's mat, right of the others."""
    slot = player.slots[player.open_count]
    slot.card = card
    slot.left = rules.card_recess[card]
    slot.placed_count = 0
    player.open_count += 1
    if rules.card_color[card] == BLACK and state.triggered == 1:  # R7.5: earlier takes do not count
        player.black_taken += 1


def take(rules: Rules, state: State, events: Events, seat: int, slot: int) -> bool:
    """Take a face-up card and refill its slot; says whether a card was drawn from the deck."""
    card = state.market[slot]
    state.market[slot] = NO_CARD
    give(rules, state, state.players[seat], card)
    note(events, TAKEN, seat, card, slot)
    return refill(rules, state, events, slot)


def take_deck(rules: Rules, state: State, events: Events, seat: int, color: int) -> None:
    """Take the top card of a deck unseen."""
    card = draw_top(state.decks[color])
    give(rules, state, state.players[seat], card)
    note(events, TAKEN, seat, card, -1)


def cards_in_row(rules: Rules, state: State, row: int) -> int:
    """How many cards lie in a row."""
    count = 0
    for position in range(rules.row_size):
        if state.market[rules.row_start[row] + position] != NO_CARD:
            count += 1
    return count


def can_recycle(rules: Rules, state: State, player: Player, row: int) -> bool:
    """Recycle needs a deck to bring new cards (R4.2.3) and, in Line Clear, the White marker (R11.4)."""
    if rules.recycle == 0 or row >= rules.row_count:
        return False
    if rules.slot_side[rules.row_start[row]] != player.marker or player.marker == BLACK_MARKER:
        return False
    color = rules.row_color[row]
    if color == BLACK and state.triggered == 1:
        return False
    return state.decks[color].size > 0


def can_put_under(rules: Rules, state: State, player: Player, position: int) -> bool:
    """A card of the row being recycled that has not been named yet (R4.2.1)."""
    if position >= rules.row_size or state.market[rules.row_start[player.doing_row] + position] == NO_CARD:
        return False
    for index in range(player.order_count):
        if player.order[index] == position:
            return False
    return True


def name_last(rules: Rules, state: State, player: Player) -> bool:
    """Name the last card of the row by itself; False while a real choice remains."""
    if cards_in_row(rules, state, player.doing_row) - player.order_count > 1:
        return False
    for position in range(rules.row_size):
        if can_put_under(rules, state, player, position):
            player.order[player.order_count] = position
            player.order_count += 1
    return True


def recycle(rules: Rules, state: State, events: Events, seat: int) -> None:
    """Put the row under its deck in the chosen order, first named uppermost, and refill it (R4.2.1-2)."""
    player = state.players[seat]
    first = rules.row_start[player.doing_row]
    deck = state.decks[rules.row_color[player.doing_row]]
    for index in range(player.order_count):
        put_under(deck, state.market[first + player.order[index]])
        state.market[first + player.order[index]] = NO_CARD
    player.order_count = 0
    note(events, RECYCLED, seat, player.doing_row, 0)
    for position in range(rules.row_size):
        refill(rules, state, events, first + position)
