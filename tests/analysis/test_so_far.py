"""A judgement that is cut short shows what has been judged, and how far it came."""

from __future__ import annotations

from tests.analysis.recorded import recorded

from facedown.analysis import Analysis, analyse
from facedown.analysis.analysis import analysis_to_json
from facedown.analysis.words import tell_log

LOG = recorded("turing")


def test_what_is_judged_so_far_is_the_beginning_of_the_whole() -> None:
    parts = list[Analysis]()
    whole = analyse(LOG, lambda _, so_far: parts.append(so_far()))
    made = [e for e in LOG.entries if e.move is not None and e.seat >= 0]
    assert len(parts) == len(made)
    for part in parts:
        *before, now = part.seats
        assert tuple(before) == whole.seats[: len(before)]
        done = whole.seats[len(before)]
        assert now.until is not None
        assert now.judged == tuple(each for each in done.judged if each.turn < now.until)
        assert now.lengths is None
        assert {each.turn for each in now.moments if each.judgement} <= set(range(now.until))
    assert [seat.until for seat in whole.seats] == [None] * len(whole.seats)
    form = analysis_to_json(parts[-1])
    assert isinstance(form, dict)
    assert form["seats"][-1]["until"] == parts[-1].seats[-1].until


def test_it_says_how_far_it_came() -> None:
    said = list[str]()
    tell_log(LOG, lambda _, so_far: said.append(so_far().seats[-1].summary[0]), (0,))
    assert said[0] == "Judged so far: the first 2 moves."
    assert len(set(said)) == len(said) > 2
