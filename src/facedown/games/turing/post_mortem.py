"""What best play would have done in a game that was lost, in words (T8)."""

from __future__ import annotations

from facedown.core.words import listed
from facedown.games.turing.cards import CODES, code_index, law
from facedown.games.turing.ending import effort_words
from facedown.games.turing.machine import best_way
from facedown.games.turing.problem import VERIFIER_NAMES, Problem
from facedown.games.turing.text import YES_NO
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
    return "\n".join([*told, _best_way(view, view.laws)])


def _left_open(view: TuringView) -> str:
    worlds = worlds_of(Problem(view.mode, view.cards))
    answers = [
        (code_index(line.code), VERIFIER_NAMES.index(verifier), said_yes)
        for line in view.own_lines()
        for verifier, said_yes in zip(line.asked, line.answers or (), strict=True)
    ]
    codes = [CODES[code] for code in worlds.codes(worlds.after(answers))]
    if len(codes) == 1:
        return f"Your answers left only {codes[0]}."
    if len(codes) > MOST_CODES:
        return f"Your answers left {len(codes)} codes."
    return f"Your answers left {len(codes)} codes: {listed(codes)}."


def _best_way(view: TuringView, laws: tuple[str, ...]) -> str:
    problem = worlds_of(Problem(view.mode, view.cards))
    way = best_way(problem, problem.index(tuple(law(name).index for name in laws)))
    if way is None:
        return "This problem is too large to tell what best play would have done."
    if not way:
        return f"The cards admit only {view.solution}: no question was needed (T5)."
    rounds: list[tuple[str, list[str]]] = []
    for asked in way:
        if asked.begins_round:
            rounds.append((CODES[asked.code], []))
        rounds[-1][1].append(f"{VERIFIER_NAMES[asked.verifier]} {YES_NO[asked.said_yes]}")
    effort = effort_words(len(rounds), len(way))
    told = "; ".join(f"{code}, {', '.join(answers)}" for code, answers in rounds)
    return f"Best play finds {view.solution} in {effort}: {told}."
