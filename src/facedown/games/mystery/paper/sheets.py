"""Puzzles on paper: sheets to lay out and play with a deck of cards, and their solutions, as PDF.

``sheet.typ`` draws them from plain data: lines and shapes in black, to the millimetre. A book has a
title page, contents, how to lay out and play once, two puzzles on a page, and the solutions.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib import resources
from typing import TYPE_CHECKING, Any, Final

from facedown.core.messages import (
    Catalogue,
    exactly,
    joined,
    listed,
    phrase,
    phrase_many,
    translated,
)
from facedown.games.mystery.cards import COLUMNS, RANKS, SUIT_SIGNS, cell_name, cell_number
from facedown.games.mystery.dealing import dealing_of
from facedown.games.mystery.puzzle import (
    PRICES,
    TOKENS,
    Puzzle,
    Twist,
    pile_name,
    price_dots,
    price_words,
)
from facedown.games.mystery.studio.library import (
    LEVELS,
    book_names,
    book_puzzle,
    entries_of,
    entry_words,
    par_words,
)
from facedown.games.mystery.studio.texts import title_words
from facedown.games.mystery.words import at_most, mods_words, percent
from facedown.paper.books import Cover, Credit, own_cover
from facedown.paper.press import RULER, paper_named, pressed

if TYPE_CHECKING:
    from facedown.deduce.purchases import Best


TEMPLATE: Final = "sheet.typ"
_STEPS: Final = 2
"""After so many answers a solution says what best play asks next."""


def sheets(
    puzzles: Sequence[Puzzle],
    paper: str = "a4",
    *,
    pages: bool = True,
    solutions: bool = False,
    cover: Cover | None = None,
    catalogue: Catalogue | None = None,
) -> bytes:
    """A PDF with a page for each puzzle, or with a cover a book; in the words of a catalogue.

    Of a puzzle that is too large for exact par a solution says what sampled deals tell (M10).
    Raises ``BadOption`` for an unknown paper, and ``BeyondPar`` where those would take minutes.
    """
    data: dict[str, Any] = {
        "paper": paper_named(paper).typst,
        "title": cover.title if cover else title_words(puzzles[0]),
        "ruler": RULER,
        "cover": cover
        and cover.form(
            [title_words(puzzle) for puzzle in puzzles],
            phrase("How to lay out and play"),
            [*_dealing(None)],
        ),
        "puzzle-pages": pages,
        "solution-pages": solutions,
        "puzzles": [
            _sheet(puzzle) | ({"solution": _solution(puzzle)} if solutions else {})
            for puzzle in puzzles
        ],
    }
    if catalogue is not None:
        data = _said(data, catalogue)
    source = resources.files(__package__).joinpath(TEMPLATE).read_bytes()
    return pressed(source, data)[0]


def _said(data: Any, catalogue: Catalogue) -> Any:
    """The data of sheets with its messages in the words of a catalogue."""
    if isinstance(data, dict):
        return {name: _said(part, catalogue) for name, part in data.items()}
    if isinstance(data, list | tuple):
        return [_said(part, catalogue) for part in data]
    return translated(data, catalogue) if isinstance(data, str) else data


def _sheet(puzzle: Puzzle) -> dict[str, Any]:
    pile_at = {cell: number for number, pile in enumerate(puzzle.piles) for cell in pile.cells}
    cells = [
        {"name": name, "pile": pile_at.get(name), "mystery": name in puzzle.mystery}
        for name in map(cell_name, range(puzzle.rows * COLUMNS))
    ]
    par = phrase("Par {par}", par=par_words(puzzle)) if puzzle.par else ""
    about = [part for part in (par, _credit(puzzle).words) if part]
    cards = listed(_mystery_words(puzzle))
    return {
        "title": title_words(puzzle),
        "about": joined(", ", about),
        "rows": [cells[at : at + COLUMNS] for at in range(0, len(cells), COLUMNS)],
        "piles": [_pile(puzzle, number) for number in range(len(puzzle.piles))],
        "twists": [
            {
                "kind": twist.name,
                "cells": [divmod(cell_number(cell, puzzle.rows), COLUMNS) for cell in twist.cells],
            }
            for twist in puzzle.twists
        ],
        "holder": phrase("Mystery: {cards}", cards=cards),
        "steps": list(_dealing(puzzle)),
        "own": list(_own(puzzle)),
        "notes": [
            *([cell_name(row * COLUMNS)[0], ranks_words(puzzle)] for row in range(puzzle.rows)),
            *([str(column + 1), "   ".join(SUIT_SIGNS)] for column in range(COLUMNS)),
        ],
    }


def ranks_words(puzzle: Puzzle) -> str:
    """The ranks of a puzzle's rows, the ace first.

    >>> from facedown.games.mystery.studio.library import printed_puzzle
    >>> ranks_words(printed_puzzle("one-two-three"))
    'A   K   Q   J'
    """
    return "   ".join(RANKS[rank] for rank in reversed(puzzle.ranks))


def _pile(puzzle: Puzzle, number: int) -> dict[str, Any]:
    pile = puzzle.piles[number]
    mods = mods_words(puzzle, number)
    cards = phrase_many("{n} card", "{n} cards", pile.size)
    return {
        "name": pile_name(number),
        "token": TOKENS[number],
        "price": price_words(pile.price),
        "dots": price_dots(PRICES[pile.price])[0],
        "cells": " ".join(pile.cells),
        "cards": phrase("{cards} ({mods})", cards=cards, mods=mods) if mods else cards,
    }


def _mystery_words(puzzle: Puzzle) -> list[str]:
    dealing = dealing_of(puzzle)
    found = list(dealing.slots[: len(dealing.slot_cells)])
    found += [
        phrase(
            "{cards} of {pile}",
            cards=phrase_many("{n} card", "{n} cards", pile.remove),
            pile=pile_name(number),
        )
        for number, pile in enumerate(puzzle.piles)
        if pile.remove and pile.removed_to == "mystery"
    ]
    return found


def _dealing(puzzle: Puzzle | None) -> Iterator[str]:
    """How the puzzle is dealt and played, step by step (M1–M8); None: any that has no twist."""
    if puzzle is None:
        yield phrase(
            "Make a pile of each suit with the ranks of the puzzle, in the same order. Turn the "
            "piles over and move them about until nobody knows which is which."
        )
    else:
        yield phrase(
            "Make a pile of each suit, {ranks} in the same order. Turn the piles over and move "
            "them about until nobody knows which is which.",
            ranks=listed(RANKS[rank] for rank in reversed(puzzle.ranks)),
        )
    if puzzle is not None and puzzle.twists:
        yield from _twisting(puzzle)
    else:
        yield phrase(
            "Lay one pile out as a row, face down, and the others upon it in the same order. Move "
            "the new piles about likewise, and stack them."
        )
        yield phrase(
            "Deal the stack card by card, row by row from A1 to {last}: cells marked ? to the "
            "mystery, tokens to their piles, all others under a stone. Shuffle each pile.",
            last=phrase("the last cell") if puzzle is None else _last_cell(puzzle),
        )
    yield from () if puzzle is None else _mods(puzzle)
    yield phrase(
        "Shuffle the other cards, without jokers. Turn two up, take one and dump the other, and so "
        "on. Hold six at most: who takes a seventh dumps one of the six older ones. Pay a price to "
        "turn up the top card of its pile, whenever you like."
    )
    yield phrase(
        "{name} when you like, at the latest when the cards are out and nothing can be paid. There "
        "is one guess: right or wrong, it ends the game.",
        name=phrase("Name the mystery") if puzzle is None else _naming(puzzle),
    )
    yield phrase(
        "Or let a phone deal it: a table of Facedown with real low cards keeps the grid and the "
        "piles (M18)."
    )


def _own(puzzle: Puzzle) -> Iterator[str]:
    """What is said of the puzzle alone where a book says how to lay out and play."""
    if puzzle.twists:
        yield from _twisting(puzzle)
    yield from _mods(puzzle)
    if len(dealing_of(puzzle).slots) > 1:
        yield joined("", [_naming(puzzle), "."])


def _twisting(puzzle: Puzzle) -> Iterator[str]:
    yield phrase(
        "Lay one pile out as a row, face down, and the others upon it in the same order. Move "
        "the new piles about likewise, and lay each out as a row of the grid, A1 to {last}.",
        last=_last_cell(puzzle),
    )
    yield from map(_twist_words, puzzle.twists)
    yield phrase(
        "Take them up row by row: cells marked ? to the mystery, tokens to their piles, all "
        "others under a stone. Shuffle each pile."
    )


def _last_cell(puzzle: Puzzle) -> str:
    return cell_name(puzzle.rows * COLUMNS - 1)


def _mods(puzzle: Puzzle) -> Iterator[str]:
    for number, _ in enumerate(puzzle.piles):
        if mods := mods_words(puzzle, number):
            yield phrase(
                "{pile}: {mods}, unseen; shuffle it again.", pile=pile_name(number), mods=mods
            )


def _naming(puzzle: Puzzle) -> str:
    """What is to be named, and in which order (M5)."""
    dealing = dealing_of(puzzle)
    if len(dealing.slots) == 1:
        return phrase("Name the mystery")
    if puzzle.any_order:
        return phrase("Name all cards of the mystery (in any order)")
    slots = joined(", ", [dealing.group_words(group) for group in dealing.alike])
    return phrase("Name all cards of the mystery ({slots})", slots=slots)


def _twist_words(twist: Twist) -> str:
    cells = listed(twist.cells)
    if twist.name == "joker swap":
        return phrase(
            "Put a joker in the place of the card of {cells}: that card is the mystery.",
            cells=cells,
        )
    if twist.name == "swap":
        return phrase("Swap the cards of {cells}.", cells=cells)
    if twist.name == "shift":
        way = joined(phrase(" to "), (*twist.cells, twist.cells[0]))
        return phrase("Shift the cards one step on: {way}.", way=way)
    return phrase("Shuffle the cards of {cells} among their cells.", cells=cells)


def _solution(puzzle: Puzzle) -> dict[str, Any]:
    from facedown.games.mystery.help.bounds import DEALS, sampled_par
    from facedown.games.mystery.help.knowledge import begin_words
    from facedown.games.mystery.help.par import BeyondPar, best_of, par_of

    title = phrase("Solution: {title}", title=title_words(puzzle))
    try:
        best = best_of(puzzle)
    except BeyondPar as problem:
        if not (begin := begin_words(puzzle)):
            raise
        return {
            "title": title,
            "facts": [problem.message, sampled_par(puzzle, DEALS, 0, lambda _: None).words],
            "steps-title": phrase("How to begin"),
            "steps": [begin],
            "tables": [],
        }
    par = par_of(puzzle, best)
    certain = phrase("The mystery is always certain in the end.")
    if not par.determined:
        certain = phrase(
            "Best play ends with a right guess in {chance}.", chance=percent(par.chance)
        )
    facts = [
        phrase("Par is {expected} questions, exactly.", expected=exactly(par.expected)),
        at_most(par.most, par.worst),
        certain,
    ]
    asked: list[tuple[str, str]] = [(phrase("Questions"), phrase("Best play ends"))]
    asked += [(str(n), percent(share)) for n, share in par.distribution.items()]
    right: list[tuple[str, str]] = [(phrase("Questions"), phrase("A right guess"))]
    right += [(str(n), percent(chance)) for n, chance in enumerate(par.right_guess)]
    first: list[tuple[str, str]] = [(phrase("First question"), phrase("Expected in all"))]
    first += [(pile, exactly(value)) for pile, value in par.first.items()]
    return {
        "title": title,
        "facts": facts,
        "steps-title": phrase("How best play begins"),
        "steps": list(first_steps(best)),
        "tables": [asked, right, first],
    }


def first_steps(best: Best) -> Iterator[str]:
    """How best play begins, in sentences: what it asks first, and by what comes up then."""
    if best.start.ask is None:
        yield phrase("No question can raise the chance of a right guess.")
        return
    yield phrase("Ask {pile} first.", pile=pile_name(best.start.ask))
    yield from _after(best, [], best.start.ask, "")


def _after(best: Best, shown: list[tuple[int, int | None]], ask: int, before: str) -> Iterator[str]:
    """A sentence for each kind of answer to a question, and for what may come then."""
    from facedown.deduce.purchases import BadPurchases

    things = [thing for _, thing in shown if thing is not None]
    kinds: dict[str, int | None] = {}
    for thing in range(best.problem.orders.shape[1]):
        if thing not in things:
            kinds.setdefault(_kind(thing, things), thing)
    kinds[phrase("a joker")] = None
    for words, example in kinds.items():
        now = [*shown, (ask, example)]
        try:
            node = best.node(now)
        except BadPurchases:
            continue
        told = phrase("{pile} shows {card}", pile=pile_name(ask), card=words)
        if before:
            told = phrase("{before}, then {now}", before=before, now=told)
        if node.ask is None:
            yield phrase("{told}: name the likeliest mystery.", told=told)
        else:
            yield phrase("{told}: ask {pile}.", told=told, pile=pile_name(node.ask))
            if len(now) < _STEPS:
                yield from _after(best, now, node.ask, told)


def _kind(thing: int, before: Sequence[int]) -> str:
    """What a card has in common with the first card shown."""
    if not before:
        return phrase("a card")
    if thing // COLUMNS == before[0] // COLUMNS:
        return phrase("one of its rank")
    return (
        phrase("one of its suit")
        if thing % COLUMNS == before[0] % COLUMNS
        else phrase("another rank and suit")
    )


# The book

BOOK_TITLE: Final = phrase("Mystery Machine: sixty puzzles")


def book_cover() -> Cover:
    """The title page of the book, and its contents by level."""
    levels = enumerate(LEVELS, 1)
    return Cover(
        BOOK_TITLE,
        (phrase("Puzzles to be laid out and played with a deck of cards, solutions at the end."),),
        (
            phrase(
                "The puzzles are by {who}, under the MIT licence: copy them, change them, and say "
                "whose they are.",
                who=book_puzzle(book_names()[0]).by,
            ),
            phrase(
                "Par is how many questions best play asks on average; it never asks more than is "
                "said after it."
            ),
        ),
        tuple((title, tuple(map(entry_words, entries_of(level)))) for level, title in levels),
    )


def cover_of(puzzles: Sequence[Puzzle]) -> Cover:
    """The title page of a book of one's own: whose its puzzles are, and a contents by title.

    >>> from facedown.games.mystery.studio.library import printed_puzzle
    >>> cover_of([printed_puzzle("one-two-three")]).levels
    (('Puzzles', ('by koodikulma.fi',)),)
    """
    return own_cover(
        phrase_many("Mystery Machine: {n} puzzle", "Mystery Machine: {n} puzzles", len(puzzles)),
        phrase("Puzzles to be laid out and played with a deck of cards, solutions at the end."),
        [_credit(puzzle) for puzzle in puzzles],
        [""] * len(puzzles),
    )


def _credit(puzzle: Puzzle) -> Credit:
    return Credit(puzzle.by, puzzle.licence)


def whole_book(paper: str, *, pages: bool = True, catalogue: Catalogue | None = None) -> bytes:
    """The book as a PDF in the words of a catalogue, or without ``pages`` its solutions alone.

    Raises ``BadOption`` for an unknown paper. The same bytes each time; it takes seconds.
    """
    puzzles = [book_puzzle(name) for name in book_names()]
    return sheets(
        puzzles,
        paper,
        pages=pages,
        solutions=True,
        cover=book_cover() if pages else None,
        catalogue=catalogue,
    )
