"""The kernel's tables, filled from what was asked for, the cards and the tiles."""

from functools import lru_cache

from projectl.errors import SetupError
from projectl.rules import options as kernel
from projectl.rules.options import Rules
from projectl.rules.pieces import GHOST_LEVEL, LEVEL, PIECE_NAMES, PIECES, PLACEMENT_MASK, PLACEMENT_START

from .asked import DIFFICULTIES, Asked
from .cards import Card
from .tiles import Tile

COLORS = ("white", "black")
TILE_SETS = ("A", "B", "C")
GHOST_COPIES = 10  # R1.1
SOLO_CARDS = (15, 10)  # R10.1: White, Black
FINESSE_SOLO_CARDS = (20, 15)  # R16.1

PIECE_INDEX = {name: index for index, name in enumerate(PIECE_NAMES)}
REWARD_INDEX = PIECE_INDEX | {
    "UP1": kernel.LEVEL_UP,
    "UP2": kernel.LEVEL_UP_TWICE,
    "M": kernel.AMBASSADOR,
}
PAYS_INDEX = {
    "place": kernel.PAYS_PLACE,
    "master": kernel.PAYS_MASTER,
    "complete": kernel.PAYS_COMPLETE,
    "take": kernel.PAYS_TAKE,
    "upgrade": kernel.PAYS_UPGRADE,
    "recycle": kernel.PAYS_RECYCLE,
    "insert": kernel.PAYS_INSERT,
    "pieces": kernel.PAYS_PIECES,
    "types": kernel.PAYS_TYPES,
    "unfinished": kernel.PAYS_UNFINISHED,
    "none_unfinished": kernel.PAYS_NONE_UNFINISHED,
    "every_level": kernel.PAYS_EVERY_LEVEL,
    "no_duplicates": kernel.PAYS_NO_DUPLICATES,
    "no_small": kernel.PAYS_NO_SMALL,
}


def picks(asked: Asked, cards: tuple[Card, ...]) -> tuple[int, int]:
    """How many White and Black cards are used (R2.1, R2.2, R10.1, R16.1)."""
    if asked.solo:
        return FINESSE_SOLO_CARDS if "finesse" in asked.expansions else SOLO_CARDS
    white = sum(card.color == "white" for card in cards)
    return white, asked.numbers("black_by_players")[asked.players - 2]


def make_rules(asked: Asked, cards: tuple[Card, ...], tiles: tuple[Tile, ...], dealt: int) -> Rules:
    """The numbers and tables of one configuration."""
    rules = Rules()
    rules.seats = asked.players
    rules.white_pick, rules.black_pick = picks(asked, cards[:dealt])
    ghosts = GHOST_COPIES if "ghost" in asked.expansions else 0
    for piece in range(PIECES):
        is_ghost = LEVEL[piece] == GHOST_LEVEL
        rules.copies[piece] = ghosts if is_ghost else asked.number("pieces_per_shape")
    _set_actions(rules, asked)
    _set_ending(rules, asked)
    _set_market(rules, asked)
    _set_cards(rules, cards, dealt)
    _set_tiles(rules, tiles)
    return rules


def _set_actions(rules: Rules, asked: Asked) -> None:
    is_ = asked.settings.__getitem__
    rules.must_act = int(is_("actions_per_turn") == "exactly_3")
    rules.blind_draw = asked.is_yes("solo_blind_draw" if asked.solo else "blind_draw")
    rules.recycle = 0 if asked.solo else asked.is_yes("recycle")
    rules.level1_is_upgrade = int(is_("take_level1") == "upgrade")
    rules.upgrade_down = 1 if is_("upgrade_down") == "one" else kernel.NO_LIMIT
    two_levels = is_("upgrade_up_when_level_missing") == "two_levels"
    rules.level_reach = 2 if two_levels else kernel.NO_LIMIT
    rules.pile_first = int(is_("completion_steps") == "return_pile_reward")
    rules.level_up_only = int(is_("level_up_scope") == "up_only")
    rules.level_up_two_levels = int(is_("level_up_double") == "two_levels")
    rules.ambassador_waits = int(is_("ambassador_when") == "future_turn")


