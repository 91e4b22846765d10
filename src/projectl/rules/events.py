"""What happened during ``apply``: a list of (kind, a, b, c), so that nobody needs to compare states."""

# Room for a standstill in which six players pass every turn up to the usual round cap (R3.3, R7.8).
EVENT_LIMIT = 1024
EVENT_WIDTH = 4

EVENT_NAMES = (
    "taken",  # seat, card, market slot (-1: blind from a deck)
    "revealed",  # market slot, card
    "recycled",  # seat, row
    "upgraded",  # seat, piece returned (-1: option A), piece taken
    "placed",  # seat, card, placement
    "completed",  # seat, card
    "rewarded",  # seat, card, piece (-1: none taken)
    "levelled",  # seat, piece returned (-1: declined), piece taken
    "split",  # seat, split
    "ambassador",  # seat, card (-1: a written-down action)
    "inserted",  # seat
    "credited",  # seat, credits, tile
    "credit_returned",  # seat
    "triggered",  # seat (-1: the mastermind), round
    "unlocked",  # column: one lock went to the opponent's supply, which is now so many
    "locks_removed",  # one lock off each column, out of play
    "locks_gathered",  # column: its supply and a lock of each other column came over it; locks there now
    "mastermind_took",  # card, market slot
    "tile_gone",  # tile
    "noted",  # seat, puzzles written down (their points are the player's secret, R0.7)
    "reshuffled",  # cards in the new White deck
    "touched",  # seat, card, placement
    "turn_began",  # seat
    "turn_ended",  # seat
    "round_ended",  # round
    "markers_passed",  # the step that begins, passes counted
    "stopped",  # how (ENDED_BY)
    "over",
    "mastermind_passed",  # nothing to take in the free columns (R10.8)
)
(
    TAKEN,
    REVEALED,
    RECYCLED,
    UPGRADED,
    PLACED,
    COMPLETED,
    REWARDED,
    LEVELLED,
    SPLIT,
    AMBASSADOR_USED,
    INSERTED,
    CREDITED,
    CREDIT_RETURNED,
    TRIGGERED,
    UNLOCKED,
    LOCKS_REMOVED,
    LOCKS_GATHERED,
    MASTERMIND_TOOK,
    TILE_GONE,
    NOTED,
    RESHUFFLED,
    TOUCHED,
    TURN_BEGAN,
    TURN_ENDED,
    ROUND_ENDED,
    MARKERS_PASSED,
    STOPPED,
    OVER,
    MASTERMIND_PASSED,
) = range(len(EVENT_NAMES))


class Events:
    """A buffer that ``apply`` appends to; the caller empties it by setting ``count`` to 0."""

    __slots__ = ("count", "data")

    def __init__(self) -> None:
        self.count = 0
        self.data = [0] * (EVENT_LIMIT * EVENT_WIDTH)


def note(events: Events, kind: int, a: int, b: int, c: int) -> None:
    """Append one event; a full buffer drops it rather than the game (no real step comes near the limit)."""
    if events.count < EVENT_LIMIT:
        at = events.count * EVENT_WIDTH
        events.data[at] = kind
        events.data[at + 1] = a
        events.data[at + 2] = b
        events.data[at + 3] = c
        events.count += 1
