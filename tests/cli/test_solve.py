"""``projectl solve`` as a person and as a program use it."""

import json

import pytest
from typer.testing import CliRunner

from projectl import Game
from projectl.cli import main as cli
from projectl.errors import PackError, ProjectLError, SetupError
from projectl.solver import Answer, Laid, MasterAnswer

OWN_PACK = """
name = "mine"
version = 1
title = "Mine"

[[card]]
id = "Mine1"
color = "black"
points = 3
reward = "O1"
rows = ["..###", "#####", "#####", "#####", "#####"]
"""


@pytest.fixture(autouse=True)
def terminal(monkeypatch):
    """80 columns and no colour."""
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.delenv("FORCE_COLOR", raising=False)


def solve(*words):
    """What the command prints."""
    result = CliRunner().invoke(cli.app, ["solve", *words])
    if result.exception and not isinstance(result.exception, SystemExit):
        raise result.exception
    assert result.exit_code == 0, result.output
    return result.output


def solve_json(*words):
    return json.loads(solve(*words, "--json"))


def test_tilings_are_drawn_side_by_side():
    shown = solve("W9")
    assert shown.splitlines()[3:5] == ["░░░░I2░░░░  ░░░░O1░░░░", "░░░░i2░░░░  ░░░░O1░░░░"]
    assert "1 piece     2 pieces" in shown


def test_tilings_are_drawn_in_colour(monkeypatch):
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert "\x1b[" in solve("W9")


def test_the_limit_and_all():
    assert "more tilings" in solve("W1", "--limit", "2")
    every = solve_json("W1", "--all")
    assert (len(every[0]["tilings"]), every[0]["more"]) == (15, False)
    few = solve_json("W1", "--limit", "2")
    assert few[0]["tilings"] == every[0]["tilings"][:2]
    assert few[0]["more"]
    assert solve("W1", "--all").count("2 W1") == 15


def test_count_of_all_base_cards():
    rows = solve_json("all", "--count")
    assert len(rows) == 52
    assert rows[0] == {
        "id": "W1",
        "color": "white",
        "cells": 5,
        "tilings": 15,
        "fewest_pieces": 2,
        "tilings_with_ghosts": 15,
        "fewest_pieces_with_ghosts": 2,
    }
    assert "369,472" in solve("B3", "--count")


def test_count_with_a_supply():
    rows = solve_json("W9", "W1", "--count", "--supply", "2xO1,i2")
    assert [(row["tilings"], row["fewest_pieces"]) for row in rows] == [(2, 1), (0, None)]


def test_ghosts_and_cards_of_expansions():
    (row,) = solve_json("B9", "--expansions", "ghost", "--fewest", "pieces")
    assert len(row["tilings"][0]) == 3  # 4 without ghosts
    assert any(name[:2] in ("P5", "U5", "L5") for name in row["tilings"][0])
    assert solve_json("GW1", "--expansions", "ghost", "--count")[0]["id"] == "GW1"
    with pytest.raises(SetupError, match="no card 'GW1'"):
        solve("GW1")
    assert len(solve_json("all", "--count", "--expansions", "ghost,phoenix")) == 52 + 24 + 7


def test_fewest_pieces():
    (row,) = solve_json("B7", "--fewest", "pieces")
    assert len(row["tilings"][0]) == 3
    assert "3 pieces" in solve("B7", "--fewest", "pieces")


def test_a_supply_that_is_too_small():
    assert solve("B1", "--supply", "O1,I2") == "B1 cannot be filled with these pieces.\n"
    assert solve_json("B1", "--supply", "O1,I2") == [{"id": "B1", "tilings": [], "more": False}]


def test_the_moves_of_a_plan_can_be_played():
    (row,) = solve_json("W2", "--fewest", "actions", "--supply", "P5,I2", "--expansions", "ghost")
    assert (row["actions"], row["in_time"]) == (3, True)
    players = {"A": {"supply": {"P5": 1, "I2": 1}, "puzzles": {"W2": []}}, "B": {}}
    game = Game.from_position({"expansions": ["ghost"], "players": players})
    for move in row["moves"]:
        game.play(move)
    assert game.position()["players"]["A"]["pile"] == ["W2"]


def test_a_plan_starts_as_a_player_does():
    shown = solve("W2", "--fewest", "actions")
    assert "W2: 6 actions" in shown
    assert " 1. upgrade O1>I2" in shown


