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
from functools import cache
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
Change = tuple[int, int, int]  # a piece, how many more of it in the supply, and in the reserve

_NOTHING = PIECES  # the row of a table of distances for a piece that comes from nowhere
_NEVER = 10**6
_FEW = 12  # pieces of a level in the reserve; to work out what it takes to get more of them is not worth it
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


Splits = tuple[_Split, ...]


class _Wanted(NamedTuple):
    """Pieces that fill the card, and the Ghost actions on the way to them."""

    pieces: Counts
    splits: Splits

    @property
    def to_get(self) -> Counts:
        """What must lie in the supply before the first Place."""
        left = list(self.pieces)
        for split in self.splits:
            if split.placed >= 0:
                left[split.placed] -= 1
        return tuple(left)


class _Ways(NamedTuple):
    """All ways to these pieces with so many Ghost actions."""

    pieces: Counts
    splits: int


Entry = int | _Ways | _Wanted


class OutOfTime(Exception):
    """The time limit of a search has passed."""


def fewest_actions(  # noqa: PLR0913 - the parts of a position, and two limits
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
        self._none_but_empty = sum(1 << level for level in range(1, GHOST_LEVEL) if not self.lying[level])
        self.emptying: int | None = None
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
        # An entry is a candidate, or stands for candidates still to be spelt out: all with so many pieces, or all
        # ways to some pieces. At the same bound candidates come first, for one of them may end the search.
        heap: list[tuple[int, bool, int, Entry]] = []

        def offer(bound: int, entry: Entry) -> None:
            if bound <= most:
                heappush(heap, (bound, not isinstance(entry, _Wanted), next(order), entry))

        offer(self._size_bound(1), 1)
        while heap:
            bound, _, _, entry = heappop(heap)
            self.proved = bound - 1
            if isinstance(entry, int):
                for pieces in _multisets(self.stock, entry, cells):
                    self._check_time()
                    wanted = _Wanted(pieces, ())
                    offer(max(bound, self._rough_bound(wanted)), wanted)
                    if self.ghosts:
                        offer(bound, _Ways(pieces, 1))
                if entry < cells:
                    offer(max(bound, self._size_bound(entry + 1)), entry + 1)
            elif isinstance(entry, _Ways):
                for wanted in self._ways_to(entry):
                    self._check_time()
                    offer(max(bound, self._rough_bound(wanted)), wanted)
                if entry.splits < self.ghosts and self._filling(entry.pieces) is not None:
                    offer(max(bound, entry.splits + 1), _Ways(entry.pieces, entry.splits + 1))
            elif (closer := self._first_bound(entry)) > bound:
                offer(closer, entry)
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

    def _ways_to(self, ways: _Ways) -> Iterator[_Wanted]:
        """With every choice of so many Ghost actions; ghosts that are placed whole cannot be split."""
        pieces = ways.pieces
        if self._filling(pieces) is None:  # asked early, for there can be thousands of ways
            return
        spare = [min(self.supply[piece] - pieces[piece], ways.splits) for piece in range(P5, PIECES)]
        for numbers in product(*(range(number + 1) for number in spare)):
            if sum(numbers) == ways.splits:
                choices = [_ghost_actions(P5 + kind, number, pieces) for kind, number in enumerate(numbers)]
                for chosen in product(*choices):
                    wanted = _Wanted(pieces, tuple(split for some in chosen for split in some))
                    if min(wanted.to_get) >= 0:
                        yield wanted

    # -- lower bounds --

    def _may_run_out(self, actions: int, splits: int) -> int:
        """The levels, as a bit mask, that may be empty in the reserve in the course of so many actions."""
        taken = actions + _SPLIT_SURPLUS * splits
        if actions < self._to_empty_one(splits):
            taken = 0
        return sum(1 << level for level in range(1, GHOST_LEVEL) if self.lying[level] <= taken)

    def _to_empty_one(self, splits: int) -> int:
        """At least so many actions before a level runs out; until then what lies in the reserve says it all.

        Pieces that are not in the reserve are in the supply: to empty a level is to own all of it.
        """
        if splits:
            return min((number for number in self.lying[1:] if number), default=_NEVER) - _SPLIT_SURPLUS * splits
        if self.emptying is None:
            table = self._distances(self._none_but_empty)
            self.emptying = _NEVER
            for level in range(1, GHOST_LEVEL):
                if 0 < self.lying[level] < self.emptying:
                    needed = self.lying[level]
                    if needed <= _FEW:
                        there = range(LEVEL_START[level], LEVEL_START[level + 1])
                        all_of_it = [self.owned[piece] if piece in there else 0 for piece in range(PIECES)]
                        needed = _assignment(table, self.supply, all_of_it)
                    self.emptying = min(self.emptying, needed)
        return self.emptying

    def _size_bound(self, size: int) -> int:
        """For every plan with so many pieces: what they cover must be got, and each of them placed.

        A Ghost action is one action more and, at best, one Place less.
        """
        table = self._distances(self._none_but_empty)
        gain = max(_gains(table), default=1)
        lacking = max(0, self.left.bit_count() - area(self.supply))
        return min(size - (-lacking // gain), max(size, size - self.ghosts + self._to_empty_one(self.ghosts)))

    def _rough_bound(self, wanted: _Wanted) -> int:
        """Quickly: a Place for each piece, and an action for each that neither the supply nor a split has."""
        have = _after_splits(self.supply, wanted.splits)
        to_get = wanted.to_get
        lacking = sum(want - own for want, own in zip(to_get, have, strict=True) if want > own)
        return sum(to_get) + len(wanted.splits) + lacking

    def _first_bound(self, wanted: _Wanted) -> int:
        places, splits = sum(wanted.to_get), len(wanted.splits)
        table = self._distances(self._none_but_empty)
        bound = places + self._still_needed(table, wanted.to_get, wanted.splits)
        return min(bound, max(places + splits, places + self._to_empty_one(splits)))

    def _still_needed(self, table: list[list[int]], to_get: Counts, splits: Splits) -> int:
        """At least so many actions must still come before the supply holds ``to_get``."""
        have = _after_splits(self.player.supply, splits)
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
        tried: dict[tuple[Counts, Splits], int] = {}
        path: list[Action] = []

        def reach(splits: Splits, budget: int) -> bool:
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

    def _gains(self, splits: Splits) -> list[tuple[Action, list[Change], Splits]]:
        """The legal actions that get pieces: step ids, what they change, the splits still to come."""
        state, player = self.state, self.player
        found: list[tuple[Action, list[Change], Splits]] = []
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
                        step = steps.UPGRADE + old * PIECES + new
                        found.append(((step,), [(old, -1, 1), (new, 1, -1)], splits))
        return found

    def _change(self, changes: list[Change], way: int) -> None:
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


@cache
def _effect(split: _Split) -> Counts:
    """What a Ghost action adds to the supply, type by type."""
    added = list(SPLIT_COUNT[split.number])
    added[SPLIT_GHOST[split.number]] -= 1
    if split.placed >= 0:
        added[split.placed] -= 1
    return tuple(added)


def _after_splits(supply: Supply, splits: Splits) -> list[int]:
    have = list(supply)
    for split in splits:
        have = list(map(int.__add__, have, _effect(split)))
    return have


def _ghost_actions(piece: int, number: int, pieces: Counts) -> list[Splits]:
    """Every choice of so many Ghost actions with this ghost; what they place at once is among ``pieces``."""
    kinds = []
    for split in range(SPLITS if number else 0):
        if SPLIT_GHOST[split] == piece:
            parts = SPLIT_COUNT[split]
            kinds += [_Split(split, part) for part in (-1, *range(P5)) if part < 0 or (parts[part] and pieces[part])]
    return list(combinations_with_replacement(kinds, number))


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

    @cache
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
