"""Hints at the prompt: what fits, what is a dead end, and how to complete a puzzle in the fewest actions."""

from collections.abc import Sequence

from rich.text import Text

from projectl.game import Game, Move, Placing
from projectl.game.moves import placement_name
from projectl.game.stepping import move_of
from projectl.rules.pieces import PIECE_NAMES, PLACEMENT_PIECE, PLACEMENTS
from projectl.rules.placing import fits
from projectl.rules.state import Player
from projectl.rules.steps import TAKE
from projectl.solver import HINT_SECONDS, Hint, MasterAnswer, hints

from .blocks import Block, block, flow
from .cards import Picture, fits_in_head, large
from .look import SEATS, listed, several
from .palette import ACCENT, QUIET, STRONG, WARNING, shape
from .terminal import Sorry, Terminal

_NAMED = 4  # dead ends that are listed one by one
_GAP = 3


class Hinting:
    """Hints for one seat. They use its puzzles, its supply and the reserve: nothing that is hidden (R0.7)."""

    def __init__(self, terminal: Terminal, game: Game, seat: str) -> None:
        self.terminal = terminal
        self.game = game
        self.look = terminal.look(game)
        self.number = SEATS.index(seat)

    @property
    def _player(self) -> Player:
        return self.game.state.players[self.number]

    def show(self, card: str = "") -> None:
        """About one puzzle, or about all of them and Master; Sorry if there is none to speak of."""
        names = self._names
        if not names:
            raise Sorry("You have no unfinished puzzle; take one first.")
        folded = [name.casefold() for name in names]
        if card and card.casefold() not in folded:
            raise Sorry(f"A hint is about one of your unfinished puzzles: {listed(names)}.")
        slots = [folded.index(card.casefold())] if card else range(len(names))
        found = hints(self.game.config.rules, self.game.state, self.number, HINT_SECONDS, slots)
        for hint in found.cards:
            self._card(hint)
        if found.master:
            self._master(found.master)

    @property
    def _names(self) -> list[str]:
        player = self._player
        return [self.game.config.cards[player.slots[slot].card].id for slot in range(player.open_count)]

    # -- one puzzle --

    def _card(self, hint: Hint) -> None:
        name = self._names[hint.slot]
        self.terminal.say(Text.assemble((name, STRONG), ": ", _outcome(hint), *self._fitting(hint)))
        for warning in self._warnings(hint):
            self.terminal.say(warning, WARNING)
        if hint.plan.actions:
            listing = block(*(f"{number:>2}. {move}" for number, move in enumerate(self._moves(hint), 1)))
            self.terminal.show(flow([self._picture(hint), listing], self.look.width, _GAP))
        self.terminal.say()

    def _fitting(self, hint: Hint) -> list[Text | str]:
        """The pieces of the supply that can lie there."""
        if not hint.pieces:
            return [" No piece of your supply fits."]
        parts: list[Text | str] = [" Fits now:"]
        for piece in hint.pieces:
            name = PIECE_NAMES[piece]
            drawn = shape(self.look.theme, name)
            parts += [" ", Text.assemble(drawn, " " if drawn else "", (name, STRONG))]
        return [*parts, "."]

    def _warnings(self, hint: Hint) -> list[str]:
        if hint.is_dead:
            where = "your supply" if self._touching else "your supply and the reserve"
            return [f"It cannot be finished with the pieces that are in {where} now."]
        left = self._player.slots[hint.slot].left
        spoiling = [
            placement_name(placement)
            for placement in range(PLACEMENTS)
            if PLACEMENT_PIECE[placement] in hint.pieces and fits(left, placement) and placement not in hint.possible
        ]
        if not spoiling:
            return []
        more = [f"{len(spoiling) - _NAMED} more"] if len(spoiling) > _NAMED else []
        return [f"Dead ends: it could not be finished after {listed(spoiling[:_NAMED] + more)}."]

    def _moves(self, hint: Hint) -> list[Move]:
        config, state = self.game.config, self.game.state
        return [
            move_of(config, state, self.number, list(action), touching=self._touching)
            for action in hint.plan.actions or ()
        ]

    @property
    def _touching(self) -> bool:
        return self.game.phase == "touches"

    def _picture(self, hint: Hint) -> Block:
        """The puzzle as the plan fills it."""
        slot = self._player.slots[hint.slot]
        planned = [step % PLACEMENTS for action in hint.plan.actions or () for step in action if step < TAKE]
        lying = [placement_name(placement) for placement in (*slot.placed[: slot.placed_count], *planned)]
        card = self.game.config.cards[slot.card]
        return large(self.look.theme, Picture.of(card, lying), cells=True, name_above=not fits_in_head(card))

    # -- Master --

    def _master(self, master: MasterAnswer) -> None:
        """Only where it lays two pieces or more: one piece is a Place, which can be done again."""
        if len(master.laid) > 1:
            placings = tuple(Placing(self._names[slot], placement) for slot, placement in master.laid)
            self.terminal.say(Text.assemble(("Master", ACCENT), f": {master_words(master, self._names, HINT_SECONDS)}"))
            self.terminal.say_to_copy(f"    {Move('master', placings=placings)}")
        elif not master.in_time:
            self.terminal.say(Text.assemble(("Master", ACCENT), f": no use of it found in {HINT_SECONDS:g} s."))


def master_words(master: MasterAnswer, names: Sequence[str], seconds: float) -> str:
    """What a Master does, in a sentence; ``names`` are those of all the cards."""
    words = [f"{several(len(master.laid), 'piece')} in one action"]
    if master.completed:
        words.append(f"completes {listed([names[slot] for slot in master.completed])}")
    if master.actions:
        others = "the others then take" if master.completed else "the cards then take"
        words.append(f"{others} {several(master.actions, 'action')} in all, each on its own")
    best = "" if master.in_time else f" (the best found in {seconds:g} s)"
    return "; ".join(words) + best + "."


def _outcome(hint: Hint) -> Text:
    """How many actions it takes, or why that is not known."""
    plan = hint.plan
    if plan.actions is not None:
        return Text(f"{several(len(plan.actions), 'action')} to complete it.")
    if plan.in_time:
        return Text("no plan.")
    return Text(f"no plan found in {HINT_SECONDS:g} s; it takes {several(plan.at_least, 'action')} or more.", QUIET)
