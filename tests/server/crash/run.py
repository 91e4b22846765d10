"""Kill a server again and again under load, and see that nothing that was acknowledged is lost.

    python tests/server/crash/run.py --kills 100 --moves 200000

A server process is killed with SIGKILL at random moments while people play; they reconnect by themselves and send
what was not answered again. In the end every acknowledged move must be in the log, once, in its place. With
``--control`` the server acknowledges before it has stored: the same check must then find losses.
"""

import argparse
import asyncio
import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

import httpx

from projectl.client import Client
from projectl.client.load import Load, Tally, percentile, run_load
from projectl.server.running import bound_socket
from projectl.server.sql.place import FILE

CONTROL = Path(__file__).with_name("control.py")


@dataclass
class Outcome:
    """What a run has shown."""

    kills: int = 0
    acknowledged: int = 0
    stored: int = 0
    lost: int = 0
    duplicated: int = 0
    gaps: int = 0
    refused: int = 0
    resumed_p50: float = 0.0
    resumed_p99: float = 0.0
    resumed_max: float = 0.0
    seconds: float = 0.0
    starts: list[float] = field(default_factory=list)

    @property
    def sound(self) -> bool:
        """Nothing lost, nothing twice, no gaps."""
        return self.lost == self.duplicated == self.gaps == 0


class Server:
    """A server process on a fixed port and data folder."""

    def __init__(self, port: int, data: Path, control: bool) -> None:
        program = [str(CONTROL)] if control else ["-m", "projectl"]
        self.command = [sys.executable, *program, "serve", "--port", str(port), "--data", str(data), "--unlimited"]
        self.url = f"http://127.0.0.1:{port}"
        self.process: subprocess.Popen[bytes] | None = None

    async def start(self) -> float:
        """Start it and wait until it answers; how long that took."""
        began = time.monotonic()
        self.process = subprocess.Popen(self.command, stdout=subprocess.DEVNULL)
        client = Client(self.url)
        while self.process.poll() is None:
            try:
                await client.get("/api/health")
                break
            except httpx.TransportError:
                await asyncio.sleep(0.02)
        await client.close()
        if self.process.returncode is not None:
            raise RuntimeError("the server has ended by itself")
        return time.monotonic() - began

    def kill(self) -> None:
        """SIGKILL: no goodbye, no clean-up."""
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()


async def crash(kills: int, moves: int, games: int = 100, *, control: bool = False, seed: int = 1) -> Outcome:
    """Play, kill, compare."""
    dice = random.Random(seed)
    outcome = Outcome()
    began = time.monotonic()
    listening = bound_socket("127.0.0.1", 0)
    port = listening.getsockname()[1]
    listening.close()
    with tempfile.TemporaryDirectory() as folder:
        server = Server(port, Path(folder), control)
        await server.start()
        tally = Tally()
        load = Load(games=games, players=2, every=0.0, seconds=1e9, seed=seed, patience=30)
        playing = asyncio.create_task(run_load([server.url], load, tally))
        try:
            while outcome.kills < kills or len(tally.acknowledged) < moves:
                target = len(tally.acknowledged) + moves // (kills + 1)
                await _progress(playing, tally, target, dice.uniform(0.3, 2.0))
                if outcome.kills < kills:
                    server.kill()
                    outcome.kills += 1
                    outcome.starts.append(await server.start())
                _report(outcome, tally)
            await asyncio.sleep(3)  # the last break heals
        finally:
            playing.cancel()
            await asyncio.gather(playing, return_exceptions=True)
            server.kill()
        _compare(Path(folder), tally, outcome)
    outcome.acknowledged = len(tally.acknowledged)
    outcome.refused = tally.refused
    outcome.gaps += tally.gaps
    outcome.resumed_p50 = percentile(tally.resumed, 50)
    outcome.resumed_p99 = percentile(tally.resumed, 99)
    outcome.resumed_max = percentile(tally.resumed, 100)
    outcome.seconds = round(time.monotonic() - began, 1)
    return outcome


async def _progress(playing: asyncio.Task[Tally], tally: Tally, target: int, at_least: float) -> None:
    until = time.monotonic() + at_least
    while len(tally.acknowledged) < target or time.monotonic() < until:
        if playing.done():
            playing.result()
        await asyncio.sleep(0.02)


def _report(outcome: Outcome, tally: Tally) -> None:
    if os.isatty(2) or outcome.kills % 10 == 0:
        print(f"{outcome.kills} kills, {len(tally.acknowledged):,} moves acknowledged", file=sys.stderr)


def _compare(folder: Path, tally: Tally, outcome: Outcome) -> None:
    database = sqlite3.connect(folder / FILE)
    rows = database.execute("SELECT table_id, seq, entry FROM entries ORDER BY table_id, seq").fetchall()
    database.close()
    moved = {(table, seq) for table, seq, entry in rows if json.loads(entry)["kind"] == "moved"}
    acknowledged = Counter(tally.acknowledged)
    outcome.stored = len(moved)
    outcome.lost = sum(1 for one in acknowledged if one not in moved)
    outcome.duplicated = sum(number - 1 for number in acknowledged.values())
    last: dict[str, int] = {}
    for table, seq, _entry in rows:
        outcome.gaps += seq != last.get(table, 0) + 1
        last[table] = seq


def main() -> None:
    """Run, print the outcome as JSON, exit 1 if it is not sound."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--moves", type=int, default=200_000)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--control", action="store_true", help="a server that acknowledges too early")
    asked = parser.parse_args()
    outcome = asyncio.run(crash(asked.kills, asked.moves, asked.games, control=asked.control, seed=asked.seed))
    starts = sorted(outcome.starts)
    figures = vars(outcome) | {"starts": {"median": starts[len(starts) // 2], "max": starts[-1]} if starts else {}}
    print(json.dumps(figures, indent=2))
    sys.exit(0 if outcome.sound else 1)


if __name__ == "__main__":
    main()
