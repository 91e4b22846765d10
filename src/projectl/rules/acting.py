"""What a step does, with everything that follows from it by itself. Only legal steps may be applied."""

from . import ambassador, completing, ending, endless, finesse, ghost, line_clear, market, placing, solo, turns, upgrade
from .events import PLACED, Events
from .legality import is_active, turn_is_over
from .options import BLACK, LINE_CLEAR, PAYS_INSERT, PAYS_RECYCLE, PAYS_TAKE, PAYS_UPGRADE, SOLO, Rules
from .pieces import PIECES, PLACEMENT_PIECE, PLACEMENTS
from .state import DOING_MASTER, DOING_RECYCLE, NO_CHOICE, NOBODY, NOTHING, PLAY, TOUCHES, State
from .steps import (
    AMBASSADOR,
    COMPLETE,
    CREDIT,
    DONE,
    END,
    GHOST,
    INSERT,
    LEVEL_UP,
    LEVEL_UP_NONE,
    MASTER,
    RECYCLE,
    REWARD,
    REWARD_NONE,
    TAKE,
    TAKE_DECK,
    UNDER,
    UPGRADE,
    UPGRADE_TAKE,
    USE_NOTED,
)


def apply(rules: Rules, state: State, events: Events, seat: int, step: int) -> None:
    """Carry out a legal step with everything that follows from it by itself."""
    player = state.players[seat]
    if state.phase == TOUCHES:
        _apply_touch(rules, state, events, seat, step)
    elif step == END:
        turns.end_turn(rules, state, events, seat)
        _settle_turns(rules, state, events)
    else:
        _apply_play(rules, state, events, seat, step)
        if player.doing == NOTHING and step != INSERT:
            _finish_action(rules, state, events, seat)
        elif rules.structure == LINE_CLEAR:
            line_clear.set_active(rules, state)


def _apply_play(rules: Rules, state: State, events: Events, seat: int, step: int) -> None:
    player = state.players[seat]
    if player.pending != NO_CHOICE:
        _apply_choice(rules, state, events, seat, step)
    elif player.doing != NOTHING:
        _apply_part(rules, state, events, seat, step)
    elif step == INSERT:
        finesse.insert(state, events, seat)
    else:
        if player.inserting == 0:
            player.actions_left -= 1
        _apply_action(rules, state, events, seat, step)


