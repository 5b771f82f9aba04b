"""What a card of SOLVER could tell: bits about the rule, by the rules of the catalogue.

Where the program drew the rule it is one of the level, all alike, so that everything here is exact.
A person's rule is taken for one of the catalogue as long as one fits.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from facedown.core.game import Game
from facedown.core.judging import Figure, Judge, Lengths, Measure, Verdict
from facedown.core.messages import listed, phrase
from facedown.core.moves import Move
from facedown.deduce.rules import RuleError
from facedown.deduce.rules.catalogue import LEVELS, entry_of
from facedown.deduce.rules.space.belief import bits
from facedown.games.solver.judging import level_rules, possible, rule_called
from facedown.games.solver.moves import NUMBERS, Draw, Guess, Play, Swap
from facedown.games.solver.said import CARDS, said_rule
from facedown.games.solver.view import SolverView, answers_of, track_of

NEARLY: Final = 1e-9


class SolverJudge(Judge):
    """Judges cards by the bits that their verdicts promise, guesses by their chance."""

    def __init__(self, game: Game) -> None:
        del game
        self.measure = Measure("rules", ("bits",), "many")

    def left(self, view: SolverView) -> Figure | None:
        """The rules of the level, or of the catalogue, that give all verdicts and answers."""
        rules = _rules(view)
        return Figure(Fraction(len(rules))) if rules else None

    def verdict(self, view: SolverView, move: Move) -> Verdict | None:
        """A card beside the one of the hand that tells most; a guess by its chance."""
        rules = _rules(view)
        if not rules:
            return None
        if isinstance(move, Play) and view.hand:
            return _played(view, rules, move)
        if isinstance(move, Guess) and view.master != "free":
            return _guessed(rules, move)
        return None

    def lengths(self, view: SolverView) -> Lengths | None:
        """The cards played, beside those that a rule of the catalogue takes.

        These are the mean of a lone Investigator's games who knows the catalogue. Only for games
        with one rule.
        """
        entry = None if view.rule is None else entry_of(view.rule)
        if entry is None or view.mode != "cooperative" or view.master_seat == view.seat:
            return None
        played = sum(each.accepted is not None for each in view.history)
        mine = sum(each.action == "play" and each.seat == view.seat for each in view.history)
        alone = view.seats - (view.master_seat >= 0) == 1
        return Lengths(
            (Figure(entry.cards),),
            (played,),
            units=("cards",),
            estimate=True,
            share=None if alone else mine,
        )

    def named(self, view: SolverView) -> tuple[str, ...]:
        """The rules that are left."""
        return _rules(view)

    def answered(self, view: SolverView) -> bool:
        """Whether the Master has spoken."""
        return view.phase not in ("judge", "answer")

    def solved(self, view: SolverView) -> bool | None:
        """Whether somebody of the seat's side said the rule; None for its Master."""
        if view.master_seat == view.seat:
            return None
        together = view.mode == "cooperative"
        return any(
            each.answer == "Solver!" and (together or each.seat == view.seat)
            for each in view.history
        )

    def guess(self, view: SolverView) -> Move | None:
        """Guessing the first of the rules that are left: all are alike."""
        rules = _rules(view)
        return Guess(rules[0]) if rules and view.master != "free" else None

    def refutes(self, view: SolverView, test: Move, guess: Move) -> bool | None:
        """Whether a rule that is left has the other verdict on the card."""
        rules = _rules(view)
        if not rules or not isinstance(test, Play) or not isinstance(guess, Guess):
            return None
        track, card = track_of(view), NUMBERS[test.card]
        if not possible((guess.rule,), track, answers_of(view)):
            return False
        says = rule_called(guess.rule).accepted(track) >> card & 1
        return any(rule_called(rule).accepted(track) >> card & 1 != says for rule in rules)

    def tell(self, moves: tuple[Move, ...]) -> str:
        """Moves in words."""
        return listed(map(_told, moves))


def _told(move: Move) -> str:
    match move:
        case Play(card=card):
            return phrase("play the {card}", card=CARDS[card])
        case Guess(rule=rule):
            return phrase("guess “{rule}”", rule=said_rule(rule))
        case Draw():
            return phrase("draw")
        case Swap():
            return phrase("swap the hand")
    return move.kind


def _rules(view: SolverView) -> tuple[str, ...]:
    """What is possible to the seat; nothing for a Master, who knows, and before the first card."""
    if view.master_seat == view.seat or not view.history:
        return ()
    levels = (view.level,) if view.master == "program" else LEVELS
    rules = sum(map(level_rules, levels), ())
    answers = () if view.master == "free" else answers_of(view)
    return possible(rules, track_of(view), answers)


def _played(view: SolverView, rules: tuple[str, ...], move: Play) -> Verdict:
    track, many = track_of(view), len(rules)
    masks = [rule_called(rule).accepted(track) for rule in rules]
    taking = {
        name: sum(mask >> NUMBERS[name] & 1 for mask in masks)
        for name in (*(view.hand or ()), move.card)
    }
    tells = {name: bits(yes / many) for name, yes in taking.items()}
    left = {
        name: Figure(Fraction(yes * yes + (many - yes) ** 2, many)) for name, yes in taking.items()
    }
    better = max(tells, key=lambda name: tells[name])
    cost = tells[better] - tells[move.card]
    worth = (Figure(tells[move.card]),)
    if cost < NEARLY:
        return Verdict(worth, (Figure(0.0),), (), left[move.card])
    return Verdict(worth, (Figure(cost),), (Play(better),), left[move.card], left[better])


def _guessed(rules: tuple[str, ...], move: Guess) -> Verdict:
    try:
        guess = rule_called(move.rule).sentence
    except RuleError:  # a guess in words of today's language no longer
        return Verdict()
    right = sum(rule_called(rule).sentence == guess for rule in rules)
    best = () if right else (Guess(rules[0]),)
    return Verdict(chance=Figure(Fraction(right, len(rules))), best=best)
