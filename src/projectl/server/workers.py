"""Bots think in processes of their own: they never block a table, and a dead one is replaced."""

import asyncio
import contextlib
import logging
import sys
from typing import Any

import msgspec

from projectl.bots import BOTS
from projectl.bots.choosing import choose_move

logger = logging.getLogger("projectl.workers")

FALLBACK = "guided"  # quick enough to run anywhere
LINE = 1 << 20


class Worker:
    """A process that answers one position at a time, line by line."""

    def __init__(self, command: tuple[str, ...]) -> None:
        self._command = command
        self._process: asyncio.subprocess.Process | None = None

    async def ask(self, request: bytes, seconds: float) -> bytes:
        """The answer's line; on any trouble the process is ended and the trouble raised."""
        try:
            process = await self._running()
            assert process.stdin is not None
            assert process.stdout is not None
            process.stdin.write(request + b"\n")
            async with asyncio.timeout(seconds):
                await process.stdin.drain()
                line = await process.stdout.readline()
            if not line:
                raise ConnectionError("the worker has ended")
            return line
        except BaseException:
            self.end()
            raise

    async def _running(self) -> asyncio.subprocess.Process:
        if self._process is None or self._process.returncode is not None:
            self._process = await asyncio.create_subprocess_exec(
                *self._command,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                limit=LINE,
            )
        return self._process

    @property
    def pid(self) -> int | None:
        """The process, if one runs."""
        return self._process.pid if self._process is not None and self._process.returncode is None else None

    def end(self) -> None:
        """Kill the process; the next question starts another."""
        process, self._process = self._process, None
        if process is not None and process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
        if process is not None:
            task = asyncio.ensure_future(process.wait())  # so that it leaves no zombie
            _ending.add(task)
            task.add_done_callback(_ending.discard)


_ending: set[asyncio.Future[int]] = set()


class Workers:
    """A few worker processes that share the thinking."""

    def __init__(self, size: int = 1, seconds: float = 5.0, command: tuple[str, ...] = ()) -> None:
        command = command or (sys.executable, "-m", "projectl.bots.worker")
        self._idle: asyncio.Queue[Worker] = asyncio.Queue()
        self._all = [Worker(command) for _ in range(size)]
        for worker in self._all:
            self._idle.put_nowait(worker)
        self._seconds = seconds
        self.failures = 0

    @property
    def bots(self) -> frozenset[str]:
        """The bots there are."""
        return frozenset(BOTS)

    @property
    def pids(self) -> list[int]:
        """The processes that run."""
        return [worker.pid for worker in self._all if worker.pid is not None]

    async def think(self, bot: str, position: dict[str, Any], seat: str, seed: int) -> str:
        """A move; twice from a worker, then a quick one from here, so that the game goes on."""
        request = msgspec.json.encode({"bot": bot, "position": position, "seat": seat, "seed": seed})
        for _ in range(2):
            worker = await self._idle.get()
            try:
                answer = msgspec.json.decode(await worker.ask(request, self._seconds))
                if isinstance(answer, dict) and isinstance(answer.get("move"), str):
                    return str(answer["move"])
                self._note(bot, answer)
            except (TimeoutError, OSError, ValueError) as error:
                self._note(bot, error)
            finally:
                self._idle.put_nowait(worker)
        return choose_move(FALLBACK, position, seat, seed)

    def _note(self, bot: str, trouble: object) -> None:
        self.failures += 1
        logger.warning("a worker failed at a move of %s: %r", bot, trouble)

    async def close(self) -> None:
        """End all processes."""
        for worker in self._all:
            worker.end()
        if _ending:
            await asyncio.wait(list(_ending), timeout=2)
