"""The problem editor: cards and mode are chosen; codes, best play and first questions are found."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import ClassVar, Final, cast

from facedown.core.errors import UnknownName
from facedown.core.facts import Option, OptionValue
from facedown.core.messages import Message, joined, phrase, phrase_many
from facedown.core.workshop import (
    Draft,
    Field,
    Finding,
    FindingTable,
    Flaw,
    Progress,
    Stage,
    Workshop,
)
from facedown.games.turing.card_words import ABOUT, law_words
from facedown.games.turing.cards import CARDS, CODES
from facedown.games.turing.machine import best_play, different_questions, told_about_code
from facedown.games.turing.problem import (
    CARD_COUNT,
    MODE_WORDS,
    MODES,
    VERIFIER_COUNTS,
    VERIFIER_NAMES,
    Difficulty,
    Mode,
    Problem,
    ProblemError,
    ProblemWorlds,
    worlds_of,
)
from facedown.games.turing.rules import questions_words, rounds_words

SEARCH_SECONDS: Final = 15.0
NEWS_SECONDS: Final = 1.0
"""How often the table of first questions is told again while it grows."""
QUESTION_COLUMNS: Final = (phrase("Proposal"), phrase("Like it"), phrase("Verifier"))
"""A question in a table, and how many others are like it."""
CLASS_WORDS: Final[Mapping[Difficulty | None, Message]] = {
    "easy": phrase("Easy (T4)."),
    "standard": phrase("Standard (T4)."),
    "hard": phrase("Hard (T4)."),
    None: phrase("None of the official classes (T4)."),
}
"""The official class of a problem, in words."""


def numbers_of(cards: str) -> list[int] | None:
    """The card numbers in a text, in order; None when something else stands there.

    >>> numbers_of("4+9, 11 14"), numbers_of(""), numbers_of("4,x")
    ([4, 9, 11, 14], [], None)
    """
    parts = [part for part in re.split(r"[,+;\s]+", cards) if part]
    if not all(re.fullmatch(r"[0-9]{1,4}", part) for part in parts):
        return None
    return [int(part) for part in parts]


def written(numbers: Sequence[int], mode: str) -> str:
    """Card numbers as a problem's text has them: two for each verifier in Extreme."""
    per_verifier = 2 if mode == "extreme" else 1
    verifiers = [numbers[i : i + per_verifier] for i in range(0, len(numbers), per_verifier)]
    return ",".join("+".join(map(str, own_cards)) for own_cards in verifiers)


def _worlds(draft: Draft) -> ProblemWorlds:
    return worlds_of(Problem.parse(str(draft["cards"]), cast(Mode, draft["mode"])))


def find_worlds(draft: Draft, report: Progress) -> Iterator[Finding]:
    """How many codes and worlds there are, and what class of problem it is."""
    worlds = _worlds(draft)
    problem = worlds.problem
    if not worlds.size:
        yield Finding(
            "codes",
            phrase("Codes"),
            phrase("These cards make no problem: no laws fit exactly one code."),
            0,
            role="flaw",
        )
        return
    report(phrase("Listing the codes"))
    codes = [CODES[code] for code in worlds.codes(worlds.everything)]
    listed = ", ".join(codes)
    text = phrase_many("{n} code: {codes}.", "{n} codes: {codes}.", len(codes), codes=listed)
    yield Finding("codes", phrase("Codes"), text, codes)
    text = phrase(
        "{number:,}: the choices of laws that leave one code and need every verifier.",
        number=worlds.size,
    )
    yield Finding("worlds", phrase("Worlds"), text, worlds.size)
    if len(codes) == 1:
        text = phrase("The cards alone give the code away: no question is needed (T5).")
        yield Finding("trivial", phrase("Too easy"), text, True, role="advice")
    yield Finding("class", phrase("Class"), CLASS_WORDS[problem.difficulty], problem.difficulty)


def find_information(draft: Draft, report: Progress) -> Iterator[Finding]:
    """What each first question tells about the code."""
    worlds = _worlds(draft)
    if len(worlds.codes(worlds.everything)) < 2:
        return
    report(phrase("Weighing every question"))
    told = told_about_code(worlds, worlds.everything)
    order = sorted(
        different_questions(worlds),
        key=lambda like: (-round(float(told[like[0], like[1]]), 9), like),
    )
    rows = tuple(
        (CODES[code], str(like), VERIFIER_NAMES[v], f"{told[code, v]:.3f}")
        for code, v, like in order
    )
    proposal, _, verifier, bits = rows[0]
    yield Finding(
        "information",
        phrase("What a first question tells"),
        phrase(
            "{code} to verifier {verifier} tells most about the code by itself: {bits} bits.",
            code=proposal,
            verifier=verifier,
            bits=bits,
        ),
        {"code": proposal, "verifier": verifier, "bits": bits},
        FindingTable((*QUESTION_COLUMNS, phrase("Bits")), rows, 5),
    )


