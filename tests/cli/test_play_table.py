"""Taking back, keeping games, leaving, and what nobody may see."""

import os
import pty
import re
import select
import signal
import subprocess
import sys
import time

import pytest
from tests.cli.test_play import EVERYTHING, bot_game, home, script, typed  # noqa: F401 - home is autouse

from projectl import Game, replay
from projectl.cli.play.saves import Keeper
from projectl.cli.play.table import Table
from projectl.cli.play.terminal import Sorry
from projectl.errors import RecordError, SetupError
from projectl.game import Move

TWO = ("--players", "2", "--seed", "3")
COMMAND = (sys.executable, "-m", "projectl", "play")


@pytest.fixture
def table(tmp_path):
    return Table(Game(2, seed=3), Keeper(tmp_path / "table.txt"))


def play(table, *moves):
    for move in moves:
        table.play(Move.parse(move), table.game.active[0])


# ---- undo -------------------------------------------------------------------------------------------------


def test_undo_takes_back_actions_of_the_turn_one_by_one(table):
    start = table.game.position()
    play(table, "upgrade +O1", "upgrade O1>I2")
    assert str(table.undo().move) == "upgrade O1>I2"
    assert str(table.undo().move) == "upgrade +O1"
    assert table.game.position() == start
    assert table.game.history == []
    with pytest.raises(Sorry, match="nothing to take back"):
        table.undo()


def test_undo_stops_at_a_card_that_was_turned_up(table):
    play(table, "take W30", "place W30:I2@11,21")
    after_take = table.game.history[0]
    table.undo()
    with pytest.raises(Sorry, match=f"'take W30' cannot be taken back: {after_take.revealed[0]} was turned up by it"):
        table.undo()


@pytest.mark.parametrize("move", ["take deck white", "recycle black B9 B16 B17 B11"])
def test_blind_takes_and_recycles_stand(table, move):
    play(table, "upgrade +O1", move)
    with pytest.raises(Sorry, match="cannot be taken back"):
        table.undo()


def test_the_action_that_ended_a_turn_can_be_taken_back_until_the_next_player_acts(table):
    play(table, "upgrade +O1", "upgrade +O1", "upgrade +O1")
    assert table.game.active == ["B"]
    table.undo()
    assert table.game.active == ["A"]
    play(table, "upgrade O1>I2", "upgrade +O1")
    table.undo()
    with pytest.raises(Sorry, match="nothing to take back in this turn"):
        table.undo()
    assert table.game.active == ["B"]


def test_a_reshuffled_deck_is_a_barrier(tmp_path):
    position = {
        "variants": ["endless_white"],
        "players": {"A": {"pile": ["W1", "W2"]}, "B": {}},
        "white": {"row": ["W3", "W4", "W5", "W6"], "deck": ["W7"]},
    }
    table = Table(Game.from_position(position), Keeper(tmp_path / "x.txt"))
    play(table, "take W3")
    with pytest.raises(Sorry, match="the White deck was shuffled"):
        table.undo()


def test_undo_is_told_at_the_prompt():
    shown = typed(["u o1", "undo", "undo", "t w30", "undo"], *TWO)
    assert "Taken back: A's 'upgrade +O1'." in shown
    assert "There is nothing to take back in this turn." in shown
    assert "'take W30' cannot be taken back" in shown


# ---- saving and resuming ----------------------------------------------------------------------------------


def kept(tmp_path):
    return list((tmp_path / "home" / "projectl").glob("*.txt"))


def test_a_game_that_is_left_goes_on_where_it_was(tmp_path):
    game = bot_game(9, players=["Ann", "Bob"], expansions=EVERYTHING)
    lines = script(game)
    options = ("--names", "Ann,Bob", "--expansions", ",".join(EVERYTHING), "--seed", "9")
    half = len(lines) // 2
    shown = typed(lines[:half], *options)
    (file,) = kept(tmp_path)
    assert f"Go on with: projectl play --resume {file}\n" in shown
    again = typed(lines[half:], "--resume", str(file))
    assert f"Going on after {half} moves." in again
    assert file.read_text() == game.record()
    assert kept(tmp_path) == [file]


def test_the_game_is_on_disk_after_every_move(tmp_path):
    file = tmp_path / "mine.txt"
    typed(["u o1", "u o1"], *TWO, "--save", str(file))
    assert [str(played) for played in replay(file.read_text()).history] == ["A: upgrade +O1"] * 2


