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
    holder: dict[int, int] = {}  # which set has each card
    for place in range(len(sets)):
        seen = 0
        came: dict[int, int] = {}  # from which set each card was reached
        waiting = [place]
        free = -1
        while waiting and free < 0:
            current = waiting.pop()
            reach = sets[current] & ~seen
            seen |= reach
            while reach:
                card = (reach & -reach).bit_length() - 1
                reach &= reach - 1
                came[card] = current
                if card not in holder:
                    free = card
                    break
                waiting.append(holder[card])
        if free < 0:
            return [], seen
        held = {owner: card for card, owner in holder.items()}
        card = free
        while True:  # hand cards on along the way back
            owner = came[card]
            before = held.get(owner)
            holder[card] = owner
            if before is None:
                break
            card = before
    owners = {owner: card for card, owner in holder.items()}
    return [owners[place] for place in range(len(sets))], 0
