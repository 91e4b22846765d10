"""Moves and step ids: ``steps_of`` turns a move into what the rules understand, ``move_of`` turns it back."""

from collections.abc import Iterable
from dataclasses import replace

from projectl.catalog import Configuration
from projectl.errors import IllegalMove, shown
from projectl.rules import market, steps
from projectl.rules.options import BLACK, WHITE, WHITE_MARKER
from projectl.rules.pieces import PIECES, PLACEMENTS, SPLIT_COUNT, SPLIT_GHOST, SPLITS
from projectl.rules.state import NO_CARD, Player, State

from .moves import COLORS, SIDES, Move, Placing, malformed, split_name

SPLIT_INDEX = {(SPLIT_GHOST[k], tuple(SPLIT_COUNT[k])): k for k in range(SPLITS)}

# ---- moves to steps ---------------------------------------------------------------------------------------


def steps_of(config: Configuration, state: State, seat: int, move: Move) -> list[int]:
    """The step ids of a move in this state; IllegalMove where it names something that is not there."""
    found = [steps.INSERT] if move.insert else []
    return found + _STEPPERS[move.kind](config, state, seat, move)


def card_number(config: Configuration, name: str) -> int:
    """The number of a card id."""
    if name not in config.card_index:
        raise IllegalMove("unknown_card", "R0.2", f"There is no card {shown(name)} in this game.")
    return config.card_index[name]


def _take_steps(config: Configuration, state: State, _seat: int, move: Move) -> list[int]:
    card = card_number(config, move.card)
    for slot in range(config.rules.market_size):
        if state.market[slot] == card:
            return [steps.TAKE + slot]
    raise IllegalMove("not_in_market", "R4.1.2", f"{move.card} does not lie face up in the market.")


def _deck_steps(config: Configuration, _state: State, _seat: int, move: Move) -> list[int]:
    if config.solo and move.color:
        raise malformed(str(move), "solo has one deck, so write take deck")
    if not config.solo and not move.color:
        raise malformed(str(move), "write take deck white or take deck black")
    return [steps.TAKE_DECK + (BLACK if move.color == "black" else WHITE)]


def _recycle_steps(config: Configuration, state: State, seat: int, move: Move) -> list[int]:
    row = _row_number(config, move)
    found = [steps.RECYCLE + row]
    if not market.can_recycle(config.rules, state, state.players[seat], row):
        return found  # the step itself is refused, with its reason
    first = config.rules.row_start[row]
    lying = [state.market[first + position] for position in range(config.rules.row_size)]
    order = [card_number(config, name) for name in move.cards]
    if sorted(order) != sorted(card for card in lying if card != NO_CARD):
        raise IllegalMove("recycle_order", "R4.2.1", "The order must name every card of the row once and no other.")
    return found + [steps.UNDER + lying.index(card) for card in order[:-1]]


def _row_number(config: Configuration, move: Move) -> int:
    if config.solo:
        raise IllegalMove("no_recycle", "R10.4", "There is no Recycle in solo.")
    if config.line_clear != bool(move.side):
        which = "recycle left white ..." if config.line_clear else "recycle white ..."
        raise malformed(str(move), f"write {which}")
    return COLORS.index(move.color) + (2 if move.side == "right" else 0)


def _upgrade_steps(_config: Configuration, _state: State, _seat: int, move: Move) -> list[int]:
    if move.old < 0:
        return [steps.UPGRADE_TAKE + move.new]
    return [steps.UPGRADE + move.old * PIECES + move.new]


def slot_of(config: Configuration, player: Player, card: str) -> int:
    """Where a card lies among the player's unfinished puzzles."""
    number = card_number(config, card)
    for slot in range(player.open_count):
        if player.slots[slot].card == number:
            return slot
    raise IllegalMove("not_your_puzzle", "R4.4.1", f"{card} is not one of your unfinished puzzles.")


def _placing_steps(config: Configuration, state: State, seat: int, placings: Iterable[Placing]) -> list[int]:
    player = state.players[seat]
    return [
        steps.PLACE + slot_of(config, player, placing.card) * PLACEMENTS + placing.placement for placing in placings
    ]


def _place_steps(config: Configuration, state: State, seat: int, move: Move) -> list[int]:
    return _placing_steps(config, state, seat, move.placings)


def _master_steps(config: Configuration, state: State, seat: int, move: Move) -> list[int]:
    return [steps.MASTER, *_placing_steps(config, state, seat, move.placings), steps.DONE]


def _ambassador_steps(config: Configuration, state: State, seat: int, move: Move) -> list[int]:
    if move.card == "noted":
        first = steps.USE_NOTED
    else:
        player = state.players[seat]
        unused = player.ambassador[: player.ambassador_count]
        card = card_number(config, move.card)
        if card not in unused:
            raise IllegalMove("no_ambassador", "R13.2", f"{move.card} is not an Ambassador card you can still use.")
        first = steps.AMBASSADOR + unused.index(card)
    return [first, *_placing_steps(config, state, seat, move.placings), steps.DONE]


def _ghost_steps(config: Configuration, state: State, seat: int, move: Move) -> list[int]:
    counts = tuple(move.parts.count(piece) for piece in range(PIECES))
    split = SPLIT_INDEX.get((move.old, counts))
    if split is None:
        raise IllegalMove("not_a_split", "R12.5", f"{split_name(move).replace('>', ' cannot be made of ')}.")
    return [steps.GHOST + split, *_placing_steps(config, state, seat, move.placings), steps.DONE]


