"""Suspense in words: the table, the hand, the end-of-round sheet, and what a typed line means."""

from __future__ import annotations

from facedown.core.errors import MalformedMove
from facedown.core.moves import Move
from facedown.core.seats import Seat
from facedown.core.words import counted
from facedown.games.suspense.cards import NAMES, STANDARD, WORDS
from facedown.games.suspense.events import why_words
from facedown.games.suspense.moves import Fold, Pass, Play
from facedown.games.suspense.view import Sheet, SuspenseView


def card_words(name: str) -> str:
    """A card in words, from its short name.

    >>> card_words("B6")
    'black 6'
    """
    return WORDS[NAMES.index(name)]


def cards_listed(names: tuple[str, ...]) -> str:
    """Several cards in words."""
    return ", ".join(map(card_words, names)) or "nothing"


def face_words(view: SuspenseView, name: str) -> str:
    """A card with its stars and condition."""
    index = NAMES.index(name)
    stars = view.stars[index]
    return f"{name:<2}  {WORDS[index]}, {counted(stars, 'star')}: {view.conditions[index]}"


def show(view: SuspenseView) -> str:
    """The table, the seat's hand, and the sheet of the round before until the next has begun."""
    parts = [] if view.phase == "over" else [_points(view)]
    if view.sheets and not _has_begun(view):
        parts.insert(0, sheet_words(view.sheets[-1], len(view.sheets)))
    if changed := changed_cards(view):
        lines = [f"  {face_words(view, name)}" for name in changed]
        parts.append("\n".join(["Cards that are other than printed:", *lines]))
    if view.phase == "turns":
        parts.append(_table(view))
        if view.hand is not None:
            lines = [f"  {face_words(view, name)}" for name in view.hand]
            parts.append("\n".join(["Your hand:", *lines]) if lines else "Your hand is empty.")
        if view.secret is not None:
            parts.append(f"The secret card: {face_words(view, view.secret)}")
    return "\n\n".join(parts)


def changed_cards(view: SuspenseView) -> tuple[str, ...]:
    """The cards to which the option ``table`` gives other stars or another condition (S23)."""
    faces = zip(NAMES, STANDARD, view.stars, view.conditions, strict=True)
    return tuple(
        name
        for name, face, stars, words in faces
        if (face.stars, face.condition.words) != (stars, words)
    )


def _has_begun(view: SuspenseView) -> bool:
    """Whether the round has begun for this seat: it had its first turn; onlookers, if all had."""
    seats = range(view.seats) if view.seat < 0 else (view.seat,)
    return view.phase == "turns" and all(view.played[seat] for seat in seats)


def _points(view: SuspenseView) -> str:
    points = ", ".join(f"{{{seat}}} {points}" for seat, points in enumerate(view.points))
    aim = f", playing to {view.goal}" if view.goal else ""
    return f"Points: {points}{aim}."


def _table(view: SuspenseView) -> str:
    lines = [
        f"Round {view.round}, dealt by {{{view.dealer}}}.",
        f"In play: sum {view.total} (the round ends at {view.limit}).",
    ]
    for seat, cards in enumerate(view.played):
        mark = f" ({', '.join(_marks(view, seat))})" if _marks(view, seat) else ""
        lines.append(f"  {{{seat}}}{mark}: {cards_listed(cards)}")
    return "\n".join(lines)


def _marks(view: SuspenseView, seat: Seat) -> list[str]:
    marks = ["folded"] if seat in view.folded else []
    return [*marks, "passed"] if seat in view.passed else marks


def sheet_words(sheet: Sheet, number: int) -> str:
    """The end-of-round sheet: which card won, whose it was, and why each got what they got."""
    lines = [
        f"Round {number} is over.",
        f"The secret card was {card_words(sheet.secret)}: {sheet.condition}.",
    ]
    for seat, line in enumerate(sheet.lines):
        why = why_words(line.why, [*map(card_words, line.winning)], sheet.condition)
        lines.append(
            f"  {{{seat}}} {why}: {counted(line.points, 'point')}. "
            f"In play {cards_listed(line.played)}; in hand {cards_listed(line.hand)}."
        )
    return "\n".join(lines)


def prompt(view: SuspenseView) -> str:
    """One line that says what the seat can do now."""
    if view.outcome is not None:
        return "The game is over."
    if view.seat not in view.actors:
        return "Wait for your turn."
    cards = ", ".join(view.hand or ())
    if not view.hand:
        return "Your hand is empty: pass or fold."
    if not view.played[view.seat]:
        return f"Your first turn: play a card ({cards})."
    return f"Play a card ({cards}), pass, or fold."


def read(text: str, view: SuspenseView) -> Move:
    """The move that a typed line means.

    ``W3``, ``white 3`` or ``play W3`` plays, then ``pass`` and ``fold``. Raises ``MalformedMove``
    with one sentence for anything else.
    """
    del view  # a line means the same whatever the seat sees
    words = text.strip().lower().removeprefix("play ").split()
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
    raise MalformedMove("That is not a move; type a card such as W3 or B5 or ?, pass, or fold.")
