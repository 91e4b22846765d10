"""docs/cards.md and its pictures are what the commands make today."""

import importlib.util
from pathlib import Path
from xml.etree import ElementTree

import pytest

from projectl.catalog import bundled_pack
from projectl.catalog.cards import BUNDLED_PACKS

DOCS = Path(__file__).parents[2] / "docs"
_REMEDY = "run `make golden` and look at the diff"


def script():
    spec = importlib.util.spec_from_file_location("regenerate_cards", DOCS / "cards" / "regenerate.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_pictures_are_up_to_date():
    for file, text in script().pictures():
        assert file.read_text("utf-8") == text, f"{file.name}: {_REMEDY}"


def test_page_is_up_to_date():
    page = DOCS / "cards.md"
    assert script().page(page.read_text("utf-8")) == page.read_text("utf-8"), _REMEDY


def test_a_page_without_its_places_is_refused():
    with pytest.raises(LookupError, match="0 places for packs"):
        script().page("no marks")


def test_the_page_shows_every_pack_and_says_what_is_ours():
    page = (DOCS / "cards.md").read_text("utf-8")
    for name in BUNDLED_PACKS:
        assert f"](cards/{name}.svg)" in page
        assert bundled_pack(name).digest in page
        ours = f"## {bundled_pack(name).title} (stand-ins)" in page
        assert ours == any(card.stand_in for card in bundled_pack(name).cards)


@pytest.mark.parametrize("name", BUNDLED_PACKS)
def test_contact_sheets_name_every_card(name):
    drawn = ElementTree.parse(DOCS / "cards" / f"{name}.svg").getroot()
    texts = [text.text or "" for text in drawn.iter("{http://www.w3.org/2000/svg}text")]
    for card in bundled_pack(name).cards:
        assert f"{card.id} · {card.cells} cells" in texts
