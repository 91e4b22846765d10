"""Clocks: none, real time with an increment, days for each turn; time given back; patience and votes."""

import asyncio

import pytest
from tests.service.at_hand import ANN, BOB, CAT, NOON, Node, StandingClock, kinds, run, settled

from projectl.service import entries as log
from projectl.service import wire
from projectl.service.clocks import DAY
from projectl.service.entries import PlayerId
from projectl.service.loading import summary
from projectl.service.memory import MemoryStore
from projectl.service.room import Room
from projectl.service.settings import Days, RealTime, Settings

BLITZ = RealTime(60, 5)


async def move(node: Node, room: Room, player: PlayerId, seat: str, times: int = 1, seconds: float = 0) -> None:
    for _ in range(times):
        node.clock.pass_seconds(seconds)
        await node.done(room.id, player, wire.Play(seat, "upgrade +O1"))


def test_real_time_runs_only_on_turn_and_pays_after_it():
    async def work() -> None:
        node = Node()
        room = await node.table(Settings(clock=BLITZ), ANN, BOB)
        clocks = room.table.clocks
        assert (clocks.left, clocks.running) == ({"A": 60_000, "B": 60_000}, {"A": NOON})
        await move(node, room, ANN, "A", times=2, seconds=10)
        assert room.table.clocks.left["A"] == 60_000  # a running clock is reckoned from its start
        assert room.table.clocks.deadline("A") == NOON + 60_000
        await node.done(room.id, ANN, wire.Undo("A"))  # no time comes back, and none is paid
        await move(node, room, ANN, "A", times=2, seconds=5)
        assert room.table.clocks.left == {"A": 60_000 - 30_000 + 5_000, "B": 60_000}
        assert room.table.clocks.running == {"B": NOON + 30_000}
        seats = room.view(CAT).seats
        assert (seats["A"].left, seats["A"].since) == (35_000, None)
        assert (seats["B"].left, seats["B"].since) == (60_000, NOON + 30_000)
        await node.rooms.close()

    run(work())


def test_interleaved_turns_pay_the_increment_once_a_turn():
    async def work() -> None:
        node = Node()
        options = {"line_clear_order": "interleave"}
        people = [ANN, BOB, CAT, PlayerId("dan"), PlayerId("eve")]
        settings = Settings(players=5, variants=("line_clear",), options=options, clock=BLITZ)
        room = await node.table(settings, *people)
        for number in range(3):
            assert room.table.clocks.left["A"] == 60_000, number
            await move(node, room, ANN, "A")
            refused = await node.do(room.id, ANN, wire.Undo("A"))
            assert isinstance(refused, wire.Refused)  # the move has passed to the other holder
            await move(node, room, CAT, "C")
        assert room.table.clocks.left["A"] == room.table.clocks.left["C"] == 65_000
        await node.rooms.close()

    run(work())


def test_a_flag_falls_and_a_bot_plays_on():
    async def work() -> None:
        node = Node()
        room = await node.table(Settings(clock=RealTime(10)), ANN, BOB)
        node.clock.pass_seconds(9.9)
        room.driver.drive()
        await settled(lambda: not room.driver._woken.is_set(), 10)
        assert room.table.replaced == {}
        node.clock.pass_seconds(0.1)
        room.driver.drive()
        await settled(lambda: room.table.active == ["B"])
        assert room.table.replaced == {"A": "time"}
        logged = await node.store.tail(room.id, 0)
        assert [one.entry.why for one in logged if isinstance(one.entry, log.Replaced)] == ["time"]
        assert room.view(ANN).seats["A"].replaced == "time"
        assert room.view(ANN).legal == {}
        await node.rooms.close()

    run(work())


def test_a_bot_moves_though_the_driver_sleeps_for_a_clock():
    """The driver waited for Ann's flag; when she moved, the bot must not wait for it too."""

    async def work() -> None:
        node = Node()
        room = await node.table(Settings(clock=RealTime(600)), ANN)
        for _ in range(5):
            await asyncio.sleep(0)
        await move(node, room, ANN, "A", times=3)
        await settled(lambda: room.table.active == ["A"])
        await node.rooms.close()

    run(work())


def test_days_for_each_turn():
    async def work() -> None:
        node = Node()
        room = await node.table(Settings(clock=Days(2)), ANN, BOB)
        node.clock.time += DAY
        await move(node, room, ANN, "A", times=3)
        assert room.table.clocks.deadline("A") is None
        assert room.table.clocks.deadline("B") == NOON + 3 * DAY
        assert summary(room.table).due_at == NOON + 3 * DAY
        node.clock.time += 2 * DAY
        room.driver.drive()
        await settled(lambda: room.table.active == ["A"])
        assert room.table.replaced == {"B": "time"}
        assert room.table.clocks.deadline("A") == node.clock.time + 2 * DAY
        await node.rooms.close()

    run(work())


def test_no_clock_never_falls():
    async def work() -> None:
        node = Node()
        room = await node.table(Settings(), ANN, BOB)
        node.clock.time += 1000 * DAY
        room.driver.drive()
        await room.driver._do_duty()
        assert room.table.replaced == {}
        assert summary(room.table).due_at is None

    run(work())


