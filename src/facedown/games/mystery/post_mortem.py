"""What best play would have asked in a game that was lost, beside what was asked (M10)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from facedown.core.words import counted
from facedown.games.mystery.figures import decimal, percent
from facedown.games.mystery.puzzle import pile_name
from facedown.games.mystery.view import PILE_NAMES, MysteryView, Question

if TYPE_CHECKING:
    from facedown.deduce.purchases import Node


def post_mortem(view: MysteryView) -> str:
    """For whoever did not win: each question beside the best one, and what was certain when."""
    from facedown.games.mystery.par import BeyondPar, best_of, node_after

    if view.outcome is None or view.questions is None or view.seat in view.outcome.winners:
        return ""
    try:
        best = best_of(view.puzzle)
    except BeyondPar:
        return "This puzzle is too large to tell what best play would have asked."
    shown: list[tuple[int, str]] = []
    node = best.start
    asked = counted(len(view.questions), "question")
    par = f"Best play needs {decimal(node.expected)} questions on average, whatever they cost (M10)"
    lines = [f"{par}; you asked {asked}."]
    for number, question in enumerate(view.questions, 1):
        pile = PILE_NAMES.index(question.pile)
        lines.append(f"{number}. {_beside(node, pile, question)}")
        if question.answer is not None:
            shown.append((pile, question.answer))
        needed = node.ask is not None
        node = node_after(best, view.puzzle, shown)
        if needed and node.ask is None:
            lines[-1] += f" {_settled(node)}"
    if node.ask is not None:
        lines.append(
            f"When you guessed, the likeliest guess was right with {percent(node.chance)}; "
            f"{decimal(node.expected)} more questions were expected, the first of {_piles(node)}."
        )
    return "\n".join(lines)


def _beside(node: Node, pile: int, question: Question) -> str:
    """A question that was asked beside the best ones."""
    asked = f"You asked {question.pile}"
    if node.ask is None:
        return f"{asked}; no question was needed any more."
    value = node.after[pile]
    assert value is not None
    after = f"{decimal(value - 1)} more questions expected after it"
    if value == node.expected:
        return f"{asked}, as good as any: {after}."
    return f"{asked}: {after}; {_piles(node)} was better: {decimal(node.expected - 1)}."


def _piles(node: Node) -> str:
    """The best piles to ask."""
    best = [pile_name(pile) for pile, value in enumerate(node.after) if value == node.expected]
    return " or ".join(best)


def _settled(node: Node) -> str:
    if node.chance == 1:
        return "Its answer made the mystery certain."
    return f"After it no question could tell more: a guess is right with {percent(node.chance)}."
