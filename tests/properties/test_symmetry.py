"""Nothing depends on how a card lies or on who sits where, as far as the rules say so.

Cards: a turned or mirrored card takes the turned or mirrored placements, and filling it gives the same.

Seats, and how far each symmetry goes:

- *Any* exchange of seats (everything a player owns goes along) keeps scores and winners (R9), and lets everybody
  make the same finishing touches to the same result (R8.6: touches of one player never affect another).
- *Any* exchange keeps what the player on turn may do, and does, until that turn is over (R3, R4); in Line Clear
  a *rotation* does, the markers moving along, until the markers are passed (R11.3).
- A *rotation* keeps the order of turns, so it keeps everything but the number of the round for as long as nothing
  happens at the end of a round: no tile row (R14.2), the end not triggered (R7.2), the cap not reached (R7.8).
"""

from collections.abc import Callable, Iterable
from copy import deepcopy
from functools import cache
from itertools import permutations
from typing import Any

import pytest
from tests.properties.playing import new_game, play_move

from projectl.bots import Scratch
from projectl.catalog import Card, bundled_pack
from projectl.catalog.cards import BUNDLED_PACKS
from projectl.game import Game
from projectl.game.moves import SEATS, placement_name
from projectl.rules import chance, placing, scoring, steps, upgrade
from projectl.rules.pieces import PIECE_NAMES, PLACEMENT_MASK, PLACEMENTS
from projectl.simulation import MATRIX, Spec

Drawing = tuple[str, ...]

# ---- cards ------------------------------------------------------------------------------------------------

CARDS = [card for name in BUNDLED_PACKS for card in bundled_pack(name).cards]


def quarter(rows: Drawing) -> Drawing:
    """A drawing turned clockwise by a quarter."""
    return tuple("".join(column) for column in zip(*reversed(rows), strict=True))


def mirror(rows: Drawing) -> Drawing:
    """A drawing mirrored left to right."""
    return tuple(row[::-1] for row in rows)


def turned(rows: Drawing, symmetry: int) -> Drawing:
    """One of the eight ways to lay a square drawing; 0 leaves it as it is."""
    for _ in range(symmetry % 4):
        rows = quarter(rows)
    return mirror(rows) if symmetry >= 4 else rows


@cache
def drawn(placement: int) -> Drawing:
    """A placement as a drawing."""
    cells = [PLACEMENT_MASK[placement] >> cell & 1 for cell in range(25)]
    return tuple("".join(".x"[mark] for mark in cells[5 * row : 5 * row + 5]) for row in range(5))


PLACEMENT_OF = {(placement_name(p)[:2], drawn(p)): p for p in range(PLACEMENTS)}


@cache
def turned_placement(placement: int, symmetry: int) -> int:
    """The placement of the same piece whose drawing is the turned one."""
    return PLACEMENT_OF[placement_name(placement)[:2], turned(drawn(placement), symmetry)]


def tiling(card: Card) -> list[int]:
    """One way to fill a card, found on the drawing: at the first free cell the largest piece that fits."""
    free = sum(1 << cell for cell, mark in enumerate("".join(card.rows)) if mark == ".")
    found = []
    while free:
        first = free & -free
        best = max(p for p in range(PLACEMENTS) if PLACEMENT_MASK[p] & first and not PLACEMENT_MASK[p] & ~free)
        found.append(best)
        free &= ~PLACEMENT_MASK[best]
    return found


def side_by_side(card: Card, symmetry: int, placed: Iterable[int] = (), supply: Iterable[str] = PIECE_NAMES) -> Game:
    """A player with the card as Z0 and turned as Z1, the same pieces on both, and pieces to place."""
    like = {"color": card.color, "points": card.points, "reward": card.reward}
    on_turned = [placement_name(turned_placement(p, symmetry)) for p in placed]
    puzzles = {"Z0": [placement_name(p) for p in placed], "Z1": on_turned}
    return Game.from_position(
        {
            "expansions": ["ghost"],
            "cards": [
                {"id": "Z0", "rows": list(card.rows)} | like,
                {"id": "Z1", "rows": list(turned(card.rows, symmetry))} | like,
            ],
            "players": {"A": {"supply": dict.fromkeys(supply, 1), "puzzles": puzzles}, "B": {}},
        }
    )


