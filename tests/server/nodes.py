"""A real server in the test's own event loop, on any free port."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any, TypeVar

import msgspec
from websockets.asyncio.client import ClientConnection, connect

from projectl.client import Client
from projectl.server.limits import UNLIMITED
from projectl.server.running import MEMORY, Plan, bound_socket, serve
from projectl.server.site import Site
from projectl.service import wire

QUIET = Plan(database=MEMORY, bot_pause=0.0, limits=UNLIMITED)


@asynccontextmanager
async def node(plan: Plan = QUIET, on_open: Callable[[Site], None] | None = None) -> AsyncIterator[str]:
    """A running node; gives its URL."""
    listening = bound_socket("127.0.0.1", 0)
    url = f"http://127.0.0.1:{listening.getsockname()[1]}"
    task = asyncio.create_task(serve(plan, listening, on_open))
    try:
        await _until_up(url, task)
        yield url
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def _until_up(url: str, task: asyncio.Task[None]) -> None:
    async with asyncio.timeout(20):
        while True:
            if task.done():
                task.result()
            try:
                client = Client(url)
                await client.get("/api/health")
            except OSError:
                await asyncio.sleep(0.02)
            except Exception:
                await asyncio.sleep(0.02)
            else:
                await client.close()
                return


def at_a_node(test: Callable[[str], Awaitable[None]], plan: Plan = QUIET, seconds: float = 60.0) -> None:
    """Run a test against a node."""

    async def run() -> None:
        async with asyncio.timeout(seconds), node(plan) as url:
            await test(url)

    asyncio.run(run())


@asynccontextmanager
async def raw_socket(url: str, code: str, token: str, **more: object) -> AsyncIterator[ClientConnection]:
    """A bare websocket, for frames that no client of ours would send."""
    headers = {"authorization": f"Bearer {token}", **more.pop("headers", {})}  # type: ignore[dict-item]
    address = f"{url.replace('http', 'ws', 1)}/ws/{code}"
    async with connect(address, additional_headers=headers, proxy=None, compression=None, max_size=1 << 20) as socket:
        yield socket


async def hear(socket: ClientConnection) -> wire.FromServer:
    """The next message."""
    async with asyncio.timeout(10):
        message: wire.FromServer = msgspec.json.decode(await socket.recv(), type=wire.FromServer)
        return message


def game_in(view: wire.TableView) -> dict[str, Any]:
    """The game of a table where one is on."""
    assert view.game is not None
    return view.game


Kind = TypeVar("Kind", bound=wire.FromServer)


async def hear_kind(socket: ClientConnection, kind: type[Kind]) -> Kind:
    """The next message of a kind."""
    while not isinstance(message := await hear(socket), kind):
        pass
    return message
