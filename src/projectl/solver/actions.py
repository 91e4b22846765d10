"""The fewest actions that complete one card, from a supply and a reserve, by the rules in force.

The actions are Upgrade in both options, Place, and the Ghost action (R4.3, R4.4, R12.4); on one card Master is
a Place. What other cards pay and what other players do to the reserve is left out.

Three facts make the search small:

- A Place leaves the reserve alone, so all pieces can be got first and placed afterwards. The cost of a plan is
  then the actions that get a multiset of pieces which fills the card, plus one Place for each that no Ghost
  action has placed.
- Getting a piece never destroys one: reserve and supply together keep their number of each type.
- If each piece is got on its own, cheapest ways and cheapest partners are an assignment problem. That is a lower
  bound, and nearly always the truth; the real rules then decide, with the bound as their guide.
"""

import time
from collections.abc import Iterator, Sequence
from functools import lru_cache
from heapq import heappop, heappush
from itertools import combinations_with_replacement, count, product
from typing import NamedTuple

from projectl.rules import ghost, steps, upgrade
from projectl.rules.options import Rules
from projectl.rules.pieces import (
    GHOST_LEVEL,
    LEVEL,
    LEVEL_START,
    P5,
    PIECES,
    PLACEMENT_MASK,
    PLACEMENT_PIECE,
    PLACEMENTS,
    SPLIT_COUNT,
    SPLIT_GHOST,
    SPLITS,
    TOP_BASE_LEVEL,
)
from projectl.rules.state import State

from .cover import Supply, Tiling, area, tilings

MOST_ACTIONS = 60
SECONDS = 2.0

Action = tuple[int, ...]
Counts = tuple[int, ...]

_NOTHING = PIECES  # the row of a table of distances for a piece that comes from nowhere
_NEVER = 10**6
_SPLIT_SURPLUS = 4  # a Ghost action takes at most five pieces where other actions take one


class Answer(NamedTuple):
    """What a search has found.

    ``actions`` is a shortest plan, each action as the ids of its steps, or None. Without a plan, ``in_time`` says
    whether that is proved: nothing within the bound completes the card. Otherwise time ran out, and all that is
    known is that it takes ``at_least`` so many actions.
    """

    actions: tuple[Action, ...] | None
    at_least: int
    in_time: bool


class _Split(NamedTuple):
    """A Ghost action of a plan: which split, and the piece it places at once (-1: none)."""

    number: int
    placed: int


class _Wanted(NamedTuple):
    """Pieces that fill the card, and the Ghost actions on the way to them."""

    pieces: Counts
    splits: tuple[_Split, ...]

    @property
    def to_get(self) -> Counts:
        """What must lie in the supply before the first Place."""
        left = list(self.pieces)
        for split in self.splits:
            if split.placed >= 0:
                left[split.placed] -= 1
        return tuple(left)


class OutOfTime(Exception):
    """The time limit of a search has passed."""


def fewest_actions(
    left: int,
    supply: Supply,
    reserve: Supply,
    rules: Rules,
    *,
    most: int = MOST_ACTIONS,
    seconds: float = SECONDS,
    slot: int = 0,
) -> Answer:
    """A shortest plan of at most ``most`` actions that fills the cells ``left`` of the card in ``slot``."""
    if not left:
        return Answer((), 0, True)
    search = _Search(left, supply, reserve, rules, time.monotonic() + seconds)
    try:
        plan = search.run(most, slot)
    except OutOfTime:
        return Answer(None, search.proved + 1, False)
    return Answer(plan, most + 1 if plan is None else len(plan), True)


