"""What the parts of the server share: the rooms, who is asking, what is allowed, what is counted."""

from dataclasses import dataclass, field
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection

from projectl.service.entries import PlayerId
from projectl.service.rooms import Rooms

from .identity import COOKIE, Signer
from .limits import Buckets, Connections, Limits
from .metrics import Metrics


@dataclass(slots=True)
class Site:
    """One node of the server."""

    rooms: Rooms
    signer: Signer
    limits: Limits = field(default_factory=Limits)
    origins: frozenset[str] = frozenset()  # besides our own
    metrics: Metrics = field(default_factory=Metrics)
    connections: Connections = field(init=False)
    requests: Buckets = field(init=False)
    new_tables: Buckets = field(init=False)

    def __post_init__(self) -> None:
        limits = self.limits
        self.connections = Connections(limits)
        self.requests = Buckets(limits.requests_per_second, limits.request_burst)
        self.new_tables = Buckets(limits.tables_per_second, limits.table_burst)
        self.metrics.gauge("connections", lambda: self.connections.open)
        self.metrics.gauge("tables_in_memory", lambda: len(self.rooms.rooms))

    def player(self, connection: HTTPConnection) -> PlayerId | None:
        """Who asks: by the token of a program, or the cookie of a browser."""
        scheme, _, token = connection.headers.get("authorization", "").partition(" ")
        if scheme.lower() == "bearer":
            return self.signer.player(token)
        return self.signer.player(connection.cookies.get(COOKIE, ""))

    def is_ours(self, connection: HTTPConnection) -> bool:
        """Whether a page of ours asks. Browsers always say where a request comes from, programs need not."""
        origin = connection.headers.get("origin")
        if origin is None:
            return True
        return urlsplit(origin).netloc == connection.headers.get("host") or origin in self.origins


def address(connection: HTTPConnection) -> str:
    """Where the request comes from."""
    return connection.client.host if connection.client else "?"
