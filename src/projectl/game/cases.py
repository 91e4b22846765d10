"""Rule cases as data (docs/cases.md): a position or setup, moves, what is refused, what results."""

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from os import PathLike, fspath
from pathlib import Path
from typing import Any

from projectl.errors import CaseError, IllegalMove, PositionError, ProjectLError, SetupError, shown

from .game import Game
from .moves import parse_placement

_SETUP_KEYS = ("players", "edition", "expansions", "variants", "options", "difficulty", "seed")
_PIECE_COUNTS = ("supply", "reserve")
_EXACT = {"supply_exactly": "supply", "puzzles_exactly": "puzzles"}
MAX_BYTES = 4_000_000


@dataclass(frozen=True, slots=True)
class Case:
    """One case and the file it stands in."""

    id: str
    source: str
    content: dict[str, Any]
    flaw: str = ""  # why it cannot be run

    @property
    def rules(self) -> list[str]:
        """The rule numbers it is about."""
        rules = self.content.get("rules", [])
        return [rule for rule in rules if isinstance(rule, str)] if isinstance(rules, list) else []

    def differences(self) -> list[str]:
        """What does not come out as the case says; empty if it passes."""
        if self.flaw:
            return [self.flaw]
        try:
            return list(_run(self.content))
        except ProjectLError as error:
            return [str(error)]


def load_cases(path: str | PathLike[str]) -> list[Case]:
    """The cases of a file, or of every TOML file below a folder.

    A file or case that is not in the format becomes a case that fails with the reason, so that one bad file
    does not hide the others.
    """
    root = Path(path)
    if "\0" in fspath(path):
        return [Case("?", shown(fspath(path)), {}, "a path cannot hold a null character; check the path")]
    if root.is_dir():
        return [case for file in sorted(root.rglob("*.toml")) for case in load_cases(file)]
    source = fspath(path)
    try:
        return _cases(_document(root, source), source)
    except CaseError as error:
        return [Case(root.name, source, {}, str(error))]


def _document(file: Path, source: str) -> dict[str, Any]:
    try:
        with file.open("rb") as opened:
            content = opened.read(MAX_BYTES + 1)
        if len(content) > MAX_BYTES:
            raise CaseError(f"{source} is larger than {MAX_BYTES // 1_000_000} MB; split it into several files.")
        return tomllib.loads(content.decode("utf-8"))
    except OSError as error:
        raise CaseError(f"{source} cannot be read ({error.strerror or error}); check the path.") from None
    except (ValueError, RecursionError) as error:  # not UTF-8, not TOML, a number of thousands of digits
        raise CaseError(f"{source} is not valid TOML: {str(error)[:120]}.") from None


def _cases(document: dict[str, Any], source: str) -> list[Case]:
    found = document.get("case")
    if not isinstance(found, list) or not found:
        raise CaseError(f"{source} is no case file; it must have a list of [[case]].")
    cases = []
    for number, content in enumerate(found, 1):
        name = content.get("id") if isinstance(content, dict) else None
        label = name if isinstance(name, str) else f"number {number}"
        cases.append(Case(label, source, content if isinstance(content, dict) else {}, _flaw(content)))
    return cases


def _flaw(content: object) -> str:
    """Why this is no case, or nothing. Keys that mean nothing here are left alone."""
    if not isinstance(content, dict) or not isinstance(content.get("id"), str):
        return "the case has no id; give it one, such as id = 'V10'"
    if ("given" in content) == ("setup" in content):
        return "the case needs either given or setup, and not both"
    for key in ("given", "setup", "expect"):
        if not isinstance(content.get(key, {}), dict):
            return f"{key} must be a table"
    if not _is_moves(content.get("do", [])):
        return "do must be a list of moves"
    for key in ("refuse", "allow"):
        tries = content.get(key, [])
        if not isinstance(tries, list) or not all(isinstance(t, str) or (t and _is_moves(t)) for t in tries):
            return f"{key} must be a list of moves or of lists of moves"
    return ""


def _is_moves(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(move, str) for move in value)


# ---- running ----------------------------------------------------------------------------------------------


