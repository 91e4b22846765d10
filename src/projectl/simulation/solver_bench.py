"""Measuring the solver: all base cards counted, and hints in positions from the middle of many games."""

import random
import time
from collections.abc import Iterator, Sequence
from itertools import count, cycle, islice
from typing import Any

from projectl.bots import Scratch, guided_step, next_seat
from projectl.catalog import bundled_pack
from projectl.rules import chance, engine, setup
from projectl.rules.events import Events
from projectl.rules.options import Rules
from projectl.rules.state import NO_CHOICE, NOTHING, PLAY, State
from projectl.solver import HINT_SECONDS, SeatHints, count_tilings, hints

from .fresh import fresh
from .matrix import MATRIX, Spec

POSITIONS = 1000
FIRST_ROUND = 3  # before that there is little on the table
_SHARE = 0.1  # of the moments of a game that are looked at
_FROM_A_GAME = 5
_PARTS = {"p50": 0.5, "p95": 0.95, "max": 1.0}

Report = dict[str, Any]
Position = tuple[Rules, State, int]


def measure(*, positions: int = POSITIONS, seed: int = 0, seconds: float = HINT_SECONDS) -> Report:
    """Everything ``projectl bench --solver`` prints."""
    began = time.perf_counter()
    report = {"counting": measure_counting(), "hints": measure_hints(positions, seed, seconds)}
    return report | {"seconds": round(time.perf_counter() - began, 1)}


def measure_counting() -> Report:
    """Seconds for the tilings of all base cards: from the start of a process, for the first time, and again."""
    code = (
        "import time; began = time.perf_counter(); from projectl.simulation.solver_bench import count_base_cards; "
        "ready = time.perf_counter(); total = count_base_cards(); first = time.perf_counter(); count_base_cards(); "
        "print(first - began, first - ready, time.perf_counter() - first, total)"
    )
    start, first, again, total = map(float, fresh(code, {}).split())
    return {
        "with_imports_s": round(start, 3),
        "first_s": round(first, 3),
        "again_s": round(again, 6),
        "tilings": int(total),
    }


def count_base_cards() -> int:
    """The tilings of all base cards together."""
    return sum(count_tilings(card.recess) for card in bundled_pack("base").cards)


def measure_hints(positions: int, seed: int, seconds: float) -> Report:
    """Milliseconds for the hints of a seat, and how much was not found in time."""
    times: list[float] = []
    found: list[SeatHints] = []
    for rules, state, seat in islice(middle_positions(MATRIX, seed), positions):
        began = time.perf_counter()
        found.append(hints(rules, state, seat, seconds))
        times.append((time.perf_counter() - began) * 1000)
    times.sort()
    plans = [hint.plan.in_time for one in found for hint in one.cards]
    masters = [one.master.in_time for one in found if one.master]
    return {
        "positions": len(times),
        "limit_ms": round(seconds * 1000),
        **{f"{name}_ms": round(times[int(part * (len(times) - 1))], 1) for name, part in _PARTS.items()},
        "plans": len(plans),
        "plans_not_in_time": _share_of_no(plans),
        "masters": len(masters),
        "masters_not_in_time": _share_of_no(masters),
    }


def _share_of_no(answers: list[bool]) -> float:
    return round(answers.count(False) / len(answers), 4) if answers else 0.0


def middle_positions(specs: Sequence[Spec], seed: int) -> Iterator[Position]:
    """Moments of guided games, one configuration after the other: a seat with a card is about to act."""
    for number, spec in zip(count(seed), cycle(specs), strict=False):
        yield from islice(_moments(spec, number), _FROM_A_GAME)


def _moments(spec: Spec, seed: int) -> Iterator[Position]:
    rules, state, events = spec.configuration().rules, State(), Events()
    setup.new_game(rules, state, events, seed)
    scratch, dice = Scratch(seed, chance.BOTS), random.Random(seed)
    while state.phase == PLAY:
        seat = next_seat(state, scratch)
        player = state.players[seat]
        is_free = player.open_count > 0 and player.doing == NOTHING and player.pending == NO_CHOICE
        if is_free and state.round >= FIRST_ROUND and dice.random() < _SHARE:
            yield rules, state.copy(), seat
        events.count = 0
        engine.apply(rules, state, events, seat, guided_step(rules, state, seat, scratch))


def markdown(report: Report, command: str, commit: str, date: str) -> str:
    """A section for bench/RESULTS.md."""
    counting, hinting = report["counting"], report["hints"]
    return "\n".join(
        [
            f"## {date}, commit {commit}, solver",
            "",
            f"`{command}` on a 2-core machine.",
            "",
            "| what | measured | goal |",
            "|---|---|---|",
            f"| tilings of all base cards, first time | {counting['first_s']} s | <= 1 s |",
            f"| the same with imports, fresh process | {counting['with_imports_s']} s | |",
            f"| the same again | {counting['again_s'] * 1000:.2f} ms | |",
            f"| hints, {hinting['positions']:,} positions, p50 | {hinting['p50_ms']} ms | |",
            f"| hints, p95 | {hinting['p95_ms']} ms | <= 200 ms |",
            f"| hints, longest | {hinting['max_ms']} ms | |",
            f"| plans not found in {hinting['limit_ms']} ms | {hinting['plans_not_in_time']:.1%} "
            f"of {hinting['plans']:,} | |",
            f"| Masters not found in time | {hinting['masters_not_in_time']:.1%} of {hinting['masters']:,} | |",
            "",
        ]
    )
