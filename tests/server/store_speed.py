"""How many appends a second the store takes: ``python -m tests.server.store_speed [DIR | postgresql://...]``."""

import asyncio
import sys
import tempfile
import time
from pathlib import Path

from tests.server.logs import played_log

from projectl.server.sql import open_store
from projectl.service.entries import TableId

TABLES = 250
MOVES = 60
LOGS = 5


async def main(where: str) -> None:
    """All tables at once, each appending as soon as its last append is acknowledged."""
    store = await (open_store(where) if "://" in where else open_store(None, Path(where)))
    logs = [played_log(number, MOVES) for number in range(LOGS)]
    waits: list[float] = []

    async def play(number: int) -> None:
        for added in logs[number % LOGS]:
            began = time.perf_counter()
            assert await store.append(TableId(f"TABLE{number:03}"), added.stored, added.summary)
            waits.append(time.perf_counter() - began)

    began = time.perf_counter()
    await asyncio.gather(*(play(number) for number in range(TABLES)))
    seconds = time.perf_counter() - began
    await store.close()
    waits.sort()
    half, most = (1000 * waits[int(len(waits) * share)] for share in (0.5, 0.99))
    print(f"{len(waits)} appends, {TABLES} tables: {len(waits) / seconds:.0f}/s, p50 {half:.1f} ms, p99 {most:.1f} ms")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(main(sys.argv[1] if len(sys.argv) > 1 else folder))
