"""How a game of Mystery Machine ended, in words (M8, M9, M12)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from facedown.core.messages import capital, joined, listed, phrase, phrase_many
from facedown.core.seats import Outcome, seats_listed
from facedown.games.mystery.cards import WORDS

if TYPE_CHECKING:
    from facedown.games.mystery.rules import MysteryState


def outcome_of(state: MysteryState) -> Outcome:
    """Points are the low cards left after a right answer (M9); the most, then fewest questions."""
    dealing, setting = state.setting.dealing, state.setting
    mystery = dealing.mystery(state.deal)
    right = [
        sheet
        for sheet, named in enumerate(state.named)
        if dealing.in_one_order(named) == dealing.in_one_order(mystery)
    ]
    points = [state.low_left(sheet) if sheet in right else 0 for sheet in range(setting.sheets)]
    answer = listed(phrase("the {card}", card=WORDS[card]) for card in mystery)
    if setting.shared:
        winners = tuple(range(setting.seats)) if right else ()
        named = capital(listed(phrase("the {card}", card=WORDS[card]) for card in state.named[0]))
        if right:
            reason: str = phrase(
                "{named}: right, with {cards} left, after {questions}.",
                named=named,
                cards=phrase_many("{n} low card", "{n} low cards", points[0]),
                questions=phrase_many("{n} question", "{n} questions", len(state.questions[0])),
            )
        else:
            reason = phrase("{named}: wrong, the mystery was {answer}.", named=named, answer=answer)
        points *= setting.seats
    else:
        best = [(-points[sheet], len(state.questions[sheet])) for sheet in right]
        winners = tuple(s for s, key in zip(right, best, strict=True) if key == min(best))
        reason = _race_words(state, winners, answer, points)
    if setting.redo is not None:
        practice = phrase("This was practice: the layout had been dealt before.")
        reason = joined(" ", (reason, practice))
    return Outcome(tuple(points), winners, reason)


def _race_words(
    state: MysteryState, winners: tuple[int, ...], answer: str, points: list[int]
) -> str:
    if not winners:
        return phrase("Nobody named the mystery, which was {answer}.", answer=answer)
    asked = len(state.questions[winners[0]])
    return phrase_many(
        "{who} wins, with {cards} left after {questions}; the mystery was {answer}.",
        "{who} share the win, with {cards} left after {questions}; the mystery was {answer}.",
        len(winners),
        who=seats_listed(winners),
        cards=phrase_many("{n} low card", "{n} low cards", points[winners[0]]),
        questions=phrase_many("{n} question", "{n} questions", asked),
        answer=answer,
    )
