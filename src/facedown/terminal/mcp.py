"""Let a language model play: the games as tools of MCP, over standard input and output.

``facedown mcp [--db FILE-OR-URL] [--workers N]``
"""

from __future__ import annotations

import argparse
import asyncio
import logging
import os
from typing import Final

from facedown.core.errors import FacedownError
from facedown.core.messages import phrase
from facedown.terminal.serve import add_tables, settings_of, store_url

SUMMARY: Final = phrase("Let a language model play: the games as tools, over the standard input.")

BEARER: Final = "FACEDOWN_BEARER"
"""The variable of the environment with a ticket or a handle that no transcript is to show."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments."""
    add_tables(parser)


def run(chosen: argparse.Namespace) -> int:
    """Serves until the standard input is closed."""
    try:
        from facedown.web.mcp.server import over_stdio
    except ModuleNotFoundError as problem:
        if (problem.name or "").partition(".")[0] not in {"mcp", "mcp_types"}:
            raise
        raise FacedownError(
            phrase("MCP needs the package mcp: pip install 'facedown[mcp]'.")
        ) from None
    from facedown.web.serve import log_to_stderr

    settings, url = settings_of(chosen), store_url(chosen.db)
    log_to_stderr(logging.WARNING)
    asyncio.run(over_stdio(url, settings, os.environ.get(BEARER, "")))
    return 0
