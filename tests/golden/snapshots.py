"""What other people rely on, as text: step ids, refusal codes, and what comes of a seed."""

import hashlib
import re
from collections import defaultdict
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path

from tests.golden.playthrough import FOLDER, told
from tests.properties.playing import new_game

import projectl
from projectl.bots import BOTS
from projectl.game.moves import PIECE_INDEX
from projectl.game.position import deck_cards
from projectl.rules import pieces, steps
from projectl.rules.events import EVENT_NAMES
from projectl.simulation import MATRIX
from projectl.simulation.run import quick_game

SOURCES = Path(projectl.__file__).parent
SEEDS = (1, 2)

# In the order of their ids; each reaches up to the next.
STEP_NAMES = """
PLACE TAKE TAKE_DECK RECYCLE UNDER UPGRADE_TAKE UPGRADE MASTER AMBASSADOR USE_NOTED GHOST INSERT COMPLETE REWARD
REWARD_NONE LEVEL_UP LEVEL_UP_NONE CREDIT DONE END STEPS
"""


def digest(value: object) -> str:
    return hashlib.sha256(repr(value).encode()).hexdigest()[:16]


def step_layout() -> Iterator[str]:
    """The ids that trained models and stored games are made of."""
    yield "# Step ids. A change here breaks every trained model and every stored list of steps."
    yield ""
    yield f"{'step':<14} {'first':>6} {'count':>6}"
    names = STEP_NAMES.split()
    for name, after in pairwise(names):
        first = getattr(steps, name)
        yield f"{name:<14} {first:>6} {getattr(steps, after) - first:>6}"
    yield f"{'STEPS':<14} {steps.STEPS:>6}"
    yield ""
    yield f"{'piece':<6} {'placements':>12}   first drawn as"
    for name, piece in PIECE_INDEX.items():
        first, end = pieces.PLACEMENT_START[piece], pieces.PLACEMENT_START[piece + 1]
        masks = pieces.PLACEMENT_MASK[first:end]
        yield f"{name:<6} {f'{first}-{end - 1}':>12}   {_drawn(masks[0])}   {digest(masks)}"
    yield f"all {pieces.PLACEMENTS} placements {digest(pieces.PLACEMENT_MASK)}"
    yield ""
    for number, (ghost, counts) in enumerate(zip(pieces.SPLIT_GHOST, pieces.SPLIT_COUNT, strict=True)):
        parts = [name for name, piece in PIECE_INDEX.items() for _ in range(counts[piece])]
        yield f"split {number:>2}  {pieces.PIECE_NAMES[ghost]} > {' + '.join(parts)}"
    yield ""
    yield from (f"event {number:>2}  {name}" for number, name in enumerate(EVENT_NAMES))


def _drawn(mask: int) -> str:
    rows = ["".join(".x"[mask >> (5 * row + column) & 1] for column in range(5)) for row in range(5)]
    return "/".join(rows)


def refusal_codes() -> Iterator[str]:
    """Every code of an IllegalMove with its rules, as the sources have them; programs rely on the codes."""
    found: dict[str, set[str]] = defaultdict(set)
    for file in sorted(SOURCES.rglob("*.py")):
        for code, rule in re.findall(r"""IllegalMove\(\s*"(\w+)",\s*("R[\d.]+"|\w+)""", file.read_text("utf-8")):
            found[code].add(rule.strip('"'))
    yield "# Codes of IllegalMove and their rules (`rule`: the caller says which)."
    yield ""
    yield from (f"{code}: {' '.join(sorted(found[code]))}" for code in sorted(found))


def seeds() -> Iterator[str]:
    """What is dealt from a seed and how the quick players' games end, in every configuration."""
    yield "# From a seed: the dealt table, and the end of a game by each quick player (steps, rounds, end, scores)."
    for spec in MATRIX:
        yield ""
        yield str(spec)
        for seed in SEEDS:
            game = new_game(spec, seed)
            market = told([None if card < 0 else game.config.cards[card].id for card in game.state.market])
            decks = [digest(deck_cards(game.config, deck))[:6] for deck in game.state.decks]
            tiles = [game.config.tiles[tile].id for tile in game.state.tiles[: game.state.tile_count]]
            yield f"  seed {seed}: {market} decks {' '.join(decks)} {told(tiles)}".rstrip()
        for bot in BOTS:
            end = quick_game(spec, SEEDS[0], (bot,))
            yield f"  {bot}: {end.steps} {end.rounds} {end.ended_by} {told(end.scores)}"


SNAPSHOTS: dict[Path, Callable[[], Iterator[str]]] = {
    FOLDER / "steps.txt": step_layout,
    FOLDER / "codes.txt": refusal_codes,
    FOLDER / "seeds.txt": seeds,
}


def snapshot(file: Path) -> str:
    return "\n".join(SNAPSHOTS[file]()) + "\n"
