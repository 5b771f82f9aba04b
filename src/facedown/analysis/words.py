"""An analysis in sentences: for the terminal, and for pages that add links and drawings."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from facedown.analysis.analysis import Analysis, Judgement, SeatAnalysis, Turning, analyse
from facedown.core.judging import Figure, Judge, Lengths, Measure, Worth
from facedown.core.log import Log
from facedown.core.messages import (
    decimals,
    in_percent,
    joined,
    listed,
    phrase,
    phrase_many,
    separated,
)
from facedown.core.moves import Move, move_to_json
from facedown.core.roster import new_judge
from facedown.core.seats import Seat

TALL: Final = 1000
"""The height of a curve's highest point."""
IN_THE_DARK: Final = 0.25
"""A guess that is less likely to be right is one in the dark."""


@dataclass(frozen=True, slots=True)
class ToldPoint:
    """A point of a curve: after so many moves, so high, and the number that it stands for.

    ``label`` says of an estimate that it is one; ``short`` is for a scale.
    """

    turn: int
    height: int
    label: str
    short: str = ""


@dataclass(frozen=True, slots=True)
class ToldMove:
    """A move that was judged, and what is to be said of it.

    ``turn`` counts the moves before it, ``costly`` tells that another was better.
    """

    turn: int
    move: str
    costly: bool
    sentences: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ToldMoment:
    """A moment that mattered: before the move that was made then, or without a move.

    ``turning`` is the kind of the ``Turning``; ``rank`` is 0 for the worst. ``sentence`` is all of
    it, ``title`` and ``better`` are its two halves. ``made`` and ``best`` are the move that was
    made and those that were better, in the JSON form of moves.
    """

    turn: int
    before: bool
    sentence: str
    turning: str
    rank: int
    title: str
    better: str
    made: str
    best: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ToldSettled:
    """What became certain with the last of so many moves."""

    turn: int
    sentences: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ToldFigure:
    """What a game came to in one respect, what to hold beside it, and how far it can be trusted."""

    value: str
    beside: str
    trusted: str = ""


@dataclass(frozen=True, slots=True)
class ToldSeat:
    """One seat's game; ``curve_of`` says what the curve shows, ``curve_words`` tells it.

    ``headline`` says the worst in few words, ``figures`` what it came to, ``besides`` what neither
    tells. ``summary`` has the worst mistake first; ``to_oneself`` says it to whoever sat there.
    """

    seat: Seat
    headline: str
    figures: tuple[ToldFigure, ...]
    besides: tuple[str, ...]
    summary: tuple[str, ...]
    to_oneself: tuple[str, ...]
    curve_of: str
    curve_words: str
    curve: tuple[ToldPoint, ...]
    moments: tuple[ToldMoment, ...]
    settled: tuple[ToldSettled, ...]
    moves: tuple[ToldMove, ...]


@dataclass(frozen=True, slots=True)
class Told:
    """A game of so many moves, seat by seat, as far as they were judged.

    It is made where the game is judged, as a record of plain values that travels between
    processes.
    """

    turns: int
    seats: tuple[ToldSeat, ...]


def tell_log(
    log: Log,
    progress: Callable[[str, Callable[[], Told]], None] = lambda sentence, so_far: None,
    seats: Collection[Seat] | None = None,
) -> Told:
    """The judgement of a finished game in words; raises what ``analyse`` does."""
    judge = new_judge(log.new_game())

    def told(analysis: Analysis) -> Told:
        assert judge is not None
        return tell(analysis, judge)

    return told(analyse(log, lambda said, far: progress(said, lambda: told(far())), seats))


def tell(analysis: Analysis, judge: Judge) -> Told:
    """An analysis in words, by the judge whose it is."""
    return Told(analysis.turns, tuple(_seat(seat, judge) for seat in analysis.seats))


