"""The interpreted and the compiled rules play the same games side by side; every difference is reported."""

from collections.abc import Iterator
from functools import cache

from projectl.bots import BOTS, Scratch, next_seat
from projectl.bots.playout import GUIDED
from projectl.fast import layout
from projectl.fast.loader import Kernel, kernel
from projectl.rules import chance, engine, setup, steps
from projectl.rules.events import EVENT_WIDTH, Events
from projectl.rules.state import OVER, State

from .checks import Violation
from .matrix import Spec
from .outcome import Outcome, outcome


class Pair:
    """One game in both forms, compared after every step: legal lists, choices, events, the whole state."""

    def __init__(self, spec: Spec, seed: int, compiled: Kernel) -> None:
        self.compiled = compiled
        self.rules = spec.configuration().rules
        self.rules_buffer = layout.buffer_of(self.rules)
        self.state = State()
        self.buffer = layout.buffer_of(self.state)
        self.events = Events()
        self.events_buffer = layout.buffer_of(self.events)
        setup.new_game(self.rules, self.state, self.events, seed)
        compiled.new_game(self.rules_buffer, self.buffer, self.events_buffer, seed)
        self.mind = Scratch(seed, chance.BOTS)
        self.mind_buffer = layout.buffer_of(self.mind)
        self.list_buffer = layout.buffer_of(Scratch(0, 0))
        self.out = [0] * steps.MAX_LEGAL
        self.steps = 0
        # Seats that are not in the game stay blank (the mastermind has a pile).
        seats = max(2, self.rules.seats)
        self.flat_state = layout.flattener(seats)
        self.flat_buffer = _reader(seats)

    def differences(self) -> Iterator[str]:
        """Play to the end; what differs, if anything."""
        if not self._same_state():
            yield "the setup differs"
            return
        guided = BOTS["guided"]
        while self.state.phase != OVER:
            seat = next_seat(self.state, self.mind)
            if self.compiled.seat_to_move(self.buffer, self.mind_buffer) != seat:
                yield "another seat is to move"
                return
            if not self._same_legal(seat):
                yield f"the legal steps of seat {seat} differ"
                return
            step = guided(self.rules, self.state, seat, self.mind)
            chosen = self.compiled.choose(self.rules_buffer, self.buffer, self.mind_buffer, seat, GUIDED)
            if step != chosen:
                yield f"seat {seat} chooses step {step} interpreted and {chosen} compiled"
                return
            self._apply(seat, step)
            if not self._same_events():
                yield f"the events of step {step} differ"
                return
            if not self._same_state():
                yield f"the state after step {step} differs"
                return

    def _apply(self, seat: int, step: int) -> None:
        self.steps += 1
        self.events.count = 0
        engine.apply(self.rules, self.state, self.events, seat, step)
        self.compiled.apply(self.rules_buffer, self.buffer, self.events_buffer, seat, step)

    def _same_legal(self, seat: int) -> bool:
        count = engine.legal(self.rules, self.state, seat, self.out)
        number = self.compiled.legal(self.rules_buffer, self.buffer, self.list_buffer, seat)
        listed = self.list_buffer.view(layout.SCRATCH)[0]["out"][:number].tolist()
        return bool(listed == self.out[:count])

    def _same_events(self) -> bool:
        record = self.events_buffer.view(layout.EVENTS)[0]
        length = self.events.count * EVENT_WIDTH
        same = int(record["count"]) == self.events.count
        return same and bool(record["data"][:length].tolist() == self.events.data[:length])

    def _same_state(self) -> bool:
        return self.flat_buffer(self.buffer) == self.flat_state(self.state)


_reader = cache(layout.FlatReader)


def compared_game(spec: Spec, seed: int, _bots: tuple[str, ...], *, boundscheck: bool = False) -> Outcome:
    """A guided game played both ways; Violation at the first difference."""
    pair = Pair(spec, seed, kernel(boundscheck=boundscheck))
    for difference in pair.differences():
        raise Violation(difference)
    return outcome(pair.rules, pair.state, seed, pair.steps)
