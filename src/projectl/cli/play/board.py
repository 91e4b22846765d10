"""The whole table as one player sees it."""

from typing import Any

from rich.text import Text

from projectl.game.position import Document

from .blocks import Block, beside, block, columns, flow, under, widened
from .cards import CARD_WIDTH, CELL, Picture, fits_in_head, free_cells, large, little
from .look import Look, several
from .market import GAP, market_block, mastermind_block, reserve_block, tiles_block
from .palette import ACCENT, QUIET, STRONG, WARNING, chip

# Beside the market the reserve needs this many columns to be worth having there.
_SIDE_WIDTH = 22
# Four puzzles with their digits.
AREA_WIDTH = 4 * (CARD_WIDTH + CELL) + 3 * GAP
_ACTIONS = 3
_OTHERS_WIDTH = 56
_CHOICES = {
    "complete": "several puzzles are filled: which is completed first?",
    "reward": "the reward of {card} is out: choose another piece, or none.",
    "levelup": "Level Up from {card}, {steps} to go: exchange a piece, or none.",
}


def turn_of(view: Document, seat: str) -> dict[str, Any]:
    """The turn of a seat; empty if it has none now."""
    turns: dict[str, dict[str, Any]] = view.get("turns", {})
    if seat in turns:
        return turns[seat]
    turn: dict[str, Any] = view.get("turn", {})
    return turn if turn.get("seat") == seat else {}


def board(look: Look, view: Document, seat: str) -> Block:
    """Everything that matters now, from the seat whose view it is."""
    parts = [heading(look, view, seat), middle(look, view, seat)]
    if view["phase"] == "play":
        parts += [tiles_block(look, view, look.width), _others(look, view, seat)]
    return under(parts, 1)


def middle(look: Look, view: Document, seat: str) -> Block:
    """Market, reserve and own area, arranged by the room there is; in finishing touches nobody takes anything."""
    if view["phase"] != "play":
        mastermind = mastermind_block(look, view) if look.config.solo else block()
        return under([mastermind, area(look, view, seat, look.width)], 1)
    market = market_block(look, view, look.width)
    room = look.width - market.width - 2 * GAP
    if look.config.solo:
        return _solo_middle(look, view, seat, market, room)
    if room >= _SIDE_WIDTH:
        top = beside([market, reserve_block(look, view, room)], 2 * GAP)
        return under([top, area(look, view, seat, look.width)], 1)
    rest = look.width - AREA_WIDTH - 2 * GAP
    if rest >= _SIDE_WIDTH:
        own = widened(area(look, view, seat, AREA_WIDTH), AREA_WIDTH)  # keeps the reserve in its place
        return under([market, beside([own, reserve_block(look, view, rest)], 2 * GAP)], 1)
    return under([market, reserve_block(look, view, look.width), area(look, view, seat, look.width)], 1)


def _solo_middle(look: Look, view: Document, seat: str, market: Block, room: int) -> Block:
    if room < _SIDE_WIDTH:
        parts = [mastermind_block(look, view), reserve_block(look, view, look.width)]
        return under([market, *parts, area(look, view, seat, look.width)], 1)
    side = [mastermind_block(look, view), reserve_block(look, view, room), area(look, view, seat, room)]
    return beside([market, under(side, 1)], 2 * GAP)


# ---- the heading ------------------------------------------------------------------------------------------


def heading(look: Look, view: Document, seat: str) -> Block:
    """Whose turn it is and how it stands."""
    parts = [_when(look, view), look.title(seat), _actions(look, view, seat)]
    line = look.theme.line
    text = Text(line * 2, QUIET)
    for part in filter(None, parts):
        text.append(" ").append(part, ACCENT).append(" ").append(line * 2, QUIET)
    text.append(line * max(0, look.width - text.cell_len), QUIET)
    return block(text, *notices(look, view, seat))


def _when(look: Look, view: Document) -> str:
    if view["phase"] != "play":
        return "Finishing touches" if view["phase"] == "touches" else "The game is over"
    step = f", step {view['line_clear']['step']}" if look.config.line_clear else ""
    return f"Round {view['round']}{step}"


def _actions(look: Look, view: Document, seat: str) -> str:
    turn = turn_of(view, seat)
    if not turn or view["phase"] != "play":
        return ""
    left = turn["actions_left"]
    dots = look.theme.full * left + look.theme.spent * (_ACTIONS - left)
    return f"{dots} {several(left, 'action')} left" + (", Master used" if turn["master_used"] else "")


def notices(look: Look, view: Document, seat: str) -> list[Text]:
    """What has to be known now: the end that was triggered, a choice that is due."""
    found = []
    if view["phase"] == "play" and view["triggered"]:
        found.append(Text(_end_notice(look, view), WARNING))
    if view["phase"] == "touches":
        price = "a point, or a credit if you have one" if look.config.finesse else "a point"
        found.append(Text(f"Each piece you place now costs {price}; unfinished puzzles cost theirs.", QUIET))
    for other in view["active"]:
        if other != seat:  # Line Clear
            words = f"{look.title(other)} may move too: write {other}: before a move of theirs, or switch."
            found.append(Text(words, QUIET))
    choice = turn_of(view, seat).get("choice")
    if choice:
        steps = several(choice.get("steps", 0), "step")
        words = _CHOICES[choice["kind"]].format(card=choice.get("card"), steps=steps)
        found.append(Text(f"Your choice: {words}", WARNING))
    return found


