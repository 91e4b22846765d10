"""The answers shown: drawn for people, as JSON for programs."""

import json
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import islice

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from projectl.catalog import Card
from projectl.game.moves import Move, Placing, placement_name
from projectl.solver import Answer, MasterAnswer, Tiling

from ..play.blocks import Block, beside, block, flow, under
from ..play.cards import CARD_WIDTH, Picture, large
from ..play.hinting import master_words
from ..play.palette import STRONG, Theme
from .answers import Row, move_of, placements_of

_GAP = 2


class Screen:
    """Where drawings go: in colour and side by side as far as the terminal allows."""

    def __init__(self) -> None:
        self.console = Console(highlight=False, markup=False, emoji=False)
        self.theme = Theme.of(self.console)

    def show(self, drawn: Block) -> None:
        for line in drawn.lines:
            self.console.print(line, no_wrap=True, overflow="crop", crop=True)

    def say(self, text: str, style: str = "") -> None:
        self.console.print(Text(text, style))

    def card(self, card: Card, tiling: Tiling) -> Block:
        return large(self.theme, Picture.of(card, map(placement_name, tiling)))


def show_counts(screen: Screen, rows: list[Row], as_json: bool) -> None:
    if as_json:
        typer.echo(json.dumps(rows, indent=1))
        return
    keys = [key for key in rows[0] if key != "color"] if rows else []
    table = Table()
    for key in keys:
        table.add_column(key.replace("_", " "), justify="left" if key == "id" else "right")
    for row in rows:
        table.add_row(*("-" if row[key] is None else f"{row[key]:,}" if key != "id" else row[key] for key in keys))
    screen.console.print(table)


def show_tilings(
    screen: Screen, answers: Iterable[tuple[Card, Iterator[Tiling]]], most: int | None, as_json: bool
) -> None:
    name = cache(placement_name)  # a card can have hundreds of thousands of tilings
    rows = []
    for card, found in answers:
        some = islice(found, most)
        if as_json:
            drawn = [list(map(name, tiling)) for tiling in some]
            rows.append({"id": card.id, "tilings": drawn, "more": next(found, None) is not None})
        elif not _draw_all(screen, card, some):
            screen.say(f"{card.id} cannot be filled with these pieces.")
        elif next(found, None) is not None:
            screen.say(f"{card.id} has more tilings: --limit, --all and --count tell more.", "dim")
    if as_json:
        typer.echo(json.dumps(rows, indent=1))


def _draw_all(screen: Screen, card: Card, found: Iterator[Tiling]) -> bool:
    """Line by line, so that the first tilings are seen before the last are found; whether there was any."""
    in_line = max(1, (screen.console.width + _GAP) // (CARD_WIDTH + _GAP))
    drawn = False
    while some := list(islice(found, in_line)):
        blocks = [under([screen.card(card, tiling), block(_pieces(tiling))]) for tiling in some]
        screen.show(beside(blocks, _GAP))
        screen.say("")
        drawn = True
    return drawn


def _pieces(tiling: Tiling) -> str:
    return f"{len(tiling)} piece{'s' * (len(tiling) != 1)}"


def show_plans(screen: Screen, answers: Iterable[tuple[Card, Answer]], seconds: float, as_json: bool) -> None:
    rows = []
    for card, answer in answers:
        moves = None if answer.actions is None else [str(move_of(card, action)) for action in answer.actions]
        if as_json:
            number = None if moves is None else len(moves)
            row: Row = {"id": card.id, "actions": number, "moves": moves, "in_time": answer.in_time}
            rows.append(row if answer.in_time else row | {"at_least": answer.at_least})
        elif answer.actions is None or moves is None:
            screen.say(f"{card.id}: {_why_none(answer, seconds)}.")
        else:
            screen.say(f"{card.id}: {len(moves)} action{'s' * (len(moves) != 1)}", STRONG)
            listed = block(*(f"{number:>2}. {move}" for number, move in enumerate(moves, 1)))
            screen.show(flow([screen.card(card, placements_of(answer.actions)), listed], screen.console.width))
    if as_json:
        typer.echo(json.dumps(rows, indent=1))


def _why_none(answer: Answer, seconds: float) -> str:
    if answer.in_time:
        return f"no plan of fewer than {answer.at_least} actions completes it"
    return f"not found in {seconds:g} s; it takes {answer.at_least} actions or more"


def show_master(screen: Screen, cards: Sequence[Card], master: MasterAnswer, seconds: float, as_json: bool) -> None:
    """A Master on these cards."""
    laid = dict(master.laid)
    placings = tuple(Placing(cards[slot].id, placement) for slot, placement in master.laid)
    move = str(Move("master", placings=placings)) if placings else None
    completed = [cards[slot].id for slot in master.completed]
    if as_json:
        row = {"move": move, "completed": completed, "actions": master.actions, "in_time": master.in_time}
        typer.echo(json.dumps(row, indent=1))
    elif move is None:
        why = "no piece fits that would leave its card finishable" if master.in_time else f"not found in {seconds:g} s"
        screen.say(f"Master: {why}.")
    else:
        screen.say(move, STRONG)
        drawn = [screen.card(card, (laid[slot],) if slot in laid else ()) for slot, card in enumerate(cards)]
        screen.show(flow(drawn, screen.console.width, _GAP))
        screen.say(master_words(master, [card.id for card in cards], seconds))
