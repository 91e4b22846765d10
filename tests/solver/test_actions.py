"""Fewest actions: against a breadth-first search through the real rules, and by what must always hold."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.solver.plain import drawn, game_with, is_complete, shortest, supply

from projectl.catalog import bundled_pack, configure
from projectl.rules.pieces import PIECES
from projectl.solver import Answer, fewest_actions, fewest_pieces

RULES = configure(2, expansions=["ghost"]).rules
BOX = list(RULES.copies)
CARDS = {card.id: card for card in bundled_pack("base").cards}
MOST = 4

# Close cells, so that large pieces fit too.
corners = st.integers(1, (1 << 13) - 1).filter(lambda mask: mask.bit_count() <= 5)
small = st.lists(st.sampled_from(range(PIECES)), max_size=3).map(lambda named: [named.count(p) for p in range(PIECES)])
short_reserves = st.lists(st.sampled_from((0, 0, 1, 2)), min_size=PIECES, max_size=PIECES)
some = settings(max_examples=100, derandomize=True, deadline=None)


def reserve(own: list[int]) -> list[int]:
    """What is left in the box."""
    return [there - have for there, have in zip(BOX, own, strict=True)]


def number(answer: Answer) -> float:
    """Actions of the plan, none at all being more than any."""
    assert answer.in_time
    return float("inf") if answer.actions is None else len(answer.actions)


def carry_out(game, answer):
    """Take every step of the plan by the rules."""
    for action in answer.actions:
        assert not is_complete(game.state)
        for step in action:
            game.take_step(step, "A")
    assert is_complete(game.state)


@pytest.mark.parametrize(
    ("rows", "own", "actions"),
    [
        ("..", supply("I2"), 1),
        ("..", supply(), 3),  # +O1, O1>I2, place
        ("..", supply("O1", "O1"), 2),
        ("..", supply("T4"), 2),  # down any number of levels
        ("...", supply("O1", "I2"), 2),
        ("../..", supply("T4"), 2),  # the same level
        (".#.", supply("O1"), 3),
        ("../../.", supply("P5"), 1),
        ("../.", supply("P5"), 1),  # ghost P5>L3+I2, the L3 placed at once
        (".../.#./...", supply("P5", "L5"), 2),  # each gives an L4, placed at once
        ("../..", supply("U5"), 2),  # R12.3: a ghost may be returned
        (".#../###.", supply("U5"), 2),  # ghost U5>O1+..., one piece placed at once, the other by Place
        ("...../#####/.....", supply("O1", "I2"), 11),
    ],
)
def test_plans_that_a_person_can_check(rows, own, actions):
    recess = drawn(rows)
    answer = fewest_actions(recess, own, reserve(own), RULES)
    assert number(answer) == actions == answer.at_least
    carry_out(game_with(recess, own, reserve(own)), answer)


def test_an_empty_level_is_skipped():
    # R5.4: with no I2 in the reserve an O1 becomes an L3 at once.
    there = [0 if piece == 1 else number for piece, number in enumerate(reserve(supply("O1")))]
    answer = fewest_actions(drawn("../."), supply("O1"), there, RULES)
    assert number(answer) == 2
    carry_out(game_with(drawn("../."), supply("O1"), there), answer)


def test_a_level_that_the_plan_itself_empties():
    # Without O1 a take gives the only I2; then levels 1 to 3 are empty, and the next take gives a level-4 piece.
    recess, there = drawn("##../##../#.."), supply("I2", "T4", "L4")
    answer = fewest_actions(recess, supply(), there, RULES)
    assert number(answer) == shortest(game_with(recess, supply(), there), 4) == 4
    carry_out(game_with(recess, supply(), there), answer)


@pytest.mark.parametrize("edition", ["v25", "v2019_intl"])
def test_against_the_real_rules(edition):
    @given(corners, small, short_reserves)
    @some
    def compare(recess, own, there):
        game = game_with(recess, own, there, edition)
        answer = fewest_actions(recess, own, there, game.config.rules, most=MOST, seconds=60)
        assert answer.in_time
        assert (None if answer.actions is None else len(answer.actions)) == shortest(game, MOST)
        if answer.actions is not None:
            carry_out(game, answer)

    compare()


def test_the_comparison_notices_a_plan_too_long():
    game = game_with(drawn("..."), supply("O1"), reserve(supply("O1")))
    assert shortest(game, 2) is None
    assert shortest(game, 9) == 3


@given(corners, small, st.integers(0, PIECES - 1))
@some
def test_more_supply_never_hurts(recess, own, piece):
    more = [have + (piece == other) for other, have in enumerate(own)]
    # The new piece comes from outside: what lies in the reserve is the same.
    there = reserve(more)
    assert number(fewest_actions(recess, more, there, RULES)) <= number(fewest_actions(recess, own, there, RULES))


@given(corners, small, short_reserves, st.integers(0, PIECES - 1))
@some
def test_more_of_a_type_in_the_reserve_never_hurts(recess, own, there, piece):
    # Only of a type that is there and that no plan can use up: one more level to pass through can be a detour.
    there = [have + 3 * (have > 0) for have in there]
    more = [have + (have > 0 and piece == other) for other, have in enumerate(there)]
    fewer = fewest_actions(recess, own, there, RULES, most=MOST, seconds=60)
    better = fewest_actions(recess, own, more, RULES, most=MOST, seconds=60)
    assert number(better) <= number(fewer)


@pytest.mark.parametrize("name", ["W2", "W8", "B1", "B10", "B20"])
def test_base_cards_from_the_first_turn(name):
    own = supply("O1", "I2")
    recess = CARDS[name].recess
    answer = fewest_actions(recess, own, reserve(own), RULES, seconds=60)
    cells, pieces = recess.bit_count(), len(fewest_pieces(recess) or ())
    # With a full reserve every Upgrade adds a cell at most, and three are there.
    assert cells - 3 + pieces <= number(answer) <= 2 * cells
    carry_out(game_with(recess, own, reserve(own)), answer)


def test_the_bound_and_the_time_limit():
    own = supply("O1")
    assert fewest_actions(drawn("..../...."), own, reserve(own), RULES, most=3) == Answer(None, 4, True)
    late = fewest_actions(CARDS["B1"].recess, own, reserve(own), RULES, seconds=0)
    assert late.actions is None
    assert not late.in_time
    assert 1 <= late.at_least <= 18
    assert fewest_actions(0, own, reserve(own), RULES) == Answer((), 0, True)


def test_nothing_can_be_got():
    answer = fewest_actions(drawn(".."), supply(), supply(), RULES)
    assert answer.actions is None
    assert answer.in_time


def test_the_slot_is_part_of_the_steps():
    own = supply("I2")
    answer = fewest_actions(drawn(".."), own, reserve(own), RULES, slot=3)
    again = fewest_actions(drawn(".."), own, reserve(own), RULES)
    assert answer.actions is not None
    assert again.actions is not None
    assert answer.actions[0][0] - again.actions[0][0] == 3 * 595
