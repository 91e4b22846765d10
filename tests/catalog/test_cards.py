import dataclasses
import json
import re
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from projectl.catalog import cards as cards_module
from projectl.catalog.cards import (
    BUNDLED_PACKS,
    MAX_BYTES,
    Card,
    bundled_pack,
    card_from_dict,
    is_tileable,
    load_pack,
    parse_pack,
)
from projectl.errors import PackError
from projectl.rules.pieces import (
    CARD_SIDE,
    O4,
    P5,
    PIECE_NAMES,
    PLACEMENT_MASK,
    PLACEMENT_PIECE,
    orientations,
)

GHOSTS = ("P5", "U5", "L5")
BASE_JSON = Path(__file__).with_name("base_puzzles.json")
STAND_INS = [card for name in BUNDLED_PACKS[1:] for card in bundled_pack(name).cards]


def test_base_pack_is_the_printed_base_game():
    drawn = [
        {"id": c.id, "color": c.color, "points": c.points, "reward": c.reward, "rows": list(c.rows)}
        for c in bundled_pack("base").cards
    ]
    assert drawn == json.loads(BASE_JSON.read_text())
    assert not any(card.stand_in for card in bundled_pack("base").cards)


def numbered(prefix, count):
    return [f"{prefix}{number}" for number in range(1, count + 1)]


@pytest.mark.parametrize(
    ("name", "white", "black"),
    [
        ("base", numbered("W", 32), numbered("B", 20)),  # R1.1
        ("ghost", numbered("GW", 12), numbered("GB", 12)),  # R1.3
        ("ambassador", ["AW1"], ["AB1", "AB2"]),  # R1.4
        ("phoenix", [], numbered("PB", 7)),  # R1.6
    ],
)
def test_packs_have_the_numbers_of_the_boxes(name, white, black):
    pack = bundled_pack(name)
    assert pack.name == name
    assert [card.id for card in pack.cards if card.color == "white"] == white
    assert [card.id for card in pack.cards if card.color == "black"] == black


def test_ghost_cards_give_what_the_expansion_is_about():
    rewards = {"white": Counter[str](), "black": Counter[str]()}
    for card in bundled_pack("ghost").cards:
        rewards[card.color][card.reward if card.reward in (*GHOSTS, "UP1", "UP2") else "base"] += 1
        assert card.points in ((0, 1, 2) if card.color == "white" else (3, 4, 5))
    assert rewards["white"] == {"P5": 2, "U5": 2, "L5": 2, "base": 6}
    assert rewards["black"]["UP1"] == rewards["black"]["UP2"] == 4
    assert sum(rewards["black"][ghost] for ghost in GHOSTS) == 4


def test_ambassador_and_phoenix_rewards():
    assert {card.reward for card in bundled_pack("ambassador").cards} == {"M"}
    phoenix = bundled_pack("phoenix").cards
    assert {card.points for card in phoenix} == {6}
    assert {card.reward for card in phoenix} == {"O1"}, "as the five-pointers of the base game"


@pytest.mark.parametrize("card", STAND_INS, ids=lambda card: card.id)
def test_stand_ins_are_marked_connected_and_tileable(card):
    assert card.stand_in
    assert is_connected(card)
    assert is_tileable(card.recess)
    assert is_tileable(card.recess, copies=10), "the Portuguese box has 10 of each (R1.1)"


def cells_of(card):
    return frozenset(
        (row, column) for row in range(CARD_SIDE) for column in range(CARD_SIDE) if card.rows[row][column] == "."
    )


def is_connected(card):
    unseen = set(cells_of(card))
    edge = [unseen.pop()]
    while edge:
        row, column = edge.pop()
        near = {(row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)} & unseen
        unseen -= near
        edge.extend(near)
    return not unseen


def shape_of(card):
    """The recess whatever its place, turn or hand."""
    return min(sorted(form) for form in orientations(cells_of(card)))


def test_stand_ins_differ_from_every_card_up_to_turning_mirroring_and_moving():
    base_shapes = {tuple(shape_of(card)) for card in bundled_pack("base").cards}
    shapes = [tuple(shape_of(card)) for card in STAND_INS]
    assert len(set(shapes)) == len(shapes)
    assert base_shapes.isdisjoint(shapes)


