"""What can be typed at a prompt, and what is answered to what cannot."""

import random
import re

import pytest
from tests.cli.test_play import EVERYTHING, home, typed  # noqa: F401 - home is autouse
from tests.properties.playing import crowded

from projectl import Game
from projectl.cli.play.choices import Choices
from projectl.cli.play.drivers import Driver
from projectl.cli.play.guide import Guide
from projectl.cli.play.human import Human
from projectl.cli.play.notation import Draft, Spot, read
from projectl.cli.play.saves import Keeper
from projectl.cli.play.session import Session
from projectl.cli.play.table import Table
from projectl.cli.play.terminal import Sorry, Terminal

TWO = ("--players", "2", "--seed", "3")  # W22 W20 W30 W27 and B9 B16 B17 B11 lie face up
CONFIG = Game(2, seed=3, expansions=EVERYTHING).config


@pytest.mark.parametrize(
    ("line", "draft"),
    [
        ("take W2", Draft("take", cards=("W2",))),
        ("T w2", Draft("take", cards=("W2",))),
        ("t deck b", Draft("take", deck=True, color="black")),
        ("take blind", Draft("take", deck=True)),
        ("r w", Draft("recycle", color="white")),
        ("recycle left white W1 w2 W3", Draft("recycle", color="white", side="left", cards=("W1", "W2", "W3"))),
        ("u o1", Draft("upgrade", pieces=("O1",))),
        ("upgrade +O1", Draft("upgrade", pieces=("O1",))),
        ("u o1 i2", Draft("upgrade", pieces=("O1", "I2"))),
        ("u o1->i2", Draft("upgrade", pieces=("O1", "I2"))),
        ("p", Draft("place")),
        ("p w10", Draft("place", spots=(Spot("W10"),))),
        ("p i2", Draft("place", spots=(Spot(piece="I2"),))),
        ("p w10 i2 12 22", Draft("place", spots=(Spot("W10", "I2", ("12", "22")),))),
        ("p w10 i2 1222", Draft("place", spots=(Spot("W10", "I2", ("12", "22")),))),
        ("place W10:I2@12,22", Draft("place", spots=(Spot("W10", "I2", ("12", "22")),))),
        (
            "ma w9:o1@22 w10 i2",
            Draft("master", spots=(Spot("W9", "O1", ("22",)), Spot("W10", "I2"))),
        ),
        ("a aw1 w9 o1 22", Draft("ambassador", cards=("AW1",), spots=(Spot("W9", "O1", ("22",)),))),
        ("a noted w9:o1@22", Draft("ambassador", noted=True, spots=(Spot("W9", "O1", ("22",)),))),
        (
            "g u5>l3+i2 w22:i2@22,32",
            Draft("ghost", pieces=("U5", "L3", "I2"), spots=(Spot("W22", "I2", ("22", "32")),)),
        ),
        ("i t w2", Draft("take", insert=True, cards=("W2",))),
        ("insert", Draft("insert")),
        ("levelup none", Draft("levelup", none=True)),
        ("touch w22:o1@32 credit", Draft("touch", spots=(Spot("W22", "O1", ("32",)),), credit=True)),
        ("done", Draft("done")),
        ("E", Draft("end")),
    ],
)
def test_typed_moves_are_understood(line, draft):
    assert read(CONFIG, line, pending=None, touching=False) == draft


def test_an_answer_needs_no_verb():
    assert read(CONFIG, "i3", pending="reward", touching=False) == Draft("reward", pieces=("I3",))
    assert read(CONFIG, "t4 l5", pending="levelup", touching=False) == Draft("levelup", pieces=("T4", "L5"))
    assert read(CONFIG, "w22", pending="complete", touching=False) == Draft("complete", cards=("W22",))


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("tak w2", "did you mean take?"),
        ("xyzzy", "? lists what you can type."),
        ("take W99", "is no card, piece or cell"),
        ("take W2 W3", "take takes no more card"),
        ("upgrade W2", "upgrade takes no card"),
        ("upgrade o1 i2 i3", "upgrade takes no more piece"),
        ("place w2:o1@11 w3:o1@11", "place takes no more placement"),
        ("end now", "is no card, piece or cell"),
        ("done white", "done takes no colour"),
        ("insert reward I3", "insert is followed by the action"),
        ("take " + "W" * 500, "at most 400 characters"),
    ],
)
def test_what_means_nothing_is_said_so(line, words):
    with pytest.raises(Sorry, match=re.escape(words)):
        read(CONFIG, line, pending=None, touching=False)


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("take W1", "W1 does not lie face up in the market. (R4.1.2)"),
        ("place W22:I2@22,32", "W22 is not one of your unfinished puzzles. (R4.4.1)"),
        ("p w22 i2", "W22 is not one of your unfinished puzzles."),
        ("upgrade I4>O4", "You have no I4 in your supply. (R4.3.3)"),
        ("master", "You have no piece that fits on any of your puzzles. (R3.4)"),
        ("insert take W22", "An Insert costs 2 credits and you have 0 to spend. (R14.8.3)"),
        ("end", "You must use all your actions; 3 are left. (R3.3)"),
        ("done", "Finishing touches come after the last round. (R8.1)"),
        ("B: take W22", "It is not B's turn; A is to move. (R21.3)"),
        ("F: take W22", "There is no seat 'F'"),
        ("reward I3", "There is no such choice to make now. (R6.3)"),
        ("99", "Type a number from 1 to 3, or ? for help."),
        ("0", "Type a number from 1 to 3"),
        ("ghost", "You have no such ghost piece to split."),
        ("ambassador", "You have no Ambassador action to use now."),
        ("recycle white W1 W2", "The order must name every card of the row once and no other. (R4.2.1)"),
        ("undo", "There is nothing to take back in this turn."),
        ("switch", "Nobody else can move now."),
        ("show Z", "Nobody here is called 'z'"),
        ("log many", "Type log, log and a number of lines, or log all."),
        ("help me", "There is no help on that"),
        ("\x00\x07", "is not something to do here"),
        ("²", "is not something to do here"),
    ],
)
def test_a_refusal_is_a_sentence_and_changes_nothing(line, answer):
    shown = typed([line, "upgrade +O1"], *TWO)
    assert answer in " ".join(shown.split())
    assert "A took an O1 from the reserve." in shown
    assert "●●○ 2 actions left" in shown


