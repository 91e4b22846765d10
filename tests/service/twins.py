"""Two tables that nobody can tell apart: the same public history over different hidden cards, tiles and dice.

The hidden part is found and dealt anew here, by card names in position documents, without ``game/imagine.py``.
"""

from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass
from random import Random
from typing import Any

import msgspec
from msgspec.structs import replace
from tests.service.at_hand import Dice, Node, StandingClock, encode, messages, next_move, settings_of

from projectl.bots import Scratch
from projectl.game import Game
from projectl.game.imagine import imagine
from projectl.game.record import lay_deck
from projectl.rules import chance, steps
from projectl.rules.pieces import PLACEMENTS
from projectl.service import entries as log
from projectl.service import records, seen, wire
from projectl.service.deciding import Asking, decide
from projectl.service.entries import AnyEntry, Logged, PlayerId, TableId
from projectl.service.loading import summary
from projectl.service.ports import Stored
from projectl.service.room import Room
from projectl.service.table import PLAYING, Table, check_of
from projectl.simulation.matrix import Spec

CODE = TableId("TWINTWIN")
ONLOOKER = PlayerId("onlooker")
DOCUMENT = dict[str, Any]


class Leak(AssertionError):
    """Somebody could tell the twins apart."""


# ---- a game to take twins of ------------------------------------------------------------------------------


class Walk:
    """A game by people who move as guided bots do, straight on the log."""

    def __init__(self, spec: Spec, seed: int) -> None:
        self.people = [PlayerId(f"person{number}") for number in range(spec.players)]
        self.table = Table(CODE)
        self.stored: list[Stored] = []
        self.scratch = Scratch(seed, chance.BOTS)
        self.asking = Asking(self.people[0], StandingClock().now(), Dice(seed), frozenset({"guided"}))
        self.add([log.Created(settings_of(spec, seed=seed), self.people[0])])
        self.add([log.Sat(chair, player, f"Name {chair}") for chair, player in enumerate(self.people)])
        self.add(decide(self.table, wire.Start(), self.asking))

    def add(self, entries: list[AnyEntry]) -> None:
        for entry in entries:
            logged = Logged(self.table.seq + 1, self.asking.at, entry)
            self.table.add(logged)
            self.stored.append(Stored(logged, encode(seen.happened(self.table, logged))))

    def move(self) -> None:
        seat, move = next_move(self.table, self.scratch)
        asking = replace_player(self.asking, self.table.chair_of(seat).player)
        self.add(decide(self.table, wire.Play(seat, move), asking))


def replace_player(asking: Asking, player: PlayerId | None) -> Asking:
    assert player is not None
    return Asking(player, asking.at, asking.roll, asking.bots)


# ---- dealing the hidden part anew -------------------------------------------------------------------------


def hidden_decks(game: Game) -> dict[str, list[str]]:
    """What lies hidden in each deck now, top first."""
    document = game.position()
    if game.config.solo:
        return {"solo": document["solo"]["deck"]}
    decks = {color: document[color] for color in ("white", "black")}
    return {color: deck["deck"][: deck["deck_size"] - deck["known"]] for color, deck in decks.items()}


def seen_cards(game: Game) -> set[str]:
    """Every card whose front somebody can see, or has seen since it last was shuffled."""
    document = game.position()
    hidden = {card for deck in hidden_decks(game).values() for card in deck}
    return (
        set(_names_in([document[part] for part in ("players", "white", "black", "solo") if part in document])) - hidden
    )


def _names_in(part: object) -> Iterable[str]:
    if isinstance(part, str):
        yield part
    elif isinstance(part, dict):
        for key, value in part.items():
            yield key
            yield from _names_in(value)
    elif isinstance(part, list):
        for value in part:
            yield from _names_in(value)


def dealt_anew(game: Game, dice: Random, keep: int) -> dict[str, str]:
    """Other cards of the same colour for those hidden in the decks, but for the first ``keep`` of each deck."""
    swap: dict[str, str] = {}
    seen = seen_cards(game)
    colors = {card.id: card.color for card in game.config.cards}
    decks = hidden_decks(game).values()
    staying = {card for deck in decks for card in deck[:keep]}
    for color in ("white", "black"):
        unseen = [name for name in colors if colors[name] == color and name not in seen | staying]
        dice.shuffle(unseen)
        swap |= dict(
            zip([card for deck in decks for card in deck[keep:] if colors[card] == color], unseen, strict=False)
        )
    return swap


