"""Turing Machine in words: the table, the sheet, and what a typed line means."""

from __future__ import annotations

import re

from facedown.core.errors import MalformedMove
from facedown.core.moves import Move
from facedown.core.words import counted
from facedown.games.turing.card_text import ABOUT, CLARIFICATIONS, law_words
from facedown.games.turing.cards import CARDS, Card, CardError, code_index
from facedown.games.turing.ending import effort_words
from facedown.games.turing.moves import Ask, Declare, Propose, Stop
from facedown.games.turing.notes import COLOURS, CardIs, CodeIs, DigitIs, LawIs, Subject
from facedown.games.turing.problem import VERIFIER_NAMES, Problem
from facedown.games.turing.view import Line, TuringView

YES_NO = {True: "yes", False: "no"}

MODE_WORDS = {
    "classic": "Classic: one card per verifier.",
    "extreme": "Extreme: two cards per verifier, one true law among both.",
    "nightmare": "Nightmare: one card each, but which verifier checks which card is unknown.",
}


def show(view: TuringView) -> str:
    """The cards, the public history and the seat's own answers."""
    parts = [MODE_WORDS[view.mode]]
    if view.cards:
        parts.append(cards_in_words(view))
    if view.round:
        parts.append(_standing(view))
    if view.lines:
        parts.append(sheet(view))
    if view.solution is not None and view.laws is not None:
        pairs = zip(VERIFIER_NAMES, view.laws, strict=False)
        laws = ", ".join(f"{verifier} {law}" for verifier, law in pairs)
        parts.append(f"The code was {view.solution}; the laws were {laws}.")
    return "\n\n".join(parts)


def cards_in_words(view: TuringView | Problem) -> str:
    """Every criteria card with its laws."""
    lines = []
    for place, numbers in enumerate(view.cards):
        where = "" if view.mode == "nightmare" else f"Verifier {VERIFIER_NAMES[place]}, "
        for number in numbers:
            card = CARDS[number]
            label = f"{where}card {number}"
            lines.append(f"{label[0].upper()}{label[1:]}: {ABOUT[number]}.")
            lines += [f"  {law.name}  {law_words(law.says)}" for law in card.laws]
    if view.mode == "nightmare":
        names = ", ".join(VERIFIER_NAMES[: len(view.cards)])
        lines.append(f"Verifiers {names}: one card each, in an order you do not know.")
    return "\n".join(lines)


def card_in_words(card: Card) -> str:
    """One criteria card with its laws and its clarification."""
    laws = [f"  {law.name}  {law_words(law.says)}" for law in card.laws]
    head = f"Card {card.number}: {ABOUT[card.number]}."
    return "\n".join([head, *laws, f"  {CLARIFICATIONS[card.number]}"])


def cards_in_rules() -> str:
    """All criteria cards as paragraphs of the rulebook, C1 to C48."""
    paragraphs = ["## The criteria cards"]
    for card in CARDS.values():
        laws = "; ".join(f"{law.name} {law_words(law.says)}" for law in card.laws)
        about = ABOUT[card.number]
        paragraphs.append(
            f"**C{card.number}.** {about[0].upper()}{about[1:]}: {laws}. "
            f"{CLARIFICATIONS[card.number]}"
        )
    return "\n\n".join(paragraphs)


def _standing(view: TuringView) -> str:
    text = f"Round {view.round}."
    if view.shared_sheet:
        asked = sum(view.questions)
        return f"{text} {counted(asked, 'question')} asked so far. You play against the Machine."
    counts = ", ".join(
        f"{{{seat}}} {asked}{' (out)' if seat in view.out else ''}"
        for seat, asked in enumerate(view.questions)
    )
    return f"{text} Questions asked: {counts}."


def sheet(view: TuringView) -> str:
    """The note sheet: proposals and verifiers asked of all, answers where they are known."""
    lines = ["Sheet:"]
    for line in view.lines:
        who = "" if view.seats == 1 else f" {{{line.seat}}}"
        lines.append(f"  Round {line.round}{who}: {line.code} {_answers(line)}")
    for named in view.named:
        code = named.code or "a code"
        lines.append(f"  Round {named.round} {{{named.seat}}}: named {code}, wrong")
    return "\n".join(lines)


