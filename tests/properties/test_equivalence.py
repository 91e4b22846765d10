"""Several ways to the same thing: steps and moves, kernel and Game, orders of a Master, the list and trying."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice, permutations
from typing import Any

import pytest
from tests.properties.playing import moments, new_game, opened, own_card, play_move

from projectl.bots import Scratch
from projectl.errors import IllegalMove
from projectl.game import Game, Move, replay
from projectl.game.moves import SEATS
from projectl.rules import chance, steps
from projectl.rules.pieces import PLACEMENTS
from projectl.simulation import MATRIX
from projectl.simulation.run import checked_game, quick_game


def free_seats(game: Game) -> list[str]:
    """The seats on turn that are not in the middle of a move."""
    return [seat for seat in game.active if not game.steps_taken(SEATS.index(seat))]


# ---- kernel and Game --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("number", "spec"), list(enumerate(MATRIX))[::5], ids=str)
def test_a_game_straight_on_the_rules_ends_like_the_checked_one(number, spec):
    bots = ("guided", "random") if number % 10 == 0 else ("guided",)
    spec = replace(spec, options={"round_cap": 8} | spec.options)
    assert quick_game(spec, 40 + number, bots) == checked_game(spec, 40 + number, bots)


@pytest.mark.parametrize("spec", MATRIX, ids=str)
def test_moves_and_steps_agree(spec):
    """One game is played by steps; its moves, as texts, make the same game with the same consequences."""
    by_steps = new_game(spec, 3)
    by_moves = new_game(spec, 3)
    scratch = Scratch(3, chance.BOTS)
    for _ in range(50):
        if by_steps.over:
            break
        played = play_move(by_steps, scratch)
        assert by_moves.play(str(played.move), seat=played.seat) == played
        assert by_moves.position() == by_steps.position(), played
    assert by_moves.record() == by_steps.record()
    assert by_moves.history == by_steps.history


@pytest.mark.parametrize(
    "begun",
    [(steps.RECYCLE,), (steps.RECYCLE + 1, steps.UNDER), (steps.GHOST,), (steps.MASTER,), (steps.INSERT,)],
    ids=str,
)
def test_a_begun_move_is_not_overtaken(begun):
    """Simultaneous Line Clear: moves are whole (R0.4), so the other holder waits, and the record replays (R11.11)."""
    owner = {"supply": {"O1": 1, "P5": 1}, "credits": {"right": 2}}
    game = Game.from_position(
        {
            "expansions": ["ghost", "finesse"],
            "variants": ["line_clear"],
            "options": {"line_clear_order": "simultaneous"},
            "players": {seat: owner | {"puzzles": {f"W{number}": []}} for number, seat in enumerate("ABCDE", 20)},
            "reserve": {"I2": 1},
            "white": {"deck": 1},
            "black": {"deck": 1},
        }
    )
    assert game.active == ["A", "C"]
    for step in begun:
        game.take_step(step, "A")
    assert game.active == ["A"]
    with pytest.raises(IllegalMove) as refusal:
        game.play("upgrade +O1", seat="C")
    assert refusal.value.code == "not_your_turn"
    while game.steps_taken(0):
        game.take_step(game.legal_steps("A")[-1], "A")
    assert "C" in game.active
    game.play(f"take {game.position()['black']['right'][0]}", seat="C")
    assert replay(game.record()).position() == game.position()


# ---- the order of placements ------------------------------------------------------------------------------


def staged_moves() -> Iterator[tuple[Game, str, Move]]:
    """Master, Ambassador and Ghost moves with two or more placements, one of each number per position."""
    for _, kind, game in moments():
        if kind != "acting":
            continue
        for seat in free_seats(game):
            seen = set()
            for move in islice(game.legal(seat), 500):
                if len(move.placings) > 1 and (move.kind, len(move.placings)) not in seen:
                    seen.add((move.kind, len(move.placings)))
                    yield game, seat, move


def test_the_order_of_placements_does_not_matter():
    kinds = set()
    for game, seat, move in staged_moves():
        ends = []
        for order in islice(permutations(move.placings), 6):
            trial = game.copy()
            trial.play(str(replace(move, placings=order)), seat=seat)
            ends.append(trial.position())
        assert all(end == ends[0] for end in ends), move
        kinds.add((move.kind, len(move.placings)))
    assert {("master", 2), ("master", 3), ("ambassador", 2), ("ghost", 2)} <= kinds


# ---- copies -----------------------------------------------------------------------------------------------


def test_a_copy_and_its_original_go_their_own_ways():
    for source, kind, game in moments()[::7]:
        if kind == "over":
            continue
        original = game.copy()
        copied = original.copy()
        assert copied.position() == original.position()
        assert [copied.steps_taken(seat) for seat in range(6)] == [original.steps_taken(seat) for seat in range(6)]
        for one, other in ((copied, original), (original, copied)):
            before, history, began = other.position(), list(other.history), vars(other)["_began"].copy()
            taken = [list(other.steps_taken(seat)) for seat in range(6)]
            seat = one.active[0]
            for _ in range(8):
                if one.over or seat not in one.active:
                    break
                one.take_step(one.legal_steps(seat)[-1], seat)
            assert other.position() == before, f"{source}, {kind}"
            assert other.history == history
            assert [list(other.steps_taken(seat)) for seat in range(6)] == taken
            assert other.began.reserve == began.reserve
            assert other.began.market == began.market


def test_a_copy_in_the_middle_of_a_move_finishes_it():
    """The steps already taken belong to the copy's move as well."""
    game = opened((steps.MASTER,))
    copied = game.copy()
    for one in (game, copied):
        one.take_step(one.legal_steps()[0])
        one.take_step(steps.DONE)
    assert game.history == copied.history
    assert str(game.history[-1].move).startswith("master U1:O1@00")


