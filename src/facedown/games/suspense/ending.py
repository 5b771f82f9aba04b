"""How a round ended, in words: why, what decided it, and what each seat scored for what."""

from __future__ import annotations

from typing import Final, Protocol

from facedown.core.words import counted, listed
from facedown.games.suspense.cards import NAMES, NUMBERS, WORDS, condition
from facedown.games.suspense.view import Line, Sheet


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


_MET: Final = frozenset({"won", "folded a win"})
"""Why a seat scored what it did, where it met the condition."""


def card_words(name: str) -> str:
    """A card in words, from its short name.

    >>> card_words("B6")
    'black 6'
    """
    return WORDS[NAMES.index(name)]


def cards_listed(names: tuple[str, ...]) -> str:
    """Several cards in words."""
    return ", ".join(map(card_words, names)) or "nothing"


def sum_of(line: Line) -> int:
    """The sum of the numbers that a seat has in play."""
    return sum(NUMBERS[NAMES.index(name)] for name in line.played)


def why_ended(sheet: Sheet, limit: int) -> str:
    """Why the round ended (S13, S14) and at which sum, as a part of a sentence."""
    total = sum(map(sum_of, sheet.lines))
    if sheet.turns[-1].action in NAMES:
        return f"the sum in play, {total}, has reached {limit}"
    left = [seat for seat, line in enumerate(sheet.lines) if not line.folded]
    why = f"only {{{left[0]}}} has not folded" if len(left) == 1 else "all still in have passed"
    return f"{why}; the sum in play is {total}"


def what_decided(sheet: Sheet, terms: Terms) -> str:
    """Which card or sum the secret asked for, and whether nobody wins by it (S3, S4)."""
    asked = condition(sheet.condition)
    met = [line for line in sheet.lines if line.why in _MET]
    of_whom = ""
    if terms.folded_out and any(line.folded for line in sheet.lines):
        of_whom = " of those still in"
    if asked.kind == "sum":
        what = f"The {asked.extreme} sum{of_whom} was {sum_of(met[0])}"
    elif met:
        cards = sorted((name for line in met for name in line.winning), key=NAMES.index)
        are = "cards were" if len(cards) > 1 else "card was"
        what = f"The winning {are} {listed(map(card_words, cards))}"
    else:
        return f"No card {asked.place}{of_whom} is what it asks for, so nobody wins."
    return f"{what}, but folded: nobody wins." if all(line.folded for line in met) else f"{what}."


def why_words(line: Line, sheet: Sheet, terms: Terms) -> str:
    """Why a seat got what it got, without its points."""
    if line.folded and terms.folded_out:
        return "folded, and folded cards do not count"
    sums = condition(sheet.condition).kind == "sum"
    what = f"the sum {sum_of(line)}" if sums else listed(map(card_words, line.winning))
    if line.why == "won":
        once = "" if len(line.winning) < 2 else ", both scored" if terms.both else _ONCE
        return f"wins with {what}{once}"
    if line.why == "folded a win":
        return f"folded although {what} would have won"
    if line.why == "folded in time":
        return "folded and would have lost"
    return f"has {what}" if sums else "has no winning card"


_ONCE: Final = ", which score once, the higher (S6)"


def sheet_words(sheet: Sheet, number: int, terms: Terms) -> str:
    """The end-of-round sheet: a sentence, and below it lines for all that is shown (S15)."""
    lines = [
        f"Round {number} is over: {why_ended(sheet, terms.limit)}.",
        f"The secret card was {card_words(sheet.secret)}: {sheet.condition}.",
        what_decided(sheet, terms),
        *(
            f"{{{seat}}} {why_words(line, sheet, terms)}: {counted(line.points, 'point')}. "
            f"In play {cards_listed(line.played)}; in hand {cards_listed(line.hand)}."
            for seat, line in enumerate(sheet.lines)
        ),
    ]
    return "\n  ".join(lines)
