"""Writes 0001.sql: the database of release 0.1 with two tables. To be run only until that release is out.

A later revision gets a file of its own, made by the release before it.
"""

import asyncio
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path

from tests.server.logs import START, fill

from projectl.server.sql import open_store
from projectl.server.sql.upgrade import newest_script

HERE = Path(__file__).parent


async def _write(folder: Path) -> None:
    store = await open_store(None, folder)
    await fill(store, 2, moves=10)
    await store.beat("node", START)
    await store.close()


def main() -> None:
    """Make the database, then its text."""
    with tempfile.TemporaryDirectory() as name:
        asyncio.run(_write(Path(name)))
        with closing(sqlite3.connect(Path(name) / "projectl.db")) as connection:
            (HERE / f"{newest_script()}.sql").write_text("\n".join(connection.iterdump()) + "\n")


if __name__ == "__main__":
    main()
