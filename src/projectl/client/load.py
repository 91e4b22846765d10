"""Load for a server: many games at once, each with its people, all timed."""

import asyncio
import contextlib
import random
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from projectl.rules import steps
from projectl.service import wire

from .client import Client, CommandRefused, TableConnection

OPENING = 10  # games that are set up at the same time

# Steps that begin something longer; a load needs only moves of one step.
_BEGINNINGS = (
    range(steps.RECYCLE, steps.UPGRADE_TAKE),
    range(steps.MASTER, steps.COMPLETE),
    range(steps.CREDIT, steps.CREDIT + 1),
)


def single_steps(legal: tuple[int, ...]) -> list[int]:
    """The legal steps that are whole moves."""
    return [step for step in legal if not any(step in begin for begin in _BEGINNINGS)]


@dataclass(slots=True)
class Tally:
    """What came of it."""

    sent: int = 0
    refused: int = 0
    acknowledged: list[tuple[str, int]] = field(default_factory=list)  # table and entry
    acknowledge_seconds: list[float] = field(default_factory=list)
    broadcast_seconds: list[float] = field(default_factory=list)
    resumed: list[float] = field(default_factory=list)  # how long breaks lasted
    gaps: int = 0
    finished: int = 0

    def summary(self) -> dict[str, float]:
        """The figures that matter, in milliseconds where they are times."""
        return {
            "moves": len(self.acknowledged),
            "refused": self.refused,
            "gaps": self.gaps,
            "finished games": self.finished,
            "breaks": len(self.resumed),
            "resumed p99": percentile(self.resumed, 99),
            "acknowledged p50": percentile(self.acknowledge_seconds, 50),
            "acknowledged p99": percentile(self.acknowledge_seconds, 99),
            "broadcast p50": percentile(self.broadcast_seconds, 50),
            "broadcast p99": percentile(self.broadcast_seconds, 99),
            "broadcast max": percentile(self.broadcast_seconds, 100),
        }


def percentile(values: list[float], percent: float) -> float:
    """In milliseconds; 0 if there is nothing."""
    if not values:
        return 0.0
    ordered = sorted(values)
    return round(ordered[min(len(ordered) - 1, int(len(ordered) * percent / 100))] * 1000, 2)


class LoadGame:
    """One table with a connection for each of its people, who move at random."""

    def __init__(self, clients: list[Client], every: float, dice: random.Random, tally: Tally) -> None:
        self.clients = clients
        self.every = every
        self.dice = dice
        self.tally = tally
        self.code = ""
        self.tables: list[TableConnection] = []
        self._sent_at: dict[int, float] = {}  # entry -> when its command was sent

    async def open(self, settings: wire.Settings) -> None:
        """Make the table, sit down and start."""
        self.code = await self.clients[0].create(settings)
        self.tables = [client.table(self.code, self._noting(_Order(self.tally))) for client in self.clients]
        for number, table in enumerate(self.tables):
            await table.__aenter__()
            if number < settings.players:
                await table.do(wire.Sit(f"Player {number + 1}", number))
        await self.tables[0].do(wire.Start())

    def _noting(self, order: "_Order") -> Callable[[wire.Update], None]:
        def note(update: wire.Update) -> None:
            now = time.perf_counter()
            for happened in update.happened:
                order.next(happened.seq)
                sent = self._sent_at.get(happened.seq)
                if sent is not None:
                    self.tally.broadcast_seconds.append(now - sent)

        return note

    async def run(self, until: float) -> None:
        """Move by turns until the time is up or the game over."""
        await asyncio.sleep(self.dice.random() * self.every)
        seq = 0
        while time.monotonic() < until:
            began = time.monotonic()
            view = await self.tables[0].wait_for(lambda view: view.seq >= seq)  # noqa: B023 - asked at once
            if view.phase == "over":
                self.tally.finished += 1
                return
            seq = await self._move(view) or seq
            await asyncio.sleep(max(0.0, self.every - (time.monotonic() - began)))

    async def _move(self, view: wire.TableView) -> int | None:
        """One move of whoever is to move; the number of its entry."""
        assert view.game is not None
        seat = view.game["active"][0]
        table = self.tables[view.seats[seat].chair]
        own = await table.wait_for(lambda one: one.seq >= view.seq)
        choices = single_steps(own.legal.get(seat, ()))
        if not choices:
            return None
        self._sent_at[own.seq + 1] = sent = time.perf_counter()
        self.tally.sent += 1
        try:
            done = await table.do(wire.Play(seat, steps=(self.dice.choice(choices),)), expected=own.seq)
        except CommandRefused as error:
            if error.code == "gone":
                raise
            self.tally.refused += 1
            return None
        self.tally.acknowledge_seconds.append(time.perf_counter() - sent)
        self.tally.acknowledged.append((self.code, done.seq))
        return done.seq

    async def close(self) -> None:
        """Everybody leaves."""
        await asyncio.gather(*(table.close() for table in self.tables))
        self.tally.resumed += [seconds for table in self.tables for seconds in table.resumed]


class _Order:
    """Checks that entries arrive once each and in order."""

    def __init__(self, tally: Tally) -> None:
        self._tally = tally
        self._last = 0

    def next(self, seq: int) -> None:
        if seq != self._last + 1:
            self._tally.gaps += 1
        self._last = max(self._last, seq)


@dataclass(frozen=True, slots=True)
class Load:
    """So many games at once for so long; a game that ends is followed by another."""

    games: int = 250
    players: int = 4
    every: float = 2.0  # seconds between the moves of a game
    seconds: float = 60.0
    seed: int = 1
    patience: float = 0.0  # how long a server may be away


async def run_load(urls: list[str], load: Load, tally: Tally | None = None) -> Tally:
    """Put the load on a server; with several nodes the people of one table sit at different ones."""
    tally = tally or Tally()
    async with contextlib.AsyncExitStack() as stack:
        clients = [Client(urls[n % len(urls)], patience=load.patience) for n in range(load.players)]
        for client in clients:
            await stack.enter_async_context(client)
        opening = asyncio.Semaphore(OPENING)
        ready = asyncio.Barrier(load.games)  # times are measured when everybody sits
        async with asyncio.TaskGroup() as games:
            for number in range(load.games):
                dice = random.Random(load.seed + number)
                games.create_task(_one_after_the_other(clients, load, dice, tally, opening, ready))
    return tally


async def _one_after_the_other(  # noqa: PLR0913, PLR0917 - what the games of a load share
    clients: list[Client],
    load: Load,
    dice: random.Random,
    tally: Tally,
    opening: asyncio.Semaphore,
    ready: asyncio.Barrier,
) -> None:
    until: float | None = None
    while until is None or time.monotonic() < until:
        game = LoadGame(clients, load.every, dice, tally)
        try:
            async with opening:
                await game.open(wire.Settings(players=load.players))
            if until is None:
                await ready.wait()
                until = time.monotonic() + load.seconds
            await game.run(until)
        finally:
            await game.close()
