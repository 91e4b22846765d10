"""Data and options become one ``Rules``; an impossible combination is refused with a sentence (R2, R21)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from projectl.errors import SetupError, shown
from projectl.rules import options as kernel
from projectl.rules.options import Rules
from projectl.rules.pieces import GHOST_LEVEL, LEVEL, PIECE_NAMES, PIECES, PLACEMENT_MASK, PLACEMENT_START

from .cards import Card, Pack, bundled_pack
from .editions import DEFAULT_EDITION, EXPANSIONS, VARIANTS, Edition, edition
from .options import Value, checked_option
from .tiles import Tile, finesse_tiles

DIFFICULTIES = ("normal", "hard", "unbeatable")
COLORS = ("white", "black")
TILE_SETS = ("A", "B", "C")
GHOST_COPIES = 10  # R1.1
SOLO_CARDS = (15, 10)  # R10.1: White, Black
FINESSE_SOLO_CARDS = (20, 15)  # R16.1
CARD_EXPANSIONS = ("ghost", "ambassador", "phoenix")

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
# Options that are really variants, under the name docs/editions.md gives them.
VARIANT_OPTIONS = {"known_vp": "known_points", "endless_white": "endless_white"}


@dataclass(frozen=True, slots=True, eq=False)
class Configuration:
    """One way to play: what was asked for, every option in force, and the tables made of it."""

    players: int
    edition: str
    expansions: tuple[str, ...]
    variants: tuple[str, ...]
    options: dict[str, Value]  # only those set on their own
    difficulty: str
    settings: dict[str, Value]  # every option in force
    cards: tuple[Card, ...]  # by card number
    own_cards: tuple[Card, ...]  # those that did not come with the game
    tiles: tuple[Tile, ...]  # by tile number
    rules: Rules
    card_index: dict[str, int] = field(init=False)
    tile_index: dict[str, int] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "card_index", {card.id: n for n, card in enumerate(self.cards)})
        object.__setattr__(self, "tile_index", {tile.id: n for n, tile in enumerate(self.tiles)})

    @property
    def solo(self) -> bool:
        """One player against the mastermind (R10)."""
        return "solo" in self.variants

    @property
    def line_clear(self) -> bool:
        """Two markers, two active players (R11)."""
        return "line_clear" in self.variants

    @property
    def finesse(self) -> bool:
        """Tiles and credits (R14)."""
        return "finesse" in self.expansions

    @property
    def open_piles(self) -> bool:
        """Whether everybody sees what everybody has completed (R6.4, R20)."""
        return "known_points" in self.variants or self.settings["vp_pile"] == "face_up"

    def describe(self) -> str:
        """One line for people."""
        parts = [f"{self.players} player{'s' * (self.players > 1)}", edition(self.edition).title]
        parts += [word.replace("_", " ") for word in (*self.expansions, *self.variants)]
        if self.solo:
            parts.append(self.difficulty)
        return ", ".join(parts)


def configure(
    players: int,
    *,
    edition_name: str = DEFAULT_EDITION,
    expansions: Iterable[str] = (),
    variants: Iterable[str] = (),
    options: Mapping[str, object] | None = None,
    difficulty: str = "normal",
    own_cards: Iterable[Card] = (),
    in_decks: bool = True,
) -> Configuration:
    """The configuration asked for, or SetupError. ``in_decks`` says whether own cards join the decks."""
    preset = edition(_word(edition_name, "The edition"))
    chosen_variants = set(_words(variants, "variants"))
    chosen = {}
    for name, value in _options(options).items():
        if name in VARIANT_OPTIONS:
            if value in (True, "yes"):
                chosen_variants.add(VARIANT_OPTIONS[name])
            elif value not in (False, "no"):
                raise SetupError(f"Option {name} cannot be {shown(value)}; it takes 'yes' or 'no'.")
        else:
            chosen[name] = checked_option(name, value)
    if isinstance(players, bool) or not isinstance(players, int):
        raise SetupError(f"The number of players must be a whole number, not {shown(players)} (R2.7).")
    return _configuration(
        players,
        preset.name,
        _known(_words(expansions, "expansions"), EXPANSIONS, "expansion"),
        _known(chosen_variants, VARIANTS, "variant"),
        tuple(sorted(chosen.items())),
        _word(difficulty, "The difficulty"),
        tuple(own_cards),
        in_decks,
    )


@lru_cache(maxsize=256)  # making the tables takes milliseconds, and tables are only read
def _configuration(
    players: int,
    edition_name: str,
    expansions: tuple[str, ...],
    variants: tuple[str, ...],
    options: tuple[tuple[str, Value], ...],
    difficulty: str,
    own_cards: tuple[Card, ...],
    in_decks: bool,
) -> Configuration:
    preset = edition(edition_name)
    asked = _Asked(players, preset, expansions, variants, preset.options | dict(options), difficulty)
    _check(asked)
    cards, added = _cards(asked, own_cards, in_decks)
    tiles, drawn = _tiles(asked)
    rules = _rules(asked, cards, tiles, len(cards) - added)
    rules.tile_count = drawn
    return Configuration(
        players,
        preset.name,
        expansions,
        variants,
        dict(options),
        difficulty,
        asked.settings,
        cards,
        own_cards,
        tiles,
        rules,
    )


@dataclass(frozen=True, slots=True)
class _Asked:
    players: int
    preset: Edition
    expansions: tuple[str, ...]
    variants: tuple[str, ...]
    settings: dict[str, Value]
    difficulty: str

    @property
    def solo(self) -> bool:
        return "solo" in self.variants

    def number(self, name: str) -> int:
        value = self.settings[name]
        assert isinstance(value, int)
        return value

    def numbers(self, name: str) -> tuple[int, ...]:
        value = self.settings[name]
        assert isinstance(value, tuple)
        return value

    def is_yes(self, name: str) -> int:
        return int(self.settings[name] == "yes")


def _word(value: object, what: str) -> str:
    if not isinstance(value, str):
        raise SetupError(f"{what} must be a word, not {shown(value)}.")
    return value


def _words(values: object, what: str) -> list[str]:
    if isinstance(values, str) or not isinstance(values, Iterable):
        raise SetupError(f"The {what} must be a list of words, not {shown(values)}.")
    return [_word(value, f"Each of the {what}") for value in values]


def _options(values: object) -> dict[str, object]:
    if values is None:
        return {}
    if not isinstance(values, Mapping):
        raise SetupError(f"The options must be a table of names and values, not {shown(values)}.")
    return {_word(name, "An option's name"): value for name, value in values.items()}


def _known(values: Iterable[str], known: tuple[str, ...], what: str) -> tuple[str, ...]:
    found = set(values)
    for value in sorted(found):
        if value not in known:
            raise SetupError(f"There is no {what} {shown(value)}; choose from {', '.join(known)}.")
    return tuple(name for name in known if name in found)


# ---- refusals ---------------------------------------------------------------------------------------------


def _check(asked: _Asked) -> None:
    _check_modules(asked)
    _check_players(asked)
    _check_line_clear(asked)


def _check_modules(asked: _Asked) -> None:
    """Expansions and variants that the edition does not have or that exclude each other (R21.1)."""
    name = asked.preset.name
    for expansion in asked.expansions:
        if expansion not in asked.preset.expansions:
            raise SetupError(f"Edition {name} has no {expansion} expansion; leave it out or choose v25.")
    for variant in asked.variants:
        if variant not in asked.preset.variants:
            raise SetupError(f"Edition {name} has no {variant} variant; leave it out or choose v25.")
    if "finesse_ambassador" in asked.expansions and "finesse" not in asked.expansions:
        raise SetupError("The finesse_ambassador tiles need the finesse expansion; add it (R14.1).")
    for variant in ("line_clear", "endless_white"):
        if asked.solo and variant in asked.variants:
            raise SetupError(f"The {variant} variant needs more than one player; leave out solo or {variant} (R21.1).")
    if asked.difficulty not in DIFFICULTIES:
        known = ", ".join(DIFFICULTIES)
        raise SetupError(f"There is no difficulty {shown(asked.difficulty)}; choose from {known} (R10.2).")
    if asked.solo and asked.settings["solo_locks"] == "level1_pieces":
        _check_real_locks(asked)


def _check_real_locks(asked: _Asked) -> None:
    """Four locks, the opponent's supply and your own O1 must all be in the box (R0.5, R10.2)."""
    needed = 5 + asked.numbers("solo_difficulty")[DIFFICULTIES.index(asked.difficulty)]
    if asked.number("pieces_per_shape") < needed:
        raise SetupError(
            f"Solo with real locks needs {needed} O1 pieces and the box has {asked.number('pieces_per_shape')}; "
            "set solo_locks to counters (R10.3)."
        )