def _seat(seat: SeatAnalysis, judge: Judge) -> ToldSeat:
    measure, curve = judge.measure, _curve(seat, judge.measure)
    shown = [each for each in seat.moments if _tells(each)]
    ranked = sorted(
        shown, key=lambda each: (_how_bad(each.judgement, measure), WORST_FIRST.index(each.kind))
    )
    return ToldSeat(
        seat=seat.seat,
        headline=headline(seat, judge),
        figures=tuple(figures(seat, judge)),
        besides=tuple(besides_words(seat, judge)),
        summary=tuple(summary_words(seat, judge)),
        to_oneself=tuple(summary_words(seat, judge, own=True)),
        curve_of=_what_it_shows(measure),
        curve_words=joined(
            ", ", (phrase("{label} after move {turn}", label=p.label, turn=p.turn) for p in curve)
        ),
        curve=curve,
        moments=tuple(_moment(each, ranked.index(each), judge) for each in shown),
        settled=tuple(
            ToldSettled(each.turn, tuple(map(judge.say, each.remarks))) for each in seat.settled
        ),
        moves=tuple(
            ToldMove(
                each.turn,
                judge.tell((each.move,)),
                each.costs(measure),
                tuple(judgement_words(each, judge)),
            )
            for each in seat.judged
        ),
    )


def _moment(turning: Turning, rank: int, judge: Judge) -> ToldMoment:
    judged, measure = turning.judgement, judge.measure
    sentence = title = moment_words(turning, judge)
    made, best = "", tuple[Move, ...]()
    if judged is not None:
        made, best = _as_json(judged.move), judged.verdict.best
        if turning.kind == "cost":
            title = _cost_words(judged, measure, _at_a_glance(judged.verdict.cost, measure))
    elif turning.before is not None and turning.after is not None and measure.units == PERCENT:
        title = phrase(
            "Since the move before, the chance of a win went from {before} to {after}.",
            before=_on_a_scale(turning.before, measure),
            after=_on_a_scale(turning.after, measure),
        )
    mistake = turning.kind in {"cost", "guess"}
    return ToldMoment(
        turning.turn,
        turning.kind not in {"known", "seen"},
        sentence,
        turning.kind,
        rank,
        title,
        phrase("Better: {moves}.", moves=judge.tell(best)) if mistake and best else "",
        made,
        tuple(map(_as_json, best)) if mistake else (),
    )


def _as_json(move: Move) -> str:
    return json.dumps(move_to_json(move))


WORST_FIRST: Final = ("guess", "cost", "known", "told", "seen", "swing")


IMPOSSIBLE, COST, GUESSED, NO_MISTAKE = range(4)
"""Kinds of mistakes, the worst first."""


def _how_bad(judged: Judgement | None, measure: Measure) -> tuple[int, list[float]]:
    """For the worst first: what could not be right, what cost most, the poorest guess."""
    if judged is None:
        return NO_MISTAKE, []
    chance = judged.verdict.chance
    if _is_impossible(chance):
        return IMPOSSIBLE, [-judged.turn]
    if judged.costs(measure):
        return COST, [-float(figure.value) for figure in judged.verdict.cost]
    better = judged.verdict.best or judged.verdict.remarks
    if chance is not None and chance.value < POOR and better:
        return GUESSED, [float(chance.value)]
    return NO_MISTAKE, []


def _worst(seat: SeatAnalysis, measure: Measure) -> tuple[int, Judgement | None]:
    """The kind of a seat's worst mistake, and the move."""
    if not seat.judged:
        return NO_MISTAKE, None
    worst = min(seat.judged, key=lambda each: _how_bad(each, measure))
    return _how_bad(worst, measure)[0], worst


MUCH: Final = 0.6
"""A move told much that left at most this share."""


def _tells(turning: Turning) -> bool:
    """Whether a moment is worth a word: what told little is not."""
    if turning.kind not in {"told", "seen"} or turning.before is None or turning.after is None:
        return True
    return turning.after.value <= MUCH * turning.before.value


def _what_it_shows(measure: Measure) -> str:
    """What a curve counts."""
    match measure.left or measure.units[0]:
        case "codes":
            return phrase("Codes left")
        case "worlds":
            return phrase("Ways the cards could lie")
        case "solutions":
            return phrase("Solutions left")
        case "rules":
            return phrase("Rules left")
        case "percent of a win":
            return phrase("Chance of a win in percent")
        case others:  # of somebody else's game
            return f"{others} left".capitalize() if measure.left else f"Expected {others}"


def _on_a_scale(figure: Figure, measure: Measure) -> str:
    """A figure beside a scale: short, and with its sign where it is a share."""
    of_a_win = measure.units == PERCENT and not measure.left
    return in_percent(figure.value / 100) if of_a_win else number(_short(figure.value))


