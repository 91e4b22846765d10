"""``projectl solve``: the tilings of cards, drawn, counted, or with the fewest pieces or actions."""

import json
from collections.abc import Collection, Iterable, Iterator
from enum import StrEnum
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from projectl.catalog import EDITION_NAMES, EXPANSIONS, Card, configure, load_pack, packs_in_use
from projectl.errors import SetupError, shown
from projectl.game.moves import PIECE_INDEX, Move, Placing, placement_name
from projectl.rules import steps
from projectl.rules.options import Rules
from projectl.rules.pieces import PIECE_NAMES, PIECES, PLACEMENTS, SPLIT_COUNT, SPLIT_GHOST
from projectl.solver import (
    ALL_PIECES,
    BASE_PIECES,
    Action,
    Answer,
    Tiling,
    count_tilings,
    count_with_supply,
    fewest_actions,
    fewest_pieces,
    tilings,
)

from .play.blocks import Block, beside, block, flow, under
from .play.cards import CARD_WIDTH, Picture, large
from .play.palette import STRONG, Theme
from .simulate import words

SHOWN = 12
MAX_NUMBER = 99
START = ("O1", "I2")  # R2.5
_TIMES = "x"
_GAP = 2

Row = dict[str, Any]


class Fewest(StrEnum):
    """What to have few of."""

    PIECES = "pieces"
    ACTIONS = "actions"


