"""Private Postgres and Redis servers for tests: in a folder under /tmp, on a Unix socket, gone afterwards."""

import itertools
import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg

_numbers = itertools.count()


class Postgres:
    """A running cluster."""

    def __init__(self, folder: Path, run_as: dict[str, Any]) -> None:
        self.folder = folder
        self._run_as = run_as

    @contextmanager
    def started(self) -> Iterator[None]:
        """Runs while the block does."""
        settings = ["listen_addresses=", "max_connections=40", "fsync=off"]
        options = [word for setting in settings for word in ("-c", setting)]
        command = [_postgres_binary("postgres"), "-D", self.folder / "data", "-k", self.folder, *options]
        with _server(command, self._run_as, signal.SIGQUIT):
            _wait(lambda: self.execute("SELECT 1"), psycopg.OperationalError)
            yield

    def url(self, database: str = "postgres") -> str:
        """For SQLAlchemy."""
        return f"postgresql://postgres@/{database}?host={self.folder}"

    def execute(self, sql: str, database: str = "postgres") -> None:
        """Run SQL beside the store."""
        with psycopg.connect(host=str(self.folder), user="postgres", dbname=database, autocommit=True) as connection:
            connection.execute(sql)

    def new_database(self) -> str:
        """The URL of an empty database."""
        name = f"test{next(_numbers)}"
        self.execute(f"CREATE DATABASE {name}")
        return self.url(name)


@contextmanager
def running_postgres() -> Iterator[Postgres]:
    """A new cluster, running."""
    with new_postgres() as cluster, cluster.started():
        yield cluster


@contextmanager
def new_postgres() -> Iterator[Postgres]:
    """A new cluster; fails, rather than skips, where Postgres is not installed."""
    with _folder() as folder:
        data = folder / "data"
        run_as: dict[str, Any] = {"stdout": subprocess.DEVNULL, "stderr": subprocess.PIPE, "cwd": folder}
        if os.getuid() == 0:  # Postgres refuses to run as root
            shutil.chown(folder, "postgres", "postgres")
            run_as |= {"user": "postgres", "group": "postgres", "extra_groups": []}
        initdb = [
            _postgres_binary("initdb"),
            "-D",
            str(data),
            "-A",
            "trust",
            "-U",
            "postgres",
            "-E",
            "UTF8",
            "--no-sync",
        ]
        subprocess.run(initdb, check=True, **run_as)
        yield Postgres(folder, run_as)


@contextmanager
def running_redis(folder: Path | None = None) -> Iterator[str]:
    """The URL of a new Redis server; fails where it is not installed."""
    binary = shutil.which("redis-server")
    if binary is None:
        raise RuntimeError("The tests need Redis: apt-get install redis-server")
    with _folder() as new:
        socket = (folder or new) / "redis.sock"
        command = [binary, "--port", "0", "--unixsocket", socket, "--save", "", "--dir", new]
        with _server(command, {"stdout": subprocess.DEVNULL}):
            _wait(socket.stat, FileNotFoundError)
            yield f"unix://{socket}"


def _postgres_binary(name: str) -> str:
    found = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"), key=lambda path: float(path.parts[4]))
    binary = str(found[-1]) if found else shutil.which(name)
    if binary is None:
        raise RuntimeError("The tests need Postgres: apt-get install postgresql")
    return binary


@contextmanager
def _folder() -> Iterator[Path]:
    folder = Path(tempfile.mkdtemp(prefix="plt-", dir="/tmp"))  # short: a socket's path has 107 characters
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def _server(command: list[Any], options: dict[str, Any], stop: int = signal.SIGTERM) -> Iterator[None]:
    process = subprocess.Popen(command, **options)
    try:
        yield
    finally:
        process.send_signal(stop)
        process.communicate(timeout=30)


def _wait(ready: Any, not_yet: type[Exception]) -> None:
    for _ in range(200):
        try:
            ready()
        except not_yet:
            time.sleep(0.05)
        else:
            return
    raise RuntimeError("A server for tests did not start within 10 seconds.")
