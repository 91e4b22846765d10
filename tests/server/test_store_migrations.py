"""Every database that a release has written can be opened by the newest_script code."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from tests.server.test_store import listing, said

from projectl.server.sql import Place, SqlStore, StoreError
from projectl.server.sql.dump import backup, restore
from projectl.server.sql.reading import one_moment
from projectl.server.sql.schema import NEWEST, metadata
from projectl.server.sql.upgrade import newest_script
from projectl.server.sql.verify import findings, table_ids
from projectl.service.entries import TableId

RELEASED = sorted((Path(__file__).parent / "migrations").glob("*.sql"))


@pytest.fixture(params=RELEASED, ids=lambda path: path.stem)
def released(request, tmp_path):
    """A database as a release has left it."""
    with closing(sqlite3.connect(tmp_path / "projectl.db")) as connection:
        connection.executescript(request.param.read_text())
    return Place.of(tmp_path)


async def opened_and_closed(place):
    await (await SqlStore.open(place)).close()


async def sound_tables(place):
    """How many tables there are, all of them sound."""
    async with one_moment(place) as connection:
        ids = await table_ids(connection)
        assert [one async for one in findings(connection, ids) if one is not None] == []
    return len(ids)


def test_it_is_upgraded_and_every_table_replays(released):
    async def scenario():
        await opened_and_closed(released)
        assert await sound_tables(released) == 2
        store = await SqlStore.open(released)
        code = TableId("TABLE000")
        loaded = await store.load(code)
        assert loaded is not None
        assert loaded.seq, "the snapshot is there"
        assert await store.append(code, [said(loaded.seq + len(loaded.tail) + 1)], listing())
        await store.close()

    asyncio.run(scenario())


def test_it_can_be_moved_to_postgres(released, tmp_path, postgres):
    async def scenario():
        await opened_and_closed(released)
        await backup(released, tmp_path / "backup.gz", "test")
        moved = Place.of(None, postgres.new_database())
        await restore(moved, tmp_path / "backup.gz")
        assert await sound_tables(moved) == 2

    asyncio.run(scenario())


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_the_migrations_lead_to_the_schema(kind, tmp_path, request):
    database = request.getfixturevalue("postgres").new_database() if kind == "postgres" else None
    place = Place.of(None if database else tmp_path, database)

    async def scenario():
        await opened_and_closed(place)
        async with one_moment(place) as connection:
            return await connection.run_sync(
                lambda found: compare_metadata(MigrationContext.configure(found), metadata)
            )

    assert asyncio.run(scenario()) == []


def test_the_newest_revision_has_a_released_database():
    assert RELEASED[-1].stem == newest_script() == NEWEST


def test_who_only_reads_does_not_upgrade(released):
    with closing(sqlite3.connect(released.folder / "projectl.db")) as connection:
        connection.execute("DELETE FROM alembic_version")
        connection.commit()

    async def look():
        async with one_moment(released):
            pass

    with pytest.raises(StoreError, match="something else"):
        asyncio.run(look())
