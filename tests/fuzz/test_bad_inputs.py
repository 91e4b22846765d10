"""The usual mistakes, one line each: what is refused, with which code and rule, and that nothing has changed."""

from copy import deepcopy
from typing import Any

import pytest
from tests.properties.playing import own_card

from projectl.errors import IllegalMove, PositionError, ProjectLError, RecordError, SetupError
from projectl.game import Game, replay

CARDS = [
    own_card("Z1", "O1", "..###"),
    own_card("Z2", "I2", "...##", "#..##"),
    own_card("Z3", "UP1", ".####"),
    own_card("Z4", "O4", ".####"),
    own_card("Z9", "O1", "..###"),
]
TABLE: dict[str, Any] = {
    "expansions": ["ghost", "ambassador", "finesse"],
    "cards": CARDS,
    "players": {
        "A": {"supply": {"O1": 2, "I2": 1, "P5": 1}, "puzzles": {"Z1": [], "Z2": ["O1@00"]}},
        "B": {"puzzles": {"Z9": []}},
    },
    "white": {"row": ["W1", "W2", "W3", "W4"], "deck": ["W5", "W6"]},
    "black": {"row": ["B1", "B2", "-", "B4"], "deck": []},
}


def table(**changes: Any) -> dict[str, Any]:
    return deepcopy(TABLE) | changes


def with_player(**changes: Any) -> dict[str, Any]:
    document = deepcopy(TABLE)
    document["players"]["A"] |= changes
    return document


SITUATIONS: dict[str, tuple[dict[str, Any], list[str]]] = {
    "on turn": (table(), []),
    "four puzzles": (with_player(puzzles={"Z1": [], "Z2": [], "Z3": [], "Z4": []}), []),
    "nothing fits": (with_player(supply={"I4": 1}), []),
    "master used": (table(turn={"seat": "A", "master_used": True}), []),
    "no actions left": (
        table(turn={"seat": "A", "actions_left": 0}, players=with_player(credits={"right": 2})["players"]),
        [],
    ),
    "after the trigger": (table(triggered=True, turn={"seat": "A", "black_taken": 1}), []),
    "reserve short": (table(reserve={"O1": 0, "I3": 0, "O4": 0}), []),
    "choosing an order": (
        with_player(puzzles={"Z3": [], "Z4": []}),
        ["master Z3:O1@00 Z4:O1@00"],
    ),
    "choosing a reward": (
        {**with_player(puzzles={"Z4": [], "Z1": []}), "reserve": {"O4": 0}},
        ["place Z4:O1@00"],
    ),
    "choosing a Level Up": (with_player(puzzles={"Z3": []}), ["place Z3:O1@00"]),
    "an Ambassador card of this turn": (with_player(ambassador_fresh=["AW1"]), []),
    "touching": (table(phase="touches"), []),
    "over": (table(phase="over"), []),
    "solo": ({"variants": ["solo"], "players": {"A": {}}}, []),
    "White holder": ({"variants": ["line_clear"], "players": {seat: {} for seat in "ABCDE"}}, []),
    "Black holder": (
        {
            "variants": ["line_clear"],
            "players": {seat: {} for seat in "ABCDE"},
            "options": {"line_clear_order": "simultaneous"},
            "turns": {"C": {}},
        },
        [],
    ),
}

