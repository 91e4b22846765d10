"""The classes of the rules as NumPy records: the same field names, every list an array of fixed length.

Widths are chosen here; the default is four bytes. A narrower field has its bound beside it.
"""

from typing import Any, Protocol

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


class Slotted(Protocol):
    """Any of the kernel's classes."""

    __slots__: tuple[str, ...]


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
