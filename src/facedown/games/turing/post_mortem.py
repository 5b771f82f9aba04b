"""What best play would have done in a game that was lost, in words (T8)."""

from __future__ import annotations

from facedown.core.messages import Message, joined, phrase
from facedown.core.words import listed
from facedown.games.turing.cards import CODES, code_index, law
from facedown.games.turing.ending import YES_NO, effort_words
from facedown.games.turing.machine import best_way
from facedown.games.turing.problem import VERIFIER_NAMES, Problem
from facedown.games.turing.view import TuringView
from facedown.games.turing.worlds import worlds_of

MOST_CODES = 12
"""Codes still possible that are listed; of more only their number is told."""


def post_mortem(view: TuringView) -> str:
    """For whoever did not win: the codes that the answers left, and the way of best play.

    Best play's way is that of the decision tree of exact play, which nobody betters on average.
    """
    if view.outcome is None or view.laws is None or view.seat in view.outcome.winners:
        return ""
    told = [_left_open(view)] if any(line.answers for line in view.own_lines()) else []
    return joined("\n", [*told, _best_way(view, view.laws)])


def _left_open(view: TuringView) -> Message:
    worlds = worlds_of(Problem(view.mode, view.cards))
    answers = [
        (code_index(line.code), VERIFIER_NAMES.index(verifier), said_yes)
        for line in view.own_lines()
        for verifier, said_yes in zip(line.asked, line.answers or (), strict=True)
    ]
    codes = [CODES[code] for code in worlds.codes(worlds.after(answers))]
    if len(codes) == 1:
        return phrase("Your answers left only {code}.", code=codes[0])
    if len(codes) > MOST_CODES:
        return phrase("Your answers left {number} codes.", number=len(codes))
    return phrase(
        "Your answers left {number} codes: {codes}.", number=len(codes), codes=listed(codes)
    )


def _best_way(view: TuringView, laws: tuple[str, ...]) -> Message:
    problem = worlds_of(Problem(view.mode, view.cards))
    way = best_way(problem, problem.index(tuple(law(name).index for name in laws)))
    if way is None:
        return phrase("This problem is too large to tell what best play would have done.")
    if not way:
        return phrase(
            "The cards admit only {code}: no question was needed (T5).", code=view.solution
        )
    rounds: list[tuple[str, list[Message]]] = []
    for asked in way:
        if asked.begins_round:
            rounds.append((CODES[asked.code], []))
        said = joined(" ", [VERIFIER_NAMES[asked.verifier], YES_NO[asked.said_yes]])
        rounds[-1][1].append(said)
    return phrase(
        "Best play finds {code} in {effort}: {told}.",
        code=view.solution,
        effort=effort_words(len(rounds), len(way)),
        told=joined("; ", [joined(", ", [code, *answers]) for code, answers in rounds]),
    )
