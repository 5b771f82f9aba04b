"""What a parser needs to go through words: what comes next, and what could have come."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, TypeVar

from facedown.core.messages import phrase
from facedown.deduce.rules.deck import Deck
from facedown.deduce.rules.words import Word

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
