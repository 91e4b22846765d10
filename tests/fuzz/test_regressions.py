"""What hostile input once got through with: each of these must stay refused, or stay harmless."""

import json
from pathlib import Path
from typing import Any

import pytest
from tests.fuzz.test_positions import REFUSALS, round_trip, use
from tests.properties.playing import own_card

from projectl.bots import Scratch, guided_step
from projectl.errors import PositionError, ProjectLError, RecordError, SetupError
from projectl.game import Game, Move, replay
from projectl.game.cases import Case, load_cases
from projectl.rules import chance, steps

TWO: dict[str, Any] = {"A": {}, "B": {}}
FIVE: dict[str, Any] = {seat: {} for seat in "ABCDE"}
NOTHING = {"row": ["-"] * 4, "deck": []}
NO_PIECES = dict.fromkeys(["O1", "I2", "I3", "L3", "O4", "I4", "T4", "L4", "S4"], 0)

# ---- options ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("value", [[], {}, ["yes"]], ids=str)
@pytest.mark.parametrize("name", ["known_vp", "endless_white"])
def test_an_option_that_is_a_variant_with_a_list(name, value):
    with pytest.raises(REFUSALS):
        Game(options={name: value})


# ---- positions in which nobody can go on ------------------------------------------------------------------

DEAD: dict[str, dict[str, Any]] = {
    "a Master under way without a piece to place": {
        "players": {"A": {"puzzles": {"W1": []}}, "B": {}},
        "turn": {"seat": "A", "doing": {"action": "master"}},
    },
    "an Ambassador action under way without a piece": {
        "players": TWO,
        "turn": {"seat": "A", "doing": {"action": "ambassador"}},
    },
    "an Insert paid for and no action possible": {
        "expansions": ["finesse"],
        "players": TWO,
        "white": NOTHING,
        "black": NOTHING,
        "reserve": NO_PIECES,
        "turn": {"seat": "A", "actions_left": 0, "inserting": True},
    },
    "a credit paid for a touch that cannot be made": {
        "expansions": ["finesse"],
        "players": {"A": {"credits": {"right": 1}}, "B": {}},
        "phase": "touches",
        "turn": {"seat": "A", "paying_credit": True},
    },
    "two markers and nobody on turn": {"variants": ["line_clear"], "players": FIVE, "turns": {}},
}


@pytest.mark.parametrize("name", DEAD)
def test_a_position_that_cannot_go_on_is_refused(name):
    with pytest.raises(REFUSALS):
        Game.from_position(DEAD[name])


# ---- numbers that grow beyond what is read ----------------------------------------------------------------

GROWING: dict[str, tuple[dict[str, Any], list[str]]] = {
    "99 pieces in the reserve and one more returned": (
        {"players": {"A": {"supply": {"O1": 1}}, "B": {}}, "reserve": {"O1": 99}},
        ["upgrade O1>I2"],
    ),
    "30 credits on each side": (
        {"expansions": ["finesse"], "players": {"A": {"credits": {"left": 30, "right": 30}}, "B": {}}},
        ["upgrade +O1", "upgrade +O1", "upgrade +O1", "end"],
    ),
    "999 touches and one more": (
        {"phase": "touches", "players": {"A": {"touches": 999, "supply": {"O1": 1}, "puzzles": {"W1": []}}, "B": {}}},
        ["touch W1:O1@22"],
    ),
    "a credit spent that was not there": (
        {
            "phase": "touches",
            "players": {"A": {"supply": {"O1": 1}, "puzzles": {"W1": []}}, "B": {}},
            "turn": {"seat": "A", "paying_credit": True},
        },
        ["touch W1:O1@22"],
    ),
    "written-down actions, fresh and not": (
        {"players": {"A": {"noted": {"ambassador": 9999, "ambassador_fresh": 1}}, "B": {}}},
        ["upgrade +O1", "upgrade +O1", "upgrade +O1"],
    ),
    "the last round that can be written": (
        {"players": TWO, "round": 9999, "options": {"round_cap": 10_000}, "turn": {"seat": "B", "actions_left": 1}},
        ["upgrade +O1"],
    ),
    "a late round of Line Clear, whose step is later still": (
        {"variants": ["line_clear"], "players": FIVE, "round": 2001},
        [],
    ),
}


@pytest.mark.parametrize("name", GROWING)
def test_an_accepted_position_stays_readable(name):
    """Or is refused: what it says of itself can be read back later on."""
    document, moves = GROWING[name]
    try:
        game = Game.from_position(document)
    except REFUSALS:
        return
    for move in moves:
        game.play(move)
    round_trip(game)


# ---- more cards than a zone has room for ------------------------------------------------------------------


def many_cards(color: str, number: int) -> list[dict[str, Any]]:
    return [own_card(f"{color[0].upper()}X{n}", "O1", ".####", color=color, points=0) for n in range(number)]


def test_a_full_deck_takes_a_recycled_row():
    cards = many_cards("white", 32)
    deck = [f"W{n}" for n in range(1, 33)] + [card["id"] for card in cards]
    document = {"players": TWO, "cards": cards, "white": {"row": ["B1", "B2", "B3", "B4"], "deck": deck}}
    try:
        game = Game.from_position(document)
    except REFUSALS:
        return
    game.play("recycle white B1 B2 B3 B4")
    use(game)


def test_a_full_pile_takes_one_more_card():
    cards = many_cards("white", 32) + many_cards("black", 44)
    pile = [card["id"] for card in cards[1:]] + [f"W{n}" for n in range(1, 22)]
    owner = {"supply": {"O1": 1}, "puzzles": {"WX0": []}, "pile": pile}
    try:
        game = Game.from_position({"players": {"A": owner, "B": {}}, "cards": cards})
    except REFUSALS:
        return
    game.play("place WX0:O1@00")
    use(game)


