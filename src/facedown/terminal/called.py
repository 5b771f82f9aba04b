"""How this program was called, for the commands that it tells people to type."""

from __future__ import annotations

import os
import shlex
import shutil
import sys
from pathlib import Path
from typing import Final

CALLED: Final = "FACEDOWN_CALLED"
"""The environment variable in which ``bin/facedown``, which runs another file, leaves its name."""


def called() -> str:
    """What was typed to run this program, ready to be typed again from the same folder."""
    if name := os.environ.get(CALLED):
        return shlex.quote(name)
    program = sys.argv[0]
    if Path(program).name == "__main__.py":
        typed = len(sys.orig_argv) - len(sys.argv) + 1
        return shlex.join(sys.orig_argv[:typed])
    if Path(program).stem != "facedown" or _found(program):
        return "facedown"
    return shlex.quote(program)


def _found(program: str) -> bool:
    """Whether typing ``facedown`` alone runs this very file."""
    found = shutil.which("facedown")
    try:
        return found is not None and Path(found).samefile(program)
    except OSError:
        return False
