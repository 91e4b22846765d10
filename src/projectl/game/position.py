"""Positions as documents: the same in JSON, TOML and the API, complete, writable by hand (docs/cases.md)."""

from typing import Any

from projectl.catalog import Configuration
from projectl.rules import engine, line_clear, scoring
from projectl.rules.options import BLACK, MAX_ROWS, WHITE, WHITE_FIRST, WHITE_MARKER
from projectl.rules.pieces import PIECE_NAMES, PIECES
from projectl.rules.state import (
    CHOOSE_LEVEL_UP,
    CHOOSE_PUZZLE,
    CHOOSE_REWARD,
    DOING_AMBASSADOR,
    DOING_GHOST,
    DOING_MASTER,
    DOING_RECYCLE,
    MASTERMIND,
    NO_CARD,
    NO_CHOICE,
    NOTHING,
    OVER,
    PLAY,
    Deck,
    Player,
    State,
)

from .moves import COLORS, SIDES, placement_name, seat_name

Document = dict[str, Any]

PHASES = ("play", "touches", "over")
ENDED_BY = (None, "black_deck", "tiles", "round_cap", "markers")
CHOICES = {CHOOSE_PUZZLE: "complete", CHOOSE_REWARD: "reward", CHOOSE_LEVEL_UP: "levelup"}
DOINGS = {
    DOING_MASTER: "master",
    DOING_AMBASSADOR: "ambassador",
    DOING_GHOST: "ghost",
    DOING_RECYCLE: "recycle",
}


def row_name(config: Configuration, row: int) -> str:
    """``white``, or in Line Clear ``left white``."""
    rules = config.rules
    color = COLORS[rules.row_color[row]]
    if not config.line_clear:
        return color
    return f"{SIDES[rules.slot_side[rules.row_start[row]] != WHITE_MARKER]} {color}"


def row_numbers(config: Configuration) -> dict[str, int]:
    """Rows by name."""
    return {row_name(config, row): row for row in range(min(config.rules.row_count, MAX_ROWS))}


def seats_active(state: State) -> list[int]:
    """The seats that may move."""
    return [seat for seat in range(len(state.players)) if engine.is_active(state, seat)]


def position(config: Configuration, state: State) -> Document:
    """The whole state as a document that ``read_position`` turns back into it."""
    document = header(config)
    document["players"] = {seat_name(seat): _player(config, state.players[seat]) for seat in range(config.players)}
    document |= _market(config, state)
    document["reserve"] = _reserve(config, state)
    document |= _clock(config, state)
    if config.finesse:
        tiles = [config.tiles[tile].id for tile in state.tiles[: state.tile_count]]
        document["finesse"] = {"tiles": tiles, "bank": state.bank}
    if "endless_white" in config.variants:
        document["chance"] = state.rng
    document |= outcome(config, state)
    return document


def header(config: Configuration) -> Document:
    """The configuration's part of a document."""
    document: Document = {
        "edition": config.edition,
        "expansions": list(config.expansions),
        "variants": list(config.variants),
        "options": {name: list(v) if isinstance(v, tuple) else v for name, v in config.options.items()},
        "difficulty": config.difficulty,
    }
    if config.own_cards:
        document["cards"] = [
            {"id": c.id, "color": c.color, "points": c.points, "reward": c.reward, "rows": list(c.rows)}
            for c in config.own_cards
        ]
    return document


def outcome(config: Configuration, state: State) -> Document:
    """What follows from the rest and is only ever written, never read."""
    active = seats_active(state)
    pending = [CHOICES[state.players[seat].pending] for seat in active if state.players[seat].pending]
    return {
        "active": [seat_name(seat) for seat in active],
        "scores": scores(config, state),
        "winners": winners(config, state),
        "over": state.phase == OVER,
        "pending": pending[0] if pending else None,
        "ended_by": ENDED_BY[state.ended_by],
    }


def scores(config: Configuration, state: State) -> dict[str, int]:
    """Points by seat, in solo also the mastermind's."""
    found = {seat_name(seat): scoring.score(config.rules, state, seat) for seat in range(config.players)}
    if config.solo:
        found["mastermind"] = scoring.pile_points(config.rules, state.players[MASTERMIND])
    return found


def winners(config: Configuration, state: State) -> list[str]:
    """Who has won; nobody before the game is over."""
    if state.phase != OVER:
        return []
    found = [seat_name(s) for s in range(config.players) if scoring.is_winner(config.rules, state, s)]
    return found or ["mastermind"]


def _names(config: Configuration, cards: list[int]) -> list[str | None]:
    return [None if card == NO_CARD else config.cards[card].id for card in cards]


def _pieces(counts: list[int]) -> dict[str, int]:
    return {PIECE_NAMES[piece]: counts[piece] for piece in range(PIECES) if counts[piece]}


