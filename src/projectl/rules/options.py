"""One configuration of the game as numbers and tables.

``catalog`` fills a ``Rules`` from an edition, expansions, variants and single options; the kernel never asks
for an edition by name. Everything has a fixed size, so that the same fields can live in a compiled record.
"""

from .pieces import PIECES

MAX_SEATS = 6
MAX_SLOTS = 4
MAX_CARDS = 128
MAX_DECK = 64
MAX_PILE = MAX_CARDS
MAX_MARKET = 12
MAX_ROWS = 4
MAX_ROW = 4
MAX_AMBASSADORS = 8
MAX_TILES = 48
TILE_ROW = 10
MAX_FITS = 32768

WHITE, BLACK = 0, 1

# What a card gives (R1.2, R12.9, R13.1): a piece number below PIECES, or one of these.
LEVEL_UP = PIECES
LEVEL_UP_TWICE = PIECES + 1
AMBASSADOR = PIECES + 2

# Turn structures: who acts next.
ROUNDS, SOLO, LINE_CLEAR = 0, 1, 2

# line_clear_order (R11.11)
WHITE_FIRST, INTERLEAVE, SIMULTANEOUS = 0, 1, 2

# Markers and the side of the market they open (R11.4). Outside Line Clear everybody and every row has NO_MARKER.
NO_MARKER, WHITE_MARKER, BLACK_MARKER = 0, 1, 2

# tiebreak_pieces (R9.4)
SUPPLY, SUPPLY_AND_TOUCHED, ALL_OWNED = 0, 1, 2

NO_LIMIT = 99

# What a Finesse tile pays for (R15): pink deeds, then blue counts at the end of the turn.
(
    PAYS_PLACE,
    PAYS_MASTER,
    PAYS_COMPLETE,
    PAYS_TAKE,
    PAYS_UPGRADE,
    PAYS_RECYCLE,
    PAYS_INSERT,
    PAYS_PIECES,
    PAYS_TYPES,
    PAYS_UNFINISHED,
    PAYS_NONE_UNFINISHED,
    PAYS_EVERY_LEVEL,
    PAYS_NO_DUPLICATES,
    PAYS_NO_SMALL,
) = range(14)
FIRST_BLUE = PAYS_PIECES


class Rules:
    """Every number and table of one configuration (see ``catalog.configure``)."""

    __slots__ = (
        "actions",
        "ambassador_waits",
        "black_limit",
        "black_marker_offset",
        "black_pick",
        "blind_draw",
        "blind_needs_white_marker",
        "card_color",
        "card_count",
        "card_points",
        "card_recess",
        "card_reward",
        "copies",
        "endless_white",
        "finesse",
        "fit_start",
        "fits",
        "level1_is_upgrade",
        "level_reach",
        "level_up_only",
        "level_up_two_levels",
        "line_clear_order",
        "lock_supply",
        "locks_are_pieces",
        "market_size",
        "mastermind_takes",
        "must_act",
        "pile_first",
        "recycle",
        "round_cap",
        "row_color",
        "row_count",
        "row_size",
        "row_start",
        "seats",
        "slot_deck",
        "slot_side",
        "structure",
        "tiebreak_pieces",
        "tile_count",
        "tile_credits",
        "tile_pays",
        "tile_set",
        "tile_types",
        "touched_pieces_return",
        "unfinished_penalty",
        "upgrade_down",
        "white_pick",
    )

    def __init__(self) -> None:
        self.seats = 2
        self.structure = ROUNDS

        # Setup (R2, R10.1): how many cards of each colour are used, copies of each piece in the box.
        self.white_pick = 0
        self.black_pick = 0
        self.copies = [0] * PIECES

        # Turn and actions (R3, R4).
        self.actions = 3
        self.must_act = 1
        self.blind_draw = 1
        self.recycle = 1
        self.level1_is_upgrade = 1
        self.upgrade_down = NO_LIMIT
        self.level_reach = NO_LIMIT
        self.pile_first = 0

        # End, touches, scoring (R7-R9).
        self.black_limit = 1
        self.round_cap = 60
        self.unfinished_penalty = 1
        self.touched_pieces_return = 0
        self.tiebreak_pieces = SUPPLY

        # Solo (R10, R16).
        self.lock_supply = 0
        self.locks_are_pieces = 0
        self.mastermind_takes = 1

        # Line Clear (R11).
        self.line_clear_order = WHITE_FIRST
        self.black_marker_offset = 0
        self.blind_needs_white_marker = 1

        # Expansions and variants (R12-R19).
        self.level_up_only = 0
        self.level_up_two_levels = 0
        self.ambassador_waits = 1
        self.finesse = 0
        self.endless_white = 0

        # The market: slots in rows, the deck that refills each slot, the side a slot is on (R11.1).
        self.market_size = 0
        self.slot_deck = [0] * MAX_MARKET
        self.slot_side = [NO_MARKER] * MAX_MARKET
        self.row_count = 0
        self.row_size = 0
        self.row_start = [0] * MAX_ROWS
        self.row_color = [0] * MAX_ROWS

        # Cards. fits[fit_start[card][piece] : fit_start[card][piece + 1]] are the placements inside its recess.
        self.card_count = 0
        self.card_recess = [0] * MAX_CARDS
        self.card_points = [0] * MAX_CARDS
        self.card_reward = [0] * MAX_CARDS
        self.card_color = [0] * MAX_CARDS
        self.fit_start = [[0] * (PIECES + 1) for _ in range(MAX_CARDS)]
        self.fits = [0] * MAX_FITS

        # Finesse tiles (R15); tile_types is a set of pieces as a bit mask.
        self.tile_count = 0
        self.tile_set = [0] * MAX_TILES
        self.tile_pays = [0] * MAX_TILES
        self.tile_credits = [0] * MAX_TILES
        self.tile_types = [0] * MAX_TILES
