"""SOLVER in words: the tracks, the hand, and what a typed line means."""

from __future__ import annotations

import re
from typing import Final

from facedown.core.errors import MalformedMove
from facedown.core.messages import joined, phrase, phrase_in, phrase_many
from facedown.core.moves import Move
from facedown.core.plain import typed_move
from facedown.core.seats import seats_listed
from facedown.core.typed import ReadBack, Slot, without_fillers
from facedown.core.words import listed
from facedown.deduce.rules import SOLVER, RuleError, complete
from facedown.deduce.rules.acceptance import warnings
from facedown.deduce.rules.answer import Answer as Answered
from facedown.deduce.rules.building import choices
from facedown.games.solver.judging import agrees, free_rule, rule_called
from facedown.games.solver.moves import (
    DRAW,
    NAMES,
    SWAP,
    Answer,
    Draw,
    Guess,
    Judge,
    Pass,
    Play,
    Swap,
    Vote,
    Write,
)
from facedown.games.solver.refusals import NO_TEXT
from facedown.games.solver.scoring import deducible, leaders
from facedown.games.solver.view import Round, SolverView, track_of

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

_PLAIN: Final[dict[str, Move]] = {
    "draw": Draw(),
    "swap": Swap(),
    "pass": Pass(),
    "accept": Judge(accepted=True),
    "reject": Judge(accepted=False),
}


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
        parts.append(phrase("The secret rule: {rule}.", rule=view.rule))
    if view.hand is not None:
        hand = joined("\n", (phrase("Your hand:"), *(f"  {card}" for card in view.hand)))
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
    if view.phase not in ("rule", "deal"):
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
        if entry.accepted:
            position += 1
            lines.append(f"  {position:>2}  {entry.card}{who}")
        elif entry.accepted is None:
            lines.append(phrase("      not judged yet: {card}", card=f"{entry.card}{who}"))
        else:
            lines.append(phrase("      not accepted: {card}", card=f"{entry.card}{who}"))
    return joined("\n", lines)


def _guesses(view: SolverView) -> str:
    lines = []
    for entry in view.history:
        if entry.action == "guess":
            said = answer_words(entry.answer) if entry.answer else phrase("not answered yet")
            who = f"{{{entry.seat}}}"
            lines.append(phrase("  {who}: {rule}; {said}", who=who, rule=entry.rule, said=said))
    return joined("\n", (phrase("Guesses:"), *lines)) if lines else ""


def prompt(view: SolverView) -> str:
    """One line that says what the seat can do now."""
    if view.outcome is not None:
        return phrase("The game is over.")
    if view.seat not in view.actors:
        return phrase("Wait for your turn.")
    match view.phase:
        case "rule":
            return phrase("Write the secret rule, such as: write red or circle.")
        case "play":
            card = (view.hand or ("",))[0]
            return phrase("Play a card of your hand, such as: play {card}.", card=card)
        case "judge":
            return phrase(
                "Does {card} follow your rule? Type accept or reject.", card=view.history[-1].card
            )
        case "answer":
            return phrase(
                "Answer the guess '{rule}': answer 0, 1, 2+ or Solver!.",
                rule=view.history[-1].rule,
            )
        case "last":
            return phrase("Your last guess: guess RULE, or pass.")
        case "vote":
            return phrase(
                "The rule was: {rule}. Type vote deducible or vote impossible.", rule=view.rule
            )
        case "best":
            best = (
                phrase("vote {n} for the rule of {who}", n=seat + 1, who=f"{{{seat}}}")
                for seat in leaders(view.points)
            )
            return phrase(
                "Which tied player had the best rule? Type {votes}.", votes=listed(best, "or")
            )
    typed = {DRAW: "draw", SWAP: "swap"}
    can = [*(["guess RULE"] if view.hand else []), *(typed[action] for action in view.legal)]
    return phrase("Now {moves}.", moves=listed(can, "or"))


def typed(move: Move) -> str:
    """A seat's move as it is typed.

    >>> typed(Judge(accepted=True)), typed(Play("red circle 2"))
    ('accept', 'play red circle 2')
    """
    if isinstance(move, Judge):
        return "accept" if move.accepted else "reject"
    return typed_move(move)


