"""Suspense's moves as each seat witnesses them, in words."""

from __future__ import annotations

from facedown.core.moves import Action
from facedown.core.seats import NATURE, Seat
from facedown.core.view import Event
from facedown.core.words import listed
from facedown.games.suspense.cards import NAMES, NUMBERS, cards_of
from facedown.games.suspense.moves import Deal, FirstDealer, Fold, Pass, Play
from facedown.games.suspense.rules import TURNS, SuspenseState
from facedown.games.suspense.text import WORDS, condition_words, sheet_words
from facedown.games.suspense.view import sheet_of


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
                condition = condition_words(after.setting.conditions[after.secret])
                text += f". The secret is {WORDS[after.secret]}: {condition}"
            return Event(seat, seen, f"{text}.", reveals=True)
        case Play(card=card):
            number = NAMES.index(card)
            total = before.total + NUMBERS[number]
            text = f"{{{seat}}} plays {WORDS[number]}; the sum is {total}."
        case Pass():
            text = f"{{{seat}}} passes{_who_is_left(after)}."
        case Fold():
            text = f"{{{seat}}} folds."
        case _:
            raise AssertionError(move)
    if len(after.rounds) > len(before.rounds):
        round_ = after.rounds[-1]
        sheet = sheet_of(round_, after.setting.conditions[round_.secret])
        text += f" {sheet_words(sheet, len(after.rounds), after.setting)}"
    # a card or a choice once seen by the others says something that cannot be unsaid
    return Event(seat, move, text, reveals=seat != NATURE)


def cards_words(mask: int) -> str:
    """A set of cards in words."""
    return ", ".join(WORDS[card] for card in cards_of(mask)) or "empty"


def _who_is_left(state: SuspenseState) -> str:
    """Whose passing would end the round after a pass (S13), where it goes on."""
    done = state.passed | state.folded
    left = [f"{{{seat}}}" for seat in range(state.setting.seats) if not done >> seat & 1]
    if state.phase != TURNS or not left:
        return ""
    verb = "pass" if len(left) > 1 else "passes"
    return f"; if {listed(left)} {verb} too, the round ends"
