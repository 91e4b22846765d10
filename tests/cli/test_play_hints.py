"""Hints at the prompt: true, playable as printed, and silent about what is hidden."""

import re

import pytest
from tests.cli.test_play import EVERYTHING, bot_game, home, script, typed, widest  # noqa: F401 - home is autouse
from tests.cli.test_play_table import shuffled

from projectl import Game
from projectl.rules.pieces import PIECE_NAMES
from projectl.solver import Answer, Hint, MasterAnswer, SeatHints

FEW = dict.fromkeys(PIECE_NAMES[:9], 0)


def position(supply, puzzles, **more):
    """A is to move, with these pieces and puzzles."""
    return {"players": {"A": {"supply": supply, "puzzles": puzzles}, "B": {}}, **more}


@pytest.fixture(autouse=True)
def patience(monkeypatch):
    """A busy machine must not change what is found."""
    monkeypatch.setattr("projectl.cli.play.hinting.HINT_SECONDS", 20)


@pytest.fixture
def hinted(tmp_path):
    """What these lines show in a position."""

    def shown(document, *lines):
        file = tmp_path / "position.txt"
        file.write_text(Game.from_position(document).record())
        return typed(lines or ["hint"], "--resume", str(file))

    return shown


def moves_in(shown):
    """The numbered moves of all plans."""
    return re.findall(r"\d+\. ((?:upgrade|place|ghost|touch) [^\s].*)", shown)


def flat(shown):
    """Without line breaks."""
    return " ".join(shown.split())


def test_a_plan_can_be_typed_as_it_is_printed(hinted):
    document = position({"O1": 2}, {"W10": []})
    shown = hinted(document)
    assert "W10: 3 actions to complete it. Fits now: ▀ O1." in shown
    plan = moves_in(shown)
    assert len(plan) == 3
    assert "A completed W10" in hinted(document, *plan)


def test_the_plan_is_drawn_with_what_lies_there_already(hinted):
    shown = hinted(position({"I2": 1}, {"W10": ["O1@12"]}), "hint")
    after = shown[shown.index("W10: 1 action") :]
    assert "1 ░░░░O1░░░░" in after
    assert "2 ░░░░I2░░░░" in after


def test_ghost_actions_are_in_the_plan(hinted):
    document = position({"U5": 1}, {"W10": []}, expansions=["ghost"])
    (move,) = moves_in(hinted(document))
    assert move.startswith("ghost U5>")
    assert "A completed W10" in hinted(document, move)


def test_a_suggested_master_can_be_typed(hinted):
    document = position({"O1": 1, "I2": 1}, {"W9": [], "W10": ["I2@12,22"]})
    shown = hinted(document)
    master = re.search(r"^ +(master W9:I2@22,32 W10:O1@32)$", shown, re.MULTILINE)
    assert master
    assert "Master: 2 pieces in one action; completes W9 and W10." in shown
    assert "A completed W10" in hinted(document, master[1])
    assert "Master:" not in hinted(document, "hint w10")


def test_one_puzzle(hinted):
    document = position({"I2": 1}, {"W9": [], "W10": []})
    assert re.findall(r"^(W\d+): \d", hinted(document), re.MULTILINE) == ["W9", "W10"]
    for line in ("hint W10", "HINT w10", "hints w10"):
        assert re.findall(r"^(W\d+): \d", hinted(document, line), re.MULTILINE) == ["W10"]


def test_a_dead_end_is_said(hinted):
    # Three in a row, and what exists are two I2.
    shown = hinted(position({"I2": 1}, {"W10": []}, reserve={**FEW, "I2": 1}))
    assert "W10: no plan. Fits now: ▀▀ I2." in shown
    assert "It cannot be finished with the pieces that are in your supply and the reserve now." in flat(shown)
    assert not moves_in(shown)


def test_places_that_spoil_a_puzzle_are_named(hinted):
    # W27 is three in a row: an O1 in the middle leaves two cells that no I2 fills.
    shown = hinted(position({"O1": 1, "I2": 1}, {"W27": []}, reserve=FEW))
    assert "Dead ends: it could not be finished after O1@22." in shown
    assert "W27: 2 actions to complete it." in shown


def test_no_piece_fits(hinted):
    assert "W10: 2 actions to complete it. No piece of your supply fits." in hinted(position({"T4": 1}, {"W10": []}))


def test_finishing_touches_need_no_reserve(hinted):
    document = position({"O1": 1, "I2": 1}, {"W10": []}, phase="touches")
    shown = hinted(document)
    plan = moves_in(shown)
    assert [move[:9] for move in plan] == ["touch W10"] * 2
    assert "W10" in hinted(document, *plan, "done", "done")
    poor = hinted(position({"O1": 1}, {"W10": []}, phase="touches"))
    assert "It cannot be finished with the pieces that are in your supply now." in poor


def test_what_was_not_found_in_time_is_said(hinted, monkeypatch):
    late = Hint(0, (1,), (), (), is_dead=False, plan=Answer(None, 5, False))
    found = SeatHints((late,), MasterAnswer((), (), None, in_time=False))
    monkeypatch.setattr("projectl.cli.play.hinting.hints", lambda *_, **__: found)
    shown = hinted(position({"I2": 1}, {"W9": [], "W10": []}))
    assert "W9: no plan found in 20 s; it takes 5 actions or more." in shown
    assert "Master: no use of it found in 20 s." in shown


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("hint W1", "A hint is about one of your unfinished puzzles: W9 and W10."),
        ("hint \x07", "A hint is about one of your unfinished puzzles: W9 and W10."),
        ("hint W9 W10", "Type hint, or hint and one of your puzzles."),
        ("hnt", "did you mean hint?"),
        ("help hint", "which pieces fit, which places are dead ends"),
    ],
)
def test_wrong_words(hinted, line, answer):
    assert answer in flat(hinted(position({"I2": 1}, {"W9": [], "W10": []}), line))


def test_without_a_puzzle():
    assert "You have no unfinished puzzle; take one first." in typed(["hint"], "--players", "2", "--seed", "3")


def test_a_choice_comes_first(hinted):
    document = position({"I2": 1}, {"W9": [], "W10": []}, reserve={**FEW, "I2": 1, "I3": 1})
    shown = hinted(document, "place W9:I2@22,32", "hint")  # its O1 is out
    assert "First answer the choice that is due; then ask again." in shown


@pytest.mark.parametrize("moves", [20, 40])
def test_nothing_hidden_changes_a_hint(hinted, moves):
    game = Game(3, seed=21, expansions=EVERYTHING)
    for line in script(bot_game(21, players=3, expansions=EVERYTHING))[:moves]:
        game.play(line.partition(": ")[2], line[0])
    one, other = (hinted(same.position()).partition("> hint")[2] for same in (game, shuffled(game)))
    assert "to complete it" in one
    assert one == other


@pytest.mark.parametrize("columns", ["40", "80", "120"])
def test_hints_are_no_wider_than_the_terminal(columns, hinted, monkeypatch):
    monkeypatch.setenv("COLUMNS", columns)
    lines = script(bot_game(7, players=3, expansions=["ghost"]))
    asked = [
        line for number, played in enumerate(lines[:60]) for line in ([played, "hint"] if number % 5 else [played])
    ]
    shown = typed(asked, "--players", "3", "--expansions", "ghost", "--seed", "7")
    plans = re.sub(r"^ +master .*$", "", shown, flags=re.MULTILINE)  # kept whole to be copied
    assert "to complete it" in shown
    assert widest(plans) <= int(columns)
