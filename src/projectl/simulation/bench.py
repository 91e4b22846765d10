"""Measuring speed: interpreted and compiled, as rates and as ratios to a calibration loop of the same run."""

import tempfile
import time
from collections.abc import Callable
from typing import Any

import numba
import numpy as np

from projectl.fast import layout
from projectl.fast.batch import Results, play_batch
from projectl.fast.loader import kernel
from projectl.game.position import ENDED_BY
from projectl.rules.state import State

from .fresh import fresh
from .matrix import EVERYTHING, Spec
from .run import quick_game

SPECS = {
    "base 2p": Spec(2),
    "base 4p": Spec(4),
    "solo": Spec(1, variants=("solo",)),
    "everything 4p": Spec(4, expansions=EVERYTHING, variants=("endless_white",)),
    "line clear 6p": Spec(6, expansions=("ghost",), variants=("line_clear",)),
}
ALLOWED_LOSS = 0.30

Report = dict[str, Any]


def best_rate(work: Callable[[], int], repeats: int) -> float:
    """The best of several runs, in units of work a second: noise only ever slows a run down."""
    best = 0.0
    for _ in range(repeats):
        began = time.perf_counter()
        done = work()
        best = max(best, done / (time.perf_counter() - began))
    return best


def _calibrate_interpreted() -> int:
    """Plain Python work of the kernel's kind: calls, list look-ups, small integers."""
    cells = list(range(64))
    total = 0
    for index in range(300_000):
        total = (total + cells[(total ^ index) & 63] * 3) & 0xFFFF
        if total & 7 == 0:
            total = _bump(total)
    return 300_000


def _bump(value: int) -> int:
    return value + 1


@numba.njit
def _calibration_loop(cells: Any, times: int) -> int:
    total = 0
    for index in range(times):
        total = (total + cells[(total ^ index) & 63] * 3) & 0xFFFF
    return total


def _calibrate_compiled() -> int:
    _calibration_loop(np.arange(64), 20_000_000)
    return 20_000_000


def measure(*, games: int = 4000, repeats: int = 5, cold: bool = False) -> Report:
    """Everything ``projectl bench`` prints."""
    began = time.perf_counter()
    loaded = kernel()
    _calibration_loop(np.arange(64), 1)
    report: Report = {
        "calibration": {
            "interpreted": round(best_rate(_calibrate_interpreted, repeats)),
            "compiled": round(best_rate(_calibrate_compiled, repeats)),
        },
        "import_ms": round(import_ms(repeats), 1),
        "state_bytes": layout.STATE.itemsize,
        "copy_ns": round(copy_ns(repeats), 1),
        "warm_start_s": round(start_seconds(cold=False), 2),
    }
    if cold:
        report["cold_start_s"] = round(start_seconds(cold=True), 1)
    report["configurations"] = {
        name: measure_spec(spec, games, repeats, report["calibration"]) for name, spec in SPECS.items()
    }
    report["seconds"] = round(time.perf_counter() - began, 1)
    report["compiled_now"] = loaded.cold
    return report


def measure_spec(spec: Spec, games: int, repeats: int, calibration: dict[str, int]) -> Report:
    """One configuration, guided players, one core."""
    config = spec.configuration()
    few = max(20, games // 100)

    def interpreted() -> int:
        return sum(quick_game(spec, seed, ("guided",)).steps for seed in range(few))

    results: list[Results] = []

    def compiled() -> int:
        results[:] = [play_batch(config, range(games))]
        return int(results[0].steps.sum())

    slow, fast = best_rate(interpreted, repeats), best_rate(compiled, repeats)
    threaded = best_rate(lambda: int(play_batch(config, range(games), threads=2).steps.sum()), repeats)
    played = results[0]
    mean_steps = float(played.steps.mean())
    return {
        "interpreted_steps_per_s": round(slow),
        "compiled_steps_per_s": round(fast),
        "compiled_steps_per_s_2_threads": round(threaded),
        "ratio": round(fast / slow, 1),
        "compiled_games_per_s": round(fast / mean_steps),
        "mean_steps": round(mean_steps, 1),
        "mean_rounds": round(float(played.rounds.mean()), 2),
        "share_ended_by_rules": round(float((played.ended_by != ENDED_BY.index("round_cap")).mean()), 4),
        "interpreted_vs_calibration": round(slow / calibration["interpreted"], 6),
        "compiled_vs_calibration": round(fast / calibration["compiled"], 6),
    }


def copy_ns(repeats: int) -> float:
    """Nanoseconds to copy a state, compiled."""
    source, target = layout.buffer_of(State()), layout.buffer_of(State())
    kernel().copy_many(source, target, 1)

    def copy() -> int:
        kernel().copy_many(source, target, 200_000)
        return 200_000

    return 1e9 / best_rate(copy, repeats)


def import_ms(repeats: int) -> float:
    """Milliseconds of ``import projectl`` in a fresh interpreter; NumPy must not come with it."""
    code = (
        "import sys, time; began = time.perf_counter(); import projectl; "
        "print((time.perf_counter() - began) * 1000); assert 'numpy' not in sys.modules"
    )
    with tempfile.TemporaryDirectory() as folder:  # an installed package has its bytecode; so must we
        compiled = {"PYTHONPYCACHEPREFIX": folder, "PYTHONDONTWRITEBYTECODE": ""}
        return min(float(fresh(code, compiled)) for _ in range(repeats + 1))


def start_seconds(*, cold: bool) -> float:
    """Seconds from a fresh interpreter to the first compiled game, with an empty cache or the present one."""
    code = (
        "import time; began = time.perf_counter(); from projectl.fast.batch import play_batch; "
        "from projectl.catalog import configure; play_batch(configure(2), [1]); print(time.perf_counter() - began)"
    )
    if not cold:
        return float(fresh(code, {}))
    with tempfile.TemporaryDirectory() as folder:
        return float(fresh(code, {"PROJECTL_CACHE": folder}))


def losses(report: Report, baseline: Report) -> list[str]:
    """What has become more than 30 % slower than the baseline, each relative to its calibration loop."""
    found = []
    for name, before in baseline["configurations"].items():
        now = report["configurations"][name]
        for mode in ("interpreted", "compiled"):
            key = f"{mode}_vs_calibration"
            change = now[key] / before[key] - 1
            if change < -ALLOWED_LOSS:
                found.append(f"{name}, {mode}: {change:+.0%} against the baseline")
    return found


def markdown(report: Report, command: str, commit: str, date: str) -> str:
    """A section for bench/RESULTS.md."""
    rows = [
        f"## {date}, commit {commit}",
        "",
        f"`{command}` on a 2-core machine; best of several runs, ratios within this run.",
        "",
        "| configuration | interpreted steps/s | compiled | ratio | 2 threads | games/s | rounds | by the rules |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for name, row in report["configurations"].items():
        rows.append(
            f"| {name} | {row['interpreted_steps_per_s']:,} | {row['compiled_steps_per_s']:,} | {row['ratio']} "
            f"| {row['compiled_steps_per_s_2_threads']:,} | {row['compiled_games_per_s']:,} | {row['mean_rounds']} "
            f"| {row['share_ended_by_rules']:.1%} |"
        )
    facts = {
        key: report[key]
        for key in ("import_ms", "copy_ns", "state_bytes", "warm_start_s", "cold_start_s")
        if key in report
    }
    rows += ["", ", ".join(f"{key} {value}" for key, value in facts.items()), ""]
    return "\n".join(rows)
