"""What must hold after every step, said a second time and independently of the rules code.

These are the oracles of ``projectl simulate --check`` and of the soak test; a fault planted in the rules must
be caught by one of them (tests/properties).
"""

import json
from collections import Counter

from projectl.errors import ProjectLError
from projectl.game import Game, Move, Played
from projectl.game.moves import SEATS
from projectl.game.position import Document
from projectl.game.record import replay
from projectl.game.view import SPECTATOR, view
from projectl.rules import chance
from projectl.rules.finesse import CREDITS
from projectl.rules.pieces import LEVEL, PIECE_NAMES
from projectl.rules.state import OVER, State

MAX_PUZZLES = 4
ACTIONS = 3


class Violation(AssertionError):
    """Something that must always hold does not."""


def demand(holds: bool, what: str) -> None:
    """Raise Violation unless it holds."""
    if not holds:
        raise Violation(what)


class Checker:
    """Watches one game from its start."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.shadow = _shadow(game)
        self.moves = 0
        self.cards = _all_cards(game.position())
        self.audit = Audit(game)
        self.steps = 0

    def after_step(self) -> None:
        """Everything that can be asked of the state as it is."""
        document = self.game.position()
        check_conservation(self.game, document, self.cards)
        check_scores(self.game, document)
        check_round_trip(self.game, document)
        check_view(self.game, SPECTATOR)
        check_view(self.game, self.steps % self.game.config.players)
        self.steps += 1
        for played in self.game.history[self.moves :]:
            self._replay(played)
            self.audit.after(played)
        if self.moves != len(self.game.history):
            self.moves = len(self.game.history)
            if not any(self.game.steps_taken(seat) for seat in range(self.game.config.players)):
                demand(self.shadow.position() == document, "the replayed game differs from the played one")

    def _replay(self, played: Played) -> None:
        """The move goes through its text into a second game begun from the same setup."""
        text = str(played.move)
        demand(Move.parse(text) == played.move, f"{text!r} does not parse back to the same move")
        again = self.shadow.play(text, seat=played.seat)
        demand(again.events == played.events, f"{played} has other consequences when replayed")

    def at_end(self) -> None:
        """The whole record, written and read back."""
        text = self.game.record()
        again = replay(text)
        demand(again.position() == self.game.position(), "the record replays to another position")
        demand(again.record() == text, "the record of the replay differs")
        self.audit.at_end()


def _shadow(game: Game) -> Game:
    shadow = game.copy()
    shadow.history = []
    return shadow


# ---- conservation and scores ------------------------------------------------------------------------------


def _zones(document: Document) -> list[str | None]:
    """Every card named anywhere in a position."""
    found: list[str | None] = []
    for player in document["players"].values():
        found += [*player["puzzles"], *player["pile"], *player["ambassador"], *player["ambassador_fresh"]]
    for name in ("white", "black"):
        for key in ("row", "left", "right", "deck"):
            found += document.get(name, {}).get(key, [])
    for key in ("grid", "deck", "pile"):
        found += document.get("solo", {}).get(key, [])
    return found


def _all_cards(document: Document) -> Counter[str | None]:
    return Counter(card for card in _zones(document) if card is not None)


def check_conservation(game: Game, document: Document, cards: Counter[str | None]) -> None:
    """Pieces, cards and credits are conserved (R0.5)."""
    found: Counter[str] = Counter(document["reserve"])
    for seat, player in document["players"].items():
        found.update(player["supply"])
        demand(len(player["puzzles"]) <= MAX_PUZZLES, f"{seat} has more than four puzzles (R4.1.1)")
        for placed in player["puzzles"].values():
            found.update(text.partition("@")[0] for text in placed)
    if game.config.solo and game.config.settings["solo_locks"] == "level1_pieces":
        found["O1"] += sum(document["solo"]["locks"]) + document["solo"]["supply"]
    whole = {name: number for name, number in zip(PIECE_NAMES, game.config.rules.copies, strict=True) if number}
    demand(+found == Counter(whole), f"pieces are not conserved: {dict(found)} (R0.5)")
    held = _all_cards(document)
    demand(held == cards, f"cards are not conserved: {dict((held - cards) | (cards - held))} (R0.5)")
    if game.config.finesse:
        credits = document["finesse"]["bank"]
        credits += sum(sum(player["credits"].values()) for player in document["players"].values())
        demand(credits == CREDITS, f"{credits} credits instead of {CREDITS} (R0.5)")


def check_scores(game: Game, document: Document) -> None:
    """The score recomputed from what lies on the table (R9.1)."""
    worth = {card.id: card.points for card in game.config.cards}
    penalised = ("yes", "solo_only") if game.config.solo else ("yes",)
    penalty = game.config.settings["unfinished_penalty"] in penalised
    choosing = {turn["choice"].get("card") for turn in _turns(document) if "choice" in turn}
    for seat, player in document["players"].items():
        points = sum(worth[card] for zone in ("pile", "ambassador", "ambassador_fresh") for card in player[zone])
        points += player["noted"]["points"] - player["touches"] + player["touches_by_credit"]
        for card, placed in player["puzzles"].items():
            filled = sum(LEVEL[PIECE_NAMES.index(text[:2])] for text in placed) == cells(game, card)
            if filled or card in choosing:
                points += worth[card]
            elif penalty:
                points -= worth[card]
        demand(
            points == document["scores"][seat],
            f"{seat} has {points} points, not {document['scores'][seat]} (R9.1)",
        )
    if document["over"] and not game.config.solo:
        best = max(document["scores"].values())
        demand(bool(document["winners"]), "a game that is over has no winner (R9.2)")
        demand(
            all(document["scores"][seat] == best for seat in document["winners"]),
            "a winner has not most points",
        )


def cells(game: Game, card: str) -> int:
    """The size of a card's recess, counted on its drawing."""
    return sum(row.count(".") for row in game.config.cards[game.config.card_index[card]].rows)


