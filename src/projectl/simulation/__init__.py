"""Many games by quick players, with or without checking every step."""

from .checks import Violation
from .matrix import MATRIX, Spec
from .outcome import Outcome
from .run import CHECK, COMPARE, QUICK, Summary, simulate

__all__ = ["CHECK", "COMPARE", "MATRIX", "QUICK", "Outcome", "Spec", "Summary", "Violation", "simulate"]
