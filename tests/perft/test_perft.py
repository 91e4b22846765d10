"""Counts of step sequences: the committed numbers, interpreted and compiled."""

import json
from pathlib import Path

import pytest
from tests.perft.regenerate import find
from typer.testing import CliRunner

from projectl import Game
from projectl.cli.main import app
from projectl.fast.perft import divide, perft, perft_compiled
from projectl.simulation import MATRIX, Spec

FOLDER = Path(__file__).parent
FILES = sorted(file for file in FOLDER.glob("*.json") if file.name != "setups.json")
SETUPS = json.loads((FOLDER / "setups.json").read_text("utf-8"))
INTERPRETED_LIMIT = 4000  # a larger count is left to the compiled rules


def test_there_are_enough() -> None:
    assert len(FILES) >= 20
    assert set(SETUPS) == {str(spec) for spec in MATRIX}


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_counts(file: Path) -> None:
    content = json.loads(file.read_text("utf-8"))
    game = Game.from_position(content["position"])
    for depth, count in enumerate(content["counts"], 1):
        assert perft_compiled(game.config, game.state, depth) == count
        if count <= INTERPRETED_LIMIT:
            assert perft(game.config, game.state, depth) == count


@pytest.mark.parametrize("spec", MATRIX, ids=str)
def test_setups(spec: Spec) -> None:
    game = find(spec, lambda _state: True)
    for depth, count in enumerate(SETUPS[str(spec)], 1):
        assert perft_compiled(game.config, game.state, depth) == count
        if count <= INTERPRETED_LIMIT:
            assert perft(game.config, game.state, depth) == count


def test_divide_adds_up() -> None:
    game = Game(2, seed=3)
    parts = divide(game.config, game.state, 2, compiled=False)
    assert parts == divide(game.config, game.state, 2, compiled=True)
    assert sum(parts.values()) == perft(game.config, game.state, 2)
    assert len(parts) == perft(game.config, game.state, 1)


def test_command(tmp_path) -> None:
    runner = CliRunner()
    position = tmp_path / "position.json"
    position.write_text(json.dumps(Game(2, seed=3).position()))
    one = runner.invoke(app, ["perft", "--depth", "2", "--seed", "3", "--json"])
    two = runner.invoke(app, ["perft", "--depth", "2", "--position", str(position), "--interpreted", "--json"])
    parts = runner.invoke(app, ["perft", "--depth", "2", "--position", str(position), "--divide", "--json"])
    assert one.exit_code == two.exit_code == parts.exit_code == 0
    assert json.loads(one.stdout) == json.loads(two.stdout)
    assert json.loads(parts.stdout)["total"] == json.loads(one.stdout)[1]
