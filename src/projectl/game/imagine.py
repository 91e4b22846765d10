"""A position as somebody at the table may imagine it: everything unseen is dealt anew (R0.7)."""

from random import Random

from projectl.catalog import Configuration
from projectl.rules.finesse import FACE_DOWN_ROUNDS
from projectl.rules.state import Deck, State

from .game import Game


def imagine(game: Game, seed: int) -> Game:
    """The same game with other cards under the backs; all that anybody has seen stays.

    Piles count as seen: what was completed was completed in the open. The seat does not matter for the same
    reason. The history is left out.
    """
    dice = Random(seed)
    new = game.copy()
    state = new.state
    _deal_decks(new.config, state, dice)
    _lay_tiles(new.config, state, dice)
    state.rng = dice.randrange(1 << 62)
    new.history.clear()
    new.seed = None
    return new


def _deal_decks(config: Configuration, state: State, dice: Random) -> None:
    """Hidden cards keep their colour, for backs show it; cards that left the game unseen may be among them (R2.2).

    So may own cards: a game counts them among its cards only where it was set up (``Rules.card_count``).
    """
    rules = config.rules
    seen = _seen_cards(state)
    unseen = [card for card in range(len(config.cards)) if card not in seen]
    dice.shuffle(unseen)
    for deck in state.decks:
        for place in range(deck.known, deck.size):
            color = rules.card_color[deck.cards[place]]
            deck.cards[place] = next(card for card in unseen if rules.card_color[card] == color)
            unseen.remove(deck.cards[place])


def _seen_cards(state: State) -> set[int]:
    seen = set(state.market)
    for player in state.players:
        seen.update(player.pile[: player.pile_count])
        seen.update(player.ambassador[: player.ambassador_count])
        seen.update(slot.card for slot in player.slots[: player.open_count])
    for deck in state.decks:
        seen.update(_known(deck))
    return seen


def _known(deck: Deck) -> list[int]:
    return deck.cards[: deck.known]


def _lay_tiles(config: Configuration, state: State, dice: Random) -> None:
    """The tiles that lie face down show their set (R14.13)."""
    if not config.finesse:
        return
    hidden = range(max(0, min(state.tile_count, FACE_DOWN_ROUNDS + 1 - state.round)))
    open_tiles = set(state.tiles[len(hidden) : state.tile_count])
    sets = config.rules.tile_set
    unseen = [tile for tile in range(config.rules.tile_count) if tile not in open_tiles]
    dice.shuffle(unseen)
    for place in hidden:
        wanted = sets[state.tiles[place]]
        state.tiles[place] = next(tile for tile in unseen if sets[tile] == wanted)
        unseen.remove(state.tiles[place])
