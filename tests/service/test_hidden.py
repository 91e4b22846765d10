"""Hidden things stay hidden (R0.7): twins with the same public history are the same, byte by byte, to everybody."""

from collections.abc import Callable
from random import Random

import pytest
from msgspec.structs import replace
from tests.service.at_hand import run
from tests.service.twins import Leak, Pair, Walk

from projectl.errors import IllegalMove
from projectl.game.position import deck_cards
from projectl.game.record import write_record
from projectl.service import deciding, records, room, seen, wire
from projectl.service import entries as log
from projectl.service.deciding import Asking
from projectl.service.entries import AnyEntry, Logged
from projectl.service.seen import happened
from projectl.service.table import PLAYING, Table
from projectl.simulation.matrix import EVERYTHING, MATRIX, Spec

QUICK, SLOW = 3, 20  # pairs in each configuration


def pairs_of(spec: Spec, number: int, seed: int) -> list[Pair]:
    """Twins at points all over a game; half of them keep the next cards, so that they stay twins for longer."""
    walk = Walk(spec, seed)
    dice = Random(seed)
    found: list[Pair] = []
    while walk.table.phase == PLAYING and len(found) < number:
        if dice.random() < number / 60:
            pair = Pair(_frozen(walk), dice, keep=3 * (len(found) % 2))
            found += [pair] if pair.differ else []
        walk.move()
    return found


def _frozen(walk: Walk) -> Walk:
    """The walk as it is now."""
    new = Walk.__new__(Walk)
    new.people, new.asking = walk.people, walk.asking
    new.table, new.stored = walk.table.copy(), list(walk.stored)
    new.scratch = type(walk.scratch)(walk.table.seq, 1)
    return new


def compare(spec: Spec, number: int, seed: int, moves: int = 5) -> int:
    """Compare so many twins; further games follow if one has too few points."""
    done = 0
    while done < number:
        pairs = pairs_of(spec, number - done, seed)
        for index, pair in enumerate(pairs):
            assert run(pair.compare(moves, record=index % 4 == 0)) > 20
        done += len(pairs)
        seed += 1000
    return done


@pytest.mark.parametrize("spec", MATRIX, ids=str)
def test_twins_cannot_be_told_apart(spec):
    assert compare(spec, QUICK, MATRIX.index(spec)) == QUICK


@pytest.mark.slow
@pytest.mark.parametrize("spec", MATRIX, ids=str)
def test_a_thousand_twins_cannot_be_told_apart(spec):
    assert len(MATRIX) * SLOW >= 1000
    assert compare(spec, SLOW, 100 + MATRIX.index(spec), moves=2) == SLOW


def test_twins_after_a_new_white_deck():
    walk = Walk(Spec(5, variants=("endless_white",)), 3)
    while not any(isinstance(one.logged.entry, log.Moved) and one.logged.entry.deck for one in walk.stored):
        walk.move()
    for keep in (0, 3):
        pair = Pair(_frozen(walk), Random(keep), keep)
        assert pair.differ
        run(pair.compare())


# ---- planted leaks: each must be caught -------------------------------------------------------------------


def telling_hash(table: Table, logged: Logged) -> wire.Happened:
    found = happened(table, logged)
    return replace(found, text=logged.entry.check) if isinstance(logged.entry, log.Moved) else found


def showing_the_blind_card(table: Table, ask: wire.Stage) -> wire.Staged:
    found = seen.staged(table, ask)
    assert table.game is not None
    trial = table.game.copy()
    for step in ask.steps:
        trial.take_step(step, ask.seat)
    return replace(found, player=trial.view(ask.seat)["players"][ask.seat])


def trying_steps_beyond_the_move(table: Table, ask: wire.Stage) -> wire.Staged:
    """The service once did so: whether a piece fits told what card lay on top of the deck."""
    assert table.game is not None
    trial = table.game.copy()
    for step in ask.steps:
        trial.take_step(step, ask.seat)
    return seen.staged(table, ask)


def telling_the_top_card(table: Table, do: wire.Play, asking: Asking) -> list[AnyEntry]:
    try:
        return deciding._play(table, do, asking)
    except IllegalMove as error:
        assert table.game is not None
        top = deck_cards(table.game.config, table.game.state.decks[0])[:1]
        raise IllegalMove(error.code, error.rule, f"{error.message} {top}") from None


def nothing(*_arguments: object) -> None:
    pass


Plant = Callable[[pytest.MonkeyPatch], object]
LEAKS: dict[str, Plant] = {
    "decks in the view": lambda m: m.setattr("projectl.game.view._hide_decks", nothing),
    "tiles in the view": lambda m: m.setattr("projectl.game.view._hide_tiles", nothing),
    "decks for bots": lambda m: m.setattr("projectl.game.imagine._deal_decks", nothing),
    "tiles for bots": lambda m: m.setattr("projectl.game.imagine._lay_tiles", nothing),
    "hash in the news": lambda m: [m.setattr(module, "happened", telling_hash) for module in (room, seen)],
    "blind card in a look ahead": lambda m: m.setattr(room, "staged", showing_the_blind_card),
    "steps beyond the move": lambda m: m.setattr(room, "staged", trying_steps_beyond_the_move),
    "top card in a refusal": lambda m: m.setitem(deciding._DECIDE, wire.Play, telling_the_top_card),
    "seed in the settings": lambda m: m.setattr(seen, "_settings", lambda table: table.settings),
    "whole record": lambda m: m.setattr(records, "public_record", write_record),
}
SOLO = Spec(1, expansions=("finesse",), variants=("solo",))
ALL = Spec(4, expansions=EVERYTHING, variants=("endless_white",))


@pytest.mark.parametrize("spec", [SOLO, ALL], ids=str)
@pytest.mark.parametrize("leak", LEAKS)
def test_a_planted_leak_is_caught(leak, spec, monkeypatch):
    LEAKS[leak](monkeypatch)
    with pytest.raises(Leak):  # noqa: PT012 - any of the pairs may show it
        for seed in range(3):
            compare(spec, 4, seed)


def test_without_a_leak_the_same_pairs_pass():
    for spec in (SOLO, ALL):
        assert compare(spec, 4, 0) == 4
