"""Suspense in words: the table, the hand, the rounds of a game, and what a typed line means."""

from __future__ import annotations

import re
from itertools import chain

from facedown.core.errors import MalformedMove
from facedown.core.moves import Move
from facedown.core.seats import Seat
from facedown.core.words import counted, listed
from facedown.games.suspense.cards import NAMES, STANDARD, WORDS, condition
from facedown.games.suspense.ending import cards_listed
from facedown.games.suspense.moves import Fold, Pass, Play
from facedown.games.suspense.view import SuspenseView


def face_words(view: SuspenseView, name: str) -> str:
    """A card with its stars and condition."""
    return f"{_stars_words(view, name)}: {view.conditions[NAMES.index(name)]}"


def _stars_words(view: SuspenseView, name: str) -> str:
    index = NAMES.index(name)
    return f"{name:<2}  {WORDS[index]}, {counted(view.stars[index], 'star')}"


def show(view: SuspenseView) -> str:
    """The table and the seat's hand, or what the rounds of a finished game brought.

    How a round ended is told by the move that ended it.
    """
    parts = [_rounds(view) if view.phase == "over" else _points(view)]
    if changed := changed_cards(view):
        lines = [f"  {face_words(view, name)}" for name in changed]
        parts.append("\n".join(["Cards that are other than printed:", *lines]))
    if view.phase == "turns":
        parts.append(_table(view))
        if view.hand is not None:
            parts.append(_hand(view, view.hand))
        if view.secret is not None:
            parts.append(_secret(view, NAMES.index(view.secret)))
    return "\n\n".join(parts)


def changed_cards(view: SuspenseView) -> tuple[str, ...]:
    """The cards to which the option ``table`` gives other stars or another condition (S23)."""
    faces = zip(NAMES, STANDARD, view.stars, view.conditions, strict=True)
    return tuple(
        name
        for name, face, stars, words in faces
        if (face.stars, face.condition.words) != (stars, words)
    )


def _rounds(view: SuspenseView) -> str:
    """What each round of a finished game was about, and what it brought."""
    lines = ["The rounds and what they brought:"]
    for number, sheet in enumerate(view.sheets, 1):
        points = ", ".join(f"{{{seat}}} {line.points}" for seat, line in enumerate(sheet.lines))
        lines.append(f"  {number}. {sheet.condition}: {points}")
    return "\n".join(lines)


def _hand(view: SuspenseView, hand: tuple[str, ...]) -> str:
    """The hand: what each card scores if it wins, and that its own condition is out.

    Unless a card that the seat has not seen carries the same one, which a card table may say (S23).
    """
    seen = {*hand, *chain.from_iterable(view.played)}
    if view.secret is not None or not hand:  # who knows the secret needs no exclusions
        lines = [f"  {_stars_words(view, name)}" for name in hand]
        return "\n".join(["Your hand:", *lines]) if hand else "Your hand is empty."
    lines = ["Your hand (what you hold is not the secret, so that its condition is out):"]
    for name in hand:
        words = view.conditions[NAMES.index(name)]
        others = [
            other
            for other, theirs in zip(NAMES, view.conditions, strict=True)
            if theirs == words and other not in seen
        ]
        out = f"also on {listed(others)}, so not out" if others else "out"
        lines.append(f"  {_stars_words(view, name)}; {out}: {words}")
    return "\n".join(lines)


def _secret(view: SuspenseView, secret: int) -> str:
    """The secret card for the dealer; its stars count only where a sum wins (S10)."""
    words = f"The secret card is {WORDS[secret]}: {view.conditions[secret]}"
    if condition(view.conditions[secret]).kind == "sum":
        words += f", for {counted(view.stars[secret], 'point')}"
    return f"{words}."


def _points(view: SuspenseView) -> str:
    points = ", ".join(f"{{{seat}}} {points}" for seat, points in enumerate(view.points))
    aim = f", playing to {view.goal}" if view.goal else ""
    return f"Points: {points}{aim}."


def _table(view: SuspenseView) -> str:
    lines = [
        f"Round {view.round}, dealt by {{{view.dealer}}}, who alone knows the secret card.",
        f"In play: sum {view.total} (the round ends at {view.limit}).",
    ]
    for seat, cards in enumerate(view.played):
        mark = f" ({', '.join(_marks(view, seat))})" if _marks(view, seat) else ""
        lines.append(f"  {{{seat}}}{mark}: {cards_listed(cards)}")
    return "\n".join(lines)


def _marks(view: SuspenseView, seat: Seat) -> list[str]:
    marks = ["folded"] if seat in view.folded else []
    return [*marks, "passed"] if seat in view.passed else marks


def prompt(view: SuspenseView) -> str:
    """One line that says what the seat can do now."""
    if view.outcome is not None:
        return "The game is over."
    if view.seat not in view.actors:
        return "Wait for your turn."
    cards = ", ".join(view.hand or ())
    if not view.hand:
        return f"Your hand is empty: {_passing(view)} or fold."
    if not view.played[view.seat]:
        return f"Your first turn: play a card ({cards})."
    return f"Play a card ({cards}), {_passing(view)}, or fold."


def _passing(view: SuspenseView) -> str:
    """Passing, and that it ends the round where all others who are in have passed (S13)."""
    last = len({*view.passed, *view.folded} - {view.seat}) == view.seats - 1
    return "pass (which ends the round)" if last else "pass"


def read(text: str, view: SuspenseView) -> Move:
    """The move that a typed line means.

    ``W3``, ``white 3``, ``white3`` or ``play W3`` plays, then ``pass`` and ``fold``: whole words,
    as neither can be taken back. Raises ``MalformedMove`` with one sentence for anything else.
    """
    words = text.strip().lower().removeprefix("play ").split()
    if len(words) == 1 and re.fullmatch(r"(white|black)[0-9]", words[0]):
        words = [words[0][:-1], words[0][-1]]
    match words:
        case ["pass"]:
            return Pass()
        case ["fold"]:
            return Fold()
        case [name] if name.upper() in NAMES:
            return Play(name.upper())
        case [("white" | "black") as colour, number] if f"{colour[0]}{number}".upper() in NAMES:
            return Play(f"{colour[0]}{number}".upper())
        case ["red"] | ["red", "?"]:
            return Play("?")
    if not view.hand:
        raise MalformedMove("That is not a move; type W3 (a card's short name), pass or fold.")
    cards = ", ".join(view.hand)
    if view.seat in view.actors and not view.played[view.seat]:
        raise MalformedMove(
            f"That is not a move; type the card to play: {listed(view.hand, 'or')}."
        )
    raise MalformedMove(
        f"That is not a move; type a card ({cards}), or the whole word pass or fold."
    )