def _curve(seat: SeatAnalysis, measure: Measure) -> tuple[ToldPoint, ...]:
    """What was left, by how often it can be halved; what moves were worth, where none is counted.

    The latter is drawn between its own least and most, with a point wherever it changes.
    """
    if seat.curve:
        found = [(point.turn, point.left, math.log2(point.left.value)) for point in seat.curve]
        least = 0.0
    else:
        worths = [(each.turn, each.verdict.worth[0]) for each in seat.judged if each.verdict.worth]
        found = [
            (turn, worth, float(worth.value))
            for number, (turn, worth) in enumerate(worths)
            if not number or worth != worths[number - 1][1]
        ]
        least = min((height for _, _, height in found), default=0.0)
    most = max((height for _, _, height in found), default=0.0)
    scale = TALL / (most - least) if most > least else 0.0
    return tuple(
        ToldPoint(
            turn,
            round((height - least) * scale),
            figure_words(figure),
            _on_a_scale(figure, measure),
        )
        for turn, figure, height in found
    )


BITS: Final = ("bits",)
"""What a judge of verdicts counts: people read which move tells more, and no number."""

POOR: Final = 0.5
"""A guess is a mistake below this chance, where something else was better."""

YES_NO: Final = {True: phrase("yes"), False: phrase("no")}


def number(value: Fraction | float) -> str:
    """A number as people read it: whole where it is whole, else two places.

    >>> number(Fraction(20, 7)), number(Fraction(4)), number(0.004)
    ('2.86', '4', 'less than 0.01')
    """
    if 0 < value < 0.005:
        return phrase("less than 0.01")
    _, _, places = f"{float(value):.2f}".rstrip("0").partition(".")
    return decimals(value, len(places))


def figure_words(figure: Figure) -> str:
    """A figure; an estimate says that it is one, and how far it can be trusted.

    >>> figure_words(Figure(Fraction(5, 2))), figure_words(Figure(2.0, (1.5, 2.5)))
    ('2.5', 'about 2 (1.5 to 2.5)')
    """
    if figure.interval is None:
        return number(figure.value)
    low, high = figure.interval
    if low == high:
        return phrase("about {value}", value=number(figure.value))
    return phrase(
        "about {value} ({low} to {high})",
        value=number(figure.value),
        low=number(low),
        high=number(high),
    )


def amount(figure: Figure, things: str) -> str:
    """So many things.

    >>> amount(Figure(Fraction(1)), "codes"), amount(Figure(Fraction(3)), "codes")
    ('1 code', '3 codes')
    """
    words, many = figure_words(figure), float(figure.value)
    if figure.interval is not None and many != 1:
        many = 2  # of an estimate and its interval
    match things:
        case "codes":
            return phrase_many("{number} code", "{number} codes", many, number=words)
        case "worlds":
            return phrase_many(
                "{number} way the cards could lie",
                "{number} ways the cards could lie",
                many,
                number=words,
            )
        case "solutions":
            return phrase_many("{number} solution", "{number} solutions", many, number=words)
        case "rules":
            return phrase_many("{number} rule", "{number} rules", many, number=words)
        case "rounds":
            return phrase_many("{number} round", "{number} rounds", many, number=words)
        case "questions":
            return phrase_many("{number} question", "{number} questions", many, number=words)
        case "cards":
            return phrase_many("{number} card", "{number} cards", many, number=words)
        case "points":
            return phrase_many("{number} point", "{number} points", many, number=words)
        case "percent of a win":
            return phrase("{number} percent of a win", number=words)
    return f"{words} {things.removesuffix('s') if many == 1 else things}"  # of somebody else's game


def worth_words(worth: Worth, units: tuple[str, ...]) -> str:
    """What is expected, in these units."""
    return listed(amount(figure, unit) for figure, unit in zip(worth, units, strict=True))


def judgement_words(judged: Judgement, judge: Judge) -> list[str]:
    """The sentences about one move: what it could tell, what it told, what was better."""
    measure, verdict = judge.measure, judged.verdict
    said: list[str] = []
    if judged.before is not None and judged.after is not None and verdict.left is not None:
        said.append(
            phrase_many(
                "Of {before} it was expected to leave {expected}; {after} is left.",
                "Of {before} it was expected to leave {expected}; {after} are left.",
                1 if judged.after.value == 1 else 2,
                before=amount(judged.before, measure.left),
                expected=amount(verdict.left, measure.left),
                after=figure_words(judged.after),
            )
        )
    if verdict.chance is not None:
        said.append(_chance(verdict.chance))
    if judged.costs(measure):
        said.append(_cost_words(judged, measure))
    elif verdict.cost:
        exact = all(figure.exact for figure in verdict.cost)
        said.append(phrase("As good as any.") if exact else phrase("Nothing is clearly better."))
    if verdict.best and (judged.costs(measure) or not verdict.cost):
        moves = judge.tell(verdict.best)
        if verdict.best_left is not None:
            moves = phrase(
                "{moves}, expected to leave {left}",
                moves=moves,
                left=amount(verdict.best_left, measure.left),
            )
        if verdict.cost or verdict.chance is not None:
            said.append(phrase("Better: {moves}.", moves=moves))
        else:
            said.append(phrase("The program would: {moves}.", moves=moves))
    return said + [judge.say(remark) for remark in verdict.remarks]