def test_shape_and_connection_checks_can_fail():
    corner = Card("X", "white", 0, "L5", ("#####", "#...#", "###.#", "###.#", "#####"))
    assert shape_of(corner) in [shape_of(card) for card in STAND_INS]  # GW10 turned
    assert not is_connected(Card("X", "white", 0, "O1", (".####", "#.###", "#####", "#####", "#####")))


def test_ids_are_unique_over_all_packs():
    ids = [card.id for name in BUNDLED_PACKS for card in bundled_pack(name).cards]
    assert len(set(ids)) == len(ids)


def fits(recess, fill):
    """Whether exactly these pieces fill the recess."""
    if not recess:
        return not fill
    corner = recess & -recess
    return any(
        fits(recess ^ mask, [*fill[:at], *fill[at + 1 :]])
        for at, piece in enumerate(fill)
        if piece not in fill[:at]
        for mask, owner in zip(PLACEMENT_MASK, PLACEMENT_PIECE, strict=True)
        if owner == piece and mask & corner and mask & recess == mask
    )


def drawn_fillings():
    """The fillings that the comments of ghost.toml promise, by card."""
    text = Path(cards_module.__file__).parents[1].joinpath("data/cards/ghost.toml").read_text()
    found = re.findall(r'^# [a-z ]+, seed \d+: ([A-Z0-9+]+)\n\[\[card\]\]\nid = "(\w+)"', text, re.MULTILINE)
    return {card: [PIECE_NAMES.index(piece) for piece in filling.split("+")] for filling, card in found}


def test_ghost_cards_can_be_filled_as_their_comments_say():
    fillings = drawn_fillings()
    recess = {card.id: card.recess for card in bundled_pack("ghost").cards}
    assert len(fillings) == 22, "all but the two pentominoes that are no ghosts"
    for card, fill in fillings.items():
        assert any(piece >= P5 for piece in fill), card
        assert fits(recess[card], fill), card
    only_large = [card for card, fill in fillings.items() if min(fill) >= O4]
    assert len(only_large) >= 6, "ghosts and tetrominoes alone"


def test_bundled_packs_are_read_once_and_unknown_ones_refused():
    assert bundled_pack("base") is bundled_pack("base")
    for name in ("Base", "", "../base", "x" * 500):
        with pytest.raises(PackError, match="the bundled packs are base, ghost, ambassador, phoenix"):
            bundled_pack(name)


def test_recess_counts_bits_from_the_top_left():
    card = Card("X", "white", 0, "O1", (".#...", "#####", "#####", "#####", "####."))
    assert card.recess == 1 << 0 | 1 << 2 | 1 << 3 | 1 << 4 | 1 << 24
    assert card.cells == 5


def test_cards_and_packs_are_frozen():
    pack = bundled_pack("base")
    with pytest.raises(dataclasses.FrozenInstanceError):
        pack.name = "mine"  # type: ignore[misc]
    with pytest.raises(dataclasses.FrozenInstanceError):
        pack.cards[0].points = 9  # type: ignore[misc]


# Cells that touch only at corners need one O1 each.
CHECKERED = sum(1 << cell for cell in range(0, 25, 2))


@pytest.mark.parametrize(
    ("recess", "copies", "expected"),
    [
        (0, 0, True),
        (1, 0, False),
        (1, 1, True),
        (0b11, 1, True),
        ((1 << 25) - 1, 15, True),
        ((1 << 25) - 1, 1, True),
        ((1 << 25) - 1, 0, False),
        (CHECKERED, 15, True),
        (CHECKERED, 13, True),
        (CHECKERED, 12, False),
        (0b101, 1, False),
        (0b101, 2, True),
    ],
)
def test_is_tileable(recess, copies, expected):
    assert is_tileable(recess, copies) is expected


def test_recess_that_the_box_cannot_fill_is_refused(monkeypatch):
    # No drawing needs more than 13 O1, so with 15 copies the refusal cannot be provoked by a card alone.
    monkeypatch.setattr(cards_module, "COPIES", 12)
    with pytest.raises(PackError, match="here: card X cannot be filled with 12 pieces of each type"):
        card_from_dict(inline_card(rows=[".#.#.", "#.#.#"] * 2 + [".#.#."]), "here")


