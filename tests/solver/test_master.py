"""The best Master: against every Master there is, against the real rules, and by what must always hold."""

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.solver.plain import drawn, supply, symmetries, table_with

from projectl.catalog import configure
from projectl.rules import steps
from projectl.rules.pieces import LEVEL, O1, PIECE_NAMES, PIECES, PLACEMENT_MASK, PLACEMENT_PIECE, PLACEMENTS, T4
from projectl.solver import Laid, MasterAnswer, OpenCard, best_master, fewest_actions

RULES = configure(2, expansions=["ghost"]).rules
BOX = list(RULES.copies)
MINUTE = 60

# Close cells, so that pieces fit.
recesses = st.integers(1, (1 << 8) - 1).filter(lambda mask: mask.bit_count() <= 4)
bare = st.just((0,) * PIECES)
cards = st.builds(OpenCard, recesses, st.integers(0, 2), bare, st.sampled_from([-1, O1, T4]))
tables = st.lists(cards, min_size=1, max_size=3)
small = st.lists(st.sampled_from(range(PIECES)), max_size=4).map(lambda named: [named.count(p) for p in range(PIECES)])
some = settings(max_examples=60, derandomize=True, deadline=None)


def reserve(own):
    """What is left in the box."""
    return [there - have for there, have in zip(BOX, own, strict=True)]


def cards_of(*drawings):
    return [OpenCard(drawn(rows)) for rows in drawings]


def master(open_cards, own, there=None, seconds=MINUTE):
    return best_master(open_cards, own, reserve(own) if there is None else there, RULES, seconds=seconds)


def value(open_cards, own, there, laid):
    """How good a Master is by the words at the head of ``solver.master``; small is good."""
    own, there = list(own), list(there)
    left = [card.left for card in open_cards]
    for slot, placement in laid:
        own[PLACEMENT_PIECE[placement]] -= 1
        assert own[PLACEMENT_PIECE[placement]] >= 0
        left[slot] ^= PLACEMENT_MASK[placement]
    done = [slot for slot, _ in laid if not left[slot]]
    for slot, placement in laid:
        if slot in done:
            own[PLACEMENT_PIECE[placement]] += 1
            own = [a + b for a, b in zip(own, open_cards[slot].lying, strict=True)]
            reward = open_cards[slot].reward
            if reward >= 0 and there[reward]:
                own[reward], there[reward] = own[reward] + 1, there[reward] - 1
    plans = [fewest_actions(one, own, there, RULES, seconds=MINUTE).actions for one in left if one]
    staying = [PLACEMENT_PIECE[placement] for slot, placement in laid if slot not in done]
    return (
        -sum(open_cards[slot].worth for slot in done),
        -len(done),
        plans.count(None),
        sum(len(plan) for plan in plans if plan is not None),
        len(staying),
        sum(LEVEL[piece] for piece in staying),
    )


def every_master(open_cards, own):
    """All Masters: for each card any placement or none, as far as the supply goes."""
    places = [
        [None, *(p for p in range(PLACEMENTS) if own[PLACEMENT_PIECE[p]] and PLACEMENT_MASK[p] & ~card.left == 0)]
        for card in open_cards
    ]
    for chosen in product(*places):
        laid = tuple(Laid(slot, placement) for slot, placement in enumerate(chosen) if placement is not None)
        used = [PLACEMENT_PIECE[one.placement] for one in laid]
        if laid and all(used.count(piece) <= own[piece] for piece in used):
            yield laid


@given(tables, small)
@some
def test_no_master_is_better(open_cards, own):
    # The reserve is full, so every card stays finishable.
    there = reserve(own)
    answer = master(open_cards, own)
    assert answer.in_time
    values = [value(open_cards, own, there, laid) for laid in every_master(open_cards, own)]
    if not values:
        assert answer == MasterAnswer((), (), None, in_time=True)
        return
    found = value(open_cards, own, there, answer.laid)
    assert found == min(values)
    assert (len(answer.completed), answer.actions) == (-found[1], found[3])


@given(tables, small, st.lists(st.sampled_from((0, 0, 1)), min_size=PIECES, max_size=PIECES))
@some
def test_no_master_is_better_with_a_short_reserve(open_cards, own, there):
    answer = master(open_cards, own, there)
    assert answer.in_time
    values = [value(open_cards, own, there, laid) for laid in every_master(open_cards, own)]
    if answer.laid:
        found = value(open_cards, own, there, answer.laid)
        assert found == min(values)
        assert answer.actions == (None if found[2] else found[3])
    else:  # nothing can be laid, or all that can be laid is on cards without hope
        assert all(best[:2] == (0, 0) and best[2] > 0 for best in values)


@given(tables, small)
@some
def test_by_the_real_rules(open_cards, own):
    there = reserve(own)
    answer = master(open_cards, own)
    if not answer.laid:
        return
    game = table_with(open_cards, own, there)
    game.take_step(steps.MASTER, "A")
    for slot, placement in answer.laid:
        game.take_step(steps.PLACE + slot * PLACEMENTS + placement, "A")
    game.take_step(steps.DONE, "A")
    player = game.state.players[0]
    assert player.open_count == len(open_cards) - len(answer.completed)
    # What the rules have left there is what the answer speaks of.
    lefts = [player.slots[slot].left for slot in range(player.open_count)]
    plans = [fewest_actions(left, player.supply, game.state.reserve, RULES, seconds=MINUTE).actions for left in lefts]
    assert sum(len(plan or ()) for plan in plans) == answer.actions


