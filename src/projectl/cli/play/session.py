"""A session: a game from its setup, or from a file, to its end or to the moment people leave."""

from pathlib import Path

from projectl.errors import IllegalMove, SetupError
from projectl.game import Game

from . import saves
from .drivers import Driver
from .ending import end_block
from .human import Human
from .look import SEATS
from .palette import ACCENT, QUIET
from .saves import Keeper
from .setup import Wishes, ask
from .story import told
from .table import Table
from .terminal import Leave, Terminal


def start(wishes: Wishes, *, resume: Path | None, save: Path | None, no_color: bool) -> None:
    """Play. ProjectLError if the game cannot be set up or resumed."""
    terminal = Terminal(no_color=no_color)
    try:
        game = _game(terminal, wishes, resume, save)
    except (EOFError, KeyboardInterrupt):
        terminal.say("\nNo game was started.")
        return
    human = Human(terminal)
    drivers: dict[str, Driver] = dict.fromkeys(SEATS[: game.config.players], human)
    Session(terminal, Table(game, Keeper(save or resume)), drivers).run()


def _game(terminal: Terminal, wishes: Wishes, resume: Path | None, save: Path | None) -> Game:
    if save and save != resume:
        saves.check_new(save)
    if resume:
        if not wishes.is_blank:
            raise SetupError("A resumed game keeps its own setup; use --resume alone, or with --save and --no-color.")
        return saves.load(resume)
    return ask(terminal, wishes) if wishes.is_empty else wishes.game()


class Session:
    """A table and those who play at it."""

    def __init__(self, terminal: Terminal, table: Table, drivers: dict[str, Driver]) -> None:
        self.terminal = terminal
        self.table = table
        self.drivers = drivers
        self._warned = False

    def run(self) -> None:
        """Until the game is over or the players leave; the game is kept either way."""
        self._welcome()
        try:
            while not self.table.game.over:
                self._next()
        except Leave:
            self._farewell()
        except (EOFError, KeyboardInterrupt):
            self.terminal.say()
            self._farewell()
        else:
            self._finish()

    def _next(self) -> None:
        seat = self._first_active()
        decision = self.drivers[seat].decide(self.table, seat)
        if decision is None:
            return
        try:
            played = self.table.play(decision.move, decision.seat)
        except IllegalMove as error:
            self.terminal.complain(error)
            return
        sentences = told(self.terminal.look(self.table.game), played)
        for driver in dict.fromkeys(self.drivers.values()):
            driver.told(self.table, sentences)
        self._warn()

    def _first_active(self) -> str:
        """Whom to ask; of two marker holders White (R11.11)."""
        active = self.table.game.active
        white = self.table.view(active[0]).get("line_clear", {}).get("white_marker")
        return white if self.table.game.phase == "play" and white in active else active[0]

    def _warn(self) -> None:
        """Say once that the game is not being kept."""
        trouble = self.table.keeper.trouble
        if trouble and not self._warned:
            self._warned = True
            self.terminal.complain(f"{trouble} You can go on playing; save FILE keeps the game elsewhere.")

    def _welcome(self) -> None:
        game = self.table.game
        seed = "" if game.seed is None else f" Seed {game.seed}."
        self.terminal.say(f"Project L: {game.config.describe()}.{seed}", ACCENT)
        names = [f"{name} is {seat}" for name, seat in zip(game.names, SEATS, strict=False) if name != seat]
        if names:
            self.terminal.say(f"Seats: {', '.join(names)}. {game.names[0]} begins.", QUIET)
        if game.history:
            self.terminal.say(f"Going on after {len(game.history)} moves.", QUIET)

    def _finish(self) -> None:
        game = self.table.game
        self.terminal.say()
        self.terminal.show(end_block(self.terminal.look(game), game))
        if self.table.keeper.kept:
            self.terminal.say_to_copy(f"The record of the game: {self.table.keeper.path}")

    def _farewell(self) -> None:
        keeper = self.table.keeper
        if self.table.game.history and not keeper.unwanted:
            keeper.keep(self.table.game)
        if keeper.trouble:
            self.terminal.complain(keeper.trouble)
        if keeper.kept:
            self.terminal.say_to_copy(f"The game is kept. Go on with: {saves.resume_command(keeper.path)}")
        else:
            self.terminal.say("Goodbye; no game is kept.")
