"""The options of docs/editions.md: what each may be set to. Misprints are not values here."""

from dataclasses import dataclass

from projectl.errors import SetupError, shown

Value = int | str | tuple[int, ...]

YES_NO = ("yes", "no")


@dataclass(frozen=True, slots=True)
class Option:
    """One option: its words, or a range of whole numbers, or a list of them; and the rule it belongs to."""

    rule: str
    words: tuple[str, ...] = ()
    numbers: tuple[int, int] | None = None
    length: int = 0  # for lists of numbers

    def describe(self) -> str:
        """What may stand there, for error messages."""
        ways = [repr(word) for word in self.words]
        if self.numbers:
            low, high = self.numbers
            whole = f"a whole number from {low} to {high}"
            ways.append(f"a list of {self.length} numbers from {low} to {high}" if self.length else whole)
        return " or ".join(ways)


OPTIONS = {
    "pieces_per_shape": Option("R1.1", numbers=(6, 60)),
    "player_mats": Option("R21.2", numbers=(1, 6)),
    "players_max": Option("R2.7", numbers=(1, 6)),
    "black_by_players": Option("R2.2", numbers=(4, 64), length=5),
    "six_player_needs": Option("R2.3", ("ghost_or_phoenix", "ghost")),
    "actions_per_turn": Option("R3.2", ("exactly_3", "up_to_3")),
    "blind_draw": Option("R4.1.3", YES_NO),
    "recycle": Option("R4.2", YES_NO),
    "take_level1": Option("R4.3.6", ("upgrade", "own_action")),
    "upgrade_down": Option("R4.3.2", ("any", "one")),
    "upgrade_same_level": Option("R3.4", ("other_type",)),
    "upgrade_up_when_level_missing": Option("R4.3.4", ("next_available", "two_levels")),
    "master_coverage": Option("R4.5.2", ("up_to_one_each",)),
    "master_from_start_supply": Option("R4.5.3", ("yes",)),
    "reserve_fallback": Option("R5", ("chain",)),
    "level1_missing": Option("R4.3.1", ("chain",)),
    "completion_timing": Option("R6.1", ("end_of_action",)),
    "completion_steps": Option("R6.5", ("return_reward_pile", "return_pile_reward")),
    "vp_pile": Option("R6.4", ("face_down", "face_up")),
    "round_cap": Option("R7.8", numbers=(1, 10_000)),
    "black_take_limit_after_trigger": Option("R7.4", ("none",), (1, 99)),
    "unfinished_penalty": Option("R9.1", ("yes", "solo_only", "no")),
    "ft_ghost_split": Option("R8.4", ("no",)),
    "ft_reward": Option("R8.3", ("none",)),
    "ft_piece_return": Option("R8.7", YES_NO),
    "tiebreak_pieces": Option("R9.4", ("supply", "supply_plus_touch_completed", "all_owned")),
    "full_tie": Option("R9.5", ("shared",)),
    "solo_locks": Option("R10.3", ("counters", "level1_pieces")),
    "solo_difficulty": Option("R10.2", numbers=(0, 20), length=3),
    "solo_blind_draw": Option("R10.4", YES_NO),
    "solo_all_locked": Option("R10.5", ("no_take",)),
    "solo_after_take": Option("R10.7", ("to_taken_column",)),
    "solo_end": Option("R10.10", ("one_more_round",)),
    "line_clear_players": Option("R11", ("5-6", "4-6", "none")),
    "black_marker_start": Option("R11.2", numbers=(2, 6), length=3),
    "line_clear_deck_rights": Option("R11.4", ("white_marker", "recycle_only")),
    "line_clear_end": Option("R11.8", ("both_markers",)),
    "line_clear_order": Option("R11.11", ("white_first", "interleave", "simultaneous")),
    "ghost_action_place": Option("R12.4", ("may",)),
    "level_up_double": Option("R12.9", ("two_upgrades", "two_levels")),
    "level_up_scope": Option("R12.10", ("upgrade_B", "up_only")),
    "level_up_on_returned": Option("R12.9", ("yes",)),
    "ambassador_when": Option("R13.3", ("future_turn", "any_later_action")),
    "ambassador_per_turn": Option("R13.2", ("unlimited",)),
    "credit_ready": Option("R14.5", ("next_turn",)),
    "finesse_end": Option("R14.10", ("tiles_or_black_deck",)),
    "finesse_tiebreak": Option("R14.12", ("credits_first",)),
    "finesse_stand_ins": Option("R15.3", ("on", "off")),
}


def checked_option(name: str, value: object) -> Value:
    """The value in its one form (true/false become the option's words), or SetupError."""
    option = OPTIONS.get(name)
    if option is None:
        raise SetupError(f"There is no option {shown(name)}; docs/editions.md lists them all.")
    if isinstance(value, bool):
        value = _word_for(option, value)
    if name == "black_by_players" and isinstance(value, dict):
        value = [value.get(players) for players in ("2", "3", "4", "5", "6")]
    if isinstance(value, str) and value in option.words:
        return value
    if option.numbers and option.length and isinstance(value, list | tuple):
        if len(value) == option.length and all(_in_range(number, option) for number in value):
            return tuple(value)
    elif option.numbers and not option.length and _in_range(value, option) and isinstance(value, int):
        return value
    raise SetupError(f"Option {name} cannot be {shown(value)}; it takes {option.describe()} ({option.rule}).")


def _word_for(option: Option, value: bool) -> object:
    """Booleans are welcome where the words mean yes and no."""
    for yes, no in (("yes", "no"), ("on", "off")):
        word = yes if value else no
        if word in option.words:
            return word
    return value


def _in_range(value: object, option: Option) -> bool:
    if option.numbers is None or not isinstance(value, int) or isinstance(value, bool):
        return False
    return option.numbers[0] <= value <= option.numbers[1]