def _other_tiles(game: Game, tiles: list[str], dice: Random) -> list[str]:
    """The first two tiles lie face down for ever; others with the same letter may lie there."""
    pool = {tile.id: tile.set for tile in game.config.tiles[: game.config.rules.tile_count]}
    unseen = [name for name in pool if name not in tiles[2:]]
    dice.shuffle(unseen)
    found: list[str] = []
    for tile in tiles[:2]:
        found.append(next(name for name in unseen if pool[name] == pool[tile] and name not in found))
    return found + tiles[2:]


def twin_of(walk: Walk, dice: Random, keep: int) -> tuple[Table, list[Stored]]:
    """The same public history, another hidden state."""
    assert walk.table.game is not None
    swap = dealt_anew(walk.table.game, dice, keep)
    shuffles = [
        one.logged.seq for one in walk.stored if isinstance(one.logged.entry, log.Moved) and one.logged.entry.deck
    ]
    table = Table(CODE)
    stored: list[Stored] = []
    for one in walk.stored:
        entry = one.logged.entry
        if isinstance(entry, log.Created):
            entry = replace(entry, settings=replace(entry.settings, seed=dice.randrange(1 << 60)))
        elif isinstance(entry, log.Started):
            position = _other_start(walk.table.game, entry.position, swap, dice, white=not shuffles)
            entry = replace(entry, position=position, seed=dice.randrange(1 << 60))
        elif isinstance(entry, log.Moved):
            assert table.game is not None
            if shuffles and one.logged.seq == shuffles[-1]:
                entry = replace(entry, deck=tuple(swap.get(card, card) for card in entry.deck))
            trial = table.game.copy()
            played = trial.play(entry.move, seat=entry.seat)
            if entry.deck:
                lay_deck(trial, played, entry.deck)
            entry = replace(entry, check=check_of(trial))
        logged = replace(one.logged, entry=entry)
        table.add(logged)
        stored.append(Stored(logged, encode(seen.happened(table, logged))))
    return table, stored


def _other_start(game: Game, position: DOCUMENT, swap: dict[str, str], dice: Random, *, white: bool) -> DOCUMENT:
    new: DOCUMENT = msgspec.json.decode(msgspec.json.encode(position))
    for part in ("white", "black", "solo"):
        if part in new and (part != "white" or white):  # a White deck shuffled since is in the log (R19)
            new[part]["deck"] = [swap.get(card, card) for card in new[part]["deck"]]
    if "finesse" in new:
        new["finesse"]["tiles"] = _other_tiles(game, new["finesse"]["tiles"], dice)
    if "chance" in new:
        new["chance"] = dice.randrange(1 << 62)
    return new


# ---- asking both the same ---------------------------------------------------------------------------------


@dataclass
class Side:
    """One of the twins."""

    node: Node
    room: Room

    @classmethod
    async def of(cls, table: Table, stored: list[Stored]) -> "Side":
        node = Node()
        await node.store.append(CODE, stored, summary(table))
        node.rooms.rooms[CODE] = Room(node.world, table)
        return cls(node, node.rooms.rooms[CODE])


