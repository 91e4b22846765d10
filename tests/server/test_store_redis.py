"""Nodes wake each other through Redis, and do without it."""

import asyncio
from contextlib import asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from redis.asyncio import Redis
from tests.server.clusters import running_redis

from projectl.errors import ProjectLError
from projectl.server.redis import CHANNEL, MISSED, RedisBroadcaster


@asynccontextmanager
async def nodes(url, *names):
    """Broadcasters, each with the list of what it hears."""
    opened = [await RedisBroadcaster.open(url, name) for name in names]
    heard: list[list[dict[str, object]]] = [[] for _ in names]
    for node, news in zip(opened, heard, strict=True):

        async def listen(message, news=news):
            news.append(message)
            if message.get("bad"):
                raise RuntimeError("a fault in the listener")

        await node.listen(listen)
    try:
        yield opened, heard
    finally:
        for node in opened:
            await node.close()


async def until(condition):
    """Wait for something that must come to be."""
    async with asyncio.timeout(15):
        while not condition():
            await asyncio.sleep(0.01)


def test_others_hear_and_oneself_does_not(redis_url):
    async def scenario():
        async with nodes(redis_url, "a", "b", "c") as ((a, b, _), heard):
            for seq in range(50):
                await a.publish({"table": "ONE", "seq": seq})
            await until(lambda: len(heard[1]) == len(heard[2]) == 50)
            assert [message["seq"] for message in heard[1]] == list(range(50))
            await b.publish({"table": "ONE", "node": "b", "here": ["olga"]})
            await until(lambda: len(heard[0]) == 1)
            assert heard[0] == [{"table": "ONE", "node": "b", "here": ["olga"]}]
            assert len(heard[1]) == 50

    asyncio.run(scenario())


def test_rubbish_and_faults_of_a_listener_stop_nothing(redis_url):
    async def scenario():
        async with nodes(redis_url, "a", "b") as ((a, _), heard):
            redis = Redis.from_url(redis_url)
            for rubbish in (b"\xff", b"{}", b"[]", b"null"):
                await redis.publish(CHANNEL, rubbish)
            await redis.aclose()
            await a.publish({"bad": 1})
            await a.publish({"good": 1})
            await until(lambda: heard[1] == [{"bad": 1}, {"good": 1}])

    asyncio.run(scenario())


def test_redis_goes_away_and_comes_back():
    async def scenario(folder):
        with running_redis(folder) as url:
            context = nodes(url, "a", "b")
            (a, _), heard = await context.__aenter__()
            await a.publish({"seq": 1})
            await until(lambda: heard[1] == [{"seq": 1}])
        async with asyncio.timeout(1):  # nobody waits for Redis
            await a.publish({"seq": 2})
        with running_redis(folder):
            await until(lambda: MISSED in heard[1] and MISSED in heard[0])
            await a.publish({"seq": 3})
            await until(lambda: {"seq": 3} in heard[1])
            await context.__aexit__(None, None, None)

    with TemporaryDirectory(dir="/tmp") as folder:
        asyncio.run(scenario(Path(folder)))


def test_without_redis_a_node_works_alone():
    async def scenario():
        node = await RedisBroadcaster.open("redis://127.0.0.1:1", "a")
        await node.publish({"seq": 1})
        await node.close()
        with pytest.raises(ProjectLError, match="URL"):
            await RedisBroadcaster.open("nonsense", "a")

    asyncio.run(scenario())
