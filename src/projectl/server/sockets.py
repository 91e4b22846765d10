"""A websocket at a table: frames in, checked and bounded; updates out, never faster than they are read."""

import asyncio
import contextlib
import time

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from projectl.service import wire
from projectl.service.audience import Watcher
from projectl.service.deciding import Refusal
from projectl.service.entries import PlayerId
from projectl.service.room import Room

from .limits import Bucket
from .site import Site, address

_decode = msgspec.json.Decoder(wire.FromClient).decode
_encode = msgspec.json.Encoder().encode

NO_TABLE, NOT_ALLOWED, TOO_MUCH, TOO_SLOW = 4404, 4403, 4429, 4408
SEND_SECONDS = 10.0

Farewell = tuple[int, wire.Goodbye]


async def table_socket(site: Site, socket: WebSocket, code: str) -> None:
    """Serve one connection from its first byte to its last."""
    where = address(socket)
    player = site.player(socket)
    if not site.is_ours(socket) or player is None:
        await socket.close(NOT_ALLOWED)
        return
    if not site.connections.enter(where):
        await socket.close(TOO_MUCH)
        return
    try:
        await socket.accept()
        try:
            room = await site.rooms.room(code[:16])
        except Refusal as error:
            await _goodbye(socket, NO_TABLE, wire.Goodbye(error.code, error.message, False))
            return
        await _Connection(site, socket, room, player).serve(_since(socket))
    except (WebSocketDisconnect, OSError, TimeoutError):
        pass  # gone, or too slow to be told anything
    finally:
        site.connections.leave(where)


def _since(socket: WebSocket) -> int:
    text = socket.query_params.get("since", "0")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else 0  # noqa: PLR2004


class _Connection:
    def __init__(self, site: Site, socket: WebSocket, room: Room, player: PlayerId) -> None:
        self.site = site
        self.socket = socket
        self.room = room
        self.player = player
        self.bucket = Bucket(site.limits.messages_per_second, site.limits.message_burst)
        self.bad = 0

    async def serve(self, since: int) -> None:
        """Read and write until one of the two ends; then say why, if anybody is left to hear it."""
        watcher = await self.room.watch(self.player, since)
        tasks = [asyncio.create_task(self._write(watcher)), asyncio.create_task(self._read(watcher))]
        try:
            ended, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self.room.unwatch(watcher)
            watcher.close()
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        for task in ended:
            if (farewell := task.result()) is not None:
                await _goodbye(self.socket, *farewell)

    async def _write(self, watcher: Watcher) -> Farewell | None:
        while (message := await watcher.queue.get()) is not None:
            async with asyncio.timeout(SEND_SECONDS):
                await self.socket.send_text(message.decode())
        return TOO_SLOW, wire.Goodbye("too_slow", "You were too far behind; connect again.", True)

    async def _read(self, watcher: Watcher) -> Farewell | None:
        while (frame := await self.socket.receive())["type"] != "websocket.disconnect":
            if not self.bucket.take():
                return TOO_MUCH, wire.Goodbye("too_much", "Too many messages; slow down.", True)
            try:
                message = _decode(frame.get("text") or frame.get("bytes") or b"")
            except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
                self.bad += 1
                self.site.metrics.count("bad_messages")
                if self.bad > self.site.limits.bad_messages:
                    return NOT_ALLOWED, wire.Goodbye("bad_messages", "Too many messages that make no sense.", False)
                watcher.send(_encode(wire.Refused("", "bad_message", _plain(error), None, self.room.table.seq)))
            else:
                watcher.send(_encode(await self._answer(message)))
        return None

    async def _answer(self, message: wire.FromClient) -> wire.FromServer:
        match message:
            case wire.Command():
                began = time.perf_counter()
                answer = await self.site.rooms.command(self.room.id, self.player, message)
                self.site.metrics.command_took(time.perf_counter() - began)
                self.site.metrics.count("commands", type(answer).__name__.lower())
                return answer
            case wire.Stage():
                return await self.room.stage(self.player, message)
            case wire.Hints():
                return await self.room.hints(self.player, message)
            case wire.Ping():
                return wire.Pong(self.room.world.clock.now())


def _plain(error: Exception) -> str:
    """What is wrong with a message, without repeating it."""
    return (
        f"This is not a message: {str(error)[:200]}"
        if isinstance(error, msgspec.ValidationError)
        else ("This is not a message: it is not JSON.")
    )


async def _goodbye(socket: WebSocket, close: int, why: wire.Goodbye) -> None:
    with contextlib.suppress(RuntimeError, OSError, WebSocketDisconnect, TimeoutError):
        async with asyncio.timeout(1):
            await socket.send_text(_encode(why).decode())
            await socket.close(close)
