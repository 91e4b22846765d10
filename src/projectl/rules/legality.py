"""What is legal: the predicates of a turn, ``is_legal`` for one step and ``legal`` for all of them.

Both ask the same predicates, so that every rule is said once.
"""

from . import ambassador, completing, ending, finesse, ghost, market, placing, upgrade
from .options import Rules
from .pieces import PIECES, PLACEMENTS, SPLITS
from .state import (
    CHOOSE_PUZZLE,
    CHOOSE_REWARD,
    DOING_GHOST,
    DOING_RECYCLE,
    NO_CHOICE,
    NOTHING,
    OVER,
    TOUCHES,
    Player,
    State,
)
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
    STEPS,
    TAKE,
    TAKE_DECK,
    UNDER,
    UPGRADE,
    UPGRADE_TAKE,
    USE_NOTED,
)


def is_over(state: State) -> bool:
    """Whether the game has ended."""
    return state.phase == OVER


def is_active(state: State, seat: int) -> bool:
    """Whether this seat may move now (R21.3); in Line Clear two seats can be active at once."""
    return seat >= 0 and (state.active >> seat) & 1 == 1


def between_actions(player: Player) -> bool:
    """No action and no choice is under way (an Insert may be waiting for its action)."""
    return player.doing == NOTHING and player.pending == NO_CHOICE


def may_act(player: Player) -> bool:
    """An action is due: a normal one or the one an Insert has paid for."""
    return between_actions(player) and (player.actions_left > 0 or player.inserting == 1)


def can_master(rules: Rules, player: Player) -> bool:
    """Once per turn (R4.5.1), and something must be placed (R3.4)."""
    return player.master_used == 0 and placing.can_place_any(rules, player)


def can_act(rules: Rules, state: State, seat: int) -> bool:
    """Whether any action is possible, cheapest questions first (R3.3). Master, Ambassador need a Place too."""
    player = state.players[seat]
    for piece in range(PIECES):
        if upgrade.can_upgrade_take(state, piece):
            return True
    for slot in range(rules.market_size):
        if market.can_take(rules, state, player, slot):
            return True
    for color in range(2):
        if market.can_take_deck(rules, state, player, color):
            return True
    for row in range(rules.row_count):
        if market.can_recycle(rules, state, player, row):
            return True
    if placing.can_place_any(rules, player):
        return True
    for old in range(PIECES):
        for new in range(PIECES):
            if upgrade.can_upgrade(rules, state, player, old, new):
                return True
    for split in range(SPLITS):
        if ghost.can_split(state, player, split):
            return True
    return False


def can_insert(rules: Rules, state: State, seat: int) -> bool:
    """Two spendable credits, and an action to spend them on (R14.8.4)."""
    player = state.players[seat]
    if rules.finesse == 0 or not between_actions(player) or not finesse.can_pay_insert(player):
        return False
    return can_act(rules, state, seat)


def can_end(rules: Rules, state: State, seat: int) -> bool:
    """After the third action (R14.8.5), at will where the edition allows it, or when stuck (R3.3)."""
    player = state.players[seat]
    if not between_actions(player) or player.inserting == 1:
        return False
    return player.actions_left == 0 or rules.must_act == 0 or not can_act(rules, state, seat)


def can_finish(player: Player) -> bool:
    """A Master or Ambassador action needs a piece placed (R3.4); a Ghost action has already split (R12.4)."""
    return player.doing == DOING_GHOST or player.served != 0


def can_pay_touch(rules: Rules, player: Player) -> bool:
    """A credit, and a touch to pay with it (R14.11)."""
    return rules.finesse == 1 and finesse.can_pay_touch(player) and placing.can_place_any(rules, player)


def turn_is_over(rules: Rules, state: State, seat: int) -> bool:
    """A turn ends by itself when nothing more can be done in it (R3.3, R3.6)."""
    player = state.players[seat]
    if not between_actions(player) or player.inserting == 1:
        return False
    if player.actions_left == 0 and (rules.finesse == 0 or not finesse.can_pay_insert(player)):
        return True
    return not can_act(rules, state, seat)


