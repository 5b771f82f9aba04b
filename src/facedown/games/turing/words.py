"""Turing Machine in words: the table, the sheet, moves as each seat witnesses them, typed lines."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from facedown.core.daily import DayResult
from facedown.core.default_words import ending_for, typed_move
from facedown.core.errors import MalformedMove
from facedown.core.messages import Message, capital, joined, listed, phrase, separated
from facedown.core.moves import Action, Move
from facedown.core.seats import Ending, Seat, seats_listed
from facedown.core.view import Event
from facedown.games.turing.card_words import ABOUT, CLARIFICATIONS, law_words
from facedown.games.turing.cards import CARDS, CODES, Card, CardError, code_index
from facedown.games.turing.moves import (
    Ask,
    Declare,
    Heard,
    Laws,
    Layout,
    Machine,
    Mend,
    Propose,
    Stop,
    Verdict,
)
from facedown.games.turing.problem import VERIFIER_NAMES, Problem
from facedown.games.turing.rules import (
    ANSWERS,
    DECLARE,
    QUESTION,
    WENT_ON,
    TuringState,
    effort_words,
    questions_words,
    rounds_words,
)
from facedown.games.turing.view import Line, TuringView

if TYPE_CHECKING:
    from facedown.games.turing.rules import TuringState

YES_NO: Final = {True: phrase("yes"), False: phrase("no")}
"""A verifier's answer."""

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
    if view.solution is not None and view.laws is None:
        parts.append(phrase("The code was {code}.", code=view.solution))
    elif view.solution is not None and view.laws is not None:
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
            laws=separated(laws),
            clarification=CLARIFICATIONS[card.number],
        )
        paragraphs.append(joined(" ", [f"**C{card.number}.**", said]))
    return joined("\n\n", paragraphs)


def _standing(view: TuringView) -> Message:
    if view.shared_sheet and view.beside is not None:
        return phrase(
            "Round {round}. {questions} asked so far.",
            round=view.round,
            questions=questions_words(sum(view.questions)),
        )
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
    rounds = len({line.round for line in view.lines if line.asked})  # T13
    effort = effort_words(rounds if view.shared_sheet else view.round, sum(view.questions))
    if view.machine is None:
        if view.outcome.winners:
            return phrase("solved after {effort}.", effort=effort)
        return phrase("not solved after {effort}.", effort=effort)
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


def day_result(view: TuringView) -> DayResult:
    """Rounds in which something was asked, questions, and the answers of each round in order."""
    assert view.outcome is not None
    mine = [line for line in view.lines if line.seat == view.seat and line.asked]
    rounds = sorted({line.round for line in mine})
    marks = (
        "".join(
            "✓" if answer else "✗"
            for line in mine
            if line.round == each
            for answer in line.answers or ()
        )
        for each in rounds
    )
    solved = view.machine is not None or view.seat in view.outcome.winners
    par = () if view.machine is None else tuple(100 * each for each in view.machine)
    asked = sum(len(line.asked) for line in mine)
    return DayResult(solved, (len(rounds), asked), par, "·".join(marks))


