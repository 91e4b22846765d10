"""The REST part: make and list tables, read one, download records, recover seats, health and metrics."""

from typing import Annotated, Any, Literal

import msgspec
from fastapi import APIRouter, Request, Response
from fastapi.exceptions import RequestValidationError
from msgspec import Meta, Struct

from projectl import __version__
from projectl.errors import ProjectLError
from projectl.service import wire
from projectl.service.deciding import Refusal
from projectl.service.entries import PlayerId
from projectl.service.records import record_of
from projectl.service.table import OVER

from .checking import AskedSettings, Checked, checked
from .identity import COOKIE, COOKIE_AGE, new_guest
from .site import Site, address

JSON = "application/json"


class NewChair(Struct, frozen=True, forbid_unknown_fields=True):
    """Who shall sit on a chair of a new table."""

    kind: Literal["me", "screen", "bot", "open"]
    name: Annotated[str, Meta(max_length=wire.MAX_NAME)] = ""
    bot: Annotated[str, Meta(max_length=24)] = ""


class NewTable(Struct, frozen=True, forbid_unknown_fields=True):
    """A table with its chairs; it starts at once if that is asked and every chair is taken."""

    settings: wire.Settings = wire.Settings()
    chairs: Annotated[tuple[NewChair, ...], Meta(max_length=6)] = ()
    start: bool = False


class Guest(Struct, frozen=True):
    """A guest's token; browsers get it as a cookie too."""

    token: str


class TableCode(Struct, frozen=True):
    """The code of a table: its address and its invitation."""

    code: str


class SeatLink(Struct, frozen=True):
    """A path that brings this guest's seats to another device. Whoever has it can play for you."""

    path: str


class TableLine(Struct, frozen=True):
    """A table in a list."""

    code: str
    phase: str
    title: str
    names: tuple[str, ...]
    updated_at: int


class TableLines(Struct, frozen=True):
    """Tables, latest first."""

    tables: tuple[TableLine, ...]


class Problem(Struct, frozen=True):
    """Why a request was refused."""

    code: str
    message: str


class Health(Struct, frozen=True):
    """The server is up."""

    status: str
    version: str
    protocol: int
    node: str


STATUS = {"no_table": 404, "not_allowed": 403, "no_guest": 401, "too_much": 429, "too_large": 413}


def answer(value: Any, status: int = 200) -> Response:
    """A value as JSON."""
    return Response(msgspec.json.encode(value), status, media_type=JSON)


def problem(code: str, message: str) -> Response:
    """A refusal as JSON, with the status that fits."""
    return answer(Problem(code, message), STATUS.get(code, 422))


async def read_body(request: Request, most: int) -> bytes:
    """The body, but never more than allowed."""
    parts, size = [], 0
    async for part in request.stream():
        size += len(part)
        if size > most:
            raise Refusal("too_large", f"A request may have at most {most // 1024} KiB.")
        parts.append(part)
    return b"".join(parts)


def _described(
    result: type, body: type | None = None, media: str = JSON, *, refusals: tuple[int, ...] = ()
) -> dict[str, Any]:
    """The OpenAPI part of a route, from our own types."""
    content = {"schema": _schema(result)} if media == JSON else {"schema": {"type": "string"}}
    responses: dict[str, Any] = {"200": {"description": result.__doc__ or "", "content": {media: content}}}
    for status in (*refusals, 429):
        schema = {"schema": _schema(Problem)}
        responses[str(status)] = {"description": Problem.__doc__, "content": {JSON: schema}}
    extra: dict[str, Any] = {"responses": responses}
    if body is not None:
        extra["requestBody"] = {"required": True, "content": {JSON: {"schema": _schema(body)}}}
    return extra


def _schema(kind: type) -> dict[str, Any]:
    (schema,), components = msgspec.json.schema_components([kind], ref_template="#/components/schemas/{name}")
    COMPONENTS.update(components)
    return schema


COMPONENTS: dict[str, Any] = {}  # the schemas that routes refer to


