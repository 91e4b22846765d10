"""What every drawing needs to know: the game's cards and names, and the terminal."""

from dataclasses import dataclass

from projectl.catalog import Card, Configuration, Tile
from projectl.game import Game

from .palette import Theme

SEATS = "ABCDEF"
MASTERMIND = "mastermind"
# A and an: every other piece begins with a vowel sound.
_CONSONANTS = ("T4", "P5", "U5", "UP1", "UP2")


@dataclass(frozen=True, slots=True)
class Look:
    """The cards and names of a game, and how to draw them."""

    config: Configuration
    names: tuple[str, ...]
    theme: Theme
    width: int

    @classmethod
    def at(cls, game: Game, theme: Theme, width: int) -> "Look":
        """For this game on this terminal."""
        return cls(game.config, tuple(game.names), theme, width)

    def card(self, name: str) -> Card:
        """The card of this id."""
        return self.config.cards[self.config.card_index[name]]

    def tile(self, name: str) -> Tile | None:
        """The tile of this id; None for one that lies face down."""
        index = self.config.tile_index.get(name)
        return None if index is None else self.config.tiles[index]

    def who(self, seat: str) -> str:
        """A player as the subject of a sentence."""
        return "The mastermind" if seat == MASTERMIND else self.names[SEATS.index(seat)]

    def title(self, seat: str) -> str:
        """A player in a heading: ``Ann (A)``, or ``Player A`` without a name."""
        name = self.who(seat)
        return f"Player {seat}" if name == seat else f"{name} ({seat})"


def a_piece(piece: str) -> str:
    """``an L3``, ``a T4``."""
    return f"{'a' if piece in _CONSONANTS else 'an'} {piece}"


def several(number: int, noun: str, plural: str = "") -> str:
    """``1 point``, ``2 points``."""
    return f"{number} {noun if number == 1 else plural or noun + 's'}"


def listed(words: list[str]) -> str:
    """``W1, W2 and W3``."""
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)
