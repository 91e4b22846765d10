"""Replays every log and compares what was stored of it; tells which tables are damaged, and why."""

import dataclasses
from collections.abc import AsyncIterator, Iterable
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import RowMapping, Select, Table, select, union
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection

from projectl.service import snapshots as snapshotting
from projectl.service import table as folding
from projectl.service.entries import Logged, TableId
from projectl.service.loading import summary
from projectl.service.ports import Summary
from projectl.service.table import DamagedLog, check_of

from .engines import first_line, is_damage
from .schema import DAMAGED, entries, sitters, snapshots, tables
from .store import logged_of, summary_of


class Finding(NamedTuple):
    """What is wrong with a table: its log, or only what follows from the log (``mended`` would put that right)."""

    table: TableId
    problems: tuple[str, ...]
    mended: Summary | None = None


class _Problem(Exception):
    pass


async def table_ids(connection: AsyncConnection) -> list[TableId]:
    """Every table that anything is stored of."""
    named = union(*(select(column) for column in (tables.c.id, entries.c.table_id, snapshots.c.table_id)))
    return sorted(TableId(code) for code in await connection.scalars(named))


async def findings(connection: AsyncConnection, ids: Iterable[TableId]) -> AsyncIterator[Finding | None]:
    """For each table in turn what is wrong with it, or None."""
    for table in ids:
        try:
            async with connection.begin_nested():  # so that Postgres can be asked on after an error
                found = await _finding(connection, table)
        except DBAPIError as error:
            if not is_damage(error):
                raise
            found = Finding(table, (f"its rows cannot be read: {first_line(error)}",))
        yield found


async def _finding(connection: AsyncConnection, table: TableId) -> Finding | None:
    rows = await _rows(connection, select(entries).where(entries.c.table_id == table).order_by(entries.c.seq))
    listed = await _row(connection, tables, tables.c.id == table)
    snapshot = await _row(connection, snapshots, snapshots.c.table_id == table)
    players = await connection.scalars(select(sitters.c.player).where(sitters.c.table_id == table))
    try:
        log = _log(rows)
        replayed, at_snapshot = _replay(table, log, 0 if snapshot is None else snapshot["seq"])
    except _Problem as problem:
        return Finding(table, (str(problem),))
    right = summary(replayed)
    problems = [
        *_compare_summary(listed, right),
        *_compare_sitters(set(players), right),
        *_compare_snapshot(table, snapshot, at_snapshot),
    ]
    return Finding(table, tuple(problems), right) if problems else None


def _log(rows: list[RowMapping]) -> list[Logged]:
    if not rows:
        raise _Problem("it has no entries")
    if [row["seq"] for row in rows] != list(range(1, len(rows) + 1)):
        there = {row["seq"] for row in rows}
        missing = next(seq for seq in range(1, len(rows) + 1) if seq not in there)
        raise _Problem(f"entry {missing} is missing")
    commands = [row["command_id"] for row in rows if row["command_id"] is not None]
    if len(commands) != len(set(commands)):
        raise _Problem("a command was carried out twice")
    for row in rows:
        _check_public(row)
    try:
        return [logged_of(row) for row in rows]
    except DamagedLog as error:
        raise _Problem(str(error)) from error


def _check_public(row: RowMapping) -> None:
    try:
        public = msgspec.json.decode(row["public"])
    except msgspec.DecodeError as error:
        raise _Problem(f"what everybody may know of entry {row['seq']} does not read: {error}") from error
    if not isinstance(public, dict) or (public.get("seq"), public.get("at")) != (row["seq"], row["at"]):
        raise _Problem(f"what everybody may know of entry {row['seq']} belongs to another entry")


def _replay(table: TableId, log: list[Logged], snapshot_seq: int) -> tuple[folding.Table, folding.Table | None]:
    """The table, and a copy of it as it was when the snapshot was taken."""
    found = folding.Table(table)
    then: folding.Table | None = None
    for logged in log:
        try:
            found.add(logged)
        except Exception as error:  # a damaged log can break anything
            raise _Problem(f"entry {logged.seq} does not replay: {str(error) or type(error).__name__}") from error
        if logged.seq == snapshot_seq:
            then = snapshotting.read_snapshot(table, snapshotting.take_snapshot(found))
    return found, then


def _compare_summary(listed: RowMapping | None, right: Summary) -> list[str]:
    if listed is None:
        return ["it is not in the list of tables"]
    if listed["phase"] == DAMAGED:
        return ["it is set aside although its log is sound"]
    try:
        found = summary_of(listed)
    except msgspec.DecodeError as error:
        return [f"its row in the list of tables does not read: {error}"]
    wrong = [name for name in Summary.__struct_fields__ if getattr(found, name) != getattr(right, name)]
    return [f"the list of tables has the wrong {', '.join(wrong)}"] if wrong else []


def _compare_sitters(found: set[str], right: Summary) -> list[str]:
    return [] if found == set(right.players) else ["it is found under the wrong people"]


def _compare_snapshot(table: TableId, row: RowMapping | None, then: folding.Table | None) -> list[str]:
    if row is None or _is_of_another_format(row["data"]):
        return []
    if then is None:
        return [f"there is a snapshot of entry {row['seq']}, which there is not"]
    found = snapshotting.read_snapshot(table, row["data"])
    if found is None:
        return [f"the snapshot of entry {row['seq']} does not read"]
    return [] if _facts(found) == _facts(then) else [f"the snapshot of entry {row['seq']} is not what the log says"]


def _is_of_another_format(data: bytes) -> bool:
    """Of another release, which the server ignores."""
    try:
        document = msgspec.json.decode(data)
    except msgspec.DecodeError:
        return False
    return isinstance(document, dict) and document.get("format") != snapshotting.FORMAT


def _facts(table: folding.Table) -> dict[str, Any]:
    facts = {field.name: getattr(table, field.name) for field in dataclasses.fields(table)}
    return facts | {"game": None if table.game is None else check_of(table.game)}


async def _rows(connection: AsyncConnection, wanted: Select[Any]) -> list[RowMapping]:
    return list((await connection.execute(wanted)).mappings())


async def _row(connection: AsyncConnection, kind: Table, where: Any) -> RowMapping | None:
    return next(iter(await _rows(connection, select(kind).where(where))), None)
