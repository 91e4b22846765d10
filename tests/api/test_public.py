"""What people import: the names are pinned, importing is light."""

import subprocess
import sys

import projectl

PUBLIC = [
    "Card",
    "CaseError",
    "Event",
    "Game",
    "IllegalMove",
    "LegalMoves",
    "Move",
    "Pack",
    "PackError",
    "Placing",
    "Played",
    "PositionError",
    "ProjectLError",
    "RecordError",
    "SetupError",
    "__version__",
    "configure",
    "load_pack",
    "replay",
]


def test_public_names() -> None:
    assert sorted(projectl.__all__) == sorted(PUBLIC)
    assert all(hasattr(projectl, name) for name in PUBLIC)


def test_importing_needs_no_other_package() -> None:
    code = "import sys, projectl; print(*{'numpy', 'numba', 'rich', 'typer', 'tomllib'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""


def test_every_error_is_ours() -> None:
    for name in PUBLIC:
        if name.endswith("Error") or name == "IllegalMove":
            assert issubclass(getattr(projectl, name), projectl.ProjectLError)
