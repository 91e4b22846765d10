"""Picking pieces, puzzles and placements by number, each drawn."""

from collections.abc import Sequence

from rich.text import Text

from projectl.game import Placing
from projectl.rules.pieces import PIECE_NAMES

from .blocks import Block, block, under
from .cards import Picture, little
from .choices import Choices, cells_of, piece_of, size_of
from .notation import Spot
from .palette import STRONG, chip
from .terminal import Sorry, Terminal


def _why_not(choices: Choices, spot: Spot) -> str:
    if spot.card and spot.card not in choices.own["puzzles"]:
        return f"{spot.card} is not one of your unfinished puzzles."
    if spot.piece and spot.piece not in choices.own["supply"]:
        return f"You have no {spot.piece} in your supply."
    return "No piece of yours fits there now."


class Picker:
    """Asks one seat. Every question can be answered with x; the answer is then None."""

    def __init__(self, terminal: Terminal, seat: str) -> None:
        self.terminal = terminal
        self.seat = seat

    def one(self, question: str, labels: Sequence[str], drawn: Sequence[Block | None] = ()) -> int | None:
        """Ask, unless there is only one answer."""
        return 0 if len(labels) == 1 else self.terminal.pick(question, labels, drawn)

    def piece(self, question: str, names: Sequence[str], counts: dict[str, int]) -> str | None:
        """A piece by its name, with how many there are."""
        drawn = [self.chip(name, counts) for name in names]
        found = self.one(question, names, drawn)
        return None if found is None else names[found]

    def chip(self, piece: str, counts: dict[str, int]) -> Block:
        """A piece and how many there are."""
        return block(chip(self.terminal.theme, piece, f"({counts.get(piece, 0)})"))

    def placing(self, choices: Choices, spot: Spot) -> Placing | None:
        """Card, then piece, then where: whatever of it was not said."""
        if spot.card and spot.piece and len(spot.cells) == size_of(spot.piece):
            return Placing.parse(f"{spot.card}:{spot.piece}@{','.join(spot.cells)}")  # the game judges it
        found = choices.placings(spot.card, spot.piece, spot.cells)
        if not found:
            raise Sorry(_why_not(choices, spot))
        card = self._card(choices, found)
        piece = card and self._piece_for(choices, card, [one for one in found if one.card == card])
        if not card or not piece:
            return None
        return self._place(choices, [one for one in found if (one.card, piece_of(one)) == (card, piece)])

    def _card(self, choices: Choices, found: list[Placing]) -> str | None:
        names = list(dict.fromkeys(one.card for one in found))
        number = self.one("On which puzzle?", names, [self._captioned(choices, name) for name in names])
        return None if number is None else names[number]

    def _captioned(self, choices: Choices, name: str) -> Block:
        return under([block(Text(name, STRONG)), little(self.terminal.theme, self._picture(choices, name))])

    def _picture(self, choices: Choices, card: str, new: str | None = None) -> Picture:
        placed = choices.own["puzzles"][card]
        return Picture.of(self.terminal.look(choices.game).card(card), placed, new)

    def _piece_for(self, choices: Choices, card: str, found: list[Placing]) -> str | None:
        names = [name for name in PIECE_NAMES if any(piece_of(one) == name for one in found)]
        return self.piece(f"Which piece on {card}?", names, choices.own["supply"])

    def _place(self, choices: Choices, found: list[Placing]) -> Placing | None:
        card = found[0].card
        labels = [",".join(cells_of(one)) for one in found]
        pictures = [self._picture(choices, card, str(one).partition(":")[2]) for one in found]
        drawn = [little(self.terminal.theme, picture) for picture in pictures]
        number = self.one(f"Where on {card} does the {piece_of(found[0])} go?", labels, drawn)
        return None if number is None else found[number]
