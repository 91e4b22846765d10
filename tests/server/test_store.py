"""The same promises of every store: in memory, SQLite, Postgres."""

import asyncio
from contextlib import asynccontextmanager

import msgspec
import pytest
from tests.server.logs import OWNER, fill, played_log

from projectl.server.sql import Place, SqlStore
from projectl.service.entries import Logged, PlayerId, Said, TableId
from projectl.service.memory import MemoryStore
from projectl.service.ports import Stored, Summary
from projectl.service.table import replayed

ONE = TableId("ONE")


@pytest.fixture(params=["memory", "sqlite", "postgres"])
def opened(request, tmp_path):
    """A function that opens the store under test."""
    if request.param == "memory":
        memory = MemoryStore()

    @asynccontextmanager
    async def open_it():
        if request.param == "memory":
            yield memory
            return
        store = await SqlStore.open(place)
        try:
            yield store
        finally:
            await store.close()

    if request.param == "sqlite":
        place = Place.of(tmp_path)
    elif request.param == "postgres":
        place = Place.of(None, request.getfixturevalue("postgres").new_database())
    return open_it


def said(seq, command_id=None, text="hello"):
    return Stored(Logged(seq, 1_000 + seq, Said("Olga", text=text), command_id), b'{"seq":%d}' % seq)


def listing(**changes):
    return msgspec.structs.replace(Summary("lobby", True, "v25", (OWNER,), ("Olga", ""), None, 5), **changes)


def run(opened, scenario):
    """Run an async function with an open store."""

    async def main():
        async with opened() as store:
            return await scenario(store)

    return asyncio.run(main())


def test_what_was_appended_is_loaded_in_order(opened):
    async def scenario(store):
        assert await store.append(ONE, [said(1, "a"), said(2)], listing())
        assert await store.append(ONE, [said(3, "b", "Grüße\n\0\U0001f600")], listing())
        loaded = await store.load(ONE)
        assert loaded.tail == [said(1, "a").logged, said(2).logged, said(3, "b", "Grüße\n\0\U0001f600").logged]
        assert loaded.answered == {"a": 1, "b": 3}
        assert await store.tail(ONE, 2) == loaded.tail[2:]
        assert await store.public(ONE, 1) == [b'{"seq":2}', b'{"seq":3}']

    run(opened, scenario)


def test_a_taken_number_stores_nothing(opened):
    async def scenario(store):
        assert await store.append(ONE, [said(1, "a"), said(2)], listing())
        assert not await store.append(ONE, [said(2, "b"), said(3)], listing(title="other"))
        assert not await store.append(ONE, [said(1, "c")], listing(title="other"))
        assert not await store.append(ONE, [said(4, "d")], listing(title="other")), "a gap"
        assert len(await store.tail(ONE, 0)) == 2
        assert [one.summary.title for one in await store.tables(None)] == ["v25"]

    run(opened, scenario)


def test_a_taken_command_stores_nothing(opened):
    async def scenario(store):
        assert await store.append(ONE, [said(1, "a")], listing())
        assert not await store.append(ONE, [said(2, "a"), said(3)], listing())
        assert not await store.append(ONE, [said(2), said(3), said(4, "a")], listing())
        assert await store.append(TableId("TWO"), [said(1, "a")], listing()), "at another table it is another command"
        assert len(await store.tail(ONE, 0)) == 1

    run(opened, scenario)


def test_a_conflict_hurts_nobody_else(opened):
    """Many appends at once, so that SQL stores have them in one transaction; every third one has lost."""

    async def scenario(store):
        codes = [TableId(f"T{number}") for number in range(30)]
        for code in codes[::3]:
            await store.append(code, [said(1, "first")], listing())
        kept = await asyncio.gather(*(store.append(code, [said(1, "x"), said(2)], listing()) for code in codes))
        assert kept == [number % 3 != 0 for number in range(30)]
        assert [len(await store.tail(code, 0)) for code in codes] == [
            1 if number % 3 == 0 else 2 for number in range(30)
        ]

    run(opened, scenario)


def test_of_many_at_once_one_gets_the_number(opened):
    async def scenario(store):
        tries = [store.append(ONE, [said(1, f"c{number}"), said(2)], listing()) for number in range(20)]
        assert sum(await asyncio.gather(*tries)) == 1
        assert len(await store.tail(ONE, 0)) == 2

    run(opened, scenario)


def test_lists_and_due_tables(opened):
    async def scenario(store):
        anna, bert = PlayerId("anna"), PlayerId("bert")
        a, b, c = TableId("A"), TableId("B"), TableId("C")
        await store.append(a, [said(1)], listing(players=(anna, anna, bert), due_at=50, updated_at=1))
        await store.append(b, [said(1)], listing(players=(bert,), listed=False, due_at=70, updated_at=2))
        await store.append(c, [said(1)], listing(players=(anna,), updated_at=3))
        assert [one.code for one in await store.tables(None)] == [c, a]
        assert [one.code for one in await store.tables(bert)] == [b, a]
        assert (await store.tables(anna))[1].summary == listing(players=(anna, anna, bert), due_at=50, updated_at=1)
        assert await store.due(49) == []
        assert sorted(await store.due(70)) == [a, b]
        await store.append(a, [said(2)], listing(players=(anna,), updated_at=9))
        assert [one.code for one in await store.tables(bert)] == [b], "bert has left the other table"
        assert [one.code for one in await store.tables(anna)] == [a, c]
        assert await store.due(70) == [b]

    run(opened, scenario)


def test_a_table_that_is_not_there(opened):
    async def scenario(store):
        for code in ("NONE", "", "A\0B", "\ud800"):
            assert await store.load(TableId(code)) is None
        assert await store.tail(TableId("NONE"), 0) == []
        assert await store.public(TableId("NONE"), 0) == []
        assert await store.tables(PlayerId("nobody")) == []

    run(opened, scenario)


def test_beats(opened):
    async def scenario(store):
        assert await store.last_beat() is None
        await store.beat("one", 100)
        await store.beat("one", 200)
        assert await store.last_beat() == 200

    run(opened, scenario)


def test_real_tables_replay_from_the_store(opened):
    async def scenario(store):
        codes = await fill(store, 2)
        for number, code in enumerate(codes):
            appended = [one.logged for added in played_log(number) for one in added.stored]
            assert await store.tail(code, 0) == appended
            assert replayed(code, await store.tail(code, 0)).seq == len(appended)

    run(opened, scenario)


def test_it_is_all_there_again_after_closing(opened):
    async def write(store):
        await fill(store, 1)
        await store.beat("one", 7)

    async def read(store):
        loaded = await store.load(TableId("TABLE000"))
        assert loaded.seq + len(loaded.tail) == len(played_log(0))
        assert await store.last_beat() == 7

    run(opened, write)
    run(opened, read)
