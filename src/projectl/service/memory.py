"""Ports without a disk or a network: for one process that may forget."""

import time
from collections.abc import Sequence
from typing import Any

from .entries import Logged, PlayerId, TableId
from .ports import Listed, Listener, Loaded, Stored, Summary


class MemoryStore:
    """A log that lives as long as the process."""

    def __init__(self) -> None:
        self._rows: dict[TableId, list[Stored]] = {}
        self._summaries: dict[TableId, Summary] = {}
        self._beat: int | None = None

    async def append(self, table: TableId, entries: Sequence[Stored], summary: Summary) -> bool:
        rows = self._rows.get(table, [])
        known = {row.logged.command_id for row in rows if row.logged.command_id is not None}
        if entries[0].logged.seq != len(rows) + 1 or any(new.logged.command_id in known for new in entries):
            return False
        self._rows.setdefault(table, []).extend(entries)
        self._summaries[table] = summary
        return True

    async def load(self, table: TableId) -> Loaded | None:
        rows = self._rows.get(table)
        if rows is None:
            return None
        logged = [row.logged for row in rows]
        return Loaded(0, None, logged, {one.command_id: one.seq for one in logged if one.command_id is not None})

    async def tail(self, table: TableId, after: int) -> list[Logged]:
        return [row.logged for row in self._rows.get(table, [])[after:]]

    async def public(self, table: TableId, after: int) -> list[bytes]:
        return [row.public for row in self._rows.get(table, [])[after:]]

    async def save_snapshot(self, table: TableId, seq: int, snapshot: bytes) -> None:
        pass  # everything is in memory already

    async def due(self, before: int) -> list[TableId]:
        return [code for code, row in self._summaries.items() if row.due_at is not None and row.due_at <= before]

    async def tables(self, player: PlayerId | None) -> list[Listed]:
        found = [
            Listed(code, row)
            for code, row in self._summaries.items()
            if (row.listed if player is None else player in row.players)
        ]
        return sorted(found, key=lambda one: -one.summary.updated_at)

    async def beat(self, node: str, at: int) -> None:  # noqa: ARG002 - there is but one node
        self._beat = at

    async def last_beat(self) -> int | None:
        return self._beat

    async def close(self) -> None:
        pass


class OneNode:
    """There are no other nodes to wake."""

    async def publish(self, message: dict[str, Any]) -> None:
        pass

    async def listen(self, listener: Listener) -> None:
        pass

    async def close(self) -> None:
        pass


class WallClock:
    """The computer's clock."""

    def now(self) -> int:
        return time.time_ns() // 1_000_000
