"""``projectl serve``: tables for people in browsers and for programs."""

import contextlib
from pathlib import Path
from typing import Annotated

import typer


def serve(
    host: Annotated[str, typer.Option(help="The address to listen on; 0.0.0.0 for all.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="The port; 0 for any free one.")] = 8765,
    data: Annotated[Path | None, typer.Option(help="The folder for games (SQLite).")] = None,
    database: Annotated[str | None, typer.Option(help="postgresql://... instead, or 'memory' to keep nothing.")] = None,
    redis: Annotated[str | None, typer.Option(help="redis://... to wake other nodes.")] = None,
    origin: Annotated[list[str] | None, typer.Option(help="Another site whose pages may connect.")] = None,
    bot_workers: Annotated[int, typer.Option(min=1, max=64, help="Processes that think for bots.")] = 1,
    bot_pause: Annotated[float, typer.Option(min=0, max=10, help="Seconds between a bot's moves.")] = 0.6,
    connections_per_address: Annotated[int, typer.Option(min=1, help="Raise this behind a proxy.")] = 500,
    open_browser: Annotated[bool, typer.Option("--open", help="Open the game in the browser.")] = False,
    unlimited: Annotated[bool, typer.Option(help="No rate limits: for load tests only.")] = False,
) -> None:
    """Serve tables until stopped with Ctrl-C."""
    import asyncio

    from projectl.server.limits import UNLIMITED, Limits
    from projectl.server.running import Plan, bound_socket
    from projectl.server.running import serve as run

    plan = Plan(
        host=host,
        port=port,
        data=data,
        database=database,
        redis=redis,
        origins=tuple(origin or ()),
        bot_workers=bot_workers,
        bot_pause=bot_pause,
        limits=UNLIMITED if unlimited else Limits(connections_per_address=connections_per_address),
    )
    listening = bound_socket(host, port)
    where = listening.getsockname()
    typer.echo(f"Project L is at http://{where[0]}:{where[1]} (stop with Ctrl-C)")
    if open_browser:
        _open_soon(f"http://{where[0]}:{where[1]}")
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(run(plan, listening))


def _open_soon(url: str) -> None:
    """Show the page as soon as the server is up; only where there is a screen (a text browser would take over)."""
    import os
    import sys
    import threading
    import webbrowser

    if sys.platform in {"darwin", "win32"} or os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"):
        # The socket is already listening: the browser waits until it is answered.
        threading.Timer(0.5, webbrowser.open, [url]).start()
