"""Suspense in words: cards, the end of a round, moves as seats see them, the table, typed lines."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import chain, product
from typing import Final, NamedTuple, Protocol, get_args

from facedown.core.daily import DayResult
from facedown.core.default_words import ending_for
from facedown.core.errors import BadOption, MalformedMove
from facedown.core.messages import Message, joined, listed, phrase, phrase_in, phrase_many
from facedown.core.moves import Action, Move
from facedown.core.seats import NATURE, Ending, Seat
from facedown.core.view import Event
from facedown.games.suspense.cards import (
    NAMES,
    NUMBERS,
    STANDARD,
    Category,
    Condition,
    Extreme,
    Place,
    names_of,
)
from facedown.games.suspense.moves import Deal, FirstDealer, Fold, Pass, Play
from facedown.games.suspense.rules import TURNS, SuspenseState, sheet_of
from facedown.games.suspense.view import Line, Sheet, SuspenseView


def in_brief(view: SuspenseView) -> str:
    """How a finished game went: the points of each seat."""
    if view.outcome is None:
        return phrase("not finished yet.")
    points = joined(phrase_in("between points", " : "), map(str, view.points))
    if max(view.seat, 0) in view.outcome.winners:
        return phrase("won {points}.", points=points)
    if not view.outcome.winners:
        return phrase("nobody wins, {points}.", points=points)
    return phrase("lost {points}.", points=points)


def day_result(view: SuspenseView) -> DayResult:
    """Whether it was won; the marks are the stars that a seat scored."""
    assert view.outcome is not None
    stars = view.points[view.seat]
    return DayResult(view.seat in view.outcome.winners and stars > 0, marks="★" * stars)


def ending(view: SuspenseView) -> Ending:
    """How a finished game ended for a seat, in points (S18)."""
    assert view.outcome is not None
    told, winners = ending_for(view.seat, view.outcome), view.outcome.winners
    if view.seat not in winners:
        return told
    if view.goal:
        points = phrase_many("{n} point", "{n} points", view.goal)
        return Ending(told.words, phrase("You reached {points}.", points=points))
    points = phrase_many("{n} point", "{n} points", view.points[view.seat])
    why = (
        phrase("You scored {points} each.", points=points)
        if winners[1:]
        else phrase("You scored most, {points}.", points=points)
    )
    return Ending(told.words, why)


# Cards and conditions

WORDS: Final = (
    phrase_in("card", "white 1"),
    phrase_in("card", "white 2"),
    phrase_in("card", "white 3"),
    phrase_in("card", "white 4"),
    phrase_in("card", "white 5"),
    phrase_in("card", "white 6"),
    phrase_in("card", "black 1"),
    phrase_in("card", "black 2"),
    phrase_in("card", "black 3"),
    phrase_in("card", "black 4"),
    phrase_in("card", "black 5"),
    phrase_in("card", "black 6"),
    phrase_in("card", 'the red "?"'),
)
"""The cards in words."""

PLACE_WORDS: Final[dict[Place, str]] = {
    "hand": phrase_in("condition", "in hand"),
    "play": phrase_in("condition", "in play"),
}

_ASKED: Final[dict[tuple[Extreme, Category], str]] = {
    ("highest", "number"): phrase_in("condition", "highest number"),
    ("highest", "white"): phrase_in("condition", "highest white"),
    ("highest", "black"): phrase_in("condition", "highest black"),
    ("highest", "sum"): phrase_in("condition", "highest sum of"),
    ("lowest", "number"): phrase_in("condition", "lowest number"),
    ("lowest", "white"): phrase_in("condition", "lowest white"),
    ("lowest", "black"): phrase_in("condition", "lowest black"),
    ("lowest", "sum"): phrase_in("condition", "lowest sum of"),
}
_NUMBERS_IN_PLAY: Final = phrase_in("condition", "numbers in play")


class ConditionLines(NamedTuple):
    """A condition as it stands on a card: what it asks for, and where."""

    first: str
    second: str


def condition_lines(condition: Condition) -> ConditionLines:
    """A condition in two lines.

    >>> condition_lines(Condition("highest", "sum", "play"))
    ConditionLines(first='highest sum of', second='numbers in play')
    """
    where = _NUMBERS_IN_PLAY if condition.category == "sum" else PLACE_WORDS[condition.place]
    return ConditionLines(_ASKED[condition.extreme, condition.category], where)


def condition_words(condition: Condition) -> str:
    """A condition in words.

    >>> condition_words(Condition("lowest", "black", "hand"))
    'lowest black in hand'
    """
    return joined(" ", condition_lines(condition))


def card_words(name: str) -> str:
    """A card in words, from its short name.

    >>> card_words("B6")
    'black 6'
    """
    return WORDS[NAMES.index(name)]


def cards_listed(names: Iterable[str]) -> str:
    """Several cards in words.

    >>> cards_listed(("W1", "?")), cards_listed(())
    ('white 1, the red "?"', 'nothing')
    """
    return joined(", ", map(card_words, names)) or phrase_in("cards", "nothing")


# The end of a round


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
            "everybody but {who} has folded; the sum in play is {total}",
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


def sheet_words(sheet: Sheet, number: int, terms: Terms, *, hands: bool = True) -> str:
    """The end-of-round sheet: a sentence, and below it lines for all that is shown (S15).

    Without ``hands`` they are shown at another table (S25).
    """
    return joined(
        "\n  ",
        [
            phrase("Round {n} is over: {why}.", n=number, why=why_ended(sheet, terms.limit)),
            secret_words(sheet.secret, sheet.condition),
            what_decided(sheet, terms),
            *(
                _line_words(seat, line, why_words(line, sheet, terms), hands=hands)
                for seat, line in enumerate(sheet.lines)
            ),
        ],
    )


def secret_words(secret: str, condition: Condition) -> str:
    """The secret card that was turned over, with what it asks for."""
    return phrase(
        "The secret card was {card}: {condition}.",
        card=card_words(secret),
        condition=condition_words(condition),
    )


def _line_words(seat: Seat, line: Line, why: str, *, hands: bool) -> str:
    who, played = f"{{{seat}}}", cards_listed(line.played)
    points = phrase_many("{n} point", "{n} points", line.points)
    if not hands:
        return phrase(
            "{who} {why}: {points}. In play {played}.",
            who=who,
            why=why,
            points=points,
            played=played,
        )
    return phrase(
        "{who} {why}: {points}. In play {played}; in hand {hand}.",
        who=who,
        why=why,
        points=points,
        played=played,
        hand=cards_listed(line.hand),
    )


# Moves


def witness(
    before: SuspenseState, seat: Seat, action: Action, after: SuspenseState, viewer: Seat
) -> Event:
    """One move for one viewer: of a deal only the own hand, and the secret only for the dealer."""
    move = before.move_of(seat, action)
    match move:
        case FirstDealer(dealer=dealer):
            text = phrase("{who} is drawn to deal first.", who=f"{{{dealer}}}")
            return Event(seat, move, text, reveals=True)
        case Deal(hands=hands, secret=secret):
            seen = Deal(
                tuple(hand if who == viewer else None for who, hand in enumerate(hands)),
                secret if viewer == before.dealer else None,
            )
            n, deals = len(after.rounds) + 1, f"{{{before.dealer}}}"
            told = [phrase("Round {n}, dealt by {who}.", n=n, who=deals)]
            if viewer >= 0:
                hand = cards_listed(names_of(after.hands[viewer]))
                told.append(phrase("Your hand is {cards}.", cards=hand))
            if seen.secret is not None:
                condition = condition_words(after.setting.conditions[after.secret])
                told.append(
                    phrase(
                        "The secret is {card}: {condition}.",
                        card=WORDS[after.secret],
                        condition=condition,
                    )
                )
            return Event(seat, seen, joined(" ", told), reveals=True)
        case _:
            text = turn_words(before, seat, move, after)
    if len(after.rounds) > len(before.rounds):
        round_ = after.rounds[-1]
        sheet = sheet_of(round_, after.setting.conditions[round_.secret])
        text = joined(" ", (text, sheet_words(sheet, len(after.rounds), after.setting)))
    # a card or a choice once seen by the others says something that cannot be unsaid
    return Event(seat, move, text, reveals=seat != NATURE)


def turn_words(before: SuspenseState, seat: Seat, move: Move, after: SuspenseState) -> Message:
    """A turn, without what it ends."""
    who = f"{{{seat}}}"
    match move:
        case Play(card=card):
            total = before.total + NUMBERS[NAMES.index(card)]
            return phrase(
                "{who} plays {card}; the sum is {total}.",
                who=who,
                card=card_words(card),
                total=total,
            )
        case Pass():
            return _passes(who, after)
        case Fold():
            return phrase("{who} folds.", who=who)
    raise AssertionError(move)


def _passes(who: str, state: SuspenseState) -> Message:
    """That somebody passes, and whose passing too would end the round (S13), where it goes on."""
    done = state.passed | state.folded
    left = [f"{{{seat}}}" for seat in range(state.setting.seats) if not done >> seat & 1]
    if state.phase != TURNS or not left:
        return phrase("{who} passes.", who=who)
    return phrase(
        "{who} passes; should {others} pass too, the round ends.", who=who, others=listed(left)
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
    parts = table_words(view)
    if view.phase == "turns":
        if view.hand is not None:
            parts.append(_hand(view, view.hand))
        if view.secret is not None:
            parts.append(_secret(view, NAMES.index(view.secret)))
    return joined("\n\n", parts)


def table_words(view: SuspenseView) -> list[str]:
    """What lies on the table and what the rounds have brought, in paragraphs."""
    parts = [_rounds(view) if view.phase == "over" else _points(view)]
    if changed := changed_cards(view):
        lines = [_indented(face_words(view, name)) for name in changed]
        parts.append(joined("\n", [phrase("Cards that are other than printed:"), *lines]))
    return [*parts, _table(view)] if view.phase == "turns" else parts


def _indented(text: str) -> str:
    return joined("", ("  ", text))


def changed_cards(view: SuspenseView) -> tuple[str, ...]:
    """The cards to which the option ``table`` gives other stars or another condition (S23)."""
    faces = zip(NAMES, STANDARD, view.faces, strict=True)
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


# Typed lines


_NUMERALS: Final = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


def read(text: str, view: SuspenseView) -> Move:
    """The move that a typed line means.

    ``W3``, ``white 3``, ``white3`` or ``play W3`` plays, then ``pass`` and ``fold``: whole words,
    as neither can be taken back. Raises ``MalformedMove`` with one sentence for anything else.
    """
    words = text.strip().lower().removeprefix("play ").split()
    if len(words) == 1 and re.fullmatch(r"(white|black)[0-9]", words[0]):
        words = [words[0][:-1], words[0][-1]]
    if len(words) == 2 and words[1] in _NUMERALS:
        words[1] = str(_NUMERALS.index(words[1]))
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


# Conditions as they are written in a card table (S23)

_ALL: Final = (Condition(*parts) for parts in product(*map(get_args, (Extreme, Category, Place))))
CONDITIONS: Final = {
    condition_words(found): found
    for found in _ALL
    if (found.category, found.place) != ("sum", "hand")
}
"""All that there are, by their words."""


def condition(words: str) -> Condition:
    """Reads a condition from its words; raises ``BadOption`` when they are none.

    >>> condition("highest number in play")
    Condition(extreme='highest', category='number', place='play')
    """
    found = CONDITIONS.get(words)
    if found is None:
        raise BadOption(
            phrase(
                "{words!r} is not a victory condition, such as 'lowest black in hand'.",
                words=words[:60],
            )
        )
    return found