def _check_players(asked: _Asked) -> None:
    players = asked.players
    if asked.solo and players != 1:
        raise SetupError(f"The solo variant is for 1 player, not {shown(players)}; leave out solo (R10).")
    if players == 1 and not asked.solo:
        raise SetupError("One player needs the solo variant; add it (R2.7).")
    mats = asked.number("player_mats") + ("ghost" in asked.expansions)  # R21.2: the Ghost box brings one
    most = min(asked.number("players_max"), mats, kernel.MAX_SEATS)
    if not 1 <= players <= most:
        raise SetupError(
            f"Edition {asked.preset.name} is for up to {most} players with these expansions, "
            f"not {shown(players)}; choose another number of players (R2.7)."
        )
    if (
        players == kernel.MAX_SEATS
        and asked.settings["six_player_needs"] == "ghost"
        and "ghost" not in asked.expansions
    ):
        raise SetupError("Six players need the ghost expansion in this edition; add it (R2.3).")


def _check_line_clear(asked: _Asked) -> None:
    if "line_clear" not in asked.variants:
        return
    allowed = str(asked.settings["line_clear_players"])
    low, _, high = allowed.partition("-")
    if allowed == "none" or not int(low) <= asked.players <= int(high):
        raise SetupError(
            f"Line Clear is for {allowed} players in edition {asked.preset.name}, not {asked.players}; "
            "leave out line_clear or change the number of players (R11)."
        )
    if asked.numbers("black_marker_start")[asked.players - 4] > asked.players:
        raise SetupError("Option black_marker_start names a seat that is not there; lower it (R11.2).")


