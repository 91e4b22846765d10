"""Card packs: TOML files with the cards drawn as text, read and checked (R0.2, R1.2, R1.7)."""

import json
import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, partial
from itertools import accumulate, islice
from os import PathLike, fspath
from typing import Any, Literal, NamedTuple, TypeGuard, cast

from projectl.errors import PackError, shown
from projectl.rules.pieces import (
    CARD_SIDE,
    CELLS,
    P5,
    PIECE_NAMES,
    PLACEMENT_MASK,
    PLACEMENT_PIECE,
    PLACEMENT_START,
)

from .files import bundled_text

Color = Literal["white", "black"]

BUNDLED_PACKS = ("base", "ghost", "ambassador", "phoenix")
COLORS = ("white", "black")
REWARDS = (*PIECE_NAMES, "UP1", "UP2", "M")

MAX_BYTES = 256 * 1024
MAX_LINE = 250
MAX_CARDS_PER_COLOR = 64
MAX_POINTS = 20
MAX_TITLE = 80
MAX_VERSION = 999_999
COPIES = 15  # R1.1

_REQUIRED = ("id", "color", "points", "reward", "rows")
_HEAD_KEYS = ("name", "version", "title", "card")
_ID = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,11}")
_PACK_NAME = re.compile(r"[a-z0-9_]{1,32}")
_ROW = re.compile(rf"[.#]{{{CARD_SIDE}}}")
# Words that stand where a card id may stand in a move's text, so no card may be called so.
_RESERVED_IDS = (*PIECE_NAMES, "deck", "white", "black", "noted", "none", "left", "right")
_DRAWING = "a card is 5 rows of 5 cells, '.' for the recess and '#' for solid"


@dataclass(frozen=True, slots=True)
class Card:
    """One puzzle: what it is worth, what it gives and how its recess is drawn (R0.2, R1.2)."""

    id: str
    color: Color
    points: int
    reward: str
    rows: tuple[str, ...]
    stand_in: bool = False

    @property
    def recess(self) -> int:
        """The cells to fill as a mask, bit ``5 * row + column``."""
        return sum(1 << cell for cell, mark in enumerate("".join(self.rows)) if mark == ".")

    @property
    def cells(self) -> int:
        """How many cells the recess has."""
        return self.recess.bit_count()


@dataclass(frozen=True, slots=True)
class Pack:
    """The cards of one file; ``digest`` names what play depends on, whatever the file's layout or title."""

    name: str
    version: int
    title: str
    cards: tuple[Card, ...]
    digest: str


class Flaw(NamedTuple):
    """Why something is no card: the key at fault (None if it is the card as a whole) and perhaps its row."""

    key: str | None
    reason: str
    row: int | None = None


def bundled_pack(name: str) -> Pack:
    """The pack of that name that ships with the game."""
    if name not in BUNDLED_PACKS:
        known = ", ".join(BUNDLED_PACKS)
        raise PackError(f"There is no bundled card pack {shown(name)}; the bundled packs are {known}.")
    return _bundled_pack(name)


@cache
def _bundled_pack(name: str) -> Pack:
    return parse_pack(bundled_text("cards", name), f"{name}.toml")


def load_pack(path: str | PathLike[str]) -> Pack:
    """The pack in a file of the user's."""
    source = fspath(path)
    try:
        with open(path, "rb") as file:
            content = file.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:  # ValueError: a path with a null character
        reason = getattr(error, "strerror", None) or error
        raise PackError(f"{source} cannot be read ({reason}); check the path.") from None
    return parse_pack(_decoded(content, source), source)


def parse_pack(text: str, source: str) -> Pack:
    """The pack written in ``text``; PackError names ``source``, the line, the reason and the remedy."""
    text = text.removeprefix("\ufeff")
    doc = _toml(text, source)
    places = _Places(text, source)
    flaw = head_flaw(doc)
    if flaw:
        raise PackError(f"{places.of_head(flaw.key)}: {flaw.reason}.")
    cards = _cards(doc["card"], places)
    name, version = doc["name"], doc["version"]
    return Pack(name, version, doc["title"], cards, _digest(name, version, cards))


def card_from_dict(doc: object, where: str) -> Card:
    """The card in a position document; ``where`` says in a refusal which document or entry it is."""
    return check_card(doc, lambda _flaw: where)


