"""Printing results: for people, or as JSON for programs."""

from __future__ import annotations

import contextlib
import json
import sys

from facedown.core.tools import Result
from facedown.terminal.words import one_line, plain


def show(result: Result, *, as_json: bool) -> None:
    """Prints a result for people or for programs."""
    print(json.dumps(result.json, indent=2) if as_json else plain(result.text))


def progress(sentence: str) -> None:
    """Shows a sentence about work that goes on; on stderr, apart from the results."""
    if sys.stderr is None:  # ``print`` would take stdout in its place
        return
    with contextlib.suppress(OSError):  # what cannot be told must not end the work
        print(one_line(sentence), file=sys.stderr, flush=True)


def reason(problem: Exception) -> str:
    """Why the system refused, in a few words.

    >>> reason(PermissionError(13, "Permission denied"))
    'permission denied'
    """
    if isinstance(problem, OSError) and problem.strerror:
        return problem.strerror[0].lower() + problem.strerror[1:]
    return str(problem)
