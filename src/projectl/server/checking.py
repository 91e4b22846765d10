"""Settings told to people before there is a table: can they be played, what rules are then in force, what would help.

A sentence has a code and values, so that a client can say it in another language; the text is the English for it.
"""

from collections.abc import Iterator
from typing import Any, Literal

from msgspec import Struct, structs

from projectl.catalog import Configuration
from projectl.catalog.asked import DIFFICULTIES
from projectl.errors import ProjectLError
from projectl.service.settings import Days, RealTime, Settings

SENTENCES = {
    "solo_normal": "You play alone against the mastermind, normal: its spare locks are {supply}.",
    "solo_hard": "You play alone against the mastermind, hard: its spare locks are {supply}.",
    "solo_unbeatable": "You play alone against the mastermind, unbeatable: its spare locks are {supply}.",
    "line_clear": "Line Clear: two sides with three white and three black puzzles each, and two marker holders.",
    "line_clear_together": "Both marker holders take their turns at the same time.",
    "line_clear_in_turn": "The holder of the white marker plays first, then the holder of the black one.",
    "actions_exactly": "A turn is exactly three actions, Master at most once.",
    "actions_up_to": "A turn is up to three actions, Master at most once.",
    "blind": "You may take the top card of a deck unseen.",
    "no_blind": "Only open puzzles can be taken, never the top card of a deck.",
    "recycle": "Recycle puts a row under its deck and lays out a new one.",
    "no_recycle": "Rows cannot be recycled.",
    "upgrade_any": "Upgrade: one level up, another piece of the same level, or any lower one.",
    "upgrade_one": "Upgrade: one level up, another piece of the same level, or one level down.",
    "ghost": "Ghost pieces: white pieces of five squares, which an action turns into smaller ones.",
    "ambassador": "Ambassador: these puzzles give an extra Master action instead of a piece.",
    "finesse": "Finesse: one tile in each round pays credits, and two credits buy an extra action.",
    "finesse_ambassador": "The tiles of the Finesse Ambassador pack are mixed in.",
    "phoenix": "Phoenix: seven black puzzles of 6 points are mixed in.",
    "endless_white": "When the white deck runs out, completed white puzzles form a new one and their points are kept.",
    "cards": "{white} white and {black} black puzzles are in the game.",
    "piles_open": "Completed puzzles lie face up: everybody sees everybody's points.",
    "piles_closed": "Completed puzzles lie face down: points are secret until the end.",
    "end_deck": "When the black deck is empty, the round is finished and one more is played.",
    "end_tiles": "When the tenth tile is gone, the game stops at once, even without that last round.",
    "end_solo": "When the deck is empty, the round is finished and one more is played.",
    "end_line_clear": "Once the black deck is empty, the game stops when both markers have reached the first player.",
    "black_limit": "From then on no turn may take more than {limit} black.",
    "touches": "At the end you may fill gaps with pieces you have left, 1 point each.",
    "touches_credits": "At the end you may fill gaps with pieces you have left, 1 point or 1 credit each.",
    "penalty": "Puzzles left unfinished cost their points.",
    "no_penalty": "Puzzles left unfinished cost nothing.",
    "clock_real_time": "Clock: {minutes} min for each player, and {increment} s more for each turn.",
    "clock_days": "Days for each turn: {days}.",
}


class Sentence(Struct, frozen=True):
    """One rule in force: a code with values, and the same in English."""

    code: str
    text: str
    values: dict[str, int] = {}


class Change(Struct, frozen=True):
    """One change to the settings that makes them playable."""

    kind: Literal["add_expansion", "drop_expansion", "drop_variant", "edition", "players"]
    to: str


class AskedSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """Settings to be checked."""

    settings: Settings = Settings()


class Checked(Struct, frozen=True):
    """Whether these settings can be played. If so, the rules in force; if not, why, and what would help."""

    ok: bool
    message: str = ""
    summary: tuple[Sentence, ...] = ()
    options: dict[str, Any] = {}
    fixes: tuple[Change, ...] = ()


