"""Every command: where it is allowed what it logs, where it is refused why, and that a refusal changes nothing."""

import typing
from collections.abc import Callable

import msgspec
import pytest
from tests.service.at_hand import ANN, BOB, CAT, Node, encode, kinds, run

from projectl.service import wire
from projectl.service.room import Room
from projectl.service.settings import RealTime, Settings

Given = wire.Do | Callable[[Room], wire.Do]


def first_take(room: Room, seat: str = "A") -> wire.Play:
    """A move that reveals a card."""
    assert room.table.game is not None
    return wire.Play(seat, f"take {room.table.game.view()['white']['row'][0]}")


async def lobby(node: Node) -> Room:
    """Ann on chair 0, a bot on chair 1, Bob on chair 2, chair 3 empty; Cat watches."""
    room = await node.table(Settings(players=4), ANN, start=False)
    for do in (wire.Stand(2), wire.Stand(3)):
        await node.done(room.id, ANN, do)
    await node.done(room.id, BOB, wire.Sit("Bob"))
    return room


async def full(node: Node) -> Room:
    """Ann and Bob, who may start."""
    return await node.table(Settings(), ANN, BOB, start=False)


async def playing(node: Node) -> Room:
    """Ann (A, on turn) and Bob (B)."""
    return await node.table(Settings(seed=7), ANN, BOB)


async def waiting(node: Node) -> Room:
    """Ann has let the table wait for two minutes."""
    room = await node.table(Settings(seed=7, players=3), ANN, BOB, CAT)
    node.clock.pass_seconds(120)
    return room


async def moved(node: Node) -> Room:
    """Ann has made a move that she may take back."""
    room = await playing(node)
    await node.done(room.id, ANN, wire.Play("A", "upgrade +O1"))
    return room


async def resigned(node: Node) -> Room:
    """Bob has given up; it is Ann's turn."""
    room = await playing(node)
    await node.done(room.id, BOB, wire.Resign("B"))
    return room


async def voted_out(node: Node) -> Room:
    """Ann's seat is played by a bot after a vote; it is her turn, so the bot would move: it is held back."""
    node.world.bot_pause = 3600
    room = await playing(node)
    node.clock.pass_seconds(120)
    await node.done(room.id, BOB, wire.VoteOut("B", "A"))
    return room


async def flagged(node: Node) -> Room:
    """Ann's time is up."""
    node.world.bot_pause = 3600
    room = await node.table(Settings(seed=7, clock=RealTime(10)), ANN, BOB)
    node.clock.pass_seconds(10)
    await room.driver._do_duty()
    return room


async def offered(node: Node) -> Room:
    """Ann offers a draw."""
    room = await playing(node)
    await node.done(room.id, ANN, wire.OfferDraw("A"))
    return room


async def solo(node: Node) -> Room:
    return await node.table(Settings(players=1, variants=("solo",)), ANN)


async def over(node: Node) -> Room:
    """Ann and Bob have agreed on a draw."""
    room = await offered(node)
    await node.done(room.id, BOB, wire.AnswerDraw("B", True))
    return room


async def rematched(node: Node) -> Room:
    room = await over(node)
    await node.done(room.id, BOB, wire.Rematch())
    return room


Scene = Callable[[Node], typing.Awaitable[Room]]

ALLOWED: list[tuple[Scene, str, Given, str]] = [
    (lobby, CAT, wire.Sit("Cat"), "sat"),
    (lobby, CAT, wire.Sit("Cat", 3), "sat"),
    (lobby, ANN, wire.Sit("Ann's brother"), "sat"),
    (lobby, CAT, wire.Sit("<script>alert(1)</script>"[:24]), "sat"),
    (lobby, CAT, wire.Sit("  Čeněk Ž.  "), "sat"),
    (lobby, ANN, wire.SeatBot(3, "random"), "bot_sat"),
    (lobby, ANN, wire.SeatBot(1, "random"), "bot_sat"),
    (lobby, BOB, wire.Stand(2), "stood"),
    (lobby, ANN, wire.Stand(2), "stood"),
    (lobby, ANN, wire.Stand(1), "stood"),
    (lobby, ANN, wire.SwitchChat(True), "chat_switched"),
    (lobby, BOB, wire.Say("hello"), "said"),
    (full, ANN, wire.Start(), "started"),
    (playing, BOB, wire.Say("good_luck"), "said"),
    (playing, ANN, wire.SwitchChat(True), "chat_switched"),
    (playing, ANN, first_take, "moved"),
    (playing, ANN, wire.Play("A", "upgrade +O1"), "moved"),
    (playing, ANN, wire.Play("A", "A: upgrade +O1"), "moved"),
    (moved, ANN, wire.Undo("A"), "undone"),
    (moved, ANN, wire.Undo("A", whole_turn=True), "undone"),
    (playing, BOB, wire.Resign("B"), "replaced"),
    (playing, ANN, wire.Resign("A"), "replaced"),
    (voted_out, ANN, wire.Return("A"), "returned"),
    (waiting, BOB, wire.VoteOut("B", "A"), "voted"),
    (playing, BOB, wire.OfferDraw("B"), "draw_offered"),
    (offered, BOB, wire.AnswerDraw("B", True), "draw_answered"),
    (offered, BOB, wire.AnswerDraw("B", False), "draw_answered"),
    (over, ANN, wire.Rematch(), "rematched"),
    (over, BOB, wire.Say("well_played"), "said"),
]

