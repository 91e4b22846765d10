"""A database that is only looked at, for backup and verify; the server may be running."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from sqlalchemy.ext.asyncio import AsyncConnection

from .engines import in_one_sentence, reading_engine
from .place import Place, StoreError
from .upgrade import require_newest


@asynccontextmanager
async def one_moment(place: Place) -> AsyncIterator[AsyncConnection]:
    """A connection that sees the database as it is now, whatever is written meanwhile."""
    if not place.exists:
        raise StoreError(f"There are no tables in {place}.")
    engine = reading_engine(place)
    try:
        async with in_one_sentence(place), engine.connect() as connection:
            await require_newest(connection)
            yield connection
    finally:
        await engine.dispose()
