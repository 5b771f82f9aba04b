"""Many small problems of one arrangement each, rated exactly in one compiled call."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb, factorial, prod
from typing import Final, NamedTuple

import numpy as np

from facedown.deduce.purchases.kernels import (
    CHOICES,
    FULL,
    PAR,
    SPREAD,
    TIES,
    WHOLE,
    WORST,
    rate_all,
)
from facedown.deduce.purchases.problem import BadPurchases, Ints

MOST_STATES: Final = 1_000_000
_SURE: Final = 1 << 62
_NO_PILE: Final = -1


class Shop(NamedTuple):
    """A problem of one arrangement.

    ``piles`` has the pile of each place, -1 for none; ``wanted`` are the places whose things are
    wanted, in order. Of each pile ``removed`` things are taken out unseen, and ``blanks`` put in.
    """

    piles: tuple[int, ...]
    wanted: tuple[int, ...]
    removed: tuple[int, ...]
    blanks: tuple[int, ...]

    def without(self, pile: int) -> Shop:
        """The same where a pile shows nothing."""
        return self._replace(
            piles=tuple(_NO_PILE if at == pile else at for at in self.piles),
            removed=(*self.removed[:pile], 0, *self.removed[pile + 1 :]),
            blanks=(*self.blanks[:pile], 0, *self.blanks[pile + 1 :]),
        )


@dataclass(frozen=True, slots=True)
class Rating:
    """What best play comes to (see :class:`~facedown.deduce.purchases.best.Best`).

    ``choices`` is how many decisions of best play are real ones, on average: where the second best
    pile costs something, but less than a quarter of a question. ``ties`` are those where it costs
    nothing.
    """

    expected: Fraction
    worst: int
    chance: Fraction
    choices: Fraction
    ties: Fraction
    distribution: dict[int, Fraction]


def rows_of(orders: Ints, shops: Sequence[Shop], most_states: int = MOST_STATES) -> Ints:
    """A row of numbers for each problem, as ``rating_kernels`` names its columns.

    All have as many piles and wanted things. ``orders`` are those of
    :class:`~facedown.deduce.purchases.problem.PurchaseProblem`. The first number of a row is 0
    where there are more than ``most_states``. Raises :class:`BadPurchases` where numbers could
    become too large.

    >>> orders = np.array([[0, 1], [1, 0]])  # two things may have changed places
    >>> shop = Shop(piles=(0, 1), wanted=(0,), removed=(0, 0), blanks=(0, 0))
    >>> rows = rows_of(orders, [shop, shop.without(1)])
    >>> [rating_of(row).worst for row in rows]
    [1, 1]
    """
    most = max((sum(pile != _NO_PILE for pile in shop.piles) for shop in shops), default=0)
    for shop in shops:
        _check(shop, len(orders))
    blanks = max((sum(shop.blanks) for shop in shops), default=0)
    rows = np.zeros((len(shops), SPREAD + most + blanks + 1), np.int64)
    if shops:
        piles, wanted, removed, put_in = (
            np.array(column, np.int64) for column in zip(*shops, strict=True)
        )
        rate_all(np.ascontiguousarray(orders), piles, wanted, removed, put_in, most_states, rows)
    return rows


def _check(shop: Shop, orders: int) -> None:
    dealt = [shop.piles.count(pile) for pile in range(len(shop.removed))]
    if any(gone > many for gone, many in zip(shop.removed, dealt, strict=True)):
        raise BadPurchases("More things are taken out of a pile than it has.")
    sizes = [n - k + b for n, k, b in zip(dealt, shop.removed, shop.blanks, strict=True)]
    largest = prod(
        factorial(size) * comb(many, gone) * factorial(blanks)
        for size, many, gone, blanks in zip(sizes, dealt, shop.removed, shop.blanks, strict=True)
    )
    if largest * max(sum(sizes) + 1, orders) >= _SURE:
        raise BadPurchases("So many things in piles need larger numbers.")


def rating_of(row: Ints) -> Rating | None:
    """What a row says; None where there were too many states.

    >>> orders = np.array([[0, 1], [1, 0]])  # two things may have changed places
    >>> shop = Shop(piles=(0, 1), wanted=(0,), removed=(0, 0), blanks=(0, 0))
    >>> (row,) = rows_of(orders, [shop])
    >>> rating = rating_of(row)  # one look at a pile tells
    >>> str(rating.expected), rating.worst
    ('1', 1)
    """
    whole = int(row[WHOLE])
    if not whole:
        return None

    def share(column: int) -> Fraction:
        return Fraction(int(row[column]), whole)

    return Rating(
        expected=share(PAR),
        worst=int(row[WORST]),
        chance=share(FULL),
        choices=share(CHOICES),
        ties=share(TIES),
        distribution={
            asked: share(SPREAD + asked)
            for asked in range(len(row) - SPREAD)
            if row[SPREAD + asked]
        },
    )
