"""A real Chromium against a real server. Playwright brings no browser of its own here: it drives the system's."""

import asyncio
import shutil
import threading
from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from playwright.sync_api import Browser, sync_playwright
from tests.server.nodes import node

from projectl.server.site import Site
from projectl.service.entries import TableId
from projectl.service.table import Table

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
# This sandbox has no user namespaces; the rest keeps the browser from calling home.
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]


@dataclass
class Server:
    """A server in a thread of its own."""

    url: str
    site: Site

    def table(self, code: str) -> Table:
        """The table as the server has it, hidden things included."""
        return self.site.rooms.rooms[TableId(code)].table


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    """A server for the tests of a file."""
    ready: list[str] = []
    sites: list[Site] = []
    started, stop = threading.Event(), threading.Event()

    async def run() -> None:
        async with node(on_open=sites.append) as address:
            ready.append(address)
            started.set()
            while not stop.is_set():
                await asyncio.sleep(0.05)

    thread = threading.Thread(target=lambda: asyncio.run(run()))
    thread.start()
    started.wait(30)
    yield Server(ready[0], sites[0])
    stop.set()
    thread.join(30)


@pytest.fixture(scope="module")  # not longer: Playwright keeps an event loop running, in which no other test could run
def browser() -> Iterator[Browser]:
    """One browser for the tests of a file."""
    if CHROMIUM is None:
        raise RuntimeError("The browser tests need Chromium: apt-get install chromium")
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield started
        started.close()
