"""The end of a game: scores broken down, tie-breaks, winners."""

from rich.text import Text

from projectl.game import Game
from projectl.rules import scoring
from projectl.rules.state import MASTERMIND as MASTERMIND_SEAT
from projectl.rules.state import Player

from .blocks import Block, beside, block, under
from .look import MASTERMIND, SEATS, Look, listed, several
from .palette import ACCENT, STRONG

_MIN_COLUMN, _MAX_COLUMN = 5, 10
_GAP = 2
_BOLD_LINES = (0, 5)  # the names and the score


def end_block(look: Look, game: Game) -> Block:
    """Everything is open now, so the whole state may be read."""
    return under([block(Text(_verdict(look, game), ACCENT)), _table(look, game)], 1)


def _verdict(look: Look, game: Game) -> str:
    winners = game.winners()
    if look.config.solo:
        mine, theirs = game.scores()["A"], game.scores()[MASTERMIND]
        how = f"{mine} to {theirs}"
        if winners == ["A"]:
            return f"You beat the mastermind, {how}."
        return f"The mastermind wins, {how}" + ("; a tie is its." if mine == theirs else ".")
    names = [look.who(seat) for seat in winners]
    points = several(game.scores()[winners[0]], "point")
    if len(winners) > 1:
        return f"{listed(names)} share the victory with {points}."
    return f"{names[0]} wins with {points}{_by_tiebreak(look, game, winners[0])}."


def _by_tiebreak(look: Look, game: Game, winner: str) -> str:
    scores = game.scores()
    tied = [seat for seat in scores if seat != winner and scores[seat] == scores[winner]]
    if not tied:
        return ""
    for name, numbers in _tiebreaks(look, game):
        best = max(numbers[seat] for seat in tied)
        if numbers[winner] > best:
            return f" and more {name} than {listed([look.who(seat) for seat in tied])}"
        tied = [seat for seat in tied if numbers[seat] == numbers[winner]]
    return ""


def _tiebreaks(look: Look, game: Game) -> list[tuple[str, dict[str, int]]]:
    """In the order in which they count (R9.2-R9.4)."""
    players = _players(game)
    credits = {seat: one.credits_left + one.credits_right for seat, one in players.items()}
    completed = {seat: scoring.completed_puzzles(one) for seat, one in players.items()}
    pieces = {seat: scoring.leftover_pieces(game.config.rules, one) for seat, one in players.items()}
    rows = [("completed puzzles", completed), ("pieces left over", pieces)]
    return [("credits left", credits), *rows] if look.config.finesse else rows


def _players(game: Game) -> dict[str, Player]:
    return {seat: game.state.players[SEATS.index(seat)] for seat in SEATS[: game.config.players]}


def _breakdown(game: Game, seat: str) -> list[tuple[str, int]]:
    """The lines that add up to the score (R9.1)."""
    rules = game.config.rules
    player = game.state.players[SEATS.index(seat)]
    worth = {True: 0, False: 0}
    for slot in player.slots[: player.open_count]:
        worth[slot.left == 0] += rules.card_points[slot.card]
    return [
        ("completed puzzles", scoring.pile_points(rules, player)),
        ("filled by touches", worth[True]),
        ("unfinished puzzles", -worth[False] if rules.unfinished_penalty else 0),
        ("touches", -(player.touches - player.touches_by_credit)),
    ]


def _table(look: Look, game: Game) -> Block:
    seats = list(SEATS[: game.config.players])
    broken = {seat: _breakdown(game, seat) for seat in seats}
    labels = ["", *(name for name, _ in broken["A"]), "score"]
    rows = {seat: [*(str(number) for _, number in broken[seat]), str(game.scores()[seat])] for seat in seats}
    heads = {seat: look.who(seat) for seat in seats}
    if look.config.solo:
        points = scoring.pile_points(game.config.rules, game.state.players[MASTERMIND_SEAT])
        rows[MASTERMIND] = [str(points), "-", "-", "-", str(points)]
        heads |= {"A": "you" if heads["A"] == "A" else heads["A"], MASTERMIND: MASTERMIND}
    else:
        labels += ["", *(f"tie: {name}" for name, _ in _tiebreaks(look, game))]
        for seat in seats:
            rows[seat] += ["", *(str(numbers[seat]) for _, numbers in _tiebreaks(look, game))]
    room = max(_MIN_COLUMN, (look.width - max(map(len, labels))) // len(rows) - _GAP)
    shown = [_column([heads[seat][:room], *rows[seat]], min(room, _MAX_COLUMN)) for seat in rows]
    return beside([_column(labels, 0), *shown], _GAP)


def _column(cells: list[str], width: int) -> Block:
    """Numbers to the right, the words beside them to the left."""
    widest = max(width, *(len(cell) for cell in cells))
    lines = [cell.rjust(widest) if width else cell for cell in cells]
    return block(*(Text(line, STRONG if number in _BOLD_LINES else "") for number, line in enumerate(lines)))