def find_best_play(draft: Draft, report: Progress) -> Iterator[Finding]:
    """Exact best play, or bounds."""
    worlds = _worlds(draft)
    if not worlds.size:
        return
    best_play(worlds, node_limit=1)  # what is compiled first is not counted
    report(phrase("Searching"))
    play = best_play(
        worlds,
        time_limit=SEARCH_SECONDS,
        progress=lambda now: report(_searched(now.opened)),
    )
    value: dict[str, object] = {
        "exact": play.exact,
        "lower": [str(cost) for cost in play.lower],
        "upper": [str(cost) for cost in play.upper],
        "worst": [play.worst_rounds, play.worst_questions],
    }
    told = [
        phrase("{cost} expected, exactly.", cost=_cost(play.upper))
        if play.exact
        else phrase(
            "Between {least} and {most} rounds expected: the search was cut short.",
            least=_number(play.lower[0]),
            most=_number(play.upper[0]),
        ),
        phrase(
            "In the worst case {rounds}, {questions}.",
            rounds=rounds_words(play.worst_rounds),
            questions=questions_words(play.worst_questions),
        ),
    ]
    if play.next is not None:
        first = {"code": CODES[play.next[0]], "verifier": VERIFIER_NAMES[play.next[1]]}
        value["first"] = first
        told.append(phrase("It begins with {code} to verifier {verifier}.", **first))
    yield Finding("best-play", phrase("Best play"), joined(" ", told), value)


def _searched(beliefs: int) -> Message:
    return phrase("{number:,} beliefs searched", number=beliefs)


def find_first_questions(draft: Draft, report: Progress) -> Iterator[Finding]:
    """The exact value of each first question: what it costs with best play after it."""
    worlds = _worlds(draft)
    if len(worlds.codes(worlds.everything)) < 2:
        return
    told = told_about_code(worlds, worlds.everything)
    questions = different_questions(worlds)
    questions.sort(key=lambda like: (-round(float(told[like[0], like[1]]), 9), like))
    rows: list[tuple[Fraction, Fraction, tuple[int, int, int]]] = []
    since = time.monotonic()
    for done, question in enumerate(questions, 1):
        rows.append((*value_of(worlds, question[0], question[1], report), question))
        report(phrase("{done} of {all} first questions", done=done, all=len(questions)))
        if time.monotonic() - since > NEWS_SECONDS or done == len(questions):
            yield _valued(rows, len(questions))
            since = time.monotonic()


def value_of(
    worlds: ProblemWorlds, code: int, verifier: int, report: Progress = lambda _: None
) -> tuple[Fraction, Fraction]:
    """Expected rounds and questions when play begins with this question and goes on best."""
    rounds, questions = Fraction(1), Fraction(1)
    for said_yes in (True, False):
        belief = worlds.after([(code, verifier, said_yes)])
        if not belief:
            continue
        share = Fraction(belief.bit_count(), worlds.size)
        play = best_play(
            worlds,
            belief,
            open_line=(code, 1 << verifier),
            progress=lambda now: report(_searched(now.opened)),
        )
        rounds += share * play.rounds
        questions += share * play.questions
    return rounds, questions


def _valued(rows: Sequence[tuple[Fraction, Fraction, tuple[int, int, int]]], total: int) -> Finding:
    ordered = sorted(rows)
    best = ordered[0]
    text = phrase(
        "{code} to verifier {verifier} is best: {cost} expected with best play after it.",
        code=CODES[best[2][0]],
        verifier=VERIFIER_NAMES[best[2][1]],
        cost=_cost(best[:2]),
    )
    if len(rows) < total:
        text = phrase("So far, {done} of {all}: {text}", done=len(rows), all=total, text=text)
    table = FindingTable(
        (*QUESTION_COLUMNS, phrase("Rounds"), phrase("Questions")),
        tuple(
            (CODES[code], str(like), VERIFIER_NAMES[v], _number(rounds), _number(asked))
            for rounds, asked, (code, v, like) in ordered
        ),
    )
    value = [
        {"code": CODES[code], "verifier": VERIFIER_NAMES[v], "like": like,
         "rounds": str(rounds), "questions": str(asked)}
        for rounds, asked, (code, v, like) in ordered
    ]  # fmt: skip
    return Finding("first-questions", phrase("Value of each first question"), text, value, table)


def _cost(cost: tuple[Fraction, Fraction]) -> Message:
    """Rounds and questions that are whole or not."""
    rounds, questions = cost
    return phrase(
        "{rounds} and {questions}",
        rounds=rounds_words(1)
        if rounds == 1
        else phrase("{number} rounds", number=_number(rounds)),
        questions=questions_words(1)
        if questions == 1
        else phrase("{number} questions", number=_number(questions)),
    )


