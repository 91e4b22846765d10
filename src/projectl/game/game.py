"""``Game``: a table to play at. Moves in and out as text or values, nothing changes on a refusal."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from projectl.catalog import Card, Configuration, Pack, configure, load_pack
from projectl.errors import IllegalMove, SetupError, shown
from projectl.rules import chance, engine, line_clear, setup, steps
from projectl.rules.events import Events
from projectl.rules.pieces import PLACEMENTS
from projectl.rules.state import NOTHING, OVER, PLAY, TOUCHES, State

from . import position as positions
from .events import Event, read_events
from .moves import SEATS, Move, malformed, seat_name
from .position import Document, seats_active
from .reading import read_position
from .refusals import explain
from .stepping import move_of, steps_of
from .view import SPECTATOR, view

MAX_SEED = (1 << 63) - 1
_MAX_NAME = 40


@dataclass(frozen=True, slots=True)
class Played:
    """One move of the history: who, what, and everything that followed from it."""

    seat: str
    move: Move
    events: tuple[Event, ...]
    round: int
    revealed: tuple[str, ...]  # cards that came into sight, in order
    reshuffled: tuple[str, ...]  # the new White deck, top first (Endless White)

    def __str__(self) -> str:
        return f"{self.seat}: {self.move}"


class LegalMoves:
    """The legal moves of a seat: iterate lazily (a Master can have thousands), or ask with ``in``."""

    def __init__(self, game: "Game", seat: int) -> None:
        self._game = game
        self._seat = seat

    def __iter__(self) -> Iterator[Move]:
        game = self._game
        if game.steps_taken(self._seat):
            raise IllegalMove("action_under_way", "R0.4", "An action is under way; finish it step by step.")
        state = game.state
        for taken in _whole_moves(game.config, state, self._seat, []):
            yield move_of(game.config, state, self._seat, taken, touching=state.phase == TOUCHES)

    def __contains__(self, move: object) -> bool:
        if not isinstance(move, Move | str):
            return False
        try:
            self._game.copy().play(move, seat=seat_name(self._seat))
        except IllegalMove:
            return False
        return True

    def __bool__(self) -> bool:
        return any(True for _ in self)

    def __repr__(self) -> str:
        return f"<LegalMoves of {seat_name(self._seat)}>"


def _whole_moves(config: Configuration, state: State, seat: int, taken: list[int]) -> Iterator[list[int]]:
    """Every sequence of steps that makes a whole move; one order of placements for each Master."""
    out = [0] * steps.MAX_LEGAL
    number = engine.legal(config.rules, state, seat, out)
    last_slot = taken[-1] // PLACEMENTS if taken and taken[-1] < steps.TAKE else -1
    for step in out[:number]:
        if step < steps.TAKE and step // PLACEMENTS <= last_slot:
            continue
        new = state.copy()
        engine.apply(config.rules, new, Events(), seat, step)
        sequence = [*taken, step]
        if is_whole(new, seat, step):
            yield sequence
        else:
            yield from _whole_moves(config, new, seat, sequence)


def is_whole(state: State, seat: int, step: int) -> bool:
    """Whether the step that led here ended a move."""
    player = state.players[seat]
    return step not in {steps.INSERT, steps.CREDIT} and player.doing == NOTHING


class Game:
    """A game of Project L.

    >>> game = Game(players=2, seed=7)
    >>> game.active
    ['A']
    """

    def __init__(
        self,
        players: int | Sequence[str] = 2,
        *,
        seed: int = 0,
        edition: str = "v25",
        expansions: Iterable[str] = (),
        variants: Iterable[str] = (),
        options: Mapping[str, object] | None = None,
        difficulty: str = "normal",
        cards: object = (),
    ) -> None:
        """Set up a new game; ``players`` is a number or a list of names, dealt to the seats by the seed (R2.6)."""
        if isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed <= MAX_SEED:
            raise SetupError(f"The seed must be a whole number from 0 to 2^63 - 1, not {shown(seed)}.")
        number = players if isinstance(players, int) else len(_checked_names(players))
        self.config = configure(
            number,
            edition_name=edition,
            expansions=expansions,
            variants=variants,
            options=options,
            difficulty=difficulty,
            own_cards=_own_cards(cards),
        )
        self.seed: int | None = seed
        names = [] if isinstance(players, int) else list(players)
        self.names = _seated(names, seed) if names else [seat_name(seat) for seat in range(number)]
        state = State()
        setup.new_game(self.config.rules, state, Events(), seed)
        self._start(state)

    def _start(self, state: State) -> None:
        self.state = state
        self.history: list[Played] = []
        self._began = state.copy()
        self._taken: dict[int, list[int]] = {}
        self._before: dict[int, State] = {}
        self._events: dict[int, list[Event]] = {}

    @classmethod
    def from_position(cls, document: object) -> "Game":
        """The game a position document describes (docs/cases.md)."""
        config, state = read_position(document)
        game = cls.__new__(cls)
        game.config = config
        game.seed = None
        game.names = [seat_name(seat) for seat in range(config.players)]
        game._start(state)
        return game

    def copy(self) -> "Game":
        """An independent game at the same point, with the same history."""
        new = Game.__new__(Game)
        new.config = self.config
        new.seed = self.seed
        new.names = list(self.names)
        new.state = self.state.copy()
        new.history = list(self.history)
        new._began = self._began
        new._taken = {seat: list(taken) for seat, taken in self._taken.items()}
        new._before = dict(self._before)
        new._events = {seat: list(found) for seat, found in self._events.items()}
        return new

    # -- where the game stands --

    @property
    def active(self) -> list[str]:
        """The seats that may move now."""
        return [seat_name(seat) for seat in seats_active(self.state)]

    @property
    def round(self) -> int:
        """The round being played."""
        return self.state.round

    @property
    def phase(self) -> str:
        """``play``, ``touches`` or ``over``."""
        return positions.PHASES[self.state.phase]

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.state.phase == OVER

    @property
    def began(self) -> State:
        """The state at the start of this game's history; not to be changed."""
        return self._began

    def scores(self) -> dict[str, int]:
        """Points by seat as they would be if the game ended now; in solo also the mastermind's."""
        return positions.scores(self.config, self.state)

    def winners(self) -> list[str]:
        """Who has won, once the game is over (``mastermind`` among them in solo)."""
        return positions.winners(self.config, self.state)

    def position(self) -> Document:
        """The whole position, hidden things included."""
        return positions.position(self.config, self.state)

    def view(self, seat: str | None = None) -> Document:
        """The position as a seat sees it; None for an onlooker."""
        return view(self.config, self.state, SPECTATOR if seat is None else self._seat_number(seat))

    def record(self) -> str:
        """The game so far as a text record; ``projectl.replay`` reads it back."""
        from .record import write_record  # noqa: PLC0415 - a record is written by replaying, so it imports Game

        return write_record(self)

    # -- moving --

    def legal(self, seat: str | None = None) -> LegalMoves:
        """The legal moves of a seat (the first active one if not named)."""
        return LegalMoves(self, self._seat_number(seat))

    def legal_steps(self, seat: str | None = None) -> list[int]:
        """The ids of the legal steps of a seat (see ``rules.steps``)."""
        out = [0] * steps.MAX_LEGAL
        return out[: engine.legal(self.config.rules, self.state, self._seat_number(seat), out)]

    def play(self, move: Move | str, seat: str | None = None) -> Played:
        """Make a whole move, or raise IllegalMove and change nothing (R0.4)."""
        move, seat = _parse_with_seat(move, seat) if not isinstance(move, Move) else (_sound(move), seat)
        number = self._seat_number(seat)
        if self.steps_taken(number):
            raise IllegalMove("action_under_way", "R0.4", "An action is under way; finish it step by step.")
        if engine.is_active(self.state, number):
            self._check_phase(move)
            taken = steps_of(self.config, self.state, number, move)
        else:
            raise explain(self.config, self.state, number, steps.END)
        trial = self.copy()
        for step in taken:
            trial.take_step(step, seat_name(number))
        self.__dict__.update(trial.__dict__)
        return self.history[-1]

    def take_step(self, step: int, seat: str | None = None) -> None:
        """Take one step by its id; a move of several steps enters the history when its last one is taken."""
        number = self._seat_number(seat)
        if isinstance(step, bool) or not isinstance(step, int) or not 0 <= step < steps.STEPS:
            raise IllegalMove("unknown_step", "R0.4", f"There is no step {shown(step)}.")
        if not engine.is_legal(self.config.rules, self.state, number, step):
            raise explain(self.config, self.state, number, step)
        taken = self._taken.setdefault(number, [])
        if not taken:
            self._before[number] = self.state.copy()
        buffer = Events()
        engine.apply(self.config.rules, self.state, buffer, number, step)
        taken.append(step)
        self._events.setdefault(number, []).extend(read_events(self.config, buffer))
        if is_whole(self.state, number, step):
            self._enter(number)

    def steps_taken(self, seat: int) -> list[int]:
        """The steps of a move that this seat has begun and not finished."""
        return self._taken.get(seat, [])

    def _enter(self, seat: int) -> None:
        before = self._before.pop(seat)
        taken = self._taken.pop(seat)
        events = tuple(self._events.pop(seat))
        move = move_of(self.config, before, seat, taken, touching=before.phase == TOUCHES)
        revealed = tuple(event.parts[1] for event in events if event.kind == "revealed")
        blind = tuple(event.parts[1] for event in events if event.kind == "taken" and event.parts[2] == "-1")
        shuffled = _new_deck(self.config, self.state, events)
        self.history.append(Played(seat_name(seat), move, events, before.round, blind + revealed, shuffled))

    def _check_phase(self, move: Move) -> None:
        touching = self.state.phase == TOUCHES
        if touching and move.kind not in {"touch", "done"}:
            text = "In finishing touches you can only place pieces with touch, or say done."
            raise IllegalMove("wrong_phase", "R8.4", text)
        if not touching and move.kind in {"touch", "done"}:
            raise IllegalMove("wrong_phase", "R8.1", "Finishing touches come after the last round.")

    def _seat_number(self, seat: str | None) -> int:
        if seat is None:
            active = seats_active(self.state)
            if self.config.line_clear and len(active) > 1 and self.state.phase == PLAY:
                return line_clear.white_seat(self.config.rules, self.state)
            return active[0] if active else 0
        if not isinstance(seat, str) or len(seat) != 1 or seat not in SEATS[: self.config.players]:
            known = ", ".join(SEATS[: self.config.players])
            raise IllegalMove("unknown_seat", "R21.3", f"There is no seat {shown(seat)}; the seats are {known}.")
        return SEATS.index(seat)

    def __repr__(self) -> str:
        at = "over" if self.over else f"{self.phase}, round {self.round}"
        return f"<Game: {self.config.describe()}; {at}>"


