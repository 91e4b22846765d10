"""A table from the store, and what the store keeps beside its log."""

import contextlib

from .entries import TableId
from .ports import Store, Summary
from .snapshots import read_snapshot
from .table import PLAYING, DamagedLog, Table, replayed
from .world import GRACE


async def load_table(store: Store, table_id: TableId) -> tuple[Table, int] | None:
    """A table from the store and the seq of its snapshot; None if there is none."""
    loaded = await store.load(table_id)
    if loaded is None:
        return None
    table = read_snapshot(table_id, loaded.snapshot) if loaded.snapshot else None
    if table is not None and table.seq == loaded.seq:
        with contextlib.suppress(DamagedLog):  # if it is the snapshot that is damaged, the log will do
            for logged in loaded.tail:
                table.add(logged)
            table.answered = loaded.answered
            return table, loaded.seq
    table = replayed(table_id, await store.tail(table_id, 0))
    return table, loaded.seq


def summary(table: Table) -> Summary:
    """What lists show of a table, and when it wants attention."""
    due: int | None = None
    if table.phase == PLAYING:
        deadlines = [d for seat in table.active if (d := table.clocks.deadline(seat)) is not None]
        if any(table.driver(seat) for seat in table.active):
            deadlines.append(table.last_at + GRACE)
        due = min(deadlines, default=None)
    players = tuple(dict.fromkeys([table.owner, *(chair.player for chair in table.chairs if chair.player)]))
    names = tuple(chair.name for chair in table.chairs)
    title = ", ".join((table.settings.edition, *table.settings.expansions, *table.settings.variants))
    return Summary(table.phase, table.settings.listed, title, players, names, due, table.last_at)
