"""SOLVER in words: the tracks, the hand, and what a typed line means."""

from __future__ import annotations

import re
from typing import Final

from facedown.core.errors import MalformedMove
from facedown.core.moves import Move
from facedown.core.typed import ReadBack, Slot
from facedown.core.words import counted, listed
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

ANSWER_WORDS: Final = {
    "0": "0: no part of it is in the rule",
    "1": "1: one part of it is in the rule",
    "2+": "2+: two or more parts of it are in the rule",
    "Solver!": "Solver!",
}


_PLAIN: Final[dict[str, Move]] = {
    "draw": Draw(),
    "swap": Swap(),
    "pass": Pass(),
    "accept": Judge(accepted=True),
    "reject": Judge(accepted=False),
}


def verdict_words(accepted: bool | None) -> str:
    """A verdict in words."""
    return "accepted" if accepted else "not accepted"


def answer_words(answer: Answered) -> str:
    """The Master's answer, said out."""
    return ANSWER_WORDS[answer]


def scored_words(done: Round) -> str:
    """How a round of Competitive ended, in a sentence."""
    master = f"{{{done.master}}}"
    points = {seat: _points(each) for seat, each in enumerate(done.points)}
    if done.solver >= 0:
        told = f"{{{done.solver}}} found the rule of {master} after {counted(done.cards, 'card')}"
        return f"{told}: {points[done.solver]}, and {points[done.master]} for {master}."
    cast = [vote for vote in done.votes if vote is not None]
    said = "deducible" if deducible(done.votes) else "impossible"
    told = f"Nobody found the rule of {master}; {cast.count(True)} of {len(cast)} call it deducible"
    return f"{told}, so it counts as {said}: {points[done.master]} for {master}."


def _points(number: int) -> str:
    return f"{'−' if number < 0 else ''}{counted(abs(number), 'point')}"


def show(view: SolverView) -> str:
    """Mode, tracks, guesses, everybody's cards, rounds and the own hand."""
    parts = [_table(view)]
    if view.rounds:
        told = "\n".join(f"  {n}. {scored_words(each)}" for n, each in enumerate(view.rounds, 1))
        sums = ", ".join(f"{{{seat}}} {points}" for seat, points in enumerate(view.points))
        parts.append(f"Rounds:\n{told}\nPoints: {sums}.")
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
    master = "the program" if view.master_seat < 0 else f"{{{view.master_seat}}}"
    lines = [f"{view.mode.capitalize()}; the Master is {master}."]
    if view.mode == "competitive" and len(view.rounds) < view.seats:
        lines.append(f"Round {len(view.rounds) + 1} of {view.seats}.")
    if view.master == "free":
        lines.append("The rule is in free words; the Master judges every card and guess by hand.")
    if view.phase not in ("rule", "deal"):
        held = ", ".join(
            f"{{{seat}}} {count}"
            for seat, count in enumerate(view.counts)
            if seat != view.master_seat
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
        elif entry.accepted is None:
            lines.append(f"      not judged yet: {entry.card}{who}")
        else:
            lines.append(f"      not accepted: {entry.card}{who}")
    return "\n".join(lines)


def _guesses(view: SolverView) -> str:
    lines = []
    for entry in view.history:
        if entry.action == "guess":
            said = "not answered yet" if entry.answer is None else answer_words(entry.answer)
            lines.append(f"  {{{entry.seat}}}: {entry.rule}; {said}")
    return "\n".join(["Guesses:", *lines]) if lines else ""


def prompt(view: SolverView) -> str:
    """One line that says what the seat can do now."""
    if view.outcome is not None:
        return "The game is over."
    if view.seat not in view.actors:
        return "Wait for your turn."
    match view.phase:
        case "rule":
            return "Write the secret rule, such as: write red or circle."
        case "play":
            return "Play a card of your hand, such as: play " + (view.hand or ("",))[0] + "."
        case "judge":
            return f"Does {view.history[-1].card} follow your rule? Type accept or reject."
        case "answer":
            return f"Answer the guess '{view.history[-1].rule}': answer 0, 1, 2+ or Solver!."
        case "last":
            return "Your last guess: guess RULE, or pass."
        case "vote":
            return f"The rule was: {view.rule}. Type vote deducible or vote impossible."
        case "best":
            best = (f"vote {seat + 1} for the rule of {{{seat}}}" for seat in leaders(view.points))
            return f"Which tied player had the best rule? Type {listed(best, 'or')}."
    words = {DRAW: "draw", SWAP: "swap"}
    can = [words[action] for action in view.legal]
    return f"Now {listed([*(['guess RULE'] if view.hand else []), *can], 'or')}."


def read(text: str, view: SolverView) -> Move:
    """The move that a typed line means; raises ``MalformedMove`` with one sentence otherwise."""
    line = " ".join(text.split())
    word, _, rest = line.partition(" ")
    match word.lower(), rest:
        case (("draw" | "swap" | "pass" | "accept" | "reject") as plain, ""):
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
        return Play(NAMES[SOLVER.read_card(line)])
    except RuleError as problem:
        if word.lower() != "play" and not SOLVER.value_words.keys() & line.lower().split():
            raise MalformedMove(_help(view)) from None
        raise MalformedMove(f"That is not a move: {problem}") from None


def _help(view: SolverView) -> str:
    ways = {
        "rule": "write and a rule, such as: write red or circle",
        "judge": "accept or reject",
        "answer": "answer and 0, 1, 2+ or Solver!",
        "vote": "vote deducible or vote impossible",
        "best": "vote and the number of a seat, such as: vote 1",
    }
    usual = "play and a card, guess and a rule, draw, swap or pass"
    return f"That is not a move; type {ways.get(view.phase, usual)}."


def rule_form(master: str, text: str) -> str:
    """A typed rule in its one form; raises ``MalformedMove`` where there is none."""
    if master == "free":
        if not (said := free_rule(text)):
            raise MalformedMove(NO_TEXT().sentence)
        return said
    try:
        return rule_called(text).sentence
    except RuleError as problem:
        raise MalformedMove(_problem(problem)) from None


def _problem(problem: RuleError) -> str:
    return str(problem).replace("{", "(").replace("}", ")")


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
        told = _problem(problem) if rest.strip() else f"Say the rule: {word.lower()} red or circle."
        return ReadBack(None, completions=goes_on, problem=told, slots=slots)
    if word.lower() == "write":
        said = warnings(rule_called(sentence))
        told = f"The secret rule will be: {sentence}."
        return ReadBack(Write(sentence), told, said, goes_on, slots=slots)
    track = track_of(view)
    fits = f"it agrees with {agrees(sentence, track)} of {counted(len(track), 'card')}"
    told = f"Your guess is: {sentence}; {fits}."
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
        told = "The program knows nothing of it: you judge every card and answer every guess"
        return ReadBack(Write(said), f"The secret rule will be: {said}. {told}.")
    return ReadBack(Guess(said), f"Your guess is: {said}. The Master answers by judgement.")