def test_a_finished_game_resumed_shows_its_end(tmp_path):
    game = bot_game(2)
    file = tmp_path / "over.txt"
    file.write_text(game.record())
    assert "tie: pieces left over" in typed([], "--resume", str(file))


def test_save_writes_where_it_is_told_and_spares_other_files(tmp_path):
    other = tmp_path / "letter.txt"
    other.write_text("Dear Ann,")
    mine = tmp_path / "mine.txt"
    shown = typed(["u o1", f"save {other}", f"save {tmp_path}", f"save {mine}", f"save {tmp_path}/no/x.txt"], *TWO)
    flat = "".join(shown.split())
    assert "isnotasavedgame,soitisleftalone" in flat
    assert "isafolder;nameafile" in flat
    assert "cannotbesavedto" in flat
    assert other.read_text() == "Dear Ann,"
    assert len(replay(mine.read_text()).history) == 1


def test_quit_offers_to_keep_the_game(tmp_path):
    assert "no game is kept" in typed(["u o1", "quit", "perhaps", "n"], *TWO)
    assert kept(tmp_path) == []
    assert "The game is kept." in typed(["u o1", "quit", ""], *TWO)
    assert len(kept(tmp_path)) == 1
    assert "no game is kept" in typed(["quit"], *TWO)


def test_a_folder_that_cannot_be_written_is_said_once_and_play_goes_on(tmp_path):
    (tmp_path / "home").write_text("not a folder")
    shown = " ".join(typed(["u o1", "u o1", "u o1"], *TWO).split())
    assert shown.count("You can go on playing; save FILE keeps the game elsewhere.") == 1
    assert "Player B" in shown
    assert "no game is kept" in shown


DAMAGE = {
    "empty": lambda _text: "",
    "not a record": lambda _text: "hello\n",
    "cut off": lambda text: text[: len(text) // 2],
    "edited": lambda text: text.replace("upgrade +O1", "upgrade O1>I2", 1),
    "binary": lambda _text: "\udcff\udcfe",
}


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_damaged_file_is_one_sentence_and_exit_code_2(damage, tmp_path):
    game = Game(2, seed=3)
    game.play("upgrade +O1")
    file = tmp_path / "game.txt"
    file.write_bytes(DAMAGE[damage](game.record()).encode("utf-8", "surrogateescape"))
    done = subprocess.run([*COMMAND, "--resume", str(file)], capture_output=True, text=True, check=False, input="")
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.startswith(f"projectl: {file} is not a")
    assert done.stderr.count("\n") == 1
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("options", "error", "words"),
    [
        (("--resume", "/nowhere/at/all.txt"), RecordError, "cannot be read"),
        (("--resume", "{record}", "--players", "3"), SetupError, "keeps its own setup"),
        (("--players", "2", "--save", "{record}"), SetupError, "exists already (--resume"),
        (("--players", "2", "--save", "/nowhere/x.txt"), SetupError, "There is no folder /nowhere"),
        (("--players", "7"), SetupError, "up to 6 players"),
        (("--players", "0"), SetupError, "up to 6 players"),
        (("--players", "2", "--names", "Ann"), SetupError, "1 names for 2 players"),
        (("--names", "Ann,Ann"), SetupError, "same name"),
        (("--players", "6"), SetupError, "R2.3"),
        (("--variants", "bananas"), SetupError, "There is no variant 'bananas'"),
        (("--options", "round_cap"), SetupError, "name=value"),
        (("--options", "round_cap=no"), SetupError, "round_cap cannot be 'no'"),
        (("--players", "2", "--seed", str(1 << 63)), SetupError, "The seed must be"),
    ],
)
def test_what_cannot_be_set_up_is_refused(options, error, words, tmp_path):
    record = tmp_path / "record.txt"
    record.write_text(Game(2, seed=1).record())
    with pytest.raises(error, match=re.escape(words)):
        typed([], *(option.format(record=record) for option in options))


def test_own_cards_join_the_decks(tmp_path):
    pack = tmp_path / "mine.toml"
    rows = '["#####", "#####", "##.##", "#####", "#####"]'
    cards = "\n".join(
        f'[[card]]\nid = "VeryLongId{n}"\ncolor = "white"\npoints = 1\nreward = "O1"\nrows = {rows}\n'
        for n in range(30)
    )
    pack.write_text(f'name = "mine"\nversion = 1\ntitle = "Mine"\n{cards}')
    shown = typed(["t"], *TWO, "--cards", str(pack))
    name = re.search(r"VeryLongId\d+", shown)
    assert name
    assert f"A took {name[0]}" in typed([f"t {name[0].lower()}", "p"], *TWO, "--cards", str(pack))


