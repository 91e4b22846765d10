"""Watchers: every entry once and in order, however late they come; who does not read is cut."""

import asyncio

import pytest
from tests.service.at_hand import ANN, BOB, CAT, Node, encode, messages, run, updates

from projectl.service import rooms, wire
from projectl.service.audience import QUEUE, RECENT
from projectl.service.entries import PlayerId
from projectl.service.room import Room
from projectl.service.settings import Settings


async def talking(node: Node, times: int) -> Room:
    room = await node.table(Settings(), ANN, BOB)
    for _ in range(times):
        await node.done(room.id, BOB, wire.Say("hello"))
    return room


@pytest.mark.parametrize("behind", [0, 1, RECENT - 1, RECENT, RECENT + 1, RECENT + 30, 10_000, -10_000])
@pytest.mark.parametrize("loaded", [False, True])
def test_coming_back(behind, loaded):
    async def work() -> None:
        node = Node()
        room = await talking(node, RECENT + 40)
        last = room.table.seq
        since = last - behind
        if loaded:
            node.rooms.rooms.clear()
            room = await node.rooms.room(room.id)
            await node.done(room.id, BOB, wire.Say("hello"))
            last += 1
        watcher = await room.watch(CAT, since)
        await node.done(room.id, BOB, wire.Say("hello"))
        seqs = [one.seq for update in updates(watcher) for one in update.happened]
        assert seqs == list(range(max(0, min(since, last)) + 1, last + 2))

    run(work())


def test_each_message_ends_at_its_view():
    async def work() -> None:
        node = Node()
        room = await node.table(Settings(seed=1), ANN, BOB)
        watcher = await room.watch(BOB, 0)
        for _ in range(3):
            await node.done(room.id, ANN, wire.Play("A", "upgrade +O1"))
        for update in updates(watcher):
            assert update.happened[-1].seq == update.table.seq
        assert encode(update.table) == encode(room.view(BOB))

    run(work())


def test_who_does_not_read_is_cut_and_others_go_on():
    async def work() -> None:
        node = Node()
        room = await talking(node, 0)
        slow, quick = await room.watch(CAT, 0), await room.watch(ANN, 0)
        heard = 0
        for _ in range(QUEUE + 20):
            await node.done(room.id, BOB, wire.Say("hello"))
            heard += len(messages(quick))
        assert slow.cut
        assert slow.queue.qsize() == 1
        assert await slow.queue.get() is None
        assert not quick.cut
        assert heard >= QUEUE + 20
        room.unwatch(slow)
        assert slow not in room.audience.watchers

    run(work())


def test_a_watcher_at_the_limit_is_not_cut():
    async def work() -> None:
        node = Node()
        room = await talking(node, 0)
        watcher = await room.watch(CAT, 0)
        for _ in range(QUEUE - 1):
            await node.done(room.id, BOB, wire.Say("hello"))
        assert not watcher.cut
        assert len(messages(watcher)) == QUEUE

    run(work())


def test_closing_tells_every_watcher():
    async def work() -> None:
        node = Node()
        await node.rooms.start()
        room = await talking(node, 0)
        watcher = await room.watch(CAT, 0)
        await node.rooms.close()
        assert await watcher.queue.get() is None

    run(work())


def test_rooms_nobody_needs_are_forgotten(monkeypatch):
    async def work() -> None:
        monkeypatch.setattr(rooms.Rooms, "LIMIT", 20)
        node = Node()
        kept = await node.table(Settings(), ANN, start=False)
        await kept.watch(ANN, 0)
        for _ in range(40):
            node.clock.pass_seconds(1)
            await node.table(Settings(), PlayerId("somebody"), start=False)
        assert len(node.rooms.rooms) <= 20
        assert kept.id in node.rooms.rooms

    run(work())


def test_nobody_is_told_of_what_is_not_stored(monkeypatch):
    """Presence may be told while an entry is on its way into the store."""

    async def work() -> None:
        node = Node()
        room = await talking(node, 0)
        watcher, bob = await room.watch(CAT, 0), await room.watch(BOB, 0)
        messages(watcher)
        arrived, go_on, append = asyncio.Event(), asyncio.Event(), node.store.append

        async def slow_append(*arguments):
            arrived.set()
            await go_on.wait()
            return await append(*arguments)

        monkeypatch.setattr(node.store, "append", slow_append)
        telling = asyncio.create_task(node.do(room.id, ANN, wire.Say("hello")))
        await arrived.wait()
        before = room.table.seq
        room.unwatch(bob)
        assert [update.table.seq for update in updates(watcher)] == [before]
        go_on.set()
        assert await telling == wire.Done("one4", before + 1)
        assert [update.table.seq for update in updates(watcher)] == [before + 1]

    run(work())
