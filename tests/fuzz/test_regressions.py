"""Flaws that hostile input has found and that are not mended yet.

Every test here fails, as its mark says. A mended flaw makes its line pass, which pytest reports: then take the mark
away, and the exception for it out of the property that is named beside it.
"""

import json
from pathlib import Path
from typing import Any

import pytest
from tests.fuzz.test_positions import REFUSALS, round_trip, use
from tests.properties.playing import own_card

from projectl.bots import Scratch, guided_step
from projectl.errors import CaseError, PositionError, ProjectLError, RecordError, SetupError
from projectl.game import Game, Move, replay
from projectl.game.cases import Case, load_cases
from projectl.rules import chance, steps

TWO: dict[str, Any] = {"A": {}, "B": {}}
FIVE: dict[str, Any] = {seat: {} for seat in "ABCDE"}
NOTHING = {"row": ["-"] * 4, "deck": []}
NO_PIECES = dict.fromkeys(["O1", "I2", "I3", "L3", "O4", "I4", "T4", "L4", "S4"], 0)


ACCEPTED = pytest.fail.Exception  # what pytest.raises raises


def flaw(reason: str, *raises: type[BaseException]) -> pytest.MarkDecorator:
    return pytest.mark.xfail(reason=reason, raises=raises, strict=True)


# ---- F1, mended: options -------------------------------------------------------


@pytest.mark.parametrize("value", [[], {}, ["yes"]], ids=str)
@pytest.mark.parametrize("name", ["known_vp", "endless_white"])
def test_an_option_that_is_a_variant_with_a_list(name, value):
    with pytest.raises(REFUSALS):
        Game(options={name: value})


# ---- F2: positions in which nobody can go on (test_positions.check) ---------------------------------------

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


@flaw("from_position accepts it, and then no step is legal", ACCEPTED)
@pytest.mark.parametrize("name", DEAD)
def test_a_position_that_cannot_go_on_is_refused(name):
    with pytest.raises(REFUSALS):
        Game.from_position(DEAD[name])


# ---- F3: numbers that grow beyond what is read (test_positions.check) -------------------------------------

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


@flaw("accepted, but its own position document cannot be read back", PositionError)
@pytest.mark.parametrize("name", GROWING)
def test_an_accepted_position_stays_readable(name):
    document, moves = GROWING[name]
    game = Game.from_position(document)
    for move in moves:
        game.play(move)
    round_trip(game)


# ---- F4: more cards than a zone has room for --------------------------------------------------------------


def many_cards(color: str, number: int) -> list[dict[str, Any]]:
    return [own_card(f"{color[0].upper()}X{n}", "O1", ".####", color=color, points=0) for n in range(number)]


@flaw("64 cards in the deck, and a row of the other colour goes under it", IndexError)
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


@flaw("a pile of 96 cards, and one more is completed", IndexError)
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


# ---- F5: constructor and play -----------------------------------------------------------------------------


@flaw("a list within a list, thousands deep", RecursionError)
def test_cards_nested_a_thousand_deep():
    cards: object = []
    for _ in range(3000):
        cards = [cards]
    with pytest.raises(ProjectLError):
        Game(cards=cards)


@pytest.mark.parametrize("move", [42, None, b"end", ["end"]], ids=repr)
def test_what_is_no_move_at_all_is_refused(move):
    """Mended."""
    with pytest.raises(ProjectLError):
        Game().play(move)


@flaw("a Move made by hand is looked up by its kind", KeyError)
def test_a_move_of_no_kind_is_refused():
    with pytest.raises(ProjectLError):
        Game().play(Move("fly"))


# ---- F6: records (test_records) ---------------------------------------------------------------------------


@flaw("the last blank of a name is lost in its record", AssertionError)
def test_names_with_blanks_survive_the_record():
    for seed in (0, 1, 2, 3):  # each of the two is seated last in one of these
        game = Game(["Ann ", "Bob "], seed=seed)
        assert replay(game.record()).names == game.names