class _Search:
    """Candidates in order of their lower bounds; the first that the rules confirm is a shortest plan."""

    def __init__(self, left: int, supply: Supply, reserve: Supply, rules: Rules, deadline: float) -> None:
        self.left = left
        self.rules = rules
        self.deadline = deadline
        self.proved = 0  # no plan has so few actions
        self.supply = tuple(supply)
        self.state = State()
        self.player = self.state.players[0]
        self.player.supply = list(supply)
        self.state.reserve = list(reserve)
        self.owned = tuple(map(sum, zip(supply, reserve, strict=True)))
        self.lying = [sum(reserve[LEVEL_START[level] : LEVEL_START[level + 1]]) for level in range(GHOST_LEVEL)]
        self.ghosts = sum(supply[P5:])
        self.tables: dict[int, list[list[int]]] = {}
        self.fillings: dict[Counts, Tiling | None] = {}
        fitting = {PLACEMENT_PIECE[p] for p in range(PLACEMENTS) if PLACEMENT_MASK[p] & ~left == 0}
        self.stock = [self._most_of(piece) if piece in fitting else 0 for piece in range(PIECES)]

    def _most_of(self, piece: int) -> int:
        # Nothing but a completed card gives ghosts (R12.2).
        return self.supply[piece] if LEVEL[piece] == GHOST_LEVEL else self.owned[piece]

    def run(self, most: int, slot: int) -> tuple[Action, ...] | None:
        """The plan, or None if there is none of at most ``most`` actions."""
        cells = self.left.bit_count()
        order = count()
        # An entry is a candidate, or a number of pieces whose candidates are still to be spelt out. At the same
        # bound candidates come first: one of them may end the search.
        heap: list[tuple[int, bool, int, int | _Wanted]] = []

        def offer(bound: int, entry: int | _Wanted) -> None:
            if bound <= most:
                heappush(heap, (bound, isinstance(entry, int), next(order), entry))

        offer(self._size_bound(1), 1)
        while heap:
            bound, _, _, entry = heappop(heap)
            self.proved = bound - 1
            if isinstance(entry, int):
                for pieces in _multisets(self.stock, entry, cells):
                    for wanted in self._ways_to(pieces):
                        self._check_time()
                        offer(max(bound, self._first_bound(wanted)), wanted)
                if entry < cells:
                    offer(max(bound, self._size_bound(entry + 1)), entry + 1)
            elif self._filling(entry.pieces) is not None:
                path = self._path(entry, bound)
                if path is not None:
                    return self._plan(entry, path, slot)
                offer(bound + 1, entry)
        return None

    def _check_time(self) -> None:
        if time.monotonic() > self.deadline:
            raise OutOfTime

    def _filling(self, pieces: Counts) -> Tiling | None:
        if pieces not in self.fillings:
            self.fillings[pieces] = next(tilings(self.left, pieces), None)
        return self.fillings[pieces]

    # -- candidates --

    def _ways_to(self, pieces: Counts) -> Iterator[_Wanted]:
        """With every choice of Ghost actions beside the ghosts that are placed whole."""
        if not self.ghosts:
            yield _Wanted(pieces, ())
            return
        choices = [_ghost_actions(piece, self.supply[piece] - pieces[piece], pieces) for piece in range(P5, PIECES)]
        for chosen in product(*choices):
            wanted = _Wanted(pieces, tuple(split for some in chosen for split in some))
            if min(wanted.to_get) >= 0:
                yield wanted

    # -- lower bounds --

    def _may_run_out(self, actions: int, splits: int) -> int:
        """The levels, as a bit mask, that so many actions can leave empty in the reserve."""
        taken = actions + _SPLIT_SURPLUS * splits
        return sum(1 << level for level in range(1, GHOST_LEVEL) if self.lying[level] <= taken)

    def _may_be_shorter_from(self, places: int, splits: int) -> int:
        """How long a plan must be to empty a level; short of that, what lies in the reserve says it all."""
        lying = [number for number in self.lying[1:] if number]
        return min(lying, default=_NEVER) + places - _SPLIT_SURPLUS * splits

    def _size_bound(self, size: int) -> int:
        """For every plan with so many pieces: what they cover must be got, and each of them placed.

        A Ghost action is one action more and, at best, one Place less.
        """
        table = self._distances(self._may_run_out(0, 0))
        gain = max(_gains(table), default=1)
        lacking = max(0, self.left.bit_count() - area(self.supply))
        return min(size - (-lacking // gain), max(size, self._may_be_shorter_from(size - self.ghosts, self.ghosts)))

    def _first_bound(self, wanted: _Wanted) -> int:
        places, splits = sum(wanted.to_get), len(wanted.splits)
        table = self._distances(self._may_run_out(0, 0))
        bound = places + self._still_needed(table, wanted.to_get, wanted.splits)
        return min(bound, max(places + splits, self._may_be_shorter_from(places, splits)))

    def _still_needed(self, table: list[list[int]], to_get: Counts, splits: tuple[_Split, ...]) -> int:
        """At least so many actions must still come before the supply holds ``to_get``."""
        have = list(self.player.supply)
        for split in splits:
            have[SPLIT_GHOST[split.number]] -= 1
            if split.placed >= 0:
                have[split.placed] -= 1
            for piece in range(PIECES):
                have[piece] += SPLIT_COUNT[split.number][piece]
        if min(have) < 0:
            return _NEVER
        return len(splits) + _assignment(table, have, to_get)

    def _distances(self, may_run_out: int) -> list[list[int]]:
        """From piece to piece, at least so many Upgrades, if these levels may be empty or not at any moment."""
        if may_run_out not in self.tables:
            self.tables[may_run_out] = _distances(self.rules, tuple(n > 0 for n in self.owned), may_run_out)
        return self.tables[may_run_out]

    # -- by the rules --

    def _path(self, wanted: _Wanted, length: int) -> list[Action] | None:
        """Actions that get the pieces of a plan of this length, every one of them legal."""
        to_get = wanted.to_get
        budget = length - sum(to_get)
        table = self._distances(self._may_run_out(budget, len(wanted.splits)))
        tried: dict[tuple[Counts, tuple[_Split, ...]], int] = {}
        path: list[Action] = []

        def reach(splits: tuple[_Split, ...], budget: int) -> bool:
            self._check_time()
            needed = self._still_needed(table, to_get, splits)
            if needed > budget:
                return False
            if needed == 0:
                return True
            here = (tuple(self.player.supply), splits)
            if tried.get(here, -1) >= budget:
                return False
            tried[here] = budget
            for action, changes, rest in self._gains(splits):
                self._change(changes, 1)
                path.append(action)
                if reach(rest, budget - 1):
                    return True
                path.pop()
                self._change(changes, -1)
            return False

        found = reach(wanted.splits, budget)
        self.player.supply = list(self.supply)
        self.state.reserve = [owned - own for owned, own in zip(self.owned, self.supply, strict=True)]
        return path if found else None

    def _gains(
        self, splits: tuple[_Split, ...]
    ) -> list[tuple[Action, list[tuple[int, int, int]], tuple[_Split, ...]]]:
        """The legal actions that get pieces: step ids, (piece, to the supply, to the reserve), splits still to come."""
        state, player, found = self.state, self.player, []
        for number, split in enumerate(splits):
            if split not in splits[:number] and ghost.can_split(state, player, split.number):
                parts = SPLIT_COUNT[split.number]
                changes = [(piece, parts[piece], -parts[piece]) for piece in range(PIECES) if parts[piece]]
                changes.append((SPLIT_GHOST[split.number], -1, 1))
                if split.placed >= 0:
                    changes.append((split.placed, -1, 0))
                action = (steps.GHOST + split.number, split.placed)  # the piece becomes a PLACE in ``_plan``
                found.append((action, changes, splits[:number] + splits[number + 1 :]))
        for new in range(PIECES):
            if upgrade.can_upgrade_take(state, new):
                found.append(((steps.UPGRADE_TAKE + new,), [(new, 1, -1)], splits))
        for old in range(PIECES):
            if player.supply[old] > 0:
                for new in range(PIECES):
                    if upgrade.can_upgrade(self.rules, state, player, old, new):
                        action = (steps.UPGRADE + old * PIECES + new,)
                        found.append((action, [(old, -1, 1), (new, 1, -1)], splits))
        return found

    def _change(self, changes: list[tuple[int, int, int]], way: int) -> None:
        for piece, supplied, reserved in changes:
            self.player.supply[piece] += way * supplied
            self.state.reserve[piece] += way * reserved

    def _plan(self, wanted: _Wanted, path: list[Action], slot: int) -> tuple[Action, ...]:
        """The path with its Ghost placements spelt out, then a Place for every other piece."""
        waiting = list(self._filling(wanted.pieces) or ())

        def place(piece: int) -> int:
            placement = next(one for one in waiting if PLACEMENT_PIECE[one] == piece)
            waiting.remove(placement)
            return steps.PLACE + slot * PLACEMENTS + placement

        actions: list[Action] = []
        for action in path:
            if steps.GHOST <= action[0] < steps.INSERT:
                split, piece = action
                placed = (place(piece),) if piece >= 0 else ()
                actions.append((split, *placed, steps.DONE))
            else:
                actions.append(action)
        return (*actions, *((steps.PLACE + slot * PLACEMENTS + placement,) for placement in waiting))


def _ghost_actions(piece: int, most: int, pieces: Counts) -> list[tuple[_Split, ...]]:
    """Every choice of up to ``most`` Ghost actions with this ghost that may help to get ``pieces``."""
    if most <= 0:
        return [()] if most == 0 else []
    kinds = []
    for number in range(SPLITS):
        if SPLIT_GHOST[number] == piece:
            parts = SPLIT_COUNT[number]
            kinds += [_Split(number, part) for part in (-1, *range(P5)) if part < 0 or (parts[part] and pieces[part])]
    return [chosen for number in range(most + 1) for chosen in combinations_with_replacement(kinds, number)]


def _multisets(stock: Sequence[int], size: int, cells: int) -> Iterator[Counts]:
    """Every choice of ``size`` pieces from the stock that cover so many cells, large pieces first."""
    chosen = [0] * PIECES

    def choose(piece: int, size: int, cells: int) -> Iterator[Counts]:
        if size == 0 and cells == 0:
            yield tuple(chosen)
        elif piece >= 0 and size <= cells <= size * LEVEL[piece]:
            for number in range(min(stock[piece], size, cells // LEVEL[piece]), -1, -1):
                chosen[piece] = number
                yield from choose(piece - 1, size - number, cells - number * LEVEL[piece])

    yield from choose(PIECES - 1, size, cells)


def _gains(table: list[list[int]]) -> Iterator[int]:
    """The cells that one Upgrade may add to what the supply covers."""
    for old in range(PIECES + 1):
        level = 0 if old == _NOTHING else LEVEL[old]
        yield from (LEVEL[new] - level for new in range(PIECES) if table[old][new] == 1 and LEVEL[new] > level)


def _distances(rules: Rules, obtainable: tuple[bool, ...], may_run_out: int) -> list[list[int]]:
    """Shortest ways from piece to piece if at every moment these levels are empty or not, as one likes.

    The rules answer for each pattern of empty levels; what they look at besides is whether the piece itself is
    there (R4.3.4, R5).
    """
    table = [[_NEVER] * PIECES for _ in range(PIECES + 1)]
    state = State()
    player = state.players[0]
    player.supply = [1] * PIECES
    for empty in range(0, 2 << TOP_BASE_LEVEL, 2):
        if empty & ~may_run_out:
            continue
        state.reserve = [int(obtainable[piece] and not empty >> LEVEL[piece] & 1) for piece in range(PIECES)]
        for new in range(PIECES):
            if upgrade.can_upgrade_take(state, new):
                table[_NOTHING][new] = 1
            for old in range(PIECES):
                if upgrade.can_upgrade(rules, state, player, old, new):
                    table[old][new] = 1
    for piece in range(PIECES):
        table[piece][piece] = 0
    for middle in range(PIECES):
        for start in range(PIECES + 1):
            for end in range(PIECES):
                table[start][end] = min(table[start][end], table[start][middle] + table[middle][end])
    return table


def _assignment(table: list[list[int]], have: Sequence[int], want: Sequence[int]) -> int:
    """The cheapest way to give each wanted piece one of its own to come from, or none.

    Pieces that are there already stay as they are: distances obey the triangle inequality, so nothing is lost.
    """
    wanted = [piece for piece in range(PIECES) for _ in range(want[piece] - have[piece])]
    if not wanted:
        return 0
    spare = tuple(max(0, have[piece] - want[piece]) for piece in range(PIECES))

    @lru_cache(maxsize=None)
    def cheapest(number: int, spare: Counts) -> int:
        if number == len(wanted):
            return 0
        new = wanted[number]
        fresh = table[_NOTHING][new]
        best = fresh + cheapest(number + 1, spare)
        for old in range(PIECES):
            if spare[old] and table[old][new] < fresh:
                rest = (*spare[:old], spare[old] - 1, *spare[old + 1 :])
                best = min(best, table[old][new] + cheapest(number + 1, rest))
        return min(best, _NEVER)

    return cheapest(0, spare)
