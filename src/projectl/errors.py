"""What the library raises: one tree, every message a sentence for people."""


class ProjectLError(Exception):
    """Anything this library refuses to do."""


class PackError(ProjectLError):
    """A card pack or tile file that cannot be used."""


class SetupError(ProjectLError):
    """A combination of players, edition, expansions, variants and options that cannot be played."""


class PositionError(ProjectLError):
    """A position document that does not describe a game."""


class RecordError(ProjectLError):
    """A game record that cannot be read or does not replay."""


class CaseError(ProjectLError):
    """A case file that is not in the format of docs/cases.md."""


class IllegalMove(ProjectLError):
    """A refused move: nothing has changed.

    ``code`` is stable and meant for programs, ``rule`` the rule number in docs/rules.md, ``message`` a
    sentence for people.
    """

    def __init__(self, code: str, rule: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.rule = rule
        self.message = message

    def __str__(self) -> str:
        return f"{self.message} ({self.rule})"


def shown(value: object, limit: int = 30) -> str:
    """A refused value in a few characters, safe for anything JSON, TOML or a caller can hold."""
    if isinstance(value, str):
        return repr(value if len(value) <= limit else value[:limit] + "...")
    if isinstance(value, bool | float):
        return str(value).lower()
    if isinstance(value, int):
        # Python refuses to print integers of thousands of digits.
        return str(value) if abs(value) < 10**limit else "a number far too large"
    kinds: dict[type, str] = {list: "a list", tuple: "a list", dict: "a table", type(None): "nothing"}
    name = type(value).__name__
    return kinds.get(type(value), "a date or time" if name in {"date", "datetime", "time"} else f"a {name}")