def choices(game: Game, slot: int) -> set[int]:
    """The placements that are legal on a slot."""
    return {step % PLACEMENTS for step in game.legal_steps() if step < steps.TAKE and step // PLACEMENTS == slot}


def differing_choices(card: Card, symmetry: int) -> str:
    """The first piece with other choices on the turned card, or nothing."""
    game = side_by_side(card, symmetry)
    expected = {turned_placement(placement, symmetry) for placement in choices(game, 0)}
    wrong = sorted(expected ^ choices(game, 1))
    return f"{card.id} turned by {symmetry}: {placement_name(wrong[0])}" if wrong else ""


def test_the_eight_symmetries_are_eight():
    corner = ("xx...", "x....", ".....", ".....", ".....")
    hook = ("xxx..", "x....", ".....", ".....", ".....")
    assert len({turned(hook, symmetry) for symmetry in range(8)}) == 8
    assert len({turned(corner, symmetry) for symmetry in range(8)}) == 4
    assert quarter(hook) == ("...xx", "....x", "....x", ".....", ".....")


def test_a_turned_card_has_the_turned_choices():
    assert len(CARDS) == 86
    for card in CARDS:
        assert choices(side_by_side(card, 0), 0)
        for symmetry in range(8):
            assert not differing_choices(card, symmetry)


def test_filling_a_turned_card_gives_the_same():
    """Pieces, reward, pile, points and pending choice, whichever of the two is filled (R6.3)."""
    for number, card in enumerate(CARDS):
        *before, last = tiling(card)
        for symmetry in (1 + number % 7, 7 - number % 7):
            game = side_by_side(card, symmetry, before, [placement_name(last)[:2]])
            other = game.copy()
            game.play(f"place Z0:{placement_name(last)}")
            other.play(f"place Z1:{placement_name(turned_placement(last, symmetry))}")
            assert [event.parts for event in game.history[-1].events if event.kind == "completed"] == [("A", "Z0")]
            assert _outcome(game, "Z0", "Z1") == _outcome(other, "Z1", "Z0"), f"{card.id} turned by {symmetry}"


def _kept(game: Game) -> list[str]:
    owner = game.position()["players"]["A"]
    return [*owner["pile"], *owner["ambassador_fresh"]]


def _outcome(game: Game, filled: str, other: str) -> dict[str, Any]:
    """What is left of a position when it is forgotten which of two cards lies which way."""
    document = game.position()
    names = {filled: "filled", other: "other"}
    owner = document["players"]["A"]
    seen = [str(event) for event in game.history[-1].events if event.kind not in {"placed"}]
    return {
        "owner": {key: value for key, value in owner.items() if key not in {"pile", "puzzles", "ambassador_fresh"}},
        "kept": [names[card] for card in _kept(game)],
        "puzzles": {names[card]: len(placed) for card, placed in owner["puzzles"].items()},
        "reserve": document["reserve"],
        "scores": document["scores"],
        "pending": document["pending"],
        "events": [text.replace(filled, "filled") for text in seen],
    }


def test_a_fault_in_one_corner_is_caught(monkeypatch):
    """The control: no piece may cover the top right cell."""
    real = placing.fits
    monkeypatch.setattr(placing, "fits", lambda left, p: real(left, p) and not PLACEMENT_MASK[p] >> 4 & 1)
    assert any(differing_choices(card, symmetry) for card in CARDS for symmetry in range(8))


def test_a_fault_of_one_hand_is_caught(monkeypatch):
    """The control: of the two hands of L4 one is missing."""
    hands = [turned(("xxx..", "x....", ".....", ".....", "....."), symmetry) for symmetry in range(4)]
    left_out = {PLACEMENT_OF["L4", hand] for hand in hands}
    real = placing.fits
    monkeypatch.setattr(placing, "fits", lambda left, p: real(left, p) and p not in left_out)
    assert any(differing_choices(card, symmetry) for card in CARDS for symmetry in range(8))


# ---- seats ------------------------------------------------------------------------------------------------

Mapping = dict[str, str]
Document = dict[str, Any]

MANY = [spec for spec in MATRIX if spec.players > 1]
ROUNDS = [spec for spec in MANY if "line_clear" not in spec.variants]
LINE_CLEAR = [spec for spec in MANY if "line_clear" in spec.variants]
NO_TILES = [spec for spec in ROUNDS if "finesse" not in spec.expansions]


def rotation(players: int, by: int) -> Mapping:
    return {SEATS[seat]: SEATS[(seat + by) % players] for seat in range(players)}


def shuffles(players: int) -> list[Mapping]:
    """A few exchanges of seats that are no rotations where there are any."""
    orders = list(permutations(SEATS[:players]))[1 :: max(1, len(list(permutations(SEATS[:players]))) // 5)]
    return [dict(zip(SEATS, order, strict=False)) for order in orders]


def relabelled(document: Document, mapping: Mapping) -> Document:
    """The same table with other seat letters: whatever a player has goes along."""
    new = deepcopy(document)
    back = {there: here for here, there in mapping.items()}
    new["players"] = {seat: document["players"][back[seat]] for seat in sorted(document["players"])}
    new["scores"] = {seat: document["scores"][back[seat]] for seat in sorted(document["scores"])}
    for key in ("active", "winners"):
        new[key] = sorted(mapping[seat] for seat in document[key])
    if "turn" in new:
        new["turn"]["seat"] = mapping[new["turn"]["seat"]]
    if "turns" in new:
        new["turns"] = {mapping[seat]: turn | {"seat": mapping[seat]} for seat, turn in new["turns"].items()}
    for key in ("white_marker", "black_marker"):
        if "line_clear" in new:
            new["line_clear"][key] = mapping[new["line_clear"][key]]
    return new


def comparable(document: Document) -> Document:
    """Without the numbers that count rounds and steps, which a rotation shifts."""
    new = {key: value for key, value in document.items() if key not in {"round", "triggered_round"}}
    if "line_clear" in new:
        new["line_clear"] = {key: value for key, value in new["line_clear"].items() if key != "step"}
    return new


def exchanged(game: Game, mapping: Mapping) -> Game:
    """A second game in which the players of this one sit elsewhere."""
    document = relabelled(game.position(), mapping)
    if "line_clear" in document:
        del document["line_clear"]["step"]
    return Game.from_position(document)


def differences(game: Game, other: Game, mapping: Mapping) -> list[str]:
    """The keys in which two games differ beyond the seat letters."""
    wanted = comparable(relabelled(game.position(), mapping))
    found = comparable(other.position())
    return [key for key in wanted.keys() | found.keys() if wanted.get(key) != found.get(key)]


def follow(spec: Spec, seed: int, mapping: Mapping, moves: int, stops: Callable[[Game], bool]) -> int:
    """After some moves exchange the seats and play the same in both games; how many moves agreed until ``stops``."""
    game = new_game(spec, seed)
    scratch = Scratch(seed, chance.BOTS)
    for _ in range(moves):
        if game.phase != "play":
            return 0
        play_move(game, scratch)
    game.history.clear()
    if stops(game) or game.phase != "play":
        return 0
    other = exchanged(game, mapping)
    compared = 0
    while compared < 60:
        played = play_move(game, scratch)
        other.play(str(played.move), seat=mapping[played.seat])
        if stops(game) or stops(other):
            break
        assert not differences(game, other, mapping), f"{spec}, seed {seed}, after {played}"
        compared += 1
    return compared


def happened(*kinds: str) -> Callable[[Game], bool]:
    """Whether the last move brought one of these events about."""
    return lambda game: bool(game.history) and any(event.kind in kinds for event in game.history[-1].events)


def test_rotated_seats_play_the_same_game_until_the_end_is_near():
    stopped = happened("stopped")
    compared = 0
    for number, spec in enumerate(NO_TILES):
        for by in range(1, min(spec.players, 3)):
            mapping = rotation(spec.players, by)
            compared += follow(
                spec, number, mapping, 5 * number % 37, lambda game: bool(game.state.triggered) or stopped(game)
            )
    assert compared > 1000


def test_exchanged_seats_play_the_same_turn():
    ended = happened("turn_ended")
    compared = 0
    for number, spec in enumerate(ROUNDS):
        for moves in range(6, 66, 6):
            mappings = shuffles(spec.players)
            compared += follow(spec, number, mappings[moves % len(mappings)], moves, ended)
    assert compared > 200


def test_rotated_markers_play_the_same_step():
    ended = happened("markers_passed")
    compared = 0
    for number, spec in enumerate(LINE_CLEAR):
        for moves in range(5, 65, 5):
            compared += follow(spec, number, rotation(spec.players, 1 + moves % (spec.players - 1)), moves, ended)
    assert compared > 200


def to_touches(spec: Spec, seed: int) -> tuple[Game, Scratch]:
    game = new_game(spec, seed)
    scratch = Scratch(seed, chance.BOTS)
    while game.phase == "play":
        play_move(game, scratch)
    game.history.clear()
    return game, scratch


def exchange_before_the_touches(spec: Spec, seed: int, mapping: Mapping) -> list[str]:
    """Everybody makes the same touches from other seats; the keys in which the ends differ."""
    game, scratch = to_touches(spec, seed)
    document = relabelled(game.position(), mapping)
    document["turn"] = {"seat": "A"}
    document.pop("line_clear", None)  # nobody needs the markers any more, and not every exchange keeps their distance
    other = Game.from_position(document)
    while not game.over:
        play_move(game, scratch)
    for seat in SEATS[: spec.players]:
        for played in game.history:
            if mapping[played.seat] == seat:
                other.play(str(played.move), seat=seat)
    return [key for key in differences(game, other, mapping) if key != "line_clear"]


def test_exchanged_seats_touch_score_and_win_alike():
    for number, spec in enumerate(MANY):
        for mapping in shuffles(spec.players)[:2]:
            assert not exchange_before_the_touches(spec, number, mapping), f"{spec} {mapping}"


@pytest.mark.parametrize(
    ("players", "winners"),
    [
        ([(5, 2, 1), (5, 2, 1)], "AB"),  # everything alike: shared (R9.5)
        ([(5, 2, 1), (5, 3, 0)], "B"),  # more puzzles (R9.2)
        ([(5, 2, 4), (5, 2, 5), (4, 9, 9)], "B"),  # more pieces left (R9.4)
        ([(5, 2, 4), (6, 1, 0), (6, 1, 0)], "BC"),
        ([(0, 0, 0), (0, 0, 0), (0, 0, 0), (-1, 5, 5)], "ABC"),
    ],
)
def test_ties_are_broken_alike_in_every_seat(players, winners):
    """Points, puzzles completed and pieces left of each player, in every order of seats."""
    for order in permutations(range(len(players))):
        seated = {SEATS[seat]: players[number] for seat, number in enumerate(order)}
        document = {
            "phase": "over",
            "players": {
                seat: {
                    "noted": {"points": max(points, 0), "puzzles": puzzles},
                    "touches": max(-points, 0),
                    "supply": {"O1": pieces},
                }
                for seat, (points, puzzles, pieces) in seated.items()
            },
        }
        expected = [SEATS[seat] for seat, number in enumerate(order) if SEATS[number] in winners]
        assert Game.from_position(document).winners() == expected


def test_a_favoured_seat_is_caught(monkeypatch):
    """The control: the first player gets a point as a present."""
    real = scoring.score
    monkeypatch.setattr(scoring, "score", lambda rules, state, seat: real(rules, state, seat) + (seat == 0))
    with pytest.raises(AssertionError):
        follow(ROUNDS[0], 1, rotation(2, 1), 10, happened("turn_ended"))
    assert "scores" in exchange_before_the_touches(ROUNDS[1], 1, rotation(3, 1))


def test_a_favour_in_play_is_caught(monkeypatch):
    """The control: the first player's Upgrade takes two pieces."""
    real = upgrade.upgrade_take

    def upgrade_take(state, events, seat, piece):
        real(state, events, seat, piece)
        if seat == 0:
            real(state, events, seat, piece)

    monkeypatch.setattr(upgrade, "upgrade_take", upgrade_take)
    with pytest.raises(AssertionError):
        follow(ROUNDS[0], 1, rotation(2, 1), 10, happened("triggered"))
