"""What the tests of ``projectl admin`` share: a few tables in a data folder, and ways to run and look."""

import json
import sqlite3
from contextlib import closing

import pytest
from tests.server.logs import fill
from typer.testing import CliRunner

from projectl.cli.admin import admin
from projectl.server.sql import SqlStore, StoreError

TABLES = 4
HURT = "TABLE002"


async def filled(place):
    """Store a few sound tables."""
    store = await SqlStore.open(place)
    await fill(store, TABLES, moves=8)
    await store.secret("guests")
    await store.beat("node", 123)
    await store.close()


def run(*words):
    """The command's exit code and output; a refusal is raised."""
    result = CliRunner().invoke(admin, [str(word) for word in words])
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result.exit_code, result.stdout


def verified(folder, *more):
    """The damaged tables and what is said of them."""
    code, out = run("verify", "--data", folder, "--json", *more)
    report = json.loads(out)
    assert code == (1 if report["damaged"] else 0)
    return {one["table"]: one for one in report["damaged"]}


def execute(folder, sql, *values):
    """Change one row behind the store's back."""
    with closing(sqlite3.connect(folder / "projectl.db")) as connection:
        assert connection.execute(sql, values).rowcount == 1
        connection.commit()


def rows(folder):
    """Everything stored, but for caches that may come and go."""
    with closing(sqlite3.connect(folder / "projectl.db")) as connection:
        connection.text_factory = bytes  # some damage is no text
        kinds = ("tables", "sitters", "entries", "nodes", "secrets")
        return {kind: sorted(connection.execute(f"SELECT * FROM {kind}"), key=repr) for kind in kinds}


def refused(match, *words):
    """Run a command that must be refused in one line."""
    with pytest.raises(StoreError, match=match) as caught:
        run(*words)
    assert "\n" not in str(caught.value)
