"""The fewest actions that complete one card, from a supply and a reserve, by the rules in force.

The actions are Upgrade in both options, Place, and the Ghost action (R4.3, R4.4, R12.4); on one card Master is
a Place. What other cards pay and what other players do to the reserve is left out.

Three facts make the search small:

- A Place leaves the reserve alone, so all pieces can be got first and placed afterwards. The cost of a plan is
  then the actions that get a multiset of pieces which fills the card, plus one Place for each that no Ghost
  action has placed.
- Getting a piece never destroys one: reserve and supply together keep their number of each type.
- If each piece is got on its own, cheapest ways and cheapest partners are an assignment problem (``bounds``).
  That is a lower bound, and nearly always the truth; the real rules then decide (``getting``), with the bound as
  their guide.
"""

from heapq import heappop, heappush
from itertools import count
from typing import NamedTuple

from projectl.rules import steps
from projectl.rules.options import Rules
from projectl.rules.pieces import GHOST_LEVEL, LEVEL, PIECES, PLACEMENT_MASK, PLACEMENT_PIECE, PLACEMENTS

from .bounds import Bounds
from .clock import Clock, OutOfTime
from .cover import Supply, Tiling, area, fitting_pieces, tilings
from .getting import Action, Getting
from .wanted import Counts, Wanted, Ways, multisets

MOST_ACTIONS = 60
SECONDS = 2.0
ANY = -1  # no piece in particular

Entry = int | Ways | Wanted


class Answer(NamedTuple):
    """What a search has found.

    ``actions`` is a shortest plan, each action as the ids of its steps, or None. Without a plan, ``in_time`` says
    whether that is proved: nothing within the bound completes the card. Otherwise time ran out, and all that is
    known is that it takes ``at_least`` so many actions.
    """

    actions: tuple[Action, ...] | None
    at_least: int
    in_time: bool


def fewest_actions(  # noqa: PLR0913 - the parts of a position, two limits, and what the plan must begin with
    left: int,
    supply: Supply,
    reserve: Supply,
    rules: Rules,
    *,
    most: int = MOST_ACTIONS,
    seconds: float = SECONDS,
    slot: int = 0,
    first: int = ANY,
) -> Answer:
    """A shortest plan of at most ``most`` actions that fills the cells ``left`` of the card in ``slot``.

    With ``first``, a shortest one among those that begin by placing this piece of the supply.
    """
    if not left:
        return Answer((), 0, True)
    if first != ANY and first not in fitting_pieces(left, supply):
        return Answer(None, most + 1, True)
    search = _Search(left, supply, reserve, rules, Clock(seconds), first)
    try:
        plan = search.run(most, slot)
    except OutOfTime:
        return Answer(None, search.proved + 1, False)
    return Answer(plan, most + 1 if plan is None else len(plan), True)


class _Search:
    """Candidates in order of their lower bounds; the first that the rules confirm is a shortest plan."""

    def __init__(  # noqa: PLR0913, PLR0917 - as fewest_actions
        self, left: int, supply: Supply, reserve: Supply, rules: Rules, clock: Clock, first: int
    ) -> None:
        self.left = left
        # What is placed first is out of the supply; all else is about the rest of the card.
        self.laid = tuple(int(piece == first) for piece in range(PIECES))
        self.supply = supply = tuple(map(int.__sub__, supply, self.laid))
        self.cells = left.bit_count() - area(self.laid)
        self.clock = clock
        self.proved = 0  # no plan has so few actions
        self.bounds = Bounds(supply, reserve, rules)
        self.getting = Getting(supply, reserve, rules, self.bounds, clock)
        self.fillings: dict[Counts, Tiling | None] = {}
        fitting = {PLACEMENT_PIECE[p] for p in range(PLACEMENTS) if PLACEMENT_MASK[p] & ~left == 0}
        self.stock = [self._most_of(piece) if piece in fitting else 0 for piece in range(PIECES)]

    def _most_of(self, piece: int) -> int:
        # Nothing but a completed card gives ghosts (R12.2).
        return self.supply[piece] if LEVEL[piece] == GHOST_LEVEL else self.bounds.owned[piece]

    def run(self, most: int, slot: int) -> tuple[Action, ...] | None:
        """The plan, or None if there is none of at most ``most`` actions."""
        before = sum(self.laid)
        order = count()
        # An entry is a candidate, or stands for candidates still to be spelt out: all with so many pieces, or all
        # ways to some pieces. At the same bound candidates come first, for one of them may end the search.
        heap: list[tuple[int, bool, int, Entry]] = []

        def offer(bound: int, entry: Entry) -> None:
            if bound + before <= most:
                heappush(heap, (bound, not isinstance(entry, Wanted), next(order), entry))

        fewest = min(1, self.cells)
        offer(self.bounds.of_size(self.cells, fewest), fewest)
        while heap:
            bound, _, _, entry = heappop(heap)
            self.proved = bound + before - 1
            if isinstance(entry, int):
                for pieces in multisets(self.stock, entry, self.cells):
                    self.clock.check()
                    wanted = Wanted(pieces, ())
                    offer(max(bound, self.bounds.rough(wanted)), wanted)
                    if self.bounds.ghosts:
                        offer(bound, Ways(pieces, 1))
                if entry < self.cells:
                    offer(max(bound, self.bounds.of_size(self.cells, entry + 1)), entry + 1)
            elif isinstance(entry, Ways):
                if self._filling(entry.pieces) is None:  # asked early, for there can be thousands of ways
                    continue
                for wanted in entry.spelt_out(self.supply):
                    self.clock.check()
                    offer(max(bound, self.bounds.rough(wanted)), wanted)
                if entry.splits < self.bounds.ghosts:
                    offer(max(bound, entry.splits + 1), Ways(entry.pieces, entry.splits + 1))
            elif (closer := self.bounds.close(entry)) > bound:
                offer(closer, entry)
            elif self._filling(entry.pieces) is not None:
                path = self.getting.path(entry, bound)
                if path is not None:
                    return self._plan(entry, path, slot)
                offer(bound + 1, entry)
        return None

    def _filling(self, pieces: Counts) -> Tiling | None:
        if pieces not in self.fillings:
            self.fillings[pieces] = next(tilings(self.left, tuple(map(int.__add__, pieces, self.laid))), None)
        return self.fillings[pieces]

    def _plan(self, wanted: Wanted, path: list[Action], slot: int) -> tuple[Action, ...]:
        """What is laid first, the path with its Ghost placements spelt out, a Place for every other piece."""
        waiting = list(self._filling(wanted.pieces) or ())

        def place(piece: int) -> int:
            placement = next(one for one in waiting if PLACEMENT_PIECE[one] == piece)
            waiting.remove(placement)
            return steps.PLACE + slot * PLACEMENTS + placement

        actions: list[Action] = [(place(piece),) for piece in range(PIECES) if self.laid[piece]]
        for action in path:
            if steps.GHOST <= action[0] < steps.INSERT:
                split, piece = action
                placed = (place(piece),) if piece >= 0 else ()
                actions.append((split, *placed, steps.DONE))
            else:
                actions.append(action)
        return (*actions, *((steps.PLACE + slot * PLACEMENTS + placement,) for placement in waiting))
