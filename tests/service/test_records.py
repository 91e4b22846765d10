"""The record of a table: whole at the end, only what is public before."""

import pytest
from tests.service.at_hand import ANN, BOB, Node, run, settled

from projectl import replay
from projectl.errors import RecordError
from projectl.service import wire
from projectl.service.deciding import Refusal
from projectl.service.records import record_of
from projectl.service.settings import Settings

GROW = "upgrade +O1"
OWN = {"id": "X1", "color": "white", "points": 1, "reward": "O1", "rows": ["..###", "#####", "#####", "#####", "#####"]}


def test_a_finished_game():
    async def work() -> None:
        node = Node()
        room = await node.table(Settings(seed=5, cards=(OWN,)), ANN, BOB)
        for _ in range(2):
            await node.done(room.id, ANN, wire.Play("A", GROW))
        await node.done(room.id, ANN, wire.Undo("A", whole_turn=True))
        for player, seat in ((ANN, "A"), (BOB, "B")):
            await node.done(room.id, player, wire.Resign(seat))
        await settled(lambda: room.table.phase == "over")
        record = await record_of(node.store, room.id)
        game = replay(record)
        assert game.over
        assert game.names == ["Ann", "Bob"]
        assert game.seed == 5
        assert room.table.game is not None
        assert game.position() == room.table.game.position()
        moved = [one for one in await node.store.tail(room.id, 0) if type(one.entry).__name__ == "Moved"]
        assert len(game.history) == len(moved) - 2  # the two taken back are left out
        await node.rooms.close()

    run(work())


def test_a_drawn_game():
    async def work() -> None:
        node = Node()
        room = await node.table(Settings(seed=5), ANN, BOB)
        await node.done(room.id, ANN, wire.Play("A", GROW))
        await node.done(room.id, ANN, wire.OfferDraw("A"))
        await node.done(room.id, BOB, wire.AnswerDraw("B", True))
        record = await record_of(node.store, room.id)
        assert "unfinished: 1 moves" in record
        assert [str(played) for played in replay(record).history] == [f"A: {GROW}"]

    run(work())


def test_a_game_that_is_on():
    async def work() -> None:
        node = Node()
        settings = Settings(seed=5, expansions=("finesse",), variants=("endless_white",))
        room = await node.table(settings, ANN, BOB)
        await node.done(room.id, ANN, wire.Play("A", "take deck white"))
        record = await record_of(node.store, room.id)
        lines = dict(line.split(": ", 1) for line in record.splitlines() if ": " in line)
        assert record.startswith("Project L record 1 in progress\n")
        assert lines.keys() == {
            *("edition", "players", "names", "expansions", "variants", "packs"),
            *("white row", "black row", "tiles", "unfinished"),
        }
        assert lines["names"] == "Ann | Bob"
        assert [tile for tile in lines["tiles"].split() if tile in "ABC"] == lines["tiles"].split()[:2]
        taken = next(iter(room.view(ANN).game["players"]["A"]["puzzles"]))  # type: ignore[index]
        assert f"A take deck white | {taken}\n" in record
        with pytest.raises(RecordError):
            replay(record)

    run(work())


def test_a_game_that_has_not_begun():
    async def work() -> None:
        node = Node()
        room = await node.table(Settings(), ANN, start=False)
        with pytest.raises(Refusal) as refused:
            await record_of(node.store, room.id)
        assert refused.value.code == "not_started"

    run(work())
