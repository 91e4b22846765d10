"""Compiling the rules: the very same functions, rebuilt with njit over records.

Each kernel module gets a twin whose functions are the compiled ones and whose lists are arrays. Signatures come
from the annotations, so every function is compiled once. The finished entry points are cached on disk under a
hash of all kernel sources, since numba does not notice a change in another file.
"""

import hashlib
import importlib.metadata
import inspect
import os
import platform
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import numba
import numpy as np

from projectl.bots import playout
from projectl.rules import (
    acting,
    ambassador,
    chance,
    completing,
    ending,
    endless,
    engine,
    events,
    finesse,
    ghost,
    legality,
    line_clear,
    market,
    options,
    pieces,
    placing,
    scoring,
    setup,
    solo,
    state,
    steps,
    turns,
    upgrade,
)

from . import copying, entries, layout

try:
    import fcntl
except ImportError:  # not on this system: two processes may both compile, which is only slow
    fcntl = None  # type: ignore[assignment] # a module or nothing

KERNEL = (
    pieces,
    chance,
    events,
    options,
    state,
    steps,
    market,
    upgrade,
    placing,
    finesse,
    ghost,
    ambassador,
    completing,
    endless,
    scoring,
    ending,
    solo,
    line_clear,
    turns,
    setup,
    legality,
    acting,
    engine,
    playout,
    copying,
    entries,
)
# numba describes its decorator and settings only in part.
_njit: Any = numba.njit
_config: Any = numba.config
_BYTES = numba.uint8[::1]
_NUMBERS = numba.int64[::1]
_ROWS = numba.int64[:, ::1]
# Parameters of entry points that are not byte buffers, by name.
_ENTRY_ARRAYS = {"seeds": _NUMBERS, "bots": _NUMBERS, "results": _ROWS, "seats": _ROWS}
_DONE = "complete"


class Kernel:
    """The compiled entry points (see ``entries``), each an attribute."""

    new_game: Callable[..., None]
    legal: Callable[..., int]
    is_legal: Callable[..., bool]
    apply: Callable[..., None]
    choose: Callable[..., int]
    seat_to_move: Callable[..., int]
    score: Callable[..., int]
    play_games: Callable[..., None]
    copy_many: Callable[..., int]
    perft: Callable[..., int]

    def __init__(self, functions: dict[str, Any], seconds: float, *, cold: bool) -> None:
        self.__dict__.update(functions)
        self.seconds = seconds
        self.cold = cold


@cache
def kernel(*, boundscheck: bool = False) -> Kernel:
    """The compiled rules, from the cache or compiled now (about half a minute, told on standard error)."""
    began = time.perf_counter()
    folder = cache_folder(boundscheck=boundscheck)
    with _only_one(folder):  # a second process waits and then finds the cache filled
        functions = _from_cache(folder, boundscheck)
        cold = functions is None
        if functions is None:
            functions = _compiled(folder, boundscheck)
    return Kernel(functions, time.perf_counter() - began, cold=cold)


@contextmanager
def _only_one(folder: Path) -> Iterator[None]:
    with open(folder / "lock", "w", encoding="utf-8") as file:
        if fcntl is not None:
            fcntl.flock(file, fcntl.LOCK_EX)
        yield


def _from_cache(folder: Path, boundscheck: bool) -> dict[str, Any] | None:
    if not (folder / _DONE).exists():
        return None
    try:
        return _Loader(folder, boundscheck).entry_points()
    except Exception:
        (folder / _DONE).unlink(missing_ok=True)
        return None


def _compiled(folder: Path, boundscheck: bool) -> dict[str, Any]:
    print("Compiling the rules (about half a minute, once) ...", file=sys.stderr, flush=True)
    began = time.perf_counter()
    loader = _Loader(folder, boundscheck)
    loader.compile_all()
    functions = loader.entry_points()
    (folder / _DONE).touch()
    print(f"Compiled in {time.perf_counter() - began:.0f} s.", file=sys.stderr, flush=True)
    return functions


