"""Where the tables are kept: a data folder with a SQLite file, or a database by URL."""

import os
import sqlite3
import sys
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError

from projectl.errors import ProjectLError

FILE = "projectl.db"
LOCK = "projectl.lock"


class StoreError(ProjectLError):
    """A database that cannot be used; the message is one sentence for the person who runs the server."""


@dataclass(frozen=True, slots=True)
class Place:
    """A database; ``folder`` is None unless it is our own SQLite file."""

    url: URL
    folder: Path | None = None

    @classmethod
    def of(cls, data: Path | None = None, database: str | None = None) -> "Place":
        """The place that ``--data`` or ``--database`` means; without either the user's data folder."""
        if database is None:
            folder = data or user_data_folder()
            return cls(URL.create("sqlite+aiosqlite", database=str(folder / FILE)), folder)
        if data is not None:
            raise StoreError("Give a data folder or a database, not both.")
        try:
            url = make_url(database)
        except (ArgumentError, ValueError):
            raise StoreError("The database is not a URL such as postgresql://user@host/name.") from None
        if url.get_backend_name() not in {"postgresql", "postgres"}:
            raise StoreError("The database must be a postgresql:// URL; for SQLite give a data folder.")
        return cls(url.set(drivername="postgresql+psycopg"))

    @property
    def is_sqlite(self) -> bool:
        """Whether this is a file of ours."""
        return self.folder is not None

    def __str__(self) -> str:
        return str(self.folder) if self.folder is not None else self.url.render_as_string(hide_password=True)

    @property
    def exists(self) -> bool:
        """Whether there is a file already; a Postgres database always exists."""
        return self.folder is None or (self.folder / FILE).exists()

    def prepare(self) -> None:
        """Make the folder, and see that it can be written."""
        if self.folder is None:
            return
        trial = self.folder / f".trial{os.getpid()}"
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            trial.touch()
            trial.unlink()
            sync_folder(self.folder.parent)
        except OSError as error:
            raise StoreError(f"The data folder {self.folder} cannot be written: {error.strerror}.") from None

    def lock(self) -> "FolderLock | None":
        """Keep other processes from writing the same file."""
        return None if self.folder is None else FolderLock(self.folder)


class FolderLock:
    """One process at a time. An empty SQLite file serves: its locks work everywhere and end with the process."""

    def __init__(self, folder: Path) -> None:
        self._held = sqlite3.connect(folder / LOCK, timeout=0, isolation_level=None, check_same_thread=False)
        try:
            self._held.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError:
            self._held.close()
            raise StoreError(f"Another projectl process uses the data folder {folder}; stop it first.") from None

    def release(self) -> None:
        """Let others in."""
        self._held.close()


def user_data_folder() -> Path:
    """Where this system keeps a user's data."""
    home = Path.home()
    if sys.platform == "darwin":
        return home / "Library" / "Application Support" / "projectl"
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local") / "projectl"
    return Path(os.environ.get("XDG_DATA_HOME") or home / ".local" / "share") / "projectl"


def sync_folder(folder: Path) -> None:
    """Have the names in a folder survive a power cut; Windows needs no such thing."""
    if sys.platform == "win32":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
