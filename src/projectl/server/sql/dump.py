"""Backup and restore: every row as a line of JSON, gzipped; the same file for SQLite and Postgres.

The first line says what the file is, the last one how many rows there are and the hash of all lines before it.
Snapshots are left out: they are a cache. The file holds secrets, so only its owner may read it.
"""

import hashlib
import itertools
import json
import os
import zlib
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from gzip import GzipFile
from pathlib import Path
from typing import Any, NamedTuple

from sqlalchemy import Table, column, func, insert, select, table
from sqlalchemy.ext.asyncio import AsyncConnection

from .engines import in_one_sentence, writing_engine
from .place import Place, StoreError, sync_folder
from .reading import one_moment
from .schema import NEWEST, entries, nodes, secrets, sitters, tables
from .upgrade import clear, is_known, upgrade

FORMAT = 1
KEPT: tuple[Table, ...] = (tables, sitters, entries, nodes, secrets)  # in an order that foreign keys allow
_CHUNK = 500

Counts = dict[str, int]


class Header(NamedTuple):
    """The first line of a backup."""

    line: bytes
    version: str
    schema: str
    columns: dict[str, list[str]]


async def backup(place: Place, path: Path, version: str) -> Counts:
    """Write everything, as it is at one moment, to a file that appears only when it is complete."""
    unfinished = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        async with one_moment(place) as connection:
            with _created(unfinished) as file:
                counts = await _write(connection, file, version)
        unfinished.replace(path)
        sync_folder(path.absolute().parent)
    except OSError as error:
        raise StoreError(f"The backup cannot be written to {path}: {error.strerror}.") from None
    finally:
        unfinished.unlink(missing_ok=True)
    return counts


async def restore(place: Place, path: Path) -> Counts:
    """Fill an empty database with a backup, all or nothing."""
    header = check(path)
    place.prepare()
    lock = place.lock()
    engine = writing_engine(place)
    try:
        async with in_one_sentence(place), engine.begin() as connection:
            await _require_empty(connection, place)
            await clear(connection)  # the backup brings its own schema and secrets
            await upgrade(connection, header.schema)
            counts = await _fill(connection, path, header)
            await upgrade(connection)
    finally:
        await engine.dispose()
        if lock is not None:
            lock.release()
    return counts


def check(path: Path) -> Header:
    """What is in a backup; StoreError if the file is damaged, cut off or something else."""
    lines = _lines(path)
    header = _header(next(lines, b""), path)
    hashed = hashlib.sha256(header.line)
    counts: Counter[str] = Counter()
    for line in lines:
        row = _parsed(line, path)
        if isinstance(row, dict):
            if row == {"counts": dict(counts), "sha256": hashed.hexdigest()}:
                return header
            break
        hashed.update(line)
        counts[row[0]] += 1
    raise StoreError(f"The backup {path} is damaged or not complete.")


async def _require_empty(connection: AsyncConnection, place: Place) -> None:
    await upgrade(connection)
    for kind in (tables, entries):
        if await connection.scalar(select(func.count()).select_from(kind)):
            raise StoreError(f"There are tables in {place} already; restore into an empty place.")


@contextmanager
def _created(path: Path) -> Iterator[GzipFile]:
    """A gzip file for its owner only, on the disk when the block ends."""
    with os.fdopen(os.open(path, os.O_CREAT | os.O_TRUNC | os.O_WRONLY, 0o600), "wb") as raw:
        with GzipFile(fileobj=raw, mode="wb", mtime=0) as packed:
            yield packed
        raw.flush()
        os.fsync(raw.fileno())


async def _write(connection: AsyncConnection, file: GzipFile, version: str) -> Counts:
    hashed = hashlib.sha256()
    counts: Counter[str] = Counter()

    def write(value: object) -> None:
        line = json.dumps(value, ensure_ascii=False).encode() + b"\n"
        hashed.update(line)
        file.write(line)

    columns = {kind.name: list(kind.c.keys()) for kind in KEPT}
    write({"projectl_backup": FORMAT, "version": version, "schema": NEWEST, "columns": columns})
    for kind in KEPT:
        async with connection.stream(select(kind).order_by(*kind.primary_key)) as rows:
            async for row in rows:
                write([kind.name, *row])
                counts[kind.name] += 1
    write({"counts": dict(counts), "sha256": hashed.hexdigest()})
    return dict(counts)


async def _fill(connection: AsyncConnection, path: Path, header: Header) -> Counts:
    counts: Counter[str] = Counter()
    rows = (json.loads(line) for line in itertools.islice(_lines(path), 1, None))
    for name, group in itertools.groupby((row for row in rows if isinstance(row, list)), key=lambda row: row[0]):
        names = header.columns[name]
        target = table(name, *map(column, names))  # as it was then, not as ``schema`` has it now
        while chunk := [dict(zip(names, row[1:], strict=True)) for row in itertools.islice(group, _CHUNK)]:
            await connection.execute(insert(target), chunk)
            counts[name] += len(chunk)
    return dict(counts)


def _lines(path: Path) -> Iterator[bytes]:
    try:
        with GzipFile(path, "rb") as file:
            yield from file
    except FileNotFoundError:
        raise StoreError(f"There is no backup {path}.") from None
    except (OSError, EOFError, zlib.error):
        raise StoreError(f"The backup {path} is damaged or not a backup.") from None


def _parsed(line: bytes, path: Path) -> Any:
    try:
        return json.loads(line)
    except ValueError:
        raise StoreError(f"The backup {path} is damaged.") from None


def _header(line: bytes, path: Path) -> Header:
    try:
        found = json.loads(line)
        header = Header(line, found["version"], found["schema"], found["columns"])
    except (ValueError, KeyError, TypeError):
        raise StoreError(f"{path} is not a backup made by projectl.") from None
    if found.get("projectl_backup") != FORMAT or not is_known(header.schema):
        raise StoreError(f"The backup {path} was made by projectl {header.version}; restore it with that release.")
    return header
