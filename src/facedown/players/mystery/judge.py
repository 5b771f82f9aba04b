"""What a question of Mystery Machine was worth: expected questions under best play, exactly (M10).

Par counts questions whatever they cost. So the cost of a question is that beside those for which
the hand would have paid as well, and a better one that it would not have paid for is only remarked;
which low cards to take is not judged. It is also said what of the mystery was settled.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from facedown.core.game import Game
from facedown.core.judging import Figure, Judge, Lengths, Measure, Remark, Verdict
from facedown.core.messages import listed, phrase, phrase_many
from facedown.core.moves import Move
from facedown.games.mystery.cards import (
    COLUMNS,
    NAMES,
    RANK_WORDS,
    RANKS,
    SUIT_WORDS,
    SUITS,
    card_number,
    words_of,
)
from facedown.games.mystery.help.knowledge import Knowledge, knowledge_of
from facedown.games.mystery.help.par import BeyondPar, best_of, node_after
from facedown.games.mystery.moves import Buy, Name, Take
from facedown.games.mystery.puzzle import PILE_NAMES, PRICES, Price, Puzzle, payments, pile_name
from facedown.games.mystery.view import MysteryView
from facedown.games.mystery.words import percent

if TYPE_CHECKING:
    from facedown.deduce.purchases import Best, PurchaseNode


def settled_cards(known: Knowledge, slots: tuple[str, ...]) -> Iterator[Remark]:
    """The cards, or their ranks or suits, that are the same in everything still possible.

    ``slots`` are the names of the mystery cards. Of those that cannot be told apart it is only
    said that all of them are certain.
    """
    guesses = list(known.guesses())
    for group in known.dealing.groups:
        if len(group) > 1:
            if len(guesses) == 1:
                yield Remark("cards", tuple(NAMES[card] for card in guesses[0]))
            continue
        (slot,) = group
        cards = {guess[slot] for guess in guesses}
        ranks, suits = {card // COLUMNS for card in cards}, {card % COLUMNS for card in cards}
        if len(cards) == 1:
            yield Remark("card", (slots[slot], NAMES[cards.pop()]))
        elif len(ranks) == 1:
            yield Remark("rank", (slots[slot], RANKS[ranks.pop()]))
        elif len(suits) == 1:
            yield Remark("suit", (slots[slot], SUITS[suits.pop()]))


def say_settled(remark: Remark) -> str:
    """One of these in words.

    >>> say_settled(Remark("card", ("A1", "JS"))), say_settled(Remark("suit", ("A2", "H")))
    ('A1 is the jack of spades.', 'A2 is one of the hearts.')
    """
    if remark.code == "cards":
        return phrase("All mystery cards are known.")
    slot, part = remark.about
    match remark.code:
        case "card":
            return phrase("{slot} is the {card}.", slot=slot, card=words_of(part))
        case "rank":
            return phrase("{slot} has the rank {rank}.", slot=slot, rank=_rank(part))
    return phrase("{slot} is one of the {suit}.", slot=slot, suit=SUIT_WORDS[SUITS.index(part)])


def _rank(rank: str) -> str:
    return RANK_WORDS[RANKS.index(rank)]


ONE: Final = Fraction(1)


class MysteryJudge(Judge):
    """Judges by best play where par is found; by what a question is expected to leave elsewhere."""

    def __init__(self, game: Game) -> None:
        del game
        self.measure = Measure("solutions", ("questions",), "few")

    def left(self, view: MysteryView) -> Figure | None:
        """The guesses that can still be right."""
        if view.phase == "dealing":
            return None
        known = knowledge_of(view)
        return Figure(Fraction(len(known.guesses()))) if known.exact else None

    def verdict(self, view: MysteryView, move: Move) -> Verdict | None:
        """A question beside the best that the hand paid for; a whole guess by its chance.

        Better than a guess is a question that could still be asked and tells more.
        """
        if isinstance(move, Buy):
            return _bought(view, move)
        if isinstance(move, Name) and len(view.named or ()) == len(view.slots) - 1:
            return _named(view, move)
        return None

    def lengths(self, view: MysteryView) -> Lengths | None:
        """Par beside the seat's questions: which cards the piles still held nobody has seen."""
        best = _best(view.puzzle)
        if view.questions is None:
            return None
        needed = () if best is None else (Figure(best.start.expected),)
        return Lengths(needed, (len(view.questions),), average=True)

    def named(self, view: MysteryView) -> tuple[str, ...]:
        """The cards that could still be the mystery."""
        known = knowledge_of(view)
        if not known.exact:
            return ()
        return tuple(
            listed(phrase("the {card}", card=words_of(NAMES[card])) for card in guess)
            for guess in sorted(known.guesses())
        )

    def settled(self, view: MysteryView) -> tuple[Remark, ...]:
        """Mystery cards, or parts of them; and that no question could tell more."""
        known = None if view.phase == "dealing" else knowledge_of(view)
        if known is None or not known.exact:
            return ()
        found = list(settled_cards(known, view.slots))
        node = _node(view)
        if node is not None and node.ask is None and node.chance < 1:
            found.append(Remark("no_more", chance=Figure(node.chance)))
        return tuple(found)

    def answered(self, view: MysteryView) -> bool:
        """Whether the card that was paid for has been turned up."""
        return view.phase != "waiting"

    def solved(self, view: MysteryView) -> bool | None:
        """Whether the seat named every mystery card."""
        if view.truth is None or view.named is None or len(view.named) < len(view.slots):
            return False
        both = view.truth.mystery, view.named
        return both[0] == both[1] or (view.puzzle.any_order and sorted(both[0]) == sorted(both[1]))

    def guess(self, view: MysteryView) -> Move | None:
        """Naming the likeliest card, where there is one to name."""
        if view.phase == "dealing" or len(view.slots) > 1:
            return None
        return Name(NAMES[knowledge_of(view).best()[0][0]])

    def refutes(self, view: MysteryView, test: Move, guess: Move) -> bool | None:
        """Whether a card of the pile could rule the named one out."""
        known = knowledge_of(view)
        if not isinstance(test, Buy) or not isinstance(guess, Name) or not known.exact:
            return None
        named = known.dealing.in_one_order((card_number(guess.card or ""),))
        if not known.guesses().get(named):
            return False
        answers = known.answers(PILE_NAMES.index(test.pile))
        return any(not then.guesses().get(named) for _, _, then in answers)

    def tell(self, moves: tuple[Move, ...]) -> str:
        """Moves in words."""
        named = [words_of(m.card) for m in moves if isinstance(m, Name) and m.card is not None]
        told: list[str] = [phrase("take more cards")] if Take(None) in moves else []
        told += [phrase("ask {pile}", pile=m.pile) for m in moves if isinstance(m, Buy)]
        if named:
            told.append(phrase("name the {cards}", cards=listed(named)))
        return listed(told)

    def say(self, remark: Remark) -> str:
        """What is certain, what the hand did not pay for, and what was still to be asked."""
        piles = listed((m.pile for m in remark.moves if isinstance(m, Buy)), "or")
        match remark.code:
            case "unpaid":
                return phrase(
                    "Had the cards paid for it, {piles} was better: {questions} still to ask.",
                    piles=piles,
                    questions=_so_many(remark),
                )
            case "more":
                return phrase(
                    "Best play would have asked {questions} more on average, the first of {piles}.",
                    piles=piles,
                    questions=_so_many(remark),
                )
            case "no_more":
                assert remark.chance is not None
                assert isinstance(remark.chance.value, Fraction)
                return phrase(
                    "No question could tell more: a guess is right with {chance}.",
                    chance=percent(remark.chance.value),
                )
        return say_settled(remark)


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


