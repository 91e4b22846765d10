"""The ``projectl`` command: every subcommand in a file of its own, errors as one clear line."""

import sys
from typing import Annotated

import typer

from projectl import __version__
from projectl.errors import ProjectLError

from .bench import bench
from .cases import cases
from .perft import perft
from .play.command import play
from .simulate import simulate
from .solve import solve

app = typer.Typer(
    help="Project L: play in the terminal, solve puzzles, simulate games, run rule cases.",
    no_args_is_help=False,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
app.command()(play)
app.command()(simulate)
app.command()(cases)
app.command()(perft)
app.command()(bench)
app.command()(solve)


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"projectl {__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def start(
    context: typer.Context,
    version: Annotated[  # noqa: ARG001 - its callback does the work
        bool,
        typer.Option("--version", help="Print the version and stop.", callback=_print_version, is_eager=True),
    ] = False,
) -> None:
    """Without a command: play."""
    if context.invoked_subcommand is None:
        context.invoke(play)


def main() -> None:
    """Run the command line; refusals are one line and exit code 2."""
    try:
        app()
    except ProjectLError as error:
        typer.echo(f"projectl: {error}", err=True)
        sys.exit(2)


if __name__ == "__main__":
    main()
