"""The printed editions: presets of options, and the expansions and variants each of them knows."""

from dataclasses import dataclass
from functools import cache

from projectl.errors import SetupError, shown

from .files import bundled_text
from .options import Value, checked_option

DEFAULT_EDITION = "v25"
EDITION_NAMES = ("v25", "v2019_en", "v2019_intl", "v2019_de", "pt")
EXPANSIONS = ("ghost", "ambassador", "finesse", "finesse_ambassador", "phoenix")
VARIANTS = ("solo", "line_clear", "endless_white", "known_points")


@dataclass(frozen=True, slots=True)
class Edition:
    """A preset."""

    name: str
    title: str
    expansions: tuple[str, ...]
    variants: tuple[str, ...]
    options: dict[str, Value]


@cache
def edition(name: str) -> Edition:
    """The edition of this name, its file laid over the one it says it is like."""
    if name not in EDITION_NAMES:
        known = ", ".join(EDITION_NAMES)
        raise SetupError(f"There is no edition {shown(name)}; choose one of {known}.")
    import tomllib  # noqa: PLC0415 - only when a file is read, so that `import projectl` stays quick

    document = tomllib.loads(bundled_text("editions", name))
    parent = None if name == DEFAULT_EDITION else edition(document.get("like", DEFAULT_EDITION))
    options = dict(parent.options) if parent else {}
    for key, value in document["options"].items():
        options[key] = checked_option(key, value)
    return Edition(
        name,
        document["title"],
        tuple(document.get("expansions", parent.expansions if parent else ())),
        tuple(document.get("variants", parent.variants if parent else ())),
        options,
    )
