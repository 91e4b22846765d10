"""What people import: games, moves, positions, records, views."""

from .events import Event
from .game import Game, LegalMoves, Played
from .moves import Move, Placing
from .record import replay

__all__ = ["Event", "Game", "LegalMoves", "Move", "Placing", "Played", "replay"]