def _cost_words(judged: Judgement, measure: Measure, cost: Worth | None = None) -> str:
    if measure.units == BITS:
        return phrase("It told less than another would have.")
    return phrase("It cost {cost}.", cost=_cost(cost or judged.verdict.cost, measure))


def _chance(chance: Figure) -> str:
    if chance.value == 1:
        return phrase("It was certain.")
    if _is_impossible(chance):
        return phrase("It could not be right, from what was known.")
    share = in_percent(chance.value)
    if chance.interval is None:
        return phrase("From what was known, its chance to be right was {percent}.", percent=share)
    return phrase("From what was known, its chance to be right was about {percent}.", percent=share)


def _cost(cost: Worth, measure: Measure) -> str:
    """A cost in words; what a worse move saves of a later unit is said too."""
    more, less = _more_and_less(cost, measure)
    if not less:
        return listed(more)
    return phrase("{cost} (and saved {saved})", cost=listed(more), saved=listed(less))


def _more_and_less(cost: Worth, measure: Measure) -> tuple[list[str], list[str]]:
    """What a move costs, and what it saves of a later unit."""
    more, less = [], []
    for figure, unit in zip(cost, measure.units, strict=True):
        if figure.value > 0:
            more.append(amount(figure, unit))
        elif figure.value < 0:
            less.append(amount(Figure(-figure.value, figure.interval), unit))
    return more, less


def moment_words(turning: Turning, judge: Judge) -> str:
    """One sentence about a moment that mattered."""
    judged, measure = turning.judgement, judge.measure
    if turning.kind == "known":
        return phrase("Everything could have been known here.")
    if turning.kind == "guess":
        assert judged is not None
        assert judged.verdict.chance is not None
        return _chance(judged.verdict.chance)
    if turning.kind == "cost":
        assert judged is not None
        if measure.units == BITS:
            return phrase(
                "This told less than it could: better was to {moves}.",
                moves=judge.tell(judged.verdict.best),
            )
        cost = _cost(_shortly(judged.verdict.cost), measure)
        if not judged.verdict.best:
            return phrase("This cost {cost}.", cost=cost)
        return phrase(
            "This cost {cost}: better was to {moves}.",
            cost=cost,
            moves=judge.tell(judged.verdict.best),
        )
    assert turning.before is not None
    assert turning.after is not None
    if turning.kind == "swing":
        return phrase(
            "Since the move before, what was to be expected went from {before} to {after}.",
            before=number(_short(turning.before.value)),
            after=amount(Figure(_short(turning.after.value)), measure.units[0]),
        )
    return phrase_many(
        "This told much: of {before} {after} was left.",
        "This told much: of {before} {after} were left.",
        1 if turning.after.value == 1 else 2,
        before=amount(turning.before, measure.left),
        after=figure_words(turning.after),
    )


def way_words(lengths: Lengths, judge: Judge) -> str:
    """The moves of best play for what was hidden, with the answers to them."""
    return listed(
        judge.tell((move,))
        if answer is None
        else phrase("{move} ({answer})", move=judge.tell((move,)), answer=YES_NO[answer])
        for move, answer in zip(lengths.moves, lengths.answers, strict=True)
    )


def _needed(made: str, share: int | None, *, own: bool, solved: bool | None) -> str:
    """What was needed in all, and where seats played together how much of it was the seat's."""
    if solved is False:
        return phrase("not solved after {made}", made=made)
    if share is None:
        return (
            phrase("you needed {made}", made=made) if own else phrase("this was {made}", made=made)
        )
    if own:
        return phrase("you needed {made}, {share} of them yours", made=made, share=share)
    return phrase("this was {made}, {share} of them its own", made=made, share=share)


