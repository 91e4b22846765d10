"""How much one client may ask for."""

import time
from collections import Counter, OrderedDict
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """What is allowed; generous to people, short for floods."""

    messages_per_second: float = 15.0
    message_burst: int = 60
    bad_messages: int = 10  # then the connection ends
    frame_bytes: int = 8 * 1024
    body_bytes: int = 64 * 1024
    connections: int = 5_000
    connections_per_address: int = 500
    requests_per_second: float = 30.0
    request_burst: int = 120
    tables_per_second: float = 1.0
    table_burst: int = 30


class Bucket:
    """Tokens that fill up with time."""

    __slots__ = ("_at", "_burst", "_left", "_rate")

    def __init__(self, rate: float, burst: int) -> None:
        self._rate = rate
        self._burst = burst
        self._left = float(burst)
        self._at = time.monotonic()

    def take(self) -> bool:
        """Whether one more is allowed now."""
        now = time.monotonic()
        self._left = min(self._burst, self._left + (now - self._at) * self._rate)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True


class Buckets:
    """A bucket for each address; only so many are remembered, the longest unused go first."""

    MOST = 10_000

    def __init__(self, rate: float, burst: int) -> None:
        self._rate = rate
        self._burst = burst
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, address: str) -> bool:
        """Whether this address may do one more."""
        if address not in self._buckets:
            self._buckets[address] = Bucket(self._rate, self._burst)
            if len(self._buckets) > self.MOST:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(address)
        return self._buckets[address].take()


class Connections:
    """Open sockets, in all and by address."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._by_address: Counter[str] = Counter()
        self.open = 0

    def enter(self, address: str) -> bool:
        """Whether one more may come in; if so it is counted."""
        limits = self._limits
        if self.open >= limits.connections or self._by_address[address] >= limits.connections_per_address:
            return False
        self.open += 1
        self._by_address[address] += 1
        return True

    def leave(self, address: str) -> None:
        """One has gone."""
        self.open -= 1
        self._by_address[address] -= 1
        if not self._by_address[address]:
            del self._by_address[address]


UNLIMITED = Limits(
    messages_per_second=1e9,
    message_burst=1_000_000,
    connections=100_000,
    connections_per_address=100_000,
    requests_per_second=1e9,
    request_burst=1_000_000,
    tables_per_second=1e9,
    table_burst=1_000_000,
)
