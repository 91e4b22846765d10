"""Starting a node: the composition of store, broadcaster, bots and web application."""

import asyncio
import contextlib
import gc
import logging
import secrets
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import uvicorn

from projectl.errors import ProjectLError
from projectl.service.memory import MemoryStore, OneNode, WallClock
from projectl.service.ports import Broadcaster, Store
from projectl.service.rooms import Rooms
from projectl.service.world import World

from .app import create_app
from .identity import Signer
from .limits import Limits
from .site import Site
from .workers import Workers

MEMORY = "memory"  # instead of a database: forgets everything at the end


class ServerError(ProjectLError):
    """The server cannot start; the message says what to change."""


@dataclass(frozen=True, slots=True)
class Plan:
    """How to run a node."""

    host: str = "127.0.0.1"
    port: int = 8765
    data: Path | None = None
    database: str | None = None  # a URL, or MEMORY; without one SQLite in the data folder
    redis: str | None = None
    origins: tuple[str, ...] = ()
    bot_workers: int = 1
    bot_seconds: float = 5.0
    bot_pause: float = 0.6  # so that people see what bots do
    limits: Limits = field(default_factory=Limits)


@asynccontextmanager
async def open_site(plan: Plan) -> AsyncIterator[Site]:
    """Everything behind the web application, closed in the end."""
    async with contextlib.AsyncExitStack() as stack:
        store, key = await _open_store(plan)
        stack.push_async_callback(store.close)
        node = secrets.token_hex(4)
        broadcaster = await _open_broadcaster(plan, node)
        stack.push_async_callback(broadcaster.close)
        workers = Workers(plan.bot_workers, plan.bot_seconds)
        stack.push_async_callback(workers.close)
        world = World(store, broadcaster, WallClock(), workers, secrets.randbelow, node=node, bot_pause=plan.bot_pause)
        rooms = Rooms(world)
        await rooms.start()
        stack.push_async_callback(rooms.close)
        yield Site(rooms, Signer(key), plan.limits, frozenset(plan.origins))


async def _open_store(plan: Plan) -> tuple[Store, bytes]:
    if plan.database == MEMORY:
        return MemoryStore(), secrets.token_bytes(32)
    from .sql import open_store  # noqa: PLC0415 - SQLAlchemy is slow to import

    store = await open_store(plan.database, plan.data)
    return store, await store.secret("guests")


async def _open_broadcaster(plan: Plan, node: str) -> Broadcaster:
    if plan.redis is None:
        return OneNode()
    from .redis import RedisBroadcaster  # noqa: PLC0415 - only for more than one node

    return await RedisBroadcaster.open(plan.redis, node)


def bound_socket(host: str, port: int) -> socket.socket:
    """A listening socket, so that a taken port is told before anything starts."""
    try:
        return socket.create_server((host, port), backlog=2048)
    except OSError as error:
        hint = "choose another with --port" if port else "choose another address with --host"
        raise ServerError(f"Cannot listen on {host} port {port} ({error.strerror}); {hint}.") from None


class _Server(uvicorn.Server):
    def __init__(self, config: uvicorn.Config, site: Site) -> None:
        super().__init__(config)
        self._site = site

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Readers are told first; uvicorn would wait for them to go by themselves."""
        for room in self._site.rooms.rooms.values():
            for watcher in list(room.audience.watchers):
                watcher.close()
        await super().shutdown(sockets)


def _calm_collector() -> None:
    """A collection over all tables stops everything for 0.3 s; tables have no cycles, so let it be rare."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(2_000, 10_000, 1_000)


async def serve(
    plan: Plan, listening: socket.socket | None = None, on_open: Callable[[Site], None] | None = None
) -> None:
    """Run a node until it is told to stop; ``on_open`` gets what is behind it."""
    listening = listening or bound_socket(plan.host, plan.port)
    logging.getLogger("uvicorn.error").setLevel(logging.WARNING)
    async with open_site(plan) as site:
        if on_open is not None:
            on_open(site)
        _calm_collector()
        config = uvicorn.Config(
            create_app(site),
            log_level="warning",
            lifespan="off",
            access_log=False,
            server_header=False,
            ws="websockets-sansio",
            ws_max_size=plan.limits.frame_bytes,
            ws_ping_interval=20,
            ws_ping_timeout=20,
            ws_per_message_deflate=False,  # it would cost 300 kB for each socket
            h11_max_incomplete_event_size=32 * 1024,
            timeout_graceful_shutdown=3,
        )
        server = _Server(config, site)
        running = asyncio.create_task(server.serve(sockets=[listening]))
        try:
            await asyncio.shield(running)
        except asyncio.CancelledError:
            server.should_exit = True
            await running
            raise
