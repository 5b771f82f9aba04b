"""Purchases from piles: what is unknown, what is shown, what is wanted.

So many *things* lie on as many *places*, in an *order* that nobody knows. The orders that can be
form a group and are equally likely. Places belong to piles, and a pile shows its things one after
the other, shuffled: one sees which thing, not on which place it lay. A pile may also show *blanks*,
which are all alike. Wanted are the things on some places.

Where the places' piles are themselves a matter of chance, there are several *arrangements*. How
likely a pile is to show certain things first is given for each, so that things may have been taken
out of a pile unseen.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from facedown.core.errors import FacedownError

Ints = npt.NDArray[np.int64]
Chances: TypeAlias = tuple[tuple[tuple[int, ...], ...], ...]

MOST_BITS: Final = 62
WORD: Final = 62
"""Orders in one word of a set of orders."""


class BadPurchases(FacedownError):
    """The parts of a problem do not fit together."""


@dataclass(frozen=True, slots=True)
class Arrangement:
    """One way in which places belong to piles.

    ``piles`` has the pile of every place, -1 for none. ``wanted`` are groups of places whose things
    are to be named; within a group in any order. ``chances[pile][shown][blanks]`` is in proportion
    to the chance that the pile shows certain ``shown`` things and ``blanks`` blanks first: whatever
    comes next, the chances of a pile that has ``left`` things and blanks to show add up to ``left``
    times what they were. ``ways`` is how often it comes about.
    """

    piles: tuple[int, ...]
    wanted: tuple[tuple[int, ...], ...]
    chances: Chances
    ways: int = 1


class StateSpace(NamedTuple):
    """A problem in arrays. A *state* is a set of bits: positions shown, and blanks shown.

    A *position* is a place in a pile. Blanks of a pile are shown in the order of their bits.
    """

    fits: Ints  # [position, word]: the orders that move it onto a position, as bits
    image: Ints  # [position, order]: the bit of that position, or 0
    guess: Ints  # [wanted, order]: the number of the right guess
    masks: Ints  # [arrangement]: its positions
    ways: Ints  # [arrangement]
    wanted: Ints  # [arrangement]: which of the wanted
    profile: Ints  # [arrangement]: which of the chances
    chances: Ints  # [profile, pile, things shown, blanks shown]
    pile: Ints  # [bit]
    blanks: Ints  # [pile, 2]: the first bit of its blanks, and how many there are
    sizes: Ints  # [pile]: how many things and blanks it shows
    guesses: int


class PurchaseProblem:
    """What can be bought and what is wanted.

    ``orders[order][thing]`` is the place of a thing; the first order is that in which thing and
    place have the same number. ``sizes[pile]`` is how many things and blanks a pile shows in all.
    Raises :class:`BadPurchases` where the parts do not fit together.
    """

    def __init__(
        self,
        orders: npt.ArrayLike,
        arrangements: Sequence[Arrangement],
        sizes: Sequence[int],
    ) -> None:
        self.orders: Ints = np.asarray(orders, np.int64)
        self.arrangements = tuple(arrangements)
        self.sizes = tuple(sizes)
        if self.orders.ndim != 2 or not arrangements:
            raise BadPurchases("There is no order or no arrangement.")
        if list(self.orders[0]) != list(range(self.orders.shape[1])):
            raise BadPurchases("In the first order every thing lies on the place of its number.")
        found = {
            (place, pile)
            for arrangement in arrangements
            for place, pile in enumerate(arrangement.piles)
            if pile >= 0
        }
        self.positions = tuple(sorted(found))
        self.blanks = tuple(
            max(_blanks(arrangement.chances[pile]) for arrangement in arrangements)
            for pile in range(len(self.sizes))
        )
        if len(self.positions) + sum(self.blanks) > MOST_BITS:
            raise BadPurchases(f"There are more than {MOST_BITS} positions and blanks.")

    def without(self, pile: int) -> PurchaseProblem:
        """The same where a pile shows nothing."""
        arrangements = [
            replace(
                one,
                piles=tuple(-1 if at == pile else at for at in one.piles),
                chances=(*one.chances[:pile], ((1,),), *one.chances[pile + 1 :]),
            )
            for one in self.arrangements
        ]
        sizes = [0 if at == pile else size for at, size in enumerate(self.sizes)]
        return PurchaseProblem(self.orders, arrangements, sizes)

    @cached_property
    def landing(self) -> Ints:
        """``landing[place, pile]`` is the number of that position, -1 where there is none."""
        landing = np.full((self.orders.shape[1], len(self.sizes)), -1, np.int64)
        for at, (place, pile) in enumerate(self.positions):
            landing[place, pile] = at
        return landing

    @cached_property
    def space(self) -> StateSpace:
        """The problem in arrays."""
        number = {position: at for at, position in enumerate(self.positions)}
        positions = len(self.positions)
        image = np.zeros((positions, len(self.orders)), np.int64)
        landing = self.landing
        for at, (place, pile) in enumerate(self.positions):
            landed = landing[self.orders[:, place], pile]
            image[at] = np.where(landed >= 0, np.left_shift(1, np.maximum(landed, 0)), 0)
        wanted = sorted({arrangement.wanted for arrangement in self.arrangements})
        profiles = sorted({arrangement.chances for arrangement in self.arrangements})
        guess, guesses = self._guesses(wanted)
        first = positions
        blanks = []
        for blank in self.blanks:
            blanks.append((first, blank))
            first += blank
        piles = [pile for _, pile in self.positions]
        piles += [pile for pile, blank in enumerate(self.blanks) for _ in range(blank)]
        return StateSpace(
            fits=_in_words(image > 0),
            image=image,
            guess=guess,
            masks=np.array([self._mask(one, number) for one in self.arrangements], np.int64),
            ways=np.array([one.ways for one in self.arrangements], np.int64),
            wanted=np.array([wanted.index(one.wanted) for one in self.arrangements], np.int64),
            profile=np.array([profiles.index(one.chances) for one in self.arrangements], np.int64),
            chances=_table(profiles, max(self.sizes) + 2),
            pile=np.array(piles, np.int64),
            blanks=np.array(blanks, np.int64),
            sizes=np.array(self.sizes, np.int64),
            guesses=guesses,
        )

    def _guesses(self, wanted: Sequence[tuple[tuple[int, ...], ...]]) -> tuple[Ints, int]:
        """Which guess is right, for everything that can be wanted and every order."""
        things = np.argsort(self.orders, axis=1)
        named = [
            np.concatenate([np.sort(things[:, group], axis=1) for group in groups], axis=1)
            for groups in wanted
        ]
        different, numbers = np.unique(np.concatenate(named), axis=0, return_inverse=True)
        shaped = np.asarray(numbers, np.int64).reshape(len(wanted), len(self.orders))
        return np.ascontiguousarray(shaped), len(different)

    @staticmethod
    def _mask(arrangement: Arrangement, number: dict[tuple[int, int], int]) -> int:
        return sum(1 << number[at] for at in enumerate(arrangement.piles) if at[1] >= 0)


def _blanks(chances: tuple[tuple[int, ...], ...]) -> int:
    """The most blanks that can be shown."""
    return max(blanks for row in chances for blanks, chance in enumerate(row) if chance)


def _in_words(truths: npt.NDArray[np.bool_]) -> Ints:
    """Rows of truths as bits of numbers."""
    rows, many = truths.shape
    words = -(-many // WORD)
    padded = np.zeros((rows, words * WORD), np.int64)
    padded[:, :many] = truths
    bits = np.left_shift(padded.reshape(rows, words, WORD), np.arange(WORD))
    return np.asarray(bits.sum(axis=2), np.int64)


def _table(profiles: Sequence[Chances], size: int) -> Ints:
    """The chances as one array, 0 where nothing is said."""
    table = np.zeros((len(profiles), len(profiles[0]), size, size), np.int64)
    for profile, chances in enumerate(profiles):
        for pile, of_pile in enumerate(chances):
            for shown, row in enumerate(of_pile[:size]):
                table[profile, pile, shown, : len(row)] = row[:size]
    return table
