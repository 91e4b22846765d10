"""Many games by quick players, with or without checking every step."""

from .checks import Violation
from .matrix import MATRIX, Spec
from .run import Outcome, Summary, simulate

__all__ = ["MATRIX", "Outcome", "Spec", "Summary", "Violation", "simulate"]