# situation | move | code | rule
BAD_MOVES = """
on turn | take W99 | unknown_card | R0.2
on turn | take W5 | not_in_market | R4.1.2
on turn | take Z9 | not_in_market | R4.1.2
on turn | take deck black | deck_empty | R4.1.4
on turn | take deck | malformed | R0.4
on turn | recycle white W1 W2 W3 | recycle_order | R4.2.1
on turn | recycle white W1 W2 W3 W3 | recycle_order | R4.2.1
on turn | recycle white W1 W2 W3 B1 | recycle_order | R4.2.1
on turn | recycle white W1 W2 W3 W99 | unknown_card | R0.2
on turn | recycle black B1 B2 B4 | deck_empty | R4.2.3
on turn | recycle left white W1 W2 W3 | malformed | R0.4
on turn | upgrade +I2 | not_the_level1_piece | R5.1
on turn | upgrade +P5 | no_ghost_by_upgrade | R12.3
on turn | upgrade O1>O1 | same_piece | R3.4
on turn | upgrade O1>I3 | level_out_of_reach | R4.3.2
on turn | upgrade I2>P5 | no_ghost_by_upgrade | R12.3
on turn | upgrade P5>L5 | no_ghost_by_upgrade | R12.3
on turn | upgrade T4>O1 | not_in_supply | R4.3.3
on turn | upgrade X9>O1 | unknown_piece | R0.1
on turn | place Z1:X9@00 | unknown_piece | R0.1
on turn | place Z1:i2@00,01 | unknown_piece | R0.1
on turn | place Z1:O1@05 | off_grid | R4.4.1
on turn | place Z1:O1@50 | off_grid | R4.4.1
on turn | place Z1:I2@00,11 | not_this_shape | R4.4.1
on turn | place Z1:I2@00 | not_this_shape | R4.4.1
on turn | place Z1:O1@00,01 | not_this_shape | R4.4.1
on turn | place Z1:O1@04 | solid_cell | R4.4.1
on turn | place Z1:I2@01,02 | solid_cell | R4.4.1
on turn | place Z2:O1@00 | cell_taken | R4.4.1
on turn | place Z2:I2@00,01 | cell_taken | R4.4.1
on turn | place Z1:T4@00,01,02,11 | not_in_supply | R4.4.1
on turn | place Z9:O1@00 | not_your_puzzle | R4.4.1
on turn | place W1:O1@00 | not_your_puzzle | R4.4.1
on turn | place W99:O1@00 | unknown_card | R0.2
on turn | master | nothing_placed | R3.4
on turn | master Z1:O1@00 Z1:O1@01 | two_on_one_puzzle | R4.5.2
on turn | master Z1:I2@00,01 Z2:I2@01,02 | not_in_supply | R4.4.1
on turn | master Z1:O1@00 Z9:O1@00 | not_your_puzzle | R4.4.1
on turn | ambassador AW1 Z1:O1@00 | no_ambassador | R13.2
on turn | ambassador noted Z1:O1@00 | no_ambassador | R13.2
on turn | ambassador X Z1:O1@00 | unknown_card | R0.2
on turn | ghost P5>O1+I4 | not_a_split | R12.5
on turn | ghost U5>I2+L3 | not_in_supply | R12.4
on turn | ghost P5>I2+L3 Z1:O1@00 | not_taken | R12.4
on turn | ghost P5>I2+I2+O1 Z1:I2@00,01 Z1:O1@00 | two_on_one_puzzle | R4.5.2
on turn | insert take W1 | no_credits | R14.8.3
on turn | complete Z1 | no_choice_pending | R6.3
on turn | reward O1 | no_choice_pending | R6.3
on turn | reward none | no_choice_pending | R6.3
on turn | levelup none | no_choice_pending | R6.3
on turn | levelup O1>I2 | no_choice_pending | R6.3
on turn | end | must_act | R3.3
on turn | done | wrong_phase | R8.1
on turn | touch Z1:O1@00 | wrong_phase | R8.1
on turn | B: take W1 | not_your_turn | R21.3
on turn | C: take W1 | unknown_seat | R21.3
on turn | a: take W1 | unknown_seat | R21.3
on turn | | malformed | R0.4
on turn | fly W1 | malformed | R0.4
on turn | Take W1 | malformed | R0.4
on turn | take | malformed | R0.4
on turn | take W1 W2 | malformed | R0.4
on turn | take deck green | malformed | R0.4
on turn | recycle green W1 | malformed | R0.4
on turn | upgrade | malformed | R0.4
on turn | upgrade O1 | malformed | R0.4
on turn | upgrade O1>I2>I3 | unknown_piece | R0.1
on turn | place | malformed | R0.4
on turn | place Z1:O1 | malformed | R0.4
on turn | place Z1:O1@ | malformed | R0.4
on turn | place Z1:O1@0 | malformed | R0.4
on turn | place Z1:O1@000 | malformed | R0.4
on turn | place Z1:I2@00,00 | malformed | R0.4
on turn | place Z1:I2@00-01 | malformed | R0.4
on turn | place :O1@00 | malformed | R0.4
on turn | place Z1:O1@00 Z2:O1@01 | malformed | R0.4
on turn | ambassador | malformed | R0.4
on turn | ambassador Z1:O1@00 | malformed | R0.4
on turn | ghost P5 | malformed | R0.4
on turn | complete | malformed | R0.4
on turn | reward | malformed | R0.4
on turn | levelup O1 | malformed | R0.4
on turn | touch | malformed | R0.4
on turn | touch Z1:O1@00 cash | malformed | R0.4
on turn | end now | malformed | R0.4
on turn | insert | malformed | R0.4
on turn | insert end | malformed | R0.4
on turn | insert insert take W1 | malformed | R0.4
four puzzles | take W1 | no_room | R4.1.1
four puzzles | take deck white | no_room | R4.1.1
nothing fits | master | nothing_fits | R3.4
nothing fits | place Z1:I4@00,01,02,03 | solid_cell | R4.4.1
master used | master Z1:O1@00 | master_used | R4.5.1
no actions left | take W1 | no_actions_left | R3.2
no actions left | upgrade +O1 | no_actions_left | R3.2
after the trigger | take B1 | black_limit | R7.4
reserve short | upgrade +O1 | not_in_reserve | R5.6
reserve short | upgrade I2>I3 | not_in_reserve | R4.3.4
reserve short | ghost P5>O1+O4 | not_in_reserve | R12.6
choosing an order | take W1 | choice_pending | R6.3
choosing an order | end | choice_pending | R6.3
choosing an order | reward O1 | choice_pending | R6.3
choosing an order | complete Z1 | not_your_puzzle | R4.4.1
choosing a reward | take W1 | choice_pending | R6.3
choosing a reward | levelup none | choice_pending | R6.3
choosing a reward | reward O4 | reward_not_offered | R5.3
choosing a reward | reward I2 | reward_not_offered | R5.3
choosing a reward | reward P5 | reward_not_offered | R5.3
choosing a Level Up | upgrade +O1 | choice_pending | R6.3
choosing a Level Up | levelup O1>O1 | same_piece | R3.4
choosing a Level Up | levelup T4>L5 | not_in_supply | R4.3.3
choosing a Level Up | levelup O1>I3 | level_out_of_reach | R12.10
choosing a Level Up | reward none | choice_pending | R6.3
an Ambassador card of this turn | ambassador AW1 Z1:O1@00 | ambassador_waits | R13.3
touching | take W1 | wrong_phase | R8.4
touching | end | wrong_phase | R8.4
touching | master Z1:O1@00 | wrong_phase | R8.4
touching | touch Z1:O1@00 credit | no_credits | R14.11
touching | touch Z9:O1@00 | not_your_puzzle | R4.4.1
touching | touch Z1:O1@04 | solid_cell | R4.4.1
touching | touch Z1:T4@00,01,02,11 | not_in_supply | R4.4.1
touching | B: done | not_your_turn | R21.3
over | done | game_over | R21.3
over | take W1 | game_over | R21.3
solo | take deck white | malformed | R0.4
solo | recycle white W1 W2 W3 W4 | no_recycle | R10.4
White holder | take W1 | wrong_marker | R11.4
White holder | recycle right white W1 W2 W3 | wrong_marker | R11.4
White holder | recycle white W4 W5 W6 | malformed | R0.4
White holder | C: upgrade +O1 | not_your_turn | R21.3
Black holder | C: take W4 | wrong_marker | R11.4
Black holder | C: take deck white | wrong_marker | R11.4
Black holder | C: recycle right white W1 W2 W3 | wrong_marker | R11.4
"""


