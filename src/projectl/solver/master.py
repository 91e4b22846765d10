"""The best use of one Master over a player's cards (R4.5): on each card at most one piece, all from the supply.

Better is, in this order:

1. what is completed now is worth more, then: more cards are completed now;
2. fewer of the other cards can never be finished with what exists;
3. the other cards take fewer actions in all, each on its own with everything that is then in the supply:
   completed cards have given back their pieces and paid their reward, as far as that is one piece without a choice;
4. fewer pieces stay on cards, then: they cover fewer cells.

It is found exactly. Which piece goes to which card settles what is in the supply afterwards, and with that the best
place on each card by itself; so the search is over pieces, not over places. Other cards only take pieces
away: what a card costs with the whole supply is a lower bound, and a piece laid saves one action at best.
"""

from collections.abc import Iterator, Sequence
from itertools import chain, combinations, product
from typing import NamedTuple

from projectl.rules.options import Rules
from projectl.rules.pieces import LEVEL, PIECES, PLACEMENT_MASK, PLACEMENT_PIECE, PLACEMENTS
from projectl.rules.steps import TAKE

from .actions import ANY, MOST_ACTIONS, SECONDS, Answer, fewest_actions
from .clock import Clock, OutOfTime
from .cover import Supply, fitting_pieces
from .wanted import Counts

_FILLING = {mask: placement for placement, mask in enumerate(PLACEMENT_MASK)}  # no two pieces have the same shape
_NO_PIECES = (0,) * PIECES


class OpenCard(NamedTuple):
    """An unfinished card: the cells to fill, what it is worth, the pieces on it, the piece it pays (-1: none)."""

    left: int
    worth: int = 0
    lying: Counts = _NO_PIECES
    reward: int = -1


class Laid(NamedTuple):
    """One piece of a Master."""

    slot: int
    placement: int


class MasterAnswer(NamedTuple):
    """A best Master, or none if no piece can be laid that leaves its card finishable.

    ``actions`` is what the cards not completed by it then take, all together; None if that is not known or one of
    them cannot be finished. Without ``in_time`` the Master is only the best one found before the time was over.
    """

    laid: tuple[Laid, ...]
    completed: tuple[int, ...]
    actions: int | None
    in_time: bool


class _Value(NamedTuple):
    """How good a Master is with the same cards completed; smaller is better."""

    hopeless: int
    actions: int
    pieces: int
    cells: int


class _Ended(NamedTuple):
    """A Master as far as it completes cards, and the table it leaves."""

    laid: tuple[Laid, ...]
    free: Counts  # what may still be laid by it
    supply: Counts  # what is in the supply afterwards, as long as no more is laid
    reserve: Counts

    @property
    def completed(self) -> tuple[int, ...]:
        """The cards it completes."""
        return tuple(one.slot for one in self.laid)


Choice = tuple[int, ...]  # a piece for each card, or ANY for none


def best_master(  # noqa: PLR0913 - the parts of a position, a limit, and what is known already
    cards: Sequence[OpenCard],
    supply: Supply,
    reserve: Supply,
    rules: Rules,
    *,
    seconds: float = SECONDS,
    plans: Sequence[Answer] = (),
) -> MasterAnswer:
    """The best Master with this supply on these cards; see the head of this file for what is best.

    ``plans`` are shortest plans for the cards, where they are known: a first guess, for when time runs out.
    """
    search = _Search(cards, tuple(supply), tuple(reserve), rules, Clock(seconds))
    search.guess(plans)
    try:
        search.run()
    except OutOfTime:
        return search.best._replace(in_time=False)
    return search.best


class _Search:
    def __init__(self, cards: Sequence[OpenCard], supply: Counts, reserve: Counts, rules: Rules, clock: Clock) -> None:
        self.cards = cards
        self.supply = supply
        self.reserve = reserve
        self.rules = rules
        self.clock = clock
        self.best = MasterAnswer((), (), None, in_time=True)  # as long as nothing better is known
        self.value: _Value | None = None  # of the best so far

    def guess(self, plans: Sequence[Answer]) -> None:
        """Complete what can be completed, and lay on each other card what its plan would lay of the free pieces."""
        ended = self._most_completed()[0]
        free, laid = list(ended.free), list(ended.laid)
        for slot, plan in enumerate(plans):
            places = [action[0] % PLACEMENTS for action in plan.actions or () if action[0] < TAKE]
            wanted = next((one for one in places if free[PLACEMENT_PIECE[one]]), None)
            if slot not in ended.completed and wanted is not None:
                free[PLACEMENT_PIECE[wanted]] -= 1
                laid.append(Laid(slot, wanted))
        self.best = MasterAnswer(tuple(sorted(laid)), ended.completed, None, in_time=True)

    def run(self) -> None:
        """Find the best."""
        for ended in self._most_completed():
            _Rest(self, ended).run()
        if self.value is None:
            self.best = MasterAnswer((), (), None, in_time=True)

    # -- what is completed --

    def _most_completed(self) -> list[_Ended]:
        """All ways to complete the cards that are worth most together; if there are none, that of completing none."""
        can = [slot for slot, card in enumerate(self.cards) if card.left in _FILLING]
        found: list[tuple[tuple[int, int], _Ended]] = []
        for slots in chain.from_iterable(combinations(can, size) for size in range(len(can) + 1)):
            ended = self._completing(slots)
            if min(ended.free) >= 0:
                found.append(((sum(self.cards[slot].worth for slot in slots), len(slots)), ended))
        most = max(worth for worth, _ in found)
        return [ended for worth, ended in found if worth == most]

    def _completing(self, slots: tuple[int, ...]) -> _Ended:
        laid = tuple(Laid(slot, _FILLING[self.cards[slot].left]) for slot in slots)
        free, supply, reserve = list(self.supply), list(self.supply), list(self.reserve)
        for slot, placement in laid:
            free[PLACEMENT_PIECE[placement]] -= 1
            card = self.cards[slot]
            supply = list(map(int.__add__, supply, card.lying))  # R6.3; the piece laid comes back too
            if card.reward >= 0 and reserve[card.reward] > 0:
                supply[card.reward] += 1
                reserve[card.reward] -= 1
        return _Ended(laid, tuple(free), tuple(supply), tuple(reserve))

    def offer(self, value: _Value, answer: MasterAnswer) -> None:
        """Keep it if it is better."""
        if self.value is None or value < self.value:
            self.value, self.best = value, answer