def inline_card(**changes):
    card = {"id": "X", "color": "white", "points": 1, "reward": "O1", "rows": ["#####"] * 4 + ["...##"]}
    return {**card, **changes}


def test_inline_card_is_read():
    assert card_from_dict(inline_card(), "here") == Card(
        "X", "white", 1, "O1", ("#####", "#####", "#####", "#####", "...##")
    )
    assert card_from_dict(inline_card(stand_in=True), "here").stand_in


@pytest.mark.parametrize(
    "changes",
    [{"id": "UP1", "reward": "UP1"}, {"id": "M", "reward": "M"}, {"id": "Deck"}, {"id": "a_2345678901"}],
)
def test_ids_and_rewards_that_are_fine(changes):
    assert card_from_dict(inline_card(**changes), "here").id == changes["id"]


@pytest.mark.parametrize(
    ("doc", "sentence"),
    [
        (None, "here: this card is nothing; a card is a table with id, color, points, reward and rows."),
        ([], "here: this card is a list; a card is a table with id, color, points, reward and rows."),
        ({}, "here: this card has no 'id'; a card has id, color, points, reward and rows."),
        (inline_card(points=-1), "here: card X has the points -1; write a whole number from 0 to 20."),
        (
            inline_card(points=1 << 20_000),
            "here: card X has the points a number far too large; write a whole",
        ),
        (inline_card(points=None), "here: card X has the points nothing; write a whole number from 0 to 20."),
        (inline_card(color=["white"]), "here: card X has the color a list; write 'white' or 'black'."),
        (inline_card(id="deck"), "here: card deck has the id 'deck', which means something else in moves"),
        (inline_card(rows="....."), "here: card X has '.....' as rows; a card is 5 rows of 5 cells"),
        (inline_card(rows=["....."] * 4 + [7]), "here: card X has 7 as row 5; a card is 5 rows of 5 cells"),
        (
            {**inline_card(), 3: 4},
            "here: card X has the unknown key 3; a card has id, color, points, reward,",
        ),
    ],
)
def test_bad_inline_card_is_refused_with_a_sentence(doc, sentence):
    with pytest.raises(PackError) as refused:
        card_from_dict(doc, "here")
    assert str(refused.value).startswith(sentence)


GOOD = """\
# my first pack
name = "mine"
version = 3
title = "My cards"

[[card]]
id = "X1"
color = "white"
points = 0
reward = "I2"
rows = [
  "#####",
  "##.##",
  "##.##",
  "#####",
  "#####",
]

[[card]]
id = "X2"
color = "black"
points = 20
reward = "UP2"
stand_in = true
rows = [
  ".....",
  ".....",
  ".....",
  ".....",
  ".....",
]
"""


def test_good_pack_is_read():
    pack = parse_pack(GOOD, "mine.toml")
    assert (pack.name, pack.version, pack.title) == ("mine", 3, "My cards")
    assert [(card.id, card.cells, card.stand_in) for card in pack.cards] == [
        ("X1", 2, False),
        ("X2", 25, True),
    ]


NO_TITLE = GOOD.replace('title = "My cards"\n', "")
FIRST_ONLY = GOOD[: GOOD.index('[[card]]\nid = "X2"')]
DECOYS = '''\
# [[card]] in a comment
name = "mine"
version = 3
title = """Not a
[[card]]
id = "Z"
""" # nor this: [[card]]
'''
MANY = FIRST_ONLY + "".join(
    f"""
[[card]]
id = "Y{number}"
color = "white"
points = 1
reward = "O1"
rows = ["#####", "#####", "##.##", "#####", "#####"]
"""
    for number in range(64)
)


def changed(old, new, times=-1):
    assert old in GOOD
    return GOOD.replace(old, new, times)


# A string may end in quotes of its own; what follows is a comment, not the start of another string.
QUOTES = changed('"My cards"', '''"""My "cards"""" # "" \'\'\'''') + "# '''\n"

