"""An analysis as JSON, for programs."""

from __future__ import annotations

from fractions import Fraction

from facedown.analysis.analysis import Analysis, SeatAnalysis
from facedown.analysis.moments import Judgement
from facedown.core.codec import Json
from facedown.core.judging import Figure, Lengths, Remark
from facedown.core.moves import Move, move_to_json

PLACES = 4


def analysis_to_json(analysis: Analysis) -> Json:
    """The JSON form; seats and turns count from 0.

    An exact number is ``{"value": 2.8571, "exact": "20/7"}``, or without the fraction where it is
    none (bits); an estimate is ``{"value": 2.9, "interval": [2.5, 3.3]}``. ``until`` is null for a
    seat that is judged to the end; else its moves after so many are not judged yet.
    """
    measure = analysis.measure
    return {
        "left": measure.left,
        "units": list(measure.units),
        "wanted": measure.wanted,
        "turns": analysis.turns,
        "seats": [_seat(seat) for seat in analysis.seats],
    }


def _seat(seat: SeatAnalysis) -> Json:
    return {
        "seat": seat.seat,
        "until": seat.until,
        "curve": [{"turn": point.turn, "left": _figure(point.left)} for point in seat.curve],
        "known_from": seat.known_from,
        "settled": [
            {"turn": each.turn, "remarks": _remarks(each.remarks)} for each in seat.settled
        ],
        "named": list(seat.named),
        "cost": [_figure(figure) for figure in seat.cost],
        "lengths": None if seat.lengths is None else _lengths(seat.lengths),
        "moments": [
            {
                "turn": each.turn,
                "kind": each.kind,
                "before": _figure(each.before),
                "after": _figure(each.after),
            }
            for each in seat.moments
        ],
        "judged": [_judgement(each) for each in seat.judged],
    }


def _judgement(judged: Judgement) -> Json:
    verdict = judged.verdict
    return {
        "turn": judged.turn,
        "move": move_to_json(judged.move),
        "before": _figure(judged.before),
        "after": _figure(judged.after),
        "expected": _figure(verdict.left),
        "worth": [_figure(figure) for figure in verdict.worth],
        "cost": [_figure(figure) for figure in verdict.cost],
        "chance": _figure(verdict.chance),
        "best": _moves(verdict.best),
        "best_expected": _figure(verdict.best_left),
        "bits": None if judged.bits is None else round(judged.bits, PLACES),
        "remarks": _remarks(verdict.remarks),
    }


def _lengths(lengths: Lengths) -> Json:
    return {
        "best": [_figure(figure) for figure in lengths.best],
        "own": list(lengths.own),
        "moves": _moves(lengths.moves),
        "answers": list(lengths.answers),
        "average": lengths.average,
        "units": list(lengths.units),
        "estimate": lengths.estimate,
    }


def _remarks(remarks: tuple[Remark, ...]) -> Json:
    return [
        {
            "code": remark.code,
            "about": list(remark.about),
            "moves": _moves(remark.moves),
            "worth": [_figure(figure) for figure in remark.worth],
            "chance": _figure(remark.chance),
        }
        for remark in remarks
    ]


def _moves(moves: tuple[Move, ...]) -> Json:
    return [move_to_json(move) for move in moves]


def _figure(figure: Figure | None) -> Json:
    if figure is None:
        return None
    value = round(float(figure.value), PLACES)
    if figure.interval is not None:
        return {"value": value, "interval": [round(end, PLACES) for end in figure.interval]}
    exact = str(figure.value) if isinstance(figure.value, Fraction) else None
    return {"value": value} if exact is None else {"value": value, "exact": exact}