def read(text: str, view: SolverView) -> Move:
    """The move that a typed line means; raises ``MalformedMove`` with one sentence otherwise."""
    line = " ".join(text.split())
    if bare := _PLAIN.get(without_fillers(line).lower()):
        return bare
    word, _, rest = line.partition(" ")
    match word.lower(), rest:
        case (
            ("draw" | "swap" | "pass" | "accept" | "reject") as plain,
            "" | "a card" | "hand" | "my hand",
        ):
            return _PLAIN[plain]
        case "guess", _:
            return Guess(rule_form(view.master, rest))
        case "write", _:
            return Write(rule_form(view.master, rest))
        case "answer", _ if rest:
            said = "Solver!" if rest.lower().startswith("solver") else rest
            return Answer(said)
        case "vote", _ if rest:
            return Vote(rest.lower())
        case "play", _:
            line = rest
    if re.search(r"\w", line) is None or len(line) > 60:
        raise MalformedMove(_help(view))
    try:
        return Play(NAMES[SOLVER.read_card(line.replace("{", "(").replace("}", ")"))])
    except RuleError as problem:
        if word.lower() != "play" and not SOLVER.value_words.keys() & line.lower().split():
            raise MalformedMove(_help(view)) from None
        raise MalformedMove(
            phrase("That is not a move: {problem}", problem=problem.message)
        ) from None


def _help(view: SolverView) -> str:
    return phrase("That is not a move; type {ways}.", ways=_WAYS.get(view.phase, _USUAL_WAYS))


_WAYS: Final[dict[str, str]] = {
    "rule": phrase("write and a rule, such as: write red or circle"),
    "judge": phrase("accept or reject"),
    "answer": phrase("answer and 0, 1, 2+ or Solver!"),
    "vote": phrase("vote deducible or vote impossible"),
    "best": phrase("vote and the number of a seat, such as: vote 1"),
}
_USUAL_WAYS: Final = phrase("play and a card, guess and a rule, draw, swap or pass")


def rule_form(master: str, text: str) -> str:
    """A typed rule in its one form; raises ``MalformedMove`` where there is none."""
    if master == "free":
        if not (said := free_rule(text)):
            raise MalformedMove(NO_TEXT().sentence)
        return said
    try:
        return rule_called(text).sentence
    except RuleError as problem:
        raise MalformedMove(problem.message) from None


def read_back(text: str, view: SolverView) -> ReadBack | None:
    """What a rule that is being typed means, before it is written or guessed.

    For a guess also with how many of the cards played it agrees; for a rule that is written what
    the Master is warned of (R12). Other moves, and those whose time it is not, are not said back.
    """
    word, _, rest = text.strip().partition(" ")
    if view.phase not in {"guess": ("choose", "last"), "write": ("rule",)}.get(word.lower(), ()):
        return None
    if view.master == "free":
        return _free_back(word.lower(), rest)
    goes_on = tuple(f"{text.rstrip()} {more}" for more in complete(rest, SOLVER)[:12])
    slots = _slots(word.lower(), rest)
    try:
        sentence = rule_called(" ".join(rest.split())).sentence
    except RuleError as problem:
        told = problem.message
        if not rest.strip():
            example = f"{word.lower()} red or circle"
            told = phrase("Say the rule: {example}.", example=example)
        return ReadBack(None, completions=goes_on, problem=told, slots=slots)
    if slots[-1].line.split() != text.split():  # the choices build normal sentences alone
        slots = _slots(word.lower(), sentence)
    if word.lower() == "write":
        said = warnings(rule_called(sentence))
        told = phrase("The secret rule will be: {rule}.", rule=sentence)
        return ReadBack(Write(sentence), told, said, goes_on, slots=slots)
    track = track_of(view)
    told = phrase(
        "Your guess is: {rule}; it agrees with {some} of {cards}.",
        rule=sentence,
        some=agrees(sentence, track),
        cards=phrase_many("{n} card", "{n} cards", len(track)),
    )
    return ReadBack(Guess(sentence), told, (), goes_on, slots=slots)


def _slots(word: str, rule: str) -> tuple[Slot, ...]:
    """The choices of words that lead to a rule, as far as it can be read."""
    slots, text = [], word
    for choice in choices(rule, SOLVER):
        slots.append(Slot(text, choice.phrases, choice.chosen, choice.may_end))
        text = slots[-1].line
    return tuple(slots)


def _free_back(word: str, text: str) -> ReadBack:
    """What a rule in free words means: itself, and that people judge it (R14)."""
    if not (said := free_rule(text)):
        return ReadBack(None, problem=NO_TEXT().sentence)
    if word == "write":
        told = phrase(
            "The secret rule will be: {rule}. The program knows nothing of it: "
            "you judge every card and answer every guess.",
            rule=said,
        )
        return ReadBack(Write(said), told)
    told = phrase("Your guess is: {rule}. The Master answers by judgement.", rule=said)
    return ReadBack(Guess(said), told)
