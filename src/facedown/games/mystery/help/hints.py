"""Mystery Machine's aids in words: everything here follows from what the seat was shown."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import reduce
from itertools import combinations
from operator import or_
from types import MappingProxyType
from typing import Final

from facedown.core.errors import UnknownName
from facedown.core.messages import (
    capital,
    in_percent,
    joined,
    listed,
    phrase,
    phrase_many,
    separated,
)
from facedown.games.mystery.cards import RANKS, SUITS, WORDS, card_number, sign_of, words_of
from facedown.games.mystery.dealing import dealing_of
from facedown.games.mystery.help.knowledge import Knowledge, knowledge_of, start
from facedown.games.mystery.help.notes import NOTE_FORMS, Mark, sheet_of
from facedown.games.mystery.puzzle import pile_name, price_words
from facedown.games.mystery.view import MysteryView

_MOST_LISTED: Final = 6
_MOST_REASONS: Final = 4
"""Reasons of more shown cards than this are told as all of them together."""


def hint(name: str, view: MysteryView, notes: Sequence[str]) -> str:
    """One aid of the facts in words; raises ``UnknownName`` for one that does not exist."""
    if name != "note" and name not in _HINTS:
        names = ", ".join((*_HINTS, "note"))
        raise UnknownName(
            phrase("There is no hint {hint!r}; the hints: {names}.", hint=name[:40], names=names)
        )
    if view.phase == "dealing":
        return phrase("There is nothing to reason about before the grid is laid.")
    if view.truth is not None:
        told = listed(phrase("the {card}", card=words_of(card)) for card in view.truth.mystery)
        return phrase("The game is over; the mystery was {cards}.", cards=told)
    if view.questions is None:
        return phrase("Only who has a seat is shown answers to reason from.")
    return _note(view, notes) if name == "note" else _HINTS[name](view)


def percent(chance: Fraction) -> str:
    """A chance in words, never 0 or 100 % where it is not.

    >>> percent(Fraction(1, 3)), percent(Fraction(1)), percent(Fraction(999, 1000))
    ('33 %', '100 %', 'over 99 %')
    """
    if chance in (0, 1):
        return in_percent(chance)
    if chance < Fraction(1, 100):
        return phrase("under 1 %")
    if chance > Fraction(99, 100):
        return phrase("over 99 %")
    return in_percent(chance)


def guess_words(view: MysteryView, guess: Sequence[int]) -> str:
    """A guess slot by slot; of slots without an order, which cards they hold, not which which."""
    if len(guess) == 1:
        return phrase("the {card}", card=WORDS[guess[0]])
    dealing = dealing_of(view.puzzle)
    told: list[str] = []
    for group in dealing.groups:
        cards = listed(phrase("the {card}", card=WORDS[guess[slot]]) for slot in group)
        slots = dealing.group_words(group)
        if len(group) > 1:
            told.append(phrase("{slots} in any order: {cards}", slots=slots, cards=cards))
        else:
            told.append(phrase("{slots}: {cards}", slots=slots, cards=cards))
    return separated(told)


def _about(known: Knowledge, sentence: str) -> str:
    """A sentence, and that it is no more than an estimate where it is one."""
    if known.exact:
        return sentence
    return phrase("About, from sampled layouts: {sentence}", sentence=sentence)


# What the mystery can be


def _mystery(view: MysteryView) -> str:
    known = knowledge_of(view)
    total = Fraction(known.total())
    guesses = sorted(known.guesses().items(), key=lambda item: (-item[1], item[0]))
    if len(guesses) == 1:
        sure = guess_words(view, guesses[0][0])
        return _about(known, phrase("The mystery is certain: {cards}.", cards=sure))
    ways = phrase("The mystery can be in {n} ways; the likeliest are:", n=len(guesses))
    lines = [_about(known, ways)]
    lines += [
        phrase(
            "  {cards}, {chance}",
            cards=guess_words(view, guess),
            chance=percent(Fraction(weight) / total),
        )
        for guess, weight in guesses[:_MOST_LISTED]
    ]
    return joined("\n", lines)


# Which pile tells most


def pile_values(view: MysteryView) -> list[tuple[int, Fraction, Fraction]]:
    """For each pile with cards left: the chances of a right guess and of certainty after it.

    They are averages over what may be turned up.
    """
    known = knowledge_of(view)
    found = []
    for pile in range(len(view.puzzle.piles)):
        if known.left(pile):
            answers = list(known.answers(pile))
            total = sum(Fraction(weight) for _, weight, _ in answers)
            right = sum(Fraction(after.best()[1]) for _, _, after in answers)
            certain = sum(
                Fraction(weight) for _, weight, after in answers if after.certain() is not None
            )
            found.append((pile, Fraction(right) / total, Fraction(certain) / total))
    return found


def _pile(view: MysteryView) -> str:
    known = knowledge_of(view)
    guess = known.certain()
    if guess is not None:
        sure = guess_words(view, guess)
        return _about(known, phrase("No pile tells more: the mystery is {cards}.", cards=sure))
    best, weight = known.best()
    now = Fraction(weight) / Fraction(known.total())
    guessed = phrase(
        "The best guess now, {cards}, is right with {chance}.",
        cards=guess_words(view, best),
        chance=percent(now),
    )
    lines = [_about(known, guessed)]
    values = pile_values(view)
    if not values:
        return joined("\n", (*lines, phrase("No pile has a card left.")))
    most = max(values, key=lambda value: (value[1], value[2]))
    for pile, right, certain in values:
        told = phrase(
            "  {pile} for {price}: {right} after one answer",
            pile=pile_name(pile),
            price=price_words(view.puzzle.piles[pile].price),
            right=percent(right),
        )
        if certain:
            told = phrase("{told}, certain in {certain}", told=told, certain=percent(certain))
        if pile == most[0]:
            told = phrase("{told}, which tells most", told=told)
        lines.append(phrase("{told}.", told=told))
    return joined("\n", lines)


# Why the answer is determined


def _why(view: MysteryView) -> str:
    known = knowledge_of(view)
    if not known.exact:
        return phrase("This puzzle has too many layouts to give reasons one by one.")
    lines: list[str] = []
    for slots in known.dealing.alike:
        shares = {card: known.share(_masks(known, slots, card)) for card in view.puzzle.cards}
        possible = [card for card, share in shares.items() if share]
        name = capital(known.dealing.group_words(slots))
        cards = listed((sign_of(card) for card in possible), "or")
        if len(slots) == len(possible) == 1:
            lines.append(phrase("{slot} is the {card}.", slot=name, card=WORDS[possible[0]]))
        elif len(slots) == len(possible):
            both = listed(phrase("the {card}", card=WORDS[card]) for card in possible)
            lines.append(phrase("{slots} are {cards}.", slots=name, cards=both))
        else:
            lines.append(phrase("{slot} can be {cards}.", slot=name, cards=cards))
            sure = [WORDS[card] for card, share in shares.items() if share == 1]
            lines += [phrase("  The {card} is one of them.", card=card) for card in sure]
        lines += _reasons(view, slots, [card for card in view.puzzle.cards if not shares[card]])
    return joined("\n", lines)


def _masks(known: Knowledge, slots: Sequence[int], card: int) -> list[int]:
    """In which layouts a card lies on one of these slots, layer by layer."""
    return [
        reduce(or_, (layer.slots[slot].get(card, 0) for slot in slots)) for layer in known.layers
    ]


def _reasons(view: MysteryView, slots: Sequence[int], out: list[int]) -> list[str]:
    """What excludes these cards from slots, each by the fewest answers; alike ones together."""
    answers = [
        (pile, card_number(name))
        for pile in range(len(view.puzzle.piles))
        for name in view.shown(pile)
        if name != "joker"
    ]
    known = start(view.puzzle)
    grouped: dict[tuple[tuple[int, int], ...] | None, list[int]] = {}
    for card in out:
        reason = _fewest(known, _masks(known, slots, card), answers)
        grouped.setdefault(reason, []).append(card)
    lines: list[str] = []
    for reason, cards in sorted(grouped.items(), key=lambda item: len(item[0] or (0,) * 99)):
        names = listed((sign_of(card) for card in cards), "or")
        if reason is None:
            lines.append(phrase("  Not {cards}: by all answers together.", cards=names))
        elif not reason:
            lines.append(phrase("  Never {cards}.", cards=names))
        else:
            told = listed(
                phrase("{card} in {pile}", card=sign_of(card), pile=pile_name(pile))
                for pile, card in reason
            )
            lines.append(phrase("  Not {cards}: {answers}.", cards=names, answers=told))
    return lines


def _fewest(
    known: Knowledge, masks: list[int], answers: list[tuple[int, int]]
) -> tuple[tuple[int, int], ...] | None:
    """The first smallest set of answers that leaves none of these layouts; None: all are needed."""
    for size in range(min(_MOST_REASONS, len(answers)) + 1):
        for some in combinations(answers, size):
            if not any(_left(known, masks, some)):
                return some
    return None


def _left(known: Knowledge, masks: list[int], answers: Sequence[tuple[int, int]]) -> list[int]:
    left = []
    for layer, mask in zip(known.layers, masks, strict=True):
        for pile, card in answers:
            mask &= layer.piles[pile].get(card, 0)  # noqa: PLW2901  # the same mask, narrowed
        left.append(mask)
    return left


# Pencil marks


def mark_share(known: Knowledge, mark: Mark) -> Fraction:
    """How likely the thing that a mark is about is so (whatever the mark says of it)."""
    if mark.axis == "row":
        value = RANKS.index(mark.what)
        return known.share([layer.rows[mark.line].get(value, 0) for layer in known.layers])
    value = SUITS.index(mark.what)
    return known.share([layer.columns[mark.line].get(value, 0) for layer in known.layers])


def _note(view: MysteryView, notes: Sequence[str]) -> str:
    sheet, free = sheet_of(notes, view.puzzle)
    if not sheet.marks:
        if not free:
            return NOTE_FORMS
        return joined("\n", (phrase("None of your notes is a pencil mark."), NOTE_FORMS))
    known = knowledge_of(view)
    lines: list[str] = []
    for mark in sheet.marks:
        chance = mark_share(known, mark)
        agreeing = chance if mark.says == "is" else 1 - chance
        if agreeing == 1:
            verdict = phrase("right, it follows from what was shown.")
        elif not agreeing:
            verdict = phrase("wrong, what was shown says otherwise.")
        else:
            verdict = phrase("too early, it is so with {chance}.", chance=percent(agreeing))
        lines.append(phrase('"{mark}": {verdict}', mark=mark.words, verdict=verdict))
    if sheet.supposed:
        lines.append(phrase("You suppose: {cards}.", cards=listed(sheet.supposed)))
    if free:
        lines.append(
            phrase_many(
                "{n} note in free text, not checked.",
                "{n} notes in free text, not checked.",
                free,
            )
        )
    return joined("\n", lines)


_HINTS: Final[Mapping[str, Callable[[MysteryView], str]]] = MappingProxyType(
    {"mystery": _mystery, "pile": _pile, "why": _why}
)