class Pair:
    """Twins, and everybody who watches them."""

    def __init__(self, walk: Walk, dice: Random, keep: int) -> None:
        self.walk = walk
        self.dice = dice
        self.other = twin_of(walk, dice, keep)

    @property
    def differ(self) -> bool:
        """Whether there was anything hidden to change, beside the seeds."""
        assert self.walk.table.game is not None
        assert self.other[0].game is not None
        return check_of(self.walk.table.game) != check_of(self.other[0].game)

    async def compare(self, moves: int = 5, *, record: bool = True) -> int:
        """Put everything to both that a client can; Leak if an answer differs. How many answers were compared."""
        self.compared = 0
        self.sides = [await Side.of(self.walk.table.copy(), self.walk.stored), await Side.of(*self.other)]
        everybody = [*self.walk.people, ONLOOKER]
        self.watchers = [[await side.room.watch(player, 0) for player in everybody] for side in self.sides]
        await self._everything("at the start", record)
        for number in range(moves):
            if not await self._move(number):
                break
            await self._everything(f"after move {number}", record)
        return self.compared

    @property
    def table(self) -> Table:
        return self.sides[0].room.table

    async def _everything(self, when: str, record: bool) -> None:
        self._streams(when)
        await self._same(f"the public log {when}", lambda side: side.node.store.public(CODE, 0))
        if record:
            await self._same(f"the record {when}", lambda side: records.record_of(side.node.store, CODE))
        await self._same(f"a bot's position {when}", self._imagined)
        for seat in self.table.active:
            await self._probe(seat)
        self._streams(f"{when}, after the questions")

    async def _imagined(self, side: Side) -> DOCUMENT:
        assert side.room.table.game is not None
        return imagine(side.room.table.game, 5).position()

    def _streams(self, when: str) -> None:
        first, second = ([messages(watcher) for watcher in side] for side in self.watchers)
        self._equal(f"the messages {when}", first, second)

    async def _same(self, what: str, ask: Callable[[Side], Awaitable[object]]) -> Any:
        first, second = [await ask(side) for side in self.sides]
        self._equal(what, first, second)
        return first

    def _equal(self, what: str, first: object, second: object) -> None:
        self.compared += 1
        one, other = repr(first), repr(second)
        if one != other:
            at = max(0, next((n for n, pair in enumerate(zip(one, other, strict=False)) if len(set(pair)) > 1), 0) - 60)
            raise Leak(f"{what}: ...{one[at : at + 160]}... and ...{other[at : at + 160]}...")

    async def _move(self, number: int) -> bool:
        """Play on in both; False once something hidden has come to light, as everything does at the end."""
        seat, move = next_move(self.table, self.walk.scratch)
        await self._do(seat, wire.Play(seat, move), f"move{number}")
        first, second = [(await side.node.store.tail(CODE, self.table.seq - 1))[0].entry for side in self.sides]
        assert isinstance(first, log.Moved)
        assert isinstance(second, log.Moved)
        return first.revealed == second.revealed and self.table.phase == PLAYING

    async def _do(self, seat: str, do: wire.Do, name: str, expected: int | None = None) -> Any:
        player = self.table.chair_of(seat).player
        assert player is not None
        return await self._same(
            f"{do}", lambda side: side.node.do(CODE, player, do, expected, f"{name}{self.compared}")
        )

    async def _probe(self, seat: str) -> None:
        """Everything that is refused or changes nothing."""
        assert self.table.game is not None
        unseen = sorted({card.id for card in self.table.game.config.cards} - seen_cards(self.table.game))
        for card in self.dice.sample(unseen, min(4, len(unseen))):
            for move in (f"take {card}", f"place {card}:O1@22", f"complete {card}", f"recycle white {card}"):
                await self._do(seat, wire.Play(seat, move), "illegal")
        for steps_taken in self._sequences(seat):
            await self._stage(seat, steps_taken)
            if len(steps_taken) > 1:
                await self._do(seat, wire.Play(seat, steps=(*steps_taken, steps.STEPS)), "steps")
        await self._do(seat, wire.Play(seat, "end"), "stale", expected=0)
        await self._do(seat, wire.Undo(seat), "undo", expected=0)
        await self._do(seat, wire.AnswerDraw(seat, True), "answer")

    def _sequences(self, seat: str) -> list[tuple[int, ...]]:
        """Steps to look ahead by: legal ones, all that reveal, and steps beyond the end of a move."""
        game = self.table.game
        assert game is not None
        legal = game.legal_steps(seat)
        first = [step for step in legal if steps.TAKE <= step < steps.UPGRADE_TAKE or step == steps.MASTER]
        first = self.dice.sample(first, min(5, len(first))) + self.dice.sample(legal, min(3, len(legal)))
        blind = [step for step in legal if steps.TAKE_DECK <= step < steps.RECYCLE]
        found: list[tuple[int, ...]] = [(step,) for step in first + blind]
        open_count = game.state.players["ABCDEF".index(seat)].open_count
        for step in first[:2] + blind:
            slots = self.dice.choices(range(open_count + 1), k=4)
            found += [(step, slot * PLACEMENTS + self.dice.randrange(PLACEMENTS)) for slot in slots]
            found += [(step, steps.TAKE + self.dice.randrange(8)), (step, step)]
        return found

    async def _stage(self, seat: str, taken: tuple[int, ...]) -> None:
        player = self.table.chair_of(seat).player
        assert player is not None
        await self._same(f"stage {taken}", lambda side: side.room.stage(player, wire.Stage("stage", seat, taken)))