def _complete_steps(config: Configuration, state: State, seat: int, move: Move) -> list[int]:
    return [steps.COMPLETE + slot_of(config, state.players[seat], move.card)]


def _reward_steps(_config: Configuration, _state: State, _seat: int, move: Move) -> list[int]:
    return [steps.REWARD_NONE if move.new < 0 else steps.REWARD + move.new]


def _level_up_steps(_config: Configuration, _state: State, _seat: int, move: Move) -> list[int]:
    return [steps.LEVEL_UP_NONE if move.old < 0 else steps.LEVEL_UP + move.old * PIECES + move.new]


def _touch_steps(config: Configuration, state: State, seat: int, move: Move) -> list[int]:
    return ([steps.CREDIT] if move.credit else []) + _placing_steps(config, state, seat, move.placings)


def _done_steps(_config: Configuration, _state: State, _seat: int, _move: Move) -> list[int]:
    return [steps.DONE]


def _end_steps(_config: Configuration, _state: State, _seat: int, _move: Move) -> list[int]:
    return [steps.END]


_STEPPERS = {
    "take": _take_steps,
    "deck": _deck_steps,
    "recycle": _recycle_steps,
    "upgrade": _upgrade_steps,
    "place": _place_steps,
    "master": _master_steps,
    "ambassador": _ambassador_steps,
    "ghost": _ghost_steps,
    "complete": _complete_steps,
    "reward": _reward_steps,
    "levelup": _level_up_steps,
    "touch": _touch_steps,
    "done": _done_steps,
    "end": _end_steps,
}


# ---- steps to moves ---------------------------------------------------------------------------------------


def move_of(config: Configuration, state: State, seat: int, taken: list[int], *, touching: bool) -> Move:
    """The move that these steps make up, ``state`` being the one before the first of them."""
    insert = taken[0] == steps.INSERT
    first, *rest = taken[1:] if insert else taken
    move = _move_from(config, state, state.players[seat], first, rest)
    if touching and move.kind == "place":
        move = replace(move, kind="touch")
    return replace(move, insert=insert)


def _move_from(config: Configuration, state: State, player: Player, first: int, rest: list[int]) -> Move:
    if first < steps.TAKE:
        return Move("place", placings=_placings(config, player, [first]))
    if first < steps.TAKE_DECK:
        return Move("take", card=config.cards[state.market[first - steps.TAKE]].id)
    if first < steps.RECYCLE:
        return Move("deck", color="" if config.solo else COLORS[first - steps.TAKE_DECK])
    if first < steps.UNDER:
        return _recycle_from(config, state, first - steps.RECYCLE, [step - steps.UNDER for step in rest])
    if first < steps.UPGRADE:
        return Move("upgrade", new=first - steps.UPGRADE_TAKE)
    if first < steps.MASTER:
        old, new = divmod(first - steps.UPGRADE, PIECES)
        return Move("upgrade", old=old, new=new)
    if first < steps.INSERT:
        return _staged_from(config, player, first, _placings(config, player, rest))
    return _choice_from(config, player, first, rest)


def _placings(config: Configuration, player: Player, taken: list[int]) -> tuple[Placing, ...]:
    found = [divmod(step, PLACEMENTS) for step in taken if step < steps.TAKE]
    return tuple(Placing(config.cards[player.slots[slot].card].id, placement) for slot, placement in found)


def _recycle_from(config: Configuration, state: State, row: int, named: list[int]) -> Move:
    rules = config.rules
    lying = [rules.row_start[row] + position for position in range(rules.row_size)]
    order = [rules.row_start[row] + position for position in named]
    order += [slot for slot in lying if slot not in order and state.market[slot] != NO_CARD]
    side = ""
    if config.line_clear:
        side = SIDES[0] if rules.slot_side[lying[0]] == WHITE_MARKER else SIDES[1]
    cards = tuple(config.cards[state.market[slot]].id for slot in order)
    return Move("recycle", color=COLORS[rules.row_color[row]], side=side, cards=cards)


def _staged_from(config: Configuration, player: Player, first: int, placings: tuple[Placing, ...]) -> Move:
    if first == steps.MASTER:
        return Move("master", placings=placings)
    if first == steps.USE_NOTED:
        return Move("ambassador", card="noted", placings=placings)
    if first < steps.USE_NOTED:
        card = config.cards[player.ambassador[first - steps.AMBASSADOR]].id
        return Move("ambassador", card=card, placings=placings)
    split = first - steps.GHOST
    parts = tuple(piece for piece in range(PIECES) for _ in range(SPLIT_COUNT[split][piece]))
    return Move("ghost", old=SPLIT_GHOST[split], parts=parts, placings=placings)


def _choice_from(config: Configuration, player: Player, first: int, rest: list[int]) -> Move:
    if first < steps.REWARD:
        return Move("complete", card=config.cards[player.slots[first - steps.COMPLETE].card].id)
    if first < steps.LEVEL_UP:
        return Move("reward", new=-1 if first == steps.REWARD_NONE else first - steps.REWARD)
    if first == steps.LEVEL_UP_NONE:
        return Move("levelup")
    if first < steps.LEVEL_UP_NONE:
        old, new = divmod(first - steps.LEVEL_UP, PIECES)
        return Move("levelup", old=old, new=new)
    if first == steps.CREDIT:
        return Move("place", placings=_placings(config, player, rest), credit=True)
    return Move("done" if first == steps.DONE else "end")
