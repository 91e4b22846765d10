"""Looking ahead within one's own move: nothing changes, and nothing hidden shows."""

import pytest
from tests.service.at_hand import ANN, BOB, CAT, Node, encode, run

from projectl.rules import steps
from projectl.rules.pieces import O1, PLACEMENTS
from projectl.service import wire
from projectl.service.room import Room
from projectl.service.settings import Settings

GROW = steps.UPGRADE_TAKE + O1
BLIND = steps.TAKE_DECK


async def _table(node: Node) -> Room:
    """Ann has one puzzle and two actions left."""
    room = await node.table(Settings(seed=1), ANN, BOB)
    assert room.table.game is not None
    await node.done(room.id, ANN, wire.Play("A", f"take {room.table.game.view()['white']['row'][0]}"))
    return room


REFUSED = [
    (ANN, "B", (), "not_your_seat"),
    (CAT, "A", (), "not_your_seat"),
    (ANN, "F", (), "not_your_seat"),
    (BOB, "B", (GROW,), "not_active"),
    (ANN, "A", (steps.STEPS,), "unknown_step"),
    (ANN, "A", (-1,), "unknown_step"),
    (ANN, "A", (steps.DONE,), "nothing_under_way"),
    (ANN, "A", (GROW, GROW), "too_many_steps"),
    (ANN, "A", (BLIND, PLACEMENTS), "too_many_steps"),
    (ANN, "A", (BLIND, steps.STEPS), "too_many_steps"),
]


@pytest.mark.parametrize(("player", "seat", "taken", "code"), REFUSED)
def test_refused(player, seat, taken, code):
    async def work() -> None:
        room = await _table(Node())
        before = encode(room.view(ANN))
        answer = await room.stage(player, wire.Stage("s", seat, taken))
        assert isinstance(answer, wire.Refused), answer
        assert (answer.id, answer.seq) == ("s", room.table.seq)
        assert answer.code == code
        assert encode(room.view(ANN)) == before

    run(work())


async def _staged(room: Room, *taken: int) -> wire.Staged:
    answer = await room.stage(ANN, wire.Stage("s", "A", taken))
    assert isinstance(answer, wire.Staged), answer
    return answer


def test_step_by_step():
    async def work() -> None:
        node = Node()
        room = await _table(node)
        game = room.table.game
        assert game is not None
        nothing = await _staged(room)
        assert nothing.legal == tuple(game.legal_steps("A"))
        assert nothing.move is None
        master = await _staged(room, steps.MASTER)
        assert master.move is None
        assert 0 < len(master.legal) < len(nothing.legal)
        placed = await _staged(room, steps.MASTER, master.legal[0])
        assert placed.player["supply"] != nothing.player["supply"]
        assert steps.DONE in placed.legal
        whole = await _staged(room, steps.MASTER, master.legal[0], steps.DONE)
        assert whole.move is not None
        assert (whole.legal, whole.reveals, whole.ends_turn) == ((), False, False)
        await node.done(room.id, ANN, wire.Play("A", whole.move))
        assert room.view(ANN).game["players"]["A"] == whole.player  # type: ignore[index]
        last = await _staged(room, GROW)
        assert (last.move, last.ends_turn) == ("upgrade +O1", True)

    run(work())


def test_of_a_blind_card_only_that_it_comes():
    async def work() -> None:
        room = await _table(Node())
        before, blind = await _staged(room), await _staged(room, BLIND)
        assert (blind.move, blind.reveals, blind.legal) == ("take deck white", True, ())
        assert (blind.player, blind.reserve) == (before.player, before.reserve)

    run(work())


def test_nothing_is_legal_in_a_drawn_game():
    async def work() -> None:
        node = Node()
        room = await _table(node)
        await node.done(room.id, ANN, wire.OfferDraw("A"))
        await node.done(room.id, BOB, wire.AnswerDraw("B", True))
        assert (await _staged(room)).legal == ()

    run(work())