@flaw("what stands behind the check line is read but not checked", ACCEPTED)
@pytest.mark.parametrize("line", ["names: x | y", "seed: 5", "chance: 7"])
def test_a_line_behind_the_check_line_is_noticed(line):
    text = Game.from_position({"players": TWO}).record()
    with pytest.raises(RecordError):
        replay(f"{text}{line}\n")


# ---- F7: case files (test_cases) --------------------------------------------------------------------------

HUGE = "9" * 5000


@flaw("tomllib lets int()'s refusal of thousands of digits through", ValueError)
def test_a_case_file_with_a_huge_number(tmp_path: Path):
    file = tmp_path / "huge.toml"
    file.write_text(f'[[case]]\nid = "X"\nnote = {HUGE}\ngiven = {{ players = {{ A = {{}}, B = {{}} }} }}\n')
    with pytest.raises(CaseError):
        load_cases(file)


@flaw("a number of thousands of digits, as hex can write it, cannot be told", ValueError)
@pytest.mark.parametrize("expect", [{"round": 16**5000}, {"active": [16**5000]}], ids=["number", "list"])
def test_a_case_that_expects_a_huge_number(expect):
    case = Case("X", "test", {"id": "X", "given": {"players": TWO}, "expect": expect})
    assert case.differences()


@flaw("a path with a null character", ValueError)
def test_a_case_path_with_a_null_character():
    with pytest.raises(CaseError):
        load_cases("a\0b")


def test_a_case_whose_rules_are_a_number(tmp_path: Path):
    file = tmp_path / "rules.toml"
    file.write_text('[[case]]\nid = "X"\nrules = 5\ngiven = { players = { A = {}, B = {} } }\n')
    try:
        (case,) = load_cases(file)
    except CaseError:
        return
    assert isinstance(case.rules, list)


# ---- F8: Insert without Finesse ---------------------------------------------------------------------------


@flaw("credits are accepted without the Finesse expansion, and buy an Insert (R14)", ACCEPTED)
def test_credits_without_finesse_are_refused():
    with pytest.raises(REFUSALS):
        Game.from_position({"players": {"A": {"credits": {"right": 2}}, "B": {}}})


# ---- F9: too few Black puzzles for Line Clear (test_setup) -------------------------------------------------


@flaw("4 Black puzzles for two rows of 3: a card is dealt from the empty deck (R2.3, R11.1)", PositionError)
def test_a_line_clear_with_four_black_puzzles():
    try:
        game = Game(5, variants=["line_clear"], options={"black_by_players": [4, 4, 4, 4, 4]})
    except SetupError:
        return
    round_trip(game)


# ---- F11: a guided player that goes on after somebody else (playing.choose) -------------------------------


@flaw("guided_step says done although a credit is paid for a touch (R14.11)", AssertionError)
def test_a_guided_player_has_a_step_wherever_one_is_legal():
    owner = {"supply": {"O1": 1}, "puzzles": {"W1": []}, "credits": {"right": 1}}
    document = {"expansions": ["finesse"], "phase": "touches", "players": {"A": owner, "B": {}}}
    game = Game.from_position(document)
    game.take_step(steps.CREDIT)
    assert guided_step(game.config.rules, game.state, 0, Scratch(1, chance.BOTS)) in game.legal_steps()


# ---- F10: a refusal as long as what it refuses ------------------------------------------------------------


@flaw("the whole key is repeated in the sentence", AssertionError)
def test_a_long_key_is_told_in_short():
    with pytest.raises(PositionError) as refusal:
        Game.from_position({"players": {"A" * 100_000: {}}})
    assert len(str(refusal.value)) < 1000


def test_json_documents_are_what_the_flaws_are_about():
    """The control: everything above can arrive as JSON."""
    for document in [*DEAD.values(), *(document for document, _ in GROWING.values())]:
        assert json.loads(json.dumps(document)) == document