BAD_FILES = [
    ("", 1, "the pack has no 'name'; a pack has name, version, title and card."),
    ("name", 1, "not valid TOML (Expected '=' after a key in a key/value pair)"),
    ("name = 'a'\n\nname = 'b'\n", 3, "not valid TOML (Cannot overwrite a value)"),
    ("a = 1\nb = [\n1,\n2\n\n\n", 4, "not valid TOML (Unclosed array)"),
    (changed("version = 3", "version = 3 x"), 3, "not valid TOML (Expected newline"),
    ("a = 1\nx = [\n" + "[\n" * 5000, 5002, "not valid TOML (Lists nested too deeply)"),
    ("x = [\n" + "[\n" * 5000 + "# ]\n" * 9, 5001, "not valid TOML (Lists nested too deeply)"),
    ("x = [ # [[\n" + "[\n" * 5000 + "# [\n" * 9, 5001, "not valid TOML (Lists nested too deeply)"),
    ("a = 1\n" + "a." * 200 + "b = 1\n", 2, "longer than 250 characters; break it"),
    (changed('"mine"', '"My pack"'), 2, "the name is 'My pack'; write up to 32 of a-z, 0-9 and '_'."),
    (changed('"mine"', '""'), 2, "the name is ''"),
    (changed('"mine"', "7"), 2, "the name is 7;"),
    (changed("= 3", "= 0"), 3, "the version is 0; write a whole number from 1 on."),
    (changed("= 3", "= true"), 3, "the version is true;"),
    (changed("= 3", "= 1.0"), 3, "the version is 1.0;"),
    (changed("= 3", "= 0x" + "f" * 200), 3, "the version is a number far too large;"),
    (changed('"My cards"', '"a\\nb"'), 4, "the title is 'a\\nb'; write one line of up to 80 characters."),
    (changed('"My cards"', '"' + "a" * 81 + '"'), 4, "the title is 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa...';"),
    (changed('"My cards"', '" "'), 4, "the title is ' ';"),
    (NO_TITLE, 1, "the pack has no 'title'"),
    (changed("version", "author = 'me'\nversion"), 3, "unknown key 'author'; a pack has"),
    (changed("version", '"author" = 1\nversion'), 3, "unknown key 'author'; a pack has"),
    (changed("version", "author.name = 1\nversion"), 3, "unknown key 'author'; a pack has"),
    (GOOD + "\n[extra]\nname = 1\n", 33, "unknown key 'extra'; a pack has"),
    (GOOD + "\n[[cards]]\nid = 1\n", 33, "unknown key 'cards'; a pack has"),
    (FIRST_ONLY[: FIRST_ONLY.index("[[card]]")], 1, "the pack has no 'card'"),
    ("name = 'a'\nversion = 1\ntitle = 't'\ncard = []\n", 4, "the pack has no card; start each card with"),
    ("name = 'a'\nversion = 1\ntitle = 't'\ncard = 'X1'\n", 4, "'card' is not a list of cards"),
    ("name = 'a'\nversion = 1\ntitle = 't'\n[card]\nid = 'X1'\n", 4, "'card' is not a list of cards"),
    ("name = 'a'\nversion = 1\ntitle = 't'\ncard = [3]\n", 4, "this card is 3; a card is a table with"),
    (changed("points = 20", "points = 20\npionts = 3"), 23, "card X2 has the unknown key 'pionts'"),
    (changed("points = 20", "points = 20\n'1' = 3"), 23, "card X2 has the unknown key '1'"),
    (changed("points = 20", "points = 20\n'' = 3"), 23, "card X2 has the unknown key ''"),
    (changed("points = 20", "points = 20\nx.y.z = 3"), 23, "card X2 has the unknown key 'x'"),
    (GOOD + "[card.art]\nby = 1\n", 32, "card X2 has the unknown key 'art'"),
    (changed("points = 20\n", ""), 19, "card X2 has no 'points'; a card has id, color, points,"),
    (changed('id = "X2"\n', ""), 19, "this card has no 'id'"),
    (changed('"X2"', "2"), 20, "this card has the id 2; write a letter and then up to 11 letters"),
    (changed('"X2"', '"2X"'), 20, "this card has the id '2X';"),
    (changed('"X2"', '"X-2"'), 20, "this card has the id 'X-2';"),
    (changed('"X2"', '"X2\\n"'), 20, "this card has the id 'X2\\n';"),
    (changed('"X2"', '"\u0416"'), 20, "this card has the id '\u0416';"),
    (changed('"X2"', '"X\u0662"'), 20, "this card has the id 'X\u0662';"),
    (changed('"X2"', '"A234567890123"'), 20, "this card has the id 'A234567890123';"),
    *((changed('"X2"', f'"{word}"'), 20, f"card {word} has the id '{word}', which") for word in PIECE_NAMES),
    *(
        (changed('"X2"', f'"{word}"'), 20, "which means something else in moves; choose another id.")
        for word in ("deck", "white", "black", "noted", "none", "left", "right")
    ),
    (changed('"X2"', '"X1"'), 20, "card X1 is already at my.toml line 7; give each card an id of its own."),
    (changed('"black"', '"Black"'), 21, "card X2 has the color 'Black'; write 'white' or 'black'."),
    (changed('"black"', "1979-05-27"), 21, "card X2 has the color a date or time;"),
    (changed("points = 20", "points = 21"), 22, "has the points 21; write a whole number from 0 to 20."),
    (changed("points = 20", "points = -1"), 22, "card X2 has the points -1;"),
    (changed("points = 20", "points = true"), 22, "card X2 has the points true;"),
    (changed("points = 20", "points = 2.0"), 22, "card X2 has the points 2.0;"),
    (changed("points = 20", "points = nan"), 22, "card X2 has the points nan;"),
    (changed("points = 20", '"points" = "2"'), 22, "card X2 has the points '2';"),
    (changed("points = 20", "points = 0x" + "f" * 200), 22, "card X2 has the points a number far too large;"),
    (changed('"UP2"', '"UP3"'), 23, "card X2 has the reward 'UP3'; write one of O1 I2 I3"),
    (changed('"UP2"', '["O1"]'), 23, "card X2 has the reward a list;"),
    (changed("= true", "= 1"), 24, "card X2 has the stand_in 1; write true or false."),
    (changed('  ".....",\n', "", 1), 25, "card X2 has 4 rows; a card is 5 rows of 5 cells,"),
    (changed('  "#####",\n', '  "#####",\n  "#####",\n', 1), 11, "card X1 has 6 rows;"),
    (changed('  "#####",\n', "", 1), 11, "card X1 has 4 rows; a card is 5 rows of 5 cells,"),
    (changed('  "##.##",\n  "##.##"', '  "##.##",\n  "##x##"'), 14, "card X1 has '##x##' as row 3;"),
    (changed('  "##.##",\n  "##.##"', '  "##.##", # "\n\n  "##.#"'), 15, "card X1 has '##.#' as row 3;"),
    (changed('rows = [\n  "#####"', "'rows' = [\n  '#'"), 12, "card X1 has '#' as row 1;"),
    (changed('"##.##"', '"#####"'), 11, "card X1 has no recess; draw the cells to be filled as '.'."),
    (changed('  "##.##",\n', "  3,\n", 1), 11, "card X1 has 3 as row 2;"),
    (DECOYS, 1, "the pack has no 'card'"),
    (DECOYS.replace('"""', "'''") + "[[card]]\nid = 'Y'\n", 4, "the title is 'Not a\\n[[card]]"),
    (MANY, 462, "card Y63 is one white card too many; a pack has at most 64, so put"),
    (changed("[[card]]", '  [[ card ]] # "X"').replace("UP2", "?"), 23, "card X2 has the reward '?'"),
    (QUOTES.replace("UP2", "?"), 23, "card X2 has the reward '?'"),
    (GOOD.replace("\n", "\r\n").replace("UP2", "?"), 23, "card X2 has the reward '?'"),
    ("\ufeff" + GOOD.replace("UP2", "?"), 23, "card X2 has the reward '?'"),
    ("name = '\ud800'\nversion = 1\ntitle = 't'\ncard = [3]\n", 1, "the name is '\\ud800'"),
    ("name = 'a'\nversion = 1\ntitle = '\ud800'\ncard = [3]\n", 3, "the title is '\\ud800'"),
]