def _apply_touch(rules: Rules, state: State, events: Events, seat: int, step: int) -> None:
    finesse.ready_credits(state.players[seat])  # R14.11, for positions built by hand
    if step < TAKE:
        ending.touch(state, events, seat, step // PLACEMENTS, step % PLACEMENTS)
    elif step == CREDIT:
        state.players[seat].pay_credit = 1
    else:
        ending.end_touches(rules, state, events, seat)


def _apply_choice(rules: Rules, state: State, events: Events, seat: int, step: int) -> None:
    if step < REWARD:
        completing.complete(rules, state, events, seat, step - COMPLETE)
    elif step < LEVEL_UP:
        completing.choose_reward(rules, state, events, seat, -1 if step == REWARD_NONE else step - REWARD)
    elif step == LEVEL_UP_NONE:
        completing.level_up(rules, state, events, seat, -1, -1)
    else:
        pair = step - LEVEL_UP
        completing.level_up(rules, state, events, seat, pair // PIECES, pair % PIECES)


def _apply_part(rules: Rules, state: State, events: Events, seat: int, step: int) -> None:
    player = state.players[seat]
    if step < TAKE:
        _place(rules, state, events, seat, step)
        player.served |= 1 << (step // PLACEMENTS)
    elif step == DONE:
        player.doing = NOTHING
        player.served = 0
        for piece in range(PIECES):
            player.split_pieces[piece] = 0
    else:
        player.order[player.order_count] = step - UNDER
        player.order_count += 1
        _recycle_if_named(rules, state, events, seat)


def _apply_action(rules: Rules, state: State, events: Events, seat: int, step: int) -> None:
    player = state.players[seat]
    if step < TAKE:
        _place(rules, state, events, seat, step)
    elif step < RECYCLE:
        _take(rules, state, events, seat, step)
    elif step < UNDER:
        player.doing = DOING_RECYCLE
        player.doing_row = step - RECYCLE
        player.order_count = 0
        _recycle_if_named(rules, state, events, seat)
    elif step < UPGRADE:
        upgrade.upgrade_take(state, events, seat, step - UPGRADE_TAKE)
        if rules.level1_is_upgrade == 1:  # R4.3.6
            finesse.deed(rules, state, events, seat, PAYS_UPGRADE, 1)
    elif step < MASTER:
        pair = step - UPGRADE
        upgrade.upgrade(state, events, seat, pair // PIECES, pair % PIECES)
        finesse.deed(rules, state, events, seat, PAYS_UPGRADE, 1)
    elif step == MASTER:
        player.doing = DOING_MASTER
        player.master_used = 1
        player.served = 0
    elif step < USE_NOTED:
        ambassador.use(state, events, seat, step - AMBASSADOR)
    elif step == USE_NOTED:
        ambassador.use_noted(state, events, seat)
    else:
        ghost.split_ghost(state, events, seat, step - GHOST)


def _place(rules: Rules, state: State, events: Events, seat: int, step: int) -> None:
    placement = step % PLACEMENTS
    placing.put(state, events, seat, step // PLACEMENTS, placement, PLACED)
    finesse.placed(rules, state, events, seat, PLACEMENT_PIECE[placement])


def _take(rules: Rules, state: State, events: Events, seat: int, step: int) -> None:
    """A Take, face-up or blind, and the trigger it may set off (R4.1.5, R7.1, R10.10)."""
    if step < TAKE_DECK:
        color = rules.slot_deck[step - TAKE]
        drawn = market.take(rules, state, events, seat, step - TAKE)
        if rules.structure == SOLO:
            solo.unlock(state, events, step - TAKE)
    else:
        color = step - TAKE_DECK
        drawn = True
        market.take_deck(rules, state, events, seat, color)
    finesse.deed(rules, state, events, seat, PAYS_TAKE, 1)
    if rules.structure == SOLO:
        solo.check_trigger(state, events, seat)
    elif drawn and color == BLACK and state.decks[color].size == 0:
        ending.trigger(state, events, seat)


def _recycle_if_named(rules: Rules, state: State, events: Events, seat: int) -> None:
    """Once the order is complete the row is recycled."""
    player = state.players[seat]
    if market.name_last(rules, state, player):
        market.recycle(rules, state, events, seat)
        player.doing = NOTHING
        player.doing_row = 0
        finesse.deed(rules, state, events, seat, PAYS_RECYCLE, 1)


def _finish_action(rules: Rules, state: State, events: Events, seat: int) -> None:
    """Completions, automatic checks, and the next action or turn (R3.5)."""
    player = state.players[seat]
    completing.complete_filled(rules, state, events, seat)
    if player.pending != NO_CHOICE:
        if rules.structure == LINE_CLEAR:
            line_clear.set_active(rules, state)
        return
    if player.inserting == 1:
        player.inserting = 0
        finesse.deed(rules, state, events, seat, PAYS_INSERT, 1)  # R15.9
    if rules.endless_white == 1:
        endless.check(rules, state, events)
    if player.actions_left == 0 and turn_is_over(rules, state, seat):
        turns.end_turn(rules, state, events, seat)
    elif rules.structure == LINE_CLEAR:
        line_clear.set_active(rules, state)
    _settle_turns(rules, state, events)


def _settle_turns(rules: Rules, state: State, events: Events) -> None:
    """End every turn in which nothing more can be done, until somebody can act or play is over."""
    while state.phase == PLAY:
        seat = _finished_seat(rules, state)
        if seat == NOBODY:
            return
        turns.end_turn(rules, state, events, seat)


def _finished_seat(rules: Rules, state: State) -> int:
    if rules.structure == LINE_CLEAR:  # White first (R11.11)
        white = line_clear.white_seat(rules, state)
        if is_active(state, white) and turn_is_over(rules, state, white):
            return white
    for seat in range(rules.seats):
        if is_active(state, seat) and turn_is_over(rules, state, seat):
            return seat
    return NOBODY
