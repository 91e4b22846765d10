"""Connections, set up so that a commit survives a power cut; failures as one sentence."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, Literal

from sqlalchemy import Connection, event
from sqlalchemy.exc import DBAPIError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from .place import Place, StoreError

Durability = Literal["FULL", "NORMAL", "OFF"]

READERS = 2  # connections; more gain nothing on SQLite and little on Postgres
PATIENCE = 10  # seconds to reach a database, or for another process to let go of a file


def writing_engine(place: Place, durability: Durability = "FULL") -> AsyncEngine:
    """One connection, the only one of this process that writes (SQLite 3.40 can damage a WAL that two write)."""
    if not place.is_sqlite:
        options = "-c synchronous_commit=on"  # our promise, whatever the database's default is
        return _postgres(place, options, pool_size=1, max_overflow=0)
    engine = create_async_engine(place.url, pool_size=1, max_overflow=0, connect_args={"timeout": PATIENCE})
    _set_up(engine, "BEGIN IMMEDIATE", "journal_mode=WAL", f"synchronous={durability}", "foreign_keys=ON")
    return engine


def reading_engine(place: Place) -> AsyncEngine:
    """Connections that cannot write; each transaction sees one moment."""
    if not place.is_sqlite:
        options = "-c default_transaction_read_only=on -c default_transaction_isolation=repeatable\\ read"
        return _postgres(place, options, pool_size=READERS)
    # Read-only for SQLite itself, so that a reader never starts a checkpoint beside the writer's.
    path = str(place.url.database).replace("%", "%25").replace("?", "%3f").replace("#", "%23")
    url = place.url.set(database=f"file:{path}", query={"mode": "ro", "uri": "true"})
    engine = create_async_engine(url, pool_size=READERS, max_overflow=0, connect_args={"timeout": PATIENCE})
    _set_up(engine, "BEGIN")
    return engine


def _postgres(place: Place, options: str, **pool: int) -> AsyncEngine:
    # A server that no longer answers counts as gone after some seconds, not after the hours that TCP would wait.
    alive = {"keepalives_idle": 10, "keepalives_interval": 5, "keepalives_count": 3, "tcp_user_timeout": 25_000}
    arguments = {"connect_timeout": PATIENCE, "options": options, **alive}
    try:
        return create_async_engine(place.url, connect_args=arguments, pool_pre_ping=True, **pool)
    except ModuleNotFoundError:
        raise StoreError("Postgres needs the extra `cluster`: pip install 'projectl[cluster]'.") from None


def _set_up(engine: AsyncEngine, begin: str, *pragmas: str) -> None:
    @event.listens_for(engine.sync_engine, "connect")
    def _connected(connection: Any, _record: object) -> None:
        connection.isolation_level = None  # sqlite3 would begin transactions at moments of its own choosing
        cursor = connection.cursor()
        for pragma in pragmas:
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    @event.listens_for(engine.sync_engine, "begin")
    def _begun(connection: Connection) -> None:
        connection.exec_driver_sql(begin)


@asynccontextmanager
async def in_one_sentence(place: Place) -> AsyncIterator[None]:
    """Whatever goes wrong with the database itself becomes a StoreError."""
    try:
        yield
    except SQLAlchemyError as error:
        raise StoreError(f"The database at {place} cannot be used: {first_line(error)}.") from error


def is_damage(error: DBAPIError) -> bool:
    """Whether it is the stored rows that cannot be read, rather than the database that cannot be asked."""
    code = getattr(error.orig, "sqlstate", None)
    return code in {"XX001", "XX002"} or any(word in str(error.orig) for word in ("malformed", "decode to UTF-8"))


def first_line(error: SQLAlchemyError) -> str:
    """The driver's own words, without SQL and addresses of web pages."""
    cause: BaseException = error.orig if isinstance(error, DBAPIError) and error.orig is not None else error
    lines = str(cause).strip().splitlines() or [type(cause).__name__]
    return lines[0].rstrip(".")
