"""Everybody who watches a table: what is told to whom, and who is there."""

import asyncio
from collections import deque

import msgspec

from . import wire
from .entries import PlayerId
from .seen import table_view
from .table import Table
from .world import GRACE, World

QUEUE = 64  # messages a slow reader may be behind
RECENT = 64  # public entries kept for readers who come back

News = list[tuple[int, bytes]]  # entries by number, as everybody may know them

_encode = msgspec.json.Encoder().encode


class Watcher:
    """One connection at a table. What is meant for it waits in a bounded queue; a reader too slow for it is cut."""

    def __init__(self, player: PlayerId, seq: int) -> None:
        self.player = player
        self.seq = seq
        self.queue: asyncio.Queue[bytes | None] = asyncio.Queue(QUEUE)
        self.cut = False

    def send(self, message: bytes) -> None:
        """Queue a message, or give this reader up."""
        if self.cut:
            return
        try:
            self.queue.put_nowait(message)
        except asyncio.QueueFull:
            self.close()

    def close(self) -> None:
        """Nothing more will come."""
        self.cut = True
        while not self.queue.empty():
            self.queue.get_nowait()
        self.queue.put_nowait(None)


class Audience:
    """The watchers of one table at this node, and who is known to be at other nodes."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.watchers: set[Watcher] = set()
        self.recent: deque[tuple[int, bytes]] = deque(maxlen=RECENT)
        self._elsewhere: dict[str, tuple[set[PlayerId], int]] = {}  # node -> who is connected there, heard when

    def enter(self, table: Table, watcher: Watcher, news: list[bytes]) -> None:
        """A new watcher; its first message is the table with all it has missed."""
        self.watchers.add(watcher)
        watcher.send(_update(b",".join(news), _encode(self.view(table, watcher.player))))
        self._tell_presence(table, watcher)

    def leave(self, table: Table, watcher: Watcher) -> None:
        """The connection has ended."""
        self.watchers.discard(watcher)
        self._tell_presence(table, watcher)

    def missed(self, since: int) -> list[bytes] | None:
        """The entries after a number, if they are still at hand."""
        if self.recent and self.recent[0][0] <= since + 1:
            return [public for seq, public in self.recent if seq > since]
        return None

    def tell(self, table: Table, news: News) -> None:
        """The news, and the table as each person sees it now."""
        self.recent.extend(news)
        views: dict[PlayerId | None, bytes] = {}
        for watcher in self.watchers:
            mine = b",".join(public for seq, public in news if seq > watcher.seq)
            if not mine and watcher.seq >= table.seq:
                continue
            watcher.send(_update(mine, self._view(table, watcher, views)))
            watcher.seq = table.seq

    def _view(self, table: Table, watcher: Watcher, views: dict[PlayerId | None, bytes]) -> bytes:
        """Encoded once for each person; onlookers share one."""
        seated = watcher.player == table.owner or any(c.player == watcher.player for c in table.chairs)
        key = watcher.player if seated else None
        if key not in views:
            views[key] = _encode(self.view(table, watcher.player))
        return views[key]

    def view(self, table: Table, player: PlayerId) -> wire.TableView:
        """The table as this person sees it."""
        here = self.here()
        seated = {chair.player for chair in table.chairs}
        return table_view(table, player, here, len(here - seated), self.world.clock.now())

    def here(self) -> set[PlayerId]:
        """Everybody connected, here or at other nodes."""
        return {watcher.player for watcher in self.watchers}.union(*(who for who, _ in self._elsewhere.values()))

    def _tell_presence(self, table: Table, who: Watcher) -> None:
        views: dict[PlayerId | None, bytes] = {}
        if not any(chair.player == who.player for chair in table.chairs):
            return  # onlookers come and go unannounced
        for watcher in self.watchers:
            if watcher is not who:
                watcher.send(_update(b"", self._view(table, watcher, views)))

    def heard_of(self, table: Table, node: str, players: set[PlayerId]) -> None:
        """Who is connected to another node."""
        before = self.here()
        self._elsewhere[node] = players, self.world.clock.now()
        self._tell_who_is_here(table, before)

    def forget_silent_nodes(self, table: Table) -> None:
        """A node not heard of for a while is gone, and its people with it."""
        before = self.here()
        oldest = self.world.clock.now() - GRACE
        self._elsewhere = {node: (who, at) for node, (who, at) in self._elsewhere.items() if who and at >= oldest}
        self._tell_who_is_here(table, before)

    def _tell_who_is_here(self, table: Table, before: set[PlayerId]) -> None:
        if self.here() == before:
            return
        views: dict[PlayerId | None, bytes] = {}
        for watcher in self.watchers:
            watcher.send(_update(b"", self._view(table, watcher, views)))


def _update(happened: bytes, table: bytes) -> bytes:
    """A ``wire.Update`` of parts that are encoded already."""
    return b'{"kind":"update","happened":[' + happened + b'],"table":' + table + b"}"
