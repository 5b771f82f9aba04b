"""Different cards for a row of sets of cards, or why there are none."""

from __future__ import annotations

from collections.abc import Sequence


def choose(sets: Sequence[int]) -> tuple[list[int], int]:
    """One card from each set (a mask), all different, or none and a set of cards that falls short.

    More of the sets lie within that one than it has cards (Hall's theorem).

    >>> choose([0b11, 0b01])
    ([1, 0], 0)
    >>> choose([0b101, 0b01, 0b100])
    ([], 5)
    """
    holder: dict[int, int] = {}
    for index in range(len(sets)):
        if short := _matched(sets, index, holder):
            return [], short
    owners = {owner: card for card, owner in holder.items()}
    return [owners[index] for index in range(len(sets))], 0


def most_chosen(sets: Sequence[int]) -> int:
    """From how many of the sets different elements can be chosen at once.

    >>> most_chosen([0b101, 0b01, 0b100])
    2
    """
    holder: dict[int, int] = {}
    return sum(not _matched(sets, index, holder) for index in range(len(sets)) if sets[index])


def _matched(sets: Sequence[int], index: int, holder: dict[int, int]) -> int:
    """Gives one more set an element, others handing theirs on; returns what falls short, or 0.

    ``holder`` says which set has each element.
    """
    seen = 0
    came: dict[int, int] = {}  # from which set each element was reached
    waiting = [index]
    while waiting:
        current = waiting.pop()
        reach = sets[current] & ~seen
        seen |= reach
        while reach:
            element = (reach & -reach).bit_length() - 1
            reach &= reach - 1
            came[element] = current
            if element not in holder:
                _hand_on(element, came, holder)
                return 0
            waiting.append(holder[element])
    return seen


def _hand_on(free: int, came: dict[int, int], holder: dict[int, int]) -> None:
    held = {owner: element for element, owner in holder.items()}
    element: int | None = free
    while element is not None:
        owner = came[element]
        holder[element] = owner
        element = held.get(owner)
