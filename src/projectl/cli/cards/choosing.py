"""Which packs and cards a command is about, and what there is to say about them."""

from pathlib import Path

from projectl.cards.shapes import cells_of, form, is_connected
from projectl.catalog import Card, Pack, bundled_pack, configure, load_pack
from projectl.catalog.cards import BUNDLED_PACKS
from projectl.catalog.configuration import CARD_EXPANSIONS
from projectl.errors import PackError, SetupError, shown


def pack_named(name: str) -> Pack:
    """A bundled pack by its name, or the pack in a file."""
    if name in BUNDLED_PACKS:
        return bundled_pack(name)
    if not Path(name).exists():
        raise PackError(
            f"{shown(name)} is no file and no bundled pack; the bundled packs are {_listed(BUNDLED_PACKS)}."
        )
    return load_pack(name)


def bundled_cards() -> list[Card]:
    """Every card that ships with the game."""
    return [card for name in BUNDLED_PACKS for card in bundled_pack(name).cards]


def cards_named(ids: list[str], files: list[Path]) -> list[Card]:
    """Cards by id, capitals or not; those of the files stand in for bundled ones of the same id."""
    known = {card.id.casefold(): card for card in bundled_cards()}
    known |= {card.id.casefold(): card for file in files for card in load_pack(file).cards}
    for name in ids:
        if name.casefold() not in known:
            raise SetupError(f"There is no card {shown(name)}; `projectl cards list` names the packs.")
    return [known[name.casefold()] for name in ids]


def needed_expansions(pack: Pack) -> tuple[str, ...]:
    """The expansions that a pack belongs to: it replaces their cards or gives their pieces (R12.2)."""
    ids = {card.id for card in pack.cards}
    ghosts = {"ghost"} if any(card.reward in ("P5", "U5", "L5") for card in pack.cards) else set()
    replaced = {name for name in CARD_EXPANSIONS if ids & {card.id for card in bundled_pack(name).cards}}
    return tuple(name for name in CARD_EXPANSIONS if name in ghosts | replaced)


def check_playable(pack: Pack, source: str) -> tuple[str, ...]:
    """The expansions it is played with; PackError if a game would refuse it."""
    expansions = needed_expansions(pack)
    try:
        configure(2, expansions=expansions, own_cards=pack.cards)
    except SetupError as error:
        raise PackError(f"{source}: {error}") from None
    return expansions


def twins(pack: Pack) -> list[tuple[Card, Card]]:
    """Cards of the pack with the recess of another card, turned or mirrored or not; stand-ins it replaces excepted."""
    ids = {card.id for card in pack.cards}
    first = {form(cells_of(card.recess)): card for card in reversed(bundled_cards()) if card.id not in ids}
    found = []
    for card in pack.cards:
        other = first.setdefault(form(cells_of(card.recess)), card)
        if other is not card:
            found.append((card, other))
    return found


def is_whole(card: Card) -> bool:
    """Whether the recess is in one piece, as all printed ones are."""
    return is_connected(cells_of(card.recess))


def _listed(words: tuple[str, ...]) -> str:
    return f"{', '.join(words[:-1])} and {words[-1]}"