@pytest.mark.parametrize(("text", "line", "fragment"), BAD_FILES)
def test_bad_file_is_refused_with_its_line(text, line, fragment):
    with pytest.raises(PackError) as refused:
        parse_pack(text, "my.toml")
    message = str(refused.value)
    assert message.startswith(f"my.toml line {line}: ")
    assert fragment in message
    assert_is_one_sentence(message)


def assert_is_one_sentence(message):
    assert "\n" not in message
    assert message.endswith(".")
    assert message.encode("utf-8"), "can be printed"


def test_pack_of_64_cards_of_a_color_is_fine():
    assert len(parse_pack(MANY[: MANY.rindex("[[card]]")], "my.toml").cards) == 64


def test_cards_may_be_written_inline():
    text = 'name = "a"\nversion = 1\ntitle = "t"\ncard = [\n  { id = "X", color = "white", points = 1,'
    text += ' reward = "O1", rows = ["#####", "#####", "##.##", "#####", "#####"] }\n]\n'
    assert parse_pack(text, "my.toml").cards[0].id == "X"
    with pytest.raises(PackError, match=r"^my.toml line 4: card X has the reward 'O9'"):
        parse_pack(text.replace("O1", "O9"), "my.toml")


def test_file_is_loaded(tmp_path):
    file = tmp_path / "mine.toml"
    file.write_text(GOOD)
    assert load_pack(file) == load_pack(str(file)) == parse_pack(GOOD, "other")


