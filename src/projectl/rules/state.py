"""The whole game at one moment: complete, of fixed size, numbers only.

Lists never change their length: a counter beside each says how much of it is in use. That is what lets the
same functions run over a compiled record. Copy with ``State.copy``; nothing else may alias two states.
"""

from .options import (
    MAX_AMBASSADORS,
    MAX_DECK,
    MAX_MARKET,
    MAX_PILE,
    MAX_ROW,
    MAX_SEATS,
    MAX_SLOTS,
    NO_MARKER,
    TILE_ROW,
)
from .pieces import CELLS, PIECES

NOBODY = -1
NO_CARD = -1

# phase
PLAY, TOUCHES, OVER = 0, 1, 2

# ended_by
NOT_ENDED, BY_BLACK_DECK, BY_TILES, BY_ROUND_CAP, BY_MARKERS = 0, 1, 2, 3, 4

# Player.doing: an action made of several steps is under way.
NOTHING, DOING_MASTER, DOING_AMBASSADOR, DOING_GHOST, DOING_RECYCLE = 0, 1, 2, 3, 4

# Player.pending: a choice that completing a puzzle asks for (R6.2, R5.5, R12.9).
NO_CHOICE, CHOOSE_PUZZLE, CHOOSE_REWARD, CHOOSE_LEVEL_UP = 0, 1, 2, 3

# In solo the mastermind is the second player; only its pile is used.
MASTERMIND = 1


class Slot:
    """A place above the mat: an unfinished puzzle, the cells still free, and its pieces in order."""

    __slots__ = ("card", "left", "placed", "placed_count")

    def __init__(self) -> None:
        self.card = NO_CARD
        self.left = 0
        self.placed_count = 0
        self.placed = [0] * CELLS

    def copy(self) -> "Slot":
        """An independent copy."""
        new = Slot.__new__(Slot)
        new.card = self.card
        new.left = self.left
        new.placed_count = self.placed_count
        new.placed = self.placed[:]
        return new


class Player:
    """One player's zones (R0.3) and the fields of their turn.

    Puzzles lie in ``slots[0 .. open_count - 1]``, oldest first; completing one closes the gap. The cards of
    ``ambassador`` are completed Ambassador puzzles whose action is unused, the last ``ambassador_fresh`` of
    them completed in this turn (R13).
    """

    __slots__ = (
        "actions_left",
        "ambassador",
        "ambassador_count",
        "ambassador_fresh",
        "black_taken",
        "credits_left",
        "credits_right",
        "doing",
        "doing_row",
        "in_turn",
        "inserting",
        "marker",
        "master_used",
        "noted_ambassador",
        "noted_ambassador_fresh",
        "noted_points",
        "noted_puzzles",
        "open_count",
        "order",
        "order_count",
        "pay_credit",
        "pending",
        "pending_card",
        "pending_steps",
        "pile",
        "pile_count",
        "served",
        "slots",
        "split_pieces",
        "supply",
        "touches",
        "touches_by_credit",
    )

    def __init__(self) -> None:
        self.supply = [0] * PIECES
        self.slots = [Slot() for _ in range(MAX_SLOTS)]
        self.open_count = 0
        self.pile = [NO_CARD] * MAX_PILE
        self.pile_count = 0
        self.touches = 0
        self.touches_by_credit = 0

        # The turn.
        self.in_turn = 0
        self.marker = NO_MARKER
        self.actions_left = 0
        self.master_used = 0
        self.black_taken = 0
        self.doing = NOTHING
        self.served = 0  # slots served by this Master, Ambassador or Ghost action, as a bit mask
        self.split_pieces = [0] * PIECES  # pieces taken by this Ghost action and not yet placed
        self.doing_row = 0
        self.order = [0] * MAX_ROW  # market slots of the row being recycled, in the order chosen so far
        self.order_count = 0
        self.pending = NO_CHOICE
        self.pending_card = NO_CARD  # the card whose reward is being chosen
        self.pending_steps = 0
        self.pay_credit = 0  # the next touch is paid by a credit

        # Ambassador and Endless White (R13, R19).
        self.ambassador = [NO_CARD] * MAX_AMBASSADORS
        self.ambassador_count = 0
        self.ambassador_fresh = 0
        self.noted_points = 0
        self.noted_puzzles = 0
        self.noted_ambassador = 0
        self.noted_ambassador_fresh = 0

        # Finesse (R14).
        self.credits_left = 0
        self.credits_right = 0
        self.inserting = 0

    def copy(self) -> "Player":
        """An independent copy."""
        new = Player.__new__(Player)
        new.actions_left = self.actions_left
        new.ambassador = self.ambassador[:]
        new.ambassador_count = self.ambassador_count
        new.ambassador_fresh = self.ambassador_fresh
        new.black_taken = self.black_taken
        new.credits_left = self.credits_left
        new.credits_right = self.credits_right
        new.doing = self.doing
        new.doing_row = self.doing_row
        new.in_turn = self.in_turn
        new.inserting = self.inserting
        new.marker = self.marker
        new.master_used = self.master_used
        new.noted_ambassador = self.noted_ambassador
        new.noted_ambassador_fresh = self.noted_ambassador_fresh
        new.noted_points = self.noted_points
        new.noted_puzzles = self.noted_puzzles
        new.open_count = self.open_count
        new.order = self.order[:]
        new.order_count = self.order_count
        new.pay_credit = self.pay_credit
        new.pending = self.pending
        new.pending_card = self.pending_card
        new.pending_steps = self.pending_steps
        new.pile = self.pile[:]
        new.pile_count = self.pile_count
        new.served = self.served
        new.slots = [slot.copy() for slot in self.slots]
        new.split_pieces = self.split_pieces[:]
        new.supply = self.supply[:]
        new.touches = self.touches
        new.touches_by_credit = self.touches_by_credit
        return new


