"""Clients that mean ill: nothing breaks, nothing changes, nobody else notices."""

import asyncio
import json
import logging
import random
import statistics
import time
from typing import Any

import httpx
import msgspec
import pytest
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed, InvalidStatus

from projectl.client import Client, CommandRefused, TableConnection
from projectl.server.limits import Limits
from projectl.server.running import MEMORY, Plan
from projectl.service import wire

from .nodes import at_a_node, hear, hear_kind, raw_socket

STRICT = Plan(database=MEMORY, bot_pause=0.0)  # with the limits of a real server
PATIENT = Plan(database=MEMORY, bot_pause=0.0, limits=Limits(bad_messages=10**9, messages_per_second=1e9))


async def two_at_a_table(ann: Client, bob: Client) -> tuple[str, TableConnection, TableConnection]:
    code = await ann.create(wire.Settings(players=2), chairs=[{"kind": "me", "name": "Ann"}])
    at_ann, at_bob = ann.table(code), bob.table(code)
    await at_ann.__aenter__()
    await at_bob.__aenter__()
    await at_bob.do(wire.Sit("Bob"))
    await at_ann.do(wire.Start())
    return code, at_ann, at_bob


async def state_of(client: Client, code: str) -> dict[str, Any]:
    table = await client.get(f"/api/tables/{code}")
    return {name: value for name, value in table.items() if name not in {"now", "chairs", "spectators"}}


# ---- frames -----------------------------------------------------------------------------------------------

GOOD = [
    wire.Command("a", wire.Play("A", "upgrade +O1"), 3),
    wire.Command("b", wire.Play("B", steps=(1, 2, 3)), 3),
    wire.Command("c", wire.Sit("Eve", 1)),
    wire.Command("d", wire.SeatBot(0, "guided")),
    wire.Command("e", wire.Start()),
    wire.Command("f", wire.Undo("A", True)),
    wire.Command("g", wire.VoteOut("A", "B")),
    wire.Command("h", wire.Chat("hello")),
    wire.Stage("i", "A", (5, 6)),
    wire.Ping(),
]
EVIL: list[object] = [
    None,
    True,
    -1,
    2**63,
    1e308,
    "",
    "A" * 5000,
    "\x00",
    "\ud800",
    [],
    {},
    [[[[]]]],
    "<script>",
    "A\nB",
    "../x",
]


def fuzzed(dice: random.Random) -> bytes | str:
    """A frame: random bytes, a good one with bytes changed, or one with parts replaced."""
    good = msgspec.json.encode(dice.choice(GOOD))
    how = dice.randrange(4)
    if how == 0:
        return dice.randbytes(dice.randrange(200))
    if how == 1:
        torn = bytearray(good)
        for _ in range(dice.randrange(1, 6)):
            torn[dice.randrange(len(torn))] = dice.randrange(256)
        return bytes(torn[: dice.randrange(1, len(torn) + 1)])
    if how == 2:
        return b"[" * dice.randrange(1, 4000)
    document = json.loads(good)
    inner = document["do"] if "do" in document and dice.randrange(2) else document
    inner[dice.choice([*inner, "extra", "seat", "player"])] = dice.choice(EVIL)
    return json.dumps(document)


