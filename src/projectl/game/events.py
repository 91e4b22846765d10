"""Events as named values: what the kernel reports in numbers, told in ids."""

from collections.abc import Callable
from dataclasses import dataclass

from projectl.catalog import Configuration
from projectl.rules import events as kernel
from projectl.rules.pieces import PIECE_NAMES, PIECES, SPLIT_COUNT, SPLIT_GHOST

from .moves import placement_name, seat_name
from .position import ENDED_BY, row_name


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened: its kind (see ``rules.events``) and its parts in words."""

    kind: str
    parts: tuple[str, ...]

    def __str__(self) -> str:
        return " ".join((self.kind, *self.parts))


def _card(config: Configuration, number: int) -> str:
    return config.cards[number].id if number >= 0 else "-"


def _piece(_config: Configuration, number: int) -> str:
    return PIECE_NAMES[number] if number >= 0 else "none"


def _seat(_config: Configuration, number: int) -> str:
    return seat_name(number) if number >= 0 else "mastermind"


def _placement(_config: Configuration, number: int) -> str:
    return placement_name(number)


def _number(_config: Configuration, number: int) -> str:
    return str(number)


def _tile(config: Configuration, number: int) -> str:
    return config.tiles[number].id if number >= 0 else "face-down"


def _split(_config: Configuration, number: int) -> str:
    parts = [PIECE_NAMES[p] for p in range(PIECES) for _ in range(SPLIT_COUNT[number][p])]
    return f"{PIECE_NAMES[SPLIT_GHOST[number]]}>{'+'.join(reversed(parts))}"


def _how(_config: Configuration, number: int) -> str:
    return str(ENDED_BY[number])


_PARTS: dict[int, tuple[Callable[[Configuration, int], str], ...]] = {
    kernel.TAKEN: (_seat, _card, _number),
    kernel.REVEALED: (_number, _card),
    kernel.RECYCLED: (_seat, row_name),
    kernel.UPGRADED: (_seat, _piece, _piece),
    kernel.PLACED: (_seat, _card, _placement),
    kernel.COMPLETED: (_seat, _card),
    kernel.REWARDED: (_seat, _card, _piece),
    kernel.LEVELLED: (_seat, _piece, _piece),
    kernel.SPLIT: (_seat, _split),
    kernel.AMBASSADOR_USED: (_seat, _card),
    kernel.INSERTED: (_seat,),
    kernel.CREDITED: (_seat, _number, _tile),
    kernel.CREDIT_RETURNED: (_seat,),
    kernel.TRIGGERED: (_seat, _number),
    kernel.UNLOCKED: (_number, _number),
    kernel.LOCKS_REMOVED: (),
    kernel.LOCKS_GATHERED: (_number, _number),
    kernel.MASTERMIND_TOOK: (_card, _number),
    kernel.TILE_GONE: (_tile,),
    kernel.NOTED: (_seat, _number),
    kernel.RESHUFFLED: (_number,),
    kernel.TOUCHED: (_seat, _card, _placement),
    kernel.TURN_BEGAN: (_seat,),
    kernel.TURN_ENDED: (_seat,),
    kernel.ROUND_ENDED: (_number,),
    kernel.MARKERS_PASSED: (_number, _number),
    kernel.STOPPED: (_how,),
    kernel.OVER: (),
    kernel.MASTERMIND_PASSED: (),
}


def read_events(config: Configuration, buffer: kernel.Events) -> tuple[Event, ...]:
    """The events in a buffer."""
    found = []
    for number in range(buffer.count):
        at = number * kernel.EVENT_WIDTH
        kind, *values = buffer.data[at : at + kernel.EVENT_WIDTH]
        parts = tuple(tell(config, value) for tell, value in zip(_PARTS[kind], values, strict=False))
        found.append(Event(kernel.EVENT_NAMES[kind], parts))
    return tuple(found)
