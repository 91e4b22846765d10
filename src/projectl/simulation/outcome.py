"""How a game came out."""

from dataclasses import dataclass

from projectl.game.position import ENDED_BY
from projectl.rules import scoring
from projectl.rules.options import Rules
from projectl.rules.state import State


@dataclass(frozen=True, slots=True)
class Outcome:
    """One game's result."""

    seed: int
    steps: int
    rounds: int
    ended_by: str
    scores: tuple[int, ...]
    winners: tuple[int, ...]


def outcome(rules: Rules, state: State, seed: int, steps: int) -> Outcome:
    """The outcome of a finished game."""
    seats = range(rules.seats)
    return Outcome(
        seed,
        steps,
        state.round,
        ENDED_BY[state.ended_by] or "none",
        tuple(scoring.score(rules, state, seat) for seat in seats),
        tuple(seat for seat in seats if scoring.is_winner(rules, state, seat)),
    )
