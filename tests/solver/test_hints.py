"""Hints in the middle of real games."""

import pytest
from tests.solver.plain import drawn, supply

from projectl import Game
from projectl.bots import Scratch, guided_step, next_seat
from projectl.rules import chance
from projectl.rules.pieces import PIECE_NAMES, PLACEMENT_PIECE
from projectl.rules.state import NO_CHOICE, NOTHING
from projectl.solver import can_fill, fitting_pieces, hints


def positions(expansions):
    """Every seventh position of a game by quick players in which the player on turn has a card."""
    game = Game(2, seed=5, expansions=expansions)
    scratch = Scratch(5, chance.BOTS)
    number = 0
    while not game.over:
        seat = next_seat(game.state, scratch)
        player = game.state.players[seat]
        number += 1
        if number % 7 == 0 and player.open_count and player.doing == NOTHING and player.pending == NO_CHOICE:
            yield game, seat
        game.take_step(guided_step(game.config.rules, game.state, seat, scratch), "AB"[seat])


@pytest.mark.parametrize("expansions", [(), ("ghost",)])
def test_hints_tell_the_truth(expansions):
    asked = 0
    for game, seat in positions(expansions):
        player = game.state.players[seat]
        found = hints(game.config.rules, game.state, seat, seconds=20)
        assert [hint.slot for hint in found] == list(range(player.open_count))
        for hint in found:
            asked += 1
            left = player.slots[hint.slot].left
            assert bool(hint.finishable) == can_fill(left, player.supply)
            assert {PLACEMENT_PIECE[placement] for placement in hint.finishable} <= set(hint.pieces)
            _carry_out(game, seat, hint)
    assert asked > 10


def _carry_out(game, seat, hint):
    """Every step of the plan is legal where the turn has no end, and the card is then in the pile."""
    trial = game.copy()
    player = trial.state.players[seat]
    player.actions_left = 90
    before = player.open_count
    for action in hint.plan.actions:
        for step in action:
            trial.take_step(step, "AB"[seat])
    assert trial.state.players[seat].open_count == before - 1


def test_fitting_pieces():
    fitting = fitting_pieces(drawn("../.."), supply("O1", "I3", "L3", "O4", "T4"))
    assert [PIECE_NAMES[piece] for piece in fitting] == ["O1", "L3", "O4"]


def test_no_time_is_said_honestly():
    game, seat = next(positions(()))
    assert not any(hint.plan.in_time for hint in hints(game.config.rules, game.state, seat, seconds=0))