def check_card(doc: object, where: Callable[[Flaw], str]) -> Card:
    """The card that ``doc`` describes, or a PackError that starts with the place of its first flaw."""
    flaw = card_flaw(doc)
    if flaw:
        raise PackError(f"{where(flaw)}: {_label(doc)} {flaw.reason}.")
    checked = cast("dict[str, Any]", doc)
    return Card(
        checked["id"],
        checked["color"],
        checked["points"],
        checked["reward"],
        tuple(checked["rows"]),
        checked.get("stand_in", False),
    )


def is_tileable(recess: int, copies: int = COPIES) -> bool:
    """Whether pieces of levels 1-4, ``copies`` of each type, can fill the recess exactly."""
    return _can_cover(recess, [copies] * P5)


def _placements_by_first_cell() -> list[list[tuple[int, int]]]:
    by_cell: list[list[tuple[int, int]]] = [[] for _ in range(CELLS)]
    # Large pieces first: the first try is then nearly always a tiling.
    for placement in reversed(range(PLACEMENT_START[P5])):
        mask = PLACEMENT_MASK[placement]
        by_cell[(mask & -mask).bit_length() - 1].append((mask, PLACEMENT_PIECE[placement]))
    return by_cell


_PLACEMENTS_AT = _placements_by_first_cell()


def _can_cover(left: int, stock: list[int]) -> bool:
    if not left:
        return True
    for mask, piece in _PLACEMENTS_AT[(left & -left).bit_length() - 1]:
        if mask & left == mask and stock[piece]:
            stock[piece] -= 1
            if _can_cover(left ^ mask, stock):
                return True
            stock[piece] += 1
    return False


def _decoded(content: bytes, source: str) -> str:
    if len(content) > MAX_BYTES:
        raise PackError(_too_large(source))
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise PackError(f"{source} line {line}: this is not UTF-8 text; save the file as UTF-8.") from None


def _too_large(source: str) -> str:
    return f"{source} is larger than {MAX_BYTES // 1024} kB; split it into several packs."


def _toml(text: str, source: str) -> dict[str, Any]:
    if len(text.encode("utf-8", "surrogatepass")) > MAX_BYTES:
        raise PackError(_too_large(source))
    _check_line_lengths(text, source)
    import tomllib  # noqa: PLC0415 - only when a file is read, so that `import projectl` stays quick

    try:
        return tomllib.loads(text)
    except ValueError as error:  # TOMLDecodeError is one
        line, reason = _toml_flaw(str(error), text)
    except RecursionError:
        line, reason = _deepest_line(text), "Lists nested too deeply"
    advice = "correct it or compare a bundled pack such as base.toml"
    raise PackError(f"{source} line {line}: this is not valid TOML ({reason}); {advice}.")


def _check_line_lengths(text: str, source: str) -> None:
    # A key of 100,000 dotted parts on one line would cost tomllib all the memory there is.
    for number, line in enumerate(text.split("\n"), start=1):
        if len(line) > MAX_LINE:
            reason = f"this line is longer than {MAX_LINE} characters; break it into several lines"
            raise PackError(f"{source} line {number}: {reason}.")


def _toml_flaw(message: str, text: str) -> tuple[int, str]:
    place = re.search(r" \(at (?:line (\d+), column \d+|end of document)\)$", message)
    last = text.rstrip().count("\n") + 1
    line = int(place[1]) if place and place[1] else last
    return line, " ".join(message[: place.start() if place else None].split())


def _deepest_line(text: str) -> int:
    marks = _TOKEN.sub(_without_decoys, text)
    steps = (len(re.findall(r"[\[{]", line)) - len(re.findall(r"[]}]", line)) for line in marks.split("\n"))
    depths = list(accumulate(steps))
    return depths.index(max(depths)) + 1