def _turns(document: Document) -> list[Document]:
    return [*document.get("turns", {}).values(), *([document["turn"]] if "turn" in document else [])]


# ---- positions and views ----------------------------------------------------------------------------------


def check_round_trip(game: Game, document: Document) -> None:
    """The document, through JSON, gives the same state and the same legal steps."""
    try:
        again = Game.from_position(json.loads(json.dumps(document)))
    except ProjectLError as error:
        raise Violation(f"the position cannot be read back: {error}") from None
    demand(again.position() == document, "the position does not survive writing and reading")
    for seat in game.active:
        demand(again.legal_steps(seat) == game.legal_steps(seat), "a position read back has other legal steps")
        demand(bool(game.legal_steps(seat)), f"{seat} is on turn and has no legal step (R3.3)")
    demand(bool(game.active) != game.over, "nobody is on turn though the game is not over")


def check_view(game: Game, seat: int) -> None:
    """What a seat cannot see may be anything: the view stays the same to the byte (R0.7)."""
    seen = json.dumps(view(game.config, game.state, seat))
    other = json.dumps(view(game.config, permuted(game, seat), seat))
    demand(seen == other, f"seat {seat} sees something hidden (R0.7)")


def permuted(game: Game, seat: int) -> State:
    """The same to this seat's eyes: hidden deck cards, tile fronts and piles are exchanged."""
    state = game.state.copy()
    rng = chance.start(len(game.history) + state.round, chance.BOTS)
    state.rng = (state.rng + 12345) & 0x7FFFFFFF
    for deck in state.decks:
        for last in range(deck.size - 1, deck.known, -1):
            rng = chance.advance(rng)
            other = deck.known + chance.draw(rng, last + 1 - deck.known)
            deck.cards[last], deck.cards[other] = deck.cards[other], deck.cards[last]
    _permute_tiles(game, state)
    if state.phase != OVER and not game.config.open_piles:
        _permute_piles(game, state, seat)
    return state


def _permute_tiles(game: Game, state: State) -> None:
    """A face-down tile could be any other of its set."""
    hidden = min(state.tile_count, 3 - state.round)
    for place in range(hidden):
        row = state.tiles[: state.tile_count]
        for tile, shown in enumerate(game.config.tiles):
            if tile not in row and shown.set == game.config.tiles[row[place]].set:
                state.tiles[place] = tile
                break


def _permute_piles(game: Game, state: State, seat: int) -> None:
    """Another player's pile could hold any cards; exchange them with hidden ones of the White deck."""
    spare = [deck for deck in state.decks if deck.size > deck.known]
    for other in range(game.config.players):
        player = state.players[other]
        if other == seat:
            continue
        player.noted_points += 7
        if player.pile_count and spare:
            deck = spare[0]
            last = player.pile_count - 1
            top = deck.size - 1
            player.pile[last], deck.cards[top] = deck.cards[top], player.pile[last]


# ---- an independent audit of turns ------------------------------------------------------------------------


class Audit:
    """Counts actions, Masters and Black takes turn by turn from what was played, not from the state."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.limit = game.config.settings["black_take_limit_after_trigger"]
        self.colors = {card.id: card.color for card in game.config.cards}
        self.triggered = False
        self.turns: Counter[str] = Counter()
        self.fresh: dict[str, Counter[str]] = {seat: Counter() for seat in SEATS}

    def after(self, played: Played) -> None:
        """Take note of one move and what followed."""
        turn = self.fresh[played.seat]
        kind = played.move.kind
        if kind in {"touch", "done"}:
            return
        if kind in {"take", "deck", "recycle", "upgrade", "place", "master", "ambassador", "ghost"}:
            turn["inserted" if played.move.insert else "actions"] += 1
            turn["masters"] += kind == "master"
        if kind in {"take", "deck"}:
            self._black_take(played, turn)
        demand(
            turn["actions"] <= ACTIONS,
            f"{played.seat} has taken {turn['actions']} actions in one turn (R3.2)",
        )
        demand(turn["masters"] <= 1, f"{played.seat} has used Master twice in one turn (R4.5.1)")
        for event in played.events:
            if event.kind == "triggered":
                self.triggered = True
            if event.kind == "turn_ended":
                self._turn_ended(event.parts[0])

    def _black_take(self, played: Played, turn: Counter[str]) -> None:
        taken = next(event.parts[1] for event in played.events if event.kind == "taken")
        if self.triggered and self.colors[taken] == "black" and not self.game.config.solo:
            turn["black"] += 1
        if isinstance(self.limit, int):
            demand(turn["black"] <= self.limit, f"{played.seat} takes too many Black puzzles (R7.4)")

    def _turn_ended(self, seat: str) -> None:
        self.turns[seat] += 1
        self.fresh[seat] = Counter()

    def at_end(self) -> None:
        """Everyone has had the same number of turns (R7.2), but for Line Clear with five (Q24)."""
        if self.game.over and not self.game.config.line_clear:
            demand(len(set(self.turns.values())) <= 1, f"unequal turns: {dict(self.turns)} (R7.2)")
