"""How kernels are compiled: by Numba, and kept on disk until something they stand on changes.

Numba keeps compiled code by source file and does not notice a change in another file, whose kernels
and constants it has compiled in; so after an update old code could go on being run. Here the folder
of kept code is named after all sources that a kernel's file stands on.
"""

from __future__ import annotations

import ast
import hashlib
import os
import shutil
import time
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, Final, Literal, ParamSpec, TypeVar

import numba

config: Any = numba.config

P = ParamSpec("P")
R = TypeVar("R")

ROOT: Final = Path(__file__).parent
UNUSED_SECONDS: Final = 7 * 24 * 3600
"""For so long code is kept that no longer fits: other processes may have begun before an update."""


def compiled(function: Callable[P, R]) -> Callable[P, R]:
    """Compiles for arrays, keeps the result on disk, and lets other threads run meanwhile."""
    return _compiled(function, inline="never")


def uncounted(function: Callable[P, R]) -> Callable[P, R]:
    """The same for what makes no array and gives none back: views of rows are free there.

    References are not counted. What makes an array is refused when it is compiled.
    """
    return _compiled(function, inline="never", counted=False)


def inlined(function: Callable[P, R]) -> Callable[P, R]:
    """The same for what is to be compiled into whatever calls it."""
    return _compiled(function, inline="always")


def _compiled(
    function: Callable[P, R], inline: Literal["never", "always"], *, counted: bool = True
) -> Callable[P, R]:
    folder = _folder(Path(function.__code__.co_filename))
    usual = config.CACHE_DIR
    # Numba looks at this while it takes a function on, not later.
    config.CACHE_DIR = "" if folder is None else str(folder)
    try:
        kept = folder is not None
        how: Any = {"cache": kept, "nogil": True, "inline": inline, "_nrt": counted}
        kernel: Callable[P, R] = numba.njit(**how)(function)
    finally:
        config.CACHE_DIR = usual
    return kernel


def sources(file: Path) -> dict[Path, bytes]:
    """A file of this package with all files of it whose names it imports, by whatever way round.

    What is imported for types only, or inside of functions, kernels cannot stand on.
    """
    found: dict[Path, bytes] = {}
    waiting = [file]
    while waiting:
        file = waiting.pop()
        if file not in found:
            found[file] = file.read_bytes()
            waiting += _imported(file)
    return found


@cache
def _imported(file: Path) -> tuple[Path, ...]:
    return tuple(_find_imported(file))


def _find_imported(file: Path) -> Iterator[Path]:
    for statement in ast.parse(file.read_bytes()).body:
        if isinstance(statement, ast.ImportFrom) and statement.module is not None:
            names = [f"{statement.module}.{alias.name}" for alias in statement.names]
            for name in (statement.module, *names):
                room, *path = name.split(".")
                module = ROOT.joinpath(*path).with_suffix(".py")
                if room == ROOT.name and path and module.is_file():
                    yield module


@cache
def _folder(file: Path) -> Path | None:
    """Where the kernels of a file are kept; None where nothing can be kept."""
    digest = hashlib.sha256()
    for path, text in sorted(sources(file).items()):
        digest.update(f"{path.relative_to(ROOT)} {len(text)} ".encode() + text)
    name = ".".join(file.relative_to(ROOT).with_suffix("").parts)
    for parent in _parents():
        folder = parent / f"{name}-{digest.hexdigest()[:16]}"
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError:
            continue
        if os.access(folder, os.W_OK):
            _sweep(parent.glob(f"{name}-*"), folder)
            return folder
    return None


def _parents() -> Iterator[Path]:
    if usual := config.CACHE_DIR:
        yield Path(usual)
    yield ROOT / "__pycache__" / "kernels"
    if home := os.environ.get("XDG_CACHE_HOME") or os.environ.get("HOME"):
        yield Path(home, "facedown" if os.environ.get("XDG_CACHE_HOME") else ".cache/facedown")


def _sweep(kept: Iterable[Path], used: Path) -> None:
    """Removes what was kept of a file as it was long ago."""
    for folder in kept:
        if folder != used and time.time() - folder.stat().st_mtime > UNUSED_SECONDS:
            shutil.rmtree(folder, ignore_errors=True)
