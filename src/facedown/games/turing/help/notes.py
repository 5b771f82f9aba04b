"""Notes on the sheet that the program understands, so that it can check them against the answers.

A note is free text. One of these forms, in capitals or not, strikes something out, settles it, or
takes an earlier note back; several digits, codes or laws may follow one ``not`` or ``maybe``::

    not blue 3        blue is 3        maybe blue 3        a digit; colour or shape names it
    not 241           code 241         maybe 241           a code
    A not 4a          A is 4a          A maybe 4a          the law of a verifier
    not 4a            is 4a            maybe 4a            a law, whichever verifier has its card
    A not card 4      A is card 4      A maybe card 4      Nightmare: the card of a verifier

``strike`` is another word for ``not``; ``clear marks`` takes all of them back.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from facedown.core.errors import BadNote, FacedownError
from facedown.core.messages import phrase
from facedown.core.moves import tidy_note
from facedown.games.turing.card_words import COLOUR_WORDS
from facedown.games.turing.cards import CARDS, DIGITS, Law, Shape, code_index, law
from facedown.games.turing.problem import VERIFIER_NAMES, ProblemWorlds
from facedown.games.turing.view import TuringView

Mark: TypeAlias = Literal["is", "not", "maybe"]

CLEAR: Final = "clear marks"
"""The note that takes every mark back."""

_MARKS: Final[dict[str, Mark]] = {"is": "is", "not": "not", "strike": "not", "maybe": "maybe"}
COLOURS: Final = {Shape.TRIANGLE: "blue", Shape.SQUARE: "yellow", Shape.CIRCLE: "purple"}
"""How a note in its shortest form names the shapes."""

_SHAPE_OF: Final = {
    **{colour: shape for shape, colour in COLOURS.items()},
    **{shape.name.lower(): shape for shape in Shape},
}


class NoteError(BadNote):
    """A note that speaks of what this game does not have."""


@dataclass(frozen=True, slots=True)
class DigitIs:
    """That a shape's digit is this one."""

    shape: Shape
    digit: int


@dataclass(frozen=True, slots=True)
class CodeIs:
    """That the code is this one."""

    code: str


@dataclass(frozen=True, slots=True)
class LawIs:
    """That a verifier (None: whichever has the card) checks this law."""

    law: str
    verifier: str | None


@dataclass(frozen=True, slots=True)
class CardIs:
    """That a verifier has this card."""

    card: int
    verifier: str


Subject: TypeAlias = DigitIs | CodeIs | LawIs | CardIs


@dataclass(frozen=True, slots=True)
class Claim:
    """One thing a note says: that the subject is so, is not so, or may be."""

    mark: Mark
    subject: Subject


Claims: TypeAlias = dict[Subject, Claim]
"""The claim about each subject."""


def tidy(text: str, view: TuringView) -> str:
    """The note as it is kept: in its shortest form if it is understood, else as it was typed.

    Raises ``BadNote`` when it is empty, longer than 200 characters, holds characters that cannot
    be shown, or speaks of a law, card, code or digit that this game does not have.
    """
    note = tidy_note(text)
    if note.lower() == CLEAR:
        return CLEAR
    claims = read_note(note, view)
    return _written(claims) if claims else note


def read_note(text: str, view: TuringView) -> tuple[Claim, ...]:
    """What a note claims; empty for free text.

    Raises :class:`NoteError` when it has one of the forms but names what this game does not have.
    """
    words = re.sub(r"[,;.]|\band\b", " ", text.lower()).split()
    if not view.cards or len(words) < 2:
        return ()
    verifier = None
    if len(words[0]) == 1 and words[0].upper() in VERIFIER_NAMES:
        verifier = words.pop(0).upper()
    if words[0] == "code":
        mark: Mark = "is"
        words = words[1:]
        if len(words) != 1 or not _all_like("code", words):
            return ()
    else:
        words = _mark_first(words)
        if words[0] not in _MARKS:
            return ()
        mark = _MARKS[words[0]]
        words = words[1:]
    subjects = _subjects(words, verifier)
    if mark == "is" and len(subjects) > 1:
        return ()
    return tuple(Claim(mark, _checked(subject, view)) for subject in subjects)


def _mark_first(words: list[str]) -> list[str]:
    """``blue triangle not 3`` as ``not blue triangle 3``."""
    for index, word in enumerate(words):
        if word in _MARKS:
            return [word, *words[:index], *words[index + 1 :]]
        if word not in _SHAPE_OF:
            break
    return words


def _subjects(words: list[str], verifier: str | None) -> list[Subject]:
    """The things that the words name, not checked yet; none when they are free text."""
    shapes = {_SHAPE_OF[word] for word in words if word in _SHAPE_OF}
    rest = [word for word in words if word not in _SHAPE_OF]
    if not rest or len(shapes) > 1:
        return []
    if shapes:
        if verifier is not None or not _all_like("number", rest):
            return []
        return [DigitIs(shape, int(word)) for shape in shapes for word in rest]
    if rest[0] in ("card", "cards"):
        cards = [word for word in rest if word not in ("card", "cards")]
        if verifier is None or not cards or not _all_like("number", cards):
            return []
        return [CardIs(int(card), verifier) for card in cards]
    if verifier is None and _all_like("code", rest):
        return [CodeIs(code) for code in rest]
    if _all_like("law", rest):
        return [LawIs(name, verifier) for name in rest]
    return []