@pytest.mark.parametrize("line", BAD_MOVES.strip().splitlines())
def test_a_bad_move(line):
    situation, move, code, rule = (part.strip() for part in line.split("|"))
    document, opening = SITUATIONS[situation]
    game = Game.from_position(document)
    for text in opening:
        game.play(text)
    before, history = game.position(), list(game.history)
    with pytest.raises(IllegalMove) as refusal:
        game.play(move)
    assert (refusal.value.code, refusal.value.rule) == (code, rule), refusal.value
    assert str(refusal.value) == f"{refusal.value.message} ({rule})"
    assert game.position() == before
    assert game.history == history


def test_the_situations_are_what_they_say():
    """The control: in each of them something is accepted."""
    for name, (document, opening) in SITUATIONS.items():
        game = Game.from_position(document)
        for text in opening:
            game.play(text)
        assert name == "over" or game.legal(), name
        pending = {"choosing an order": "complete", "choosing a reward": "reward", "choosing a Level Up": "levelup"}
        assert game.position()["pending"] == pending.get(name), name


# ---- positions --------------------------------------------------------------------------------------------

BAD_POSITIONS: list[tuple[str, object, type[ProjectLError], str]] = [
    ("no table", [], PositionError, "must be a table"),
    ("no players", {}, PositionError, "players must be keyed"),
    ("seats out of order", {"players": {"B": {}, "A": {}}}, PositionError, "in seat order"),
    ("a seat left out", {"players": {"A": {}, "C": {}}}, PositionError, "in seat order"),
    ("one player", {"players": {"A": {}}}, SetupError, "needs the solo variant"),
    ("seven players", {"players": {seat: {} for seat in "ABCDEFG"}}, SetupError, "up to 6"),
    ("an unknown key", table(colour="blue"), PositionError, "unknown key 'colour'"),
    ("an unknown edition", table(edition="v3"), SetupError, "no edition 'v3'"),
    ("an unknown expansion", table(expansions=["magic"]), SetupError, "no expansion 'magic'"),
    ("an unknown option", table(options={"speed": 3}), SetupError, "no option 'speed'"),
    ("an unknown piece", with_player(supply={"X9": 1}), PositionError, "no piece 'X9'"),
    ("a negative number", with_player(supply={"O1": -1}), PositionError, "whole number from 0"),
    ("half a piece", with_player(supply={"O1": 0.5}), PositionError, "whole number from 0"),
    ("true as a number", with_player(supply={"O1": True}), PositionError, "whole number from 0"),
    ("a huge number", with_player(supply={"O1": 10**40}), PositionError, "a number far too large"),
    ("an unknown card", with_player(pile=["W99"]), PositionError, "no card 'W99'"),
    ("a card in two places", with_player(pile=["W1"]), PositionError, "W1 is in two places"),
    ("five puzzles", with_player(puzzles={f"W{n}": [] for n in range(10, 15)}), PositionError, "at most four"),
    ("a piece off the card", with_player(puzzles={"Z1": ["O1@55"]}), PositionError, "off the card"),
    ("a piece on a solid cell", with_player(puzzles={"Z1": ["O1@04"]}), PositionError, "free recess cells"),
    ("two pieces on one cell", with_player(puzzles={"Z1": ["O1@00", "O1@00"]}), PositionError, "free recess cells"),
    ("a bent I2", with_player(puzzles={"Z2": ["I2@01,12"]}), PositionError, "shape of I2"),
    ("a long row", table(white={"row": ["-"] * 5}), PositionError, "there are 4 slots"),
    ("a turn of nobody", table(turn={"seat": "C"}), PositionError, "turn.seat must be one of A, B"),
    ("four actions", table(turn={"seat": "A", "actions_left": 4}), PositionError, "from 0 to 3"),
    ("an unknown phase", table(phase="pause"), PositionError, "phase must be one of"),
    ("an unknown tile", table(finesse={"tiles": ["C99"]}), PositionError, "no tile 'C99'"),
    ("eleven tiles", table(finesse={"tiles": ["C1"] * 11}), PositionError, "the row has ten"),
    ("markers without Line Clear", table(line_clear={"step": 1}), PositionError, "without the line_clear variant"),
    ("tiles without Finesse", {"players": {"A": {}, "B": {}}, "finesse": {}}, PositionError, "without the finesse"),
    ("a choice of nothing", table(turn={"seat": "A", "choice": {"kind": "complete"}}), PositionError, "no filled"),
    ("a printed card redrawn", table(cards=[own_card("W1", "O1", ".####")]), SetupError, "W1 is a printed card"),
    ("a card without a recess", table(cards=[own_card("Z1", "O1")]), PositionError, "no recess"),
]


