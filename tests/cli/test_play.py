"""``projectl play`` as a person uses it: lines typed, a transcript read."""

import re
from typing import Any

import pytest
import typer
from typer.testing import CliRunner

from projectl import Game, replay
from projectl.bots import Scratch, guided_step
from projectl.bots.playout import next_seat
from projectl.cli.play.command import play
from projectl.rules import chance

app = typer.Typer(add_completion=False)
app.command()(play)

EVERYTHING = ("ghost", "ambassador", "finesse", "finesse_ambassador", "phoenix")


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    """Games are kept in a folder of the test; the terminal has 80 columns and no colour."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.delenv("FORCE_COLOR", raising=False)


def typed(lines, *options, code=0):
    """What the terminal shows when these lines are typed and then the input ends."""
    result = CliRunner().invoke(app, list(options), input="".join(f"{line}\n" for line in lines))
    if result.exception and not isinstance(result.exception, SystemExit):
        raise result.exception
    assert result.exit_code == code, result.output
    return result.output


def bot_game(seed, players=2, **configuration):
    """A whole game by the quick player."""
    game = Game(players, seed=seed, **configuration)
    scratch = Scratch(seed, chance.BOTS)
    while not game.over:
        seat = next_seat(game.state, scratch)
        game.take_step(guided_step(game.config.rules, game.state, seat, scratch), "ABCDEF"[seat])
    return game


def script(game):
    """The game as lines to type; seats named, for those games where two are on turn."""
    return [f"{played.seat}: {played.move}" for played in game.history]


def widest(shown):
    """The longest line that the program itself breaks: prompts and lines to be copied are left alone."""
    return max(len(line) for line in shown.splitlines() if "> " not in line and "/" not in line)


SIMULTANEOUS = {"line_clear_order": "simultaneous"}
GAMES: dict[str, tuple[list[str], dict[str, Any]]] = {
    "solo": (
        ["--variants", "solo", "--difficulty", "hard"],
        {"players": 1, "variants": ["solo"], "difficulty": "hard"},
    ),
    "two": (["--players", "2"], {"players": 2}),
    "line clear": (
        ["--players", "6", "--variants", "line_clear", "--expansions", "ghost"],
        {"players": 6, "variants": ["line_clear"], "expansions": ["ghost"], "options": SIMULTANEOUS},
    ),
    "everything": (
        ["--players", "3", "--expansions", ",".join(EVERYTHING), "--variants", "endless_white,known_points"],
        {"players": 3, "expansions": EVERYTHING, "variants": ["endless_white", "known_points"]},
    ),
    "finesse solo": (
        ["--players", "1", "--expansions", "finesse,ghost"],
        {"players": 1, "variants": ["solo"], "expansions": ["finesse", "ghost"]},
    ),
    "2019": (["--edition", "v2019_en"], {"players": 2, "edition": "v2019_en"}),
}


@pytest.mark.parametrize("name", GAMES)
def test_a_whole_game_can_be_typed(name, tmp_path):
    options, configuration = GAMES[name]
    game = bot_game(11, **configuration)
    file = tmp_path / "game.txt"
    shown = typed(script(game), *options, "--seed", "11", "--save", str(file))
    assert replay(file.read_text()).position() == game.position()
    assert file.read_text() == game.record()
    assert "The game is over." in shown
    for seat, points in game.scores().items():
        assert re.search(rf"^score +.*{re.escape(str(points))}", shown, re.MULTILINE), seat
    assert str(file) in shown
    assert widest(shown) <= 80


def test_the_breakdown_adds_up():
    for seed in range(3):
        game = bot_game(seed, players=3, expansions=EVERYTHING)
        shown = typed(script(game), "--players", "3", "--expansions", ",".join(EVERYTHING), "--seed", str(seed))
        table = shown[shown.rindex("completed puzzles  ", 0, shown.rindex("\nscore")) :]
        rows = [line for line in table.splitlines() if re.search(r"-?\d+$", line)][:5]
        columns = [[int(number) for number in re.findall(r"-?\d+", row)] for row in rows]
        assert len(columns) == 5
        for *parts, score in zip(*columns, strict=True):
            assert sum(parts) == score
        assert columns[-1] == list(game.scores().values())


def test_mastermind_is_told_step_by_step():
    shown = typed(script(bot_game(3, players=1, variants=["solo"])), "--players", "1", "--seed", "3")
    assert re.search(r"The mastermind took \w+ \(\d points?\) from column [123]\.", shown)
    assert "Its supply and a lock of every other locked column moved over column" in shown
    assert re.search(r"(You beat the mastermind|The mastermind wins), -?\d+ to \d+", shown)


def test_friendly_setup_takes_enter_for_an_answer():
    shown = typed(["", "", ""])
    assert "2 players, Rulebook 2.5" in shown
    assert re.search(r"Seed \d+\.", shown)


def test_friendly_setup_asks_again_after_nonsense():
    answers = ["seven", "6", "Ann,Bob", "", "bananas", "none", "maybe", "n", "6", "", "", ""]
    shown = typed(answers)
    assert "Type a number from 1 to 6." in shown
    assert "That is 2 of 6 names" in shown
    assert "There is no expansion 'bananas'" in shown
    assert "Type y or n." in shown
    assert "(R2.3)" in shown  # six players without ghost are refused, and all is asked again
    assert "6 players, Rulebook 2.5 (2023), ghost, line clear" in shown


def test_solo_setup_asks_for_the_difficulty():
    shown = typed(["1", "easy", "unb", "finesse"])
    assert "Type one of normal, hard, unbeatable." in shown
    assert "1 player, Rulebook 2.5 (2023), finesse, solo, unbeatable" in shown


def test_names_are_dealt_to_seats():
    shown = typed([], "--names", "Ann, Bob", "--seed", "5")
    assert "Seats: Bob is A, Ann is B. Bob begins." in shown
    assert "Bob (A)" in shown


@pytest.mark.parametrize("columns", ["40", "60", "80", "120", "200"])
@pytest.mark.parametrize("name", ["solo", "line clear", "everything"])
def test_nothing_is_wider_than_the_terminal(name, columns, monkeypatch):
    monkeypatch.setenv("COLUMNS", columns)
    options, configuration = GAMES[name]
    lines = script(bot_game(7, **configuration))[:40]
    shown = typed([*lines, "m", "x", "?", "rules all", "help pieces", "show decks"], *options, "--seed", "7")
    assert widest(shown) <= int(columns)


def test_without_unicode_the_table_is_plain_ascii(monkeypatch):
    monkeypatch.setattr("rich.console.Console.encoding", "ascii")
    shown = typed(["t w22", "help pieces"], "--players", "2", "--seed", "3")
    assert shown.isascii()


def test_in_colour_pieces_have_their_colours(monkeypatch):
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("COLORTERM", "truecolor")
    lines = ["t w22", "p w22 i2"]
    shown = typed(lines, "--players", "2", "--seed", "3")
    assert "48;2;53;177;74" in shown  # I2, #35b14a
    assert "48;2;53;177;74" not in typed(lines, "--players", "2", "--seed", "3", "--no-color")