def _end_notice(look: Look, view: Document) -> str:
    if look.config.line_clear:
        first = look.title("A")
        passed = view["line_clear"]["passes"]
        return f"The Black deck is out. Play stops once both markers have come to {first} ({passed} of 2 have)."
    if view["round"] > view["triggered_round"]:
        return "This is the last round."
    deck = "deck" if look.config.solo else "Black deck"
    return f"The {deck} is out: this round is finished, one more is played."


# ---- players ----------------------------------------------------------------------------------------------


def area(look: Look, view: Document, seat: str, width: int) -> Block:
    """A player's puzzles, large, with their supply and the rest."""
    head = "Your puzzles" if seat == view["you"] else look.title(seat)
    words = [block(part) for part in _owned(look, view, seat)]
    parts = [_puzzles(look, view, seat, width), _supply(look, view["players"][seat], width), flow(words, width, 3)]
    return under([block(Text(head, STRONG)), *parts])


def _open_puzzles(view: Document, seat: str) -> dict[str, list[str]]:
    """Without a card whose reward is just being chosen: it is completed already."""
    waiting = turn_of(view, seat).get("choice", {}).get("card")
    puzzles = view["players"][seat]["puzzles"]
    return {name: placed for name, placed in puzzles.items() if name != waiting}


def _puzzles(look: Look, view: Document, seat: str, width: int) -> Block:
    puzzles = _open_puzzles(view, seat)
    if not puzzles:
        return block(Text("no open puzzle", QUIET))
    above = not all(fits_in_head(look.card(name)) for name in puzzles)
    drawn = [
        large(look.theme, Picture.of(look.card(name), placed), cells=True, name_above=above)
        for name, placed in puzzles.items()
    ]
    return flow(drawn, width, GAP)


def _supply(look: Look, player: dict[str, Any], width: int) -> Block:
    label = block(Text("Supply", STRONG))
    room = width - label.width - GAP
    return beside([label, flow(_chips(look, player), room, GAP)], GAP)


def _chips(look: Look, player: dict[str, Any]) -> list[Block]:
    found = [block(chip(look.theme, piece, f"x{count}")) for piece, count in player["supply"].items()]
    return found or [block(Text("no pieces", QUIET))]


def _owned(look: Look, view: Document, seat: str) -> list[str]:
    player = view["players"][seat]
    size = player.get("pile_size", len(player.get("pile", ())))
    words = [f"{several(size, 'puzzle')} in the pile"]
    # Points are public with open piles; in solo there is nobody to hide them from.
    if (look.config.open_piles or look.config.solo) and seat in view["scores"]:
        words.append(f"score now {view['scores'][seat]}")
    if player["noted"]["puzzles"]:
        words.append(f"{several(player['noted']['puzzles'], 'puzzle')} written down")
    if look.config.finesse:
        words.append(_credits(player["credits"]))
    words += [f"Ambassador {name} ready" for name in player["ambassador"]]
    words += [f"Ambassador {name} from next turn" for name in player["ambassador_fresh"]]
    ready = player["noted"]["ambassador"]
    if ready:
        words.append(f"{several(ready, 'written-down Ambassador action')}")
    if player["touches"]:
        words.append(several(player["touches"], "touch", "touches"))
    return words


def _credits(owned: dict[str, int]) -> str:
    new = f", {owned['left']} from next turn" if owned["left"] else ""
    return f"{several(owned['right'], 'credit')} to spend{new}"


def _others(look: Look, view: Document, seat: str) -> Block:
    seats = list(view["players"])
    start = seats.index(seat)
    others = seats[start + 1 :] + seats[:start]
    room = max(_OTHERS_WIDTH, look.width)
    per_row = max(1, room // (_OTHERS_WIDTH + GAP))
    drawn = [_other(look, view, other, room // per_row - GAP) for other in others]
    return columns(drawn, room, GAP)


def _other(look: Look, view: Document, seat: str, width: int) -> Block:
    """Another player in three lines, with little pictures of their puzzles beside."""
    player = view["players"][seat]
    pictures = [
        little(look.theme, Picture.of(look.card(name), placed)) if look.theme.color else block()
        for name, placed in player["puzzles"].items()
    ]
    drawn = beside(pictures, 1)
    room = width - drawn.width - GAP
    words = [block(Text(look.title(seat), STRONG)), *(block(part) for part in _owned(look, view, seat))]
    open_ones = [
        block(f"{name} {look.card(name).cells - free_cells(look.card(name), placed)}/{look.card(name).cells}")
        for name, placed in player["puzzles"].items()
    ]
    lines = [
        flow(words, room, 3),
        flow(_chips(look, player), room, GAP),
        flow(open_ones or [block(Text("no open puzzle", QUIET))], room, GAP),
    ]
    return beside([under(lines), drawn], GAP)


def area_of(look: Look, view: Document, seat: str) -> Block:
    """A player's area for ``show``: with the pile where it may be seen (Q02)."""
    drawn = area(look, view, seat, look.width)
    pile = view["players"][seat].get("pile")
    if not pile:
        return drawn
    cards = [block(f"{name} ({look.card(name).points})") for name in pile]
    score = block(f"Score if the game ended now: {view['scores'][seat]}")
    return under([drawn, block(Text("Pile", STRONG)), flow(cards, look.width, GAP), score])
