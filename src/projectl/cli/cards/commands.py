"""``projectl cards``: packs listed, shown, checked, drawn and priced."""

import json
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table

from projectl.cards import opinion, price
from projectl.cards.price import MODELS, errors
from projectl.catalog import Card, bundled_pack, load_pack
from projectl.catalog.cards import BUNDLED_PACKS
from projectl.errors import PackError, SetupError

from .choosing import cards_named, check_playable, is_whole, pack_named, twins
from .draw import COLUMNS, sheet
from .plot import price_plot
from .screen import Screen

Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]
Files = Annotated[list[Path], typer.Option("--cards", help="A card pack of your own.", metavar="FILE")]
_NONE: list[Path] = []


def list_packs(files: Annotated[list[str], typer.Argument(metavar="FILE...")] = [], as_json: Json = False) -> None:  # noqa: B006 - typer copies it
    """List packs: version, hash, printed or not."""
    rows = []
    for name in (*BUNDLED_PACKS, *files):
        pack = pack_named(name)
        stand_ins = sum(card.stand_in for card in pack.cards)
        kind = "stand-in" if stand_ins else "printed" if name in BUNDLED_PACKS else "own"
        rows.append(
            {
                "pack": pack.name,
                "version": pack.version,
                "white": sum(card.color == "white" for card in pack.cards),
                "black": sum(card.color == "black" for card in pack.cards),
                "cards": kind,
                "hash": pack.digest,
            }
        )
    if as_json:
        typer.echo(json.dumps(rows, indent=1))
        return
    table = Table()
    for key in rows[0]:
        table.add_column(key)
    for row in rows:
        table.add_row(*map(str, row.values()))
    Screen().console.print(table)


def show(
    ids: Annotated[list[str], typer.Argument(help="Cards such as GW1, or a pack's name.", metavar="IDS...")],
    files: Files = _NONE,
) -> None:
    """Draw cards in the terminal."""
    screen = Screen()
    for name in ids:
        if name in BUNDLED_PACKS:
            screen.show(bundled_pack(name).cards)
        else:
            screen.show_closely(*cards_named([name], files))


def check(files: Annotated[list[Path], typer.Argument(help="Pack files.", metavar="FILE...")]) -> None:
    """Check a pack file; a fault has line and reason."""
    for file in files:
        pack = load_pack(file)
        expansions = check_playable(pack, str(file))
        with_them = f" --expansions {','.join(expansions)}" if expansions else ""
        typer.echo(
            f"{file}: sound. Pack {pack.name}, version {pack.version}, {_number(pack.cards)}, hash {pack.digest}."
        )
        for card, other in twins(pack):
            typer.echo(f"  note: {card.id} has the same recess as {other.id}.")
        for card in pack.cards:
            if not is_whole(card):
                typer.echo(f"  note: {card.id}: its recess is not in one piece.")
            if not price(card.color).is_fair(card):
                typer.echo(f"  note: {card.id}: {opinion(card)}")
        typer.echo(f"  play: projectl play --cards {file}{with_them}")


def draw(
    pack: Annotated[str, typer.Argument(help="A bundled pack or a pack file.", metavar="PACK|FILE")],
    output: Annotated[Path | None, typer.Option("-o", "--output", help="The SVG file; else PACK.svg.")] = None,
    columns: Annotated[int, typer.Option(help="Cards in a row.", min=1, max=20)] = COLUMNS,
) -> None:
    """Draw a pack as one SVG picture."""
    drawn = pack_named(pack)
    write(output or Path(f"{drawn.name}.svg"), sheet(drawn, columns=columns))


def price_cards(
    what: Annotated[list[str], typer.Argument(help="Cards, packs or pack files.", metavar="ID|PACK|FILE...")] = [],  # noqa: B006 - typer copies it
    files: Files = _NONE,
    plot: Annotated[Path | None, typer.Option(help="Draw the price of the base set as SVG.", metavar="SVG")] = None,
    models: Annotated[bool, typer.Option("--models", help="Compare what a price could look at.")] = False,
    as_json: Json = False,
) -> None:
    """Compare cards with the base set's price.

    Without cards, say what that price is.
    """
    if plot:
        write(plot, price_plot())
    if models:
        typer.echo(models_table(), nl=False)
    cards = [card for name in what for card in _of(name, files)]
    if as_json:
        typer.echo(json.dumps([_priced(card) for card in cards], indent=1))
    elif cards:
        for card in cards:
            typer.echo(f"{card.id}: {opinion(card)}")
    elif not (plot or models):
        for color in ("white", "black"):
            typer.echo(price_sentence(color))


def price_sentence(color: str) -> str:
    """The price of a colour in words."""
    line = price("white" if color == "white" else "black")
    return (
        f"A {color} card scores {line.start:.2f} points and {line.per_cell:.2f} for each cell, less "
        f"{line.per_step:.2f} for each level of its reward; printed cards lie {line.low:+.2f} to {line.high:+.2f} "
        "from that."
    )


def models_table() -> str:
    """Markdown: how well each set of features foretells the points of a printed card."""
    lines = [
        "| looks at reward and | White: fit | White: left out | Black: fit | Black: left out |",
        "|---|---|---|---|---|",
    ]
    for features in MODELS:
        numbers = [*errors("white", features), *errors("black", features)]
        lines.append(f"| {' + '.join(features)} | " + " | ".join(f"{number:.3f}" for number in numbers) + " |")
    return "\n".join(lines) + "\n"


def write(path: Path, text: str) -> None:
    """Write a file or say why not."""
    try:
        path.write_text(text, "utf-8")
    except OSError as error:
        raise PackError(f"{path} cannot be written ({error.strerror}); choose another place.") from None
    typer.echo(f"{path} written.")


def _of(name: str, files: list[Path]) -> list[Card]:
    if name in BUNDLED_PACKS or Path(name).is_file():
        return list(pack_named(name).cards)
    try:
        return cards_named([name], files)
    except SetupError as error:
        raise SetupError(f"{error} A pack file of that name is not there either.") from None


def _priced(card: Card) -> dict[str, object]:
    line = price(card.color)
    return {
        "id": card.id,
        "cells": card.cells,
        "points": card.points,
        "reward": card.reward,
        "should_score": round(line.points(card.cells, card.reward), 3),
        "fair": line.is_fair(card),
    }


def _number(cards: tuple[Card, ...]) -> str:
    return f"{len(cards)} card{'s' * (len(cards) != 1)}"
