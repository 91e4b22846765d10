"""Cards in play: how long games by quick bots are, what they score, and which cards are taken and completed.

Games are a function of the configuration and their seeds, so a survey gives the same numbers on every machine.
"""

from collections.abc import Container, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from projectl.catalog import Card, Configuration, bundled_pack, configure
from projectl.fast import layout
from projectl.fast.batch import play_batch
from projectl.rules.options import MAX_CARDS
from projectl.rules.state import NO_CARD

GAMES = 4000
BASE, NEW = "base", "new"

Group = tuple[str, str]
Marks = np.ndarray[Any, np.dtype[np.bool_]]


@dataclass(frozen=True)
class Spread:
    """A mean over games and how far single games lie from it."""

    mean: float
    deviation: float

    @classmethod
    def of(cls, values: Any) -> "Spread":
        """The spread of these values."""
        return cls(float(values.mean()), float(values.std()))

    def holds(self, other: "Spread") -> bool:
        """Whether the other's mean is within this spread."""
        return abs(other.mean - self.mean) <= self.deviation

    def __str__(self) -> str:
        return f"{self.mean:.1f} ± {self.deviation:.1f}"


@dataclass(frozen=True)
class Survey:
    """Many games of one configuration. A group of cards is its colour and whether it is new beside the base set."""

    players: int
    packs: tuple[str, ...]
    games: int
    rounds: Spread
    score: Spread
    cards_each: Spread  # taken by a player
    taken: dict[Group, Spread]  # percent of a group's cards in a game
    completed: dict[Group, float]  # percent of a group's taken cards, over all games

    def is_like(self, base: "Survey") -> bool:
        """Whether length, scores and cards taken lie within the spread of base games."""
        same_shares = (
            self.taken[BASE, color].holds(share) for (origin, color), share in self.taken.items() if origin == NEW
        )
        return (
            base.rounds.holds(self.rounds)
            and base.score.holds(self.score)
            and base.cards_each.holds(self.cards_each)
            and all(same_shares)
        )


def survey(
    players: int,
    expansions: Sequence[str] = (),
    *,
    own_cards: Sequence[Card] = (),
    games: int = GAMES,
    seed: int = 0,
) -> Survey:
    """Play games by guided bots and count what became of the cards."""
    config = configure(players, expansions=expansions, own_cards=own_cards)
    results = play_batch(config, range(seed, seed + games))
    dealt, taken, completed = _zones(results.states.view(layout.STATE), players)
    groups = _groups(config)
    counts = {group: [zone[:, cards].sum(axis=1) for zone in (dealt, taken, completed)] for group, cards in groups}
    return Survey(
        players,
        config.expansions,
        games,
        Spread.of(results.rounds),
        Spread.of(results.scores),
        Spread.of(taken.sum(axis=1) / players),
        {group: Spread.of(100 * some[there > 0] / there[there > 0]) for group, (there, some, _) in counts.items()},
        {group: float(100 * done.sum() / some.sum()) for group, (_, some, done) in counts.items()},
    )


def _groups(config: Configuration) -> list[tuple[Group, list[int]]]:
    printed = {card.id for card in bundled_pack("base").cards}
    cards: dict[Group, list[int]] = {}
    for number, card in enumerate(config.cards):
        cards.setdefault((BASE if card.id in printed else NEW, card.color), []).append(number)
    return list(cards.items())


def _zones(states: Any, players: int) -> tuple[Marks, Marks, Marks]:
    """For each game and card: whether it was in the game, was taken, was completed."""
    seats = states["players"][:, :players]
    completed = _marks(seats["pile"], seats["pile_count"])
    completed |= _marks(seats["ambassador"], seats["ambassador_count"])
    taken = completed | _marks(seats["slots"]["card"], seats["open_count"])
    market = states["market"]
    dealt = taken | _marks(market, np.full(len(market), market.shape[1]))
    dealt |= _marks(states["decks"]["cards"], states["decks"]["size"])
    return dealt, taken, completed


def _marks(cards: Any, counts: Any) -> Marks:
    """Card numbers in the first ``counts`` places of each list of each game, as marks by card."""
    in_use = (np.arange(cards.shape[-1]) < counts[..., None]) & (cards != NO_CARD)
    games = np.broadcast_to(np.arange(len(cards)).reshape(-1, *[1] * (cards.ndim - 1)), cards.shape)
    marks = np.zeros((len(cards), MAX_CARDS), bool)
    marks[games[in_use], cards[in_use]] = True
    return marks


# ---- the table of docs/cards.md ---------------------------------------------------------------------------

PACKS = ((), ("ghost",), ("ambassador",), ("phoenix",), ("ghost", "ambassador", "phoenix"))
PLAYERS = (2, 3, 4)


def standard_surveys(games: int = GAMES) -> list[Survey]:
    """The base game and each stand-in pack, by number of players; the base game first."""
    return [survey(players, packs, games=games) for players in PLAYERS for packs in PACKS]


def markdown(surveys: Sequence[Survey]) -> str:
    """The surveys as a table."""
    lines = [
        "| players | packs | rounds | score | cards each | White taken, base / new | Black taken, base / new "
        "| Black completed, base / new |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for one in surveys:
        shares = [_shares(one.taken, color) for color in ("white", "black")]
        done = " / ".join(f"{one.completed[origin, 'black']:.0f} %" for origin in _origins(one.completed, "black"))
        packs = "base" + "".join(f" + {name}" for name in one.packs)
        cells = [one.players, packs, one.rounds, one.score, one.cards_each, *shares, done]
        lines.append("| " + " | ".join(map(str, cells)) + " |")
    return "\n".join(lines) + "\n"


def _shares(taken: dict[Group, Spread], color: str) -> str:
    return " / ".join(
        f"{taken[origin, color].mean:.0f} ± {taken[origin, color].deviation:.0f} %" for origin in _origins(taken, color)
    )


def _origins(groups: Container[Group], color: str) -> list[str]:
    return [origin for origin in (BASE, NEW) if (origin, color) in groups]
