"""Setup rules whose outcome is random: what NOT_AS_DATA.md of the specification leaves to code (V01, V06, ...)."""

from collections import Counter
from itertools import combinations

import pytest

from projectl import Game
from projectl.catalog import finesse_tiles
from projectl.rules import chance, engine, setup, steps
from projectl.rules.events import Events
from projectl.rules.state import State

SEEDS = range(12)


@pytest.mark.parametrize("seed", SEEDS)
def test_two_players_rows_and_decks(seed: int) -> None:
    """V01 [R2.1 R2.2 R2.4]: 4 + 4 face up, 32 White and 12 of 20 Black, all different."""
    document = Game(2, seed=seed).position()
    white = document["white"]["row"] + document["white"]["deck"]
    black = document["black"]["row"] + document["black"]["deck"]
    assert len(document["white"]["row"]) == len(document["black"]["row"]) == 4
    assert sorted(white) == sorted(f"W{number}" for number in range(1, 33))
    assert len(set(black)) == len(black) == 12


def test_seed_decides_everything() -> None:
    """V06 [R0.6]."""
    assert Game(2, seed=7).position() == Game(2, seed=7).position()
    assert Game(2, seed=7).position()["white"]["deck"] != Game(2, seed=8).position()["white"]["deck"]


def test_taking_from_an_empty_slot_is_no_legal_step() -> None:
    """V13 [R4.1.4]."""
    given = {"players": {"A": {}, "B": {}}, "white": {"row": ["W1", "W2", "W3", "W4"], "deck": []}}
    game = Game.from_position(given)
    assert steps.TAKE + 2 in game.legal_steps()
    game.play("take W3")
    assert steps.TAKE + 2 not in game.legal_steps()
    assert not engine.is_legal(game.config.rules, game.state, 0, steps.TAKE + 2)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize(("expansions", "white", "black"), [((), 15, 10), (("finesse",), 20, 15)])
def test_solo_deck_is_white_over_black(seed: int, expansions: tuple[str, ...], white: int, black: int) -> None:
    """V60 [R10.1 R16.1]."""
    solo = Game(1, seed=seed, variants=["solo"], expansions=expansions).position()["solo"]
    cards = solo["grid"] + solo["deck"]
    assert len(solo["grid"]) == 9
    assert [card[0] for card in cards] == ["W"] * white + ["B"] * black


def test_line_clear_deals_right_rows_first() -> None:
    """V69 [R11.1 Q20]: right White, right Black, left White, left Black from a fixed deck order."""
    config = Game(5, variants=["line_clear"]).config
    state = State()
    setup.stack_decks(config.rules, state, chance.start(3, chance.SETUP))
    top = [list(reversed(deck.cards[: deck.size])) for deck in state.decks]
    setup.deal(config.rules, state)
    left_white, left_black = state.market[0:3], state.market[3:6]
    right_white, right_black = state.market[6:9], state.market[9:12]
    assert right_white + left_white == top[0][:6]
    assert right_black + left_black == top[1][:6]


@pytest.mark.parametrize("seed", range(40))
def test_finesse_row(seed: int) -> None:
    """V86 [R14.1 R0.7]: two A, two B, six C, all different; only letters of the first two are seen."""
    game = Game(2, seed=seed, expansions=["finesse", "finesse_ambassador"])
    tiles = game.position()["finesse"]["tiles"]
    letters = Counter(tile[0] for tile in tiles)
    assert letters == {"A": 2, "B": 2, "C": 6}
    assert len(set(tiles)) == 10
    for seat in (None, "A", "B"):
        seen = game.view(seat)["finesse"]["tiles"]
        assert seen[:2] == [tile[0] for tile in tiles[:2]]
        assert seen[2:] == tiles[2:]


def test_every_tile_can_lie_anywhere() -> None:
    """R14.1: the ten are shuffled, so an A tile is not always first."""
    first = {Game(2, seed=seed, expansions=["finesse"]).position()["finesse"]["tiles"][0][0] for seed in range(60)}
    assert first == {"A", "B", "C"}


def test_six_players_with_phoenix_draw_24_of_27() -> None:
    """V101 [R18.1]."""
    seen = set()
    for seed in range(40):
        black = Game(6, seed=seed, expansions=["phoenix"]).position()["black"]
        cards = black["row"] + black["deck"]
        assert len(set(cards)) == len(cards) == 24
        seen |= set(cards)
    assert len(seen) == 27


