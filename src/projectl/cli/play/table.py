"""The table: a game being played, what can be taken back, and where it is kept."""

from dataclasses import dataclass

from projectl.game import Game, Move, Played
from projectl.game.position import Document

from .look import listed
from .saves import Keeper
from .terminal import Sorry

_NOTHING = "There is nothing to take back in this turn."

Turn = tuple[object, ...]


@dataclass(frozen=True, slots=True)
class _Before:
    """The game before a move of the turn, and the move."""

    game: Game
    played: Played


class Table:
    """A game with undo within the turn, never across what was hidden (UI.md, R0.7)."""

    def __init__(self, game: Game, keeper: Keeper) -> None:
        self.game = game
        self.keeper = keeper
        self._undo: list[_Before] = []
        self._turn: Turn = ()
        self._barrier = _NOTHING

    def view(self, seat: str) -> Document:
        """The table as a seat sees it."""
        return self.game.view(seat)

    def turn(self, seat: str) -> Turn:
        """What a move of this seat belongs to. In Line Clear two players can share a step (R11.11)."""
        state = self.game.state
        if self.game.phase == "play" and self.game.config.line_clear:
            shared = self.game.config.settings["line_clear_order"] != "white_first"
            return (state.round, state.step, "" if shared else seat)
        return (self.game.phase, state.round, seat)

    def play(self, move: Move, seat: str) -> Played:
        """Make a move; IllegalMove changes nothing."""
        turn = self.turn(seat)
        before = self.game.copy()
        played = self.game.play(move, seat)
        if turn != self._turn:
            # The turn before this one could be taken back until now.
            self._undo, self._turn, self._barrier = [], turn, _NOTHING
        self._undo.append(_Before(before, played))
        barrier = _barrier(played)
        if barrier:
            self._undo, self._barrier = [], barrier
        self.keeper.keep(self.game)
        return played

    def undo(self) -> Played:
        """Take back the last move of the turn, also when it has ended the turn; Sorry with the reason if not."""
        if not self._undo:
            raise Sorry(self._barrier)
        last = self._undo.pop()
        self.game = last.game
        self.keeper.keep(self.game)
        return last.played


def _barrier(played: Played) -> str:
    """Why the move stands: somebody has seen what was hidden before."""
    if played.reshuffled:
        return f"'{played.move}' cannot be taken back: the White deck was shuffled after it."
    if played.revealed:
        were = "was" if len(played.revealed) == 1 else "were"
        return f"'{played.move}' cannot be taken back: {listed(list(played.revealed))} {were} turned up by it."
    return ""