REFUSED: list[tuple[Scene, str, Given, str]] = [
    (lobby, BOB, wire.Sit("Bob again"), "already_seated"),
    (lobby, BOB, wire.Sit("Bob"), "already_seated"),
    (lobby, CAT, wire.Sit("Bob"), "name_taken"),
    (lobby, CAT, wire.Sit(" Bob "), "name_taken"),
    (lobby, CAT, wire.Sit("Guided"), "name_taken"),
    (lobby, CAT, wire.Sit("a|b"), "bad_name"),
    (lobby, CAT, wire.Sit("a\nb"), "bad_name"),
    (lobby, CAT, wire.Sit("a\x00b"), "bad_name"),
    (lobby, CAT, wire.Sit("a\u202eb"), "bad_name"),
    (lobby, CAT, wire.Sit("a\u200bb"), "bad_name"),
    (lobby, CAT, wire.Sit("   "), "bad_name"),
    (lobby, CAT, wire.Sit("n" * 25), "bad_name"),
    (lobby, CAT, wire.Sit("Cat", 0), "chair_taken"),
    (lobby, CAT, wire.Sit("Cat", 1), "chair_taken"),
    (lobby, CAT, wire.Sit("Cat", 5), "no_chair"),
    (full, CAT, wire.Sit("Cat"), "table_full"),
    (playing, CAT, wire.Sit("Cat"), "wrong_phase"),
    (lobby, BOB, wire.SeatBot(3, "random"), "not_owner"),
    (lobby, CAT, wire.SeatBot(3, "random"), "not_owner"),
    (lobby, ANN, wire.SeatBot(3, "deep blue"), "unknown_bot"),
    (lobby, ANN, wire.SeatBot(2, "random"), "chair_taken"),
    (lobby, ANN, wire.SeatBot(5, "random"), "no_chair"),
    (playing, ANN, wire.SeatBot(0, "random"), "wrong_phase"),
    (lobby, BOB, wire.Stand(0), "not_yours"),
    (lobby, CAT, wire.Stand(1), "not_yours"),
    (lobby, ANN, wire.Stand(3), "chair_empty"),
    (lobby, ANN, wire.Stand(4), "no_chair"),
    (playing, ANN, wire.Stand(0), "wrong_phase"),
    (lobby, BOB, wire.SwitchChat(True), "not_owner"),
    (lobby, CAT, wire.SwitchChat(True), "not_owner"),
    (lobby, CAT, wire.Say("hello"), "not_seated"),
    (lobby, BOB, wire.Chat("hello"), "chat_off"),
    (lobby, CAT, wire.Chat("hello"), "not_seated"),
    (lobby, ANN, wire.Start(), "chairs_empty"),
    (full, BOB, wire.Start(), "not_owner"),
    (playing, ANN, wire.Start(), "wrong_phase"),
    (full, ANN, wire.Play("A", "end"), "wrong_phase"),
    (playing, BOB, wire.Play("B", "upgrade +O1"), "not_your_turn"),
    (playing, BOB, wire.Play("A", "upgrade +O1"), "not_your_seat"),
    (playing, CAT, wire.Play("A", "upgrade +O1"), "not_your_seat"),
    (playing, "server", wire.Play("A", "upgrade +O1"), "not_a_bot"),
    (playing, ANN, wire.Play("C", "upgrade +O1"), "unknown_seat"),
    (playing, ANN, wire.Play("A", "B: upgrade +O1"), "malformed"),
    (playing, ANN, wire.Play("A", "take W99"), "unknown_card"),
    (playing, ANN, wire.Play("A", "dance"), "malformed"),
    (playing, ANN, wire.Play("A", ""), "malformed"),
    (playing, ANN, wire.Play("A"), "unfinished"),
    (playing, ANN, wire.Play("A", steps=(1 << 70,)), "unknown_step"),
    (playing, ANN, wire.Play("A", "touch W1:O1@22"), "wrong_phase"),
    (resigned, BOB, wire.Play("B", "upgrade +O1"), "replaced"),
    (over, ANN, wire.Play("A", "upgrade +O1"), "wrong_phase"),
    (playing, ANN, wire.Undo("A"), "cannot_undo"),
    (moved, BOB, wire.Undo("B"), "cannot_undo"),
    (moved, BOB, wire.Undo("A"), "not_your_seat"),
    (full, ANN, wire.Undo("A"), "wrong_phase"),
    (over, ANN, wire.Undo("A"), "wrong_phase"),
    (playing, BOB, wire.Resign("A"), "not_your_seat"),
    (playing, CAT, wire.Resign("B"), "not_your_seat"),
    (resigned, BOB, wire.Resign("B"), "replaced"),
    (full, BOB, wire.Resign("B"), "wrong_phase"),
    (resigned, BOB, wire.Return("B"), "resigned"),
    (playing, BOB, wire.Return("B"), "not_replaced"),
    (voted_out, BOB, wire.Return("A"), "not_your_seat"),
    (voted_out, CAT, wire.Return("A"), "not_your_seat"),
    (flagged, ANN, wire.Return("A"), "time_up"),
    (full, ANN, wire.Return("A"), "wrong_phase"),
    (playing, BOB, wire.VoteOut("B", "A"), "be_patient"),
    (waiting, BOB, wire.VoteOut("B", "C"), "be_patient"),
    (waiting, BOB, wire.VoteOut("B", "B"), "no_vote"),
    (waiting, BOB, wire.VoteOut("B", "F"), "no_vote"),
    (waiting, BOB, wire.VoteOut("C", "A"), "not_your_seat"),
    (voted_out, BOB, wire.VoteOut("B", "A"), "no_vote"),
    (full, BOB, wire.VoteOut("B", "A"), "wrong_phase"),
    (offered, BOB, wire.OfferDraw("B"), "offered"),
    (offered, ANN, wire.OfferDraw("A"), "offered"),
    (playing, CAT, wire.OfferDraw("A"), "not_your_seat"),
    (solo, ANN, wire.OfferDraw("A"), "solo"),
    (full, ANN, wire.OfferDraw("A"), "wrong_phase"),
    (playing, ANN, wire.AnswerDraw("A", True), "no_offer"),
    (offered, CAT, wire.AnswerDraw("B", True), "not_your_seat"),
    (over, ANN, wire.AnswerDraw("A", True), "wrong_phase"),
    (playing, ANN, wire.Rematch(), "wrong_phase"),
    (full, ANN, wire.Rematch(), "wrong_phase"),
    (over, CAT, wire.Rematch(), "not_seated"),
    (rematched, ANN, wire.Rematch(), "rematched"),
]