_FORMS: Final = {"number": r"[0-9]{1,2}", "code": r"[0-9]{3}", "law": r"[0-9]{1,2}[a-z]"}


def _all_like(form: str, words: Iterable[str]) -> bool:
    return all(re.fullmatch(_FORMS[form], word) for word in words)


def _checked(subject: Subject, view: TuringView) -> Subject:
    """The subject as it can be on this table; raises :class:`NoteError` where it cannot."""
    match subject:
        case DigitIs(shape, digit):
            if not 1 <= digit <= 5:
                raise NoteError(
                    phrase(
                        "There is no {colour} {digit}; digits are 1 to 5.",
                        colour=COLOUR_WORDS[shape],
                        digit=digit,
                    )
                )
            return subject
        case CodeIs(code):
            code_index(code)
            return subject
        case LawIs(name, verifier):
            (holder,) = _verifiers_of(law(name).card, verifier, view) or (verifier,)
            return LawIs(name, holder)
        case CardIs(card, verifier):
            if _verifiers_of(card, verifier, view):
                raise NoteError(
                    phrase("Which verifier has which card is known; note its laws instead.")
                )
            return subject


def _verifiers_of(card: int, named: str | None, view: TuringView) -> tuple[str, ...]:
    """The verifier that has a card, none where that is not known (Nightmare)."""
    names = VERIFIER_NAMES[: len(view.cards)]
    if named is not None and named not in names:
        raise NoteError(
            phrase(
                "There is no verifier {named}; there are {names}.",
                named=named,
                names=", ".join(names),
            )
        )
    holders = [verifier for verifier, cards in enumerate(view.cards) if card in cards]
    if not holders:
        raise NoteError(phrase("Card {card} is not in this problem.", card=card))
    if view.mode == "nightmare":
        return ()
    holder = names[holders[0]]
    if named not in (None, holder):
        raise NoteError(
            phrase("Verifier {named} does not have card {card}.", named=named, card=card)
        )
    return (holder,)


def _written(claims: tuple[Claim, ...]) -> str:
    """The claims of one note in its shortest form."""
    mark, subjects = claims[0].mark, [claim.subject for claim in claims]
    first = subjects[0]
    things = ", ".join(map(_thing, subjects))
    match first:
        case DigitIs(shape):
            colour = COLOURS[shape]
            return f"{colour} is {things}" if mark == "is" else f"{mark} {colour} {things}"
        case CodeIs():
            return f"code {things}" if mark == "is" else f"{mark} {things}"
        case CardIs(_, verifier):
            return f"{verifier} {mark} card {things}"
        case LawIs(_, verifier):
            verifiers = {subject.verifier for subject in subjects if isinstance(subject, LawIs)}
            whose = f"{verifier} " if len(verifiers) == 1 and verifier is not None else ""
            return f"{whose}{mark} {things}"


def _thing(subject: Subject) -> str:
    match subject:
        case DigitIs(_, digit):
            return str(digit)
        case CodeIs(code):
            return code
        case LawIs(name):
            return name
        case CardIs(card):
            return str(card)


def claims_of(note: str, view: TuringView) -> tuple[Claim, ...]:
    """What a kept note claims; empty for free text, and for what this game does not have."""
    try:
        return read_note(note, view)
    except FacedownError:
        return ()


def standing_claims(notes: Iterable[str], view: TuringView) -> tuple[list[tuple[str, Claim]], int]:
    """The claims that stand, each with its note, and how many notes are free text.

    A later note about the same thing takes the place of an earlier one; ``maybe`` takes it back.
    """
    claims: dict[Subject, tuple[str, Claim]] = {}
    free = 0
    for note in notes:
        if note == CLEAR:
            claims.clear()
            continue
        found = claims_of(note, view)
        free += not found
        for claim in found:
            claims.pop(claim.subject, None)
            if claim.mark != "maybe":
                claims[claim.subject] = (note, claim)
    return list(claims.values()), free


def latest_claims(notes: Iterable[str], view: TuringView) -> Claims:
    """The newest claim about each thing, be it no more than a doubt."""
    claims: Claims = {}
    for note in notes:
        if note == CLEAR:
            claims.clear()
        for claim in claims_of(note, view):
            claims[claim.subject] = claim
    return claims


def worlds_where(problem: ProblemWorlds, belief: int, subject: Subject) -> int:
    """In how many worlds of the belief the thing claimed is so."""
    match subject:
        case CodeIs(code):
            return (belief & problem.with_code(code_index(code))).bit_count()
        case DigitIs(shape, digit):
            return sum(
                (belief & problem.with_code(code)).bit_count()
                for code in problem.codes(belief)
                if DIGITS[code][shape] == digit
            )
        case LawIs(name, verifier):
            return _worlds_with((law(name),), verifier, problem, belief)
        case CardIs(card, verifier):
            return _worlds_with(CARDS[card].laws, verifier, problem, belief)


def _worlds_with(
    laws: tuple[Law, ...], verifier: str | None, problem: ProblemWorlds, belief: int
) -> int:
    """In how many worlds a verifier, or any where it is None, checks one of these laws."""
    verifiers: Iterable[int] = range(problem.problem.verifiers)
    if verifier is not None:
        verifiers = (VERIFIER_NAMES.index(verifier),)
    still = [problem.laws_still(belief, verifier) for verifier in verifiers]
    return sum(counts.get(one.index, 0) for counts in still for one in laws)


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
