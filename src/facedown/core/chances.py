"""Nature's moves where all are alike: listed without being built."""

from __future__ import annotations

from collections.abc import Sequence
from typing import overload

from facedown.core.moves import Action


class EvenChances(Sequence[tuple[Action, int]]):
    """The moves numbered 0 to ``count - 1``, each with weight 1.

    Half a million deals take no memory, and any of them can be looked at without the others.

    >>> chances = EvenChances(450_450)
    >>> len(chances), chances[7], chances[-2:]
    (450450, (7, 1), [(450448, 1), (450449, 1)])
    """

    __slots__ = ("_numbers",)

    def __init__(self, count: int) -> None:
        self._numbers = range(count)

    def __len__(self) -> int:
        return len(self._numbers)

    @overload
    def __getitem__(self, index: int) -> tuple[Action, int]: ...
    @overload
    def __getitem__(self, index: slice) -> list[tuple[Action, int]]: ...
    def __getitem__(self, index: int | slice) -> tuple[Action, int] | list[tuple[Action, int]]:
        if isinstance(index, slice):
            return [(number, 1) for number in self._numbers[index]]
        return self._numbers[index], 1