def _run(case: dict[str, Any]) -> Iterator[str]:
    try:
        game = _begin(case)
    except (SetupError, PositionError) as error:
        if not case.get("refuse_setup", False):
            yield f"the setup was refused: {error}"
        return
    if case.get("refuse_setup", False):
        yield "the setup was accepted and should have been refused"
        return
    for move in case.get("do", []):
        try:
            game.play(move)
        except IllegalMove as error:
            yield f"'{move}' was refused: {error}"
            return
    yield from _tries(game, case)
    yield from _compare(case.get("expect", {}), game.position(), "")


def _begin(case: dict[str, Any]) -> Game:
    if "given" in case:
        return Game.from_position(case["given"])
    setup = case["setup"]
    for key in setup:
        if key not in _SETUP_KEYS:
            raise CaseError(f"setup has the unknown key {shown(key)}; docs/cases.md lists the keys.")
    return Game(**setup)


def _tries(game: Game, case: dict[str, Any]) -> Iterator[str]:
    for attempt in case.get("refuse", []):
        *before, last = [attempt] if isinstance(attempt, str) else attempt
        trial = game.copy()
        try:
            for move in before:
                trial.play(move)
        except IllegalMove as error:
            yield f"'{move}' before '{last}' was refused: {error}"
            continue
        unchanged = trial.position()
        try:
            trial.play(last)
        except IllegalMove:
            if trial.position() != unchanged:
                yield f"'{last}' was refused but changed the position"
        else:
            yield f"'{last}' was accepted and should have been refused"
    for attempt in case.get("allow", []):
        trial = game.copy()
        for move in [attempt] if isinstance(attempt, str) else attempt:
            try:
                trial.play(move)
            except IllegalMove as error:
                yield f"'{move}' should have been accepted: {error}"
                break


def _compare(expected: object, actual: object, where: str) -> Iterator[str]:
    """Tables key by key, lists and scalars exactly; '-' in a list stands for an empty slot."""
    if isinstance(expected, dict) and isinstance(actual, dict):
        for key, value in expected.items():
            place = f"{where}.{key}" if where else key
            if key in _EXACT:
                yield from _exactly(value, actual.get(_EXACT[key], {}), place)
            elif key in _PIECE_COUNTS and isinstance(value, dict) and isinstance(actual.get(key), dict):
                counts = {piece: actual[key].get(piece, 0) for piece in value}
                yield from _compare(value, counts, place)
            elif key not in actual:
                yield f"{place}: expected {_told(value)}, but there is nothing of that name"
            else:
                yield from _compare(value, actual[key], place)
    elif not _same(expected, actual):
        yield f"{where}: expected {_told(expected)}, found {_told(actual)}"


def _exactly(expected: object, actual: object, where: str) -> Iterator[str]:
    if isinstance(expected, dict):  # a piece named with 0 is a piece that is not there
        expected = {key: value for key, value in expected.items() if value != 0 or isinstance(value, bool)}
    if not _same(expected, actual):
        yield f"{where}: expected {_told(expected)}, found {_told(actual)}"


def _same(expected: object, actual: object) -> bool:
    if isinstance(expected, dict) and isinstance(actual, dict):
        return expected.keys() == actual.keys() and all(_same(expected[key], actual[key]) for key in expected)
    if isinstance(expected, list) and isinstance(actual, list):
        return len(expected) == len(actual) and all(map(_same, expected, actual))
    if isinstance(expected, str) and isinstance(actual, str) and "@" in expected:
        return _same_placement(expected, actual)
    if expected == "-":
        return actual is None
    return expected == actual and isinstance(expected, bool) == isinstance(actual, bool)


def _same_placement(expected: str, actual: str) -> bool:
    """``L3@42,41,31`` names the same cells in another order."""
    try:
        return parse_placement(expected) == parse_placement(actual)
    except IllegalMove:
        return False


def _told(value: object) -> str:
    if isinstance(value, list):
        return "[" + ", ".join("-" if item is None else _told(item) for item in value) + "]"
    return shown(value, 200) if isinstance(value, int | str | None) else str(value)[:500]