@pytest.mark.parametrize(
    ("content", "fragment"),
    [
        (
            b"name = 'a'\ntitle = '\xff'\n",
            "mine.toml line 2: this is not UTF-8 text; save the file as UTF-8.",
        ),
        (GOOD.encode("utf-16"), "mine.toml line 1: this is not UTF-8 text; save the file as UTF-8."),
        (b"#\n" * (MAX_BYTES // 2) + b"#", "mine.toml is larger than 256 kB; split it into several packs."),
        (b"x" * MAX_BYTES, "mine.toml line 1: this line is longer than 250 characters"),
        (b"\0", "mine.toml line 1: this is not valid TOML"),
    ],
)
def test_file_that_is_no_text_is_refused(tmp_path, content, fragment):
    file = tmp_path / "mine.toml"
    file.write_bytes(content)
    with pytest.raises(PackError) as refused:
        load_pack(file)
    assert fragment in str(refused.value)
    assert_is_one_sentence(str(refused.value))


@pytest.mark.parametrize("name", ["missing.toml", ".", "a\0b"])
def test_file_that_cannot_be_read_is_refused(tmp_path, name):
    with pytest.raises(PackError, match=r"cannot be read \(.+\); check the path\.$"):
        load_pack(tmp_path / name)


def test_size_limit_counts_bytes():
    with pytest.raises(PackError, match=r"^my.toml is larger than 256 kB"):
        parse_pack("#\u00e9\u00e9\n" * (MAX_BYTES // 5), "my.toml")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("# my first pack\n", "\n\n\t# another comment\n"),
        ('"mine"', "'mine'"),
        ('color = "white"\npoints = 0', 'points = 0\ncolor = "white"'),
        ('[\n  "#####",\n  "##', '["#####", "##'),
        ("\n", "\r\n"),
        ("My cards", "Your cards"),
        ("stand_in = true\n", ""),
    ],
)
def test_digest_does_not_see_what_play_does_not_depend_on(old, new):
    assert parse_pack(changed(old, new), "a").digest == parse_pack(GOOD, "b").digest


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"mine"', '"mine2"'),
        ("= 3", "= 4"),
        ("X1", "X3"),
        ('"white"', '"black"'),
        ("points = 0", "points = 1"),
        ('"I2"', '"I3"'),
        ("##.##", "#..##"),
    ],
)
def test_digest_sees_what_play_depends_on(old, new):
    assert parse_pack(changed(old, new, 1), "a").digest != parse_pack(GOOD, "a").digest


