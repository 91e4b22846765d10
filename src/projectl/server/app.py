"""The web application: routes, headers, and one place where errors become answers."""

import logging
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
from fastapi import FastAPI, Request, Response, WebSocket
from fastapi.exceptions import RequestValidationError
from fastapi.openapi.utils import get_openapi
from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.responses import RedirectResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from projectl import __version__
from projectl.errors import ProjectLError
from projectl.service.deciding import Refusal

from .pages import Pages
from .rest import COMPONENTS, problem, refusal_of, rest_routes, set_cookie
from .site import Site, address
from .sockets import table_socket

logger = logging.getLogger("projectl.server")

# Everything comes from here; data: is for pictures drawn by the page itself.
CSP = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'"
)
HEADERS = {
    "content-security-policy": CSP,
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}
SAFE = {"GET", "HEAD", "OPTIONS"}


class SecurityHeaders:
    """Adds the headers to every HTTP response."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve, with headers."""

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        await self.app(scope, receive, send_with_headers if scope["type"] == "http" else send)


def create_app(site: Site) -> FastAPI:
    """The application over an open site."""
    app = FastAPI(title="Project L", version=__version__, docs_url=None, redoc_url=None)
    app.add_middleware(SecurityHeaders)
    app.include_router(rest_routes(site))
    app.openapi = lambda: _openapi(app)  # type: ignore[method-assign]  # the documented way to extend it

    @app.middleware("http")
    async def guard(request: Request, call_next: Callable[[Request], Awaitable[Response]]) -> Response:
        site.metrics.count("requests", request.method.lower())
        if not site.requests.take(address(request)):
            return problem("too_much", "Too many requests; slow down.")
        if request.method not in SAFE and not site.is_ours(request):
            return problem("not_allowed", "This request comes from another site.")
        return await call_next(request)

    @app.websocket("/ws/{code}")
    async def socket(websocket: WebSocket, code: str) -> None:
        await table_socket(site, websocket, code)

    @app.get("/seat/{token}", include_in_schema=False)
    async def recover(request: Request, token: str) -> Response:
        player = site.signer.seat_player(token)
        if player is None:
            raise Refusal("not_allowed", "This link is not valid.")
        response = RedirectResponse("/", status_code=303)
        set_cookie(request, response, site.signer.token(player))
        return response

    pages = Pages()

    @app.get("/{path:path}", include_in_schema=False)
    async def page(request: Request, path: str) -> Response:
        return pages.answer(request, path) or not_found()

    _answer_errors(app)
    return app


def not_found() -> Response:
    """There is nothing at this address."""
    response = problem("not_found", "There is nothing here.")
    response.status_code = 404
    return response


def _answer_errors(app: FastAPI) -> None:
    async def refused(_request: Request, error: Exception) -> Response:
        return refusal_of(error)

    async def not_there(_request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        response = not_found()
        response.status_code = error.status_code
        return response

    async def failed(request: Request, error: Exception) -> Response:
        logger.error("%s %s failed", request.method, request.url.path, exc_info=error)
        response = problem("internal", "Something went wrong on our side; it has been noted.")
        response.status_code = 500
        return response

    for kind in (ProjectLError, RequestValidationError, msgspec.DecodeError, RecursionError, UnicodeError):
        app.add_exception_handler(kind, refused)
    app.add_exception_handler(HTTPException, not_there)
    app.add_exception_handler(Exception, failed)


def _openapi(app: FastAPI) -> dict[str, Any]:
    if app.openapi_schema is None:
        schema = get_openapi(title=app.title, version=app.version, routes=app.routes)
        schema.setdefault("components", {}).setdefault("schemas", {}).update(COMPONENTS)
        app.openapi_schema = schema
    return app.openapi_schema
