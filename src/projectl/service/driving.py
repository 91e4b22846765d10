"""What happens at a table without anybody asking: bots move, clocks run out."""

import asyncio
import contextlib
import logging
from typing import TYPE_CHECKING

from projectl.game.imagine import imagine

from . import wire
from .deciding import SERVER, flag
from .table import PLAYING, Table
from .world import GRACE, World

if TYPE_CHECKING:
    from .room import Room

logger = logging.getLogger("projectl.service")


class Driver:
    """One task for each table that has something to do."""

    def __init__(self, room: "Room") -> None:
        self._room = room
        self._woken = asyncio.Event()
        self._mine = True  # whether the bots are ours to move at once
        self.task: asyncio.Task[None] | None = None

    @property
    def _table(self) -> Table:
        return self._room.table

    @property
    def _world(self) -> World:
        return self._room.world

    @property
    def is_busy(self) -> bool:
        """Whether something is still to be done."""
        return self.task is not None and not self.task.done()

    def drive(self, *, mine: bool = True) -> None:
        """See to it that bots move and clocks run out: at once after an entry of ours, else when it is overdue."""
        self._mine = mine
        if self.is_busy:
            self._woken.set()
        elif self._table.phase == PLAYING and not self._room.damaged:
            self.task = asyncio.create_task(self._drive())

    async def _drive(self) -> None:
        try:
            while not self._room.damaged and (wait := self._next_duty()) is not None:
                seq = self._table.seq
                self._woken.clear()
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(wait):
                        await self._woken.wait()
                if self._table.seq == seq:
                    await self._do_duty()
        except Exception:
            logger.exception("driving table %s failed", self._room.id)

    def _bot_seats(self) -> list[str]:
        return [seat for seat in self._table.active if self._table.driver(seat) is not None]

    def _next_duty(self) -> float | None:
        """In how many seconds there is something to do; None if never."""
        if self._table.phase != PLAYING:
            return None
        persons = [seat for seat in self._table.active if self._table.driver(seat) is None]
        due = [due for seat in persons if (due := self._table.clocks.deadline(seat)) is not None]
        waits = [max(0.0, (min(due) - self._world.clock.now()) / 1000) + 0.005] if due else []
        if self._bot_seats():
            waits.append(self._world.bot_pause if self._mine else GRACE / 1000)
        return min(waits, default=None)

    async def _do_duty(self) -> None:
        now = self._world.clock.now()
        await self._room.act(lambda table: flag(table, now), f"{SERVER}/flag{self._table.seq}")
        bots = self._bot_seats()
        if bots:
            await self._bot_move(bots[0])

    async def _bot_move(self, seat: str) -> None:
        table, seq = self._table, self._table.seq
        bot = table.driver(seat)
        assert table.game is not None
        assert bot is not None
        seed = self._world.roll(1 << 62)
        position = imagine(table.game, seed).position()
        move = await self._world.thinker.think(bot, position, seat, seed)
        command = wire.Command(f"bot{seq}", wire.Play(seat, move), expected=seq)
        answer = await self._room.command(SERVER, command)
        if isinstance(answer, wire.Refused) and answer.code != "stale":
            logger.warning("table %s: %s's move %r was refused: %s", self._room.id, bot, move, answer.message)
            await asyncio.sleep(1)
