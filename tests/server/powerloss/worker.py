"""A server's writes, journalled by the shim: ``worker.py FOLDER DURABILITY [early]``.

Each acknowledged append is a line of the file ACKNOWLEDGED in the same folder, so its place among the writes is known.
"""

import asyncio
import os
import random
import sys
from pathlib import Path
from typing import cast

from tests.server.logs import played_log

from projectl.server.sql import Place, SqlStore
from projectl.server.sql.engines import Durability
from projectl.service.entries import TableId

ACKNOWLEDGED = "ACKNOWLEDGED"
LOGS, COPIES, MOVES = 4, 4, 24
CODES = {TableId(f"LOG{log}COPY{copy}"): log for log in range(LOGS) for copy in range(COPIES)}
CHECKPOINT = 60  # pages in the WAL; the default would need a longer run to be met at all


async def main(folder: Path, durability: Durability, early: bool) -> None:
    """Play all tables at once; close and open the store half way."""
    notes = os.open(folder / ACKNOWLEDGED, os.O_CREAT | os.O_WRONLY | os.O_APPEND)
    for part in (0, 1):
        store = await SqlStore.open(Place.of(folder), durability=durability, acknowledge_early=early)
        async with store._writing.connect() as connection:
            await connection.exec_driver_sql(f"PRAGMA wal_autocheckpoint={CHECKPOINT}")
        await asyncio.gather(*(_play(store, notes, code, part) for code in CODES))
        await store.close()


async def _play(store: SqlStore, notes: int, code: TableId, part: int) -> None:
    dice = random.Random(f"{code}{part}")
    log = played_log(CODES[code], MOVES)
    half = len(log) // 2
    for added in log[half:] if part else log[:half]:
        await asyncio.sleep(dice.random() * 0.01)
        assert await store.append(code, added.stored, added.summary)
        seq = added.stored[-1].logged.seq
        os.write(notes, f"{code} {seq}\n".encode())
        if added.snapshot is not None and dice.random() < 0.1:
            await store.save_snapshot(code, seq, added.snapshot)


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]), cast(Durability, sys.argv[2]), "early" in sys.argv[3:]))