def lengths_words(
    lengths: Lengths, judge: Judge, *, own: bool = False, solved: bool | None = None
) -> list[str]:
    """Best play's length beside a seat's, or beside one's ``own``."""
    units = lengths.units or judge.measure.units
    made = worth_words(tuple(Figure(Fraction(n)) for n in lengths.own), units)
    made = _needed(made, lengths.share, own=own, solved=solved)
    if not lengths.best:
        return [phrase("What best play needs is too much to work out; {made}.", made=made)]
    best = worth_words(lengths.best, units)
    if lengths.estimate:
        return [
            phrase(
                "A strong program needs about {best} on average, by games that it played; {made}.",
                best=best,
                made=made,
            )
        ]
    if lengths.average:
        return [phrase("Best play needs {best} on average; {made}.", best=best, made=made)]
    said: list[str] = [phrase("Best play needs {best} here; {made}.", best=best, made=made)]
    if lengths.moves:
        said.append(phrase("Its way: {moves}.", moves=way_words(lengths, judge)))
    return said


def headline(seat: SeatAnalysis, judge: Judge) -> str:
    """A seat's game in few words, the worst first; empty where it is not judged to its end.

    Only what was weighed is praised.
    """
    if seat.until is not None:
        return ""
    worst, _ = _worst(seat, judge.measure)
    if worst == IMPOSSIBLE:
        many = sum(_is_impossible(each.verdict.chance) for each in seat.judged)
        return phrase_many("One guess could not be right.", "{n} guesses could not be right.", many)
    if worst == COST:
        costly = sum(each.costs(judge.measure) for each in seat.judged)
        return phrase_many("One move was not the best.", "{n} moves were not the best.", costly)
    if not seat.judged:
        return phrase("No move was judged.")
    chances = [each.verdict.chance for each in seat.judged]
    if not any(chances) and not any(each.verdict.cost for each in seat.judged):
        return phrase("What was best is too much to work out.")
    least = min((chance.value for chance in chances if chance is not None), default=1)
    if least < IN_THE_DARK:
        return phrase("A guess in the dark.")
    if least < 1:
        return phrase("Well played, then guessed.")
    return phrase("Well played.")


def figures(seat: SeatAnalysis, judge: Judge) -> Iterator[ToldFigure]:
    """What was needed beside best play, what moves cost, how likely the last guess was right."""
    lengths, measure = seat.lengths, judge.measure
    if lengths is not None and lengths.best and seat.solved is not False:
        units = lengths.units or measure.units
        for own, best, unit in zip(lengths.own, lengths.best, units, strict=True):
            yield ToldFigure(amount(Figure(Fraction(own)), unit), _beside(lengths, best))
    if seat.cost and measure.units != BITS:
        yield ToldFigure(_given_away(seat.cost, measure), *_of_what(seat.cost, measure))
    chances = [e.verdict.chance for e in seat.judged if e.verdict.chance is not None]
    if chances and chances[-1].value < 1:
        yield ToldFigure(in_percent(chances[-1].value), phrase("chance that the guess was right"))


def _beside(lengths: Lengths, best: Figure) -> str:
    needed = number(_short(best.value))
    if lengths.estimate:
        return phrase("a strong program needs about {best}", best=needed)
    if lengths.average:
        return phrase("best play needs {best} on average", best=needed)
    return phrase("best play needs {best}", best=needed)


PERCENT: Final = ("percent of a win",)


def _given_away(cost: Worth, measure: Measure) -> str:
    if measure.units == PERCENT:
        return in_percent(cost[0].value / 100)
    return _more_and_less(_shortly(cost), measure)[0][0]


def _of_what(cost: Worth, measure: Measure) -> tuple[str, str]:
    """What else was given away, and within which limits, or what was saved instead."""
    if measure.units != PERCENT:
        (_, *others), saved = _more_and_less(_shortly(cost), measure)
        lost = (
            phrase("and {more} given away", more=listed(others)) if others else phrase("given away")
        )
        return lost, phrase("saved {saved}", saved=listed(saved)) if saved else ""
    if cost[0].interval is None:
        return phrase("of a win given away"), ""
    low, high = (f"{float(end):.0f}" for end in cost[0].interval)
    return phrase("of a win given away"), phrase("{low} to {high} %", low=low, high=high)


def _shortly(worth: Worth) -> Worth:
    """For a glance: without intervals, which stand in the sentence of the move."""
    return tuple(Figure(_short(figure.value)) for figure in worth)


