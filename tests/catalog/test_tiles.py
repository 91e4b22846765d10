from collections import Counter
from itertools import combinations

import pytest

from projectl.catalog.tiles import BLUE_COUNTS, PAYS_BY_TYPE, PINK_DEEDS, finesse_tiles, parse_tiles
from projectl.errors import PackError

TETROMINOES = ("O4", "I4", "T4", "L4", "S4")
SMALL = ("O1", "I2", "I3", "L3")

# R15.4 and R15.5, row by row.
SET_C = """
C1   blue 1 unfinished
C2   pink 1 master
C3   pink 1 complete
C4   pink 1 take
C5   blue 1 types O1 I2 I3 L3
C6   blue 1 types O4 I4 T4 L4 S4
C7   pink 1 place O1 I2 I3 L3
C8   pink 1 place O4 I4 T4 L4 S4
C9   pink 1 upgrade
C10  pink 1 upgrade
CA1  blue 4 none_unfinished
CA2  pink 2 recycle
CA3  blue 4 every_level
CA4  pink 1 insert
CA5  blue 4 no_duplicates
CA6  blue 3 no_small
"""


def ids(tiles):
    return [tile.id for tile in tiles]


def test_sets_a_and_b_are_all_choices_of_three_and_two_tetrominoes():
    tiles = finesse_tiles(ambassador=False, stand_ins=True)
    triples = ["A:" + ",".join(three) for three in combinations(TETROMINOES, 3)]
    pairs = ["B:" + ",".join(two) for two in combinations(TETROMINOES, 2)]
    assert ids(tiles) == triples + pairs + [f"C{n}" for n in range(1, 11)]


def test_set_c_is_the_table_of_the_rules():
    tiles = finesse_tiles(ambassador=True, stand_ins=False)
    drawn = [
        " ".join([tile.id, tile.color, str(tile.credits), tile.pays, *tile.pieces]) for tile in tiles if tile.set == "C"
    ]
    assert drawn == [" ".join(line.split()) for line in SET_C.strip().splitlines()]


@pytest.mark.parametrize(
    ("ambassador", "stand_ins", "sizes"),
    [
        (False, False, {"A": 10, "B": 10, "C": 10}),
        (False, True, {"A": 10, "B": 10, "C": 10}),
        (True, False, {"A": 10, "B": 10, "C": 16}),
        (True, True, {"A": 12, "B": 12, "C": 16}),
    ],
)
def test_pools_have_the_sizes_of_the_boxes(ambassador, stand_ins, sizes):
    tiles = finesse_tiles(ambassador, stand_ins)
    assert Counter(tile.set for tile in tiles) == sizes
    assert [tile.set for tile in tiles] == sorted(tile.set for tile in tiles)
    assert len(set(ids(tiles))) == len(tiles)


def test_stand_ins_are_the_four_of_q38_and_end_their_sets():
    tiles = finesse_tiles(ambassador=True, stand_ins=True)
    assert ids(tile for tile in tiles if tile.stand_in) == ["A:O1,I2,L3", "A:I2,I3,L3", "B:I2,I3", "B:O1,L3"]
    assert ids(tiles)[10:12] == ["A:O1,I2,L3", "A:I2,I3,L3"]


def test_only_recycle_is_taken_out_for_solo():
    assert ids(tile for tile in finesse_tiles(True, True) if not tile.solo) == ["CA2"]


def test_color_and_pieces_follow_from_what_a_tile_pays():
    for tile in finesse_tiles(True, True):
        assert tile.pays in (PINK_DEEDS if tile.color == "pink" else BLUE_COUNTS), tile.id
        assert bool(tile.pieces) == (tile.pays in PAYS_BY_TYPE), tile.id
        assert set(tile.pieces) <= {*TETROMINOES, *SMALL}, "R15.8: no ghost is depicted"


def test_text_is_one_sentence_that_names_the_pay_and_the_pieces():
    for tile in finesse_tiles(True, True):
        assert tile.text.count(".") == 1
        assert tile.text.endswith(".")
        assert f"{tile.credits} credit" in tile.text
        assert all(piece in tile.text for piece in tile.pieces)
        assert tile.text.startswith("At the end of your turn") == (tile.color == "blue")


def test_tiles_are_read_once():
    assert finesse_tiles(True, True) is finesse_tiles(True, True)


GOOD = """
[[tile]]
id = "A:I4,L4,S4"
set = "A"
color = "pink"
credits = 1
pays = "place"
pieces = ["I4", "L4", "S4"]
text = "1 credit for each I4, L4 or S4 you place."
"""


def test_a_good_tile_is_read():
    (tile,) = parse_tiles(GOOD, "my.toml")
    assert (tile.id, tile.pieces, tile.stand_in, tile.solo) == ("A:I4,L4,S4", ("I4", "L4", "S4"), False, True)


@pytest.mark.parametrize(
    ("old", "new", "fragment"),
    [
        ("[[tile]]", "[[tile", "my.toml: this is not valid TOML"),
        ("[[tile]]", "[[title]]", "[[tile]] entries and nothing else"),
        ("[[tile]]", "[tile]", "[[tile]] entries and nothing else"),
        (GOOD, "tile = [3]", "my.toml tile number 1 is not a table"),
        ('set = "A"', "", "has no 'set'"),
        ('set = "A"', 'set = "D"', "write A, B or C"),
        ('set = "A"', 'set = "B"', "'B:I4,L4,S4'"),
        ('set = "A"', 'set = "C"', "write C1, C2"),
        ('set = "A"', 'set = "A"\nsett = 1', "unknown key 'sett'"),
        ("credits = 1", "credits = true", "wrong kind of value for 'credits'"),
        ("credits = 1", "credits = 5", "write 1 to 4"),
        ('"pink"', '"red"', "write pink or blue"),
        ('"pink"', '"blue"', "is blue and pays for 'place'"),
        ('"place"', '"take"', "name pieces exactly where"),
        ('["I4", "L4", "S4"]', "[]", "name pieces exactly where"),
        ('["I4", "L4", "S4"]', '["L4", "I4", "S4"]', "in the order O1 I2"),
        ('["I4", "L4", "S4"]', '["I4", "I4"]', "in the order O1 I2"),
        ('["I4", "L4", "S4"]', '["I4", ["L4"]]', "in the order O1 I2"),
        ('"1 credit for each I4, L4 or S4 you place."', '" "', "has no text"),
        (GOOD, GOOD + GOOD, "two tiles have the same id"),
    ],
)
def test_a_bad_tile_is_refused_with_a_sentence(old, new, fragment):
    assert old in GOOD
    with pytest.raises(PackError) as refused:
        parse_tiles(GOOD.replace(old, new), "my.toml")
    assert fragment in str(refused.value)
    assert str(refused.value).startswith("my.toml")
