"""``projectl cases``: run rule cases written as data (docs/cases.md)."""

from pathlib import Path
from typing import Annotated

import typer

from projectl.game.cases import Case, load_cases


def cases(
    paths: Annotated[list[Path], typer.Argument(help="Case files, or folders of them.", metavar="PATH...")],
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Print only failures and the last line.")] = False,
) -> None:
    """Run case files; the last line is `N passed, M failed`."""
    passed = failed = 0
    for path in paths:
        found = load_cases(path)
        if not found:
            typer.echo(f"FAILED {path} has no case files (*.toml).")
            failed += 1
        for case in found:
            differences = case.differences()
            failed += bool(differences)
            passed += not differences
            if differences or not quiet:
                typer.echo(_told(case, differences))
    typer.echo(f"{passed} passed, {failed} failed")
    raise typer.Exit(1 if failed or not passed else 0)


def _told(case: Case, differences: list[str]) -> str:
    note = case.content.get("note", "")
    if not differences:
        return f"ok {case.id} {note}"
    return "\n  ".join([f"FAILED {case.id} ({case.source}) {note}", *differences])
