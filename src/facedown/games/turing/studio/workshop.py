"""The problem editor: cards and mode are chosen; codes, best play and first questions are found."""

from __future__ import annotations

import random
import re
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar, Final, cast

from facedown.core.errors import UnknownName
from facedown.core.facts import Option, OptionValue
from facedown.core.messages import (
    Message,
    decimals,
    exactly,
    in_percent,
    joined,
    listed,
    phrase,
    phrase_many,
)
from facedown.core.workshop import (
    Bar,
    Draft,
    Field,
    Finding,
    FindingTable,
    Flaw,
    Progress,
    Stage,
    Workshop,
)
from facedown.deduce.questioning.questioning import QuestionNode
from facedown.games.turing.cards import CARDS, CODES
from facedown.games.turing.machine import best_play, different_questions, told_about_code
from facedown.games.turing.page import CardOnTable, card_face
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
    check_cards,
    worlds_of,
)
from facedown.games.turing.rules import questions_words, rounds_words
from facedown.games.turing.studio.generate import generate

SEARCH_SECONDS: Final = 15.0
MOST_TRIED: Final = 300
"""So many other cards are tried where one is to be changed."""
NEWS_SECONDS: Final = 1.0
"""How often the table of first questions is told again while it grows."""
QUESTION_COLUMNS: Final = (phrase("Proposal"), phrase("Like it"), phrase("Verifier"))
"""A question in a table, and how many others are like it."""
NO_PROBLEM: Final = phrase("These cards make no problem: no laws fit exactly one code.")
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
    """How many codes there are, whether every verifier is needed, and what class it is."""
    worlds = _worlds(draft)
    problem = worlds.problem
    report(phrase("Listing the codes"))
    codes = [CODES[code] for code in worlds.codes(worlds.everything)]
    if not codes:
        yield Finding("codes", phrase("Codes"), NO_PROBLEM, 0, role="flaw")
    else:
        label = phrase("Possible codes")
        yield Finding(
            "codes", label, phrase("{codes}.", codes=listed(codes)), codes, figure=str(len(codes))
        )
    if len(codes) == 1:
        text = phrase("The cards alone give the code away: no question is needed (T5).")
        yield Finding("trivial", phrase("Too easy"), text, True, role="advice")
    needless = needless_verifiers(worlds) if len(codes) > 1 else ()
    if len(codes) > 1 and problem.mode != "nightmare":
        yield Finding(
            "needed", phrase("Verifiers"), _needed(needless), [VERIFIER_NAMES[v] for v in needless]
        )
    if (len(codes) < 2 or needless) and (change := changed(problem, needless)) is not None:
        yield _advised(change)
    if codes:
        text = phrase_many(
            "They can be set in {n} way.", "They can be set in {n} ways.", worlds.size
        )
        yield Finding("worlds", phrase("Laws"), text, worlds.size)
        words = CLASS_WORDS[problem.difficulty]
        yield Finding("class", phrase("Class"), words, problem.difficulty)


def needless_verifiers(worlds: ProblemWorlds) -> tuple[int, ...]:
    """The verifiers without any one of which the code is always found by asking all the others.

    Of a Nightmare it tells the cards, by their places.

    >>> needless_verifiers(ProblemWorlds(Problem.parse("2,4,14,17")))
    ()
    """
    found = []
    for verifier in range(worlds.problem.verifiers):
        codes: dict[tuple[int, ...], int] = {}
        if all(
            codes.setdefault((*laws[:verifier], *laws[verifier + 1 :]), code) == code
            for laws, code in zip(worlds.choices, worlds.choice_codes, strict=True)
        ):
            found.append(verifier)
    return tuple(found)


def _needed(needless: Sequence[int]) -> Message:
    names = [VERIFIER_NAMES[verifier] for verifier in needless]
    if not names:
        return phrase("Every verifier is needed.")
    if len(names) == 1:
        return phrase(
            "Verifier {name} can be left unasked: the others give the code.", name=names[0]
        )
    return phrase(
        "Any one of {names} can be left unasked: the others give the code.", names=listed(names)
    )


@dataclass(frozen=True, slots=True)
class Change:
    """Another card in the place of one, and what the problem is then.

    It is ``whole`` where every verifier is needed.
    """

    taken: int
    laid: int
    problem: Problem
    codes: int
    whole: bool


def changed(problem: Problem, needless: Sequence[int] = ()) -> Change | None:
    """The smallest change of one card after which questions are needed.

    All verifiers are needed then, too, where a card does that. At the verifiers that are
    ``needless`` first; None where no single card helps.

    >>> found = changed(Problem.parse("4,9,11,14"))
    >>> found.taken, found.laid, found.problem.text, found.codes
    (11, 36, '4,9,36,14', 18)
    """
    order = [*needless, *(v for v in range(problem.verifiers) if v not in needless)]
    used = {card for own in problem.cards for card in own}
    tried, first = 0, None
    for verifier in order:
        for place, taken in enumerate(problem.cards[verifier]):
            for laid in sorted(CARDS, key=lambda card: (abs(card - taken), card)):
                if laid in used or tried >= MOST_TRIED:
                    continue
                tried += 1
                own = list(problem.cards[verifier])
                own[place] = laid
                cards = list(problem.cards)
                cards[verifier] = tuple(own)
                other = Problem(problem.mode, tuple(cards))
                worlds = ProblemWorlds(other)
                codes = len(set(worlds.choice_codes))
                whole = codes > 1 and not needless_verifiers(worlds)
                if whole or (codes > 1 and first is None):
                    first = Change(taken, laid, other, codes, whole=whole)
                if whole:
                    return first
    return first


