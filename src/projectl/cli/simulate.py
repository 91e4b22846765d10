"""``projectl simulate``: many games by quick players, checked if asked."""

import json
import time
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from projectl.catalog import EDITION_NAMES, EXPANSIONS, VARIANTS, load_pack
from projectl.errors import SetupError
from projectl.fast import require
from projectl.simulation import CHECK, COMPARE, MATRIX, QUICK, Spec, Summary
from projectl.simulation import simulate as run_games


def words(text: str) -> tuple[str, ...]:
    """A comma-separated list from the command line."""
    return tuple(word.strip() for word in text.split(",") if word.strip())


def options_table(pairs: list[str]) -> dict[str, object]:
    """``name=value`` from the command line; numbers and lists as JSON writes them."""
    found: dict[str, object] = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals:
            raise SetupError(f"--option takes name=value, not {pair[:40]!r}.")
        try:
            found[name] = json.loads(value)
        except ValueError:
            found[name] = value
    return found


def simulate(
    players: Annotated[int, typer.Option(help="Players, 1 to 6.")] = 2,
    edition: Annotated[str, typer.Option(help=f"One of {', '.join(EDITION_NAMES)}.")] = "v25",
    expansions: Annotated[str, typer.Option(help=f"Any of {','.join(EXPANSIONS)}.")] = "",
    variants: Annotated[str, typer.Option(help=f"Any of {','.join(VARIANTS)}.")] = "",
    option: Annotated[list[str], typer.Option(help="An option of docs/editions.md: name=value.")] = [],  # noqa: B006 - typer copies it
    difficulty: Annotated[str, typer.Option(help="Solo: normal, hard or unbeatable.")] = "normal",
    bots: Annotated[str, typer.Option(help="Who plays, seat by seat: random, guided.")] = "guided",
    cards: Annotated[list[Path], typer.Option(help="A card pack of your own to mix in.", metavar="FILE")] = [],  # noqa: B006 - typer copies it
    games: Annotated[int, typer.Option(help="How many games.", min=1)] = 100,
    seed: Annotated[int, typer.Option(help="The first game's seed; the others follow.", min=0)] = 0,
    matrix: Annotated[
        bool, typer.Option("--matrix", help="Spread the games over all standard configurations.")
    ] = False,
    check: Annotated[bool, typer.Option("--check", help="Check everything after every step.")] = False,
    compare: Annotated[
        bool, typer.Option("--compare", help="Play beside the compiled rules and compare after every step.")
    ] = False,
    jobs: Annotated[int, typer.Option(help="Processes.", min=1, max=64)] = 1,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Play many games and say how they went."""
    own = tuple(card for file in cards for card in load_pack(file).cards)
    one = Spec(players, edition, words(expansions), words(variants), options_table(option), difficulty, own)
    specs = MATRIX if matrix else (one,)
    began = time.perf_counter()
    with _progress(quiet=as_json) as progress:
        task = progress.add_task("games", total=games)
        summaries = run_games(
            specs,
            games,
            seed=seed,
            bots=words(bots),
            mode=_mode(check=check, compare=compare),
            jobs=jobs,
            progress=lambda done: progress.advance(task, done),
        )
    _report(summaries, time.perf_counter() - began, as_json)
    if any(summary.violations for summary in summaries):
        raise typer.Exit(1)


def _mode(*, check: bool, compare: bool) -> str:
    if check and compare:
        raise SetupError("--check and --compare are two different runs; choose one.")
    if compare:
        require()
    return COMPARE if compare else CHECK if check else QUICK


def _progress(*, quiet: bool) -> Progress:
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    return Progress(*columns, console=Console(stderr=True), disable=quiet, transient=True)


def _report(summaries: list[Summary], seconds: float, as_json: bool) -> None:
    if as_json:
        rows = [summary.as_json() for summary in summaries]
        typer.echo(json.dumps({"seconds": round(seconds, 3), "configurations": rows}, indent=1))
        return
    table = Table("configuration", "games", "steps", "steps/s", "rounds", "mean scores", "by the rules")
    for summary in summaries:
        row = summary.as_json()
        scores = " ".join(str(score) for score in row["mean_scores"])  # type: ignore[attr-defined]  # a list
        share = f"{summary.share_by_rules:.1%}"
        table.add_row(
            str(summary.spec),
            *(str(row[key]) for key in ("games", "steps", "steps_per_second", "mean_rounds")),
            scores,
            share,
        )
    Console().print(table)
    violations = [text for summary in summaries for text in summary.violations]
    for text in violations[:20]:
        typer.echo(f"VIOLATION {text}")
    number = sum(len(summary.outcomes) for summary in summaries)
    typer.echo(f"{number} games in {seconds:.1f} s, {len(violations)} violations")
