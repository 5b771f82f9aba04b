"""Suspense's moves as each seat witnesses them, in words."""

from __future__ import annotations

from facedown.core.messages import Message, joined, phrase, phrase_many
from facedown.core.moves import Action
from facedown.core.seats import NATURE, Seat
from facedown.core.view import Event
from facedown.core.words import listed
from facedown.games.suspense.cards import NAMES, NUMBERS, names_of
from facedown.games.suspense.endings import sheet_words
from facedown.games.suspense.moves import Deal, FirstDealer, Fold, Pass, Play
from facedown.games.suspense.rules import TURNS, SuspenseState
from facedown.games.suspense.view import sheet_of
from facedown.games.suspense.words import WORDS, cards_listed, condition_words


def witness(
    before: SuspenseState, seat: Seat, action: Action, after: SuspenseState, viewer: Seat
) -> Event:
    """One move for one viewer: of a deal only the own hand, and the secret only for the dealer."""
    move = before.move_of(seat, action)
    who = f"{{{seat}}}"
    match move:
        case FirstDealer(dealer=dealer):
            text = phrase("{who} is drawn to deal first.", who=f"{{{dealer}}}")
            return Event(seat, move, text, reveals=True)
        case Deal(hands=hands, secret=secret):
            seen = Deal(
                tuple(hand if who == viewer else None for who, hand in enumerate(hands)),
                secret if viewer == before.dealer else None,
            )
            n, deals = len(after.rounds) + 1, f"{{{before.dealer}}}"
            told = [phrase("Round {n}: {who} deals.", n=n, who=deals)]
            if viewer >= 0:
                hand = cards_listed(names_of(after.hands[viewer]))
                told.append(phrase("Your hand is {cards}.", cards=hand))
            if seen.secret is not None:
                condition = condition_words(after.setting.conditions[after.secret])
                told.append(
                    phrase(
                        "The secret is {card}: {condition}.",
                        card=WORDS[after.secret],
                        condition=condition,
                    )
                )
            return Event(seat, seen, joined(" ", told), reveals=True)
        case Play(card=card):
            number = NAMES.index(card)
            total = before.total + NUMBERS[number]
            text = phrase(
                "{who} plays {card}; the sum is {total}.",
                who=who,
                card=WORDS[number],
                total=total,
            )
        case Pass():
            text = _passes(who, after)
        case Fold():
            text = phrase("{who} folds.", who=who)
        case _:
            raise AssertionError(move)
    if len(after.rounds) > len(before.rounds):
        round_ = after.rounds[-1]
        sheet = sheet_of(round_, after.setting.conditions[round_.secret])
        text = joined(" ", (text, sheet_words(sheet, len(after.rounds), after.setting)))
    # a card or a choice once seen by the others says something that cannot be unsaid
    return Event(seat, move, text, reveals=seat != NATURE)


def _passes(who: str, state: SuspenseState) -> Message:
    """That somebody passes, and whose passing too would end the round (S13), where it goes on."""
    done = state.passed | state.folded
    left = [f"{{{seat}}}" for seat in range(state.setting.seats) if not done >> seat & 1]
    if state.phase != TURNS or not left:
        return phrase("{who} passes.", who=who)
    return phrase_many(
        "{who} passes; if {others} passes too, the round ends.",
        "{who} passes; if {others} pass too, the round ends.",
        len(left),
        who=who,
        others=listed(left),
    )
