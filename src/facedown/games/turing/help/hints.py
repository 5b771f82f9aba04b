"""Turing Machine's aids in words: everything here is implied by what the seat may know already."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from types import MappingProxyType
from typing import Final, Literal, TypeAlias

from facedown.core.errors import UnknownName
from facedown.core.messages import Message, capital, joined, listed, phrase, phrase_many, separated
from facedown.games.turing.card_words import law_words
from facedown.games.turing.cards import CARDS, CODES, Law, code_index
from facedown.games.turing.help.notes import Claim, standing_claims, subject_words, worlds_where
from facedown.games.turing.machine import likeliest, most_informative
from facedown.games.turing.moves import QUESTIONS_PER_ROUND, Propose
from facedown.games.turing.problem import VERIFIER_NAMES
from facedown.games.turing.view import TuringView
from facedown.games.turing.words import YES_NO
from facedown.games.turing.worlds import knowledge

# What answers say about every law of every verifier

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


NOTE_FORMS: Final = phrase(
    """\
A note is free text. Notes in one of these forms are checked against your answers:
  not blue 3      blue is 3      maybe blue 3     a digit, by colour or shape
  not 241         code 241       maybe 241        a code
  A not 4a        A is 4a        A maybe 4a       a verifier's law
  A not card 4    A is card 4    A maybe card 4   a verifier's card, in Nightmare
