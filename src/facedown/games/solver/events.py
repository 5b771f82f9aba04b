"""SOLVER's moves as each seat witnesses them, in words."""

from __future__ import annotations

from facedown.core.moves import Action, Move
from facedown.core.seats import NATURE, Seat
from facedown.core.view import Event
from facedown.core.words import counted, listed
from facedown.games.solver.moves import (
    Deal,
    Draw,
    Give,
    Guess,
    Pass,
    Play,
    SecretRule,
    Starter,
    Swap,
    Write,
)
from facedown.games.solver.rules import SolverState
from facedown.games.solver.setting import OVER
from facedown.games.solver.text import answer_words, verdict_words


def witness(
    before: SolverState, seat: Seat, action: Action, after: SolverState, viewer: Seat
) -> Event:
    """One move for one viewer: the own cards only, and the rule only for its Master."""
    move = before.move_of(seat, action)
    if seat == NATURE:
        seen, text = _natures(before, move, after, viewer)
    else:
        own = isinstance(move, Guess | Play) or viewer == seat
        seen = Write(None) if isinstance(move, Write) and not own else move
        text = f"{{{seat}}} {_words(seen, before, after)}."
    if after.phase == OVER:
        text += f" The rule was: {after.rule}."
    # what others have seen, or what nature has laid open, cannot be unsaid
    return Event(seat, seen, text, reveals=not isinstance(move, Draw | Swap))


def _words(move: Move, before: SolverState, after: SolverState) -> str:
    match move:
        case Write(rule=rule):
            return "writes the secret rule" + ("" if rule is None else f": {rule}")
        case Play(card=card):
            return f"plays {card}: {verdict_words(after.track[-1].accepted)}"
        case Guess(rule=rule):
            said = after.history[-1].answer
            assert said is not None
            lost = f"; a life is lost, {after.lives} left" if after.lives < before.lives else ""
            return f"guesses: {rule}. The answer is {answer_words(said)}{lost}"
        case Swap():
            return "puts the hand under the deck"
        case Pass():
            return "passes"
    return "draws"


def _natures(before: SolverState, move: Move, after: SolverState, viewer: Seat) -> tuple[Move, str]:
    """What a viewer sees of a move of nature, and its words."""
    match move:
        case Deal(hands=hands):
            seen = tuple(hand if who == viewer else None for who, hand in enumerate(hands))
            text = f"{counted(after.setting.hand_size, 'card')} are dealt to each Investigator."
            if viewer >= 0 and (hand := hands[viewer]):
                text += f" Your hand: {listed(hand)}."
            return Deal(seen), text
        case Starter(card=card):
            return move, f"The first card is {card}: {verdict_words(after.track[-1].accepted)}."
        case Give(cards=cards):
            if viewer == before.turn and cards is not None:
                return move, f"{{{before.turn}}} takes {listed(cards)} from the deck."
            many = counted(before.due, "card")
            return Give(None), f"{{{before.turn}}} takes {many} from the deck."
    return SecretRule(None), f"The program draws a secret rule of level {after.setting.level}."
