"""Turing Machine in words: the table, the sheet, and what a typed line means."""

from __future__ import annotations

import re

from facedown.core.errors import MalformedMove
from facedown.core.messages import Message, capital, joined, phrase
from facedown.core.moves import Move
from facedown.core.plain import typed_move
from facedown.games.turing.card_text import ABOUT, CLARIFICATIONS
from facedown.games.turing.cards import CARDS, Card, CardError, code_index
from facedown.games.turing.ending import YES_NO, effort_words, questions_words
from facedown.games.turing.law_text import COLOUR_WORDS, law_words
from facedown.games.turing.moves import Ask, Declare, Propose, Stop
from facedown.games.turing.notes import CardIs, CodeIs, DigitIs, LawIs, Subject
from facedown.games.turing.problem import VERIFIER_NAMES, Problem
from facedown.games.turing.view import Line, TuringView

MODE_WORDS = {
    "classic": phrase("Classic: one card per verifier."),
    "extreme": phrase("Extreme: two cards per verifier, one true law among both."),
    "nightmare": phrase(
        "Nightmare: one card each, but which verifier checks which card is unknown."
    ),
}


def show(view: TuringView) -> Message:
    """The cards, the public history and the seat's own answers."""
    parts: list[str] = [MODE_WORDS[view.mode]]
    if view.cards:
        parts.append(cards_in_words(view))
    if view.round:
        parts.append(_standing(view))
    if view.lines:
        parts.append(sheet(view))
    if view.solution is not None and view.laws is not None:
        pairs = zip(VERIFIER_NAMES, view.laws, strict=False)
        laws = ", ".join(f"{verifier} {law}" for verifier, law in pairs)
        parts.append(
            phrase("The code was {code}; the laws were {laws}.", code=view.solution, laws=laws)
        )
    return joined("\n\n", parts)


def cards_in_words(view: TuringView | Problem) -> Message:
    """Every criteria card with its laws."""
    lines: list[str] = []
    for verifier, numbers in enumerate(view.cards):
        for number in numbers:
            lines += [_card_head(view, verifier, number), *_law_lines(CARDS[number])]
    if view.mode == "nightmare":
        names = ", ".join(VERIFIER_NAMES[: len(view.cards)])
        lines.append(
            phrase("Verifiers {names}: one card each, in an order you do not know.", names=names)
        )
    return joined("\n", lines)


def _card_head(view: TuringView | Problem, verifier: int, number: int) -> Message:
    if view.mode == "nightmare":
        return phrase("Card {number}: {about}.", number=number, about=ABOUT[number])
    return phrase(
        "Verifier {verifier}, card {number}: {about}.",
        verifier=VERIFIER_NAMES[verifier],
        number=number,
        about=ABOUT[number],
    )


def _law_lines(card: Card) -> list[Message]:
    return [joined("", [f"  {law.name}  ", law_words(law.says)]) for law in card.laws]


def card_in_words(card: Card) -> Message:
    """One criteria card with its laws and its clarification."""
    head = phrase("Card {number}: {about}.", number=card.number, about=ABOUT[card.number])
    clarification = joined("  ", ["", CLARIFICATIONS[card.number]])
    return joined("\n", [head, *_law_lines(card), clarification])


def cards_in_rules() -> Message:
    """All criteria cards as paragraphs of the rulebook, C1 to C48."""
    paragraphs: list[str] = [joined("## ", ["", phrase("The criteria cards")])]
    for card in CARDS.values():
        laws = [joined(" ", [law.name, law_words(law.says)]) for law in card.laws]
        said = phrase(
            "{about}: {laws}. {clarification}",
            about=capital(ABOUT[card.number]),
            laws=joined("; ", laws),
            clarification=CLARIFICATIONS[card.number],
        )
        paragraphs.append(joined(" ", [f"**C{card.number}.**", said]))
    return joined("\n\n", paragraphs)


def _standing(view: TuringView) -> Message:
    if view.shared_sheet:
        return phrase(
            "Round {round}. {questions} asked so far. You play against the Machine.",
            round=view.round,
            questions=questions_words(sum(view.questions)),
        )
    counts = [
        phrase("{who} {asked} (out)", who=f"{{{seat}}}", asked=asked)
        if seat in view.out
        else f"{{{seat}}} {asked}"
        for seat, asked in enumerate(view.questions)
    ]
    return phrase(
        "Round {round}. Questions asked: {counts}.", round=view.round, counts=joined(", ", counts)
    )


