"""What a move of Turing Machine was worth: expected rounds and questions, exactly (T7, T8, T13)."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import Final, TypeAlias

from facedown.core.game import Game
from facedown.core.judging import Figure, Judge, Lengths, Measure, Remark, Verdict, Worth
from facedown.core.messages import listed, phrase
from facedown.core.moves import Move
from facedown.games.turing.card_words import COLOUR_WORDS, law_words
from facedown.games.turing.cards import CODES, LAWS, Shape, code_index, law
from facedown.games.turing.machine import (
    OpenLine,
    best_way,
    likeliest,
    most_informative,
    proven_play,
)
from facedown.games.turing.moves import QUESTIONS_PER_ROUND, Ask, Declare, Propose, Stop
from facedown.games.turing.problem import VERIFIER_NAMES, Problem, ProblemWorlds, worlds_of
from facedown.games.turing.view import TuringView

Effort: TypeAlias = tuple[Fraction, Fraction]
"""Expected rounds and questions, rounds compared first."""

NOTHING: Final = (Fraction(0), Fraction(0))


class TuringJudge(Judge):
    """Judges by exact best play from each belief; where that cannot be had, by codes left.

    A round counts from its proposal on. That a shared sheet may leave a proposal without a
    question, in a round that then does not count against the Machine (T13), is left out: it is no
    plan.
    """

    def __init__(self, game: Game) -> None:
        self.measure = Measure("codes", ("rounds", "questions"), "few")

    def left(self, view: TuringView) -> Figure | None:
        """The codes that the seat's own answers leave."""
        if not view.cards:
            return None
        problem, belief = _known(view)
        return Figure(Fraction(len(problem.codes(belief))))

    def verdict(self, view: TuringView, move: Move) -> Verdict | None:
        """A proposal, a question or an end of asking beside best play; a code named by its odds."""
        problem, belief = _known(view)
        if isinstance(move, Declare):
            return _declared(view, problem, belief, move)
        certain = len(problem.codes(belief)) == 1
        if isinstance(move, Propose):
            return None if certain else _proposed(view, problem, belief, move)
        line = view.open_line()
        assert line is not None
        if isinstance(move, Stop) and view.shared_sheet and not line.asked:
            return None  # the round does not count (T13)
        code = code_index(line.code)
        asked = sum(1 << VERIFIER_NAMES.index(name) for name in line.asked)
        return _asked(view, problem, belief, (code, asked), move)

    def lengths(self, view: TuringView) -> Lengths | None:
        """Best play's rounds and questions for these laws, and the seat's own."""
        if view.laws is None:
            return None
        problem = worlds_of(Problem(view.mode, view.cards))
        way = best_way(problem, problem.index(tuple(law(name).index for name in view.laws)))
        mine = [line for line in view.lines if view.shared_sheet or line.seat == view.seat]
        rounds = sum(bool(line.asked) for line in mine) if view.shared_sheet else len(mine)
        questions = sum(view.questions) if view.shared_sheet else view.questions[view.seat]
        if way is None:
            return Lengths((), (rounds, questions))
        moves: list[Move] = []
        answers: list[bool | None] = []
        for asked in way:
            if asked.begins_round:
                moves.append(Propose(CODES[asked.code]))
                answers.append(None)
            moves.append(Ask(VERIFIER_NAMES[asked.verifier]))
            answers.append(asked.said_yes)
        best = (Fraction(sum(asked.begins_round for asked in way)), Fraction(len(way)))
        return Lengths(_worth(best), (rounds, questions), tuple(moves), tuple(answers))

    def named(self, view: TuringView) -> tuple[str, ...]:
        """The codes that the seat's own answers leave."""
        problem, belief = _known(view)
        return tuple(CODES[code] for code in problem.codes(belief))

    def settled(self, view: TuringView) -> tuple[Remark, ...]:
        """The digits of the code, and the laws of the verifiers."""
        if not view.cards:
            return ()
        problem, belief = _known(view)
        digits = [
            set(place) for place in zip(*(CODES[c] for c in problem.codes(belief)), strict=True)
        ]
        found = [
            Remark("digit", (shape.name.lower(), *digit))
            for shape, digit in zip(Shape, digits, strict=True)
            if len(digit) == 1
        ]
        for verifier in range(len(view.cards)):
            laws = problem.laws_still(belief, verifier)
            if len(laws) == 1:
                found.append(Remark("law", (VERIFIER_NAMES[verifier], LAWS[next(iter(laws))].name)))
        return tuple(found)

    def solved(self, view: TuringView) -> bool | None:
        """Whether the seat, or the team, named the code."""
        ends = view.ended_by or ()
        mine = ends if view.shared_sheet else ends[view.seat : view.seat + 1]
        return any(end is not None and end.solve and end.code == view.solution for end in mine)

    def guess(self, view: TuringView) -> Move | None:
        """Naming the code of most worlds."""
        if not view.cards:
            return None
        problem, belief = _known(view)
        return Declare(solve=True, code=CODES[likeliest(problem, belief)])

    def refutes(self, view: TuringView, test: Move, guess: Move) -> bool | None:
        """Whether the verifier's yes or no could rule the code out."""
        line = view.open_line()
        if not isinstance(test, Ask) or not isinstance(guess, Declare) or line is None:
            return None
        if guess.code is None:  # "go on" names nothing
            return None
        problem, belief = _known(view)
        named = problem.with_code(code_index(guess.code))
        verifier = VERIFIER_NAMES.index(test.verifier)
        after = _answers(problem, belief, code_index(line.code), verifier)
        return bool(belief & named) and not all(left & named for left in after)

    def tell(self, moves: tuple[Move, ...]) -> str:
        """Moves in words."""
        return listed(map(_told, moves))

    def say(self, remark: Remark) -> str:
        """What is certain, in words."""
        thing, is_so = remark.about
        if remark.code == "digit":
            colour = COLOUR_WORDS[Shape[thing.upper()]]
            return phrase("The {colour} digit is {digit}.", colour=colour, digit=is_so)
        says = law_words(law(is_so).says)
        return phrase(
            "Verifier {verifier} checks law {law} ({says}).", verifier=thing, law=is_so, says=says
        )


