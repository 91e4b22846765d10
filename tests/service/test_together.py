"""People at a table: draws, giving up and coming back, rematches, onlookers, presence, talk."""

import pytest
from tests.service.at_hand import ANN, BOB, CAT, DAN, Bus, Node, StandingClock, messages, run, settled, updates

from projectl.service import wire
from projectl.service.entries import PlayerId
from projectl.service.memory import MemoryStore
from projectl.service.room import Room
from projectl.service.settings import Settings

GROW = "upgrade +O1"
THREE = Settings(players=3, seed=1)


async def asked(node: Node, room: Room, *answers: tuple[PlayerId, wire.Do]) -> None:
    for player, do in answers:
        await node.done(room.id, player, do)


# ---- draws ------------------------------------------------------------------------------------------------

OFFER = (ANN, wire.OfferDraw("A"))
YES_B, YES_C = (BOB, wire.AnswerDraw("B", True)), (CAT, wire.AnswerDraw("C", True))
NO_C = (CAT, wire.AnswerDraw("C", False))
MOVE_A = (ANN, wire.Play("A", GROW))

DRAWS: list[tuple[tuple[tuple[PlayerId, wire.Do], ...], bool, tuple[str, ...]]] = [
    ((OFFER,), False, ("A",)),
    ((OFFER, YES_B), False, ("A", "B")),
    ((OFFER, YES_B, YES_C), True, ()),
    ((OFFER, YES_B, NO_C), False, ()),
    ((OFFER, YES_B, NO_C, OFFER), False, ("A",)),
    ((OFFER, YES_B, MOVE_A), False, ("A", "B")),  # the one who offers may play on
    (((BOB, wire.OfferDraw("B")), MOVE_A), False, ()),  # whoever plays on has declined
    ((OFFER, YES_B, (BOB, wire.Resign("B"))), False, ("A",)),
    ((OFFER, (BOB, wire.Resign("B")), YES_C), True, ()),
    (((BOB, wire.Resign("B")), (CAT, wire.Resign("C")), OFFER), True, ()),  # nobody else to ask
]


@pytest.mark.parametrize(("answers", "drawn", "left"), DRAWS)
def test_draws(answers, drawn, left):
    async def work() -> None:
        node = Node()
        room = await node.table(THREE, ANN, BOB, CAT)
        await asked(node, room, *answers)
        view = room.view(ANN)
        assert (view.drawn, view.draw_offer) == (drawn, left)
        assert view.phase == ("over" if drawn else "playing")
        if drawn:
            assert view.legal == {}
            assert view.game is not None
            assert view.game["over"] is False
            assert "deck" not in view.game["white"]  # what was hidden in a drawn game stays so in the view

    run(work())


def test_an_offer_outlives_a_bots_move():
    async def work() -> None:
        node = Node(bot_pause=3600)
        room = await node.table(THREE, ANN, BOB)
        await asked(node, room, *[MOVE_A] * 3, *[(BOB, wire.Play("B", GROW))] * 3, OFFER)
        await room.driver._bot_move("C")
        assert room.view(BOB).draw_offer == ("A",)
        await asked(node, room, YES_B)
        assert room.view(BOB).drawn
        await node.rooms.close()

    run(work())


def test_no_offer_after_the_last_round():
    async def work() -> None:
        node = Node()
        room = await node.table(Settings(options={"round_cap": 1}, seed=1), ANN, BOB)
        await asked(node, room, *[MOVE_A] * 3, *[(BOB, wire.Play("B", GROW))] * 3)
        assert room.table.game is not None
        assert room.table.game.phase == "touches"
        answer = await node.do(room.id, ANN, wire.OfferDraw("A"))
        assert isinstance(answer, wire.Refused)
        assert answer.code == "too_late"

    run(work())


# ---- giving up --------------------------------------------------------------------------------------------


def test_a_bot_plays_on_for_who_gives_up():
    async def work() -> None:
        node = Node()
        room = await node.table(Settings(seed=1), ANN, BOB)
        await node.done(room.id, ANN, wire.Resign("A"))
        await settled(lambda: room.table.active == ["B"])
        assert room.view(BOB).seats["A"].replaced == "resigned"
        assert room.view(ANN).you == ("A",)  # she still sees her seat
        assert room.view(ANN).legal == {}
        await node.done(room.id, BOB, wire.Resign("B"))
        await settled(lambda: room.table.phase == "over")
        assert not room.table.drawn

    run(work())


def test_coming_back_after_a_vote():
    async def work() -> None:
        node = Node()
        room = await node.table(Settings(seed=1), ANN, BOB)
        node.clock.pass_seconds(120)
        await node.done(room.id, BOB, wire.VoteOut("B", "A"))
        await settled(lambda: room.table.active == ["B"])
        await node.done(room.id, ANN, wire.Return("A"))
        for _ in range(3):
            await node.done(room.id, BOB, wire.Play("B", GROW))
        assert room.table.active == ["A"]
        assert "A" in room.view(ANN).legal
        await node.rooms.close()

    run(work())


# ---- rematch ----------------------------------------------------------------------------------------------


