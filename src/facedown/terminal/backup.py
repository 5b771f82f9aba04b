"""Copy all tables of a server, which may be running, to one file.

``facedown backup FILE [--db STORE]``; ``facedown restore FILE`` brings them back.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Final

from facedown.core.messages import phrase
from facedown.terminal.output import progress
from facedown.terminal.serve import store_url

SUMMARY: Final = phrase("Copy all tables of a server, which may be running, to one file.")


def arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments."""
    parser.add_argument("file", metavar="FILE", help=phrase("the new file"))
    parser.add_argument(
        "--db", default="", metavar="STORE", help=phrase("where the tables are kept, as for serve")
    )


def run(chosen: argparse.Namespace) -> int:
    """Makes the backup."""
    from facedown.table.backup import backup

    copied = backup(store_url(chosen.db), Path(chosen.file))
    progress(
        phrase(
            "{file} holds all tables ({tables:,}) and events ({events:,}).",
            file=chosen.file,
            tables=copied.tables,
            events=copied.events,
        )
    )
    return 0
