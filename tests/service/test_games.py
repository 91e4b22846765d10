"""Whole games through the rooms, and tables loaded from snapshots, in every configuration."""

from random import Random

import msgspec
import pytest
from tests.service.at_hand import ANN, CAT, Node, SnapshotStore, encode, run, settings_of, settled, updates
from tests.service.twins import CODE, ONLOOKER, Walk, replace_player

from projectl import replay
from projectl.service import entries as log
from projectl.service import wire
from projectl.service.deciding import decide, undo_depth
from projectl.service.records import record_of
from projectl.service.seen import table_view
from projectl.service.snapshots import EVERY, can_snapshot, read_snapshot, take_snapshot
from projectl.service.table import PLAYING, Table
from projectl.simulation.matrix import MATRIX, Spec


def whole_game(spec: Spec) -> None:
    """Bots play a game to its end; a reader hears of every entry, and the record tells the same result."""

    async def work() -> None:
        store = SnapshotStore()
        node = Node(store)
        code = await node.rooms.create(settings_of(spec, seed=MATRIX.index(spec)), ANN)
        for chair in range(spec.players):
            await node.done(code, ANN, wire.SeatBot(chair, "guided"))
        await node.done(code, ANN, wire.Start())
        room = node.rooms.rooms[code]
        watcher = await room.watch(CAT, 0)
        heard: list[wire.Update] = []

        def read() -> bool:
            heard.extend(updates(watcher))
            return room.table.phase == "over"

        await settled(read)
        read()
        assert [one.seq for update in heard for one in update.happened] == list(range(1, room.table.seq + 1))
        assert [update.table.seq for update in heard] == sorted({update.table.seq for update in heard})
        record = await record_of(store, code)
        assert room.table.game is not None
        final = replay(record)
        assert final.over
        assert final.scores() == room.table.game.scores() == heard[-1].table.game["scores"]  # type: ignore[index]
        assert final.winners() == heard[-1].table.game["winners"]  # type: ignore[index]
        assert len(final.history) == sum(one.what == "moved" for update in heard for one in update.happened)
        if "solo" in spec.variants:  # the mastermind's turn is told step by step
            events = [event.split()[0] for update in heard for one in update.happened for event in one.events]
            assert {"mastermind_took", "locks_gathered"} <= set(events)
        assert store.snapshots[code][0] > EVERY or room.table.seq < 2 * EVERY
        node.rooms.rooms.clear()
        loaded = await node.rooms.room(code)
        assert _without_spectators(loaded.view(ANN)) == _without_spectators(room.view(ANN))
        await node.rooms.close()

    run(work())


def _without_spectators(view: wire.TableView) -> bytes:
    return encode(msgspec.structs.replace(view, spectators=0))


@pytest.mark.parametrize("spec", MATRIX[::6], ids=str)
def test_a_whole_game(spec):
    whole_game(spec)


@pytest.mark.slow
@pytest.mark.parametrize("spec", [spec for spec in MATRIX if spec not in MATRIX[::6]], ids=str)
def test_whole_games_of_the_other_configurations(spec):
    whole_game(spec)


# ---- snapshots --------------------------------------------------------------------------------------------


def _everything(walk: Walk, table: Table) -> list[bytes]:
    """What all people see of a table, and what is in it."""
    views = [table_view(table, player, (), 0, 0) for player in (*walk.people, ONLOOKER)]
    undos = [(one.seat, one.before.position()) for one in table.undoable]
    return [encode(view) for view in views] + [take_snapshot(table), encode(undos)]


def _through_bytes(one: log.Logged) -> log.Logged:
    return msgspec.structs.replace(one, entry=log.parse_entry(log.entry_text(one.entry)))


@pytest.mark.parametrize("spec", MATRIX, ids=str)
def test_snapshot_and_tail_are_the_whole_log(spec):
    """Also while moves can be taken back, and in the middle of everything else that a turn can hold."""
    walk, dice = Walk(spec, MATRIX.index(spec)), Random(MATRIX.index(spec))
    snapshot, compared, undone = take_snapshot(walk.table), 0, 0
    for _ in range(80):
        if walk.table.phase != PLAYING:
            break
        undoable = [seat for seat in walk.table.active if undo_depth(walk.table, seat)]
        if undoable and dice.random() < 0.2:
            asking = replace_player(walk.asking, walk.table.chair_of(undoable[0]).player)
            walk.add(decide(walk.table, wire.Undo(undoable[0], dice.random() < 0.5), asking))
            undone += 1
        else:
            walk.move()
        if can_snapshot(walk.table) and dice.random() < 0.2:
            snapshot = take_snapshot(walk.table)
        if dice.random() < 0.15:
            table = read_snapshot(CODE, snapshot)
            assert table is not None
            for one in walk.stored[table.seq :]:
                table.add(_through_bytes(one.logged))
            assert _everything(walk, table) == _everything(walk, walk.table)
            compared += 1
    assert compared > 3
    assert undone > 1 or spec.options.get("line_clear_order") == "interleave"  # there every action passes the move