def test_menus_lead_to_a_move():
    # menu, take, the third card; place, the piece I2, its first place
    shown = typed(["m", "1", "3", "4", "I2", "1"], *TWO)
    assert "A took W30 (0 points, gives an L4)." in shown
    assert "A placed an I2 on W30 at 11,21." in shown


def test_every_question_can_be_cancelled_and_wrong_answers_are_asked_again():
    shown = typed(["m", "x", "t", "77", "nope", "x", "u", "none", "r", "white", "W1", "x"], *TWO)
    assert shown.count("x to cancel.") == 2
    assert "Name each of W22 W20 W30 W27 once" in shown
    assert "A took an O1 from the reserve." in shown  # `none` was an answer


def test_recycle_asks_for_the_order():
    shown = typed(["r w", "4 3 2 1"], *TWO)
    assert "A recycled the white row: W27, W30, W20 and W22 went under the deck." in shown


def test_placements_that_fit_are_drawn():
    shown = typed(["t w30", "p w30 o1"], *TWO)
    assert "1      2      3      4" in shown
    assert "#X###  #.###  #.###  #.###" in shown


def test_master_is_staged_and_confirmed_once(tmp_path):
    lines = ["t w30", "t w27", "ma", "W30", "I2", "1", "W27", "1", "take back", "W27", "2", "done"]
    shown = typed([*lines, "B: log"], *TWO)
    assert "A used Master." in shown
    assert "A placed an I2 on W30 at 11,21." in shown
    assert "A placed an O1 on W27 at 22." in shown
    assert shown.count("A placed") == 4  # told once, logged once


def test_leaving_a_staged_master_changes_nothing():
    shown = typed(["t w30", "ma", "1", "1", "1", "x", "show"], *TWO)
    assert "A placed" not in shown
    assert shown.rindex("x1") > shown.rindex("x to cancel")


def test_help_fits_a_screen_and_knows_every_action():
    shown = typed(["?"], *TWO)
    page = shown[shown.index("> ?") :].splitlines()
    assert len(page) <= 24
    for word in ("take", "recycle", "upgrade", "place", "master", "touch", "undo", "save", "levelup", "t", "ma"):
        typed([f"help {word}"], *TWO)
    assert "(Not part of this game.)" in typed(["help ghost"], *TWO)


def test_looking_things_up():
    lines = ["t w30", "log", "log 1", "log all", "rules", "rules all", "show B", "show me", "show decks", ""]
    shown = typed(lines, *TWO, "--option", "round_cap=9")
    assert "round_cap = 9" in shown
    assert "White deck: 27 cards." in shown
    assert shown.count("A took W30") == 3


def test_two_holders_of_markers_share_a_keyboard():
    options = ("--players", "6", "--expansions", "ghost", "--variants", "line_clear", "--seed", "3")
    shown = typed(["u o1", "D: u o1", "switch", "u o1", "A: u o1", "undo", "undo"], *options)
    assert "Player D may move too: write D: before a move of theirs, or switch." in shown
    assert shown.count("D took an O1 from the reserve.") == 2
    assert "Taken back: A's 'upgrade +O1'." in shown
    assert "Taken back: D's 'upgrade +O1'." in shown


# ---- choices, ghosts, inserts, touches: from a position where all of it can happen -------------------------


class Scripted(Terminal):
    """A terminal at which somebody has typed ahead."""

    def __init__(self, lines):
        super().__init__(no_color=True)
        self.lines = iter(lines)

    def ask(self, prompt):
        line = next(self.lines, None)
        if line is None:
            raise EOFError
        self.say(f"{prompt}{line}")
        return line


