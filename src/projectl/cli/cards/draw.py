"""Contact sheets: every card of a pack as one SVG picture, looking like the printed ones."""

from collections.abc import Sequence
from html import escape

from projectl.cards.shapes import Cells, cells_of
from projectl.catalog import Card, Pack
from projectl.rules.pieces import CARD_SIDE, PIECE_NAMES, PLACEMENT_MASK, PLACEMENT_START

from ..play.palette import CARD_COLORS, GHOST_PIECES, PIECE_COLORS
from .outline import outline

# In units of the printed look: a cell is 20, the card 124 x 142 (points and reward above, the grid below).
CELL = 20
PAD = 12
HEAD = 29
WIDTH = CARD_SIDE * CELL + 2 * PAD
HEIGHT = HEAD + CARD_SIDE * CELL + 13
GAP = 14
LABEL = 20
TITLE = 46
COLUMNS = 8

_TABLE, _TEXT, _QUIET = "#f1efe9", "#1b1c1f", "#62656d"
_RECESS_LINE = {"white": "#86837a", "black": "#8b8f96"}
_FONT = "Inter, 'Helvetica Neue', Arial, sans-serif"
_ICON = 5.5
_SINGLE_ARROW = "M0 6 7 -3 14 6 14 10 7 1 0 10Z"


def sheet(pack: Pack, *, columns: int = COLUMNS) -> str:
    """All cards of a pack, White ones first, with what they are."""
    origin = "our own stand-ins" if any(card.stand_in for card in pack.cards) else "as printed"
    title = f"{pack.title}, version {pack.version}: {len(pack.cards)} cards, {origin}"
    return contact_sheet(title, pack.cards, columns=columns)


def contact_sheet(title: str, cards: Sequence[Card], *, columns: int = COLUMNS) -> str:
    """Cards in rows under a title; each colour begins a new row."""
    rows = []
    for color in ("white", "black"):
        of_color = [card for card in cards if card.color == color]
        rows += [of_color[first : first + columns] for first in range(0, len(of_color), columns)]
    across = max(map(len, rows), default=1)
    width = max(across * (WIDTH + GAP) + GAP, 24 + 8 * len(title))
    height = TITLE + len(rows) * (HEIGHT + LABEL + GAP)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
        f' font-family="{_FONT}" role="img" aria-label="{escape(title)}">',
        f'<rect width="{width}" height="{height}" fill="{_TABLE}"/>',
        f'<text x="{GAP}" y="29" font-size="16" font-weight="600" fill="{_TEXT}">{escape(title)}</text>',
    ]
    for down, row in enumerate(rows):
        for right, card in enumerate(row):
            x, y = GAP + right * (WIDTH + GAP), TITLE + down * (HEIGHT + LABEL + GAP)
            parts.append(f'<g transform="translate({x} {y})">{draw_card(card)}</g>')
    return "\n".join([*parts, "</svg>"]) + "\n"


def draw_card(card: Card) -> str:
    """One card and its id below, its top left corner at 0, 0."""
    colors = CARD_COLORS[card.color]
    recess = outline(cells_of(card.recess), CELL, 2.4)
    return "".join(
        [
            f'<rect width="{WIDTH}" height="{HEIGHT}" rx="11" fill="{colors.solid}" stroke="#b9b5aa"/>',
            f'<text x="{PAD}" y="24" font-size="19" font-weight="700" fill="{colors.ink}">{card.points}</text>',
            f'<g transform="translate({WIDTH - PAD} 17)">{_reward(card.reward, colors.ink)}</g>',
            f'<g transform="translate({PAD} {HEAD})">{_dots(card, colors.dot)}',
            f'<path d="{recess}" fill="{colors.recess}" fill-rule="evenodd" stroke="{_RECESS_LINE[card.color]}"/></g>',
            f'<text x="{WIDTH / 2:g}" y="{HEIGHT + 15}" font-size="12" text-anchor="middle" fill="{_QUIET}">',
            f"{escape(card.id)} · {card.cells} cells</text>",
        ]
    )


def _dots(card: Card, color: str) -> str:
    solid = [(row, column) for row in range(CARD_SIDE) for column in range(CARD_SIDE) if card.rows[row][column] == "#"]
    middle = CELL / 2
    return (
        f'<g fill="{color}">'
        + "".join(
            f'<circle cx="{column * CELL + middle:g}" cy="{row * CELL + middle:g}" r="1.1"/>' for row, column in solid
        )
        + "</g>"
    )


def _reward(reward: str, ink: str) -> str:
    """The reward's sign, its right end at 0 and its middle at 0."""
    if reward in PIECE_NAMES:
        return _piece(reward, ink)
    if reward == "M":
        return (
            f'<rect x="-20" y="-9" width="20" height="18" rx="4" fill="none" stroke="{ink}" stroke-width="1.5"/>'
            f'<text x="-10" y="5" font-size="13" font-weight="700" text-anchor="middle" fill="{ink}">M</text>'
        )
    arrows = [_SINGLE_ARROW] if reward == "UP1" else [_SINGLE_ARROW] * 2
    lift = -3.5 * len(arrows)
    return "".join(
        f'<path transform="translate(-14 {lift + 7 * number:g})" d="{arrow}" fill="{ink}"/>'
        for number, arrow in enumerate(arrows)
    )


def _piece(piece: str, ink: str) -> str:
    cells = _lying(piece)
    across = 1 + max(column for _, column in cells)
    high = 1 + max(row for row, _ in cells)
    place = f'transform="translate({-across * _ICON:g} {-high * _ICON / 2:g})"'
    shape = outline(cells, _ICON, 1)
    if piece in GHOST_PIECES:
        return f'<path {place} d="{shape}" fill="none" stroke="{ink}" stroke-width="1.1" stroke-dasharray="2.2 1.4"/>'
    return f'<path {place} d="{shape}" fill="{PIECE_COLORS[piece]}"/>'


def _lying(piece: str) -> Cells:
    """The piece as it is drawn in lists: wide rather than high."""
    number = PIECE_NAMES.index(piece)
    return min(
        (cells_of(mask) for mask in PLACEMENT_MASK[PLACEMENT_START[number] : PLACEMENT_START[number + 1]]),
        key=lambda one: (max(row for row, _ in one), max(column for _, column in one), sorted(one)),
    )
