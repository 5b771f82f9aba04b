"""``facedown print PUZZLE``: a puzzle, its solution, or the whole book as a PDF."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Final

from facedown.core.errors import BadOption
from facedown.core.progress import Progress
from facedown.games.mystery.marks import PAPERS
from facedown.lab.mystery.par import puzzle_from
from facedown.lab.tools import Command, Result

BOOK: Final = "book"


def _arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "puzzle",
        metavar="PUZZLE",
        help=f"the name of a puzzle, a file, or a share code; {BOOK} for the whole book",
    )
    parser.add_argument("--out", metavar="FILE", required=True, help="the PDF to write")
    parser.add_argument(
        "--paper", metavar="PAPER", default=PAPERS[0], help=f"{' or '.join(PAPERS)} ({PAPERS[0]})"
    )
    parser.add_argument(
        "--solution", action="store_true", help="how best play solves it, in place of the puzzle"
    )


def _print(chosen: argparse.Namespace, progress: Progress) -> Result:
    from facedown.games.mystery.book_sheets import BOOK_TITLE, whole_book
    from facedown.games.mystery.sheets import sheets

    alone, whole = chosen.solution, chosen.puzzle == BOOK
    if whole:
        title: str = BOOK_TITLE
        progress(f"Drawing {title}.")
        pdf = whole_book(chosen.paper, pages=not alone)
    else:
        puzzle = puzzle_from(chosen.puzzle)
        title = puzzle.title
        progress(f"Drawing {title}.")
        pdf = sheets([puzzle], chosen.paper, pages=not alone, solutions=alone)
    file = Path(chosen.out)
    try:
        file.write_bytes(pdf)
    except OSError as problem:
        reason = problem.strerror or type(problem).__name__
        raise BadOption(f"{file} cannot be written: {reason.lower()}.") from None
    json = {"file": str(file), "bytes": len(pdf), "paper": chosen.paper, "title": title}
    return Result(json, f"{title} is in {file}; print it at 100 %.")


PRINT: Final = Command("print", "Puzzles on paper, as a PDF.", _arguments, _print, subject=True)
