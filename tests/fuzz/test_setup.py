"""Any arguments for a new game: SetupError or PackError, or a game that can be played."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.fuzz.hostile import QUIET, THOROUGH, anything, scalars, words
from tests.fuzz.test_positions import use

from projectl.catalog import EDITION_NAMES, EXPANSIONS, OPTIONS, VARIANTS
from projectl.errors import PackError, SetupError
from projectl.game import Game

ARGUMENTS = ("players", "seed", "edition", "expansions", "variants", "options", "difficulty", "cards")


def begin(arguments: dict[str, object]) -> None:
    try:
        game = Game(**arguments)  # type: ignore[arg-type]  # that is the point
    except (SetupError, PackError) as error:
        sentence = str(error)
    else:
        use(game, steps=10)
        return
    assert 10 < len(sentence) < 1000
    assert sentence.endswith((".", ")"))


@QUIET
@given(st.dictionaries(st.sampled_from(ARGUMENTS), anything, min_size=1, max_size=3))
def test_any_values(arguments):
    begin(arguments)


values = scalars | st.lists(scalars, max_size=5) | st.lists(st.integers(0, 30), min_size=3, max_size=5)
option_words = st.sampled_from(sorted({word for option in OPTIONS.values() for word in option.words}))
plausible = st.fixed_dictionaries(
    {},
    optional={
        "players": st.integers(0, 7) | st.lists(st.sampled_from(["Ann", "Bob", "C D", "", "E|F"]) | words, max_size=6),
        "seed": st.integers(0, 2**63) | scalars,
        "edition": st.sampled_from(EDITION_NAMES),
        "expansions": st.lists(st.sampled_from(EXPANSIONS), unique=True, max_size=5),
        "variants": st.lists(st.sampled_from(VARIANTS), unique=True, max_size=2),
        "options": st.dictionaries(st.sampled_from([*OPTIONS, "known_vp"]), option_words | values, max_size=2),
        "difficulty": st.sampled_from(["normal", "hard", "unbeatable", "easy"]),
    },
)


@QUIET
@given(plausible)
def test_nearly_right_values(arguments):
    begin(arguments)


@pytest.mark.slow
@THOROUGH
@given(plausible)
def test_many_nearly_right_values(arguments):
    begin(arguments)


@pytest.mark.parametrize("name", OPTIONS)
def test_every_option_with_every_word_of_its_own(name):
    """Each documented value gives a game or a sentence why not with these players."""
    option = OPTIONS[name]
    for players in (1, 2, 4, 5, 6):
        low, high = option.numbers or (0, 0)
        numbers = [[low] * option.length, [high] * option.length] if option.length else [low, high]
        for value in (*option.words, *(numbers if option.numbers else [])):
            variants = {1: ["solo"], 2: []}.get(players, ["line_clear"])
            expansions = ["ghost", "ambassador", "finesse"]
            begin({"players": players, "options": {name: value}, "expansions": expansions, "variants": variants})
