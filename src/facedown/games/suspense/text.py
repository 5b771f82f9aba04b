"""Suspense in words: the table, the hand, the rounds of a game, and what a typed line means."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import chain
from typing import Final, Protocol

from facedown.core.errors import MalformedMove
from facedown.core.moves import Move
from facedown.core.seats import Seat
from facedown.core.words import counted, listed
from facedown.games.suspense.aids import Prospect, possible, table_of
from facedown.games.suspense.cards import NAMES, STANDARD, Condition, Place
from facedown.games.suspense.moves import Fold, Pass, Play
from facedown.games.suspense.view import Line, Sheet, SuspenseView

WORDS: Final = (
    *(f"white {n}" for n in range(1, 7)),
    *(f"black {n}" for n in range(1, 7)),
    'the red "?"',
)
"""The cards in words."""

PLACE_WORDS: Final[dict[Place, str]] = {"hand": "in hand", "play": "in play"}


class Terms(Protocol):
    """The options that an end is told by; a setting and a view have them."""

    @property
    def limit(self) -> int:
        """The sum in play that ends a round (S14)."""

    @property
    def folded_out(self) -> bool:
        """Whether folded players' cards do not count (S1)."""

    @property
    def both(self) -> bool:
        """Whether two winning cards of one owner both score (S6)."""


# Cards


def condition_words(condition: Condition) -> str:
    """A condition in words.

    >>> condition_words(Condition("lowest", "black", "hand"))
    'lowest black in hand'
    """
    of = "sum of numbers" if condition.category == "sum" else condition.category
    return f"{condition.extreme} {of} {PLACE_WORDS[condition.place]}"


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
    words = condition_words(view.conditions[NAMES.index(name)])
    return f"{_stars_words(view, name)}: {words}"


def _stars_words(view: SuspenseView, name: str) -> str:
    index = NAMES.index(name)
    return f"{name:<2}  {WORDS[index]}, {counted(view.stars[index], 'star')}"


# The table


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
    faces = zip(NAMES, STANDARD, table_of(view), strict=True)
    return tuple(name for name, printed, face in faces if face != printed)


def _rounds(view: SuspenseView) -> str:
    """What each round of a finished game was about, and what it brought."""
    lines = ["The rounds and what they brought:"]
    for number, sheet in enumerate(view.sheets, 1):
        points = ", ".join(f"{{{seat}}} {line.points}" for seat, line in enumerate(sheet.lines))
        lines.append(f"  {number}. {condition_words(sheet.condition)}: {points}")
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
        condition = view.conditions[NAMES.index(name)]
        others = [
            other
            for other, theirs in zip(NAMES, view.conditions, strict=True)
            if theirs == condition and other not in seen
        ]
        out = f"also on {listed(others)}, so not out" if others else "out"
        lines.append(f"  {_stars_words(view, name)}; {out}: {condition_words(condition)}")
    return "\n".join(lines)


def _secret(view: SuspenseView, secret: int) -> str:
    """The secret card for the dealer; its stars count only where a sum wins (S10)."""
    condition = view.conditions[secret]
    words = f"The secret card is {WORDS[secret]}: {condition_words(condition)}"
    if condition.category == "sum":
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


# The end of a round


def why_ended(sheet: Sheet, limit: int) -> str:
    """Why the round ended (S13, S14) and at which sum, as a part of a sentence."""
    total = sum(line.total for line in sheet.lines)
    if sheet.cause == "limit":
        return f"the sum in play, {total}, has reached {limit}"
    why = "all still in have passed"
    if sheet.cause == "one-left":
        why = f"only {{{sheet.still_in[0]}}} has not folded"
    return f"{why}; the sum in play is {total}"


def what_decided(sheet: Sheet, terms: Terms) -> str:
    """Which card or sum the secret asked for, and whether nobody wins by it (S3, S4)."""
    asked = sheet.condition
    met = [line for line in sheet.lines if line.met]
    of_whom = ""
    if terms.folded_out and len(sheet.still_in) < len(sheet.lines):
        of_whom = " of those still in"
    if asked.category == "sum":
        what = f"The {asked.extreme} sum{of_whom} was {met[0].total}"
    elif met:
        cards = sorted((name for line in met for name in line.winning), key=NAMES.index)
        are = "cards were" if len(cards) > 1 else "card was"
        what = f"The winning {are} {listed(map(card_words, cards))}"
    else:
        where = PLACE_WORDS[asked.place]
        return f"No card {where}{of_whom} is what it asks for, so nobody wins."
    return f"{what}, but folded: nobody wins." if all(line.folded for line in met) else f"{what}."


