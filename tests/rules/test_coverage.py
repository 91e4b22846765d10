"""Every rule of docs/rules.md is cited by a case or a test, and what is cited exists."""

import re
from pathlib import Path

from projectl.game.cases import load_cases

ROOT = Path(__file__).parents[2]
RULE = re.compile(r"\bR\d+(?:\.\d+)*")
NUMBERED = re.compile(r"^\s*- \*\*(R\d+\.\d+(?:\.\d+)?)(?: [^*]*)?\*\*", re.MULTILINE)

# Pure definitions and remarks, with the reason why nothing can be tested.
DEFINITIONS = {
    "R0.3": "names the zones; every position document shows them",
    "R1.4": "a coin as first-player marker has no effect",
    "R1.7": "says that shapes are not known",
    "R17.3": "where the tile row lies on the table has no effect",
}


def _rules() -> set[str]:
    return set(NUMBERED.findall((ROOT / "docs" / "rules.md").read_text("utf-8")))


def _cited() -> set[str]:
    by_cases = {rule for case in load_cases(ROOT / "tests" / "cases") for rule in case.rules}
    files = [file for file in (ROOT / "tests").rglob("*.py") if file != Path(__file__)]
    by_tests = {rule for file in files for rule in RULE.findall(file.read_text("utf-8"))}
    return by_cases | by_tests


def test_the_rules_are_found() -> None:
    assert len(_rules()) > 150
    assert {"R0.1", "R4.3.6", "R14.8.5", "R21.3"} <= _rules()


def test_every_rule_is_cited() -> None:
    missing = sorted(_rules() - _cited() - set(DEFINITIONS))
    assert missing == []


def test_definitions_are_rules_and_not_cited_anyway() -> None:
    assert set(DEFINITIONS) <= _rules()


def test_code_cites_only_rules_that_exist() -> None:
    """A rule number in src that is in no heading is a slip."""
    text = (ROOT / "docs" / "rules.md").read_text("utf-8")
    known = _rules() | set(re.findall(r"^#+ (R\d+(?:\.\d+)?)\b", text, re.MULTILINE))
    for file in (ROOT / "src" / "projectl").rglob("*.py"):
        cited = {rule for rule in RULE.findall(file.read_text("utf-8")) if rule != "R0"}
        assert cited <= known, f"{file.name} cites {sorted(cited - known)}"
