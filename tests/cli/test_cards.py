"""``projectl cards`` as people use it; a wrong input is one clear line."""

import json
import sys

import pytest
from typer.testing import CliRunner

from projectl.catalog import bundled_pack, load_pack
from projectl.cli import main as cli
from projectl.errors import PackError, ProjectLError, SetupError

PACK = """
name = "mine"
version = 1
title = "Mine"

[[card]]
id = "GW1"
color = "white"
points = 2
reward = "L5"
rows = ["#####", "#...#", "#...#", "#...#", "#####"]
"""


@pytest.fixture(autouse=True)
def terminal(monkeypatch):
    """80 columns and no colour."""
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.delenv("FORCE_COLOR", raising=False)


@pytest.fixture
def pack(tmp_path):
    file = tmp_path / "mine.toml"
    file.write_text(PACK)
    return file


def run(*words, typed=None):
    """What the command prints."""
    result = CliRunner().invoke(cli.app, [str(word) for word in words], input=typed)
    if result.exception and not isinstance(result.exception, SystemExit):
        raise result.exception
    assert result.exit_code == 0, result.output
    return result.output


def cards(*words, typed=None):
    return run("cards", *words, typed=typed)


def test_list_names_versions_hashes_and_kinds(pack):
    rows = {row["pack"]: row for row in json.loads(cards("list", pack, "--json"))}
    assert rows["base"]["cards"] == "printed"
    assert rows["ghost"] == {
        "pack": "ghost",
        "version": bundled_pack("ghost").version,
        "white": 12,
        "black": 12,
        "cards": "stand-in",
        "hash": bundled_pack("ghost").digest,
    }
    assert rows["mine"]["cards"] == "own"
    assert bundled_pack("phoenix").digest in cards("list")


def test_show_draws_a_card_and_says_what_it_is():
    shown = cards("show", "gw10")
    assert "1 GW10  I3" in shown
    assert shown.count("░") == 40  # 20 solid cells
    assert "our own stand-in" in shown
    assert "5 cells, 2 pieces or more, 15 tilings" in shown
    assert "is fair" in shown
    assert "stand-in" not in cards("show", "B7")


def test_show_draws_whole_packs_and_own_cards(pack):
    assert all(card.id in cards("show", "phoenix") for card in bundled_pack("phoenix").cards)
    assert "9 cells" in cards("show", "GW1", "--cards", pack)


def test_check_says_sound_and_how_to_play(pack):
    said = cards("check", pack)
    assert f"sound. Pack mine, version 1, 1 card, hash {load_pack(pack).digest}." in said
    assert f"projectl play --cards {pack} --expansions ghost" in said
    assert "note" not in said


@pytest.mark.parametrize(
    ("old", "new", "note"),
    [
        ("points = 2", "points = 5", "GW1: 9 cells with L5 score 1.8 at the base set's price, so 5 is 3.2 too much."),
        ('"#...#", "#...#", "#...#"', '"##.##", "#...#", "#...#"', "GW1 has the same recess as GW6."),
        ('"#...#", "#...#", "#...#"', '"#...#", "#####", "#...#"', "GW1: its recess is not in one piece."),
    ],
)
def test_check_notes_what_is_odd(pack, old, new, note):
    pack.write_text(PACK.replace(old, new))
    assert note in cards("check", pack)


@pytest.mark.parametrize(
    ("old", "new", "refusal"),
    [
        ('"#...#", "#...#"', '"#...#", "#..#"', r"mine.toml line 11: card GW1 has '#..#' as row 3"),
        ("points = 2", "points = -1", r"mine.toml line 9: card GW1 has the points -1"),
        ('reward = "L5"', 'reward = "X5"', r"mine.toml line 10: card GW1 has the reward 'X5'"),
        ('"GW1"', '"W1"', r"mine.toml: Card W1 is a printed card of the game"),
        ("version = 1\n", "", r"mine.toml line 1: the pack has no 'version'"),
    ],
)
def test_check_gives_line_and_reason(pack, old, new, refusal):
    pack.write_text(PACK.replace(old, new))
    with pytest.raises(PackError, match=refusal):
        cards("check", pack)


