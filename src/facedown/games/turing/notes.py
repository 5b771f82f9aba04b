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
from facedown.core.notes import tidy_note
from facedown.games.turing.cards import CARDS, CODES, code_index, law
from facedown.games.turing.problem import VERIFIER_NAMES
from facedown.games.turing.view import TuringView
from facedown.games.turing.worlds import ProblemWorlds

Mark: TypeAlias = Literal["is", "not", "maybe"]
Kind: TypeAlias = Literal["digit", "code", "law", "card"]

CLEAR: Final = "clear marks"
"""The note that takes every mark back."""

_MARKS: Final[dict[str, Mark]] = {"is": "is", "not": "not", "strike": "not", "maybe": "maybe"}
_COLOURS: Final = ("blue", "yellow", "purple")
_COLOUR_OF: Final = {
    **{colour: colour for colour in _COLOURS},
    **dict(zip(("triangle", "square", "circle"), _COLOURS, strict=True)),
}


class NoteError(BadNote):
    """A note that speaks of what this game does not have."""


@dataclass(frozen=True, slots=True)
class Claim:
    """One thing a note says.

    ``what`` is ``"blue 3"``, ``"241"``, ``"4a"`` or ``"card 4"``, as ``kind`` says; ``verifier`` is
    the verifier it is about, or None.
    """

    mark: Mark
    kind: Kind
    what: str
    verifier: str | None = None

    @property
    def subject(self) -> str:
        """What is claimed, in words."""
        if self.kind == "code":
            return f"code {self.what}"
        if self.kind == "digit":
            return self.what
        return f"{self.what} at verifier {self.verifier}" if self.verifier else self.what


_Subject: TypeAlias = tuple[Kind, str, str | None]
Claims: TypeAlias = dict[_Subject, Claim]
"""What is claimed of each thing: by its kind, what it is, and the verifier it is about."""


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
        if len(words) != 1 or not _looks_like("code", words[0]):
            return ()
    else:
        words = _mark_first(words)
        if words[0] not in _MARKS:
            return ()
        mark = _MARKS[words[0]]
        words = words[1:]
    found = _things(words)
    if found is None or (mark == "is" and len(found[1]) > 1):
        return ()
    kind, things = found
    if (verifier is not None and kind in ("digit", "code")) or (kind, verifier) == ("card", None):
        return ()
    return tuple(_claim(mark, kind, thing, verifier, view) for thing in things)


def _mark_first(words: list[str]) -> list[str]:
    """``blue triangle not 3`` as ``not blue triangle 3``."""
    for place, word in enumerate(words):
        if word in _MARKS:
            return [word, *words[:place], *words[place + 1 :]]
        if word not in _COLOUR_OF:
            break
    return words


def _things(words: list[str]) -> tuple[Kind, list[str]] | None:
    """The kind of the things named and each of them; None when it is free text."""
    colours = {_COLOUR_OF[word] for word in words if word in _COLOUR_OF}
    rest = [word for word in words if word not in _COLOUR_OF]
    if not rest or len(colours) > 1:
        return None
    if colours:
        numbers = all(_looks_like("number", word) for word in rest)
        return (
            ("digit", [f"{colour} {word}" for colour in colours for word in rest])
            if numbers
            else None
        )
    if rest[0] in ("card", "cards"):
        cards = [word for word in rest if word not in ("card", "cards")]
        numbers = bool(cards) and all(_looks_like("number", word) for word in cards)
        return ("card", [f"card {word}" for word in cards]) if numbers else None
    for kind in ("code", "law"):
        if all(_looks_like(kind, word) for word in rest):
            return ("code" if kind == "code" else "law"), rest
    return None


def _looks_like(kind: str, word: str) -> bool:
    forms = {"number": r"[0-9]{1,2}", "code": r"[0-9]{3}", "law": r"[0-9]{1,2}[a-z]"}
    return re.fullmatch(forms[kind], word) is not None


def _claim(mark: Mark, kind: Kind, what: str, verifier: str | None, view: TuringView) -> Claim:
    """The claim, checked against the cards on the table."""
    names = VERIFIER_NAMES[: len(view.cards)]
    if verifier is not None and verifier not in names:
        raise NoteError(f"There is no verifier {verifier}; there are {', '.join(names)}.")
    if kind == "digit":
        if what.split()[1] not in ("1", "2", "3", "4", "5"):
            raise NoteError(f"There is no {what}; digits are 1 to 5.")
    elif kind == "code":
        code_index(what)
    else:
        card = law(what).card if kind == "law" else int(what.split()[1])
        places = [place for place, cards in enumerate(view.cards) if card in cards]
        if not places:
            raise NoteError(f"Card {card} is not in this problem.")
        if view.mode != "nightmare":
            if verifier not in (None, names[places[0]]):
                raise NoteError(f"Verifier {verifier} does not have card {card}.")
            if kind == "card":
                raise NoteError("Which verifier has which card is known; note its laws instead.")
            verifier = names[places[0]]
    return Claim(mark, kind, what, verifier)


def _written(claims: tuple[Claim, ...]) -> str:
    mark, kind = claims[0].mark, claims[0].kind
    verifiers = {claim.verifier for claim in claims}
    whose = f"{claims[0].verifier} " if len(verifiers) == 1 and None not in verifiers else ""
    if kind == "digit":
        colour = claims[0].what.split()[0]
        digits = ", ".join(claim.what.split()[1] for claim in claims)
        return f"{colour} is {digits}" if mark == "is" else f"{mark} {colour} {digits}"
    if kind == "code" and mark == "is":
        return f"code {claims[0].what}"
    things = ", ".join(claim.what.removeprefix("card ") for claim in claims)
    return f"{whose}{mark} {'card ' if kind == 'card' else ''}{things}"


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
    claims: dict[_Subject, tuple[str, Claim]] = {}
    free = 0
    for note in notes:
        if note == CLEAR:
            claims.clear()
            continue
        found = claims_of(note, view)
        free += not found
        for claim in found:
            key = (claim.kind, claim.what, claim.verifier)
            claims.pop(key, None)
            if claim.mark != "maybe":
                claims[key] = (note, claim)
    return list(claims.values()), free


def latest_claims(notes: Iterable[str], view: TuringView) -> Claims:
    """The newest claim about each thing, be it no more than a doubt."""
    claims: Claims = {}
    for note in notes:
        if note == CLEAR:
            claims.clear()
        for claim in claims_of(note, view):
            claims[claim.kind, claim.what, claim.verifier] = claim
    return claims


def worlds_where(problem: ProblemWorlds, belief: int, claim: Claim) -> int:
    """In how many worlds of the belief the thing claimed is so (whatever the claim's mark)."""
    if claim.kind in ("code", "digit"):
        return sum(
            (belief & problem.with_code(code)).bit_count()
            for code in problem.codes(belief)
            if _fits(claim, CODES[code])
        )
    laws = [law(claim.what)] if claim.kind == "law" else CARDS[int(claim.what.split()[1])].laws
    verifiers: Iterable[int] = range(problem.problem.verifiers)
    if claim.verifier is not None:
        verifiers = (VERIFIER_NAMES.index(claim.verifier),)
    still = [problem.laws_still(belief, verifier) for verifier in verifiers]
    return sum(counts.get(one.index, 0) for counts in still for one in laws)


def _fits(claim: Claim, code: str) -> bool:
    if claim.kind == "code":
        return code == claim.what
    colour, digit = claim.what.split()
    return code[_COLOURS.index(colour)] == digit
