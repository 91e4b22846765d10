"""Counting step sequences by depth, interpreted and compiled: the same numbers or a bug."""

import numpy as np

from projectl.catalog import Configuration
from projectl.rules import engine, steps
from projectl.rules.events import Events
from projectl.rules.options import MAX_SEATS
from projectl.rules.state import State


def perft(config: Configuration, state: State, depth: int) -> int:
    """Sequences of ``depth`` steps from this state; chance is fixed by the deck order."""
    if depth == 0:
        return 1
    total = 0
    out = [0] * steps.MAX_LEGAL
    for seat in range(MAX_SEATS):
        count = engine.legal(config.rules, state, seat, out)
        if depth == 1:
            total += count
            continue
        for step in out[:count]:
            new = state.copy()
            engine.apply(config.rules, new, Events(), seat, step)
            total += perft(config, new, depth - 1)
    return total


def divide(config: Configuration, state: State, depth: int, *, compiled: bool) -> dict[tuple[int, int], int]:
    """The count behind each first step, by (seat, step)."""
    count = perft_compiled if compiled else perft
    found = {}
    out = [0] * steps.MAX_LEGAL
    for seat in range(MAX_SEATS):
        for step in out[: engine.legal(config.rules, state, seat, out)]:
            new = state.copy()
            engine.apply(config.rules, new, Events(), seat, step)
            found[seat, step] = count(config, new, depth - 1)
    return found


def perft_compiled(config: Configuration, state: State, depth: int) -> int:
    """The same count by the compiled rules."""
    from . import layout  # noqa: PLC0415 - numba is loaded only when asked for
    from .loader import kernel  # noqa: PLC0415

    if depth == 0:
        return 1
    size = layout.STATE.itemsize
    states = np.zeros((depth + 1) * size, np.uint8)
    states[:size] = layout.buffer_of(state)
    scratches = np.zeros((depth + 1) * layout.SCRATCH.itemsize, np.uint8)
    seats = np.zeros((depth + 1, 3), np.int64)
    rules, events = layout.buffer_of(config.rules), layout.buffer_of(Events())
    return int(kernel().perft(rules, states, events, scratches, seats, size, depth))