def _set_ending(rules: Rules, asked: Asked) -> None:
    limit = asked.settings["black_take_limit_after_trigger"]
    rules.black_limit = limit if isinstance(limit, int) and not asked.solo else kernel.NO_LIMIT
    rules.round_cap = asked.number("round_cap")
    penalty = asked.settings["unfinished_penalty"]
    rules.unfinished_penalty = int(penalty == "yes" or (penalty == "solo_only" and asked.solo))
    rules.touched_pieces_return = asked.is_yes("ft_piece_return")
    ways = ("supply", "supply_plus_touch_completed", "all_owned")
    rules.tiebreak_pieces = ways.index(str(asked.settings["tiebreak_pieces"]))
    rules.finesse = int("finesse" in asked.expansions)
    rules.endless_white = int("endless_white" in asked.variants)
    rules.lock_supply = asked.numbers("solo_difficulty")[DIFFICULTIES.index(asked.difficulty)]
    rules.locks_are_pieces = int(asked.settings["solo_locks"] == "level1_pieces")
    rules.mastermind_takes = 2 if rules.finesse else 1


def _set_market(rules: Rules, asked: Asked) -> None:
    """Rows of the market: (colour, side) each; the solo grid is no row, it cannot be recycled (R10.4)."""
    white, black = kernel.WHITE, kernel.BLACK
    left, right = kernel.WHITE_MARKER, kernel.BLACK_MARKER
    rows = [(white, kernel.NO_MARKER), (black, kernel.NO_MARKER)]
    rules.row_size = 4
    if asked.solo:
        rules.structure = kernel.SOLO
        rules.market_size = 9
        return
    if "line_clear" in asked.variants:
        rules.structure = kernel.LINE_CLEAR
        rules.row_size = 3
        rows = [(white, left), (black, left), (white, right), (black, right)]
        orders = ("white_first", "interleave", "simultaneous")
        rules.line_clear_order = orders.index(str(asked.settings["line_clear_order"]))
        rules.black_marker_offset = asked.numbers("black_marker_start")[asked.players - 4] - 1
        rules.blind_needs_white_marker = int(asked.settings["line_clear_deck_rights"] == "white_marker")
    rules.row_count = len(rows)
    rules.market_size = rules.row_count * rules.row_size
    for row, (color, side) in enumerate(rows):
        rules.row_start[row] = row * rules.row_size
        rules.row_color[row] = color
        for slot in range(row * rules.row_size, (row + 1) * rules.row_size):
            rules.slot_deck[slot] = color
            rules.slot_side[slot] = side


@lru_cache(maxsize=1024)
def _fits(recess: int) -> tuple[tuple[int, ...], ...]:
    """For each piece the placements that lie wholly inside the recess."""
    return tuple(
        tuple(
            placement
            for placement in range(PLACEMENT_START[piece], PLACEMENT_START[piece + 1])
            if PLACEMENT_MASK[placement] & ~recess == 0
        )
        for piece in range(PIECES)
    )


def _set_cards(rules: Rules, cards: tuple[Card, ...], dealt: int) -> None:
    """Card tables; only the first ``dealt`` cards go into the decks of a new game."""
    rules.card_count = dealt
    used = 0
    for number, card in enumerate(cards):
        rules.card_recess[number] = card.recess
        rules.card_points[number] = card.points
        rules.card_reward[number] = REWARD_INDEX[card.reward]
        rules.card_color[number] = COLORS.index(card.color)
        for piece, placements in enumerate(_fits(card.recess)):
            if used + len(placements) > kernel.MAX_FITS:
                raise SetupError(
                    "These cards have more placements than a game has room for; use fewer or smaller ones."
                )
            rules.fit_start[number][piece] = used
            rules.fits[used : used + len(placements)] = placements
            used += len(placements)
        rules.fit_start[number][PIECES] = used


def _set_tiles(rules: Rules, tiles: tuple[Tile, ...]) -> None:
    for number, tile in enumerate(tiles):
        rules.tile_set[number] = TILE_SETS.index(tile.set)
        rules.tile_pays[number] = PAYS_INDEX[tile.pays]
        rules.tile_credits[number] = tile.credits
        rules.tile_types[number] = sum(1 << PIECE_INDEX[piece] for piece in tile.pieces)
