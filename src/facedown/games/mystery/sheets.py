"""Puzzles on paper: sheets to lay out and play with a deck of cards, and their solutions, as PDF.

``sheet.typ`` draws them from plain data: lines and shapes in black, to the millimetre.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib import resources
from typing import TYPE_CHECKING, Any, Final

from facedown.core.errors import BadOption
from facedown.core.words import counted, listed
from facedown.games.mystery.cards import COLUMNS, RANKS, SUIT_SIGNS, cell_name, cell_number
from facedown.games.mystery.figures import decimal, percent
from facedown.games.mystery.marks import PAPERS, TOKENS, price_dots
from facedown.games.mystery.prices import PRICES
from facedown.games.mystery.puzzle import Puzzle, Twist, pile_name
from facedown.games.mystery.refusals import price_words
from facedown.games.mystery.text import mods_words

if TYPE_CHECKING:
    from facedown.deduce.purchases import Best

_CALLED: Final = dict(zip(PAPERS, ("a4", "us-letter"), strict=True))
"""How formats of paper are called in ``sheet.typ``."""
RULER: Final = "Print at 100 %: this line is 100 mm long."
TEMPLATE: Final = "sheet.typ"
_STEPS: Final = 2
"""After so many answers a solution says what best play asks next."""


@dataclass(frozen=True, slots=True)
class Cover:
    """The first page of several puzzles: its lines, and a table of contents by level.

    ``levels`` has titles, each with names of puzzles and a few words beside them.
    """

    title: str
    lines: tuple[str, ...]
    levels: tuple[tuple[str, tuple[tuple[str, str], ...]], ...]


def sheets(
    puzzles: Sequence[Puzzle],
    paper: str = "a4",
    *,
    pages: bool = True,
    solutions: bool = False,
    cover: Cover | None = None,
) -> bytes:
    """A PDF with a page for each puzzle, and with their solutions.

    Raises ``BadOption`` for an unknown paper, and ``BeyondPar`` where a solution cannot be found.
    """
    import typst

    if paper not in PAPERS:
        raise BadOption(f"The paper is {listed(PAPERS, 'or')}, not {paper[:40]!r}.")
    data = {
        "paper": _CALLED[paper],
        "title": cover.title if cover else puzzles[0].title,
        "ruler": RULER,
        "cover": None
        if cover is None
        else {
            "lines": cover.lines,
            "levels": [
                {"title": title, "puzzles": [{"name": n, "words": w} for n, w in listed_there]}
                for title, listed_there in cover.levels
            ],
        },
        "puzzle-pages": pages,
        "solution-pages": solutions,
        "puzzles": [
            _sheet(puzzle) | ({"solution": _solution(puzzle)} if solutions else {})
            for puzzle in puzzles
        ],
    }
    source = resources.files(__package__).joinpath(TEMPLATE).read_bytes()
    return bytes(
        typst.compile(source, sys_inputs={"data": json.dumps(data)}, ignore_system_fonts=True)
    )


def _sheet(puzzle: Puzzle) -> dict[str, Any]:
    pile_at = {cell: number for number, pile in enumerate(puzzle.piles) for cell in pile.cells}
    cells = [
        {"name": name, "pile": pile_at.get(name), "mystery": name in puzzle.mystery}
        for name in map(cell_name, range(puzzle.rows * COLUMNS))
    ]
    about = [f"Par {puzzle.par}"] if puzzle.par else []
    about += [f"by {puzzle.by}"] if puzzle.by else []
    return {
        "title": puzzle.title,
        "about": ", ".join(about),
        "rows": [cells[at : at + COLUMNS] for at in range(0, len(cells), COLUMNS)],
        "piles": [_pile(puzzle, number) for number in range(len(puzzle.piles))],
        "twists": [
            {
                "kind": twist.name,
                "cells": [divmod(cell_number(cell, puzzle.rows), COLUMNS) for cell in twist.cells],
            }
            for twist in puzzle.twists
        ],
        "holder": f"Mystery: {listed(_mystery_words(puzzle))}",
        "steps": list(_dealing(puzzle)),
        "notes": [
            *([cell_name(row * COLUMNS)[0], ranks_words(puzzle)] for row in range(puzzle.rows)),
            *([str(column + 1), "   ".join(SUIT_SIGNS)] for column in range(COLUMNS)),
        ],
    }


def ranks_words(puzzle: Puzzle) -> str:
    """The ranks of a puzzle's rows, the ace first.

    >>> from facedown.games.mystery.library import printed_puzzle
    >>> ranks_words(printed_puzzle("one-two-three"))
    'A   K   Q   J'
    """
    return "   ".join(RANKS[rank] for rank in reversed(puzzle.ranks))


def _pile(puzzle: Puzzle, number: int) -> dict[str, Any]:
    pile = puzzle.piles[number]
    mods = mods_words(puzzle, number)
    return {
        "name": pile_name(number),
        "token": TOKENS[number],
        "price": price_words(pile.price),
        "dots": price_dots(PRICES[pile.price])[0],
        "cells": " ".join(pile.cells),
        "cards": counted(pile.size, "card") + (f" ({mods})" if mods else ""),
    }


def _mystery_words(puzzle: Puzzle) -> list[str]:
    found = [*puzzle.mystery]
    found += [twist.cells[0] for twist in puzzle.twists if twist.name == "joker swap"]
    found += [
        f"{counted(pile.remove, 'card')} of {pile_name(number)}"
        for number, pile in enumerate(puzzle.piles)
        if pile.remove and pile.removed_to == "mystery"
    ]
    return found


def _dealing(puzzle: Puzzle) -> Iterator[str]:
    """How the puzzle is dealt and played, step by step (M1–M8)."""
    ranks = listed(RANKS[rank] for rank in reversed(puzzle.ranks))
    yield (
        f"Make a pile of each suit, {ranks} in the same order. Turn the piles over and move them "
        "about until nobody knows which is which."
    )
    yield (
        "Lay one pile out as a row, face down, and the others upon it in the same order. Move the "
        "new piles about likewise, and stack them."
    )
    yield from map(_twist_words, puzzle.twists)
    last = cell_name(puzzle.rows * COLUMNS - 1)
    yield (
        f"Deal row by row, A1 to {last}: cells marked ? to the mystery, tokens to their piles, "
        "all others under a stone. Shuffle each pile."
    )
    for number, _ in enumerate(puzzle.piles):
        if mods := mods_words(puzzle, number):
            yield f"{pile_name(number)}: {mods}, unseen; shuffle it again."
    order = " (in any order)" if puzzle.any_order else ""
    yield (
        "Shuffle the other cards. Turn two up, take one and dump the other, and so on; hold six at "
        "most. Pay a price to turn up the top card of its pile, whenever you like. Name the mystery"
        f"{order} before the cards are out."
    )


def _twist_words(twist: Twist) -> str:
    cells = listed(twist.cells)
    if twist.name == "joker swap":
        return f"Put a joker in the place of the card of {cells}: that card is the mystery."
    if twist.name == "swap":
        return f"Swap the cards of {cells}."
    if twist.name == "shift":
        return f"Shift the cards of {cells} one step on, the last to the first."
    return f"Shuffle the cards of {cells} among their cells."


def _solution(puzzle: Puzzle) -> dict[str, Any]:
    from facedown.games.mystery.par import best_of, par_of

    best = best_of(puzzle)
    par = par_of(puzzle, best)
    enough = f"{counted(par.worst, 'question')} can always be enough"
    certain = "The mystery is always certain in the end."
    if not par.determined:
        certain = f"Best play ends with a right guess in {percent(par.chance)}."
    facts = [f"Par is {decimal(par.expected)} questions, exactly; {enough}.", certain]
    asked = [("Questions", "Best play ends")]
    asked += [(str(n), percent(share)) for n, share in par.distribution.items()]
    right = [("Questions", "A right guess")]
    right += [(str(n), percent(chance)) for n, chance in enumerate(par.right_guess)]
    first = [("First question", "Expected in all")]
    first += [(pile, decimal(value)) for pile, value in par.first.items()]
    return {
        "title": f"Solution: {puzzle.title}",
        "facts": facts,
        "steps-title": "How best play begins",
        "steps": list(first_steps(best)),
        "tables": [asked, right, first],
    }


def first_steps(best: Best) -> Iterator[str]:
    """How best play begins, in sentences: what it asks first, and by what comes up then."""
    if best.start.ask is None:
        yield "No question can raise the chance of a right guess."
        return
    yield f"Ask {pile_name(best.start.ask)} first."
    yield from _after(best, [], best.start.ask, "")


def _after(best: Best, shown: list[tuple[int, int | None]], ask: int, before: str) -> Iterator[str]:
    """A sentence for each kind of answer to a question, and for what may come then."""
    from facedown.deduce.purchases import BadPurchases

    things = [thing for _, thing in shown if thing is not None]
    kinds: dict[str, int | None] = {}
    for thing in range(best.problem.orders.shape[1]):
        if thing not in things:
            kinds.setdefault(_kind(thing, things), thing)
    kinds["a joker"] = None
    for words, example in kinds.items():
        now = [*shown, (ask, example)]
        try:
            node = best.node(now)
        except BadPurchases:
            continue
        told = f"{before}{'' if not before else ', then '}{pile_name(ask)} shows {words}"
        if node.ask is None:
            yield f"{told}: name the likeliest mystery."
        else:
            yield f"{told}: ask {pile_name(node.ask)}."
            if len(now) < _STEPS:
                yield from _after(best, now, node.ask, told)


def _kind(thing: int, before: Sequence[int]) -> str:
    """What a card has in common with the first card shown."""
    if not before:
        return "a card"
    if thing // COLUMNS == before[0] // COLUMNS:
        return "one of its rank"
    return "one of its suit" if thing % COLUMNS == before[0] % COLUMNS else "another rank and suit"
