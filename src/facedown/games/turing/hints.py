"""Turing Machine's aids in words: everything here is implied by what the seat may know already."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from types import MappingProxyType
from typing import Final

from facedown.core.errors import UnknownName
from facedown.core.words import counted, listed
from facedown.games.turing.card_text import law_words
from facedown.games.turing.cards import CODES, code_index
from facedown.games.turing.information import most_informative
from facedown.games.turing.machine import likeliest
from facedown.games.turing.moves import QUESTIONS_PER_ROUND, Propose
from facedown.games.turing.notes import standing_claims, worlds_where
from facedown.games.turing.problem import VERIFIER_NAMES
from facedown.games.turing.reasoning import knowledge
from facedown.games.turing.status import Evidence, LawStatus, VerifierStatus, Why, verifier_status
from facedown.games.turing.text import YES_NO, subject_words
from facedown.games.turing.view import TuringView

NOTE_FORMS: Final = """\
A note is free text. Notes in one of these forms are checked against your answers:
  not blue 3      blue is 3      maybe blue 3     a digit, by colour or shape
  not 241         code 241       maybe 241        a code
  A not 4a        A is 4a        A maybe 4a       a verifier's law
  A not card 4    A is card 4    A maybe card 4   a verifier's card, in Nightmare
"Not" strikes something out, "maybe" takes an earlier note back, "clear marks" takes all back."""


def hint(name: str, view: TuringView, notes: Sequence[str]) -> str:
    """One aid of the facts in words.

    ``notes`` are the seat's notes, oldest first. Raises ``UnknownName`` for an aid that does not
    exist.
    """
    if name != "note" and name not in _HINTS:
        names = ", ".join((*_HINTS, "note"))
        raise UnknownName(f"There is no hint {name[:40]!r}; the hints: {names}.")
    if view.phase in ("layout", "laws"):
        return "There is nothing to reason about before the verifiers are set."
    if view.phase == "over":
        return f"The game is over; the code was {view.solution}."
    return _HINTS[name](view) if name != "note" else _note(view, notes)


# Codes


def possible_codes(view: TuringView, *, superfluous: bool = False) -> tuple[str, ...]:
    """The codes still possible; ``superfluous`` reasons without the promise of T2."""
    problem, belief = knowledge(view, superfluous=superfluous)
    return tuple(CODES[code] for code in problem.codes(belief))


def _codes(view: TuringView) -> str:
    codes = possible_codes(view)
    if len(codes) == 1:
        text = f"Only one code is possible: {codes[0]}."
    else:
        text = f"{len(codes)} codes are possible: {', '.join(codes)}."
    more = [code for code in possible_codes(view, superfluous=True) if code not in codes]
    if not more:
        return f"{text}\nThe same are possible if verifiers could be superfluous."
    return (
        f"{text}\nThis uses that no verifier is superfluous. Without that "
        f"{len(more)} more would be possible: {', '.join(more)}."
    )


# Verifiers


def _verifiers(view: TuringView) -> str:
    statuses = verifier_status(view)
    if view.mode == "nightmare":
        return "\n".join(_nightmare_lines(statuses))
    lines = []
    for verifier, cards in zip(statuses, view.cards, strict=True):
        left = len(verifier.possible)
        heading = f"Verifier {verifier.verifier}, {_cards(cards)}: "
        heading += f"{left} laws possible." if left > 1 else f"it checks {verifier.possible[0]}."
        lines.append(heading)
        lines += [
            f"  {one.law.name}  {law_words(one.law.says)}: {_reason(one.why)}."
            for one in verifier.laws
        ]
    return "\n".join(lines)


def _nightmare_lines(statuses: Sequence[VerifierStatus]) -> Iterator[str]:
    """One line for each card of a verifier; verifiers of which the same is known share them."""
    never = [law for law in statuses[0].laws if law.why.at_start]
    if never:
        yield "No verifier checks these laws:"
        yield from (f"  {named} {_reason(why)}." for why, named in _by_reason(never))
    alike: dict[tuple[LawStatus, ...], list[str]] = {}
    for status in statuses:
        laws = tuple(law for law in status.laws if not law.why.at_start)
        alike.setdefault(laws, []).append(status.verifier)
    for laws, names in alike.items():
        yield f"{'Verifier' if len(names) == 1 else 'Verifiers'} {listed(names)}:"
        for card, of_card in groupby(laws, key=lambda law: law.law.card):
            reasons = _by_reason(of_card)
            possible = any(why.standing == "possible" for why, _ in reasons)
            parts = "; ".join(f"{named} {_reason(why)}" for why, named in reasons)
            yield f"  {'card' if possible else 'not card'} {card}: {parts}."


def _by_reason(laws: Iterable[LawStatus]) -> list[tuple[Why, str]]:
    """The reasons, each with the laws it holds for."""
    reasons: dict[Why, list[str]] = {}
    for one in laws:
        reasons.setdefault(one.why, []).append(one.law.name)
    return [(why, ", ".join(named)) for why, named in reasons.items()]


def _reason(why: Why) -> str:
    if why.standing == "possible":
        return "possible"
    if why.standing == "answer":
        answers = listed(_answer(evidence) for evidence in why.evidence)
        return f"excluded by the {'answer' if len(why.evidence) == 1 else 'answers'} {answers}"
    when = "from the start" if why.at_start else "by all answers together"
    if why.standing == "superfluous":
        return f"excluded {when}, as some verifier would be superfluous"
    return f"excluded {when}, as never exactly one code would be left"


def _answer(evidence: Evidence) -> str:
    return f"{YES_NO[evidence.answer]} to {evidence.code} in round {evidence.round}"


def _cards(numbers: Sequence[int]) -> str:
    return f"{'card' if len(numbers) == 1 else 'cards'} {listed(map(str, numbers))}"


# The next question


@dataclass(frozen=True, slots=True)
class Advice:
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


def advice(view: TuringView) -> Advice | None:
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
    return Advice(
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


def _question(view: TuringView) -> str:
    best = advice(view)
    proposal, *_ = _round_under_way(view)
    if best is None:
        return f"The code is certain: {possible_codes(view)[0]}. {_how_to_name(view)}"
    effect = (
        f"The answer is yes in {best.yes_worlds} of the {best.worlds} ways things can be. "
        f"Yes leaves {counted(best.codes_if_yes, 'code')} possible, no leaves {best.codes_if_no}; "
        f"now there are {best.codes}."
    )
    if proposal == best.code:
        return f"Ask verifier {best.verifier} about {proposal}. {effect}"
    start = f"propose {best.code} and ask verifier {best.verifier} first"
    if view.phase == "compose" and proposal is None:
        return f"{start[0].upper()}{start[1:]}. {effect}"
    if view.round == view.most_rounds:
        problem, belief = knowledge(view)
        code = likeliest(problem, belief)
        ways = (belief & problem.with_code(code)).bit_count()
        return (
            f"{_stop(proposal)}This is the last round, and {counted(best.codes, 'code')} are "
            f"possible. The likeliest is {CODES[code]}, in {ways} of the {best.worlds} ways things "
            "can be."
        )
    return f"{_stop(proposal) or 'Go on. '}In the next round {start}. {effect}"


def _stop(proposal: str | None) -> str:
    if proposal is None:
        return ""
    return f"Stop: no other answer about {proposal} tells more about the code. "


def _how_to_name(view: TuringView) -> str:
    return {
        "compose": "Compose any proposal, ask nothing, and name it.",
        "question": "Stop asking, and name it.",
    }.get(view.phase, "Name it.")


# Notes


def _note(view: TuringView, notes: Sequence[str]) -> str:
    claims, free = standing_claims(notes, view)
    if not claims:
        return f"None of your notes can be checked.\n{NOTE_FORMS}" if free else NOTE_FORMS
    problem, belief = knowledge(view)
    total = belief.bit_count()
    lines = []
    for note, claim in claims:
        so = worlds_where(problem, belief, claim.subject)
        agreeing = so if claim.mark == "is" else total - so
        words = subject_words(claim.subject)
        thing = f"{words[0].upper()}{words[1:]}"
        if agreeing == total:
            verdict = f"right. {thing} is {'certain' if claim.mark == 'is' else 'impossible'}."
        elif not agreeing:
            verdict = f"wrong. {thing} is {'impossible' if claim.mark == 'is' else 'certain'}."
        else:
            verdict = f"too early. {thing} is so in {so} of the {total} ways things can be."
        lines.append(f'"{note}": {verdict}')
    if free:
        lines.append(f"{free} of your notes {'is' if free == 1 else 'are'} free text, not checked.")
    return "\n".join(lines)


_HINTS: Final[Mapping[str, Callable[[TuringView], str]]] = MappingProxyType(
    {"codes": _codes, "verifiers": _verifiers, "question": _question}
)
