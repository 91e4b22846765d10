"""Completing puzzles at the end of an action, and the choices that come with it (R6, R5.5, R12.9)."""

from . import ambassador, finesse, upgrade
from .events import COMPLETED, LEVELLED, REWARDED, Events, note
from .options import AMBASSADOR, LEVEL_UP, LEVEL_UP_TWICE, PAYS_COMPLETE, PAYS_UPGRADE, Rules
from .pieces import PLACEMENT_PIECE
from .state import CHOOSE_LEVEL_UP, CHOOSE_PUZZLE, CHOOSE_REWARD, NO_CARD, NO_CHOICE, NOBODY, Player, State

ASK = -2


def is_filled(player: Player, slot: int) -> bool:
    """Whether the recess is full."""
    return slot < player.open_count and player.slots[slot].left == 0


def gives_level_up(rules: Rules, card: int) -> bool:
    """Whether the card's reward is a single or double arrow."""
    return rules.card_reward[card] == LEVEL_UP or rules.card_reward[card] == LEVEL_UP_TWICE


def next_filled(rules: Rules, player: Player) -> int:
    """The puzzle to complete next: NOBODY if none, ASK where the order can matter (R6.2)."""
    first = NOBODY
    filled = 0
    arrows = 0
    for slot in range(player.open_count):
        if player.slots[slot].left == 0:
            if first == NOBODY:
                first = slot
            filled += 1
            if gives_level_up(rules, player.slots[slot].card):
                arrows += 1
    if filled > 1 and arrows > 0:
        return ASK
    return first


def complete_filled(rules: Rules, state: State, events: Events, seat: int) -> None:
    """Complete every filled puzzle in turn (R6.1, R6.2) until none is left or a choice is pending."""
    player = state.players[seat]
    while player.pending == NO_CHOICE:
        slot = next_filled(rules, player)
        if slot == NOBODY:
            return
        if slot == ASK:
            player.pending = CHOOSE_PUZZLE
        else:
            complete(rules, state, events, seat, slot)


def complete(rules: Rules, state: State, events: Events, seat: int, slot: int) -> None:
    """Pieces back, reward, pile (R6.3, R6.4); a choice leaves the card where it is until it is made."""
    player = state.players[seat]
    done = player.slots[slot]
    for index in range(done.placed_count):
        player.supply[PLACEMENT_PIECE[done.placed[index]]] += 1
    done.placed_count = 0
    player.pending = NO_CHOICE
    player.pending_card = done.card
    note(events, COMPLETED, seat, done.card, 0)
    finesse.deed(rules, state, events, seat, PAYS_COMPLETE, 1)
    if rules.pile_first == 1:
        _to_pile(rules, player)
    _reward(rules, state, events, seat)
    if player.pending == NO_CHOICE:
        close(rules, player)


def _reward(rules: Rules, state: State, events: Events, seat: int) -> None:
    player = state.players[seat]
    card = player.pending_card
    reward = rules.card_reward[card]
    if reward == AMBASSADOR:
        return
    if gives_level_up(rules, card):
        arrows = 2 if reward == LEVEL_UP_TWICE else 1
        finesse.deed(rules, state, events, seat, PAYS_UPGRADE, arrows)  # R15.6: paid on receipt
        player.pending_steps = 1 if rules.level_up_two_levels == 1 else arrows
        if upgrade.can_level_up_any(rules, state, player):
            player.pending = CHOOSE_LEVEL_UP
    elif state.reserve[reward] > 0:
        take_reward(state, events, seat, reward)
    elif upgrade.can_get_any(state, reward):
        player.pending = CHOOSE_REWARD
    else:
        note(events, REWARDED, seat, card, -1)  # R5.6: lost


def take_reward(state: State, events: Events, seat: int, piece: int) -> None:
    """The piece goes to the supply."""
    player = state.players[seat]
    state.reserve[piece] -= 1
    player.supply[piece] += 1
    note(events, REWARDED, seat, player.pending_card, piece)


def close(rules: Rules, player: Player) -> None:
    """The puzzle is dealt with; unless the edition did so before the reward (R6.5), it goes to the pile now."""
    if rules.pile_first == 0:
        _to_pile(rules, player)
    player.pending = NO_CHOICE
    player.pending_steps = 0
    player.pending_card = NO_CARD


def _to_pile(rules: Rules, player: Player) -> None:
    """The completed card goes to the pile (R6.4), an Ambassador card beside it (R13.1)."""
    card = player.pending_card
    for slot in range(player.open_count):
        if player.slots[slot].card == card:
            remove_slot(player, slot)
            break
    if rules.card_reward[card] == AMBASSADOR:
        ambassador.keep(player, card)
    else:
        player.pile[player.pile_count] = card
        player.pile_count += 1


def remove_slot(player: Player, slot: int) -> None:
    """Take a card away and close the gap; the others keep their order."""
    player.open_count -= 1
    for position in range(slot, player.open_count):
        here = player.slots[position]
        there = player.slots[position + 1]
        here.card = there.card
        here.left = there.left
        here.placed_count = there.placed_count
        for index in range(there.placed_count):
            here.placed[index] = there.placed[index]
    last = player.slots[player.open_count]
    last.card = NO_CARD
    last.left = 0
    last.placed_count = 0


def can_choose_reward(rules: Rules, state: State, player: Player, piece: int) -> bool:
    """A substitute for a reward that is out (R5.2, R5.3)."""
    return upgrade.can_get(state, rules.card_reward[player.pending_card], piece)


def can_decline_reward(rules: Rules, state: State, player: Player) -> bool:
    """A substitute may be declined, the printed piece may not (R5.5, Q46)."""
    return state.reserve[rules.card_reward[player.pending_card]] == 0


def choose_reward(rules: Rules, state: State, events: Events, seat: int, piece: int) -> None:
    """Take the substitute, or nothing (-1)."""
    player = state.players[seat]
    if piece < 0:
        note(events, REWARDED, seat, player.pending_card, -1)
    else:
        take_reward(state, events, seat, piece)
    close(rules, player)


def level_up(rules: Rules, state: State, events: Events, seat: int, old: int, new: int) -> None:
    """One Level Up step; old = -1 declines it (R12.11)."""
    player = state.players[seat]
    if old < 0:
        note(events, LEVELLED, seat, -1, -1)
    else:
        upgrade.level_up(state, events, seat, old, new)
    player.pending_steps -= 1
    if player.pending_steps == 0 or not upgrade.can_level_up_any(rules, state, player):
        close(rules, player)
