"""Cards in the terminal, in colour as far as it allows."""

from collections.abc import Sequence

from rich.console import Console
from rich.text import Text

from projectl.cards import opinion
from projectl.catalog import Card
from projectl.solver import count_tilings, fewest_pieces

from ..play.blocks import Block, block, flow, under
from ..play.cards import Picture, fits_in_head, large
from ..play.palette import STRONG, Theme

_GAP = 3
_MANY_CELLS = 19  # beyond, counting the tilings takes seconds


class Screen:
    """Where drawings and sentences go."""

    def __init__(self) -> None:
        self.console = Console(highlight=False, markup=False, emoji=False)
        self.theme = Theme.of(self.console)

    def say(self, text: str, style: str = "") -> None:
        """A sentence; the terminal wraps it, so that a command in it can be copied whole."""
        self.console.print(Text(text, style), soft_wrap=True)

    def show(self, cards: Sequence[Card]) -> None:
        """Cards side by side."""
        self._print(flow([self._drawn(card) for card in cards], self.console.width, _GAP, 1))

    def show_closely(self, card: Card) -> None:
        """One card, and beside it what is known about it."""
        facts = [Text(card.id, STRONG), _origin(card), _filling(card)]
        beside = flow([self._drawn(card), block(*facts)], self.console.width, _GAP)
        self._print(under([beside, block(opinion(card), "")]))

    def _drawn(self, card: Card) -> Block:
        return large(self.theme, Picture(card), name_above=not fits_in_head(card))

    def _print(self, drawn: Block) -> None:
        for line in drawn.lines:
            self.console.print(line, no_wrap=True, overflow="crop", crop=True)


def _origin(card: Card) -> Text:
    return Text("our own stand-in, not the printed card" if card.stand_in else "")


def _filling(card: Card) -> Text:
    fewest = len(fewest_pieces(card.recess) or ())
    told = f"{card.cells} cells, {fewest} piece{'s' * (fewest != 1)} or more"
    if card.cells > _MANY_CELLS:
        return Text(told)
    return Text(f"{told}, {count_tilings(card.recess):,} tilings")
