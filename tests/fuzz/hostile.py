"""Hostile input: values of any shape, and good documents with something wrong in them."""

from copy import deepcopy
from functools import cache
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from tests.properties.playing import crowded, moments

from projectl.rules.pieces import PIECE_NAMES

# Deterministic, so that a run never fails on one machine only.
QUIET = settings(
    max_examples=300,
    derandomize=True,
    database=None,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
THOROUGH = settings(QUIET, max_examples=2500)

VOCABULARY = """
A B F Z AA deck white black noted none left right row known deck_size grid pile locks supply puzzles players
O1 I2 I3 L3 O4 I4 T4 L4 S4 P5 U5 L5 W1 W32 B1 B20 GW1 AW1 C1 CA6 A:I4,L4,S4 B:L4,S4 I2@12,22 O1@00 O1@55 -
v25 v2019_intl pt solo line_clear endless_white known_points known_vp ghost ambassador finesse finesse_ambassador
phoenix normal hard unbeatable play touches over reward levelup complete master recycle black_deck tiles yes no
simultaneous interleave white_first line_clear_order round_cap pieces_per_shape black_by_players credits
turn turns seat actions_left inserting paying_credit choice doing action served pieces order kind card steps
id color points rows reserve round finesse bank chance options cards triggered
"""
NUMBERS = [-1, 0, 1, 2, 3, 4, 9, 10, 35, 36, 98, 99, 100, 999, 1000, 9999, 10_000, 2**31, 2**63, 10**30, -(10**30)]

words = st.sampled_from(VOCABULARY.split()) | st.text(max_size=12)
scalars = (
    st.none()
    | st.booleans()
    | st.sampled_from(NUMBERS)
    | st.integers()
    | st.floats()  # with nan and the infinities
    | words
)
anything = st.recursive(
    scalars, lambda inner: st.lists(inner, max_size=5) | st.dictionaries(words, inner, max_size=5), max_leaves=12
)


@cache
def good_documents() -> tuple[dict[str, Any], ...]:
    """Complete positions of every kind and configuration, and two small ones by hand."""
    found = [crowded(), {"players": {"A": {"supply": {"O1": 1}, "puzzles": {"W1": []}}, "B": {}}}]
    return (*found, *(game.position() for _, _, game in moments()[::9]))


@st.composite
def mutated(draw: st.DrawFn, *, most: int = 3) -> dict[str, Any]:
    """A good document with up to ``most`` things changed."""
    document: dict[str, Any] = deepcopy(draw(st.sampled_from(good_documents())))
    for _ in range(draw(st.integers(1, most))):
        mutate(draw, document)
    return document


def mutate(draw: st.DrawFn, document: dict[str, Any]) -> None:
    """Walk down to some place and change what is there."""
    here: Any = document
    while True:
        keys: list[Any] = sorted(here) if isinstance(here, dict) else list(range(len(here)))
        if not keys:
            break
        deep: list[Any] = [key for key in keys if isinstance(here[key], dict | list) and here[key]]
        downwards: bool = draw(st.booleans())
        if deep and downwards:
            keys = deep
        key = draw(st.sampled_from(keys))
        below = here[key]
        if isinstance(below, dict | list) and below and draw(st.integers(0, 5)):
            here = below
            continue
        _change(draw, here, key, document)
        return
    if isinstance(here, dict):
        here[draw(words)] = draw(anything)
    else:
        here.append(draw(anything))


def _change(draw: st.DrawFn, here: Any, key: Any, document: dict[str, Any]) -> None:
    how = draw(st.sampled_from(["delete", "replace", "number", "wrap", "twice", "elsewhere", "add"]))
    if how == "delete":
        del here[key]
    elif how == "replace":
        here[key] = draw(anything)
    elif how == "number":
        here[key] = draw(st.sampled_from(NUMBERS))
    elif how == "wrap":
        here[key] = [here[key]]
    elif how == "twice":
        if isinstance(here, list):
            here.insert(key, deepcopy(here[key]))
        else:
            here[draw(words)] = deepcopy(here[key])
    elif how == "elsewhere":
        here[key] = deepcopy(document[draw(st.sampled_from(sorted(document)))]) if document else None
    elif isinstance(here, dict):
        here[draw(words)] = draw(anything)
    else:
        here.append(draw(anything))


# ---- documents by their grammar ---------------------------------------------------------------------------

WHITE = [f"W{number}" for number in range(1, 33)]
BLACK = [f"B{number}" for number in range(1, 21)]
PIECES = list(PIECE_NAMES)
ALL = ["ghost", "ambassador", "finesse", "finesse_ambassador", "phoenix"]
HEADS: list[tuple[int, dict[str, Any]]] = [
    (2, {}),
    (3, {"expansions": ["finesse"]}),
    (2, {"expansions": ALL, "variants": ["endless_white"]}),
    (2, {"edition": "v2019_intl", "expansions": ["ghost", "ambassador"]}),
    (1, {"variants": ["solo"]}),
    (1, {"variants": ["solo"], "expansions": ALL, "difficulty": "hard"}),
    (5, {"variants": ["line_clear"]}),
    (5, {"variants": ["line_clear"], "expansions": ["finesse"], "options": {"line_clear_order": "interleave"}}),
    (5, {"variants": ["line_clear"], "expansions": ALL, "options": {"line_clear_order": "simultaneous"}}),
    (2, {"expansions": ["ghost"], "options": {"completion_steps": "return_pile_reward", "ft_piece_return": "yes"}}),
]
# Mostly what a number should be, sometimes at or beyond a limit.
small = st.sampled_from([0, 0, 1, 1, 1, 2, 2, 2, 3, 4, 35, 99, 100, 999, 9999])
few = st.integers(0, 150)
flags = st.booleans()


def partly(**parts: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    """A table with some of these keys."""
    return st.fixed_dictionaries({}, optional=parts)


pieces = st.dictionaries(st.sampled_from(PIECES), small, max_size=4)


@st.composite
def plausible(draw: st.DrawFn) -> dict[str, Any]:
    """A document in which each part is nearly right by itself, whatever the parts make together."""
    number, head = draw(st.sampled_from(HEADS))
    seats = st.sampled_from("ABCDEF"[:number])
    unused = draw(st.permutations(WHITE[::3] + BLACK[::3]))

    def some(most: int) -> list[str]:
        return [unused.pop() for _ in range(draw(st.integers(0, min(most, len(unused)))))]

    def puzzles() -> dict[str, list[str]]:
        placings = st.lists(st.sampled_from(["O1@22", "O1@32", "I2@12,22", "O1@12"]), max_size=1)
        return {card: draw(placings) for card in some(3)}

    held = {seat: puzzles() for seat in "ABCDEF"[:number]}
    mine = st.sampled_from([card for table in held.values() for card in table] or WHITE)
    player = partly(
        supply=pieces,
        credits=partly(left=small, right=small),
        noted=partly(points=few, puzzles=few, ambassador=few, ambassador_fresh=few),
        touches=small,
    )
    choice = partly(kind=st.sampled_from(["complete", "reward", "levelup"]), card=mine, steps=st.integers(1, 2))
    doing = partly(
        action=st.sampled_from(["master", "ambassador", "ghost", "recycle"]),
        served=st.lists(mine, max_size=1),
        row=st.sampled_from(["white", "black", "left white"]),
    )
    # Not both: an open line of test_regressions.py, too.
    middle = draw(st.sampled_from([{"choice": choice}, {"doing": doing}, {"choice": choice, "doing": doing}]))
    turn = partly(
        seat=seats,
        actions_left=st.integers(0, 3),
        master_used=flags,
        black_taken=small,
        inserting=flags,
        paying_credit=flags,
        **middle,
    )
    market = partly(deck=small | st.just([]), known=st.integers(0, 1))
    rest = partly(
        white=market,
        black=market,
        solo=partly(deck=small, locks=st.lists(few, min_size=3, max_size=3), supply=few),
        reserve=pieces | st.just(dict.fromkeys(PIECES, 0)),
        round=small,
        turn=turn,
        turns=st.dictionaries(seats, turn, max_size=2),
        triggered=flags,
        phase=st.sampled_from(["play", "play", "play", "touches", "over"]),
        options=partly(known_vp=anything, round_cap=small),
    )
    document: dict[str, Any] = {**head, **draw(rest)}
    document["players"] = {seat: draw(player) | {"puzzles": held[seat], "pile": some(2)} for seat in held}
    for part in ("white", "black") if number == 1 else ("solo",):
        document.pop(part, None)
    if "finesse" in head.get("expansions", []) and draw(flags):
        document["finesse"] = draw(partly(tiles=st.sampled_from([["C1"], ["C9", "C3"], []]), bank=small))
    return document


# ---- texts with something wrong ---------------------------------------------------------------------------

SIGNS = "A W1 O1 @ : , > + 0 5 99 -1 \xe9 \uff11"
ODD = ["", " ", "\t", "\n", "\0", "x" * 500, *SIGNS.split()]


@st.composite
def edited(draw: st.DrawFn, text: str, *, most: int = 3) -> str:
    """A text with a few characters or words cut, doubled, exchanged or put in."""
    for _ in range(draw(st.integers(1, most))):
        parts = text.split(" ") if draw(st.booleans()) else list(text)
        glue = " " if " " in text and len(parts) != len(text) else ""
        if not parts:
            return text
        at = draw(st.integers(0, len(parts) - 1))
        other = draw(st.integers(0, len(parts) - 1))
        how = draw(st.sampled_from(["cut", "double", "exchange", "insert", "replace", "case", "end"]))
        if how == "cut":
            del parts[at]
        elif how == "double":
            parts.insert(at, parts[other])
        elif how == "exchange":
            parts[at], parts[other] = parts[other], parts[at]
        elif how == "insert":
            parts.insert(at, draw(st.sampled_from(ODD) | words))
        elif how == "replace":
            parts[at] = draw(st.sampled_from(ODD) | words)
        elif how == "case":
            parts[at] = parts[at].swapcase()
        else:
            del parts[at:]
        text = glue.join(parts)
    return text
