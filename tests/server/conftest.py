"""Servers that tests share: one Postgres for each test process."""

import asyncio

import pytest
from tests.server.admin_helpers import filled
from tests.server.clusters import running_postgres, running_redis

from projectl.server.sql import Place


@pytest.fixture(scope="session")
def postgres():
    """A private Postgres cluster."""
    with running_postgres() as cluster:
        yield cluster


@pytest.fixture(scope="session")
def redis_url():
    """A private Redis server."""
    with running_redis() as url:
        yield url


@pytest.fixture(scope="session")
def template(tmp_path_factory):
    """A folder with a few sound tables."""
    folder = tmp_path_factory.mktemp("template")
    asyncio.run(filled(Place.of(folder)))
    return (folder / "projectl.db").read_bytes()


@pytest.fixture
def folder(tmp_path, template):
    """A copy of it."""
    data = tmp_path / "data"
    data.mkdir()
    (data / "projectl.db").write_bytes(template)
    return data
