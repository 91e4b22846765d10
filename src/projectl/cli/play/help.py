"""Help: one screen for everything, a few lines for each action."""

from dataclasses import dataclass

from rich.text import Text

from projectl.catalog import Configuration, edition
from projectl.catalog.options import Value
from projectl.rules.pieces import PIECE_NAMES

from .blocks import Block, block, columns, under
from .look import Look
from .notation import SHORT
from .palette import STRONG, chip
from .terminal import Sorry

OVERVIEW = """\
Fill puzzles with pieces. A filled puzzle gives points, a new piece, and your
pieces back. Your turn is three actions. Type an action in full, or only its
verb and answer the questions, or a number from the line above the prompt.

  take W2           t w2             a puzzle from the market
  take deck white   t deck w         the top of a deck, unseen
  recycle white     r w              a row under its deck, new cards up
  upgrade +O1       u o1             a level-1 piece from the reserve
  upgrade O1>I2     u o1 i2          exchange a piece, at most one level up
  place W2:I2@11,12 p w2 i2 11 12    a piece on your puzzle; or only p
  master            ma               one piece on each of several puzzles

  m menu            Enter, b board   undo            help take, help pieces
  log [N]           show B           show decks      rules [all]
  hint [W2]         save [FILE]      quit            ? this page

Cells are row and column, counted from 0 at the top left: 12 is the second
row, third column. If you leave cells out, the places that fit are drawn."""


@dataclass(frozen=True, slots=True)
class Topic:
    """What an action is, and how it is typed."""

    text: str
    typed: tuple[str, ...]
    needs: str = ""  # the expansion or variant it belongs to


TOPICS = {
    "take": Topic(
        "Take a puzzle from the market, or blind from the top of a deck; at most four can lie unfinished before you.",
        ("take W2", "take deck white", "take deck (solo)"),
    ),
    "recycle": Topic(
        "Put a whole row under its deck in an order you choose and turn up new cards; not while the deck is empty.",
        ("recycle white", "recycle white W2 W4 W1 W3 (the first lies uppermost)", "recycle left white (Line Clear)"),
    ),
    "upgrade": Topic(
        "Take a level-1 piece from the reserve, or return a piece and take one of the next level, the same or a lower.",
        ("upgrade +O1", "upgrade O1>I2", "u o1 i2"),
    ),
    "place": Topic(
        "Lay one piece from your supply on one of your puzzles, turned and mirrored as you like; it stays until the "
        "puzzle is filled.",
        ("place W10:I2@12,22", "p w10 i2 12 22", "p w10 i2 (then pick the place)", "p"),
    ),
    "master": Topic(
        "Once per turn: lay one piece on each of as many of your puzzles as you like, all as one action.",
        ("master (staged piece by piece)", "master W9:O1@22 W10:I2@12,22"),
    ),
    "ambassador": Topic(
        "Act as with Master by an Ambassador puzzle that you completed in an earlier turn.",
        ("ambassador (staged)", "ambassador AW1 W9:O1@22"),
        "ambassador",
    ),
    "ghost": Topic(
        "Return a ghost piece, take pieces that make up its shape, and lay any of them at once, one per puzzle.",
        ("ghost (asked)", "ghost U5>L3+I2 W22:I2@22,32"),
        "ghost",
    ),
    "insert": Topic(
        "Pay two credits for an extra action at once; credits can be spent from the turn after they were earned.",
        ("insert (asked)", "insert take W2"),
        "finesse",
    ),
    "complete": Topic("Say which of several filled puzzles is completed first.", ("complete W22",)),
    "reward": Topic(
        "The piece on the card is out: choose one of those offered in its place, or none.", ("reward I3", "reward none")
    ),
    "levelup": Topic(
        "Exchange a piece as with Upgrade, ghosts within reach; each step may be left unused.",
        ("levelup T4>L5", "levelup none"),
        "ghost",
    ),
    "touch": Topic(
        "After the last round you may still lay pieces: each costs a point (or a credit), and what gets filled counts.",
        ("touch W22:O1@32", "touch W22:O1@32 credit", "p w22 o1 32"),
    ),
    "done": Topic("No more finishing touches.", ("done",)),
    "end": Topic("End your turn; asked for only where you could still spend credits, or may stop early.", ("end",)),
    "hint": Topic(
        "For your puzzles, or one of them: which pieces fit, which places are dead ends, and how to complete it in the "
        "fewest actions with your supply and the reserve as they are now. With several puzzles also a good Master.",
        ("hint", "hint W10"),
    ),
    "undo": Topic("Take back your last action of this turn. What has turned up a hidden card stands.", ("undo",)),
    "show": Topic("A player's area, your own pile with it; or what is known of the decks.", ("show B", "show decks")),
    "save": Topic("The game is kept after every move anyway; this writes it to a file of yours.", ("save my.txt",)),
}

