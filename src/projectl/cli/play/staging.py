"""Staging: Master, Ambassador and Ghost are laid out piece by piece and confirmed once."""

from projectl.game import Game, Move, Placing
from projectl.game.stepping import steps_of

from .board import area
from .choices import Choices
from .look import SEATS
from .notation import Spot
from .picking import Picker

DONE, TAKE_BACK = "done", "take back"


class Stage:
    """A move under construction. It is played on copies, so leaving it costs nothing."""

    def __init__(self, picker: Picker, game: Game, first: int, name: str) -> None:
        self.picker = picker
        self.name = name
        begun = game.copy()
        begun.take_step(first, picker.seat)
        self._games = [begun]
        self._placings: list[Placing] = []

    @property
    def placings(self) -> tuple[Placing, ...]:
        """What has been laid out."""
        return tuple(self._placings)

    @property
    def choices(self) -> Choices:
        """What may be laid out next."""
        return Choices(self._games[-1], self.picker.seat)

    def put(self, placing: Placing) -> None:
        """Lay out one more piece; IllegalMove if it cannot lie there."""
        after = self._games[-1].copy()
        number = SEATS.index(self.picker.seat)
        for step in steps_of(after.config, after.state, number, Move("place", placings=(placing,))):
            after.take_step(step, self.picker.seat)
        self._games.append(after)
        self._placings.append(placing)

    def run(self, *, may_be_empty: bool) -> tuple[Placing, ...] | None:
        """Ask until the player is done; None if they leave it."""
        while True:
            cards = list(dict.fromkeys(one.card for one in self.choices.placings()))
            ready = bool(self._placings) or may_be_empty
            answer = self._ask(cards, ready)
            if answer is None:
                return None
            if answer == DONE:
                return self.placings
            if answer == TAKE_BACK:
                self._take_back()
            else:
                self._add(answer)

    def _ask(self, cards: list[str], ready: bool) -> str | None:
        terminal = self.picker.terminal
        self._show()
        answers = cards + [DONE] * ready + [TAKE_BACK] * bool(self._placings)
        words = [f"a piece on {card}" for card in cards]
        words += [f"{DONE}: {self._summary()}"] * ready + ["take the last piece back"] * bool(self._placings)
        number = terminal.pick(f"{self.name}: one piece for each puzzle you choose.", answers, words=words)
        return None if number is None else answers[number]

    def _show(self) -> None:
        """The area as it would be."""
        if self._placings:
            terminal = self.picker.terminal
            game = self._games[-1]
            terminal.show(area(terminal.look(game), game.view(self.picker.seat), self.picker.seat, terminal.width))

    def _summary(self) -> str:
        return "play " + (" ".join(map(str, self._placings)) or "without placing")

    def _add(self, card: str) -> None:
        placing = self.picker.placing(self.choices, Spot(card))
        if placing:
            self.put(placing)

    def _take_back(self) -> None:
        self._games.pop()
        self._placings.pop()