def test_refusals_are_one_line_and_exit_2(pack, monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["projectl", "cards", "check", str(pack.with_name("none.toml"))])
    with pytest.raises(SystemExit) as stopped:
        cli.main()
    assert stopped.value.code == 2
    said = capsys.readouterr().err
    assert said.startswith("projectl: ")
    assert said.count("\n") == 1


@pytest.mark.parametrize(
    ("words", "refusal"),
    [
        (["show", "Q1"], "There is no card 'Q1'"),
        (["draw", "nothing"], "'nothing' is no file and no bundled pack"),
        (["draw", "ghost", "-o", "/nowhere/at/all.svg"], "cannot be written"),
        (["price", "Q1"], "There is no card 'Q1'"),
        (["list", "nothing.toml"], "'nothing.toml' is no file"),
        (["new", "x.toml", "--box", "finesse"], "There is no box 'finesse'"),
        (["generate", "--color", "red", "--points", "1", "--reward", "L4"], "A card is white or black, not 'red'"),
        (["generate", "--color", "white", "--points", "1", "--reward", "Q"], "There is no reward 'Q'"),
        (["generate", "--color", "black", "--points", "20", "--reward", "O1"], "has a fair size"),
        (["survey", "--expansions", "ghost"], "Say for how many"),
    ],
)
def test_wrong_input_is_refused(words, refusal):
    with pytest.raises(ProjectLError, match=refusal):
        cards(*words)


