"""Scoring and the order of turns from tables that fill themselves, for the hot path of the rules.

``scoring.py`` says what is true; here it is only remembered.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Final

from facedown.core.seats import Seat
from facedown.games.suspense.cards import Condition, Table, cards_of
from facedown.games.suspense.scoring import Score, score_round, winning_cards

NOBODY_NEXT: Final = -1


class _Winning(dict[int, int]):
    """The winning cards among a set of cards, by the set."""

    def __init__(self, condition: Condition) -> None:
        self._condition = condition

    def __missing__(self, cards: int) -> int:
        found = self[cards] = winning_cards(self._condition, cards)
        return found


class _Scores(dict[int, Score]):
    """The score of owning a set of winning cards, by the set; the empty set included."""

    def __init__(self, table: Table, *, folded: bool, both: bool) -> None:
        self._table, self._folded, self._both = table, folded, both
        self[0] = Score(1, "folded-in-time", ()) if folded else Score(0, "lost", ())

    def __missing__(self, winning: int) -> Score:
        cards = cards_of(winning)
        if self._folded:
            score = Score(0, "folded-a-win", cards)
        else:
            stars = [self._table[card].stars for card in cards]
            score = Score(sum(stars) if self._both else max(stars), "won", cards)
        self[winning] = score
        return score


class Scorer:
    """:func:`~facedown.games.suspense.scoring.score_round` for one table, remembering."""

    def __init__(self, table: Table, *, out: bool, both: bool) -> None:
        self._table, self._out, self._both = table, out, both
        self._winning = [
            None if face.condition.category == "sum" or out else _Winning(face.condition)
            for face in table
        ]
        self._in_hand = [face.condition.place == "hand" for face in table]
        self._stayed = _Scores(table, folded=False, both=both)
        self._folded = _Scores(table, folded=True, both=both)

    def scores(
        self, secret: int, hands: Sequence[int], played: Sequence[int], folded: int
    ) -> tuple[Score, ...]:
        """What every seat scores."""
        winning_of = self._winning[secret]
        if winning_of is None:
            return score_round(
                self._table, secret, hands, played, folded, out=self._out, both=self._both
            )
        places = hands if self._in_hand[secret] else played
        everything = 0
        for cards in places:
            everything |= cards
        winning = winning_of[everything]
        stayed, gone = self._stayed, self._folded
        if not folded:
            return tuple([stayed[cards & winning] for cards in places])
        return tuple(
            [
                (gone if folded >> seat & 1 else stayed)[cards & winning]
                for seat, cards in enumerate(places)
            ]
        )


@lru_cache(maxsize=16)
def scorer_of(table: Table, *, out: bool, both: bool) -> Scorer:
    """The scorer of a table and its options."""
    return Scorer(table, out=out, both=both)


@cache
def turn_order(seats: int) -> tuple[Seat, ...]:
    """Who moves next, at ``folded << 6 | passed << 3 | seat``, sets of seats being masks.

    ``NOBODY_NEXT`` where the round ends: all but one have folded, or everyone still in has passed
    in a row (S13).

    >>> turn_order(3)[0b010 << 6 | 0b000 << 3 | 0]
    2
    >>> turn_order(3)[0b010 << 6 | 0b101 << 3 | 2]
    -1
    """
    return tuple(
        _next(seats, index >> 6, index >> 3 & 7, index & 7) for index in range(1 << (6 + seats))
    )


def _next(seats: int, folded: int, passed: int, seat: Seat) -> Seat:
    still_in = [other for other in range(seats) if not folded >> other & 1]
    if len(still_in) < 2 or all(passed >> other & 1 for other in still_in):
        return NOBODY_NEXT
    return min(still_in, key=lambda other: (other - seat - 1) % seats)
