"""A table as bytes and back. Only a cache of the log: whatever does not read is ignored and the log replayed."""

from typing import Any

import msgspec
from msgspec import Struct

from projectl.errors import ProjectLError
from projectl.game import Game

from .clocks import Clocks
from .entries import PlayerId, TableId
from .settings import Settings
from .table import Chair, Table

FORMAT = 2
EVERY = 24  # entries


class _Snapshot(Struct, frozen=True):
    format: int
    seq: int
    settings: Settings
    owner: PlayerId
    chairs: list[Chair]
    phase: str
    chat: bool
    position: dict[str, Any] | None
    seating: tuple[int, ...]
    left: dict[str, int]
    running: dict[str, int]
    waiting: dict[str, int]
    barrier: str
    replaced: dict[str, str]
    votes: dict[str, set[str]]
    draw_offer: set[str]
    drawn: bool
    rematch: str | None
    rematch_of: str | None
    changed: dict[str, int]
    last_at: int


_SAME = (
    "seq",
    "settings",
    "owner",
    "chairs",
    "phase",
    "chat",
    "seating",
    "barrier",
    "replaced",
    "votes",
    "draw_offer",
    "drawn",
    "rematch",
    "rematch_of",
    "changed",
    "last_at",
)


def can_snapshot(table: Table) -> bool:
    """Moves that may still be taken back are not in a snapshot."""
    return not table.undoable


def take_snapshot(table: Table) -> bytes:
    """The table as bytes."""
    return msgspec.json.encode(
        _Snapshot(
            format=FORMAT,
            position=None if table.game is None else table.game.position(),
            left=table.clocks.left,
            running=table.clocks.running,
            waiting=table.clocks.waiting,
            **{name: getattr(table, name) for name in _SAME},
        )
    )


def read_snapshot(table_id: TableId, data: bytes) -> Table | None:
    """The table of a snapshot; None if it is of another format or does not read."""
    try:
        found = msgspec.json.decode(data, type=_Snapshot)
        if found.format != FORMAT:
            return None
        table = Table(table_id, **{name: getattr(found, name) for name in _SAME})
        table.clocks = Clocks(found.settings.clock, found.left, found.running, found.waiting)
        if found.position is not None:
            table.game = Game.from_position(found.position)
            table.game.names = [table.chairs[chair].name for chair in table.seating]
    except (msgspec.DecodeError, ProjectLError):
        return None
    return table
