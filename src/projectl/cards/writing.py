"""Packs as text, in the form in which the bundled ones are written."""

from collections.abc import Mapping

from projectl.catalog import Card, Pack


def card_text(card: Card, comment: str = "") -> str:
    """One card; the comment stands above it."""
    lines = ["", f"# {comment}"] if comment else [""]
    lines += [
        "[[card]]",
        f'id = "{card.id}"',
        f'color = "{card.color}"',
        f"points = {card.points}",
        f'reward = "{card.reward}"',
        *["stand_in = true"] * card.stand_in,
        "rows = [",
        *(f'  "{row}",' for row in card.rows),
        "]",
    ]
    return "\n".join(lines) + "\n"


def head_text(name: str, version: int, title: str) -> str:
    """What stands above the cards."""
    return f'name = "{name}"\nversion = {version}\ntitle = "{_escaped(title)}"\n'


def pack_text(pack: Pack, comments: Mapping[str, str]) -> str:
    """A whole pack, with a comment for each card that has one."""
    cards = (card_text(card, comments.get(card.id, "")) for card in pack.cards)
    return head_text(pack.name, pack.version, pack.title) + "".join(cards)


def _escaped(text: str) -> str:
    """As a TOML string writes it."""
    return "".join(f"\\u{ord(sign):04x}" if sign in '"\\' or ord(sign) < ord(" ") else sign for sign in text)