@given(tables, small)
@some
def test_turned_and_mirrored_cards_are_as_good(open_cards, own):
    turned = [card._replace(left=min(symmetries(card.left))) for card in open_cards]
    one, other = master(open_cards, own), master(turned, own)
    assert (one.actions, len(one.completed), len(one.laid)) == (other.actions, len(other.completed), len(other.laid))


def test_two_cards_at_once():
    answer = master(cards_of("..", "../..", "....."), supply("I2", "O4", "O1"))
    assert answer.completed == (0, 1)
    assert [laid.slot for laid in answer.laid] == [0, 1, 2]
    assert answer.actions == 2  # the O4 comes back: O4>I4, and one to place


def test_one_piece_and_two_cards_goes_where_it_is_worth_more():
    pair = [OpenCard(drawn(".."), worth=1), OpenCard(drawn("./."), worth=3)]
    assert master(pair, supply("I2")).completed == (1,)
    assert master(pair[::-1], supply("I2")).completed == (0,)


def test_pieces_that_come_back_count():
    # The T4 lying on the first card returns with it and is all that the second one needs.
    lying = tuple(supply("T4"))
    pair = [OpenCard(drawn(".."), lying=lying), OpenCard(drawn(".../#."))]
    assert master(pair, supply("I2")).actions == 1
    assert master([card._replace(lying=(0,) * PIECES) for card in pair], supply("I2")).actions == 3


def test_a_reward_counts_while_it_lasts():
    pair = [OpenCard(drawn(".."), reward=T4), OpenCard(drawn(".../#."))]
    assert master(pair, supply("I2")).actions == 1
    there = [number * (piece != T4) for piece, number in enumerate(reserve(supply("I2")))]
    assert master(pair, supply("I2"), there).actions == 4  # I2>I3, +O1, and two to place


def test_a_piece_that_would_spoil_its_card_stays_in_the_supply():
    # Three cells in a row: O1 in the middle leaves two that only O1s fill, at an end it leaves room for I2.
    answer = master(cards_of("..."), supply("O1", "I2"), supply())
    assert answer.laid
    assert answer.actions == 1
    # A card that nothing completes any more gets no piece.
    assert master(cards_of("....."), supply("I2"), supply()).laid == ()


@pytest.mark.parametrize(
    ("drawings", "own", "spent"),
    [
        (("#####/.#.", "#.../##."), supply("O1", "I3", "L3", "O4"), ["O1"]),  # not the I3
        (("#.../#..", ".#.#./..."), supply("O1", "I3", "O4", "T4"), ["O4"]),  # not O1 and I3, as many cells
    ],
)
def test_of_equally_good_ones_it_is_that_which_spends_least(drawings, own, spent):
    open_cards = cards_of(*drawings)
    answer = master(open_cards, own)
    assert [PIECE_NAMES[PLACEMENT_PIECE[placement]] for _, placement in answer.laid] == spent
    values = [value(open_cards, own, reserve(own), laid) for laid in every_master(open_cards, own)]
    assert value(open_cards, own, reserve(own), answer.laid) == min(values)


def test_no_piece_and_no_card():
    nothing = MasterAnswer((), (), None, in_time=True)
    assert master(cards_of(".."), supply()) == nothing
    assert master([], supply("O1")) == nothing


def test_no_time_is_said_honestly():
    late = master(cards_of("...../.....", ".."), supply("I2", "O1"), seconds=0)
    assert not late.in_time
    assert late.completed == (1,)  # what is completed is known at once
    assert late.actions is None


def test_out_of_time_the_guess_is_better_than_nothing():
    pair, own = cards_of("..", "...../....."), supply("I2", "T4")
    plans = [fewest_actions(card.left, own, reserve(own), RULES, seconds=MINUTE) for card in pair]
    late = best_master(pair, own, reserve(own), RULES, seconds=0, plans=plans)
    assert not late.in_time
    assert late.completed == (0,)
    assert [slot for slot, _ in late.laid] == [0, 1]
    assert late.laid in list(every_master(pair, own))


@pytest.mark.parametrize("first", range(PIECES))
def test_a_plan_that_begins_with_a_piece(first):
    recess, own = drawn("...../....."), [1] * PIECES
    answer = fewest_actions(recess, own, reserve(own), RULES, first=first, seconds=MINUTE)
    fewer = [number - (piece == first) for piece, number in enumerate(own)]
    after = [
        fewest_actions(recess ^ PLACEMENT_MASK[p], fewer, reserve(own), RULES, seconds=MINUTE).actions
        for p in range(PLACEMENTS)
        if PLACEMENT_PIECE[p] == first and PLACEMENT_MASK[p] & ~recess == 0
    ]
    assert answer.actions is not None
    assert len(answer.actions) == 1 + min(len(plan) for plan in after if plan is not None)
    assert PLACEMENT_PIECE[answer.actions[0][0]] == first


def test_a_plan_cannot_begin_with_what_is_not_there_or_does_not_fit():
    for own, first in ((supply("O1"), 1), (supply("O1", "T4"), T4)):
        answer = fewest_actions(drawn(".."), own, reserve(own), RULES, first=first)
        assert (answer.actions, answer.in_time) == (None, True)
