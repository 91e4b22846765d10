"""The price of the base set as a picture: what cards pay over their cells, and where the stand-ins lie."""

from collections.abc import Iterable
from dataclasses import dataclass
from html import escape

from projectl.cards import Price, price
from projectl.catalog import Card, bundled_pack
from projectl.catalog.cards import BUNDLED_PACKS

WIDTH, HEIGHT = 980, 470
_PANEL, _TOP, _BOTTOM = 400, 66, 400
_LEFTS = (62, 540)
_TABLE, _TEXT, _QUIET, _LINE = "#f1efe9", "#1b1c1f", "#62656d", "#dcd8cd"
_BAND = {"white": "#d9d3be", "black": "#c9ccd2"}
_COLORS = {"base": "#1b1c1f", "ghost": "#d6218c", "ambassador": "#1f74d8", "phoenix": "#f0542b"}
_NUDGE = 4.2  # cards with the same numbers stand beside each other


@dataclass(frozen=True, slots=True)
class _Panel:
    """One colour's axes."""

    line: Price
    left: int
    cells: range
    worth: range

    def x(self, cells: float) -> float:
        return self.left + _PANEL * (cells - self.cells[0]) / (self.cells[-1] - self.cells[0])

    def y(self, worth: float) -> float:
        return _BOTTOM - (_BOTTOM - _TOP) * (worth - self.worth[0]) / (self.worth[-1] - self.worth[0])

    def drawn(self) -> str:
        return "".join([*self._axes(), self._band(), *self._cards()])

    def _axes(self) -> Iterable[str]:
        right = self.left + _PANEL
        for worth in self.worth:
            yield f'<path d="M{self.left} {self.y(worth):.1f}H{right}" stroke="{_LINE}"/>'
            yield _text(self.left - 8, self.y(worth) + 4, worth, anchor="end")
        for cells in self.cells[1::2]:
            yield _text(self.x(cells), _BOTTOM + 18, cells, anchor="middle")
        yield _text(self.left + _PANEL / 2, _BOTTOM + 38, "cells of the recess", anchor="middle")
        title = f"{self.line.color.capitalize()} cards: points + {self.line.per_step:.2f} for each level of the reward"
        yield _text(self.left, _TOP - 16, title, color=_TEXT, weight=600)

    def _band(self) -> str:
        first, last = self.cells[0], self.cells[-1]
        corners = ((first, self.line.low), (last, self.line.low), (last, self.line.high), (first, self.line.high))
        points = " ".join(
            f"{self.x(cells):.1f},{self.y(self.line.worth(cells) + shift):.1f}" for cells, shift in corners
        )
        start, end = (f"{self.x(cells):.1f} {self.y(self.line.worth(cells)):.1f}" for cells in (first, last))
        return (
            f'<polygon points="{points}" fill="{_BAND[self.line.color]}" opacity="0.7"/>'
            f'<path d="M{start}L{end}" stroke="{_TEXT}" stroke-width="1.3"/>'
        )

    def _cards(self) -> Iterable[str]:
        seen: dict[tuple[int, float], int] = {}
        for name in BUNDLED_PACKS:
            for card in bundled_pack(name).cards:
                if card.color == self.line.color:
                    spot = (card.cells, round(self.line.paid(card), 3))
                    seen[spot] = seen.get(spot, 0) + 1
                    yield self._dot(card, name, seen[spot] - 1)

    def _dot(self, card: Card, pack: str, place: int) -> str:
        x = self.x(card.cells) + _NUDGE * place
        return _mark(x, self.y(self.line.paid(card)), pack, card.id)


def price_plot() -> str:
    """Both colours side by side."""
    panels = [
        _Panel(price("white"), _LEFTS[0], range(1, 12), range(7)),
        _Panel(price("black"), _LEFTS[1], range(6, 24), range(2, 8)),
    ]
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" viewBox="0 0 {WIDTH} {HEIGHT}"'
        ' font-family="Inter, \'Helvetica Neue\', Arial, sans-serif" role="img"'
        ' aria-label="What cards pay over the number of their cells">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{_TABLE}"/>',
        _text(14, 26, "What a card pays for its size, in points", color=_TEXT, weight=600, size=16),
        *(panel.drawn() for panel in panels),
        *_legend(),
    ]
    return "\n".join([*parts, "</svg>"]) + "\n"


def _legend() -> Iterable[str]:
    x = _LEFTS[0]
    for pack in BUNDLED_PACKS:
        told = "printed base cards" if pack == "base" else f"{pack.capitalize()} stand-ins"
        yield _mark(x, HEIGHT - 14, pack, told)
        yield _text(x + 10, HEIGHT - 10, told)
        x += 30 + 7 * len(told)
    yield _text(x, HEIGHT - 10, "line: the fit; band: the spread of the printed cards")


def _mark(x: float, y: float, pack: str, name: str) -> str:
    """A full dot for a printed card, a ring for one of ours."""
    fill = _COLORS[pack] if pack == "base" else "#ffffff"
    look = f'r="3.6" fill="{fill}" stroke="{_COLORS[pack]}" stroke-width="1.8"'
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" {look}><title>{escape(name)}</title></circle>'


def _text(
    x: float, y: float, text: object, *, anchor: str = "start", color: str = _QUIET, weight: int = 400, size: int = 12
) -> str:
    look = f'font-size="{size}" font-weight="{weight}" text-anchor="{anchor}" fill="{color}"'
    return f'<text x="{x:.1f}" y="{y:.1f}" {look}>{escape(str(text))}</text>'