"Not" strikes something out, "maybe" takes an earlier note back, "clear marks" takes all back."""
)


def hint(name: str, view: TuringView, notes: Sequence[str]) -> Message:
    """One aid of the facts in words.

    ``notes`` are the seat's notes, oldest first. Raises ``UnknownName`` for an aid that does not
    exist.
    """
    if name != "note" and name not in _HINTS:
        names = ", ".join((*_HINTS, "note"))
        raise UnknownName(
            phrase("There is no hint {name!r}; the hints: {names}.", name=name[:40], names=names)
        )
    if view.phase in ("layout", "laws"):
        return phrase("There is nothing to reason about before the verifiers are set.")
    if view.phase == "over" and view.solution is None:
        return phrase("The game is over.")
    if view.phase == "over":
        return phrase("The game is over; the code was {code}.", code=view.solution)
    return _HINTS[name](view) if name != "note" else _note(view, notes)


# Codes


def possible_codes(view: TuringView, *, superfluous: bool = False) -> tuple[str, ...]:
    """The codes still possible; ``superfluous`` reasons without the promise of T2."""
    problem, belief = knowledge(view, superfluous=superfluous)
    return tuple(CODES[code] for code in problem.codes(belief))


def _codes(view: TuringView) -> Message:
    codes = possible_codes(view)
    if len(codes) == 1:
        text = phrase("Only one code is possible: {code}.", code=codes[0])
    else:
        text = phrase(
            "{number} codes are possible: {codes}.", number=len(codes), codes=", ".join(codes)
        )
    more = [code for code in possible_codes(view, superfluous=True) if code not in codes]
    if not more:
        same = phrase("The same are possible if verifiers could be superfluous.")
        return joined("\n", [text, same])
    uses = phrase(
        "This uses that no verifier is superfluous. Without that {number} more would be possible: "
        "{codes}.",
        number=len(more),
        codes=", ".join(more),
    )
    return joined("\n", [text, uses])


# Verifiers


def _verifiers(view: TuringView) -> Message:
    statuses = verifier_status(view)
    if view.mode == "nightmare":
        return joined("\n", _nightmare_lines(statuses))
    lines: list[Message] = []
    for verifier, cards in zip(statuses, view.cards, strict=True):
        lines.append(_heading(verifier, _cards(cards)))
        lines += [
            phrase(
                "  {law}  {words}: {reason}.",
                law=one.law.name,
                words=law_words(one.law.says),
                reason=_reason(one.why),
            )
            for one in verifier.laws
        ]
    return joined("\n", lines)


def _heading(verifier: VerifierStatus, cards: Message) -> Message:
    who = {"verifier": verifier.verifier, "cards": cards}
    if len(verifier.possible) > 1:
        left = len(verifier.possible)
        return phrase("Verifier {verifier}, {cards}: {number} laws possible.", **who, number=left)
    return phrase("Verifier {verifier}, {cards}: it checks {law}.", **who, law=verifier.possible[0])


def _nightmare_lines(statuses: Sequence[VerifierStatus]) -> Iterator[Message]:
    """One line for each card of a verifier; verifiers of which the same is known share them."""
    never = [law for law in statuses[0].laws if law.why.at_start]
    if never:
        yield phrase("No verifier checks these laws:")
        for why, named in _by_reason(never):
            told = ", ".join(named)
            yield phrase("  {laws} {reason}.", laws=told, reason=_reason(why, len(named)))
    alike: dict[tuple[LawStatus, ...], list[str]] = {}
    for status in statuses:
        laws = tuple(law for law in status.laws if not law.why.at_start)
        alike.setdefault(laws, []).append(status.verifier)
    for laws, names in alike.items():
        if len(names) == 1:
            yield phrase("Verifier {name}:", name=names[0])
        else:
            yield phrase("Verifiers {names}:", names=listed(names))
        for card, of_card in groupby(laws, key=lambda law: law.law.card):
            reasons = _by_reason(of_card)
            possible = any(why.standing == "possible" for why, _ in reasons)
            parts = separated(
                joined(" ", [", ".join(named), _reason(why, len(named))]) for why, named in reasons
            )
            if possible:
                yield phrase("  card {card}: {parts}.", card=card, parts=parts)
            else:
                yield phrase("  not card {card}: {parts}.", card=card, parts=parts)


def _by_reason(laws: Iterable[LawStatus]) -> list[tuple[Why, list[str]]]:
    """The reasons, each with the laws it holds for."""
    reasons: dict[Why, list[str]] = {}
    for one in laws:
        reasons.setdefault(one.why, []).append(one.law.name)
    return list(reasons.items())


def _reason(why: Why, laws: int = 1) -> Message:
    """How so many laws stand; other languages tell one from several."""
    if why.standing == "possible":
        return phrase_many("possible", "possible", laws)
    if why.standing == "answer":
        answers = listed(_answer(evidence) for evidence in why.evidence)
        if len(why.evidence) == 1:
            return phrase_many(
                "excluded by the answer {answer}",
                "excluded by the answer {answer}",
                laws,
                answer=answers,
            )
        return phrase_many(
            "excluded by the answers {answers}",
            "excluded by the answers {answers}",
            laws,
            answers=answers,
        )
    when = phrase("from the start") if why.at_start else phrase("by all answers together")
    if why.standing == "superfluous":
        return phrase_many(
            "excluded {when}, as some verifier would be superfluous",
            "excluded {when}, as some verifier would be superfluous",
            laws,
            when=when,
        )
    return phrase_many(
        "excluded {when}, as never exactly one code would be left",
        "excluded {when}, as never exactly one code would be left",
        laws,
        when=when,
    )


def _answer(evidence: Evidence) -> Message:
    return phrase(
        "{answer} to {code} in round {round}",
        answer=YES_NO[evidence.answer],
        code=evidence.code,
        round=evidence.round,
    )


def _cards(numbers: Sequence[int]) -> Message:
    if len(numbers) == 1:
        return phrase("card {number}", number=numbers[0])
    return phrase("cards {numbers}", numbers=listed(map(str, numbers)))


# The next question


@dataclass(frozen=True, slots=True)
class QuestionAdvice:
    """The most informative question, and what each answer would leave.

    ``yes_worlds`` of ``worlds`` choices of laws (in Nightmare: and of verifiers for the cards) have
    the verifier say yes. A code can be left by either answer.
    """

    code: str
    verifier: str
    codes: int
    codes_if_yes: int
    codes_if_no: int
    worlds: int
    yes_worlds: int


def advice(view: TuringView) -> QuestionAdvice | None:
    """The question to ask next, or None when the code is certain.

    While the seat has a proposal of the round before it, another proposal means: stop asking.
    """
    problem, belief = knowledge(view)
    proposal, asked, left = _round_under_way(view)
    line = (code_index(proposal), asked) if proposal is not None else None
    question = most_informative(problem, belief, line, left)
    if question is None:
        return None
    code, verifier = question
    yes = belief & problem.yes(code, verifier)
    return QuestionAdvice(
        CODES[code],
        VERIFIER_NAMES[verifier],
        len(problem.codes(belief)),
        len(problem.codes(yes)),
        len(problem.codes(belief ^ yes)),
        belief.bit_count(),
        yes.bit_count(),
    )


def _round_under_way(view: TuringView) -> tuple[str | None, int, int]:
    """The seat's proposal, the verifiers asked about it, and how many more may be asked."""
    line = view.open_line()
    if line is not None:
        asked = sum(1 << VERIFIER_NAMES.index(name) for name in line.asked)
        return line.code, asked, view.questions_left
    if isinstance(view.pending, Propose):
        return view.pending.code, 0, view.questions_allowed
    return None, 0, QUESTIONS_PER_ROUND