class _Rest:
    """The cards that are not completed: best first by lower bounds, until a Master is as good as its bound."""

    def __init__(self, search: _Search, ended: _Ended) -> None:
        self.search = search
        self.ended = ended
        self.slots = [slot for slot in range(len(search.cards)) if slot not in ended.completed]
        self.known: dict[tuple[int, int, Counts], Answer] = {}

    def run(self) -> None:
        """Offer the best of them."""
        for bound, choice in sorted(self._bounds()):
            if self.search.value is not None and bound >= self.search.value:
                return
            plans = self._plans(choice)
            if plans is not None:
                value = self._value(choice, [_cost(plan, piece) for piece, plan in zip(choice, plans, strict=True)])
                self.search.offer(value, self._answer(choice, plans, value))

    def _bounds(self) -> Iterator[tuple[_Value, Choice]]:
        """Every choice of pieces, and the best it can be."""
        alone = [self._plan(slot, ANY, self.ended.supply) for slot in self.slots]
        costs = [self._options(slot, plan) for slot, plan in zip(self.slots, alone, strict=True)]
        for chosen in product(*(cost.items() for cost in costs)):
            choice = tuple(piece for piece, _ in chosen)
            laid = _counts(choice)
            # R3.4: a Master lays at least one piece.
            if (self.ended.laid or any(laid)) and all(map(int.__le__, laid, self.ended.free)):
                yield self._value(choice, [cost for _, cost in chosen]), choice

    def _options(self, slot: int, alone: Answer) -> dict[int, int | None]:
        """The pieces that may be laid on the card, or ANY for none, and what it then costs at least."""
        least = _cost(alone, ANY)
        options: dict[int, int | None] = {ANY: least}
        if least is not None:
            for piece in fitting_pieces(self.search.cards[slot].left, self.ended.free):
                helps = self._plan(slot, piece, self.ended.supply, least).actions is not None
                options[piece] = least - helps
        return options

    def _plans(self, choice: Choice) -> list[Answer] | None:
        """A plan for each card once all these pieces are laid; None if one of them spoils its card."""
        supply = tuple(map(int.__sub__, self.ended.supply, _counts(choice)))
        plans = []
        for slot, piece in zip(self.slots, choice, strict=True):
            # The piece laid here is still in the supply of a plan that begins with it.
            own = tuple(number + (piece == other) for other, number in enumerate(supply))
            plan = self._plan(slot, piece, own)
            if piece != ANY and plan.actions is None:
                return None
            plans.append(plan)
        return plans

    def _plan(self, slot: int, first: int, supply: Counts, most: int = MOST_ACTIONS) -> Answer:
        known = self.known.get((slot, first, supply))
        if known is None:
            search = self.search
            known = fewest_actions(
                search.cards[slot].left,
                supply,
                self.ended.reserve,
                search.rules,
                most=most,
                seconds=search.clock.left,
                first=first,
            )
            if not known.in_time:
                raise OutOfTime
            if known.actions is not None or most == MOST_ACTIONS:
                self.known[slot, first, supply] = known
        return known

    def _value(self, choice: Choice, costs: list[int | None]) -> _Value:
        laid = [piece for piece in choice if piece != ANY]
        possible = [cost for cost in costs if cost is not None]
        return _Value(len(costs) - len(possible), sum(possible), len(laid), sum(LEVEL[piece] for piece in laid))

    def _answer(self, choice: Choice, plans: list[Answer], value: _Value) -> MasterAnswer:
        more = [
            Laid(slot, plan.actions[0][0] % PLACEMENTS)
            for slot, piece, plan in zip(self.slots, choice, plans, strict=True)
            if piece != ANY and plan.actions
        ]
        laid = tuple(sorted((*self.ended.laid, *more)))
        return MasterAnswer(laid, self.ended.completed, None if value.hopeless else value.actions, in_time=True)


def _cost(plan: Answer, laid: int) -> int | None:
    """The actions still to come after the Master; None if the card cannot be finished."""
    return None if plan.actions is None else len(plan.actions) - (laid != ANY)


def _counts(choice: Choice) -> Counts:
    return tuple(choice.count(piece) for piece in range(PIECES))
