"""Who plays a seat. A person is one driver; a bot would be another."""

from dataclasses import dataclass
from typing import Protocol

from projectl.game import Move

from .table import Table


@dataclass(frozen=True, slots=True)
class Decision:
    """A move, and the seat that makes it."""

    seat: str
    move: Move


class Driver(Protocol):
    """Plays a seat: looks at the table (only ``table.view(seat)`` is for it to see) and decides."""

    def decide(self, table: Table, seat: str) -> Decision | None:
        """A move; None if the table has changed or should be looked at anew."""
        ...

    def told(self, table: Table, sentences: list[str]) -> None:
        """What has happened at the table."""
        ...
