"""A machine of paper: a problem with a key and grids that answer, with nothing to be cut.

The key gives each code a place and a sign; a verifier says yes where the sign at that place of its
grid is the same. Places and signs are drawn for each problem anew, and the signs of the codes are
as often one as the other. So a grid tells nothing by its look, not even how many codes its law
accepts. One more grid says whether a code is the solution.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import resources
from typing import Any, Final

from facedown.core.game import Game
from facedown.core.log import draw
from facedown.core.messages import listed, phrase, phrase_many
from facedown.core.printing import Drawn, Written
from facedown.core.seats import NATURE_ONLY
from facedown.games.turing.card_words import law_words
from facedown.games.turing.cards import CODES, LAWS
from facedown.games.turing.paper.deck import criteria
from facedown.games.turing.problem import MODE_WORDS, VERIFIER_NAMES, Problem
from facedown.games.turing.rules import TuringState
from facedown.games.turing.studio.problem_text import ProblemText, read_problem
from facedown.paper.books import own_cover
from facedown.paper.decks import drawn_side
from facedown.paper.faces import sign
from facedown.paper.press import RULER, paper_named, pressed

SIGNS: Final = "◆◇"
ROWS: Final = "ABCDE"
COLUMNS: Final = 25
PLACES: Final = tuple(f"{row}{column}" for row in ROWS for column in range(1, COLUMNS + 1))
"""The places of a grid, row by row."""
SOLUTION: Final = "="
"""What the grid is called that says whether a code is the solution."""


@dataclass(frozen=True, slots=True)
class PaperMachine:
    """A problem that is drawn: the ``laws`` of its verifiers, its one ``code``, and its grids.

    ``text`` has what it is called and whose it is, where the cards came with that.
    ``key`` has the number of a place and of a sign for each code; ``grids`` the numbers of 125
    signs, place by place, for each verifier and then for the solution.
    """

    text: ProblemText
    problem: Problem
    laws: tuple[int, ...]
    code: int
    key: tuple[tuple[int, int], ...]
    grids: tuple[tuple[int, ...], ...]


def paper_machine(game: Game, seed: str) -> PaperMachine:
    """The problem that nature lays out from a seed, as at a table, with places of its own.

    >>> from facedown.core.registry import new_game
    >>> one = paper_machine(new_game("turing", cards="4,9,11,14"), "7")
    >>> len(one.grids), {len(grid) for grid in one.grids}
    (5, {125})
    """
    state = game.start()
    while state.actors() == NATURE_ONLY:
        state.apply(NATURE_ONLY[0], draw(state, seed))
    assert isinstance(state, TuringState)
    assert state.problem is not None
    masks = [LAWS[law].mask for law in state.laws]
    everybody = masks[0]
    for mask in masks[1:]:
        everybody &= mask
    rng = random.Random(f"paper machine {seed}")
    places = rng.sample(range(len(PLACES)), len(PLACES))
    signs = [rng.randrange(len(SIGNS)) for _ in CODES]
    grids = []
    for mask in (*masks, everybody):
        grid = [0] * len(PLACES)
        for code, (place, mark) in enumerate(zip(places, signs, strict=True)):
            grid[place] = mark if mask >> code & 1 else 1 - mark
        grids.append(tuple(grid))
    return PaperMachine(
        read_problem(str(game.options["cards"])),
        state.problem.problem,
        state.laws,
        everybody.bit_length() - 1,
        tuple(zip(places, signs, strict=True)),
        tuple(grids),
    )


def machines_pdf(
    kind: type[Game], machines: Sequence[PaperMachine], paper: str = "a4", *, book: bool = False
) -> bytes:
    """Each on three pages, the solutions after all of them, in the language that is spoken now.

    A ``book`` has a title page, contents, and the rules once. The cards are drawn as those of the
    ``kind`` of game.
    """
    titles = [_title(machine, number) for number, machine in enumerate(machines, 1)]
    cover = own_cover(
        phrase_many("Turing Machine: {n} problem", "Turing Machine: {n} problems", len(machines)),
        phrase("Problems to be solved with a pencil, solutions at the end."),
        [machine.text.credit for machine in machines],
        [MODE_WORDS[machine.problem.mode] if machine.text.title else "" for machine in machines],
    )
    data = {
        "paper": paper_named(paper).typst,
        "title": cover.title if book else kind.facts.title,
        "ruler": RULER,
        "cover": cover.form(titles, phrase("How to play"), _HOW) if book else None,
        "how": list(_HOW),
        "places": {"rows": ROWS, "columns": COLUMNS},
        "shapes": [sign(kind, Drawn("shape_alone", (name,))) for name in SHAPES],
        "words": {
            "key": phrase("The key"),
            "grids": phrase("The verifiers"),
            "solutions": phrase("Solutions"),
        },
        "machines": [
            _form(kind, machine, title) for machine, title in zip(machines, titles, strict=True)
        ],
    }
    template = resources.files(__package__).joinpath("machine.typ").read_bytes()
    return pressed(template, data)[0]


def _title(machine: PaperMachine, number: int) -> str:
    """What a problem is called on paper: its own title, or its number and mode."""
    if machine.text.title:
        return machine.text.title
    return phrase("Problem {n}: {mode}", n=number, mode=MODE_WORDS[machine.problem.mode])


SHAPES: Final = ("triangle", "square", "circle")


_HOW: Final = (
    phrase("Compose a code and ask up to three verifiers a round, each for yourself."),
    phrase("Find your code in the key: it has a place, such as C17, and a sign."),
    phrase(
        "Look at that place of the verifier’s grid: the same sign says yes, the other one says no."
    ),
    phrase("Only yours is of use to you: other places tell nothing about your code."),
    phrase(
        "When you know the code, look at its place in the grid =: the same sign, and it is right."
    ),
)


def _form(kind: type[Game], machine: PaperMachine, title: str) -> dict[str, Any]:
    problem = machine.problem
    names = VERIFIER_NAMES[: problem.verifiers]
    cards = [_card(kind, each) for group in problem.cards for each in group]
    loose = problem.mode == "nightmare"
    per = len(problem.cards[0])
    laws = (
        phrase("{verifier}: {law}", verifier=name, law=law_words(LAWS[law].says))
        for name, law in zip(names, machine.laws, strict=True)
    )
    return {
        "title": title,
        "about": machine.text.credit.words,
        "note": phrase("Nobody is told which verifier has which card.") if loose else "",
        "verifiers": [
            {"name": "" if loose else name, "cards": cards[at * per : (at + 1) * per]}
            for at, name in enumerate(names)
        ],
        "key": [
            f"{code} {PLACES[place]} {SIGNS[mark]}"
            for code, (place, mark) in zip(CODES, machine.key, strict=True)
        ],
        "grids": [
            {"name": name, "signs": "".join(SIGNS[mark] for mark in grid)}
            for name, grid in zip((*names, SOLUTION), machine.grids, strict=True)
        ],
        "solution": phrase(
            "{problem}: {code}. {laws}.",
            problem=title,
            code=CODES[machine.code],
            laws=listed([*laws]),
        ),
    }


def _card(kind: type[Game], number: int) -> dict[str, Any]:
    side: Written = criteria(number)
    return drawn_side(kind, side)
