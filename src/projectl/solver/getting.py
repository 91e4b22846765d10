"""Getting pieces by the rules: Upgrades and Ghost actions that bring what a plan wants into the supply."""

from typing import NamedTuple

from projectl.rules import ghost, steps, upgrade
from projectl.rules.options import Rules
from projectl.rules.pieces import PIECES, SPLIT_COUNT, SPLIT_GHOST
from projectl.rules.state import State

from .bounds import Bounds, still_needed
from .clock import Clock
from .cover import Supply
from .wanted import Counts, Splits, Wanted

Action = tuple[int, ...]
Change = tuple[int, int, int]  # a piece, how many more of it in the supply, and in the reserve


class _Gain(NamedTuple):
    """A legal action that gets pieces: step ids, what it changes, the Ghost actions still to come."""

    action: Action
    changes: list[Change]
    rest: Splits


class Getting:
    """One supply and one reserve, on a table of their own."""

    def __init__(self, supply: Supply, reserve: Supply, rules: Rules, bounds: Bounds, clock: Clock) -> None:
        self.supply, self.reserve = list(supply), list(reserve)
        self.rules = rules
        self.bounds = bounds
        self.clock = clock
        self.state = State()
        self.player = self.state.players[0]

    def path(self, wanted: Wanted, length: int) -> list[Action] | None:
        """Actions that get the pieces of a plan of this length, every one of them legal.

        A Ghost action is its split and the piece to be placed at once, or -1.
        """
        self.player.supply, self.state.reserve = self.supply[:], self.reserve[:]
        to_get = wanted.to_get
        budget = length - sum(to_get)
        table = self.bounds.table(budget, len(wanted.splits))
        tried: dict[tuple[Counts, Splits], int] = {}
        path: list[Action] = []

        def reach(splits: Splits, budget: int) -> bool:
            self.clock.check()
            needed = still_needed(table, self.player.supply, to_get, splits)
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

        return path if reach(wanted.splits, budget) else None

    def _gains(self, splits: Splits) -> list[_Gain]:
        return self._by_ghost(splits) + self._by_upgrade(splits)

    def _by_ghost(self, splits: Splits) -> list[_Gain]:
        found = []
        for number, split in enumerate(splits):
            if split not in splits[:number] and ghost.can_split(self.state, self.player, split.number):
                parts = SPLIT_COUNT[split.number]
                changes = [(piece, parts[piece], -parts[piece]) for piece in range(PIECES) if parts[piece]]
                changes.append((SPLIT_GHOST[split.number], -1, 1))
                if split.placed >= 0:
                    changes.append((split.placed, -1, 0))
                action = (steps.GHOST + split.number, split.placed)
                found.append(_Gain(action, changes, splits[:number] + splits[number + 1 :]))
        return found

    def _by_upgrade(self, splits: Splits) -> list[_Gain]:
        state, player = self.state, self.player
        found = []
        for new in range(PIECES):
            if upgrade.can_upgrade_take(state, new):
                found.append(_Gain((steps.UPGRADE_TAKE + new,), [(new, 1, -1)], splits))
        for old in range(PIECES):
            if player.supply[old] > 0:
                for new in range(PIECES):
                    if upgrade.can_upgrade(self.rules, state, player, old, new):
                        step = steps.UPGRADE + old * PIECES + new
                        found.append(_Gain((step,), [(old, -1, 1), (new, 1, -1)], splits))
        return found

    def _change(self, changes: list[Change], way: int) -> None:
        for piece, supplied, reserved in changes:
            self.player.supply[piece] += way * supplied
            self.state.reserve[piece] += way * reserved