def test_a_plan_that_is_not_found_in_time(monkeypatch):
    monkeypatch.setattr("projectl.cli.solve.answers.fewest_actions", lambda *_, **__: Answer(None, 5, False))
    row = {"id": "B1", "actions": None, "moves": None, "in_time": False, "at_least": 5}
    assert solve_json("B1", "--fewest", "actions") == [row]
    assert solve("B1", "--fewest", "actions") == "B1: not found in 5 s; it takes 5 actions or more.\n"


def test_the_best_master_can_be_played():
    found = solve_json("W9", "w10", "B3", "--supply", "O1,I2,T4", "--master")
    assert (found["completed"], found["in_time"]) == (["W9"], True)
    players = {"A": {"supply": {"O1": 1, "I2": 1, "T4": 1}, "puzzles": {"W9": [], "W10": [], "B3": []}}, "B": {}}
    game = Game.from_position({"players": players})
    game.play(found["move"])
    assert game.position()["players"]["A"]["pile"] == ["W9"]


def test_the_best_master_is_drawn():
    shown = solve("W9", "W10", "--supply", "2xO1,I2", "--master").splitlines()
    assert shown[0].startswith("master W9:I2@22,32 W10:O1@")
    assert shown[1] == "1 W9    O1  1 W10   I2"
    assert shown[4].startswith("░░░░I2░░░░")
    words = "2 pieces in one action; completes W9; the others then take 1 action in all, each on its own."
    assert " ".join(shown[-2:]).replace("  ", " ") == words


def test_a_master_that_does_not_exist_or_was_not_found(monkeypatch):
    assert solve("W10", "--supply", "T4", "--master").startswith("Master: no piece fits")
    assert solve_json("W10", "--supply", "T4", "--master")["move"] is None
    late = MasterAnswer((), (), None, in_time=False)
    monkeypatch.setattr("projectl.cli.solve.answers.best_master", lambda *_, **__: late)
    assert solve("W9", "W10", "--master") == "Master: not found in 5 s.\n"
    assert not solve_json("W9", "W10", "--master")["in_time"]
    some = MasterAnswer((Laid(0, 0), Laid(1, 1)), (), None, in_time=False)
    monkeypatch.setattr("projectl.cli.solve.answers.best_master", lambda *_, **__: some)
    assert "2 pieces in one action (the best found in 5 s)." in solve("W9", "W10", "--master")


def test_cards_of_your_own(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text(OWN_PACK, "utf-8")
    assert [row["tilings"] for row in solve_json("mine1", "W9", "--count", "--cards", str(path))] == [2, 2]
    assert [row["id"] for row in solve_json("all", "--count", "--cards", str(path))] == ["Mine1"]
    assert "Mine1" in solve("Mine1", "--cards", str(path))


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["X9"], "no card 'X9'"),
        (["W1", "--supply", "Q9"], "no piece 'Q9'"),
        (["W1", "--supply", ","], "names no piece"),
        (["W1", "--supply", "0xO1"], "no number of pieces"),
        (["W1", "--supply", "-2xO1"], "no number of pieces"),
        (["W1", "--supply", "9999999999xO1"], "no number of pieces"),
        (["W1", "--supply", "16xO1"], "The box has 15 O1"),
        (["W1", "--supply", "U5"], "add --expansions ghost"),
        (["W1", "--expansions", "dragons"], "no expansion 'dragons'"),
        (["W1", "--edition", "v9"], "v9"),
        (["W1", "--count", "--fewest", "pieces"], "one at a time"),
        (["W1", "--count", "--master"], "one at a time"),
        (["W1", "W1", "--master"], "up to 4 different cards"),
        (["all", "--master"], "up to 4 different cards"),
        (["W1", "--cards", "/nowhere/at/all.toml"], "cannot be read"),
    ],
)
def test_wrong_input_is_refused_in_a_sentence(words, message):
    with pytest.raises(ProjectLError, match=message) as refused:
        solve(*words)
    assert "\n" not in str(refused.value)


def test_a_refusal_is_one_line_and_exit_code_2(monkeypatch, capsys):
    monkeypatch.setattr("sys.argv", ["projectl", "solve", "X9"])
    with pytest.raises(SystemExit) as left:
        cli.main()
    assert left.value.code == 2
    assert capsys.readouterr().err.startswith("projectl: There is no card 'X9' here")


def test_a_broken_pack(tmp_path):
    path = tmp_path / "broken.toml"
    path.write_text("name = ", "utf-8")
    with pytest.raises(PackError):
        solve("all", "--cards", str(path))
