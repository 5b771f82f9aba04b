"""What SOLVER's judge says, held against every rule of the level asked card by card."""

from __future__ import annotations

import tomllib
from fractions import Fraction
from importlib.resources import files
from math import log2

import pytest
from tests.analysis.recorded import counted, judged_moves, recorded, views_of

from facedown.analysis import analyse
from facedown.deduce.rules import SOLVER, parse
from facedown.deduce.rules import JudgedCard as Played
from facedown.deduce.rules.catalogue import catalogue
from facedown.deduce.rules.parts import answer
from facedown.games.solver.moves import Guess, Play
from facedown.games.solver.view import SolverView

LOG = recorded("solver")
RULES = [parse(entry.sentence, SOLVER) for entry in catalogue(int(LOG.options["level"]))]
CARDS = {SOLVER.card_name(card): card for card in range(len(SOLVER.cards))}


def rules_left(view: SolverView) -> tuple[list[int], list[Played]]:
    """The numbers of the rules that give everything that was said, and the timeline."""
    left, track = [*range(len(RULES))], list[Played]()
    for entry in view.history:
        if entry.accepted is not None:
            card = CARDS[entry.card]
            left = [n for n in left if RULES[n].judge(track, card) == entry.accepted]
            track.append(Played(card, entry.accepted))
        elif entry.answer is not None:
            guess = parse(entry.rule, SOLVER)
            left = [n for n in left if answer(RULES[n], guess) == entry.answer]
    return left, track


def entropy(yes: int, many: int) -> float:
    return -sum(p * log2(p) for p in (yes / many, 1 - yes / many) if p)


def test_every_judgement_is_that_of_the_rules_asked_one_by_one() -> None:
    checked = 0
    for _, view, judged in judged_moves(LOG, analyse(LOG)):
        left, track = rules_left(view)
        assert judged.before is not None
        assert judged.before.value == len(left)
        if isinstance(judged.move, Guess):
            guess = parse(judged.move.rule, SOLVER)
            right = sum(RULES[number].sentence == guess.sentence for number in left)
            assert judged.verdict.chance is not None
            assert judged.verdict.chance.value == Fraction(right, len(left))
            continue
        assert isinstance(judged.move, Play)
        taking = {
            name: sum(RULES[number].judge(track, CARDS[name]) for number in left)
            for name in view.hand or ()
        }
        tells = {name: entropy(yes, len(left)) for name, yes in taking.items()}
        worth, cost = judged.verdict.worth[0].value, judged.verdict.cost[0].value
        assert worth == pytest.approx(tells[judged.move.card])
        assert cost == pytest.approx(max(tells.values()) - tells[judged.move.card])
        yes = taking[judged.move.card]
        no = len(left) - yes
        assert judged.verdict.left is not None
        assert judged.verdict.left.value == Fraction(yes * yes + no * no, len(left))
        checked += 1
    assert checked >= 5


def test_the_curve_is_that_of_the_rules_asked_one_by_one() -> None:
    for seat in analyse(LOG).seats:
        found = counted(LOG, seat, lambda view: len(rules_left(view)[0]) if view.history else None)
        assert found > 5


def test_cards_that_were_played_stand_beside_those_that_the_rule_takes() -> None:
    last = views_of(LOG, 0)[-1]
    text = files("facedown.deduce.rules").joinpath("catalogue.toml").read_text("utf-8")
    (row,) = (each for each in tomllib.loads(text)["rule"] if each["sentence"] == last.rule)
    played = sum(isinstance(entry.move, Play) for entry in LOG.entries)
    for seat in analyse(LOG).seats:
        assert seat.lengths is not None
        assert seat.lengths.units == ("cards",)
        assert seat.lengths.estimate
        assert seat.lengths.best[0].value == row["cards"]
        assert seat.lengths.own == (played + 1,)  # the first card comes from the deck
