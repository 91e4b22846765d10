"""What goes wrong around a table does not go wrong at it."""

import asyncio
import logging
from collections.abc import Sequence
from typing import Any

import pytest
from msgspec.structs import replace
from tests.service.at_hand import ANN, BOB, CAT, Node, SnapshotStore, encode, kinds, messages, run, settled

from projectl.errors import ProjectLError
from projectl.service import entries as log
from projectl.service import wire
from projectl.service.entries import TableId
from projectl.service.loading import load_table
from projectl.service.memory import MemoryStore, OneNode
from projectl.service.ports import Loaded, Stored, Summary
from projectl.service.settings import Settings
from projectl.service.snapshots import take_snapshot
from projectl.service.table import DamagedLog, replayed

GROW = wire.Play("A", "upgrade +O1")


class ProneStore(MemoryStore):
    """Fails when told to: before or after the entry is stored."""

    fail = ""

    async def append(self, table: TableId, entries: Sequence[Stored], summary: Summary) -> bool:
        if self.fail == "before":
            raise ProjectLError("The disk is full.")
        kept = await super().append(table, entries, summary)
        if self.fail == "after":
            raise ProjectLError("The connection was lost.")
        return kept

    async def load(self, table: TableId) -> Loaded | None:
        if self.fail:
            raise ProjectLError("The database is gone.")
        return await super().load(table)

    async def tail(self, table: TableId, after: int) -> list[log.Logged]:
        if self.fail:
            raise ProjectLError("The database is gone.")
        return await super().tail(table, after)


@pytest.mark.parametrize(("fail", "entries"), [("before", 0), ("after", 1)])
def test_a_store_that_fails(fail, entries):
    """Nobody sees an entry that is not stored; a command that was stored after all is not done twice."""

    async def work() -> None:
        store = ProneStore()
        node = Node(store)
        room = await node.table(Settings(), ANN, BOB)
        watcher = await room.watch(CAT, 0)
        messages(watcher)
        before, view = room.table.seq, encode(room.view(CAT))
        store.fail = fail
        with pytest.raises(ProjectLError):
            await node.do(room.id, ANN, GROW, id="x")
        assert encode(room.view(CAT)) == view
        assert messages(watcher) == []
        with pytest.raises(ProjectLError):
            await node.do(room.id, ANN, GROW, id="x")
        store.fail = ""
        assert kinds(await store.tail(room.id, before)) == ["moved"] * entries
        assert await node.do(room.id, ANN, GROW, id="x") == wire.Done("x", before + 1)
        assert kinds(await store.tail(room.id, before)) == ["moved"]
        assert len(messages(watcher)) == 1
        assert not room.damaged

    run(work())


def test_a_command_given_up_half_way(monkeypatch):
    async def work() -> None:
        node = Node()
        room = await node.table(Settings(), ANN, BOB)
        append = node.store.append

        async def slow_append(*arguments: Any) -> bool:
            kept = await append(*arguments)
            await asyncio.sleep(3600)
            return kept

        monkeypatch.setattr(node.store, "append", slow_append)
        task = asyncio.create_task(node.do(room.id, ANN, GROW, id="x"))
        for _ in range(3):
            await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        monkeypatch.undo()
        assert await node.do(room.id, ANN, GROW, id="x") == wire.Done("x", room.table.seq)
        assert kinds(await node.store.tail(room.id, 0)).count("moved") == 1

    run(work())


class DeafNode(OneNode):
    async def publish(self, _message: dict[str, Any]) -> None:
        raise ConnectionError("nobody there")


def test_a_broadcaster_that_fails(caplog):
    async def work() -> None:
        node = Node(broadcaster=DeafNode())
        room = await node.table(Settings(seed=1), ANN)
        for _ in range(3):
            await node.done(room.id, ANN, GROW)
        await settled(lambda: room.table.active == ["A"])  # the bot has moved all the same
        await node.rooms.close()

    with caplog.at_level(logging.CRITICAL):
        run(work())


