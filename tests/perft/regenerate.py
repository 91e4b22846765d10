"""Write the perft files anew: positions from guided play in every kind of game, and the standard setups."""

import json
from pathlib import Path

from projectl import Game
from projectl.bots import BOTS, Scratch, next_seat
from projectl.fast.perft import perft_compiled
from projectl.game.moves import SEATS
from projectl.rules import chance
from projectl.rules.state import DOING_AMBASSADOR, DOING_GHOST, DOING_RECYCLE, TOUCHES
from projectl.simulation import MATRIX, Spec
from projectl.simulation.matrix import ALL_CARDS, ALL_TILES, EVERYTHING

FOLDER = Path(__file__).parent
LIMIT = 300_000  # sequences at the deepest level kept


def touching(state) -> bool:
    """The first player has a piece to touch with."""
    first = state.players[0]
    return bool(state.phase == TOUCHES and state.active == 1 and first.open_count and first.supply[0] > 1)


WANTED = {
    "base_opening": (Spec(2), lambda s: s.round == 1 and s.players[1].in_turn),
    "base_middle": (Spec(2), lambda s: s.round == 6),
    "base_triggered": (Spec(3), lambda s: s.triggered),
    "base_last_round": (Spec(2), lambda s: s.triggered and s.round > s.triggered_round),
    "base_touches": (Spec(2), touching),
    "base_five": (Spec(5), lambda s: s.round == 4),
    "reward_choice": (Spec(2, options={"pieces_per_shape": 6}), lambda s: any(p.pending == 2 for p in s.players)),
    "ghost_split": (Spec(2, expansions=("ghost",)), lambda s: any(p.doing == DOING_GHOST for p in s.players)),
    "level_up": (Spec(2, expansions=("ghost",)), lambda s: any(p.pending == 3 for p in s.players)),
    "level_up_2019": (Spec(2, "v2019_en", ("ghost",)), lambda s: any(p.pending == 3 for p in s.players)),
    "ambassador": (Spec(2, expansions=("ambassador",)), lambda s: any(p.ambassador_count for p in s.players)),
    "ambassador_doing": (
        Spec(3, expansions=ALL_CARDS),
        lambda s: any(p.doing == DOING_AMBASSADOR for p in s.players),
    ),
    "finesse_insert": (Spec(2, expansions=("finesse",)), lambda s: any(p.inserting for p in s.players)),
    "finesse_credits": (Spec(3, expansions=ALL_TILES), lambda s: any(p.credits_right >= 4 for p in s.players)),
    "finesse_touches": (Spec(2, expansions=("finesse",)), lambda s: touching(s) and s.players[0].credits_right),
    "phoenix_six": (Spec(6, expansions=("phoenix",)), lambda s: s.round == 3),
    "endless_white": (Spec(5, variants=("endless_white",)), lambda s: any(p.noted_puzzles for p in s.players)),
    "everything": (Spec(4, expansions=EVERYTHING, variants=("endless_white",)), lambda s: s.round == 5),
    "solo": (Spec(1, variants=("solo",)), lambda s: s.round == 4),
    "solo_2019": (Spec(1, "v2019_en", (), ("solo",)), lambda s: s.round == 5),
    "solo_finesse": (Spec(1, expansions=("finesse",), variants=("solo",)), lambda s: s.round == 6),
    "line_clear": (Spec(5, variants=("line_clear",)), lambda s: s.step == 8),
    "line_clear_simultaneous": (
        Spec(6, "v25", ("ghost",), ("line_clear",), {"line_clear_order": "simultaneous"}),
        lambda s: s.step == 9,
    ),
    "line_clear_interleave": (
        Spec(5, "v25", ("finesse",), ("line_clear",), {"line_clear_order": "interleave"}),
        lambda s: s.step == 12,
    ),
    "recycle": (Spec(2), lambda s: any(p.doing == DOING_RECYCLE for p in s.players)),
    "edition_2019_intl": (Spec(3, "v2019_intl"), lambda s: s.round == 5),
    "edition_2019_de": (Spec(3, "v2019_de"), lambda s: s.round == 5),
    "edition_pt": (Spec(4, "pt"), lambda s: s.round == 5),
    "known_points": (Spec(2, variants=("known_points",)), lambda s: s.round == 3),
}


def find(spec: Spec, wanted) -> Game:
    """The first position of this kind in games of quick players."""
    for seed in range(200):
        game = spec.game(seed)
        mind = Scratch(seed, chance.BOTS)
        bot = BOTS["guided" if seed % 2 else "random"]
        while not game.over:
            if wanted(game.state):
                return game
            seat = next_seat(game.state, mind)
            game.take_step(bot(game.config.rules, game.state, seat, mind), SEATS[seat])
    raise LookupError(f"no such position in {spec}")


def counts(game: Game) -> list[int]:
    """Counts by depth as far as they stay small enough to recount in a test."""
    found = [perft_compiled(game.config, game.state, 1)]
    while len(found) < 6 and found[-1] and found[-1] * max(2, found[-1] / (found[-2] if len(found) > 1 else 1)) < LIMIT:
        found.append(perft_compiled(game.config, game.state, len(found) + 1))
    return found


def main() -> None:
    for name, (spec, wanted) in WANTED.items():
        game = find(spec, wanted)
        content = {"configuration": str(spec), "counts": counts(game), "position": game.position()}
        (FOLDER / f"{name}.json").write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8")
        print(name, content["counts"])
    setups = {}
    for spec in MATRIX:
        game = find(spec, lambda _state: True)
        setups[str(spec)] = [perft_compiled(game.config, game.state, depth) for depth in (1, 2, 3)]
    (FOLDER / "setups.json").write_text(json.dumps(setups, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
