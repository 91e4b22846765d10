"""How a recess looks, counted on drawings."""

import pytest

from projectl.cards.shapes import Look, form, is_connected, posed, printed_look, rows_of


def cells(drawing):
    return frozenset(
        (row, column) for row, line in enumerate(drawing.split()) for column, mark in enumerate(line) if mark == "."
    )


@pytest.mark.parametrize(
    ("drawing", "look"),
    [
        ("..### ..###", Look(ragged=0, spurs=0, corners=4, holes=0, symmetry=8)),
        (".....", Look(ragged=2, spurs=2, corners=4, holes=0, symmetry=4)),
        ("#.### ...## #.###", Look(ragged=2, spurs=4, corners=12, holes=0, symmetry=8)),
        ("...## .#.## ...##", Look(ragged=4, spurs=0, corners=8, holes=1, symmetry=8)),
        ("..### #..##", Look(ragged=2, spurs=2, corners=8, holes=0, symmetry=2)),
        ("..### .#### .####", Look(ragged=2, spurs=2, corners=6, holes=0, symmetry=1)),
    ],
)
def test_looks(drawing, look):
    assert Look.of(cells(drawing)) == look


def test_printed_cards_set_the_limits():
    assert printed_look() == Look(ragged=4, spurs=3, corners=12, holes=0, symmetry=1)


def test_symmetric_and_plain_is_more_charming():
    plain, comb = Look.of(cells("...## ...##")), Look.of(cells(".#.## ...## .#.##"))
    assert plain.charm > comb.charm


def test_connection_goes_by_sides_not_corners():
    assert is_connected(cells("..### #..##"))
    assert not is_connected(cells(".#### #.###"))


def test_form_knows_turned_and_mirrored_shapes():
    assert form(cells(".#### .#### ..###")) == form(cells("##### ##### ##... ##.##")) == form(cells("...## ##.##"))
    assert form(cells(".#### .#### ..###")) != form(cells("...## #.###"))


@pytest.mark.parametrize(
    ("drawing", "stands"),
    [
        ("...## #.###", "##### ##### ##.## #...# #####"),  # halves alike, heavy below
        (".#### ..### ..###", "##### #.### #..## #..## #####"),
        ("..... ..... ..... .....", "##### ..... ..... ..... ....."),
    ],
)
def test_poses(drawing, stands):
    assert rows_of(posed(cells(drawing))) == tuple(stands.split())
