"""The log of a table: a closed set of things that can happen. The log is the truth, a Table is its sum.

Entries are private: they hold what nobody may see while a game is on (deck order, seeds). What people get of
them is made in ``seen``.
"""

import re
from typing import Any, NewType

import msgspec
from msgspec import Struct

from .settings import Settings

TableId = NewType("TableId", str)
PlayerId = NewType("PlayerId", str)  # a guest: who holds the signed cookie


def tag_of(name: str) -> str:
    """``BotSat`` is written ``bot_sat``."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).lower()


class Entry(Struct, frozen=True, tag_field="kind", tag=tag_of, omit_defaults=True):
    """One thing that happened."""


class Created(Entry, frozen=True):
    """The table was made."""

    settings: Settings
    owner: PlayerId
    rematch_of: str | None = None


class Sat(Entry, frozen=True):
    """A person took a chair; the owner may hold several ("this screen")."""

    chair: int
    player: PlayerId
    name: str


class BotSat(Entry, frozen=True):
    """A bot was put on a chair."""

    chair: int
    bot: str
    name: str


class Stood(Entry, frozen=True):
    """A chair became empty again."""

    chair: int


class ChatSwitched(Entry, frozen=True):
    """The owner allowed or forbade free text."""

    on: bool


class Said(Entry, frozen=True):
    """A quick phrase, or free text."""

    name: str
    chair: int | None = None
    phrase: str | None = None
    text: str | None = None


class Started(Entry, frozen=True):
    """The game began: who sits where (R2.6), and every outcome of the setup's shuffles."""

    chairs: tuple[int, ...]  # by seat
    position: dict[str, Any]
    seed: int


class Moved(Entry, frozen=True):
    """A move, with the outcome of everything random in it and a hash of the whole position after it."""

    seat: str
    move: str
    check: str
    revealed: tuple[str, ...] = ()
    deck: tuple[str, ...] = ()


class Undone(Entry, frozen=True):
    """A seat took back its last moves."""

    seat: str
    moves: int


class Replaced(Entry, frozen=True):
    """From here on a bot plays for this seat: it resigned, ran out of time or was voted out."""

    seat: str
    why: str  # resigned | time | vote | left


class Returned(Entry, frozen=True):
    """The person is back at the seat."""

    seat: str


class Voted(Entry, frozen=True):
    """A seat wants an absent player replaced."""

    seat: str
    against: str


class DrawOffered(Entry, frozen=True):
    """A seat offers to end a stalled game without a winner."""

    seat: str


class DrawAnswered(Entry, frozen=True):
    """A seat answers the offer; the game is drawn when every person has agreed."""

    seat: str
    agreed: bool


class Credited(Entry, frozen=True):
    """The server was down; the clocks get the time back."""

    milliseconds: int


class Rematched(Entry, frozen=True):
    """The same people play again at another table."""

    code: str


AnyEntry = (
    Created
    | Sat
    | BotSat
    | Stood
    | ChatSwitched
    | Said
    | Started
    | Moved
    | Undone
    | Replaced
    | Returned
    | Voted
    | DrawOffered
    | DrawAnswered
    | Credited
    | Rematched
)


class Logged(Struct, frozen=True):
    """An entry in its place: numbered without gaps from 1, at a time in milliseconds since 1970."""

    seq: int
    at: int
    entry: AnyEntry
    command_id: str | None = None


_encoder = msgspec.json.Encoder()
_decoder: msgspec.json.Decoder[AnyEntry] = msgspec.json.Decoder(AnyEntry)


def entry_text(entry: AnyEntry) -> str:
    """The entry as the store keeps it."""
    return _encoder.encode(entry).decode()


def parse_entry(text: str | bytes) -> AnyEntry:
    """The entry of a stored text."""
    return _decoder.decode(text)
