"""SOLVER in words: what each seat witnesses, the tracks, the hand, and what can be typed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from facedown.core.daily import DayResult
from facedown.core.default_words import ending_for, typed_move
from facedown.core.messages import joined, listed, phrase, phrase_in, phrase_many
from facedown.core.moves import Action, Move
from facedown.core.seats import NATURE, Ending, Seat, seats_listed
from facedown.core.view import Event
from facedown.deduce.rules.catalogue import Answer as Answered
from facedown.games.solver.moves import (
    DRAW,
    NAMES,
    SWAP,
    Answer,
    Correct,
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
from facedown.games.solver.said import CARDS, rule_of, said_rule
from facedown.games.solver.scoring import deducible, leaders
from facedown.games.solver.view import Entry, Round, SolverView, last_played, may_guess, track_of

MEANINGS: Final = {
    "0": phrase("no part of it is in the rule"),
    "1": phrase("one part of it is in the rule"),
    "2+": phrase("two or more parts of it are in the rule"),
}
"""What the Master's answers mean."""

ANSWER_WORDS: Final = {
    "0": phrase("0: {meaning}", meaning=MEANINGS["0"]),
    "1": phrase("1: {meaning}", meaning=MEANINGS["1"]),
    "2+": phrase("2+: {meaning}", meaning=MEANINGS["2+"]),
    "Solver!": "Solver!",
}
"""The Master's answers, said out."""


MODE_WORDS: Final = {
    "cooperative": phrase("Cooperative"),
    "casual": phrase("Casual"),
    "competitive": phrase("Competitive"),
}
"""The modes of play."""


def in_brief(view: SolverView) -> str:
    """How a finished game went, without the rule."""
    if view.outcome is None:
        return phrase("not solved yet.")
    cards = phrase_many("{n} card", "{n} cards", len(track_of(view)))
    if any(entry.answer == "Solver!" for entry in view.history):
        return phrase("rule found after {cards}.", cards=cards)
    return phrase("rule not found after {cards}.", cards=cards)


def day_result(view: SolverView) -> DayResult:
    """Cards played, each with its verdict, and whether the rule was found."""
    found = any(entry.answer == "Solver!" for entry in view.history)
    track = track_of(view)
    return DayResult(found, (len(track),), (), "".join("✗✓"[card.accepted] for card in track))


