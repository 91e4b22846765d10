"""Rooms: tables in memory, one command after the other, stored before anybody hears of it."""

import asyncio
import contextlib
import logging
from collections import deque
from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from projectl.errors import IllegalMove, ProjectLError
from projectl.game.imagine import imagine

from . import entries as log
from . import wire
from .deciding import SERVER, Asking, Refusal, decide, flag
from .entries import AnyEntry, Logged, PlayerId, TableId
from .ports import Broadcaster, Clock, Store, Stored, Summary, Thinker
from .seen import happened, staged, table_view
from .snapshots import EVERY, can_snapshot, read_snapshot, take_snapshot
from .table import LOBBY, PLAYING, Chair, DamagedLog, Table

logger = logging.getLogger("projectl.service")

GRACE = 5_000  # so long a bot's move may be overdue before any node looks after it
QUEUE = 64  # messages a slow reader may be behind
RECENT = 64  # public entries kept for readers who come back

_encode = msgspec.json.Encoder().encode


class Watcher:
    """One connection at a table. What is meant for it waits in a bounded queue; a reader too slow for it is cut."""

    def __init__(self, player: PlayerId, seq: int) -> None:
        self.player = player
        self.seq = seq
        self.queue: asyncio.Queue[bytes | None] = asyncio.Queue(QUEUE)
        self.cut = False

    def send(self, message: bytes) -> None:
        """Queue a message, or give this reader up."""
        if self.cut:
            return
        try:
            self.queue.put_nowait(message)
        except asyncio.QueueFull:
            self.close()

    def close(self) -> None:
        """Nothing more will come."""
        self.cut = True
        while not self.queue.empty():
            self.queue.get_nowait()
        self.queue.put_nowait(None)


class World:
    """The ports, and what all rooms share."""

    def __init__(  # noqa: PLR0913 - the ports
        self,
        store: Store,
        broadcaster: Broadcaster,
        clock: Clock,
        thinker: Thinker,
        roll: Callable[[int], int],
        *,
        node: str = "node",
        bot_pause: float = 0.0,
    ) -> None:
        self.store = store
        self.broadcaster = broadcaster
        self.clock = clock
        self.thinker = thinker
        self.roll = roll
        self.node = node
        self.bot_pause = bot_pause


