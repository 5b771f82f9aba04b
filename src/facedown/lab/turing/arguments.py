"""What is typed after Turing Machine's commands: every mistake is one sentence."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction

from facedown.core.errors import FacedownError
from facedown.core.messages import listed, phrase
from facedown.games.turing.problem import VERIFIER_COUNTS

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
