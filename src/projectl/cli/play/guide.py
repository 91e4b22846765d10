"""The guide: asks for what a typed move left out, until it is whole."""

from collections.abc import Callable
from dataclasses import replace

from projectl.game import Game, Move, Placing
from projectl.game.moves import parse_piece
from projectl.rules import steps
from projectl.rules.pieces import PIECE_NAMES

from .blocks import block
from .choices import Choices
from .look import several
from .notation import Draft, Spot
from .picking import Picker
from .staging import Stage
from .terminal import Sorry, Terminal

_FULL = 4  # R4.1.1
_WITHOUT = {"upgrade": "none: just take a level-1 piece", "levelup": "none: leave this step unused"}
_LEAVE = ("x", "back", "cancel")


class Guide:
    """Finishes the drafts of one seat; where the player goes back there is no move (None)."""

    def __init__(self, terminal: Terminal, game: Game, seat: str) -> None:
        self.terminal = terminal
        self.game = game
        self.seat = seat
        self.choices = Choices(game, seat)
        self.picker = Picker(terminal, seat)

    def finish(self, draft: Draft) -> Move | None:
        """The move that the draft begins; Sorry or IllegalMove where it cannot become one."""
        if not draft.insert:
            return _FINISHERS[draft.kind](self, draft)
        move = self._paid().finish(replace(draft, insert=False))
        return move and replace(move, insert=True)

    def _paid(self) -> "Guide":
        """A guide for the action of an Insert, chosen as if the credits were paid (R14.8)."""
        game = self.game.copy()
        game.take_step(steps.INSERT, self.seat)
        return Guide(self.terminal, game, self.seat)

    def insert(self, _draft: Draft) -> Move | None:
        """An Insert with its action still to be chosen."""
        guide = self._paid()
        kinds = guide.choices.kinds
        number = self.terminal.pick("Which action for 2 credits?", kinds)
        move = None if number is None else guide.finish(Draft(kinds[number]))
        return move and replace(move, insert=True)

    def take(self, draft: Draft) -> Move | None:
        """A card face up, or blind from a deck."""
        if draft.cards:
            return Move("take", card=draft.cards[0])
        if draft.deck and (draft.color or self.game.config.solo):
            return Move("deck", color=draft.color)
        moves = [move for move in self.choices.moves("take") if self._is_wanted(move, draft)]
        if not moves:
            full = len(self.choices.own["puzzles"]) == _FULL
            raise Sorry("You already have four unfinished puzzles." if full else "There is nothing you may take now.")
        labels = [str(move).removeprefix("take ") for move in moves]
        words = [self._take_words(move) for move in moves]
        number = self.terminal.pick("Take which?", labels, words=words)
        return None if number is None else moves[number]

    def _is_wanted(self, move: Move, draft: Draft) -> bool:
        color = move.color if move.kind == "deck" else self._card_color(move.card)
        return draft.color in ("", color) and (move.kind == "deck" or not draft.deck)

    def _card_color(self, name: str) -> str:
        return self.terminal.look(self.game).card(name).color

    def _take_words(self, move: Move) -> str:
        if move.kind == "deck":
            return f"blind from the {move.color} deck".replace("  ", " ")
        card = self.terminal.look(self.game).card(move.card)
        return f"{card.id}: {several(card.points, 'point')}, {card.reward}"

    def recycle(self, draft: Draft) -> Move | None:
        """A row under its deck, in an order that is asked for (R4.2.1)."""
        rows = self.choices.moves("recycle")
        wanted = [row for row in rows if draft.color in ("", row.color) and draft.side in ("", row.side)]
        if draft.color and (draft.cards or not wanted):  # the game says what is wrong
            side = draft.side or ("left" if self.game.config.line_clear else "")
            return Move("recycle", color=draft.color, side=side, cards=draft.cards)
        if not wanted:
            raise Sorry("There is no row you may recycle now.")
        number = self.picker.one("Which row?", [f"{row.side} {row.color}".strip() for row in wanted])
        return None if number is None else self._ordered(wanted[number])

    def _ordered(self, row: Move) -> Move | None:
        cards = list(row.cards)
        self.terminal.say(f"The {row.color} row goes under its deck; the first you name lies uppermost.")
        while True:
            answer = self.terminal.ask(f"Order (Enter for {' '.join(cards)}, x to cancel)> ").casefold()
            if answer in _LEAVE:
                return None
            order = _order(answer, cards)
            if order:
                return replace(row, cards=order)
            self.terminal.complain(f"Name each of {' '.join(cards)} once, or their places 1 to {len(cards)}.")

    def upgrade(self, draft: Draft) -> Move | None:
        """A level-1 piece, or an exchange."""
        if draft.pieces:
            *old, new = map(parse_piece, draft.pieces)
            return Move("upgrade", old=old[0] if old else -1, new=new)
        return self._exchange("upgrade", ())

    def levelup(self, draft: Draft) -> Move | None:
        """One step of a Level Up."""
        if draft.none:
            return Move("levelup")
        if len(draft.pieces) > 1:
            return Move("levelup", old=parse_piece(draft.pieces[0]), new=parse_piece(draft.pieces[1]))
        return self._exchange("levelup", draft.pieces)

    def _exchange(self, kind: str, said: tuple[str, ...]) -> Move | None:
        moves = [move for move in self.choices.moves(kind) if not said or move.old == parse_piece(said[0])]
        if not moves:
            raise Sorry(f"There is nothing to {kind} now.")
        olds = list(dict.fromkeys(move.old for move in moves))
        names = ["none" if old < 0 else PIECE_NAMES[old] for old in olds]
        supply = self.choices.own["supply"]
        drawn = [block(_WITHOUT[kind]) if name == "none" else self.picker.chip(name, supply) for name in names]
        number = self.picker.one("Return which piece?", names, drawn)
        if number is None:
            return None
        return self._exchange_for([move for move in moves if move.old == olds[number]])

    def _exchange_for(self, moves: list[Move]) -> Move | None:
        if moves[0].new < 0:
            return moves[0]
        names = [PIECE_NAMES[move.new] for move in moves]
        name = self.picker.piece("Take which piece?", names, self.game.view(self.seat)["reserve"])
        return None if name is None else moves[names.index(name)]

    def place(self, draft: Draft) -> Move | None:
        """One piece on one puzzle."""
        placing = self.picker.placing(self.choices, draft.spots[0] if draft.spots else Spot())
        return Move("place", placings=(placing,)) if placing else None

    def touch(self, draft: Draft) -> Move | None:
        """A finishing touch; how it is paid is asked unless it was typed in full."""
        spot = draft.spots[0] if draft.spots else Spot()
        placing = self.picker.placing(self.choices, spot)
        if placing is None:
            return None
        credit = draft.credit
        if not credit and not spot.cells and self.choices.can_pay_credit:
            price = self.terminal.pick("Paid by what?", ["point", "credit"])
            if price is None:
                return None
            credit = price == 1
        return Move("touch", placings=(placing,), credit=credit)

    def master(self, draft: Draft) -> Move | None:
        """One piece for each puzzle chosen."""
        placings = self._staged(steps.MASTER, draft, "Master")
        return Move("master", placings=placings) if placings else None

    def ambassador(self, draft: Draft) -> Move | None:
        """As Master, by a card completed earlier."""
        firsts = {move.card: step for step, move in self._begun("ambassador")}
        card = "noted" if draft.noted else "".join(draft.cards)
        if not card and firsts:
            number = self.picker.one("Which Ambassador action?", list(firsts))
            if number is None:
                return None
            card = list(firsts)[number]
        if card not in firsts:
            if card:
                return Move("ambassador", card=card)  # the game says what is wrong
            raise Sorry("You have no Ambassador action to use now.")
        placings = self._staged(firsts[card], draft, f"Ambassador {card}")
        return Move("ambassador", card=card, placings=placings) if placings else None

    def ghost(self, draft: Draft) -> Move | None:
        """A ghost split into pieces, and some of them placed."""
        found = self._begun("ghost")
        if len(draft.pieces) > 1:
            ghost, *parts = map(parse_piece, draft.pieces)
            typed = Move("ghost", old=ghost, parts=tuple(sorted(parts)))
            first = next((step for step, move in found if move == typed), None)
            if first is None or not draft.spots:  # placing may be left out (R12.4); the game judges the rest
                return typed
            placings = self._staged(first, draft, "Ghost")
            return replace(typed, placings=placings) if placings else None
        return self._picked_ghost(draft, [one for one in found if draft.pieces in ((), (PIECE_NAMES[one[1].old],))])

    def _picked_ghost(self, draft: Draft, found: list[tuple[int, Move]]) -> Move | None:
        if not found:
            raise Sorry("You have no such ghost piece to split.")
        labels = [str(move).removeprefix("ghost ") for _, move in found]
        number = self.terminal.pick("Split which ghost, and into what?", labels)
        if number is None:
            return None
        first, move = found[number]
        placings = self._staged(first, draft, "Ghost", may_be_empty=True)
        return None if placings is None else replace(move, placings=placings)

    def _begun(self, kind: str) -> list[tuple[int, Move]]:
        return [(step, self.choices.move_of(step)) for step in self.choices.firsts(kind)]

    def _staged(self, first: int, draft: Draft, name: str, *, may_be_empty: bool = False) -> tuple[Placing, ...] | None:
        stage = Stage(self.picker, self.game, first, name)
        if not draft.spots:
            return stage.run(may_be_empty=may_be_empty)
        for spot in draft.spots:
            placing = self.picker.placing(stage.choices, spot)
            if placing is None:
                return None
            stage.put(placing)
        return stage.placings

    def answer(self, draft: Draft) -> Move | None:
        """What is completed first, which piece is the reward."""
        if draft.cards:
            return Move("complete", card=draft.cards[0])
        if draft.none or draft.pieces:
            return Move("reward", new=parse_piece(draft.pieces[0]) if draft.pieces else -1)
        moves = self.choices.moves(draft.kind)
        if not moves:
            raise Sorry("There is no such choice to make now.")
        number = self.terminal.pick("Which?", [str(move).split(" ", 1)[1] for move in moves])
        return None if number is None else moves[number]

    def bare(self, draft: Draft) -> Move | None:
        """A word that stands alone."""
        return Move(draft.kind)


def _order(answer: str, cards: list[str]) -> tuple[str, ...] | None:
    """The cards in the order typed, by name or place."""
    words = answer.replace(",", " ").split() or [card.casefold() for card in cards]
    names = {card.casefold(): card for card in cards} | {str(place): card for place, card in enumerate(cards, 1)}
    order = [names[word] for word in words if word in names]
    complete = len(words) == len(order) and sorted(order) == sorted(cards)
    return tuple(order) if complete else None


_FINISHERS: dict[str, Callable[[Guide, Draft], Move | None]] = {
    "take": Guide.take,
    "recycle": Guide.recycle,
    "upgrade": Guide.upgrade,
    "place": Guide.place,
    "master": Guide.master,
    "ambassador": Guide.ambassador,
    "ghost": Guide.ghost,
    "insert": Guide.insert,
    "complete": Guide.answer,
    "reward": Guide.answer,
    "levelup": Guide.levelup,
    "touch": Guide.touch,
    "done": Guide.bare,
    "end": Guide.bare,
}
