"""Texts from anywhere as moves: a move, or IllegalMove and nothing has changed."""

from functools import cache
from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.fuzz.hostile import QUIET, THOROUGH, VOCABULARY, edited, words
from tests.properties.playing import moments

from projectl.errors import IllegalMove
from projectl.game import Game, Move
from projectl.game.moves import SEATS, Placing

HARD = [
    "\0",
    "\ud800",
    "\xe9",
    "\uff11\uff12",
    "\xb2",
    "\u202e",
    "W1:O1@\uff11",
    "I2@12,22," * 80,
    "9" * 5000,
    "+",
    ":@",
]
KINDS = "take recycle upgrade place master ambassador ghost complete reward levelup touch done end insert"
FIRST = KINDS.split()


@cache
def tables() -> tuple[Game, ...]:
    """Games of every kind to try texts in; not to be changed."""
    return tuple(game for _, _, game in moments()[::23])


@cache
def good_moves() -> tuple[str, ...]:
    """Texts that are legal somewhere, of every kind."""
    found: dict[str, list[str]] = {}
    for _, _, game in moments():
        for seat in game.active:
            if not game.steps_taken(SEATS.index(seat)):
                for move in islice(game.legal(seat), 0, 400, 7):
                    texts = found.setdefault(f"{move.insert} {move.kind} {min(2, len(move.placings))}", [])
                    if len(texts) < 8:
                        texts.append(str(move))
    return tuple(text for texts in found.values() for text in texts)


sentences = st.lists(st.sampled_from([*FIRST, *VOCABULARY.split(), *HARD]) | words, max_size=6).map(" ".join)
ordered = st.builds(lambda first, rest: f"{first} {rest}", st.sampled_from(FIRST), sentences)
texts = st.text() | st.text(alphabet="takeplcmsr WBIO123@,:>+\n\t ", max_size=40) | sentences | ordered


def parse(text: str) -> Move | None:
    """The move, which then has a text that reads back; or None if it is refused."""
    try:
        move = Move.parse(text)
    except IllegalMove as refusal:
        found = refusal
    else:
        assert Move.parse(str(move)) == move
        return move
    assert found.code
    assert found.rule.startswith("R")
    assert len(found.message) < 400
    return None


def play(game: Game, text: str, seat: str | None) -> None:
    """Played or refused; a refusal changes nothing, and what is played is what the text says."""
    trial = game.copy()
    before = trial.position()
    try:
        played = trial.play(text, seat=seat)
    except IllegalMove:
        assert trial.position() == before
        assert trial.history == game.history
    else:
        assert len(trial.history) == len(game.history) + 1
        assert str(played.move) in game.legal(played.seat)


@QUIET
@given(texts)
def test_any_text_as_a_move(text):
    parse(text)
    parse(f"insert {text}")


@QUIET
@given(st.data())
def test_a_good_move_with_something_wrong(data):
    text = data.draw(edited(data.draw(st.sampled_from(good_moves()))))
    parse(text)
    for _ in range(3):
        play(data.draw(st.sampled_from(tables())), text, data.draw(st.sampled_from([None, *"ABCDEF", "", "Z", "AB"])))


@QUIET
@given(text=texts, game=st.sampled_from(range(20)), seat=st.none() | words)
def test_any_text_in_any_game(text, game, seat):
    play(tables()[game], text, seat)


@pytest.mark.slow
@THOROUGH
@given(st.data())
def test_good_moves_with_much_wrong(data):
    text = data.draw(edited(data.draw(st.sampled_from(good_moves())), most=5))
    parse(text)
    play(data.draw(st.sampled_from(tables())), text, None)


@QUIET
@given(st.text(max_size=30) | sentences)
def test_any_text_as_a_placement(text):
    try:
        placing = Placing.parse(text)
    except IllegalMove:
        return
    assert Placing.parse(str(placing)) == placing


def test_the_good_moves_are_of_every_kind():
    """The control: what is mutated was good before."""
    assert {text.removeprefix("insert ").split()[0] for text in good_moves()} == {*FIRST} - {"insert"}
    assert len(good_moves()) > 80
    assert all(parse(text) for text in good_moves())
    assert len(tables()) >= 20
