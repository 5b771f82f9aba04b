"""Reading amounts: "odd", "at least 2", "1 more than a multiple of 3"."""

from __future__ import annotations

from typing import Final

from facedown.core.messages import phrase
from facedown.deduce.rules.conditions import Amount, Between, Modulo, opposite
from facedown.deduce.rules.reader import Reader, Unreadable

LARGEST_MODULUS: Final = 12
LARGEST_NUMBER: Final = 60
"""Numbers in amounts are at most this."""


class AmountReader(Reader):
    """Reads amounts."""

    def amount(self, low: int = 0) -> Amount:
        """A number that is counted from ``low`` on."""
        if self.take("not"):
            return opposite(self.amount(low))
        if self.peek().isdecimal():
            residues = self.wholes(0, LARGEST_MODULUS - 1)
            self.need("more", "than", "multiple", "of")
            return self._modulo(residues)
        self.expected.add("1")
        self.further |= set(map(str, range(LARGEST_MODULUS)))
        word = self.one_of(("odd", "even", "exactly", "at", "between", "multiple"))
        if word in {"odd", "even"}:
            return Modulo(2, (int(word == "odd"),))
        if word == "multiple":
            self.need("of")
            return self._modulo((0,))
        if word == "exactly":
            number = self.whole(low, LARGEST_NUMBER)
            return Between(number, number)
        if word == "between":
            first = self.whole(low, LARGEST_NUMBER - 1)
            self.need("and")
            return Between(first, self.whole(first + 1, LARGEST_NUMBER))
        if self.one_of(("least", "most")) == "least":
            return Between(self.whole(low + 1, LARGEST_NUMBER), -1)
        return Between(0, self.whole(low, LARGEST_NUMBER))

    def _modulo(self, residues: tuple[int, ...]) -> Amount:
        modulus = self.whole(2, LARGEST_MODULUS)
        if residues[-1] >= modulus:
            raise Unreadable(
                self.at - 1,
                phrase("a number is less than {modulus} more than a multiple", modulus=modulus),
            )
        if len(residues) == modulus:
            raise Unreadable(self.at - 1, phrase("that is always so"))
        return Modulo(modulus, residues)
