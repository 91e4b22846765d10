"""What is legal is said once: the list, the question and the refusals agree in every position (R0.4, R21.3)."""

from collections import Counter

import pytest
from tests.properties.playing import KINDS, moments

from projectl.errors import IllegalMove
from projectl.game import Game
from projectl.game.moves import SEATS, seat_name
from projectl.rules import completing, engine, legality, placing, steps
from projectl.rules.options import MAX_SEATS
from projectl.simulation import MATRIX

# Texts that are refused in every position of ours, whatever the configuration.
NEVER = """
take W99
take Z1
recycle white W1
upgrade O1>O1
upgrade +P5
upgrade P5>L5
place W99:O1@00
place W1:O1@55
place W1:I2@00,22
master
ambassador W1
ghost O1>I2
ghost P5>I4+O1
complete W99
reward X
levelup T4>T4
insert end
touch W99:O1@00 credit
insert insert end
"""


def listed(game: Game, seat: int) -> list[int]:
    out = [0] * steps.MAX_LEGAL
    return out[: engine.legal(game.config.rules, game.state, seat, out)]


def disagreements(game: Game) -> list[str]:
    """Every seat and step where the list and the question differ, and every list that is out of order or empty."""
    found = []
    rules, state = game.config.rules, game.state
    for seat in range(MAX_SEATS):
        legal = listed(game, seat)
        if legal != sorted(set(legal)):
            found.append(f"the list of {seat_name(seat)} does not rise")
        if bool(legal) != engine.is_active(state, seat):
            found.append(f"{seat_name(seat)} is active or not, but has {len(legal)} steps")
        asked = [step for step in range(-2, steps.STEPS + 2) if engine.is_legal(rules, state, seat, step)]
        found += [f"{seat_name(seat)}: step {step}" for step in sorted({*asked} ^ {*legal})]
    if bool(state.active) == game.over:
        found.append("nobody is active in a game that goes on, or somebody in one that is over")
    return found


def test_the_sample_has_every_kind_of_moment():
    kinds = Counter(kind for _, kind, _ in moments())
    assert len(moments()) >= 300
    assert {source for source, _, _ in moments()} >= {str(spec) for spec in MATRIX}
    assert all(kinds[kind] >= 4 for kind in (*KINDS, "over")), kinds
    assert any(len(game.active) == 2 for _, _, game in moments())


def test_list_and_question_agree_on_every_step_of_every_seat():
    for source, kind, game in moments():
        assert not disagreements(game), f"{source}, {kind}: {disagreements(game)[:5]}"


def test_a_refused_step_has_its_reason_and_changes_nothing():
    codes: Counter[str] = Counter()
    for source, kind, game in moments()[::4]:
        before = game.position()
        history = list(game.history)
        under_way = [list(game.steps_taken(seat)) for seat in range(MAX_SEATS)]
        for seat in SEATS[: game.config.players]:
            legal = set(game.legal_steps(seat))
            # An idle seat is refused for one reason, so a few steps stand for all.
            for step in range(0, steps.STEPS, 1 if legal else 97):
                if step in legal:
                    continue
                with pytest.raises(IllegalMove) as refusal:
                    game.take_step(step, seat)
                assert refusal.value.rule.startswith("R"), f"{source}, {kind}: {step}"
                assert refusal.value.message.endswith("."), f"{source}, {kind}: {step}"
                codes[refusal.value.code] += 1
        assert game.position() == before, f"{source}, {kind}"
        assert game.history == history
        assert [list(game.steps_taken(seat)) for seat in range(MAX_SEATS)] == under_way
    assert len(codes) > 25, codes


@pytest.mark.parametrize("step", [-1, steps.STEPS, 10**30, True, 1.0, "0", None])
def test_what_is_no_step_is_refused(step):
    game = Game()
    before = game.position()
    with pytest.raises(IllegalMove) as refusal:
        game.take_step(step)
    assert refusal.value.code == "unknown_step"
    assert game.position() == before


def test_a_refused_text_changes_nothing():
    for source, kind, game in moments():
        before = game.position()
        history = list(game.history)
        for seat in SEATS[: game.config.players]:
            for text in NEVER.strip().splitlines():
                with pytest.raises(IllegalMove):
                    game.play(text, seat=seat)
                assert text not in game.legal(seat)
        assert game.position() == before, f"{source}, {kind}"
        assert game.history == history


def test_a_good_move_of_another_seat_is_refused():
    """What is legal for the seat on turn is not for the others (R21.3)."""
    tried = 0
    for source, kind, game in moments():
        if kind not in {"acting", "touching"}:
            continue
        for seat in SEATS[: game.config.players]:
            if seat in game.active:
                continue
            text = "done" if game.phase == "touches" else "upgrade +O1"
            before = game.position()
            with pytest.raises(IllegalMove) as refusal:
                game.play(text, seat=seat)
            assert (refusal.value.code, refusal.value.rule) == ("not_your_turn", "R21.3"), f"{source}, {kind}"
            assert game.position() == before
            tried += 1
    assert tried > 300


def test_a_move_refused_at_its_last_step_changes_nothing():
    """A Master whose second piece does not fit: nothing of it is done (R0.4)."""
    game = Game.from_position(
        {
            "players": {"A": {"supply": {"O1": 2}, "puzzles": {"W1": [], "W2": []}}, "B": {}},
            "turn": {"seat": "A"},
        }
    )
    before = game.position()
    fitting = next(str(move) for move in game.legal() if move.kind == "master" and len(move.placings) == 1)
    covered = fitting.split()[1]
    other = "W2" if covered.startswith("W1") else "W1"
    solid = next(
        f"{row}{column}"
        for row in range(5)
        for column in range(5)
        if game.config.cards[game.config.card_index[other]].rows[row][column] == "#"
    )
    for text in (f"{fitting} {covered}", f"{fitting} {other}:O1@{solid}", f"{fitting} {other}:T4@00,01,02,11"):
        with pytest.raises(IllegalMove):
            game.play(text)
        assert game.position() == before
        assert game.history == []
    assert str(game.play(fitting).move) == fitting


# ---- planted faults ---------------------------------------------------------------------------------------


def _question_forgets_served(monkeypatch):
    """R4.5.2 said twice and once wrongly: the question allows a second piece on one puzzle."""
    real = placing.can_place

    def can_place(player, slot, placement):
        served, player.served = player.served, 0
        verdict = real(player, slot, placement)
        player.served = served
        return verdict

    monkeypatch.setattr(placing, "can_place", can_place)


def _list_forgets_masters(monkeypatch):
    """The list leaves out Master and Ambassador actions, the question does not."""
    monkeypatch.setattr(legality, "_add_masters", lambda *arguments: arguments[-1])


def _list_out_of_order(monkeypatch):
    real = legality._add_market

    def add_market(rules, state, player, out, count):
        count = real(rules, state, player, out, count)
        out[: count - 1], out[count - 1] = out[1:count], out[0]
        return count

    monkeypatch.setattr(legality, "_add_market", add_market)


def _nothing_is_filled(monkeypatch):
    """R6.2 broken: asked which puzzle is completed first, a player has no answer."""
    monkeypatch.setattr(completing, "is_filled", lambda *_: False)


@pytest.mark.parametrize(
    "plant", [_question_forgets_served, _list_forgets_masters, _list_out_of_order, _nothing_is_filled]
)
def test_planted_faults_are_caught(monkeypatch, plant):
    """The control: each fault shows in at least one position."""
    positions = moments()
    plant(monkeypatch)
    assert any(disagreements(game) for _, _, game in positions)
