"""Guided games in every configuration with every check after every step, and faults that the checks catch."""

from collections.abc import Callable

import pytest

from projectl.game import view as game_view
from projectl.rules import acting, completing, finesse, market, options, steps
from projectl.simulation import CHECK, MATRIX, Spec, Violation, checks, simulate
from projectl.simulation.run import checked_game

GAMES = 40  # in each of the configurations, so over 2,000 in all


def test_matrix_is_wide() -> None:
    assert len(MATRIX) >= 50
    assert len({str(spec) for spec in MATRIX}) == len(MATRIX)
    assert {spec.players for spec in MATRIX} == {1, 2, 3, 4, 5, 6}
    assert {spec.edition for spec in MATRIX} == {"v25", "v2019_en", "v2019_intl", "v2019_de", "pt"}
    assert len(MATRIX) * GAMES >= 2000


@pytest.mark.slow
@pytest.mark.parametrize("spec", MATRIX, ids=str)
def test_guided_games_hold_every_check(spec: Spec) -> None:
    """V104 [R0.5 and all that ``checks`` says]."""
    (summary,) = simulate([spec], GAMES, seed=1000, mode=CHECK)
    assert summary.violations == []
    assert len(summary.outcomes) == GAMES
    assert summary.share_by_rules >= 0.6


def test_guided_games_end_by_the_rules() -> None:
    """Nearly all games end without the round cap (R7.2, R7.8)."""
    summaries = simulate(MATRIX, 10 * len(MATRIX), seed=5)
    games = sum(len(summary.outcomes) for summary in summaries)
    capped = sum(summary.ended_by["round_cap"] for summary in summaries if "round_cap" not in summary.spec.options)
    assert capped / games < 0.05


@pytest.mark.parametrize("spec", MATRIX[::7], ids=str)
def test_random_games_hold_every_check(spec: Spec) -> None:
    (summary,) = simulate([spec], 2, seed=50, bots=["random"], mode=CHECK)
    assert summary.violations == []


def test_processes_change_nothing() -> None:
    alone = simulate(MATRIX[:4], 12, seed=9)
    together = simulate(MATRIX[:4], 12, seed=9, jobs=2)
    assert [s.outcomes for s in alone] == [s.outcomes for s in together]


# ---- planted faults ---------------------------------------------------------------------------------------


def _keeps_a_piece(monkeypatch: pytest.MonkeyPatch) -> None:
    """R6.3 broken: the first piece of a completed puzzle is not returned."""
    real = completing.complete

    def complete(rules, state, events, seat, slot):
        placed = state.players[seat].slots[slot]
        placed.placed[0] = placed.placed[placed.placed_count - 1]
        placed.placed_count -= 1
        real(rules, state, events, seat, slot)

    monkeypatch.setattr(completing, "complete", complete)


def _black_limit_off_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """R7.4 broken: one Black puzzle too many after the trigger."""

    def allows(rules, state, player, color):
        return color != options.BLACK or state.triggered == 0 or player.black_taken <= rules.black_limit

    monkeypatch.setattr(market, "black_limit_allows", allows)


def _master_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    """R4.5.1 broken: Master is never used up."""
    real = acting._apply_action

    def apply_action(rules, state, events, seat, step):
        real(rules, state, events, seat, step)
        state.players[seat].master_used = 0

    monkeypatch.setattr(acting, "_apply_action", apply_action)


def _free_upgrade(monkeypatch: pytest.MonkeyPatch) -> None:
    """R3.2 broken: exchanging a piece costs no action."""
    real = acting._apply_action

    def apply_action(rules, state, events, seat, step):
        real(rules, state, events, seat, step)
        if steps.UPGRADE <= step < steps.MASTER:
            state.players[seat].actions_left += 1

    monkeypatch.setattr(acting, "_apply_action", apply_action)


def _credit_from_nowhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """R0.5 broken: a credit is paid without leaving the bank."""
    real = finesse.pay

    def pay(rules, state, events, seat, credits):
        real(rules, state, events, seat, credits)
        state.players[seat].credits_left += 1

    monkeypatch.setattr(finesse, "pay", pay)


def _leaky_view(monkeypatch: pytest.MonkeyPatch) -> None:
    """R0.7 broken: the top card of a deck shows."""
    real = game_view.view

    def view(config, state, seat):
        deck = state.decks[0]
        return real(config, state, seat) | {"next": deck.cards[deck.size - 1] if deck.size else None}

    monkeypatch.setattr(checks, "view", view)


BASE = Spec(2)
FINESSE = Spec(2, expansions=("finesse",))

FAULTS: list[tuple[Callable[[pytest.MonkeyPatch], None], Spec, str]] = [
    (_keeps_a_piece, BASE, "R0.5"),
    (_black_limit_off_by_one, BASE, "R7.4"),
    (_master_twice, BASE, "R4.5.1"),
    (_free_upgrade, BASE, "R3.2"),
    (_credit_from_nowhere, FINESSE, "R0.5"),
    (_leaky_view, BASE, "R0.7"),
]


@pytest.mark.parametrize(("plant", "spec", "rule"), FAULTS, ids=[fault.__name__[1:] for fault, _, _ in FAULTS])
def test_a_planted_fault_is_caught(plant, spec: Spec, rule: str, monkeypatch: pytest.MonkeyPatch) -> None:
    plant(monkeypatch)

    def play_until_noticed() -> None:
        for seed in range(60):
            checked_game(spec, seed, ("guided",))

    with pytest.raises(Violation, match=rule):
        play_until_noticed()
