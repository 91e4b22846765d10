"""What a seat may see. Everything hidden (R0.7) is removed here and nowhere else."""

from projectl.catalog import Configuration
from projectl.rules.finesse import FACE_DOWN_ROUNDS
from projectl.rules.state import OVER, State

from .moves import COLORS, seat_name
from .position import Document, deck_cards, position

SPECTATOR = -1


def view(config: Configuration, state: State, seat: int) -> Document:
    """The position as this seat sees it (SPECTATOR: as an onlooker does)."""
    document = position(config, state)
    document["you"] = seat_name(seat) if seat >= 0 else None
    document.pop("chance", None)
    _hide_decks(config, state, document)
    _hide_tiles(config, state, document)
    if not config.open_piles and state.phase != OVER:
        _hide_piles(document)
    return document


def _hide_decks(config: Configuration, state: State, document: Document) -> None:
    """Deck order is hidden, but for the cards put under by Recycle, which everybody saw (Q56)."""
    if config.solo:
        del document["solo"]["deck"]
        return
    for color, name in enumerate(COLORS):
        deck = state.decks[color]
        del document[name]["deck"]
        document[name]["bottom"] = deck_cards(config, deck)[deck.size - deck.known :]


def _hide_tiles(config: Configuration, state: State, document: Document) -> None:
    """The first two tiles of ten lie face down; only the letter on their backs shows (R14.13)."""
    if not config.finesse:
        return
    tiles = document["finesse"]["tiles"]
    for place in range(min(len(tiles), FACE_DOWN_ROUNDS + 1 - state.round)):
        tiles[place] = config.tiles[config.tile_index[tiles[place]]].set


def _hide_piles(document: Document) -> None:
    """Other players' piles are counted, not read; neither are the points written down for them."""
    for name, player in document["players"].items():
        player["pile_size"] = len(player["pile"])
        if name != document["you"]:
            del player["pile"]
            del player["noted"]["points"]
            del document["scores"][name]
