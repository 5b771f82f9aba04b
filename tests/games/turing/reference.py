"""Slow answers that are right at a glance, to hold the fast ones against.

They share nothing with the package: laws come from the criteria data, sets are Python sets.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from itertools import permutations, product
from pathlib import Path

DATA = Path(__file__).parent / "data"
CRITERIA = json.loads((DATA / "criteria.json").read_text(encoding="utf-8"))["cards"]
BOOKLET = json.loads((DATA / "booklet.json").read_text(encoding="utf-8"))["problems"]
ALL_CODES = frozenset("".join(digits) for digits in product("12345", repeat=3))


def _codes_of(expression: str) -> frozenset[str]:
    test = compile(expression, "criteria.json", "eval")
    return frozenset(
        code
        for code in ALL_CODES
        if eval(test, {}, dict(zip("byp", map(int, code), strict=True)))  # noqa: S307  # our own data
    )


CODES_OF_LAW: dict[str, frozenset[str]] = {
    name: _codes_of(expression)
    for card in CRITERIA.values()
    for name, expression in card["laws"].items()
}


def only_code(laws: Iterable[str], superfluous: bool = False) -> str | None:
    """The code of an admissible choice (T2), or None when the choice is not admissible."""

    def fitting(names: Iterable[str]) -> frozenset[str]:
        return ALL_CODES.intersection(*(CODES_OF_LAW[name] for name in names))

    laws = list(laws)
    codes = fitting(laws)
    if len(codes) != 1:
        return None
    for i in range(len(laws)):
        if not superfluous and len(fitting(laws[:i] + laws[i + 1 :])) == 1:
            return None
    return next(iter(codes))


def worlds(
    cards: Sequence[Sequence[int]], nightmare: bool = False, superfluous: bool = False
) -> Iterator[tuple[tuple[str, ...], str]]:
    """(law names of verifiers A, B, ..., code) of every world, in no promised order."""
    for choice in product(*([name for c in pair for name in law_names(c)] for pair in cards)):
        code = only_code(choice, superfluous)
        if code is not None:
            for seen in permutations(choice) if nightmare else [choice]:
                yield seen, code


def law_names(card: int) -> list[str]:
    """The names of a card's laws."""
    return list(CRITERIA[str(card)]["laws"])
