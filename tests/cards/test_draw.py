"""SVG pictures of cards."""

import re
from xml.etree import ElementTree

import pytest

from projectl.catalog import Card, bundled_pack
from projectl.catalog.cards import REWARDS
from projectl.cli.cards.draw import contact_sheet, draw_card, sheet
from projectl.cli.cards.outline import outline

SOLID = "#####"


def shape(drawing):
    return frozenset(
        (row, column) for row, line in enumerate(drawing.split()) for column, mark in enumerate(line) if mark == "."
    )


def corners(path):
    """The corner points of a path with rounded corners."""
    return [tuple(float(number) for number in found) for found in re.findall(r"Q([-\d.]+) ([-\d.]+)", path)]


def area(path):
    """By the shoelace formula, loop by loop: holes count against it."""
    total = 0.0
    for loop in path.split("Z")[:-1]:
        points = corners(loop)
        total += sum(x * b - a * y for (x, y), (a, b) in zip(points, [*points[1:], points[0]], strict=True)) / 2
    return total


@pytest.mark.parametrize(
    ("drawing", "loops", "turns"),
    [(".", 1, 4), ("..# #..", 1, 8), ("... .#. ...", 2, 8), (".# #.", 2, 8), ("..... .#.#. .....", 3, 12)],
)
def test_outlines(drawing, loops, turns):
    cells = shape(drawing)
    path = outline(cells, 10, 2)
    assert path.count("M") == path.count("Z") == loops
    assert len(corners(path)) == turns
    assert area(path) == len(cells) * 100


@pytest.mark.parametrize("reward", REWARDS)
def test_every_reward_has_a_sign(reward):
    card = Card("X", "black", 3, reward, (SOLID, "#...#", SOLID, SOLID, SOLID))
    other = Card("X", "black", 3, "O1" if reward != "O1" else "I2", card.rows)
    ElementTree.fromstring(f'<svg xmlns="http://www.w3.org/2000/svg">{draw_card(card)}</svg>')
    assert draw_card(card) != draw_card(other)


def test_a_sheet_says_whose_cards_they_are():
    assert "Ghost Piece expansion, version 2: 24 cards, our own stand-ins" in sheet(bundled_pack("ghost"))
    assert "Base game, version 1: 52 cards, as printed" in sheet(bundled_pack("base"))


def test_titles_are_text_not_markup():
    drawn = contact_sheet("<b> & co", bundled_pack("ambassador").cards, columns=2)
    assert ElementTree.fromstring(drawn).get("aria-label") == "<b> & co"
    assert drawn.count('<g transform="translate(14 ') == 2  # each colour begins a row