def _id(value: object) -> str:
    return getattr(value, "__name__", None) or str(value).replace("\n", "")[:40]


async def _seen_by_all(room: Room) -> list[bytes]:
    stored = await room.world.store.tail(room.id, 0)
    return [encode(room.view(player)) for player in (ANN, BOB, CAT)] + [encode(stored)]


@pytest.mark.parametrize(("scene", "who", "given", "kind"), ALLOWED, ids=_id)
def test_allowed(scene, who, given, kind):
    async def work() -> None:
        node = Node()
        room = await scene(node)
        before = room.table.seq
        done = await node.done(room.id, who, given(room) if callable(given) else given)
        logged = await node.store.tail(room.id, before)
        assert kinds(logged) == [kind]
        assert done.seq == logged[-1].seq == room.table.seq
        await node.rooms.close()

    run(work())


@pytest.mark.parametrize(("scene", "who", "given", "code"), REFUSED, ids=_id)
def test_refused_and_nothing_changed(scene, who, given, code):
    async def work() -> None:
        node = Node()
        room = await scene(node)
        before = await _seen_by_all(room)
        answer = await node.do(room.id, who, given(room) if callable(given) else given)
        assert isinstance(answer, wire.Refused), answer
        assert answer.code == code
        assert answer.message[0].isupper() or answer.message[0] == "'"  # a sentence, or what was sent in quotes
        assert answer.message.endswith(".")
        assert "\n" not in answer.message
        assert answer.seq == room.table.seq
        assert await _seen_by_all(room) == before
        await node.rooms.close()

    run(work())


