"""``facedown solve turing``: what is still possible, and best play from here.

The JSON keys: ``codes`` and ``worlds`` still possible; ``exact``; ``expected_rounds`` and
``expected_questions`` of best play from here as fractions, each with ``…_decimal`` beside it, all
null unless exact; ``lower`` and ``upper``, each with ``rounds`` and ``questions``: what no strategy
undercuts, and what the best strategy found takes (equal when exact; rounds are compared first, so
the questions of ``lower`` bound something only where the rounds of both are equal);
``worst_rounds`` and ``worst_questions`` of that strategy; ``next``, its first question as ``code``
and ``verifier``, or null when the code is certain; with ``--tree`` all of it under ``tree``.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import TYPE_CHECKING, cast

from facedown.core.codec import Json
from facedown.core.messages import joined, phrase, phrase_many
from facedown.core.workshop import Progress
from facedown.games.turing.cards import CODES
from facedown.games.turing.machine import best_play
from facedown.games.turing.problem import (
    MODES,
    VERIFIER_NAMES,
    Mode,
    Problem,
    ProblemWorlds,
    worlds_of,
)
from facedown.games.turing.studio.problem_text import QuestionsAsked, read_asked
from facedown.lab.tools import Result
from facedown.lab.turing.arguments import BadRequest, one_of, seconds

if TYPE_CHECKING:
    from facedown.deduce import questioning
    from facedown.games.turing.machine import BestPlay

DEFAULT_SEARCH = 60.0
"""Seconds."""

SECONDS_BETWEEN_NEWS = 3.0


def arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of ``solve``."""
    parser.add_argument(
        "--cards",
        required=True,
        nargs="+",
        metavar="CARDS",
        help=phrase(
            "the criteria card of each verifier such as 4,9,11,14 or 4 9 11 14; in Extreme two, "
            "4+9,11+14,…"
        ),
    )
    parser.add_argument(
        "--mode",
        help=phrase(
            "{modes} (default: extreme when cards are joined by +)", modes=joined(", ", MODES)
        ),
    )
    parser.add_argument(
        "--asked",
        default="",
        metavar="ANSWERS",
        help=phrase(
            "answers so far in order, such as 321:A=yes,321:B=no. Questions about one proposal in "
            "a row are one round, at most three different verifiers; the last round is still open "
            "when fewer than three were asked"
        ),
    )
    parser.add_argument(
        "--round-over",
        action="store_true",
        help=phrase("the last round of --asked is over as it is"),
    )
    parser.add_argument(
        "--superfluous",
        action="store_true",
        help=phrase("reason without the promise that no verifier is superfluous (T2)"),
    )
    parser.add_argument(
        "--time-limit",
        default=f"{DEFAULT_SEARCH:g}",
        metavar="S",
        help=phrase(
            "seconds for all of the work; then come the bounds proven and the best strategy found "
            "(default {default_search:g})",
            default_search=DEFAULT_SEARCH,
        ),
    )
    parser.add_argument("--tree", action="store_true", help=phrase("print the whole strategy"))


def run(chosen: argparse.Namespace, progress: Progress) -> Result:
    """Plans from the answers so far."""
    started = time.monotonic()
    cards = " ".join(chosen.cards)
    mode = chosen.mode or ("extreme" if "+" in cards else "classic")
    problem = Problem.parse(cards, cast(Mode, one_of("--mode", mode, MODES)))
    limit = seconds(chosen.time_limit)
    worlds = worlds_of(problem, chosen.superfluous)
    if not worlds.size:
        raise BadRequest(
            phrase(
                "The cards {text} make no problem: no laws fit exactly one code.", text=problem.text
            )
        )
    asked = read_asked(chosen.asked, problem.verifiers)
    belief = worlds.after(asked.answers)
    if not belief:
        raise BadRequest(_contradiction(problem, asked, superfluous=chosen.superfluous))
    play = best_play(
        worlds,
        belief,
        open_line=None if chosen.round_over else asked.open_line,
        time_limit=max(0.0, limit - (time.monotonic() - started)),
        progress=_reporter(progress),
    )
    json = _play_json(worlds, belief, asked, play)
    text = _play_text(worlds, belief, play)
    if chosen.tree and play.next is not None:
        json["tree"] = _tree_json(play.tree())
        strategy = [phrase("The strategy:"), *_tree_lines(play.tree(), "")]
        text = joined("\n", [text, "", *strategy])
    return Result(json, text)


def _contradiction(problem: Problem, asked: QuestionsAsked, *, superfluous: bool) -> str:
    if not superfluous and worlds_of(problem, True).after(asked.answers):
        return phrase(
            "No problem gives these answers, unless a verifier is superfluous; --superfluous "
            "allows for that."
        )
    return phrase("No choice of laws on the cards {cards} gives these answers.", cards=problem.text)