def _new_deck(config: Configuration, state: State, events: tuple[Event, ...]) -> tuple[str, ...]:
    """The order a reshuffled White deck had before it refilled the rows (R19), top first."""
    kinds = [event.kind for event in events]
    if "reshuffled" not in kinds:
        return ()
    drawn = [event.parts[1] for event in events[kinds.index("reshuffled") :] if event.kind == "revealed"]
    return (*drawn, *positions.deck_cards(config, state.decks[0]))


def _parse_with_seat(text: str, seat: str | None) -> tuple[Move, str | None]:
    """``B: take W9`` names its seat."""
    if not isinstance(text, str):
        return Move.parse(text), seat
    head, colon, rest = text.partition(": ")
    if colon and len(head) == 1 and head.isalpha():
        if seat is not None and seat != head:
            raise malformed(text, f"it names seat {head} but is made for {shown(seat)}")
        return Move.parse(rest), head
    return Move.parse(text), seat


def _sound(move: Move) -> Move:
    """A Move made by hand must be one that its own text gives."""
    try:
        text = str(move)
    except (KeyError, IndexError, TypeError, AttributeError):
        raise malformed(shown(move.kind), "its parts do not make a move") from None
    if Move.parse(text) != move:
        raise malformed(text, "its parts do not make a move")
    return move


