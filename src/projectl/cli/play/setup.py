"""Setting up: what the command line asks for, or what a few questions find out."""

import json
import secrets
from dataclasses import dataclass, replace
from pathlib import Path

from projectl.catalog import DIFFICULTIES, EXPANSIONS
from projectl.errors import SetupError, shown
from projectl.game import Game

from .palette import ACCENT
from .terminal import Terminal

MAX_PLAYERS = 6
_LINE_CLEAR_FROM = 5
_SEED_DIGITS = 10**9  # short enough to read out


@dataclass(frozen=True, slots=True)
class Wishes:
    """A game as asked for; what is empty was not said."""

    players: int | None = None
    names: str = ""
    edition: str = ""
    expansions: str = ""
    variants: str = ""
    options: tuple[str, ...] = ()
    difficulty: str = ""
    seed: int | None = None
    cards: tuple[Path, ...] = ()

    @property
    def is_empty(self) -> bool:
        """Whether nothing was said that a question could be about; a seed or cards are no answer."""
        return replace(self, seed=None, cards=()).is_blank

    @property
    def is_blank(self) -> bool:
        """Whether nothing was said at all."""
        return self == Wishes()

    def game(self) -> Game:
        """The game, or SetupError."""
        names = _words(self.names)
        players = _number(self, names)
        variants = _words(self.variants)
        if players == 1 and "solo" not in variants:
            variants = [*variants, "solo"]
        return Game(
            names or players,
            seed=secrets.randbelow(_SEED_DIGITS) if self.seed is None else self.seed,
            edition=self.edition or "v25",
            expansions=_words(self.expansions),
            variants=variants,
            options=_options(self.options, variants),
            difficulty=self.difficulty or "normal",
            cards=list(self.cards),
        )


def _words(text: str) -> list[str]:
    return [word.strip() for word in text.split(",") if word.strip()]


def _number(wishes: Wishes, names: list[str]) -> int:
    if wishes.players is not None and names and wishes.players != len(names):
        raise SetupError(f"{len(names)} names for {wishes.players} players; name everybody or nobody.")
    if wishes.players is not None:
        return wishes.players
    return len(names) or (1 if "solo" in _words(wishes.variants) else 2)


def _options(pairs: tuple[str, ...], variants: list[str]) -> dict[str, object]:
    """``name=value``, numbers and lists as JSON writes them."""
    # People at one table act as they like (R11.11); typed in turn it is the same as White first.
    found: dict[str, object] = {"line_clear_order": "simultaneous"} if "line_clear" in variants else {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals:
            raise SetupError(f"An option is written name=value, not {shown(pair)}.")
        try:
            found[name.strip()] = json.loads(value)
        except (ValueError, RecursionError):
            found[name.strip()] = value.strip()
    return found


# ---- questions --------------------------------------------------------------------------------------------


def ask(terminal: Terminal, wishes: Wishes) -> Game:
    """A few questions, each with an answer for those who just press Enter."""
    terminal.say("A new game of Project L. Enter takes what stands in brackets.", ACCENT)
    while True:
        found = _asked(terminal, wishes)
        try:
            return found.game()
        except SetupError as error:
            terminal.complain(error)


def _asked(terminal: Terminal, wishes: Wishes) -> Wishes:
    players = _ask_number(terminal)
    found = replace(wishes, players=players)
    if players == 1:
        found = replace(found, variants="solo", difficulty=_ask_difficulty(terminal))
    else:
        found = replace(found, names=_ask_names(terminal, players))
    found = replace(found, expansions=_ask_expansions(terminal, players))
    if players >= _LINE_CLEAR_FROM and terminal.is_yes(
        "Line Clear, where two play at a time (made for 5 and 6)?", default=True
    ):
        found = replace(found, variants="line_clear")
    return found


def _ask_number(terminal: Terminal) -> int:
    while True:
        answer = terminal.ask("How many players, 1 to 6? 1 is solo against the mastermind. [2] ")
        if answer in list("123456"):
            return int(answer)
        if not answer:
            return 2
        terminal.complain(f"Type a number from 1 to {MAX_PLAYERS}.")


def _ask_difficulty(terminal: Terminal) -> str:
    while True:
        answer = terminal.ask(f"How hard: {', '.join(DIFFICULTIES)}? [normal] ").casefold() or "normal"
        found = [name for name in DIFFICULTIES if name.startswith(answer)]
        if len(found) == 1:
            return found[0]
        terminal.complain(f"Type one of {', '.join(DIFFICULTIES)}.")


def _ask_names(terminal: Terminal, players: int) -> str:
    letters = ", ".join("ABCDEF"[:players])
    while True:
        answer = terminal.ask(f"Names, separated by commas? [{letters}] ")
        number = len(_words(answer))
        if number in (0, players):
            return answer
        terminal.complain(f"That is {number} of {players} names; type all of them, or just Enter.")


def _ask_expansions(terminal: Terminal, players: int) -> str:
    default = "ghost" if players == MAX_PLAYERS else "none"  # R2.3
    terminal.say(f"Expansions: {', '.join(EXPANSIONS)}.")
    while True:
        answer = terminal.ask(f"Which of them, separated by commas, or all? [{default}] ").casefold() or default
        if answer in ("all", "none"):
            return ",".join(EXPANSIONS) if answer == "all" else ""
        unknown = [word for word in _words(answer) if word not in EXPANSIONS]
        if not unknown:
            return answer
        terminal.complain(f"There is no expansion {shown(unknown[0])}; separate several by commas.")
