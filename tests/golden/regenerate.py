"""Write the golden files anew (``make golden``); then read the diff before you commit it.

A playthrough is told again from the record in its file, so that the diff shows what has changed and no other game;
one whose record no longer replays is played anew from its seed, as all are with ``--anew``.
"""

import sys
from collections.abc import Iterator
from pathlib import Path

if __name__ == "__main__":  # as a script only its own folder is on the path
    sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.golden.playthrough import PLAYTHROUGHS, Playthrough, play, read, tell
from tests.golden.snapshots import SNAPSHOTS, snapshot

from projectl.errors import RecordError


def playthrough_text(playthrough: Playthrough, *, anew: bool) -> str:
    """The file of a playthrough."""
    if playthrough.file.exists() and not anew:
        try:
            return tell(read(playthrough.file.read_text("utf-8")))
        except RecordError as error:
            sys.stderr.write(f"{playthrough.file.name} is played anew: {error}\n")
    return tell(play(playthrough))


def texts(*, anew: bool = False) -> Iterator[tuple[Path, str]]:
    """Every golden file and what belongs in it."""
    for playthrough in PLAYTHROUGHS:
        yield playthrough.file, playthrough_text(playthrough, anew=anew)
    for file in SNAPSHOTS:
        yield file, snapshot(file)


def main() -> None:
    """Write those that differ."""
    for file, text in texts(anew="--anew" in sys.argv[1:]):
        same = file.exists() and file.read_text("utf-8") == text
        if not same:
            file.write_text(text, "utf-8")
        sys.stdout.write(f"{'unchanged' if same else 'written  '} {file.name}\n")


if __name__ == "__main__":
    main()
