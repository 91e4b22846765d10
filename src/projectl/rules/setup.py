"""Setup (R2, R10.1-R10.2, R11.1, R14.1): choose, shuffle, deal."""

from . import chance, turns
from .events import Events
from .finesse import CREDITS
from .market import draw_top
from .options import BLACK, BLACK_MARKER, LINE_CLEAR, SOLO, TILE_ROW, WHITE, WHITE_MARKER, Rules
from .pieces import I2, O1, PIECES
from .state import Deck, State

SET_A, SET_B, SET_C = 0, 1, 2
# Two tiles of A, two of B, six of C (R14.1).
DRAWN_A, DRAWN_B, DRAWN_C = 2, 2, 6


def new_game(rules: Rules, state: State, events: Events, seed: int) -> None:
    """Fill a blank state with a shuffled, dealt table; the first player is on turn."""
    rng = chance.start(seed, chance.SETUP)
    rng = stack_decks(rules, state, rng)
    if rules.finesse == 1:
        rng = lay_tiles(rules, state, rng)
    state.rng = chance.start(seed, chance.PLAY)
    deal(rules, state)
    begin(rules, state, events)


def stack_decks(rules: Rules, state: State, rng: int) -> int:
    """Shuffle the cards in use; as many as R2.2 asks for stay in, the rest leave the game unseen."""
    white = state.decks[WHITE]
    black = state.decks[BLACK]
    for card in range(rules.card_count):
        deck = white if rules.card_color[card] == WHITE else black
        deck.cards[deck.size] = card
        deck.size += 1
    rng = _shuffle_and_keep(white, rules.white_pick, rng)
    rng = _shuffle_and_keep(black, rules.black_pick, rng)
    if rules.structure == SOLO:
        _lay_over(white, black)
    return rng


def _shuffle_and_keep(deck: Deck, number: int, rng: int) -> int:
    for last in range(deck.size - 1, 0, -1):
        rng = chance.advance(rng)
        other = chance.draw(rng, last + 1)
        card = deck.cards[last]
        deck.cards[last] = deck.cards[other]
        deck.cards[other] = card
    for position in range(number, deck.size):
        deck.cards[position] = -1
    deck.size = number
    return rng


def _lay_over(white: Deck, black: Deck) -> None:
    """Solo has one deck, White on top of Black (R10.1)."""
    for position in range(white.size - 1, -1, -1):
        white.cards[position + black.size] = white.cards[position]
    for position in range(black.size):
        white.cards[position] = black.cards[position]
        black.cards[position] = -1
    white.size += black.size
    black.size = 0


def lay_tiles(rules: Rules, state: State, rng: int) -> int:
    """Draw ten tiles unseen, shuffle them and lay the row (R14.1)."""
    rng = _draw_tiles(rules, state, SET_A, DRAWN_A, rng)
    rng = _draw_tiles(rules, state, SET_B, DRAWN_B, rng)
    rng = _draw_tiles(rules, state, SET_C, DRAWN_C, rng)
    for last in range(TILE_ROW - 1, 0, -1):
        rng = chance.advance(rng)
        other = chance.draw(rng, last + 1)
        tile = state.tiles[last]
        state.tiles[last] = state.tiles[other]
        state.tiles[other] = tile
    state.bank = CREDITS
    return rng


def _draw_tiles(rules: Rules, state: State, tile_set: int, number: int, rng: int) -> int:
    for _ in range(number):
        pool = 0
        for tile in range(rules.tile_count):
            if rules.tile_set[tile] == tile_set and not _is_laid(state, tile):
                pool += 1
        rng = chance.advance(rng)
        skip = chance.draw(rng, pool)
        for tile in range(rules.tile_count):
            if rules.tile_set[tile] == tile_set and not _is_laid(state, tile):
                if skip == 0:
                    state.tiles[state.tile_count] = tile
                    state.tile_count += 1
                    break
                skip -= 1
    return rng


def _is_laid(state: State, tile: int) -> bool:
    for position in range(state.tile_count):
        if state.tiles[position] == tile:
            return True
    return False


def deal(rules: Rules, state: State) -> None:
    """Turn up the rows (Line Clear: the right ones first, Q20) and hand out the pieces (R2.4, R2.5)."""
    if rules.structure == LINE_CLEAR:
        _deal_side(rules, state, BLACK_MARKER)
        _deal_side(rules, state, WHITE_MARKER)
    else:
        _deal_side(rules, state, 0)
    for piece in range(PIECES):
        state.reserve[piece] = rules.copies[piece]
    for seat in range(rules.seats):
        state.players[seat].supply[O1] = 1
        state.players[seat].supply[I2] = 1
    state.reserve[O1] -= rules.seats
    state.reserve[I2] -= rules.seats
    if rules.structure == SOLO:
        _set_locks(rules, state)


def _deal_side(rules: Rules, state: State, side: int) -> None:
    for slot in range(rules.market_size):
        if rules.slot_side[slot] == side:
            state.market[slot] = draw_top(state.decks[rules.slot_deck[slot]])


def _set_locks(rules: Rules, state: State) -> None:
    """Locks 1, 2, 1; where they are real pieces they come from the reserve (R10.2, R10.3)."""
    state.locks[0] = 1
    state.locks[1] = 2
    state.locks[2] = 1
    state.lock_supply = rules.lock_supply
    if rules.locks_are_pieces == 1:
        state.reserve[O1] -= 4 + rules.lock_supply


def begin(rules: Rules, state: State, events: Events) -> None:
    """The first turn."""
    if rules.structure == LINE_CLEAR:
        state.step = 1
    turns.begin_round(rules, state, events)
