"""Two quick players for whole games, written in the kernel subset: ``random_step`` and ``guided_step``.

Uniformly random play nearly always stalls: every O1 ends up locked in half-filled puzzles. ``guided_step`` is a
random player that keeps few puzzles open, takes cards it could fill and goes on filling what it has begun, so
that nearly all its games end by the rules. Both look only at what their seat may see.
"""

from projectl.rules import ambassador, chance, engine, ghost, market, placing, upgrade
from projectl.rules.options import MAX_SLOTS, Rules
from projectl.rules.pieces import LEVEL, O1, P5, PIECES, PLACEMENT_MASK, PLACEMENTS
from projectl.rules.state import DOING_RECYCLE, NO_CHOICE, NOTHING, TOUCHES, Player, State
from projectl.rules.steps import (
    AMBASSADOR,
    DONE,
    GHOST,
    INSERT,
    LEVEL_UP_NONE,
    MASTER,
    MAX_LEGAL,
    RECYCLE,
    REWARD_NONE,
    TAKE,
    TAKE_DECK,
    UNDER,
    UPGRADE,
    UPGRADE_TAKE,
)

NO_STEP = -1

# Bots by number, for the compiled loops.
RANDOM, GUIDED = 0, 1

# How the guided player spends its actions, in percent.
SECOND_PUZZLE = 30
THIRD_PUZZLE = 5
GROW = 25
SPARE_CELLS = 3


class Scratch:
    """What a player keeps between steps: its random numbers and a buffer for legal steps."""

    __slots__ = ("out", "rng")

    def __init__(self, seed: int, stream: int) -> None:
        self.rng = chance.start(seed, stream)
        self.out = [0] * MAX_LEGAL


def roll(scratch: Scratch, bound: int) -> int:
    """A number from 0 to bound - 1."""
    scratch.rng = chance.advance(scratch.rng)
    return chance.draw(scratch.rng, bound)


def next_seat(state: State, scratch: Scratch) -> int:
    """Who moves: the one active seat; of two, either, as if their moves arrived in random order (R11.11)."""
    seat = 0
    while not engine.is_active(state, seat):
        seat += 1
    if state.active != 1 << seat and roll(scratch, 2) == 1:
        seat += 1
        while not engine.is_active(state, seat):
            seat += 1
    return seat


def choose_step(rules: Rules, state: State, seat: int, scratch: Scratch, bot: int) -> int:
    """The step of a bot by number."""
    if bot == GUIDED:
        return guided_step(rules, state, seat, scratch)
    return random_step(rules, state, seat, scratch)


def random_step(rules: Rules, state: State, seat: int, scratch: Scratch) -> int:
    """Any legal step, all alike."""
    count = engine.legal(rules, state, seat, scratch.out)
    return scratch.out[roll(scratch, count)]


def guided_step(rules: Rules, state: State, seat: int, scratch: Scratch) -> int:
    """A sensible random step; any legal one where nothing sensible is found."""
    player = state.players[seat]
    if state.phase == TOUCHES:
        return _touch(rules, state, seat, scratch)
    step = NO_STEP
    if player.pending != NO_CHOICE:
        return _choose(rules, state, seat, scratch)
    if player.doing == DOING_RECYCLE:
        return random_step(rules, state, seat, scratch)
    if player.doing != NOTHING:
        step = _next_part(rules, player, scratch)
    elif engine.may_act(player):
        step = _act(rules, state, player, scratch)
    if step == NO_STEP and engine.can_insert(rules, state, seat):
        step = INSERT
    if step == NO_STEP:
        step = _any_but_recycle(rules, state, seat, scratch)
    return step


def _any_but_recycle(rules: Rules, state: State, seat: int, scratch: Scratch) -> int:
    count = engine.legal(rules, state, seat, scratch.out)
    for _ in range(4):
        step = scratch.out[roll(scratch, count)]
        if step < RECYCLE or step >= UNDER:
            return step
    return scratch.out[roll(scratch, count)]


def _touch(rules: Rules, state: State, seat: int, scratch: Scratch) -> int:
    """Only a touch that fills a puzzle worth more than it costs (any, if somebody has paid for one)."""
    player = state.players[seat]
    if player.pay_credit == 1:
        return random_step(rules, state, seat, scratch)
    for slot in range(player.open_count):
        left = player.slots[slot].left
        card = player.slots[slot].card
        if left == 0 or rules.card_points[card] == 0:
            continue
        for index in range(rules.fit_start[card][0], rules.fit_start[card][PIECES]):
            placement = rules.fits[index]
            if PLACEMENT_MASK[placement] == left and placing.can_place(player, slot, placement):
                return slot * PLACEMENTS + placement
    return DONE


def _choose(rules: Rules, state: State, seat: int, scratch: Scratch) -> int:
    """Any answer to a choice but declining it, if there is one."""
    count = engine.legal(rules, state, seat, scratch.out)
    last = scratch.out[count - 1]
    if count > 1 and (last == REWARD_NONE or last == LEVEL_UP_NONE):
        count -= 1
    return scratch.out[roll(scratch, count)]


def _next_part(rules: Rules, player: Player, scratch: Scratch) -> int:
    """A Master goes on to the next puzzle to the right, then is done."""
    slot = 0
    while slot < MAX_SLOTS and (player.served >> slot) != 0:
        slot += 1
    for target in range(slot, player.open_count):
        step = _place_on(rules, player, target, scratch)
        if step != NO_STEP:
            return step
    if engine.can_finish(player):
        return DONE
    return NO_STEP


