"""Draw the pictures and write the tables of docs/cards.md anew (``make golden``); then look at them."""

import re
import sys
from collections.abc import Iterator
from pathlib import Path

from projectl.cards.survey import markdown, standard_surveys
from projectl.catalog import bundled_pack
from projectl.catalog.cards import BUNDLED_PACKS
from projectl.cli.cards.commands import models_table, price_sentence
from projectl.cli.cards.draw import sheet
from projectl.cli.cards.plot import price_plot

FOLDER = Path(__file__).parent
PAGE = FOLDER.parent / "cards.md"


def pictures() -> Iterator[tuple[Path, str]]:
    """Every picture and what belongs in it."""
    for name in BUNDLED_PACKS:
        yield FOLDER / f"{name}.svg", sheet(bundled_pack(name))
    yield FOLDER / "price.svg", price_plot()


def packs_table() -> str:
    """Versions and hashes."""
    lines = ["| pack | version | White | Black | cards | hash |", "|---|---|---|---|---|---|"]
    for name in BUNDLED_PACKS:
        pack = bundled_pack(name)
        white = sum(card.color == "white" for card in pack.cards)
        kind = "ours (stand-ins)" if any(card.stand_in for card in pack.cards) else "as printed"
        counts = f"{white} | {len(pack.cards) - white}"
        lines.append(f"| {name} | {pack.version} | {counts} | {kind} | `{pack.digest}` |")
    return "\n".join(lines) + "\n"


def price_list() -> str:
    """The two prices in words."""
    return "".join(f"- {price_sentence(color)}\n" for color in ("white", "black"))


def page(text: str) -> str:
    """The page with its generated parts written anew, each between two comments."""
    parts = {
        "packs": packs_table,
        "price": price_list,
        "models": models_table,
        "survey": lambda: markdown(standard_surveys()),
    }
    for name, write in parts.items():
        marks = re.compile(rf"(<!-- {name} -->\n).*?(<!-- end -->)", re.DOTALL)
        written = write()
        text, found = marks.subn(lambda match, new=written: match[1] + new + match[2], text)
        if found != 1:
            raise LookupError(f"{PAGE.name} has {found} places for {name}")
    return text


def texts() -> Iterator[tuple[Path, str]]:
    """Everything generated."""
    yield from pictures()
    yield PAGE, page(PAGE.read_text("utf-8"))


def main() -> None:
    """Write what differs."""
    for file, text in texts():
        same = file.exists() and file.read_text("utf-8") == text
        if not same:
            file.write_text(text, "utf-8")
        sys.stdout.write(f"{'unchanged' if same else 'written  '} {file.name}\n")


if __name__ == "__main__":
    main()
