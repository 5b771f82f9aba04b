"""Copy all tables of a server, which may be running, to one file.

``facedown backup FILE [--db STORE]``; ``facedown restore FILE`` brings them back.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from facedown.terminal.output import progress
from facedown.terminal.serve import store_url


def arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments."""
    parser.add_argument("file", metavar="FILE", help="the new file")
    parser.add_argument(
        "--db", default="", metavar="STORE", help="where the tables are kept, as for serve"
    )


def run(chosen: argparse.Namespace) -> int:
    """Makes the backup."""
    from facedown.table.backup import backup

    copied = backup(store_url(chosen.db), Path(chosen.file))
    progress(f"{chosen.file} holds all tables ({copied.tables:,}) and events ({copied.events:,}).")
    return 0