def _number(value: Fraction) -> str:
    """A fraction with its decimal: ``9/7 (1.286)``."""
    return str(value) if value.denominator == 1 else f"{value} ({float(value):.3f})"


class ProblemEditor(Workshop):
    """Makes problems; a draft may have too few cards, or text that is no number, for a while."""

    title: ClassVar[str] = phrase("Problem editor")
    summary: ClassVar[str] = phrase(
        "Choose a mode and the criteria cards; what the problem is worth appears beside it."
    )
    fields: ClassVar[tuple[Field, ...]] = (
        Field(
            Option(
                "mode",
                "classic",
                phrase("how the verifiers get their cards"),
                choices=MODES,
                said=tuple(MODE_WORDS.values()),
            ),
            phrase("Mode"),
        ),
        Field(
            Option(
                "cards",
                "",
                phrase("the cards of verifiers A, B, C, … by number; in Extreme two for each"),
                examples=("4,9,11,14",),
            ),
            phrase("Cards by number"),
        ),
    )
    stages: ClassVar[tuple[Stage, ...]] = (
        Stage("worlds", phrase("Codes and worlds"), find_worlds),
        Stage("information", phrase("What questions tell"), find_information),
        Stage("best-play", phrase("Best play"), find_best_play, 3 * SEARCH_SECONDS),
        Stage("first-questions", phrase("First questions"), find_first_questions, 60.0),
    )
    examples: ClassVar[tuple[tuple[str, Draft], ...]] = (
        (phrase("The rulebook’s first problem"), {"mode": "classic", "cards": "4,9,11,14"}),
        (phrase("Extreme, four verifiers"), {"mode": "extreme", "cards": "4+9,11+14,2+3,5+6"}),
        (phrase("Nightmare, four verifiers"), {"mode": "nightmare", "cards": "3,7,10,14"}),
    )

    def options(self, draft: Draft) -> Mapping[str, OptionValue]:
        """The very cards."""
        return {"mode": draft["mode"], "cards": draft["cards"]}

    def tidy(self, draft: Draft) -> Draft:
        """Numbers as a problem's text has them; other text stays as it is."""
        cards = str(draft["cards"]).strip()
        numbers = numbers_of(cards)
        return {
            **draft,
            "cards": cards if numbers is None else written(numbers, str(draft["mode"])),
        }

    def flaws(self, draft: Draft) -> Sequence[Flaw]:
        """Too few or too many cards, or none that there are."""
        cards, mode = str(draft["cards"]), cast(Mode, draft["mode"])
        numbers = numbers_of(cards)
        per_verifier = 2 if mode == "extreme" else 1
        if numbers is not None and len(numbers) < VERIFIER_COUNTS[0] * per_verifier:
            most = VERIFIER_COUNTS[-1] * per_verifier
            few = phrase(
                "Choose {least} to {most} cards; there are {number} so far.",
                least=VERIFIER_COUNTS[0] * per_verifier,
                most=most,
                number=len(numbers),
            )
            return (Flaw(few, "cards"),)
        try:
            Problem.parse(cards, mode)
        except ProblemError as problem:
            return (Flaw(problem.message, "cards"),)
        return ()

    def edit(self, draft: Draft, change: str) -> Draft:
        """``card 4`` lays card 4 or takes it away; ``no cards`` takes all away."""
        if change == "no cards":
            return {**draft, "cards": ""}
        found = re.fullmatch(r"card ([0-9]{1,2})", change)
        if found is None or not 1 <= int(found[1]) <= CARD_COUNT:
            return super().edit(draft, change)
        numbers = numbers_of(str(draft["cards"]))
        if numbers is None:
            raise UnknownName(phrase("Mend the numbers first, or take all cards away."))
        card = int(found[1])
        after = [n for n in numbers if n != card] if card in numbers else [*numbers, card]
        return {**draft, "cards": written(after, str(draft["mode"]))}

    def context(self, draft: Draft) -> Mapping[str, object]:
        """All cards with what they are about, and those at each verifier."""
        numbers = numbers_of(str(draft["cards"])) or []
        per_verifier = 2 if draft["mode"] == "extreme" else 1
        known = [n for n in numbers if n in CARDS]
        verifiers = [known[i : i + per_verifier] for i in range(0, len(known), per_verifier)]
        return {
            "cards": [(card, card.number in numbers) for card in CARDS.values()],
            "places": [
                (name, [CARDS[n] for n in own_cards])
                for name, own_cards in zip(VERIFIER_NAMES, verifiers, strict=False)
            ],
            "about": ABOUT,
            "laws": {card: [law_words(law.says) for law in CARDS[card].laws] for card in CARDS},
            "nightmare": draft["mode"] == "nightmare",
        }
