"""Who scores what at the end of a round, and why (rulings S1–S10)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final, Literal, NamedTuple, TypeAlias

from facedown.core.seats import Seat
from facedown.games.suspense.cards import CATEGORY_MASKS, NUMBERS, Condition, Table, cards_of

Why: TypeAlias = Literal["won", "lost", "folded-in-time", "folded-a-win"]
"""Why a seat scored what it did: it met the condition or not, and had folded or not."""


class Score(NamedTuple):
    """What one seat scored in a round, and why; ``cards`` are the winning cards it owned."""

    points: int
    why: Why
    cards: tuple[int, ...]


_LOST: Final = Score(0, "lost", ())
_FOLDED_IN_TIME: Final = Score(1, "folded-in-time", ())


def winning_cards(condition: Condition, cards: int) -> int:
    """Which of these cards (a set) are the extreme ones that the condition asks for.

    Both colours' cards of the same number win together; none wins where none qualifies (S4).
    """
    fitting = cards & CATEGORY_MASKS[condition.category]
    if not fitting:
        return 0
    low, high = fitting & 0b111111, fitting >> 6 & 0b111111
    numbers = low | high
    if condition.extreme == "highest":
        extreme = 1 << (numbers.bit_length() - 1)
    else:
        extreme = numbers & -numbers
    return fitting & (extreme | extreme << 6)


@cache
def sum_of(cards: int) -> int:
    """The sum of the numbers of a set of cards."""
    return sum(NUMBERS[card] for card in cards_of(cards))


def winners(
    condition: Condition, hands: Sequence[int], played: Sequence[int], folded: int, *, out: bool
) -> dict[Seat, int]:
    """The seats that meet the condition, each with its winning cards (none for sums).

    ``out`` leaves folded players' cards out of the comparison (option of S1).
    """
    counted: Sequence[Seat] = range(len(hands))
    if out:
        counted = [seat for seat in counted if not folded >> seat & 1]
    if condition.category == "sum":
        sums = {seat: sum_of(played[seat]) for seat in counted}
        best = (max if condition.extreme == "highest" else min)(sums.values())
        return {seat: 0 for seat, total in sums.items() if total == best}
    lying = hands if condition.place == "hand" else played
    everything = 0
    for seat in counted:
        everything |= lying[seat]
    winning = winning_cards(condition, everything)
    return {seat: lying[seat] & winning for seat in counted if lying[seat] & winning}


def score_round(
    table: Table,
    secret: int,
    hands: Sequence[int],
    played: Sequence[int],
    folded: int,
    *,
    out: bool = False,
    both: bool = False,
) -> tuple[Score, ...]:
    """What every seat scores.

    ``hands`` are the cards still in hand, ``played`` those on the table, ``folded`` a mask of
    seats. ``out``: folded players' cards are out of the comparison (S1). ``both``: the owner of
    two winning cards scores both (S6).
    """
    condition = table[secret].condition
    won = winners(condition, hands, played, folded, out=out)
    scores = []
    for seat in range(len(hands)):
        gone = folded >> seat & 1
        if seat not in won:
            # S2: the consolation is for those who would have lost
            scores.append(_FOLDED_IN_TIME if gone else _LOST)
            continue
        cards = cards_of(won[seat])
        if gone:
            scores.append(Score(0, "folded-a-win", cards))
        elif condition.category == "sum":
            scores.append(Score(table[secret].stars, "won", ()))  # S10
        else:
            stars = [table[card].stars for card in cards]
            scores.append(Score(sum(stars) if both else max(stars), "won", cards))  # S5, S6
    return tuple(scores)
