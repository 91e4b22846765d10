"""Project L, the board game of polyomino puzzles and engine building, complete and digital.

>>> import projectl
>>> game = projectl.Game(players=2, seed=7)
>>> str(game.play("upgrade +O1"))
'A: upgrade +O1'
"""

from projectl.catalog import Card, Pack, configure, load_pack
from projectl.errors import (
    CaseError,
    IllegalMove,
    PackError,
    PositionError,
    ProjectLError,
    RecordError,
    SetupError,
)
from projectl.game import Event, Game, LegalMoves, Move, Placing, Played, replay

__version__ = "0.1.0"

__all__ = [
    "Card",
    "CaseError",
    "Event",
    "Game",
    "IllegalMove",
    "LegalMoves",
    "Move",
    "Pack",
    "PackError",
    "Placing",
    "Played",
    "PositionError",
    "ProjectLError",
    "RecordError",
    "SetupError",
    "__version__",
    "configure",
    "load_pack",
    "replay",
]