def _reporter(progress: Progress) -> Callable[[questioning.SoFar], None]:
    """Reports on a long search every few seconds."""
    last = time.monotonic()

    def report(now: questioning.SoFar) -> None:
        nonlocal last
        if time.monotonic() - last < SECONDS_BETWEEN_NEWS:
            return
        last = time.monotonic()
        high = (
            phrase("not known yet")
            if now.upper is None
            else phrase("at most {rounds:.4f}", rounds=float(now.upper[0]))
        )
        progress(
            phrase(
                "{seconds:.0f} seconds, {opened:,} beliefs: expected rounds at least {low:.4f}, "
                "{high}.",
                seconds=now.seconds,
                opened=now.opened,
                low=float(now.lower[0]),
                high=high,
            )
        )

    return report


def _cost_json(cost: tuple[Fraction, Fraction]) -> dict[str, Json]:
    return {
        "rounds": str(cost[0]),
        "rounds_decimal": float(cost[0]),
        "questions": str(cost[1]),
        "questions_decimal": float(cost[1]),
    }


def _next(play: BestPlay) -> tuple[str, str] | None:
    question = play.next
    return None if question is None else (CODES[question[0]], VERIFIER_NAMES[question[1]])


def _play_json(
    worlds: ProblemWorlds, belief: int, asked: QuestionsAsked, play: BestPlay
) -> dict[str, Json]:
    question = _next(play)
    rounds, questions = play.upper
    return {
        "cards": worlds.problem.text,
        "mode": worlds.problem.mode,
        "superfluous": worlds.superfluous,
        "asked": asked.text,
        "codes": [CODES[code] for code in worlds.codes(belief)],
        "worlds": belief.bit_count(),
        "exact": play.exact,
        "expected_rounds": str(rounds) if play.exact else None,
        "expected_rounds_decimal": float(rounds) if play.exact else None,
        "expected_questions": str(questions) if play.exact else None,
        "expected_questions_decimal": float(questions) if play.exact else None,
        "lower": _cost_json(play.lower),
        "upper": _cost_json(play.upper),
        "worst_rounds": play.worst_rounds,
        "worst_questions": play.worst_questions,
        "next": None if question is None else {"code": question[0], "verifier": question[1]},
    }


def _number(cost: Fraction) -> str:
    decimal = "" if cost.denominator == 1 else f" ({float(cost):.4f})"
    return f"{cost}{decimal}"


def _effort(cost: tuple[Fraction, Fraction]) -> str:
    rounds, questions = cost
    return phrase(
        "{rounds} and {questions}",
        rounds=phrase_many(
            "{number} round", "{number} rounds", float(rounds), number=_number(rounds)
        ),
        questions=phrase_many(
            "{number} question", "{number} questions", float(questions), number=_number(questions)
        ),
    )


def _play_text(worlds: ProblemWorlds, belief: int, play: BestPlay) -> str:
    codes = [CODES[code] for code in worlds.codes(belief)]
    count = belief.bit_count()
    lines: list[str] = [phrase_many("{n:,} world left.", "{n:,} worlds left.", count)]
    question = _next(play)
    if question is None:
        return joined("\n", [*lines, phrase("The code is {code}.", code=codes[0])])
    lines.append(phrase("Codes still possible: {codes}.", codes=", ".join(codes)))
    if play.exact:
        lines.append(
            phrase(
                "Best play takes {effort} more on average; this is exact.",
                effort=_effort(play.upper),
            )
        )
    else:
        lines += [
            phrase(
                "The search was cut short, so these are bounds (rounds count first, then "
                "questions)."
            ),
            phrase(
                "No strategy takes less than {effort} more on average.", effort=_effort(play.lower)
            ),
            phrase("The best strategy found takes {effort}.", effort=_effort(play.upper)),
        ]
    worst = Fraction(play.worst_rounds), Fraction(play.worst_questions)
    lines.append(phrase("At worst it takes {effort}.", effort=_effort(worst)))
    code, verifier = question
    lines.append(
        phrase("Next: ask verifier {verifier} about {code}.", verifier=verifier, code=code)
    )
    return joined("\n", lines)


def _tree_json(node: questioning.QuestionNode) -> Json:
    if node.question is None:
        return {"worlds": node.weight, "solution": CODES[node.target]}
    code, verifier = node.question
    return {
        "worlds": node.weight,
        "code": CODES[code],
        "verifier": VERIFIER_NAMES[verifier],
        "new_round": node.begins_round,
        "yes": _tree_json(node.after(1)),
        "no": _tree_json(node.after(0)),
    }


def _tree_lines(node: questioning.QuestionNode, indent: str) -> Iterator[str]:
    if node.question is None:
        yield joined("", [indent, phrase("The code is {code}.", code=CODES[node.target])])
        return
    code, verifier = CODES[node.question[0]], VERIFIER_NAMES[node.question[1]]
    question = (
        phrase("New round: propose {code}, ask verifier {verifier}.", code=code, verifier=verifier)
        if node.begins_round
        else phrase("Go on with {code}, ask verifier {verifier}.", code=code, verifier=verifier)
    )
    yield joined("", [indent, question])
    for answer, word in ((1, phrase("If yes:")), (0, phrase("If no:"))):
        yield joined("", [indent, word])
        yield from _tree_lines(node.after(answer), f"{indent}  ")
