"""Many games at once, bots inside the compiled loop, on one thread or several (the loop needs no GIL)."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np

from projectl.bots import BOTS, Scratch
from projectl.bots.playout import GUIDED, RANDOM
from projectl.catalog import Configuration
from projectl.errors import SetupError, shown
from projectl.rules.events import Events
from projectl.rules.options import MAX_SEATS
from projectl.rules.state import State

from . import entries, layout
from .loader import kernel

BOT_NUMBERS = {"random": RANDOM, "guided": GUIDED}
Numbers = np.ndarray[Any, np.dtype[np.int64]]


@dataclass(frozen=True, slots=True)
class Results:
    """What came of a batch, one entry for each game in the order of its seeds."""

    seeds: Numbers
    steps: Numbers
    rounds: Numbers
    ended_by: Numbers
    winners: Numbers  # seats as bits
    scores: Numbers  # games x seats
    states: layout.Buffer  # final states, one after another

    def state(self, game: int) -> State:
        """The final state of a game."""
        size = layout.STATE.itemsize
        return layout.state_of(self.states[game * size : (game + 1) * size])


def play_batch(
    config: Configuration, seeds: Sequence[int], *, bots: Sequence[str] = ("guided",), threads: int = 1
) -> Results:
    """Play a game for each seed; the same results as ``simulation.quick_game``, whatever the threads."""
    for bot in bots:
        if bot not in BOTS:
            raise SetupError(f"There is no bot {shown(bot)}; choose from {', '.join(BOTS)}.")
    size = layout.STATE.itemsize
    numbers = np.array(seeds, dtype=np.int64)
    results = np.zeros((len(numbers), entries.RESULT_WIDTH), np.int64)
    states = np.zeros(len(numbers) * size, np.uint8)
    seated = np.array([BOT_NUMBERS[bots[seat % len(bots)]] for seat in range(MAX_SEATS)], np.int64)
    rules = layout.buffer_of(config.rules)
    blank = layout.buffer_of(State())
    play = kernel().play_games

    def play_part(part: slice) -> None:
        first, last = part.start * size, part.stop * size
        events, scratch = layout.buffer_of(Events()), layout.buffer_of(Scratch(0, 0))
        play(rules, blank, states[first:last], events, scratch, numbers[part], seated, results[part], size)

    if threads == 1:
        play_part(slice(0, len(numbers)))
    else:
        edges = np.linspace(0, len(numbers), threads + 1).astype(int).tolist()
        with ThreadPoolExecutor(threads) as pool:
            list(pool.map(play_part, map(slice, edges, edges[1:])))
    return Results(
        numbers,
        results[:, entries.STEPS],
        results[:, entries.ROUNDS],
        results[:, entries.ENDED_BY],
        results[:, entries.WINNERS],
        results[:, entries.SCORES : entries.SCORES + config.players],
        states,
    )