def _act(rules: Rules, state: State, player: Player, scratch: Scratch) -> int:
    dice = roll(scratch, 100)
    wanted = 1
    if dice < SECOND_PUZZLE:
        wanted = 2
    if dice < THIRD_PUZZLE:
        wanted = 3
    if state.reserve[O1] == 0:  # small pieces are short: finish first
        wanted = 1
    step = NO_STEP
    if player.open_count < wanted:
        step = _take(rules, state, player, scratch)
    if step == NO_STEP and dice >= GROW:
        step = _fill(rules, player, scratch)
        if step == NO_STEP:
            step = _fetch(rules, state, player, scratch)
        if step == NO_STEP:
            step = _take(rules, state, player, scratch)
    if step == NO_STEP:
        step = _grow(rules, state, player, scratch)
    return step


def supply_area(player: Player) -> int:
    """Squares of all pieces in the supply."""
    area = 0
    for piece in range(PIECES):
        area += player.supply[piece] * LEVEL[piece]
    return area


def count_cells(mask: int) -> int:
    """The number of cells in a mask."""
    count = 0
    while mask != 0:
        mask &= mask - 1
        count += 1
    return count


def _take(rules: Rules, state: State, player: Player, scratch: Scratch) -> int:
    """A card that the supply could nearly fill, else a blind one."""
    room = supply_area(player) + SPARE_CELLS
    first = roll(scratch, rules.market_size)
    for offset in range(rules.market_size):
        slot = (first + offset) % rules.market_size
        if market.can_take(rules, state, player, slot):
            if count_cells(rules.card_recess[state.market[slot]]) <= room:
                return TAKE + slot
    if player.open_count == 0:
        for color in range(2):
            if market.can_take_deck(rules, state, player, color):
                return TAKE_DECK + color
    return NO_STEP


def _fill(rules: Rules, player: Player, scratch: Scratch) -> int:
    """A piece onto a puzzle: with two or more puzzles by Master if possible, or by an Ambassador action."""
    if player.open_count == 0:
        return NO_STEP
    first = roll(scratch, player.open_count)
    for offset in range(player.open_count):
        slot = (first + offset) % player.open_count
        step = _place_on(rules, player, slot, scratch)
        if step != NO_STEP:
            if player.open_count > 1 and player.master_used == 0:
                return MASTER
            if player.open_count > 1 and ambassador.can_use(rules, player, 0):
                return AMBASSADOR
            return step
    return NO_STEP


def _place_on(rules: Rules, player: Player, slot: int, scratch: Scratch) -> int:
    """A random piece, larger ones sooner, at a random spot where it fits."""
    left = player.slots[slot].left
    if left == 0 or placing.is_served(player, slot):
        return NO_STEP
    starts = rules.fit_start[player.slots[slot].card]
    piece = PIECES - 1 - roll(scratch, 3)
    for _ in range(PIECES):
        if placing.has_piece(player, piece):
            number = starts[piece + 1] - starts[piece]
            if number > 0:
                first = roll(scratch, number)
                for offset in range(number):
                    placement = rules.fits[starts[piece] + (first + offset) % number]
                    if placing.fits(left, placement):
                        return slot * PLACEMENTS + placement
        piece -= 1
        if piece < 0:
            piece = PIECES - 1
    return NO_STEP


def _fetch(rules: Rules, state: State, player: Player, scratch: Scratch) -> int:
    """Nothing fits: get a piece that does, a level-1 piece or whatever an exchange gives; ghosts are split."""
    if player.open_count == 0:
        return NO_STEP
    if state.reserve[O1] > 0:
        return UPGRADE_TAKE + O1
    for ghost_piece in range(P5, PIECES):
        if player.supply[ghost_piece] > 0:
            return _split(state, player, scratch)
    for new in range(P5):
        if state.reserve[new] > 0 and _would_fit(rules, player, new):
            for old in range(P5):
                if upgrade.can_upgrade(rules, state, player, old, new):
                    return UPGRADE + old * PIECES + new
    return NO_STEP


def _would_fit(rules: Rules, player: Player, piece: int) -> bool:
    for slot in range(player.open_count):
        starts = rules.fit_start[player.slots[slot].card]
        for index in range(starts[piece], starts[piece + 1]):
            if placing.fits(player.slots[slot].left, rules.fits[index]):
                return True
    return False


def _grow(rules: Rules, state: State, player: Player, scratch: Scratch) -> int:
    """Better pieces: a random one goes up, or a level-1 piece comes."""
    old = roll(scratch, P5)
    for _ in range(P5):
        if player.supply[old] > 0:
            new = roll(scratch, P5)
            for _try in range(P5):
                if LEVEL[new] > LEVEL[old] and upgrade.can_upgrade(rules, state, player, old, new):
                    return UPGRADE + old * PIECES + new
                new = (new + 1) % P5
        old = (old + 1) % P5
    if state.reserve[O1] > 0:
        return UPGRADE_TAKE + O1
    return NO_STEP


def _split(state: State, player: Player, scratch: Scratch) -> int:
    first = roll(scratch, INSERT - GHOST)
    for offset in range(INSERT - GHOST):
        split = (first + offset) % (INSERT - GHOST)
        if ghost.can_split(state, player, split):
            return GHOST + split
    return NO_STEP
