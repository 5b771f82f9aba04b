"""Bring the tables of a backup into a store that has none.

``facedown restore FILE [--db STORE]``
"""

from __future__ import annotations

import argparse
from pathlib import Path

from facedown.terminal.output import progress
from facedown.terminal.serve import store_url


def arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments."""
    parser.add_argument("file", metavar="FILE", help="a file that facedown backup made")
    parser.add_argument(
        "--db", default="", metavar="STORE", help="where the tables are to be kept, as for serve"
    )


def run(chosen: argparse.Namespace) -> int:
    """Restores the backup."""
    from facedown.table.backup import restore

    copied = restore(Path(chosen.file), store_url(chosen.db))
    progress(f"All tables ({copied.tables:,}) and events ({copied.events:,}) are back.")
    return 0