@pytest.mark.parametrize("number", [2_000, pytest.param(100_000, marks=pytest.mark.soak)])
def test_fuzzed_frames_change_nothing_and_get_an_answer_each(number, caplog):
    async def test(url: str) -> None:
        dice = random.Random(number)
        async with Client(url) as ann, Client(url) as bob, Client(url) as eve:
            code, at_ann, _ = await two_at_a_table(ann, bob)
            before = await state_of(ann, code)
            async with raw_socket(url, code, eve.token) as socket:
                await hear(socket)
                for _ in range(number // 50):
                    for _ in range(50):
                        await socket.send(fuzzed(dice))
                    for _ in range(50):
                        answer = await hear(socket)
                        assert isinstance(answer, wire.Refused | wire.Pong), answer
                        assert "Traceback" not in str(answer)
            assert await state_of(ann, code) == before
            await at_ann.do(wire.Say("hello"))  # the others play on

    with caplog.at_level(logging.ERROR):
        at_a_node(test, PATIENT, seconds=600)
    assert not caplog.records


async def send_and_listen(socket: ClientConnection, *frames: str) -> None:
    """Send everything, then read until the server has had enough."""
    for frame in frames:
        await socket.send(frame)
    while True:
        await hear(socket)


def test_nonsense_ends_the_connection_after_a_while():
    async def test(url: str) -> None:
        async with Client(url) as ann:
            code = await ann.create()
            async with raw_socket(url, code, ann.token) as socket:
                await hear(socket)
                for _ in range(11):
                    await socket.send("nonsense")
                answer = await hear_kind(socket, wire.Goodbye)
                assert answer.code == "bad_messages"
                with pytest.raises(ConnectionClosed):
                    await hear(socket)

    at_a_node(test, STRICT)


@pytest.mark.parametrize("size", [9_000, 15_000_000])
def test_a_frame_that_is_too_large_ends_only_its_own_connection(size):
    async def test(url: str) -> None:
        async with Client(url) as ann, Client(url) as eve:
            code = await ann.create()
            async with ann.table(code) as at_ann, raw_socket(url, code, eve.token) as socket:
                await hear(socket)
                with pytest.raises(ConnectionClosed):
                    await send_and_listen(socket, "x" * size)
                await at_ann.do(wire.Sit("Ann"))

    at_a_node(test, STRICT)


def test_a_flood_is_cut_and_the_others_play_on():
    async def test(url: str) -> None:
        async with Client(url) as ann, Client(url) as eve:
            code = await ann.create()
            async with ann.table(code) as at_ann, raw_socket(url, code, eve.token) as socket:
                with pytest.raises(ConnectionClosed):
                    await send_and_listen(socket, *['{"kind":"ping"}'] * 10_000)
                await at_ann.do(wire.Sit("Ann"))

    at_a_node(test, STRICT)


# ---- who is who -------------------------------------------------------------------------------------------


def test_a_foreign_page_gets_no_socket_and_no_post():
    async def test(url: str) -> None:
        async with Client(url) as ann, httpx.AsyncClient(base_url=url, trust_env=False) as browser:
            code = await ann.create()
            with pytest.raises(InvalidStatus) as refused:
                async with raw_socket(url, code, ann.token, headers={"origin": "https://evil.example"}):
                    pass
            assert refused.value.response.status_code == 403
            async with raw_socket(url, code, ann.token, headers={"origin": url}) as socket:
                await hear(socket)
            for origin in ("https://evil.example", "null", "http://127.0.0.1", "garbage"):
                answer = await browser.post("/api/guest", headers={"origin": origin})
                assert answer.status_code == 403

    at_a_node(test)


@pytest.mark.parametrize("token", ["", "x", "a" * 26 + ".x", "a" * 26 + "." + "A" * 32, "é.é", "a.b.c", "x" * 5000])
def test_a_forged_token_is_nobody(token):
    async def test(url: str) -> None:
        async with Client(url) as ann:
            code = await ann.create()
            with pytest.raises((InvalidStatus, ConnectionClosed, UnicodeError)):
                async with raw_socket(url, code, token) as socket:
                    await hear(socket)
            forger = Client(url, token="x" if not token.isascii() else token)
            with pytest.raises(CommandRefused) as refused:
                await forger.create()
            assert refused.value.code == "no_guest"
            await forger.close()

    at_a_node(test)


def test_nobody_moves_for_another_seat_and_nothing_is_done_twice():
    async def test(url: str) -> None:
        async with Client(url) as ann, Client(url) as bob, Client(url) as eve:
            code, at_ann, at_bob = await two_at_a_table(ann, bob)
            view = await at_ann.wait_for(lambda view: view.phase == "playing")
            first, other = (at_ann, at_bob) if "A" in view.you else (at_bob, at_ann)
            async with eve.table(code) as at_eve:
                for seat in "AB":
                    for do in (
                        wire.Play(seat, "upgrade +O1"),
                        wire.Undo(seat),
                        wire.Resign(seat),
                        wire.OfferDraw(seat),
                        wire.VoteOut(seat, "A"),
                    ):
                        with pytest.raises(CommandRefused) as refused:
                            await at_eve.do(do)
                        assert refused.value.code == "not_your_seat"
                with pytest.raises(CommandRefused, match="at the table"):
                    await at_eve.do(wire.Say("hello"))
            with pytest.raises(CommandRefused, match="not your seat"):
                await other.do(wire.Play("A", "upgrade +O1"))
            before = await state_of(ann, code)
            token = first.client.token
            async with raw_socket(url, code, token) as socket:
                command = msgspec.json.encode(
                    wire.Command("same", wire.Play("A", "upgrade +O1"), before["seq"])
                ).decode()
                for _ in range(3):
                    await socket.send(command)
                answers = {await hear_kind(socket, wire.Done) for _ in range(3)}
                assert answers == {wire.Done("same", before["seq"] + 1)}
                await socket.send(command.replace("same", "stale"))
                assert (await hear_kind(socket, wire.Refused)).code == "stale"
            assert (await state_of(ann, code))["seq"] == before["seq"] + 1

    at_a_node(test)


def test_scripts_in_names_and_talk_are_only_text():
    async def test(url: str) -> None:
        async with Client(url) as ann:
            code = await ann.create(wire.Settings(players=2, chat=True))
            async with ann.table(code) as table:
                await table.do(wire.Sit("<script>x</script>"))
                await table.do(wire.Chat("<img src=x onerror=alert(1)>"))
                for bad in ("\x00", "a\nb", "\u202egnp", "   ", "a|b"):
                    with pytest.raises(CommandRefused):
                        await table.do(wire.Sit(bad))
            async with httpx.AsyncClient(base_url=url, trust_env=False) as browser:
                answer = await browser.get(f"/api/tables/{code}")
                assert answer.headers["content-type"] == "application/json"
                assert answer.headers["x-content-type-options"] == "nosniff"
                assert "default-src 'none'" in answer.headers["content-security-policy"]
                assert "server" not in answer.headers

    at_a_node(test)


# ---- the others -------------------------------------------------------------------------------------------


async def say_times(table: TableConnection, number: int) -> list[float]:
    times = []
    for _ in range(number):
        began = time.perf_counter()
        await table.do(wire.Say("nice"))
        times.append(time.perf_counter() - began)
    return times


def test_three_hundred_readers_that_do_not_read_do_not_slow_the_others():
    async def test(url: str) -> None:
        async with Client(url) as ann, Client(url) as eve:
            code = await ann.create(wire.Settings(players=2), chairs=[{"kind": "me", "name": "Ann"}])
            async with ann.table(code) as table:
                await say_times(table, 50)
                alone = statistics.median(await say_times(table, 100))
                host, port = url.removeprefix("http://").split(":")
                stalled = [await stall(host, int(port), code, eve.token) for _ in range(300)]
                await say_times(table, 50)
                crowded = statistics.median(await say_times(table, 100))
                for writer in stalled:
                    writer.close()
            # 300 views are made and sent for each message; the one who asked is answered first.
            assert crowded < 2 * alone + 0.02, (alone, crowded)

    at_a_node(test, seconds=120)


async def stall(host: str, port: int, code: str, token: str) -> asyncio.StreamWriter:
    """A websocket that is opened and never read from."""
    reader, writer = await asyncio.open_connection(host, port, limit=1024)
    writer.write(
        f"GET /ws/{code} HTTP/1.1\r\nHost: {host}:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
        f"Authorization: Bearer {token}\r\n\r\n".encode()
    )
    await writer.drain()
    await reader.readline()
    return writer
