"""Suspense's moves as each seat witnesses them, in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from facedown.core.moves import Action
from facedown.core.seats import NATURE, Seat
from facedown.core.view import Event
from facedown.core.words import counted
from facedown.games.suspense.cards import NAMES, NUMBERS, WORDS, cards_of
from facedown.games.suspense.moves import Deal, FirstDealer, Fold, Pass, Play
from facedown.games.suspense.rules import Round, SuspenseState
from facedown.games.suspense.scoring import Score

_WHY_WORDS: Final = {
    "won": "wins with {cards}",
    "lost": "has no winning card",
    "folded in time": "folded and would have lost",
    "folded a win": "folded although {cards} would have won",
}


def witness(
    before: SuspenseState, seat: Seat, action: Action, after: SuspenseState, viewer: Seat
) -> Event:
    """One move for one viewer: of a deal only the own hand, and the secret only for the dealer."""
    move = before.move_of(seat, action)
    match move:
        case FirstDealer(dealer=dealer):
            return Event(seat, move, f"{{{dealer}}} is drawn to deal first.", reveals=True)
        case Deal(hands=hands, secret=secret):
            seen = Deal(
                tuple(hand if who == viewer else None for who, hand in enumerate(hands)),
                secret if viewer == before.dealer else None,
            )
            text = f"Round {len(after.rounds) + 1}: {{{before.dealer}}} deals"
            if viewer >= 0:
                text += f". Your hand is {cards_words(after.hands[viewer])}"
            if seen.secret is not None:
                condition = after.setting.table[after.secret].condition.words
                text += f". The secret is {WORDS[after.secret]}: {condition}"
            return Event(seat, seen, f"{text}.", reveals=True)
        case Play(card=card):
            number = NAMES.index(card)
            total = before.total + NUMBERS[number]
            text = f"{{{seat}}} plays {WORDS[number]}; the sum is {total}."
        case Pass():
            text = f"{{{seat}}} passes."
        case Fold():
            text = f"{{{seat}}} folds."
        case _:
            raise AssertionError(move)
    if len(after.rounds) > len(before.rounds):
        text += f" {end_of_round(after, after.rounds[-1])}"
    # a card or a choice once seen by the others says something that cannot be unsaid
    return Event(seat, move, text, reveals=seat != NATURE)


def cards_words(mask: int) -> str:
    """A set of cards in words."""
    return ", ".join(WORDS[card] for card in cards_of(mask)) or "empty"


def end_of_round(state: SuspenseState, round_: Round) -> str:
    """The end-of-round sheet in one paragraph: the secret, and why each got what they got."""
    condition = state.setting.table[round_.secret].condition.words
    told = [
        f"{{{seat}}} {_why(score, condition)}: {counted(score.points, 'point')}"
        for seat, score in enumerate(round_.scores)
    ]
    return f"The round ends. The secret was {WORDS[round_.secret]}: {condition}. {'; '.join(told)}."


def _why(score: Score, condition: str) -> str:
    return why_words(score.why, [WORDS[card] for card in score.cards], condition)


def why_words(why: str, cards: Sequence[str], condition: str) -> str:
    """Why a seat got what it got; a condition about sums is met without any winning card.

    >>> why_words("won", ["white 6", "black 6"], "highest number in play")
    'wins with white 6 and black 6'
    >>> why_words("lost", [], "lowest sum of numbers in play")
    'does not have the lowest sum of numbers in play'
    """
    if why == "lost" and " sum " in condition:
        return f"does not have the {condition}"
    return _WHY_WORDS[why].format(cards=" and ".join(cards) or f"the {condition}")
