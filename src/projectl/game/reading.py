"""Reading a position document: defaults filled in, everything checked (docs/cases.md)."""

from collections.abc import Callable
from functools import partial
from typing import Any

from projectl.catalog import Configuration, card_from_dict, configure
from projectl.errors import IllegalMove, PackError, PositionError, SetupError, shown
from projectl.rules import engine, line_clear
from projectl.rules.finesse import CREDITS, held
from projectl.rules.options import (
    BLACK,
    MAX_AMBASSADORS,
    MAX_DECK,
    MAX_PILE,
    MAX_SEATS,
    MAX_SLOTS,
    TILE_ROW,
    WHITE,
)
from projectl.rules.pieces import O1, PIECE_NAMES, PLACEMENT_MASK, PLACEMENT_PIECE
from projectl.rules.setup import DRAWN_A, DRAWN_B, DRAWN_C
from projectl.rules.state import (
    MASTERMIND,
    NO_CARD,
    OVER,
    Deck,
    Player,
    State,
)
from projectl.rules.steps import MAX_LEGAL

from .documents import count, flag, items, known_keys, one_of, table, word, words
from .moves import COLORS, SEATS, parse_placement
from .position import ENDED_BY, PHASES, row_numbers
from .turn_reading import MAX_PIECES, TurnReader, read_pieces, seat_number

_EMPTY = (None, "-")
_KEYS = [
    "edition",
    "expansions",
    "variants",
    "options",
    "difficulty",
    "cards",
    "players",
    "white",
    "black",
    "solo",
    "reserve",
    "round",
    "turn",
    "turns",
    "triggered",
    "triggered_round",
    "line_clear",
    "finesse",
    "phase",
    "chance",
    "active",
    "scores",
    "winners",
    "over",
    "pending",
    "ended_by",
]
_PLAYER_KEYS = [
    "supply",
    "puzzles",
    "pile",
    "credits",
    "ambassador",
    "ambassador_fresh",
    "noted",
    "touches",
    "touches_by_credit",
]
_MAX_CHANCE = (1 << 63) - 1
_MAX_TOUCHES = 1999
_MAX_ROUND = 20_000


def read_position(document: object) -> tuple[Configuration, State]:
    """The configuration and state a document describes; SetupError or PositionError if it describes none."""
    doc = table(document, "The position")
    known_keys(doc, _KEYS, "The position")
    config = _configuration(doc)
    return config, _Reader(config, doc).read()


def _configuration(doc: dict[str, Any]) -> Configuration:
    players = table(doc.get("players", {}), "players")
    if len(players) > MAX_SEATS:
        raise SetupError(f"{len(players)} players are too many; Project L is for up to {MAX_SEATS} (R2.7).")
    expected = list(SEATS[: len(players)])
    if list(players) != expected or not players:
        found = shown(", ".join(players), 60) if players else "empty"
        raise PositionError(f"players must be keyed A, B, C ... in seat order, not {found}.")
    try:
        cards = [card_from_dict(card, "cards") for card in items(doc.get("cards", []), "cards")]
    except PackError as error:
        raise PositionError(str(error)) from None
    return configure(
        len(players),
        edition_name=doc.get("edition", "v25"),
        expansions=doc.get("expansions", ()),
        variants=doc.get("variants", ()),
        options=doc.get("options"),
        difficulty=doc.get("difficulty", "normal"),
        own_cards=cards,
        in_decks=False,
    )


