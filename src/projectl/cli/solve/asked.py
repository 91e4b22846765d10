"""What is asked: cards by their ids, a supply in words."""

from pathlib import Path

from projectl.catalog import EXPANSIONS, Card, load_pack, packs_in_use
from projectl.errors import SetupError, shown
from projectl.game.moves import PIECE_INDEX
from projectl.rules.options import Rules
from projectl.rules.pieces import PIECE_NAMES, PIECES

from ..simulate import words

MAX_NUMBER = 99
START = "O1,I2"  # R2.5
_TIMES = "x"


def chosen(ids: list[str], expansions: tuple[str, ...], path: Path | None) -> list[Card]:
    """The cards of these ids, or all that are in use."""
    for name in expansions:
        if name not in EXPANSIONS:
            raise SetupError(f"There is no expansion {shown(name)}; choose from {', '.join(EXPANSIONS)}.")
    known = {card.id: card for pack in packs_in_use(expansions) for card in pack.cards}
    own = {card.id: card for card in load_pack(path).cards} if path else {}
    known |= own
    if "all" in ids:
        return list((own or known).values())
    folded = {name.casefold(): card for name, card in known.items()}
    found = []
    for name in ids:
        card = known.get(name) or folded.get(name.casefold())
        if card is None:
            raise SetupError(
                f"There is no card {shown(name)} here; name cards such as W1 or B20, or all, "
                "and add --expansions or --cards for others."
            )
        found.append(card)
    return found


def supply_of(text: str) -> list[int]:
    """``O1,I2,2xT4`` as a number for each type."""
    found = [0] * PIECES
    for word in words(text):
        number, times, name = word.rpartition(_TIMES)
        piece = PIECE_INDEX.get(name.upper())
        if piece is None:
            raise SetupError(f"There is no piece {shown(name)}; the pieces are {' '.join(PIECE_NAMES)}.")
        if times and not (number.isascii() and number.isdigit() and 1 <= int(number[:3]) <= MAX_NUMBER):
            raise SetupError(f"{shown(word)} is no number of pieces; write it such as 2xT4.")
        found[piece] += int(number) if times else 1
    if not any(found):
        raise SetupError("--supply names no piece; write it such as O1,I2,2xT4.")
    return found


def check_in_box(supply: list[int], rules: Rules) -> None:
    """Refuse a supply that no box holds."""
    for piece, number in enumerate(supply):
        if number > rules.copies[piece]:
            there = rules.copies[piece]
            advice = "take fewer" if there else "add --expansions ghost"
            raise SetupError(f"The box has {there} {PIECE_NAMES[piece]} and the supply {number}; {advice} (R1.1).")
