"""What Turing Machine's aids say of the things on the table, for the board to mark them.

Things are called as notes name them: ``blue 3``, ``A 4a`` (in Nightmare, where cards lie loose,
``4a``) and ``A card 4``; and ``A`` is a verifier to be asked.
"""

from __future__ import annotations

from collections.abc import Sequence

from facedown.core.facts import AidMark, AidSays
from facedown.games.turing.cards import DIGITS, Shape, code_index
from facedown.games.turing.help.hints import VerifierStatus, advice, possible_codes, verifier_status
from facedown.games.turing.help.notes import (
    COLOURS,
    CardIs,
    Claim,
    CodeIs,
    DigitIs,
    LawIs,
    Subject,
    standing_claims,
    worlds_where,
)
from facedown.games.turing.view import TuringView
from facedown.games.turing.worlds import knowledge


def marks(name: str, view: TuringView, notes: Sequence[str]) -> tuple[AidMark, ...]:
    """What an aid says of things on the table; nothing before the verifiers are set or at the end.

    ``notes`` are the seat's notes, oldest first.
    """
    if view.phase in ("layout", "laws", "over"):
        return ()
    match name:
        case "codes":
            return _digits(view)
        case "verifiers":
            return _laws(view)
        case "question":
            best = advice(view)
            return () if best is None else (AidMark(best.verifier, "next"),)
        case "note":
            return _claims(view, notes)
    return ()


def thing(subject: Subject) -> str:
    """What a thing is called.

    >>> thing(LawIs("4a", "B")), thing(DigitIs(Shape.SQUARE, 3))
    ('B 4a', 'yellow 3')
    """
    match subject:
        case DigitIs(shape, digit):
            return f"{COLOURS[shape]} {digit}"
        case CodeIs(code):
            return code
        case LawIs(name, verifier):
            return name if verifier is None else f"{verifier} {name}"
        case CardIs(card, verifier):
            return f"{verifier} card {card}"


def _digits(view: TuringView) -> tuple[AidMark, ...]:
    codes = [DIGITS[code_index(code)] for code in possible_codes(view)]
    told = []
    for shape in Shape:
        left = {code[shape] for code in codes}
        for digit in range(1, 6):
            says = _state(digit in left, only=len(left) == 1)
            told.append(AidMark(thing(DigitIs(shape, digit)), says))
    return tuple(told)


def _laws(view: TuringView) -> tuple[AidMark, ...]:
    statuses = verifier_status(view)
    if view.mode == "nightmare":
        return _loose(statuses)
    return tuple(
        AidMark(
            thing(LawIs(one.law.name, status.verifier)),
            _state(one.law.name in status.possible, only=len(status.possible) == 1),
        )
        for status in statuses
        for one in status.laws
    )


def _loose(statuses: Sequence[VerifierStatus]) -> tuple[AidMark, ...]:
    """Nightmare: of each law whether any verifier can check it, of each verifier its cards."""
    told = []
    possible = {name for status in statuses for name in status.possible}
    for one in statuses[0].laws:
        says = _state(one.law.name in possible, only=False)
        told.append(AidMark(thing(LawIs(one.law.name, None)), says))
    for status in statuses:
        left = {one.law.card for one in status.laws if one.law.name in status.possible}
        for card in dict.fromkeys(one.law.card for one in status.laws):
            says = _state(card in left, only=len(left) == 1)
            told.append(AidMark(thing(CardIs(card, status.verifier)), says))
    return tuple(told)


def _state(possible: bool, *, only: bool) -> AidSays:
    if not possible:
        return "out"
    return "certain" if only else "open"


def _claims(view: TuringView, notes: Sequence[str]) -> tuple[AidMark, ...]:
    """Notes that are right, wrong, or too early to tell."""
    claims, _ = standing_claims(notes, view)
    return tuple(AidMark(thing(claim.subject), _verdict(view, claim)) for _, claim in claims)


def _verdict(view: TuringView, claim: Claim) -> AidSays:
    problem, belief = knowledge(view)
    so, total = worlds_where(problem, belief, claim.subject), belief.bit_count()
    agreeing = so if claim.mark == "is" else total - so
    return "good" if agreeing == total else "open" if agreeing else "bad"
