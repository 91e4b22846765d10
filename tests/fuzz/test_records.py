"""Records from anywhere: RecordError, or a game that is sound; with its check line a record is never another game."""

from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.fuzz.hostile import QUIET, THOROUGH, edited, words
from tests.properties.playing import crowded, new_game, play_move

from projectl.bots import Scratch
from projectl.errors import RecordError
from projectl.game import Game, replay
from projectl.rules import chance
from projectl.simulation import Spec


def played(game: Game, moves: int, seed: int = 1) -> Game:
    scratch = Scratch(seed, chance.BOTS)
    while moves and not game.over:
        play_move(game, scratch)
        moves -= 1
    return game


@cache
def games() -> dict[str, Game]:
    """Games whose records have every kind of line."""
    return {
        "fresh": Game(2, seed=1),
        "with names": played(Game(["Ann", "Bob", "Cleo"], seed=2), 30),
        "over": played(new_game(Spec(2, options={"round_cap": 4}), 3), 1000),
        "solo": played(new_game(Spec(1, variants=("solo",), expansions=("finesse",), difficulty="hard"), 4), 30),
        "Line Clear": played(
            new_game(Spec(5, variants=("line_clear",), options={"line_clear_order": "simultaneous"}), 5), 40
        ),
        "reshuffled": reshuffled(),
        "from a position": played(Game.from_position(crowded()), 12),
    }


def reshuffled() -> Game:
    """Endless White: the one card of the deck is drawn and completed cards come back as a new deck."""
    game = Game.from_position(
        {
            "variants": ["endless_white"],
            "players": {"A": {"pile": ["W10", "W11", "W12", "W13", "W14"]}, "B": {"pile": ["W20", "W21"]}},
            "white": {"row": ["W1", "W2", "W3", "W4"], "deck": ["W5"]},
            "chance": 99,
        }
    )
    game.play("take W1")
    return played(game, 10)


@cache
def records() -> dict[str, str]:
    return {name: game.record() for name, game in games().items()}


def unchecked(text: str) -> str:
    """A record without its check line, as somebody leaves it who edits one on purpose."""
    return "".join(line for line in text.splitlines(keepends=True) if not line.startswith("check: "))


def read(text: str) -> Game | None:
    """The game of a text, sound in itself, or None if it is refused with a sentence."""
    try:
        game = replay(text)
    except RecordError as error:
        sentence = str(error)
    else:
        again = replay(game.record())
        assert again.position() == game.position()
        assert again.record() == game.record()
        return game
    assert 10 < len(sentence) < 1000
    return None


def same(game: Game, other: Game) -> bool:
    return game.record() == other.record() and game.history == other.history and game.position() == other.position()


def test_the_records_have_every_kind_of_line():
    """The control: what is edited was good before, and the special lines are there."""
    texts = records()
    for name, game in games().items():
        replayed = read(texts[name])
        assert replayed, name
        assert same(replayed, game), name
    assert "names: " in texts["with names"]
    assert "result: " in texts["over"]
    assert "finishing touches" in texts["over"]
    assert " | deck W" in texts["reshuffled"]
    assert "position: " in texts["from a position"]
    assert "tiles: " in texts["solo"]


@pytest.mark.parametrize("name", ["fresh", "with names", "over", "solo", "Line Clear", "reshuffled", "from a position"])
def test_a_record_cut_after_any_line(name):
    """Only the check line may be missing."""
    lines = records()[name].splitlines(keepends=True)
    whole = [number for number in range(len(lines)) if read("".join(lines[:number]))]
    assert whole == [len(lines) - 1]


@QUIET
@given(name=st.sampled_from(["over", "solo", "reshuffled"]), where=st.integers(0, 10**6))
def test_a_record_cut_anywhere(name, where):
    text = records()[name]
    kept = text[: where % len(text)]
    game = read(kept)
    if game:
        assert same(game, games()[name])
        assert len(unchecked(text)) - 1 <= len(kept)


@st.composite
def tampered(draw: st.DrawFn, text: str, *, most: int = 2) -> str:
    """A record with lines cut, doubled, exchanged or edited."""
    lines = text.splitlines()
    for _ in range(draw(st.integers(1, most))):
        at = draw(st.integers(0, len(lines) - 1))
        other = draw(st.integers(0, len(lines) - 1))
        how = draw(st.sampled_from(["cut", "double", "exchange", "edit", "edit", "blank", "borrow"]))
        if how == "cut" and len(lines) > 1:
            del lines[at]
        elif how == "double":
            lines.insert(other, lines[at])
        elif how == "exchange":
            lines[at], lines[other] = lines[other], lines[at]
        elif how == "edit":
            lines[at] = draw(edited(lines[at]))
        elif how == "blank":
            lines.insert(at, draw(st.sampled_from(["", "  ", "\t", "round 3", "finishing touches"])))
        elif how == "borrow":
            lines[at] = draw(st.sampled_from(records()[draw(st.sampled_from(sorted(records())))].splitlines()))
    return draw(st.sampled_from(["\n", "\r\n"])).join(lines) + "\n"


@QUIET
@given(st.data())
def test_an_edited_record_is_refused_or_means_the_same(data):
    """Unless its check line was taken away."""
    name = data.draw(st.sampled_from(sorted(records())))
    text = data.draw(tampered(records()[name]))
    game = read(text)
    if game and any(line.startswith("check: ") for line in text.splitlines()):
        assert same(game, games()[name])


@QUIET
@given(st.data())
def test_an_edited_record_without_its_check_line_is_refused_or_sound(data):
    name = data.draw(st.sampled_from(sorted(records())))
    read(data.draw(tampered(unchecked(records()[name]), most=1)))


@pytest.mark.slow
@THOROUGH
@given(st.data())
def test_much_edited_records(data):
    name = data.draw(st.sampled_from(sorted(records())))
    read(data.draw(tampered(unchecked(records()[name]), most=3)))


@QUIET
@given(st.text() | st.lists(words).map("\n".join))
def test_any_text_as_a_record(text):
    assert read(text) is None
    assert read(f"Project L record 1\n{text}") is None


@pytest.mark.parametrize("value", [None, 5, b"Project L record 1", ["Project L record 1"], "x" * 2_000_000], ids=type)
def test_what_is_no_record_at_all(value):
    with pytest.raises(RecordError):
        replay(value)


def test_line_ends_and_blanks_do_not_matter():
    for name, text in records().items():
        game = read(text.replace("\n", "\r\n"))
        assert game, name
        assert same(game, games()[name]), name