def test_digest_sees_the_order_of_cards():
    head, one, two = re.split(r"(?=\[\[card\]\])", GOOD)
    assert parse_pack(head + two + one, "a").digest != parse_pack(GOOD, "a").digest


def test_digests_are_pinned():
    # A change here is a change of cards that old records name: raise the pack's version with it.
    assert {name: bundled_pack(name).digest for name in BUNDLED_PACKS} == {
        "base": "738484fd8fedbb3f",
        "ghost": "d642b03588962483",
        "ambassador": "7b1a7442b712130d",
        "phoenix": "e4b11a123bf467e3",
    }


WORDS = "[[card]] [card] card id rows points reward color name version title stand_in true 1e999 nan"
MARKS = "= . # \" \"\"\" ''' \\ [ ] { } , - _ 0x1 1979-05-27 UP1 'white' \0 \ufeff \ud800 \u0416"
FRAGMENTS = st.sampled_from([*WORDS.split(), *MARKS.split(), "\n", "\r", "\t", " ", "0x" + "f" * 90])


def refusal(call, *arguments):
    """What the call is refused with, or None; anything but a PackError escapes and fails the test."""
    try:
        call(*arguments)
    except PackError as error:
        return str(error)
    return None


def assert_only_pack_error(text):
    message = refusal(parse_pack, text, "my.toml")
    if message is not None:
        assert_is_one_sentence(message)
        place = re.match(r"my\.toml line ([1-9][0-9]*): ", message)
        assert place
        assert int(place[1]) <= text.count("\n") + 1


@given(st.text(st.characters(), max_size=200) | st.lists(FRAGMENTS, max_size=30).map("".join))
@settings(deadline=None, max_examples=300)
def test_any_text_is_read_or_refused(text):
    assert_only_pack_error(text)


@given(
    st.lists(
        st.tuples(st.integers(0, len(GOOD)), st.integers(0, 12), FRAGMENTS | st.text(max_size=3)),
        min_size=1,
        max_size=4,
    )
)
@settings(deadline=None, max_examples=300)
def test_any_mutation_of_a_good_file_is_read_or_refused(cuts):
    text = GOOD
    for at, length, patch in cuts:
        text = text[:at] + patch + text[at + length :]
    assert_only_pack_error(text)


VALUES = """0 -1 21 true 1.5 nan inf "" "X" [] {} [[]] {a=1} 07:32:00 1979-05-27 1979-05-27T07:32:00Z
["....."] [1,2,3,4,5] 0b1"""
TOML_VALUES = st.sampled_from([*VALUES.split(), "'''\n'''", "9" * 200])
KEYS = st.sampled_from(["name", "version", "title", "id", "color", "points", "reward", "rows", "stand_in"])


@given(st.lists(st.tuples(KEYS, TOML_VALUES, st.integers(0, 1)), min_size=1, max_size=3))
@settings(deadline=None, max_examples=300)
def test_any_value_at_any_key_is_read_or_refused(changes):
    text = GOOD
    for key, value, which in changes:
        found = list(re.finditer(rf"^{key} = (\[[^]]*\]|.*)$", text, re.MULTILINE))
        if found:
            spot = found[which % len(found)]
            text = text[: spot.start(1)] + value + text[spot.end(1) :]
    assert_only_pack_error(text)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=6),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=6) | KEYS, inner, max_size=6),
    max_leaves=8,
)


@given(JSON | st.dictionaries(KEYS, JSON).map(lambda changes: inline_card(**changes)))
@settings(deadline=None, max_examples=300)
def test_any_document_is_a_card_or_refused(doc):
    message = refusal(card_from_dict, doc, "here")
    if message is not None:
        assert message.startswith("here: ")
        assert_is_one_sentence(message)


@given(st.binary(max_size=100))
@settings(deadline=None)
def test_any_bytes_are_read_or_refused(tmp_path_factory, content):
    file = tmp_path_factory.getbasetemp() / "any.toml"
    file.write_bytes(content)
    with pytest.raises(PackError):
        load_pack(file)


@given(st.integers(0, (1 << 25) - 1))
@settings(deadline=None)
def test_15_copies_fill_any_drawing(recess):
    assert is_tileable(recess)
