"""Interpreted and compiled rules play the same games: legal lists, choices, events, the whole state after each step."""

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from projectl.bots import Scratch
from projectl.fast import layout
from projectl.fast.batch import play_batch
from projectl.fast.loader import kernel
from projectl.rules import market
from projectl.rules.events import EVENT_LIMIT, Events
from projectl.rules.options import BLACK, MAX_SEATS
from projectl.rules.state import State
from projectl.simulation import COMPARE, MATRIX, Spec, Violation, simulate
from projectl.simulation.differential import compared_game
from projectl.simulation.run import quick_game

GAMES = 100  # in each of 52 configurations: over 5,000 in all


def test_enough_games() -> None:
    assert len(MATRIX) >= 40
    assert len(MATRIX) * GAMES >= 5000


@pytest.mark.slow
@pytest.mark.parametrize("spec", MATRIX, ids=str)
def test_no_difference(spec: Spec) -> None:
    (summary,) = simulate([spec], GAMES, seed=20_000, mode=COMPARE)
    assert summary.violations == []
    assert len(summary.outcomes) == GAMES


@pytest.mark.parametrize("spec", MATRIX, ids=str)
def test_no_difference_in_a_few_games(spec: Spec) -> None:
    for seed in range(2):
        compared_game(spec, seed, ("guided",))


@pytest.mark.slow
def test_no_difference_and_no_index_out_of_bounds() -> None:
    """The same under boundscheck: compiled code otherwise reads out of bounds silently."""
    for spec in MATRIX:
        for seed in range(10):
            compared_game(spec, seed, ("guided",), boundscheck=True)


def test_a_planted_difference_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """One rule off by one in the interpreted rules only (R7.4)."""
    kernel()  # compiled from the true rules

    def allows(rules, state, player, color):
        return color != BLACK or state.triggered == 0 or player.black_taken <= rules.black_limit

    monkeypatch.setattr(market, "black_limit_allows", allows)

    def play_until_noticed() -> None:
        for seed in range(30):
            compared_game(Spec(2), seed, ("guided",))

    with pytest.raises(Violation, match="differ"):
        play_until_noticed()


@pytest.mark.parametrize("spec", MATRIX[::5], ids=str)
@pytest.mark.parametrize("bots", [("guided",), ("random", "guided")])
def test_batches_equal_single_games(spec: Spec, bots: tuple[str, ...]) -> None:
    seeds = range(300, 304)
    results = play_batch(spec.configuration(), seeds, bots=bots)
    for game, seed in enumerate(seeds):
        alone = quick_game(spec, seed, bots)
        assert results.steps[game] == alone.steps
        assert results.rounds[game] == alone.rounds
        assert tuple(results.scores[game]) == alone.scores
        winners = tuple(seat for seat in range(MAX_SEATS) if results.winners[game] >> seat & 1)
        assert winners == alone.winners


def test_threads_change_nothing() -> None:
    config = MATRIX[12].configuration()
    one = play_batch(config, range(200))
    two = play_batch(config, range(200), threads=2)
    assert np.array_equal(one.states, two.states)
    assert np.array_equal(one.scores, two.scores)


def test_threads_do_not_hold_the_gil() -> None:
    """While a long batch runs in a thread this one goes on counting."""
    config = Spec(2).configuration()
    play_batch(config, [1])
    with ThreadPoolExecutor(1) as pool:
        job = pool.submit(play_batch, config, range(20_000))
        counted = 0
        while not job.done():
            counted += 1
    assert counted > 10_000


# ---- records and classes ----------------------------------------------------------------------------------


def test_state_survives_the_record() -> None:
    """State -> record -> State -> record, byte for byte, from real final states."""
    for spec in MATRIX[::9]:
        results = play_batch(spec.configuration(), range(3))
        for game in range(3):
            state = results.state(game)
            buffer = layout.buffer_of(state)
            size = layout.STATE.itemsize
            assert buffer.tobytes() == results.states[game * size : (game + 1) * size].tobytes()
            flat = layout.flattener(MAX_SEATS)
            assert flat(layout.state_of(buffer)) == flat(state) == layout.FlatReader(MAX_SEATS)(buffer)


def test_records_mirror_the_classes() -> None:
    for example in (State(), Events(), Scratch(0, 0), Spec(2).configuration().rules):
        assert layout.RECORDS[type(example).__name__].names == tuple(type(example).__slots__)


def test_memory_per_game() -> None:
    assert layout.STATE.itemsize <= 4096
    assert layout.STATE.itemsize % 8 == 0  # copied in words of eight bytes


def test_events_stay_far_below_their_limit() -> None:
    """No step of many games fills the buffer, so no event is ever dropped."""
    most = 0
    compiled = kernel()
    for spec in MATRIX[::3]:
        config = spec.configuration()
        rules, state = layout.buffer_of(config.rules), layout.buffer_of(State())
        events, mind = layout.buffer_of(Events()), layout.buffer_of(Scratch(5, 3))
        compiled.new_game(rules, state, events, 5)
        while int(state.view(layout.STATE)[0]["phase"]) != 2:
            seat = compiled.seat_to_move(state, mind)
            compiled.apply(rules, state, events, seat, compiled.choose(rules, state, mind, seat, 1))
            most = max(most, int(events.view(layout.EVENTS)[0]["count"]))
    assert 0 < most < EVENT_LIMIT // 2
