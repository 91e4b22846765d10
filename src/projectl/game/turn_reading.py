"""The part of a position document that says who is on turn and how far they are."""

from typing import Any

from projectl.catalog import Configuration
from projectl.errors import PositionError, shown
from projectl.rules import line_clear
from projectl.rules.options import INTERLEAVE, SIMULTANEOUS
from projectl.rules.pieces import PIECE_NAMES
from projectl.rules.state import (
    CHOOSE_LEVEL_UP,
    CHOOSE_PUZZLE,
    DOING_GHOST,
    DOING_RECYCLE,
    NO_CARD,
    OVER,
    TOUCHES,
    Player,
    State,
)

from .documents import count, flag, known_keys, one_of, table, word, words
from .moves import SEATS
from .position import CHOICES, DOINGS, row_numbers

MAX_PIECES = 99
_TURN_KEYS = ("seat", "actions_left", "master_used", "black_taken", "inserting", "paying_credit", "choice", "doing")


def seat_number(config: Configuration, value: object, where: str) -> int:
    """A seat of this game by its letter."""
    return SEATS.index(one_of(value, SEATS[: config.players], where))


def read_pieces(value: object, where: str, into: list[int]) -> None:
    """Counts by piece id."""
    for name, number in table(value, where).items():
        if name not in PIECE_NAMES:
            raise PositionError(f"{where}: there is no piece {shown(name)} (R0.1).")
        into[PIECE_NAMES.index(name)] = count(number, f"{where}.{name}", high=MAX_PIECES)