@pytest.mark.parametrize(("name", "document", "kind", "fragment"), BAD_POSITIONS, ids=[bad[0] for bad in BAD_POSITIONS])
def test_a_bad_position(name, document, kind, fragment):
    with pytest.raises(ProjectLError) as refusal:
        Game.from_position(document)
    assert type(refusal.value) is kind, refusal.value
    assert fragment in str(refusal.value)


def test_the_position_is_good_before_it_is_spoilt():
    """The control."""
    assert Game.from_position(table()).position()["players"]["A"]["supply"] == {"O1": 2, "I2": 1, "P5": 1}


# ---- records ----------------------------------------------------------------------------------------------


def short_record() -> str:
    game = Game(2, seed=7)
    game.play(f"take {game.position()['white']['row'][0]}")
    for move in ("upgrade +O1", "upgrade O1>I2"):
        game.play(move)
    return game.record()


def spoilt(old: str, new: str) -> str:
    text = short_record()
    assert old in text
    kept = [line for line in text.splitlines() if not line.startswith("check: ")]
    return "\n".join(kept).replace(old, new, 1) + "\n"


BAD_RECORDS = [
    ("no title", lambda: spoilt("Project L record 1", "Project M record 1"), "no record"),
    ("a later version", lambda: spoilt("record 1", "record 2"), "no record"),
    ("nothing", lambda: "", "no record"),
    ("cut off", lambda: short_record()[:-60], "cut off|does not replay|ends with"),
    ("changed, with its check line", lambda: short_record().replace("upgrade +O1", "upgrade +I2"), "was changed"),
    ("a move that was not legal", lambda: spoilt("upgrade +O1", "upgrade +I2"), "does not replay"),
    ("another seat's move", lambda: spoilt("A upgrade +O1", "B upgrade +O1"), "not A's|not B's|does not replay"),
    ("a malformed move", lambda: spoilt("A upgrade +O1", "A fly"), "does not replay"),
    ("a move left out", lambda: spoilt("A upgrade +O1\n", ""), "ends with"),
    ("another reveal", lambda: spoilt(" | ", " | B"), "the replay gives"),
    ("another number of players", lambda: spoilt("players: 2", "players: x"), "whole number"),
    ("an unknown edition", lambda: spoilt("edition: v25", "edition: v26"), "not sound"),
    ("other cards", lambda: spoilt("packs: base ", "packs: base 0"), "another version of the card pack 'base'"),
    ("an unknown line", lambda: spoilt("players: 2", "players: 2\nmood: good"), "not a line of a record"),
    ("a header twice", lambda: spoilt("players: 2", "players: 2\nplayers: 2"), "there twice"),
    ("an end twice", lambda: spoilt("unfinished: 3 moves", "unfinished: 3 moves\nunfinished: 3 moves"), "ends twice"),
    ("another result", lambda: spoilt("unfinished: 3 moves", "unfinished: 4 moves"), "ends with"),
]


@pytest.mark.parametrize(("name", "text", "fragment"), BAD_RECORDS, ids=[bad[0] for bad in BAD_RECORDS])
def test_a_bad_record(name, text, fragment):
    with pytest.raises(RecordError, match=fragment):
        replay(text())


def test_the_record_is_good_before_it_is_spoilt():
    """The control."""
    assert len(replay(short_record()).history) == 3
