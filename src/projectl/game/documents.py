"""Reading untrusted documents: every value is checked, every complaint names its place."""

from collections.abc import Iterable

from projectl.errors import PositionError, shown

MAX_COUNT = 9999


def table(value: object, where: str) -> dict[str, object]:
    """A table with text keys."""
    if not isinstance(value, dict) or not all(isinstance(key, str) for key in value):
        raise PositionError(f"{where} must be a table, not {shown(value)}.")
    return value


def known_keys(document: dict[str, object], known: Iterable[str], where: str) -> None:
    """Refuse keys that mean nothing."""
    for key in document:
        if key not in known:
            raise PositionError(f"{where} has the unknown key {shown(key)}; docs/cases.md lists the keys.")


def count(value: object, where: str, low: int = 0, high: int = MAX_COUNT) -> int:
    """A whole number within bounds."""
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise PositionError(f"{where} must be a whole number from {low} to {high}, not {shown(value)}.")
    return value


def flag(value: object, where: str) -> int:
    """true or false, as 1 or 0."""
    if not isinstance(value, bool):
        raise PositionError(f"{where} must be true or false, not {shown(value)}.")
    return int(value)


def word(value: object, where: str) -> str:
    """A text."""
    if not isinstance(value, str):
        raise PositionError(f"{where} must be a word, not {shown(value)}.")
    return value


def words(value: object, where: str) -> list[str]:
    """A list of texts."""
    return [word(item, f"{where}, entry {number},") for number, item in enumerate(items(value, where), 1)]


def items(value: object, where: str) -> list[object]:
    """A list."""
    if not isinstance(value, list | tuple):
        raise PositionError(f"{where} must be a list, not {shown(value)}.")
    return list(value)


def one_of(value: object, known: Iterable[str], where: str) -> str:
    """One of these words."""
    choices = tuple(known)
    if value not in choices or not isinstance(value, str):
        raise PositionError(f"{where} must be one of {', '.join(choices)}, not {shown(value)}.")
    return value