def test_a_clock_stops_at_the_end():
    async def work() -> None:
        node = Node()
        room = await node.table(Settings(clock=BLITZ), ANN, BOB)
        node.clock.pass_seconds(20)
        await node.done(room.id, BOB, wire.OfferDraw("B"))
        await node.done(room.id, ANN, wire.AnswerDraw("A", True))
        assert room.table.clocks.running == {}
        assert room.table.clocks.left == {"A": 40_000, "B": 60_000}
        assert summary(room.table).due_at is None
        await node.rooms.close()

    run(work())


# ---- downtime ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("down", "credited"), [(3, 0), (30, 30_000), (300, 300_000)])
def test_downtime_is_given_back(down, credited):
    """Also to a clock that was not yet up when the server came back."""

    async def work() -> None:
        store, clock = MemoryStore(), StandingClock()
        node = Node(store, clock)
        room = await node.table(Settings(clock=BLITZ), ANN, BOB)
        await node.rooms._beat()
        await node.rooms.close()
        clock.pass_seconds(down)
        node = Node(store, clock)
        await node.rooms.start()
        room = await node.rooms.room(room.id)
        assert room.table.clocks.deadline("A") == NOON + 60_000 + credited
        assert room.table.replaced == {}
        other = Node(store, clock, name="two")  # a second node comes up: nothing is given twice
        await other.rooms._credit_downtime()
        assert kinds(await store.tail(room.id, 0)).count("credited") == bool(credited)
        for one in (node, other):
            await one.rooms.close()

    run(work())


def test_bots_go_on_after_a_restart_though_nobody_looks():
    async def work() -> None:
        store, clock = MemoryStore(), StandingClock()
        node = Node(store, clock, bot_pause=3600)
        room = await node.table(Settings(), ANN)
        await move(node, room, ANN, "A", times=3)
        await node.rooms.close()
        node = Node(store, clock)
        await node.rooms._beat()
        assert node.rooms.rooms == {}  # not yet overdue
        clock.pass_seconds(5)
        await node.rooms._beat()
        room = node.rooms.rooms[room.id]
        await settled(lambda: room.table.active == ["A"])
        await node.rooms.close()

    run(work())


# ---- patience ---------------------------------------------------------------------------------------------


def test_patience_begins_anew_with_each_move():
    async def work() -> None:
        node = Node()
        room = await node.table(Settings(), ANN, BOB)
        await move(node, room, ANN, "A", times=2, seconds=100)
        for seconds, code in ((119, "be_patient"), (1, None)):
            node.clock.pass_seconds(seconds)
            answer = await node.do(room.id, BOB, wire.VoteOut("B", "A"))
            assert getattr(answer, "code", None) == code
        assert room.table.replaced == {"A": "vote"}
        await node.rooms.close()

    run(work())


def test_more_than_half_must_agree():
    async def work() -> None:
        node = Node(bot_pause=3600)
        people = [ANN, BOB, CAT, PlayerId("dan")]
        room = await node.table(Settings(players=4), *people)
        node.clock.pass_seconds(120)
        await node.done(room.id, BOB, wire.VoteOut("B", "A"))
        answer = await node.do(room.id, BOB, wire.VoteOut("B", "A"))
        assert isinstance(answer, wire.Refused)
        assert answer.code == "voted"
        assert room.table.replaced == {}
        assert room.view(ANN).seats["A"].votes == 1
        await node.done(room.id, CAT, wire.VoteOut("C", "A"))
        assert room.table.replaced == {"A": "vote"}
        await node.done(room.id, ANN, wire.Return("A"))
        assert (room.table.replaced, room.table.votes) == ({}, {})
        answer = await node.do(room.id, CAT, wire.VoteOut("C", "A"))
        assert isinstance(answer, wire.Refused)  # she is back, so the table waits again
        assert answer.code == "be_patient"
        await node.rooms.close()

    run(work())


def test_a_move_voids_the_votes():
    async def work() -> None:
        node = Node()
        room = await node.table(Settings(players=3), ANN, BOB, CAT)
        node.clock.pass_seconds(120)
        await node.done(room.id, BOB, wire.VoteOut("B", "A"))
        await move(node, room, ANN, "A")
        assert room.table.votes == {}

    run(work())


def test_a_vote_is_not_stuck_when_a_voter_gives_up():
    """Bob voted about Ann, Cat gave up: Bob alone is enough now, and may vote anew."""

    async def work() -> None:
        node = Node(bot_pause=3600)
        room = await node.table(Settings(players=3), ANN, BOB, CAT)
        node.clock.pass_seconds(120)
        await node.done(room.id, BOB, wire.VoteOut("B", "A"))
        await node.done(room.id, CAT, wire.Resign("C"))
        await node.done(room.id, BOB, wire.VoteOut("B", "A"))
        assert room.table.replaced == {"A": "vote", "C": "resigned"}
        await node.rooms.close()

    run(work())