def _advised(change: Change) -> Finding:
    codes = phrase_many("{n} code", "{n} codes", change.codes)
    cards = {"laid": change.laid, "taken": change.taken, "codes": codes}
    text = (
        phrase(
            "Put card {laid} in the place of card {taken}: then {codes} are possible, and every "
            "verifier is needed.",
            **cards,
        )
        if change.whole
        else phrase(
            "Put card {laid} in the place of card {taken}: then {codes} are possible.", **cards
        )
    )
    link = ProblemEditor().link({"mode": change.problem.mode, "cards": change.problem.text})
    value = {"taken": change.taken, "laid": change.laid, "cards": change.problem.text}
    return Finding("change", phrase("What helps"), text, value, role="advice", link=link)


def find_like(draft: Draft, report: Progress) -> Iterator[Finding]:
    """Another problem of the same mode, class and number of verifiers."""
    problem = _worlds(draft).problem
    report(phrase("Drawing cards"))
    rng = random.Random(problem.text)
    difficulty = problem.difficulty or "hard"
    other, _ = generate(problem.mode, difficulty, problem.verifiers, rng, least=3)
    text = phrase("Here is another one: {cards}.", cards=other.text)
    link = ProblemEditor().link({"mode": other.mode, "cards": other.text})
    yield Finding("like", phrase("Another problem"), text, other.text, link=link)


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
        (CODES[code], str(like), VERIFIER_NAMES[v], decimals(told[code, v], 3))
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
        {"code": proposal, "verifier": verifier, "bits": str(bits)},
        FindingTable((*QUESTION_COLUMNS, phrase("Bits")), rows, 0),
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
    rounds, questions = play.upper
    told = [
        phrase("{rounds} on average.", rounds=_rounds(rounds, _short(rounds)))
        if play.exact
        else phrase(
            "Between {least} and {most} rounds on average: the search was cut short.",
            least=exactly(play.lower[0]),
            most=exactly(play.upper[0]),
        ),
        phrase(
            "Never more than {questions} in {rounds}.",
            rounds=rounds_words(play.worst_rounds),
            questions=questions_words(play.worst_questions),
        ),
    ]
    if play.next is not None:
        first = {"code": CODES[play.next[0]], "verifier": VERIFIER_NAMES[play.next[1]]}
        value["first"] = first
        told.append(phrase("Best begun with {code} to verifier {verifier}.", **first))
    label = phrase("questions, played best") if play.exact else phrase("questions at most")
    columns = phrase("Rounds"), phrase("Questions")
    table = FindingTable(columns, ((exactly(rounds), exactly(questions)),), 0)
    yield Finding("best-play", label, joined(" ", told), value, table, figure=_short(questions))
    if play.exact and play.next is not None:
        yield _distribution(play.tree(), worlds.size)


def _distribution(root: QuestionNode, size: int) -> Finding:
    """In how many worlds best play asks how many questions."""
    asked, left = Counter[int](), [(root, 0)]
    while left:
        node, depth = left.pop()
        if node.question is None:
            asked[depth] += node.weight
        else:
            left += [(node.after(answer), depth + 1) for answer in (0, 1)]
    bars = tuple(
        Bar(str(number), round(100 * many / size), in_percent(many / size))
        for number, many in sorted(asked.items())
    )
    value = {str(number): many for number, many in sorted(asked.items())}
    return Finding("questions", phrase("Questions it takes"), "", value, bars=bars)


def _short(value: Fraction) -> str:
    """A number with one decimal at most."""
    short = round(value, 1)
    return decimals(short, 0 if short.denominator == 1 else 1)


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
            (CODES[code], str(like), VERIFIER_NAMES[v], exactly(rounds), exactly(asked))
            for rounds, asked, (code, v, like) in ordered
        ),
        0,
    )
    value = [
        {"code": CODES[code], "verifier": VERIFIER_NAMES[v], "like": like,
         "rounds": str(rounds), "questions": str(asked)}
        for rounds, asked, (code, v, like) in ordered
    ]  # fmt: skip
    return Finding("first-questions", phrase("Value of each first question"), text, value, table)


def _rounds(rounds: Fraction, number: str) -> Message:
    return phrase_many("{number} round", "{number} rounds", float(rounds), number=number)


