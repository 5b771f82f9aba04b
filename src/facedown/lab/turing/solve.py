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
from facedown.core.progress import Progress
from facedown.games.turing.best import best_play
from facedown.games.turing.cards import CODES
from facedown.games.turing.problem import MODES, VERIFIER_NAMES, Mode, Problem
from facedown.games.turing.worlds import ProblemWorlds, worlds_of
from facedown.lab.tools import Result
from facedown.lab.turing.arguments import (
    Asked,
    BadRequest,
    one_of,
    read_asked,
    seconds,
)

if TYPE_CHECKING:
    from facedown.deduce import questioning
    from facedown.games.turing.best import BestPlay

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
        help="the criteria card of each verifier such as 4,9,11,14 or 4 9 11 14; in Extreme two, "
        "4+9,11+14,…",
    )
    parser.add_argument(
        "--mode", help=f"{', '.join(MODES)} (default: extreme when cards are joined by +)"
    )
    parser.add_argument(
        "--asked",
        default="",
        metavar="ANSWERS",
        help="answers so far in order, such as 321:A=yes,321:B=no. Questions about one proposal in "
        "a row are one round, at most three different verifiers; the last round is still open "
        "when fewer than three were asked",
    )
    parser.add_argument(
        "--round-over", action="store_true", help="the last round of --asked is over as it is"
    )
    parser.add_argument(
        "--superfluous",
        action="store_true",
        help="reason without the promise that no verifier is superfluous (T2)",
    )
    parser.add_argument(
        "--time-limit",
        default=f"{DEFAULT_SEARCH:g}",
        metavar="S",
        help="seconds for all of the work; then come the bounds proven and the best strategy found "
        f"(default {DEFAULT_SEARCH:g})",
    )
    parser.add_argument("--tree", action="store_true", help="print the whole strategy")


def run(chosen: argparse.Namespace, progress: Progress) -> Result:
    """Plans from the answers so far."""
    started = time.monotonic()
    cards = " ".join(chosen.cards)
    mode = chosen.mode or ("extreme" if "+" in cards else "classic")
    problem = Problem.parse(cards, cast(Mode, one_of("--mode", mode, MODES)))
    limit = seconds(chosen.time_limit)
    worlds = worlds_of(problem, chosen.superfluous)
    if not worlds.size:
        raise BadRequest(f"The cards {problem.text} make no problem: no laws fit exactly one code.")
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
        text = "\n".join([text, "", "The strategy:", *_tree_lines(play.tree(), "")])
    return Result(json, text)


def _contradiction(problem: Problem, asked: Asked, *, superfluous: bool) -> str:
    if not superfluous and worlds_of(problem, True).after(asked.answers):
        return (
            "No problem gives these answers, unless a verifier is superfluous; "
            "--superfluous allows for that."
        )
    return f"No choice of laws on the cards {problem.text} gives these answers."


def _reporter(progress: Progress) -> Callable[[questioning.SoFar], None]:
    """Reports on a long search every few seconds."""
    last = time.monotonic()

    def report(now: questioning.SoFar) -> None:
        nonlocal last
        if time.monotonic() - last < SECONDS_BETWEEN_NEWS:
            return
        last = time.monotonic()
        high = "not known yet" if now.upper is None else f"at most {float(now.upper[0]):.4f}"
        progress(
            f"{now.seconds:.0f} seconds, {now.opened:,} beliefs: expected rounds at least "
            f"{float(now.lower[0]):.4f}, {high}."
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


def _play_json(worlds: ProblemWorlds, belief: int, asked: Asked, play: BestPlay) -> dict[str, Json]:
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


def _number(cost: Fraction, thing: str) -> str:
    decimal = "" if cost.denominator == 1 else f" ({float(cost):.4f})"
    return f"{cost}{decimal} {thing}{'' if cost == 1 else 's'}"


def _effort(cost: tuple[Fraction, Fraction]) -> str:
    return f"{_number(cost[0], 'round')} and {_number(cost[1], 'question')}"


def _play_text(worlds: ProblemWorlds, belief: int, play: BestPlay) -> str:
    codes = [CODES[code] for code in worlds.codes(belief)]
    count = belief.bit_count()
    lines = [f"{count:,} {'world' if count == 1 else 'worlds'} left."]
    question = _next(play)
    if question is None:
        return "\n".join([*lines, f"The code is {codes[0]}."])
    lines.append(f"Codes still possible: {', '.join(codes)}.")
    if play.exact:
        lines.append(f"Best play takes {_effort(play.upper)} more on average; this is exact.")
    else:
        lines += [
            "The search was cut short, so these are bounds (rounds count first, then questions).",
            f"No strategy takes less than {_effort(play.lower)} more on average.",
            f"The best strategy found takes {_effort(play.upper)}.",
        ]
    worst = Fraction(play.worst_rounds), Fraction(play.worst_questions)
    lines.append(f"At worst it takes {_effort(worst)}.")
    code, verifier = question
    lines.append(f"Next: ask verifier {verifier} about {code}.")
    return "\n".join(lines)


def _tree_json(node: questioning.Node) -> Json:
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


def _tree_lines(node: questioning.Node, indent: str) -> Iterator[str]:
    if node.question is None:
        yield f"{indent}The code is {CODES[node.target]}."
        return
    code, verifier = node.question
    begin = "New round: propose" if node.begins_round else "Go on with"
    yield f"{indent}{begin} {CODES[code]}, ask verifier {VERIFIER_NAMES[verifier]}."
    for answer, word in ((1, "yes"), (0, "no")):
        yield f"{indent}If {word}:"
        yield from _tree_lines(node.after(answer), f"{indent}  ")
