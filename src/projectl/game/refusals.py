"""Why a step is refused: a stable code, the rule, a sentence. The verdict itself is always the engine's."""

from projectl.catalog import Configuration
from projectl.errors import IllegalMove
from projectl.rules import ambassador, engine, finesse, market, placing, steps
from projectl.rules.options import BLACK, BLACK_MARKER
from projectl.rules.pieces import (
    CARD_SIDE,
    LEVEL,
    PIECE_NAMES,
    PIECES,
    PLACEMENT_MASK,
    PLACEMENT_PIECE,
    PLACEMENTS,
    SPLIT_COUNT,
    SPLIT_GHOST,
)
from projectl.rules.pieces import GHOST_LEVEL as GHOSTS
from projectl.rules.state import (
    CHOOSE_LEVEL_UP,
    CHOOSE_PUZZLE,
    CHOOSE_REWARD,
    DOING_GHOST,
    DOING_RECYCLE,
    NO_CARD,
    NO_CHOICE,
    NOTHING,
    OVER,
    TOUCHES,
    Player,
    State,
)

from .moves import placement_name, seat_name

_CHOICES = {
    CHOOSE_PUZZLE: "say which filled puzzle is completed first: complete and its card",
    CHOOSE_REWARD: "choose the reward: reward and a piece, or reward none",
    CHOOSE_LEVEL_UP: "use the Level Up: levelup O1>I2, or levelup none",
}


def explain(config: Configuration, state: State, seat: int, step: int) -> IllegalMove:
    """The refusal of an illegal step."""
    player = state.players[seat]
    if state.phase == OVER:
        return IllegalMove("game_over", "R21.3", "The game is over.")
    if not engine.is_active(state, seat):
        return _not_your_turn(state, seat)
    if state.phase == TOUCHES:
        return _explain_touch(config, player, step)
    if player.pending != NO_CHOICE:
        return _explain_choice(config, player, step)
    if steps.COMPLETE <= step <= steps.LEVEL_UP_NONE:
        return IllegalMove("no_choice_pending", "R6.3", "There is no such choice to make now.")
    if player.doing != NOTHING:
        return _explain_part(config, player, step)
    if step == steps.INSERT:
        return _explain_insert(player)
    if step == steps.END:
        return IllegalMove("must_act", "R3.3", f"You must use all your actions; {player.actions_left} are left.")
    if step in {steps.DONE, steps.CREDIT} or steps.UNDER <= step < steps.UPGRADE_TAKE:
        return IllegalMove("nothing_under_way", "R3.5", "No such action is under way.")
    if not engine.may_act(player):
        return IllegalMove("no_actions_left", "R3.2", "You have no action left in this turn; end it with end.")
    return _explain_action(config, state, player, step)


def _not_your_turn(state: State, seat: int) -> IllegalMove:
    active = [seat_name(other) for other in range(len(state.players)) if engine.is_active(state, other)]
    are = "is" if len(active) == 1 else "are"
    who = f"It is not {seat_name(seat)}'s turn" if 0 <= seat < len(state.players) else "There is no such seat"
    return IllegalMove("not_your_turn", "R21.3", f"{who}; {' and '.join(active)} {are} to move.")


def _explain_touch(config: Configuration, player: Player, step: int) -> IllegalMove:
    if step < steps.TAKE:
        return _explain_placing(config, player, step)
    if step == steps.CREDIT:
        return IllegalMove("no_credits", "R14.11", "You have no credit to pay a touch with.")
    if step == steps.DONE:
        return IllegalMove("nothing_placed", "R14.11", "Place the touch that your credit pays for.")
    return IllegalMove("wrong_phase", "R8.4", "In finishing touches you can only place pieces, or say done.")


def _explain_choice(config: Configuration, player: Player, step: int) -> IllegalMove:
    answers = {
        CHOOSE_PUZZLE: range(steps.COMPLETE, steps.REWARD),
        CHOOSE_REWARD: range(steps.REWARD, steps.LEVEL_UP),
        CHOOSE_LEVEL_UP: range(steps.LEVEL_UP, steps.CREDIT),
    }
    if step not in answers[player.pending]:
        return IllegalMove("choice_pending", "R6.3", f"First {_CHOICES[player.pending]}.")
    if player.pending == CHOOSE_PUZZLE:
        return IllegalMove("not_filled", "R6.1", "That puzzle is not filled.")
    if player.pending == CHOOSE_REWARD:
        printed = config.cards[player.pending_card].reward
        if step == steps.REWARD_NONE:
            return IllegalMove("must_take_reward", "R5.1", f"The printed reward {printed} is there, so it is taken.")
        piece = PIECE_NAMES[step - steps.REWARD]
        return IllegalMove("reward_not_offered", "R5.3", f"{piece} is not offered in place of {printed}.")
    old, new = divmod(step - steps.LEVEL_UP, PIECES)
    return _explain_exchange(player, old, new, "R12.10")


