"""What scoring needs of the rules, as arrays, worked out once for every set of cards."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from facedown.games.suspense.cards import CARD_COUNT, NUMBERS, Faces, cards_of
from facedown.games.suspense.rules import Setting, winning_cards

Ints: TypeAlias = NDArray[np.int64]
Shorts: TypeAlias = NDArray[np.int16]
Bytes: TypeAlias = NDArray[np.uint8]
Bools: TypeAlias = NDArray[np.bool_]
Reals: TypeAlias = NDArray[np.float64]
Floats: TypeAlias = NDArray[np.float32]
RandomState: TypeAlias = NDArray[np.uint64]
"""The one word of a random generator, see ``round_kernels.next_random``."""

SETS: Final = 1 << CARD_COUNT
IN_HAND, IN_PLAY, LOWEST_SUM, HIGHEST_SUM = range(4)


class ScoringTables(NamedTuple):
    """One table's options for the compiled engine.

    ``places[c]`` says where condition ``c`` looks: 0 in hand, 1 in play, 2 lowest and 3 highest
    sum. ``winning[c, cards]`` are the winning ones among a set of cards, ``worth[cards]`` the
    points of owning these winning cards, ``flat[c]`` the points of a condition about sums and
    ``sums[cards]`` the sum of numbers.
    """

    places: NDArray[np.int8]
    winning: NDArray[np.uint16]
    worth: NDArray[np.int16]
    flat: NDArray[np.int16]
    sums: NDArray[np.int16]
    seats: int
    limit: int
    folded_out: int


@lru_cache(maxsize=8)
def tables_of(setting: Setting) -> ScoringTables:
    """The arrays of a setting. The goal plays no part in a single round."""
    return ScoringTables(
        np.array([_place(setting.faces, card) for card in range(CARD_COUNT)], np.int8),
        _winning(setting.faces),
        _worth(setting.faces, setting.both),
        np.array([face.stars for face in setting.faces], np.int16),
        np.array([sum(NUMBERS[card] for card in cards_of(m)) for m in range(SETS)], np.int16),
        setting.seats,
        setting.limit,
        int(setting.folded_out),
    )


def _place(faces: Faces, card: int) -> int:
    condition = faces[card].condition
    if condition.category == "sum":
        return LOWEST_SUM if condition.extreme == "lowest" else HIGHEST_SUM
    return IN_HAND if condition.place == "hand" else IN_PLAY


def _winning(faces: Faces) -> NDArray[np.uint16]:
    winning = np.zeros((CARD_COUNT, SETS), np.uint16)
    for card, face in enumerate(faces):
        if face.condition.category != "sum":
            winning[card] = [winning_cards(face.condition, cards) for cards in range(SETS)]
    return winning


def _worth(faces: Faces, both: bool) -> NDArray[np.int16]:
    gather = sum if both else max
    worth = [gather([faces[card].stars for card in cards_of(m)] or [0]) for m in range(SETS)]
    return np.array(worth, np.int16)