def test_rematch():
    async def work() -> None:
        node = Node()
        settings = Settings(players=3, seed=4, chat=True, listed=True)
        room = await node.table(settings, ANN, BOB)
        await asked(node, room, OFFER, YES_B)
        await node.done(room.id, BOB, wire.Rematch())
        code = room.view(ANN).rematch
        assert code is not None
        new = await node.rooms.room(code)
        view = new.view(BOB)
        assert (view.phase, view.owner, view.rematch_of) == ("lobby", True, room.id)
        assert [chair.name for chair in view.chairs] == ["Ann", "Bob", "Guided"]
        assert [chair.bot for chair in view.chairs] == [None, None, "guided"]
        assert new.table.settings == Settings(players=3, seed=None, chat=True, listed=True)
        await node.done(code, BOB, wire.Start())
        assert new.table.phase == "playing"
        await node.rooms.close()

    run(work())


# ---- onlookers and presence -------------------------------------------------------------------------------


def test_an_onlooker_sees_but_has_no_part():
    async def work() -> None:
        node = Node()
        room = await node.table(Settings(seed=1), ANN, BOB)
        await room.watch(CAT, 0)
        await room.watch(CAT, 0)
        await room.watch(DAN, 0)
        view = room.view(CAT)
        assert (view.you, view.legal, view.owner, view.spectators) == ((), {}, False, 2)
        assert view.game is not None
        assert view.game["you"] is None
        assert [chair.yours for chair in view.chairs] == [False, False]

    run(work())


def test_who_is_here():
    async def work() -> None:
        node = Node()
        room = await node.table(Settings(), ANN, BOB)
        ann = await room.watch(ANN, 0)
        messages(ann)
        bob = await room.watch(BOB, 0)
        assert [_here(update) for update in updates(ann)] == [[True, True]]
        cat = await room.watch(CAT, 0)
        assert messages(ann) == []  # onlookers come and go unannounced
        room.unwatch(cat)
        room.unwatch(bob)
        assert [_here(update) for update in updates(ann)] == [[True, False]]

    run(work())


def _here(update: wire.Update) -> list[bool]:
    return [chair.here for chair in update.table.chairs]


def test_who_is_at_another_node():
    async def work() -> None:
        bus, store, clock = Bus(), MemoryStore(), StandingClock()
        nodes = [Node(store, clock, bus.end(), name) for name in ("one", "two")]
        room = await nodes[0].table(Settings(), ANN, BOB)
        other = await nodes[1].rooms.room(room.id)
        for node in nodes:
            await node.world.broadcaster.listen(node.rooms._heard)
        ann, bob = await room.watch(ANN, 0), await other.watch(BOB, 0)
        await nodes[1].rooms._tell_presence()
        await settled(lambda: BOB in room.audience.here())
        assert _here(updates(ann)[-1]) == [True, True]
        other.unwatch(bob)
        await nodes[1].rooms._tell_presence()
        await settled(lambda: BOB not in room.audience.here())
        assert _here(updates(ann)[-1]) == [True, False]
        bob = await other.watch(BOB, 0)
        await nodes[1].rooms._tell_presence()
        await settled(lambda: BOB in room.audience.here())
        clock.pass_seconds(6)  # the other node has died
        await nodes[0].rooms._tell_presence()
        assert BOB not in room.audience.here()
        assert _here(updates(ann)[-1]) == [True, False]
        for node in nodes:
            await node.world.broadcaster.close()

    run(work())


# ---- talk -------------------------------------------------------------------------------------------------


def test_the_owner_switches_free_text():
    async def work() -> None:
        node = Node()
        room = await node.table(Settings(), ANN, BOB)
        watcher = await room.watch(CAT, 0)
        await asked(node, room, (ANN, wire.SwitchChat(True)), (BOB, wire.Chat("  Hello <b>Ann</b>  ")))
        for text in ("two\nlines", "   ", "\u202eright to left"):
            answer = await node.do(room.id, BOB, wire.Chat(text))
            assert isinstance(answer, wire.Refused)
            assert answer.code == "bad_text"
        await asked(node, room, (BOB, wire.Say("thanks")), (ANN, wire.SwitchChat(False)))
        answer = await node.do(room.id, BOB, wire.Chat("Hello"))
        assert isinstance(answer, wire.Refused)
        assert answer.code == "chat_off"
        said = [one for update in updates(watcher)[1:] for one in update.happened if one.what == "said"]
        assert [(one.name, one.chair, one.text, one.phrase) for one in said] == [
            ("Bob", 1, "Hello <b>Ann</b>", None),
            ("Bob", 1, None, "thanks"),
        ]

    run(work())


def test_chat_as_the_settings_say():
    async def work() -> None:
        node = Node()
        room = await node.table(Settings(chat=True), ANN, BOB)
        await node.done(room.id, BOB, wire.Chat("Hello"))

    run(work())


def test_lists_of_tables():
    async def work() -> None:
        node = Node()
        shown = await node.table(Settings(listed=True), ANN, BOB)
        node.clock.pass_seconds(1)
        private = await node.table(Settings(), ANN, start=False)
        assert [one.code for one in await node.store.tables(None)] == [shown.id]
        assert [one.code for one in await node.store.tables(ANN)] == [private.id, shown.id]
        assert [one.code for one in await node.store.tables(BOB)] == [shown.id]
        assert await node.store.tables(CAT) == []
        assert (await node.store.tables(BOB))[0].summary.players == (ANN, BOB)

    run(work())