def _cost(cost: tuple[Fraction, Fraction]) -> Message:
    """Rounds and questions that are whole or not."""
    rounds, questions = cost
    return phrase(
        "{rounds} and {questions}",
        rounds=_rounds(rounds, exactly(rounds)),
        questions=phrase_many(
            "{number} question", "{number} questions", float(questions), number=exactly(questions)
        ),
    )


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
        Stage("best-play", phrase("Best play"), find_best_play, 3 * SEARCH_SECONDS),
        Stage("information", phrase("What questions tell"), find_information),
        Stage("first-questions", phrase("First questions"), find_first_questions, 60.0),
        Stage("like", phrase("Find me one like this …"), find_like, asked=True),
    )
    examples: ClassVar[tuple[tuple[str, Draft], ...]] = (
        (phrase("The rulebook’s first problem"), {"mode": "classic", "cards": "4,9,11,14"}),
        (phrase("Extreme, four verifiers"), {"mode": "extreme", "cards": "4+9,11+14,2+3,5+6"}),
        (phrase("Nightmare, four verifiers"), {"mode": "nightmare", "cards": "3,7,10,14"}),
    )

    opening: ClassVar[Draft] = {"mode": "classic", "cards": "2,4,14,17"}

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
        numbers, each = numbers_of(cards), _each(mode)
        try:
            check_cards(numbers or ())
            if numbers is not None and len(numbers) < VERIFIER_COUNTS[0] * each:
                few = phrase(
                    "Choose {least} to {most} cards; there are {number} so far.",
                    least=VERIFIER_COUNTS[0] * each,
                    most=VERIFIER_COUNTS[-1] * each,
                    number=len(numbers),
                )
                return (Flaw(few, "cards"),)
            Problem.parse(cards, mode)
        except ProblemError as fault:
            return (Flaw(fault.message, "cards"),)
        return ()

    def unplayable(self, draft: Draft) -> Flaw | None:
        """Cards of which no laws fit exactly one code (T2)."""
        return None if _worlds(draft).size else Flaw(NO_PROBLEM, "cards")

    def edit(self, draft: Draft, change: str) -> Draft:
        """A change by a button.

        ``card 4`` lays card 4 or takes it away; ``no cards``; ``mode extreme``.
        """
        if change == "no cards":
            return {**draft, "cards": ""}
        numbers = numbers_of(str(draft["cards"]))
        mode = change.removeprefix("mode ")
        if mode in MODES:
            return _in_mode(draft, numbers, mode)
        found = re.fullmatch(r"card ([0-9]{1,2})", change)
        if found is None or not 1 <= int(found[1]) <= CARD_COUNT:
            return super().edit(draft, change)
        if numbers is None:
            raise UnknownName(phrase("Mend the numbers first, or take all cards away."))
        card, most = int(found[1]), VERIFIER_COUNTS[-1] * _each(str(draft["mode"]))
        after = [n for n in numbers if n != card] if card in numbers else [*numbers, card]
        if len(after) > most:
            raise UnknownName(phrase("{n} cards are all there is room for.", n=most))
        return {**draft, "cards": written(after, str(draft["mode"]))}

    def context(self, draft: Draft) -> Mapping[str, object]:
        """All cards with their laws, those at each verifier, and the places still free."""
        mode = str(draft["mode"])
        typed = numbers_of(str(draft["cards"])) or []
        numbers = [*dict.fromkeys(n for n in typed if n in CARDS)]
        each = _each(mode)
        groups = [
            tuple(card_face(n) for n in numbers[at : at + each])
            for at in range(0, len(numbers), each)
        ][: len(VERIFIER_NAMES)]
        least = VERIFIER_COUNTS[0] * each
        places = max(VERIFIER_COUNTS[0], min(len(groups) + 1, VERIFIER_COUNTS[-1]))
        return {
            "modes": list(zip(MODES, MODE_WORDS.values(), strict=True)),
            "cards": [(card_face(card), card in numbers) for card in CARDS],
            "faces": [card_face(n) for n in numbers],
            "places": [
                VerifierPlace(name, groups[at] if at < len(groups) else (), each)
                for at, name in enumerate(VERIFIER_NAMES[:places])
            ],
            "missing": 0
            if len(numbers) < len(typed)  # a flaw tells of the others
            else max(0, least - len(numbers)) or -len(numbers) % each,
            "chosen": len(numbers),
            "nightmare": mode == "nightmare",
        }


@dataclass(frozen=True, slots=True)
class VerifierPlace:
    """A verifier's place on the felt: its cards so far, of so many that it has."""

    name: str
    cards: tuple[CardOnTable, ...]
    room: int

    @property
    def free(self) -> int:
        """How many cards it still takes."""
        return self.room - len(self.cards)


def _each(mode: str) -> int:
    """How many cards a verifier has."""
    return 2 if mode == "extreme" else 1


def _in_mode(draft: Draft, numbers: Sequence[int] | None, mode: str) -> Draft:
    """The same cards in another mode; what is too many for it is left out."""
    if numbers is None:
        return {**draft, "mode": mode}
    kept = numbers[: VERIFIER_COUNTS[-1] * _each(mode)]
    return {**draft, "mode": mode, "cards": written(kept, mode)}
