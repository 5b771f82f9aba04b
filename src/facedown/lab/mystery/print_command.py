"""``facedown print PUZZLE``: a puzzle, its solution, or the whole book as a PDF."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Final

from facedown.core.errors import BadOption, reason
from facedown.core.messages import joined, phrase
from facedown.core.progress import Progress
from facedown.core.words import listed
from facedown.games.mystery.marks import PAPERS
from facedown.lab.mystery.par import puzzle_from
from facedown.lab.tools import Command, Result
from facedown.languages import current_catalogue

BOOK: Final = "book"


def _print_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "puzzle",
        metavar="PUZZLE",
        help=phrase(
            "the name of a puzzle, a file, or a share code; {book} for the whole book", book=BOOK
        ),
    )
    parser.add_argument("--out", metavar="FILE", required=True, help=phrase("the PDF to write"))
    parser.add_argument(
        "--paper",
        metavar="PAPER",
        default=PAPERS[0],
        help=joined("", [listed(PAPERS, "or"), f" ({PAPERS[0]})"]),
    )
    parser.add_argument(
        "--solution",
        action="store_true",
        help=phrase("how best play solves it, in place of the puzzle"),
    )


def _print(chosen: argparse.Namespace, progress: Progress) -> Result:
    from facedown.games.mystery.book_sheets import BOOK_TITLE, whole_book
    from facedown.games.mystery.sheets import sheets

    catalogue = current_catalogue()
    alone, whole = chosen.solution, chosen.puzzle == BOOK
    if whole:
        title: str = BOOK_TITLE
        progress(phrase("Drawing {title}.", title=title))
        pdf = whole_book(chosen.paper, pages=not alone, catalogue=catalogue)
    else:
        puzzle = puzzle_from(chosen.puzzle)
        title = puzzle.title
        progress(phrase("Drawing {title}.", title=title))
        pdf = sheets([puzzle], chosen.paper, pages=not alone, solutions=alone, catalogue=catalogue)
    file = Path(chosen.out)
    try:
        file.write_bytes(pdf)
    except OSError as problem:
        raise BadOption(
            phrase("{file} cannot be written: {reason}.", file=file, reason=reason(problem))
        ) from None
    json = {"file": str(file), "bytes": len(pdf), "paper": chosen.paper, "title": title}
    return Result(json, phrase("{title} is in {file}; print it at 100 %.", title=title, file=file))


PRINT: Final = Command(
    "print", phrase("Puzzles on paper, as a PDF."), _print_arguments, _print, subject=True
)
