"""The time limit of a search."""

import time


class OutOfTime(Exception):
    """The time limit of a search has passed."""


class Clock:
    """So many seconds from now."""

    def __init__(self, seconds: float) -> None:
        self._end = time.monotonic() + seconds

    @property
    def left(self) -> float:
        """The seconds that are left; none once they have passed."""
        return max(0.0, self._end - time.monotonic())

    def check(self) -> None:
        """Raise OutOfTime once they have passed."""
        if time.monotonic() > self._end:
            raise OutOfTime