def checked(settings: Settings) -> Checked:
    """What to tell about these settings."""
    try:
        config = settings.checked()
    except ProjectLError as error:
        return Checked(False, str(error), fixes=tuple(_fixes(settings)))
    return Checked(True, summary=tuple(_sentences(settings, config)), options=dict(config.settings))


def _sentences(settings: Settings, config: Configuration) -> Iterator[Sentence]:
    for code, values in _codes(settings, config):
        yield Sentence(code, SENTENCES[code].format(**values), values)


def _codes(settings: Settings, config: Configuration) -> Iterator[tuple[str, dict[str, int]]]:
    yield from _game(config)
    yield from ((expansion, {}) for expansion in config.expansions)
    if "endless_white" in config.variants:
        yield "endless_white", {}
    yield from _turn(config)
    yield "cards", {"white": config.rules.white_pick, "black": config.rules.black_pick}
    yield "piles_open" if config.open_piles else "piles_closed", {}
    yield from _end(config)
    yield from _clock(settings)


def _game(config: Configuration) -> Iterator[tuple[str, dict[str, int]]]:
    if config.solo:
        supplies = config.settings["solo_difficulty"]
        assert isinstance(supplies, tuple)
        yield f"solo_{config.difficulty}", {"supply": supplies[DIFFICULTIES.index(config.difficulty)]}
    if config.line_clear:
        together = config.settings["line_clear_order"] == "simultaneous"
        yield "line_clear", {}
        yield "line_clear_together" if together else "line_clear_in_turn", {}


def _turn(config: Configuration) -> Iterator[tuple[str, dict[str, int]]]:
    options = config.settings
    yield "actions_exactly" if options["actions_per_turn"] == "exactly_3" else "actions_up_to", {}
    yield "blind" if options["solo_blind_draw" if config.solo else "blind_draw"] == "yes" else "no_blind", {}
    if not config.solo:
        yield "recycle" if options["recycle"] == "yes" else "no_recycle", {}
    yield "upgrade_any" if options["upgrade_down"] == "any" else "upgrade_one", {}


def _end(config: Configuration) -> Iterator[tuple[str, dict[str, int]]]:
    options = config.settings
    yield "end_solo" if config.solo else "end_line_clear" if config.line_clear else "end_deck", {}
    limit = options["black_take_limit_after_trigger"]
    if isinstance(limit, int) and not config.solo:
        yield "black_limit", {"limit": limit}
    if config.finesse:
        yield "end_tiles", {}
    yield "touches_credits" if config.finesse else "touches", {}
    penalty = options["unfinished_penalty"] == "yes" or (options["unfinished_penalty"] == "solo_only" and config.solo)
    yield "penalty" if penalty else "no_penalty", {}


def _clock(settings: Settings) -> Iterator[tuple[str, dict[str, int]]]:
    match settings.clock:
        case RealTime(seconds, increment):
            yield "clock_real_time", {"minutes": max(1, seconds // 60), "increment": increment}
        case Days(days):
            yield "clock_days", {"days": days}


# ---- what would help --------------------------------------------------------------------------------------


def _fixes(settings: Settings) -> Iterator[Change]:
    """The single changes after which the settings can be played."""
    for change, changed in _changes(settings):
        try:
            changed.checked()
        except ProjectLError:
            continue
        yield change


def _changes(settings: Settings) -> Iterator[tuple[Change, Settings]]:
    def changed(**fields: Any) -> Settings:
        return structs.replace(settings, **fields)

    for name in ("ghost", "phoenix", "finesse"):
        if name not in settings.expansions:
            yield Change("add_expansion", name), changed(expansions=(*settings.expansions, name))
    for name in settings.expansions:
        rest = tuple(one for one in settings.expansions if one != name)
        yield Change("drop_expansion", name), changed(expansions=rest)
    for name in settings.variants:
        if name != "solo":
            rest = tuple(one for one in settings.variants if one != name)
            yield Change("drop_variant", name), changed(variants=rest)
    if settings.edition != "v25":
        yield Change("edition", "v25"), changed(edition="v25")
    for players in (settings.players - 1, settings.players + 1):
        if 2 <= players <= 6:  # noqa: PLR2004 - one player is another game
            yield Change("players", str(players)), changed(players=players)
