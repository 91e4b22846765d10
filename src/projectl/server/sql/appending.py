"""Adding to many tables' logs in one transaction, each all or nothing."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import ScalarSelect, delete, func, insert, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from projectl.service.entries import TableId, entry_text
from projectl.service.ports import Stored, Summary

from .schema import DAMAGED, entries, sitters, tables

Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Append:
    """Entries to be added to one table: rows as the database takes them."""

    table: TableId
    entries: list[Row]
    summary: Row
    sitters: list[Row]

    @classmethod
    def of(cls, table: TableId, stored: Sequence[Stored], summary: Summary) -> "Append":
        """Checked, so that nothing in it can spoil the transaction it shares with others."""
        rows = [entry_row(table, one) for one in stored]
        first = rows[0]["seq"]
        if [row["seq"] for row in rows] != list(range(first, first + len(rows))):
            raise ValueError("entries are added with consecutive numbers")
        if any("\0" in word for word in (table, *(row["command_id"] or "" for row in rows), *summary.players)):
            raise ValueError("a name contains a NUL, which Postgres cannot store")
        return cls(table, rows, summary_row(table, summary), sitter_rows(table, summary))


def entry_row(table: TableId, stored: Stored) -> Row:
    """An entry as the database takes it."""
    logged = stored.logged
    return {
        "table_id": table,
        "seq": logged.seq,
        "command_id": logged.command_id,
        "at": logged.at,
        "entry": entry_text(logged.entry),
        "public": stored.public.decode(),
    }


def summary_row(table: TableId, summary: Summary) -> Row:
    """A summary as the database takes it."""
    row = msgspec.structs.asdict(summary)
    texts = {name: msgspec.json.encode(row[name]).decode() for name in ("players", "names")}
    return row | texts | {"id": table}


def sitter_rows(table: TableId, summary: Summary) -> list[Row]:
    """Under whom the table is found."""
    return [{"player": player, "table_id": table} for player in dict.fromkeys(summary.players)]


class Head(NamedTuple):
    """How far the stored log of a table goes, and what is known of it."""

    seq: int = 0
    phase: str = ""
    players: str = ""


async def add_all(connection: AsyncConnection, appends: Sequence[Append]) -> set[TableId]:
    """Add what fits; the tables whose entries are stored. At most one append for each table.

    Another node may add to the same tables at the same time: whoever inserts an entry's number first has it, the other
    waits for the end of that transaction and then inserts nothing. All nodes go through tables in one order, so that
    no two wait for each other.
    """
    appends = sorted(appends, key=lambda one: one.table)
    heads = await _heads(connection, [one.table for one in appends])
    fitting = [one for one in appends if _fits(one, heads.get(one.table, Head()))]
    won = await _claim(connection, fitting)
    await _many(connection, upsert(connection, tables), [one.summary for one in won])
    await _seat(connection, [one for one in won if one.summary["players"] != heads.get(one.table, Head()).players])
    return {one.table for one in won}


async def _heads(connection: AsyncConnection, ids: list[TableId]) -> dict[str, Head]:
    last: ScalarSelect[Any] = (
        select(func.max(entries.c.seq)).where(entries.c.table_id == tables.c.id).correlate(tables).scalar_subquery()
    )
    found = await connection.execute(
        select(tables.c.id, last, tables.c.phase, tables.c.players).where(tables.c.id.in_(ids))
    )
    return {row[0]: Head(row[1] or 0, row[2], row[3]) for row in found}


def _fits(append: Append, head: Head) -> bool:
    return append.entries[0]["seq"] == head.seq + 1 and head.phase != DAMAGED


async def _claim(connection: AsyncConnection, fitting: list[Append]) -> list[Append]:
    """Insert all entries; those appends all of whose numbers and command ids were free."""
    if not fitting:
        return []
    claim = dialect_insert(connection, entries).on_conflict_do_nothing().returning(entries.c.table_id, entries.c.seq)
    claimed: defaultdict[str, list[int]] = defaultdict(list)
    for table, seq in await connection.execute(claim, [row for one in fitting for row in one.entries]):
        claimed[table].append(seq)
    for one in fitting:
        if 0 < len(claimed[one.table]) < len(one.entries):  # all or nothing
            mine = (entries.c.table_id == one.table) & entries.c.seq.in_(claimed.pop(one.table))
            await connection.execute(delete(entries).where(mine))
    return [one for one in fitting if claimed[one.table]]


async def _seat(connection: AsyncConnection, moved: list[Append]) -> None:
    if moved:
        await connection.execute(delete(sitters).where(sitters.c.table_id.in_([one.table for one in moved])))
        await _many(connection, insert(sitters), [row for one in moved for row in one.sitters])


async def _many(connection: AsyncConnection, statement: Any, rows: list[Row]) -> None:
    if rows:
        await connection.execute(statement, rows)


def dialect_insert(connection: AsyncConnection, table: Any) -> Any:
    """An INSERT that can say ON CONFLICT; SQLite and Postgres spell it alike."""
    return (postgresql if connection.dialect.name == "postgresql" else sqlite).insert(table)


def upsert(connection: AsyncConnection, table: Any) -> Any:
    """Insert, or take the new values where the key exists."""
    statement = dialect_insert(connection, table)
    keys = [column.name for column in table.primary_key]
    new = {column.name: statement.excluded[column.name] for column in table.c if column.name not in keys}
    return statement.on_conflict_do_update(index_elements=keys, set_=new)
