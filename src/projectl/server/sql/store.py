"""The Store port over SQLAlchemy: one log for SQLite and Postgres."""

import secrets as random
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import msgspec
from sqlalchemy import RowMapping, delete, func, select, update
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from projectl.service.entries import Logged, PlayerId, TableId, parse_entry
from projectl.service.ports import Listed, Loaded, Stored, Summary
from projectl.service.table import DamagedLog

from .appending import Append, dialect_insert, sitter_rows, summary_row, upsert
from .engines import Durability, first_line, in_one_sentence, is_damage, reading_engine, writing_engine
from .place import FolderLock, Place
from .schema import DAMAGED, entries, nodes, secrets, sitters, snapshots, tables
from .upgrade import upgrade
from .writer import Writer

DAY = 86_400_000  # milliseconds
_words = msgspec.json.Decoder(tuple[str, ...])


class SqlStore:
    """The log in a database. ``SqlStore.open`` makes one."""

    def __init__(self, reading: AsyncEngine, writing: AsyncEngine, writer: Writer, lock: FolderLock | None) -> None:
        self._reading = reading
        self._writing = writing
        self._writer = writer
        self._lock = lock

    @classmethod
    async def open(
        cls, place: Place, *, durability: Durability = "FULL", acknowledge_early: bool = False
    ) -> "SqlStore":
        """The store at a place, brought to the newest schema; StoreError if it cannot be used.

        ``durability`` and ``acknowledge_early`` are for tests that must show they would notice a store that lies.
        """
        place.prepare()
        lock = place.lock()
        writing = writing_engine(place, durability)
        writer = Writer(writing, acknowledge_early=acknowledge_early)
        store = cls(reading_engine(place), writing, writer, lock)
        try:
            async with in_one_sentence(place), writing.begin() as connection:
                await upgrade(connection)
        except BaseException:
            await store.close()
            raise
        return store

    # -- the port --

    async def append(self, table: TableId, entries: Sequence[Stored], summary: Summary) -> bool:
        """Add entries; False, and nothing stored, if their numbers or command ids are taken."""
        return await self._writer.submit(Append.of(table, entries, summary))

    async def load(self, table: TableId) -> Loaded | None:
        """A table, or None if there is none; DamagedLog if it has been set aside or does not read."""
        if not table.isprintable():
            return None  # nor could a database be asked for it
        async with self._rows_of(table) as connection:
            phase = await connection.scalar(select(tables.c.phase).where(tables.c.id == table))
            if phase == DAMAGED:
                raise DamagedLog(f"table {table} was found damaged and has been set aside")
            snapshot = (await connection.execute(select(snapshots).where(snapshots.c.table_id == table))).first()
            seq, data = (snapshot.seq, snapshot.data) if snapshot else (0, None)
            tail = await _tail(connection, table, seq)
            answered = await _answered(connection, table)
        return Loaded(seq, data, tail, answered) if tail or seq else None

    async def tail(self, table: TableId, after: int) -> list[Logged]:
        """The entries after a number."""
        async with self._rows_of(table) as connection:
            return await _tail(connection, table, after)

    async def public(self, table: TableId, after: int) -> list[bytes]:
        """What everybody may know of the entries after a number."""
        wanted = select(entries.c.public).where(entries.c.table_id == table, entries.c.seq > after)
        async with self._reading.connect() as connection:
            return [text.encode() for text in await connection.scalars(wanted.order_by(entries.c.seq))]

    async def save_snapshot(self, table: TableId, seq: int, snapshot: bytes) -> None:
        """A cache; an older one never replaces a newer."""

        async def save(connection: AsyncConnection) -> None:
            new = dialect_insert(connection, snapshots)
            values = {"seq": new.excluded.seq, "data": new.excluded.data}
            newer = snapshots.c.seq < new.excluded.seq
            statement = new.on_conflict_do_update(index_elements=["table_id"], set_=values, where=newer)
            await connection.execute(statement, {"table_id": table, "seq": seq, "data": snapshot})

        await self._writer.submit(save)

    async def due(self, before: int) -> list[TableId]:
        """Tables that want attention."""
        async with self._reading.connect() as connection:
            found = await connection.scalars(select(tables.c.id).where(tables.c.due_at <= before))
            return [TableId(code) for code in found]

    async def tables(self, player: PlayerId | None) -> list[Listed]:
        """The tables of a person, or the listed ones; latest first."""
        if player is None:
            wanted = select(tables).where(tables.c.listed, tables.c.phase != DAMAGED)
        else:
            wanted = select(tables).join(sitters).where(sitters.c.player == player)
        async with self._reading.connect() as connection:
            rows = (await connection.execute(wanted.order_by(tables.c.updated_at.desc(), tables.c.id))).mappings()
            return [Listed(TableId(row["id"]), summary_of(row)) for row in rows]

    async def beat(self, node: str, at: int) -> None:
        """This node is alive; those silent for a day are forgotten."""

        async def write(connection: AsyncConnection) -> None:
            await connection.execute(upsert(connection, nodes), {"id": node, "beat_at": at})
            await connection.execute(delete(nodes).where(nodes.c.beat_at < at - DAY))

        await self._writer.submit(write)

    async def last_beat(self) -> int | None:
        """When any node was last known to be alive."""
        async with self._reading.connect() as connection:
            last: int | None = await connection.scalar(select(func.max(nodes.c.beat_at)))
            return last

    async def close(self) -> None:
        """Let go of everything, after what waits has been written."""
        await self._writer.close()
        await self._reading.dispose()
        await self._writing.dispose()
        if self._lock is not None:
            self._lock.release()

    @asynccontextmanager
    async def _rows_of(self, table: TableId) -> AsyncIterator[AsyncConnection]:
        """For reading one table; if the database cannot read its rows, only this table is damaged."""
        try:
            async with self._reading.connect() as connection:
                yield connection
        except DBAPIError as error:
            if is_damage(error):
                raise DamagedLog(f"table {table}: its rows cannot be read: {first_line(error)}") from error
            raise

    # -- beyond the port --

    async def secret(self, name: str) -> bytes:
        """A random key that all nodes share, made by whoever asks first."""

        async def make(connection: AsyncConnection) -> None:
            statement = dialect_insert(connection, secrets).on_conflict_do_nothing()
            await connection.execute(statement, {"name": name, "value": random.token_hex(32)})

        await self._writer.submit(make)
        async with self._reading.connect() as connection:
            value = await connection.scalar(select(secrets.c.value).where(secrets.c.name == name))
        return bytes.fromhex(str(value))

    async def set_aside(self, table: TableId) -> None:
        """Nothing is driven at this table or added to it any more."""

        async def mark(connection: AsyncConnection) -> None:
            row = summary_row(table, Summary(DAMAGED, False, "", (), (), None, 0))
            await connection.execute(dialect_insert(connection, tables).on_conflict_do_nothing(), row)
            values = {"phase": DAMAGED, "listed": False, "due_at": None}
            await connection.execute(update(tables).where(tables.c.id == table).values(values))

        await self._writer.submit(mark)

    async def mend(self, table: TableId, summary: Summary) -> None:
        """Write anew what follows from a sound log, and forget the snapshot."""

        async def write(connection: AsyncConnection) -> None:
            await connection.execute(upsert(connection, tables), summary_row(table, summary))
            await connection.execute(delete(sitters).where(sitters.c.table_id == table))
            await connection.execute(sitters.insert(), sitter_rows(table, summary))
            await connection.execute(delete(snapshots).where(snapshots.c.table_id == table))

        await self._writer.submit(write)