def _checked_names(names: object) -> Sequence[str]:
    if isinstance(names, str) or not isinstance(names, Sequence):
        raise SetupError(f"players must be a number or a list of names, not {shown(names)}.")
    for name in names:
        if not isinstance(name, str) or not name.isprintable() or not 1 <= len(name) <= _MAX_NAME:
            raise SetupError(f"{shown(name)} is no name; a name has 1 to {_MAX_NAME} printable characters.")
        if name != name.strip():
            raise SetupError(f"{shown(name)} is no name; it begins or ends with a blank.")
        if "|" in name:
            raise SetupError(f"{shown(name)} is no name; records use | to separate names.")
    if len(set(names)) != len(names):
        raise SetupError("Two players have the same name; change one.")
    return names


def _seated(names: list[str], seed: int) -> list[str]:
    """Mats are dealt at random: whoever gets the first one is first player (R2.6)."""
    seated = list(names)
    rng = chance.start(seed, chance.SEATS)
    for last in range(len(seated) - 1, 0, -1):
        rng = chance.advance(rng)
        other = chance.draw(rng, last + 1)
        seated[last], seated[other] = seated[other], seated[last]
    return seated


def _own_cards(cards: object) -> tuple[Card, ...]:
    """Cards of the user's: a pack, a pack file's path, or a list of packs, paths and cards."""
    if isinstance(cards, Pack):
        return cards.cards
    if isinstance(cards, Card):
        return (cards,)
    if isinstance(cards, Iterable) and not isinstance(cards, str | bytes | dict):
        listed = list(cards)
        if any(isinstance(item, list | tuple) for item in listed):
            raise SetupError("cards must be a flat list of packs, pack files and cards.")
        return tuple(card for item in listed for card in _own_cards(item))
    if isinstance(cards, bytes) or (not hasattr(cards, "__fspath__") and not isinstance(cards, str)):
        raise SetupError(f"cards must be a pack, a pack file or a list of them, not {shown(cards)}.")
    return load_pack(cards).cards
