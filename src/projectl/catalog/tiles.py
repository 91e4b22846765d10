"""Finesse tiles: what each of them pays, read from the bundled TOML files (R14.4, R15)."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal

from projectl.errors import PackError
from projectl.rules.pieces import PIECE_NAMES

from .files import bundled_text

# Pink pays at the deed, blue once at the end of the turn (R14.4).
PINK_DEEDS = ("place", "master", "complete", "take", "upgrade", "recycle", "insert")
BLUE_COUNTS = (
    "pieces",
    "types",
    "unfinished",
    "none_unfinished",
    "every_level",
    "no_duplicates",
    "no_small",
)
PAYS_BY_TYPE = ("place", "pieces", "types")
SETS = ("A", "B", "C")
MAX_CREDITS = 4

_REQUIRED = {"id": str, "set": str, "color": str, "credits": int, "pays": str, "text": str}
_OPTIONAL = {"pieces": list, "stand_in": bool, "solo": bool}


@dataclass(frozen=True, slots=True)
class Tile:
    """One Finesse tile; ``solo`` is false for a tile that is taken out for one player (R16.1)."""

    id: str
    set: Literal["A", "B", "C"]
    color: Literal["pink", "blue"]
    credits: int
    pays: str
    pieces: tuple[str, ...]
    text: str
    stand_in: bool = False
    solo: bool = True


@cache
def finesse_tiles(ambassador: bool, stand_ins: bool) -> tuple[Tile, ...]:
    """The tiles in use, set A before B before C, with or without our stand-ins for the unknown ones (Q38)."""
    files = ("finesse", "finesse_ambassador") if ambassador else ("finesse",)
    tiles = [tile for file in files for tile in _bundled_tiles(file)]
    in_use = [tile for tile in tiles if stand_ins or not tile.stand_in]
    return tuple(sorted(in_use, key=lambda tile: tile.set))


def parse_tiles(text: str, source: str) -> tuple[Tile, ...]:
    """The tiles written in ``text``; PackError names ``source``, the tile and the reason."""
    import tomllib  # noqa: PLC0415 - only when a file is read, so that `import projectl` stays quick

    try:
        doc = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise PackError(f"{source}: this is not valid TOML ({error}).") from None
    docs = doc.get("tile")
    if list(doc) != ["tile"] or not isinstance(docs, list):
        raise PackError(f"{source}: a tile file holds [[tile]] entries and nothing else.")
    tiles = tuple(_tile(doc, f"{source} tile number {number}") for number, doc in enumerate(docs, start=1))
    if len({tile.id for tile in tiles}) < len(tiles):
        raise PackError(f"{source}: two tiles have the same id; give each tile an id of its own.")
    return tiles


def _bundled_tiles(name: str) -> tuple[Tile, ...]:
    return parse_tiles(bundled_text("tiles", name), f"{name}.toml")


def _tile(doc: object, where: str) -> Tile:
    reason = next(_flaws(doc), None)
    if reason or not isinstance(doc, dict):
        raise PackError(f"{where} {reason}.")
    return Tile(**{**doc, "pieces": tuple(doc.get("pieces", ()))})


def _flaws(doc: object) -> Iterator[str]:
    """What is wrong with a tile, most basic first; only the first is meant to be asked for."""
    if not isinstance(doc, dict):
        yield "is not a table; write it under a line [[tile]]"
        return
    yield from (f"has no {key!r}; add it" for key in _REQUIRED if key not in doc)
    for key, value in doc.items():
        kind = (_REQUIRED | _OPTIONAL).get(key)
        if kind is None:
            yield f"has the unknown key {key!r}; remove it"
        elif type(value) is not kind:
            yield f"has a wrong kind of value for {key!r}; write a {kind.__name__}"
    yield from _meaning_flaws(doc, tuple(doc.get("pieces", ())))


def _meaning_flaws(doc: dict[str, Any], pieces: tuple[object, ...]) -> Iterator[str]:
    if doc["set"] not in SETS:
        yield f"has the set {doc['set']!r}; write A, B or C"
    pays = {"pink": PINK_DEEDS, "blue": BLUE_COUNTS}.get(doc["color"])
    if pays is None:
        yield f"has the color {doc['color']!r}; write pink or blue"
    elif doc["pays"] not in pays:
        yield f"is {doc['color']} and pays for {doc['pays']!r}; such a tile pays for {', '.join(pays)}"
    if not 1 <= doc["credits"] <= MAX_CREDITS:
        yield f"pays {doc['credits']} credits; write 1 to {MAX_CREDITS}"
    if not doc["text"].strip():
        yield "has no text; say in a sentence what it pays for"
    yield from _pieces_flaws(doc, pieces)


def _pieces_flaws(doc: dict[str, Any], pieces: tuple[object, ...]) -> Iterator[str]:
    if bool(pieces) != (doc["pays"] in PAYS_BY_TYPE):
        yield f"pays for {doc['pays']!r}; name pieces exactly where it pays for {', '.join(PAYS_BY_TYPE)}"
    if list(pieces) != [name for name in PIECE_NAMES if name in pieces]:
        yield f"has wrong pieces; name each once, in the order {' '.join(PIECE_NAMES)}"
    depicted = f"{doc['set']}:{','.join(map(str, pieces))}"
    if doc["set"] == "C" and not re.fullmatch(r"CA?[1-9][0-9]?", doc["id"]):
        yield f"has the id {doc['id']!r}; in set C write C1, C2 ... or CA1, CA2 ..."
    if doc["set"] != "C" and doc["id"] != depicted:
        yield f"has the id {doc['id']!r}; name it by its pieces, {depicted!r}"
