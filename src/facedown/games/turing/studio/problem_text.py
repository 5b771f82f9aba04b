"""Problems as texts in TOML, which say whose they are, and what a machine has answered (T3)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, Final, NamedTuple, cast

from facedown.core.messages import listed, phrase
from facedown.core.texts import TextFault, check_keys, read_lines
from facedown.games.turing.cards import CODES, code_index
from facedown.games.turing.moves import QUESTIONS_PER_ROUND
from facedown.games.turing.problem import MODES, VERIFIER_NAMES, Answer, Mode, ProblemError
from facedown.paper.books import CREDIT, Credit, line_in, read_credit

PROBLEM_TEXT: Final = """\
title = "Twins"
by = "Ann"
licence = "CC BY 4.0"
mode = "classic"
cards = "2,13,17,20"
"""
"""An example of the form."""
_KEYS: Final = ("title", *CREDIT, "mode", "cards")


class ProblemText(NamedTuple):
    """What a text says: the cards as ``Problem.parse`` reads them; None for a ``mode`` not said."""

    cards: str
    mode: Mode | None = None
    title: str = ""
    credit: Credit = Credit()


def read_problem(text: str) -> ProblemText:
    r"""The problem of a text, which may be its cards alone; raises ``BadOption`` with the line.

    >>> read_problem("2,13,17,20").cards, read_problem(PROBLEM_TEXT).credit.words
    ('2,13,17,20', 'by Ann, CC BY 4.0')
    >>> read_problem('cards = "2,13,17,20"\nmode = "hard"')
    Traceback (most recent call last):
    facedown.core.texts.LineAtFault: Line 2: The mode is classic, extreme or nightmare.
    """
    return (
        read_lines(text, phrase("The problem"), _problem_of) if "=" in text else ProblemText(text)
    )


def _problem_of(table: dict[str, Any]) -> ProblemText:
    check_keys(table, _KEYS, phrase("A problem"))
    if not isinstance(cards := table.get("cards"), str) or not cards.strip():
        raise TextFault(
            phrase(
                "A problem has its cards as a text, such as cards = {cards}.", cards='"4,9,11,14"'
            ),
            "cards",
        )
    mode = table.get("mode")
    if mode is not None and mode not in MODES:
        raise TextFault(phrase("The mode is {modes}.", modes=listed(MODES, "or")), "mode")
    return ProblemText(
        cards, cast("Mode | None", mode), line_in(table, "title"), read_credit(table)
    )


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
    verifier again have been asked (T6). Raises ``ProblemError`` or ``CardError`` with one sentence
    when the text cannot be read, or when one question has two answers.

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
            raise ProblemError(
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
        raise ProblemError(
            phrase("Cannot read the answer {text!r}; write answers like 321:A=yes.", text=text[:40])
        )
    verifier = VERIFIER_NAMES.find(found[2].upper())
    if not 0 <= verifier < verifiers:
        last = VERIFIER_NAMES[verifiers - 1]
        raise ProblemError(
            phrase(
                "There is no verifier {found}; this problem has A to {last}.",
                found=found[2],
                last=last,
            )
        )
    return code_index(found[1][:10]), verifier, found[3].lower() == "yes"