def _told(move: Move) -> str:
    match move:
        case Propose(code=code):
            return phrase("propose {code}", code=code)
        case Ask(verifier=verifier):
            return phrase("ask {verifier}", verifier=verifier)
        case Declare(solve=True, code=code):
            return phrase("name {code}", code=code)
        case Declare():
            return phrase("go on")
    return phrase("ask no more in this round")


def _known(view: TuringView) -> tuple[ProblemWorlds, int]:
    """The problem and what the seat's own answers leave, without what the end has opened."""
    problem = worlds_of(Problem(view.mode, view.cards))
    belief = problem.after(
        (code_index(line.code), VERIFIER_NAMES.index(verifier), answer)
        for line in view.lines
        if view.shared_sheet or line.seat == view.seat
        for verifier, answer in zip(line.asked, line.answers or (), strict=False)
    )
    return problem, belief


def _fewest(problem: ProblemWorlds, belief: int, line: OpenLine | None) -> Effort | None:
    """What best play needs from here on; None where nobody knows."""
    if line is not None and line[1].bit_count() >= QUESTIONS_PER_ROUND:
        line = None
    return _solved(problem, belief, line)


@lru_cache(maxsize=2048)
def _solved(problem: ProblemWorlds, belief: int, line: OpenLine | None) -> Effort | None:
    if len(problem.codes(belief)) <= 1:
        return NOTHING
    play = proven_play(problem, belief, line)
    return None if play is None else play.upper


def _plus(effort: Effort | None, rounds: int, questions: int) -> Effort | None:
    return None if effort is None else (effort[0] + rounds, effort[1] + questions)


def _worth(effort: Effort | None) -> Worth:
    return () if effort is None else tuple(map(Figure, effort))


def _beside(made: Effort | None, best: Effort | None) -> tuple[Worth, Worth]:
    """What a move is worth, and its cost; both empty where either is not known."""
    if made is None or best is None:
        return (), ()
    return _worth(made), _worth((made[0] - best[0], made[1] - best[1]))


def _answers(problem: ProblemWorlds, belief: int, code: int, verifier: int) -> tuple[int, ...]:
    """What is left after each answer that is possible."""
    yes = belief & problem.yes(code, verifier)
    return tuple(after for after in (yes, belief & ~yes) if after)


def _codes_after(problem: ProblemWorlds, belief: int, code: int, verifier: int) -> Figure:
    """How many codes a question is expected to leave."""
    left = sum(
        after.bit_count() * len(problem.codes(after))
        for after in _answers(problem, belief, code, verifier)
    )
    return Figure(Fraction(left, belief.bit_count()))


