"""What the board's template needs beyond the view: the cards with their laws, and the notes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from facedown.core.messages import phrase, phrase_in, phrase_many
from facedown.games.turing.card_text import ABOUT, CLARIFICATIONS
from facedown.games.turing.cards import CARDS, Law, law
from facedown.games.turing.drawings import Picture, picture
from facedown.games.turing.ending import effort_words, questions_words
from facedown.games.turing.law_text import SHAPE_WORDS, law_words
from facedown.games.turing.laws import Shape
from facedown.games.turing.notes import (
    CLEAR,
    COLOURS,
    CardIs,
    Claim,
    Claims,
    CodeIs,
    DigitIs,
    LawIs,
    Subject,
    claims_of,
    latest_claims,
)
from facedown.games.turing.problem import VERIFIER_NAMES
from facedown.games.turing.view import TuringView

Mark: TypeAlias = Literal["", "is", "not", "maybe"]

PHASE_WORDS: Final = {
    "layout": phrase("the cards are laid out"),
    "laws": phrase("the verifiers are set"),
    "compose": phrase("compose a proposal"),
    "question": phrase("ask the verifiers"),
    "declare": phrase("name the code or go on"),
    "machine": phrase("the Machine is asked"),
    "over": phrase("the game is over"),
}
MARK_WORDS: Final = {
    "is": phrase_in("mark", "is"),
    "not": phrase_in("mark", "not"),
    "maybe": phrase_in("mark", "maybe"),
}
"""What is noted of a thing."""


@dataclass(frozen=True, slots=True)
class LawOnCard:
    """A law as it is drawn; ``note`` is what stands before it in a note, ``mark`` what does."""

    name: str
    words: str
    picture: Picture
    note: str
    mark: Mark
    true: bool


@dataclass(frozen=True, slots=True)
class CardOnTable:
    """A criteria card with its laws."""

    number: int
    about: str
    clarification: str
    laws: tuple[LawOnCard, ...]


@dataclass(frozen=True, slots=True)
class Verifier:
    """A verifier: its cards (none in Nightmare), and every answer that the seat knows."""

    name: str
    cards: tuple[CardOnTable, ...]
    answers: tuple[tuple[str, bool], ...]


@dataclass(frozen=True, slots=True)
class Digit:
    """One digit of one shape on the note sheet; a note calls the shape by its colour."""

    colour: str
    words: str
    shape: str
    figure: int
    mark: Mark


def context(view: TuringView, notes: Sequence[str]) -> dict[str, object]:
    """The cards and verifiers, the digits and cards struck out, the sheet's lines."""
    claims = latest_claims(notes, view)
    names = VERIFIER_NAMES[: len(view.cards)]
    nightmare = view.mode == "nightmare"
    cards = [
        tuple(_card(view, number, "" if nightmare else name, claims) for number in numbers)
        for name, numbers in zip(names, view.cards, strict=True)
    ]
    return {
        "phase_words": PHASE_WORDS[view.phase],
        "mark_words": MARK_WORDS,
        "machine_effort": "" if view.machine is None else effort_words(*view.machine),
        "names": tuple(names),
        "nightmare": nightmare,
        "loose_cards": [card for group in cards for card in group] if nightmare else [],
        "verifiers": [
            Verifier(name, () if nightmare else group, _answers(view, name))
            for name, group in zip(names, cards, strict=True)
        ],
        "pairing": _pairing(view, claims) if nightmare else [],
        "digits": [
            [
                Digit(
                    COLOURS[shape],
                    SHAPE_WORDS[shape],
                    shape.name.lower(),
                    figure,
                    _mark(claims, DigitIs(shape, figure)),
                )
                for figure in range(1, 6)
            ]
            for shape in Shape
        ],
        "codes": [
            (claim.mark, claim.subject.code)
            for claim in claims.values()
            if isinstance(claim.subject, CodeIs)
        ],
        "truths": [
            (name, law(one).card, law_words(law(one).says))
            for name, one in zip(names, view.laws or (), strict=False)
        ],
        "laws": {law.name: law for group in cards for card in group for law in card.laws}.values(),
        "marked": bool(claims),
        "unmark": CLEAR,
        "lines": view.lines,
        "open": view.open_line(),
        "last": next((x.code for x in reversed(view.lines) if x.seat == view.seat), ""),
    }


def prompt(view: TuringView) -> str:
    """What there is to do for the seat that is to move, by buttons."""
    if view.phase == "compose":
        return phrase("Compose a proposal.")
    if view.phase == "declare":
        return phrase("Name the code, or go on to the next round.")
    return phrase_many(
        "Ask one verifier, or ask no more.",
        "Ask up to {n} verifiers, or ask no more.",
        view.questions_left,
    )


def seat_words(view: TuringView) -> list[str]:
    """How many questions each seat has asked, and who is out."""
    if not view.round:
        return [""] * view.seats
    return [
        phrase("out") if seat in view.out else questions_words(asked)
        for seat, asked in enumerate(view.questions)
    ]


def unshown_notes(view: TuringView, notes: Sequence[str]) -> list[str]:
    """The notes that are not marks on the sheet, the cards or the verifiers."""
    return [n for n in notes if n != CLEAR and not _drawn(view, claims_of(n, view))]


def _drawn(view: TuringView, claims: Sequence[Claim]) -> bool:
    # In Nightmare the cards lie loose, and a law is no verifier's.
    loose = view.mode == "nightmare"
    return bool(claims) and not any(
        loose and isinstance(claim.subject, LawIs) and claim.subject.verifier for claim in claims
    )


def _mark(claims: Claims, subject: Subject) -> Mark:
    claim = claims.get(subject)
    return "" if claim is None else claim.mark


def _card(view: TuringView, number: int, verifier: str, claims: Claims) -> CardOnTable:
    return CardOnTable(
        number,
        ABOUT[number],
        CLARIFICATIONS[number],
        tuple(_law(view, one, verifier, claims) for one in CARDS[number].laws),
    )


def _law(view: TuringView, one: Law, verifier: str, claims: Claims) -> LawOnCard:
    return LawOnCard(
        name=one.name,
        words=law_words(one.says),
        picture=picture(one.says),
        note=f"{verifier} " if verifier else "",
        mark=_mark(claims, LawIs(one.name, verifier or None)),
        true=view.laws is not None and one.name in view.laws,
    )


def _answers(view: TuringView, verifier: str) -> tuple[tuple[str, bool], ...]:
    """The proposals this verifier was asked about, with its answers, oldest first."""
    return tuple(
        (line.code, answer)
        for line in view.lines
        if line.answers is not None
        for asked, answer in zip(line.asked, line.answers, strict=True)
        if asked == verifier
    )


def _pairing(view: TuringView, claims: Claims) -> list[tuple[str, list[tuple[int, Mark]]]]:
    """Nightmare: for each verifier, every card on the table and what is noted about the pair."""
    numbers = [number for group in view.cards for number in group]
    return [
        (name, [(number, _mark(claims, CardIs(number, name))) for number in numbers])
        for name in VERIFIER_NAMES[: len(view.cards)]
    ]
