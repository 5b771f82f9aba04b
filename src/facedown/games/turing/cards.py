"""The components of Turing Machine: 125 codes and 48 criteria cards with their 183 laws (T1).

A code is three digits from 1 to 5: first the blue triangle ``b``, then the yellow square ``y``,
then the purple circle ``p``.  A law is a yes-or-no question about a code.

>>> law("4a").says
Comparison(left=(<Shape.SQUARE: 1>,), relation=<Relation.LESS: '<'>, right=4)
>>> law("4a").holds(code_index("531"))
True
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from facedown.core.errors import FacedownError
from facedown.core.messages import phrase
from facedown.games.turing.faces import LAWS_OF_CARD
from facedown.games.turing.laws import DIGITS, Statement, mask_of

CODES: tuple[str, ...] = tuple("".join(map(str, digits)) for digits in DIGITS)
"""The 125 codes in order; the index of a code is ``25 * (b - 1) + 5 * (y - 1) + (p - 1)``."""

_CODE_INDEX = {code: index for index, code in enumerate(CODES)}


class CardError(FacedownError):
    """A code, card or law that does not exist."""


@dataclass(frozen=True, slots=True)
class Law:
    """One law of one criteria card, and what it says.

    ``mask`` has bit ``i`` set when code number ``i`` obeys the law; ``index`` is the law's place
    among all 183 laws in print order.
    """

    name: str
    card: int
    says: Statement
    mask: int
    index: int

    def holds(self, code: int) -> bool:
        """Whether code number ``code`` (0 to 124) obeys this law."""
        return bool(self.mask >> code & 1)


@dataclass(frozen=True, slots=True)
class Card:
    """One criteria card: its printed number, and its laws in print order."""

    number: int
    laws: tuple[Law, ...]


def _all_laws() -> Iterator[Law]:
    index = 0
    for number, statements in LAWS_OF_CARD.items():
        for letter, says in zip("abcdefghi", statements, strict=False):
            yield Law(f"{number}{letter}", number, says, mask_of(says), index)
            index += 1


LAWS: tuple[Law, ...] = tuple(_all_laws())
"""All 183 laws in print order; ``LAWS[law.index] is law``."""

CARDS: dict[int, Card] = {
    number: Card(number, tuple(law for law in LAWS if law.card == number))
    for number in LAWS_OF_CARD
}
"""The 48 criteria cards by their printed number."""

_LAW_BY_NAME = {law.name: law for law in LAWS}


def code_index(code: str) -> int:
    """The number, 0 to 124, of a code written as three digits from 1 to 5.

    Raises :class:`CardError` for anything else.

    >>> code_index("111"), code_index("241"), code_index("555")
    (0, 40, 124)
    """
    index = _CODE_INDEX.get(code)
    if index is None:
        raise CardError(
            phrase(
                "{code!r} is not a code: a code is three digits from 1 to 5, such as 241.",
                code=code[:20],
            )
        )
    return index


def law(name: str) -> Law:
    """The law with this name: a card number and a letter.

    Raises :class:`CardError` when no card bears it.

    >>> law("11c").card, law("11c").index
    (11, 31)
    """
    found = _LAW_BY_NAME.get(name)
    if found is None:
        raise CardError(
            phrase(
                "{name!r} is not a law: a law is a card number and a letter on it, such as 4a.",
                name=str(name)[:20],
            )
        )
    return found
