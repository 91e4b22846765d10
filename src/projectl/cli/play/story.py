"""What happened, in plain English: a sentence for every event (see ``rules.events``)."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from projectl.game import Event, Played

from .look import Look, a_piece, listed, several

_REWARD_WORDS = {"UP1": "a Level Up", "UP2": "a double Level Up", "M": "an Ambassador action"}
_ENDED_BY = {
    "black_deck": "The last round is over.",
    "tiles": "The last tile is gone, so play stops here.",
    "round_cap": "The round limit is reached with the end not in sight, so play stops here.",
    "markers": "Both markers have come back to the first player, so play stops here.",
}
_OPENINGS = {"master": "used Master.", "done": "makes no more finishing touches."}
# On the table the heading says so already; the log tells them.
_QUIET = ("turn_began", "turn_ended")


@dataclass(frozen=True, slots=True)
class _Scene:
    """A move being told: where we are in its events."""

    look: Look
    played: Played
    at: int

    @property
    def after(self) -> tuple[Event, ...]:
        return self.played.events[self.at + 1 :]

    def worth(self, name: str) -> str:
        return several(self.look.card(name).points, "point")


def told(look: Look, played: Played, *, quiet: bool = False) -> list[str]:
    """The sentences of a move; ``quiet`` adds what the table shows without words."""
    lines = list(_opening(look, played))
    for at, event in enumerate(played.events):
        if event.kind in _QUIET and not quiet:
            continue
        line = _TELLERS[event.kind](_Scene(look, played, at), *event.parts)
        lines += [line] if line else []
    return lines


def _opening(look: Look, played: Played) -> Iterator[str]:
    """What the move is, where its events do not say so."""
    words = _OPENINGS.get(played.move.kind)
    if words:
        yield f"{look.who(played.seat)} {words}"


def _taken(scene: _Scene, seat: str, card: str, slot: str) -> str:
    one = scene.look.card(card)
    gives = _REWARD_WORDS.get(one.reward) or a_piece(one.reward)
    worth = f"{card} ({scene.worth(card)}, gives {gives})"
    if slot != "-1":
        return f"{scene.look.who(seat)} took {worth}."
    deck = "the deck" if scene.look.config.solo else f"the {one.color.title()} deck"
    return f"{scene.look.who(seat)} drew {worth} blind from {deck}."


def _revealed(scene: _Scene, _slot: str, _card: str) -> str:
    """A run of them is one sentence, told at its first."""
    events = scene.played.events
    if scene.at and events[scene.at - 1].kind == "revealed":
        return ""
    cards = []
    for event in events[scene.at :]:
        if event.kind != "revealed":
            break
        cards.append(event.parts[1])
    return f"{listed(cards)} {'was' if len(cards) == 1 else 'were'} turned up."


def _recycled(scene: _Scene, seat: str, row: str) -> str:
    order = list(scene.played.move.cards)
    under = f": {listed(order)} went under the deck" if order else ""
    return f"{scene.look.who(seat)} recycled the {row} row{under}."


def _exchange(scene: _Scene, seat: str, old: str, new: str) -> str:
    if old == "none":
        return f"{scene.look.who(seat)} took {a_piece(new)} from the reserve."
    return f"{scene.look.who(seat)} exchanged {a_piece(old)} for {a_piece(new)}."


def _placed(scene: _Scene, seat: str, card: str, placement: str) -> str:
    piece, _, cells = placement.partition("@")
    return f"{scene.look.who(seat)} placed {a_piece(piece)} on {card} at {cells}."


def _completed(scene: _Scene, seat: str, card: str) -> str:
    rewards = [event.parts[2] for event in scene.after if event.kind == "rewarded" and event.parts[1] == card]
    reward = scene.look.card(card).reward
    did = f"{scene.look.who(seat)} completed {card} ({scene.worth(card)})"
    if rewards and rewards[0] != "none":
        return f"{did} and took {a_piece(rewards[0])}."
    if rewards:
        return f"{did}; no piece is left for the reward {reward}."
    return f"{did} and got {_REWARD_WORDS[reward]}." if reward in _REWARD_WORDS else f"{did}."


def _rewarded(scene: _Scene, seat: str, card: str, piece: str) -> str:
    """Told with the completion, unless the piece was chosen in a move of its own."""
    if any(event.kind == "completed" and event.parts[1] == card for event in scene.played.events[: scene.at]):
        return ""
    who = scene.look.who(seat)
    if piece == "none":
        return f"{who} took no piece for {card}."
    return f"{who} took {a_piece(piece)} in place of {card}'s {scene.look.card(card).reward}."


def _levelled(scene: _Scene, seat: str, old: str, new: str) -> str:
    if old == "none":
        return f"{scene.look.who(seat)} left a Level Up step unused."
    return f"{scene.look.who(seat)} exchanged {a_piece(old)} for {a_piece(new)} by Level Up."


def _split(scene: _Scene, seat: str, split: str) -> str:
    ghost, _, parts = split.partition(">")
    return f"{scene.look.who(seat)} split {a_piece(ghost)} into {listed(parts.split('+'))}."


def _ambassador(scene: _Scene, seat: str, card: str) -> str:
    which = "a written-down action" if card == "-" else card
    return f"{scene.look.who(seat)} used an Ambassador action ({which})."


def _credited(scene: _Scene, seat: str, number: str, _tile: str) -> str:
    return f"{scene.look.who(seat)} earned {several(int(number), 'credit')}."


def _triggered(scene: _Scene, _seat: str, _round: str) -> str:
    deck = "The deck" if scene.look.config.solo else "The Black deck"
    if scene.look.config.line_clear:
        return f"{deck} is out: play stops once both markers have come to the first player."
    return f"{deck} is out: this round is finished and one more is played."


def _mastermind_took(scene: _Scene, card: str, slot: str) -> str:
    column = int(slot) % 3 + 1
    return f"The mastermind took {card} ({scene.worth(card)}) from column {column}."


def _locks_gathered(_scene: _Scene, column: str, locks: str) -> str:
    moved = "Its supply and a lock of every other locked column moved over"
    return f"{moved} column {int(column) + 1}, which has {several(int(locks), 'lock')} now."


def _unlocked(_scene: _Scene, column: str, _supply: str) -> str:
    return f"A lock of column {int(column) + 1} went to the mastermind's supply."


def _locks_removed(_scene: _Scene) -> str:
    return "All columns are locked: the mastermind took a lock off each of them, and no puzzle."


def _tile_gone(_scene: _Scene, tile: str) -> str:
    return "A face-down tile left the row unseen." if tile == "face-down" else f"The tile {tile} left the row."


def _noted(scene: _Scene, seat: str, puzzles: str) -> str:
    """The points stay secret with a pile that lies face down (R0.7)."""
    return f"{scene.look.who(seat)} wrote down {several(int(puzzles), 'White puzzle')} and gave them back."


def _turn_ended(scene: _Scene, seat: str) -> str:
    return f"{scene.look.who(seat)}'s turn ended."


def _markers_passed(scene: _Scene, _step: str, passes: str) -> str:
    home = f" ({passes} of 2 have come back to {scene.look.who('A')} since the trigger)" if passes != "0" else ""
    return f"The markers moved on{home}."


def _does(words: str) -> Callable[..., str]:
    """A sentence about a seat alone."""
    return lambda scene, seat: f"{scene.look.who(seat)} {words}"


def _says(words: str) -> Callable[..., str]:
    """A sentence with the event's parts in it."""
    return lambda _scene, *parts: words.format(*parts)


_TELLERS: dict[str, Callable[..., str]] = {
    "taken": _taken,
    "revealed": _revealed,
    "recycled": _recycled,
    "upgraded": _exchange,
    "placed": _placed,
    "completed": _completed,
    "rewarded": _rewarded,
    "levelled": _levelled,
    "split": _split,
    "ambassador": _ambassador,
    "inserted": _does("paid 2 credits for an extra action."),
    "credited": _credited,
    "credit_returned": _does("had the most credits and returned one to the empty bank."),
    "triggered": _triggered,
    "unlocked": _unlocked,
    "locks_removed": _locks_removed,
    "locks_gathered": _locks_gathered,
    "mastermind_took": _mastermind_took,
    "tile_gone": _tile_gone,
    "noted": _noted,
    "reshuffled": _says("The completed White puzzles became a new White deck of {}."),
    "touched": _placed,
    "turn_began": _does("is on turn."),
    "turn_ended": _turn_ended,
    "round_ended": _says("Round {} is over."),
    "markers_passed": _markers_passed,
    "stopped": lambda _scene, how: _ENDED_BY.get(how, "Play stops here."),
    "over": _says("The game is over."),
    "mastermind_passed": _says("The mastermind found nothing to take in the open columns."),
}
