"""The cache, and what happens without numba."""

import inspect
import os
import subprocess
import sys

import pytest

from projectl.fast import FastError, loader, require


def test_cache_key_follows_the_sources(monkeypatch: pytest.MonkeyPatch, tmp_path) -> None:
    monkeypatch.setenv("PROJECTL_CACHE", str(tmp_path))
    before = loader.cache_folder(boundscheck=False)
    assert loader.cache_folder(boundscheck=False) == before
    assert loader.cache_folder(boundscheck=True) != before
    real = inspect.getsource
    monkeypatch.setattr(inspect, "getsource", lambda module: real(module) + "# changed")
    assert loader.cache_folder(boundscheck=False) != before


def test_an_unwritable_cache_is_no_obstacle(monkeypatch: pytest.MonkeyPatch, tmp_path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("in the way")
    monkeypatch.setenv("PROJECTL_CACHE", str(blocked))
    assert loader.cache_folder(boundscheck=False).is_dir()


def test_missing_numba_is_one_clear_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("projectl.fast.find_spec", lambda _name: None)
    with pytest.raises(FastError, match=r"pip install 'projectl\[fast\]'"):
        require()


def test_warm_start_needs_no_compiler() -> None:
    """A fresh interpreter finds the cache that this run has filled."""
    loader.kernel()
    code = "from projectl.fast.loader import kernel; print(kernel().cold)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=os.environ)
    assert done.stdout.strip() == "False"
    assert "Compiling" not in done.stderr


def test_a_damaged_cache_is_replaced(tmp_path) -> None:
    """The stamp says complete, but nothing is there: it is noticed and compiled anew."""
    folder = tmp_path / "kernel"
    folder.mkdir()
    (folder / "complete").touch()
    assert loader._from_cache(folder, False) is None
    assert not (folder / "complete").exists()
