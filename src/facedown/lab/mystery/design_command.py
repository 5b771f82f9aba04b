"""``facedown design mystery``: puzzles that are as one wants them, found by the search."""

from __future__ import annotations

import argparse
import re
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Final

from facedown.core.codec import Json
from facedown.core.errors import BadOption, reason
from facedown.core.messages import exactly, joined, phrase
from facedown.core.workshop import Progress
from facedown.games.mystery.puzzle import Puzzle, pile_name, price_words
from facedown.games.mystery.studio.texts import puzzle_code, puzzle_text
from facedown.games.mystery.words import mods_words, percent
from facedown.lab.tools import Command, Result
from facedown.processors import usable_processors

if TYPE_CHECKING:
    from facedown.lab.mystery.design import Candidate, Recipe, SearchOutcome

CANDIDATES: Final = 5_000
MOST: Final = 10_000_000
MOST_WORKERS: Final = 256
_NUMBER: Final = r"([0-9]{1,2}(?:\.[0-9]{1,6}|/[1-9][0-9]{0,5})?)"
_QUARTER: Final = Fraction(1, 4)


def par_interval(text: str) -> tuple[Fraction, Fraction]:
    """Pars from one to another; one number alone stands for all that are nearest to that half.

    >>> par_interval("4.5"), par_interval("13/3-4.4")
    ((Fraction(17, 4), Fraction(19, 4)), (Fraction(13, 3), Fraction(22, 5)))
    """
    found = re.fullmatch(f"{_NUMBER}(?:-{_NUMBER})?", text)
    if found is None:
        raise BadOption(
            phrase(
                "A par is a number such as 4.5, or two such as 4.3-4.6, not {text!r}.",
                text=text[:40],
            )
        )
    low, high = Fraction(found[1]), Fraction(found[2] or found[1])
    if found[2] is None:
        return low - _QUARTER, high + _QUARTER
    if low > high:
        raise BadOption(phrase("The lower par comes first, not {text}.", text=text[:40]))
    return low, high


def _cells(text: str) -> tuple[int, int]:
    found = re.fullmatch(r"([0-9]{1,2})(?:-([0-9]{1,2}))?", text)
    if found is None:
        raise BadOption(
            phrase(
                "Cells are a number such as 10, or two such as 8-11, not {text!r}.", text=text[:40]
            )
        )
    return int(found[1]), int(found[2] or found[1])


