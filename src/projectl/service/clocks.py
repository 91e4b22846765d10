"""Time at a table. Everything follows from the times in the log, so every node reckons alike."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from .settings import Days, RealTime

DAY = 86_400_000
SECOND = 1_000


@dataclass(slots=True)
class Clocks:
    """What each seat has left, in milliseconds, and since when the running ones run."""

    rule: RealTime | Days | None
    left: dict[str, int] = field(default_factory=dict)
    running: dict[str, int] = field(default_factory=dict)  # seat -> since when

    @classmethod
    def started(cls, rule: RealTime | Days | None, seats: Iterable[str]) -> "Clocks":
        """Full clocks, none running."""
        return cls(rule, dict.fromkeys(seats, _full(rule)) if rule else {})

    def turn_to(self, active: Iterable[str], at: int, ended: Iterable[str] = ()) -> None:
        """Now these seats are active; those in ``ended`` have ended a turn (and may be active again)."""
        now_active, fresh = set(active), set(ended)
        for seat in list(self.running):
            if seat not in now_active or seat in fresh:
                self._stop(seat, at, turn_ended=seat in fresh or seat not in now_active)
        for seat in now_active:
            self.running.setdefault(seat, at)

    def stop(self, at: int) -> None:
        """The game is over."""
        for seat in list(self.running):
            self._stop(seat, at, turn_ended=False)

    def credit(self, milliseconds: int) -> None:
        """Running clocks get time back."""
        for seat in self.running:
            self.running[seat] += milliseconds

    def deadline(self, seat: str) -> int | None:
        """When a running seat's time is up."""
        if self.rule is None or seat not in self.running:
            return None
        return self.running[seat] + self.left[seat]

    def waited(self, seat: str, at: int) -> int:
        """How long the table has been waiting for this seat."""
        return at - self.running[seat] if seat in self.running else 0

    def _stop(self, seat: str, at: int, *, turn_ended: bool) -> None:
        since = self.running.pop(seat)
        if isinstance(self.rule, RealTime):
            self.left[seat] = max(0, self.left[seat] - (at - since))
            if turn_ended:
                self.left[seat] += self.rule.increment * SECOND


def _full(rule: RealTime | Days) -> int:
    return rule.seconds * SECOND if isinstance(rule, RealTime) else rule.days * DAY
