"""``projectl solve``: the tilings of cards, drawn, counted, of the fewest pieces or actions; the best Master."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from projectl.catalog import EDITION_NAMES, EXPANSIONS, configure
from projectl.errors import SetupError
from projectl.solver import ALL_PIECES, BASE_PIECES

from ..simulate import words
from .answers import counts, plan, tilings_of
from .answers import master as best
from .asked import check_in_box, chosen, supply_of
from .shown import Screen, show_counts, show_master, show_plans, show_tilings

SHOWN = 12


class Fewest(StrEnum):
    """What to have few of."""

    PIECES = "pieces"
    ACTIONS = "actions"


def solve(
    ids: Annotated[list[str], typer.Argument(help="Cards such as B7, or all.", metavar="IDS...")],
    supply: Annotated[str, typer.Option(help="Only these pieces: O1,I2,2xT4.", metavar="PIECES")] = "",
    count: Annotated[bool, typer.Option("--count", help="Count tilings instead of drawing them.")] = False,
    every: Annotated[bool, typer.Option("--all", help=f"Every tiling, not only the first {SHOWN}.")] = False,
    master: Annotated[bool, typer.Option("--master", help="The best Master on these cards, up to four.")] = False,
    fewest: Annotated[Fewest | None, typer.Option(help="A tiling of the fewest pieces, or a shortest plan.")] = None,
    expansions: Annotated[str, typer.Option(help=f"Any of {','.join(EXPANSIONS)}.")] = "",
    edition: Annotated[str, typer.Option(help=f"Whose rules of Upgrade: {', '.join(EDITION_NAMES)}.")] = "v25",
    cards: Annotated[Path | None, typer.Option(help="A card pack of your own.", metavar="FILE")] = None,
    limit: Annotated[int, typer.Option(help="How many tilings of a card to show.", min=1)] = SHOWN,
    seconds: Annotated[
        float, typer.Option(help="Time for a Master, and for each shortest plan.", min=0.01, max=3600)
    ] = 5.0,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Fill cards with pieces.

    Without --supply there are as many pieces as wanted; a plan then starts with O1 and I2 as a player does.
    """
    named = chosen(ids, words(expansions), cards)
    rules = configure(2, edition_name=edition, expansions=words(expansions)).rules
    if count + master + (fewest is not None) > 1:
        raise SetupError("--count, --fewest and --master are different questions; ask one at a time.")
    stock = supply_of(supply) if supply else None
    if stock:
        check_in_box(stock, rules)
    pieces = ALL_PIECES if "ghost" in words(expansions) else BASE_PIECES
    screen = Screen()
    if count:
        show_counts(screen, [counts(card, stock) for card in named], as_json)
    elif master:
        show_master(screen, named, best(named, stock, rules, seconds), seconds, as_json)
    elif fewest is Fewest.ACTIONS:
        answers = ((card, plan(card, stock, rules, seconds)) for card in named)
        show_plans(screen, answers, seconds, as_json)
    else:
        most = 1 if fewest else None if every else limit
        found = ((card, tilings_of(card, stock, pieces, fewest is not None)) for card in named)
        show_tilings(screen, found, most, as_json)
