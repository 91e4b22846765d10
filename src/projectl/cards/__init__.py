"""Making cards: what a card should pay, how a recess looks, new cards from a seed, packs as text, cards in play.

``survey`` needs the extra ``fast`` and is imported on its own.
"""

from .generate import Wanted, generate, make
from .price import Price, opinion, price
from .shapes import Look
from .writing import card_text, head_text, pack_text

__all__ = [
    "Look",
    "Price",
    "Wanted",
    "card_text",
    "generate",
    "head_text",
    "make",
    "opinion",
    "pack_text",
    "price",
]
