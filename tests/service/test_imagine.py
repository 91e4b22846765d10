"""What a bot gets to see: everything visible stays, everything unseen is dealt anew, and the position is sound."""

from random import Random

import pytest
from tests.service.at_hand import ANN, BOB, Node, encode, run
from tests.service.twins import Walk, _names_in, hidden_decks, seen_cards

from projectl.game import Game
from projectl.game.imagine import imagine
from projectl.service.settings import Settings
from projectl.simulation.matrix import MATRIX, Spec

SEEDS = range(6)


def _views(game: Game) -> list[bytes]:
    return [encode(game.view(seat)) for seat in (None, *"ABCDEF"[: game.config.players])]


def _check(game: Game) -> None:
    before = encode(game.position())
    dealt = [imagine(game, seed) for seed in SEEDS]
    assert encode(game.position()) == before
    for new in dealt:
        assert _views(new) == _views(game)
        assert (new.history, new.seed) == ([], None)
        again = Game.from_position(new.position())
        assert again.position() == new.position()
        cards = {card.id for card in game.config.cards}
        lying = [name for name in _names_in(new.position() | {"cards": []}) if name in cards]
        assert len(lying) == len(set(lying)) + _named_twice(new)
    for deck, cards_hidden in hidden_decks(game).items():
        if len(cards_hidden) > 3:
            assert len({tuple(hidden_decks(new)[deck]) for new in dealt}) > len(SEEDS) // 2


def _named_twice(game: Game) -> int:
    """A pending choice names its card, which also lies somewhere."""
    turns = [game.position().get("turn", {}), *game.position().get("turns", {}).values()]
    return sum(len(set(_names_in(turn)) & {card.id for card in game.config.cards}) for turn in turns)


@pytest.mark.parametrize("spec", MATRIX, ids=str)
def test_visible_stays_unseen_varies(spec):
    walk, dice = Walk(spec, MATRIX.index(spec)), Random(spec.players)
    for _ in range(40):
        if walk.table.phase != "playing":
            break
        if dice.random() < 0.15:
            assert walk.table.game is not None
            _check(walk.table.game)
        walk.move()


def test_every_unseen_card_may_lie_anywhere():
    """Also Black cards that left the game unseen (R2.2): a bot must not know which did."""
    game = Spec(2).game(1)
    deck = hidden_decks(game)["black"]
    unseen = {card.id for card in game.config.cards if card.color == "black"} - seen_cards(game)
    assert len(unseen) > len(deck)
    tops = [hidden_decks(imagine(game, seed))["black"][0] for seed in range(400)]
    assert set(tops) == unseen
    assert max(tops.count(card) for card in unseen) < 60  # 400 / 16 = 25 of each


def test_face_down_tiles():
    game = Spec(2, expansions=("finesse",)).game(1)
    laid = game.position()["finesse"]["tiles"]
    found = [imagine(game, seed).position()["finesse"]["tiles"] for seed in range(100)]
    assert all(tiles[2:] == laid[2:] for tiles in found)
    assert len({tuple(tiles[:2]) for tiles in found}) > 5
    sets = {tile.id: tile.set for tile in game.config.tiles}
    assert {tuple(sets[tile] for tile in tiles[:2]) for tiles in found} == {tuple(sets[tile] for tile in laid[:2])}


def test_own_cards_are_dealt_too():
    """A table's game is read from a position, whose rules do not count own cards."""
    rows = ["..###", "#####", "#####", "#####", "#####"]
    cards = tuple({"id": f"X{n}", "color": "white", "points": 1, "reward": "O1", "rows": rows} for n in range(20))

    async def work() -> None:
        node = Node()
        room = await node.table(Settings(seed=1, cards=cards), ANN, BOB)
        assert room.table.game is not None
        _check(room.table.game)
        unseen = {card.id for card in room.table.game.config.cards if card.color == "white"} - seen_cards(
            room.table.game
        )
        tops = {hidden_decks(imagine(room.table.game, seed))["white"][0] for seed in range(600)}
        assert tops == unseen

    run(work())