def head_flaw(doc: dict[str, Any]) -> Flaw | None:
    """What is wrong with a pack apart from its cards."""
    for key in doc:
        if key not in _HEAD_KEYS:
            return Flaw(key, f"unknown key {shown(key)}; a pack has {_listed(_HEAD_KEYS)}")
    for key in _HEAD_KEYS:
        if key not in doc:
            return Flaw(None, f"the pack has no {key!r}; a pack has {_listed(_HEAD_KEYS)}")
    name, version, title = doc["name"], doc["version"], doc["title"]
    if not (isinstance(name, str) and _PACK_NAME.fullmatch(name)):
        return Flaw("name", f"the name is {shown(name)}; write up to 32 of a-z, 0-9 and '_'")
    if not (_is_whole(version) and 1 <= version <= MAX_VERSION):
        return Flaw("version", f"the version is {shown(version)}; write a whole number from 1 on")
    if not (isinstance(title, str) and title.isprintable() and 1 <= len(title.strip()) <= MAX_TITLE):
        return Flaw("title", f"the title is {shown(title)}; write one line of up to {MAX_TITLE} characters")
    return _list_flaw(doc["card"])


def _list_flaw(cards: object) -> Flaw | None:
    if not isinstance(cards, list):
        return Flaw("card", "'card' is not a list of cards; start each card with the line [[card]]")
    if not cards:
        return Flaw("card", "the pack has no card; start each card with the line [[card]]")
    return None


def _cards(docs: list[object], places: "_Places") -> tuple[Card, ...]:
    cards: dict[str, Card] = {}
    colors: Counter[str] = Counter()
    for number, doc in enumerate(docs):
        card = check_card(doc, partial(places.of_card, number))
        here = places.of_card(number, Flaw("id", ""))
        if card.id in cards:
            first = places.of_card(list(cards).index(card.id), Flaw("id", ""))
            raise PackError(f"{here}: card {card.id} is already at {first}; give each card an id of its own.")
        colors[card.color] += 1
        if colors[card.color] > MAX_CARDS_PER_COLOR:
            limit = f"a pack has at most {MAX_CARDS_PER_COLOR}, so put the rest into another file"
            raise PackError(f"{here}: card {card.id} is one {card.color} card too many; {limit}.")
        cards[card.id] = card
    return tuple(cards.values())


def card_flaw(doc: object) -> Flaw | None:
    """What is wrong with a card."""
    if not isinstance(doc, dict):
        return Flaw(None, f"is {shown(doc)}; a card is a table with {_listed(_REQUIRED)}")
    for key in doc:
        if key not in _CHECKS:
            reason = f"has the unknown key {shown(key)}; a card has {_listed(tuple(_CHECKS))}"
            return Flaw(key if isinstance(key, str) else None, reason)
    for key in _REQUIRED:
        if key not in doc:
            return Flaw(None, f"has no {key!r}; a card has {_listed(_REQUIRED)}")
    flaws = (check(doc[key]) for key, check in _CHECKS.items() if key in doc)
    return next(filter(None, flaws), None)


def _id_flaw(value: object) -> Flaw | None:
    if not (isinstance(value, str) and _ID.fullmatch(value)):
        rule = "write a letter and then up to 11 letters, digits or '_'"
        return Flaw("id", f"has the id {shown(value)}; {rule}")
    if value in _RESERVED_IDS:
        return Flaw("id", f"has the id {value!r}, which means something else in moves; choose another id")
    return None


def _color_flaw(value: object) -> Flaw | None:
    if value in COLORS:
        return None
    return Flaw("color", f"has the color {shown(value)}; write 'white' or 'black'")


def _points_flaw(value: object) -> Flaw | None:
    if _is_whole(value) and 0 <= value <= MAX_POINTS:
        return None
    return Flaw("points", f"has the points {shown(value)}; write a whole number from 0 to {MAX_POINTS}")


def _reward_flaw(value: object) -> Flaw | None:
    if value in REWARDS:
        return None
    return Flaw("reward", f"has the reward {shown(value)}; write one of {' '.join(REWARDS)}")


def _rows_flaw(value: object) -> Flaw | None:
    if not isinstance(value, list | tuple):
        return Flaw("rows", f"has {shown(value)} as rows; {_DRAWING}")
    if len(value) != CARD_SIDE:
        return Flaw("rows", f"has {len(value)} row{'s' * (len(value) != 1)}; {_DRAWING}")
    for number, row in enumerate(value):
        if not (isinstance(row, str) and _ROW.fullmatch(row)):
            findable = number if isinstance(row, str) else None  # strings are counted to find its line
            return Flaw("rows", f"has {shown(row)} as row {number + 1}; {_DRAWING}", findable)
    return _recess_flaw(tuple(value))


