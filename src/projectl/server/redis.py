"""Wakes other nodes through Redis. Only news go this way; whoever misses some reads the log."""

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
from redis.asyncio import Redis
from redis.exceptions import RedisError

from projectl.errors import ProjectLError
from projectl.service.ports import Listener

logger = logging.getLogger("projectl.server")

CHANNEL = "projectl"
WAITING = 10_000  # messages kept while Redis is away; more are dropped
FIRST_PAUSE, LONGEST_PAUSE = 0.1, 5.0  # seconds between attempts to reach Redis
MISSED = {"missed": True}  # told to the listener when messages may have been lost


class RedisBroadcaster:
    """A channel that every node hears. Redis may come and go: publishing never waits for it and never fails."""

    def __init__(self, redis: Redis, node: str) -> None:
        self._redis = redis
        self._node = node
        self._waiting: asyncio.Queue[dict[str, Any]] = asyncio.Queue(WAITING)
        self._tasks = [asyncio.create_task(self._forever(self._send))]

    @classmethod
    async def open(cls, url: str, node: str) -> "RedisBroadcaster":
        """A broadcaster for this node; it connects when Redis answers."""
        try:
            redis = Redis.from_url(url, socket_connect_timeout=5, socket_timeout=30, health_check_interval=10)
        except ValueError:
            raise ProjectLError("Redis is given as a URL such as redis://host:6379.") from None
        return cls(redis, node)

    async def publish(self, message: dict[str, Any]) -> None:
        """Tell all other nodes, soon."""
        with contextlib.suppress(asyncio.QueueFull):
            self._waiting.put_nowait(message)

    async def listen(self, listener: Listener) -> None:
        """Hear what other nodes tell, from now on; ``MISSED`` comes whenever the connection was down."""
        ready = asyncio.Event()
        self._tasks.append(asyncio.create_task(self._forever(lambda: self._hear(listener, ready))))
        with contextlib.suppress(TimeoutError):  # without Redis the node works, alone
            await asyncio.wait_for(ready.wait(), LONGEST_PAUSE)

    async def close(self) -> None:
        """Stop, after a moment for what is still to be sent."""
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._waiting.join(), 0.5)
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._redis.aclose()

    async def _forever(self, work: Callable[[], Awaitable[None]]) -> None:
        pause = FIRST_PAUSE
        while True:
            began = asyncio.get_running_loop().time()
            try:
                await work()
            except (RedisError, OSError) as error:
                if asyncio.get_running_loop().time() - began > LONGEST_PAUSE:
                    pause = FIRST_PAUSE
                logger.warning("Redis is away (%s); next attempt in %.1f s", error, pause)
            await asyncio.sleep(pause)
            pause = min(pause * 2, LONGEST_PAUSE)

    async def _send(self) -> None:
        while True:
            message = await self._waiting.get()
            try:
                await self._redis.publish(CHANNEL, msgspec.json.encode({"from": self._node, "message": message}))
            except (RedisError, OSError):
                await self.publish(message)  # again, when Redis is back
                raise
            finally:
                self._waiting.task_done()

    async def _hear(self, listener: Listener, ready: asyncio.Event) -> None:
        async with self._redis.pubsub(ignore_subscribe_messages=True) as channel:
            await channel.subscribe(CHANNEL)
            if ready.is_set():
                await _tell(listener, MISSED)
            ready.set()
            while True:
                found = await channel.get_message(timeout=10)
                if found is not None:
                    await self._pass_on(listener, found["data"])

    async def _pass_on(self, listener: Listener, data: bytes) -> None:
        try:
            envelope = msgspec.json.decode(data, type=dict[str, Any])
            message = envelope["message"]
        except (msgspec.DecodeError, KeyError):
            logger.warning("a message on the Redis channel is not ours: %r", data[:80])
            return
        if envelope.get("from") != self._node:
            await _tell(listener, message)


async def _tell(listener: Listener, message: dict[str, Any]) -> None:
    """A listener that fails over one message hears the next all the same."""
    try:
        await listener(message)
    except Exception:
        logger.exception("what another node told could not be dealt with: %r", message)