def is_legal(rules: Rules, state: State, seat: int, step: int) -> bool:
    """Whether this seat may take this step now."""
    if step < 0 or step >= STEPS or not is_active(state, seat):
        return False
    player = state.players[seat]
    if state.phase == TOUCHES:
        return _is_legal_touch(rules, player, step)
    if player.pending != NO_CHOICE:
        return _is_legal_choice(rules, state, player, step)
    if player.doing != NOTHING:
        return _is_legal_part(rules, state, player, step)
    if step == INSERT:
        return can_insert(rules, state, seat)
    if step == END:
        return can_end(rules, state, seat)
    return may_act(player) and _is_legal_action(rules, state, player, step)


def _is_legal_touch(rules: Rules, player: Player, step: int) -> bool:
    if step < TAKE:
        return ending.can_touch(player, step // PLACEMENTS, step % PLACEMENTS)
    if step == CREDIT:
        return can_pay_touch(rules, player)
    return step == DONE and player.pay_credit == 0


def _is_legal_choice(rules: Rules, state: State, player: Player, step: int) -> bool:
    if player.pending == CHOOSE_PUZZLE:
        return COMPLETE <= step < REWARD and completing.is_filled(player, step - COMPLETE)
    if player.pending == CHOOSE_REWARD:
        if step == REWARD_NONE:
            return completing.can_decline_reward(rules, state, player)
        return REWARD <= step < REWARD_NONE and completing.can_choose_reward(rules, state, player, step - REWARD)
    if step == LEVEL_UP_NONE:
        return True
    if step < LEVEL_UP or step > LEVEL_UP_NONE:
        return False
    pair = step - LEVEL_UP
    return upgrade.can_level_up(rules, state, player, pair // PIECES, pair % PIECES)


def _is_legal_part(rules: Rules, state: State, player: Player, step: int) -> bool:
    if player.doing == DOING_RECYCLE:
        return UNDER <= step < UPGRADE_TAKE and market.can_put_under(rules, state, player, step - UNDER)
    if step == DONE:
        return can_finish(player)
    return step < TAKE and placing.can_place(player, step // PLACEMENTS, step % PLACEMENTS)


def _is_legal_action(rules: Rules, state: State, player: Player, step: int) -> bool:
    if step < TAKE:
        return placing.can_place(player, step // PLACEMENTS, step % PLACEMENTS)
    if step < TAKE_DECK:
        return market.can_take(rules, state, player, step - TAKE)
    if step < RECYCLE:
        return market.can_take_deck(rules, state, player, step - TAKE_DECK)
    if step < UNDER:
        return market.can_recycle(rules, state, player, step - RECYCLE)
    if step < UPGRADE_TAKE:
        return False
    if step < UPGRADE:
        return upgrade.can_upgrade_take(state, step - UPGRADE_TAKE)
    if step < MASTER:
        pair = step - UPGRADE
        return upgrade.can_upgrade(rules, state, player, pair // PIECES, pair % PIECES)
    if step == MASTER:
        return can_master(rules, player)
    if step < USE_NOTED:
        return ambassador.can_use(rules, player, step - AMBASSADOR) and placing.can_place_any(rules, player)
    if step == USE_NOTED:
        return ambassador.can_use_noted(rules, player) and placing.can_place_any(rules, player)
    return step < INSERT and ghost.can_split(state, player, step - GHOST)


def legal(rules: Rules, state: State, seat: int, out: list[int]) -> int:
    """Write the legal steps of a seat into ``out`` in rising order and say how many there are."""
    if not is_active(state, seat):
        return 0
    player = state.players[seat]
    if state.phase == TOUCHES:
        count = _add_placements(rules, player, out, 0)
        if can_pay_touch(rules, player):
            out[count] = CREDIT
            count += 1
        if player.pay_credit == 0:
            out[count] = DONE
            count += 1
        return count
    if player.pending != NO_CHOICE:
        return _add_choices(rules, state, player, out)
    if player.doing != NOTHING:
        return _add_parts(rules, state, player, out)
    count = 0
    if may_act(player):
        count = _add_actions(rules, state, player, out)
    if can_insert(rules, state, seat):
        out[count] = INSERT
        count += 1
    if can_end(rules, state, seat):
        out[count] = END
        count += 1
    return count


def _add_placements(rules: Rules, player: Player, out: list[int], count: int) -> int:
    for slot in range(player.open_count):
        left = player.slots[slot].left
        if left == 0 or placing.is_served(player, slot):
            continue
        starts = rules.fit_start[player.slots[slot].card]
        for piece in range(PIECES):
            if placing.has_piece(player, piece):
                for index in range(starts[piece], starts[piece + 1]):
                    if placing.fits(left, rules.fits[index]):
                        out[count] = slot * PLACEMENTS + rules.fits[index]
                        count += 1
    return count


def _add_choices(rules: Rules, state: State, player: Player, out: list[int]) -> int:
    count = 0
    if player.pending == CHOOSE_PUZZLE:
        for slot in range(player.open_count):
            if completing.is_filled(player, slot):
                out[count] = COMPLETE + slot
                count += 1
        return count
    if player.pending == CHOOSE_REWARD:
        for piece in range(PIECES):
            if completing.can_choose_reward(rules, state, player, piece):
                out[count] = REWARD + piece
                count += 1
        if completing.can_decline_reward(rules, state, player):
            out[count] = REWARD_NONE
            count += 1
        return count
    for old in range(PIECES):
        if player.supply[old] > 0:
            for new in range(PIECES):
                if upgrade.can_level_up(rules, state, player, old, new):
                    out[count] = LEVEL_UP + old * PIECES + new
                    count += 1
    out[count] = LEVEL_UP_NONE
    return count + 1


def _add_parts(rules: Rules, state: State, player: Player, out: list[int]) -> int:
    count = 0
    if player.doing == DOING_RECYCLE:
        for position in range(rules.row_size):
            if market.can_put_under(rules, state, player, position):
                out[count] = UNDER + position
                count += 1
        return count
    count = _add_placements(rules, player, out, 0)
    if can_finish(player):
        out[count] = DONE
        count += 1
    return count


def _add_actions(rules: Rules, state: State, player: Player, out: list[int]) -> int:
    count = _add_placements(rules, player, out, 0)
    can_place = count > 0
    count = _add_market(rules, state, player, out, count)
    for piece in range(PIECES):
        if upgrade.can_upgrade_take(state, piece):
            out[count] = UPGRADE_TAKE + piece
            count += 1
    for old in range(PIECES):
        if player.supply[old] > 0:
            for new in range(PIECES):
                if upgrade.can_upgrade(rules, state, player, old, new):
                    out[count] = UPGRADE + old * PIECES + new
                    count += 1
    if can_place:
        count = _add_masters(rules, player, out, count)
    for split in range(SPLITS):
        if ghost.can_split(state, player, split):
            out[count] = GHOST + split
            count += 1
    return count


def _add_market(rules: Rules, state: State, player: Player, out: list[int], count: int) -> int:
    for slot in range(rules.market_size):
        if market.can_take(rules, state, player, slot):
            out[count] = TAKE + slot
            count += 1
    for color in range(2):
        if market.can_take_deck(rules, state, player, color):
            out[count] = TAKE_DECK + color
            count += 1
    for row in range(rules.row_count):
        if market.can_recycle(rules, state, player, row):
            out[count] = RECYCLE + row
            count += 1
    return count


def _add_masters(rules: Rules, player: Player, out: list[int], count: int) -> int:
    if player.master_used == 0:
        out[count] = MASTER
        count += 1
    for index in range(player.ambassador_count):
        if ambassador.can_use(rules, player, index):
            out[count] = AMBASSADOR + index
            count += 1
    if ambassador.can_use_noted(rules, player):
        out[count] = USE_NOTED
        count += 1
    return count
