"""The puzzle studio: tokens, prices, mods and twists are laid, and the par is found meanwhile."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar, Final, cast

from facedown.core.facts import OptionValue
from facedown.core.messages import (
    decimals,
    exactly,
    joined,
    listed,
    phrase,
    phrase_in,
    phrase_many,
    separated,
)
from facedown.core.workshop import (
    Bar,
    Draft,
    Field,
    Finding,
    FindingTable,
    Flaw,
    Progress,
    Stage,
    Workshop,
)
from facedown.games.mystery.cards import COLUMNS, cell_name
from facedown.games.mystery.puzzle import (
    PRICES,
    REMOVED_TO,
    TWISTS,
    Puzzle,
    TwistKind,
    pile_name,
    price_dots,
    price_words,
)
from facedown.games.mystery.puzzle import TOKENS as SHAPES
from facedown.games.mystery.studio.alike import alike
from facedown.games.mystery.studio.drafts import (
    EMPTY,
    FIELDS,
    MYSTERY,
    NOTHING,
    PILE_PARTS,
    TOKENS,
    TOOL_WORDS,
    TOOLS,
    TWIST_WORDS,
    draft_of,
    flaws_of,
    piles_in,
    pressed,
    puzzle_of_draft,
    rows_of,
    tidied,
    tokens_of,
    twists_of,
    twists_text,
)
from facedown.games.mystery.studio.findings import find_cells, find_prices, find_win, same_without
from facedown.games.mystery.studio.library import PRINTED, book_puzzle, printed_puzzle
from facedown.games.mystery.studio.texts import puzzle_code, puzzle_text, title_words
from facedown.games.mystery.words import at_most, mods_words, percent

if TYPE_CHECKING:
    from facedown.games.mystery.help.par import Par


OPENING: Final = book_puzzle("paper-lantern")
"""Of the book, whose puzzles have names in each language."""
BOUNDED: Final = (10, 40)
"""Where there is no exact par, its bounds are told after so many deals, and told anew."""
_TOOL_KEYS: Final = (*TOKENS, "0", "Backspace", "j", "s", "h", "f")
_TWIST_SIGNS: Final = dict(zip(TWISTS, ("★", "⇄", "→", "✕"), strict=True))


def find_puzzle(draft: Draft, _report: Progress) -> Iterator[Finding]:
    """What the draft is as a puzzle: its piles, its share code and its file."""
    puzzle = puzzle_of_draft(draft)
    piles = []
    for number, pile in enumerate(puzzle.piles):
        mods = mods_words(puzzle, number)
        words = phrase(
            "{pile} {cards} for {price}",
            pile=pile_name(number),
            cards=phrase_many("{n} card", "{n} cards", pile.size),
            price=price_words(pile.price),
        )
        piles.append(phrase("{pile} ({mods})", pile=words, mods=mods) if mods else words)
    told = separated(piles)
    yield Finding("piles", phrase("Piles"), phrase("{piles}.", piles=told), len(piles))
    code = puzzle_code(puzzle)
    yield Finding("code", phrase("Share code"), code, code)
    yield Finding("file", phrase("As a file"), "", puzzle_text(puzzle), _lines(puzzle_text(puzzle)))


def _lines(text: str) -> FindingTable:
    return FindingTable(("puzzle.toml",), tuple((line,) for line in text.splitlines() if line), 1)


def find_par(draft: Draft, report: Progress) -> Iterator[Finding]:
    """Exact par, worst case, distribution, chances, and the value of each first question."""
    from facedown.games.mystery.help.par import BeyondPar, best_of, dead_piles, par_of

    report(phrase("Finding best play"))
    puzzle = puzzle_of_draft(draft)
    try:
        best = best_of(puzzle)
    except BeyondPar as problem:
        yield from _bounds(puzzle, problem.message, report)
        return
    par = par_of(puzzle, best)
    text = phrase_many(
        "{expected} question expected, exactly.",
        "{expected} questions expected, exactly.",
        float(par.expected),
        expected=exactly(par.expected),
    )
    figure = decimals(par.expected)
    yield Finding("par", phrase("Par"), text, str(par.expected), figure=figure)
    yield _determined(par)
    yield Finding("worst", phrase("Worst case"), at_most(par.most, par.worst), par.worst)
    yield _distribution(par)
    yield _first_question(par)
    yield _right_guess(par)
    report(phrase("Leaving out each pile"))
    dead = dead_piles(best)
    text = same_without(dead) if dead else phrase("None. Every pile counts.")
    role: Final = "advice" if dead else "fact"
    yield Finding("dead", phrase("Dead piles"), text, list(dead), role=role)


def _bounds(puzzle: Puzzle, problem: str, report: Progress) -> Iterator[Finding]:
    """Between which numbers the par of a puzzle lies that is too large for an exact one."""
    from facedown.games.mystery.help.bounds import sampled_par

    for deals in BOUNDED:
        found = sampled_par(puzzle, deals, 0, report)
        yield Finding("par", phrase("Par"), joined(" ", (problem, found.words)), found.json)


def _determined(par: Par) -> Finding:
    if par.determined:
        return Finding(
            "solvable",
            phrase("Always solvable"),
            phrase("Yes: the mystery is certain in the end."),
            True,
        )
    text = phrase("No: best play ends with a right guess in {chance}.", chance=percent(par.chance))
    return Finding("solvable", phrase("Always solvable"), text, False, role="advice")


def _distribution(par: Par) -> Finding:
    rows = tuple((str(n), str(share), percent(share)) for n, share in par.distribution.items())
    likeliest = max(par.distribution, key=lambda asked: par.distribution[asked])
    text = phrase_many("Mostly {n} question.", "Mostly {n} questions.", likeliest)
    value = {str(asked): str(share) for asked, share in par.distribution.items()}
    table = FindingTable(
        (phrase("Questions"), phrase("Chance"), phrase("In per cent")), rows, len(rows)
    )
    most = max(par.distribution.values())
    bars = tuple(
        Bar(str(n), round(100 * share / most), percent(share))
        for n, share in par.distribution.items()
    )
    label = phrase("Questions that best play asks")
    return Finding("distribution", label, text, value, table, bars=bars)


def _right_guess(par: Par) -> Finding:
    rows = tuple((str(n), str(c), percent(c)) for n, c in enumerate(par.right_guess))
    half = next((n for n, chance in enumerate(par.right_guess) if 2 * chance >= 1), None)
    text = phrase("Never half of the time.")
    if half is not None:
        text = phrase_many(
            "With {n} question at least half of the time.",
            "With {n} questions at least half of the time.",
            half,
        )
    table = FindingTable((phrase("Questions"), phrase("Right"), phrase("In per cent")), rows, 0)
    value = [str(chance) for chance in par.right_guess]
    return Finding("right-guess", phrase("A right guess"), text, value, table)


def _first_question(par: Par) -> Finding:
    if not par.first:
        return Finding("first", phrase("First question"), phrase("There is none."), {})
    least = min(par.first.values())
    best = [pile for pile, value in par.first.items() if value == least]
    rows = tuple((pile, exactly(value)) for pile, value in par.first.items())
    text = phrase("{pile} is best.", pile=best[0])
    if len(best) > 1:
        text = phrase("{piles} are best.", piles=listed(best, "or"))
    value = {pile: str(expected) for pile, expected in par.first.items()}
    most = max(par.first.values())
    bars = tuple(
        Bar(pile, round(100 * expected / most), decimals(expected))
        for pile, expected in par.first.items()
    )
    return Finding(
        "first",
        phrase("Questions, when this pile is asked first"),
        text,
        value,
        FindingTable((phrase_in("question", "First"), phrase("Expected")), rows, len(rows)),
        bars=bars,
    )


def find_priced(draft: Draft, report: Progress) -> Iterator[Finding]:
    """The prices, and with advice the draft that follows it."""
    shop = PuzzleStudio()
    for finding in find_prices(draft, report):
        if finding.name == "advice":
            prices = {f"price{number}": price for number, price in enumerate(finding.value, 1)}
            yield replace(finding, link=shop.link(shop.read({**draft, **prices})))
        else:
            yield finding


def find_alike(draft: Draft, report: Progress) -> Iterator[Finding]:
    """A puzzle of the same kind that is as hard, to be laid in place of this one."""
    report(phrase("Finding best play"))
    found = alike(puzzle_of_draft(draft), report)
    if found is None:
        text = phrase("There is no other of its kind.")
        yield Finding("alike", phrase("One like this"), text, None)
        return
    puzzle, par = found
    shop = PuzzleStudio()
    text = phrase_many(
        "As many tokens at the same prices: {expected} question expected.",
        "As many tokens at the same prices: {expected} questions expected.",
        float(par),
        expected=exactly(par),
    )
    other = shop.read({**draft, **draft_of(puzzle), "tool": draft["tool"]})
    yield Finding("alike", phrase("One like this"), text, str(par), link=shop.link(other))


class PuzzleStudio(Workshop):
    """Makes puzzles; a draft may be unfinished for a while."""

    title: ClassVar[str] = phrase("Puzzle studio")
    summary: ClassVar[str] = phrase(
        "Lay tokens, set prices, removals, jokers and twists; the par appears beside it."
    )
    fields: ClassVar[tuple[Field, ...]] = FIELDS
    stages: ClassVar[tuple[Stage, ...]] = (
        Stage("par", phrase("Par"), find_par, 60.0),
        Stage("prices", phrase("Prices"), find_priced, 30.0),
        Stage("cells", phrase("Cells"), find_cells, 60.0),
        Stage("win", phrase("The whole game"), find_win, 90.0),
        Stage("puzzle", phrase("The puzzle"), find_puzzle),
        Stage("alike", phrase("Find me one like this"), find_alike, 60.0, asked=True),
    )
    examples: ClassVar[tuple[tuple[str, Draft], ...]] = tuple(
        (printed_puzzle(name).title, draft_of(printed_puzzle(name))) for name in PRINTED
    )
    opening: ClassVar[Draft] = {
        **draft_of(OPENING),
        "title": title_words(OPENING),
        "by": "",  # of who changes it
    }

    def options(self, draft: Draft) -> Mapping[str, OptionValue]:
        """The puzzle as a share code."""
        return {"puzzle": puzzle_code(puzzle_of_draft(draft))}

    def tidy(self, draft: Draft) -> Draft:
        """Cells in rows of four, ranks and twists as they are written."""
        return tidied(draft)

    def flaws(self, draft: Draft) -> Sequence[Flaw]:
        """The first thing that keeps it from being a puzzle."""
        return flaws_of(draft)

    def edit(self, draft: Draft, change: str) -> Draft:
        """``cell A1`` presses a cell; ``new twist``, ``no twist 2``, ``clear`` are as they say."""
        tokens, twists = tokens_of(draft), twists_of(draft)
        if change == "clear":
            return {**draft, "cells": EMPTY, "twists": ""}
        if change.startswith("cell ") and tokens is not None:
            cells = [cell_name(at) for at in range(len(tokens))]
            if change.removeprefix("cell ") in cells:
                return pressed(draft, change.removeprefix("cell "))
        if change == "new twist" and draft["tool"] in TWISTS:
            return {**draft, "twists": f"{draft['twists']}; {draft['tool']}"}
        found = re.fullmatch(r"no twist ([0-9]{1,2})", change)
        if found is not None and twists is not None and 1 <= int(found[1]) <= len(twists):
            kept = (*twists[: int(found[1]) - 1], *twists[int(found[1]) :])
            return {**draft, "twists": twists_text(kept)}
        return super().edit(draft, change)

    def context(self, draft: Draft) -> Mapping[str, object]:
        """The grid with its tokens, the piles with their controls, the twists and the tools."""
        tokens = tokens_of(draft) or NOTHING * (rows_of(draft) * COLUMNS)
        twists = twists_of(draft) or ()
        cells = [
            {
                "name": cell_name(at),
                "token": SHAPES[TOKENS.index(sign)] if sign in TOKENS else "",
                "pile": TOKENS.index(sign) if sign in TOKENS else -2 if sign == MYSTERY else -1,
                "words": _words_of(sign),
                "twists": [
                    (
                        _TWIST_SIGNS[twist.name],
                        phrase("{twist} {number}", twist=TWIST_WORDS[twist.name], number=number),
                    )
                    for number, twist in enumerate(twists, 1)
                    if cell_name(at) in twist.cells
                ],
            }
            for at, sign in enumerate(tokens)
        ]
        used = piles_in(tokens)
        return {
            "rows": [cells[at : at + COLUMNS] for at in range(0, len(cells), COLUMNS)],
            "piles": [
                (pile_name(n), n + 1, SHAPES[n], tokens.count(TOKENS[n]), _price_picture(draft, n))
                for n in range(used)
            ],
            "hidden": [f"{part}{n + 1}" for n in range(used, len(TOKENS)) for part in PILE_PARTS],
            "tools": [
                (tool, SHAPES[TOOLS.index(tool)] if tool.startswith("Q") else "", words, key)
                for tool, words, key in zip(TOOLS, TOOL_WORDS, _TOOL_KEYS, strict=True)
            ],
            "signs": _TWIST_SIGNS,
            "twists": [
                (_TWIST_SIGNS[t.name], joined(" ", (TWIST_WORDS[t.name], *t.cells))) for t in twists
            ],
            "twisting": TWIST_WORDS.get(cast(TwistKind, draft["tool"]), ""),
            "prices": [(price, price_words(price)) for price in PRICES],
            "places": list(
                zip(REMOVED_TO, (phrase("the stone"), phrase("the mystery")), strict=True)
            ),
        }


def _price_picture(draft: Draft, number: int) -> Mapping[str, object]:
    dots, wide, high = price_dots(PRICES[str(draft[f"price{number + 1}"])])
    return {"dots": dots, "wide": wide, "high": high}


def _words_of(sign: str) -> str:
    if sign in TOKENS:
        return phrase("pile {pile}", pile=pile_name(TOKENS.index(sign)))
    return phrase("the mystery") if sign == MYSTERY else phrase("no token")
