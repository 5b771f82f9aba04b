"""What the board's template needs beyond the view: the faces of the cards in parts it can draw."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final, TypedDict

from facedown.core.beside import PLAYER_COLOURS, called, named
from facedown.core.game import Game
from facedown.core.messages import capital, listed, phrase, phrase_many
from facedown.core.moves import Move
from facedown.games.suspense.beside_words import asks_words
from facedown.games.suspense.cards import NAMES, NUMBERS, Face
from facedown.games.suspense.moves import FOLD, PASS, Play, TurnOver
from facedown.games.suspense.rules import HAND_SIZE
from facedown.games.suspense.view import Beside, Line, Sheet, SuspenseView, Turn
from facedown.games.suspense.words import (
    WORDS,
    ConditionLines,
    Terms,
    card_words,
    condition_lines,
    condition_words,
    what_decided,
    why_ended,
    why_words,
)

COLOURS: Final = {"W": "white", "B": "black", "?": "red"}
MARK: Final = re.compile(r"round (\d+): (?:(not|maybe|is) (\S+)|(clear))")


@dataclass(frozen=True, slots=True)
class DrawnCard:
    """One card as it is drawn: what stands on it, and the same in words.

    ``words`` is the card alone, ``told`` the card with its stars and its condition.
    """

    name: str
    words: str
    told: str
    colour: str
    figure: str
    stars: int
    category: str
    place: str
    lines: ConditionLines
    condition: str


class RingArc(TypedDict):
    """One card of the ring: where its number begins in the sum, and how far it reaches.

    ``length`` ends at the limit, ``over`` is what goes beyond it; ``middle`` is where the number
    stands, in degrees from the top, clockwise.
    """

    name: str
    colour: str
    number: int
    start: int
    length: int
    over: int
    middle: float


class SheetLine(TypedDict):
    """One seat's line of an end-of-round sheet."""

    seat: int
    line: Line
    why: str


class RoundEnded(TypedDict):
    """An end-of-round sheet: why the round ended, what decided it, and what each seat got."""

    sheet: Sheet
    condition: str
    why: str
    decided: str
    lines: list[SheetLine]
    winners: list[int]
    taken: str
    arcs: list[RingArc]
    total: int


def context(view: SuspenseView, notes: Sequence[str]) -> dict[str, object]:
    """The faces of all cards, the ring, what is noted of each, and the newest sheet in words."""
    table = faces(view)
    noted = marks(view.round, notes)
    beside = view.beside
    names = () if beside is None else called(beside.players)
    on = set(range(len(view.played))) - set(view.folded) - set(view.passed)
    size = HAND_SIZE[len(view.played)]
    return {
        "faces": table,
        "arcs": arcs(view.turns, view.limit),
        "marks": noted,
        "marked": any(noted.values()),
        "unmark": f"round {view.round}: clear",
        "certain": certain(view),
        "last_pass": on == {view.seat if beside is None else beside.turn},
        "shown": shown(view),
        "left": [size - len(cards) for cards in view.played],
        "ended": ended(view.sheets[-1], view, names) if view.sheets else None,
        **({} if beside is None else _beside(view, beside)),
    }


def _beside(view: SuspenseView, beside: Beside) -> dict[str, object]:
    """What is drawn beside real cards (S25): players, and the cards in the order they lie in."""
    return {
        "names": called(beside.players),
        "colours": PLAYER_COLOURS,
        "asks": asks_words(view),
        "order": (*NAMES[:6], NAMES[12], *NAMES[6:12]),
        "in_play": {name for cards in view.played for name in cards},
    }


def prompt(view: SuspenseView) -> str:
    """What there is to do for the seat whose turn it is, by buttons."""
    if view.beside is not None:
        return asks_words(view)
    if not view.hand:
        return phrase("Your hand is empty: pass or fold.")
    if not view.played[view.seat]:
        return phrase("Play a card from your hand.")
    return phrase("Play a card, pass, or fold.")


def marked(game: Game, move: Move) -> str:
    """Where on the board a move is: at the card in hand."""
    del game  # cards lie where they are called so
    return f"hand-{move.card}" if isinstance(move, Play | TurnOver) else ""


def turned_over(view: SuspenseView) -> list[str]:
    """The secret card of each round that is over, and what decided the round."""
    return [
        phrase(
            "The secret card was {card}: {condition}. {decided}",
            card=card_words(sheet.secret),
            condition=condition_words(sheet.condition),
            decided=what_decided(sheet, view),
        )
        for sheet in view.sheets
    ]


