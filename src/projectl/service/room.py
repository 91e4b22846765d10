"""A room: one table in memory, one command after the other, stored before anybody hears of it."""

import asyncio
import logging
from collections.abc import Callable, Sequence

import msgspec

from projectl.errors import IllegalMove

from . import wire
from .audience import Audience, Watcher
from .deciding import Asking, Refusal, decide
from .driving import Driver
from .entries import AnyEntry, Logged, PlayerId
from .hinting import hinted
from .loading import summary
from .ports import Stored
from .seen import happened, staged
from .snapshots import EVERY, can_snapshot, take_snapshot
from .table import DamagedLog, Table
from .world import World

logger = logging.getLogger("projectl.service")

_encode = msgspec.json.Encoder().encode


def stored(table: Table, entries: Sequence[AnyEntry], at: int, key: str | None = None) -> list[Stored]:
    """Add entries to a table and make of them what the store keeps; the last one answers the command."""
    found = []
    for number, entry in enumerate(entries, 1):
        logged = Logged(table.seq + 1, at, entry, key if number == len(entries) else None)
        table.add(logged)
        found.append(Stored(logged, _encode(happened(table, logged))))
    return found


class Room:
    """One table in memory with everybody who watches it here."""

    def __init__(self, world: World, table: Table, snapshot_seq: int = 0) -> None:
        self.world = world
        self.table = table
        self.id = table.id
        self.lock = asyncio.Lock()
        self.rematching = asyncio.Lock()
        self.audience = Audience(world)
        self.said_here = False  # whether other nodes believe that somebody is connected here
        self.snapshot_seq = snapshot_seq
        self.damaged = False
        self.driver = Driver(self)
        self.used_at = world.clock.now()

    # -- commands --

    async def command(self, player: PlayerId, command: wire.Command) -> wire.Done | wire.Refused:
        """Carry a command out, once: decide, store, answer; a repeated command gets its first answer."""
        key = f"{player}/{command.id}"
        async with self.lock:
            self.used_at = self.world.clock.now()
            for _ in range(20):
                if key in self.table.answered:
                    return wire.Done(command.id, self.table.answered[key])
                try:
                    entries = self._decide(player, command)
                except (IllegalMove, Refusal) as error:
                    if not self.damaged and await self._read_on():
                        continue  # others have added something that was not known here
                    return wire.Refused(command.id, error.code, error.message, error.rule, self.table.seq)
                if await self._append(entries, key):
                    return wire.Done(command.id, self.table.answered[key])
            return wire.Refused(
                command.id, "busy", "Too much is happening at this table; try again.", None, self.table.seq
            )

    def _decide(self, player: PlayerId, command: wire.Command) -> list[AnyEntry]:
        if self.damaged:
            raise Refusal("damaged", "This table's log is damaged; nothing can be added to it.")
        do = command.do
        if isinstance(do, wire.Play | wire.Undo) and command.expected is not None:
            changed = self.table.changed.get(do.seat, 0)
            if command.expected < changed:
                raise Refusal("stale", "The table has changed since; look again.")
        asking = Asking(player, self.world.clock.now(), self.world.roll, self.world.thinker.bots)
        return decide(self.table, do, asking)

    async def may_rematch(self, player: PlayerId, command: wire.Command) -> wire.Done | wire.Refused | None:
        """The answer to a call for a rematch, or None if one is to be set up."""
        key = f"{player}/{command.id}"
        async with self.lock:
            if key in self.table.answered:
                return wire.Done(command.id, self.table.answered[key])
            try:
                self._decide(player, command)
            except Refusal as error:
                return wire.Refused(command.id, error.code, error.message, error.rule, self.table.seq)
            return None

    async def act(self, entries: Callable[[Table], list[AnyEntry]], key: str) -> None:
        """Something the server itself does at this table, once."""
        async with self.lock:
            for _ in range(20):
                if self.damaged or key in self.table.answered:
                    return
                found = entries(self.table)
                if not found or await self._append(found, key):
                    return

    async def _append(self, entries: Sequence[AnyEntry], key: str) -> bool:
        """Add to a copy, store, then show it. False if others have added something first; it is then known here.

        Until the store has it nobody sees it, so nothing need be taken back if storing fails.
        """
        table = self.table.copy()
        new = stored(table, entries, max(self.world.clock.now(), table.last_at), key)
        if not await self.world.store.append(self.id, new, summary(table)):
            await self._read_on()
            return False
        self.table = table
        self.audience.tell(self.table, [(one.logged.seq, one.public) for one in new])
        self.driver.drive()
        await self._tell_others()
        return True

    async def _tell_others(self) -> None:
        """What may be lost: waking other nodes, and the snapshot."""
        try:
            await self.world.broadcaster.publish({"table": self.id, "seq": self.table.seq})
            if self.table.seq - self.snapshot_seq >= EVERY and can_snapshot(self.table):
                self.snapshot_seq = self.table.seq
                await self.world.store.save_snapshot(self.id, self.table.seq, take_snapshot(self.table))
        except Exception:
            logger.exception("table %s: the entry is stored, but other nodes or the snapshot missed it", self.id)

    async def catch_up(self, seq: int) -> None:
        """Another node has added to this table."""
        async with self.lock:
            if seq > self.table.seq and not self.damaged and await self._read_on():
                self.driver.drive(mine=False)

    async def _read_on(self) -> bool:
        """Take what others have added to the log, and show it; False if there is nothing new."""
        since, table = self.table.seq, self.table.copy()
        try:
            for logged in await self.world.store.tail(self.id, since):
                table.add(logged)
        except DamagedLog as error:
            logger.error("%s", error)
            self.damaged = True
            return False
        if table.seq == since:
            return False
        news = await self.world.store.public(self.id, since)
        self.table = table
        self.audience.tell(self.table, list(zip(range(since + 1, table.seq + 1), news, strict=False)))
        return True

    # -- watching --

    async def watch(self, player: PlayerId, since: int) -> Watcher:
        """A new connection; the first message brings it from entry ``since`` to now."""
        async with self.lock:
            if not self.damaged:
                await self._read_on()  # a wake-up may have been lost
            watcher = Watcher(player, self.table.seq)
            since = max(0, min(since, self.table.seq))
            news = self.audience.missed(since)
            if news is None:
                news = (await self.world.store.public(self.id, since))[: self.table.seq - since]
            self.audience.enter(self.table, watcher, news)
            self.driver.drive()
            return watcher

    def unwatch(self, watcher: Watcher) -> None:
        """The connection has ended."""
        self.audience.leave(self.table, watcher)

    def view(self, player: PlayerId) -> wire.TableView:
        """The table as this person sees it."""
        return self.audience.view(self.table, player)

    async def hints(self, player: PlayerId, ask: wire.Hints) -> wire.Hinted | wire.Refused:
        """What the solver says about one's own cards; it thinks in a thread, so that the tables go on."""
        game = self.table.game
        if game is None or ask.seat not in self.table.seats_of(player):
            return wire.Refused(ask.id, "not_your_seat", "This is not your seat.", None, self.table.seq)
        return await asyncio.to_thread(hinted, game, ask)

    async def stage(self, player: PlayerId, ask: wire.Stage) -> wire.Staged | wire.Refused:
        """Look ahead within one's own move."""
        async with self.lock:
            try:
                if ask.seat not in self.table.seats_of(player):
                    raise Refusal("not_your_seat", "This is not your seat.")
                return staged(self.table, ask)
            except (IllegalMove, Refusal) as error:
                return wire.Refused(ask.id, error.code, error.message, error.rule, self.table.seq)
