"""The README's example runs as it stands."""

import re
from pathlib import Path

README = Path(__file__).parents[2] / "README.md"


def test_the_example_runs(capsys) -> None:
    (code,) = re.findall(r"```python\n(.*?)```", README.read_text("utf-8"), re.DOTALL)
    assert len(code.splitlines()) <= 10
    exec(code, {})
    shown = capsys.readouterr().out
    assert "['A'] 1 {'A': -2, 'B': 0}" in shown
    assert "{'W5': []}" in shown


def test_files_it_names_exist() -> None:
    for name in re.findall(r"\]\(([^)#]+)\)", README.read_text("utf-8")):
        assert (README.parent / name).exists(), name
