"""What a seat may do now, read off its legal steps."""

from bisect import bisect_right
from typing import Any

from projectl.game import Game, Move, Placing
from projectl.game.stepping import move_of
from projectl.rules import steps
from projectl.rules.pieces import CARD_SIDE, CELLS, LEVEL, PIECE_NAMES, PLACEMENT_MASK, PLACEMENT_PIECE

from .look import SEATS

# The first step id of each kind, in rising order.
_KINDS = (
    (steps.PLACE, "place"),
    (steps.TAKE, "take"),
    (steps.RECYCLE, "recycle"),
    (steps.UNDER, "under"),
    (steps.UPGRADE_TAKE, "upgrade"),
    (steps.MASTER, "master"),
    (steps.AMBASSADOR, "ambassador"),
    (steps.GHOST, "ghost"),
    (steps.INSERT, "insert"),
    (steps.COMPLETE, "complete"),
    (steps.REWARD, "reward"),
    (steps.LEVEL_UP, "levelup"),
    (steps.CREDIT, "credit"),
    (steps.DONE, "done"),
    (steps.END, "end"),
)
_STARTS = [start for start, _ in _KINDS]
# As people think of them, not as the steps are numbered.
ORDER = (
    "take",
    "recycle",
    "upgrade",
    "place",
    "master",
    "ambassador",
    "ghost",
    "insert",
    "complete",
    "reward",
    "levelup",
    "touch",
    "done",
    "end",
)
ANSWERS = ("complete", "reward", "levelup")


class Choices:
    """The legal steps of a seat, by kind."""

    def __init__(self, game: Game, seat: str) -> None:
        self.game = game
        self.seat = seat
        self.touching = game.phase == "touches"
        self.steps = game.legal_steps(seat) if seat in game.active else []

    @property
    def own(self) -> dict[str, Any]:
        """The player's own things, as their view shows them."""
        mine: dict[str, Any] = self.game.view(self.seat)["players"][self.seat]
        return mine

    def _kind(self, step: int) -> str:
        kind = _KINDS[bisect_right(_STARTS, step) - 1][1]
        return "touch" if kind == "place" and self.touching else kind

    @property
    def kinds(self) -> list[str]:
        """What can be done, each kind once."""
        found = {self._kind(step) for step in self.steps}
        return [kind for kind in ORDER if kind in found]

    @property
    def can_pay_credit(self) -> bool:
        """Whether a touch may be paid by a credit."""
        return steps.CREDIT in self.steps

    def firsts(self, kind: str) -> list[int]:
        """The steps that begin this kind of move."""
        return [step for step in self.steps if self._kind(step) == kind]

    def moves(self, kind: str) -> list[Move]:
        """The moves of a kind that takes a single step; of others their beginning."""
        return [self.move_of(step) for step in self.firsts(kind)]

    def move_of(self, step: int) -> Move:
        """The move that this step makes or begins."""
        number = SEATS.index(self.seat)
        return move_of(self.game.config, self.game.state, number, [step], touching=self.touching)

    def placings(self, card: str = "", piece: str = "", cells: tuple[str, ...] = ()) -> list[Placing]:
        """Where a piece can go, as far as it has been said."""
        found = [placing for step in self.steps if step < steps.TAKE for placing in self.move_of(step).placings]
        return [
            placing
            for placing in found
            if (not card or placing.card == card)
            and (not piece or piece_of(placing) == piece)
            and set(cells) <= set(cells_of(placing))
        ]


def piece_of(placing: Placing) -> str:
    """The piece of a placing."""
    return PIECE_NAMES[PLACEMENT_PIECE[placing.placement]]


def cells_of(placing: Placing) -> list[str]:
    """The cells of a placing, as they are written."""
    mask = PLACEMENT_MASK[placing.placement]
    return [f"{cell // CARD_SIDE}{cell % CARD_SIDE}" for cell in range(CELLS) if mask >> cell & 1]


def size_of(piece: str) -> int:
    """How many cells a piece covers."""
    return LEVEL[PIECE_NAMES.index(piece)]
