"""The record of a table's game, made from its log."""

from projectl.game import Game
from projectl.game.record import lay_deck, public_record, write_record

from . import entries as log
from .deciding import Refusal
from .entries import Logged, TableId
from .ports import Store
from .table import OVER, replayed


async def record_of(store: Store, table_id: TableId) -> str:
    """The whole record of a game that is over or drawn; of one that is on, only what everybody knows (R0.7)."""
    entries = await store.tail(table_id, 0)
    game = game_of(entries)
    if replayed(table_id, entries).phase != OVER:
        return public_record(game)
    return write_record(game)


def game_of(entries: list[Logged]) -> Game:
    """The game of a log with its whole history; moves that were taken back are left out."""
    started = next((one.entry for one in entries if isinstance(one.entry, log.Started)), None)
    if started is None:
        raise Refusal("not_started", "The game has not started, so there is no record of it.")
    game = Game.from_position(started.position)
    game.seed = started.seed
    names = {one.entry.chair: one.entry.name for one in entries if isinstance(one.entry, log.Sat | log.BotSat)}
    game.names = [names[chair] for chair in started.chairs]
    for moved in _moves(entries):
        played = game.play(moved.move, seat=moved.seat)
        if moved.deck:
            lay_deck(game, played, moved.deck)
    return game


def _moves(entries: list[Logged]) -> list[log.Moved]:
    """The moves that stand; those taken back were always the last ones."""
    moves: list[log.Moved] = []
    for logged in entries:
        if isinstance(logged.entry, log.Moved):
            moves.append(logged.entry)
        elif isinstance(logged.entry, log.Undone):
            del moves[-logged.entry.moves :]
    return moves
