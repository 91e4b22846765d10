"""Running many games: one after another or in several processes, always with the same result for a seed."""

import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field

from projectl.bots import BOTS, Scratch, next_seat
from projectl.errors import SetupError, shown
from projectl.rules import chance, engine, setup
from projectl.rules.events import Events
from projectl.rules.options import MAX_SEATS
from projectl.rules.state import OVER, State

from .checks import Checker, Violation
from .matrix import Spec
from .outcome import Outcome, outcome

# How games are played: straight on the rules, with every check, or beside the compiled rules.
QUICK, CHECK, COMPARE = "quick", "check", "compare"
MAX_STEPS = 200_000  # far beyond any game that the round cap allows


@dataclass(slots=True)
class Summary:
    """The results of many games of one configuration."""

    spec: Spec
    outcomes: list[Outcome] = field(default_factory=list)
    violations: list[str] = field(default_factory=list)
    seconds: float = 0.0

    @property
    def steps(self) -> int:
        """All steps of all games."""
        return sum(outcome.steps for outcome in self.outcomes)

    @property
    def ended_by(self) -> Counter[str]:
        """How the games ended."""
        return Counter(outcome.ended_by for outcome in self.outcomes)

    @property
    def share_by_rules(self) -> float:
        """The share of games that did not need the round cap (R7.8)."""
        capped = self.ended_by["round_cap"]
        return 1 - capped / len(self.outcomes) if self.outcomes else 0.0

    def as_json(self) -> dict[str, object]:
        """The summary for programs."""
        games = len(self.outcomes) or 1
        seats = range(self.spec.players)
        return {
            "configuration": str(self.spec),
            "games": len(self.outcomes),
            "steps": self.steps,
            "steps_per_second": round(self.steps / self.seconds) if self.seconds else None,
            "mean_rounds": round(sum(o.rounds for o in self.outcomes) / games, 2),
            "mean_scores": [round(sum(o.scores[s] for o in self.outcomes) / games, 2) for s in seats],
            "wins": [sum(s in o.winners for o in self.outcomes) for s in seats],
            "ended_by": dict(self.ended_by),
            "share_ended_by_rules": round(self.share_by_rules, 4),
            "violations": self.violations,
        }


def simulate(
    specs: Sequence[Spec],
    games: int,
    *,
    seed: int = 0,
    bots: Sequence[str] = ("guided",),
    mode: str = QUICK,
    jobs: int = 1,
    progress: Callable[[int], None] | None = None,
) -> list[Summary]:
    """Play ``games`` games spread over the configurations; ``progress`` is told each number of games done."""
    for bot in bots:
        if bot not in BOTS:
            raise SetupError(f"There is no bot {shown(bot)}; choose from {', '.join(BOTS)}.")
    for spec in specs:
        spec.configuration()
    if mode == COMPARE:
        _player(mode)  # loads numba and the compiled rules before any process is forked
    tasks = list(_tasks(specs, games, seed, tuple(bots), mode))
    summaries = [Summary(spec) for spec in specs]
    for index, outcomes, violations, seconds in _results(tasks, jobs):
        summaries[index].outcomes += outcomes
        summaries[index].violations += violations
        summaries[index].seconds += seconds
        if progress:
            progress(len(outcomes) + len(violations))
    return summaries


@dataclass(frozen=True, slots=True)
class _Task:
    index: int
    spec: Spec
    seeds: range
    bots: tuple[str, ...]
    mode: str


_Result = tuple[int, list[Outcome], list[str], float]
_CHUNK = 20


def _tasks(specs: Sequence[Spec], games: int, seed: int, bots: tuple[str, ...], mode: str) -> Iterable[_Task]:
    share, extra = divmod(games, len(specs))
    for index, spec in enumerate(specs):
        end = seed + share + (index < extra)
        for first in range(seed, end, _CHUNK):
            yield _Task(index, spec, range(first, min(first + _CHUNK, end)), bots, mode)


def _results(tasks: list[_Task], jobs: int) -> Iterable[_Result]:
    if jobs == 1:
        yield from map(_run, tasks)
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(_run, tasks)


def _run(task: _Task) -> _Result:
    began = time.perf_counter()
    outcomes: list[Outcome] = []
    violations: list[str] = []
    play = _player(task.mode)
    for seed in task.seeds:
        try:
            outcomes.append(play(task.spec, seed, task.bots))
        except Violation as error:
            violations.append(f"{task.spec}, seed {seed}: {error}")
    return task.index, outcomes, violations, time.perf_counter() - began


def _player(mode: str) -> Callable[[Spec, int, tuple[str, ...]], Outcome]:
    if mode == COMPARE:
        from projectl.fast.loader import kernel  # noqa: PLC0415 - only this mode needs numba

        from .differential import compared_game  # noqa: PLC0415 - as above

        kernel()
        return compared_game
    return checked_game if mode == CHECK else quick_game


def quick_game(spec: Spec, seed: int, bots: tuple[str, ...]) -> Outcome:
    """One game straight on the rules."""
    rules = spec.configuration().rules
    choosers = [BOTS[bots[seat % len(bots)]] for seat in range(MAX_SEATS)]
    state = State()
    events = Events()
    setup.new_game(rules, state, events, seed)
    scratch = Scratch(seed, chance.BOTS)
    steps = 0
    while state.phase != OVER:
        seat = next_seat(state, scratch)
        events.count = 0
        engine.apply(rules, state, events, seat, choosers[seat](rules, state, seat, scratch))
        steps += 1
        if steps > MAX_STEPS:
            raise Violation("the game does not end")
    return outcome(rules, state, seed, steps)


def checked_game(spec: Spec, seed: int, bots: tuple[str, ...]) -> Outcome:
    """The same game through ``Game``, with every check after every step."""
    game = spec.game(seed)
    rules = game.config.rules
    checker = Checker(game)
    scratch = Scratch(seed, chance.BOTS)
    steps = 0
    while not game.over:
        seat = next_seat(game.state, scratch)
        step = BOTS[bots[seat % len(bots)]](rules, game.state, seat, scratch)
        game.take_step(step, "ABCDEF"[seat])
        checker.after_step()
        steps += 1
        if steps > MAX_STEPS:
            raise Violation("the game does not end")
    checker.at_end()
    return outcome(rules, game.state, seed, steps)
