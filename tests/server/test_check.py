"""Settings are told to people before a table is made."""

import re
from pathlib import Path

import pytest

from projectl.client import Client
from projectl.server.checking import SENTENCES, checked
from projectl.service.settings import Days, RealTime, Settings

from .nodes import at_a_node

ENGLISH = Path(__file__).parents[2] / "ui/src/lib/i18n/en.shell.ts"


def codes(settings: Settings) -> list[str]:
    return [sentence.code for sentence in checked(settings).summary]


def test_the_default_is_rulebook_25():
    told = checked(Settings())
    assert told.ok
    assert not told.message
    assert codes(Settings()) == [
        "actions_exactly",
        "blind",
        "recycle",
        "upgrade_any",
        "cards",
        "piles_closed",
        "end_deck",
        "black_limit",
        "touches",
        "penalty",
    ]
    cards = next(sentence for sentence in told.summary if sentence.code == "cards")
    assert cards.text == "32 white and 12 black puzzles are in the game."
    assert told.options["actions_per_turn"] == "exactly_3"


@pytest.mark.parametrize(
    ("settings", "there", "absent"),
    [
        (Settings(players=1, variants=("solo",), difficulty="hard"), "solo_hard", "recycle"),
        (Settings(edition="v2019_intl"), "upgrade_one", "penalty"),
        (Settings(edition="v2019_en"), "no_recycle", "black_limit"),
        (Settings(expansions=("finesse",)), "touches_credits", "touches"),
        (Settings(variants=("known_points",)), "piles_open", "piles_closed"),
        (Settings(options={"vp_pile": "face_up"}), "piles_open", "piles_closed"),
        (Settings(players=5, variants=("line_clear",)), "line_clear_in_turn", "line_clear_together"),
        (Settings(players=5, variants=("endless_white",)), "endless_white", "line_clear"),
        (Settings(clock=RealTime(600, 20)), "clock_real_time", "clock_days"),
        (Settings(clock=Days(3)), "clock_days", "clock_real_time"),
    ],
)
def test_only_rules_in_force_are_told(settings, there, absent):
    assert there in codes(settings)
    assert absent not in codes(settings)


@pytest.mark.parametrize(
    ("settings", "fixes"),
    [
        (
            Settings(players=6, expansions=("ambassador",)),
            ["add_expansion ghost", "add_expansion phoenix", "players 5"],
        ),
        (Settings(edition="pt", expansions=("ghost",)), ["drop_expansion ghost", "edition v25"]),
        (Settings(players=3, variants=("line_clear",)), ["drop_variant line_clear"]),
        (Settings(expansions=("finesse_ambassador",)), ["add_expansion finesse", "drop_expansion finesse_ambassador"]),
    ],
)
def test_what_cannot_be_played_is_explained_and_every_change_offered_helps(settings, fixes):
    told = checked(settings)
    assert not told.ok
    assert told.message.endswith(".")
    assert [f"{fix.kind} {fix.to}" for fix in told.fixes] == fixes


def test_over_http():
    async def test(url: str) -> None:
        async with Client(url) as ann:
            told = await ann.post("/api/check", {"settings": {"players": 2}})
            assert told["ok"]
            assert told["summary"][0]["text"] == SENTENCES["actions_exactly"]
            told = await ann.post("/api/check", {"settings": {"players": 6}})
            assert not told["ok"]
            assert "24 Black puzzles" in told["message"]

    at_a_node(test)


def test_the_browser_has_every_sentence_with_the_same_words():
    text = ENGLISH.read_text()
    for code, sentence in SENTENCES.items():
        found = re.search(rf'"rule\.{code}":\s*"((?:[^"\\]|\\.)*)"', text)
        assert found, code
        assert found[1] == sentence
