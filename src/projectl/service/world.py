"""What all rooms of a node share."""

from collections.abc import Callable

from .ports import Broadcaster, Clock, Store, Thinker

GRACE = 5_000  # so long a bot's move may be overdue, or a node silent, before others do something about it


class World:
    """The ports, and what all rooms share."""

    def __init__(  # noqa: PLR0913 - the ports
        self,
        store: Store,
        broadcaster: Broadcaster,
        clock: Clock,
        thinker: Thinker,
        roll: Callable[[int], int],
        *,
        node: str = "node",
        bot_pause: float = 0.0,
    ) -> None:
        self.store = store
        self.broadcaster = broadcaster
        self.clock = clock
        self.thinker = thinker
        self.roll = roll
        self.node = node
        self.bot_pause = bot_pause