def took_in_words(took: Sequence[int]) -> str:
    """Cards, given in hundredths."""
    return phrase_many("{n} card", "{n} cards", took[0] // 100)


def ending(view: SolverView) -> Ending:
    """How a finished game ended for a seat: who found the rule, or the points (R10, R11).

    The rule itself is shown with the table.
    """
    assert view.outcome is not None
    told = ending_for(view.seat, view.outcome)
    if view.seat < 0:
        return told
    if view.mode == "competitive":
        return _by_points(view, told)
    found = next((entry.seat for entry in view.history if entry.answer == "Solver!"), -1)
    cards = phrase_many("{n} card", "{n} cards", len(track_of(view)))
    own = sum(entry.action == "play" and entry.seat == view.seat for entry in view.history)
    why = phrase("After {cards}.", cards=cards)
    if view.seats - (view.master_seat >= 0) > 1 and view.seat != view.master_seat:
        why = phrase("After {cards}, {own} of them yours.", cards=cards, own=own)
    if found == view.seat:
        return Ending(phrase("You found the rule"), why)
    if found >= 0:
        by = phrase("{who} found it after {cards}.", who=f"{{{found}}}", cards=cards)
        if view.seat == view.master_seat:
            return Ending(phrase("Your rule was found"), by)
        together = view.seat in view.outcome.winners
        return Ending(phrase("Found together") if together else told.words, by)
    if view.mode == "cooperative" and not view.lives:
        why = phrase("All lives are lost.")
    if view.seat == view.master_seat:
        return Ending(phrase("Nobody found your rule"), why)
    return Ending(phrase("The rule was not found"), why)


def _by_points(view: SolverView, told: Ending) -> Ending:
    tied = leaders(view.points)
    if view.seat not in tied:
        return told
    winners = view.outcome.winners if view.outcome is not None else ()
    if winners == tied:
        many = phrase_many("{n} point", "{n} points", max(view.points))
        why = (
            phrase("You have {points} each.", points=many)
            if tied[1:]
            else phrase("You have the most points, {points}.", points=many)
        )
    elif view.seat in winners:
        why = phrase("As many points, and the table prefers your rule.")
    else:
        best = seats_listed(winners)
        why = phrase("As many points, and the table prefers the rule of {best}.", best=best)
    return Ending(told.words, why)


def verdict_words(accepted: bool | None) -> str:
    """A verdict in words."""
    return phrase("accepted") if accepted else phrase("not accepted")


def answer_words(answer: Answered) -> str:
    """The Master's answer, said out."""
    return ANSWER_WORDS[answer]


def scored_words(done: Round) -> str:
    """How a round of Competitive ended, in a sentence."""
    master = f"{{{done.master}}}"
    points = {seat: points_words(each) for seat, each in enumerate(done.points)}
    if done.solver >= 0:
        return phrase(
            "{who} found the rule of {master} after {cards}: {points}, and {others} for {master}.",
            who=f"{{{done.solver}}}",
            master=master,
            cards=phrase_many("{n} card", "{n} cards", done.cards),
            points=points[done.solver],
            others=points[done.master],
        )
    cast = [vote for vote in done.votes if vote is not None]
    said = _DEDUCIBLE if deducible(done.votes) else _IMPOSSIBLE
    return phrase(
        "Nobody found the rule of {master}; {some} of {all} call it deducible, "
        "so it counts as {said}: {points} for {master}.",
        master=master,
        some=cast.count(True),
        all=len(cast),
        said=said,
        points=points[done.master],
    )


def points_words(number: int) -> str:
    """Points, which may be fewer than none."""
    points = phrase_many("{n} point", "{n} points", abs(number))
    return joined("", ("−", points)) if number < 0 else points


_DEDUCIBLE: Final = phrase_in("vote", "deducible")
_IMPOSSIBLE: Final = phrase_in("vote", "impossible")


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
        told.append(
            phrase("The rule was: {rule}.", rule=rule_of(before.rule, before.setting.master))
        )
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
            said_so = rule_of(rule, before.setting.master)
            return phrase("{who} writes the secret rule: {rule}", who=who, rule=said_so)
        case Play(card=card):
            said = _last(before, after).accepted
            if said is None:
                return phrase("{who} plays {card}", who=who, card=CARDS[card])
            verdict = verdict_words(said)
            return phrase(
                "{who} plays {card}: {verdict}", who=who, card=CARDS[card], verdict=verdict
            )
        case Judge(accepted=accepted) | Correct(accepted=accepted):
            card, verdict = last_played(before.history).card, verdict_words(accepted)
            said_of = _verdict if isinstance(move, Judge) else _corrected
            return said_of(who, CARDS[card], verdict)
        case Guess(rule=rule):
            answer, rule = _answer(before, after), rule_of(rule, before.setting.master)
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


def _verdict(who: str, card: str, verdict: str) -> str:
    return phrase("{who} judges {card}: {verdict}", who=who, card=card, verdict=verdict)


def _corrected(who: str, card: str, verdict: str) -> str:
    return phrase(
        "{who} corrects the verdict on {card}: {verdict}", who=who, card=card, verdict=verdict
    )


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
                told.append(phrase("Your hand: {cards}.", cards=listed(CARDS[one] for one in hand)))
            return Deal(seen), joined(" ", told)
        case Starter(card=card):
            said = after.history[-1].accepted
            if said is None:
                return move, phrase("The first card is {card}.", card=CARDS[card])
            verdict = verdict_words(said)
            return move, phrase(
                "The first card is {card}: {verdict}.", card=CARDS[card], verdict=verdict
            )
        case Give(cards=cards):
            who = f"{{{before.turn}}}"
            if viewer == before.turn and cards is not None:
                some = listed(CARDS[one] for one in cards)
                return move, phrase("{who} takes {cards} from the deck.", who=who, cards=some)
            some = phrase_many("{n} card", "{n} cards", before.due)
            return Give(None), phrase("{who} takes {cards} from the deck.", who=who, cards=some)
        case SecretRule(rule=rule) if viewer == before.master:
            told_rule = phrase(
                "The program draws the secret rule for {who}: {rule}.",
                who=f"{{{viewer}}}",
                rule=said_rule(rule or ""),
            )
            return move, told_rule
    level = after.setting.level
    return SecretRule(None), phrase("The program draws a secret rule of level {n}.", n=level)


def show(view: SolverView) -> str:
    """Mode, tracks, guesses, everybody's cards, rounds and the own hand."""
    parts = [_table(view)]
    if view.rounds:
        told = (
            phrase("  {n}. {told}", n=n, told=scored_words(each))
            for n, each in enumerate(view.rounds, 1)
        )
        sums = ", ".join(f"{{{seat}}} {points}" for seat, points in enumerate(view.points))
        points = phrase("Points: {points}.", points=sums)
        parts.append(joined("\n", (phrase("Rounds:"), *told, points)))
    if track := _tracks(view):
        parts.append(track)
    if guesses := _guesses(view):
        parts.append(guesses)
    if view.rule is not None:
        parts.append(phrase("The secret rule: {rule}.", rule=rule_of(view.rule, view.master)))
    if view.hand is not None and not view.real:
        hand = joined(
            "\n", (phrase("Your hand:"), *(joined("", ("  ", CARDS[card])) for card in view.hand))
        )
        parts.append(hand if view.hand else phrase("Your hand is empty."))
    return joined("\n\n", parts)


def _table(view: SolverView) -> str:
    master = phrase("the program") if view.master_seat < 0 else f"{{{view.master_seat}}}"
    mode = MODE_WORDS[view.mode]
    lines = [phrase("{mode}; the Master is {master}.", mode=mode, master=master)]
    if view.mode == "competitive" and len(view.rounds) < view.seats:
        lines.append(phrase("Round {n} of {all}.", n=len(view.rounds) + 1, all=view.seats))
    if view.master == "free":
        lines.append(
            phrase("The rule is in free words; the Master judges every card and guess by hand.")
        )
    if view.real:
        lines.append(phrase("Real cards are played, on a table of your own."))
        if view.mode == "cooperative":
            lines.append(phrase("Lives left: {lives}.", lives=view.lives))
    elif view.phase not in ("rule", "deal"):
        held = ", ".join(
            f"{{{seat}}} {count}"
            for seat, count in enumerate(view.counts)
            if seat != view.master_seat
        )
        lines.append(
            phrase("Cards in hand: {held}; in the deck: {deck}.", held=held, deck=view.deck)
        )
        if view.mode == "cooperative":
            lines.append(phrase("Lives left: {lives}.", lives=view.lives))
    if view.swapped:
        lines.append(phrase("Swapped already: {seats}.", seats=seats_listed(view.swapped)))
    return joined("\n", lines)


def _tracks(view: SolverView) -> str:
    """Both tracks as one timeline: accepted cards by their position, errors under them."""
    played = [entry for entry in view.history if entry.action == "play"]
    if not played:
        return ""
    cards = phrase_many("{n} card", "{n} cards", len(played))
    lines: list[str] = [phrase("The tracks, {cards} of 25:", cards=cards)]
    position = 0
    for entry in played:
        who = "" if entry.seat < 0 else f", {{{entry.seat}}}"
        if entry.corrected:
            who = phrase("{who}, corrected", who=who)
        card = joined("", (CARDS[entry.card], who))
        if entry.accepted:
            position += 1
            lines.append(joined("", (f"  {position:>2}  ", card)))
        elif entry.accepted is None:
            lines.append(phrase("      not judged yet: {card}", card=card))
        else:
            lines.append(phrase("      not accepted: {card}", card=card))
    return joined("\n", lines)


def _guesses(view: SolverView) -> str:
    lines = []
    for entry in view.history:
        if entry.action == "guess":
            said = answer_words(entry.answer) if entry.answer else phrase("not answered yet")
            who = f"{{{entry.seat}}}"
            rule = rule_of(entry.rule, view.master)
            lines.append(phrase("  {who}: {rule}; {said}", who=who, rule=rule, said=said))
    return joined("\n", (phrase("Guesses:"), *lines)) if lines else ""


def prompt(view: SolverView) -> str:
    """One line that says what the seat can do now."""
    if view.outcome is not None:
        return phrase("The game is over.")
    if view.seat not in view.actors:
        return phrase("Wait for your turn.")
    match view.phase:
        case "play" | "last" if view.real:
            return _prompt_real(view)
        case "rule":
            return phrase("Write the secret rule, such as: red or circle.")
        case "play":
            card = CARDS[(view.hand or (NAMES[0],))[0]]
            return phrase("Play a card of your hand, such as: play {card}.", card=card)
        case "judge":
            return phrase(
                "Does {card} follow your rule? Type accept or reject.",
                card=CARDS[view.history[-1].card],
            )
        case "answer":
            return phrase(
                "Answer the guess '{rule}': 0, 1, 2+ or Solver!.",
                rule=rule_of(view.history[-1].rule, view.master),
            )
        case "last":
            return phrase("Your last guess: say the rule, or pass.")
        case "vote" | "best":
            return _prompt_vote(view)
    typed = {DRAW: "draw", SWAP: "swap"}
    can = listed((typed[action] for action in view.legal), "or")
    if not view.hand:
        return phrase("Now {moves}.", moves=can)
    if not can:
        return phrase("Now say the rule, such as: red or circle.")
    return phrase("Now say the rule, such as: red or circle; or type {moves}.", moves=can)


def _prompt_vote(view: SolverView) -> str:
    """The same at the end of a round, and of all of them (R10)."""
    if view.phase == "vote":
        return phrase(
            "The rule was: {rule}. Type deducible or impossible.",
            rule=rule_of(view.rule or "", view.master),
        )
    best = (
        phrase("{n} for the rule of {who}", n=seat + 1, who=f"{{{seat}}}")
        for seat in leaders(view.points)
    )
    return phrase("Which tied player had the best rule? Type {votes}.", votes=listed(best, "or"))


def _prompt_real(view: SolverView) -> str:
    """The same where real cards are played (R20)."""
    if view.phase == "last":
        return phrase("The last guesses: say the rule, or pass when nobody knows it.")
    card = CARDS[(view.hand or (NAMES[0],))[0]]
    if may_guess(view):
        return phrase("Type the card that was played, such as: {card}; or say the rule.", card=card)
    return phrase("Type the card that was played, such as: {card}.", card=card)


def typed(move: Move) -> str:
    """A seat's move as it is typed.

    >>> typed(Judge(accepted=True)), typed(Correct(accepted=False)), typed(Play("red circle 2"))
    ('accept', 'correct reject', 'play red circle 2')
    """
    if isinstance(move, Judge | Correct):
        verdict = "accept" if move.accepted else "reject"
        return f"correct {verdict}" if isinstance(move, Correct) else verdict
    return typed_move(move)
