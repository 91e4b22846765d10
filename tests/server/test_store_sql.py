"""What only the SQL store promises: snapshots, cancelled callers, failing databases, several nodes, clear refusals."""

import asyncio
import sqlite3
import subprocess
import sys
from collections import Counter
from functools import partial

import pytest
from sqlalchemy import text
from tests.server.clusters import new_postgres
from tests.server.logs import fill
from tests.server.test_store import ONE, listing, said

from projectl.server.sql import Place, SqlStore, StoreError, open_store
from projectl.service.entries import TableId
from projectl.service.table import DamagedLog


@pytest.fixture(params=["sqlite", "postgres"])
def place(request, tmp_path):
    """An empty place for tables."""
    if request.param == "sqlite":
        return Place.of(tmp_path / "data")
    return Place.of(None, request.getfixturevalue("postgres").new_database())


def run(place, scenario):
    """Run an async function with an open store."""

    async def main():
        store = await SqlStore.open(place)
        try:
            return await scenario(store)
        finally:
            await store.close()

    return asyncio.run(main())


def test_an_older_snapshot_never_replaces_a_newer(place):
    async def scenario(store):
        await store.append(ONE, [said(1, "a"), said(2), said(3)], listing())
        await store.save_snapshot(ONE, 2, b"two")
        await store.save_snapshot(ONE, 1, b"one")
        loaded = await store.load(ONE)
        assert (loaded.seq, loaded.snapshot, [one.seq for one in loaded.tail]) == (2, b"two", [3])
        assert loaded.answered == {"a": 1}, "also commands that the snapshot covers"

    run(place, scenario)


def test_a_cancelled_caller_is_stored_or_not_but_never_half(place):
    async def scenario(store):
        asks = [asyncio.create_task(store.append(TableId(f"T{n}"), [said(1), said(2)], listing())) for n in range(60)]
        for number, ask in enumerate(asks):
            if number % 3 == 0:
                await asyncio.sleep(0)
            if number % 2:
                ask.cancel()
        answers = await asyncio.gather(*asks, return_exceptions=True)
        lengths = [len(await store.tail(TableId(f"T{number}"), 0)) for number in range(60)]
        assert set(lengths) <= {0, 2}
        assert all(length == 2 for length, answer in zip(lengths, answers, strict=True) if answer is True)
        assert await store.append(ONE, [said(1)], listing()), "and the queue goes on"

    run(place, scenario)


def test_after_a_cancelled_append_the_store_has_made_up_its_mind(place):
    async def scenario(store):
        for number in range(20):
            code = TableId(f"T{number}")
            ask = asyncio.create_task(store.append(code, [said(1)], listing()))
            for _ in range(number):
                await asyncio.sleep(0.0002)
            ask.cancel()
            await asyncio.wait([ask])
            found = await store.tail(code, 0)
            await asyncio.sleep(0.02)
            assert await store.tail(code, 0) == found

    run(place, scenario)


def test_a_malformed_append_is_refused_before_it_can_spoil_others(place):
    async def scenario(store):
        for entries in ([said(1), said(3)], [said(1, "nul\0")], [said(1), said(2, "nul\0")]):
            with pytest.raises(ValueError, match=r"consecutive|NUL"):
                await store.append(ONE, entries, listing())
        assert await store.load(ONE) is None

    run(place, scenario)


def test_one_secret_for_all_nodes(place):
    async def scenario(store):
        first = await store.secret("guests")
        assert len(first) == 32
        assert first != await store.secret("other")
        return first

    assert run(place, scenario) == run(place, scenario)


def test_a_table_that_is_set_aside(place):
    async def scenario(store):
        [code] = await fill(store, 1)
        await store.set_aside(code)
        with pytest.raises(DamagedLog):
            await store.load(code)
        log = await store.tail(code, 0)
        assert not await store.append(code, [said(len(log) + 1)], listing())
        assert await store.due(1 << 60) == []
        assert await store.tables(None) == []

    run(place, scenario)


def test_when_everything_is_cancelled_nobody_waits_for_ever(place):
    """As asyncio.run does it at the end of a process: the writer may be gone before those who wait for it."""

    async def scenario(store):
        asks = [asyncio.create_task(store.append(TableId(f"T{n}"), [said(1)], listing())) for n in range(40)]
        await asyncio.sleep(0.001)
        for task in (store._writer._task, *asks):
            task.cancel()
        async with asyncio.timeout(20):
            await asyncio.gather(*asks, return_exceptions=True)

    run(place, scenario)


# ---- failures ---------------------------------------------------------------------------------------------


def test_a_full_disk_acknowledges_nothing_and_ends(tmp_path):
    async def scenario(store):
        async with store._writing.begin() as connection:
            pages = (await connection.exec_driver_sql("PRAGMA page_count")).scalar_one()
            await connection.exec_driver_sql(f"PRAGMA max_page_count={pages + 4}")
        ask = [store.append(TableId(f"T{n}"), [said(1, text="x" * 4000)], listing()) for n in range(20)]
        answers = await asyncio.gather(*ask, return_exceptions=True)
        assert all(isinstance(answer, StoreError) and "full" in str(answer) for answer in answers)
        assert await store.tables(None) == []
        async with store._writing.begin() as connection:
            await connection.exec_driver_sql("PRAGMA max_page_count=100000")
        assert await store.append(ONE, [said(1)], listing())

    run(Place.of(tmp_path), scenario)


