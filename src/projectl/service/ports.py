"""What the service needs of the world. Each port has real implementations: memory, SQL, Redis, worker processes."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Protocol

from msgspec import Struct

from .entries import Logged, PlayerId, TableId


class Summary(Struct, frozen=True):
    """What a list of tables shows, and when the table wants attention without anybody asking; follows from the log."""

    phase: str
    listed: bool
    title: str
    players: tuple[PlayerId, ...]
    names: tuple[str, ...]
    due_at: int | None
    updated_at: int


class Stored(Struct, frozen=True):
    """A logged entry and what everybody may know of it, written once."""

    logged: Logged
    public: bytes


class Loaded(Struct, frozen=True):
    """What is needed to seat a table in memory: a snapshot (seq 0: none), the entries after it, and which commands
    have been carried out."""

    seq: int
    snapshot: bytes | None
    tail: list[Logged]
    answered: dict[str, int]


class Listed(Struct, frozen=True):
    """A table in a list."""

    code: TableId
    summary: Summary


class Store(Protocol):
    """The log. When ``append`` returns True the entries survive a power cut."""

    async def append(self, table: TableId, entries: Sequence[Stored], summary: Summary) -> bool:
        """Add entries; False, and nothing stored, if their numbers or command ids are taken.

        Only the last of them carries the id of the command that they carry out.
        """
        ...

    async def load(self, table: TableId) -> Loaded | None:
        """A table, or None if there is none."""
        ...

    async def tail(self, table: TableId, after: int) -> list[Logged]:
        """The entries after a number."""
        ...

    async def public(self, table: TableId, after: int) -> list[bytes]:
        """What everybody may know of the entries after a number."""
        ...

    async def save_snapshot(self, table: TableId, seq: int, snapshot: bytes) -> None:
        """A cache; may be lost."""
        ...

    async def due(self, before: int) -> list[TableId]:
        """Tables that want attention."""
        ...

    async def tables(self, player: PlayerId | None) -> list[Listed]:
        """The tables of a person, or the listed ones; latest first."""
        ...

    async def beat(self, node: str, at: int) -> None:
        """This node is alive."""
        ...

    async def last_beat(self) -> int | None:
        """When any node was last known to be alive."""
        ...

    async def close(self) -> None:
        """Let go of everything."""
        ...


Listener = Callable[[dict[str, Any]], Awaitable[None]]


class Broadcaster(Protocol):
    """Wakes the other nodes. It may lose messages; the log has everything."""

    async def publish(self, message: dict[str, Any]) -> None:
        """Tell all other nodes, without waiting until they have heard it."""
        ...

    async def listen(self, listener: Listener) -> None:
        """Hear what other nodes tell, from now on."""
        ...

    async def close(self) -> None:
        """Stop."""
        ...


class Clock(Protocol):
    """Time."""

    def now(self) -> int:
        """Milliseconds since 1970."""
        ...


class Thinker(Protocol):
    """Bots. They get a position in which everything their seat cannot know has been dealt anew."""

    @property
    def bots(self) -> frozenset[str]:
        """Their names."""
        ...

    async def think(self, bot: str, position: dict[str, Any], seat: str, seed: int) -> str:
        """A move as text. Always comes back in time, if need be with a quick move."""
        ...
