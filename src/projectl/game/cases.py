"""Rule cases as data (docs/cases.md): a position or setup, moves, what is refused, what results."""

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from os import PathLike, fspath
from pathlib import Path
from typing import Any

from projectl.errors import CaseError, IllegalMove, ProjectLError, SetupError, shown

from .game import Game

_KEYS = ("id", "rules", "note", "given", "setup", "refuse_setup", "do", "refuse", "allow", "expect")
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

    @property
    def rules(self) -> list[str]:
        """The rule numbers it is about."""
        return list(self.content.get("rules", []))

    def differences(self) -> list[str]:
        """What does not come out as the case says; empty if it passes."""
        try:
            return list(_run(self.content))
        except ProjectLError as error:
            return [str(error)]


def load_cases(path: str | PathLike[str]) -> list[Case]:
    """The cases of a file, or of every TOML file below a folder; CaseError if a file is no case file."""
    root = Path(path)
    if root.is_dir():
        return [case for file in sorted(root.rglob("*.toml")) for case in load_cases(file)]
    source = fspath(path)
    try:
        with root.open("rb") as file:
            content = file.read(MAX_BYTES + 1)
        if len(content) > MAX_BYTES:
            raise CaseError(f"{source} is larger than {MAX_BYTES // 1_000_000} MB; split it into several files.")
        document = tomllib.loads(content.decode("utf-8"))
    except OSError as error:
        raise CaseError(f"{source} cannot be read ({error.strerror or error}); check the path.") from None
    except (UnicodeDecodeError, tomllib.TOMLDecodeError, RecursionError) as error:
        raise CaseError(f"{source} is not valid TOML: {str(error)[:120]}.") from None
    return _checked(document, source)


def _checked(document: dict[str, Any], source: str) -> list[Case]:
    found = document.get("case")
    if not isinstance(found, list) or not found or set(document) != {"case"}:
        raise CaseError(f"{source} is no case file; it must be a list of [[case]] and nothing else.")
    cases: dict[str, Case] = {}
    for number, content in enumerate(found, 1):
        where = f"{source}, case {number}"
        if not isinstance(content, dict) or not isinstance(content.get("id"), str):
            raise CaseError(f"{where} has no id; give it one, such as id = 'V10'.")
        where = f"{source}, case {content['id'][:40]}"
        if content["id"] in cases:
            raise CaseError(f"{where} is there twice; ids are unique.")
        _check_shape(content, where)
        cases[content["id"]] = Case(content["id"], source, content)
    return list(cases.values())


def _check_shape(content: dict[str, Any], where: str) -> None:
    for key in content:
        if key not in _KEYS:
            raise CaseError(f"{where} has the unknown key {shown(key)}; docs/cases.md lists the keys.")
    if ("given" in content) == ("setup" in content):
        raise CaseError(f"{where} needs either given or setup, and not both.")
    for key in ("given", "setup", "expect"):
        if not isinstance(content.get(key, {}), dict):
            raise CaseError(f"{where}: {key} must be a table.")
    if not _is_moves(content.get("do", [])):
        raise CaseError(f"{where}: do must be a list of moves.")
    for key in ("refuse", "allow"):
        tries = content.get(key, [])
        if not isinstance(tries, list) or not all(isinstance(t, str) or (t and _is_moves(t)) for t in tries):
            raise CaseError(f"{where}: {key} must be a list of moves or of lists of moves.")


def _is_moves(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(move, str) for move in value)


# ---- running ----------------------------------------------------------------------------------------------


def _run(case: dict[str, Any]) -> Iterator[str]:
    try:
        game = _begin(case)
    except SetupError as error:
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
    if isinstance(expected, list) and isinstance(actual, list):
        return len(expected) == len(actual) and all(map(_same, expected, actual))
    if expected in {"-", "null"} if isinstance(expected, str) else False:
        return actual is None or actual == expected
    return expected == actual and isinstance(expected, bool) == isinstance(actual, bool)


def _told(value: object) -> str:
    if isinstance(value, list):
        return "[" + ", ".join("-" if item is None else str(item) for item in value) + "]"
    return "nothing" if value is None else str(value)
