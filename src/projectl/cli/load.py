"""``projectl load``: many people at many tables of a running server, timed."""

from typing import Annotated

import typer


def load(
    urls: Annotated[list[str], typer.Argument(help="One server, or the nodes of one.")],
    games: Annotated[int, typer.Option(min=1, max=10_000, help="Games at once.")] = 250,
    players: Annotated[int, typer.Option(min=2, max=4, help="People at each table.")] = 4,
    every: Annotated[float, typer.Option(min=0, help="Seconds between the moves of a game.")] = 2.0,
    seconds: Annotated[float, typer.Option(min=1, help="How long.")] = 60.0,
    seed: Annotated[int, typer.Option(help="For the moves.")] = 1,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Put load on a server (start it with --unlimited) and print times in milliseconds."""
    import asyncio
    import json

    import httpx

    from projectl.client.load import Load, Tally, run_load
    from projectl.errors import ProjectLError

    async def run() -> Tally:
        tally = Tally()
        task = asyncio.create_task(run_load(urls, Load(games, players, every, seconds, seed), tally))
        while not task.done():
            await asyncio.wait({task}, timeout=5)
            if not as_json:
                typer.echo(f"{len(tally.acknowledged):,} moves, {tally.refused} refused", err=True)
        return await task

    try:
        tally = asyncio.run(run())
    except httpx.TransportError as error:
        raise ProjectLError(f"Cannot reach the server: {error}.") from None
    figures = tally.summary() | {"games": games, "sockets": games * players}
    if as_json:
        typer.echo(json.dumps(figures))
        return
    for name, figure in figures.items():
        typer.echo(f"{name:20} {figure:>12,}")