def _so_many(remark: Remark) -> str:
    """The questions that a remark speaks of."""
    (figure,) = remark.worth
    assert isinstance(figure.value, Fraction)
    many = float(figure.value)
    return phrase_many("{number} question", "{number} questions", many, number=f"{many:.3g}")


def _node(view: MysteryView) -> PurchaseNode | None:
    """Best play after everything that the seat was shown; None where par is not found."""
    best = _best(view.puzzle)
    if best is None:
        return None
    shown = [
        (PILE_NAMES.index(question.pile), question.answer)
        for question in view.questions or ()
        if question.answer is not None
    ]
    return node_after(best, view.puzzle, shown)


def _payable(view: MysteryView, after: Mapping[int, Fraction]) -> list[int]:
    """Those of these piles for which the hand pays, the best to ask first."""
    hand = tuple(map(card_number, view.hand or ()))
    return [p for p in sorted(after, key=after.__getitem__) if payments(_price(view, p), hand)]


def _price(view: MysteryView, pile: int) -> Price:
    return PRICES[view.puzzle.piles[pile].price]


def _best_piles(node: PurchaseNode) -> tuple[Move, ...]:
    """The piles that best play may ask now, whatever they cost."""
    return _questions(p for p, value in enumerate(node.after) if value == node.expected)


