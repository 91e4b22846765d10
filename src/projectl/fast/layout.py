"""The classes of the rules as NumPy records: the same field names, every list an array of fixed length.

Widths are chosen here; the default is four bytes. A narrower field has its bound beside it, and a value that
outgrew it would show as a difference from the interpreted state in tests/fast.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from projectl.bots.playout import Scratch
from projectl.rules.events import Events
from projectl.rules.options import Rules
from projectl.rules.state import Deck, Player, Slot, State

Buffer = np.ndarray[tuple[int], np.dtype[np.uint8]]

# Fields that are not int32. Card numbers stay below MAX_CARDS = 128, tiles below 48, pieces below 100.
_WIDTHS = {
    "Slot": {"card": "i1", "placed": "i2", "placed_count": "i1"},
    "Player": {
        "supply": "i1",
        "split_pieces": "i1",
        "pile": "i1",
        "order": "i1",
        "ambassador": "i1",
        # counters of one turn, of at most 96 cards, of points far below 32,000
        "*": "i2",
    },
    "Deck": {"cards": "i1", "*": "i2"},
    "State": {"rng": "i8", "market": "i1", "tiles": "i1", "reserve": "i2", "locks": "i2"},
    "Scratch": {"rng": "i8", "out": "i2"},
    "Rules": {"fits": "i2"},
    "Events": {},
}


def record_type(example: Any) -> np.dtype[np.void]:
    """The record that mirrors a kernel object."""
    widths = _WIDTHS[type(example).__name__]
    fields: list[Any] = []
    for name in type(example).__slots__:
        value = getattr(example, name)
        if isinstance(value, int):
            fields.append((name, widths.get(name, widths.get("*", "i4"))))
        elif isinstance(value[0], int):
            fields.append((name, widths.get(name, "i4"), (len(value),)))
        elif isinstance(value[0], list):
            fields.append((name, "i4", (len(value), len(value[0]))))
        else:
            fields.append((name, record_type(value[0]), (len(value),)))
    return np.dtype(fields, align=True)


RULES = record_type(Rules())
STATE = record_type(State())
EVENTS = record_type(Events())
SCRATCH = record_type(Scratch(0, 0))
PLAYER = record_type(Player())
SLOT = record_type(Slot())
DECK = record_type(Deck())

RECORDS = {
    "Rules": RULES,
    "State": STATE,
    "Events": EVENTS,
    "Scratch": SCRATCH,
    "Player": PLAYER,
    "Slot": SLOT,
    "Deck": DECK,
}


def write(record: Any, value: Any) -> None:
    """Copy a kernel object into a record."""
    for name in type(value).__slots__:
        part = getattr(value, name)
        if isinstance(part, int) or isinstance(part[0], int | list):
            record[name] = part
        else:
            for index, item in enumerate(part):
                write(record[name][index], item)


def read(record: Any, value: Any) -> None:
    """Copy a record into a kernel object of the same class."""
    for name in type(value).__slots__:
        part = getattr(value, name)
        if isinstance(part, int):
            setattr(value, name, int(record[name]))
        elif isinstance(part[0], int | list):
            setattr(value, name, record[name].tolist())
        else:
            for index, item in enumerate(part):
                read(record[name][index], item)


def buffer_of(value: Any) -> Buffer:
    """A kernel object as the bytes that compiled functions take."""
    record = np.zeros(1, RECORDS[type(value).__name__])
    write(record[0], value)
    return record.view(np.uint8)


def state_of(buffer: Buffer) -> State:
    """The state in a buffer."""
    state = State()
    read(buffer.view(STATE)[0], state)
    return state


# ---- flat forms, for comparing states quickly ----------------------------------------------------------------


def _flat_source(example: Any, path: str) -> list[str]:
    """Expressions that list every number of a kernel object, field by field in the record's order."""
    parts = []
    for name in type(example).__slots__:
        value = getattr(example, name)
        if isinstance(value, int):
            parts.append(f"[{path}.{name}]")
        elif isinstance(value[0], int):
            parts.append(f"{path}.{name}")
        else:
            for index in range(len(value)):
                parts += _flat_source(value[index], f"{path}.{name}[{index}]")
    return parts


def _flattener(example: Any) -> Callable[[Any], list[int]]:
    # Written out as one long sum of lists: ten times faster than walking the object each time.
    starred = ", ".join(f"*{part}" if part[0] != "[" else part[1:-1] for part in _flat_source(example, "value"))
    scope: dict[str, Any] = {}
    exec(f"def flat(value):\n return [{starred}]", scope)
    function: Callable[[Any], list[int]] = scope["flat"]
    return function


flat_state = _flattener(State())


def _leaves(dtype: np.dtype[Any], offset: int) -> list[tuple[int, int]]:
    """Offset and width of every number in a record, in order."""
    if dtype.subdtype is not None:
        base, shape = dtype.subdtype
        step = base.itemsize
        return [leaf for n in range(int(np.prod(shape))) for leaf in _leaves(base, offset + n * step)]
    if dtype.names is None:
        return [(offset, dtype.itemsize)]
    assert dtype.fields is not None
    return [leaf for name in dtype.names for leaf in _leaves(dtype.fields[name][0], offset + dtype.fields[name][1])]


class FlatReader:
    """Reads all numbers of a state buffer at once."""

    def __init__(self) -> None:
        leaves = _leaves(STATE, 0)
        self.size = len(leaves)
        self.groups = []
        for width in (1, 2, 4, 8):
            places = np.array([place for place, (_, w) in enumerate(leaves) if w == width])
            if len(places):
                index = np.array([offset // width for offset, w in leaves if w == width])
                self.groups.append((np.dtype(f"i{width}"), places, index))

    def __call__(self, buffer: Buffer) -> list[int]:
        out = np.empty(self.size, np.int64)
        for dtype, places, index in self.groups:
            out[places] = buffer.view(dtype)[index]
        found: list[int] = out.tolist()
        return found
