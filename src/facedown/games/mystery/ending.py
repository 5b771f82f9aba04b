"""How a game of Mystery Machine ended, in words (M8, M9, M12)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from facedown.core.outcome import Outcome
from facedown.core.seats import seats_listed
from facedown.core.words import counted, listed
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
    answer = listed(f"the {WORDS[card]}" for card in mystery)
    if setting.shared:
        winners = tuple(range(setting.seats)) if right else ()
        won = counted(points[0], "low card")
        asked = counted(len(state.questions[0]), "question")
        named = listed(f"the {WORDS[card]}" for card in state.named[0])
        if right:
            reason = f"{_capital(named)}: right, with {won} left, after {asked}."
        else:
            reason = f"{_capital(named)}: wrong, the mystery was {answer}."
        points *= setting.seats
    else:
        best = [(-points[sheet], len(state.questions[sheet])) for sheet in right]
        winners = tuple(s for s, key in zip(right, best, strict=True) if key == min(best))
        reason = _race_words(state, winners, answer, points)
    if setting.redo is not None:
        reason += " This was practice: the layout had been dealt before."
    return Outcome(tuple(points), winners, reason)


def _race_words(
    state: MysteryState, winners: tuple[int, ...], answer: str, points: list[int]
) -> str:
    if not winners:
        return f"Nobody named the mystery, which was {answer}."
    verb = "wins" if len(winners) == 1 else "share the win"
    left = counted(points[winners[0]], "low card")
    asked = counted(len(state.questions[winners[0]]), "question")
    return (
        f"{seats_listed(winners)} {verb}, with {left} left after {asked}; the mystery was {answer}."
    )


def _capital(text: str) -> str:
    return text[0].upper() + text[1:]
