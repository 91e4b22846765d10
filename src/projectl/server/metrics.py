"""Counters, a gauge and a histogram, as Prometheus reads them."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterator

SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)


class Metrics:
    """What this node has done since it started."""

    def __init__(self) -> None:
        self._counts: Counter[tuple[str, str]] = Counter()
        self._gauges: dict[str, Callable[[], float]] = {}
        self._buckets = [0] * (len(SECONDS) + 1)
        self._sum = 0.0

    def count(self, name: str, label: str = "") -> None:
        """One more."""
        self._counts[name, label] += 1

    def gauge(self, name: str, read: Callable[[], float]) -> None:
        """A number that is read when somebody looks."""
        self._gauges[name] = read

    def command_took(self, seconds: float) -> None:
        """A command was answered after so long."""
        self._buckets[bisect_left(SECONDS, seconds)] += 1
        self._sum += seconds

    def text(self) -> str:
        """Everything in Prometheus' text format."""
        return "\n".join(self._lines()) + "\n"

    def _lines(self) -> Iterator[str]:
        last = ""
        for (name, label), number in sorted(self._counts.items()):
            if name != last:
                yield f"# TYPE projectl_{name}_total counter"
                last = name
            kind = f'{{kind="{label}"}}' if label else ""
            yield f"projectl_{name}_total{kind} {number}"
        for name, read in sorted(self._gauges.items()):
            yield f"# TYPE projectl_{name} gauge"
            yield f"projectl_{name} {read():g}"
        yield "# TYPE projectl_command_seconds histogram"
        total = 0
        for bound, number in zip((*SECONDS, "+Inf"), self._buckets, strict=True):
            total += number
            yield f'projectl_command_seconds_bucket{{le="{bound}"}} {total}'
        yield f"projectl_command_seconds_sum {self._sum:.6f}"
        yield f"projectl_command_seconds_count {total}"
