"""The terminal: what is said, shown and asked."""

import contextlib
import sys
from collections.abc import Sequence

from rich.console import Console
from rich.text import Text

from projectl.game import Game

from .blocks import Block, beside, block, columns, flow, under
from .look import Look
from .palette import ACCENT, QUIET, WARNING, Theme

BACK = ("", "x", "back", "cancel")
_PICTURE_HEIGHT = 2  # higher options are pictures, with their number above


class Sorry(Exception):
    """Something cannot be done, in a sentence; nothing has changed."""


class Leave(Exception):
    """The player stops here."""


class Terminal:
    """Prints and asks. Only ``ask`` reads, so that a test or a pipe can type for a person."""

    def __init__(self, *, no_color: bool = False) -> None:
        for stream, errors in ((sys.stdin, "replace"), (sys.stdout, "replace")):
            with contextlib.suppress(AttributeError, ValueError):  # a stream of a test has no such thing
                stream.reconfigure(errors=errors)  # type: ignore[union-attr] # see suppress
        # None leaves it to the terminal and to NO_COLOR.
        self.console = Console(highlight=False, markup=False, emoji=False, no_color=no_color or None)
        self.theme = Theme.of(self.console)
        self._typed_by_hand = sys.stdin is not None and sys.stdin.isatty()
        if self._typed_by_hand:
            with contextlib.suppress(ImportError):  # not on every system
                import readline  # noqa: F401 - gives input() its history and editing

    @property
    def width(self) -> int:
        """Columns now; people resize."""
        return self.console.width

    def look(self, game: Game) -> Look:
        """How to draw this game here."""
        return Look.at(game, self.theme, self.width)

    def say(self, text: str | Text = "", style: str = "") -> None:
        """Sentences, wrapped."""
        self.console.print(text if isinstance(text, Text) else Text(text, style))

    def say_to_copy(self, text: str) -> None:
        """One line however long, so that a path or a command in it can be copied."""
        self.console.print(Text(text), soft_wrap=True)

    def complain(self, error: Exception | str) -> None:
        """Why something was not done."""
        self.say(str(error), WARNING)

    def show(self, drawn: Block) -> None:
        """A drawing, cut at the edge rather than wrapped."""
        for line in drawn.lines:
            self.console.print(line, no_wrap=True, overflow="crop", crop=True)

    def ask(self, prompt: str) -> str:
        """A line typed by the player; EOFError when there will be no more."""
        line = input(prompt)
        if not self._typed_by_hand:  # a transcript should show what was typed
            self.say("".join(letter for letter in line if letter.isprintable()), QUIET)
        return line.strip()

    def pick(
        self,
        question: str,
        labels: Sequence[str],
        drawn: Sequence[Block | None] = (),
        *,
        words: Sequence[str] = (),
    ) -> int | None:
        """One of several by number or label, shown by its words or drawn; None if the player cancels."""
        self.say(question, ACCENT)
        texts = [block(word) for word in words or labels]
        self.show(_numbered([one or text for one, text in zip(drawn or texts, texts, strict=True)], self.width))
        while True:
            answer = self.ask(f"1-{len(labels)}, x to cancel> ").casefold()
            if answer in BACK:
                return None
            found = _picked(answer, labels)
            if found is not None:
                return found
            self.complain(f"Type a number from 1 to {len(labels)}, or x to cancel.")

    def is_yes(self, question: str, *, default: bool) -> bool:
        """A yes or a no; Enter means the default."""
        while True:
            answer = self.ask(f"{question} [{'Y/n' if default else 'y/N'}] ").casefold()
            if answer in {"", "y", "yes", "n", "no"}:
                return default if not answer else answer.startswith("y")
            self.complain("Type y or n.")


def _picked(answer: str, labels: Sequence[str]) -> int | None:
    if answer.isascii() and answer.isdigit():
        number = int(answer) if len(answer) < len("1000") else 0
        return number - 1 if 1 <= number <= len(labels) else None
    folded = [label.casefold() for label in labels]
    return folded.index(answer) if answer in folded else None


def _numbered(shown: Sequence[Block], width: int) -> Block:
    pictures = any(one.height >= _PICTURE_HEIGHT for one in shown)
    parts = []
    for number, one in enumerate(shown, 1):
        head = block(Text(f"{number}" if pictures else f"{number:>2}", ACCENT))
        parts.append(under([head, one]) if pictures else beside([head, one], 1))
    return flow(parts, width, 2, 1) if pictures else columns(parts, width, 2)
