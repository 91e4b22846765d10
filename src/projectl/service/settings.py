"""What a table is for: the rules in force and how it is run. Fixed when the table is made."""

from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from projectl.catalog import Card, Configuration, card_from_dict, configure
from projectl.game.game import MAX_SEED

MAX_OWN_CARDS = 64
SUBSTITUTE = "guided"

Word = Annotated[str, Meta(max_length=40)]


class RealTime(Struct, frozen=True, forbid_unknown_fields=True, tag="real_time", tag_field="kind"):
    """Each seat has so much time for the whole game, and gets the increment after each of its turns."""

    seconds: Annotated[int, Meta(ge=10, le=86_400)]
    increment: Annotated[int, Meta(ge=0, le=3_600)] = 0


class Days(Struct, frozen=True, forbid_unknown_fields=True, tag="days", tag_field="kind"):
    """So many days for each turn."""

    days: Annotated[int, Meta(ge=1, le=30)]


class Settings(Struct, frozen=True, forbid_unknown_fields=True):
    """A table as its owner asks for it; ``checked`` says whether it can be played."""

    players: Annotated[int, Meta(ge=1, le=6)] = 2
    edition: Word = "v25"
    expansions: Annotated[tuple[Word, ...], Meta(max_length=8)] = ()
    variants: Annotated[tuple[Word, ...], Meta(max_length=8)] = ()
    options: Annotated[dict[Word, Any], Meta(max_length=64)] = {}
    difficulty: Word = "normal"
    cards: Annotated[tuple[dict[str, Any], ...], Meta(max_length=MAX_OWN_CARDS)] = ()
    clock: RealTime | Days | None = None
    seed: Annotated[int, Meta(ge=0, le=MAX_SEED)] | None = None
    listed: bool = False
    chat: bool = False

    def checked(self) -> Configuration:
        """The configuration; SetupError or PackError with a sentence if there is none."""
        return configure(
            self.players,
            edition_name=self.edition,
            expansions=self.expansions,
            variants=self.variants,
            options=self.options,
            difficulty=self.difficulty,
            own_cards=self.own_cards(),
        )

    def with_defaults(self) -> "Settings":
        """As people at one table play: in Line Clear both holders act at once (R11.11)."""
        if "line_clear" not in self.variants or "line_clear_order" in self.options:
            return self
        return msgspec.structs.replace(self, options=self.options | {"line_clear_order": "simultaneous"})

    def own_cards(self) -> tuple[Card, ...]:
        """The owner's cards, checked."""
        return tuple(card_from_dict(card, f"card {number}") for number, card in enumerate(self.cards, 1))

    def game_arguments(self) -> dict[str, Any]:
        """What ``Game`` is called with, but for players and seed."""
        rules = msgspec.structs.asdict(self)
        for name in ("players", "clock", "seed", "listed", "chat"):
            del rules[name]
        return rules | {"cards": self.own_cards()}
