"""The game's tables as TypeScript: pieces, placements, step ids, cards, tiles. The browser judges nothing with them,
it only draws, and turns what a person does into step ids."""

import json
import sys
from pathlib import Path
from typing import Any

from projectl.catalog import Card, bundled_pack
from projectl.catalog.cards import BUNDLED_PACKS
from projectl.catalog.options import OPTIONS
from projectl.catalog.tiles import Tile, finesse_tiles
from projectl.rules import pieces, steps

HEAD = """// Made from the rules by `make types`. Do not edit.
"""

STEPS = (
    "PLACE",
    "TAKE",
    "TAKE_DECK",
    "RECYCLE",
    "UNDER",
    "UPGRADE_TAKE",
    "UPGRADE",
    "MASTER",
    "AMBASSADOR",
    "USE_NOTED",
    "GHOST",
    "INSERT",
    "COMPLETE",
    "REWARD",
    "REWARD_NONE",
    "LEVEL_UP",
    "LEVEL_UP_NONE",
    "CREDIT",
    "DONE",
    "END",
    "STEPS",
)


def game_data() -> str:
    """The whole file."""
    parts = {
        "PIECES": list(pieces.PIECE_NAMES),
        "LEVEL": list(pieces.LEVEL),
        "PLACEMENT_PIECE": list(pieces.PLACEMENT_PIECE),
        "PLACEMENT_MASK": list(pieces.PLACEMENT_MASK),
        "SPLIT_GHOST": list(pieces.SPLIT_GHOST),
        "SPLIT_COUNT": [list(row) for row in pieces.SPLIT_COUNT],
        "STEP": {name: getattr(steps, name) for name in STEPS},
        "CARDS": {card.id: _card(card) for name in BUNDLED_PACKS for card in bundled_pack(name).cards},
        "TILES": {tile.id: _tile(tile) for tile in finesse_tiles(ambassador=True, stand_ins=True)},
        "OPTIONS": {name: {"rule": option.rule, "words": list(option.words)} for name, option in OPTIONS.items()},
    }
    lines = [f"export const {name}{_type(name)} = {json.dumps(value)};" for name, value in parts.items()]
    return "\n".join([HEAD, _TYPES, *lines, ""])


_TYPES = """export interface CardData {
  color: "white" | "black";
  points: number;
  reward: string;
  rows: string[];
  standIn: boolean;
}
export interface TileData {
  set: "A" | "B" | "C";
  color: "pink" | "blue";
  credits: number;
  pays: string;
  pieces: string[];
  text: string;
  standIn: boolean;
}
"""


def _type(name: str) -> str:
    return {"CARDS": ": Record<string, CardData>", "TILES": ": Record<string, TileData>"}.get(name, "")


def _card(card: Card) -> dict[str, Any]:
    shown = {name: getattr(card, name) for name in ("color", "points", "reward", "rows")}
    return shown | {"standIn": card.stand_in}


def _tile(tile: Tile) -> dict[str, Any]:
    shown = {name: getattr(tile, name) for name in ("set", "color", "credits", "pays", "pieces", "text")}
    return shown | {"standIn": tile.stand_in}


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(game_data())