def test_draw_writes_a_picture(pack, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert "mine.svg written" in cards("draw", pack)
    assert "GW1 · 9 cells" in (tmp_path / "mine.svg").read_text()
    cards("draw", "phoenix", "-o", "p.svg", "--columns", "3")
    assert "PB7 · 20 cells" in (tmp_path / "p.svg").read_text()


def test_price_of_cards_packs_and_files(pack):
    assert "W9: 2 cells with O1 score 0.9" in cards("price", "W9")
    assert len(cards("price", "ambassador").splitlines()) == 3
    rows = json.loads(cards("price", pack, "PB1", "--json"))
    assert [(row["id"], row["cells"], row["fair"]) for row in rows] == [("GW1", 9, True), ("PB1", 21, True)]
    assert cards("price").startswith("A white card scores 0.51 points and 0.49 for each cell")
    assert "| cells + fewest pieces + tilings | 0.135" in cards("price", "--models")


def test_the_price_plot_shows_every_card(tmp_path):
    cards("price", "--plot", tmp_path / "price.svg")
    drawn = (tmp_path / "price.svg").read_text()
    for name in ("base", "ghost", "ambassador", "phoenix"):
        assert all(f"<title>{card.id}</title>" in drawn for card in bundled_pack(name).cards)


def test_generate_prints_cards_that_make_a_pack(tmp_path):
    made = cards("generate", "--color", "black", "--points", "4", "--reward", "UP1", "--number", "3", "--toml")
    file = tmp_path / "new.toml"
    file.write_text('name = "new"\nversion = 1\ntitle = "New"\n' + made)
    assert "sound" in cards("check", file)
    assert "too" not in cards("check", file)
    assert "same recess" not in cards("check", file)
    drawn = cards("generate", "--color", "black", "--points", "4", "--reward", "UP1", "--number", "3")
    assert all(card.id in drawn for card in load_pack(file).cards)


def test_generate_makes_a_stand_in_again():
    made = cards(
        "generate",
        "--color",
        "black",
        "--points",
        "6",
        "--reward",
        "O1",
        "--seed",
        "20",
        "--number",
        "1",
        "--again",
        "--toml",
    )
    assert f'  "{bundled_pack("phoenix").cards[0].rows[0]}",' in made
    assert "# seed 20" in made


def test_survey_compares_with_the_base_set(pack):
    lines = cards("survey", "--players", "2", "--expansions", "ghost", "--cards", pack, "--games", "20").splitlines()
    assert lines[2].startswith("| 2 | base |")
    assert lines[3].startswith("| 2 | base + ghost |")


def test_survey_without_players_is_the_table_of_the_docs():
    table = cards("survey", "--games", "10").splitlines()
    assert len(table) == 2 + 3 * 5
    assert table[-1].startswith("| 4 | base + ghost + ambassador + phoenix |")


def test_simulate_plays_with_own_cards(pack):
    words = ("simulate", "--expansions", "ghost", "--cards", pack, "--games", "3", "--json")
    summary = json.loads(run(*words))["configurations"][0]
    assert summary["configuration"].endswith("1 own cards")
    with pytest.raises(SetupError, match="GW1 gives a L5; add the ghost expansion"):
        run("simulate", "--cards", pack, "--games", "3")


# ---- new --------------------------------------------------------------------------------------------------

FIRST = ["", "", "2", "L5", "#####", "#...#", "#...#", "#...#", "#####", "y"]


def test_new_enters_the_cards_of_a_box(tmp_path):
    file = tmp_path / "ghost.toml"
    said = cards("new", file, "--box", "ghost", typed="\n".join(["", "", *FIRST, "n"]) + "\n")
    assert "Id [GW1]" in said
    assert "9 cells with L5 score 1.8 at the base set's price, so 2 is fair." in said
    assert "Play with them: projectl play" in said
    pack = load_pack(file)
    assert (pack.name, pack.title) == ("my_ghost", "Ghost Piece expansion")
    assert pack.cards == load_pack(file).cards
    assert [(card.id, card.color, card.points, card.reward) for card in pack.cards] == [("GW1", "white", 2, "L5")]


def test_new_goes_on_where_it_stopped(pack):
    before = pack.read_text()
    second = ["", "", "1", "p5", "xxxxx", "xooox", "xooox", "xxoxx", "xxxxx", "", "n"]
    said = cards("new", pack, "--box", "ghost", typed="\n".join(second) + "\n")
    assert "Id [GW2]" in said
    assert pack.read_text().startswith(before)
    assert [card.id for card in load_pack(pack).cards] == ["GW1", "GW2"]
    assert load_pack(pack).cards[1].rows == ("#####", "#...#", "#...#", "##.##", "#####")


def test_new_asks_again_until_an_answer_will_do(tmp_path):
    file = tmp_path / "own.toml"
    answers = ["My Pack", "own", "", "", "deck", "Z1", "green", "b", "many", "3", "Q9", "up1"]
    answers += [".", "#####", "#..##", *["#####"] * 3, "y", "n"]
    said = cards("new", file, typed="\n".join(answers) + "\n")
    for complaint in (
        "Sorry, the name is 'My Pack'; write up to 32 of a-z, 0-9 and '_'.",
        "It has the id 'deck', which means something else in moves",
        "It has the color 'green'",
        "It has the points 'many'",
        "It has the reward 'Q9'",
        "It has '.' as row 1",
    ):
        assert complaint in said
    assert [(card.id, card.color, card.reward) for card in load_pack(file).cards] == [("Z1", "black", "UP1")]


def test_new_has_a_card_without_recess_drawn_again(tmp_path):
    file = tmp_path / "own.toml"
    answers = ["", "", "Z1", "w", "0", "O1", *["#####"] * 5, "..###", *["#####"] * 4, "y", "n"]
    assert "It has no recess" in cards("new", file, typed="\n".join(answers) + "\n")
    assert load_pack(file).cards[0].cells == 2


def test_new_does_not_keep_what_cannot_be_played(pack):
    before = pack.read_text()
    answers = ["W1", "w", "0", "O1", "..###", *["#####"] * 4]
    said = cards("new", pack, typed="\n".join(answers) + "\n")
    assert "Not kept" in said
    assert "Card W1 is a printed card of the game" in said
    assert pack.read_text() == before


def test_new_stopped_at_once_leaves_nothing(tmp_path):
    assert "No card was kept." in cards("new", tmp_path / "none.toml", typed="")
    assert not (tmp_path / "none.toml").exists()


def test_a_card_not_confirmed_is_not_kept(pack):
    before = pack.read_text()
    typed = ["", "", "1", "P5", "#####", "#...#", "#...#", "##.##", "#####", "n", "n"]
    cards("new", pack, "--box", "ghost", typed="\n".join(typed) + "\n")
    assert pack.read_text() == before
