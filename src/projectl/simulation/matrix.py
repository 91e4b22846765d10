"""The configurations that stand for all: every player count, edition, expansion, variant and option."""

from dataclasses import dataclass, field

from projectl.catalog import Card, Configuration, configure
from projectl.game import Game

ALL_CARDS = ("ghost", "ambassador", "phoenix")
ALL_TILES = ("finesse", "finesse_ambassador")
EVERYTHING = ALL_CARDS + ALL_TILES


@dataclass(frozen=True)
class Spec:
    """What to ask ``Game`` for."""

    players: int
    edition: str = "v25"
    expansions: tuple[str, ...] = ()
    variants: tuple[str, ...] = ()
    options: dict[str, object] = field(default_factory=dict)
    difficulty: str = "normal"
    cards: tuple[Card, ...] = ()  # of the user's

    def configuration(self) -> Configuration:
        """The configuration it names."""
        return configure(
            self.players,
            edition_name=self.edition,
            expansions=self.expansions,
            variants=self.variants,
            options=self.options,
            difficulty=self.difficulty,
            own_cards=self.cards,
        )

    def game(self, seed: int) -> Game:
        """A new game of it."""
        return Game(
            self.players,
            seed=seed,
            edition=self.edition,
            expansions=self.expansions,
            variants=self.variants,
            options=self.options,
            difficulty=self.difficulty,
            cards=self.cards,
        )

    def __str__(self) -> str:
        parts = [f"{self.players}p", self.edition, *self.expansions, *self.variants]
        if "solo" in self.variants:
            parts.append(self.difficulty)
        parts += [f"{name}={value}" for name, value in self.options.items()]
        parts += [f"{len(self.cards)} own cards"] * bool(self.cards)
        return " ".join(parts)


def _solo(difficulty: str = "normal", expansions: tuple[str, ...] = (), edition: str = "v25") -> Spec:
    return Spec(1, edition, expansions, ("solo",), {}, difficulty)


def _line_clear(players: int, order: str, expansions: tuple[str, ...] = (), **more: object) -> Spec:
    variants = ("line_clear", *more.get("variants", ()))  # type: ignore[misc]  # a tuple of words
    edition = str(more.get("edition", "v25"))
    return Spec(players, edition, expansions, variants, {"line_clear_order": order})


MATRIX = (
    *(Spec(players) for players in (2, 3, 4, 5)),
    Spec(6, expansions=("phoenix",)),
    Spec(6, expansions=("ghost",)),
    Spec(2, expansions=("ghost",)),
    Spec(3, expansions=("ambassador",)),
    Spec(2, expansions=("finesse",)),
    Spec(4, expansions=ALL_TILES),
    Spec(5, expansions=ALL_CARDS),
    Spec(2, expansions=EVERYTHING),
    Spec(4, expansions=EVERYTHING, variants=("endless_white",)),
    Spec(6, expansions=EVERYTHING, variants=("endless_white", "known_points")),
    Spec(2, variants=("endless_white",)),
    Spec(5, variants=("endless_white",)),  # with many players the White deck does run out
    Spec(6, expansions=("ambassador", "phoenix"), variants=("endless_white",)),
    Spec(3, expansions=("ambassador",), variants=("endless_white",)),
    Spec(2, variants=("known_points",)),
    Spec(3, expansions=("finesse",), variants=("endless_white",)),
    _solo(),
    _solo("hard"),
    _solo("unbeatable"),
    _solo(expansions=ALL_CARDS),
    _solo("hard", ("finesse",)),
    _solo("hard", EVERYTHING),
    _solo(edition="v2019_en"),
    _solo("hard", ("ghost", "ambassador"), "v2019_intl"),
    _solo(edition="pt"),
    _line_clear(5, "white_first"),
    _line_clear(5, "interleave"),
    _line_clear(5, "simultaneous"),
    _line_clear(6, "simultaneous", ("ghost",)),
    _line_clear(6, "white_first", ("phoenix",)),
    _line_clear(5, "interleave", ("finesse",)),
    _line_clear(6, "interleave", EVERYTHING),
    _line_clear(5, "simultaneous", EVERYTHING, variants=("endless_white",)),
    _line_clear(4, "white_first", edition="v2019_en"),
    _line_clear(4, "simultaneous", ("ghost", "ambassador"), edition="v2019_intl"),
    _line_clear(5, "white_first", edition="v2019_de"),
    Spec(2, "v2019_en"),
    Spec(3, "v2019_intl", ("ghost", "ambassador")),
    Spec(4, "v2019_de", ("ghost",)),
    Spec(6, "v2019_en", ("ghost",)),
    Spec(2, "v2019_intl", EVERYTHING, ("endless_white",)),
    Spec(2, "pt"),
    Spec(4, "pt", variants=("known_points",)),
    Spec(2, options={"completion_steps": "return_pile_reward", "pieces_per_shape": 8}, expansions=("ghost",)),
    Spec(2, options={"ft_piece_return": "yes", "tiebreak_pieces": "all_owned"}),
    Spec(2, options={"pieces_per_shape": 6, "upgrade_down": "one"}),
    Spec(3, options={"blind_draw": "no", "actions_per_turn": "up_to_3"}, expansions=ALL_TILES),
    Spec(2, options={"level_up_double": "two_levels"}, expansions=("ghost",)),
    Spec(2, options={"level_up_scope": "up_only", "ambassador_when": "any_later_action"}, expansions=ALL_CARDS),
    Spec(4, options={"finesse_stand_ins": "off", "round_cap": 12}, expansions=ALL_TILES),
)