def took_in_words(took: Sequence[int]) -> Message:
    """Rounds and questions, given in hundredths."""
    rounds, questions = took
    return effort_words(rounds // 100, questions // 100)


def ending(view: TuringView) -> Ending:
    """How a finished game ended for a seat: what it found first, then who won (T7, T8, T13)."""
    assert view.outcome is not None
    told = ending_for(view.seat, view.outcome)
    if view.shared_sheet and view.beside is None:
        return _against_the_machine(view, told.why)
    if view.seat < 0:
        return told
    if view.shared_sheet:
        return _beside_a_machine(view, told.why)
    code, asked = _named_by(view, view.seat), view.questions[view.seat]
    if code and code != view.solution:
        return Ending(phrase("{code} is not the code", code=code), told.why)
    if not code and view.seat in view.outcome.winners:
        why = phrase("You are the last player left.")
        if view.solution is not None:
            why = phrase("You are the last player left. The code was {code}.", code=view.solution)
        return Ending(told.words, why)
    if not code:
        return told
    if view.seat in view.outcome.winners:
        questions = questions_words(asked)
        why = phrase("The code is {code}; you asked {questions}.", code=code, questions=questions)
        return Ending(told.words, why)
    winners = seats_listed(view.outcome.winners)
    return Ending(phrase("Right, but {who} needed fewer", who=winners), told.why)


def _beside_a_machine(view: TuringView, why: str) -> Ending:
    assert view.outcome is not None
    if view.outcome.winners:
        effort = questions_words(sum(view.questions))
        return Ending(phrase("Solved, in {effort}", effort=effort), why)
    wrong = next((each.code for each in view.named), None)
    if wrong is None:
        return Ending(phrase("Not found in time"), why)
    return Ending(phrase("{code} is not the code", code=wrong), why)


def _against_the_machine(view: TuringView, why: str) -> Ending:
    assert view.outcome is not None
    if view.machine is None:
        code = next((each.code for each in view.ended_by or () if each and each.code), None)
        if code is None:
            return Ending(phrase("Not found in time"), why)
        told = phrase("It was {code}. The Machine wins.", code=view.solution)
        return Ending(phrase("{code} is not the code", code=code), told)
    rounds, asked = len({line.round for line in view.lines if line.asked}), sum(view.questions)
    needed_rounds, needed = view.machine
    effort = questions_words(asked)
    if view.outcome.winners:
        return Ending(phrase("Solved, in {effort}", effort=effort), why)
    if asked <= needed:  # as few questions, but in more rounds
        effort, needed = rounds_words(rounds), needed_rounds
    words = phrase("Solved, in {effort}; the Machine needs {n}", effort=effort, n=needed)
    return Ending(words, why)


def _named_by(view: TuringView, seat: Seat) -> str | None:
    """The code that a seat named in a finished game, right or wrong."""
    wrong = next((each.code for each in view.named if each.seat == seat), None)
    last = (view.ended_by or (None,) * view.seats)[seat]
    return wrong or (last.code if last is not None else None)


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
    if view.phase == "machine" and view.pending is not None:
        return phrase(
            "Does the machine on your table say that {code} is right? Type right, or wrong.",
            code=view.pending.code,
        )
    line = view.open_line()
    if line is not None:
        free = [v for v in VERIFIER_NAMES[: len(view.cards)] if v not in line.asked]
        if view.beside is not None:
            return phrase(
                "Your proposal is {code}. Ask a verifier of the machine on your table ({free}) and "
                "type what it said, such as {verifier} yes; or stop.",
                code=line.code,
                free=", ".join(free),
                verifier=free[0],
            )
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
    match move:
        case Declare():
            return f"solve {move.code}" if move.solve else "go on"
        case Heard():
            return f"heard {move.verifier} {'yes' if move.answer else 'no'}"
        case Verdict():
            return "right" if move.right else "wrong"
    return typed_move(move)


def read(text: str, view: TuringView) -> Move:
    """The move that a typed line means.

    ``241`` or ``2 4 1`` proposes, ``A`` or ``ask A`` asks, ``stop``, ``go on``, ``solve 241``.
    Raises ``MalformedMove`` with one sentence for anything else.
    """
    words = re.sub(r"\b([0-9])[ ,-]+(?=[0-9]\b)", r"\1", text.strip().lower()).split()
    if view.beside is not None and (written := _read_beside(words, view)) is not None:
        return written
    match words:
        case [code] if code.isascii() and code.isdigit():
            if view.phase == "declare":
                raise MalformedMove(
                    phrase("To name the code type: solve {code}; to play on: go on.", code=code[:9])
                )
            return Propose(_code(code))
        case [("propose" | "try" | "test"), code] | [("propose" | "try" | "test"), "code", code]:
            return Propose(_code(code))
        case ["solve" | "guess", code] | ["solve" | "guess", "code", code] | ["code", "is", code]:
            return Declare(solve=True, code=_code(code))
        case ["stop"] | ["stop", "asking"]:
            return Stop()
        case ["go", "on"] | ["go"] | ["on"] | ["continue"]:
            return Declare(solve=False)
        case [verifier] | ["ask" | "verifier", verifier] | ["ask", "verifier", verifier] if (
            len(verifier) == 1
        ):
            return Ask(_verifier(verifier, view))
    if view.beside is not None:
        raise MalformedMove(
            phrase(
                "That is not a move; type a code such as 241, what a verifier said such as A yes, "
                "stop, go on, solve 241, right or wrong, or mend 1 A."
            )
        )
    raise MalformedMove(
        phrase(
            "That is not a move; type a code such as 241, a verifier such as A, stop, go on, "
            "or solve 241."
        )
    )


_SAID: Final = {"yes": True, "check": True, "✓": True, "no": False, "cross": False, "✗": False}
"""How an answer of a real machine is typed."""


def _read_beside(words: Sequence[str], view: TuringView) -> Move | None:
    """What a typed line writes down beside a real machine (T14)."""
    match words:
        case ["right"] | ["wrong"]:
            return Verdict(words[0] == "right")
        case [verifier, said] | ["heard", verifier, said] if said in _SAID:
            return Heard(_verifier(verifier, view), _SAID[said])
        case ["mend", number, verifier] if re.fullmatch(r"[1-9][0-9]?", number):
            return Mend(int(number), _verifier(verifier, view))
    return None


def _verifier(text: str, view: TuringView) -> str:
    if len(text) == 1 and text.upper() in VERIFIER_NAMES[: max(len(view.cards), 4)]:
        return text.upper()
    names = ", ".join(VERIFIER_NAMES[: len(view.cards)])
    raise MalformedMove(
        phrase(
            "There is no verifier {verifier!r}; there are {names}.", verifier=text[:20], names=names
        )
    )


def _code(text: str) -> str:
    try:
        code_index(text)
    except CardError as problem:
        raise MalformedMove(problem.message) from None
    return text


# Moves


def witness(
    before: TuringState, seat: Seat, action: Action, after: TuringState, viewer: Seat
) -> Event:
    """One move for one viewer: the answer only for whoever may know it, secrets for nobody else."""
    move = before.move_of(seat, action)
    shared = before.setting.versus_machine and viewer >= 0
    mine = viewer == seat or shared
    who = f"{{{seat}}}"
    match move:
        case Layout(cards=cards):
            text = phrase("The cards are laid out: {cards}.", cards=_cards(cards))
            return Event(seat, move, text, reveals=True)
        case Laws():
            return Event(seat, Laws(None), phrase("The verifiers are set."), reveals=False)
        case Propose(code=code):
            revealed = after.phase == QUESTION
            text = phrase("{who} composes a proposal.", who=who)
            if mine or revealed:
                text = phrase("{who} composes a proposal, {code}.", who=who, code=code)
            if revealed and before.setting.seats > 1 and not before.setting.cooperative:
                text = phrase("All proposals are in: {proposals}.", proposals=_proposals(after))
            seen = move if mine or revealed else Propose(None)
            alone = before.setting.versus_machine
            return Event(seat, seen, text, reveals=revealed and not alone)
        case Ask() | Heard():
            return _asked(move, before, seat, mine=mine)
        case Mend() | Verdict():
            return _looked_up(move, before, seat)
        case Stop():
            text = phrase("{who} asks no more this round.", who=who)
            return Event(seat, move, text, reveals=False)
        case Declare():
            return _declaration(move, before, seat, after, mine=mine)
        case Machine(rounds=rounds, questions=questions):
            text = phrase("The Machine needs {effort}.", effort=effort_words(rounds, questions))
            return Event(seat, move, text, reveals=True)
    raise AssertionError(move)


def _asked(move: Ask | Heard, before: TuringState, seat: Seat, *, mine: bool) -> Event:
    verifier, code = move.verifier, before.codes[seat]
    asked = {"who": f"{{{seat}}}", "verifier": verifier, "code": CODES[code]}
    text = phrase("{who} asks verifier {verifier} about {code}.", **asked)
    if isinstance(move, Heard):
        answer = move.answer is True
    else:
        answer = bool(ANSWERS[before.laws[VERIFIER_NAMES.index(verifier)]][code])
    if mine:
        asked["answer"] = YES_NO[answer]
        text = phrase("{who} asks verifier {verifier} about {code}: {answer}.", **asked)
    seen = move if mine or isinstance(move, Ask) else Heard(verifier, None)
    return Event(seat, seen, text, reveals=isinstance(move, Ask))


def _looked_up(move: Mend | Verdict, before: TuringState, seat: Seat) -> Event:
    """What is written down beside a real machine (T14), but for answers."""
    who = f"{{{seat}}}"
    if isinstance(move, Mend):
        mended = {"who": who, "verifier": move.verifier, "round": move.round}
        text = phrase("{who} mends what verifier {verifier} said in round {round}.", **mended)
        return Event(seat, move, text, reveals=False)
    if not move.right:
        return Event(seat, move, phrase("{who} has named a wrong code.", who=who), reveals=False)
    text = phrase("{who} has named the right code.", who=who)
    return Event(seat, move, text, reveals=not before.setting.versus_machine)


def _cards(cards: tuple[tuple[int, ...], ...]) -> Message:
    return joined(", ", [listed(map(str, at)) for at in cards])


def _proposals(state: TuringState) -> str:
    pairs = enumerate(state.codes)
    return ", ".join(f"{{{seat}}} {CODES[code]}" for seat, code in pairs if code >= 0)


def _declaration(
    move: Declare, before: TuringState, seat: Seat, after: TuringState, *, mine: bool
) -> Event:
    """A declaration: kept secret until the last seat has declared, then told for all (T7)."""
    if after.phase == DECLARE:
        who = f"{{{seat}}}"
        text = phrase("{who} has declared.", who=who)
        if mine and move.solve:
            text = phrase("{who} has declared: the code is {code}.", who=who, code=move.code)
        elif mine:
            text = phrase("{who} has declared: go on.", who=who)
        return Event(seat, move if mine else Declare(None), text, reveals=False)
    declared = before.declared[:]
    declared[seat] = 0 if move.solve else WENT_ON  # which code was named does not matter below
    fell = before.playing & ~after.playing
    out_too, beside = not before.setting.versus_machine, before.world < 0  # T14: it is told later
    told = [
        phrase("{who} names a code", who=f"{{{who}}}")
        if beside and code >= 0
        else _result(f"{{{who}}}", code, wrong=bool(fell >> who & 1), out=out_too)
        for who, code in enumerate(declared)
        if code >= WENT_ON
    ]
    seen = move if mine or not move.solve else Declare(True)
    if after.outcome() is not None:
        seen = move
    reveals = len(told) > 1 or (bool(move.solve) and not beside)
    return Event(seat, seen, joined("", [separated(told), "."]), reveals=reveals)


def _result(who: str, code: int, *, wrong: bool, out: bool) -> Message:
    if code < 0:
        return phrase("{who} goes on", who=who)
    if not wrong:
        return phrase("{who} names the right code", who=who)
    if out:
        return phrase("{who} names a wrong code and is out", who=who)
    return phrase("{who} names a wrong code", who=who)
