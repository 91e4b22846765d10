"""The ``projectl`` command: every subcommand in a file of its own, errors as one clear line."""

import sys
from importlib import import_module
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from projectl import __version__
from projectl.errors import ProjectLError

# Each command by the module that has it; loaded when it is asked for, so that none slows the others' start.
COMMANDS = {
    "play": "play.command",
    "serve": "serve",
    "solve": "solve.command",
    "cards": "cards",
    "cases": "cases",
    "simulate": "simulate",
    "perft": "perft",
    "bench": "bench",
    "load": "load",
    "admin": "admin",
}


class _Commands(TyperGroup):
    # Any: typer has a click of its own, which it does not show.
    def list_commands(self, ctx: Any) -> list[str]:  # noqa: ARG002 - click's signature
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:  # noqa: ARG002 - as above
        return _command(cmd_name) if cmd_name in COMMANDS else None


def _command(name: str) -> Any:
    command = getattr(import_module(f".{COMMANDS[name]}", __package__), name)
    if not isinstance(command, typer.Typer):
        group = typer.Typer(add_completion=False, rich_markup_mode=None)
        group.command(name)(command)
        command = group
    found = typer.main.get_command(command)
    found.name = name
    return found


app = typer.Typer(
    cls=_Commands,
    help="Project L: play in the browser or the terminal, solve puzzles, simulate games, run rule cases.",
    no_args_is_help=False,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)


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
    """Without a command: serve the game here and open it in the browser."""
    if context.invoked_subcommand is None:
        from .serve import serve

        serve(open_browser=True)


def main() -> None:
    """Run the command line; refusals are one line and exit code 2."""
    try:
        app()
    except ProjectLError as error:
        typer.echo(f"projectl: {error}", err=True)
        sys.exit(2)


if __name__ == "__main__":
    main()
