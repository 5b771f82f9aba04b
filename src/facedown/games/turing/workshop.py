"""The problem editor: cards and mode are chosen; codes, best play and first questions are found."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import ClassVar, Final, cast

from facedown.core.errors import UnknownName
from facedown.core.facts import Option, OptionValue
from facedown.core.progress import Progress
from facedown.core.words import counted
from facedown.core.workshop import Draft, Field, Finding, Flaw, Stage, Table, Workshop
from facedown.games.turing.best import best_play
from facedown.games.turing.card_text import ABOUT, law_words
from facedown.games.turing.cards import CARDS, CODES
from facedown.games.turing.information import different_questions, told_about_code
from facedown.games.turing.problem import (
    CARD_COUNT,
    MODES,
    VERIFIER_COUNTS,
    VERIFIER_NAMES,
    Mode,
    Problem,
    ProblemError,
)
from facedown.games.turing.worlds import ProblemWorlds, worlds_of

SEARCH_SECONDS: Final = 15.0
NEWS_SECONDS: Final = 1.0
"""How often the table of first questions is told again while it grows."""


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
    places = [numbers[i : i + per_verifier] for i in range(0, len(numbers), per_verifier)]
    return ",".join("+".join(map(str, place)) for place in places)


def _worlds(draft: Draft) -> ProblemWorlds:
    return worlds_of(Problem.parse(str(draft["cards"]), cast(Mode, draft["mode"])))


def find_worlds(draft: Draft, report: Progress) -> Iterator[Finding]:
    """How many codes and worlds there are, and what class of problem it is."""
    worlds = _worlds(draft)
    problem = worlds.problem
    if not worlds.size:
        yield Finding(
            "codes", "Codes", "These cards make no problem: no laws fit exactly one code.", 0,
            role="flaw",
        )  # fmt: skip
        return
    report("Listing the codes")
    codes = [CODES[code] for code in worlds.codes(worlds.everything)]
    yield Finding("codes", "Codes", f"{counted(len(codes), 'code')}: {', '.join(codes)}.", codes)
    text = f"{worlds.size:,}: the choices of laws that leave one code and need every verifier."
    yield Finding("worlds", "Worlds", text, worlds.size)
    if len(codes) == 1:
        text = "The cards alone give the code away: no question is needed (T5)."
        yield Finding("trivial", "Too easy", text, True, role="advice")
    named = problem.difficulty
    text = "None of the official classes (T4)." if named is None else f"{named.capitalize()} (T4)."
    yield Finding("class", "Class", text, named)


def find_information(draft: Draft, report: Progress) -> Iterator[Finding]:
    """What each first question tells about the code."""
    worlds = _worlds(draft)
    if len(worlds.codes(worlds.everything)) < 2:
        return
    report("Weighing every question")
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
        "What a first question tells",
        f"{proposal} to verifier {verifier} tells most about the code by itself: {bits} bits.",
        {"code": proposal, "verifier": verifier, "bits": bits},
        Table(("Proposal", "Like it", "Verifier", "Bits"), rows, 5),
    )


def find_best_play(draft: Draft, report: Progress) -> Iterator[Finding]:
    """Exact best play, or bounds."""
    worlds = _worlds(draft)
    if not worlds.size:
        return
    best_play(worlds, node_limit=1)  # what is compiled first is not counted
    report("Searching")
    play = best_play(
        worlds,
        time_limit=SEARCH_SECONDS,
        progress=lambda now: report(f"{now.opened:,} beliefs searched"),
    )
    value: dict[str, object] = {
        "exact": play.exact,
        "lower": [str(cost) for cost in play.lower],
        "upper": [str(cost) for cost in play.upper],
        "worst": [play.worst_rounds, play.worst_questions],
    }
    if play.exact:
        text = f"{_cost(play.upper)} expected, exactly."
    else:
        least, most = _number(play.lower[0]), _number(play.upper[0])
        text = f"Between {least} and {most} rounds expected: the search was cut short."
    worst = f"{counted(play.worst_rounds, 'round')}, {counted(play.worst_questions, 'question')}"
    text += f" In the worst case {worst}."
    if play.next is not None:
        code, verifier = CODES[play.next[0]], VERIFIER_NAMES[play.next[1]]
        value["first"] = {"code": code, "verifier": verifier}
        text += f" It begins with {code} to verifier {verifier}."
    yield Finding("best-play", "Best play", text, value)


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
        report(f"{done} of {len(questions)} first questions")
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
            progress=lambda now: report(f"{now.opened:,} beliefs searched"),
        )
        rounds += share * play.rounds
        questions += share * play.questions
    return rounds, questions


def _valued(rows: Sequence[tuple[Fraction, Fraction, tuple[int, int, int]]], total: int) -> Finding:
    ordered = sorted(rows)
    best = ordered[0]
    text = (
        f"{CODES[best[2][0]]} to verifier {VERIFIER_NAMES[best[2][1]]} is best: "
        f"{_cost(best[:2])} expected with best play after it."
    )
    if len(rows) < total:
        text = f"So far, {len(rows)} of {total}: {text}"
    table = Table(
        ("Proposal", "Like it", "Verifier", "Rounds", "Questions"),
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
    return Finding("first-questions", "Value of each first question", text, value, table)


def _cost(cost: tuple[Fraction, Fraction]) -> str:
    rounds, questions = (
        f"{_number(part)} {thing}{'' if part == 1 else 's'}"
        for part, thing in zip(cost, ("round", "question"), strict=True)
    )
    return f"{rounds} and {questions}"


def _number(value: Fraction) -> str:
    """A fraction with its decimal: ``9/7 (1.286)``."""
    return str(value) if value.denominator == 1 else f"{value} ({float(value):.3f})"


class ProblemEditor(Workshop):
    """Makes problems; a draft may have too few cards, or text that is no number, for a while."""

    title: ClassVar[str] = "Problem editor"
    summary: ClassVar[str] = (
        "Choose a mode and the criteria cards; what the problem is worth appears beside it."
    )
    fields: ClassVar[tuple[Field, ...]] = (
        Field(
            Option("mode", "classic", "how the verifiers get their cards", choices=MODES), "Mode"
        ),
        Field(
            Option(
                "cards",
                "",
                "the cards of verifiers A, B, C, … by number; in Extreme two for each",
                examples=("4,9,11,14",),
            ),
            "Cards by number",
        ),
    )
    stages: ClassVar[tuple[Stage, ...]] = (
        Stage("worlds", "Codes and worlds", find_worlds),
        Stage("information", "What questions tell", find_information),
        Stage("best-play", "Best play", find_best_play, 3 * SEARCH_SECONDS),
        Stage("first-questions", "First questions", find_first_questions, 60.0),
    )
    examples: ClassVar[tuple[tuple[str, Draft], ...]] = (
        ("The rulebook’s first problem", {"mode": "classic", "cards": "4,9,11,14"}),
        ("Extreme, four verifiers", {"mode": "extreme", "cards": "4+9,11+14,2+3,5+6"}),
        ("Nightmare, four verifiers", {"mode": "nightmare", "cards": "3,7,10,14"}),
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
            some = f"{VERIFIER_COUNTS[0] * per_verifier} to {most} cards"
            return (Flaw(f"Choose {some}; there are {len(numbers)} so far.", "cards"),)
        try:
            Problem.parse(cards, mode)
        except ProblemError as problem:
            return (Flaw(str(problem), "cards"),)
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
            raise UnknownName("Mend the numbers first, or take all cards away.")
        card = int(found[1])
        after = [n for n in numbers if n != card] if card in numbers else [*numbers, card]
        return {**draft, "cards": written(after, str(draft["mode"]))}

    def context(self, draft: Draft) -> Mapping[str, object]:
        """All cards with what they are about, and those at each verifier."""
        numbers = numbers_of(str(draft["cards"])) or []
        per_verifier = 2 if draft["mode"] == "extreme" else 1
        known = [n for n in numbers if n in CARDS]
        places = [known[i : i + per_verifier] for i in range(0, len(known), per_verifier)]
        return {
            "cards": [(card, card.number in numbers) for card in CARDS.values()],
            "places": [
                (name, [CARDS[n] for n in place])
                for name, place in zip(VERIFIER_NAMES, places, strict=False)
            ],
            "about": ABOUT,
            "laws": {card: [law_words(law.says) for law in CARDS[card].laws] for card in CARDS},
            "nightmare": draft["mode"] == "nightmare",
        }
