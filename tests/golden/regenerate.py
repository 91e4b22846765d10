"""Write the golden files anew (``make golden``); then read the diff before you commit it."""

import sys
from collections.abc import Iterator
from pathlib import Path

if __name__ == "__main__":  # as a script only its own folder is on the path
    sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.golden.playthrough import PLAYTHROUGHS, play, tell
from tests.golden.snapshots import SNAPSHOTS, snapshot


def texts() -> Iterator[tuple[Path, str]]:
    """Every golden file and what belongs in it."""
    for playthrough in PLAYTHROUGHS:
        yield playthrough.file, tell(play(playthrough))
    for file in SNAPSHOTS:
        yield file, snapshot(file)


def main() -> None:
    """Write those that differ."""
    for file, text in texts():
        same = file.exists() and file.read_text("utf-8") == text
        if not same:
            file.write_text(text, "utf-8")
        sys.stdout.write(f"{'unchanged' if same else 'written  '} {file.name}\n")


if __name__ == "__main__":
    main()
