"""Undo: within one's own turn, up to what was revealed, never across its end."""

import pytest
from tests.service.at_hand import ANN, BOB, CAT, Node, encode, run

from projectl.service import wire
from projectl.service.entries import PlayerId
from projectl.service.room import Room
from projectl.service.settings import Settings
from projectl.service.snapshots import can_snapshot

GROW = "upgrade +O1"
TAKE = "take"  # the first White card
BLIND = "take deck white"


async def play(node: Node, room: Room, *moves: str, player: PlayerId = ANN, seat: str = "A") -> None:
    for move in moves:
        assert room.table.game is not None
        text = f"take {room.table.game.view()['white']['row'][0]}" if move == TAKE else move
        await node.done(room.id, player, wire.Play(seat, text))


# Moves of Ann's turn, how many she may take back, why no more.
TURNS: list[tuple[tuple[str, ...], int, str]] = [
    ((), 0, "no move of yours"),
    ((GROW,), 1, ""),
    ((GROW, GROW), 2, ""),
    ((TAKE,), 0, "turned over"),
    ((BLIND,), 0, "turned over"),
    ((GROW, TAKE), 0, "turned over"),
    ((TAKE, GROW), 1, ""),
    ((GROW, GROW, GROW), 0, "has ended"),
]


@pytest.mark.parametrize(("moves", "depth", "why"), TURNS)
def test_how_far(moves, depth, why):
    async def work() -> None:
        node = Node()
        room = await node.table(Settings(seed=1), ANN, BOB)
        views = []
        for move in moves:
            views.append(_game(room))
            await play(node, room, move)
        undo = room.view(ANN).undo
        assert undo.moves == depth
        assert why in undo.why
        assert bool(undo.why) == (depth == 0)
        assert room.view(BOB).undo.moves == 0
        for number in range(depth):
            await node.done(room.id, ANN, wire.Undo("A"))
            assert _game(room) == views[-1 - number]
        answer = await node.do(room.id, ANN, wire.Undo("A"))
        assert isinstance(answer, wire.Refused)
        assert answer.code == "cannot_undo"

    run(work())


def _game(room: Room) -> bytes:
    return encode(room.view(ANN).game)


@pytest.mark.parametrize("moves", [(GROW, GROW), (TAKE, GROW)])
def test_whole_turn_back_to_the_barrier(moves):
    async def work() -> None:
        node = Node()
        room = await node.table(Settings(seed=1), ANN, BOB)
        fresh = room.table.game
        await play(node, room, *moves)
        await node.done(room.id, ANN, wire.Undo("A", whole_turn=True))
        assert room.table.undoable == []
        assert (room.table.game is fresh) == (TAKE not in moves)
        await play(node, room, GROW)  # and the turn goes on

    run(work())


def test_two_holders_in_line_clear():
    async def work() -> None:
        node = Node()
        people = [ANN, BOB, CAT, PlayerId("dan"), PlayerId("eve")]
        options = {"line_clear_order": "simultaneous"}
        room = await node.table(Settings(players=5, variants=("line_clear",), options=options, seed=2), *people)
        await play(node, room, GROW)
        await play(node, room, GROW, player=CAT, seat="C")
        assert room.view(ANN).undo.moves == 0  # Cat's move lies on top of Ann's
        assert "no move of yours" in room.view(ANN).undo.why
        assert room.view(CAT).undo.moves == 1
        await node.done(room.id, CAT, wire.Undo("C"))
        assert isinstance(await node.do(room.id, ANN, wire.Undo("A")), wire.Refused)
        await play(node, room, GROW)
        await node.done(room.id, ANN, wire.Undo("A"))
        assert room.table.active == ["A", "C"]

    run(work())


def test_still_possible_after_loading_anew():
    async def work() -> None:
        node = Node()
        room = await node.table(Settings(seed=1), ANN, BOB)
        before = _game(room)
        await play(node, room, GROW)
        assert not can_snapshot(room.table)
        node.rooms.rooms.clear()
        room = await node.rooms.room(room.id)
        await node.done(room.id, ANN, wire.Undo("A"))
        assert _game(room) == before

    run(work())
