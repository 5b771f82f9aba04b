"""SOLVER's moves as each seat witnesses them, in words."""

from __future__ import annotations

from facedown.core.moves import Action, Move
from facedown.core.seats import NATURE, Seat
from facedown.core.view import Event
from facedown.core.words import counted, listed
from facedown.games.solver.moves import (
    Answer,
    Deal,
    Draw,
    Give,
    Guess,
    Judge,
    Pass,
    Play,
    SecretRule,
    Starter,
    Swap,
    Vote,
    Write,
)
from facedown.games.solver.rules import SolverState
from facedown.games.solver.text import answer_words, scored_words, verdict_words
from facedown.games.solver.view import Entry


def witness(
    before: SolverState, seat: Seat, action: Action, after: SolverState, viewer: Seat
) -> Event:
    """One move for one viewer: the own cards only, and the rule only for its Master."""
    move = before.move_of(seat, action)
    if seat == NATURE:
        seen, text = _natures(before, move, after, viewer)
    else:
        seen = move if viewer == seat else _for_others(before, move, after)
        text = f"{{{seat}}} {_words(seen, before, after)}"
        text += "" if text.endswith("!") else "."
    if _shows_rule(before, after):
        text += f" The rule was: {before.rule}."
    if len(after.rounds) > len(before.rounds):
        text += f" {scored_words(after.rounds[-1])}"
    # what others have seen, or what nature has laid open, cannot be unsaid
    return Event(seat, seen, text, reveals=not isinstance(move, Draw | Swap))


def _shows_rule(before: SolverState, after: SolverState) -> bool:
    """Whether the move ended the search for a rule."""
    ended = after.phase in ("vote", "over") or len(after.rounds) > len(before.rounds)
    return ended and before.phase not in ("vote", "best")


def _for_others(before: SolverState, move: Move, after: SolverState) -> Move:
    """What others see of a seat's move: a vote only with all the others."""
    match move:
        case Write():
            return Write(None)
        case Vote() if after.phase == before.phase and len(after.rounds) == len(before.rounds):
            return Vote(None)
    return move


def _last(before: SolverState, after: SolverState) -> Entry:
    """What happened last, though a new round may have begun."""
    ended = len(after.rounds) > len(before.rounds)
    return (after.rounds[-1].history if ended else after.history)[-1]


def _words(move: Move, before: SolverState, after: SolverState) -> str:
    match move:
        case Write(rule=rule):
            return "writes the secret rule" + ("" if rule is None else f": {rule}")
        case Play(card=card):
            said = _last(before, after).accepted
            return f"plays {card}" + ("" if said is None else f": {verdict_words(said)}")
        case Judge(accepted=accepted):
            return f"judges {before.history[-1].card}: {verdict_words(accepted)}"
        case Guess(rule=rule):
            return f"guesses: {rule}" + _answered(". The answer is ", before, after)
        case Answer():
            return "answers" + _answered(" ", before, after)
        case Swap():
            return "puts the hand under the deck"
        case Pass():
            return "passes"
        case Vote(choice=str(vote)) if vote.isdecimal():
            return f"votes for the rule of {{{int(vote) - 1}}}"
        case Vote(choice=vote):
            return "votes" if vote is None else f"votes: {vote}"
    return "draws"


def _answered(text: str, before: SolverState, after: SolverState) -> str:
    said = _last(before, after).answer
    if said is None:
        return ""
    lost = f"; a life is lost, {after.lives} left" if after.lives < before.lives else ""
    return f"{text}{answer_words(said)}{lost}"


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
            said = after.history[-1].accepted
            return move, f"The first card is {card}" + (
                "." if said is None else f": {verdict_words(said)}."
            )
        case Give(cards=cards):
            if viewer == before.turn and cards is not None:
                return move, f"{{{before.turn}}} takes {listed(cards)} from the deck."
            many = counted(before.due, "card")
            return Give(None), f"{{{before.turn}}} takes {many} from the deck."
        case SecretRule(rule=rule) if viewer == before.master:
            return move, f"The program draws the secret rule for {{{viewer}}}: {rule}."
    level = after.setting.level
    return SecretRule(None), f"The program draws a secret rule of level {level}."
