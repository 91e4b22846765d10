"""A command is carried out once: sent twice, sent to two nodes, sent by many at the same time."""

import asyncio
from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any

import pytest
from tests.service.at_hand import (
    ANN,
    BOB,
    CAT,
    DAN,
    Bus,
    Node,
    StandingClock,
    encode,
    kinds,
    next_move,
    run,
    settled,
    updates,
)

from projectl.bots import Scratch
from projectl.rules import chance
from projectl.service import wire
from projectl.service.audience import Watcher
from projectl.service.entries import PlayerId, TableId
from projectl.service.memory import MemoryStore
from projectl.service.ports import Stored, Summary
from projectl.service.room import Room
from projectl.service.settings import Settings

LINE_CLEAR = Settings(players=5, variants=("line_clear",), options={"line_clear_order": "simultaneous"}, seed=3)


def test_sent_twice_done_once():
    async def work() -> None:
        node = Node()
        room = await node.table(Settings(), ANN, BOB)
        first = await node.do(room.id, ANN, wire.Play("A", "upgrade +O1"), id="x")
        await node.done(room.id, BOB, wire.Say("nice"))
        again = await node.do(room.id, ANN, wire.Play("A", "upgrade +O1"), id="x")
        assert first == again == wire.Done("x", room.table.seq - 1)
        assert kinds(await node.store.tail(room.id, 0)).count("moved") == 1

    run(work())


def test_an_id_is_its_senders_own():
    async def work() -> None:
        node = Node()
        room = await node.table(Settings(), ANN, BOB)
        for player in (ANN, BOB):
            assert isinstance(await node.do(room.id, player, wire.Say("hello"), id="x"), wire.Done)
        assert kinds(await node.store.tail(room.id, 0)).count("said") == 2

    run(work())


def test_a_command_of_two_entries_is_answered_alike_twice():
    async def work() -> None:
        node = Node(bot_pause=3600)
        room = await node.table(Settings(), ANN, BOB)
        node.clock.pass_seconds(120)
        answers = [await node.do(room.id, BOB, wire.VoteOut("B", "A"), id="vote") for _ in range(2)]
        assert answers == [wire.Done("vote", room.table.seq)] * 2
        assert kinds(await node.store.tail(room.id, 0))[-2:] == ["voted", "replaced"]
        await node.rooms.close()

    run(work())


def test_remembered_after_the_room_was_forgotten():
    async def work() -> None:
        node = Node()
        room = await node.table(Settings(), ANN, BOB)
        first = await node.do(room.id, ANN, wire.Play("A", "upgrade +O1"), id="x")
        node.rooms.rooms.clear()
        assert await node.do(room.id, ANN, wire.Play("A", "upgrade +O1"), id="x") == first

    run(work())


def test_stale():
    async def work() -> None:
        node = Node()
        room = await node.table(Settings(), ANN, BOB)
        start = room.table.seq
        await node.done(room.id, BOB, wire.Say("hello"))
        await node.done(room.id, BOB, wire.OfferDraw("B"))
        fresh = await node.do(room.id, ANN, wire.Play("A", "upgrade +O1"), expected=start)
        assert isinstance(fresh, wire.Done)  # talk and offers do not touch a move
        for do in (wire.Play("A", "upgrade +O1"), wire.Undo("A")):
            answer = await node.do(room.id, ANN, do, expected=start)
            assert isinstance(answer, wire.Refused)
            assert answer.code == "stale"
        assert isinstance(await node.do(room.id, ANN, wire.Undo("A"), expected=fresh.seq), wire.Done)
        answer = await node.do(room.id, ANN, wire.Play("A", "upgrade +O1"), expected=fresh.seq)
        assert isinstance(answer, wire.Refused)

    run(work())


def test_the_other_holder_makes_nothing_stale():
    async def work() -> None:
        node = Node()
        people = (ANN, BOB, CAT, DAN, PlayerId("eve"))
        room = await node.table(LINE_CLEAR, *people)
        start = room.table.seq
        assert room.table.active == ["A", "C"]
        assert isinstance(await node.do(room.id, CAT, wire.Play("C", "upgrade +O1"), expected=start), wire.Done)
        assert isinstance(await node.do(room.id, CAT, wire.Undo("C")), wire.Done)
        assert isinstance(await node.do(room.id, ANN, wire.Play("A", "upgrade +O1"), expected=start), wire.Done)
        answer = await node.do(room.id, ANN, wire.Play("A", "upgrade +O1"), expected=start)
        assert isinstance(answer, wire.Refused)
        assert answer.code == "stale"

    run(work())


# ---- two nodes --------------------------------------------------------------------------------------------


class UnhurriedStore(MemoryStore):
    """Takes its time, so that nodes get in each other's way."""

    def __init__(self) -> None:
        super().__init__()
        self.dice = Random(1)

    async def append(self, table: TableId, entries: Sequence[Stored], summary: Summary) -> bool:
        for _ in range(self.dice.randrange(4)):
            await asyncio.sleep(0)
        kept = await super().append(table, entries, summary)
        for _ in range(self.dice.randrange(4)):
            await asyncio.sleep(0)
        return kept


def _loses_some(share: float) -> Any:
    dice = Random(2)
    return lambda _message: dice.random() < share


async def two_nodes(lost: float) -> tuple[Node, Node]:
    bus, store, clock = Bus(_loses_some(lost)), UnhurriedStore(), StandingClock()
    nodes = Node(store, clock, bus.end(), "one", 1), Node(store, clock, bus.end(), "two", 2)
    for node in nodes:
        await node.rooms.start()
    return nodes


