"""``Client`` for the REST part, ``TableConnection`` for a table: it reconnects by itself and loses nothing."""

import asyncio
import contextlib
import itertools
import secrets
import time
from collections.abc import AsyncIterator, Callable
from types import TracebackType
from typing import Any

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidStatus, WebSocketException

from projectl.errors import ProjectLError
from projectl.service import wire

_decode = msgspec.json.Decoder(wire.FromServer).decode
_encode = msgspec.json.Encoder().encode

FIRST_PAUSE, LONGEST_PAUSE = 0.05, 2.0


class CommandRefused(ProjectLError):
    """The server refused; ``code`` is for programs."""

    def __init__(self, code: str, message: str, rule: str | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.rule = rule


class Client:
    """A guest at a server. While it cannot be reached, requests are tried again for ``patience`` seconds."""

    def __init__(self, url: str, token: str | None = None, *, patience: float = 0.0) -> None:
        self.url = url.rstrip("/")
        self._token = token
        self.patience = patience
        self._http = httpx.AsyncClient(base_url=self.url, timeout=30.0, trust_env=False)

    @property
    def token(self) -> str:
        """What shows who this guest is; known once the client has been entered."""
        assert self._token is not None
        return self._token

    async def __aenter__(self) -> "Client":
        if self._token is None:
            self._token = (await self.post("/api/guest"))["token"]
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Let go of the HTTP connections."""
        await self._http.aclose()

    async def get(self, path: str) -> Any:
        """GET a path; text, or JSON decoded."""
        return self._read(await self._sent("GET", path))

    async def post(self, path: str, body: object = None) -> Any:
        """POST JSON to a path."""
        return self._read(await self._sent("POST", path, None if body is None else _encode(body)))

    async def _sent(self, method: str, path: str, content: bytes | None = None) -> httpx.Response:
        headers = self._headers() | {"content-type": "application/json"}
        until = time.monotonic() + self.patience
        while True:
            try:
                return await self._http.request(method, path, content=content, headers=headers)
            except httpx.TransportError:
                if time.monotonic() > until:
                    raise
            await asyncio.sleep(0.1)

    async def create(self, settings: wire.Settings | None = None, **more: object) -> str:
        """Make a table; its code."""
        code: str = (await self.post("/api/tables", {"settings": settings or wire.Settings(), **more}))["code"]
        return code

    def table(self, code: str, on_update: Callable[[wire.Update], None] | None = None) -> "TableConnection":
        """A connection to a table; use it with ``async with``."""
        return TableConnection(self, code, on_update)

    def _headers(self) -> dict[str, str]:
        return {"authorization": f"Bearer {self._token}"} if self._token else {}

    @staticmethod
    def _read(response: httpx.Response) -> Any:
        if response.is_error:
            try:
                problem = response.json()
                raise CommandRefused(problem["code"], problem["message"])
            except (ValueError, KeyError, TypeError):
                raise CommandRefused("http", f"The server answered {response.status_code}.") from None
        is_json = response.headers.get("content-type", "").startswith("application/json")
        return response.json() if is_json else response.text


class TableConnection:
    """A table, kept up to date. Commands are sent again after a break until they are answered, with the same id."""

    def __init__(self, client: Client, code: str, on_update: Callable[[wire.Update], None] | None = None) -> None:
        self.client = client
        self.code = code
        self._view: wire.TableView | None = None
        self.seq = 0
        self.resumed: list[float] = []  # how long each break lasted, in seconds
        self._broken_at: float | None = None
        self.on_update = on_update
        self._ids = (f"{secrets.token_hex(4)}{number}" for number in itertools.count())
        self._socket: ClientConnection | None = None
        self._waiting: dict[str, tuple[bytes, asyncio.Future[wire.FromServer]]] = {}
        self._changed = asyncio.Condition()
        self._task: asyncio.Task[None] | None = None
        self.gone: str | None = None  # why the connection ended for good

    async def __aenter__(self) -> "TableConnection":
        self._task = asyncio.create_task(self._keep_connected())
        try:
            await self.wait_for(lambda _view: True)
        except BaseException:
            await self.close()
            raise
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Leave the table."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        if self._socket is not None:
            with contextlib.suppress(WebSocketException, OSError):
                await self._socket.close()

    @property
    def view(self) -> wire.TableView:
        """The table as last seen; there is one as soon as the connection has been entered."""
        assert self._view is not None
        return self._view

    async def do(self, do: wire.Do, *, expected: int | None = None) -> wire.Done:
        """Carry out a command exactly once, however often the connection breaks; CommandRefused if it is refused."""
        answer = await self._ask(lambda id_: wire.Command(id_, do, expected))
        assert isinstance(answer, wire.Done)
        return answer

    async def play(self, seat: str, move: str) -> wire.Done:
        """Make a move, based on what this client has seen."""
        return await self.do(wire.Play(seat, move), expected=self.seq)

    async def stage(self, seat: str, steps: tuple[int, ...]) -> wire.Staged:
        """Look ahead within one's own move."""
        answer = await self._ask(lambda id_: wire.Stage(id_, seat, steps))
        assert isinstance(answer, wire.Staged)
        return answer

    async def hints(self, seat: str) -> wire.Hinted:
        """What the solver says about one's own cards."""
        answer = await self._ask(lambda id_: wire.Hints(id_, seat))
        assert isinstance(answer, wire.Hinted)
        return answer

    async def wait_for(self, wanted: Callable[[wire.TableView], bool]) -> wire.TableView:
        """Wait until the table is as wanted."""
        async with self._changed:
            await self._changed.wait_for(lambda: self.gone or (self._view is not None and wanted(self._view)))
        if self.gone:
            raise CommandRefused("gone", self.gone)
        return self.view

    async def views(self) -> AsyncIterator[wire.TableView]:
        """The table after every change, as far as one keeps up."""
        seen = -1
        while True:
            view = await self.wait_for(lambda view: view.seq > seen)  # noqa: B023 - asked again at once
            seen = view.seq
            yield view

    async def _ask(self, make: Callable[[str], wire.FromClient]) -> wire.FromServer:
        id_ = next(self._ids)
        frame = _encode(make(id_))
        future: asyncio.Future[wire.FromServer] = asyncio.get_running_loop().create_future()
        self._waiting[id_] = (frame, future)
        if self._socket is not None:
            with contextlib.suppress(WebSocketException, OSError):
                await self._socket.send(frame.decode())
        try:
            answer = await future
        finally:
            self._waiting.pop(id_, None)
        if isinstance(answer, wire.Refused):
            raise CommandRefused(answer.code, answer.message, answer.rule)
        return answer

    # -- the connection --

    async def _keep_connected(self) -> None:
        pause = FIRST_PAUSE
        while self.gone is None:
            try:
                await self._connected()
                pause = FIRST_PAUSE
            except InvalidStatus as error:
                if error.response.status_code in {403, 404}:
                    await self._end("The server does not let this client in.")
            except (OSError, WebSocketException, TimeoutError):
                pass
            self._socket = None
            self._broken_at = self._broken_at or time.monotonic()
            await asyncio.sleep(pause * (0.5 + secrets.randbelow(1000) / 1000))
            pause = min(LONGEST_PAUSE, pause * 2)

    async def _connected(self) -> None:
        url = f"{self.client.url.replace('http', 'ws', 1)}/ws/{self.code}?since={self.seq}"
        headers = {"authorization": f"Bearer {self.client.token}"}
        async with connect(
            url, additional_headers=headers, max_size=1 << 20, compression=None, proxy=None, open_timeout=10
        ) as socket:
            self._socket = socket
            for frame, _future in list(self._waiting.values()):
                await socket.send(frame.decode())
            async for message in socket:
                await self._heard(_decode(message))

    async def _heard(self, message: wire.FromServer) -> None:
        match message:
            case wire.Update():
                if self._broken_at is not None:
                    self.resumed.append(time.monotonic() - self._broken_at)
                    self._broken_at = None
                async with self._changed:
                    if message.table.seq >= self.seq:
                        self.seq = message.table.seq
                        self._view = message.table
                    if self.on_update is not None:
                        self.on_update(message)
                    self._changed.notify_all()
            case wire.Done() | wire.Refused() | wire.Staged() | wire.Hinted():
                waiting = self._waiting.get(message.id)
                if waiting is not None and not waiting[1].done():
                    waiting[1].set_result(message)
            case wire.Goodbye() if not message.again:
                await self._end(message.message)
            case _:
                pass

    async def _end(self, why: str) -> None:
        async with self._changed:
            self.gone = why
            self._changed.notify_all()
        for _frame, future in self._waiting.values():
            if not future.done():
                future.set_exception(CommandRefused("gone", why))
