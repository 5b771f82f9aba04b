"""What a seat's answers say about every law of every verifier, as data; hints give it words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

from facedown.games.turing.cards import CARDS, Law, code_index
from facedown.games.turing.problem import VERIFIER_NAMES
from facedown.games.turing.reasoning import knowledge
from facedown.games.turing.view import TuringView

Standing: TypeAlias = Literal["possible", "answer", "superfluous", "combination"]
"""How a law stands at a verifier: still possible, or excluded,

answer       by one of the verifier's own answers, whatever the other verifiers check;
superfluous  because every choice of laws with it that fits exactly one code and agrees with all
             that is known has a verifier that is not needed (T2);
combination  because no choice of laws with it fits exactly one code and agrees with all that is
             known.

What was excluded before the first question keeps the reason it had then.
"""


@dataclass(frozen=True, slots=True)
class Evidence:
    """One answer that the seat knows."""

    round: int
    verifier: str
    code: str
    answer: bool


@dataclass(frozen=True, slots=True)
class Why:
    """How a law stands at a verifier, and what makes it so.

    ``evidence`` holds, where the law is excluded by answers, all that contradict it by themselves.
    ``at_start`` says that it was excluded before the first question.
    """

    standing: Standing
    evidence: tuple[Evidence, ...] = ()
    at_start: bool = False


@dataclass(frozen=True, slots=True)
class LawStatus:
    """A law at a verifier."""

    law: Law
    why: Why


@dataclass(frozen=True, slots=True)
class VerifierStatus:
    """A verifier with every law it could ever check, in print order."""

    verifier: str
    laws: tuple[LawStatus, ...]

    @property
    def possible(self) -> tuple[str, ...]:
        """The laws it can still be checking."""
        return tuple(status.law.name for status in self.laws if status.why.standing == "possible")


def evidence_of(view: TuringView) -> tuple[Evidence, ...]:
    """Every answer the seat knows, oldest first."""
    return tuple(
        Evidence(line.round, verifier, line.code, answer)
        for line in view.own_lines()
        for verifier, answer in zip(line.asked, line.answers or (), strict=True)
    )


def verifier_status(view: TuringView) -> tuple[VerifierStatus, ...]:
    """Every verifier with its laws: possible or excluded, and why.

    The view must be of a game whose cards are on the table.
    """
    return tuple(_verifier_statuses(view))


def _verifier_statuses(view: TuringView) -> Iterator[VerifierStatus]:
    evidence = evidence_of(view)
    problem, belief = knowledge(view)
    every_card = tuple(card for cards in view.cards for card in cards)
    for verifier, cards in enumerate(view.cards):
        name = VERIFIER_NAMES[verifier]
        still = problem.laws_still(belief, verifier)
        before = problem.laws_still(problem.everything, verifier)
        statuses = []
        for card in every_card if view.mode == "nightmare" else cards:
            for one in CARDS[card].laws:
                against = tuple(
                    answer
                    for answer in evidence
                    if answer.verifier == name and _contradicts(answer, one)
                )
                at_start = one.index not in before
                standing: Standing = "possible"
                if against and not at_start:
                    standing = "answer"
                elif one.index not in still:
                    plainly = _fits_plainly(view, verifier, one, at_start=at_start)
                    standing = "superfluous" if plainly else "combination"
                evidenced = against if standing == "answer" else ()
                statuses.append(LawStatus(one, Why(standing, evidenced, at_start)))
        yield VerifierStatus(name, tuple(statuses))


def _contradicts(answer: Evidence, one: Law) -> bool:
    return one.holds(code_index(answer.code)) != answer.answer


def _fits_plainly(view: TuringView, verifier: int, one: Law, *, at_start: bool) -> bool:
    """Whether the verifier could check the law if verifiers were allowed to be superfluous."""
    problem, belief = knowledge(view, superfluous=True)
    return one.index in problem.laws_still(problem.everything if at_start else belief, verifier)
