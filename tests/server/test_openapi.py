"""The REST part against its own description: schemathesis sends what fits it and what does not."""

import asyncio
import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from projectl.client import Client
from projectl.service import wire

from .nodes import node

SCHEMATHESIS = str(Path(sys.executable).with_name("schemathesis"))
CHECKS = (
    "not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance,"
    "negative_data_rejection"
)


@contextmanager
def node_in_a_thread() -> Iterator[str]:
    """A node that runs beside the test."""
    ready: list[str] = []
    started, stop = threading.Event(), threading.Event()

    async def run() -> None:
        async with node() as url:
            ready.append(url)
            started.set()
            while not stop.is_set():
                await asyncio.sleep(0.05)

    thread = threading.Thread(target=lambda: asyncio.run(run()))
    thread.start()
    started.wait(30)
    try:
        yield ready[0]
    finally:
        stop.set()
        thread.join(30)


async def guest_with_table(url: str) -> tuple[str, str]:
    async with Client(url) as ann:
        code = await ann.create(wire.Settings(players=2), chairs=[{"kind": "bot", "bot": "guided"}] * 2, start=True)
        return ann.token, code


@pytest.mark.parametrize("examples", [20, pytest.param(400, marks=pytest.mark.soak)])
def test_schemathesis_finds_nothing(examples, tmp_path):
    with node_in_a_thread() as url:
        token, _ = asyncio.run(guest_with_table(url))
        command = [SCHEMATHESIS, "run", f"{url}/openapi.json", "--max-examples", str(examples), "--seed", "1"]
        command += ["--checks", CHECKS, "-H", f"Authorization: Bearer {token}", "--no-color"]
        done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path)
    assert done.returncode == 0, done.stdout[-4000:]
    cases = re.search(r"(\d+) generated", done.stdout)
    assert cases is not None
    assert int(cases[1]) > examples * 5


def test_every_route_is_described():
    with node_in_a_thread() as url:
        described = asyncio.run(_described(url))
    assert sorted(described["paths"]) == [
        "/api/bots",
        "/api/check",
        "/api/guest",
        "/api/health",
        "/api/metrics",
        "/api/seat-link",
        "/api/tables",
        "/api/tables/{code}",
        "/api/tables/{code}/record",
    ]
    assert "NewTable" in described["components"]["schemas"]


async def _described(url: str) -> Any:
    async with Client(url) as client:
        return await client.get("/openapi.json")
