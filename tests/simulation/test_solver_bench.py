"""Measuring the solver: real positions, honest shares, and the command."""

import json
from itertools import islice

import pytest
from typer.testing import CliRunner

from projectl.catalog import bundled_pack
from projectl.cli.main import app
from projectl.errors import SetupError
from projectl.rules import engine, steps
from projectl.rules.state import PLAY
from projectl.simulation import solver_bench
from projectl.simulation.matrix import Spec
from projectl.solver import count_tilings

SPECS = (Spec(2), Spec(2, expansions=("ghost",)), Spec(1, variants=("solo",)))


def bench(*words):
    """What the command prints."""
    result = CliRunner().invoke(app, ["bench", "--solver", *words])
    if result.exception and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result.output


def test_positions_are_from_the_middle_of_games():
    found = list(islice(solver_bench.middle_positions(SPECS, 3), 30))
    for rules, state, seat in found:
        assert state.phase == PLAY
        assert state.round >= solver_bench.FIRST_ROUND
        assert state.players[seat].open_count > 0
        assert engine.legal(rules, state, seat, [0] * steps.MAX_LEGAL) > 0
    assert len({id(rules) for rules, _, _ in found}) == len(SPECS)
    again = islice(solver_bench.middle_positions(SPECS, 3), 30)
    assert [one[1].reserve for one in found] == [one[1].reserve for one in again]


def test_no_time_means_nothing_found_and_much_time_all():
    late = solver_bench.measure_hints(10, 0, 0.0)
    assert (late["plans_not_in_time"], late["positions"]) == (1.0, 10)
    patient = solver_bench.measure_hints(10, 0, 60.0)
    assert (patient["plans_not_in_time"], patient["masters_not_in_time"]) == (0.0, 0.0)
    assert 0 < patient["p50_ms"] <= patient["p95_ms"] <= patient["max_ms"]


def test_counting_is_done_by_a_process_that_has_counted_nothing():
    found = solver_bench.measure_counting()
    assert found["tilings"] == sum(count_tilings(card.recess) for card in bundled_pack("base").cards)
    assert found["again_s"] < found["first_s"] < found["with_imports_s"]


def test_the_command(tmp_path):
    file = tmp_path / "RESULTS.md"
    file.write_text("# Measured\n")
    section = bench("--positions", "5", "--append", str(file))
    assert "hints, 5 positions, p50" in section
    assert "`projectl bench --solver --positions 5`" in section
    assert file.read_text() == "# Measured\n\n" + section.removesuffix("\n")
    report = json.loads(bench("--positions", "5", "--json"))
    assert report["hints"]["positions"] == 5
    assert set(report) == {"counting", "hints", "seconds"}


@pytest.mark.parametrize("words", [["--cold"], ["--check", "x.json"], ["--write", "x.json"]])
def test_what_the_solver_does_not_have(words):
    with pytest.raises(SetupError, match="--solver has no baseline"):
        bench(*words)
