"""The answers: what the solver says about cards, and its actions as moves."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Any

from projectl.catalog import Card
from projectl.errors import SetupError
from projectl.game.moves import PIECE_INDEX, Move, Placing
from projectl.rules import steps
from projectl.rules.options import MAX_SLOTS, Rules
from projectl.rules.pieces import PIECES, PLACEMENTS, SPLIT_COUNT, SPLIT_GHOST
from projectl.solver import (
    ALL_PIECES,
    BASE_PIECES,
    Action,
    Answer,
    MasterAnswer,
    OpenCard,
    Tiling,
    best_master,
    count_tilings,
    count_with_supply,
    fewest_actions,
    fewest_pieces,
    tilings,
)

from .asked import START, supply_of

Row = dict[str, Any]


def counts(card: Card, supply: list[int] | None) -> Row:
    """In how many ways the card is filled, and the fewest pieces."""
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


def tilings_of(card: Card, supply: list[int] | None, pieces: Collection[int], fewest: bool) -> Iterator[Tiling]:
    """Its tilings, or one of the fewest pieces."""
    if not fewest:
        return tilings(card.recess, supply, None if supply else pieces)
    best = fewest_pieces(card.recess, supply, None if supply else pieces)
    return iter([] if best is None else [best])


def plan(card: Card, supply: list[int] | None, rules: Rules, seconds: float) -> Answer:
    """A shortest plan from this supply, or from that of the first turn."""
    own = supply or supply_of(START)
    return fewest_actions(card.recess, own, _reserve(own, rules), rules, seconds=seconds)


def master(cards: Sequence[Card], supply: list[int] | None, rules: Rules, seconds: float) -> MasterAnswer:
    """The best Master on these cards, on which nothing lies yet."""
    if len(cards) > MAX_SLOTS or len(set(cards)) < len(cards):
        raise SetupError(f"A Master is played on up to {MAX_SLOTS} different cards (R4.1.1); name those.")
    own = supply or supply_of(START)
    found = [OpenCard(card.recess, card.points, reward=PIECE_INDEX.get(card.reward, -1)) for card in cards]
    return best_master(found, own, _reserve(own, rules), rules, seconds=seconds)


def _reserve(own: list[int], rules: Rules) -> list[int]:
    return [copies - number for copies, number in zip(rules.copies, own, strict=True)]


def move_of(card: Card, action: Action) -> Move:
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


def placements_of(actions: Iterable[Action]) -> Tiling:
    """What a plan lays."""
    return tuple(step % PLACEMENTS for action in actions for step in action if step < steps.TAKE)