# ---- constructor and play ---------------------------------------------------------------------------------


def test_cards_nested_a_thousand_deep():
    cards: object = []
    for _ in range(3000):
        cards = [cards]
    with pytest.raises(ProjectLError):
        Game(cards=cards)


@pytest.mark.parametrize("move", [42, None, b"end", ["end"]], ids=repr)
def test_what_is_no_move_at_all_is_refused(move):
    with pytest.raises(ProjectLError):
        Game().play(move)


def test_a_move_of_no_kind_is_refused():
    with pytest.raises(ProjectLError):
        Game().play(Move("fly"))


# ---- records ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["Bob ", " Bob", " ", "a | b", "a\nb"], ids=repr)
def test_a_name_that_its_record_could_not_hold_is_refused(name):
    with pytest.raises(SetupError):
        Game(["Ann", name])


@pytest.mark.parametrize("line", ["names: x | y", "seed: 5", "chance: 7"])
def test_a_line_behind_the_check_line_is_noticed(line):
    text = Game.from_position({"players": TWO}).record()
    with pytest.raises(RecordError):
        replay(f"{text}{line}\n")


# ---- case files -------------------------------------------------------------------------------------------

HUGE = "9" * 5000


def test_a_case_file_with_a_huge_number(tmp_path: Path):
    file = tmp_path / "huge.toml"
    file.write_text(f'[[case]]\nid = "X"\nnote = {HUGE}\ngiven = {{ players = {{ A = {{}}, B = {{}} }} }}\n')
    (case,) = load_cases(file)
    assert "not valid TOML" in case.differences()[0]


@pytest.mark.parametrize("expect", [{"round": 16**5000}, {"active": [16**5000]}], ids=["number", "list"])
def test_a_case_that_expects_a_huge_number(expect):
    case = Case("X", "test", {"id": "X", "given": {"players": TWO}, "expect": expect})
    assert case.differences()


def test_a_case_path_with_a_null_character():
    (case,) = load_cases("a\0b")
    assert "null character" in case.differences()[0]


def test_a_case_whose_rules_are_a_number(tmp_path: Path):
    file = tmp_path / "rules.toml"
    file.write_text('[[case]]\nid = "X"\nrules = 5\ngiven = { players = { A = {}, B = {} } }\n')
    (case,) = load_cases(file)
    assert case.rules == []


# ---- Insert without Finesse -------------------------------------------------------------------------------


def test_credits_without_finesse_are_refused():
    with pytest.raises(REFUSALS):
        Game.from_position({"players": {"A": {"credits": {"right": 2}}, "B": {}}})


# ---- too few Black puzzles for Line Clear -----------------------------------------------------------------


def test_a_line_clear_with_four_black_puzzles():
    try:
        game = Game(5, variants=["line_clear"], options={"black_by_players": [4, 4, 4, 4, 4]})
    except SetupError:
        return
    round_trip(game)


# ---- positions that play on must stay readable ------------------------------------------------------------

OPEN: dict[str, tuple[dict[str, Any], list[str]]] = {
    "999 written-down actions and a fresh one": (
        {"players": {"A": {"noted": {"ambassador": 999, "ambassador_fresh": 1}}, "B": {}}},
        ["upgrade +O1"] * 3,
    ),
    "9999 written-down puzzles and one more": (
        {
            "variants": ["endless_white"],
            "players": {"A": {"noted": {"puzzles": 9999}, "pile": ["W1"]}, "B": {}},
            "white": {"row": ["W2", "W3", "W4", "W5"], "deck": []},
        },
        ["upgrade +O1"],
    ),
    "99 locks in the opponent's supply": (
        {"variants": ["solo"], "players": {"A": {}}, "solo": {"locks": [1, 1, 0], "supply": 99}},
        ["upgrade +O1"] * 3,
    ),
    "a choice in the middle of an action that cannot go on": (
        {
            "players": {"A": {"puzzles": {"Z": []}}, "B": {}},
            "cards": [own_card("Z", "O4", ".####")],
            "reserve": {"O4": 0},
            "turn": {"seat": "A", "choice": {"kind": "reward", "card": "Z"}, "doing": {"action": "master"}},
        },
        ["reward none"],
    ),
}


@pytest.mark.parametrize("name", OPEN)
def test_an_accepted_position_stays_sound(name):
    document, moves = OPEN[name]
    try:
        game = Game.from_position(document)
    except REFUSALS:
        return
    for move in moves:
        game.play(move)
    round_trip(game)


# ---- a guided player that goes on after somebody else -----------------------------------------------------


def test_a_guided_player_has_a_step_wherever_one_is_legal():
    owner = {"supply": {"O1": 1}, "puzzles": {"W1": []}, "credits": {"right": 1}}
    document = {"expansions": ["finesse"], "phase": "touches", "players": {"A": owner, "B": {}}}
    game = Game.from_position(document)
    game.take_step(steps.CREDIT)
    assert guided_step(game.config.rules, game.state, 0, Scratch(1, chance.BOTS)) in game.legal_steps()


# ---- a refusal as long as what it refuses -----------------------------------------------------------------


def test_a_long_key_is_told_in_short():
    with pytest.raises(PositionError) as refusal:
        Game.from_position({"players": {"A" * 100_000: {}}})
    assert len(str(refusal.value)) < 1000


def test_these_documents_can_arrive_as_json():
    """The control."""
    for document in [*DEAD.values(), *(document for document, _ in (GROWING | OPEN).values())]:
        assert json.loads(json.dumps(document)) == document
