"""``projectl bench``: how fast the rules are here."""

import datetime
import json
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import typer

from projectl.errors import SetupError
from projectl.fast import FastError, require


def bench(
    games: Annotated[int, typer.Option(help="Compiled games for each configuration.", min=100)] = 4000,
    repeats: Annotated[int, typer.Option(help="Runs; the best counts.", min=1)] = 5,
    cold: Annotated[bool, typer.Option("--cold", help="Also measure compiling with an empty cache.")] = False,
    solver: Annotated[bool, typer.Option("--solver", help="Measure the solver instead: counting, hints.")] = False,
    positions: Annotated[int, typer.Option(help="Positions for hints (--solver).", min=1)] = 1000,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
    append: Annotated[Path | None, typer.Option(help="Append a section to this Markdown file.")] = None,
    check: Annotated[Path | None, typer.Option(help="Fail if 30 % slower than this baseline.")] = None,
    write: Annotated[Path | None, typer.Option(help="Write the report as a new baseline.")] = None,
) -> None:
    """Measure interpreted and compiled speed, or the solver."""
    if solver:
        if check or write or cold:
            raise SetupError("--solver has no baseline and nothing to compile; use it with --json and --append.")
        _bench_solver(positions, as_json, append)
        return
    require()
    from projectl.simulation import bench as measuring

    baseline = _baseline(check) if check else None  # before the long part
    report = measuring.measure(games=games, repeats=repeats, cold=cold)
    command = "projectl bench" + (" --cold" if cold else "")
    _tell(report, measuring.markdown(report, command, _commit(), _today()), as_json, append)
    if write:
        write.write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")
    if baseline:
        _check(baseline, report, lambda: measuring.measure(games=games, repeats=repeats, cold=False))


def _bench_solver(positions: int, as_json: bool, append: Path | None) -> None:
    from projectl.simulation import solver_bench as measuring

    report = measuring.measure(positions=positions)
    command = f"projectl bench --solver --positions {positions}"
    _tell(report, measuring.markdown(report, command, _commit(), _today()), as_json, append)


def _tell(report: dict[str, Any], section: str, as_json: bool, append: Path | None) -> None:
    typer.echo(json.dumps(report, indent=1) if as_json else section)
    if append:
        with append.open("a", encoding="utf-8") as file:
            file.write("\n" + section)


def _today() -> str:
    return datetime.datetime.now(tz=datetime.UTC).date().isoformat()


def _baseline(path: Path) -> dict[str, Any]:
    try:
        found: dict[str, Any] = json.loads(path.read_text("utf-8"))
        found["configurations"].items()
    except (OSError, ValueError, TypeError, KeyError, AttributeError):
        raise FastError(f"{path} is no baseline; write one with: projectl bench --write {path}") from None
    return found


def _check(baseline: dict[str, Any], report: dict[str, Any], again: Callable[[], dict[str, Any]]) -> None:
    """A loss counts only if a second run shows it too: a busy machine can slow any part of one run down."""
    from projectl.simulation.bench import losses

    found = losses(report, baseline)
    if found:
        typer.echo("Slower than the baseline; measuring again ...")
        second = losses(again(), baseline)
        found = [text for text in second if any(text.split(":")[0] == one.split(":")[0] for one in found)]
    for text in found:
        typer.echo(f"SLOWER {text}")
    if found:
        raise typer.Exit(1)
    typer.echo("No configuration is more than 30 % slower than the baseline.")


def _commit() -> str:
    try:
        done = subprocess.run(["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return "unknown"
    return done.stdout.strip()
