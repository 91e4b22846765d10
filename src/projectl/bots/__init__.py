"""Players that need no person."""

from collections.abc import Callable

from projectl.rules.options import Rules
from projectl.rules.state import State

from .playout import Scratch, guided_step, next_seat, random_step

StepChooser = Callable[[Rules, State, int, Scratch], int]

BOTS: dict[str, StepChooser] = {"random": random_step, "guided": guided_step}

__all__ = ["BOTS", "Scratch", "StepChooser", "guided_step", "next_seat", "random_step"]
