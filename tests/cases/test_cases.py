"""Every rule case as data (docs/cases.md)."""

from pathlib import Path

import pytest

from projectl.game.cases import Case, load_cases

CASES = load_cases(Path(__file__).parent)


@pytest.mark.parametrize("case", CASES, ids=[case.id for case in CASES])
def test_case(case: Case) -> None:
    assert case.differences() == []


def test_ids_are_unique() -> None:
    ids = [case.id for case in CASES]
    assert len(set(ids)) == len(ids)


def test_a_wrong_expectation_is_noticed() -> None:
    """The control: each way in which a case can fail does fail."""
    good = {"id": "X", "given": {"players": {"A": {"supply": {"O1": 1}}, "B": {}}}}
    for part, fragment in (
        ({"do": ["take W99"]}, "was refused"),
        ({"refuse": ["upgrade +O1"]}, "should have been refused"),
        ({"allow": ["end"]}, "should have been accepted"),
        ({"expect": {"round": 2}}, "expected 2, found 1"),
        ({"expect": {"players": {"A": {"supply": {"O1": 2}}}}}, "expected 2, found 1"),
        ({"expect": {"players": {"A": {"supply_exactly": {}}}}}, "found {'O1': 1}"),
        ({"expect": {"nonsense": 1}}, "nothing of that name"),
        ({"refuse_setup": True}, "should have been refused"),
    ):
        assert any(fragment in text for text in Case("X", "test", good | part).differences()), part