# ---- cards and tiles --------------------------------------------------------------------------------------


def packs_in_use(expansions: Iterable[str]) -> list[Pack]:
    """The bundled packs of these expansions, base first."""
    return [bundled_pack("base")] + [bundled_pack(name) for name in CARD_EXPANSIONS if name in expansions]


def _cards(asked: _Asked, own: tuple[Card, ...], in_decks: bool) -> tuple[tuple[Card, ...], int]:
    """All cards by number, own ones replacing stand-ins of the same id; and how many stay out of the decks."""
    cards = {card.id: card for pack in packs_in_use(asked.expansions) for card in pack.cards}
    printed = {name for name, card in cards.items() if not card.stand_in}
    added = 0
    seen: set[str] = set()
    for card in own:
        if card.id in printed:
            raise SetupError(f"Card {card.id} is a printed card of the game; give yours another id.")
        if card.id in seen:
            raise SetupError(f"Card {card.id} is there twice among your own cards; leave one out.")
        if in_decks:
            _check_reward(asked, card)
        seen.add(card.id)
        added += card.id not in cards and not in_decks
        cards[card.id] = card
    _check_room(asked, tuple(cards.values()))
    return tuple(cards.values()), added


def _check_reward(asked: _Asked, card: Card) -> None:
    reward = REWARD_INDEX[card.reward]
    if reward < PIECES and LEVEL[reward] == GHOST_LEVEL and "ghost" not in asked.expansions:
        raise SetupError(f"Card {card.id} gives a {card.reward}; add the ghost expansion or change its reward (R12.2).")


def _check_room(asked: _Asked, cards: tuple[Card, ...]) -> None:
    for color in COLORS:
        count = sum(card.color == color for card in cards)
        if count > kernel.MAX_DECK:
            raise SetupError(f"{count} {color} cards are too many; a game has room for {kernel.MAX_DECK}.")
    actions = sum(card.reward == "M" for card in cards)
    if actions > kernel.MAX_AMBASSADORS:
        raise SetupError(f"{actions} cards give the M reward; a game has room for {kernel.MAX_AMBASSADORS}.")
    needed = _picks(asked, cards)
    rows = 6 if "line_clear" in asked.variants else 4
    if needed[1] < rows:
        raise SetupError(f"{needed[1]} Black puzzles do not fill rows of {rows}; raise black_by_players (R2.4, R11.1).")
    for color, number in zip(COLORS, needed, strict=True):
        there = sum(card.color == color for card in cards)
        if there < number:
            raise SetupError(
                f"{asked.players} players need {number} {color.capitalize()} puzzles and these cards are {there}; "
                "add ghost or phoenix, or choose fewer players (R2.3)."
            )


def _picks(asked: _Asked, cards: tuple[Card, ...]) -> tuple[int, int]:
    """How many White and Black cards are used (R2.1, R2.2, R10.1, R16.1)."""
    if asked.solo:
        return FINESSE_SOLO_CARDS if "finesse" in asked.expansions else SOLO_CARDS
    white = sum(card.color == "white" for card in cards)
    return white, asked.numbers("black_by_players")[asked.players - 2]


def _tiles(asked: _Asked) -> tuple[tuple[Tile, ...], int]:
    """All tiles, those that setup draws from first; and how many these are (positions may lay any tile)."""
    if "finesse" not in asked.expansions:
        return (), 0
    whole = finesse_tiles(ambassador=True, stand_ins=True)
    pool = finesse_tiles("finesse_ambassador" in asked.expansions, asked.settings["finesse_stand_ins"] == "on")
    drawn = [tile for tile in pool if tile.solo or not asked.solo]  # R16.1
    return (*drawn, *(tile for tile in whole if tile not in drawn)), len(drawn)


# ---- the kernel's tables ----------------------------------------------------------------------------------


def _rules(asked: _Asked, cards: tuple[Card, ...], tiles: tuple[Tile, ...], dealt: int) -> Rules:
    rules = Rules()
    rules.seats = asked.players
    rules.white_pick, rules.black_pick = _picks(asked, cards[:dealt])
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


def _set_actions(rules: Rules, asked: _Asked) -> None:
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


def _set_ending(rules: Rules, asked: _Asked) -> None:
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


def _set_market(rules: Rules, asked: _Asked) -> None:
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