async def _tail(connection: AsyncConnection, table: TableId, after: int) -> list[Logged]:
    wanted = select(entries).where(entries.c.table_id == table, entries.c.seq > after).order_by(entries.c.seq)
    return [logged_of(row) for row in (await connection.execute(wanted)).mappings()]


async def _answered(connection: AsyncConnection, table: TableId) -> dict[str, int]:
    wanted = select(entries.c.command_id, entries.c.seq)
    mine = wanted.where(entries.c.table_id == table, entries.c.command_id.is_not(None))
    return {row.command_id: row.seq for row in await connection.execute(mine)}


async def open_store(database: str | None = None, data: Path | None = None) -> SqlStore:
    """The store of a database's URL or of a data folder; without either in the user's data folder."""
    return await SqlStore.open(Place.of(data, database))


def logged_of(row: RowMapping) -> Logged:
    """A row of the log; DamagedLog if it does not read."""
    try:
        return Logged(row["seq"], row["at"], parse_entry(row["entry"]), row["command_id"])
    except msgspec.DecodeError as error:
        raise DamagedLog(f"table {row['table_id']}: entry {row['seq']} does not read: {error}") from error


def summary_of(row: RowMapping) -> Summary:
    """A row of the list."""
    return Summary(
        phase=row["phase"],
        listed=row["listed"],
        title=row["title"],
        players=tuple(PlayerId(player) for player in _words.decode(row["players"])),
        names=_words.decode(row["names"]),
        due_at=row["due_at"],
        updated_at=row["updated_at"],
    )
