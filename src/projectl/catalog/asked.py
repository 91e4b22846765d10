"""What was asked for, and why it may be impossible."""

from dataclasses import dataclass

from projectl.errors import SetupError, shown
from projectl.rules import options as kernel

from .editions import Edition
from .options import Value

DIFFICULTIES = ("normal", "hard", "unbeatable")


@dataclass(frozen=True, slots=True)
class Asked:
    """What was asked for, with every option in force."""

    players: int
    preset: Edition
    expansions: tuple[str, ...]
    variants: tuple[str, ...]
    settings: dict[str, Value]
    difficulty: str

    @property
    def solo(self) -> bool:
        """One player against the mastermind."""
        return "solo" in self.variants

    def number(self, name: str) -> int:
        """An option that is a number."""
        value = self.settings[name]
        assert isinstance(value, int)
        return value

    def numbers(self, name: str) -> tuple[int, ...]:
        """An option that is a list of numbers."""
        value = self.settings[name]
        assert isinstance(value, tuple)
        return value

    def is_yes(self, name: str) -> int:
        """1 if the option says yes."""
        return int(self.settings[name] == "yes")


def check(asked: Asked) -> None:
    """Refuse what cannot be played, with a sentence that says what to change (R2.3, R2.7, R11, R21.1)."""
    _check_modules(asked)
    _check_players(asked)
    _check_line_clear(asked)


def _check_modules(asked: Asked) -> None:
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


def _check_real_locks(asked: Asked) -> None:
    """Four locks, the opponent's supply and your own O1 must all be in the box (R0.5, R10.2)."""
    needed = 5 + asked.numbers("solo_difficulty")[DIFFICULTIES.index(asked.difficulty)]
    if asked.number("pieces_per_shape") < needed:
        raise SetupError(
            f"Solo with real locks needs {needed} O1 pieces and the box has {asked.number('pieces_per_shape')}; "
            "set solo_locks to counters (R10.3)."
        )


def _check_players(asked: Asked) -> None:
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


def _check_line_clear(asked: Asked) -> None:
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
