"""Moves as people type them: any case, short verbs, blanks instead of signs, the rest left out.

``read`` turns a line into a ``Draft``, which holds what was said. What was not said the guide asks for.
"""

import difflib
import re
from collections.abc import Callable
from dataclasses import dataclass, replace

from projectl.catalog import Configuration
from projectl.errors import shown
from projectl.rules.pieces import PIECE_NAMES

from .choices import ANSWERS, ORDER
from .terminal import Sorry

SHORT = {
    "t": "take",
    "r": "recycle",
    "u": "upgrade",
    "p": "place",
    "ma": "master",
    "a": "ambassador",
    "g": "ghost",
    "i": "insert",
    "c": "complete",
    "e": "end",
    "d": "done",
}
MAX_LINE = 400
_SEPARATORS = re.compile(r"[\s:@,;>+/=-]+")
_CELLS = re.compile(r"(?:[0-9]{2})+")
_COLORS = {"white": "white", "black": "black", "w": "white", "b": "black"}
_SIDES = ("left", "right")
# How many of each part a move can have.
_PARTS: dict[str, dict[str, int]] = {
    "take": {"deck": 1, "color": 1, "cards": 1},
    "recycle": {"color": 1, "side": 1, "cards": 4},
    "upgrade": {"pieces": 2},
    "place": {"spots": 1},
    "master": {"spots": 4},
    "ambassador": {"cards": 1, "noted": 1, "spots": 4},
    "ghost": {"pieces": 6, "spots": 4},
    "complete": {"cards": 1},
    "reward": {"pieces": 1, "none": 1},
    "levelup": {"pieces": 2, "none": 1},
    "touch": {"spots": 1, "credit": 1},
    "done": {},
    "end": {},
}
_PART_NAMES = {"color": "colour", "cards": "card", "pieces": "piece", "spots": "placement"}
_PLACING = ("place", "touch", "master", "ambassador", "ghost")


@dataclass(frozen=True, slots=True)
class Spot:
    """A placement as far as it was said; an empty part was not."""

    card: str = ""
    piece: str = ""
    cells: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Draft:
    """A move as far as it was said."""

    kind: str
    insert: bool = False
    deck: bool = False
    color: str = ""
    side: str = ""
    none: bool = False
    credit: bool = False
    noted: bool = False
    cards: tuple[str, ...] = ()
    pieces: tuple[str, ...] = ()
    spots: tuple[Spot, ...] = ()


def verb(word: str) -> str | None:
    """The verb that a first word stands for."""
    word = SHORT.get(word.casefold(), word.casefold())
    return word if word in ORDER else None


def read(config: Configuration, line: str, *, pending: str | None, touching: bool) -> Draft:
    """What a line says; Sorry if it begins with no verb or has a word that means nothing."""
    if len(line) > MAX_LINE:
        raise Sorry(f"A move has at most {MAX_LINE} characters.")
    first, *rest = line.split(maxsplit=1)
    kind = verb(first)
    if kind is None and pending in ANSWERS:  # an answer needs no verb
        kind, rest = pending, [line]
    if kind is None:
        raise Sorry(_no_verb(first))
    if kind == "insert":
        return _inserted(config, rest)
    if kind == "place" and touching:
        kind = "touch"
    return _checked(_read_words(config, Draft(kind), "".join(rest)))


def _inserted(config: Configuration, rest: list[str]) -> Draft:
    if not rest:
        return Draft("insert")
    first, *after = rest[0].split(maxsplit=1)
    kind = verb(first)
    if kind is None or kind == "insert" or kind in ANSWERS:
        raise Sorry("insert is followed by the action it pays for, such as insert upgrade.")
    return replace(_checked(_read_words(config, Draft(kind), "".join(after))), insert=True)


def _no_verb(word: str) -> str:
    close = difflib.get_close_matches(word.casefold(), [*ORDER, "help", "hint", "undo", "show", "rules", "quit"], 1)
    advice = f"did you mean {close[0]}?" if close else "? lists what you can type."
    return f"{shown(word)} is not something to do here; {advice}"


def _read_words(config: Configuration, draft: Draft, text: str) -> Draft:
    for word in filter(None, _SEPARATORS.split(text)):
        draft = _with_word(config, draft, word)
    return draft


def _with_word(config: Configuration, draft: Draft, word: str) -> Draft:
    """One more word: a card, a piece, cells, or one of the few words that moves know."""
    card = _card(config, word)
    if card:
        return _with_card(draft, card)
    if word.upper() in PIECE_NAMES:
        return _with_piece(draft, word.upper())
    if _CELLS.fullmatch(word) and draft.spots:
        cells = tuple(word[at : at + 2] for at in range(0, len(word), 2))
        last = draft.spots[-1]
        return replace(draft, spots=(*draft.spots[:-1], replace(last, cells=last.cells + cells)))
    setter = _WORDS.get(word.casefold())
    if setter is None:
        raise Sorry(f"{shown(word)} is no card, piece or cell of this game.")
    return setter(draft)


def _card(config: Configuration, word: str) -> str:
    """Exactly as written, else in any case if only one card fits."""
    if word in config.card_index:
        return word
    if word.upper() in PIECE_NAMES:
        return ""
    found = [name for name in config.card_index if name.casefold() == word.casefold()]
    return found[0] if len(found) == 1 else ""


def _with_card(draft: Draft, card: str) -> Draft:
    names_itself = draft.kind == "ambassador" and not (draft.cards or draft.noted or draft.spots)
    if draft.kind in _PLACING and not names_itself:
        return replace(draft, spots=(*draft.spots, Spot(card)))
    return replace(draft, cards=(*draft.cards, card))


def _with_piece(draft: Draft, piece: str) -> Draft:
    if draft.kind not in _PLACING or (draft.kind == "ghost" and not draft.spots):
        return replace(draft, pieces=(*draft.pieces, piece))
    last = draft.spots[-1] if draft.spots else Spot()
    return replace(draft, spots=(*draft.spots[:-1], replace(last, piece=piece)))


def _checked(draft: Draft) -> Draft:
    """Nothing that was typed is passed over in silence."""
    allowed = _PARTS[draft.kind]
    for part in ("deck", "color", "side", "none", "credit", "noted", "cards", "pieces", "spots"):
        said = getattr(draft, part)
        most = allowed.get(part, 0)
        if (len(said) if isinstance(said, tuple) else bool(said)) > most:
            raise Sorry(
                f"{draft.kind} takes no {'more ' if most else ''}{_PART_NAMES.get(part, part)}; try help {draft.kind}."
            )
    return draft


def _setter(**change: str | bool) -> Callable[[Draft], Draft]:
    return lambda draft: replace(draft, **change)  # type: ignore[arg-type] # names of Draft's own fields


_WORDS: dict[str, Callable[[Draft], Draft]] = {
    "deck": _setter(deck=True),
    "blind": _setter(deck=True),
    "none": _setter(none=True),
    "credit": _setter(credit=True),
    "noted": _setter(noted=True),
    **{word: _setter(color=color) for word, color in _COLORS.items()},
    **{word: _setter(side=word) for word in _SIDES},
}
