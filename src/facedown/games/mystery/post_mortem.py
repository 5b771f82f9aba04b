"""What best play would have asked in a game that is over, beside what was asked (M10)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from facedown.core.messages import joined, phrase, phrase_many
from facedown.core.words import listed
from facedown.games.mystery.cards import COLUMNS, RANK_WORDS, SUIT_WORDS, WORDS, card_number
from facedown.games.mystery.figures import decimal, percent
from facedown.games.mystery.knowledge import Knowledge, can_be_exact, start
from facedown.games.mystery.layers import Guess
from facedown.games.mystery.prices import PRICES, payments
from facedown.games.mystery.puzzle import Puzzle, pile_name
from facedown.games.mystery.view import PILE_NAMES, MysteryView, Question

if TYPE_CHECKING:
    from facedown.deduce.purchases import Node


class Moment(NamedTuple):
    """A question that was asked, and the low cards that were in hand then."""

    question: Question
    hand: tuple[int, ...]


def post_mortem(view: MysteryView) -> str:
    """Each question beside the best one, what the hand would have paid, what was certain when."""
    from facedown.games.mystery.par import BeyondPar, best_of, node_after

    if view.outcome is None or view.questions is None:
        return ""
    try:
        best = best_of(view.puzzle)
    except BeyondPar:
        return phrase("This puzzle is too large to tell what best play would have asked.")
    shown: list[tuple[int, str]] = []
    node = best.start
    known = start(view.puzzle) if can_be_exact(view.puzzle) else None
    lines: list[str] = [
        phrase(
            "Best play needs {par} questions on average, whatever they cost (M10); "
            "you asked {questions}.",
            par=decimal(node.expected),
            questions=phrase_many("{n} question", "{n} questions", len(view.questions)),
        )
    ]
    for number, (question, hand) in enumerate(moments(view), 1):
        pile = PILE_NAMES.index(question.pile)
        told = [_beside(node, pile, question), *_payable(node, pile, hand, view.puzzle)]
        before = known
        if question.answer is not None:
            shown.append((pile, question.answer))
            known = known and known.seen(pile, card_number(question.answer))
        needed = node.ask is not None
        node = node_after(best, view.puzzle, shown)
        if before is not None and known is not None:
            told += _settled_now(before, known, view.slots)
        if needed and node.ask is None and node.chance < 1:
            chance = percent(node.chance)
            told.append(
                phrase(
                    "After it no question could tell more: a guess is right with {chance}.",
                    chance=chance,
                )
            )
        lines.append(phrase("{n}. {told}", n=number, told=joined(" ", told)))
    if node.ask is not None:
        lines.append(
            phrase(
                "When you guessed, the likeliest guess was right with {chance}; {more} more "
                "questions were expected, the first of {piles}.",
                chance=percent(node.chance),
                more=decimal(node.expected),
                piles=_piles(node),
            )
        )
        lines += _could_still_pay(view, node)
    return joined("\n", lines)


def moments(view: MysteryView) -> Iterator[Moment]:
    """The questions of a seat in order, each with the hand from which it was paid."""
    hand: list[int] = []
    questions = list(view.questions or ())
    picks = list(view.picks or ())
    for done in range(len(picks) + 1):
        while questions and questions[0].picks == done:
            question = questions.pop(0)
            yield Moment(question, tuple(hand))
            paid = set(map(card_number, question.paid))
            hand = [card for card in hand if card not in paid]
        if done < len(picks):
            hand.append(card_number(picks[done].taken))
            dumped = picks[done].dumped
            if dumped is not None:
                hand.remove(card_number(dumped))


def _beside(node: Node, pile: int, question: Question) -> str:
    """A question that was asked beside the best ones."""
    asked = question.pile
    if node.ask is None:
        return phrase("You asked {pile}; no question was needed any more.", pile=asked)
    value = node.after[pile]
    assert value is not None
    more = decimal(value - 1)
    if value == node.expected:
        return phrase(
            "You asked {pile}, as good as any: {more} more questions expected after it.",
            pile=asked,
            more=more,
        )
    return phrase(
        "You asked {pile}: {more} more questions expected after it; {piles} was better: {fewer}.",
        pile=asked,
        more=more,
        piles=_piles(node),
        fewer=decimal(node.expected - 1),
    )


def _payable(node: Node, pile: int, hand: tuple[int, ...], puzzle: Puzzle) -> list[str]:
    """Which better questions the hand would have paid as well."""
    value = node.after[pile]
    if node.ask is None or value == node.expected or value is None:
        return []
    better = [
        pile_name(other)
        for other, after in enumerate(node.after)
        if after is not None and after < value and payments(PRICES[puzzle.piles[other].price], hand)
    ]
    if not better:
        return [phrase("Your cards paid for nothing better.")]
    piles = listed(better, "or")
    return [phrase("Your cards would have paid for {piles} as well.", piles=piles)]


def _could_still_pay(view: MysteryView, node: Node) -> list[str]:
    """What a hand at the end would still have bought."""
    hand = tuple(map(card_number, view.hand or ()))
    piles = [
        pile_name(pile)
        for pile, value in enumerate(node.after)
        if value is not None and payments(PRICES[view.puzzle.piles[pile].price], hand)
    ]
    if not piles:
        return []
    some = listed(piles, "or")
    return [phrase("Your last cards would still have paid for {piles}.", piles=some)]


def _piles(node: Node) -> str:
    """The best piles to ask."""
    best = [pile_name(pile) for pile, value in enumerate(node.after) if value == node.expected]
    return joined(phrase(" or "), best)


def _settled_now(before: Knowledge, now: Knowledge, slots: tuple[str, ...]) -> list[str]:
    """What an answer made certain: a card, or its rank or suit."""
    earlier, later = set(_settled(before, slots)), _settled(now, slots)
    new = [what for what in later if what not in earlier]
    if not new:
        return []
    if now.certain() is not None:
        return [phrase("Its answer made the mystery certain.")]
    return [phrase("Its answer made certain that {what}.", what=listed(new))]


def _settled(known: Knowledge, slots: tuple[str, ...]) -> list[str]:
    """What is certain of each mystery card that can be told apart from the others."""
    guesses: list[Guess] = list(known.guesses())
    found: list[str] = []
    for group in known.dealing.groups:
        if len(group) > 1:
            if len(guesses) == 1:
                found.append(phrase("all mystery cards are known"))
            continue
        (slot,) = group
        cards = {guess[slot] for guess in guesses}
        ranks, suits = ({part(card) for card in cards} for part in (_rank, _suit))
        if len(cards) == 1:
            found.append(phrase("{slot} is the {card}", slot=slots[slot], card=WORDS[cards.pop()]))
        elif len(ranks) == 1:
            found.append(
                phrase("{slot} has the rank {rank}", slot=slots[slot], rank=RANK_WORDS[ranks.pop()])
            )
        elif len(suits) == 1:
            found.append(
                phrase(
                    "{slot} is one of the {suit}", slot=slots[slot], suit=SUIT_WORDS[suits.pop()]
                )
            )
    return found


def _rank(card: int) -> int:
    return card // COLUMNS


def _suit(card: int) -> int:
    return card % COLUMNS
