"""A server with a planted fault: it acknowledges before it has stored. The test must catch it."""

import asyncio

from projectl.cli.main import main
from projectl.server.sql import writer

HURRY = 0.05  # seconds from the acknowledgement to the commit; a kill between them loses moves


async def carry_out_too_late(self: writer.Writer, batch: list[writer._Waiting]) -> None:
    """As the real one, but answers first."""
    async with self._engine.begin() as connection:
        writer._answer(batch, await self._execute(connection, batch))
        await asyncio.sleep(HURRY)


if __name__ == "__main__":
    writer.Writer._carry_out = carry_out_too_late  # type: ignore[method-assign]
    main()
