"""A disk that has not written everything yet, rebuilt from the shim's journal."""

import struct
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import NamedTuple

SECTOR = 512  # what a disk writes as one
_HEAD = struct.Struct("<cIQI")


class Record(NamedTuple):
    """One thing the process did; see shim.c."""

    op: str
    path: str
    offset: int
    data: bytes


def read_journal(path: Path) -> Iterator[Record]:
    """The records in order."""
    with path.open("rb") as file:
        while head := file.read(_HEAD.size):
            op, path_length, offset, length = _HEAD.unpack(head)
            yield Record(op.decode(), file.read(path_length).decode(), offset, file.read(length))


class Write(NamedTuple):
    """Bytes at a place; without bytes the file ends there."""

    offset: int
    data: bytes | None

    def apply(self, content: bytearray) -> None:
        """Carry it out."""
        end = self.offset + len(self.data or b"")
        if self.data is None:
            del content[end:]
        content.extend(bytes(max(0, end - len(content))))
        content[self.offset : end] = self.data or b""

    def sectors(self) -> Iterator["Write"]:
        """The parts that a disk writes at once."""
        if self.data is None:
            yield self
            return
        start = self.offset
        end = self.offset + len(self.data)
        while start < end:
            stop = min(end, (start // SECTOR + 1) * SECTOR)
            yield Write(start, self.data[start - self.offset : stop - self.offset])
            start = stop


@dataclass
class File:
    """What of a file is on the disk for certain, and what is still on its way."""

    durable: bytearray = field(default_factory=bytearray)
    pending: list[Write] = field(default_factory=list)

    def sync(self) -> None:
        """All of it is on the disk now."""
        for write in self.pending:
            write.apply(self.durable)
        self.pending.clear()


class Naming(NamedTuple):
    """A change of the folder: the name means this file from now on, or nothing."""

    name: str
    file: File | None


class Disk:
    """Files and their names. A name is certain only after its folder has been synced."""

    def __init__(self) -> None:
        self.now: dict[str, File] = {}
        self.durable: dict[str, File] = {}
        self.pending: list[Naming] = []

    def add(self, record: Record) -> None:
        """Let the process do one more thing."""
        match record.op:
            case "C":
                self._name(record.path, File())
            case "W":
                self.now[record.path].pending.append(Write(record.offset, record.data))
            case "T":
                self.now[record.path].pending.append(Write(record.offset, None))
            case "U":
                self._name(record.path, None)
            case "R":
                self._name(record.data.decode(), self.now[record.path])
                self._name(record.path, None)
            case "S" if record.path:
                self.now[record.path].sync()
            case "S":
                _rename(self.durable, self.pending)
                self.pending.clear()

    def _name(self, name: str, file: File | None) -> None:
        self.pending.append(Naming(name, file))
        _rename(self.now, [Naming(name, file)])

    def after_power_cut(self, how: str, dice: Random) -> dict[str, bytes]:
        """The files as they may be found: of what was on its way, some has arrived (``how``: see ``HOWS``)."""
        names = dict(self.durable)
        _rename(names, [naming for naming in self.pending if _arrives(how, dice)])
        return {name: bytes(_content(file, how, dice)) for name, file in names.items()}


NONE, ALL, WHOLE, TORN, REORDERED = HOWS = ("none", "all", "whole writes", "torn writes", "reordered")


def _arrives(how: str, dice: Random) -> bool:
    return how == ALL or (how != NONE and dice.random() < 0.5)


def _content(file: File, how: str, dice: Random) -> bytearray:
    content = bytearray(file.durable)
    writes = file.pending
    if how in {TORN, REORDERED}:
        writes = [sector for write in writes for sector in write.sectors()]
    arrived = [write for write in writes if _arrives(how, dice)]
    if how == REORDERED:
        dice.shuffle(arrived)
    for write in arrived:
        write.apply(content)
    return content


def _rename(names: dict[str, File], namings: Iterable[Naming]) -> None:
    for name, file in namings:
        if file is None:
            names.pop(name, None)
        else:
            names[name] = file
