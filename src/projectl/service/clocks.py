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
    waiting: dict[str, int] = field(default_factory=dict)  # seat -> since when the table waits for its next move

    @classmethod
    def started(cls, rule: RealTime | Days | None, seats: Iterable[str]) -> "Clocks":
        """Full clocks, none running."""
        return cls(rule, dict.fromkeys(seats, _full(rule)) if rule else {})

    def copy(self) -> "Clocks":
        """Independent clocks at the same point."""
        return Clocks(self.rule, dict(self.left), dict(self.running), dict(self.waiting))

    def turn_to(self, active: Iterable[str], at: int, ended: Iterable[str] = ()) -> None:
        """Now these seats are active; those in ``ended`` have ended a turn (and may be active again)."""
        now_active, fresh = set(active), set(ended)
        for seat in list(self.running):
            if seat not in now_active or seat in fresh:
                self._stop(seat, at)
        if isinstance(self.rule, RealTime):
            for seat in fresh:
                self.left[seat] += self.rule.increment * SECOND
        for seat in sorted(now_active):
            self.running.setdefault(seat, at)
            self.waiting.setdefault(seat, at)

    def heard_from(self, seat: str, at: int) -> None:
        """The seat has done something; the table's patience begins anew."""
        if seat in self.waiting:
            self.waiting[seat] = at

    def stop(self, at: int) -> None:
        """The game is over."""
        for seat in list(self.running):
            self._stop(seat, at)

    def credit(self, milliseconds: int) -> None:
        """Running clocks get time back."""
        for seat in self.running:
            self.running[seat] += milliseconds
            self.waiting[seat] += milliseconds

    def deadline(self, seat: str) -> int | None:
        """When a running seat's time is up."""
        if self.rule is None or seat not in self.running:
            return None
        return self.running[seat] + self.left[seat]

    def waited(self, seat: str, at: int) -> int:
        """How long the table has been waiting for this seat's next move."""
        return at - self.waiting[seat] if seat in self.waiting else 0

    def _stop(self, seat: str, at: int) -> None:
        since = self.running.pop(seat)
        del self.waiting[seat]
        if isinstance(self.rule, RealTime):
            self.left[seat] = max(0, self.left[seat] - (at - since))


def _full(rule: RealTime | Days) -> int:
    return rule.seconds * SECOND if isinstance(rule, RealTime) else rule.days * DAY