def _explain_part(config: Configuration, player: Player, step: int) -> IllegalMove:
    if player.doing == DOING_RECYCLE:
        return IllegalMove("recycle_order", "R4.2.1", "Name a card of the row that is not yet under the deck.")
    if step == steps.DONE:
        return IllegalMove("nothing_placed", "R3.4", "At least one piece must be placed.")
    if step < steps.TAKE:
        return _explain_placing(config, player, step)
    return IllegalMove("action_under_way", "R14.8.1", "Finish the action that is under way first.")


def _explain_insert(player: Player) -> IllegalMove:
    if not finesse.can_pay_insert(player):
        text = f"An Insert costs 2 credits and you have {player.credits_right} to spend."
        return IllegalMove("no_credits", "R14.8.3", text)
    return IllegalMove("nothing_to_insert", "R14.8.4", "There is no action you could insert.")


def _explain_action(config: Configuration, state: State, player: Player, step: int) -> IllegalMove:
    if step < steps.TAKE:
        return _explain_placing(config, player, step)
    if step < steps.RECYCLE:
        return _explain_take(config, state, player, step)
    if step < steps.UNDER:
        return _explain_recycle(config, player, step - steps.RECYCLE)
    if step < steps.UPGRADE:
        return _explain_upgrade_take(state, step - steps.UPGRADE_TAKE)
    if step < steps.MASTER:
        old, new = divmod(step - steps.UPGRADE, PIECES)
        if LEVEL[new] == GHOSTS:
            return IllegalMove("no_ghost_by_upgrade", "R12.3", "An Upgrade never gives a ghost piece.")
        if state.reserve[new] == 0 and player.supply[old] > 0 and old != new:
            return IllegalMove("not_in_reserve", "R4.3.4", f"There is no {PIECE_NAMES[new]} in the reserve.")
        return _explain_exchange(player, old, new, "R4.3.2")
    if step < steps.GHOST:
        return _explain_master(config, player, step)
    return _explain_split(state, player, step - steps.GHOST)


def _explain_placing(config: Configuration, player: Player, step: int) -> IllegalMove:
    slot, placement = divmod(step, PLACEMENTS)
    if slot >= player.open_count:
        return IllegalMove("not_your_puzzle", "R4.4.1", "You have no such unfinished puzzle.")
    card = config.cards[player.slots[slot].card]
    if placing.is_served(player, slot):
        text = f"{card.id} already gets a piece from this action; only one per puzzle."
        return IllegalMove("two_on_one_puzzle", "R4.5.2", text)
    piece = PLACEMENT_PIECE[placement]
    if not placing.has_piece(player, piece):
        if player.doing == DOING_GHOST:
            text = f"{PIECE_NAMES[piece]} is not among the pieces just taken and not yet placed."
            return IllegalMove("not_taken", "R12.4", text)
        text = f"You have no {PIECE_NAMES[piece]} in your supply for this."
        return IllegalMove("not_in_supply", "R4.4.1", text)
    blocked = PLACEMENT_MASK[placement] & ~player.slots[slot].left
    cell = (blocked & -blocked).bit_length() - 1
    where = f"{cell // CARD_SIDE}{cell % CARD_SIDE}"
    name = placement_name(placement)
    if card.recess >> cell & 1:
        return IllegalMove(
            "cell_taken", "R4.4.1", f"{name} does not fit on {card.id}: cell {where} is already covered."
        )
    return IllegalMove("solid_cell", "R4.4.1", f"{name} does not fit on {card.id}: cell {where} is solid.")


