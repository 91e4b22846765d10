"""``projectl admin``: back up, restore and verify the stored tables."""

import asyncio
import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from projectl import __version__

if TYPE_CHECKING:
    from projectl.server.sql import Place
    from projectl.server.sql.verify import Finding

admin = typer.Typer(help="Back up, restore and verify the stored tables.", no_args_is_help=True)

Data = Annotated[Path | None, typer.Option(help="The data folder; the user's own unless given.", metavar="DIR")]
Database = Annotated[str | None, typer.Option(help="postgresql://... instead of a data folder.", metavar="URL")]


@admin.command()
def backup(
    file: Annotated[Path, typer.Argument(help="The backup to write.", metavar="FILE")],
    data: Data = None,
    database: Database = None,
) -> None:
    """Write everything to a file; the server may be running."""
    from projectl.server.sql.dump import backup as write

    counts = asyncio.run(write(_place(data, database), file, __version__))
    typer.echo(f"{_counted(counts)} written to {file}")


@admin.command()
def restore(
    file: Annotated[Path, typer.Argument(help="A backup.", metavar="FILE")],
    data: Data = None,
    database: Database = None,
) -> None:
    """Fill an empty place with a backup, also one from the other kind of database."""
    from projectl.server.sql.dump import restore as read

    place = _place(data, database)
    counts = asyncio.run(read(place, file))
    typer.echo(f"{_counted(counts)} restored to {place}")


@admin.command()
def verify(
    data: Data = None,
    database: Database = None,
    isolate: Annotated[
        bool, typer.Option("--isolate", help="Set damaged tables aside, and mend what only follows from a log.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Replay every game and compare its hashes; exit code 1 if any table is damaged."""
    number, found = asyncio.run(_verify(_place(data, database), isolate=isolate, quiet=as_json))
    if as_json:
        damaged = [{"table": one.table, "log": one.mended is None, "problems": list(one.problems)} for one in found]
        typer.echo(json.dumps({"tables": number, "damaged": damaged}, indent=1))
    else:
        for one in found:
            typer.echo(f"{one.table}: {'; '.join(one.problems)}{_deed(one) if isolate else ''}")
        typer.echo(f"{number} tables, {len(found)} damaged")
    if found:
        raise typer.Exit(1)


async def _verify(place: "Place", *, isolate: bool, quiet: bool) -> "tuple[int, list[Finding]]":
    from projectl.server.sql import SqlStore
    from projectl.server.sql.reading import one_moment
    from projectl.server.sql.verify import findings, table_ids

    async with one_moment(place) as connection:
        ids = await table_ids(connection)
        with _progress(quiet=quiet) as progress:
            seen = progress.track(ids, description="tables")
            found = [one async for one in findings(connection, seen) if one is not None]
    if isolate and found:
        store = await SqlStore.open(place)
        for one in found:
            await (store.set_aside(one.table) if one.mended is None else store.mend(one.table, one.mended))
        await store.close()
    return len(ids), found


def _place(data: Path | None, database: str | None) -> "Place":
    from projectl.server.sql import Place

    return Place.of(data, database)


def _counted(counts: dict[str, int]) -> str:
    return f"{counts.get('tables', 0)} tables with {counts.get('entries', 0)} entries"


def _deed(finding: "Finding") -> str:
    return " (set aside)" if finding.mended is None else " (mended)"


def _progress(*, quiet: bool) -> Progress:
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    return Progress(*columns, console=Console(stderr=True), disable=quiet, transient=True)