def rest_routes(site: Site) -> APIRouter:  # noqa: PLR0915 - a list of routes
    """All routes under /api."""
    router = APIRouter(prefix="/api")
    rooms = site.rooms

    def guest(request: Request) -> PlayerId:
        player = site.player(request)
        if player is None:
            raise Refusal("no_guest", "Say who you are first: POST /api/guest.")
        return player

    @router.get("/health", openapi_extra=_described(Health))
    async def health() -> Response:
        """Whether the server is up, and which version it is."""
        return answer(Health("ok", __version__, wire.PROTOCOL, rooms.world.node))

    @router.get("/metrics", openapi_extra=_described(str, media="text/plain"))
    async def metrics() -> Response:
        """Numbers for Prometheus."""
        return Response(site.metrics.text(), media_type="text/plain; version=0.0.4")

    @router.get("/bots", openapi_extra=_described(list[str]))
    async def bots() -> Response:
        """The bots that can sit at a table."""
        return answer(sorted(rooms.world.thinker.bots))

    @router.post("/guest", openapi_extra=_described(Guest, refusals=(403,)))
    async def be_guest(request: Request) -> Response:
        """Become a guest, or stay the one you are."""
        player = site.player(request) or new_guest()
        response = answer(Guest(site.signer.token(player)))
        set_cookie(request, response, site.signer.token(player))
        return response

    @router.post("/check", openapi_extra=_described(Checked, AskedSettings, refusals=(403, 413, 422)))
    async def check(request: Request) -> Response:
        """Whether settings can be played, and which rules are then in force."""
        body = await read_body(request, site.limits.body_bytes)
        return answer(checked(msgspec.json.decode(body, type=AskedSettings).settings))

    @router.post("/tables", openapi_extra=_described(TableCode, NewTable, refusals=(401, 403, 413, 422)))
    async def new_table(request: Request) -> Response:
        """Make a table."""
        player = guest(request)
        if not site.new_tables.take(address(request)):
            raise Refusal("too_much", "You are making too many tables; wait a little.")
        body = await read_body(request, site.limits.body_bytes)
        asked = msgspec.json.decode(body, type=NewTable)
        code = await rooms.create(asked.settings, player)
        try:
            await _set_up(code, player, asked)
        except Refusal as error:
            raise Refusal(error.code, f"{error.message} (The table {code} was made all the same.)") from None
        return answer(TableCode(code))

    async def _set_up(code: str, player: PlayerId, asked: NewTable) -> None:
        for number, chair in enumerate(asked.chairs[: asked.settings.players]):
            if chair.kind == "bot":
                await carry_out(code, player, f"chair{number}", wire.SeatBot(number, chair.bot))
            elif chair.kind != "open":
                name = chair.name or f"Player {number + 1}"
                await carry_out(code, player, f"chair{number}", wire.Sit(name, number))
        if asked.start:
            await carry_out(code, player, "start", wire.Start())

    async def carry_out(code: str, player: PlayerId, command_id: str, do: wire.Do) -> None:
        done = await rooms.command(code, player, wire.Command(command_id, do))
        if isinstance(done, wire.Refused):
            raise Refusal(done.code, done.message)

    @router.get("/tables", openapi_extra=_described(TableLines, refusals=(401, 422)))
    async def list_tables(request: Request, mine: bool = False) -> Response:
        """The listed tables, or one's own."""
        found = await rooms.world.store.tables(guest(request) if mine else None)
        found = [one for one in found if mine or one.summary.phase != OVER]
        lines = (
            TableLine(one.code, one.summary.phase, one.summary.title, one.summary.names, one.summary.updated_at)
            for one in found[:100]
        )
        return answer(TableLines(tuple(lines)))

    @router.get("/tables/{code}", openapi_extra=_described(wire.TableView, refusals=(404,)))
    async def one_table(request: Request, code: str) -> Response:
        """A table as you see it."""
        room = await rooms.room(code[:16])
        async with room.lock:
            return answer(room.view(site.player(request) or PlayerId("nobody")))

    @router.get("/tables/{code}/record", openapi_extra=_described(str, media="text/plain", refusals=(404, 422)))
    async def record(code: str) -> Response:
        """The record of the game: whole when it is over, without anything hidden while it is on."""
        room = await rooms.room(code[:16])
        text = await record_of(rooms.world.store, room.id)
        return Response(text, media_type="text/plain; charset=utf-8")

    @router.post("/seat-link", openapi_extra=_described(SeatLink, refusals=(401, 403)))
    async def seat_link(request: Request) -> Response:
        """A link that brings your seats to another device."""
        return answer(SeatLink(f"/seat/{site.signer.seat_token(guest(request))}"))

    return router


def set_cookie(request: Request, response: Response, token: str) -> None:
    """Remember the guest in this browser; scripts cannot read it, other sites cannot send it."""
    secure = request.url.scheme == "https"
    response.set_cookie(COOKIE, token, COOKIE_AGE, path="/", secure=secure, httponly=True, samesite="lax")


def refusal_of(error: Exception) -> Response:
    """What a client is told about an error of its own."""
    if isinstance(error, Refusal):
        return problem(error.code, error.message)
    if isinstance(error, msgspec.ValidationError):
        return problem("bad_request", f"The request does not fit: {str(error)[:200]}.")
    if isinstance(error, msgspec.DecodeError | RecursionError | UnicodeError):
        return problem("bad_request", "The request is not JSON.")
    if isinstance(error, RequestValidationError):
        return problem("bad_request", "The request does not fit what this address takes.")
    if isinstance(error, ProjectLError):
        return problem("bad_settings", str(error))
    raise error
