"""Several nodes over one Postgres and one Redis, started as deploy/compose.yaml says, but as processes."""

import asyncio
import shlex
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

import pytest
import yaml
from tests.server.clusters import Postgres

from projectl.client import Client
from projectl.client.load import Load, run_load
from projectl.game import replay
from projectl.server.running import bound_socket
from projectl.service import wire

COMPOSE = Path(__file__).parents[2] / "deploy/compose.yaml"


def node_command(database: str, redis: str, port: int) -> list[str]:
    """The command of a node in the recipe, with this machine's addresses."""
    recipe = yaml.safe_load(COMPOSE.read_text())
    here = {
        "projectl": [sys.executable, "-m", "projectl"],
        "--host=0.0.0.0": ["--host=127.0.0.1"],
        "--port=8765": [f"--port={port}"],
        "--database=postgresql://projectl:${PROJECTL_PASSWORD}@postgres/projectl": [f"--database={database}"],
        "--redis=redis://redis": [f"--redis={redis}"],
    }
    command = [word for part in recipe["services"]["node"]["command"] for word in here.get(part, [part])]
    return [*command, "--unlimited", "--bot-pause=0"]


class Node:
    """A node as a process."""

    def __init__(self, database: str, redis: str) -> None:
        listening = bound_socket("127.0.0.1", 0)
        port = listening.getsockname()[1]
        listening.close()
        self.url = f"http://127.0.0.1:{port}"
        self.command = node_command(database, redis, port)
        self.start()

    def start(self) -> None:
        self.process = subprocess.Popen(self.command, stdout=subprocess.DEVNULL)

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()


@contextmanager
def nodes(postgres: Postgres, redis: str, number: int = 2) -> Iterator[list[Node]]:
    database = postgres.new_database()
    started = [Node(database, redis) for _ in range(number)]
    try:
        yield started
    finally:
        for node in started:
            node.kill()


@asynccontextmanager
async def up(node: Node):
    client = Client(node.url, patience=30)
    await client.get("/api/health")
    async with client:
        yield client


def test_the_recipe_has_the_parts_it_needs():
    recipe = yaml.safe_load(COMPOSE.read_text())
    assert set(recipe["services"]) == {"postgres", "redis", "node", "proxy"}
    assert recipe["services"]["node"]["deploy"]["replicas"] == 2
    assert "--database" in shlex.join(recipe["services"]["node"]["command"])


@pytest.mark.slow
def test_people_of_one_table_sit_at_different_nodes(postgres, redis_url):
    async def run(one: Node, two: Node) -> None:
        async with up(one) as ann, up(two) as bob:
            code = await ann.create(wire.Settings(players=3))
            async with ann.table(code) as at_ann, bob.table(code) as at_bob:
                await at_ann.do(wire.Sit("Ann"))
                await at_bob.do(wire.Sit("Bob"))
                await at_ann.do(wire.SeatBot(2, "guided"))
                await at_ann.do(wire.Start())
                view = await at_bob.wait_for(lambda view: view.phase == "playing" and len(view.you) == 1)
                await at_bob.wait_for(lambda view: view.chairs[0].here)  # the nodes tell each other who is there
                await at_bob.do(wire.Resign(view.you[0]))
                mine = await at_ann.wait_for(lambda view: len(view.you) == 1)
                await at_ann.do(wire.Resign(mine.you[0]))
                over = await at_bob.wait_for(lambda view: view.phase == "over")
            game = replay(await bob.get(f"/api/tables/{code}/record"))
            assert game.scores() == over.game["scores"]

    with nodes(postgres, redis_url) as (one, two):
        asyncio.run(asyncio.wait_for(run(one, two), 90))


@pytest.mark.slow
def test_load_over_two_nodes_arrives_everywhere_once_and_in_order(postgres, redis_url):
    async def run(urls: list[str]) -> None:
        for url in urls:
            async with Client(url, patience=30) as client:
                await client.get("/api/health")
        tally = await run_load(urls, Load(games=10, players=2, every=0.05, seconds=8))
        assert len(tally.acknowledged) > 100
        assert tally.gaps == 0
        assert tally.refused <= len(tally.acknowledged) // 20

    with nodes(postgres, redis_url) as (one, two):
        asyncio.run(asyncio.wait_for(run([one.url, two.url]), 90))


@pytest.mark.slow
def test_a_node_that_dies_is_replaced_by_the_other(postgres, redis_url):
    async def run(one: Node, two: Node) -> None:
        async with up(one) as ann, up(two) as bob:
            chairs = [{"kind": "me", "name": "Ann"}, {"kind": "bot", "bot": "guided"}]
            code = await ann.create(wire.Settings(players=2), chairs=chairs, start=True)
            async with bob.table(code) as at_bob:
                await at_bob.wait_for(lambda view: view.phase == "playing")
                one.kill()
                # Ann comes back at the other node with her token and goes on; the bot is moved from there.
                async with Client(two.url, token=ann.token) as ann_again, ann_again.table(code) as at_ann:
                    seat = at_ann.view.you[0]
                    await at_ann.do(wire.Resign(seat))
                    await at_bob.wait_for(lambda view: view.phase == "over")

    with nodes(postgres, redis_url) as (one, two):
        asyncio.run(asyncio.wait_for(run(one, two), 120))
