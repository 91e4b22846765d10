"""Every message between a client and the server, and nothing else. TypeScript types are made from this file.

A client sends one of ``FromClient``; the server answers with one of ``FromServer``. All are JSON objects with a
``kind``. Unknown kinds and fields are refused, every text and list is bounded.
"""

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from .entries import tag_of
from .settings import Days, RealTime, Settings

PROTOCOL = 1

MAX_NAME = 24
MAX_CHAT = 280
MAX_MOVE = 400

Seat = Annotated[str, Meta(pattern="^[A-F]$")]
ChairNumber = Annotated[int, Meta(ge=0, le=5)]
Name = Annotated[str, Meta(min_length=1, max_length=MAX_NAME)]
CommandId = Annotated[str, Meta(pattern="^[!-~]{1,40}$")]  # printable ASCII
Phrase = Literal["hello", "good_luck", "nice", "oops", "thinking", "your_turn", "thanks", "well_played"]


class Message(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag=tag_of, omit_defaults=True):
    """A message."""


class Part(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A part of a message."""


# ---- what a client asks the table to do -------------------------------------------------------------------


class Sit(Message, frozen=True):
    """Take an empty chair; the owner may take more for people at the same screen."""

    name: Name
    chair: ChairNumber | None = None


class SeatBot(Message, frozen=True):
    """The owner puts a bot on a chair."""

    chair: ChairNumber
    bot: Annotated[str, Meta(max_length=24)]


class Stand(Message, frozen=True):
    """Leave a chair before the game; the owner may clear any."""

    chair: ChairNumber


class SwitchChat(Message, frozen=True):
    """The owner allows or forbids free text."""

    on: bool


class Say(Message, frozen=True):
    """A quick phrase, for everybody at any table."""

    phrase: Phrase


class Chat(Message, frozen=True):
    """Free text, where the owner allows it."""

    text: Annotated[str, Meta(min_length=1, max_length=MAX_CHAT)]


class Start(Message, frozen=True):
    """The owner starts the game; every chair must be taken."""


class Play(Message, frozen=True):
    """A move: as text, or as the ids of its steps."""

    seat: Seat
    move: Annotated[str, Meta(max_length=MAX_MOVE)] | None = None
    steps: Annotated[tuple[int, ...], Meta(max_length=32)] | None = None


class Undo(Message, frozen=True):
    """Take back one's last move, or all of this turn's."""

    seat: Seat
    whole_turn: bool = False


class Resign(Message, frozen=True):
    """Give up; a bot goes on for the seat."""

    seat: Seat


class Return(Message, frozen=True):
    """Take the seat back from the bot."""

    seat: Seat


class VoteOut(Message, frozen=True):
    """An absent player should be replaced by a bot."""

    seat: Seat
    against: Seat


class OfferDraw(Message, frozen=True):
    """Offer to end a stalled game without a winner."""

    seat: Seat


class AnswerDraw(Message, frozen=True):
    """Agree to the offer or decline it."""

    seat: Seat
    agreed: bool


class Rematch(Message, frozen=True):
    """Play again with the same people."""


Do = (
    Sit
    | SeatBot
    | Stand
    | SwitchChat
    | Say
    | Chat
    | Start
    | Play
    | Undo
    | Resign
    | Return
    | VoteOut
    | OfferDraw
    | AnswerDraw
    | Rematch
)


# ---- from the client --------------------------------------------------------------------------------------


class Command(Message, frozen=True):
    """Do something. ``id`` is the client's own: sent twice, it is done once and answered twice."""

    id: CommandId
    do: Do
    expected: Annotated[int, Meta(ge=0)] | None = None  # the seq on which a move is based


class Stage(Message, frozen=True):
    """What would be legal after these steps of one's own move? Changes nothing."""

    id: CommandId
    seat: Seat
    steps: Annotated[tuple[int, ...], Meta(max_length=32)] = ()


class Hints(Message, frozen=True):
    """What fits, what keeps a card finishable, the shortest plan."""

    id: CommandId
    seat: Seat


class Ping(Message, frozen=True):
    """Are you there?"""


FromClient = Command | Stage | Hints | Ping


# ---- from the server --------------------------------------------------------------------------------------


class ChairView(Part, frozen=True):
    """A chair as everybody sees it."""

    name: str = ""
    bot: str | None = None
    yours: bool = False
    here: bool = False  # its person is connected


class SeatView(Part, frozen=True):
    """A seat of the running game."""

    chair: int
    left: int | None = None  # milliseconds on its clock
    since: int | None = None  # when its clock began to run
    replaced: str | None = None  # why a bot plays it
    votes: int = 0


class UndoView(Part, frozen=True):
    """How many moves this person may take back, and why not more."""

    moves: int = 0
    why: str = ""


class TableView(Part, frozen=True):
    """The table as one person sees it after entry ``seq``."""

    code: str
    seq: int
    now: int
    phase: Literal["lobby", "playing", "over"]
    settings: Settings
    owner: bool
    chat: bool
    chairs: tuple[ChairView, ...]
    seats: dict[str, SeatView] = {}
    you: tuple[str, ...] = ()
    game: dict[str, Any] | None = None
    market: tuple[str | None, ...] = ()  # the cards by the slot numbers that TAKE steps use
    legal: dict[str, tuple[int, ...]] = {}
    undo: UndoView = UndoView()
    draw_offer: tuple[str, ...] = ()
    drawn: bool = False
    rematch: str | None = None
    rematch_of: str | None = None
    spectators: int = 0


class Happened(Part, frozen=True):
    """One entry of the log, without what is hidden."""

    seq: int
    at: int
    what: str  # the kind of entry
    seat: str | None = None
    chair: int | None = None
    name: str | None = None
    move: str | None = None
    moves: int | None = None
    events: tuple[str, ...] = ()
    phrase: str | None = None
    text: str | None = None
    why: str | None = None
    code: str | None = None


class Update(Message, frozen=True):
    """What happened since the last message, and the table now."""

    happened: tuple[Happened, ...]
    table: TableView


class Done(Message, frozen=True):
    """A command was carried out and is safely stored."""

    id: str
    seq: int


class Refused(Message, frozen=True):
    """A command was refused and has changed nothing."""

    id: str
    code: str
    message: str
    rule: str | None = None
    seq: int = 0


class Staged(Message, frozen=True):
    """One's own area and the reserve after some steps, and the steps that could follow."""

    id: str
    steps: tuple[int, ...]
    legal: tuple[int, ...]
    player: dict[str, Any]
    reserve: dict[str, int]
    move: str | None = None  # these steps are a whole move
    ends_turn: bool = False
    reveals: bool = False


class CardHint(Part, frozen=True):
    """What the solver says of one card."""

    card: str
    fits: tuple[str, ...]
    keeps: tuple[str, ...]
    finishable: bool
    plan: tuple[str, ...] | None
    at_least: int
    in_time: bool


class Hinted(Message, frozen=True):
    """Hints for every card of a seat."""

    id: str
    cards: tuple[CardHint, ...]


class Pong(Message, frozen=True):
    """Here."""

    now: int


class Goodbye(Message, frozen=True):
    """The server ends the connection; why, and whether to come back."""

    code: str
    message: str
    again: bool


FromServer = Update | Done | Refused | Staged | Hinted | Pong | Goodbye

__all__ = ["Days", "FromClient", "FromServer", "RealTime", "Settings"]
