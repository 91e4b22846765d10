"""The only door to the rules: begin a game, ask what is legal, carry out a step.

Who may move is ``is_active`` (two seats at once in Line Clear). ``apply`` trusts its caller: only steps that
``is_legal`` admits may be applied.
"""

from .acting import apply
from .legality import (
    can_act,
    can_finish,
    can_insert,
    is_active,
    is_legal,
    is_over,
    legal,
    may_act,
)
from .setup import new_game

__all__ = [
    "apply",
    "can_act",
    "can_finish",
    "can_insert",
    "is_active",
    "is_legal",
    "is_over",
    "legal",
    "may_act",
    "new_game",
]
