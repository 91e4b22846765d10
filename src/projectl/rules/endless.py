"""Endless White: completed White puzzles become a new deck (R19)."""

from . import chance, market
from .events import NOTED, RESHUFFLED, Events, note
from .options import WHITE, Rules
from .state import NO_CARD, Deck, Player, State


def check(rules: Rules, state: State, events: Events) -> None:
    """After an action: an empty White deck is formed anew, empty White slots are filled, and once more (R19.2)."""
    for _ in range(2):
        if state.decks[WHITE].size > 0:
            return
        for seat in range(rules.seats):
            _give_back(rules, state, events, seat)
        if state.decks[WHITE].size == 0:
            return
        _shuffle(state)
        note(events, RESHUFFLED, state.decks[WHITE].size, 0, 0)
        for slot in range(rules.market_size):
            if rules.slot_deck[slot] == WHITE and state.market[slot] == NO_CARD:
                market.refill(rules, state, events, slot)


def _give_back(rules: Rules, state: State, events: Events, seat: int) -> None:
    """Write down points and number of the player's White puzzles and take the cards (R19.1, R19.3)."""
    player = state.players[seat]
    deck = state.decks[WHITE]
    before = deck.size
    _from_pile(rules, player, deck)
    _from_ambassador(rules, player, deck)
    if deck.size > before:
        note(events, NOTED, seat, deck.size - before, 0)


def _write_down(rules: Rules, player: Player, deck: Deck, card: int) -> None:
    player.noted_points += rules.card_points[card]
    player.noted_puzzles += 1
    deck.cards[deck.size] = card
    deck.size += 1


def _from_pile(rules: Rules, player: Player, deck: Deck) -> None:
    kept = 0
    for index in range(player.pile_count):
        card = player.pile[index]
        if rules.card_color[card] == WHITE:
            _write_down(rules, player, deck, card)
        else:
            player.pile[kept] = card
            kept += 1
    for index in range(kept, player.pile_count):
        player.pile[index] = NO_CARD
    player.pile_count = kept


def _from_ambassador(rules: Rules, player: Player, deck: Deck) -> None:
    """An unused action is written down with the card (R19.4)."""
    first_fresh = player.ambassador_count - player.ambassador_fresh
    kept = 0
    for index in range(player.ambassador_count):
        card = player.ambassador[index]
        if rules.card_color[card] == WHITE:
            _write_down(rules, player, deck, card)
            player.noted_ambassador += 1
            if index >= first_fresh:
                player.noted_ambassador_fresh += 1
                player.ambassador_fresh -= 1
        else:
            player.ambassador[kept] = card
            kept += 1
    for index in range(kept, player.ambassador_count):
        player.ambassador[index] = NO_CARD
    player.ambassador_count = kept


def _shuffle(state: State) -> None:
    deck = state.decks[WHITE]
    deck.known = 0
    # Sorted first, so that the new order depends on the cards and the generator alone.
    for end in range(1, deck.size):
        for index in range(end, 0, -1):
            if deck.cards[index] < deck.cards[index - 1]:
                swap(deck, index, index - 1)
    for last in range(deck.size - 1, 0, -1):
        state.rng = chance.advance(state.rng)
        swap(deck, last, chance.draw(state.rng, last + 1))


def swap(deck: Deck, one: int, other: int) -> None:
    """Exchange two cards of a deck."""
    card = deck.cards[one]
    deck.cards[one] = deck.cards[other]
    deck.cards[other] = card
