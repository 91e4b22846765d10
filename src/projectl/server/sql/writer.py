"""Group commit: whatever waits is carried out in one transaction, and answered when that is on the disk."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from .appending import Append, add_all
from .engines import first_line
from .place import StoreError

LARGEST = 500  # jobs in one transaction

Deed = Callable[[AsyncConnection], Awaitable[None]]  # any other small write; it must not fail


@dataclass(slots=True, eq=False)
class _Waiting:
    job: Append | Deed
    answer: asyncio.Future[bool] = field(default_factory=lambda: asyncio.get_running_loop().create_future())


class Writer:
    """The one task that writes."""

    def __init__(self, engine: AsyncEngine, *, acknowledge_early: bool = False) -> None:
        self._engine = engine
        self._acknowledge_early = acknowledge_early  # a planted fault, for tests
        self._queue: deque[_Waiting] = deque()
        self._wake = asyncio.Event()
        self._closing = False
        self._task = asyncio.create_task(self._run())

    async def submit(self, job: Append | Deed) -> bool:
        """Carry a job out; for an append, whether it was stored. A cancelled caller leaves nothing half done."""
        if self._closing:
            raise StoreError("The store is closed.")
        waiting = _Waiting(job)
        waiting.answer.add_done_callback(_noticed)
        self._queue.append(waiting)
        self._wake.set()
        try:
            return await asyncio.shield(waiting.answer)
        except asyncio.CancelledError:
            if waiting in self._queue:
                self._queue.remove(waiting)
            else:  # it is being carried out: when the caller looks again, it must find what has come of it
                await asyncio.wait([waiting.answer])
            raise

    async def close(self) -> None:
        """Carry out what waits, then stop."""
        self._closing = True
        self._wake.set()
        await asyncio.wait([self._task])

    async def _run(self) -> None:
        while self._queue or not self._closing:
            await self._wake.wait()
            if not self._closing:
                self._wake.clear()
            while self._queue:
                await self._carry_out(self._next_batch())

    def _next_batch(self) -> list[_Waiting]:
        """One append for each table at most: the second of a table is judged by what the first has stored."""
        batch: list[_Waiting] = []
        later: list[_Waiting] = []
        tables = set()
        while self._queue and len(batch) < LARGEST:
            waiting = self._queue.popleft()
            table = waiting.job.table if isinstance(waiting.job, Append) else None
            (later if table in tables else batch).append(waiting)
            if table is not None:
                tables.add(table)
        self._queue.extendleft(reversed(later))
        return batch

    async def _carry_out(self, batch: list[_Waiting]) -> None:
        try:
            async with self._engine.begin() as connection:
                stored = await self._execute(connection, batch)
                if self._acknowledge_early:
                    _answer(batch, stored)
        except Exception as error:
            _fail(batch, error)
        except asyncio.CancelledError as error:  # the process ends; let nobody wait for ever
            _fail(batch, error)
            raise
        else:
            _answer(batch, stored)

    @staticmethod
    async def _execute(connection: AsyncConnection, batch: list[_Waiting]) -> list[bool]:
        appends = [waiting.job for waiting in batch if isinstance(waiting.job, Append)]
        added = await add_all(connection, appends) if appends else set()
        for waiting in batch:
            if not isinstance(waiting.job, Append):
                await waiting.job(connection)
        return [not isinstance(waiting.job, Append) or waiting.job.table in added for waiting in batch]


def _noticed(answer: asyncio.Future[bool]) -> None:
    """A failure whose caller has been cancelled is nobody's, and no reason for asyncio to complain."""
    if not answer.cancelled():
        answer.exception()


def _answer(batch: list[_Waiting], stored: list[bool]) -> None:
    for waiting, answer in zip(batch, stored, strict=True):
        if not waiting.answer.done():
            waiting.answer.set_result(answer)


def _fail(batch: list[_Waiting], error: BaseException) -> None:
    """Nothing of the batch is stored, or nobody knows: nobody is told that it is."""
    reason = first_line(error) if isinstance(error, SQLAlchemyError) else str(error) or type(error).__name__
    for waiting in batch:
        if not waiting.answer.done():
            failure = StoreError(f"This could not be stored: {reason}.")
            failure.__cause__ = error
            waiting.answer.set_exception(failure)