# ---- the list of legal moves ------------------------------------------------------------------------------

FEW = 150
KINDS_OF_MOVES = "take deck recycle upgrade place master ambassador ghost complete reward levelup touch done end"


def listed_positions() -> Iterator[tuple[str, Game, str, list[Move]]]:
    """Positions in which nothing is under way, with all their moves, if these are not too many."""
    for source, kind, game in moments():
        for seat in free_seats(game):
            moves = list(islice(game.legal(seat), FEW + 1))
            if len(moves) <= FEW:
                yield f"{source}, {kind}", game, seat, moves
    for name in SMALL:
        game = small_game(name)
        yield name, game, "A", list(game.legal())


def test_every_listed_move_is_accepted_and_reads_back():
    kinds = set()
    number = 0
    for source, game, seat, moves in listed_positions():
        number += 1
        texts = [str(move) for move in moves]
        assert len(set(texts)) == len(texts), source
        assert [Move.parse(text) for text in texts] == moves, source
        for move in moves[number % 3 :: 3]:
            assert move in game.legal(seat), f"{source}: {move}"
            assert str(move) in game.legal(seat)
            trial = game.copy()
            assert trial.play(move, seat=seat).move == move, f"{source}: {move}"
            kinds.add(("insert " if move.insert else "") + move.kind)
    assert number > 100
    assert kinds >= set(KINDS_OF_MOVES.split())
    assert kinds >= {f"insert {kind}" for kind in ("take", "recycle", "upgrade", "place", "master")}


def test_the_first_moves_of_a_long_list_are_accepted_too():
    for _, kind, game in moments()[::5]:
        if kind == "acting" and len(game.active) == 1:
            for move in islice(game.legal(), 200, 2000, 300):
                assert game.copy().play(move).move == move


def same_order(game: Game, seat: int, move: Move) -> Move:
    """The move with its placements sorted by where the cards lie."""
    lying = list(game.position()["players"][SEATS[seat]]["puzzles"])
    return replace(move, placings=tuple(sorted(move.placings, key=lambda placing: lying.index(placing.card))))


def brute_force(game: Game, seat: int) -> set[Move]:
    """Every move that any sequence of legal steps makes up."""
    found = set()
    stack = [game]
    while stack:
        here = stack.pop()
        for step in here.legal_steps(SEATS[seat]):
            there = here.copy()
            there.take_step(step, SEATS[seat])
            if len(there.history) > len(here.history):
                found.add(same_order(game, seat, there.history[-1].move))
            else:
                stack.append(there)
    return found


