"""SOLVER's moves as each seat witnesses them, in words."""

from __future__ import annotations

from facedown.core.messages import joined, phrase, phrase_many
from facedown.core.moves import Action, Move
from facedown.core.seats import NATURE, Seat
from facedown.core.view import Event
from facedown.core.words import listed
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
        text = _words(f"{{{seat}}}", seen, before, after)
        if not text.endswith("!"):
            text = phrase("{done}.", done=text)
    told = [text]
    if _shows_rule(before, after):
        told.append(phrase("The rule was: {rule}.", rule=before.rule))
    if len(after.rounds) > len(before.rounds):
        told.append(scored_words(after.rounds[-1]))
    # what others have seen, or what nature has laid open, cannot be unsaid
    return Event(seat, seen, joined(" ", told), reveals=not isinstance(move, Draw | Swap))


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


def _words(who: str, move: Move, before: SolverState, after: SolverState) -> str:
    """What somebody did, without the full stop."""
    match move:
        case Write(rule=rule):
            if rule is None:
                return phrase("{who} writes the secret rule", who=who)
            return phrase("{who} writes the secret rule: {rule}", who=who, rule=rule)
        case Play(card=card):
            said = _last(before, after).accepted
            if said is None:
                return phrase("{who} plays {card}", who=who, card=card)
            verdict = verdict_words(said)
            return phrase("{who} plays {card}: {verdict}", who=who, card=card, verdict=verdict)
        case Judge(accepted=accepted):
            return phrase(
                "{who} judges {card}: {verdict}",
                who=who,
                card=before.history[-1].card,
                verdict=verdict_words(accepted),
            )
        case Guess(rule=rule):
            answer = _answer(before, after)
            if not answer:
                return phrase("{who} guesses: {rule}", who=who, rule=rule)
            return phrase(
                "{who} guesses: {rule}. The answer is {answer}", who=who, rule=rule, answer=answer
            )
        case Answer():
            return phrase("{who} answers {answer}", who=who, answer=_answer(before, after))
        case Swap():
            return phrase("{who} puts the hand under the deck", who=who)
        case Pass():
            return phrase("{who} passes", who=who)
        case Vote(choice=vote):
            return _vote(who, vote)
    return phrase("{who} draws", who=who)


def _vote(who: str, vote: str | None) -> str:
    if vote is None:
        return phrase("{who} votes", who=who)
    if vote.isdecimal():
        seat = f"{{{int(vote) - 1}}}"
        return phrase("{who} votes for the rule of {seat}", who=who, seat=seat)
    if vote == "deducible":
        return phrase("{who} votes: deducible", who=who)
    return phrase("{who} votes: impossible", who=who)


def _answer(before: SolverState, after: SolverState) -> str:
    """What the Master answers and what it costs; empty before there is an answer."""
    said = _last(before, after).answer
    if said is None:
        return ""
    if after.lives == before.lives:
        return answer_words(said)
    return phrase(
        "{answer}; a life is lost, {lives} left", answer=answer_words(said), lives=after.lives
    )


def _natures(before: SolverState, move: Move, after: SolverState, viewer: Seat) -> tuple[Move, str]:
    """What a viewer sees of a move of nature, and its words."""
    match move:
        case Deal(hands=hands):
            seen = tuple(hand if who == viewer else None for who, hand in enumerate(hands))
            told = [
                phrase_many(
                    "{n} card are dealt to each Investigator.",
                    "{n} cards are dealt to each Investigator.",
                    after.setting.hand_size,
                )
            ]
            if viewer >= 0 and (hand := hands[viewer]):
                told.append(phrase("Your hand: {cards}.", cards=listed(hand)))
            return Deal(seen), joined(" ", told)
        case Starter(card=card):
            said = after.history[-1].accepted
            if said is None:
                return move, phrase("The first card is {card}.", card=card)
            verdict = verdict_words(said)
            return move, phrase("The first card is {card}: {verdict}.", card=card, verdict=verdict)
        case Give(cards=cards):
            who = f"{{{before.turn}}}"
            if viewer == before.turn and cards is not None:
                some = listed(cards)
                return move, phrase("{who} takes {cards} from the deck.", who=who, cards=some)
            some = phrase_many("{n} card", "{n} cards", before.due)
            return Give(None), phrase("{who} takes {cards} from the deck.", who=who, cards=some)
        case SecretRule(rule=rule) if viewer == before.master:
            told_rule = phrase(
                "The program draws the secret rule for {who}: {rule}.",
                who=f"{{{viewer}}}",
                rule=rule,
            )
            return move, told_rule
    level = after.setting.level
    return SecretRule(None), phrase("The program draws a secret rule of level {n}.", n=level)
