"""Bots think in worker processes; whatever these do, the game goes on."""

import asyncio
import os
import signal
import sys

import pytest

from projectl.game import Game
from projectl.server.workers import Workers


def test_a_dead_worker_is_replaced_and_the_game_goes_on():
    async def run() -> None:
        workers = Workers(size=1)
        position = Game(players=2, seed=1).position()
        await workers.think("guided", position, "A", 1)
        (pid,) = workers.pids
        os.kill(pid, signal.SIGKILL)
        await asyncio.sleep(0.05)
        move = await workers.think("guided", position, "A", 1)
        Game(players=2, seed=1).play(move)
        assert workers.pids != [pid]
        await workers.close()

    asyncio.run(run())


@pytest.mark.parametrize(
    "program",
    [
        "import time; time.sleep(60)",
        "import sys; sys.exit(3)",
        "print('nonsense', flush=True); input()",
        "import sys\nfor line in sys.stdin: print('{}', flush=True)",
        "print('x' * 3_000_000, flush=True); input()",
    ],
    ids=["hangs", "exits", "no JSON", "no move", "floods"],
)
def test_a_worker_that_misbehaves_costs_only_its_time(program):
    async def run() -> None:
        workers = Workers(size=1, seconds=0.5, command=(sys.executable, "-c", program))
        game = Game(players=2, seed=1)
        async with asyncio.timeout(10):
            game.play(await workers.think("guided", game.position(), "A", 1))
        assert workers.failures == 2
        await workers.close()

    asyncio.run(run())