def _explain_take(config: Configuration, state: State, player: Player, step: int) -> IllegalMove:
    rules = config.rules
    blind = step >= steps.TAKE_DECK
    if blind and not rules.blind_draw:
        return IllegalMove("no_blind_take", "R4.1.3", "These rules have no blind take from a deck.")
    if not market.has_room(player):
        return IllegalMove("no_room", "R4.1.1", "You already have four unfinished puzzles.")
    if blind:
        color = step - steps.TAKE_DECK
        if state.decks[color].size == 0:
            return IllegalMove("deck_empty", "R4.1.4", "That deck is empty.")
        if player.marker == BLACK_MARKER and rules.blind_needs_white_marker:
            return IllegalMove("wrong_marker", "R11.4", "Only the White marker allows a blind take.")
    else:
        slot = step - steps.TAKE
        if slot >= rules.market_size or state.market[slot] == NO_CARD:
            return IllegalMove("empty_slot", "R4.1.4", "There is no card in that slot.")
        if rules.slot_side[slot] != player.marker:
            side = "right" if player.marker == BLACK_MARKER else "left"
            return IllegalMove("wrong_marker", "R11.4", f"Your marker allows takes from the {side} rows only.")
    text = f"After the end is triggered only {rules.black_limit} Black puzzle may be taken in a turn."
    return IllegalMove("black_limit", "R7.4", text)


def _explain_recycle(config: Configuration, player: Player, row: int) -> IllegalMove:
    rules = config.rules
    if not rules.recycle:
        return IllegalMove("no_recycle", "R4.2", "These rules have no Recycle.")
    if player.marker == BLACK_MARKER or (
        row < rules.row_count and rules.slot_side[rules.row_start[row]] != player.marker
    ):
        return IllegalMove("wrong_marker", "R11.4", "Only the White marker allows a Recycle, of a left row.")
    color = "Black" if row < rules.row_count and rules.row_color[row] == BLACK else "White"
    return IllegalMove("deck_empty", "R4.2.3", f"The {color} deck is empty, so there is nothing new to reveal.")


def _explain_upgrade_take(state: State, piece: int) -> IllegalMove:
    name = PIECE_NAMES[piece]
    if LEVEL[piece] == GHOSTS:
        return IllegalMove("no_ghost_by_upgrade", "R12.3", "An Upgrade never gives a ghost piece.")
    if state.reserve[piece] == 0:
        return IllegalMove("not_in_reserve", "R5.6", f"There is no {name} in the reserve.")
    return IllegalMove("not_the_level1_piece", "R5.1", f"{name} is not what this gives while a lower piece is there.")


def _explain_exchange(player: Player, old: int, new: int, rule: str) -> IllegalMove:
    if old == new:
        return IllegalMove("same_piece", "R3.4", "An exchange must give another piece than the one returned.")
    if player.supply[old] == 0:
        return IllegalMove("not_in_supply", "R4.3.3", f"You have no {PIECE_NAMES[old]} in your supply.")
    exchange = f"{PIECE_NAMES[old]} cannot become {PIECE_NAMES[new]} now"
    return IllegalMove("level_out_of_reach", rule, f"{exchange}: it is out of reach or not in the reserve.")


def _explain_master(config: Configuration, player: Player, step: int) -> IllegalMove:
    if step == steps.MASTER and player.master_used:
        return IllegalMove("master_used", "R4.5.1", "You have used Master in this turn already.")
    if step != steps.MASTER:
        index = step - steps.AMBASSADOR
        noted = step == steps.USE_NOTED
        ready = ambassador.can_use(config.rules, player, index)
        if noted:
            ready = ambassador.can_use_noted(config.rules, player)
        if not ready and index < player.ambassador_count:
            return IllegalMove("ambassador_waits", "R13.3", "An Ambassador card is used on a turn after its own.")
        if not ready:
            return IllegalMove("no_ambassador", "R13.2", "You have no such Ambassador action.")
    return IllegalMove("nothing_fits", "R3.4", "You have no piece that fits on any of your puzzles.")


def _explain_split(state: State, player: Player, split: int) -> IllegalMove:
    if player.supply[SPLIT_GHOST[split]] == 0:
        name = PIECE_NAMES[SPLIT_GHOST[split]]
        return IllegalMove("not_in_supply", "R12.4", f"You have no {name} in your supply.")
    missing = [PIECE_NAMES[piece] for piece in range(PIECES) if state.reserve[piece] < SPLIT_COUNT[split][piece]]
    return IllegalMove("not_in_reserve", "R12.6", f"The reserve has too few of {', '.join(missing)}.")
