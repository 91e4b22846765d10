"""Bots on the stand-ins: counted right, and within the spread of base games."""

from collections import Counter

import pytest

from projectl import Game
from projectl.bots import BOTS, Scratch, next_seat
from projectl.cards.survey import BASE, NEW, Spread, markdown, standard_surveys, survey
from projectl.catalog import Card, bundled_pack
from projectl.game.moves import SEATS
from projectl.rules import chance

GAMES = 6


def played(seed):
    game = Game(3, seed=seed, expansions=["ambassador"])
    mind = Scratch(seed, chance.BOTS)
    while not game.over:
        seat = next_seat(game.state, mind)
        game.take_step(BOTS["guided"](game.config.rules, game.state, seat, mind), SEATS[seat])
    return game


def test_a_survey_counts_what_positions_show():
    found = survey(3, ["ambassador"], games=GAMES)
    games = [played(seed) for seed in range(GAMES)]
    printed = {card.id for card in bundled_pack("base").cards}
    each, scores = [], []
    taken, completed = Counter[tuple[str, str]](), Counter[tuple[str, str]]()
    for game in games:
        players = game.position()["players"].values()
        done = [card for one in players for zone in ("pile", "ambassador", "ambassador_fresh") for card in one[zone]]
        held = done + [card for one in players for card in one["puzzles"]]
        each.append(len(held) / 3)
        scores += game.scores().values()
        for cards, counter in ((held, taken), (done, completed)):
            counter.update((BASE if card in printed else NEW, color_of(game, card)) for card in cards)
    assert found.cards_each.mean == pytest.approx(sum(each) / GAMES)
    assert found.rounds.mean == pytest.approx(sum(game.round for game in games) / GAMES)
    assert found.score.mean == pytest.approx(sum(scores) / len(scores))
    for group, share in found.completed.items():
        assert share == pytest.approx(100 * completed[group] / taken[group])
    assert found.taken[BASE, "white"].mean == pytest.approx(100 * taken[BASE, "white"] / (32 * GAMES))
    assert found.taken[NEW, "white"].mean == pytest.approx(100 * taken[NEW, "white"] / GAMES)


def color_of(game, card):
    return game.config.cards[game.config.card_index[card]].color


@pytest.fixture(scope="module")
def surveys():
    return standard_surveys(1000)


def test_games_on_stand_ins_are_like_base_games(surveys):
    base = {one.players: one for one in surveys if not one.packs}
    assert len(surveys) == 15
    for one in surveys:
        assert one.is_like(base[one.players]), markdown([base[one.players], one])


def test_likeness_can_fail():
    whole = [Card(f"Z{number}", "white", 0, "O1", (".....",) * 5) for number in range(30)]
    assert not survey(2, own_cards=whole, games=200).is_like(survey(2, games=200))


def test_a_spread_holds_means_within_one_deviation():
    assert Spread(10, 2).holds(Spread(12, 50))
    assert not Spread(10, 2).holds(Spread(12.1, 0))
    assert str(Spread(10, 2)) == "10.0 ± 2.0"


def test_own_cards_are_new_cards():
    pack = bundled_pack("ghost")
    found = survey(2, ["ghost"], own_cards=pack.cards[:3], games=20)
    assert found.taken.keys() == {(origin, color) for origin in (BASE, NEW) for color in ("white", "black")}
    assert markdown([found]).splitlines()[2].startswith("| 2 | base + ghost | ")
