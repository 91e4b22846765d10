"""The classes of the rules as NumPy records: the same field names, every list an array of fixed length.

Widths are chosen here; the default is four bytes. A narrower field has its bound beside it, and a value that
outgrew it would show as a difference from the interpreted state in tests/fast.
"""

from array import array
from collections.abc import Callable
from functools import cache
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
        "noted_points": "i4",
        "noted_puzzles": "i4",
        "noted_ambassador": "i4",
        "noted_ambassador_fresh": "i4",
        # counters of one turn and of cards
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


def _flat_source(example: Any, path: str, seats: int) -> list[str]:
    """Expressions that list every number of a kernel object, field by field in the record's order."""
    parts = []
    for name in type(example).__slots__:
        value = getattr(example, name)
        if isinstance(value, int):
            parts.append(f"{path}.{name}")
        elif isinstance(value[0], int):
            parts.append(f"*{path}.{name}")
        else:
            for index in range(seats if name == "players" else len(value)):
                parts += _flat_source(value[index], f"{path}.{name}[{index}]", seats)
    return parts


@cache
def flattener(seats: int) -> Callable[[State], bytes]:
    """A function that gives all numbers of a state, its first ``seats`` players included, as bytes."""
    # Written out as one long list: ten times faster than walking the object each time.
    scope: dict[str, Any] = {"array": array}
    exec(f"def flat(s):\n return array('q', [{', '.join(_flat_source(State(), 's', seats))}]).tobytes()", scope)
    function: Callable[[State], bytes] = scope["flat"]
    return function


def _leaves(dtype: np.dtype[Any], offset: int, seats: int) -> list[tuple[int, int]]:
    """Offset and width of every number in a record, in order."""
    if dtype.subdtype is not None:
        base, shape = dtype.subdtype
        number = seats if base == PLAYER else int(np.prod(shape))
        return [leaf for n in range(number) for leaf in _leaves(base, offset + n * base.itemsize, seats)]
    if dtype.names is None:
        return [(offset, dtype.itemsize)]
    assert dtype.fields is not None
    fields = [dtype.fields[name] for name in dtype.names]
    return [leaf for field in fields for leaf in _leaves(field[0], offset + field[1], seats)]


class FlatReader:
    """The same bytes read off a state buffer."""

    def __init__(self, seats: int) -> None:
        leaves = _leaves(STATE, 0, seats)
        self.size = len(leaves)
        self.groups = []
        for width in (1, 2, 4, 8):
            places = np.array([place for place, (_, w) in enumerate(leaves) if w == width])
            if len(places):
                index = np.array([offset // width for offset, w in leaves if w == width])
                self.groups.append((np.dtype(f"i{width}"), places, index))

    def __call__(self, buffer: Buffer) -> bytes:
        out = np.empty(self.size, np.int64)
        for dtype, places, index in self.groups:
            out[places] = buffer.view(dtype)[index]
        return out.tobytes()