# A few words for each line of the menu.
MENU = {
    "take": "a puzzle from the market, or blind from a deck",
    "recycle": "put a row under its deck, turn up new cards",
    "upgrade": "take a level-1 piece, or exchange a piece",
    "place": "one piece on one of your puzzles",
    "master": "one piece on each of several puzzles, once per turn",
    "ambassador": "as Master, by an Ambassador puzzle of yours",
    "ghost": "split a ghost piece into smaller ones, place some",
    "insert": "an extra action for 2 credits",
    "touch": "one more piece on a puzzle, for a point or a credit",
    "done": "no more finishing touches",
    "end": "end your turn",
}


def help_text(look: Look, word: str) -> str | Block:
    """The page for a word, or the overview."""
    word = SHORT.get(word.casefold(), word.casefold())
    if not word:
        return OVERVIEW + _extras(look.config)
    if word == "pieces":
        return pieces_block(look)
    topic = TOPICS.get(word)
    if topic is None:
        raise Sorry(f"There is no help on that; try one of {', '.join(TOPICS)} or pieces.")
    absent = topic.needs and topic.needs not in look.config.expansions
    note = "\n(Not part of this game.)" if absent else ""
    return f"{topic.text}\n  " + "\n  ".join(topic.typed) + note


def _extras(config: Configuration) -> str:
    """What this game has beyond the base game."""
    words = [name for name, topic in TOPICS.items() if topic.needs and topic.needs in config.expansions]
    more = f"\nThis game also has {', '.join(words)}; see help and the word." if words else ""
    if config.line_clear:
        more += "\nBoth marker holders may move: write B: before a move of the other, or switch."
    return more


def pieces_block(look: Look) -> Block:
    """Every piece with its shape and level."""
    names = [piece for piece in PIECE_NAMES if piece[1] != "5" or "ghost" in look.config.expansions]
    chips = [block(chip(look.theme, piece, f"level {piece[1]}", width=4)) for piece in names]
    return under([block(Text("Pieces may be turned and mirrored.")), columns(chips, look.width, 3)])


def rules_block(look: Look, everything: bool) -> Block:
    """The rules in force, those that differ from the default edition marked."""
    config = look.config
    standard = edition("v25").options
    lines = [
        f"Edition: {edition(config.edition).title}",
        f"Expansions: {_spaced(config.expansions)}",
        f"Variants: {_spaced(config.variants)}" + (f", {config.difficulty}" if config.solo else ""),
    ]
    different = {name: value for name, value in config.settings.items() if value != standard[name]}
    shown = config.settings if everything else different
    head = (
        "All options (* differs from the rulebook 2.5):" if everything else "Options that differ from the rulebook 2.5:"
    )
    options = [block(f"{'*' if name in different else ' '} {name} = {_told(value)}") for name, value in shown.items()]
    more = block(*lines, Text(head, STRONG))
    return under([more, columns(options, look.width, 2) if options else block("  none")])


def _spaced(words: tuple[str, ...]) -> str:
    return ", ".join(word.replace("_", " ") for word in words) or "none"


def _told(value: Value) -> str:
    return ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)
