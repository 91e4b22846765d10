"""What a command does to a table: entries for the log, or a refusal. Pure: nothing is changed or stored here."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from projectl.errors import IllegalMove, ProjectLError
from projectl.game import Game, Played
from projectl.game.moves import SEATS
from projectl.game.position import position

from . import entries as log
from . import wire
from .clocks import SECOND
from .entries import AnyEntry, PlayerId
from .table import LOBBY, OVER, PLAYING, Chair, Table, check_of

PATIENCE = 120 * SECOND  # so long the table waits before it may vote somebody out
SERVER = PlayerId("server")  # who moves for bots and lets clocks run out


class Refusal(ProjectLError):
    """A command that is not carried out: a code for programs, a sentence for people."""

    def __init__(self, code: str, message: str, rule: str | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.rule = rule


@dataclass(frozen=True, slots=True)
class Asking:
    """Who asks, when, and the dice for whatever is random."""

    player: PlayerId
    at: int
    roll: Callable[[int], int]  # a number below the bound
    bots: frozenset[str]


def decide(table: Table, do: wire.Do, asking: Asking) -> list[AnyEntry]:
    """The entries that carry out a command."""
    return _DECIDE[type(do)](table, do, asking)


# ---- before the game --------------------------------------------------------------------------------------


def _sit(table: Table, do: wire.Sit, asking: Asking) -> list[AnyEntry]:
    _must_be(table, LOBBY)
    name = checked_name(do.name)
    mine = any(chair.player == asking.player for chair in table.chairs)
    if mine and asking.player != table.owner:
        raise Refusal("already_seated", "You already have a chair at this table.")
    if any(chair.name == name for chair in table.chairs):
        raise Refusal("name_taken", f"Somebody at this table is already called {name}; choose another name.")
    empty = [number for number, chair in enumerate(table.chairs) if not chair.taken]
    if not empty:
        raise Refusal("table_full", "Every chair at this table is taken; you can watch.")
    chair = empty[0] if do.chair is None else do.chair
    if _chair(table, chair).taken:
        raise Refusal("chair_taken", "This chair is not free.")
    return [log.Sat(chair, asking.player, name)]


def _seat_bot(table: Table, do: wire.SeatBot, asking: Asking) -> list[AnyEntry]:
    _must_be(table, LOBBY)
    _must_own(table, asking)
    chair = _chair(table, do.chair)
    if do.bot not in asking.bots:
        raise Refusal("unknown_bot", f"There is no such bot; there are {', '.join(sorted(asking.bots))}.")
    if chair.player is not None:
        raise Refusal("chair_taken", "A person sits on this chair.")
    others = {other.name for other in table.chairs if other is not chair}
    names = (f"{do.bot.capitalize()} {number}".removesuffix(" 1") for number in range(1, 8))
    return [log.BotSat(do.chair, do.bot, next(name for name in names if name not in others))]


def _stand(table: Table, do: wire.Stand, asking: Asking) -> list[AnyEntry]:
    _must_be(table, LOBBY)
    chair = _chair(table, do.chair)
    if not chair.taken:
        raise Refusal("chair_empty", "Nobody sits on this chair.")
    if asking.player not in {chair.player, table.owner}:
        raise Refusal("not_yours", "Only the owner of the table may clear another chair.")
    return [log.Stood(do.chair)]


def _start(table: Table, _do: wire.Start, asking: Asking) -> list[AnyEntry]:
    _must_be(table, LOBBY)
    _must_own(table, asking)
    if not all(chair.taken for chair in table.chairs):
        raise Refusal("chairs_empty", "Every chair must be taken before the game starts; put bots on the empty ones.")
    seed = asking.roll(1 << 62) if table.settings.seed is None else table.settings.seed
    order = list(range(len(table.chairs)))
    for last in range(len(order) - 1, 0, -1):  # mats are dealt at random (R2.6)
        other = asking.roll(last + 1)
        order[last], order[other] = order[other], order[last]
    game = Game(table.settings.players, seed=seed, **table.settings.game_arguments())
    return [log.Started(tuple(order), position(game.config, game.state), seed)]


# ---- talk -------------------------------------------------------------------------------------------------


def _switch_chat(table: Table, do: wire.SwitchChat, asking: Asking) -> list[AnyEntry]:
    _must_own(table, asking)
    return [log.ChatSwitched(do.on)]


def _say(table: Table, do: wire.Say, asking: Asking) -> list[AnyEntry]:
    chair = _own_chair(table, asking)
    return [log.Said(table.chairs[chair].name, chair, phrase=do.phrase)]


def _chat(table: Table, do: wire.Chat, asking: Asking) -> list[AnyEntry]:
    chair = _own_chair(table, asking)
    if not table.chat:
        raise Refusal("chat_off", "Free text is switched off at this table; quick phrases are always there.")
    if not do.text.isprintable() or not do.text.strip():
        raise Refusal("bad_text", "A message is one line of printable text.")
    return [log.Said(table.chairs[chair].name, chair, text=do.text.strip())]


# ---- the game ---------------------------------------------------------------------------------------------


def _play(table: Table, do: wire.Play, asking: Asking) -> list[AnyEntry]:
    game = _running(table)
    _must_hold(table, do.seat, asking)
    trial = game.copy()
    if do.move is None and len(do.steps or ()) == 1:
        played = play_steps(trial, do.seat, do.steps or ())  # most moves; no need to read their text again
    else:
        text = do.move if do.move is not None else str(play_steps(game.copy(), do.seat, do.steps or ()).move)
        played = trial.play(text, seat=do.seat)
    return [log.Moved(do.seat, str(played.move), check_of(trial), played.revealed, played.reshuffled)]


def _undo(table: Table, do: wire.Undo, asking: Asking) -> list[AnyEntry]:
    _running(table)
    _must_hold(table, do.seat, asking)
    moves = undo_depth(table, do.seat)
    if not moves:
        raise Refusal("cannot_undo", UNDO_REASONS[undo_barrier(table, do.seat)])
    return [log.Undone(do.seat, moves if do.whole_turn else 1)]


UNDO_REASONS = {
    "revealed": "Your last move turned over a card, so it cannot be taken back.",
    "turn": "Your turn has ended, so it cannot be taken back.",
    "over": "The game is over.",
    "": "There is no move of yours in this turn that could be taken back.",
}


def undo_depth(table: Table, seat: str) -> int:
    """How many moves a seat may take back: its own last ones in this turn, up to the last thing revealed."""
    if seat not in table.active:
        return 0
    depth = 0
    for undoable in reversed(table.undoable):
        if undoable.seat != seat:
            break
        depth += 1
    return depth


def undo_barrier(table: Table, seat: str) -> str:
    """Why a seat cannot take back more; empty if there is nothing to take back."""
    if table.phase != PLAYING:
        return "over"
    if seat not in table.active:
        return "turn"
    return "revealed" if table.barrier == seat else ""


def _resign(table: Table, do: wire.Resign, asking: Asking) -> list[AnyEntry]:
    _running(table)
    _must_hold(table, do.seat, asking)
    return [log.Replaced(do.seat, "resigned")]


def _return(table: Table, do: wire.Return, asking: Asking) -> list[AnyEntry]:
    _running(table)
    if do.seat not in table.seats_of(asking.player):
        raise Refusal("not_your_seat", "This is not your seat.")
    why = table.replaced.get(do.seat)
    if why is None:
        raise Refusal("not_replaced", "You are playing this seat yourself.")
    if why == "resigned":
        raise Refusal("resigned", "You have given up this game.")
    if why == "time":
        raise Refusal("time_up", "Your time for this game is up.")
    return [log.Returned(do.seat)]


def _vote_out(table: Table, do: wire.VoteOut, asking: Asking) -> list[AnyEntry]:
    _running(table)
    _must_hold(table, do.seat, asking)
    if do.against not in table.persons() or do.against == do.seat:
        raise Refusal("no_vote", "You can only vote about another person at this table.")
    waited = table.clocks.waited(do.against, asking.at)
    if waited < PATIENCE:
        raise Refusal("be_patient", f"You can vote when the table has waited {PATIENCE // SECOND} seconds for a move.")
    if do.seat in table.votes.get(do.against, ()):
        raise Refusal("voted", "You have voted already.")
    voted: list[AnyEntry] = [log.Voted(do.seat, do.against)]
    voters = {seat for seat in table.persons() if seat != do.against}
    if len(table.votes.get(do.against, set()) & voters | {do.seat}) * 2 > len(voters):
        voted.append(log.Replaced(do.against, "vote"))
    return voted


def _offer_draw(table: Table, do: wire.OfferDraw, asking: Asking) -> list[AnyEntry]:
    game = _running(table)
    _must_hold(table, do.seat, asking)
    if table.settings.players == 1:
        raise Refusal("solo", "There is nobody to agree with; you can give up instead.")
    if game.phase != "play":
        raise Refusal("too_late", "The last round is over; the scores decide.")
    if table.draw_offer:
        raise Refusal("offered", "There is an offer already; answer it.")
    return [log.DrawOffered(do.seat)]


def _answer_draw(table: Table, do: wire.AnswerDraw, asking: Asking) -> list[AnyEntry]:
    _running(table)
    _must_hold(table, do.seat, asking)
    if not table.draw_offer:
        raise Refusal("no_offer", "Nobody has offered to end the game.")
    return [log.DrawAnswered(do.seat, do.agreed)]


def _rematch(table: Table, _do: wire.Rematch, asking: Asking) -> list[AnyEntry]:
    """Checked here; the new table is made by the rooms, which then log its code."""
    _must_be(table, OVER)
    _own_chair(table, asking)
    if table.rematch is not None:
        raise Refusal("rematched", f"The rematch is at table {table.rematch}.")
    return []


# ---- what the server itself does --------------------------------------------------------------------------


def flag(table: Table, at: int) -> list[AnyEntry]:
    """Seats whose time is up are played by a bot from now on."""
    if table.phase != PLAYING:
        return []
    late = [seat for seat in table.persons() if (due := table.clocks.deadline(seat)) is not None and due <= at]
    return [log.Replaced(seat, "time") for seat in late]


# ---- checks -----------------------------------------------------------------------------------------------


def checked_name(name: str) -> str:
    """A name fit to be shown to others and written in records."""
    name = name.strip()
    if not name or len(name) > wire.MAX_NAME or not name.isprintable() or "|" in name:
        raise Refusal("bad_name", f"A name has 1 to {wire.MAX_NAME} printable characters and no |.")
    return name


def play_steps(game: Game, seat: str, steps: tuple[int, ...]) -> Played:
    """Play the move that these steps make; IllegalMove, and the game spoilt, if they make none."""
    number = SEATS.index(seat)
    for index, step in enumerate(steps):
        if index and not game.steps_taken(number):
            raise IllegalMove("too_many_steps", "R0.4", "These steps are more than one move.")
        game.take_step(step, seat)
    if not steps or game.steps_taken(number):
        raise IllegalMove("unfinished", "R0.4", "These steps do not make a whole move.")
    return game.history[-1]


def _must_be(table: Table, phase: str) -> None:
    if table.phase != phase:
        reasons = {LOBBY: "The game has already started.", PLAYING: "No game is on.", OVER: "The game is not over yet."}
        raise Refusal("wrong_phase", reasons[phase])


def _running(table: Table) -> Game:
    _must_be(table, PLAYING)
    assert table.game is not None
    return table.game


def _must_own(table: Table, asking: Asking) -> None:
    if asking.player != table.owner:
        raise Refusal("not_owner", "Only the owner of the table may do that.")


def _must_hold(table: Table, seat: str, asking: Asking) -> None:
    """A person acts for their own seats, the server for those of bots; who that is comes from the session."""
    if seat not in table.seats:
        raise Refusal("unknown_seat", f"There is no seat {seat} at this table.")
    if asking.player == SERVER:
        if table.driver(seat) is None:
            raise Refusal("not_a_bot", "A person plays this seat.")
    elif table.chair_of(seat).player != asking.player:
        raise Refusal("not_your_seat", "This is not your seat.")
    elif seat in table.replaced:
        raise Refusal("replaced", "A bot plays for you now; take your seat back first.")


def _chair(table: Table, number: int) -> Chair:
    if number >= len(table.chairs):
        raise Refusal("no_chair", f"This table has {len(table.chairs)} chairs.")
    return table.chairs[number]


def _own_chair(table: Table, asking: Asking) -> int:
    for number, chair in enumerate(table.chairs):
        if chair.player == asking.player:
            return number
    raise Refusal("not_seated", "Only people at the table may do that.")


_DECIDE: dict[type, Callable[[Table, Any, Asking], list[AnyEntry]]] = {
    wire.Sit: _sit,
    wire.SeatBot: _seat_bot,
    wire.Stand: _stand,
    wire.SwitchChat: _switch_chat,
    wire.Say: _say,
    wire.Chat: _chat,
    wire.Start: _start,
    wire.Play: _play,
    wire.Undo: _undo,
    wire.Resign: _resign,
    wire.Return: _return,
    wire.VoteOut: _vote_out,
    wire.OfferDraw: _offer_draw,
    wire.AnswerDraw: _answer_draw,
    wire.Rematch: _rematch,
}
