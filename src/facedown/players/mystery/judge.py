"""What a question of Mystery Machine was worth: expected questions under best play, exactly (M10).

Par counts questions whatever they cost. So a question is held against those for which the hand
would have paid as well; which low cards to take is not judged.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from facedown.core.game import Game
from facedown.core.judging import Figure, Judge, Lengths, Measure, Verdict
from facedown.core.messages import phrase
from facedown.core.moves import Move
from facedown.core.view import View
from facedown.core.words import listed
from facedown.games.mystery.cards import NAMES, card_number, words_of
from facedown.games.mystery.knowledge import Knowledge, knowledge_of
from facedown.games.mystery.moves import Buy, Name
from facedown.games.mystery.par import BeyondPar, best_of, node_after
from facedown.games.mystery.prices import PRICES, payments
from facedown.games.mystery.puzzle import Puzzle, pile_name
from facedown.games.mystery.view import PILE_NAMES, MysteryView

if TYPE_CHECKING:
    from facedown.deduce.purchases import Best

ONE: Final = Fraction(1)


class MysteryJudge(Judge):
    """Judges by best play where par is found; by what a question is expected to leave elsewhere."""

    def __init__(self, game: Game) -> None:
        del game
        self.measure = Measure("solutions", ("questions",), "few")

    def left(self, view: View) -> Figure | None:
        """The guesses that can still be right."""
        seen = _mystery(view)
        if seen.phase == "dealing":
            return None
        known = knowledge_of(seen)
        return Figure(Fraction(len(known.guesses()))) if known.exact else None

    def verdict(self, view: View, move: Move) -> Verdict | None:
        """A question beside the best that the hand paid for; a whole guess by its chance."""
        seen = _mystery(view)
        if isinstance(move, Buy):
            return _bought(seen, move)
        if isinstance(move, Name) and len(seen.named or ()) == len(seen.slots) - 1:
            return _named(seen, move)
        return None

    def lengths(self, view: View) -> Lengths | None:
        """Par beside the seat's questions: which cards the piles still held nobody has seen."""
        seen = _mystery(view)
        best = _best(seen.puzzle)
        if best is None or seen.questions is None:
            return None
        return Lengths((Figure(best.start.expected),), (len(seen.questions),))

    def answered(self, view: View) -> bool:
        """Whether the card that was paid for has been turned up."""
        return _mystery(view).phase != "waiting"

    def tell(self, moves: tuple[Move, ...]) -> str:
        """Moves in words."""
        named = [words_of(m.card) for m in moves if isinstance(m, Name) and m.card is not None]
        told: list[str] = [phrase("ask {pile}", pile=m.pile) for m in moves if isinstance(m, Buy)]
        if named:
            told.append(phrase("name the {cards}", cards=listed(named)))
        return listed(told)


@lru_cache(maxsize=4)
def _best(puzzle: Puzzle) -> Best | None:
    try:
        return best_of(puzzle)
    except BeyondPar:
        return None


def _after(known: Knowledge, pile: int) -> Figure | None:
    """How many solutions a question is expected to leave."""
    if not known.exact:
        return None
    total, left = Fraction(0), Fraction(0)
    for _, weight, then in known.answers(pile):
        total += weight
        left += weight * len(then.guesses())
    return Figure(left / total)


def _bought(view: MysteryView, move: Buy) -> Verdict:
    pile, known = PILE_NAMES.index(move.pile), knowledge_of(view)
    left, best = _after(known, pile), _best(view.puzzle)
    if best is None:
        return Verdict(left=left)
    shown = [
        (PILE_NAMES.index(question.pile), question.answer)
        for question in view.questions or ()
        if question.answer is not None
    ]
    node = node_after(best, view.puzzle, shown)
    if node.ask is None:
        named = tuple(Name(NAMES[card]) for card in known.best()[0])
        return Verdict((Figure(ONE),), (Figure(ONE),), named, left)
    hand = tuple(map(card_number, view.hand or ()))
    made = node.after[pile]
    assert made is not None
    found = [
        (value, other)
        for other, value in enumerate(node.after)
        if value is not None and payments(PRICES[view.puzzle.piles[other].price], hand)
    ]
    least, better = min(found)
    cost = made - least
    if not cost:
        return Verdict((Figure(made),), (Figure(cost),), (), left)
    question = Buy(pile_name(better), None)
    return Verdict((Figure(made),), (Figure(cost),), (question,), left, _after(known, better))


def _named(view: MysteryView, move: Name) -> Verdict:
    known = knowledge_of(view)
    named = tuple(card_number(card) for card in (*(view.named or ()), move.card or ""))
    guesses, total = known.guesses(), known.total()
    guess, most = known.best()
    weight = guesses.get(known.dealing.in_one_order(named), Fraction(0))
    chance = Fraction(weight) / Fraction(total)
    better = tuple(Name(NAMES[card]) for card in guess) if most > weight else ()
    return Verdict(chance=Figure(chance) if known.exact else None, best=better)


def _mystery(view: View) -> MysteryView:
    assert isinstance(view, MysteryView)
    return view