def test_every_command_is_in_both_tables():
    of = {type(given) if not callable(given) else wire.Play for _, _, given, _ in ALLOWED}
    no = {type(given) if not callable(given) else wire.Play for _, _, given, _ in REFUSED}
    every = set(typing.get_args(wire.Do))
    assert every - of == {wire.Chat}  # allowed only after SwitchChat: see test_together
    assert every == no


def test_unknown_table():
    async def work() -> None:
        answer = await Node().do("NOSUCHTABLE", ANN, wire.Start())
        assert isinstance(answer, wire.Refused)
        assert answer.code == "no_table"

    run(work())


def test_one_screen_holds_several_chairs():
    async def work() -> None:
        node = Node()
        room = await node.table(Settings(players=3), ANN, start=False)
        for chair in (1, 2):
            await node.done(room.id, ANN, wire.Stand(chair))
        await node.done(room.id, ANN, wire.Sit("Ann's sister"))
        await node.done(room.id, BOB, wire.Sit("Bob"))
        await node.done(room.id, ANN, wire.Start())
        view = room.view(ANN)
        assert view.you == ("A", "B")
        assert [chair.yours for chair in view.chairs] == [True, True, False]
        assert list(view.legal) == ["A"]
        for seat in ("A", "B"):
            assert room.view(ANN).game["you"] == seat  # type: ignore[index]  # the seat that moves
            for _ in range(3):
                await node.done(room.id, ANN, wire.Play(seat, "upgrade +O1"))
        assert room.table.active == ["C"]
        assert room.view(ANN).legal == {}

    run(work())


def test_a_name_is_only_text():
    async def work() -> None:
        node = Node()
        name = '<img src=x onerror="a">'
        room = await node.table(Settings(), ANN, start=False)
        await node.done(room.id, ANN, wire.Stand(0))
        await node.done(room.id, ANN, wire.Sit(name))
        assert msgspec.json.decode(encode(room.view(BOB)))["chairs"][0]["name"] == name

    run(work())


def test_bots_get_names_that_differ():
    async def work() -> None:
        node = Node()
        room = await node.table(Settings(players=5), ANN, start=False)
        names = [chair.name for chair in room.table.chairs]
        assert names == ["Ann", "Guided", "Guided 2", "Guided 3", "Guided 4"]

    run(work())


BAD_MESSAGES = [
    '{"kind":"command","id":"1","do":{"kind":"sit","name":""}}',
    '{"kind":"command","id":"1","do":{"kind":"sit","name":"%s"}}' % ("n" * 25),
    '{"kind":"command","id":"","do":{"kind":"start"}}',
    '{"kind":"command","id":"1","do":{"kind":"start","more":1}}',
    '{"kind":"command","id":"1","do":{"kind":"explode"}}',
    '{"kind":"command","id":"1","do":{"kind":"play","seat":"G","move":"end"}}',
    '{"kind":"command","id":"1","do":{"kind":"play","seat":"AB","move":"end"}}',
    '{"kind":"command","id":"1","do":{"kind":"play","seat":"A","move":"%s"}}' % ("m" * 401),
    '{"kind":"command","id":"1","do":{"kind":"play","seat":"A","steps":%s}}' % ([1] * 33),
    '{"kind":"command","id":"1","do":{"kind":"say","phrase":"rude words"}}',
    '{"kind":"command","id":"1","do":{"kind":"chat","text":"%s"}}' % ("t" * 281),
    '{"kind":"command","id":"1","expected":-1,"do":{"kind":"start"}}',
    '{"kind":"command","id":"1","player":"ann","do":{"kind":"start"}}',
    '{"kind":"stage","id":"1","seat":"A","steps":["a"]}',
    '{"kind":"done","id":"1","seq":1}',
    '{"kind":"command"',
    "[]",
]


@pytest.mark.parametrize("text", BAD_MESSAGES)
def test_messages_out_of_bounds_are_not_read(text):
    with pytest.raises(msgspec.DecodeError):
        msgspec.json.decode(text, type=wire.FromClient)


@pytest.mark.parametrize("given", [given for _, _, given, _ in ALLOWED if not callable(given)], ids=_id)
def test_commands_read_back(given):
    command = wire.Command("1", given, 3)
    assert msgspec.json.decode(encode(command), type=wire.FromClient) == command
