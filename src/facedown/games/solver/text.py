"""SOLVER in words: the tracks, the hand, and what a typed line means."""

from __future__ import annotations

import re

from facedown.core.errors import MalformedMove
from facedown.core.moves import Move
from facedown.core.typed import ReadBack
from facedown.core.words import counted, listed
from facedown.deduce.rules import SOLVER, RuleError, complete
from facedown.deduce.rules.acceptance import warnings
from facedown.deduce.rules.answer import Answer
from facedown.games.solver.judging import agrees, rule_called
from facedown.games.solver.moves import NAMES, Draw, Guess, Pass, Play, Swap, Write
from facedown.games.solver.view import SolverView, track_of

ANSWERS = {
    "0": "0: no part of it is in the rule",
    "1": "1: one part of it is in the rule",
    "2+": "2+: two or more parts of it are in the rule",
    "Solver!": "Solver!",
}


def verdict_words(accepted: bool | None) -> str:
    """A verdict in words."""
    return "accepted" if accepted else "not accepted"


def answer_words(answer: Answer) -> str:
    """The Master's answer, said out."""
    return ANSWERS[answer]


def show(view: SolverView) -> str:
    """Mode, tracks, guesses, everybody's cards and the own hand."""
    parts = [_table(view)]
    if track := _tracks(view):
        parts.append(track)
    if guesses := _guesses(view):
        parts.append(guesses)
    if view.rule is not None:
        parts.append(f"The secret rule: {view.rule}.")
    if view.hand is not None:
        cards = "\n".join(f"  {card}" for card in view.hand)
        parts.append(f"Your hand:\n{cards}" if view.hand else "Your hand is empty.")
    return "\n\n".join(parts)


def _table(view: SolverView) -> str:
    master = "the program" if view.master == "program" else "{0}"
    lines = [f"{view.mode.capitalize()}; the Master is {master}."]
    if view.phase not in ("rule", "deal"):
        held = ", ".join(
            f"{{{seat}}} {count}"
            for seat, count in enumerate(view.counts)
            if view.master == "program" or seat
        )
        lines.append(f"Cards in hand: {held}; in the deck: {view.deck}.")
        if view.mode == "cooperative":
            lines.append(f"Lives left: {view.lives}.")
    if view.swapped:
        lines.append(f"Swapped already: {listed(f'{{{seat}}}' for seat in view.swapped)}.")
    return "\n".join(lines)


def _tracks(view: SolverView) -> str:
    """Both tracks as one timeline: accepted cards by their position, errors under them."""
    played = [entry for entry in view.history if entry.action == "play"]
    if not played:
        return ""
    lines, position = [f"The tracks, {counted(len(played), 'card')} of 25:"], 0
    for entry in played:
        who = "" if entry.seat < 0 else f", {{{entry.seat}}}"
        if entry.accepted:
            position += 1
            lines.append(f"  {position:>2}  {entry.card}{who}")
        else:
            lines.append(f"      not accepted: {entry.card}{who}")
    return "\n".join(lines)


def _guesses(view: SolverView) -> str:
    lines = [
        f"  {{{entry.seat}}}: {entry.rule}; {answer_words(entry.answer)}"
        for entry in view.history
        if entry.answer is not None
    ]
    return "\n".join(["Guesses:", *lines]) if lines else ""


def prompt(view: SolverView) -> str:
    """One line that says what the seat can do now."""
    if view.outcome is not None:
        return "The game is over."
    if view.seat not in view.actors:
        return "Wait for your turn."
    if view.phase == "rule":
        return "Write the secret rule, such as: write red or circle."
    if view.phase == "play":
        return "Play a card of your hand, such as: play " + (view.hand or ("",))[0] + "."
    if view.phase == "last":
        return "Your last guess: guess RULE, or pass."
    words = {64: "draw", 65: "swap"}
    can = [words[action] for action in view.legal]
    return f"Now {listed([*(['guess RULE'] if view.hand else []), *can], 'or')}."


def read(text: str, view: SolverView) -> Move:
    """The move that a typed line means; raises ``MalformedMove`` with one sentence otherwise."""
    line = " ".join(text.split())
    word, _, rest = line.partition(" ")
    match word.lower():
        case "draw" | "swap" | "pass" as plain if not rest:
            return {"draw": Draw(), "swap": Swap(), "pass": Pass()}[plain]
        case "guess":
            return Guess(_sentence(rest))
        case "write":
            return Write(_sentence(rest))
        case "play":
            line = rest
    if re.search(r"\w", line) is None or len(line) > 60:
        raise MalformedMove(_help(view))
    try:
        return Play(NAMES[SOLVER.read_card(line)])
    except RuleError as problem:
        raise MalformedMove(f"That is not a move: {problem}") from None


def _help(view: SolverView) -> str:
    if view.phase == "rule":
        return "That is not a move; type write and a rule, such as: write red or circle."
    return "That is not a move; type play and a card, guess and a rule, draw, swap or pass."


def _sentence(text: str) -> str:
    """The normal sentence of a typed rule."""
    try:
        return rule_called(text).sentence
    except RuleError as problem:
        raise MalformedMove(_problem(problem)) from None


def _problem(problem: RuleError) -> str:
    nearest = f" Did you mean: {problem.nearest}?" if problem.nearest else ""
    return f"{problem}{nearest}".replace("{", "(").replace("}", ")")


def read_back(text: str, view: SolverView) -> ReadBack | None:
    """What a rule that is being typed means, before it is written or guessed.

    For a guess also with how many of the cards played it agrees; for a rule that is written what
    the Master is warned of (R12). Other moves are not said back.
    """
    word, _, rest = text.strip().partition(" ")
    if word.lower() not in ("guess", "write"):
        return None
    goes_on = tuple(f"{text.rstrip()} {more}" for more in complete(rest, SOLVER)[:12])
    try:
        sentence = rule_called(" ".join(rest.split())).sentence
    except RuleError as problem:
        return ReadBack(None, completions=goes_on, problem=_problem(problem))
    if word.lower() == "write":
        said = warnings(rule_called(sentence))
        return ReadBack(Write(sentence), f"The secret rule will be: {sentence}.", said, goes_on)
    track = track_of(view)
    fits = f"it agrees with {agrees(sentence, track)} of {counted(len(track), 'card')}"
    return ReadBack(Guess(sentence), f"Your guess is: {sentence}; {fits}.", (), goes_on)