class Room:
    """One table in memory with everybody who watches it here."""

    def __init__(self, world: World, table: Table, snapshot_seq: int = 0) -> None:
        self.world = world
        self.table = table
        self.id = table.id
        self.lock = asyncio.Lock()
        self.watchers: set[Watcher] = set()
        self.elsewhere: dict[str, set[PlayerId]] = {}  # who is connected to other nodes
        self.recent: deque[tuple[int, bytes]] = deque(maxlen=RECENT)
        self.snapshot_seq = snapshot_seq
        self.damaged = False
        self.driving: asyncio.Task[None] | None = None
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
                except IllegalMove as error:
                    return wire.Refused(command.id, error.code, error.message, error.rule, self.table.seq)
                except Refusal as error:
                    return wire.Refused(command.id, error.code, error.message, error.rule, self.table.seq)
                if await self._append(entries, key):
                    return wire.Done(command.id, self.table.seq)
            return wire.Refused(command.id, "busy", "Too much is happening at this table; try again.")

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
        """Add to the table, store, then tell. On a conflict the table is read anew and False returned."""
        at = max(self.world.clock.now(), self.table.last_at)
        stored = []
        try:
            for number, entry in enumerate(entries):
                logged = Logged(self.table.seq + 1, at, entry, key if number == 0 else None)
                self.table.add(logged)
                stored.append(Stored(logged, _encode(happened(self.table, logged))))
            kept = await self.world.store.append(self.id, stored, summary(self.table))
        except BaseException:
            await asyncio.shield(self._reload())  # what is in memory is not what is stored
            raise
        if not kept:
            await self._reload()
            return False
        self._tell([(one.logged.seq, one.public) for one in stored])
        await self.world.broadcaster.publish({"table": self.id, "seq": self.table.seq})
        await self._snapshot()
        self.drive()
        return True

    async def _snapshot(self) -> None:
        if self.table.seq - self.snapshot_seq >= EVERY and can_snapshot(self.table):
            self.snapshot_seq = self.table.seq
            await self.world.store.save_snapshot(self.id, self.table.seq, take_snapshot(self.table))

    async def _reload(self) -> None:
        before = self.table.seq
        loaded = await load_table(self.world, self.id)
        if loaded is None:
            self.damaged = True
            return
        self.table, self.snapshot_seq = loaded
        sent = max((watcher.seq for watcher in self.watchers), default=before)
        if self.table.seq > min(sent, before):
            await self._tell_from_store()

    async def catch_up(self, seq: int) -> None:
        """Another node has added to this table."""
        async with self.lock:
            if seq <= self.table.seq or self.damaged:
                return
            try:
                for logged in await self.world.store.tail(self.id, self.table.seq):
                    self.table.add(logged)
            except (DamagedLog, ProjectLError) as error:
                self._give_up(error)
                return
            await self._tell_from_store()
            self.drive(mine=False)

    def _give_up(self, error: Exception) -> None:
        logger.error("table %s is damaged: %s", self.id, error)
        self.damaged = True

    async def _tell_from_store(self) -> None:
        since = self.recent[-1][0] if self.recent else min((w.seq for w in self.watchers), default=self.table.seq)
        news = await self.world.store.public(self.id, since)
        self._tell(list(enumerate(news, since + 1)))

    # -- telling --

    def _tell(self, news: list[tuple[int, bytes]]) -> None:
        self.recent.extend(news)
        views: dict[PlayerId | None, bytes] = {}
        for watcher in self.watchers:
            mine = b",".join(public for seq, public in news if seq > watcher.seq)
            if not mine and watcher.seq >= self.table.seq:
                continue
            watcher.send(b'{"kind":"update","happened":[' + mine + b'],"table":' + self._view(watcher, views) + b"}")
            watcher.seq = self.table.seq

    def _view(self, watcher: Watcher, views: dict[PlayerId | None, bytes]) -> bytes:
        """Encoded once for each person; onlookers share one."""
        seated = watcher.player == self.table.owner or any(c.player == watcher.player for c in self.table.chairs)
        key = watcher.player if seated else None
        if key not in views:
            views[key] = _encode(self.view(watcher.player))
        return views[key]

    def view(self, player: PlayerId) -> wire.TableView:
        """The table as this person sees it."""
        here = self.here()
        seated = {chair.player for chair in self.table.chairs}
        return table_view(self.table, player, here, len(here - seated), self.world.clock.now())

    def here(self) -> set[PlayerId]:
        """Everybody connected, here or at other nodes."""
        return {watcher.player for watcher in self.watchers}.union(*self.elsewhere.values())

    async def watch(self, player: PlayerId, since: int) -> Watcher:
        """A new connection; the first message brings it from entry ``since`` to now."""
        async with self.lock:
            watcher = Watcher(player, self.table.seq)
            since = min(since, self.table.seq)
            if self.recent and self.recent[0][0] <= since + 1:
                news = [public for seq, public in self.recent if seq > since]
            else:
                news = await self.world.store.public(self.id, since)
            self.watchers.add(watcher)
            view = _encode(self.view(player))
            watcher.send(b'{"kind":"update","happened":[' + b",".join(news) + b'],"table":' + view + b"}")
            self._tell_presence(watcher)
            self.drive()
            return watcher

    def unwatch(self, watcher: Watcher) -> None:
        """The connection has ended."""
        self.watchers.discard(watcher)
        self._tell_presence(watcher)

    def _tell_presence(self, who: Watcher) -> None:
        views: dict[PlayerId | None, bytes] = {}
        if not any(chair.player == who.player for chair in self.table.chairs):
            return  # onlookers come and go unannounced
        for watcher in self.watchers:
            if watcher is not who:
                watcher.send(b'{"kind":"update","happened":[],"table":' + self._view(watcher, views) + b"}")

    def heard_of(self, node: str, players: set[PlayerId]) -> None:
        """Who is connected to another node."""
        if self.elsewhere.get(node, set()) == players:
            return
        self.elsewhere[node] = players
        views: dict[PlayerId | None, bytes] = {}
        for watcher in self.watchers:
            watcher.send(b'{"kind":"update","happened":[],"table":' + self._view(watcher, views) + b"}")

    async def stage(self, player: PlayerId, ask: wire.Stage) -> wire.Staged | wire.Refused:
        """Look ahead within one's own move."""
        async with self.lock:
            try:
                if ask.seat not in self.table.seats_of(player):
                    raise Refusal("not_your_seat", "This is not your seat.")
                return staged(self.table, ask)
            except IllegalMove as error:
                return wire.Refused(ask.id, error.code, error.message, error.rule, self.table.seq)
            except Refusal as error:
                return wire.Refused(ask.id, error.code, error.message, error.rule, self.table.seq)

    # -- bots and clocks --

    def drive(self, *, mine: bool = True) -> None:
        """See to it that bots move and clocks run out: at once after an entry of ours, else when it is overdue."""
        if self.driving is not None and not self.driving.done():
            return
        if self.table.phase == PLAYING and not self.damaged:
            self.driving = asyncio.create_task(self._drive(mine))

    async def _drive(self, mine: bool) -> None:
        try:
            while not self.damaged and (wait := self._next_duty(mine)) is not None:
                seq = self.table.seq
                await asyncio.sleep(wait)
                if self.table.seq == seq:
                    await self._do_duty()
                    mine = True
        except asyncio.CancelledError:
            raise
        except Exception:
            logger.exception("driving table %s failed", self.id)

    def _bot_seats(self) -> list[str]:
        return [seat for seat in self.table.active if self.table.driver(seat) is not None]

    def _next_duty(self, mine: bool) -> float | None:
        """In how many seconds there is something to do; None if never."""
        if self.table.phase != PLAYING:
            return None
        if self._bot_seats():
            return self.world.bot_pause if mine else GRACE / 1000
        due = [due for seat in self.table.active if (due := self.table.clocks.deadline(seat)) is not None]
        if not due:
            return None
        return max(0.0, (min(due) - self.world.clock.now()) / 1000) + 0.005

    async def _do_duty(self) -> None:
        bots = self._bot_seats()
        if bots:
            await self._bot_move(bots[0])
            return
        now = self.world.clock.now()
        await self.act(lambda table: flag(table, now), f"{SERVER}/flag{self.table.seq}")

    async def _bot_move(self, seat: str) -> None:
        table, seq = self.table, self.table.seq
        bot = table.driver(seat)
        assert table.game is not None
        assert bot is not None
        seed = self.world.roll(1 << 62)
        position = imagine(table.game, seed).position()
        move = await self.world.thinker.think(bot, position, seat, seed)
        command = wire.Command(f"bot{seq}", wire.Play(seat, move), expected=seq)
        answer = await self.command(SERVER, command)
        if isinstance(answer, wire.Refused) and answer.code != "stale":
            logger.warning("table %s: %s's move %r was refused: %s", self.id, bot, move, answer.message)
            await asyncio.sleep(1)