def why_words(line: Line, sheet: Sheet, terms: Terms) -> str:
    """Why a seat got what it got, without its points."""
    if line.folded and terms.folded_out:
        return "folded, and folded cards do not count"
    sums = sheet.condition.category == "sum"
    what = f"the sum {line.total}" if sums else listed(map(card_words, line.winning))
    match line.why:
        case "won":
            once = "" if len(line.winning) < 2 else ", both scored" if terms.both else _ONCE
            return f"wins with {what}{once}"
        case "folded-a-win":
            return f"folded although {what} would have won"
        case "folded-in-time":
            return "folded and would have lost"
        case "lost":
            return f"has {what}" if sums else "has no winning card"


_ONCE: Final = ", which score once, the higher (S6)"


def sheet_words(sheet: Sheet, number: int, terms: Terms) -> str:
    """The end-of-round sheet: a sentence, and below it lines for all that is shown (S15)."""
    lines = [
        f"Round {number} is over: {why_ended(sheet, terms.limit)}.",
        f"The secret card was {card_words(sheet.secret)}: {condition_words(sheet.condition)}.",
        what_decided(sheet, terms),
        *(
            f"{{{seat}}} {why_words(line, sheet, terms)}: {counted(line.points, 'point')}. "
            f"In play {cards_listed(line.played)}; in hand {cards_listed(line.hand)}."
            for seat, line in enumerate(sheet.lines)
        ),
    ]
    return "\n  ".join(lines)


# Aids

_PROSPECT: Final[dict[Prospect | None, str]] = {
    "win": "you would win",
    "lose": "you would not win",
    "unknown": "cannot be known",
    None: "possible",
}
_FOLDED: Final[dict[Prospect | None, str]] = {
    "win": "you folded a winning card, 0 points",
    "lose": "you folded in time, 1 point",
    "unknown": "cannot be known",
}
"""A folder wins nothing: a winning card costs the consolation (S2)."""


def conditions(view: SuspenseView) -> str:
    """What each condition still possible would mean for this seat, and the cards excluded (S20)."""
    if view.phase != "turns":
        return "No round is being played."
    found = possible(view)
    told = _FOLDED if view.seat in view.folded else _PROSPECT
    words = [condition_words(condition) for condition in view.conditions]
    if view.secret is not None:
        secret = NAMES.index(view.secret)
        brings = told[found.prospects[secret]]
        return f"You know the secret card. If the round ended now:\n  {words[secret]}: {brings}"
    lines = ["If the round ended now and the secret card were"]
    for card, prospect in found.prospects.items():
        lines.append(f"  {WORDS[card]} ({words[card]}): {told[prospect]}")
    if found.seen:
        lines.append("It cannot be a card that you see, with its condition:")
        lines += [f"  {WORDS[card]} ({words[card]})" for card in found.seen]
    return "\n".join(lines)


def standing(view: SuspenseView) -> str:
    """The running sum, and who has passed in a row since the last card (S13, S14)."""
    if view.phase != "turns":
        return "No round is being played."
    left = view.limit - view.total
    return (
        f"The sum in play is {view.total}; {left} more ends the round. "
        f"Passed in a row: {_seats(view.passed)}. Folded: {_seats(view.folded)}."
    )


def _seats(seats: tuple[Seat, ...]) -> str:
    return ", ".join(f"{{{seat}}}" for seat in seats) or "nobody"


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
        raise MalformedMove("That is not a move; type W3 (a card's short name), pass or fold.")
    cards = ", ".join(view.hand)
    if view.seat in view.actors and not view.played[view.seat]:
        raise MalformedMove(
            f"That is not a move; type the card to play: {listed(view.hand, 'or')}."
        )
    raise MalformedMove(
        f"That is not a move; type a card ({cards}), or the whole word pass or fold."
    )