def _plannable(view: TuringView) -> bool:
    """Whether rounds have the three questions that plans are made for: a handicap takes some."""
    return view.questions_allowed == QUESTIONS_PER_ROUND


def _best_question(
    problem: ProblemWorlds, belief: int, line: OpenLine | None, left: int
) -> tuple[int, int]:
    if line is not None and not left:
        line = None
    play = proven_play(problem, belief, line)
    found = most_informative(problem, belief, line, left) if play is None else play.next
    assert found is not None
    return found


def _proposed(
    view: TuringView, problem: ProblemWorlds, belief: int, move: Propose
) -> Verdict | None:
    code = code_index(move.code or "")
    best = made = None
    if _plannable(view):
        best, made = (
            _fewest(problem, belief, None),
            _plus(_fewest(problem, belief, (code, 0)), 1, 0),
        )
    worth, cost = _beside(made, best)
    if cost and not any(figure.value for figure in cost):
        return Verdict(worth, cost)
    other, verifier = _best_question(problem, belief, None, view.questions_allowed)
    if not cost and other == code:
        return Verdict()
    return Verdict(
        worth,
        cost,
        (Propose(CODES[other]), Ask(VERIFIER_NAMES[verifier])),
        None,
        _codes_after(problem, belief, other, verifier),
    )


def _asked(
    view: TuringView, problem: ProblemWorlds, belief: int, line: OpenLine, move: Move
) -> Verdict:
    code, asked = line
    best = made = None
    left = None
    certain = len(problem.codes(belief)) == 1
    if certain or _plannable(view):
        best, made = _fewest(problem, belief, line), _fewest(problem, belief, None)
    if isinstance(move, Ask):
        verifier = VERIFIER_NAMES.index(move.verifier)
        left = _codes_after(problem, belief, code, verifier)
        if best is not None:
            after = _expected(problem, belief, line, verifier)
            made = _plus(after, 0, 1)
    worth, cost = _beside(made, best)
    if cost and not any(figure.value for figure in cost):
        return Verdict(worth, cost, left=left)
    if certain:
        return Verdict(worth, cost, (Stop(),), left)
    other, verifier = _best_question(problem, belief, line, view.questions_left)
    if other != code or asked >> verifier & 1:
        return Verdict(worth, cost, () if isinstance(move, Stop) else (Stop(),), left)
    better = Ask(VERIFIER_NAMES[verifier])
    if better == move:
        return Verdict(worth, cost, (), left)
    return Verdict(worth, cost, (better,), left, _codes_after(problem, belief, other, verifier))


def _expected(problem: ProblemWorlds, belief: int, line: OpenLine, verifier: int) -> Effort | None:
    """Best play after a question, over its answers."""
    rounds = questions = Fraction(0)
    then = line[0], line[1] | 1 << verifier
    for after in _answers(problem, belief, line[0], verifier):
        effort = _fewest(problem, after, then)
        if effort is None:
            return None
        share = Fraction(after.bit_count(), belief.bit_count())
        rounds, questions = rounds + share * effort[0], questions + share * effort[1]
    return rounds, questions


def _declared(
    view: TuringView, problem: ProblemWorlds, belief: int, move: Declare
) -> Verdict | None:
    """A code named by its odds; going on beside naming what is certain."""
    codes = problem.codes(belief)
    if move.solve:
        code = code_index(move.code or "")
        right = Fraction((belief & problem.with_code(code)).bit_count(), belief.bit_count())
        better = likeliest(problem, belief)
        more = (belief & problem.with_code(better)).bit_count() > right * belief.bit_count()
        name = Declare(solve=True, code=CODES[better])
        if not right and len(codes) > 1 and view.round != view.most_rounds:
            name = Declare(solve=False)  # whoever names what cannot be is out
        return Verdict(chance=Figure(right), best=(name,) if more else ())
    if len(codes) == 1:
        waste = NOTHING if view.shared_sheet else (Fraction(1), Fraction(0))
        best = (Declare(solve=True, code=CODES[codes[0]]),)
        return Verdict(_worth(waste), _worth(waste), best if any(waste) else ())
    if view.round == view.most_rounds:  # going on loses for certain (T12)
        name = Declare(solve=True, code=CODES[likeliest(problem, belief)])
        return Verdict(chance=Figure(Fraction(0)), best=(name,))
    return None
