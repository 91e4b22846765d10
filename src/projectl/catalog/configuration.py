"""Data and options become one ``Rules``; an impossible combination is refused with a sentence (R2, R21)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from projectl.errors import SetupError, shown
from projectl.rules import options as kernel
from projectl.rules.options import Rules
from projectl.rules.pieces import GHOST_LEVEL, LEVEL, PIECES

from .asked import Asked, check
from .cards import Card, Pack, bundled_pack
from .editions import DEFAULT_EDITION, EXPANSIONS, VARIANTS, edition
from .options import Value, checked_option
from .tables import COLORS, REWARD_INDEX, make_rules, picks
from .tiles import Tile, finesse_tiles

CARD_EXPANSIONS = ("ghost", "ambassador", "phoenix")

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
    asked = Asked(players, preset, expansions, variants, preset.options | dict(options), difficulty)
    check(asked)
    cards, added = _cards(asked, own_cards, in_decks)
    tiles, drawn = _tiles(asked)
    rules = make_rules(asked, cards, tiles, len(cards) - added)
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


# ---- cards and tiles --------------------------------------------------------------------------------------


def packs_in_use(expansions: Iterable[str]) -> list[Pack]:
    """The bundled packs of these expansions, base first."""
    return [bundled_pack("base")] + [bundled_pack(name) for name in CARD_EXPANSIONS if name in expansions]


def _cards(asked: Asked, own: tuple[Card, ...], in_decks: bool) -> tuple[tuple[Card, ...], int]:
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


def _check_reward(asked: Asked, card: Card) -> None:
    reward = REWARD_INDEX[card.reward]
    if reward < PIECES and LEVEL[reward] == GHOST_LEVEL and "ghost" not in asked.expansions:
        raise SetupError(f"Card {card.id} gives a {card.reward}; add the ghost expansion or change its reward (R12.2).")


def _check_room(asked: Asked, cards: tuple[Card, ...]) -> None:
    for color in COLORS:
        count = sum(card.color == color for card in cards)
        if count > kernel.MAX_DECK:
            raise SetupError(f"{count} {color} cards are too many; a game has room for {kernel.MAX_DECK}.")
    actions = sum(card.reward == "M" for card in cards)
    if actions > kernel.MAX_AMBASSADORS:
        raise SetupError(f"{actions} cards give the M reward; a game has room for {kernel.MAX_AMBASSADORS}.")
    needed = picks(asked, cards)
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


def _tiles(asked: Asked) -> tuple[tuple[Tile, ...], int]:
    """All tiles, those that setup draws from first; and how many these are (positions may lay any tile)."""
    if "finesse" not in asked.expansions:
        return (), 0
    whole = finesse_tiles(ambassador=True, stand_ins=True)
    pool = finesse_tiles("finesse_ambassador" in asked.expansions, asked.settings["finesse_stand_ins"] == "on")
    drawn = [tile for tile in pool if tile.solo or not asked.solo]  # R16.1
    return (*drawn, *(tile for tile in whole if tile not in drawn)), len(drawn)