def _recess_flaw(rows: tuple[str, ...]) -> Flaw | None:
    recess = Card("", "white", 0, "O1", rows).recess
    if not recess:
        return Flaw("rows", "has no recess; draw the cells to be filled as '.'")
    if not is_tileable(recess, COPIES):
        return Flaw("rows", f"cannot be filled with {COPIES} pieces of each type; draw fewer lone cells")
    return None


def _stand_in_flaw(value: object) -> Flaw | None:
    if isinstance(value, bool):
        return None
    return Flaw("stand_in", f"has the stand_in {shown(value)}; write true or false")


_CHECKS: dict[str, Callable[[object], Flaw | None]] = {
    "id": _id_flaw,
    "color": _color_flaw,
    "points": _points_flaw,
    "reward": _reward_flaw,
    "rows": _rows_flaw,
    "stand_in": _stand_in_flaw,
}


def _is_whole(value: object) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool)


def _label(doc: object) -> str:
    found = doc.get("id") if isinstance(doc, dict) else None
    return f"card {found}" if isinstance(found, str) and _ID.fullmatch(found) else "this card"


def _listed(words: tuple[str, ...]) -> str:
    return f"{', '.join(words[:-1])} and {words[-1]}"


def _digest(name: str, version: int, cards: tuple[Card, ...]) -> str:
    content = [name, version, [[c.id, c.color, c.points, c.reward, *c.rows] for c in cards]]
    import hashlib  # noqa: PLC0415 - as tomllib

    return hashlib.sha256(json.dumps(content, separators=(",", ":")).encode()).hexdigest()[:16]


# Strings and comments, which may hold anything without meaning it; exact for text that tomllib has accepted.
_TOKEN = re.compile(
    r'"""(?:\\.|[^\\])*?"{3,5}'
    r"|'''.*?'{3,5}"
    r'|"(?:\\.|[^"\\\n])*"'
    r"|'[^'\n]*'"
    r"|#[^\n]*",
    re.DOTALL,
)
_CARD_HEADER = re.compile(r"^[ \t]*\[\[[ \t]*card[ \t]*\]\]", re.MULTILINE)


def _without_decoys(token: re.Match[str]) -> str:
    is_short_string = token[0][0] != "#" and "\n" not in token[0]
    return token[0] if is_short_string else re.sub(r"[^\n]", " ", token[0])


class _Places:
    """Where the parts of a pack stand in its text: tomllib gives values without their lines."""

    def __init__(self, text: str, source: str) -> None:
        self._source = source
        self._text = text
        self._plain = _TOKEN.sub(_without_decoys, text)
        self._headers = [found.start() for found in _CARD_HEADER.finditer(self._plain)]

    def of_head(self, key: str | None) -> str:
        """The place of a key of the pack itself, else the file's first line."""
        end = self._headers[0] if self._headers else len(self._text)
        spot = self._find("", key, 0, end)
        if spot is None:
            spot = self._find(r"\[+", key, 0, len(self._text))
        return self._named(spot or 0)

    def of_card(self, number: int, flaw: Flaw) -> str:
        """The place of a flaw in card ``number``, counted from 0: its row, else its key, else its header."""
        if number >= len(self._headers):  # written as card = [{...}]
            return self.of_head("card")
        start, end = [*self._headers, len(self._text)][number : number + 2]
        spot = self._find(r"(?:\[+card\.)?", flaw.key, start, end)
        if spot is not None and flaw.row is not None:
            spot = self._string(flaw.row, spot, end)
        return self._named(start if spot is None else spot)

    def _named(self, spot: int) -> str:
        line = self._text.count("\n", 0, spot) + 1
        return f"{self._source} line {line}"

    def _find(self, before: str, key: str | None, start: int, end: int) -> int | None:
        if key is None:
            return None
        line = rf"^[ \t]*{before}([\"']?){re.escape(key)}\1[ \t]*[]=.]"
        found = re.compile(line, re.MULTILINE).search(self._plain, start, end)
        return found.end() if found else None

    def _string(self, number: int, start: int, end: int) -> int | None:
        tokens = _TOKEN.finditer(self._text, start, end)
        return next(islice((token.start() for token in tokens if token[0][0] != "#"), number, None), None)
