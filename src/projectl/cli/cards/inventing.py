"""``projectl cards generate`` and ``survey``: new cards, and cards in play."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Annotated

import typer

from projectl.cards import Wanted, card_text, generate
from projectl.cards.shapes import cells_of, form
from projectl.catalog import Card, load_pack
from projectl.catalog.cards import COLORS, MAX_POINTS, REWARDS
from projectl.errors import SetupError, shown
from projectl.fast import require

from ..simulate import words
from .choosing import bundled_cards
from .commands import write
from .draw import contact_sheet
from .screen import Screen

_NONE: list[Path] = []


def generate_cards(
    color: Annotated[str, typer.Option(help="white or black.")],
    points: Annotated[int, typer.Option(help="Points of the cards.", min=0, max=MAX_POINTS)],
    reward: Annotated[str, typer.Option(help=f"One of {' '.join(REWARDS)}.")],
    seed: Annotated[int, typer.Option(help="The first seed to try.", min=0)] = 1,
    number: Annotated[int, typer.Option(help="How many cards.", min=1, max=200)] = 8,
    again: Annotated[bool, typer.Option("--again", help="Allow shapes of our stand-ins.")] = False,
    output: Annotated[Path | None, typer.Option("-o", "--output", help="Draw them as SVG.", metavar="SVG")] = None,
    as_toml: Annotated[bool, typer.Option("--toml", help="Print them as they stand in a pack file.")] = False,
) -> None:
    """Make new cards at the base set's price.

    The number in a card's id is the seed that makes it again.
    """
    wanted = _wanted(color, points, reward)
    taken = [form(cells_of(card.recess)) for card in bundled_cards() if not (again and card.stand_in)]
    made = [replace(card, id=f"S{found}") for found, card in islice(generate(wanted, seed, taken), number)]
    if as_toml:
        for card in made:
            typer.echo(card_text(card, f"seed {card.id[1:]}"), nl=False)
    elif output:
        write(output, contact_sheet(f"{color.capitalize()}, {points} points, {reward}", made))
    else:
        Screen().show(made)
    if len(made) < number:
        typer.echo(f"Only {len(made)} shapes of {' or '.join(map(str, wanted.sizes))} cells were found.", err=True)


def _wanted(color: str, points: int, reward: str) -> Wanted:
    if color not in COLORS:
        raise SetupError(f"A card is white or black, not {shown(color)}.")
    if reward not in REWARDS:
        raise SetupError(f"There is no reward {shown(reward)}; choose from {' '.join(REWARDS)}.")
    return Wanted("white" if color == "white" else "black", points, reward)


def survey_cards(
    players: Annotated[int | None, typer.Option(help="Players, 2 to 6.", min=2, max=6)] = None,
    expansions: Annotated[str, typer.Option(help="Any of ghost,ambassador,phoenix.")] = "",
    files: Annotated[list[Path], typer.Option("--cards", help="A card pack of your own.", metavar="FILE")] = _NONE,
    games: Annotated[int, typer.Option(help="Games of each kind.", min=1, max=20_000)] = 4000,
) -> None:
    """Let quick bots play with cards, and compare.

    Without --players this is the table of docs/cards.md.
    """
    require()
    from projectl.cards import survey

    if players is None and (expansions or files):
        raise SetupError("Say for how many: --players 3.")
    if players is None:
        typer.echo(survey.markdown(survey.standard_surveys(games)), nl=False)
        return
    packs = words(expansions)
    surveys = [
        survey.survey(players, games=games),
        survey.survey(players, packs, own_cards=_own(files), games=games),
    ]
    typer.echo(survey.markdown(surveys), nl=False)
    if not surveys[1].is_like(surveys[0]):
        typer.echo("These games are not like games of the base set.")


def _own(files: Sequence[Path]) -> tuple[Card, ...]:
    return tuple(card for file in files for card in load_pack(file).cards)
