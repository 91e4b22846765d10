"""Hints in the middle of real games."""

import pytest
from tests.solver.plain import drawn, game_with, supply

from projectl import Game
from projectl.bots import Scratch, guided_step, next_seat
from projectl.game.moves import placement_name
from projectl.rules import chance, steps
from projectl.rules.pieces import PIECE_NAMES, PIECES, PLACEMENT_PIECE, PLACEMENTS
from projectl.rules.state import NO_CHOICE, NOTHING, TOUCHES
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
        assert [hint.slot for hint in found.cards] == list(range(player.open_count))
        for hint in found.cards:
            asked += 1
            left = player.slots[hint.slot].left
            assert bool(hint.finishable) == can_fill(left, player.supply)
            assert set(hint.finishable) <= set(hint.possible)
            assert {PLACEMENT_PIECE[placement] for placement in hint.possible} <= set(hint.pieces)
            assert hint.is_dead == (hint.plan.actions is None)
            if hint.plan.actions is not None:
                _carry_out(game, seat, hint)
            assert not hint.is_dead or game.phase == "touches"
        _check_master(game, seat, found)
    assert asked > 10


def _check_master(game, seat, found):
    """It is legal, and completes what it says."""
    player = game.state.players[seat]
    worth_it = game.phase == "play" and player.open_count > 1 and not player.master_used
    assert (found.master is None) != worth_it
    if found.master is None or not found.master.laid:
        return
    trial = game.copy()
    trial.state.players[seat].actions_left = 90
    placing = [steps.PLACE + slot * PLACEMENTS + placement for slot, placement in found.master.laid]
    for step in (steps.MASTER, *placing, steps.DONE):
        trial.take_step(step, "AB"[seat])
    assert _open_cards(trial, seat) == player.open_count - len(found.master.completed)


def _carry_out(game, seat, hint):
    """Every step of the plan is legal where the turn has no end, and the card is then full."""
    trial = game.copy()
    player = trial.state.players[seat]
    player.actions_left = 90
    before = player.open_count
    for action in hint.plan.actions:
        for step in action:
            trial.take_step(step, "AB"[seat])
    assert _open_cards(trial, seat) == before - 1


def _open_cards(game, seat):
    """Cards with cells to fill; a full one stays where it is while its reward is chosen."""
    player = game.state.players[seat]
    return sum(1 for slot in range(player.open_count) if player.slots[slot].left)


def test_fitting_pieces():
    fitting = fitting_pieces(drawn("../.."), supply("O1", "I3", "L3", "O4", "T4"))
    assert [PIECE_NAMES[piece] for piece in fitting] == ["O1", "L3", "O4"]


def test_no_time_is_said_honestly():
    game, seat = next(positions(()))
    assert not any(hint.plan.in_time for hint in hints(game.config.rules, game.state, seat, seconds=0).cards)


def test_a_dead_end_is_a_card_that_no_plan_finishes():
    # With no O1 anywhere the single cell stays free; one O1 in the reserve is hope.
    recess, own = drawn("..#./#####"), supply("I2", "L3")
    for there, is_dead in ((supply("I2", "I3"), True), (supply("O1"), False)):
        game = game_with(recess, own, there)
        (hint,) = hints(game.config.rules, game.state, 0, seconds=20).cards
        assert hint.is_dead == is_dead
        assert (hint.plan.actions is None) == is_dead
        assert hint.plan.in_time
        assert bool(hint.possible) != is_dead
        assert [PIECE_NAMES[piece] for piece in hint.pieces] == ["I2"]
        assert hint.finishable == ()


def test_finishing_touches_are_made_with_the_supply_alone():
    # R8.4: no Upgrade, so the O1 of the reserve is out of reach.
    game = game_with(drawn("..."), supply("I2"), supply("O1", "I3"))
    assert not hints(game.config.rules, game.state, 0, seconds=20).cards[0].is_dead
    game.state.phase = TOUCHES
    assert hints(game.config.rules, game.state, 0, seconds=20).cards[0].is_dead
    game.state.players[0].supply = supply("I2", "O1")
    (hint,) = hints(game.config.rules, game.state, 0, seconds=20).cards
    assert len(hint.plan.actions or ()) == 2


def test_placements_that_spoil_a_card_are_not_possible():
    # I2 in the middle of four leaves two single cells, and there is no O1.
    game = game_with(drawn("...."), supply("I2", "I2"), supply())
    (hint,) = hints(game.config.rules, game.state, 0, seconds=20).cards
    assert [placement_name(placement) for placement in hint.possible] == ["I2@00,01", "I2@02,03"]


@pytest.mark.parametrize("expansions", [(), ("ghost",)])
def test_hints_look_at_nothing_hidden(expansions):
    game, seat = next(positions(expansions))
    before = hints(game.config.rules, game.state, seat, seconds=20)
    for deck in game.state.decks:
        deck.cards[: deck.size] = reversed(deck.cards[: deck.size])
    for number, other in enumerate(game.state.players):
        if number != seat:
            other.pile.reverse()
            other.supply = [9] * PIECES
    assert hints(game.config.rules, game.state, seat, seconds=20) == before
