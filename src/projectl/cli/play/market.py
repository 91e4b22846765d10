"""The middle of the table: rows, decks, the solo grid, the reserve and the tile row."""

from typing import Any

from rich.style import Style
from rich.text import Text

from projectl.catalog import Tile
from projectl.game.position import Document

from .blocks import Block, beside, block, columns, flow, under
from .cards import CARD_WIDTH, Picture, empty_slot, fits_in_head, large
from .look import Look, several
from .palette import QUIET, STRONG, TILE_COLORS, chip

GAP = 2
SOLO_COLUMNS = 3
_CHIP_WIDTH = 18
# What a tile pays for, in the room of a chip; {} stands for its pieces.
TILE_WORDS = {
    "place": "place {}",
    "master": "Master pieces",
    "complete": "completed",
    "take": "each Take",
    "upgrade": "each Upgrade",
    "recycle": "each Recycle",
    "insert": "each Insert",
    "pieces": "hold {}",
    "types": "kinds {}",
    "unfinished": "unfinished",
    "none_unfinished": "0 unfinished",
    "every_level": "each level 1-4",
    "no_duplicates": "no two alike",
    "no_small": "no level 1-2",
}
_TILE_GROUPS = {
    ("O1", "I2", "I3", "L3"): "level 1-3",
    ("O4", "I4", "T4", "L4", "S4"): "level 4",
}


def market_block(look: Look, view: Document, width: int) -> Block:
    """Every card that can be taken face up."""
    if look.config.solo:
        return _grid(look, view["solo"])
    if look.config.line_clear:
        return _sides(look, view, width)
    rows = [_row(look, view[color], color, view[color]["row"], width) for color in ("white", "black")]
    if sum(row.width for row in rows) + 2 * GAP <= width:
        return beside(rows, 2 * GAP)
    return under(rows, 1)


def _row(look: Look, pile: dict[str, Any], color: str, cards: list[str | None], width: int) -> Block:
    label = Text.assemble((f"{color.title()} row", STRONG), f"  {_deck_words(pile)}")
    return under([block(label), _cards(look, cards, width)])


def _deck_words(pile: dict[str, Any]) -> str:
    known = f", lowest {pile['known']} seen" if pile["known"] else ""
    return f"deck {pile['deck_size']}{known}"


def _cards(look: Look, cards: list[str | None], width: int) -> Block:
    above = not all(fits_in_head(look.card(name)) for name in cards if name)
    return flow([_card(look, name, above) for name in cards], width, GAP)


def _card(look: Look, name: str | None, above: bool) -> Block:
    if name is None:
        return empty_slot(look.theme)
    return large(look.theme, Picture(look.card(name)), name_above=above)


def _sides(look: Look, view: Document, width: int) -> Block:
    """Line Clear: the White marker's side on the left, the Black marker's on the right (R11.4)."""
    blocks = []
    for side, marker in (("left", "white"), ("right", "black")):
        holder = look.title(view["line_clear"][f"{marker}_marker"])
        label = Text.assemble((f"{side.upper()}", STRONG), f"  {marker.title()} marker: {holder}")
        rows = [_cards(look, view[color][side], width) for color in ("white", "black")]
        blocks.append(under([block(label), *rows]))
    decks = block("  ".join(f"{color.title()} {_deck_words(view[color])}" for color in ("white", "black")))
    return under([decks, flow(blocks, width, 2 * GAP, 1)])


def _grid(look: Look, solo: Document) -> Block:
    """Three columns with the locks that bar the mastermind from them (R10)."""
    above = not all(fits_in_head(look.card(name)) for name in solo["grid"] if name)
    drawn = [_card(look, name, above) for name in solo["grid"]]
    stacks = []
    for column in range(SOLO_COLUMNS):
        head = block(f"Column {column + 1}", _locks(look, solo["locks"][column]))
        stacks.append(under([head, *drawn[column::SOLO_COLUMNS]]))
    return beside(stacks, GAP)


def _locks(look: Look, number: int) -> Text:
    if not number:
        return Text("open", QUIET)
    shown = look.theme.lock * number
    return Text(shown if len(shown) <= CARD_WIDTH else several(number, "lock"), STRONG)


def mastermind_block(look: Look, view: Document) -> Block:
    """What the opponent of the solo game has."""
    solo = view["solo"]
    points = view["scores"]["mastermind"]
    pile = f"{several(len(solo['pile']), 'puzzle')}, {several(points, 'point')}"
    return block(
        Text.assemble(("Mastermind", STRONG), f"  {pile}"),
        f"{several(solo['supply'], 'lock')} in its supply {look.theme.dot} deck {solo['deck_size']}",
    )


def reserve_block(look: Look, view: Document, width: int) -> Block:
    """What is left of every piece, and of the credits."""
    widest = 4 if look.theme.unicode else 0  # an I4 lies flat
    chips = (chip(look.theme, piece, f"{count:>2}", width=widest) for piece, count in view["reserve"].items())
    found = [block(one) for one in chips]
    bank = f"  bank {several(view['finesse']['bank'], 'credit')}" if look.config.finesse else ""
    return under([block(Text.assemble(("Reserve", STRONG), bank)), columns(found, width, GAP)])


# ---- Finesse tiles ----------------------------------------------------------------------------------------


def tiles_block(look: Look, view: Document, width: int) -> Block:
    """The tile row; the first one is this round's."""
    if not look.config.finesse:
        return block()
    chips = [
        _tile_chip(look.tile(name), name, view["round"] + place, place == 0)
        for place, name in enumerate(view["finesse"]["tiles"])
    ]
    return under([block(Text("Tiles", STRONG), _tile_now(look, view)), columns(chips, width, 1)])


def _tile_now(look: Look, view: Document) -> Text:
    names = view["finesse"]["tiles"]
    tile = look.tile(names[0]) if names else None
    return Text(f"Now: {tile.text}" if tile else "Now: a face-down tile, which pays nothing.")


def _tile_chip(tile: Tile | None, name: str, of_round: int, current: bool) -> Block:
    head = f"{'>' if current else ' '}round {of_round}"
    if tile is None:
        return block(Text(head.ljust(_CHIP_WIDTH), STRONG if current else ""), Text(f" face down, {name}", QUIET))
    style = Style(bgcolor=TILE_COLORS[tile.color], color="#15171b", bold=current)
    top = f"{head} {tile.color}".ljust(_CHIP_WIDTH)
    return block(Text(top, style), Text(f" +{tile.credits} {tile_words(tile)}"))


def tile_words(tile: Tile) -> str:
    """What a tile pays for, in a few words."""
    pieces = _TILE_GROUPS.get(tile.pieces) or " ".join(tile.pieces)
    return TILE_WORDS[tile.pays].format(pieces)
