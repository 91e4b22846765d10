"""Position documents from anywhere: refused with PositionError or SetupError, or a game that can be played."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.fuzz.hostile import QUIET, THOROUGH, anything, mutated, plausible, words

from projectl.bots import Scratch, next_seat, random_step
from projectl.errors import PositionError, SetupError
from projectl.game import Game
from projectl.game.moves import SEATS
from projectl.rules import chance

REFUSALS = (PositionError, SetupError)


def load(document: object) -> Game | None:
    """The game, or None if the document is refused with a sentence."""
    try:
        return Game.from_position(document)
    except REFUSALS as error:
        sentence = str(error)
    assert 10 < len(sentence) < 1000
    assert sentence.endswith((".", ")"))
    return None


def use(game: Game, steps: int = 30) -> None:
    """Everything an accepted position must be good for."""
    round_trip(game)
    scratch = Scratch(1, chance.BOTS)
    for _ in range(steps):
        if game.over:
            break
        seat = next_seat(game.state, scratch)
        game.take_step(random_step(game.config.rules, game.state, seat, scratch), SEATS[seat])
    round_trip(game)


def round_trip(game: Game) -> None:
    """Views, legal steps and a record; and the document reads back to the same game."""
    document = game.position()
    for seat in [None, *SEATS[: game.config.players]]:
        assert game.view(seat)["players"]
    assert bool(game.active) != game.over
    assert all(game.legal_steps(seat) for seat in game.active)
    again = Game.from_position(json.loads(json.dumps(document)))
    assert again.position() == document
    assert [again.legal_steps(seat) for seat in game.active] == [game.legal_steps(seat) for seat in game.active]
    assert game.record()


def check(document: object) -> None:
    game = load(document)
    if game:
        use(game)


# ---- the properties ---------------------------------------------------------------------------------------


@QUIET
@given(anything)
def test_any_value(value):
    check(value)


@QUIET
@given(st.dictionaries(words, anything, max_size=6))
def test_any_table(value):
    check({"players": {"A": {}, "B": {}}} | value)


@QUIET
@given(mutated())
def test_a_good_document_with_something_wrong(document):
    check(document)


@QUIET
@given(plausible())
def test_a_document_by_its_grammar(document):
    check(document)


@pytest.mark.slow
@THOROUGH
@given(mutated(most=6))
def test_a_good_document_with_much_wrong(document):
    check(document)


@pytest.mark.slow
@THOROUGH
@given(plausible())
def test_many_documents_by_their_grammar(document):
    check(document)


@pytest.mark.parametrize("depth", [10, 5000])
def test_a_deep_value(depth):
    value: object = {}
    for _ in range(depth):
        value = {"players": value}
    check(value)
    check({"players": {"A": {"supply": value}, "B": value}})