SMALL: dict[str, dict[str, Any]] = {
    "two puzzles, three pieces": {
        "players": {"A": {"supply": {"O1": 2, "I2": 1}, "puzzles": {"Z1": [], "Z2": []}}, "B": {}},
    },
    "three puzzles and a spent Master": {
        "players": {"A": {"supply": {"O1": 3, "L3": 1}, "puzzles": {"Z1": [], "Z2": [], "Z3": []}}, "B": {}},
        "turn": {"seat": "A", "master_used": True},
    },
    "Insert before and after the last action": {
        "expansions": ["finesse"],
        "players": {"A": {"supply": {"O1": 1}, "puzzles": {"Z1": []}, "credits": {"right": 2}}, "B": {}},
        "turn": {"seat": "A", "actions_left": 1},
    },
    "only an Insert or the end": {
        "expansions": ["finesse"],
        "players": {"A": {"supply": {"I2": 1}, "puzzles": {"Z2": []}, "credits": {"right": 3}}, "B": {}},
        "turn": {"seat": "A", "actions_left": 0},
    },
    "Ghost and Ambassador": {
        "expansions": ["ghost", "ambassador"],
        "players": {
            "A": {"supply": {"O1": 1, "P5": 1}, "puzzles": {"Z1": [], "Z3": []}, "ambassador": ["AW1"]},
            "B": {},
        },
    },
    "touches with credits": {
        "expansions": ["finesse"],
        "players": {"A": {"supply": {"O1": 2}, "puzzles": {"Z1": [], "Z3": []}, "credits": {"right": 2}}, "B": {}},
        "phase": "touches",
    },
    "Line Clear, White holder": {
        "variants": ["line_clear"],
        "players": {"A": {"supply": {"O1": 1}, "puzzles": {"Z1": []}}, "B": {}, "C": {}, "D": {}, "E": {}},
    },
    "a row with gaps to recycle": {
        "players": {"A": {"supply": {"O1": 1}}, "B": {}},
        "white": {"row": ["W1", "-", "W3", "-"], "deck": ["W5", "W6"]},
        "black": {"row": ["-", "-", "B3", "-"], "deck": ["B5"]},
    },
    "no time for anything but the end": {
        "players": {"A": {}, "B": {}},
        "white": {"row": ["-", "-", "-", "-"], "deck": []},
        "black": {"row": ["-", "-", "-", "-"], "deck": []},
        "reserve": dict.fromkeys(["O1", "I2", "I3", "L3", "O4", "I4", "T4", "L4", "S4"], 0),
    },
}
SMALL_CARDS = [
    own_card("Z1", "O1", "..###"),
    own_card("Z2", "I2", "#####", "#..##", "#.###"),
    own_card("Z3", "I3", "...##"),
]


def small_game(name: str) -> Game:
    return Game.from_position({"cards": SMALL_CARDS} | SMALL[name])


def unlike(game: Game, seat: int) -> set[Move]:
    """The moves that are only in the list, or only found by trying."""
    listed = {same_order(game, seat, move) for move in game.legal(SEATS[seat])}
    return listed ^ brute_force(game, seat)


@pytest.mark.parametrize("name", SMALL)
def test_the_list_is_complete(name):
    game = small_game(name)
    assert not unlike(game, 0)
    assert game.legal()


def test_the_list_is_complete_where_choices_are_pending():
    tried = 0
    for _, kind, game in moments():
        if kind in {"complete", "reward", "levelup"}:
            for seat in free_seats(game):
                if len(game.legal_steps(seat)) < 20:
                    tried += 1
                    assert not unlike(game, SEATS.index(seat))
    assert tried > 20


def test_a_list_that_skips_a_move_is_caught(monkeypatch):
    """The control: a list that takes two neighbouring puzzles for one."""
    game = small_game("two puzzles, three pieces")
    monkeypatch.setattr("projectl.game.game.PLACEMENTS", 2 * PLACEMENTS)
    assert unlike(game, 0)


def test_a_list_is_refused_in_the_middle_of_an_action():
    """What is under way goes on step by step (R0.4)."""
    game = opened((steps.MASTER,))
    with pytest.raises(IllegalMove) as refusal:
        list(game.legal())
    assert refusal.value.code == "action_under_way"


def test_an_idle_seat_has_an_empty_list():
    for spec in MATRIX[:3]:
        game = new_game(spec, 1)
        assert [bool(game.legal(seat)) for seat in SEATS[: spec.players]] == [True] + [False] * (spec.players - 1)
