"""The end of a round of Suspense in words: why it ended, what decided it, what each seat got."""

from __future__ import annotations

from typing import Final, Protocol

from facedown.core.messages import joined, phrase, phrase_many
from facedown.core.words import listed
from facedown.games.suspense.cards import NAMES, Extreme
from facedown.games.suspense.view import Line, Sheet
from facedown.games.suspense.words import PLACE_WORDS, card_words, cards_listed, condition_words


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


def why_ended(sheet: Sheet, limit: int) -> str:
    """Why the round ended (S13, S14) and at which sum, as a part of a sentence."""
    total = sum(line.total for line in sheet.lines)
    if sheet.cause == "limit":
        return phrase("the sum in play, {total}, has reached {limit}", total=total, limit=limit)
    if sheet.cause == "one-left":
        return phrase(
            "only {who} has not folded; the sum in play is {total}",
            who=f"{{{sheet.still_in[0]}}}",
            total=total,
        )
    return phrase("all still in have passed; the sum in play is {total}", total=total)


def what_decided(sheet: Sheet, terms: Terms) -> str:
    """Which card or sum the secret asked for, and whether nobody wins by it (S3, S4)."""
    asked = sheet.condition
    met = [line for line in sheet.lines if line.met]
    some = terms.folded_out and len(sheet.still_in) < len(sheet.lines)
    if asked.category == "sum":
        what = _sum_words(asked.extreme, met[0].total, some=some)
    elif met:
        cards = sorted((name for line in met for name in line.winning), key=NAMES.index)
        what = phrase_many(
            "The winning card was {cards}",
            "The winning cards were {cards}",
            len(cards),
            cards=listed(map(card_words, cards)),
        )
    else:
        where = PLACE_WORDS[asked.place]
        if some:
            return phrase(
                "No card {where} of those still in is what it asks for, so nobody wins.",
                where=where,
            )
        return phrase("No card {where} is what it asks for, so nobody wins.", where=where)
    if all(line.folded for line in met):
        return phrase("{what}, but folded: nobody wins.", what=what)
    return phrase("{what}.", what=what)


def _sum_words(extreme: Extreme, total: int, *, some: bool) -> str:
    """Which sum won, among those of all or of those still in."""
    if extreme == "highest":
        if some:
            return phrase("The highest sum of those still in was {total}", total=total)
        return phrase("The highest sum was {total}", total=total)
    if some:
        return phrase("The lowest sum of those still in was {total}", total=total)
    return phrase("The lowest sum was {total}", total=total)


def why_words(line: Line, sheet: Sheet, terms: Terms) -> str:
    """Why a seat got what it got, without its points."""
    if line.folded and terms.folded_out:
        return phrase("folded, and folded cards do not count")
    sums = sheet.condition.category == "sum"
    what = listed(map(card_words, line.winning))
    if sums:
        what = phrase("the sum {total}", total=line.total)
    match line.why:
        case "won":
            if len(line.winning) < 2:
                return phrase("wins with {what}", what=what)
            if terms.both:
                return phrase("wins with {what}, both scored", what=what)
            return phrase("wins with {what}, which score once, the higher (S6)", what=what)
        case "folded-a-win":
            return phrase("folded although {what} would have won", what=what)
        case "folded-in-time":
            return phrase("folded and would have lost")
        case "lost":
            return phrase("has {what}", what=what) if sums else _NO_CARD


_NO_CARD: Final = phrase("has no winning card")


def sheet_words(sheet: Sheet, number: int, terms: Terms) -> str:
    """The end-of-round sheet: a sentence, and below it lines for all that is shown (S15)."""
    return joined(
        "\n  ",
        [
            phrase("Round {n} is over: {why}.", n=number, why=why_ended(sheet, terms.limit)),
            phrase(
                "The secret card was {card}: {condition}.",
                card=card_words(sheet.secret),
                condition=condition_words(sheet.condition),
            ),
            what_decided(sheet, terms),
            *(
                phrase(
                    "{who} {why}: {points}. In play {played}; in hand {hand}.",
                    who=f"{{{seat}}}",
                    why=why_words(line, sheet, terms),
                    points=phrase_many("{n} point", "{n} points", line.points),
                    played=cards_listed(line.played),
                    hand=cards_listed(line.hand),
                )
                for seat, line in enumerate(sheet.lines)
            ),
        ],
    )
