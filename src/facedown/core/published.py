"""What installed packages publish by entry point, whoever made them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from importlib.metadata import EntryPoint, entry_points

from facedown.core.errors import FacedownError
from facedown.core.messages import phrase


@cache
def published(group: str) -> Mapping[str, Sequence[EntryPoint]]:
    """The entry points of a group by name: several packages may use the same one.

    >>> [entry.value for entry in published("facedown.games")["turing"]]
    ['facedown.games.turing:TuringMachine']
    """
    found: dict[str, list[EntryPoint]] = {}
    for entry in sorted(entry_points(group=group), key=lambda entry: (package_of(entry), entry)):
        found.setdefault(entry.name, []).append(entry)
    return found


def package_of(entry: EntryPoint) -> str:
    """The name of the package that published it; empty for one that nobody has installed.

    >>> package_of(EntryPoint("pea", "pea.game:Pea", "facedown.games"))
    ''
    """
    return entry.dist.name if entry.dist is not None else ""


def load(entry: EntryPoint, what: str) -> object:
    """What it stands for; raises ``FacedownError`` when its package is broken.

    ``what`` begins the sentence, such as "The game turing".

    >>> load(EntryPoint("pi", "math:pi", "numbers"), "The number pi")
    3.141592653589793
    >>> load(EntryPoint("pea", "no_such_module:Pea", "facedown.games"), "The game pea")
    Traceback (most recent call last):
        ...
    FacedownError: The game pea cannot be loaded: ModuleNotFoundError: No module …
    """
    try:
        return entry.load()
    except Exception as problem:  # a package of somebody else can fail in any way
        kind = type(problem).__name__
        raise FacedownError(
            phrase(
                "{what} cannot be loaded: {kind}: {problem}", what=what, kind=kind, problem=problem
            )
        ) from problem