def test_end_of_input_during_setup_starts_nothing(tmp_path):
    assert "No game was started." in typed(["3"])
    assert kept(tmp_path) == []


# ---- a real terminal --------------------------------------------------------------------------------------


class Screen:
    """The far end of a terminal: waits for words, each time after those it has seen."""

    def __init__(self, master):
        self.master = master
        self.shown = b""
        self.seen = 0

    def until(self, words, seconds=30.0):
        limit = time.monotonic() + seconds
        while words.encode() not in self.shown[self.seen :]:
            ready, _, _ = select.select([self.master], [], [], max(0.0, limit - time.monotonic()))
            assert ready, f"{words!r} did not come: {self.shown.decode(errors='replace')[-500:]}"
            self.shown += os.read(self.master, 65536)
        self.seen = self.shown.index(words.encode(), self.seen) + len(words)


def test_ctrl_c_keeps_the_game(tmp_path):
    master, slave = pty.openpty()
    environment = os.environ | {"TERM": "xterm-256color", "COLORTERM": "truecolor"}
    # A job in the background ignores Ctrl-C, and so would its children: a terminal gives the signal back.
    heeded = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        process = subprocess.Popen([*COMMAND, *TWO], stdin=slave, stdout=slave, stderr=slave, env=environment)
    finally:
        signal.signal(signal.SIGINT, heeded)
    os.close(slave)
    try:
        screen = Screen(master)
        screen.until("? help")
        os.write(master, b"u o1\r")
        screen.until("2 actions left")
        screen.until("? help")
        process.send_signal(signal.SIGINT)
        screen.until("The game is kept.")
        screen.until("--resume")
        assert process.wait(30) == 0
    finally:
        process.kill()
        process.wait()
        os.close(master)
    (file,) = kept(tmp_path)
    assert len(replay(file.read_text()).history) == 1


# ---- hidden things ----------------------------------------------------------------------------------------

LOOKS = ["show", "show B", "show decks", "log all", "rules all", "m", "x", "t", "x", "", "?"]


def shuffled(game):
    """The same table with everything hidden in another order."""
    document = game.position()
    for color in ("white", "black"):
        deck = document[color]["deck"]
        known = document[color]["known"]
        hidden = deck[: len(deck) - known]
        document[color]["deck"] = hidden[::-1] + deck[len(deck) - known :]
    tiles = document["finesse"]["tiles"]
    backs = {name.partition(":")[0][0] for name in tiles[:2]}
    if len(backs) == 1:  # of one set, so they may change places unseen
        tiles[:2] = tiles[1::-1]
    for player in "BC":
        document["players"][player]["pile"] = document["players"][player]["pile"][::-1]
    return Game.from_position(document)


@pytest.mark.parametrize("moves", [0, 9])
def test_nothing_hidden_is_printed(moves, tmp_path):
    game = Game(3, seed=21, expansions=EVERYTHING)
    lines = script(bot_game(21, players=3, expansions=EVERYTHING))[:moves]
    for line in lines:
        game.play(line)
    texts = []
    for number, one in enumerate((Game.from_position(game.position()), shuffled(game))):
        file = tmp_path / f"{number}.txt"
        file.write_text(one.record())
        texts.append(typed([*LOOKS, "u o1"], "--resume", str(file)).replace(str(file), "FILE"))
    assert texts[0] == texts[1]


def test_cards_in_the_decks_are_never_named():
    lines = script(bot_game(4))[:60]
    game = Game(2, seed=4)
    for line in lines:
        game.play(line)
    document = game.position()
    shown = typed([*lines, "show", "show B", "show decks", "log all", "t"], "--players", "2", "--seed", "4")
    view = game.view(game.active[0])
    for color in ("white", "black"):
        hidden = set(document[color]["deck"]) - set(view[color]["bottom"])
        assert hidden
        assert not hidden & set(re.findall(r"\b[WB]\d+\b", shown))


def test_face_down_tiles_stay_so():
    game = Game(2, seed=8, expansions=["finesse"])
    first, second = game.position()["finesse"]["tiles"][:2]
    lines = script(bot_game(8, expansions=["finesse"]))
    rounds = [played.round for played in bot_game(8, expansions=["finesse"]).history]
    until_third = lines[: rounds.index(3)]
    shown = typed([*until_third, "log all", ""], "--players", "2", "--expansions", "finesse", "--seed", "8")
    assert f"face down, {first[0]}" in shown
    assert "A face-down tile left the row unseen." in shown
    assert first not in shown
    assert second not in shown
