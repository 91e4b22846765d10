"""A node at hand: no network, no disk, a clock that stands still, dice that fall alike, bots in this process."""

import asyncio
from collections.abc import Callable, Coroutine
from itertools import count
from random import Random
from typing import Any, TypeVar

import msgspec

from projectl.bots import BOTS, Scratch
from projectl.bots.choosing import choose_move
from projectl.bots.playout import next_seat
from projectl.game.imagine import imagine
from projectl.rules import chance
from projectl.service import wire
from projectl.service.audience import Watcher
from projectl.service.entries import Logged, PlayerId, TableId, tag_of
from projectl.service.memory import MemoryStore, OneNode
from projectl.service.ports import Broadcaster, Listener, Loaded, Store
from projectl.service.room import Room
from projectl.service.rooms import Rooms
from projectl.service.settings import Settings
from projectl.service.table import Table
from projectl.service.world import World
from projectl.simulation.matrix import Spec

ANN, BOB, CAT, DAN = (PlayerId(name) for name in ("ann", "bob", "cat", "dan"))
NOON = 1_700_000_000_000
Answer = wire.Done | wire.Refused
Result = TypeVar("Result")

encode = msgspec.json.Encoder().encode


def run(work: Coroutine[Any, Any, Result]) -> Result:
    """Run a test's work; one that hangs fails."""

    async def limited() -> Result:
        async with asyncio.timeout(120):
            return await work

    return asyncio.run(limited())


class StandingClock:
    """Time passes when a test says so."""

    def __init__(self) -> None:
        self.time = NOON

    def now(self) -> int:
        return self.time

    def pass_seconds(self, seconds: float) -> None:
        self.time += round(seconds * 1000)


class Dice:
    """The same falls for the same seed; seats are dealt in the order of chairs (first chair: A)."""

    def __init__(self, seed: int = 0) -> None:
        self.random = Random(seed)

    def __call__(self, bound: int) -> int:
        return bound - 1 if bound <= 6 else self.random.randrange(bound)


class BotsHere:
    """Bots that think in this process, at once."""

    def __init__(self) -> None:
        self.thoughts = 0

    @property
    def bots(self) -> frozenset[str]:
        return frozenset(BOTS)

    async def think(self, bot: str, position: dict[str, Any], seat: str, seed: int) -> str:
        self.thoughts += 1
        await asyncio.sleep(0)
        return choose_move(bot, position, seat, seed)


class SnapshotStore(MemoryStore):
    """A memory store that keeps and uses snapshots, as the SQL store does."""

    def __init__(self) -> None:
        super().__init__()
        self.snapshots: dict[TableId, tuple[int, bytes]] = {}

    async def save_snapshot(self, table: TableId, seq: int, snapshot: bytes) -> None:
        self.snapshots[table] = seq, snapshot

    async def load(self, table: TableId) -> Loaded | None:
        loaded = await super().load(table)
        if loaded is None or table not in self.snapshots:
            return loaded
        seq, snapshot = self.snapshots[table]
        return Loaded(seq, snapshot, loaded.tail[seq:], loaded.answered)


class Bus:
    """Connects the nodes of one test: messages arrive later, in order; some may be lost."""

    def __init__(self, lose: Callable[[dict[str, Any]], bool] = lambda _message: False) -> None:
        self.lose = lose
        self.ends: list[_End] = []

    def end(self) -> "_End":
        self.ends.append(_End(self))
        return self.ends[-1]


class _End:
    def __init__(self, bus: Bus) -> None:
        self.bus = bus
        self.queue: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.task: asyncio.Task[None] | None = None

    async def publish(self, message: dict[str, Any]) -> None:
        if not self.bus.lose(message):
            for end in self.bus.ends:
                if end is not self:
                    end.queue.put_nowait(message)

    async def listen(self, listener: Listener) -> None:
        async def pump() -> None:
            while True:
                await listener(await self.queue.get())
                self.queue.task_done()

        self.task = asyncio.create_task(pump())

    async def close(self) -> None:
        if self.task is not None:
            self.task.cancel()


class Node:
    """Rooms over ports that a test holds in its hand."""

    def __init__(
        self,
        store: Store | None = None,
        clock: StandingClock | None = None,
        broadcaster: Broadcaster | None = None,
        name: str = "one",
        seed: int = 0,
        bot_pause: float = 0.0,
    ) -> None:
        self.store = store or MemoryStore()
        self.clock = clock or StandingClock()
        self.bots = BotsHere()
        self.world = World(
            self.store, broadcaster or OneNode(), self.clock, self.bots, Dice(seed), node=name, bot_pause=bot_pause
        )
        self.rooms = Rooms(self.world)
        self.numbers = count(1)
        self.name = name

    async def table(self, settings: Settings | None = None, *people: PlayerId, start: bool = True) -> Room:
        """A table made by the first of these people, who all sit; bots get the other chairs, and the game starts."""
        settings = settings or Settings()
        people = people or (ANN, BOB)
        code = await self.rooms.create(settings, people[0])
        for person in people:
            await self.done(code, person, wire.Sit(person.capitalize()))
        for chair in range(len(people), settings.players):
            await self.done(code, people[0], wire.SeatBot(chair, "guided"))
        if start:
            await self.done(code, people[0], wire.Start())
        return self.rooms.rooms[code]

    async def do(self, code: str, player: PlayerId, do: wire.Do, expected: int | None = None, id: str = "") -> Answer:
        command = wire.Command(id or f"{self.name}{next(self.numbers)}", do, expected)
        return await self.rooms.command(code, player, command)

    async def done(self, code: str, player: PlayerId, do: wire.Do) -> wire.Done:
        answer = await self.do(code, player, do)
        assert isinstance(answer, wire.Done), answer
        return answer


def settings_of(spec: Spec, **more: Any) -> Settings:
    """The settings that ask for a configuration of the matrix."""
    return Settings(
        players=spec.players,
        edition=spec.edition,
        expansions=spec.expansions,
        variants=spec.variants,
        options=dict(spec.options),
        difficulty=spec.difficulty,
        **more,
    )


def next_move(table: Table, scratch: Scratch) -> tuple[str, str]:
    """Who moves next and what: a guided player's choice that depends on nothing hidden."""
    assert table.game is not None
    seat = "ABCDEF"[next_seat(table.game.state, scratch)]
    scratch.rng = chance.advance(scratch.rng)
    seed = chance.draw(scratch.rng, 1 << 30)
    return seat, choose_move("guided", imagine(table.game, seed).position(), seat, seed)


def messages(watcher: Watcher) -> list[bytes]:
    """Everything that waits for a watcher."""
    found = []
    while not watcher.queue.empty():
        message = watcher.queue.get_nowait()
        if message is not None:
            found.append(message)
    return found


def updates(watcher: Watcher) -> list[wire.Update]:
    """The updates that wait for a watcher, read as a client reads them."""
    return [msgspec.json.decode(message, type=wire.Update) for message in messages(watcher)]


def kinds(logged: list[Logged]) -> list[str]:
    """What happened, in words."""
    return [tag_of(type(one.entry).__name__) for one in logged]


async def settled(condition: Callable[[], bool], tries: int = 100_000) -> None:
    """Let other tasks work until something is so."""
    for _ in range(tries):
        if condition():
            return
        await asyncio.sleep(0)
    raise AssertionError("it never came to that")