async def close(nodes: Sequence[Node]) -> None:
    for node in nodes:
        await node.rooms.close()
        await node.world.broadcaster.close()


async def _client(nodes: Sequence[Node], code: str, player: PlayerId, dice: Random) -> list[wire.Done]:
    """Moves when it can, talks in between, and sends everything to both nodes."""
    done: list[wire.Done] = []
    scratch = Scratch(dice.randrange(1000), chance.BOTS)
    for number in range(25):
        table = dice.choice(nodes).rooms.rooms[TableId(code)].table
        mine = [seat for seat in table.seats_of(player) if seat in table.active]
        do: wire.Do = wire.Say("thinking")
        if mine:
            seat, move = next_move(table, scratch)
            do = wire.Play(seat, move) if seat in mine else wire.Undo(mine[0])
        answers = await asyncio.gather(*(node.do(code, player, do, table.seq, f"{player}{number}") for node in nodes))
        found = [answer for answer in answers if isinstance(answer, wire.Done)]
        assert len({answer.seq for answer in found}) <= 1, answers
        done += found[:1]
        for _ in range(dice.randrange(3)):
            await asyncio.sleep(0)
    return done


def _seqs(watcher: Watcher) -> list[int]:
    return [one.seq for update in updates(watcher) for one in update.happened]


async def _read(watcher: Watcher, found: list[int]) -> None:
    while True:
        await settled(lambda: not watcher.queue.empty(), 10_000_000)
        found += _seqs(watcher)


@pytest.mark.parametrize("lost", [0.0, 0.5])
@pytest.mark.parametrize("settings", [Settings(players=4, seed=1), LINE_CLEAR], ids=["in turn", "line clear"])
def test_two_nodes_hammer_one_table(settings, lost):
    async def work() -> None:
        nodes = await two_nodes(lost)
        people = (ANN, BOB, CAT, DAN)
        first = await nodes[0].table(settings, *people)
        rooms: list[Room] = [first, await nodes[1].rooms.room(first.id)]
        heard: list[list[int]] = [[], []]
        watchers = [await room.watch(PlayerId("onlooker"), 0) for room in rooms]
        readers = [asyncio.create_task(_read(*pair)) for pair in zip(watchers, heard, strict=True)]
        done = await asyncio.gather(
            *(_client(nodes, first.id, player, Random(number)) for number, player in enumerate(people))
        )
        for node in nodes:
            for room in node.rooms.rooms.values():
                if room.driver.task is not None:
                    room.driver.task.cancel()
        await asyncio.sleep(0.01)
        for room in rooms:
            await room.catch_up(1 << 60)
        await asyncio.sleep(0.01)
        logged = await nodes[0].store.tail(first.id, 0)
        ids = Counter(one.command_id for one in logged if one.command_id is not None)
        assert set(ids.values()) == {1}
        for player, answers in zip(people, done, strict=True):
            assert len(answers) > 10
            assert all(logged[answer.seq - 1].command_id == f"{player}/{answer.id}" for answer in answers)
        assert [one.seq for one in logged] == list(range(1, len(logged) + 1))
        assert rooms[0].table.seq == rooms[1].table.seq == len(logged)
        for player in (*people, PlayerId("onlooker")):
            assert encode(rooms[0].view(player)) == encode(rooms[1].view(player))
        for reader in readers:
            reader.cancel()
        for seqs, watcher in zip(heard, watchers, strict=True):
            assert seqs + _seqs(watcher) == list(range(1, len(logged) + 1))
        await close(nodes)

    run(work())


def test_a_lost_wake_up_is_made_good_by_looking():
    async def work() -> None:
        nodes = await two_nodes(1.0)
        room = await nodes[0].table(Settings(), ANN, BOB)
        other = await nodes[1].rooms.room(room.id)
        await nodes[0].done(room.id, ANN, wire.Play("A", "upgrade +O1"))
        assert other.table.seq < room.table.seq
        waiting = updates(await other.watch(BOB, 0))
        assert waiting[0].table.seq == room.table.seq
        assert [one.seq for one in waiting[0].happened] == list(range(1, room.table.seq + 1))
        await nodes[0].done(room.id, ANN, wire.Undo("A"))
        refused = await nodes[1].do(room.id, ANN, wire.Undo("A"))
        assert isinstance(refused, wire.Refused)
        assert refused.seq == room.table.seq  # it looked before it refused
        await close(nodes)

    run(work())


def test_a_returning_watcher_misses_nothing_after_a_conflict():
    async def work() -> None:
        nodes = await two_nodes(1.0)
        room = await nodes[0].table(Settings(), ANN, BOB)
        seen = room.table.seq
        await nodes[1].done(room.id, BOB, wire.Say("hello"))
        await nodes[0].done(room.id, ANN, wire.Say("hello"))  # conflicts first
        watcher = await room.watch(ANN, seen)
        assert _seqs(watcher) == [seen + 1, seen + 2]
        await close(nodes)

    run(work())


def test_two_rematches_at_once_are_one():
    async def work() -> None:
        node = Node(UnhurriedStore())
        room = await node.table(Settings(), ANN, BOB)
        for player, do in ((ANN, wire.OfferDraw("A")), (BOB, wire.AnswerDraw("B", True))):
            await node.done(room.id, player, do)
        answers = await asyncio.gather(*(node.do(room.id, player, wire.Rematch(), id="r") for player in (ANN, BOB)))
        assert sorted(type(answer).__name__ for answer in answers) == ["Done", "Refused"]
        assert len(await node.store.tables(ANN)) == 2
        again = await node.do(room.id, ANN if isinstance(answers[0], wire.Done) else BOB, wire.Rematch(), id="r")
        assert again in answers

    run(work())
