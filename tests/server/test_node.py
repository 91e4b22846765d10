"""A server as its clients see it: tables, seats, records, links."""

import httpx
import pytest

from projectl.client import Client, CommandRefused
from projectl.game import replay
from projectl.service import wire

from .nodes import at_a_node, game_in, hear_kind, raw_socket


def test_two_people_and_a_bot_play_a_whole_game_and_the_record_replays():
    async def test(url: str) -> None:
        async with Client(url) as ann, Client(url) as bob:
            code = await ann.create(wire.Settings(players=3))
            async with ann.table(code) as at_ann, bob.table(code) as at_bob:
                await at_ann.do(wire.Sit("Ann"))
                await at_bob.do(wire.Sit("Bob"))
                await at_ann.do(wire.SeatBot(2, "guided"))
                await at_ann.do(wire.Start())
                for table in (at_ann, at_bob):
                    view = await table.wait_for(lambda view: view.phase == "playing")
                    await table.do(wire.Resign(view.you[0]))  # bots take over: a whole game in a second
                view = await at_ann.wait_for(lambda view: view.phase == "over")
            record = await bob.get(f"/api/tables/{code}/record")
            game = replay(record)
            assert game.over
            assert game.scores() == game_in(view)["scores"]
            assert sorted(game.names) == ["Ann", "Bob", "Guided"]

    at_a_node(test)


def test_a_table_can_be_made_and_started_at_once():
    async def test(url: str) -> None:
        async with Client(url) as ann:
            chairs = [
                {"kind": "me", "name": "Ann"},
                {"kind": "screen", "name": "Ben"},
                {"kind": "bot", "bot": "guided"},
            ]
            code = await ann.create(wire.Settings(players=3), chairs=chairs, start=True)
            table = await ann.get(f"/api/tables/{code}")
            assert table["phase"] == "playing"
            assert len(table["you"]) == 2
            mine = await ann.get("/api/tables?mine=true")
            assert [line["code"] for line in mine["tables"]] == [code]
            assert (await ann.get("/api/tables"))["tables"] == []

    at_a_node(test)


def test_moves_by_steps_and_by_text_undo_and_stage():
    async def test(url: str) -> None:
        async with Client(url) as ann:
            code = await ann.create(wire.Settings(players=1, variants=("solo",)), chairs=[{"kind": "me"}], start=True)
            async with ann.table(code) as table:
                staged = await table.stage("A", ())
                first = staged.legal[0]
                assert (await table.stage("A", (first,))).player
                await table.play("A", "upgrade +O1")
                view = await table.wait_for(lambda view: view.seq >= table.seq and view.undo.moves == 1)
                assert game_in(view)["players"]["A"]["supply"]["O1"] == 2
                await table.do(wire.Undo("A"))
                view = await table.wait_for(lambda view: view.undo.moves == 0)
                assert game_in(view)["players"]["A"]["supply"]["O1"] == 1
                with pytest.raises(CommandRefused) as refused:
                    await table.play("A", "place W1:O1@00")
                assert refused.value.rule is not None
                with pytest.raises(CommandRefused, match="not your seat"):
                    await table.stage("B", ())

    at_a_node(test)


def test_a_seat_link_brings_the_seats_to_another_browser():
    async def test(url: str) -> None:
        async with Client(url) as ann, httpx.AsyncClient(base_url=url, trust_env=False) as browser:
            code = await ann.create(wire.Settings(players=2), chairs=[{"kind": "me", "name": "Ann"}])
            path = (await ann.post("/api/seat-link"))["path"]
            await browser.post("/api/guest")
            assert not (await browser.get(f"/api/tables/{code}")).json()["owner"]
            assert (await browser.get(path)).status_code == 303
            assert (await browser.get(f"/api/tables/{code}")).json()["owner"]
            forged = path[:-3] + "abc"
            assert (await browser.get(forged)).status_code == 403

    at_a_node(test)


def test_a_client_that_comes_back_gets_what_it_missed():
    async def test(url: str) -> None:
        async with Client(url) as ann, Client(url) as bob:
            code = await ann.create(wire.Settings(players=2))
            async with ann.table(code) as at_ann:
                await at_ann.do(wire.Sit("Ann"))
                for number in range(100):  # more than a room keeps in memory
                    await at_ann.do(wire.Say("hello" if number % 2 else "nice"))
            for since in (0, 2, 50, 102, 9_999_999, "x"):
                async with raw_socket(url, f"{code}?since={since}", bob.token) as socket:
                    update = await hear_kind(socket, wire.Update)
                    first = min(since, 102) if isinstance(since, int) else 0
                    assert [one.seq for one in update.happened] == list(range(first + 1, 103))

    at_a_node(test)


def test_bots_and_the_mastermind_work_in_every_order_of_line_clear():
    async def test(url: str) -> None:
        async with Client(url) as ann:
            for order in ("white_first", "interleave", "simultaneous"):
                settings = wire.Settings(players=5, variants=("line_clear",), options={"line_clear_order": order})
                code = await ann.create(settings, chairs=[{"kind": "bot", "bot": "guided"}] * 5, start=True)
                async with ann.table(code) as table:
                    await table.wait_for(lambda view: view.phase == "over")

    at_a_node(test)


def test_the_server_says_how_it_is():
    async def test(url: str) -> None:
        async with Client(url) as ann:
            assert (await ann.get("/api/health"))["status"] == "ok"
            assert (await ann.get("/api/bots")) == ["guided", "random"]
            await ann.create(wire.Settings(players=2))
            metrics = await ann.get("/api/metrics")
            assert "projectl_tables_in_memory 1" in metrics
            assert 'projectl_requests_total{kind="post"} 2' in metrics
            with pytest.raises(CommandRefused) as refused:
                await ann.get("/api/nothing")
            assert refused.value.code == "not_found"
            with pytest.raises(CommandRefused, match="no such table"):
                await ann.get("/api/tables/NOTABLE1")
            with pytest.raises(CommandRefused, match="Line Clear"):
                await ann.create(wire.Settings(players=2, variants=("line_clear",)))
            with pytest.raises(CommandRefused):
                async with ann.table("NOTABLE1"):
                    pass

    at_a_node(test)
