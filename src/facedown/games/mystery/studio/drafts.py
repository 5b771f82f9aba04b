"""A puzzle as the fields of a form, where it may be unfinished, and back."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final, cast

from facedown.core.facts import Option, OptionValue
from facedown.core.messages import listed, phrase
from facedown.core.workshop import Draft, Field, Flaw
from facedown.games.mystery.cards import COLUMNS, cell_name
from facedown.games.mystery.puzzle import (
    MOST_JOKERS,
    MOST_LOW_RANKS,
    MOST_PILES,
    ORDERS,
    PRICES,
    REMOVED_TO,
    TWISTS,
    Order,
    Pile,
    Puzzle,
    PuzzleError,
    RemovedTo,
    Twist,
    TwistKind,
    pile_name,
    price_words,
)
from facedown.games.mystery.studio.checking import checked

NOTHING: Final = "."
MYSTERY: Final = "?"
TOKENS: Final = "".join(str(number + 1) for number in range(MOST_PILES))
TOOLS: Final = (*map(pile_name, range(MOST_PILES)), "mystery", "no token", *TWISTS)
"""What can be done to a cell by pressing it."""
TWIST_WORDS: Final[Mapping[TwistKind, str]] = {
    "joker swap": phrase("joker swap"),
    "swap": phrase("swap"),
    "shift": phrase("shift"),
    "shuffle": phrase("shuffle"),
}
TOOL_WORDS: Final = (
    *map(pile_name, range(MOST_PILES)),
    phrase("mystery"),
    phrase("no token"),
    *(TWIST_WORDS[kind] for kind in TWISTS),
)
"""The tools in words."""
EMPTY: Final = "?... .... .... ...."

_PILE_FIELDS: Final = (
    (
        Option(
            "price",
            "pair",
            phrase("what a question costs (M7)"),
            choices=tuple(PRICES),
            said=tuple(map(price_words, PRICES)),
        ),
        phrase("price"),
    ),
    (
        Option("remove", 0, phrase("cards removed at random (M3)"), bounds=(0, 20)),
        phrase("removed"),
    ),
    (
        Option(
            "to",
            REMOVED_TO[0],
            phrase("where removed cards go (M3)"),
            choices=REMOVED_TO,
            said=(phrase("the stone"), phrase("the mystery")),
        ),
        phrase("removed to"),
    ),
    (Option("jokers", 0, phrase("jokers added (M3)"), bounds=(0, MOST_JOKERS)), phrase("jokers")),
)
PILE_PARTS: Final = tuple(option.name for option, _ in _PILE_FIELDS)


def _pile_fields() -> tuple[Field, ...]:
    found = []
    for number in range(MOST_PILES):
        for option, label in _PILE_FIELDS:
            own = Option(
                f"{option.name}{number + 1}",
                option.default,
                phrase("{meaning}, of pile {pile}", meaning=option.meaning, pile=pile_name(number)),
                choices=option.choices,
                bounds=option.bounds,
                said=option.said,
            )
            words = phrase("{pile}: {part}", pile=pile_name(number), part=label)
            found.append(Field(own, words))
    return tuple(found)


FIELDS: Final = (
    Field(
        Option("title", phrase("My puzzle"), phrase("what the puzzle is called")), phrase("Title")
    ),
    Field(Option("by", "", phrase("who made it")), phrase("By")),
    Field(
        Option("licence", "", phrase("what others may do with it"), examples=("CC BY 4.0",)),
        phrase("Licence"),
    ),
    Field(
        Option(
            "cells",
            EMPTY,
            phrase("the cells row by row: ? the mystery, 1 to 6 the piles, a point no token"),
            examples=("?1.2 1313 .21. 23.1",),
        ),
        phrase("Cells as a text"),
    ),
    Field(
        Option(
            "low_ranks",
            "",
            phrase("low ranks added as rows (M1), such as 10, 9"),
            examples=("10, 9",),
        ),
        phrase("Low ranks"),
    ),
    Field(
        Option("any_order", False, phrase("several mystery cards may be named in any order (M5)")),
        phrase("Any order"),
    ),
    Field(
        Option(
            "order",
            ORDERS[0],
            phrase("the order of removals and adds (M3)"),
            choices=ORDERS,
            said=(phrase("removals first"), phrase("adds first")),
        ),
        phrase("Order"),
    ),
    Field(
        Option(
            "twists",
            "",
            phrase("grid twists in their order (M4), such as swap A1 A2; joker swap B3"),
            examples=("swap A1 A2; joker swap B3",),
        ),
        phrase("Twists as a text"),
    ),
    *_pile_fields(),
    Field(
        Option(
            "tool", TOOLS[0], phrase("what pressing a cell does"), choices=TOOLS, said=TOOL_WORDS
        ),
        phrase("Pressing a cell"),
    ),
)


def rows_of(draft: Draft) -> int:
    """How many rows the grid has by its low ranks, as far as they can be read and can be."""
    return 4 + min(len(_ranks(str(draft["low_ranks"]))), MOST_LOW_RANKS)


def _ranks(text: str) -> list[str]:
    return [part for part in re.split(r"[\s,;]+", text) if part]


def tokens_of(draft: Draft) -> str | None:
    """A sign for every cell, or None where the text has other signs."""
    signs = re.sub(r"[\s/|]+", "", str(draft["cells"])).replace("_", NOTHING).replace("-", NOTHING)
    if set(signs) - set(NOTHING + MYSTERY + TOKENS):
        return None
    many = rows_of(draft) * COLUMNS
    return signs[:many].ljust(many, NOTHING)


def cells_text(tokens: str) -> str:
    """Signs of cells as the field has them.

    >>> cells_text("?..." * 4)
    '?... ?... ?... ?...'
    """
    return " ".join(tokens[at : at + COLUMNS] for at in range(0, len(tokens), COLUMNS))


def twists_of(draft: Draft) -> tuple[Twist, ...] | None:
    """The twists, finished or not; None where there are other words."""
    found = []
    for part in re.split(r"[;\n]", str(draft["twists"])):
        words = part.lower().split()
        if not words:
            continue
        kind = next((kind for kind in TWISTS if words[: len(kind.split())] == kind.split()), None)
        if kind is None:
            return None
        cells = [word.strip(",").upper() for word in words[len(kind.split()) :]]
        found.append(Twist(kind, tuple(cell for cell in cells if cell)))
    return tuple(found)


def twists_text(twists: tuple[Twist, ...]) -> str:
    """Twists as the field has them.

    >>> twists_text((Twist("joker swap", ("A1",)), Twist("swap", ())))
    'joker swap A1; swap'
    """
    return "; ".join(" ".join((twist.name, *twist.cells)) for twist in twists)


def tidied(draft: Draft) -> dict[str, OptionValue]:
    """Cells, ranks and twists as they are written; what cannot be read stays as it is."""
    tidy = dict(draft)
    tidy["low_ranks"] = ", ".join(_ranks(str(draft["low_ranks"])))
    if (tokens := tokens_of(draft)) is not None:
        tidy["cells"] = cells_text(tokens)
    if (twists := twists_of(draft)) is not None:
        tidy["twists"] = twists_text(twists)
    return tidy


def piles_in(tokens: str) -> int:
    """The highest pile that has a token."""
    return max((int(sign) for sign in tokens if sign in TOKENS), default=0)


def puzzle_of_draft(draft: Draft) -> Puzzle:
    """The puzzle of a draft; raises :class:`PuzzleError` with one sentence."""
    tokens, twists = tokens_of(draft), twists_of(draft)
    if tokens is None:
        raise PuzzleError(phrase("A cell is ?, a point, or a pile from 1 to 6."), "cells")
    if twists is None:
        raise PuzzleError(
            phrase("A twist begins with {words}.", words=listed(TWISTS, "or")),
            "twist",
        )
    where = {
        sign: tuple(cell_name(at) for at, own in enumerate(tokens) if own == sign)
        for sign in MYSTERY + TOKENS
    }
    piles = [_pile(draft, number, where[sign]) for number, sign in enumerate(TOKENS)]
    return checked(
        Puzzle(
            title=str(draft["title"]),
            by=str(draft["by"]),
            licence=str(draft["licence"]),
            piles=tuple(piles[: piles_in(tokens)]),
            low_ranks=tuple(_ranks(str(draft["low_ranks"]))),
            mystery=where[MYSTERY],
            any_order=bool(draft["any_order"]),
            order=cast(Order, draft["order"]),
            twists=twists,
        )
    )


def _pile(draft: Draft, number: int, cells: tuple[str, ...]) -> Pile:
    price, remove, to, jokers = (draft[f"{part}{number + 1}"] for part in PILE_PARTS)
    assert isinstance(remove, int)
    assert isinstance(jokers, int)
    # Where nothing is removed, it does not matter whereto.
    removed_to = cast(RemovedTo, to) if remove else REMOVED_TO[0]
    return Pile(str(price), cells, jokers, remove, removed_to)


def draft_of(puzzle: Puzzle) -> dict[str, OptionValue]:
    """The draft of a finished puzzle; what is as usual is left out."""
    sign = dict.fromkeys(puzzle.mystery, MYSTERY)
    draft: dict[str, OptionValue] = {
        "title": puzzle.title,
        "by": puzzle.by,
        "licence": puzzle.licence,
    }
    for number, pile in enumerate(puzzle.piles):
        sign.update(dict.fromkeys(pile.cells, TOKENS[number]))
        values: tuple[OptionValue, ...] = (
            pile.price,
            pile.remove,
            pile.removed_to,
            pile.jokers,
        )
        for part, value in zip(PILE_PARTS, values, strict=True):
            draft[f"{part}{number + 1}"] = value
    cells = [cell_name(at) for at in range(puzzle.rows * COLUMNS)]
    draft["cells"] = cells_text("".join(sign.get(cell, NOTHING) for cell in cells))
    draft["low_ranks"] = ", ".join(puzzle.low_ranks)
    draft["any_order"], draft["order"] = puzzle.any_order, puzzle.order
    draft["twists"] = twists_text(puzzle.twists)
    return draft


def flaws_of(draft: Draft) -> tuple[Flaw, ...]:
    """The first thing that is wrong, told at its field."""
    try:
        puzzle_of_draft(draft)
    except PuzzleError as problem:
        return (Flaw(problem.message, _field_of(problem.path)),)
    return ()


def _field_of(path: tuple[str | int, ...]) -> str:
    part = str(path[0]) if path else ""
    if part == "pile" and len(path) > 2 and isinstance(path[1], int):
        names: Mapping[str, str] = {"removed_to": "to", "cells": ""}
        name = names.get(str(path[2]), str(path[2]))
        return f"{name}{path[1] + 1}" if name else "cells"
    return {"pile": "cells", "mystery": "cells", "twist": "twists"}.get(part, part)


def pressed(draft: Draft, cell: str) -> dict[str, OptionValue]:
    """The draft after a cell was pressed with the tool in hand."""
    tokens, twists = tokens_of(draft), twists_of(draft)
    tool = str(draft["tool"])
    if tokens is None or twists is None:
        raise PuzzleError(phrase("Mend the texts of cells and twists first."))
    at = [cell_name(number) for number in range(len(tokens))].index(cell)
    if tool in TWISTS:
        return {**draft, "twists": twists_text(_twisted(twists, tool, cell))}
    signs = {"mystery": MYSTERY, "no token": NOTHING}
    sign = signs.get(tool) or tool[1:]
    if tokens[at] == sign:  # the second press takes it away
        sign = NOTHING
    return {**draft, "cells": cells_text(tokens[:at] + sign + tokens[at + 1 :])}


def _twisted(twists: tuple[Twist, ...], kind: TwistKind, cell: str) -> tuple[Twist, ...]:
    """The twists after a cell was pressed: it joins the last twist of its kind, or leaves it."""
    last = twists[-1] if twists else None
    if kind == "joker swap":
        mine = Twist(kind, (cell,))
        return tuple(t for t in twists if t != mine) if mine in twists else (*twists, mine)
    if last is None or last.name != kind or (kind == "swap" and len(last.cells) == 2):
        if last is not None and last.name == kind and cell in last.cells:
            return twists[:-1]
        return (*twists, Twist(kind, (cell,)))
    if cell not in last.cells:
        return (*twists[:-1], Twist(kind, (*last.cells, cell)))
    rest = tuple(one for one in last.cells if one != cell)
    return (*twists[:-1], Twist(kind, rest)) if rest else twists[:-1]