def _arguments(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add(
        "--par",
        metavar="N",
        help=phrase(
            "the par wanted: 4.5 for all from 4.25 to 4.75, or two numbers such as 4.3-4.6 (any)"
        ),
    )
    add("--worst", metavar="N", type=int, help=phrase("the worst case wanted (any)"))
    add("--piles", metavar="N", type=int, default=3, help=phrase("how many piles (3)"))
    add(
        "--cells",
        metavar="N",
        default="8-11",
        help=phrase("cells in piles, such as 10 or 8-11 (8-11)"),
    )
    add("--mystery", metavar="N", type=int, default=1, help=phrase("how many mystery cards (1)"))
    add("--removed", metavar="N", type=int, default=0, help=phrase("cards removed, at most (0)"))
    add("--jokers", metavar="N", type=int, default=0, help=phrase("jokers added, at most (0)"))
    add(
        "--picks",
        metavar="N",
        type=int,
        help=phrase("picks that best play shall cost by its prices (27)"),
    )
    add(
        "--dead",
        action="store_true",
        help=phrase("also puzzles with a pile that changes nothing"),
    )
    add(
        "--uncertain",
        action="store_true",
        help=phrase("also puzzles whose mystery may stay uncertain"),
    )
    add("--count", metavar="N", type=int, default=10, help=phrase("how many puzzles to show (10)"))
    add(
        "--candidates",
        metavar="N",
        type=int,
        default=CANDIDATES,
        help=phrase("how many puzzles are looked at ({candidates:,})", candidates=CANDIDATES),
    )
    add(
        "--seed",
        metavar="N",
        type=int,
        default=0,
        help=phrase("the same puzzles every time (0)"),
    )
    add(
        "--workers", metavar="N", type=int, help=phrase("threads (as many as there are processors)")
    )
    add(
        "--out",
        metavar="FOLDER",
        help=phrase("a folder to write the puzzles to, each as a file"),
    )


def _recipe(chosen: argparse.Namespace) -> Recipe:
    from facedown.lab.mystery.design import Recipe

    return Recipe(
        piles=chosen.piles,
        cells=_cells(chosen.cells),
        mystery=chosen.mystery,
        removed=chosen.removed,
        jokers=chosen.jokers,
        par=None if chosen.par is None else par_interval(chosen.par),
        worst=chosen.worst,
        dead=chosen.dead,
        uncertain=chosen.uncertain,
    )


def _design(chosen: argparse.Namespace, progress: Progress) -> Result:
    from facedown.lab.mystery.design import puzzle_of, search

    for name, most in (("count", 1_000), ("candidates", MOST), ("picks", 99)):
        value = getattr(chosen, name)
        if value is not None and not 1 <= value <= most:
            raise BadOption(
                phrase(
                    "--{name} is from 1 to {most:,}, not {value}.",
                    name=name,
                    most=most,
                    value=value,
                )
            )
    workers = usable_processors() if chosen.workers is None else chosen.workers
    if not 1 <= workers <= MOST_WORKERS:
        raise BadOption(
            phrase(
                "--workers is from 1 to {most_workers}, not {workers}.",
                most_workers=MOST_WORKERS,
                workers=workers,
            )
        )
    recipe = _recipe(chosen)
    with ThreadPoolExecutor(workers) as executor:
        found = search(recipe, chosen.seed, chosen.candidates, executor, progress)
    picks = None if chosen.picks is None else Fraction(chosen.picks)
    made = [
        (one, puzzle_of(one, f"Design {chosen.seed}/{one.number}", picks))
        for one in found.candidates[: chosen.count]
    ]
    if chosen.out is not None:
        _write(Path(chosen.out), made, chosen.seed)
    json: Json = {
        "seed": chosen.seed,
        "candidates": found.looked,
        "fitting": found.fitting,
        "distinct": len(found.candidates),
        "checksum": found.checksum,
        "stopped": found.stopped,
        "puzzles": [_json(one, puzzle) for one, puzzle in made],
    }
    lines = [line for one, puzzle in made for line in _lines(one, puzzle)]
    return Result(json, joined("\n", [*lines, _summary(found, len(made), chosen.seed)]))


def _write(folder: Path, made: list[tuple[Candidate, Puzzle]], seed: int) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for one, puzzle in made:
            file = folder / f"design-{seed}-{one.number}.toml"
            file.write_text(puzzle_text(puzzle), "utf-8")
    except OSError as problem:
        raise BadOption(
            phrase("The puzzles cannot be written: {reason}.", reason=reason(problem))
        ) from problem


def _json(one: Candidate, puzzle: Puzzle) -> Json:
    rating = one.rating
    return {
        "title": puzzle.title,
        "number": one.number,
        "par": str(rating.expected),
        "par_decimal": round(float(rating.expected), 6),
        "worst": rating.worst,
        "chance": str(rating.chance),
        "real_choices": str(rating.choices),
        "ties": str(rating.ties),
        "distribution": {str(n): str(share) for n, share in rating.distribution.items()},
        "code": puzzle_code(puzzle),
        "file": puzzle_text(puzzle),
    }


def _lines(one: Candidate, puzzle: Puzzle) -> list[str]:
    rating = one.rating
    piles: list[str] = []
    for number, pile in enumerate(puzzle.piles):
        mods = mods_words(puzzle, number)
        told = phrase(
            "  {pile}: {cells}, for {price}",
            pile=pile_name(number),
            cells=" ".join(pile.cells),
            price=price_words(pile.price),
        )
        piles.append(joined("", [told, " (", mods, ")"]) if mods else told)
    spread = [
        phrase("{n} in {percent}", n=n, percent=percent(share))
        for n, share in rating.distribution.items()
    ]
    head: str = phrase(
        "{title}: par {par}, worst case {worst}.",
        title=puzzle.title,
        par=exactly(rating.expected),
        worst=rating.worst,
    )
    if rating.chance != 1:
        right = phrase("Right in {percent} in the end.", percent=percent(rating.chance))
        head = joined(" ", [head, right])
    reason = phrase(
        "{choices:.2f} real choices, where the second best pile costs less than a quarter of a "
        "question; {ties:.2f} more where it costs nothing.",
        choices=float(rating.choices),
        ties=float(rating.ties),
    )
    return [
        head,
        *piles,
        joined("  ", ["", phrase("Best play asks {shares}.", shares=joined(", ", spread))]),
        joined("  ", ["", reason]),
        joined("  ", ["", phrase("Code {code}", code=puzzle_code(puzzle))]),
        "",
    ]


def _summary(found: SearchOutcome, shown: int, seed: int) -> str:
    looked = (
        phrase("Stopped after {n:,} candidates (seed {seed}).", n=found.looked, seed=seed)
        if found.stopped
        else phrase("Looked at {n:,} candidates (seed {seed}).", n=found.looked, seed=seed)
    )
    if not found.candidates:
        return joined(" ", [looked, phrase("None is as wanted.")])
    told = phrase(
        "{fitting:,} are as wanted, {distinct:,} of them distinct up to the grid's symmetries; the "
        "{shown} with most real choices are shown. Checksum {checksum}.",
        fitting=found.fitting,
        distinct=len(found.candidates),
        shown=shown,
        checksum=found.checksum,
    )
    return joined(" ", [looked, told])


DESIGN: Final = Command(
    "design", phrase("Find puzzles of a wanted par, worst case and size."), _arguments, _design
)
