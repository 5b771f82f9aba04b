"""What is typed after Turing Machine's commands: every mistake is one sentence."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from facedown.core.errors import FacedownError
from facedown.core.messages import listed, phrase
from facedown.games.turing.cards import CODES, code_index
from facedown.games.turing.moves import QUESTIONS_PER_ROUND
from facedown.games.turing.problem import VERIFIER_COUNTS, VERIFIER_NAMES, Answer

LONGEST_SEARCH = 24 * 3600.0


class BadRequest(FacedownError):
    """An argument of a command that cannot be."""


def one_of(name: str, text: str, choices: Sequence[str]) -> str:
    """One of these words."""
    if text not in choices:
        raise BadRequest(
            phrase(
                "{name} is {choices}, not {text!r}.",
                name=name,
                choices=listed(choices, "or"),
                text=text[:40],
            )
        )
    return text


def whole(name: str, text: str, least: int, most: int) -> int:
    """A whole number in these bounds."""
    if not re.fullmatch(r"[0-9]{1,20}", text) or not least <= int(text) <= most:
        raise BadRequest(
            phrase(
                "{name} is a whole number from {least} to {most}, not {text!r}.",
                name=name,
                least=least,
                most=most,
                text=text[:40],
            )
        )
    return int(text)


def verifier_count(text: str) -> int:
    """4, 5 or 6."""
    return int(one_of("--verifiers", text, [str(count) for count in VERIFIER_COUNTS]))


def seconds(text: str) -> float:
    """A time limit."""
    number = float(text) if re.fullmatch(r"[0-9]{1,9}(\.[0-9]{1,9})?", text) else 0.0
    if not 0 < number <= LONGEST_SEARCH:
        raise BadRequest(
            phrase(
                "--time-limit is a number of seconds above 0 and up to {longest_search:g}, not "
                "{text!r}.",
                longest_search=LONGEST_SEARCH,
                text=text[:40],
            )
        )
    return number


def interval(text: str) -> tuple[Fraction, Fraction]:
    """An interval of numbers written as decimals or fractions.

    >>> interval("1.5-7/3")
    (Fraction(3, 2), Fraction(7, 3))
    """
    number = r"([0-9]{1,6}(?:\.[0-9]{1,6}|/[1-9][0-9]{0,5})?)"
    found = re.fullmatch(rf"{number}-{number}", text)
    if found is None:
        raise BadRequest(
            phrase(
                "--questions is an interval such as 1.5-2.5 or 5/3-2, not {text!r}.", text=text[:40]
            )
        )
    low, high = Fraction(found[1]), Fraction(found[2])
    if low > high:
        raise BadRequest(phrase("--questions {text} begins above its end.", text=text))
    return low, high


@dataclass(frozen=True, slots=True)
class QuestionsAsked:
    """Questions and answers in order.

    ``open_line`` is the last round while it may go on (T6): its code number and, as a bit set, the
    verifiers asked.
    """

    answers: tuple[Answer, ...]
    open_line: tuple[int, int] | None

    @property
    def text(self) -> str:
        """The answers as :func:`read_asked` reads them."""
        return ",".join(
            f"{CODES[code]}:{VERIFIER_NAMES[verifier]}={'yes' if said_yes else 'no'}"
            for code, verifier, said_yes in self.answers
        )


def read_asked(text: str, verifiers: int) -> QuestionsAsked:
    """Reads ``"321:A=yes,321:B=no"``; spaces and capitals do not matter, "" is nothing asked.

    Questions about the same proposal in a row are one round, until three verifiers or the same
    verifier again have been asked (T6). Raises :class:`BadRequest` with one sentence when the text
    cannot be read, or when one question has two answers.

    >>> read_asked("321:A=yes, 321:b=NO", 4)
    QuestionsAsked(answers=((55, 0, True), (55, 1, False)), open_line=(55, 3))
    >>> read_asked("321:A=yes,321:B=no,321:C=no", 4).open_line is None
    True
    """
    if not text.strip():
        return QuestionsAsked((), None)
    answers: list[Answer] = []
    known: dict[tuple[int, int], bool] = {}
    line = (-1, 0)
    for part in text.split(","):
        code, verifier, said_yes = _answer(part.strip(), verifiers)
        if known.setdefault((code, verifier), said_yes) != said_yes:
            name = VERIFIER_NAMES[verifier]
            raise BadRequest(
                phrase(
                    "Verifier {name} cannot answer both yes and no about {code}.",
                    name=name,
                    code=CODES[code],
                )
            )
        answers.append((code, verifier, said_yes))
        full = line[1].bit_count() == QUESTIONS_PER_ROUND
        if code != line[0] or full or line[1] >> verifier & 1:
            line = (code, 0)
        line = (code, line[1] | 1 << verifier)
    full = line[1].bit_count() == QUESTIONS_PER_ROUND
    return QuestionsAsked(tuple(answers), None if full else line)


def _answer(text: str, verifiers: int) -> Answer:
    found = re.fullmatch(r"([0-9]+)\s*:\s*([A-Za-z])\s*=\s*(yes|no)", text, re.IGNORECASE)
    if found is None or not text.isascii():
        raise BadRequest(
            phrase("Cannot read the answer {text!r}; write answers like 321:A=yes.", text=text[:40])
        )
    verifier = VERIFIER_NAMES.find(found[2].upper())
    if not 0 <= verifier < verifiers:
        last = VERIFIER_NAMES[verifiers - 1]
        raise BadRequest(
            phrase(
                "There is no verifier {found}; this problem has A to {last}.",
                found=found[2],
                last=last,
            )
        )
    return code_index(found[1][:10]), verifier, found[3].lower() == "yes"
