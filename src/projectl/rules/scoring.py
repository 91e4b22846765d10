"""Points, tie-breaks and winners (R9, R10.11, R14.12)."""

from .options import ALL_OWNED, SOLO, SUPPLY, Rules
from .pieces import PIECES
from .state import MASTERMIND, Player, State


def pile_points(rules: Rules, player: Player) -> int:
    """Points of the completed puzzles, those written down included (R19.1, R13.4)."""
    points = player.noted_points
    for index in range(player.pile_count):
        points += rules.card_points[player.pile[index]]
    for index in range(player.ambassador_count):
        points += rules.card_points[player.ambassador[index]]
    return points


def score(rules: Rules, state: State, seat: int) -> int:
    """The score if the game stopped now (R9.1); a filled puzzle counts as completed (R8.3)."""
    player = state.players[seat]
    points = pile_points(rules, player) - (player.touches - player.touches_by_credit)
    for slot in range(player.open_count):
        worth = rules.card_points[player.slots[slot].card]
        if player.slots[slot].left == 0:
            points += worth
        elif rules.unfinished_penalty == 1:
            points -= worth
    return points


def completed_puzzles(player: Player) -> int:
    """Tie 1: puzzles completed, those filled by touches or reshuffled included (R9.2, Q48)."""
    count = player.noted_puzzles + player.pile_count + player.ambassador_count
    for slot in range(player.open_count):
        if player.slots[slot].left == 0:
            count += 1
    return count


def leftover_pieces(rules: Rules, player: Player) -> int:
    """Tie 2: pieces in the supply after touches (R9.4, Q16), or as ``tiebreak_pieces`` says."""
    count = 0
    for piece in range(PIECES):
        count += player.supply[piece]
    if rules.tiebreak_pieces == SUPPLY:
        return count
    for slot in range(player.open_count):
        if player.slots[slot].left == 0 or rules.tiebreak_pieces == ALL_OWNED:
            count += player.slots[slot].placed_count
    return count


def compare(rules: Rules, state: State, one: int, other: int) -> int:
    """Positive if seat ``one`` stands better, 0 if they share (R9.2-R9.5)."""
    mine = state.players[one]
    yours = state.players[other]
    gap = score(rules, state, one) - score(rules, state, other)
    if gap == 0:  # R9.3; without Finesse nobody has credits
        gap = mine.credits_left + mine.credits_right - yours.credits_left - yours.credits_right
    if gap == 0:
        gap = completed_puzzles(mine) - completed_puzzles(yours)
    if gap == 0:
        gap = leftover_pieces(rules, mine) - leftover_pieces(rules, yours)
    return gap


def is_winner(rules: Rules, state: State, seat: int) -> bool:
    """Nobody stands better; in solo strictly more points than the mastermind (R10.11)."""
    if rules.structure == SOLO:
        return score(rules, state, seat) > pile_points(rules, state.players[MASTERMIND])
    for other in range(rules.seats):
        if compare(rules, state, other, seat) > 0:
            return False
    return True
