"""Best play as a tree that people walk: what to ask, what may be answered, what to ask then.

A *step* is one answer as it is typed and stands in links, such as ``Q1=KH``. Where somebody stands
in the tree is all the steps that led there.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from facedown.core.messages import joined, phrase

MOST_STEPS: Final = 64
"""No way from the first question to the last is longer."""
MOST_LISTED: Final = 12
"""More answers that are alike are counted in lines of text, not listed."""


@dataclass(frozen=True, slots=True)
class StrategyChoice:
    """A question that can be asked now; ``words`` say what it comes to, ``best`` if none is better.

    ``name`` is how it is called when it is chosen, ``expected`` how many questions there are on
    average when it is asked first, itself included: a fraction.
    """

    name: str
    words: str
    expected: str
    best: bool


@dataclass(frozen=True, slots=True)
class StrategyAnswer:
    """One of the answers to a question: its words, and the step that it is."""

    words: str
    step: str


@dataclass(frozen=True, slots=True)
class Branch:
    """Answers to a question that are alike, and what follows.

    ``chance`` is that of all of them together, a fraction; ``percent`` the same for people.
    ``then`` is the moment after the first of them; after each other it is the same but for names.
    """

    answers: tuple[StrategyAnswer, ...]
    chance: str
    percent: str
    then: Standpoint


@dataclass(frozen=True, slots=True)
class Standpoint:
    """Where somebody stands.

    ``words`` say what is best now, ``ask`` is the question whose ``branches`` are shown: empty
    where nothing is to be asked. There are no branches either where nobody looked further.
    ``expected`` is how many questions best play still asks on average, a fraction. ``choices`` are
    all questions that there are. ``title`` and ``way`` are told of the first moment of a tree
    alone: what is played, and the steps that led here, in words.
    """

    words: str
    ask: str
    expected: str = "0"
    choices: tuple[StrategyChoice, ...] = ()
    branches: tuple[Branch, ...] = ()
    title: str = ""
    way: tuple[StrategyAnswer, ...] = ()


def lines_of(moment: Standpoint) -> Iterator[str]:
    """The tree from a moment on as indented lines.

    >>> end = Standpoint("Name the king.", "")
    >>> answers = StrategyAnswer("K", "Q1=K"), StrategyAnswer("Q", "Q1=Q")
    >>> branch = Branch(answers, "1/2", "50 %", end)
    >>> list(lines_of(Standpoint("Ask Q1.", "Q1", branches=(branch,))))
    ['Ask Q1.', '  K, Q (50 %): Name the king.']
    """
    yield moment.words
    yield from _lines(moment, "  ")


def _lines(moment: Standpoint, indent: str) -> Iterator[str]:
    for branch in moment.branches:
        answers = phrase("{answers} ({percent}): ", answers=_words(branch), percent=branch.percent)
        yield joined("", [indent, answers, branch.then.words])
        yield from _lines(branch.then, f"{indent}  ")


def _words(branch: Branch) -> str:
    words = [answer.words for answer in branch.answers]
    if len(words) > MOST_LISTED:
        return phrase("{answer} and {n} alike", answer=words[0], n=len(words) - 1)
    return joined(", ", words)
