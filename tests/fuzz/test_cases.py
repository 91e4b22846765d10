"""Case files from anywhere: CaseError, or cases that pass or tell their differences."""

import datetime
import json
from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.fuzz.hostile import QUIET, THOROUGH, anything, edited, mutate

from projectl.errors import CaseError
from projectl.game.cases import Case, load_cases

FOLDER = Path(__file__).parent.parent / "cases"
FILE = "fuzz.toml"
KEYS = ("id", "rules", "note", "given", "setup", "refuse_setup", "do", "refuse", "allow", "expect", "nonsense")
TWO: dict[str, Any] = {"players": {"A": {}, "B": {}}}


@cache
def good_cases() -> tuple[Case, ...]:
    return tuple(load_cases(FOLDER)[::9])


@cache
def good_texts() -> tuple[str, ...]:
    """Single cases as they are written, of every file."""
    files = sorted(FOLDER.glob("*.toml"))
    blocks = [f"[[case]]{block}" for file in files for block in file.read_text("utf-8").split("[[case]]")[1::5]]
    return tuple(block for block in blocks if len(block) < 1500)


def toml(value: object) -> str:
    """A value as TOML writes it inline; what TOML cannot hold becomes a word."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{toml(str(key))} = {toml(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(toml, value)) + "]"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int | float):
        return str(value)
    if isinstance(value, datetime.date | datetime.datetime | datetime.time):
        return value.isoformat()
    text = "null" if value is None else str(value).encode("utf-8", "replace").decode()
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def load(folder: Path, content: bytes | dict[str, Any]) -> None:
    """Write a file and run what it holds."""
    if isinstance(content, dict):
        content = f"case = [{toml(content)}]".encode()
    file = folder / FILE
    file.write_bytes(content)
    try:
        found = load_cases(file)
    except CaseError as error:
        sentence = str(error)
    else:
        for case in found:
            told = case.differences()
            assert all(isinstance(line, str) and line for line in told)
            assert all(isinstance(rule, str) for rule in case.rules)
        return
    assert FILE in sentence
    assert len(sentence) < 500


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("cases")


@QUIET
@given(text=st.text())
def test_any_text(folder, text):
    load(folder, text.encode("utf-8", "surrogatepass"))


@QUIET
@given(content=st.binary())
def test_any_bytes(folder, content):
    load(folder, content)


@QUIET
@given(data=st.data())
def test_a_good_file_with_something_wrong(folder, data):
    text = data.draw(edited(data.draw(st.sampled_from(good_texts()))))
    load(folder, text.encode("utf-8", "surrogatepass"))


@st.composite
def contents(draw: st.DrawFn, *, most: int = 3) -> dict[str, Any]:
    content = deepcopy(draw(st.sampled_from(good_cases())).content)
    for _ in range(draw(st.integers(1, most))):
        mutate(draw, content)
    return content


@QUIET
@given(content=contents())
def test_a_good_case_with_something_wrong(folder, content):
    load(folder, content)


@pytest.mark.slow
@THOROUGH
@given(content=contents(most=6))
def test_a_good_case_with_much_wrong(folder, content):
    load(folder, content)


@QUIET
@given(content=st.dictionaries(st.sampled_from(KEYS), anything))
def test_any_case(folder, content):
    load(folder, {"id": "X"} | content)


@QUIET
@given(expect=anything, value=anything)
def test_any_expectation(folder, expect, value):
    load(folder, {"id": "X", "given": TWO, "expect": {"round": expect, "players": value, "reserve": value}})
    load(folder, {"id": "X", "given": TWO, "expect": {"players": {"A": {"supply": expect, "supply_exactly": value}}}})
    load(folder, {"id": "X", "given": TWO, "expect": {"white": {"row": expect}, "active": value}})


@pytest.mark.parametrize("key", KEYS)
def test_a_date_where_something_else_should_stand(folder, key):
    """TOML has dates, JSON has not."""
    for value in (datetime.date(2024, 1, 1), datetime.time(1), [datetime.time(1)], {"a": datetime.date(2024, 1, 1)}):
        load(folder, {"id": "X", "given": TWO} | {key: value})
        load(folder, {"id": "X", "setup": {key: value}})
        load(folder, {"id": "X", "setup": {"players": value, "options": {"known_vp": value}}})
        load(folder, {"id": "X", "given": {**TWO, "round": value, key: value}})
        load(folder, {"id": "X", "given": TWO, "expect": {"round": value, key: value}})


def test_the_good_ones_are_good(folder):
    """The control: what is mutated passes, also after it was written anew."""
    assert len(good_cases()) > 50
    assert len(good_texts()) > 30
    assert all(case.differences() == [] for case in good_cases())
    file = folder / "again.toml"
    file.write_text(f"case = [{','.join(toml(case.content) for case in good_cases())}]", "utf-8")
    again = load_cases(file)
    assert [case.content for case in again] == [case.content for case in good_cases()]
    assert all(case.differences() == [] for case in again)
