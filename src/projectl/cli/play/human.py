"""A person at the terminal: reads lines until one of them is a move."""

import re
from collections.abc import Callable
from pathlib import Path

from projectl.errors import IllegalMove
from projectl.game import Move

from . import saves
from .blocks import Block, block, columns
from .board import area, area_of, board, turn_of
from .choices import ANSWERS, Choices
from .drivers import Decision
from .guide import Guide
from .help import TOPICS, help_text, rules_block
from .look import SEATS, several
from .market import market_block
from .notation import Draft, read
from .palette import QUIET
from .story import told
from .table import Table
from .terminal import Leave, Sorry, Terminal

_SEAT = re.compile(r"([A-Fa-f])\s*:\s*(.*)")
_LOG_LINES = 20


class Human:
    """One person, or several who take turns at this keyboard."""

    def __init__(self, terminal: Terminal) -> None:
        self.terminal = terminal
        self._drawn_turn: object = None
        self._drawn_market: object = None
        self._speaking_to = ""  # the marker holder addressed in Line Clear, where two are active

    def told(self, _table: Table, sentences: list[str]) -> None:
        """Print what has happened."""
        for sentence in sentences:
            self.terminal.say(sentence)

    def decide(self, table: Table, seat: str) -> Decision | None:
        """Draw what is new, ask, and do what is said; None after anything that is no move."""
        seat = self._addressed(table, seat)
        self._draw(table, seat)
        choices = Choices(table.game, seat)
        menu = _menu(choices)
        self.terminal.show(_menu_block(menu, self.terminal.width))
        line = self.terminal.ask(self._prompt(table, seat))
        try:
            return self._obey(table, seat, menu, line)
        except (Sorry, IllegalMove) as error:
            self.terminal.complain(error)
            return None

    def _addressed(self, table: Table, seat: str) -> str:
        return self._speaking_to if self._speaking_to in table.game.active else seat

    def _prompt(self, table: Table, seat: str) -> str:
        look = self.terminal.look(table.game)
        left = turn_of(table.view(seat), seat).get("actions_left", 0)
        dots = look.theme.full * left if table.game.phase == "play" else "touches"
        return f"{look.title(seat)} {dots}> "

    # -- drawing --

    def _draw(self, table: Table, seat: str) -> None:
        """The whole table at the start of a turn, after that only what a move changes."""
        view = table.view(seat)
        look = self.terminal.look(table.game)
        turn = (table.turn(seat), seat)
        market = [view.get(part) for part in ("white", "black", "solo")]
        if turn != self._drawn_turn:
            self.terminal.say()
            self.terminal.show(board(look, view, seat))
        elif self._changed(table):
            ...
        self._drawn_turn, self._drawn_market = turn, market