class TurnReader:
    """Reads ``turn`` and ``turns`` once everything else of the state is in place."""

    def __init__(self, config: Configuration, doc: dict[str, Any], state: State) -> None:
        self.config = config
        self.rules = config.rules
        self.doc = doc
        self.state = state

    def read(self) -> None:
        """Set the turns of everybody on turn, and who is active."""
        if self.state.phase == OVER:
            return
        turns = {}
        for name, value in table(self.doc.get("turns", {}), "turns").items():
            seat = seat_number(self.config, name, "turns")
            turns[seat] = table(value, f"turns.{name}")
        given = table(self.doc.get("turn") or {}, "turn")
        if not turns and given:
            turns[seat_number(self.config, given.get("seat", "A"), "turn.seat")] = given
        if self.state.phase == TOUCHES:
            self._touching(turns)
        elif self.config.line_clear:
            self._line_clear_turns(turns)
        else:
            if len(turns) > 1:
                raise PositionError("turns names two seats; only Line Clear has two players on turn (R3.1).")
            seat, doc = next(iter(turns.items()), (0, {}))
            self._turn(seat, doc)
            self.state.active = 1 << seat

    def _touching(self, turns: dict[int, dict[str, Any]]) -> None:
        seat, doc = next(iter(turns.items()), (0, {}))
        known_keys(doc, _TURN_KEYS, "turn")
        player = self.state.players[seat]
        player.pay_credit = flag(doc.get("paying_credit", False), "turn.paying_credit")
        if player.pay_credit and not (self.config.finesse and player.credits_left + player.credits_right):
            raise PositionError("turn.paying_credit: there is no credit to pay with (R14.11).")
        self.state.active = 1 << seat

    def _line_clear_turns(self, turns: dict[int, dict[str, Any]]) -> None:
        """One ``turn`` implies the other holder's: still to come, or as far as the order makes it."""
        white = line_clear.white_seat(self.rules, self.state)
        black = line_clear.black_seat(self.rules, self.state)
        for seat in turns:
            if seat not in {white, black}:
                raise PositionError(f"{SEATS[seat]} is on turn but holds no marker in this step (R11.3).")
        if "turns" not in self.doc:
            self._imply_other_turn(turns, white, black)
        for seat, doc in turns.items():
            self._turn(seat, doc)
        line_clear.set_active(self.rules, self.state)

    def _imply_other_turn(self, turns: dict[int, dict[str, Any]], white: int, black: int) -> None:
        if not turns:
            turns |= {white: {}, black: {}}
        elif self.rules.line_clear_order == SIMULTANEOUS:
            return
        elif white in turns:
            left = turns[white].get("actions_left", 3)
            turns[black] = {"actions_left": left} if self.rules.line_clear_order == INTERLEAVE else {}
        elif self.rules.line_clear_order == INTERLEAVE:
            left = count(turns[black].get("actions_left", 3), "turn.actions_left", high=3)
            if left > 1:
                turns[white] = {"actions_left": left - 1}

    def _turn(self, seat: int, doc: dict[str, Any]) -> None:
        where = f"turn of {SEATS[seat]}: "
        known_keys(doc, _TURN_KEYS, f"The turn of {SEATS[seat]}")
        player = self.state.players[seat]
        player.in_turn = 1
        player.actions_left = count(doc.get("actions_left", self.rules.actions), where + "actions_left", high=3)
        player.master_used = flag(doc.get("master_used", False), where + "master_used")
        player.black_taken = count(doc.get("black_taken", 0), where + "black_taken", high=99)
        player.inserting = flag(doc.get("inserting", False), where + "inserting")
        if "choice" in doc and "doing" in doc:
            raise PositionError(f"{where}a choice comes after its action, so choice and doing exclude each other.")
        if "choice" in doc:
            self._choice(player, table(doc["choice"], where + "choice"), where + "choice")
        if "doing" in doc:
            self._doing(player, table(doc["doing"], where + "doing"), where + "doing")

    def _choice(self, player: Player, doc: dict[str, Any], where: str) -> None:
        known_keys(doc, ("kind", "card", "steps"), where)
        kind = one_of(doc.get("kind"), CHOICES.values(), where + ".kind")
        player.pending = next(number for number, name in CHOICES.items() if name == kind)
        if player.pending == CHOOSE_PUZZLE:
            if not any(slot.left == 0 for slot in player.slots[: player.open_count]):
                raise PositionError(f"{where}: there is no filled puzzle to complete (R6.2).")
            return
        owned = player.pile[: player.pile_count] if self.rules.pile_first else self._cards_of(player)
        name = word(doc.get("card"), where + ".card")
        card = self.config.card_index.get(name, NO_CARD)
        if card not in owned:
            raise PositionError(f"{where}.card: {shown(name)} is not a puzzle that is being completed.")
        is_piece = self.rules.card_reward[card] < len(PIECE_NAMES)
        if is_piece == (player.pending == CHOOSE_LEVEL_UP) or self.config.cards[card].reward == "M":
            raise PositionError(f"{where}: {name} does not give that choice.")
        player.pending_card = card
        for slot in player.slots[: player.open_count]:
            if slot.card == card:
                if slot.placed_count:
                    raise PositionError(f"{where}: {name} must lie without pieces while its reward is chosen.")
                slot.left = 0
        if player.pending == CHOOSE_LEVEL_UP:
            player.pending_steps = count(doc.get("steps", 1), where + ".steps", low=1, high=2)

    def _cards_of(self, player: Player) -> list[int]:
        return [slot.card for slot in player.slots[: player.open_count]]

    def _doing(self, player: Player, doc: dict[str, Any], where: str) -> None:
        known_keys(doc, ("action", "served", "pieces", "row", "order"), where)
        action = one_of(doc.get("action"), DOINGS.values(), where + ".action")
        player.doing = next(number for number, name in DOINGS.items() if name == action)
        if player.doing == DOING_RECYCLE:
            self._doing_recycle(player, doc, where)
            return
        mine = {self.config.cards[card].id: slot for slot, card in enumerate(self._cards_of(player))}
        for name in words(doc.get("served", []), where + ".served"):
            player.served |= 1 << mine[one_of(name, mine, where + ".served")]
        if player.doing == DOING_GHOST:
            read_pieces(doc.get("pieces", {}), where + ".pieces", player.split_pieces)
            if any(player.split_pieces[p] > player.supply[p] for p in range(len(PIECE_NAMES))):
                raise PositionError(f"{where}.pieces: these pieces must lie in the supply (R12.4).")

    def _doing_recycle(self, player: Player, doc: dict[str, Any], where: str) -> None:
        rows = row_numbers(self.config)
        if not rows:
            raise PositionError(f"{where}: there is no Recycle in solo (R10.4).")
        player.doing_row = rows[one_of(doc.get("row"), rows, where + ".row")]
        first = self.rules.row_start[player.doing_row]
        lying = self.state.market[first : first + self.rules.row_size]
        mine = {self.config.cards[card].id: lying.index(card) for card in lying if card != NO_CARD}
        order = [mine[one_of(name, mine, where + ".order")] for name in words(doc.get("order", []), where)]
        if len(set(order)) != len(order) or len(mine) - len(order) < 2:
            raise PositionError(f"{where}.order must leave at least two cards of the row to name.")
        player.order[: len(order)] = order
        player.order_count = len(order)
