"""A person at the terminal: reads lines until one of them is a move."""

import re

from rich.text import Text

from projectl.errors import IllegalMove
from projectl.game import Move

from .blocks import Block, block, flow
from .board import area, board, heading, middle, turn_of
from .choices import ANSWERS, Choices
from .commands import COMMANDS, show_board
from .drivers import Decision
from .guide import Guide
from .help import MENU
from .notation import Draft, read
from .palette import ACCENT, QUIET
from .table import Table
from .terminal import Sorry, Terminal

_SEAT = re.compile(r"([A-Fa-f])\s*:\s*(.*)")
_MENU = ("m", "menu")
_SWITCH = ("switch", "sw")

_MANY = 12

Entry = tuple[str, Move | Draft]


class Human:
    """One person, or several who take turns at this keyboard."""

    def __init__(self, terminal: Terminal) -> None:
        self.terminal = terminal
        self._seen: tuple[object, ...] = ()
        self._speaking_to = ""  # the marker holder addressed in Line Clear, where two are active

    def told(self, _table: Table, sentences: list[str]) -> None:
        """Print what has happened."""
        for sentence in sentences:
            self.terminal.say(sentence)

    def decide(self, table: Table, seat: str) -> Decision | None:
        """Draw what is new, ask, and do what is said; None after anything that is no move."""
        self._speaking_to = self._speaking_to if self._speaking_to in table.game.active else ""
        seat = self._speaking_to or seat
        menu = _menu(Choices(table.game, seat))
        if self._draw(table, seat):
            self.terminal.say()
            self.terminal.show(_menu_block(menu, self.terminal.width))
        line = self.terminal.ask(self._prompt(table, seat))
        try:
            return self._obey(table, seat, menu, line)
        except (Sorry, IllegalMove) as error:
            self.terminal.complain(error)
            return None

    def _prompt(self, table: Table, seat: str) -> str:
        look = self.terminal.look(table.game)
        if table.game.phase != "play":
            return f"{look.title(seat)} touches> "
        left = turn_of(table.view(seat), seat).get("actions_left", 0)
        return f"{look.title(seat)} {look.theme.full * left}> "

    def _draw(self, table: Table, seat: str) -> bool:
        """The whole table for a new turn, later only what has changed; False if nothing has."""
        view, look = table.view(seat), self.terminal.look(table.game)
        market = [view.get(part) for part in ("white", "black", "solo")]
        mine = [view["players"][seat], turn_of(view, seat)]
        old, self._seen = self._seen, (table.turn(seat), seat, market, mine)
        if old == self._seen:
            return False
        self.terminal.say()
        if old[:2] != self._seen[:2]:
            self.terminal.show(board(look, view, seat))
        else:
            self.terminal.show(heading(look, view, seat))
            same_market = old[2] == market
            drawn = area(look, view, seat, look.width) if same_market else middle(look, view, seat)
            self.terminal.show(drawn)
        return True

    def _obey(self, table: Table, seat: str, menu: list[Entry], line: str) -> Decision | None:
        named = _SEAT.fullmatch(line)
        if named:
            seat, line = named[1].upper(), named[2]
            if seat not in table.game.active:
                table.game.play(Move("end"), seat)  # refused, in the game's own words
            menu = _menu(Choices(table.game, seat))
        words = line.split()
        if not words:
            show_board(self.terminal, table, seat, [])
            return None
        first = words[0].casefold()
        if first in COMMANDS:
            COMMANDS[first](self.terminal, table, seat, words[1:])
            return None
        if first in _SWITCH:
            self._switch(table, seat)
            return None
        return self._move(table, seat, menu, line)

    def _switch(self, table: Table, seat: str) -> None:
        others = [other for other in table.game.active if other != seat]
        if not others:
            raise Sorry("Nobody else can move now.")
        self._speaking_to = others[0]

    def _move(self, table: Table, seat: str, menu: list[Entry], line: str) -> Decision | None:
        entry: Move | Draft | None
        if line.casefold() in _MENU:
            entry = self._from_menu(menu)
        elif line.isascii() and line.isdigit():
            entry = _numbered(menu, line)
        else:
            entry = self._read(table, seat, line)
        guide = Guide(self.terminal, table.game, seat)
        move = guide.finish(entry) if isinstance(entry, Draft) else entry
        return Decision(seat, move) if move else None

    def _from_menu(self, menu: list[Entry]) -> Move | Draft | None:
        labels = [label for label, _ in menu]
        words = [f"{label:<11}{MENU.get(label, '')}" for label in labels]
        number = self.terminal.pick("What do you do?", labels, words=words)
        return None if number is None else menu[number][1]

    def _read(self, table: Table, seat: str, line: str) -> Draft:
        choice = turn_of(table.view(seat), seat).get("choice", {}).get("kind")
        return read(table.game.config, line, pending=choice, touching=table.game.phase == "touches")


def _menu(choices: Choices) -> list[Entry]:
    """What can be done: the answers where a choice is due, else the kinds of moves."""
    kinds = choices.kinds
    if not kinds or kinds[0] not in ANSWERS:
        return [(kind, Draft(kind)) for kind in kinds]
    moves = choices.moves(kinds[0])
    if len(moves) > _MANY:  # a Level Up can have fifty; two questions are easier
        return [("exchange a piece", Draft(kinds[0])), ("none", Move(kinds[0]))]
    return [(str(move).split(" ", 1)[1], move) for move in moves]


def _numbered(menu: list[Entry], line: str) -> Move | Draft:
    number = int(line[:4])
    if not 1 <= number <= len(menu):
        raise Sorry(f"Type a number from 1 to {len(menu)}, or ? for help.")
    return menu[number - 1][1]


def _menu_block(menu: list[Entry], width: int) -> Block:
    parts = [block(Text.assemble((f"{number} ", ACCENT), label)) for number, (label, _) in enumerate(menu, 1)]
    keys = block(Text("m menu  ? help", QUIET))
    return flow([*parts, keys], width, 2)