def test_reshuffled_white_deck_comes_in_every_order() -> None:
    """V102 [R19.1]: the same cards, all orders over seeds."""
    orders: Counter[tuple[str, ...]] = Counter()
    for seed in range(300):
        given = {
            "variants": ["endless_white"],
            "players": {"A": {"pile": ["W22", "W1"]}, "B": {"pile": ["W9"]}},
            "white": {"row": ["W5", "W6", "W7", "W8"], "deck": ["W10"]},
            "chance": chance.start(seed, chance.PLAY),
        }
        game = Game.from_position(given)
        game.play("take W5")
        orders[tuple(game.position()["white"]["deck"])] += 1
    assert all(sorted(order) == ["W1", "W22", "W9"] for order in orders)
    assert len(orders) == 6
    assert min(orders.values()) > 25


def test_known_points_opens_the_piles() -> None:
    """V103 [R20.1 R0.7]."""
    given = {"players": {"A": {"pile": ["W1"]}, "B": {"pile": ["W2", "B1"]}}}
    hidden = Game.from_position(given).view("A")
    shown = Game.from_position({**given, "variants": ["known_points"]}).view("A")
    assert "pile" not in hidden["players"]["B"]
    assert hidden["players"]["B"]["pile_size"] == 2
    assert hidden["players"]["A"]["pile"] == ["W1"]  # Q02: your own pile you may always read
    assert hidden["scores"] == {"A": 2}
    assert shown["players"]["B"]["pile"] == ["W2", "B1"]
    assert shown["scores"] == {"A": 2, "B": 7}


def test_first_player_comes_from_the_seed() -> None:
    """V106 [R2.6]."""
    first = {Game(["Ann", "Bob", "Cy"], seed=seed).names[0] for seed in range(40)}
    assert first == {"Ann", "Bob", "Cy"}
    assert sorted(Game(["Ann", "Bob", "Cy"], seed=5).names) == ["Ann", "Bob", "Cy"]


@pytest.mark.parametrize("seed", range(6))
def test_face_down_tiles_are_never_seen(seed: int) -> None:
    """V116 [R14.13]: not in any view, not in any event, also after their removal."""
    game = Game(2, seed=seed, expansions=["finesse", "finesse_ambassador"])
    hidden = game.position()["finesse"]["tiles"][:2]
    while not game.over and game.round < 6:
        move = "upgrade +O1" if "upgrade +O1" in game.legal() else next(iter(game.legal()))
        played = game.play(move)
        texts = [str(event) for event in played.events] + [repr(game.view(seat)) for seat in (None, "A", "B")]
        for tile in hidden:
            assert not any(f"'{tile}'" in text or text.endswith(f" {tile}") for text in texts)


def test_tile_pools() -> None:
    """V117 [R15.3 R15.4]."""
    tetrominoes = ("O4", "I4", "T4", "L4", "S4")
    tiles = finesse_tiles(ambassador=False, stand_ins=True)
    pool = {letter: [tile for tile in tiles if tile.set == letter] for letter in "ABC"}
    assert {tile.pieces for tile in pool["A"]} == set(combinations(tetrominoes, 3))
    assert {tile.pieces for tile in pool["B"]} == set(combinations(tetrominoes, 2))
    assert [tile.id for tile in pool["C"]] == [f"C{number}" for number in range(1, 11)]
    assert [tile.pays for tile in pool["C"]].count("upgrade") == 2
    assert len(tiles) == 30
    assert len(finesse_tiles(ambassador=True, stand_ins=True)) == 40
    assert len(finesse_tiles(ambassador=True, stand_ins=False)) == 36


def test_tile_leaves_after_the_opponents_turn() -> None:
    """V118 [R16.2]: order of events in Finesse solo."""
    game = Game(1, seed=3, variants=["solo"], expansions=["finesse"])
    for _ in range(2):
        game.play("upgrade +O1")
    kinds = [event.kind for event in game.play("upgrade +O1").events]
    assert kinds.index("locks_removed") < kinds.index("round_ended") < kinds.index("tile_gone")


def test_recycled_cards_are_known() -> None:
    """R0.7 Q56: everybody saw which cards went under the deck and in which order."""
    game = Game(2, seed=4)
    row = game.position()["white"]["row"]
    order = [row[2], row[0], row[3], row[1]]
    before = game.view("B")["white"]
    assert before["bottom"] == []
    game.play("recycle white " + " ".join(order))
    for seat in (None, "A", "B"):
        seen = game.view(seat)
        assert seen["white"]["bottom"] == order
        assert "deck" not in seen["white"]
    assert game.position()["white"]["deck"][-4:] == order


def test_step_buffers_are_large_enough() -> None:
    """No real step comes near the event limit."""
    game = Game(6, seed=1, expansions=["ghost", "finesse", "finesse_ambassador"], variants=["line_clear"])
    buffer = Events()
    assert buffer.count == 0
    assert len(buffer.data) == 1024 * 4
    assert game.config.rules.seats == 6
