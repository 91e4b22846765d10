"""All tables a node has in memory, and the care for those that nobody watches."""

import asyncio
import contextlib
import logging
from typing import Any

import msgspec

from . import entries as log
from . import wire
from .deciding import SERVER, Refusal
from .entries import AnyEntry, PlayerId, TableId
from .loading import load_table, summary
from .room import Room, stored
from .table import PLAYING, Chair, DamagedLog, Table
from .world import GRACE, World

logger = logging.getLogger("projectl.service")

BEAT = 1.0  # seconds between two looks at everything
FOREVER = 1 << 62


class Rooms:
    """All tables this node has in memory."""

    LIMIT = 2_000

    def __init__(self, world: World) -> None:
        self.world = world
        self.rooms: dict[TableId, Room] = {}
        self.damaged: set[TableId] = set()
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        """Give back the time the server was down, then look after tables that nobody watches."""
        await self._credit_downtime()
        await self.world.broadcaster.listen(self._heard)
        self._tasks = [asyncio.create_task(self._look_after())]

    async def close(self) -> None:
        """Stop everything of ours."""
        driving = [room.driver.task for room in self.rooms.values() if room.driver.task is not None]
        for task in [*self._tasks, *driving]:
            task.cancel()
        await asyncio.gather(*self._tasks, *driving, return_exceptions=True)
        for room in self.rooms.values():
            for watcher in list(room.audience.watchers):
                watcher.close()

    async def create(self, settings: wire.Settings, player: PlayerId, rematch: Table | None = None) -> TableId:
        """A new table; SetupError or PackError if it cannot be played."""
        settings = settings.with_defaults()
        settings.checked()
        while True:
            code = TableId(self._code())
            table = Table(code)
            first: list[AnyEntry] = [log.Created(settings, player, None if rematch is None else rematch.id)]
            if rematch is not None:
                first += [_same_chair(number, chair) for number, chair in enumerate(rematch.chairs)]
            new = stored(table, first, self.world.clock.now())
            if await self.world.store.append(code, new, summary(table)):
                room = Room(self.world, table)
                room.audience.recent.extend((one.logged.seq, one.public) for one in new)
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
        try:
            loaded = None if table_id in self.damaged else await load_table(self.world.store, table_id)
        except DamagedLog as error:
            logger.error("%s", error)
            self.damaged.add(table_id)
        if table_id in self.damaged:
            raise Refusal("damaged", "This table's log is damaged; it cannot be opened.")
        if loaded is None:
            raise Refusal("no_table", "There is no such table; check the code.")
        if table_id not in self.rooms:  # somebody else may have been quicker
            self._make_room()
            self.rooms[table_id] = Room(self.world, *loaded)
            self.rooms[table_id].driver.drive()
        return self.rooms[table_id]

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
        async with room.rematching:
            answer = await room.may_rematch(player, command)
            if answer is not None:
                return answer
            code = await self.create(msgspec.structs.replace(room.table.settings, seed=None), player, room.table)
            await room.act(
                lambda table: [] if table.rematch is not None else [log.Rematched(code)], f"{player}/{command.id}"
            )
            # Now either it is done, or another node was quicker.
            return await room.may_rematch(player, command) or wire.Refused(command.id, "busy", "Try again.")

    def _make_room(self) -> None:
        """Forget tables that nobody needs; the log has them."""
        if len(self.rooms) < self.LIMIT:
            return
        idle = [room for room in self.rooms.values() if not room.audience.watchers and not room.lock.locked()]
        idle = [room for room in idle if not room.driver.is_busy]
        for room in sorted(idle, key=lambda one: one.used_at)[: self.LIMIT // 10]:
            del self.rooms[room.id]

    # -- other nodes, and tables nobody watches --

    async def _heard(self, message: dict[str, Any]) -> None:
        if message.get("missed"):  # nobody knows what
            for one in list(self.rooms.values()):
                await one.catch_up(FOREVER)
            return
        room = self.rooms.get(TableId(str(message.get("table"))))
        if room is None:
            return
        if "seq" in message:
            await room.catch_up(int(message["seq"]))
        if "here" in message and message["node"] != self.world.node:
            room.audience.heard_of(
                room.table, str(message["node"]), {PlayerId(str(player)) for player in message["here"]}
            )

    async def _look_after(self) -> None:
        while True:
            try:
                await self._beat()
            except Exception:
                logger.exception("looking after the tables failed")
            await asyncio.sleep(BEAT)

    async def _beat(self) -> None:
        now = self.world.clock.now()
        await self.world.store.beat(self.world.node, now)
        for code in await self.world.store.due(now):
            with contextlib.suppress(Refusal):  # one damaged table must not keep us from the others
                (await self.room(code)).driver.drive()
        await self._tell_presence()

    async def _tell_presence(self) -> None:
        for room in list(self.rooms.values()):
            room.audience.forget_silent_nodes(room.table)
            here = sorted({watcher.player for watcher in room.audience.watchers})
            if here or room.said_here:
                room.said_here = bool(here)
                message = {"table": room.id, "node": self.world.node, "here": here, "seq": room.table.seq}
                await self.world.broadcaster.publish(message)

    async def _credit_downtime(self) -> None:
        last = await self.world.store.last_beat()
        now = self.world.clock.now()
        if last is None or now - last < GRACE:
            return

        def credited(table: Table) -> list[AnyEntry]:
            return [log.Credited(now - last)] if table.phase == PLAYING and table.settings.clock else []

        for code in await self.world.store.due(FOREVER):  # also those whose time is not yet up
            with contextlib.suppress(Refusal):
                room = await self.room(code)
                await room.act(credited, f"{SERVER}/credit{last}")


def _same_chair(number: int, chair: Chair) -> AnyEntry:
    if chair.player is not None:
        return log.Sat(number, chair.player, chair.name)
    return log.BotSat(number, chair.bot or "guided", chair.name)