def unshown_notes(view: SuspenseView, notes: Iterable[str]) -> list[str]:
    """The notes that are no marks."""
    del view  # the marks of an earlier round are no news either
    return [note for note in notes if MARK.fullmatch(note) is None]


def shown(view: SuspenseView) -> set[int]:
    """The actions that the board has buttons for: the own cards, to pass, to fold."""
    if view.beside is not None:
        return set(view.legal) & {PASS, FOLD}
    if view.hand is None:
        return set()
    return {NAMES.index(name) for name in view.hand} | {PASS, FOLD}


def faces(view: SuspenseView) -> dict[str, DrawnCard]:
    """The thirteen cards of this table by their short names."""
    return {NAMES[card]: drawn_card(card, face) for card, face in enumerate(view.faces)}


@cache
def drawn_card(card: int, face: Face) -> DrawnCard:
    """A card by its number, with what a table has on it.

    >>> from facedown.games.suspense.cards import STANDARD
    >>> drawn_card(12, STANDARD[12]).told
    'the red "?", 2 stars: lowest sum of numbers in play'
    """
    condition = condition_words(face.condition)
    return DrawnCard(
        name=NAMES[card],
        words=WORDS[card],
        told=phrase(
            "{card}, {stars}: {condition}",
            card=WORDS[card],
            stars=phrase_many("{n} star", "{n} stars", face.stars),
            condition=condition,
        ),
        colour=COLOURS[NAMES[card][0]],
        figure=str(NUMBERS[card] or "?"),
        stars=face.stars,
        category=face.condition.category,
        place=face.condition.place,
        lines=condition_lines(face.condition),
        condition=condition,
    )


def arcs(turns: Iterable[Turn], limit: int) -> list[RingArc]:
    """The numbers in play in the order in which they were played, end to end around the limit.

    >>> first, last = arcs([Turn(0, "W3"), Turn(1, "B6")], limit=7)
    >>> last["start"], last["length"], last["over"]
    (3, 4, 2)
    """
    found: list[RingArc] = []
    total = 0
    for turn in turns:
        number = NUMBERS[NAMES.index(turn.action)] if turn.action in NAMES else 0
        if number:
            length = min(number, limit - total)
            found.append(
                RingArc(
                    name=turn.action,
                    colour=COLOURS[turn.action[0]],
                    number=number,
                    start=total,
                    length=length,
                    over=number - length,
                    middle=round((total + length / 2) * 360 / limit, 1),
                )
            )
            total += number
    return found


def marks(round_: int, notes: Iterable[str]) -> dict[str, str]:
    """What the seat has noted in this round of each card: "not", "maybe", "is", or nothing.

    A note "round 2: not W3" strikes one out, "round 2: clear" takes all marks back.

    >>> found = marks(2, ["round 1: not ?", "round 2: not W3", "round 2: is B1"])
    >>> found["W3"], found["B1"], found["?"]
    ('not', 'is', '')
    """
    found = dict.fromkeys(NAMES, "")
    for note in notes:
        match = MARK.fullmatch(note)
        if match and int(match[1]) == round_:
            if match[4]:
                found = dict.fromkeys(NAMES, "")
            elif match[3] in found:
                found[match[3]] = match[2]
    return found


def certain(view: SuspenseView) -> set[str]:
    """The cards that the seat sees, and which so cannot be the secret card (S20)."""
    if view.phase != "turns":
        return set()
    if view.secret is not None:
        return set(NAMES) - {view.secret}
    return {name for cards in (view.hand or (), *view.played) for name in cards}


def ended(sheet: Sheet, terms: Terms, names: Sequence[str] = ()) -> RoundEnded:
    """An end-of-round sheet in words, with the names of players who share a seat (S25)."""

    def told(text: str) -> str:
        return named(text, names) if names else text

    winners = [seat for seat, line in enumerate(sheet.lines) if line.why == "won"]
    who = listed(f"{{{seat}}}" for seat in winners)
    taken: str = phrase("Nobody takes the round")
    if winners:
        taken = phrase_many("{who} takes the round", "{who} share the round", len(winners), who=who)
    return RoundEnded(
        sheet=sheet,
        condition=condition_words(sheet.condition),
        why=told(phrase("{why}.", why=capital(why_ended(sheet, terms.limit)))),
        decided=what_decided(sheet, terms),
        winners=winners,
        taken=told(taken),
        arcs=arcs(sheet.turns, terms.limit),
        total=sum(line.total for line in sheet.lines),
        lines=[
            SheetLine(seat=seat, line=line, why=why_words(line, sheet, terms))
            for seat, line in enumerate(sheet.lines)
        ],
    )
