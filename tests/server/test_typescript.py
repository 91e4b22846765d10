"""The browser's types are made from the wire messages."""

from pathlib import Path

from projectl.server.typescript import typescript

FILE = Path(__file__).parents[2] / "ui/src/wire.ts"


def test_the_types_are_up_to_date():
    assert FILE.read_text() == typescript(), "run `make types`"


def test_optional_and_nested_types_are_spelt():
    text = typescript()
    assert 'phase: "lobby" | "over" | "playing";' in text
    assert "seats?: Record<string, SeatView>;" in text
    assert "chairs: ChairView[];" in text
    assert "clock?: RealTime | Days | null;" in text
