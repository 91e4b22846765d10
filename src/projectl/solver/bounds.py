"""At least so many actions: what a plan cannot do without, whatever else it does.

If each piece is got on its own, cheapest ways and cheapest partners are an assignment problem. What Upgrade may
take depends on which levels of the reserve are empty, so the ways are those for the emptiest reserve that can
come about in the actions at hand.
"""

from collections.abc import Iterator, Sequence
from functools import cache

from projectl.rules import upgrade
from projectl.rules.options import Rules
from projectl.rules.pieces import GHOST_LEVEL, LEVEL, LEVEL_START, P5, PIECES, TOP_BASE_LEVEL
from projectl.rules.state import State

from .cover import Supply, area
from .wanted import Counts, Splits, Wanted, after_splits

NEVER = 10**6
_NOTHING = PIECES  # the row of a table of distances for a piece that comes from nowhere
_FEW = 12  # pieces of a level in the reserve; to work out what it takes to get more of them is not worth it
_SPLIT_SURPLUS = 4  # a Ghost action takes at most five pieces where other actions take one

Table = list[list[int]]


class Bounds:
    """Lower bounds from one supply and one reserve."""

    def __init__(self, supply: Supply, reserve: Supply, rules: Rules) -> None:
        self.rules = rules
        self.supply = tuple(supply)
        self.owned = tuple(map(sum, zip(supply, reserve, strict=True)))
        self.ghosts = sum(supply[P5:])
        self._lying = [sum(reserve[LEVEL_START[level] : LEVEL_START[level + 1]]) for level in range(GHOST_LEVEL)]
        self._none_but_empty = sum(1 << level for level in range(1, GHOST_LEVEL) if not self._lying[level])
        self._emptying: int | None = None
        self._tables: dict[int, Table] = {}

    def of_size(self, cells: int, size: int) -> int:
        """For every plan with so many pieces: what they cover must be got, and each of them placed.

        A Ghost action is one action more and, at best, one Place less.
        """
        gain = max(_gains(self._distances(self._none_but_empty)), default=1)
        lacking = max(0, cells - area(self.supply))
        return min(size - (-lacking // gain), max(size, size - self.ghosts + self._to_empty_one(self.ghosts)))

    def rough(self, wanted: Wanted) -> int:
        """Quickly: a Place for each piece, and an action for each that neither the supply nor a split has."""
        have = after_splits(self.supply, wanted.splits)
        to_get = wanted.to_get
        lacking = sum(want - own for want, own in zip(to_get, have, strict=True) if want > own)
        return sum(to_get) + len(wanted.splits) + lacking

    def close(self, wanted: Wanted) -> int:
        """By assignment, as long as no level of the reserve can run out."""
        places, splits = sum(wanted.to_get), len(wanted.splits)
        table = self._distances(self._none_but_empty)
        bound = places + still_needed(table, self.supply, wanted.to_get, wanted.splits)
        return min(bound, max(places + splits, places + self._to_empty_one(splits)))

    def table(self, actions: int, splits: int) -> Table:
        """The distances that hold all through so many actions, with so many Ghost actions among them."""
        return self._distances(self._may_run_out(actions, splits))

    def _may_run_out(self, actions: int, splits: int) -> int:
        """The levels, as a bit mask, that may be empty in the reserve in the course of so many actions."""
        taken = actions + _SPLIT_SURPLUS * splits
        if actions < self._to_empty_one(splits):
            taken = 0
        return sum(1 << level for level in range(1, GHOST_LEVEL) if self._lying[level] <= taken)

    def _to_empty_one(self, splits: int) -> int:
        """At least so many actions before a level runs out; until then what lies in the reserve says it all.

        Pieces that are not in the reserve are in the supply: to empty a level is to own all of it.
        """
        if splits:
            return min((number for number in self._lying[1:] if number), default=NEVER) - _SPLIT_SURPLUS * splits
        if self._emptying is None:
            table = self._distances(self._none_but_empty)
            self._emptying = NEVER
            for level in range(1, GHOST_LEVEL):
                if 0 < self._lying[level] < self._emptying:
                    self._emptying = min(self._emptying, self._to_empty(table, level))
        return self._emptying

    def _to_empty(self, table: Table, level: int) -> int:
        if self._lying[level] > _FEW:
            return self._lying[level]
        there = range(LEVEL_START[level], LEVEL_START[level + 1])
        return _assignment(table, self.supply, [self.owned[piece] if piece in there else 0 for piece in range(PIECES)])

    def _distances(self, may_run_out: int) -> Table:
        """From piece to piece, at least so many Upgrades, if these levels may be empty or not at any moment."""
        if may_run_out not in self._tables:
            self._tables[may_run_out] = _distances(self.rules, tuple(n > 0 for n in self.owned), may_run_out)
        return self._tables[may_run_out]


def still_needed(table: Table, supply: Supply, to_get: Counts, splits: Splits) -> int:
    """At least so many actions, with these Ghost actions among them, before the supply holds ``to_get``."""
    have = after_splits(supply, splits)
    if min(have) < 0:
        return NEVER
    return len(splits) + _assignment(table, have, to_get)


def _gains(table: Table) -> Iterator[int]:
    """The cells that one Upgrade may add to what the supply covers."""
    for old in range(PIECES + 1):
        level = 0 if old == _NOTHING else LEVEL[old]
        yield from (LEVEL[new] - level for new in range(PIECES) if table[old][new] == 1 and LEVEL[new] > level)


def _distances(rules: Rules, obtainable: tuple[bool, ...], may_run_out: int) -> Table:
    """Shortest ways from piece to piece if at every moment these levels are empty or not, as one likes.

    The rules answer for each pattern of empty levels; what they look at besides is whether the piece itself is
    there (R4.3.4, R5).
    """
    table = [[NEVER] * PIECES for _ in range(PIECES + 1)]
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


def _assignment(table: Table, have: Sequence[int], want: Sequence[int]) -> int:
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
        return min(best, NEVER)

    return cheapest(0, spare)
