"""Printing results: for people, or as JSON for programs."""

from __future__ import annotations

import json
import sys

from facedown.core.tools import Result
from facedown.terminal.words import one_line, plain


def show(result: Result, *, as_json: bool) -> None:
    """Prints a result for people or for programs."""
    print(json.dumps(result.json, indent=2) if as_json else plain(result.text))


def progress(sentence: str) -> None:
    """Shows a sentence about work that goes on; on stderr, apart from the results."""
    print(one_line(sentence), file=sys.stderr, flush=True)