class Rooms:
    """All tables this node has in memory."""

    LIMIT = 2_000

    def __init__(self, world: World) -> None:
        self.world = world
        self.rooms: dict[TableId, Room] = {}
        self._loading: dict[TableId, asyncio.Lock] = {}
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        """Give back the time the server was down, then look after tables that nobody watches."""
        await self._credit_downtime()
        await self.world.broadcaster.listen(self._heard)
        self._tasks = [asyncio.create_task(self._look_after())]

    async def close(self) -> None:
        """Stop everything of ours."""
        driving = [room.driving for room in self.rooms.values() if room.driving is not None]
        for task in [*self._tasks, *driving]:
            task.cancel()
        await asyncio.gather(*self._tasks, *driving, return_exceptions=True)
        for room in self.rooms.values():
            for watcher in list(room.watchers):
                watcher.close()

    async def create(self, settings: wire.Settings, player: PlayerId, rematch: Table | None = None) -> TableId:
        """A new table; SetupError or PackError if it cannot be played."""
        settings.checked()
        while True:
            code = TableId(self._code())
            table = Table(code)
            first: list[AnyEntry] = [log.Created(settings, player, None if rematch is None else rematch.id)]
            if rematch is not None:
                first += [_same_chair(number, chair) for number, chair in enumerate(rematch.chairs)]
            now = self.world.clock.now()
            stored = []
            for seq, entry in enumerate(first, 1):
                logged = Logged(seq, now, entry)
                table.add(logged)
                stored.append(Stored(logged, _encode(happened(table, logged))))
            if await self.world.store.append(code, stored, summary(table)):
                room = Room(self.world, table)
                room.recent.extend((one.logged.seq, one.public) for one in stored)
                self.rooms[code] = room
                self._make_room()
                return code

    def _code(self) -> str:
        letters = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"  # none that look alike
        return "".join(letters[self.world.roll(32)] for _ in range(8))

    async def room(self, code: str) -> Room:
        """The room of a table; Refusal if there is none."""
        table_id = TableId(code)
        if table_id in self.rooms:
            return self.rooms[table_id]
        async with self._loading.setdefault(table_id, asyncio.Lock()):
            try:
                if table_id not in self.rooms:
                    loaded = await load_table(self.world, table_id)
                    if loaded is None:
                        raise Refusal("no_table", "There is no such table; check the code.")
                    self._make_room()
                    self.rooms[table_id] = Room(self.world, *loaded)
                    self.rooms[table_id].drive()
                return self.rooms[table_id]
            finally:
                self._loading.pop(table_id, None)

    async def command(self, code: str, player: PlayerId, command: wire.Command) -> wire.Done | wire.Refused:
        """Carry out a command at a table."""
        try:
            room = await self.room(code)
        except Refusal as error:
            return wire.Refused(command.id, error.code, error.message)
        if isinstance(command.do, wire.Rematch):
            return await self._rematch(room, player, command)
        return await room.command(player, command)

    async def _rematch(self, room: Room, player: PlayerId, command: wire.Command) -> wire.Done | wire.Refused:
        answer = await room.command(player, command) if room.table.rematch is not None else None
        if answer is not None:
            return answer
        asking = Asking(player, self.world.clock.now(), self.world.roll, self.world.thinker.bots)
        try:
            decide(room.table, command.do, asking)
        except Refusal as error:
            return wire.Refused(command.id, error.code, error.message, None, room.table.seq)
        code = await self.create(msgspec.structs.replace(room.table.settings, seed=None), player, room.table)
        await room.act(
            lambda table: [] if table.rematch is not None else [log.Rematched(code)], f"{player}/{command.id}"
        )
        return wire.Done(command.id, room.table.seq)

    def _make_room(self) -> None:
        """Forget tables that nobody needs; the log has them."""
        if len(self.rooms) < self.LIMIT:
            return
        idle = [room for room in self.rooms.values() if not room.watchers and not room.lock.locked()]
        idle = [room for room in idle if room.driving is None or room.driving.done()]
        for room in sorted(idle, key=lambda one: one.used_at)[: self.LIMIT // 10]:
            del self.rooms[room.id]

    # -- other nodes, and tables nobody watches --

    async def _heard(self, message: dict[str, Any]) -> None:
        room = self.rooms.get(TableId(str(message.get("table"))))
        if room is None:
            return
        if "seq" in message:
            await room.catch_up(int(message["seq"]))
        if "here" in message:
            room.heard_of(str(message["node"]), {PlayerId(str(player)) for player in message["here"]})

    async def _look_after(self) -> None:
        while True:
            with contextlib.suppress(Exception):
                now = self.world.clock.now()
                await self.world.store.beat(self.world.node, now)
                for code in await self.world.store.due(now):
                    room = await self.room(code)
                    room.drive()
                await self._tell_presence()
            await asyncio.sleep(1.0)

    async def _tell_presence(self) -> None:
        for room in list(self.rooms.values()):
            here = sorted({watcher.player for watcher in room.watchers})
            if here or room.table.phase == LOBBY:
                await self.world.broadcaster.publish({"table": room.id, "node": self.world.node, "here": here})

    async def _credit_downtime(self) -> None:
        last = await self.world.store.last_beat()
        now = self.world.clock.now()
        if last is None or now - last < GRACE:
            return
        for code in await self.world.store.due(now):
            with contextlib.suppress(Refusal):
                room = await self.room(code)
                await room.act(lambda _table: [log.Credited(now - last)], f"{SERVER}/credit{last}")


def _same_chair(number: int, chair: Chair) -> AnyEntry:
    if chair.player is not None:
        return log.Sat(number, chair.player, chair.name)
    return log.BotSat(number, chair.bot or "guided", chair.name)


async def load_table(world: World, table_id: TableId) -> tuple[Table, int] | None:
    """A table from the store and the seq of its snapshot; None if there is none."""
    loaded = await world.store.load(table_id)
    if loaded is None:
        return None
    table = read_snapshot(table_id, loaded.snapshot) if loaded.snapshot else None
    if table is None:
        table, tail = Table(table_id), loaded.tail
        if loaded.seq:
            tail = await world.store.tail(table_id, 0)
    else:
        tail = loaded.tail
    for logged in tail:
        table.add(logged)
    table.answered = loaded.answered
    return table, loaded.seq


def summary(table: Table) -> Summary:
    """What lists show of a table, and when it wants attention."""
    due: int | None = None
    if table.phase == PLAYING:
        deadlines = [d for seat in table.active if (d := table.clocks.deadline(seat)) is not None]
        if any(table.driver(seat) for seat in table.active):
            deadlines.append(table.last_at + GRACE)
        due = min(deadlines, default=None)
    players = tuple(dict.fromkeys(chair.player for chair in table.chairs if chair.player is not None))
    names = tuple(chair.name for chair in table.chairs)
    title = ", ".join((table.settings.edition, *table.settings.expansions, *table.settings.variants))
    return Summary(table.phase, table.settings.listed, title, (table.owner, *players), names, due, table.last_at)
