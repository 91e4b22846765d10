"""A table: the sum of its log. ``add`` takes the next entry; it decides nothing and cannot fail on a sound log."""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

import msgspec

from projectl.errors import ProjectLError
from projectl.game import Game, Played
from projectl.game.record import lay_deck

from . import entries as log
from .clocks import Clocks
from .entries import AnyEntry, Logged, PlayerId, TableId
from .settings import SUBSTITUTE, Settings

NOBODY = PlayerId("")
LOBBY, PLAYING, OVER = "lobby", "playing", "over"


class DamagedLog(Exception):
    """The log of this table does not replay; nothing may be added to it."""


@dataclass(slots=True)
class Chair:
    """A place at the table: empty, a person's or a bot's."""

    player: PlayerId | None = None
    bot: str | None = None
    name: str = ""

    @property
    def taken(self) -> bool:
        """Whether somebody sits here."""
        return self.player is not None or self.bot is not None


@dataclass(slots=True)
class Undoable:
    """A move that can be taken back: whose it is, and the game before it."""

    seat: str
    before: Game


@dataclass(slots=True)
class Table:
    """Everything that is so at a table after entry ``seq`` of its log.

    Tables share games: a move is played on a copy, so the game of a table never changes under another's hands.
    """

    id: TableId
    seq: int = 0
    settings: Settings = field(default_factory=Settings)
    owner: PlayerId = NOBODY
    chairs: list[Chair] = field(default_factory=list)
    phase: str = LOBBY
    chat: bool = False
    game: Game | None = None
    seating: tuple[int, ...] = ()  # chair by seat
    clocks: Clocks = field(default_factory=lambda: Clocks(None))
    undoable: list[Undoable] = field(default_factory=list)
    barrier: str = ""  # the seat whose last move revealed something, so that it cannot be undone
    replaced: dict[str, str] = field(default_factory=dict)  # seat -> why
    votes: dict[str, set[str]] = field(default_factory=dict)  # seat -> who wants it replaced
    draw_offer: set[str] = field(default_factory=set)  # who has agreed so far
    drawn: bool = False
    rematch: str | None = None
    rematch_of: str | None = None
    changed: dict[str, int] = field(default_factory=dict)  # seat -> the last entry its moves depend on
    answered: dict[str, int] = field(default_factory=dict)  # command id -> the entry it made
    last_at: int = 0
    last_played: Played | None = None  # the events of the last Moved

    # -- asking --

    @property
    def seats(self) -> list[str]:
        """The seats of the running game, A first."""
        return list("ABCDEF"[: len(self.seating)])

    def chair_of(self, seat: str) -> Chair:
        """Who plays this seat."""
        return self.chairs[self.seating[self.seats.index(seat)]]

    def seats_of(self, player: PlayerId | None) -> list[str]:
        """The seats of a person (several on one screen)."""
        if player is None:
            return []
        return [seat for seat in self.seats if self.chair_of(seat).player == player]

    def driver(self, seat: str) -> str | None:
        """The bot that plays this seat, or None for a person."""
        if seat in self.replaced:
            return SUBSTITUTE
        return self.chair_of(seat).bot

    def persons(self) -> list[str]:
        """The seats that people play."""
        return [seat for seat in self.seats if self.driver(seat) is None]

    @property
    def active(self) -> list[str]:
        """The seats that may move now."""
        return self.game.active if self.game is not None and self.phase == PLAYING else []

    # -- adding --

    def copy(self) -> "Table":
        """A table to try the next entries on."""
        return replace(
            self,
            chairs=list(self.chairs),
            clocks=self.clocks.copy(),
            undoable=list(self.undoable),
            replaced=dict(self.replaced),
            votes={seat: set(voters) for seat, voters in self.votes.items()},
            draw_offer=set(self.draw_offer),
            changed=dict(self.changed),
            answered=dict(self.answered),
        )

    def add(self, logged: Logged) -> None:
        """Take the next entry of the log; after a DamagedLog the table is of no more use."""
        if logged.seq != self.seq + 1:
            raise DamagedLog(f"table {self.id}: entry {logged.seq} follows entry {self.seq}")
        try:
            _EVOLVE[type(logged.entry)](self, logged.entry, logged.at)
        except (ProjectLError, LookupError, ValueError, AssertionError) as error:
            raise DamagedLog(f"table {self.id}: entry {logged.seq} does not replay: {error}") from error
        self.seq = logged.seq
        self.last_at = logged.at
        if logged.command_id is not None:
            self.answered[logged.command_id] = logged.seq

    # -- one method for each kind of entry --

    def _created(self, entry: log.Created, _at: int) -> None:
        self.settings = entry.settings
        self.owner = entry.owner
        self.chat = entry.settings.chat
        self.rematch_of = entry.rematch_of
        self.chairs = [Chair() for _ in range(entry.settings.players)]

    def _sat(self, entry: log.Sat, _at: int) -> None:
        self.chairs[entry.chair] = Chair(player=entry.player, name=entry.name)

    def _bot_sat(self, entry: log.BotSat, _at: int) -> None:
        self.chairs[entry.chair] = Chair(bot=entry.bot, name=entry.name)

    def _stood(self, entry: log.Stood, _at: int) -> None:
        self.chairs[entry.chair] = Chair()

    def _chat_switched(self, entry: log.ChatSwitched, _at: int) -> None:
        self.chat = entry.on

    def _said(self, _entry: log.Said, _at: int) -> None:
        pass  # talk changes nothing

    def _started(self, entry: log.Started, at: int) -> None:
        self.game = Game.from_position(entry.position)
        self.seating = entry.chairs
        self.game.names = [self.chairs[chair].name for chair in entry.chairs]
        self.phase = PLAYING
        self.clocks = Clocks.started(self.settings.clock, self.seats)
        self.clocks.turn_to(self.game.active, at)
        self.changed = dict.fromkeys(self.seats, self.seq + 1)

    def _moved(self, entry: log.Moved, at: int) -> None:
        assert self.game is not None
        before, game = self.game, self.game.copy()
        played = game.play(entry.move, seat=entry.seat)
        if entry.deck:
            played = lay_deck(game, played, entry.deck)
        if check_of(game) != entry.check:
            raise ValueError("the position after it is not the recorded one")
        self.last_played = played
        game.history.clear()  # the log has it; a table keeps only what it needs
        self.game = game
        ended = [event.parts[0] for event in played.events if event.kind == "turn_ended"]
        self._note_undo(entry.seat, before, played, bool(ended) or entry.seat not in game.active)
        self.clocks.turn_to(game.active, at, ended)
        self.clocks.heard_from(entry.seat, at)
        self.votes.pop(entry.seat, None)
        if self.driver(entry.seat) is None and entry.seat not in self.draw_offer:
            self.draw_offer.clear()  # a person who plays on has answered
        # A move of the other holder in Line Clear leaves a seat's own moves as they were (R11.11).
        unmoved = set(before.active) & set(game.active) - {entry.seat}
        self.changed |= dict.fromkeys(set(self.seats) - unmoved, self.seq + 1)
        if game.over:
            self._end(at)

    def _note_undo(self, seat: str, before: Game, played: Played, ended: bool) -> None:
        self.barrier = ""
        if played.revealed or played.reshuffled or ended:
            self.undoable.clear()
            self.barrier = "" if ended else seat
            return
        if self.undoable and self.undoable[-1].seat != seat:
            self.undoable.clear()
        self.undoable.append(Undoable(seat, before))

    def _undone(self, entry: log.Undone, at: int) -> None:
        for _ in range(entry.moves):
            self.game = self.undoable.pop().before
        self.clocks.turn_to(self.active, at)
        self.clocks.heard_from(entry.seat, at)
        self.changed[entry.seat] = self.seq + 1

    def _replaced(self, entry: log.Replaced, _at: int) -> None:
        self.replaced[entry.seat] = entry.why
        self.changed[entry.seat] = self.seq + 1
        self.votes.clear()  # there are fewer to vote now, so the vote begins anew
        self.draw_offer.discard(entry.seat)

    def _returned(self, entry: log.Returned, at: int) -> None:
        del self.replaced[entry.seat]
        self.clocks.heard_from(entry.seat, at)
        self.changed[entry.seat] = self.seq + 1

    def _voted(self, entry: log.Voted, _at: int) -> None:
        self.votes.setdefault(entry.against, set()).add(entry.seat)

    def _draw_offered(self, entry: log.DrawOffered, at: int) -> None:
        self.draw_offer = {entry.seat}
        self._draw_if_agreed(at)

    def _draw_answered(self, entry: log.DrawAnswered, at: int) -> None:
        if entry.agreed:
            self.draw_offer.add(entry.seat)
            self._draw_if_agreed(at)
        else:
            self.draw_offer.clear()

    def _draw_if_agreed(self, at: int) -> None:
        if self.draw_offer >= set(self.persons()):
            self.drawn = True
            self._end(at)

    def _end(self, at: int) -> None:
        self.phase = OVER
        self.undoable.clear()
        self.draw_offer.clear()
        self.clocks.stop(at)

    def _credited(self, entry: log.Credited, _at: int) -> None:
        self.clocks.credit(entry.milliseconds)

    def _rematched(self, entry: log.Rematched, _at: int) -> None:
        self.rematch = entry.code


_EVOLVE = {kind: getattr(Table, "_" + log.tag_of(kind.__name__)) for kind in AnyEntry.__args__}


def replayed(table_id: TableId, entries: Iterable[Logged]) -> Table:
    """The table of a whole log."""
    table = Table(table_id)
    for logged in entries:
        table.add(logged)
    return table


def check_of(game: Game) -> str:
    """A short hash of the whole position, hidden things included; never to be shown while the game is on."""
    return hashlib.sha256(msgspec.json.encode(game.position(), order="sorted")).hexdigest()[:16]