def _question(view: TuringView) -> Message:
    if view.phase == "machine" and view.seat in view.actors:
        return phrase("Look first whether the code that you named is right.")
    best = advice(view)
    proposal, *_ = _round_under_way(view)
    if best is None:
        certain = phrase("The code is certain: {code}.", code=possible_codes(view)[0])
        return joined(" ", [certain, _how_to_name(view)])
    question = {"code": best.code, "verifier": best.verifier}
    effect = phrase(
        "The answer is yes in {yes} of the {worlds} ways things can be. Yes leaves {codes} "
        "possible, no leaves {codes_if_no}; now there are {codes_now}.",
        yes=best.yes_worlds,
        worlds=best.worlds,
        codes=codes_words(best.codes_if_yes),
        codes_if_no=best.codes_if_no,
        codes_now=best.codes,
    )
    if proposal == best.code:
        return joined(" ", [phrase("Ask verifier {verifier} about {code}.", **question), effect])
    if view.phase == "compose" and proposal is None:
        start = phrase("Propose {code} and ask verifier {verifier} first.", **question)
        return joined(" ", [start, effect])
    if view.round == view.most_rounds:
        problem, belief = knowledge(view)
        code = likeliest(problem, belief)
        ways = (belief & problem.with_code(code)).bit_count()
        last = phrase(
            "This is the last round, and {codes} are possible. The likeliest is {likeliest}, in "
            "{ways} of the {worlds} ways things can be.",
            codes=codes_words(best.codes),
            likeliest=CODES[code],
            ways=ways,
            worlds=best.worlds,
        )
        return last if proposal is None else joined(" ", [_stop(proposal), last])
    first = phrase("Go on.") if proposal is None else _stop(proposal)
    then = phrase("In the next round propose {code} and ask verifier {verifier} first.", **question)
    return joined(" ", [first, then, effect])


def codes_words(number: int) -> Message:
    """A number of codes."""
    return phrase_many("{n} code", "{n} codes", number)


def _stop(proposal: str) -> Message:
    return phrase(
        "Stop: no other answer about {proposal} tells more about the code.", proposal=proposal
    )


def _how_to_name(view: TuringView) -> Message:
    if view.phase == "compose":
        return phrase("Compose any proposal, ask nothing, and name it.")
    if view.phase == "question":
        return phrase("Stop asking, and name it.")
    return phrase("Name it.")


# Notes


def _note(view: TuringView, notes: Sequence[str]) -> Message:
    claims, free = standing_claims(notes, view)
    if not claims and free:
        return joined("\n", [phrase("None of your notes can be checked."), NOTE_FORMS])
    if not claims:
        return NOTE_FORMS
    problem, belief = knowledge(view)
    total = belief.bit_count()
    lines: list[Message] = []
    for note, claim in claims:
        so = worlds_where(problem, belief, claim.subject)
        verdict = _verdict(claim, so, total)
        lines.append(phrase('"{note}": {verdict}', note=note, verdict=verdict))
    if free:
        lines.append(
            phrase_many(
                "{n} of your notes is free text, not checked.",
                "{n} of your notes are free text, not checked.",
                free,
            )
        )
    return joined("\n", lines)


def _verdict(claim: Claim, so: int, total: int) -> Message:
    """What is to be said of a claim whose subject is so in some of all ways."""
    thing = capital(subject_words(claim.subject))
    agreeing = so if claim.mark == "is" else total - so
    if agreeing == total:
        if claim.mark == "is":
            return phrase("right. {thing} is certain.", thing=thing)
        return phrase("right. {thing} is impossible.", thing=thing)
    if not agreeing:
        if claim.mark == "is":
            return phrase("wrong. {thing} is impossible.", thing=thing)
        return phrase("wrong. {thing} is certain.", thing=thing)
    return phrase(
        "too early. {thing} is so in {so} of the {total} ways things can be.",
        thing=thing,
        so=so,
        total=total,
    )


_HINTS: Final[Mapping[str, Callable[[TuringView], Message]]] = MappingProxyType(
    {"codes": _codes, "verifiers": _verifiers, "question": _question}
)
