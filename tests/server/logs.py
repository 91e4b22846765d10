"""Real logs for the store's tests: tables with bots that play, made without any store."""

from functools import cache
from random import Random
from typing import NamedTuple

import msgspec

from projectl.bots.choosing import choose_move
from projectl.service import wire
from projectl.service.deciding import SERVER, Asking, decide
from projectl.service.entries import AnyEntry, Created, Logged, PlayerId, TableId
from projectl.service.loading import summary
from projectl.service.ports import Store, Stored, Summary
from projectl.service.seen import happened
from projectl.service.settings import Settings
from projectl.service.snapshots import can_snapshot, take_snapshot
from projectl.service.table import PLAYING, Table

OWNER = PlayerId("olga")
START = 1_700_000_000_000  # milliseconds since 1970
SECOND = 1_000


class Added(NamedTuple):
    """One append, the summary that goes with it, and a snapshot of the table after it if there can be one."""

    stored: list[Stored]
    summary: Summary
    snapshot: bytes | None


@cache
def played_log(seed: int, moves: int = 12) -> tuple[Added, ...]:
    """The appends of one table: a person and a bot, so many moves (the person's are chosen by a bot, too)."""
    dice = Random(seed)
    table = Table(TableId("ANY"))
    added = [_add(table, [Created(Settings(seed=seed, listed=True), OWNER)], None)]

    def command(player: PlayerId, do: wire.Do) -> None:
        asking = Asking(player, table.last_at + SECOND, dice.randrange, frozenset({"guided"}))
        added.append(_add(table, decide(table, do, asking), f"{player}/{len(added)}"))

    command(OWNER, wire.Sit("Olga"))
    command(OWNER, wire.SeatBot(1, "guided"))
    command(OWNER, wire.Say("good_luck"))
    command(OWNER, wire.Start())
    for _ in range(moves):
        if table.phase != PLAYING or table.game is None:
            break
        seat = table.active[0]
        move = choose_move("guided", table.game.position(), seat, dice.randrange(1 << 62))
        command(SERVER if table.driver(seat) else OWNER, wire.Play(seat, move))
    return tuple(added)


def _add(table: Table, entries: list[AnyEntry], command_id: str | None) -> Added:
    stored = []
    for number, entry in enumerate(entries, 1):
        key = command_id if number == len(entries) else None
        logged = Logged(table.seq + 1, START + len(table.answered) * SECOND, entry, key)
        table.add(logged)
        stored.append(Stored(logged, msgspec.json.encode(happened(table, logged))))
    return Added(stored, summary(table), take_snapshot(table) if can_snapshot(table) else None)


async def fill(store: Store, tables: int, moves: int = 12) -> list[TableId]:
    """Store so many tables, each with a snapshot half way."""
    codes = [TableId(f"TABLE{number:03}") for number in range(tables)]
    for number, code in enumerate(codes):
        log = played_log(number, moves)
        for added in log:
            assert await store.append(code, added.stored, added.summary)
        half = [added for added in log[: len(log) // 2] if added.snapshot is not None][-1]
        assert half.snapshot is not None
        await store.save_snapshot(code, half.stored[-1].logged.seq, half.snapshot)
    return codes