def subject_words(subject: Subject) -> str:
    """What a note speaks of.

    >>> subject_words(LawIs("4a", "B"))
    '4a at verifier B'
    """
    match subject:
        case DigitIs(shape, digit):
            return f"{COLOURS[shape]} {digit}"
        case CodeIs(code):
            return f"code {code}"
        case LawIs(name, None):
            return name
        case LawIs(name, verifier):
            return f"{name} at verifier {verifier}"
        case CardIs(card, verifier):
            return f"card {card} at verifier {verifier}"


def _answers(line: Line) -> str:
    if not line.asked:
        return "(nothing asked)"
    if line.answers is None:
        return f"asked {', '.join(line.asked)}"
    pairs = zip(line.asked, line.answers, strict=True)
    return ", ".join(f"{verifier} {YES_NO[answer]}" for verifier, answer in pairs)


def in_brief(view: TuringView) -> str:
    """A finished game without its code: how it ended, in how many rounds and questions."""
    if view.outcome is None:
        return "not solved yet."
    effort = effort_words(view.round, sum(view.questions))
    if view.machine is None:
        return f"{'solved' if view.outcome.winners else 'not solved'} after {effort}."
    better = "beaten" if view.outcome.winners else "the Machine wins"
    rounds = len({line.round for line in view.lines if line.asked})  # T13
    effort = effort_words(rounds, sum(view.questions))
    if (rounds, sum(view.questions)) == tuple(view.machine):
        return f"solved in {effort}, just what the Machine needs."
    return f"solved in {effort}; the Machine needs {effort_words(*view.machine)}: {better}."


def prompt(view: TuringView) -> str:
    """One line that says what the seat can do now."""
    if view.outcome is not None:
        return "The game is over."
    if view.seat in view.out:
        return "You named a wrong code, so you are out."
    if view.seat not in view.actors:
        return "Wait for the others."
    if view.phase == "compose":
        digits = "blue triangle, yellow square, purple circle, each from 1 to 5, such as 241"
        return f"Round {view.round}. Compose a proposal: {digits}."
    line = view.open_line()
    if line is not None:
        free = [v for v in VERIFIER_NAMES[: len(view.cards)] if v not in line.asked]
        return f"Your proposal is {line.code}. Ask a verifier ({', '.join(free)}), or stop."
    return "Name the code (solve 241), or go on."


def read(text: str, view: TuringView) -> Move:
    """The move that a typed line means.

    ``241`` or ``2 4 1`` proposes, ``A`` or ``ask A`` asks, ``stop``, ``go on``, ``solve 241``.
    Raises ``MalformedMove`` with one sentence for anything else.
    """
    words = re.sub(r"\b([0-9])[ ,]+(?=[0-9]\b)", r"\1", text.strip().lower()).split()
    match words:
        case [code] if code.isascii() and code.isdigit():
            if view.phase == "declare":
                raise MalformedMove(f"To name the code type: solve {code[:9]}; to play on: go on.")
            return Propose(_code(code))
        case ["propose", code]:
            return Propose(_code(code))
        case ["solve", code]:
            return Declare(solve=True, code=_code(code))
        case ["stop"]:
            return Stop()
        case ["go", "on"] | ["go"] | ["on"]:
            return Declare(solve=False)
        case [verifier] | ["ask", verifier] if len(verifier) == 1:
            if verifier.upper() not in VERIFIER_NAMES[: max(len(view.cards), 4)]:
                names = ", ".join(VERIFIER_NAMES[: len(view.cards)])
                raise MalformedMove(f"There is no verifier {verifier!r}; there are {names}.")
            return Ask(verifier.upper())
    raise MalformedMove(
        "That is not a move; type a code such as 241, a verifier such as A, stop, go on, "
        "or solve 241."
    )


def _code(text: str) -> str:
    try:
        code_index(text)
    except CardError as problem:
        raise MalformedMove(str(problem)) from None
    return text