def _questions(piles: Iterable[int]) -> tuple[Move, ...]:
    return tuple(Buy(pile_name(pile), None) for pile in piles)


def _bought(view: MysteryView, move: Buy) -> Verdict:
    pile, known = PILE_NAMES.index(move.pile), knowledge_of(view)
    left, node = _after(known, pile), _node(view)
    if node is None:
        return Verdict(left=left)
    if node.ask is None:
        named = tuple(Name(NAMES[card]) for card in known.best()[0])
        return Verdict((Figure(ONE),), (Figure(ONE),), named, left)
    after = {p: value for p, value in enumerate(node.after) if value is not None}
    better = pile if view.real else _payable(view, after)[0]  # M18: only that one was surely paid
    made, least = after[pile], after[better]
    worth, cost = (Figure(made),), (Figure(made - least),)
    remarks: tuple[Remark, ...] = ()
    if node.expected < least:
        remarks = (Remark("unpaid", moves=_best_piles(node), worth=(Figure(node.expected),)),)
    if made == least:
        return Verdict(worth, cost, (), left, remarks=remarks)
    return Verdict(worth, cost, _questions([better]), left, _after(known, better), remarks=remarks)


def _named(view: MysteryView, move: Name) -> Verdict:
    known, node = knowledge_of(view), _node(view)
    named = tuple(card_number(card) for card in (*(view.named or ()), move.card or ""))
    guesses, total = known.guesses(), known.total()
    guess, most = known.best()
    weight = guesses.get(known.dealing.in_one_order(named), Fraction(0))
    chance = Fraction(weight) / Fraction(total)
    better = _telling(view, known, node)
    if not better and most > weight:
        better = tuple(Name(NAMES[card]) for card in guess)
    remarks: tuple[Remark, ...] = ()
    if node is not None and node.ask is not None:
        remarks = (Remark("more", moves=_best_piles(node), worth=(Figure(node.expected),)),)
    exact = Figure(chance) if known.exact else None
    return Verdict(chance=exact, best=better, remarks=remarks)


def _telling(view: MysteryView, known: Knowledge, node: PurchaseNode | None) -> tuple[Move, ...]:
    """The best question that tells more and that the hand pays for, or could after more picks.

    Where par is not found it is the one that is expected to leave the fewest solutions.
    """
    if node is not None:
        tells = {p: v for p, v in enumerate(node.after) if v is not None and v < 1 + node.expected}
    else:
        many, piles = len(known.guesses()), range(len(view.puzzle.piles))
        left = {pile: _after(known, pile) for pile in piles if known.left(pile)}
        tells = {p: Fraction(f.value) for p, f in left.items() if f is not None and f.value < many}
    if paid := _payable(view, tells):
        return _questions(paid[:1])
    most = len(view.hand or ()) + view.picks_left
    yet = [p for p in sorted(tells, key=tells.__getitem__) if _price(view, p).size <= most]
    first = () if view.real else (Take(None),)
    return (*first, *_questions(yet[:1])) if yet else ()