def test_a_thinker_that_fails(caplog, monkeypatch):
    async def work() -> None:
        node = Node()
        room = await node.table(Settings(seed=1), ANN)

        async def broken(*_arguments: Any) -> str:
            raise RuntimeError("no idea")

        monkeypatch.setattr(node.bots, "think", broken)
        for _ in range(3):
            await node.done(room.id, ANN, GROW)
        await settled(lambda: room.driver.task is not None and room.driver.task.done())
        assert room.table.active == ["B"]
        monkeypatch.undo()
        node.clock.pass_seconds(5)
        await node.rooms._beat()
        await settled(lambda: room.table.active == ["A"])
        await node.rooms.close()

    with caplog.at_level(logging.ERROR):
        run(work())
    assert "driving table" in caplog.text


# ---- damaged logs -----------------------------------------------------------------------------------------


def _moved(stored: Stored, **changes: Any) -> Stored:
    return replace(stored, logged=replace(stored.logged, entry=replace(stored.logged.entry, **changes)))


DAMAGES: dict[str, dict[str, Any]] = {
    "another check": {"check": "0" * 16},
    "another move": {"move": "upgrade O1>I2"},
    "no move": {"move": "dance"},
    "no seat": {"seat": "F"},
    "a deck": {"deck": ("W1", "W2")},
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_log_is_refused_and_starves_nobody(damage, caplog):
    async def work() -> None:
        store = MemoryStore()
        node = Node(store, bot_pause=3600)
        rooms = [await node.table(Settings(seed=1), ANN) for _ in range(3)]
        for room in rooms:
            for _ in range(3):
                await node.done(room.id, ANN, GROW)
        rows = store._rows[rooms[0].id]
        rows[-1] = _moved(rows[-1], **DAMAGES[damage])
        await node.rooms.close()
        node = Node(store, node.clock)
        node.clock.pass_seconds(5)
        await node.rooms._beat()
        for room in rooms[1:]:
            found = node.rooms.rooms[room.id]
            await settled(lambda found=found: found.table.active == ["A"])  # type: ignore[misc]
        answer = await node.do(rooms[0].id, ANN, GROW)
        assert isinstance(answer, wire.Refused)
        assert answer.code == "damaged"
        await node.rooms.close()

    with caplog.at_level(logging.ERROR):
        run(work())
    assert len([one for one in caplog.records if "does not replay" in one.message]) == 1


def test_a_gap_is_damage():
    async def work() -> None:
        node = Node()
        room = await node.table(Settings(), ANN, BOB)
        logged = await node.store.tail(room.id, 0)
        with pytest.raises(DamagedLog):
            replayed(room.id, [logged[0], *logged[2:]])

    run(work())


def test_damage_found_while_the_room_is_open(caplog):
    async def work() -> None:
        store = MemoryStore()
        node, other = Node(store), Node(store, name="two")
        room = await node.table(Settings(seed=1), ANN, BOB)
        before = room.table.seq
        await (await other.rooms.room(room.id)).command(ANN, wire.Command("x", GROW))
        rows = store._rows[room.id]
        rows[-1] = _moved(rows[-1], check="0" * 16)
        await room.catch_up(before + 1)
        assert (room.damaged, room.table.seq) == (True, before)
        answer = await node.do(room.id, ANN, GROW)
        assert isinstance(answer, wire.Refused)
        assert answer.code == "damaged"

    with caplog.at_level(logging.CRITICAL):
        run(work())


@pytest.mark.parametrize("bad", ["not JSON", "other format", "other seq", "other position"])
def test_a_damaged_snapshot_is_no_damage(bad):
    async def work() -> None:
        store = SnapshotStore()
        node = Node(store)
        room = await node.table(Settings(seed=1), ANN, BOB)
        snapshot = take_snapshot(room.table)
        seq = room.table.seq
        if bad == "not JSON":
            snapshot = snapshot[:-10]
        elif bad == "other format":
            snapshot = snapshot.replace(b'"format":2', b'"format":99')
        elif bad == "other seq":
            seq -= 1
        else:
            other = await node.table(Settings(seed=2), ANN, BOB)
            snapshot = take_snapshot(other.table)
        await store.save_snapshot(room.id, seq, snapshot)
        await node.done(room.id, ANN, GROW)
        loaded = await load_table(node.world.store, room.id)
        assert loaded is not None
        assert take_snapshot(loaded[0]) == take_snapshot(room.table)

    run(work())
