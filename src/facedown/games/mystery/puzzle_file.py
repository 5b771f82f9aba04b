"""Puzzles as texts in TOML, which people write by hand, and back.

What is written back is the puzzle's one form: a text in that form comes back to the byte.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from facedown.core.messages import listed, phrase
from facedown.core.texts import NotToml, read_toml
from facedown.games.mystery.checking import checked, read_par
from facedown.games.mystery.puzzle import (
    ORDERS,
    REMOVED_TO,
    TWISTS,
    Pile,
    Puzzle,
    PuzzleError,
    Twist,
)

_TOP: Final = {
    "title": "a text",
    "by": "a text",
    "par": "a number",
    "low_ranks": "a list of whole numbers",
    "mystery": "a list of cells",
    "any_order": "true or false",
    "order": "a text",
}
_PILE: Final = {
    "price": "a text",
    "cells": "a list of cells",
    "jokers": "a whole number",
    "remove": "a whole number",
    "removed_to": "a text",
}
_TWIST: Final = {"kind": "a text", "cells": "a list of cells"}
_LISTS: Final = {"pile": _PILE, "twist": _TWIST}
_FORM_WORDS: Final = {
    "a text": phrase("a text"),
    "a number": phrase("a number"),
    "a whole number": phrase("a whole number"),
    "a list of whole numbers": phrase("a list of whole numbers"),
    "a list of cells": phrase("a list of cells"),
    "true or false": phrase("true or false"),
}
"""The forms of values in words."""
_PART_WORDS: Final = {
    "pile": (phrase("A pile"), phrase("This pile")),
    "twist": (phrase("A twist"), phrase("This twist")),
}
_BEGINS: Final = {
    "pile": phrase("Each pile begins with a line [[pile]]."),
    "twist": phrase("Each twist begins with a line [[twist]]."),
}
_CHOICES: Final = {"order": ORDERS, "removed_to": REMOVED_TO, "kind": TWISTS}
"""What is typed in English, as the names of parts are."""
_MUST: Final = {"pile": ("price", "cells"), "twist": ("kind", "cells")}


class _Number(str):
    """A number with a point, as it was written: a par is not rounded."""

    __slots__ = ()


def read_puzzle(text: str) -> Puzzle:
    r"""The puzzle that a text describes.

    Raises :class:`~facedown.games.mystery.puzzle.PuzzleError` with one sentence that begins with
    the line at fault.

    >>> read_puzzle('title = "Two"\nmystery = ["A1"]\n[[pile]]\nprice = "pear"\ncells = ["B2"]')
    Traceback (most recent call last):
    facedown.games.mystery.puzzle.PuzzleError: Line 4: There is no price 'pear'; …
    """
    try:
        table = read_toml(text, parse_float=_Number)
    except NotToml as problem:
        sentence = phrase(
            "Line {line}: the puzzle is not TOML ({why}).", line=problem.line, why=problem.why
        )
        raise PuzzleError(sentence) from None
    try:
        return checked(_puzzle_of(table))
    except PuzzleError as problem:
        line = _line_of(text, problem.path)
        raise PuzzleError(
            phrase("Line {line}: {problem}", line=line, problem=problem.message), *problem.path
        ) from None


def _puzzle_of(table: dict[str, Any]) -> Puzzle:
    _check_keys(table, {**_TOP, **_LISTS}, phrase("A puzzle"))
    _check_values(table, _TOP)
    parts: dict[str, list[dict[str, Any]]] = {}
    for name, keys in _LISTS.items():
        found = table.get(name, [])
        if not isinstance(found, list) or not all(isinstance(part, dict) for part in found):
            raise PuzzleError(_BEGINS[name], name)
        any_part, this_part = _PART_WORDS[name]
        for index, part in enumerate(found):
            _check_keys(part, keys, any_part, name, index)
            _check_values(part, keys, name, index)
            for key in _MUST[name]:
                if key not in part:
                    raise PuzzleError(
                        phrase("{this} has no {key}.", this=this_part, key=key), name, index
                    )
        parts[name] = found
    return Puzzle(
        title=table.get("title", ""),
        by=table.get("by", ""),
        par=read_par(str(table["par"])) if "par" in table else "",
        low_ranks=tuple(map(str, table.get("low_ranks", ()))),
        mystery=tuple(table.get("mystery", ())),
        any_order=table.get("any_order", False),
        order=table.get("order", ORDERS[0]),
        piles=tuple(
            Pile(
                price=part["price"],
                cells=tuple(part["cells"]),
                jokers=part.get("jokers", 0),
                remove=part.get("remove", 0),
                removed_to=part.get("removed_to", REMOVED_TO[0]),
            )
            for part in parts["pile"]
        ),
        twists=tuple(Twist(part["kind"], tuple(part["cells"])) for part in parts["twist"]),
    )


def _check_keys(table: dict[str, Any], known: dict[str, Any], what: str, *path: str | int) -> None:
    for key in table:
        if key not in known:
            raise PuzzleError(
                phrase(
                    "{what} has no {key!r}; it can have {known}.",
                    what=what,
                    key=key[:30],
                    known=listed(known),
                ),
                *path,
                key,
            )


def _check_values(table: dict[str, Any], forms: Mapping[str, str], *path: str | int) -> None:
    for key, value in table.items():
        if key in forms and not _fits(value, forms[key]):
            raise PuzzleError(
                phrase("The part {key} should be {form}.", key=key, form=_FORM_WORDS[forms[key]]),
                *path,
                key,
            )
        if key in _CHOICES and value not in _CHOICES[key]:
            choices = listed((f'"{choice}"' for choice in _CHOICES[key]), "or")
            raise PuzzleError(
                phrase("The part {key} is {choices}.", key=key, choices=choices), *path, key
            )


def _fits(value: object, form: str) -> bool:
    if form == "a list of cells":
        return isinstance(value, list) and all(type(cell) is str for cell in value)
    if form == "a list of whole numbers":
        return isinstance(value, list) and all(_is_whole(rank) for rank in value)
    if form == "a number":
        return _is_whole(value) or type(value) is _Number
    if form == "a whole number":
        return _is_whole(value)
    return type(value) is {"a text": str, "true or false": bool}[form]


def _is_whole(value: object) -> bool:
    """Whether it is a whole number that a puzzle could have, which can be said back."""
    return type(value) is int and abs(value) < 1000


def _line_of(text: str, path: tuple[str | int, ...]) -> int:
    """The line (from 1) at which a part of a puzzle's text stands.

    Goes from the whole to the part and stays where a part is not found: a puzzle may be written in
    ways of TOML that nobody uses by hand.
    """
    lines = text.splitlines() or [""]
    headers = [number for number, line in enumerate(lines) if re.match(r"\s*\[", line)]
    of_list = [n for n in headers if re.match(rf"\s*\[\[?\s*{path[0]}\s*\]", lines[n])]
    in_list = len(path) > 1 and isinstance(path[1], int)
    index = path[1] if in_list else 0
    assert isinstance(index, int)
    if path[0] in _LISTS and index < len(of_list):
        start = of_list[index]
        parts = path[2:]
    else:
        start, parts = 0, path
    end = next((number for number in headers if number > start), len(lines))
    at = start
    if parts:
        at = next((n for n in range(start, end) if _begins(lines[n], str(parts[0]))), start)
    if len(parts) > 1:
        value = rf"(?<![\w-]){re.escape(str(parts[1]))}(?![\w-])"
        after = (n for n in range(at + 1, end) if re.match(r"\s*[\w\"-]+\s*=", lines[n]))
        found = [n for n in range(at, next(after, end)) if re.search(value, lines[n])]
        at = found[-1] if found else at
    return at + 1


def _begins(line: str, key: str) -> bool:
    """Whether a line gives a value to this key."""
    return re.match(rf"\s*[\"']?{re.escape(key)}[\"']?\s*=", line) is not None


def puzzle_text(puzzle: Puzzle) -> str:
    """The puzzle as a text; what is as usual is left out.

    >>> from facedown.games.mystery.library import printed_puzzle
    >>> puzzle_text(printed_puzzle("one-two-three")).splitlines()[2:4]
    ['par = 4', 'mystery = ["A1", "A2"]']
    """
    lines = [f"title = {_quoted(puzzle.title)}"]
    if puzzle.by:
        lines.append(f"by = {_quoted(puzzle.by)}")
    if puzzle.par:
        lines.append(f"par = {puzzle.par}")
    if puzzle.low_ranks:
        lines.append(f"low_ranks = [{', '.join(puzzle.low_ranks)}]")
    if puzzle.mystery:
        lines.append(f"mystery = {_cells(puzzle.mystery)}")
    if puzzle.any_order:
        lines.append("any_order = true")
    if puzzle.order != ORDERS[0]:
        lines.append(f'order = "{puzzle.order}"')
    for pile in puzzle.piles:
        lines += ["", "[[pile]]", f'price = "{pile.price}"', f"cells = {_cells(pile.cells)}"]
        if pile.jokers:
            lines.append(f"jokers = {pile.jokers}")
        if pile.remove:
            lines.append(f"remove = {pile.remove}")
        if pile.removed_to != REMOVED_TO[0]:
            lines.append(f'removed_to = "{pile.removed_to}"')
    for twist in puzzle.twists:
        lines += ["", "[[twist]]", f'kind = "{twist.name}"', f"cells = {_cells(twist.cells)}"]
    return "\n".join(lines) + "\n"


def _cells(cells: tuple[str, ...]) -> str:
    return f"[{', '.join(_quoted(cell) for cell in cells)}]"


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
