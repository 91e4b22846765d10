"""Game records: plain text a person can read and that replays exactly, the PGN of this game (docs/records.md).

A record holds the outcome of every shuffle, so a replay needs no generator, and what each move revealed, so
an edited record is noticed.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from projectl.catalog import packs_in_use
from projectl.errors import ProjectLError, RecordError, shown
from projectl.rules.options import WHITE

from .game import Game, Played
from .moves import seat_name
from .position import Document, header, position
from .view import SPECTATOR, view

TITLE = "Project L record 1"
IN_PROGRESS = f"{TITLE} in progress"
TOUCHES = "finishing touches"
MAX_BYTES = 1_000_000

# Where the lines of a fresh setup stand in a position document.
_SETUP_LINES = {
    "white row": ("white", "row"),
    "white left": ("white", "left"),
    "white right": ("white", "right"),
    "white deck": ("white", "deck"),
    "black row": ("black", "row"),
    "black left": ("black", "left"),
    "black right": ("black", "right"),
    "black deck": ("black", "deck"),
    "grid": ("solo", "grid"),
    "deck": ("solo", "deck"),
    "tiles": ("finesse", "tiles"),
}
_LISTS = ("expansions", "variants")
_JSON = ("options", "cards", "position")
_HEADERS = (
    "edition",
    *_LISTS,
    "options",
    "difficulty",
    "packs",
    "cards",
    "names",
    "players",
    "seed",
    "chance",
)
_FOOTERS = ("result", "unfinished", "check")
_START = {"supply": {"O1": 1, "I2": 1}}


# ---- writing ----------------------------------------------------------------------------------------------


def write_record(game: Game) -> str:
    """The record of a game, finished or not."""
    lines = [TITLE, *_header_lines(game)]
    if game.seed is not None:
        lines.append(f"seed: {game.seed}")
    lines += [*_setup_lines(game), *_history_lines(game.history), "", _footer(game)]
    text = "\n".join(lines) + "\n"
    return f"{text}check: {_checksum(text)}\n"


def public_record(game: Game) -> str:
    """The game so far as everybody at the table may know it (R0.7): to be read, not to be replayed."""
    known = [replace(played, reshuffled=()) for played in game.history]
    lines = [IN_PROGRESS, *_header_lines(game), *_public_setup_lines(game), *_history_lines(known)]
    lines += ["", f"unfinished: {len(known)} moves"]
    return "\n".join(lines) + "\n"


def _history_lines(history: list[Played]) -> Iterator[str]:
    heading = ""
    for played in history:
        section = TOUCHES if played.move.kind in {"touch", "done"} else f"round {played.round}"
        if section != heading:
            yield from ("", section)
            heading = section
        yield _move_line(played)


def _header_lines(game: Game) -> Iterator[str]:
    config = header(game.config)
    yield f"edition: {config['edition']}"
    yield f"players: {game.config.players}"
    if game.names != [seat_name(seat) for seat in range(game.config.players)]:
        yield f"names: {' | '.join(game.names)}"
    for name in _LISTS:
        if config[name]:
            yield f"{name}: {', '.join(config[name])}"
    if config["options"]:
        yield f"options: {json.dumps(config['options'])}"
    if game.config.solo:
        yield f"difficulty: {config['difficulty']}"
    yield "packs: " + ", ".join(f"{name} {digest}" for name, digest in _packs(game.config.expansions))
    if "cards" in config:
        yield f"cards: {json.dumps(config['cards'])}"


def _packs(expansions: tuple[str, ...]) -> list[tuple[str, str]]:
    return [(pack.name, pack.digest) for pack in packs_in_use(expansions)]


def _setup_lines(game: Game) -> Iterator[str]:
    """The dealt table in a few lines; a game that began elsewhere has its whole position instead."""
    full = position(game.config, game.began)
    fresh = _fresh_document(game, full)
    if Game.from_position(fresh).position() != full:
        yield f"position: {json.dumps(full)}"
        return
    for line, (part, key) in _SETUP_LINES.items():
        if part in fresh and key in fresh[part]:
            yield f"{line}: {' '.join(fresh[part][key])}"
    if "chance" in fresh:
        yield f"chance: {fresh['chance']}"


def _public_setup_lines(game: Game) -> Iterator[str]:
    """What lay face up at the start; of tiles that lie face down the letter on their backs."""
    began = view(game.config, game.began, SPECTATOR)
    for line, (part, key) in _SETUP_LINES.items():
        if key in began.get(part, {}):
            yield f"{line}: {' '.join('-' if card is None else card for card in began[part][key])}"


def _fresh_document(game: Game, full: Document) -> Document:
    document = header(game.config)
    document["players"] = dict.fromkeys(full["players"], _START)
    for part, key in _SETUP_LINES.values():
        if key in full.get(part, {}):
            cards = full[part][key]
            document.setdefault(part, {})[key] = ["-" if card is None else card for card in cards]
    if "chance" in full:
        document["chance"] = full["chance"]
    return document


def _move_line(played: Played) -> str:
    parts = [f"{played.seat} {played.move}"]
    if played.revealed or played.reshuffled:
        parts.append(" ".join(played.revealed))
    if played.reshuffled:
        parts.append("deck " + " ".join(played.reshuffled))
    return " | ".join(parts)


def _footer(game: Game) -> str:
    number = f"{len(game.history)} moves"
    points = ", ".join(f"{seat} {score}" for seat, score in game.scores().items())
    if not game.over:
        return f"unfinished: {number}"
    ended = game.position()["ended_by"] or "position"
    return f"result: {points}; won by {' and '.join(game.winners())}; ended by {ended}; {number}"


def _checksum(text: str) -> str:
    import hashlib  # noqa: PLC0415 - only when a record is written, so that `import projectl` stays quick

    return hashlib.sha256(text.encode()).hexdigest()[:16]


# ---- reading ----------------------------------------------------------------------------------------------


@dataclass(slots=True)
class _Parsed:
    values: dict[str, str] = field(default_factory=dict)
    moves: list[tuple[int, str]] = field(default_factory=list)
    footer: str = ""
    checked: bool = False


def replay(text: str) -> Game:
    """The game of a record, every move played anew and compared; RecordError if it is not sound."""
    if not isinstance(text, str):
        raise RecordError(f"A record is text, not {shown(text)}.")
    if len(text) > MAX_BYTES:
        raise RecordError("The record is too large to be a game of Project L.")
    parsed = _parse(text.replace("\r\n", "\n"))
    game = _begin(parsed.values)
    for number, line in parsed.moves:
        _replay_line(game, number, line)
    if _footer(game) != parsed.footer:
        raise RecordError(f"The record ends with '{parsed.footer[:90]}', but the replay with '{_footer(game)[:90]}'.")
    return game


def _parse(text: str) -> _Parsed:
    lines = text.split("\n")
    if lines[0].strip() != TITLE:
        raise RecordError(f"This is no record: the first line must be '{TITLE}'.")
    parsed = _Parsed()
    in_moves = False
    for number, raw in enumerate(lines[1:], 2):
        line = raw.strip()
        key, colon, value = line.partition(": ")
        if parsed.checked and line:
            raise RecordError(f"Line {number}: there is something behind the check line.")
        if not line or line == TOUCHES or _is_round(line):
            in_moves = in_moves or bool(line)
        elif colon and key in _FOOTERS:
            _read_footer(parsed, text, key, value, number)
        elif in_moves:
            parsed.moves.append((number, line))
        elif colon and (key in _HEADERS or key in _SETUP_LINES or key in _JSON):
            if key in parsed.values:
                raise RecordError(f"Line {number}: {key} is there twice.")
            parsed.values[key] = value
        elif line.endswith(":") and line[:-1] in _SETUP_LINES:
            parsed.values[line[:-1]] = ""
        else:
            raise RecordError(f"Line {number}: {shown(line, 60)} is not a line of a record.")
    if not parsed.footer:
        raise RecordError("The record is cut off: its last line (result or unfinished) is missing.")
    return parsed


def _is_round(line: str) -> bool:
    word, _, number = line.partition(" ")
    return word == "round" and number.isdigit()


def _read_footer(parsed: _Parsed, text: str, key: str, value: str, number: int) -> None:
    if key != "check":
        if parsed.footer:
            raise RecordError(f"Line {number}: the record ends twice.")
        parsed.footer = f"{key}: {value}"
    elif value != _checksum(text[: text.rindex("check: ")]):
        raise RecordError("The record was changed after it was written (remove its check line if you meant to).")
    else:
        parsed.checked = True


def _begin(values: dict[str, str]) -> Game:
    document = _document(values)
    try:
        game = Game.from_position(document)
    except ProjectLError as error:
        raise RecordError(f"The record's setup is not sound: {error}") from None
    _check_packs(game, values.get("packs"))
    if "names" in values:
        names = values["names"].split(" | ")
        if len(names) != game.config.players:
            raise RecordError(f"The record names {len(names)} players for {game.config.players} seats.")
        game.names = names
    if "seed" in values:
        game.seed = _whole(values["seed"], "seed")
    return game


def _document(values: dict[str, str]) -> Document:
    if "position" in values:
        whole = _json(values["position"], "position")
        if not isinstance(whole, dict):
            raise RecordError("The record's position must be a JSON object.")
        return whole
    document: Document = {key: values[key] for key in ("edition", "difficulty") if key in values}
    document |= {key: values[key].split(", ") for key in _LISTS if key in values}
    document |= {key: _json(values[key], key) for key in ("options", "cards") if key in values}
    number = _whole(values.get("players", ""), "players")
    document["players"] = dict.fromkeys("ABCDEF"[:number], _START)
    for line, (part, key) in _SETUP_LINES.items():
        if line in values:
            document.setdefault(part, {})[key] = values[line].split()
    if "chance" in values:
        document["chance"] = _whole(values["chance"], "chance")
    return document


def _json(text: str, what: str) -> object:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        raise RecordError(f"The record's {what} line is not valid JSON.") from None


def _whole(text: str, what: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 20):
        raise RecordError(f"The record's {what} must be a whole number, not {shown(text)}.")
    return int(text)


def _check_packs(game: Game, recorded: str | None) -> None:
    """A record replays only with the cards it was played with."""
    bundled = packs_in_use(game.config.expansions)
    here = ", ".join(f"{pack.name} {pack.digest}" for pack in bundled)
    if recorded is not None and recorded != here:
        different = set(recorded.split(", ")) - set(here.split(", "))
        name, _, digest = (sorted(different) or ["?"])[0].partition(" ")
        there = next((f"version {pack.version}, {pack.digest}" for pack in bundled if pack.name == name), "none")
        raise RecordError(
            f"The record was played with another version of the card pack {shown(name)}: it names {shown(digest)}, "
            f"here is {there}. Replay it with the version of projectl that wrote it."
        )


def _replay_line(game: Game, number: int, line: str) -> None:
    move, *notes = line.split(" | ")
    seat, _, text = move.partition(" ")
    try:
        played = game.play(text, seat=seat)
    except ProjectLError as error:
        raise RecordError(f"Line {number}: {shown(move, 60)} does not replay: {error}") from None
    recorded = notes[1] if len(notes) > 1 else ""
    if recorded and played.reshuffled:
        try:
            played = lay_deck(game, played, tuple(recorded.removeprefix("deck ").split()))
        except RecordError as error:
            raise RecordError(f"Line {number}: {error}") from None
    if _move_line(played) != line:
        raise RecordError(f"Line {number}: the replay gives '{_move_line(played)[:120]}'.")


def lay_deck(game: Game, played: Played, order: tuple[str, ...]) -> Played:
    """Lay the White deck that the last move reshuffled in this order, whatever the generator made of it (R19)."""
    if sorted(order) != sorted(played.reshuffled):
        raise RecordError("these are not the cards that were shuffled.")
    kinds = [event.kind for event in played.events]
    first = kinds.index("reshuffled")
    cards = iter(order)
    events = list(played.events)
    for index in range(first, len(events)):
        if events[index].kind == "revealed":
            slot, card = events[index].parts[0], next(cards)
            events[index] = replace(events[index], parts=(slot, card))
            game.state.market[int(slot)] = game.config.card_index[card]
    rest = [game.config.card_index[card] for card in cards]
    game.state.decks[WHITE].cards[: len(rest)] = rest[::-1]
    drawn = len(order) - len(rest)
    revealed = played.revealed[: len(played.revealed) - drawn] + order[:drawn]
    game.history[-1] = replace(played, events=tuple(events), revealed=revealed, reshuffled=order)
    return game.history[-1]