def at(position, lines, capsys, tmp_path):
    game = Game.from_position(position)
    terminal = Scripted(lines)
    human = Human(terminal)
    drivers: dict[str, Driver] = dict.fromkeys("AB", human)
    session = Session(terminal, Table(game, Keeper(tmp_path / "at.txt")), drivers)
    session.run()
    return " ".join(capsys.readouterr().out.split()), session.table.game


@pytest.mark.parametrize(
    ("lines", "moves"),
    [
        (["ambassador", "AW1", "U1", "done"], ["ambassador AW1 U1:O1@00"]),
        (["a noted u1 o1 00"], ["ambassador noted U1:O1@00"]),
        (["g p5", "P5>I3+I2", "done"], ["ghost P5>I3+I2"]),
        (["g u5 l3 i2 w10 i2", "1"], ["ghost U5>L3+I2 W10:I2@12,22"]),
        (["ghost u5>l3+i2"], ["ghost U5>L3+I2"]),
        (["insert", "upgrade", "none"], ["insert upgrade +O1"]),
        (["i p u1"], ["insert place U1:O1@00"]),
        (["i ma u1 o1 u2 i2", "U1", "none", "none"], ["insert master U1:O1@00 U2:I2@00,01", "complete U1"]),
        (["p u1", "o1 i2"], ["place U1:O1@00", "levelup O1>I2"]),
        (["p u1", "levelup", "O1", "I2"], ["place U1:O1@00", "levelup O1>I2"]),
        (["p u1", "1", "O1", "I2"], ["place U1:O1@00", "levelup O1>I2"]),
        (["p u1", "2"], ["place U1:O1@00", "levelup none"]),
        (["p r1 l3 00", "reward", "1"], ["place R1:L3@00,01,10", "reward I4"]),
        (["p r1 l3 00", "none"], ["place R1:L3@00,01,10", "reward none"]),
    ],
)
def test_expansions_are_guided_too(lines, moves, capsys, tmp_path):
    shown, game = at(crowded(), lines, capsys, tmp_path)
    assert [str(played.move) for played in game.history][: len(moves)] == moves, shown


def test_touches_are_paid_as_asked(capsys, tmp_path):
    lines = ["touch", "U1", "credit", "p u2 o1 00", "touch w10 o1", "1", "point", "undo", "done", "done"]
    shown, game = at(crowded(phase="touches"), lines, capsys, tmp_path)
    moves = [str(played.move) for played in game.history]
    assert moves == ["touch U1:O1@00 credit", "touch U2:O1@00", "done", "done"], shown
    assert "wins with" in shown


class Monkey(Terminal):
    """Types numbers at random, and nonsense now and then."""

    NOISE = ("", "x", "?", "undo", "show B", "log 3", "m", "bananas", "switch", "rules", "u o1", "p", "take deck w")

    def __init__(self, seed):
        super().__init__(no_color=True)
        self.rng = random.Random(seed)
        self.asked = 0

    def ask(self, prompt):
        self.asked += 1
        several = re.match(r"1-(\d+), x", prompt)
        if self.rng.random() < 0.1:
            return self.rng.choice(self.NOISE)
        if several:
            return str(self.rng.randint(1, int(several[1])))
        return "" if prompt.startswith("Order") else str(self.rng.randint(1, 9))


@pytest.mark.parametrize(
    ("players", "configuration"),
    [
        (2, {}),
        (1, {"variants": ["solo"], "expansions": EVERYTHING}),
        (2, {"expansions": EVERYTHING, "variants": ["endless_white"]}),
        (5, {"expansions": EVERYTHING, "variants": ["line_clear"], "options": {"line_clear_order": "simultaneous"}}),
    ],
)
def test_a_monkey_at_the_menus_finishes_its_games(players, configuration, capsys, tmp_path):
    options = {"round_cap": 5} | configuration.get("options", {})
    game = Game(players, seed=players, **(configuration | {"options": options}))
    terminal = Monkey(players)
    human = Human(terminal)
    drivers: dict[str, Driver] = dict.fromkeys("ABCDEF"[:players], human)
    session = Session(terminal, Table(game, Keeper(tmp_path / "monkey.txt")), drivers)
    session.run()
    assert session.table.game.over
    assert "The game is over." in capsys.readouterr().out


def test_choices_read_off_the_steps_are_the_legal_moves():
    game = Game(2, seed=3)
    game.play("take W30")
    choices = Choices(game, "A")
    singles = {str(move) for kind in ("take", "upgrade", "place") for move in choices.moves(kind)}
    legal = {str(move) for move in game.legal() if move.kind in {"take", "deck", "upgrade", "place"}}
    assert singles == legal
    assert choices.kinds == ["take", "recycle", "upgrade", "place", "master"]
    assert Guide(Scripted([]), game, "A").finish(Draft("end")) is not None
