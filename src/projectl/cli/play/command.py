"""``projectl play``: options in, a game out."""

from pathlib import Path
from typing import Annotated

import typer

from projectl.catalog import DIFFICULTIES, EDITION_NAMES, EXPANSIONS, VARIANTS

_SEATS = "Names of the players, separated by commas; seats are dealt at random."


def play(
    players: Annotated[int | None, typer.Option(help="How many people play at this terminal; 1 is solo.")] = None,
    names: Annotated[str, typer.Option(help=_SEATS)] = "",
    edition: Annotated[str, typer.Option(help=f"One of {', '.join(EDITION_NAMES)}.")] = "",
    expansions: Annotated[str, typer.Option(help=f"Any of {','.join(EXPANSIONS)}.")] = "",
    variants: Annotated[str, typer.Option(help=f"Any of {','.join(VARIANTS)}.")] = "",
    options: Annotated[
        list[str] | None, typer.Option("--options", "--option", help="An option of docs/editions.md: name=value.")
    ] = None,
    difficulty: Annotated[str, typer.Option(help=f"Solo: {', '.join(DIFFICULTIES)}.")] = "",
    seed: Annotated[int | None, typer.Option(help="Deals the same game again; random if not given.", min=0)] = None,
    cards: Annotated[list[Path] | None, typer.Option(help="A card pack of your own to mix in.")] = None,
    resume: Annotated[Path | None, typer.Option(help="Go on with a saved game.")] = None,
    save: Annotated[Path | None, typer.Option(help="Where to keep this game; written after every move.")] = None,
    no_color: Annotated[bool, typer.Option("--no-color", help="Letters instead of colours.")] = False,
) -> None:
    """Play at this terminal: alone against the mastermind, or 2 to 6 people in turn."""
    from .session import start
    from .setup import Wishes

    wishes = Wishes(
        players=players,
        names=names,
        edition=edition,
        expansions=expansions,
        variants=variants,
        options=tuple(options or ()),
        difficulty=difficulty,
        seed=seed,
        cards=tuple(cards or ()),
    )
    start(wishes, resume=resume, save=save, no_color=no_color)
