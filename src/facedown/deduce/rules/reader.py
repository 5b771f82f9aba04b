"""A text as words, and what goes through them: what comes next, what could have come, amounts."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final, TypeVar

from facedown.core.messages import phrase
from facedown.deduce.rules.conditions import Amount, Between, Modulo, opposite
from facedown.deduce.rules.deck import Deck, RuleError

LONGEST_TEXT: Final = 1_000
"""Characters of a rule at most."""

FILLERS: Final = frozenset({"a", "an", "card", "cards", "it", "must", "be", "only", "the"})
"""Words that may stand anywhere and mean nothing."""

_JOINING: Final = frozenset({"and", "but", "else", "or", "otherwise", "then"})
_WORD: Final = re.compile(r"[a-z]+|[+\-−]?[0-9]+|[(),]|\S")


@dataclass(frozen=True, slots=True)
class Word:
    """A word of a sentence and where it begins; ``apart`` if a comma stood before it."""

    text: str
    position: int
    apart: bool = False


def words_of(text: str) -> list[Word]:
    """The words that mean something, in time linear in the text.

    Raises :class:`~facedown.deduce.rules.deck.RuleError` for a text that is too long.

    >>> [word.text for word in words_of("The last card is red, and not a circle.")]
    ['last', 'is', 'red', 'and', 'not', 'circle']
    """
    if len(text) > LONGEST_TEXT:
        raise RuleError(
            phrase(
                "A rule has at most {most:,} characters, and this has {number:,}.",
                most=LONGEST_TEXT,
                number=len(text),
            ),
            LONGEST_TEXT,
        )
    text = text.rstrip(" .\n\t\r")
    found = [
        Word(match[0].replace("−", "-"), match.start())
        for match in _WORD.finditer(text.lower())
        if match[0] not in FILLERS
    ]
    words: list[Word] = []
    for index, word in enumerate(found):
        after = found[index + 1].text if index + 1 < len(found) else ""
        if word.text == "," and after in _JOINING:
            continue
        apart = index > 0 and found[index - 1].text == ","
        words.append(Word(word.text, word.position, apart))
    return words


T = TypeVar("T")

MOST_NUMBERS: Final = 24
"""So many further numbers are told that could stand at a place."""


class Unreadable(Exception):
    """The words do not go on as a rule; no ``reason`` where just another word was expected.

    ``explained`` where the reason says more than the rule nearest to the words could.
    """

    def __init__(self, at: int, reason: str = "", *, explained: bool = False) -> None:
        super().__init__(reason)
        self.at = at
        self.reason = reason
        self.explained = explained


class Reader:
    """Goes through words once, from the first to the last.

    ``expected`` collects what could have stood at the word that is reached, for errors and
    completion; ``further`` what could beside that: numbers, and values after an "or".
    """

    def __init__(self, words: list[Word], deck: Deck) -> None:
        self.words = words
        self.deck = deck
        self.at = 0
        self.expected: set[str] = set()
        self.further: set[str] = set()

    def peek(self, ahead: int = 0) -> str:
        """A word that follows, or nothing at the end."""
        index = self.at + ahead
        return self.words[index].text if index < len(self.words) else ""

    def step(self) -> str:
        """Goes on by one word and returns it."""
        self.at += 1
        self.expected = set()
        self.further = set()
        return self.words[self.at - 1].text

    def take(self, *texts: str) -> bool:
        """Goes on if the first of these words follows; then the others have to, too."""
        self.expected.add(texts[0])
        if self.peek() != texts[0]:
            return False
        self.step()
        for text in texts[1:]:
            self.need(text)
        return True

    def need(self, *texts: str) -> None:
        """Goes on over these words; raises :class:`Unreadable` where another one stands."""
        for text in texts:
            self.expected.add(text)
            if self.peek() != text:
                raise Unreadable(self.at)
            self.step()

    def one_of(self, choices: Iterable[str]) -> str:
        """Goes on over one of these words; raises :class:`Unreadable` where another one stands."""
        choices = set(choices)
        self.expected |= choices
        if self.peek() not in choices:
            raise Unreadable(self.at)
        return self.step()

    def choice(self, choices: Mapping[str, T]) -> T:
        """What one of these words, which has to follow, stands for."""
        return choices[self.one_of(choices)]

    def whole(self, low: int, high: int) -> int:
        """A whole number in this range; raises :class:`Unreadable`."""
        text = self.peek()
        self.expected |= {str(low)}
        self.further |= set(map(str, range(low, min(high, low + MOST_NUMBERS) + 1)))
        if not (text.lstrip("+-").isdecimal() and low <= int(text) <= high):
            reason = phrase("a whole number from {low} to {high} is expected", low=low, high=high)
            raise Unreadable(self.at, reason if text else "")
        self.step()
        return int(text)

    def wholes(self, low: int, high: int) -> tuple[int, ...]:
        """Several whole numbers: "0, 1 or 2"."""
        found = {self.whole(low, high)}
        while self.peek() in {",", "or"}:
            ahead = self.peek(1)
            if ahead and not ahead.lstrip("+-").isdecimal():
                break
            self.step()
            found.add(self.whole(low, high))
        self.further.add("or")
        return tuple(sorted(found))


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
