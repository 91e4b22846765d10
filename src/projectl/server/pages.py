"""The built browser app, from memory: every file with its hash, compressed once."""

import gzip
import hashlib
import mimetypes
from dataclasses import dataclass
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response

WEB = Path(__file__).parents[1] / "web"
FOREVER = "public, max-age=31536000, immutable"  # the names of assets change with their content
SMALL = 1024  # bytes that are not worth compressing

NOT_BUILT = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Project L</title>
<p>The server is running, but the browser app has not been built. In a checkout run <code>make play</code>.</p></html>
"""


@dataclass(frozen=True, slots=True)
class Page:
    """A file as it is sent."""

    content: bytes
    packed: bytes | None
    kind: str
    etag: str
    caching: str

    @classmethod
    def of(cls, name: str, content: bytes) -> "Page":
        """Worked out once, when the server starts."""
        kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
        is_text = kind.startswith("text/") or kind in {"application/javascript", "image/svg+xml", "application/json"}
        packed = gzip.compress(content, mtime=0) if is_text and len(content) > SMALL else None
        etag = f'"{hashlib.sha256(content).hexdigest()[:20]}"'
        return cls(content, packed, kind, etag, FOREVER if name.startswith("assets/") else "no-cache")

    def answer(self, request: Request) -> Response:
        """The whole file, or that nothing has changed."""
        headers = {"etag": self.etag, "cache-control": self.caching}
        if request.headers.get("if-none-match") == self.etag:
            return Response(status_code=304, headers=headers)
        content = self.content
        if self.packed is not None:
            headers["vary"] = "accept-encoding"
            if "gzip" in request.headers.get("accept-encoding", ""):
                content = self.packed
                headers["content-encoding"] = "gzip"
        return Response(content, media_type=self.kind, headers=headers)


class Pages:
    """All files of the app; any other path is one of its screens and gets the one page."""

    def __init__(self, folder: Path = WEB) -> None:
        self._pages: dict[str, Page] = {}
        if folder.is_dir():
            for path in sorted(folder.rglob("*")):
                if path.is_file():
                    name = path.relative_to(folder).as_posix()
                    self._pages[name] = Page.of(name, path.read_bytes())
        self._index = self._pages.get("index.html") or Page.of("index.html", NOT_BUILT.encode())

    def answer(self, request: Request, path: str) -> Response | None:
        """A file, the page of a screen, or None if there can be no such thing."""
        page = self._pages.get(path)
        if page is not None:
            return page.answer(request)
        return None if path.startswith(("api/", "ws/", "assets/")) or "." in path else self._index.answer(request)