def _at_a_glance(worth: Worth, measure: Measure) -> Worth:
    """Shortly, and a share in whole percent."""
    if measure.units == PERCENT and worth[0].value >= 1:
        return (Figure(Fraction(round(worth[0].value))), *_shortly(worth[1:]))
    return _shortly(worth)


def _short(value: Fraction | float) -> float:
    """A number as short as a glance asks for: an estimate's interval stands in its sentence."""
    found = float(value)
    return round(found, 1 if abs(found) >= 10 else 2)


def worst_words(seat: SeatAnalysis, judge: Judge) -> list[str]:
    """A seat's worst mistake, or nothing: what could not be right, what cost most, a poor guess."""
    measure = judge.measure
    kind, worst = _worst(seat, measure)
    if worst is None or kind == NO_MISTAKE:
        return []
    if kind == COST:
        why = _cost_words(worst, measure, _shortly(worst.verdict.cost))
    else:
        assert worst.verdict.chance is not None
        why = _chance(worst.verdict.chance)
    return [
        phrase(
            "The worst mistake was move {n}, to {move}. {why}",
            n=worst.turn + 1,
            move=judge.tell((worst.move,)),
            why=why,
        )
    ]


def _is_impossible(chance: Figure | None) -> bool:
    return chance is not None and chance.interval is None and chance.value == 0


def _cost_together(seat: SeatAnalysis, judge: Judge, *, own: bool) -> list[str]:
    measured = [figure for each in seat.judged for figure in each.verdict.cost]
    if seat.cost and judge.measure.units == BITS:
        many = sum(each.costs(judge.measure) for each in seat.judged)
        less = (
            phrase_many(
                "{n} of your moves told less than it could.",
                "{n} of your moves told less than they could.",
                many,
            )
            if own
            else phrase_many(
                "{n} of its moves told less than it could.",
                "{n} of its moves told less than they could.",
                many,
            )
        )
        return [less]
    if seat.cost:
        cost = _cost(seat.cost, judge.measure)
        if own:
            return [phrase("Together your moves cost {cost} beside the best.", cost=cost)]
        return [phrase("Together its moves cost {cost} beside the best.", cost=cost)]
    if not measured or any(_is_impossible(each.verdict.chance) for each in seat.judged):
        return []
    if all(figure.exact for figure in measured):
        if own:
            return [phrase("None of your moves cost anything beside the best.")]
        return [phrase("None of its moves cost anything beside the best.")]
    if own:
        return [phrase("None of your moves was clearly worse than another.")]
    return [phrase("None of its moves was clearly worse than another.")]


def besides_words(seat: SeatAnalysis, judge: Judge) -> list[str]:
    """What neither headline nor figures tell: best play's way, what was known in the end."""
    if seat.until is not None:
        return []
    lengths = seat.lengths
    said: list[str] = []
    if lengths is not None and lengths.moves and not (lengths.estimate or lengths.average):
        said.append(phrase("Best play here: {moves}.", moves=way_words(lengths, judge)))
    return said + _known_words(seat, judge)


def _known_words(seat: SeatAnalysis, judge: Judge) -> list[str]:
    """From when on everything could be known, or what was left at the end."""
    if seat.known_from is not None:
        return [phrase("Everything could be known from move {n} on.", n=seat.known_from)]
    return [_left_words(seat, judge)] if seat.curve and judge.measure.decides else []


def summary_words(seat: SeatAnalysis, judge: Judge, *, own: bool = False) -> list[str]:
    """A seat's whole game: its worst mistake, its length, its cost, what it could have known.

    With ``own`` it is said to whoever sat there.
    """
    said: list[str] = []
    if seat.until is not None:
        said.append(phrase("Judged so far: the first {n} moves.", n=seat.until))
    said += worst_words(seat, judge)
    if seat.lengths is not None:
        said += lengths_words(seat.lengths, judge, own=own, solved=seat.solved)
    said += _cost_together(seat, judge, own=own)
    return said + _known_words(seat, judge)


def _left_words(seat: SeatAnalysis, judge: Judge) -> str:
    left = seat.curve[-1].left
    words, many = amount(left, judge.measure.left), 1 if left.value == 1 else 2
    if not seat.named:
        return phrase_many(
            "{left} was left at the end.", "{left} were left at the end.", many, left=words
        )
    return phrase_many(
        "{left} was left at the end: {named}.",
        "{left} were left at the end: {named}.",
        many,
        left=words,
        named=separated(seat.named),
    )
