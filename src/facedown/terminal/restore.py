"""Bring the tables of a backup into a store that has none.

``facedown restore FILE [--db STORE]``
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Final

from facedown.core.messages import phrase
from facedown.terminal.output import progress
from facedown.terminal.serve import store_url

SUMMARY: Final = phrase("Bring the tables of a backup into a store that has none.")


def arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments."""
    parser.add_argument("file", metavar="FILE", help=phrase("a file that facedown backup made"))
    parser.add_argument(
        "--db",
        default="",
        metavar="STORE",
        help=phrase("where the tables are to be kept, as for serve"),
    )


def run(chosen: argparse.Namespace) -> int:
    """Restores the backup; 1 where some of its tables cannot be played on by this version."""
    from facedown.table.backup import restore

    copied = restore(Path(chosen.file), store_url(chosen.db), progress)
    if copied.not_played:
        told = phrase(
            "All tables ({tables:,}) and events ({events:,}) are in the store, but {n:,} of these "
            "tables cannot be played on by this version:",
            tables=copied.tables,
            events=copied.events,
            n=len(copied.not_played),
        )
        progress(told)
        for each in copied.not_played:
            progress(phrase("{table}: {why}", table=each.table, why=each.why))
        return 1
    progress(
        phrase(
            "All tables ({tables:,}) and events ({events:,}) are back.",
            tables=copied.tables,
            events=copied.events,
        )
    )
    return 0
