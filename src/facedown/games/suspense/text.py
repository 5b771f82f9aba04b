"""Suspense in words: the table, the hand, the rounds of a game, and what a typed line means."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import chain
from typing import Final

from facedown.core.errors import MalformedMove
from facedown.core.messages import joined, phrase, phrase_in, phrase_many
from facedown.core.moves import Move
from facedown.core.seats import Seat
from facedown.core.words import listed
from facedown.games.suspense.aids import Prospect, possible, table_of
from facedown.games.suspense.cards import NAMES, STANDARD
from facedown.games.suspense.moves import Fold, Pass, Play
from facedown.games.suspense.view import SuspenseView
from facedown.games.suspense.words import (
    WORDS,
    cards_listed,
    condition_words,
)

# The table


def face_words(view: SuspenseView, name: str) -> str:
    """A card with its stars and condition."""
    words = condition_words(view.conditions[NAMES.index(name)])
    return phrase("{card}: {condition}", card=_stars_words(view, name), condition=words)


def _stars_words(view: SuspenseView, name: str) -> str:
    index = NAMES.index(name)
    return phrase(
        "{name}  {card}, {stars}",
        name=f"{name:<2}",
        card=WORDS[index],
        stars=phrase_many("{n} star", "{n} stars", view.stars[index]),
    )


def show(view: SuspenseView) -> str:
    """The table and the seat's hand, or what the rounds of a finished game brought.

    How a round ended is told by the move that ended it.
    """
    parts = [_rounds(view) if view.phase == "over" else _points(view)]
    if changed := changed_cards(view):
        lines = [_indented(face_words(view, name)) for name in changed]
        parts.append(joined("\n", [phrase("Cards that are other than printed:"), *lines]))
    if view.phase == "turns":
        parts.append(_table(view))
        if view.hand is not None:
            parts.append(_hand(view, view.hand))
        if view.secret is not None:
            parts.append(_secret(view, NAMES.index(view.secret)))
    return joined("\n\n", parts)


def _indented(text: str) -> str:
    return joined("", ("  ", text))


def changed_cards(view: SuspenseView) -> tuple[str, ...]:
    """The cards to which the option ``table`` gives other stars or another condition (S23)."""
    faces = zip(NAMES, STANDARD, table_of(view), strict=True)
    return tuple(name for name, printed, face in faces if face != printed)


def _rounds(view: SuspenseView) -> str:
    """What each round of a finished game was about, and what it brought."""
    lines: list[str] = [phrase("The rounds and what they brought:")]
    for number, sheet in enumerate(view.sheets, 1):
        points = ", ".join(f"{{{seat}}} {line.points}" for seat, line in enumerate(sheet.lines))
        asked = condition_words(sheet.condition)
        lines.append(
            phrase("  {n}. {condition}: {points}", n=number, condition=asked, points=points)
        )
    return joined("\n", lines)


def _hand(view: SuspenseView, hand: tuple[str, ...]) -> str:
    """The hand: what each card scores if it wins, and that its own condition is out.

    Unless a card that the seat has not seen carries the same one, which a card table may say (S23).
    """
    seen = {*hand, *chain.from_iterable(view.played)}
    if view.secret is not None or not hand:  # who knows the secret needs no exclusions
        if not hand:
            return phrase("Your hand is empty.")
        lines = [_indented(_stars_words(view, name)) for name in hand]
        return joined("\n", [phrase("Your hand:"), *lines])
    lines = [phrase("Your hand (what you hold is not the secret, so that its condition is out):")]
    for name in hand:
        condition = view.conditions[NAMES.index(name)]
        others = [
            other
            for other, theirs in zip(NAMES, view.conditions, strict=True)
            if theirs == condition and other not in seen
        ]
        out: str = phrase_in("condition", "out")
        if others:
            out = phrase("also on {cards}, so not out", cards=listed(others))
        lines.append(
            phrase(
                "  {card}; {out}: {condition}",
                card=_stars_words(view, name),
                out=out,
                condition=condition_words(condition),
            )
        )
    return joined("\n", lines)


def _secret(view: SuspenseView, secret: int) -> str:
    """The secret card for the dealer; its stars count only where a sum wins (S10)."""
    condition = view.conditions[secret]
    card, words = WORDS[secret], condition_words(condition)
    if condition.category != "sum":
        return phrase("The secret card is {card}: {condition}.", card=card, condition=words)
    return phrase(
        "The secret card is {card}: {condition}, for {points}.",
        card=card,
        condition=words,
        points=phrase_many("{n} point", "{n} points", view.stars[secret]),
    )


def _points(view: SuspenseView) -> str:
    points = ", ".join(f"{{{seat}}} {points}" for seat, points in enumerate(view.points))
    if view.goal:
        return phrase("Points: {points}, playing to {goal}.", points=points, goal=view.goal)
    return phrase("Points: {points}.", points=points)


def _table(view: SuspenseView) -> str:
    lines = [
        phrase(
            "Round {n}, dealt by {dealer}, who alone knows the secret card.",
            n=view.round,
            dealer=f"{{{view.dealer}}}",
        ),
        phrase(
            "In play: sum {total} (the round ends at {limit}).", total=view.total, limit=view.limit
        ),
    ]
    for seat, played in enumerate(view.played):
        who, cards = f"{{{seat}}}", cards_listed(played)
        if marks := _marks(view, seat):
            how = joined(", ", marks)
            lines.append(phrase("  {who} ({how}): {cards}", who=who, how=how, cards=cards))
        else:
            lines.append(phrase("  {who}: {cards}", who=who, cards=cards))
    return joined("\n", lines)


def _marks(view: SuspenseView, seat: Seat) -> list[str]:
    marks: list[str] = [phrase("folded")] if seat in view.folded else []
    return [*marks, phrase("passed")] if seat in view.passed else marks


def prompt(view: SuspenseView) -> str:
    """One line that says what the seat can do now."""
    if view.outcome is not None:
        return phrase("The game is over.")
    if view.seat not in view.actors:
        return phrase("Wait for your turn.")
    cards = ", ".join(view.hand or ())
    if not view.hand:
        return phrase("Your hand is empty: {passing} or fold.", passing=_passing(view))
    if not view.played[view.seat]:
        return phrase("Your first turn: play a card ({cards}).", cards=cards)
    return phrase("Play a card ({cards}), {passing}, or fold.", cards=cards, passing=_passing(view))


def _passing(view: SuspenseView) -> str:
    """Passing, and that it ends the round where all others who are in have passed (S13)."""
    last = len({*view.passed, *view.folded} - {view.seat}) == view.seats - 1
    return phrase_in("typed", "pass (which ends the round)") if last else phrase_in("typed", "pass")


# Aids

_PROSPECT: Final[dict[Prospect | None, str]] = {
    "win": phrase("you would win"),
    "lose": phrase("you would not win"),
    "unknown": phrase("cannot be known"),
    None: phrase_in("condition", "possible"),
}
_FOLDED: Final[dict[Prospect | None, str]] = {
    "win": phrase("you folded a winning card, 0 points"),
    "lose": phrase("you folded in time, 1 point"),
    "unknown": phrase("cannot be known"),
}
"""A folder wins nothing: a winning card costs the consolation (S2)."""


def conditions(view: SuspenseView) -> str:
    """What each condition still possible would mean for this seat, and the cards excluded (S20)."""
    if view.phase != "turns":
        return phrase("No round is being played.")
    found = possible(view)
    told = _FOLDED if view.seat in view.folded else _PROSPECT
    words = [condition_words(condition) for condition in view.conditions]
    if view.secret is not None:
        secret = NAMES.index(view.secret)
        brings = told[found.prospects[secret]]
        return joined(
            "\n",
            [
                phrase("You know the secret card. If the round ended now:"),
                phrase("  {condition}: {brings}", condition=words[secret], brings=brings),
            ],
        )
    lines: list[str] = [phrase("If the round ended now and the secret card were")]
    lines += [
        phrase(
            "  {card} ({condition}): {brings}",
            card=WORDS[card],
            condition=words[card],
            brings=told[prospect],
        )
        for card, prospect in found.prospects.items()
    ]
    if found.seen:
        lines.append(phrase("It cannot be a card that you see, with its condition:"))
        lines += [
            phrase("  {card} ({condition})", card=WORDS[card], condition=words[card])
            for card in found.seen
        ]
    return joined("\n", lines)


def standing(view: SuspenseView) -> str:
    """The running sum, and who has passed in a row since the last card (S13, S14)."""
    if view.phase != "turns":
        return phrase("No round is being played.")
    return phrase(
        "The sum in play is {total}; {left} more ends the round. "
        "Passed in a row: {passed}. Folded: {folded}.",
        total=view.total,
        left=view.limit - view.total,
        passed=_seats(view.passed),
        folded=_seats(view.folded),
    )


def _seats(seats: tuple[Seat, ...]) -> str:
    return ", ".join(f"{{{seat}}}" for seat in seats) or phrase("nobody")


AID_WORDS: Final[dict[str, Callable[[SuspenseView], str]]] = {
    "conditions": conditions,
    "standing": standing,
}


# Typed lines


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
        raise MalformedMove(
            phrase("That is not a move; type W3 (a card's short name), pass or fold.")
        )
    cards = ", ".join(view.hand)
    if view.seat in view.actors and not view.played[view.seat]:
        cards = listed(view.hand, "or")
        raise MalformedMove(
            phrase("That is not a move; type the card to play: {cards}.", cards=cards)
        )
    raise MalformedMove(
        phrase(
            "That is not a move; type a card ({cards}), or the whole word pass or fold.",
            cards=cards,
        )
    )
