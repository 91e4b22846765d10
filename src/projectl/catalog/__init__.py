"""Cards, tiles, editions and options; ``configure`` makes a playable ``Rules`` of them."""

from .asked import DIFFICULTIES
from .cards import Card, Pack, bundled_pack, card_from_dict, load_pack, parse_pack
from .configuration import Configuration, configure, packs_in_use
from .editions import DEFAULT_EDITION, EDITION_NAMES, EXPANSIONS, VARIANTS, Edition, edition
from .options import OPTIONS
from .tiles import Tile, finesse_tiles

__all__ = [
    "DEFAULT_EDITION",
    "DIFFICULTIES",
    "EDITION_NAMES",
    "EXPANSIONS",
    "OPTIONS",
    "VARIANTS",
    "Card",
    "Configuration",
    "Edition",
    "Pack",
    "Tile",
    "bundled_pack",
    "card_from_dict",
    "configure",
    "edition",
    "finesse_tiles",
    "load_pack",
    "packs_in_use",
    "parse_pack",
]