def sheet(view: TuringView) -> Message:
    """The note sheet: proposals and verifiers asked of all, answers where they are known."""
    lines: list[Message] = [phrase("Sheet:")]
    for line in view.lines:
        told = {"round": line.round, "code": line.code, "answers": _answers(line)}
        if view.seats == 1:
            lines.append(phrase("  Round {round}: {code} {answers}", **told))
        else:
            who = f"{{{line.seat}}}"
            lines.append(phrase("  Round {round} {who}: {code} {answers}", who=who, **told))
    lines += [
        phrase(
            "  Round {round} {who}: named {code}, wrong",
            round=named.round,
            who=f"{{{named.seat}}}",
            code=named.code or phrase("a code"),
        )
        for named in view.named
    ]
    return joined("\n", lines)


def subject_words(subject: Subject) -> str:
    """What a note speaks of.

    >>> subject_words(LawIs("4a", "B"))
    '4a at verifier B'
    """
    match subject:
        case DigitIs(shape, digit):
            return phrase("{colour} {digit}", colour=COLOUR_WORDS[shape], digit=digit)
        case CodeIs(code):
            return phrase("code {code}", code=code)
        case LawIs(name, None):
            return name
        case LawIs(name, verifier):
            return phrase("{law} at verifier {verifier}", law=name, verifier=verifier)
        case CardIs(card, verifier):
            return phrase("card {card} at verifier {verifier}", card=card, verifier=verifier)


def _answers(line: Line) -> Message:
    if not line.asked:
        return phrase("(nothing asked)")
    if line.answers is None:
        return phrase("asked {verifiers}", verifiers=", ".join(line.asked))
    pairs = zip(line.asked, line.answers, strict=True)
    return joined(", ", [joined(" ", [verifier, YES_NO[answer]]) for verifier, answer in pairs])


def in_brief(view: TuringView) -> Message:
    """A finished game without its code: how it ended, in how many rounds and questions."""
    if view.outcome is None:
        return phrase("not solved yet.")
    effort = effort_words(view.round, sum(view.questions))
    if view.machine is None:
        if view.outcome.winners:
            return phrase("solved after {effort}.", effort=effort)
        return phrase("not solved after {effort}.", effort=effort)
    rounds = len({line.round for line in view.lines if line.asked})  # T13
    effort = effort_words(rounds, sum(view.questions))
    if (rounds, sum(view.questions)) == tuple(view.machine):
        return phrase("solved in {effort}, just what the Machine needs.", effort=effort)
    machine = effort_words(*view.machine)
    if view.outcome.winners:
        return phrase(
            "solved in {effort}; the Machine needs {machine}: beaten.",
            effort=effort,
            machine=machine,
        )
    return phrase(
        "solved in {effort}; the Machine needs {machine}: the Machine wins.",
        effort=effort,
        machine=machine,
    )


def prompt(view: TuringView) -> Message:
    """One line that says what the seat can do now."""
    if view.outcome is not None:
        return phrase("The game is over.")
    if view.seat in view.out:
        return phrase("You named a wrong code, so you are out.")
    if view.seat not in view.actors:
        return phrase("Wait for the others.")
    if view.phase == "compose":
        return phrase(
            "Round {round}. Compose a proposal: blue triangle, yellow square, purple circle, each "
            "from 1 to 5, such as 241.",
            round=view.round,
        )
    line = view.open_line()
    if line is not None:
        free = [v for v in VERIFIER_NAMES[: len(view.cards)] if v not in line.asked]
        return phrase(
            "Your proposal is {code}. Ask a verifier ({free}), or stop.",
            code=line.code,
            free=", ".join(free),
        )
    return phrase("Name the code (solve 241), or go on.")


def typed(move: Move) -> str:
    """A seat's move as it is typed.

    >>> typed(Declare(solve=True, code="241")), typed(Declare(solve=False)), typed(Ask("B"))
    ('solve 241', 'go on', 'ask B')
    """
    if isinstance(move, Declare):
        return f"solve {move.code}" if move.solve else "go on"
    return typed_move(move)


def read(text: str, view: TuringView) -> Move:
    """The move that a typed line means.

    ``241`` or ``2 4 1`` proposes, ``A`` or ``ask A`` asks, ``stop``, ``go on``, ``solve 241``.
    Raises ``MalformedMove`` with one sentence for anything else.
    """
    words = re.sub(r"\b([0-9])[ ,]+(?=[0-9]\b)", r"\1", text.strip().lower()).split()
    match words:
        case [code] if code.isascii() and code.isdigit():
            if view.phase == "declare":
                raise MalformedMove(
                    phrase("To name the code type: solve {code}; to play on: go on.", code=code[:9])
                )
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
                raise MalformedMove(
                    phrase(
                        "There is no verifier {verifier!r}; there are {names}.",
                        verifier=verifier,
                        names=names,
                    )
                )
            return Ask(verifier.upper())
    raise MalformedMove(
        phrase(
            "That is not a move; type a code such as 241, a verifier such as A, stop, go on, "
            "or solve 241."
        )
    )


def _code(text: str) -> str:
    try:
        code_index(text)
    except CardError as problem:
        raise MalformedMove(problem.message) from None
    return text