def solve(
    ids: Annotated[list[str], typer.Argument(help="Cards such as B7, or all.", metavar="IDS...")],
    supply: Annotated[str, typer.Option(help="Only these pieces: O1,I2,2xT4.", metavar="PIECES")] = "",
    count: Annotated[bool, typer.Option("--count", help="Count tilings instead of drawing them.")] = False,
    every: Annotated[bool, typer.Option("--all", help=f"Every tiling, not only the first {SHOWN}.")] = False,
    fewest: Annotated[Fewest | None, typer.Option(help="A tiling of the fewest pieces, or a shortest plan.")] = None,
    expansions: Annotated[str, typer.Option(help=f"Any of {','.join(EXPANSIONS)}.")] = "",
    edition: Annotated[str, typer.Option(help=f"Whose rules of Upgrade: {', '.join(EDITION_NAMES)}.")] = "v25",
    cards: Annotated[Path | None, typer.Option(help="A card pack of your own.", metavar="FILE")] = None,
    limit: Annotated[int, typer.Option(help="How many tilings of a card to show.", min=1)] = SHOWN,
    seconds: Annotated[float, typer.Option(help="Time for each shortest plan.", min=0.01, max=3600)] = 5.0,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Fill cards with pieces.

    Without --supply there are as many pieces as wanted; a plan then starts with O1 and I2 as a player does.
    """
    chosen = _chosen(ids, words(expansions), cards)
    rules = configure(2, edition_name=edition, expansions=words(expansions)).rules
    if count and fewest:
        raise SetupError("--count and --fewest are two different questions; ask one at a time.")
    stock = _supply(supply) if supply else None
    if stock:
        _check_in_box(stock, rules)
    pieces = ALL_PIECES if "ghost" in words(expansions) else BASE_PIECES
    screen = _Screen()
    if count:
        _answer_counts(screen, [_counts(card, stock) for card in chosen], as_json)
    elif fewest is Fewest.ACTIONS:
        answers = ((card, _plan(card, stock, rules, seconds)) for card in chosen)
        _answer_plans(screen, answers, seconds, as_json)
    else:
        most = 1 if fewest else None if every else limit
        found = ((card, _tilings(card, stock, pieces, fewest is not None)) for card in chosen)
        _answer_tilings(screen, found, most, as_json)


# ---- what is asked ----------------------------------------------------------------------------------------


def _chosen(ids: list[str], expansions: tuple[str, ...], path: Path | None) -> list[Card]:
    for name in expansions:
        if name not in EXPANSIONS:
            raise SetupError(f"There is no expansion {shown(name)}; choose from {', '.join(EXPANSIONS)}.")
    known = {card.id: card for pack in packs_in_use(expansions) for card in pack.cards}
    own = {card.id: card for card in load_pack(path).cards} if path else {}
    known |= own
    if "all" in ids:
        return list((own or known).values())
    folded = {name.casefold(): card for name, card in known.items()}
    chosen = []
    for name in ids:
        card = known.get(name) or folded.get(name.casefold())
        if card is None:
            raise SetupError(
                f"There is no card {shown(name)} here; name cards such as W1 or B20, or all, "
                "and add --expansions or --cards for others."
            )
        chosen.append(card)
    return chosen


def _supply(text: str) -> list[int]:
    """``O1,I2,2xT4`` as a number for each type."""
    found = [0] * PIECES
    for word in words(text):
        number, times, name = word.rpartition(_TIMES)
        piece = PIECE_INDEX.get(name.upper())
        if piece is None:
            raise SetupError(f"There is no piece {shown(name)}; the pieces are {' '.join(PIECE_NAMES)}.")
        if times and not (number.isascii() and number.isdigit() and 1 <= int(number[:3]) <= MAX_NUMBER):
            raise SetupError(f"{shown(word)} is no number of pieces; write it such as 2xT4.")
        found[piece] += int(number) if times else 1
    if not any(found):
        raise SetupError("--supply names no piece; write it such as O1,I2,2xT4.")
    return found


def _check_in_box(supply: list[int], rules: Rules) -> None:
    for piece, number in enumerate(supply):
        if number > rules.copies[piece]:
            there = rules.copies[piece]
            advice = "take fewer" if there else "add --expansions ghost"
            raise SetupError(f"The box has {there} {PIECE_NAMES[piece]} and the supply {number}; {advice} (R1.1).")


# ---- answers ----------------------------------------------------------------------------------------------


def _counts(card: Card, supply: list[int] | None) -> Row:
    recess = card.recess
    row: Row = {"id": card.id, "color": card.color, "cells": card.cells}
    if supply:
        best = fewest_pieces(recess, supply)
        return row | {
            "tilings": count_with_supply(recess, supply),
            "fewest_pieces": None if best is None else len(best),
        }
    for name, pieces in (("", BASE_PIECES), ("_with_ghosts", ALL_PIECES)):
        best = fewest_pieces(recess, pieces=pieces)
        row["tilings" + name] = count_tilings(recess, pieces)
        row["fewest_pieces" + name] = None if best is None else len(best)
    return row


def _tilings(card: Card, supply: list[int] | None, pieces: Collection[int], fewest: bool) -> Iterator[Tiling]:
    if not fewest:
        return tilings(card.recess, supply, None if supply else pieces)
    best = fewest_pieces(card.recess, supply, None if supply else pieces)
    return iter([] if best is None else [best])


def _plan(card: Card, supply: list[int] | None, rules: Rules, seconds: float) -> Answer:
    own = supply or _supply(",".join(START))
    reserve = [copies - number for copies, number in zip(rules.copies, own, strict=True)]
    return fewest_actions(card.recess, own, reserve, rules, seconds=seconds)


def _move(card: Card, action: Action) -> Move:
    """The action as a move on this card."""
    first, *rest = action
    if first < steps.TAKE:
        return Move("place", placings=(Placing(card.id, first % PLACEMENTS),))
    if first < steps.UPGRADE:
        return Move("upgrade", new=first - steps.UPGRADE_TAKE)
    if first < steps.MASTER:
        old, new = divmod(first - steps.UPGRADE, PIECES)
        return Move("upgrade", old=old, new=new)
    split = first - steps.GHOST
    parts = tuple(piece for piece in range(PIECES) for _ in range(SPLIT_COUNT[split][piece]))
    placings = tuple(Placing(card.id, step % PLACEMENTS) for step in rest if step < steps.TAKE)
    return Move("ghost", old=SPLIT_GHOST[split], parts=parts, placings=placings)


def _placements(actions: Iterable[Action]) -> Tiling:
    return tuple(step % PLACEMENTS for action in actions for step in action if step < steps.TAKE)


# ---- shown ------------------------------------------------------------------------------------------------


class _Screen:
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


def _answer_counts(screen: _Screen, rows: list[Row], as_json: bool) -> None:
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


def _answer_tilings(
    screen: _Screen, answers: Iterable[tuple[Card, Iterator[Tiling]]], most: int | None, as_json: bool
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


def _draw_all(screen: _Screen, card: Card, found: Iterator[Tiling]) -> bool:
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


def _answer_plans(screen: _Screen, answers: Iterable[tuple[Card, Answer]], seconds: float, as_json: bool) -> None:
    rows = []
    for card, answer in answers:
        moves = None if answer.actions is None else [str(_move(card, action)) for action in answer.actions]
        if as_json:
            number = None if moves is None else len(moves)
            row: Row = {"id": card.id, "actions": number, "moves": moves, "in_time": answer.in_time}
            rows.append(row if answer.in_time else row | {"at_least": answer.at_least})
        elif answer.actions is None or moves is None:
            screen.say(f"{card.id}: {_why_none(answer, seconds)}.")
        else:
            screen.say(f"{card.id}: {len(moves)} action{'s' * (len(moves) != 1)}", STRONG)
            listed = block(*(f"{number:>2}. {move}" for number, move in enumerate(moves, 1)))
            screen.show(flow([screen.card(card, _placements(answer.actions)), listed], screen.console.width))
    if as_json:
        typer.echo(json.dumps(rows, indent=1))


def _why_none(answer: Answer, seconds: float) -> str:
    if answer.in_time:
        return f"no plan of fewer than {answer.at_least} actions completes it"
    return f"not found in {seconds:g} s; it takes {answer.at_least} actions or more"
