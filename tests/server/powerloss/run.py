"""Cuts the power at many points of a real run and looks whether anything acknowledged is lost or anything is corrupt.

python -m tests.server.powerloss.run --points 1000 [--durability NORMAL] [--early]
"""

import argparse
import asyncio
import os
import random
import subprocess
import sys
import tempfile
import time
from collections import Counter
from functools import cache
from pathlib import Path
from typing import NamedTuple

from tests.server.logs import played_log
from tests.server.powerloss.disk import HOWS, Disk, Record, read_journal
from tests.server.powerloss.worker import ACKNOWLEDGED, CODES, MOVES

from projectl.server.sql import Place, SqlStore, StoreError
from projectl.service.entries import Logged, TableId
from projectl.service.table import replayed

ROOT = Path(__file__).parents[3]
MEMORY = "/dev/shm" if os.path.isdir("/dev/shm") else None  # syncing is journalled, it need not be real

Acknowledged = dict[TableId, int]


class Point(NamedTuple):
    """A power cut: after so many records, and what has arrived of the writes on their way."""

    after: int
    how: str
    seed: int


class Outcome(NamedTuple):
    """What was found after a power cut; empty is well."""

    point: Point
    lost: str = ""
    corrupt: str = ""


def journalled_run(durability: str = "FULL", *, early: bool = False) -> list[Record]:
    """Everything a server did to its data folder."""
    with tempfile.TemporaryDirectory(dir=MEMORY) as name:
        shim, journal, folder = (Path(name) / part for part in ("shim.so", "journal", "data"))
        folder.mkdir()
        source = Path(__file__).with_name("shim.c")
        subprocess.run(["cc", "-O1", "-shared", "-fPIC", "-o", shim, source, "-ldl", "-lpthread"], check=True)
        extra = {"LD_PRELOAD": str(shim), "POWERLOSS_FOLDER": str(folder), "POWERLOSS_JOURNAL": str(journal)}
        worker = [sys.executable, "-m", "tests.server.powerloss.worker", str(folder), durability]
        subprocess.run([*worker, *["early"] * early], check=True, cwd=ROOT, env=os.environ | extra)
        return list(read_journal(journal))


def chosen_points(records: list[Record], number: int, seed: int) -> list[Point]:
    """Half of them right after an acknowledgement or around a sync, where a fault would show; the others anywhere."""
    dice = random.Random(seed)
    telling = [i for i, record in enumerate(records, 1) if record.path == ACKNOWLEDGED or record.op == "S"]
    telling += [i - 1 for i in telling if i > 1]
    places = [dice.choice(telling) if turn % 2 else dice.randrange(1, len(records) + 1) for turn in range(number)]
    return [Point(place, HOWS[turn // 2 % len(HOWS)], seed + turn) for turn, place in enumerate(places)]


async def outcomes(records: list[Record], points: list[Point]) -> list[Outcome]:
    """Cut the power at each point and look."""
    disk, acknowledged, found = Disk(), dict.fromkeys(CODES, 0), []
    waiting = sorted(points)
    for number, record in enumerate(records, 1):
        if record.path == ACKNOWLEDGED:
            if record.op == "W":
                code, seq = record.data.decode().split()
                acknowledged[TableId(code)] = int(seq)
        else:
            disk.add(record)
        while waiting and waiting[0].after == number:
            point = waiting.pop(0)
            found.append(await _outcome(disk, acknowledged, point))
    assert not waiting, "every power cut must have been looked at"
    return found


async def _outcome(disk: Disk, acknowledged: Acknowledged, point: Point) -> Outcome:
    with tempfile.TemporaryDirectory(dir=MEMORY) as name:
        for file, content in disk.after_power_cut(point.how, random.Random(point.seed)).items():
            Path(name, file).write_bytes(content)
        try:
            store = await SqlStore.open(Place.of(Path(name)))
        except StoreError as error:
            return Outcome(point, corrupt=str(error))
        try:
            return Outcome(point, await _lost(store, acknowledged), await _corrupt(store))
        except Exception as error:
            return Outcome(point, corrupt=repr(error))
        finally:
            await store.close()


async def _lost(store: SqlStore, acknowledged: Acknowledged) -> str:
    for code, seq in acknowledged.items():
        there = len(await store.tail(code, 0))
        if there < seq:
            return f"{code}: entry {seq} was acknowledged, {there} are there"
    return ""


async def _corrupt(store: SqlStore) -> str:
    async with store._reading.connect() as connection:
        verdict = (await connection.exec_driver_sql("PRAGMA integrity_check")).scalars().all()
    if list(verdict) != ["ok"]:
        return f"integrity_check: {verdict[0]}"
    for code in CODES:
        log = await store.tail(code, 0)
        if log != _expected(code)[: len(log)]:
            return f"{code}: the log is another one"
        _replays(code, len(log))
        loaded = await store.load(code)
        if (loaded.seq + len(loaded.tail) if loaded else 0) != len(log):
            return f"{code}: the snapshot does not fit the log"
        if len(await store.public(code, 0)) != len(log):
            return f"{code}: not everything public is there"
    return await _goes_on(store)


async def _goes_on(store: SqlStore) -> str:
    """A table that is not finished can be played on."""
    for code, number in CODES.items():
        there = len(await store.tail(code, 0))
        rest = [added for added in played_log(number, MOVES) if added.stored[0].logged.seq == there + 1]
        if rest:
            kept = await store.append(code, rest[0].stored, rest[0].summary)
            return "" if kept else f"{code}: nothing can be added"
    return ""


@cache
def _expected(code: TableId) -> list[Logged]:
    return [one.logged for added in played_log(CODES[code], MOVES) for one in added.stored]


@cache
def _replays(code: TableId, length: int) -> None:
    replayed(code, _expected(code)[:length])


def main() -> int:
    """The long form."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    options.add_argument("--points", type=int, default=1000)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--durability", choices=["FULL", "NORMAL", "OFF"], default="FULL")
    options.add_argument("--early", action="store_true", help="acknowledge before the commit")
    asked = options.parse_args()
    began = time.monotonic()
    records = journalled_run(asked.durability, early=asked.early)
    print(f"{len(records)} records: {dict(Counter(record.op for record in records))}")
    found = asyncio.run(outcomes(records, chosen_points(records, asked.points, asked.seed)))
    lost, corrupt = [one for one in found if one.lost], [one for one in found if one.corrupt]
    for one in [*lost[:5], *corrupt[:5]]:
        print(f"after record {one.point.after}, {one.point.how}: {one.lost} {one.corrupt}")
    seconds = time.monotonic() - began
    print(f"{len(found)} power cuts in {seconds:.0f} s: {len(lost)} lost something, {len(corrupt)} left it corrupt")
    return 1 if lost or corrupt else 0


if __name__ == "__main__":
    sys.exit(main())
