"""``projectl perft``: count step sequences by depth."""

import json
import time
import tomllib
from pathlib import Path
from typing import Annotated

import typer

from projectl.errors import PositionError
from projectl.fast import require
from projectl.game import Game
from projectl.game.moves import seat_name

from .simulate import options_table, words

MAX_DEPTH = 12


def perft(
    depth: Annotated[int, typer.Option(help="How many steps.", min=1, max=MAX_DEPTH)] = 3,
    position: Annotated[Path | None, typer.Option(help="A position document, JSON or TOML.")] = None,
    divide: Annotated[bool, typer.Option("--divide", help="The count behind each first step.")] = False,
    interpreted: Annotated[bool, typer.Option("--interpreted", help="Use the uncompiled rules.")] = False,
    players: Annotated[int, typer.Option(help="A new game's players.")] = 2,
    edition: Annotated[str, typer.Option(help="Its edition.")] = "v25",
    expansions: Annotated[str, typer.Option(help="Its expansions, by commas.")] = "",
    variants: Annotated[str, typer.Option(help="Its variants, by commas.")] = "",
    option: Annotated[list[str], typer.Option(help="An option: name=value.")] = [],  # noqa: B006 - typer copies it
    seed: Annotated[int, typer.Option(help="Its seed.", min=0)] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Count the sequences of legal steps of each length; chance is fixed by the deck order."""
    if not interpreted:
        require()
    from projectl.fast import perft as counting

    if position is None:
        table = options_table(option)
        game = Game(
            players, seed=seed, edition=edition, expansions=words(expansions), variants=words(variants), options=table
        )
    else:
        game = Game.from_position(read_document(position))
    if divide:
        found = counting.divide(game.config, game.state, depth, compiled=not interpreted)
        rows = {f"{seat_name(seat)} {step}": number for (seat, step), number in found.items()}
        rows["total"] = sum(found.values())
        typer.echo(json.dumps(rows) if as_json else "\n".join(f"{key}: {value}" for key, value in rows.items()))
        return
    count = counting.perft if interpreted else counting.perft_compiled
    counts = []
    for level in range(1, depth + 1):
        began = time.perf_counter()
        counts.append(count(game.config, game.state, level))
        if not as_json:
            typer.echo(f"{level}: {counts[-1]:,}  ({time.perf_counter() - began:.2f} s)")
    if as_json:
        typer.echo(json.dumps(counts))


def read_document(path: Path) -> object:
    """A position from a JSON or TOML file."""
    try:
        text = path.read_text("utf-8")
        return tomllib.loads(text) if path.suffix == ".toml" else json.loads(text)
    except OSError as error:
        raise PositionError(f"{path} cannot be read ({error.strerror or error}); check the path.") from None
    except (ValueError, RecursionError) as error:
        raise PositionError(f"{path} is not valid {'TOML' if path.suffix == '.toml' else 'JSON'}: {error}.") from None
