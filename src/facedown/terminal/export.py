"""Write recorded games as a Parquet file, a row a decision, for programs that learn.

``facedown export LOG… --out FILE``
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from facedown.core.log import Log
from facedown.core.messages import phrase, phrase_many
from facedown.lab.decisions import write_decisions
from facedown.languages import spoken
from facedown.terminal.logfile import read_log_file

SUMMARY: Final = phrase(
    "Write recorded games as a Parquet file, a row a decision, for programs that learn."
)


def arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments."""
    parser.add_argument(
        "logs",
        metavar="LOG",
        type=Path,
        nargs="+",
        help=phrase("log files of one setting, and folders of them"),
    )
    parser.add_argument(
        "--out",
        metavar="FILE",
        type=Path,
        required=True,
        help=phrase("the new file, such as games.parquet (needs facedown[parquet])"),
    )


def run(chosen: argparse.Namespace) -> int:
    """Writes the file."""
    rows = write_decisions(_logs(chosen.logs), chosen.out)
    said = phrase_many("{n} decision written.", "{n} decisions written.", rows)
    print(spoken(said))
    return 0


def _logs(paths: list[Path]) -> Iterator[Log]:
    for path in paths:
        for file in sorted(path.glob("*.jsonl")) if path.is_dir() else [path]:
            yield read_log_file(file)
