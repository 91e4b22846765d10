"""A server with a planted fault: it acknowledges before it has stored. The test must catch it."""

import asyncio

from projectl.cli.main import main
from projectl.server.sql import writer
from projectl.server.sql.appending import Append

HURRY = 0.05  # seconds from the acknowledgement to the commit; a kill between them loses moves


async def carry_out_too_late(self: writer.Writer, batch: list[writer._Waiting]) -> None:
    """As the real one, but entries are acknowledged first."""
    async with self._engine.begin() as connection:
        stored = await self._execute(connection, batch)
        for waiting, answer in zip(batch, stored, strict=True):
            if isinstance(waiting.job, Append):
                waiting.answer.set_result(answer)
        await asyncio.sleep(HURRY)
    writer._answer(batch, stored)


if __name__ == "__main__":
    writer.Writer._carry_out = carry_out_too_late  # type: ignore[method-assign]
    main()
