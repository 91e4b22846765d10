"""What a person gets to see of a table. Deck order, seeds, hashes and identities stay here (R0.7)."""

from collections.abc import Collection

import msgspec

from projectl.rules.state import NO_CARD

from . import entries as log
from . import wire
from .deciding import UNDO_REASONS, Refusal, undo_barrier, undo_depth
from .entries import Logged, PlayerId
from .settings import Settings
from .table import OVER, PLAYING, Table


def table_view(table: Table, player: PlayerId, here: Collection[PlayerId], spectators: int, now: int) -> wire.TableView:
    """The table as this person sees it."""
    mine = table.seats_of(player)
    return wire.TableView(
        code=table.id,
        seq=table.seq,
        now=now,
        phase=table.phase,  # type: ignore[arg-type]  # one of three words
        settings=_settings(table),
        owner=player == table.owner,
        chat=table.chat,
        chairs=tuple(
            wire.ChairView(chair.name, chair.bot, chair.player == player, chair.player in here)
            for chair in table.chairs
        ),
        seats=_seats(table),
        you=tuple(mine),
        game=_game(table, mine),
        market=_market(table),
        legal=_legal(table, mine),
        undo=_undo(table, mine),
        draw_offer=tuple(sorted(table.draw_offer)),
        drawn=table.drawn,
        rematch=table.rematch,
        rematch_of=table.rematch_of,
        spectators=spectators,
    )


def _settings(table: Table) -> Settings:
    """Whoever knows the seed knows the decks; it is told when the game is over."""
    return table.settings if table.phase == OVER else msgspec.structs.replace(table.settings, seed=None)


def _seats(table: Table) -> dict[str, wire.SeatView]:
    return {
        seat: wire.SeatView(
            chair=table.seating[number],
            left=table.clocks.left.get(seat),
            since=table.clocks.running.get(seat),
            replaced=table.replaced.get(seat),
            votes=len(table.votes.get(seat, ())),
        )
        for number, seat in enumerate(table.seats)
    }


def _game(table: Table, mine: list[str]) -> dict[str, object] | None:
    """On one screen the view is that of the seat that moves; an onlooker has no seat."""
    if table.game is None:
        return None
    moving = [seat for seat in mine if seat in table.active]
    return table.game.view(next(iter(moving or mine), None))


def _market(table: Table) -> tuple[str | None, ...]:
    if table.game is None:
        return ()
    config, state = table.game.config, table.game.state
    cards = state.market[: config.rules.market_size]
    return tuple(config.cards[card].id if card != NO_CARD else None for card in cards)


def _legal(table: Table, mine: list[str]) -> dict[str, tuple[int, ...]]:
    if table.game is None or table.phase != PLAYING:
        return {}
    own = [seat for seat in mine if seat in table.active and table.driver(seat) is None]
    return {seat: tuple(table.game.legal_steps(seat)) for seat in own}


def _undo(table: Table, mine: list[str]) -> wire.UndoView:
    if table.game is None or not mine:
        return wire.UndoView()
    moving = [seat for seat in mine if undo_depth(table, seat)] or [s for s in mine if s in table.active] or mine
    seat = moving[0]
    depth = undo_depth(table, seat)
    return wire.UndoView(depth, "" if depth else UNDO_REASONS[undo_barrier(table, seat)])


def happened(table: Table, logged: Logged) -> wire.Happened:
    """An entry, just added to the table, as everybody may know it."""
    entry = logged.entry
    shown = {name: getattr(entry, name) for name in _SHOWN.get(type(entry), ()) if getattr(entry, name) is not None}
    events: tuple[str, ...] = ()
    if isinstance(entry, log.Moved) and table.last_played is not None:
        events = tuple(str(event) for event in table.last_played.events)
    return wire.Happened(logged.seq, logged.at, log.tag_of(type(entry).__name__), events=events, **shown)


_SHOWN: dict[type, tuple[str, ...]] = {
    log.Sat: ("chair", "name"),
    log.BotSat: ("chair", "name"),
    log.Stood: ("chair",),
    log.Said: ("chair", "name", "phrase", "text"),
    log.Moved: ("seat", "move"),
    log.Undone: ("seat", "moves"),
    log.Replaced: ("seat", "why"),
    log.Returned: ("seat",),
    log.Voted: ("seat",),
    log.DrawOffered: ("seat",),
    log.DrawAnswered: ("seat",),
    log.Rematched: ("code",),
}


def staged(table: Table, ask: wire.Stage) -> wire.Staged:
    """Own area and reserve after some steps of a move; of a step that reveals something, only that it does."""
    game = table.game
    if game is None or ask.seat not in table.seats:
        raise Refusal("unknown_seat", "There is no such seat in a game at this table.")
    if len(ask.steps) and ask.seat not in table.active:
        raise Refusal("not_active", "It is not this seat's turn.")
    trial, before = game.copy(), game
    for step in ask.steps:
        if trial.history:  # before the step is tried: whether it would fit may depend on what was revealed
            raise Refusal("too_many_steps", "These steps are more than one move.", "R0.4")
        before = trial.copy()
        trial.take_step(step, ask.seat)
    played = trial.history[-1] if trial.history else None
    reveals = played is not None and bool(played.revealed or played.reshuffled)
    view = (before if reveals else trial).view(ask.seat)
    return wire.Staged(
        id=ask.id,
        steps=ask.steps,
        legal=() if played or ask.seat not in table.active else tuple(trial.legal_steps(ask.seat)),
        player=view["players"][ask.seat],
        reserve=view["reserve"],
        move=str(played.move) if played else None,
        ends_turn=played is not None and not reveals and any(event.kind == "turn_ended" for event in played.events),
        reveals=reveals,
    )