class _Reader:
    """Fills a blank state from a checked document; remembers which cards have found their place."""

    def __init__(self, config: Configuration, doc: dict[str, Any]) -> None:
        self.config = config
        self.rules = config.rules
        self.doc = doc
        self.state = State()
        self.used: set[int] = set()
        self.dealt = self.rules.card_count

    def read(self) -> State:
        self._players()
        if self.config.solo:
            self._solo()
        else:
            self._rows_and_decks()
        self._clock()
        self._finesse()
        TurnReader(self.config, self.doc, self.state).read()
        self._reserve()
        self._check_bounds()
        self._check_can_go_on()
        return self.state

    def _check_bounds(self) -> None:
        """Numbers that play moves from zone to zone must fit into each of them."""
        state = self.state
        for piece, name in enumerate(PIECE_NAMES):
            number = state.reserve[piece] + sum(player.supply[piece] for player in state.players)
            number += sum(held(player, piece) - player.supply[piece] for player in state.players)
            if number > MAX_PIECES:
                raise PositionError(
                    f"There are {number} {name} pieces; a position has room for {MAX_PIECES} of a type."
                )
        credits = state.bank + sum(player.credits_left + player.credits_right for player in state.players)
        if credits > MAX_PIECES or (credits and not self.config.finesse):
            raise PositionError("There are more credits than the game has; without finesse there are none (R14.1).")
        for color, name in enumerate(COLORS):
            rows = sum(self.rules.slot_deck[slot] == color for slot in range(self.rules.market_size))
            lying = [card for slot, card in enumerate(state.market) if self.rules.slot_deck[slot] == color]
            if rows and state.decks[color].size + sum(card != NO_CARD for card in lying) > MAX_DECK:
                raise PositionError(f"The {name} deck and its rows have more than {MAX_DECK} cards.")

    def _check_can_go_on(self) -> None:
        """Whoever is on turn has something to do, if only to end the turn."""
        out = [0] * MAX_LEGAL
        active = [seat for seat in range(self.config.players) if engine.is_active(self.state, seat)]
        if self.state.phase != OVER and not active:
            raise PositionError("Nobody is on turn; name a seat in turn or turns.")
        for seat in active:
            if engine.legal(self.rules, self.state, seat, out) == 0:
                raise PositionError(f"{SEATS[seat]} is on turn and can do nothing; the turn table is not sound.")

    # -- cards --

    def _card(self, value: object, where: str) -> int:
        name = word(value, where)
        if name not in self.config.card_index:
            raise PositionError(f"{where}: there is no card {shown(name)} in this configuration.")
        card = self.config.card_index[name]
        if card in self.used:
            raise PositionError(f"{where}: card {name} is in two places.")
        self.used.add(card)
        return card

    def _cards(self, value: object, where: str, limit: int) -> list[int]:
        found = [self._card(item, where) for item in items(value, where)]
        if len(found) > limit:
            raise PositionError(f"{where} has {len(found)} cards; there is room for {limit}.")
        return found

    def _slots(self, value: object, where: str, size: int) -> list[int]:
        listed = items(value, where)
        if len(listed) > size:
            raise PositionError(f"{where} has {len(listed)} entries; there are {size} slots.")
        found = [NO_CARD if item in _EMPTY else self._card(item, where) for item in listed]
        return found + [NO_CARD] * (size - len(found))

    def _unused(self, color: int, number: int) -> list[int]:
        """The first unused cards of a colour in id order, marked as used."""
        found: list[int] = []
        for card in range(self.dealt):
            if len(found) == number:
                break
            if self.rules.card_color[card] == color and card not in self.used:
                found.append(card)
        self.used.update(found)
        return found

    # -- players --

    def _players(self) -> None:
        for seat, (name, value) in enumerate(self.doc["players"].items()):
            doc = table(value, f"players.{name}")
            known_keys(doc, _PLAYER_KEYS, f"players.{name}")
            self._player(self.state.players[seat], doc, f"players.{name}")

    def _player(self, player: Player, doc: dict[str, Any], where: str) -> None:
        read_pieces(doc.get("supply", {}), f"{where}.supply", player.supply)
        puzzles = table(doc.get("puzzles", {}), f"{where}.puzzles")
        if len(puzzles) > MAX_SLOTS:
            raise PositionError(f"{where}.puzzles has {len(puzzles)} puzzles; a player has at most four (R4.1.1).")
        for name, placed in puzzles.items():
            self._puzzle(player, name, placed, f"{where}.puzzles.{name}"[:80])
        pile = self._cards(doc.get("pile", []), f"{where}.pile", MAX_PILE)
        player.pile[: len(pile)] = pile
        player.pile_count = len(pile)
        self._ambassador(player, doc, where)
        owned = table(doc.get("credits", {}), f"{where}.credits")
        known_keys(owned, ("left", "right"), f"{where}.credits")
        player.credits_left = count(owned.get("left", 0), f"{where}.credits.left", high=MAX_PIECES)
        player.credits_right = count(owned.get("right", 0), f"{where}.credits.right", high=MAX_PIECES)
        most = _MAX_TOUCHES - sum(player.supply)
        player.touches = count(doc.get("touches", 0), f"{where}.touches", high=most)
        by_credit = count(doc.get("touches_by_credit", 0), f"{where}.touches_by_credit", high=player.touches)
        player.touches_by_credit = by_credit

    def _puzzle(self, player: Player, name: str, value: object, where: str) -> None:
        card = self._card(name, where)
        slot = player.slots[player.open_count]
        slot.card = card
        slot.left = self.rules.card_recess[card]
        for text in words(value, where):
            try:
                placement = parse_placement(text)
            except IllegalMove as error:
                raise PositionError(f"{where}: {error.message}") from None
            if PLACEMENT_MASK[placement] & ~slot.left:
                raise PositionError(f"{where}: {text} does not lie on free recess cells (R4.4.1).")
            slot.left &= ~PLACEMENT_MASK[placement]
            slot.placed[slot.placed_count] = placement
            slot.placed_count += 1
        player.open_count += 1

    def _ambassador(self, player: Player, doc: dict[str, Any], where: str) -> None:
        ready = self._cards(doc.get("ambassador", []), f"{where}.ambassador", MAX_AMBASSADORS)
        fresh = self._cards(doc.get("ambassador_fresh", []), f"{where}.ambassador_fresh", MAX_AMBASSADORS)
        if len(ready) + len(fresh) > MAX_AMBASSADORS:
            raise PositionError(f"{where} has more than {MAX_AMBASSADORS} unused Ambassador cards.")
        player.ambassador[: len(ready) + len(fresh)] = ready + fresh
        player.ambassador_count = len(ready) + len(fresh)
        player.ambassador_fresh = len(fresh)
        noted = table(doc.get("noted", {}), f"{where}.noted")
        known_keys(noted, ("points", "puzzles", "ambassador", "ambassador_fresh"), f"{where}.noted")
        # A player completes far fewer than 100 puzzles in a round, so these bounds hold however long play goes on.
        most = 100 * count(self.doc.get("round", 1), "round", low=1, high=_MAX_ROUND)
        player.noted_points = count(noted.get("points", 0), f"{where}.noted.points", high=20 * most)
        player.noted_puzzles = count(noted.get("puzzles", 0), f"{where}.noted.puzzles", high=most)
        waiting = count(noted.get("ambassador_fresh", 0), f"{where}.noted.ambassador_fresh", high=most)
        usable = count(noted.get("ambassador", 0), f"{where}.noted.ambassador", high=most - waiting)
        player.noted_ambassador_fresh = waiting
        player.noted_ambassador = usable + waiting

    # -- market --

    def _rows_and_decks(self) -> None:
        """Given rows and decks first, so that the defaults are filled with what is left, Q20 order."""
        docs = {}
        fill: list[Callable[[], None]] = []
        for color, name in enumerate(COLORS):
            docs[color] = table(self.doc.get(name, {}), name)
            allowed = ("left", "right") if self.config.line_clear else ("row",)
            known_keys(docs[color], (*allowed, "deck", "deck_size", "known"), name)
        for name, row in sorted(row_numbers(self.config).items(), key=lambda pair: -pair[1]):
            *side, _ = name.split()
            key = "".join(side) or "row"
            color = self.rules.row_color[row]
            first = self.rules.row_start[row]
            size = self.rules.row_size
            if key in docs[color]:
                cards = self._slots(docs[color][key], f"{COLORS[color]}.{key}", size)
                self.state.market[first : first + size] = cards
            else:
                fill.append(partial(self._fill_row, color, first, size))
        for color in (WHITE, BLACK):
            value = docs[color].get("deck")
            where = f"{COLORS[color]}.deck"
            if isinstance(value, list | tuple):
                self._set_deck(color, self._cards(value, where, MAX_DECK))
            else:
                number = MAX_DECK if value is None else count(value, where, high=MAX_DECK)
                fill.append(partial(self._fill_deck, color, number))
        for job in fill:
            job()
        for color in (WHITE, BLACK):
            deck = self.state.decks[color]
            deck.known = count(docs[color].get("known", 0), f"{COLORS[color]}.known", high=deck.size)

    def _fill_row(self, color: int, first: int, size: int) -> None:
        cards = self._unused(color, size)
        self.state.market[first : first + len(cards)] = cards

    def _fill_deck(self, color: int, number: int) -> None:
        self._set_deck(color, self._unused(color, number))

    def _set_deck(self, color: int, cards: list[int]) -> None:
        deck: Deck = self.state.decks[color]
        deck.cards[: len(cards)] = cards[::-1]
        deck.size = len(cards)

    def _solo(self) -> None:
        doc = table(self.doc.get("solo", {}), "solo")
        known_keys(doc, ("grid", "deck", "deck_size", "locks", "supply", "pile"), "solo")
        pile = self._cards(doc.get("pile", []), "solo.pile", MAX_PILE)
        self.state.players[MASTERMIND].pile[: len(pile)] = pile
        self.state.players[MASTERMIND].pile_count = len(pile)
        size = self.rules.market_size
        grid = self._slots(doc["grid"], "solo.grid", size) if "grid" in doc else None
        deck = doc.get("deck")
        if isinstance(deck, list | tuple):
            self._set_deck(WHITE, self._cards(deck, "solo.deck", MAX_DECK))
        unused = iter(self._solo_cards(0 if grid is None else size))
        if grid is None:
            grid = [next(unused, NO_CARD) for _ in range(size)]
        self.state.market[:size] = grid
        if not isinstance(deck, list | tuple):
            rest = list(unused)
            number = len(rest) if deck is None else count(deck, "solo.deck", high=MAX_DECK)
            self.used.difference_update(rest[number:])
            self._set_deck(WHITE, rest[:number])
        locks = items(doc.get("locks", [1, 2, 1]), "solo.locks")
        if len(locks) != len(self.state.locks):
            raise PositionError("solo.locks must have 3 numbers, one for each column (R10.2).")
        self.state.locks[:] = [count(lock, "solo.locks", high=99) for lock in locks]
        supply = doc.get("supply", self.rules.lock_supply)
        self.state.lock_supply = count(supply, "solo.supply", high=max(0, MAX_PIECES - sum(self.state.locks)))

    def _solo_cards(self, lying: int) -> list[int]:
        """The first unused cards, White before Black; those already in the grid count among them."""
        white = self._unused(WHITE, max(0, self.rules.white_pick - lying))
        return white + self._unused(BLACK, self.rules.black_pick)

    # -- the clock --

    def _clock(self) -> None:
        doc, state = self.doc, self.state
        state.phase = PHASES.index(one_of(doc.get("phase", "play"), PHASES, "phase"))
        self._line_clear()
        if "round" in doc:
            state.round = count(doc["round"], "round", low=1, high=_MAX_ROUND)
        state.triggered = flag(doc.get("triggered", False), "triggered")
        if state.triggered:
            state.triggered_round = count(
                doc.get("triggered_round", state.round), "triggered_round", low=1, high=state.round
            )
        ended = doc.get("ended_by")
        state.ended_by = ENDED_BY.index(one_of(ended, filter(None, ENDED_BY), "ended_by")) if ended else 0
        state.rng = count(doc.get("chance", 0), "chance", high=_MAX_CHANCE)

    def _line_clear(self) -> None:
        if not self.config.line_clear:
            if "line_clear" in self.doc:
                raise PositionError("line_clear is there without the line_clear variant; add the variant.")
            return
        doc = table(self.doc.get("line_clear", {}), "line_clear")
        known_keys(doc, ("step", "white_marker", "black_marker", "passes"), "line_clear")
        seats = self.config.players
        begins = (count(self.doc.get("round", 1), "round", low=1, high=_MAX_ROUND) - 1) * seats
        steps = []
        for key, offset in (("white_marker", 0), ("black_marker", self.rules.black_marker_offset)):
            if key in doc:
                steps.append((seat_number(self.config, doc[key], f"line_clear.{key}") - offset) % seats + 1)
        step = begins + (steps or [self._first_step_with(self.doc.get("turn"))])[0]
        if "step" in doc:
            step = count(doc["step"], "line_clear.step", low=1, high=(_MAX_ROUND + 2) * seats)
        if any((step - given) % seats for given in steps):
            raise PositionError("line_clear.step and the markers do not fit together (R11.9).")
        self.state.step = step
        self.state.round = (step - 1) // seats + 1
        self.state.passes = count(doc.get("passes", 0), "line_clear.passes", high=9)
        line_clear.hand_out_markers(self.rules, self.state)

    def _first_step_with(self, turn: object) -> int:
        """Without a word on markers: the first step, or the one in which the seat on turn is White."""
        seat = seat_number(self.config, turn["seat"], "turn.seat") if isinstance(turn, dict) and "seat" in turn else 0
        return 1 if seat == self.rules.black_marker_offset else seat + 1

    def _finesse(self) -> None:
        if not self.config.finesse:
            if "finesse" in self.doc:
                raise PositionError("finesse is there without the finesse expansion; add the expansion.")
            return
        doc = table(self.doc.get("finesse", {}), "finesse")
        known_keys(doc, ("tiles", "bank"), "finesse")
        names = words(doc["tiles"], "finesse.tiles") if "tiles" in doc else self._first_tiles()
        if len(names) > TILE_ROW:
            raise PositionError(f"finesse.tiles has {len(names)} tiles; the row has ten (R14.1).")
        for name in names:
            if name not in self.config.tile_index:
                raise PositionError(f"finesse.tiles: there is no tile {shown(name)} in this configuration (R15).")
        self.state.tiles[: len(names)] = [self.config.tile_index[name] for name in names]
        self.state.tile_count = len(names)
        held = sum(player.credits_left + player.credits_right for player in self.state.players)
        self.state.bank = count(doc.get("bank", max(0, CREDITS - held)), "finesse.bank")

    def _first_tiles(self) -> list[str]:
        """The first tiles of each pool, from the one of this round on."""
        row: list[str] = []
        for letter, number in (("A", DRAWN_A), ("B", DRAWN_B), ("C", DRAWN_C)):
            pool = self.config.tiles[: self.rules.tile_count]
            row += [tile.id for tile in pool if tile.set == letter][:number]
        return row[self.state.round - 1 :]

    # -- reserve --

    def _reserve(self) -> None:
        """What is not named: the full number minus what players, puzzles and real locks hold."""
        state = self.state
        state.reserve[:] = self.rules.copies
        for player in state.players:
            for piece, number in enumerate(player.supply):
                state.reserve[piece] -= number
            for slot in player.slots[: player.open_count]:
                for placement in slot.placed[: slot.placed_count]:
                    state.reserve[PLACEMENT_PIECE[placement]] -= 1
        if self.config.solo and self.rules.locks_are_pieces:
            state.reserve[O1] -= sum(state.locks) + state.lock_supply
        state.reserve[:] = [max(0, number) for number in state.reserve]
        read_pieces(self.doc.get("reserve", {}), "reserve", state.reserve)
