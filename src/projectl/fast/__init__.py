"""The same rules compiled (numba, extra ``fast``): batches of games, perft. Nothing here is a second engine."""

from importlib.util import find_spec

from projectl.errors import ProjectLError


class FastError(ProjectLError):
    """The compiled rules cannot be used here."""


def require() -> None:
    """Raise FastError with the remedy if numba is missing."""
    if find_spec("numba") is None:
        raise FastError("The compiled rules need numba; install it with: pip install 'projectl[fast]'.")
