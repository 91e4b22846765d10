"""The ``projectl cards`` commands."""

import typer

from .commands import check, draw, list_packs, price_cards, show
from .inventing import generate_cards, survey_cards
from .making import new

cards = typer.Typer(
    help="Card packs: list, show, check, draw, enter, price and make cards.",
    no_args_is_help=True,
    rich_markup_mode=None,
)
cards.command("list")(list_packs)
cards.command()(show)
cards.command()(check)
cards.command()(draw)
cards.command()(new)
cards.command("price")(price_cards)
cards.command("generate")(generate_cards)
cards.command("survey")(survey_cards)

__all__ = ["cards"]
