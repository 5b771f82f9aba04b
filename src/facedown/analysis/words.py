"""An analysis in sentences: for the terminal, and for pages that add links and drawings."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from facedown.analysis.analysis import SeatAnalysis
from facedown.analysis.moments import Judgement, Turning
from facedown.core.judging import Figure, Judge, Measure, Worth
from facedown.core.words import listed

MOST_DIGITS: Final = 4


def number(value: Fraction | float) -> str:
    """A number as people read it: whole where it is whole, else two places.

    >>> number(Fraction(20, 7)), number(Fraction(4)), number(0.004)
    ('2.86', '4', 'less than 0.01')
    """
    if value == int(value):
        return f"{int(value):,}"
    if 0 < value < 0.005:
        return "less than 0.01"
    return f"{float(value):,.2f}".rstrip("0").rstrip(".")


def figure_words(figure: Figure) -> str:
    """A figure; an estimate says that it is one, and how far it can be trusted.

    >>> figure_words(Figure(Fraction(5, 2))), figure_words(Figure(2.0, (1.5, 2.5)))
    ('2.5', 'about 2 (1.5 to 2.5)')
    """
    if figure.interval is None:
        return number(figure.value)
    low, high = figure.interval
    return f"about {number(figure.value)} ({number(low)} to {number(high)})"


def amount(figure: Figure, things: str) -> str:
    """So many things.

    >>> amount(Figure(Fraction(1)), "codes"), amount(Figure(Fraction(3)), "codes")
    ('1 code', '3 codes')
    """
    return f"{figure_words(figure)} {things.removesuffix('s') if figure.value == 1 else things}"


def worth_words(worth: Worth, measure: Measure) -> str:
    """What is expected, in the units of the measure."""
    return listed(amount(figure, unit) for figure, unit in zip(worth, measure.units, strict=True))


def judgement_words(judged: Judgement, judge: Judge) -> list[str]:
    """The sentences about one move: what it could tell, what it told, what was better."""
    measure, verdict, said = judge.measure, judged.verdict, []
    if judged.before is not None and judged.after is not None and verdict.left is not None:
        expected = f"expected to leave {amount(verdict.left, measure.left)}"
        said.append(
            f"Of {amount(judged.before, measure.left)} it was {expected}; "
            f"{figure_words(judged.after)} {'is' if judged.after.value == 1 else 'are'} left."
        )
    if verdict.chance is not None:
        said.append(_chance(verdict.chance))
    if judged.costs(measure):
        said.append(f"It cost {_cost(verdict.cost, measure)}.")
    elif verdict.cost:
        exact = all(figure.exact for figure in verdict.cost)
        said.append("As good as any." if exact else "Nothing is clearly better.")
    if verdict.best and (judged.costs(measure) or not verdict.cost):
        better = "Better" if verdict.cost or verdict.chance is not None else "The program would"
        told = judge.tell(verdict.best)
        sentence = f"{better}: {told}"
        if verdict.best_left is not None:
            sentence += f", expected to leave {amount(verdict.best_left, measure.left)}"
        said.append(f"{sentence}.")
    return said


def _chance(chance: Figure) -> str:
    if chance.value == 1:
        return "It was certain."
    percent = f"{100 * float(chance.value):.0f} %"
    if chance.interval is None:
        return f"It was right with a chance of {percent}, from what was known."
    return f"It was right with a chance of about {percent}, from what was known."


def _cost(cost: Worth, measure: Measure) -> str:
    """A cost in words; what a worse move saves of a later unit is said too."""
    more, less = [], []
    for figure, unit in zip(cost, measure.units, strict=True):
        if figure.value > 0:
            more.append(amount(figure, unit))
        elif figure.value < 0:
            less.append(amount(Figure(-figure.value, figure.interval), unit))
    return listed(more) + (f" (and saved {listed(less)})" if less else "")


def moment_words(turning: Turning, judge: Judge) -> str:
    """One sentence about a moment that mattered."""
    judged, measure = turning.judgement, judge.measure
    if judged is None:
        return "Everything could have been known here."
    if turning.kind == "guess":
        assert judged.verdict.chance is not None
        return _chance(judged.verdict.chance)
    if turning.kind == "cost":
        better = f": better was to {judge.tell(judged.verdict.best)}" if judged.verdict.best else ""
        return f"This cost {_cost(judged.verdict.cost, measure)}{better}."
    assert judged.before is not None
    assert judged.after is not None
    return (
        f"This told much: of {amount(judged.before, measure.left)} "
        f"{figure_words(judged.after)} {'was' if judged.after.value == 1 else 'were'} left."
    )


def lengths_words(seat: SeatAnalysis, judge: Judge) -> list[str]:
    """Best play's length beside one's own, and when everything could have been known."""
    said = []
    if seat.lengths is not None:
        best = worth_words(seat.lengths.best, judge.measure)
        own = worth_words(tuple(Figure(Fraction(n)) for n in seat.lengths.own), judge.measure)
        where = "here" if seat.lengths.moves else "on average"
        said.append(f"Best play needs {best} {where}; this was {own}.")
        if seat.lengths.moves:
            said.append(f"Its way: {judge.tell(seat.lengths.moves)}.")
    if seat.known_from is not None:
        said.append(f"Everything could be known from move {seat.known_from} on.")
    elif seat.curve and judge.measure.decides:
        said.append(f"{amount(seat.curve[-1].left, judge.measure.left)} were left at the end.")
    return said
