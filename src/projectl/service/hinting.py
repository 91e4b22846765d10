"""Hints for a seat at a table: the solver's answers in words a client can show. Nothing hidden is used (R0.7)."""

from projectl.game import Game
from projectl.game.moves import SEATS, placement_name
from projectl.game.stepping import move_of
from projectl.rules.pieces import PIECE_NAMES
from projectl.rules.state import TOUCHES
from projectl.solver import Hint, hints

from . import wire


def hinted(game: Game, ask: wire.Hints) -> wire.Hinted:
    """For every unfinished card of the seat; takes up to a fifth of a second, so not in the event loop."""
    seat = SEATS.index(ask.seat)
    found = hints(game.config.rules, game.state, seat)
    return wire.Hinted(ask.id, tuple(_card(game, seat, hint) for hint in found.cards))


def _card(game: Game, seat: int, hint: Hint) -> wire.CardHint:
    touching = game.state.phase == TOUCHES
    plan = hint.plan.actions
    moves = (
        None
        if plan is None
        else tuple(str(move_of(game.config, game.state, seat, list(steps), touching=touching)) for steps in plan)
    )
    return wire.CardHint(
        card=game.config.cards[game.state.players[seat].slots[hint.slot].card].id,
        fits=tuple(PIECE_NAMES[piece] for piece in hint.pieces),
        keeps=tuple(placement_name(placement) for placement in hint.possible),
        finishable=not hint.is_dead,
        plan=moves,
        at_least=hint.plan.at_least,
        in_time=hint.plan.in_time,
    )