def _player(config: Configuration, player: Player) -> Document:
    ready = player.ambassador_count - player.ambassador_fresh
    fresh = player.noted_ambassador_fresh
    return {
        "supply": _pieces(player.supply),
        "puzzles": {
            config.cards[slot.card].id: [placement_name(p) for p in slot.placed[: slot.placed_count]]
            for slot in player.slots[: player.open_count]
        },
        "pile": _names(config, player.pile[: player.pile_count]),
        "credits": {"left": player.credits_left, "right": player.credits_right},
        "ambassador": _names(config, player.ambassador[:ready]),
        "ambassador_fresh": _names(config, player.ambassador[ready : player.ambassador_count]),
        "noted": {
            "points": player.noted_points,
            "puzzles": player.noted_puzzles,
            "ambassador": player.noted_ambassador - fresh,
            "ambassador_fresh": fresh,
        },
        "touches": player.touches,
        "touches_by_credit": player.touches_by_credit,
    }


def deck_cards(config: Configuration, deck: Deck) -> list[str]:
    """The cards of a deck, top first."""
    return [config.cards[card].id for card in reversed(deck.cards[: deck.size])]


def _market(config: Configuration, state: State) -> Document:
    if config.solo:
        mastermind = state.players[MASTERMIND]
        return {
            "solo": {
                "grid": _names(config, state.market[: config.rules.market_size]),
                "deck": deck_cards(config, state.decks[WHITE]),
                "deck_size": state.decks[WHITE].size,
                "locks": list(state.locks),
                "supply": state.lock_supply,
                "pile": _names(config, mastermind.pile[: mastermind.pile_count]),
            }
        }
    document: Document = {"white": {}, "black": {}}
    for name, row in row_numbers(config).items():
        *side, color = name.split()
        first = config.rules.row_start[row]
        cards = state.market[first : first + config.rules.row_size]
        document[color]["".join(side) or "row"] = _names(config, cards)
    for number in (WHITE, BLACK):
        deck = state.decks[number]
        document[COLORS[number]] |= {
            "deck": deck_cards(config, deck),
            "deck_size": deck.size,
            "known": deck.known,
        }
    return document


def _reserve(config: Configuration, state: State) -> dict[str, int]:
    in_game = [piece for piece in range(PIECES) if config.rules.copies[piece] or state.reserve[piece]]
    return {PIECE_NAMES[piece]: state.reserve[piece] for piece in in_game}


def _clock(config: Configuration, state: State) -> Document:
    document: Document = {
        "phase": PHASES[state.phase],
        "round": state.round,
        "triggered": bool(state.triggered),
    }
    if state.triggered:
        document["triggered_round"] = state.triggered_round
    if config.line_clear:
        document["line_clear"] = {
            "step": state.step,
            "white_marker": seat_name(line_clear.white_seat(config.rules, state)),
            "black_marker": seat_name(line_clear.black_seat(config.rules, state)),
            "passes": state.passes,
        }
    active = seats_active(state)
    if active:
        first = active[0]
        if config.line_clear and state.phase == PLAY and len(active) > 1:
            first = line_clear.white_seat(config.rules, state)
        document["turn"] = _turn(config, state, first)
    if config.line_clear and config.rules.line_clear_order != WHITE_FIRST and state.phase == PLAY:
        in_turn = [seat for seat in range(config.players) if state.players[seat].in_turn]
        document["turns"] = {seat_name(seat): _turn(config, state, seat) for seat in in_turn}
    return document


def _turn(config: Configuration, state: State, seat: int) -> Document:
    player = state.players[seat]
    document: Document = {
        "seat": seat_name(seat),
        "actions_left": player.actions_left,
        "master_used": bool(player.master_used),
        "black_taken": player.black_taken,
    }
    if player.inserting:
        document["inserting"] = True
    if player.pay_credit:
        document["paying_credit"] = True
    if player.pending != NO_CHOICE:
        document["choice"] = {"kind": CHOICES[player.pending]}
        if player.pending != CHOOSE_PUZZLE:
            document["choice"]["card"] = config.cards[player.pending_card].id
        if player.pending == CHOOSE_LEVEL_UP:
            document["choice"]["steps"] = player.pending_steps
    if player.doing != NOTHING:
        document["doing"] = _doing(config, state, player)
    return document


def _doing(config: Configuration, state: State, player: Player) -> Document:
    document: Document = {"action": DOINGS[player.doing]}
    if player.doing == DOING_RECYCLE:
        first = config.rules.row_start[player.doing_row]
        named = [state.market[first + position] for position in player.order[: player.order_count]]
        return document | {"row": row_name(config, player.doing_row), "order": _names(config, named)}
    served = [slot for slot in range(player.open_count) if player.served >> slot & 1]
    document["served"] = [config.cards[player.slots[slot].card].id for slot in served]
    if player.doing == DOING_GHOST:
        document["pieces"] = _pieces(player.split_pieces)
    return document
