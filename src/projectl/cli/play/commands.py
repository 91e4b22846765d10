"""What a person can type besides moves: looking things up, saving, taking back."""

from collections.abc import Callable
from pathlib import Path

from projectl.errors import shown
from projectl.game.position import Document

from . import saves
from .blocks import Block, block, under
from .board import area_of, board, turn_of
from .help import help_text, rules_block
from .hinting import Hinting
from .look import SEATS, Look
from .story import told
from .table import Table
from .terminal import Leave, Sorry, Terminal

_LOG_LINES = 20

Command = Callable[[Terminal, Table, str, list[str]], None]


def show_help(terminal: Terminal, table: Table, _seat: str, words: list[str]) -> None:
    """help, help take, help pieces."""
    found = help_text(terminal.look(table.game), "".join(words[:1]))
    if isinstance(found, Block):
        terminal.show(found)
    else:
        terminal.say(found)


def show_board(terminal: Terminal, table: Table, seat: str, _words: list[str]) -> None:
    """The whole table."""
    terminal.show(board(terminal.look(table.game), table.view(seat), seat))


def show_log(terminal: Terminal, table: Table, _seat: str, words: list[str]) -> None:
    """log, log 50, log all."""
    word = words[0] if words else str(_LOG_LINES)
    if word != "all" and not (word.isascii() and word.isdigit()):
        raise Sorry("Type log, log and a number of lines, or log all.")
    look = terminal.look(table.game)
    lines = [line for played in table.game.history for line in told(look, played, quiet=True)]
    if not lines:
        terminal.say("Nothing has happened yet.")
    start = 0 if word == "all" else -min(int(word), len(lines))
    for line in lines[start:] if start or word == "all" else []:
        terminal.say(line)


def show_rules(terminal: Terminal, table: Table, _seat: str, words: list[str]) -> None:
    """rules, rules all."""
    terminal.show(rules_block(terminal.look(table.game), everything=words == ["all"]))


def show(terminal: Terminal, table: Table, seat: str, words: list[str]) -> None:
    """show B, show Bob, show decks."""
    look = terminal.look(table.game)
    word = " ".join(words).casefold()
    view = table.view(seat)
    if word in ("deck", "decks"):
        terminal.show(_decks(look, view))
        return
    found = seat if word in ("", "me") else _seat_called(look, word)
    terminal.show(area_of(look, view, found))


def _seat_called(look: Look, word: str) -> str:
    seats = SEATS[: look.config.players]
    found = [seat for seat in seats if word in (seat.casefold(), look.who(seat).casefold())]
    if not found:
        raise Sorry(f"Nobody here is called {shown(word)}; type show and one of {', '.join(seats)}, or show decks.")
    return found[0]


def _decks(look: Look, view: Document) -> Block:
    """Their sizes, and the cards that everybody saw go under them (Q56)."""
    if look.config.solo:
        return block(f"The deck has {view['solo']['deck_size']} cards.")
    return under([_deck(color, view[color]) for color in ("white", "black")])


def _deck(color: str, pile: Document) -> Block:
    lowest = f"; at the bottom, uppermost first: {' '.join(pile['bottom'])}" if pile["bottom"] else ""
    return block(f"{color.title()} deck: {pile['deck_size']} cards{lowest}.")


def hint(terminal: Terminal, table: Table, seat: str, words: list[str]) -> None:
    """hint, hint W10."""
    if len(words) > 1:
        raise Sorry("Type hint, or hint and one of your puzzles.")
    if turn_of(table.view(seat), seat).get("choice"):
        raise Sorry("First answer the choice that is due; then ask again.")
    Hinting(terminal, table.game, seat).show("".join(words))


def save(terminal: Terminal, table: Table, _seat: str, words: list[str]) -> None:
    """save, save FILE."""
    path = Path(" ".join(words)).expanduser() if words else table.keeper.path
    saves.write(path, table.game)
    terminal.say_to_copy(f"Saved. Go on another time with: {saves.resume_command(path)}")


def undo(terminal: Terminal, table: Table, _seat: str, _words: list[str]) -> None:
    """Take back the last move."""
    played = table.undo()
    terminal.say(f"Taken back: {terminal.look(table.game).who(played.seat)}'s '{played.move}'.")


def leave(terminal: Terminal, table: Table, _seat: str, _words: list[str]) -> None:
    """quit: keep the game or not."""
    if table.game.history and table.keeper.own and not terminal.is_yes("Keep this game to go on later?", default=True):
        table.keeper.throw_away()
    raise Leave


COMMANDS: dict[str, Command] = {
    "?": show_help,
    "h": show_help,
    "help": show_help,
    "b": show_board,
    "board": show_board,
    "hint": hint,
    "hints": hint,
    "log": show_log,
    "rules": show_rules,
    "show": show,
    "save": save,
    "undo": undo,
    "q": leave,
    "quit": leave,
    "exit": leave,
}
