"""Saved games: records in files (docs/records.md), written whole or not at all."""

import contextlib
import os
import shlex
import time
from pathlib import Path

import typer

from projectl import replay
from projectl.errors import ProjectLError, RecordError, SetupError
from projectl.game import Game
from projectl.game.record import MAX_BYTES, TITLE

from .terminal import Sorry


def load(path: Path) -> Game:
    """The game in a file; RecordError names the file and what is wrong with it."""
    try:
        content = path.read_bytes()[: MAX_BYTES + 1]
    except (OSError, ValueError) as error:  # ValueError: a path with a null character
        reason = getattr(error, "strerror", None) or error
        raise RecordError(f"{path} cannot be read ({reason}); check the path.") from None
    try:
        return replay(content.decode("utf-8"))
    except UnicodeDecodeError:
        raise RecordError(f"{path} is not a saved game: it is not text.") from None
    except ProjectLError as error:
        raise RecordError(f"{path} is not a sound saved game. {error}") from None


def write(path: Path, game: Game) -> None:
    """Keep the game; a file that is something else is left alone."""
    if path.is_dir():
        raise Sorry(f"{path} is a folder; name a file.")
    if path.exists() and not is_record(path):
        raise Sorry(f"{path} is not a saved game, so it is left alone; choose another name.")
    partial = path.with_name(path.name + ".part")
    try:
        partial.write_text(game.record(), "utf-8")
        os.replace(partial, path)
    except (OSError, ValueError) as error:
        with contextlib.suppress(OSError):
            partial.unlink(missing_ok=True)
        reason = getattr(error, "strerror", None) or error
        raise Sorry(f"The game cannot be saved to {path} ({reason}).") from None


def is_record(path: Path) -> bool:
    """Whether a file begins as a saved game does; an empty one may become one."""
    try:
        with path.open("rb") as file:
            start = file.read(len(TITLE))
    except OSError:
        return False
    return start in (b"", TITLE.encode())


def check_new(path: Path) -> None:
    """Refuse a file for a new game that would overwrite something or cannot be written."""
    if path.exists():
        what = f"--resume {path} goes on with it" if is_record(path) else "it is not a saved game"
        raise SetupError(f"{path} exists already ({what}); choose another file for --save.")
    if not path.parent.is_dir():
        raise SetupError(f"There is no folder {path.parent}; choose another file for --save.")


def resume_command(path: Path) -> str:
    """What to type to go on with a saved game."""
    return f"projectl play --resume {shlex.quote(str(path))}"


def autosave_path() -> Path:
    """Where a game is kept that was given no file."""
    return Path(typer.get_app_dir("projectl")) / f"game-{time.strftime('%Y%m%d-%H%M%S')}-{os.getpid()}.txt"


class Keeper:
    """Keeps one game on disk after every move, so that a closed terminal loses nothing."""

    def __init__(self, path: Path | None) -> None:
        self.path = path or autosave_path()
        self.own = path is None  # ours to throw away
        self.trouble: Sorry | None = None
        self.kept = path is not None and path.exists()
        self.unwanted = False

    def keep(self, game: Game) -> bool:
        """Write the game; False, with the trouble noted, if that was not possible."""
        if self.own:
            with contextlib.suppress(OSError):  # writing will say what is wrong
                self.path.parent.mkdir(parents=True, exist_ok=True)
        try:
            write(self.path, game)
        except Sorry as error:
            self.trouble = error
            return False
        self.trouble = None
        self.kept = True
        return True

    def throw_away(self) -> None:
        """Forget a game that the player does not want to keep."""
        with contextlib.suppress(OSError):
            self.path.unlink(missing_ok=True)
        self.kept = False
        self.unwanted = True