class Deck:
    """A face-down deck: ``cards[0]`` lies lowest. The lowest ``known`` cards are public (R0.7, Q56)."""

    __slots__ = ("cards", "known", "size")

    def __init__(self) -> None:
        self.cards = [NO_CARD] * MAX_DECK
        self.size = 0
        self.known = 0

    def copy(self) -> "Deck":
        """An independent copy."""
        new = Deck.__new__(Deck)
        new.cards = self.cards[:]
        new.size = self.size
        new.known = self.known
        return new


class State:
    """The table. Seat 0 is the first player (R2.6). ``active`` is the set of seats that may move, as bits."""

    __slots__ = (
        "active",
        "bank",
        "decks",
        "ended_by",
        "lock_supply",
        "locks",
        "market",
        "passes",
        "phase",
        "players",
        "reserve",
        "rng",
        "round",
        "step",
        "tile_count",
        "tiles",
        "triggered",
        "triggered_round",
    )

    def __init__(self) -> None:
        self.phase = PLAY
        self.round = 1
        self.active = 0
        self.triggered = 0
        self.triggered_round = 0
        self.ended_by = NOT_ENDED
        self.players = [Player() for _ in range(MAX_SEATS)]
        self.reserve = [0] * PIECES
        self.market = [NO_CARD] * MAX_MARKET
        self.decks = [Deck() for _ in range(2)]
        self.rng = 0  # Endless White shuffles with it (R0.6)

        # Finesse: the tiles still in the row, the current one first.
        self.tiles = [0] * TILE_ROW
        self.tile_count = 0
        self.bank = 0

        # Solo (R10): locks over the three columns, the opponent's supply.
        self.locks = [0] * 3
        self.lock_supply = 0

        # Line Clear (R11): the step being played, passes to the first player since the trigger.
        self.step = 0
        self.passes = 0

    def copy(self) -> "State":
        """An independent copy."""
        new = State.__new__(State)
        new.active = self.active
        new.bank = self.bank
        new.decks = [deck.copy() for deck in self.decks]
        new.ended_by = self.ended_by
        new.lock_supply = self.lock_supply
        new.locks = self.locks[:]
        new.market = self.market[:]
        new.passes = self.passes
        new.phase = self.phase
        new.players = [player.copy() for player in self.players]
        new.reserve = self.reserve[:]
        new.rng = self.rng
        new.round = self.round
        new.step = self.step
        new.tile_count = self.tile_count
        new.tiles = self.tiles[:]
        new.triggered = self.triggered
        new.triggered_round = self.triggered_round
        return new
