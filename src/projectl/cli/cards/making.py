"""``projectl cards new``: cards typed in one by one, each looked at and checked before it is kept."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from projectl.cards import card_text, head_text, opinion
from projectl.catalog import Card, bundled_pack, card_from_dict, load_pack, parse_pack
from projectl.catalog.cards import REWARDS, card_flaw, head_flaw
from projectl.catalog.configuration import CARD_EXPANSIONS
from projectl.errors import PackError, SetupError, shown
from projectl.rules.pieces import CARD_SIDE

from .choosing import check_playable, is_whole
from .screen import Screen

_DIGITS = 6
_COLORS = {"w": "white", "white": "white", "b": "black", "black": "black"}
_SOLID, _RECESS = "#xX", ".oO_"


def new(
    file: Annotated[Path, typer.Argument(help="The pack file; cards are added if it is there.", metavar="FILE")],
    box: Annotated[str, typer.Option(help=f"Enter the cards of a box: {', '.join(CARD_EXPANSIONS)}.")] = "",
) -> None:
    """Enter cards of your own, one by one.

    Each is drawn, checked, priced and kept at once. With --box the ids of that box are proposed in order: a card with
    such an id replaces our stand-in.
    """
    if box and box not in CARD_EXPANSIONS:
        raise SetupError(f"There is no box {shown(box)}; choose from {', '.join(CARD_EXPANSIONS)}.")
    screen = Screen()
    try:
        draft = _begin(file, box)
        screen.say("Ctrl-D stops at any question; the cards kept so far stay.", "dim")
        while _enter(screen, draft):
            pass
    except (EOFError, KeyboardInterrupt, typer.Abort):
        screen.say("")
    _farewell(screen, file)


@dataclass(slots=True)
class _Draft:
    """A pack that is being written, and the ids still to be proposed."""

    file: Path
    text: str
    waiting: list[Card] = field(default_factory=list)

    def with_card(self, card: Card) -> str:
        """Its text with one card more; PackError if that is no pack that can be played."""
        text = self.text + card_text(card)
        check_playable(parse_pack(text, str(self.file)), str(self.file))
        return text

    def keep(self, text: str) -> None:
        """The new text, on the disk too: nothing typed is lost."""
        try:
            self.file.write_text(text, "utf-8")
        except OSError as error:
            raise PackError(f"{self.file} cannot be written ({error.strerror}); choose another place.") from None
        self.text = text


def _begin(file: Path, box: str) -> _Draft:
    if file.exists():
        kept = {card.id for card in load_pack(file).cards}
        text = file.read_text("utf-8").removeprefix("\ufeff")
    else:
        kept = set()
        name = str(_ask("Name of the pack", f"my_{box}" if box else file.stem.lower(), partial(_head, "name")))
        title = str(_ask("Title", bundled_pack(box).title if box else name, partial(_head, "title")))
        text = head_text(name, 1, title)
    waiting = [card for card in bundled_pack(box).cards if card.id not in kept] if box else []
    return _Draft(file, text if text.endswith("\n") else text + "\n", waiting)


def _enter(screen: Screen, draft: _Draft) -> bool:
    """One card; whether there may be another."""
    card = _asked(screen, draft.waiting[0] if draft.waiting else None)
    screen.say("")
    screen.show([card])
    for remark in [opinion(card)] + ["Its recess is not in one piece."] * (not is_whole(card)):
        screen.say(remark)
    try:
        text = draft.with_card(card)
    except PackError as error:
        screen.say(f"Not kept: {error}")
        return True
    if typer.confirm(f"Keep {card.id}?", default=True):
        draft.keep(text)
        draft.waiting = [one for one in draft.waiting if one.id != card.id]
    return typer.confirm("Another card?", default=True)


def _asked(screen: Screen, likely: Card | None) -> Card:
    """The card typed in; a question is asked again until its answer can be part of a card."""
    id_, color = (likely.id, likely.color) if likely else ("", "")
    card = {
        "id": _ask("Id", id_, lambda answer: _part("id", answer)),
        "color": _ask("Colour, white or black", color, lambda answer: _part("color", _color(answer))),
        "points": _ask("Points", "", lambda answer: _part("points", _number(answer))),
        "reward": _ask(f"Reward, one of {' '.join(REWARDS)}", "", lambda answer: _part("reward", answer.upper())),
    }
    screen.say("The five rows from the top: '.' or 'o' is the recess, '#' or 'x' is solid.")
    while True:
        card["rows"] = [_ask(f"Row {number + 1}", "", partial(_row, number)) for number in range(CARD_SIDE)]
        flaw = card_flaw(card)
        if flaw is None:
            return card_from_dict(card, "the card")
        screen.say(f"It {flaw.reason}. Draw it again.")


# ---- answers ----------------------------------------------------------------------------------------------

_FULL = ["." * CARD_SIDE] * CARD_SIDE
_SOUND = {"id": "A1", "color": "white", "points": 0, "reward": "O1", "rows": _FULL}


class _Again(Exception):
    """An answer that will not do, in a sentence."""


def _ask(question: str, default: str, read: Callable[[str], object]) -> object:
    while True:
        try:
            return read(str(typer.prompt(question, default=default or None)).strip())
        except _Again as again:
            typer.echo(str(again))


def _head(key: str, answer: str) -> object:
    flaw = head_flaw({"name": "a", "version": 1, "title": "a", "card": [_SOUND], key: answer})
    if flaw:
        raise _Again(f"Sorry, {flaw.reason}.")
    return answer


def _part(key: str, answer: object) -> object:
    """One part of a card, by the checks that a file goes through."""
    flaw = card_flaw(_SOUND | {key: answer})
    if flaw:
        raise _Again(f"It {flaw.reason}.")
    return answer


def _color(answer: str) -> str:
    return _COLORS.get(answer.casefold(), answer)


def _number(answer: str) -> int | str:
    return int(answer) if answer.isascii() and answer.isdigit() and len(answer) < _DIGITS else answer


def _row(number: int, answer: str) -> str:
    row = "".join("#" if sign in _SOLID else "." if sign in _RECESS else sign for sign in answer)
    _part("rows", [*_FULL[:number], row, *_FULL[number + 1 :]])
    return row


def _farewell(screen: Screen, file: Path) -> None:
    if not file.exists():
        screen.say("No card was kept.")
        return
    pack = load_pack(file)
    expansions = check_playable(pack, str(file))
    with_them = f" --expansions {','.join(expansions)}" if expansions else ""
    screen.say(f"{file} has {len(pack.cards)} card{'s' * (len(pack.cards) != 1)}.")
    screen.say(f"Play with them: projectl play --cards {file}{with_them}")
