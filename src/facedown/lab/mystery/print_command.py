"""``facedown print PUZZLE``: a puzzle, its solution, or the whole book as a PDF."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Final

from facedown.core.errors import BadOption
from facedown.core.progress import Progress
from facedown.games.mystery.book import book_names
from facedown.games.mystery.game import MysteryMachine
from facedown.games.mystery.library import book_puzzle
from facedown.games.mystery.marks import PAPERS
from facedown.lab.mystery.par import puzzle_from
from facedown.lab.tools import Command, Result

if TYPE_CHECKING:
    from facedown.games.mystery.sheets import Cover

BOOK: Final = "book"
BOOK_TITLE: Final = "Mystery Machine: sixty puzzles"
COVER: Final = (
    "Each page is a puzzle to be laid out and played with a deck of cards; solutions at the end.",
    "Par is how many questions best play asks on average; so many at most are always enough.",
)


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


def _cover() -> Cover:
    from facedown.games.mystery.sheets import Cover

    sections = MysteryMachine.collection()[1:]
    levels = (
        (section.title, tuple((one.title, one.words) for one in section.ready))
        for section in sections
    )
    return Cover(BOOK_TITLE, COVER, tuple(levels))


def _print(chosen: argparse.Namespace, progress: Progress) -> Result:
    from facedown.games.mystery.sheets import sheets

    alone, whole = chosen.solution, chosen.puzzle == BOOK
    if whole:
        puzzles, title = [book_puzzle(name) for name in book_names()], BOOK_TITLE
    else:
        puzzles = [puzzle_from(chosen.puzzle)]
        title = puzzles[0].title
    progress(f"Drawing {title}.")
    cover = _cover() if whole and not alone else None
    solutions = alone or whole
    pdf = sheets(puzzles, chosen.paper, pages=not alone, solutions=solutions, cover=cover)
    file = Path(chosen.out)
    try:
        file.write_bytes(pdf)
    except OSError as problem:
        reason = problem.strerror or type(problem).__name__
        raise BadOption(f"{file} cannot be written: {reason.lower()}.") from None
    json = {"file": str(file), "bytes": len(pdf), "paper": chosen.paper, "title": title}
    return Result(json, f"{title} is in {file}; print it at 100 %.")


PRINT: Final = Command("print", "Puzzles on paper, as a PDF.", _arguments, _print, subject=True)