def test_a_lost_connection_acknowledges_nothing_and_is_made_again(postgres):
    url = postgres.new_database()

    async def scenario(store):
        assert await store.append(ONE, [said(1)], listing())
        end = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database()"
        postgres.execute(end + " AND pid <> pg_backend_pid()", url.split("/")[3].split("?")[0])
        assert await store.append(ONE, [said(2)], listing()), "the connection is checked before it is used"
        async with store._writing.begin() as held:  # the writer has to wait for this connection
            ask = asyncio.create_task(store.append(ONE, [said(3)], listing()))
            await asyncio.sleep(0.01)
            await held.execute(text("SELECT 1"))
        assert await ask
        assert len(await store.tail(ONE, 0)) == 3

    run(Place.of(None, url), scenario)


def test_a_database_that_goes_away_and_comes_back():
    async def scenario(cluster):
        with cluster.started():
            store = await open_store(cluster.new_database())
            assert await store.append(ONE, [said(1)], listing())
        with pytest.raises(StoreError, match="could not be stored"):
            await store.append(ONE, [said(2)], listing())
        with cluster.started():
            assert await store.append(ONE, [said(2)], listing())
            assert len(await store.tail(ONE, 0)) == 2
            await store.close()

    with new_postgres() as cluster:
        asyncio.run(scenario(cluster))


# ---- several nodes ----------------------------------------------------------------------------------------


def test_two_nodes_append_to_the_same_tables(postgres):
    """Numbers are won by one node, appends are whole, nobody waits for ever. One node adds two entries at a time, so
    that it may find the first number taken and the second free."""
    url = postgres.new_database()
    codes = [TableId(f"T{number}") for number in range(8)]

    async def play(store, node, code):
        there = 0
        while there < 30:
            entries = [said(there + number, f"{node}/{there}/{number}") for number in range(1, node + 1)]
            await store.append(code, entries, listing(updated_at=node))
            there += len(await store.tail(code, there))

    async def scenario():
        stores = [await open_store(url) for _ in range(2)]
        runs = [play(store, node, code) for code in codes for node, store in enumerate(stores, 1)]
        await asyncio.wait_for(asyncio.gather(*runs), 60)
        winners = set()
        for code in codes:
            log = await stores[0].tail(code, 0)
            assert [one.seq for one in log] == list(range(1, len(log) + 1))
            appends = Counter(str(one.command_id).rpartition("/")[0] for one in log)
            assert all(length == int(command[0]) for command, length in appends.items())
            winners |= {command[0] for command in appends}
        assert winners == {"1", "2"}, "both nodes have won sometimes, or this shows nothing"
        for store in stores:
            await store.close()

    asyncio.run(scenario())


def test_many_nodes_upgrade_an_empty_database_at_once(postgres):
    url = postgres.new_database()

    async def scenario():
        stores = await asyncio.gather(*(open_store(url) for _ in range(4)))
        assert len({await store.secret("guests") for store in stores}) == 1
        for store in stores:
            await store.close()

    asyncio.run(scenario())


def test_a_second_process_on_one_data_folder_is_refused(tmp_path):
    hold = (
        "import asyncio, pathlib; from projectl.server.sql import open_store\n"
        "async def main():\n"
        f"    await open_store(None, pathlib.Path({str(tmp_path)!r}))\n"
        "    print('open', flush=True); input()\n"
        "asyncio.run(main())"
    )
    with subprocess.Popen([sys.executable, "-c", hold], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == b"open\n"
        with pytest.raises(StoreError, match="Another projectl process uses the data folder"):
            asyncio.run(open_store(None, tmp_path))
        other.kill()
    run(Place.of(tmp_path), lambda store: store.secret("x"))  # the lock ended with its process


# ---- wrong configuration ----------------------------------------------------------------------------------


def refused(place_or_arguments, match):
    with pytest.raises(StoreError, match=match) as caught:
        asyncio.run(place_or_arguments())
    assert "\n" not in str(caught.value)


def test_places_that_cannot_be_used(tmp_path):
    (tmp_path / "file").write_text("x")
    refused(partial(open_store, None, tmp_path / "file" / "data"), "cannot be written: Not a directory")
    refused(partial(open_store, "postgresql://nobody@127.0.0.1:1/none"), "cannot be used: .*refused")
    refused(partial(open_store, "mysql://x"), "must be a postgresql:// URL")
    refused(partial(open_store, "nonsense"), "not a URL")
    refused(partial(open_store, "postgresql://x", tmp_path), "not both")


def test_a_password_is_never_shown():
    with pytest.raises(StoreError) as caught:
        asyncio.run(open_store("postgresql://nobody:sesame@127.0.0.1:1/none"))
    assert "sesame" not in str(caught.value)


def test_a_file_that_is_no_database(tmp_path):
    (tmp_path / "projectl.db").write_bytes(b"no database " * 1000)
    refused(partial(open_store, None, tmp_path), "file is not a database")


def test_somebody_elses_and_newer_databases(tmp_path):
    other = tmp_path / "other"
    other.mkdir()
    with sqlite3.connect(other / "projectl.db") as connection:
        connection.execute("CREATE TABLE entries (x)")
    connection.close()
    refused(partial(open_store, None, other), "holds tables of something else")

    run(Place.of(tmp_path / "new"), lambda store: store.secret("x"))
    with sqlite3.connect(tmp_path / "new" / "projectl.db") as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.close()
    refused(partial(open_store, None, tmp_path / "new"), r"made by a newer release of projectl \(schema 9999\)")