def cache_folder(*, boundscheck: bool) -> Path:
    """Where this version of the kernel is kept: PROJECTL_CACHE, else the user's cache folder."""
    digest = hashlib.sha256()
    for module in KERNEL:
        digest.update(inspect.getsource(module).encode())
    digest.update(inspect.getsource(layout).encode() + inspect.getsource(sys.modules[__name__]).encode())
    versions = [importlib.metadata.version(name) for name in ("numba", "numpy", "llvmlite")]
    digest.update(repr((versions, sys.version, platform.machine(), boundscheck)).encode())
    root = os.environ.get("PROJECTL_CACHE") or os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    folder = Path(root) / "projectl" / f"kernel-{digest.hexdigest()[:16]}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:  # no home to write to: compile for this process alone
        folder = Path(tempfile.mkdtemp(prefix="projectl-"))
    return folder


class _Loader:
    """Twins of the kernel modules and the compiled functions in them."""

    def __init__(self, folder: Path, boundscheck: bool) -> None:
        _config.CACHE_DIR = str(folder)
        self.options = {"nogil": True, "boundscheck": boundscheck}
        self.twins = {module.__name__: ModuleType(module.__name__) for module in KERNEL}
        self.records = {name: numba.from_dtype(dtype) for name, dtype in layout.RECORDS.items()}
        self.records["out"] = numba.types.NestedArray(numba.int16, (steps.MAX_LEGAL,))
        self.made: dict[FunctionType, Any] = {}
        for module in KERNEL:
            for name, value in vars(module).items():
                if not name.startswith("__") and not isinstance(value, FunctionType):
                    self.twins[module.__name__].__dict__[name] = self._value(value)

    def _value(self, value: object) -> object:
        if isinstance(value, ModuleType):
            return self.twins.get(value.__name__, value)
        if isinstance(value, list):
            return np.array(value, dtype=np.int32)
        return value

    def compile_all(self) -> None:
        """Compile whatever the entry points need, innermost first."""
        for function in _functions(entries):
            for needed in self._called(function):
                self._make(needed)

    def entry_points(self) -> dict[str, Any]:
        """The entry points, compiled or read from the cache."""
        found = {}
        for function in _functions(entries):
            arguments = [self._entry_type(name, note) for name, note in _parameters(function)]
            compiled = _njit(tuple(arguments), cache=True, **self.options)(self._rebuilt(function))
            found[function.__name__] = compiled
        return found

    def _make(self, function: FunctionType) -> None:
        if function in self.made:
            return
        for needed in self._called(function):
            self._make(needed)
        arguments = tuple(self._inner_type(note) for _, note in _parameters(function))
        wrappers = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}  # called from compiled code only
        compiled = _njit(arguments, **self.options, **wrappers)(self._rebuilt(function))
        self.made[function] = compiled
        for module in KERNEL:
            for name, value in vars(module).items():
                if value is function:
                    self.twins[module.__name__].__dict__[name] = compiled

    def _rebuilt(self, function: FunctionType) -> FunctionType:
        twin = FunctionType(function.__code__, self.twins[function.__module__].__dict__, function.__name__)
        twin.__module__ = function.__module__
        twin.__qualname__ = function.__qualname__
        return twin

    def _called(self, function: FunctionType) -> list[FunctionType]:
        """Kernel functions that a function names, directly or as an attribute of a kernel module."""
        names = function.__code__.co_names
        scopes = [function.__globals__]
        scopes += [
            vars(value)
            for name in names
            if isinstance(value := function.__globals__.get(name), ModuleType) and value.__name__ in self.twins
        ]
        found = [scope[name] for scope in scopes for name in names if name in scope]
        inner = self.twins.keys() - {entries.__name__}  # entry points share names with what they open
        return [f for f in found if isinstance(f, FunctionType) and f.__module__ in inner and f is not function]

    def _inner_type(self, note: object) -> Any:
        if note is int:
            return numba.int64
        if note is bool:
            return numba.boolean
        if note is layout.Buffer:
            return _BYTES
        name = getattr(note, "__name__", "")
        return self.records["out"] if str(note) == "list[int]" else self.records[name]

    def _entry_type(self, name: str, note: object) -> Any:
        return numba.int64 if note is int else _ENTRY_ARRAYS.get(name, _BYTES)


def _functions(module: ModuleType) -> list[FunctionType]:
    return [f for f in vars(module).values() if isinstance(f, FunctionType) and f.__module__ == module.__name__]


def _parameters(function: FunctionType) -> list[tuple[str, object]]:
    names = function.__code__.co_varnames[: function.__code__.co_argcount]
    return [(name, function.__annotations__[name]) for name in names]
