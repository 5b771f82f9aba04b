"""Mystery Machine's aids in words: everything here follows from what the seat was shown."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from types import MappingProxyType
from typing import Final

from facedown.core.errors import UnknownName
from facedown.core.words import counted, listed
from facedown.games.mystery.cards import (
    NAMES,
    RANKS,
    SUITS,
    WORDS,
    card_number,
    words_of,
)
from facedown.games.mystery.knowledge import Knowledge, knowledge_of, start
from facedown.games.mystery.notes import NOTE_FORMS, Mark, sheet_of
from facedown.games.mystery.puzzle import pile_name
from facedown.games.mystery.refusals import price_words
from facedown.games.mystery.view import MysteryView

_MOST_LISTED: Final = 6
_MOST_REASONS: Final = 4
"""Reasons of more shown cards than this are told as all of them together."""


def hint(name: str, view: MysteryView, notes: Sequence[str]) -> str:
    """One aid of the facts in words; raises ``UnknownName`` for one that does not exist."""
    if name != "note" and name not in _HINTS:
        names = ", ".join((*_HINTS, "note"))
        raise UnknownName(f"There is no hint {name[:40]!r}; the hints: {names}.")
    if view.phase == "dealing":
        return "There is nothing to reason about before the grid is laid."
    if view.truth is not None:
        told = listed(f"the {words_of(card)}" for card in view.truth.mystery)
        return f"The game is over; the mystery was {told}."
    if view.questions is None:
        return "Only who has a seat is shown answers to reason from."
    return _note(view, notes) if name == "note" else _HINTS[name](view)


def percent(chance: Fraction) -> str:
    """A chance in words, never 0 or 100 % where it is not.

    >>> percent(Fraction(1, 3)), percent(Fraction(1)), percent(Fraction(999, 1000))
    ('33 %', '100 %', 'over 99 %')
    """
    if chance in (0, 1):
        return f"{int(chance) * 100} %"
    if chance < Fraction(1, 100):
        return "under 1 %"
    return "over 99 %" if chance > Fraction(99, 100) else f"{round(chance * 100)} %"


def guess_words(view: MysteryView, guess: Sequence[int]) -> str:
    """A guess slot by slot."""
    if len(guess) == 1:
        return f"the {WORDS[guess[0]]}"
    return listed(
        f"{slot}: the {WORDS[card]}" for slot, card in zip(view.slots, guess, strict=True)
    )


def _about(known: Knowledge) -> str:
    return "" if known.exact else "About, from sampled layouts: "


# What the mystery can be


def _mystery(view: MysteryView) -> str:
    known = knowledge_of(view)
    total = Fraction(known.total())
    guesses = sorted(known.guesses().items(), key=lambda item: (-item[1], item[0]))
    if len(guesses) == 1:
        return f"{_about(known)}The mystery is certain: {guess_words(view, guesses[0][0])}."
    lines = [f"{_about(known)}The mystery can be in {len(guesses)} ways; the likeliest are:"]
    lines += [
        f"  {guess_words(view, guess)}, {percent(Fraction(weight) / total)}"
        for guess, weight in guesses[:_MOST_LISTED]
    ]
    return "\n".join(lines)


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
        return f"{_about(known)}No pile tells more: the mystery is {guess_words(view, guess)}."
    best, weight = known.best()
    now = Fraction(weight) / Fraction(known.total())
    right_now = f"{guess_words(view, best)}, is right with {percent(now)}"
    lines = [f"{_about(known)}The best guess now, {right_now}."]
    values = pile_values(view)
    if not values:
        return f"{lines[0]}\nNo pile has a card left."
    most = max(values, key=lambda value: (value[1], value[2]))
    for pile, right, certain in values:
        tells = ", which tells most" if pile == most[0] else ""
        price = price_words(view.puzzle.piles[pile].price)
        lines.append(
            f"  {pile_name(pile)} for {price}: {percent(right)} after one answer, certain in "
            f"{percent(certain)}{tells}."
        )
    return "\n".join(lines)


# Why the answer is determined


def _why(view: MysteryView) -> str:
    known = knowledge_of(view)
    if not known.exact:
        return "This puzzle has too many layouts to give reasons one by one."
    lines = []
    for slot, name in enumerate(view.slots):
        masks = [known.layers[at].slots[slot] for at in range(len(known.layers))]
        possible = [
            card for card in view.puzzle.cards if known.share([mask.get(card, 0) for mask in masks])
        ]
        label = name[0].upper() + name[1:]
        if len(possible) == 1:
            lines.append(f"{label} is the {WORDS[possible[0]]}.")
        else:
            cards = listed((NAMES[card] for card in possible), "or")
            lines.append(f"{label} can be {cards}.")
        lines += _reasons(view, slot, [c for c in view.puzzle.cards if c not in possible])
    return "\n".join(lines)


def _reasons(view: MysteryView, slot: int, out: list[int]) -> list[str]:
    """What excludes these cards from a slot, each by the fewest answers; alike ones together."""
    answers = [
        (pile, card_number(name))
        for pile in range(len(view.puzzle.piles))
        for name in view.shown(pile)
        if name != "joker"
    ]
    known = start(view.puzzle)
    grouped: dict[tuple[tuple[int, int], ...] | None, list[int]] = {}
    for card in out:
        masks = [layer.slots[slot].get(card, 0) for layer in known.layers]
        grouped.setdefault(_fewest(known, masks, answers), []).append(card)
    lines = []
    for reason, cards in sorted(grouped.items(), key=lambda item: len(item[0] or (0,) * 99)):
        names = listed((NAMES[card] for card in cards), "or")
        if reason is None:
            lines.append(f"  Not {names}: by all answers together.")
        elif not reason:
            lines.append(f"  Never {names}.")
        else:
            told = listed(f"{NAMES[card]} in {pile_name(pile)}" for pile, card in reason)
            lines.append(f"  Not {names}: {told}.")
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
        return f"None of your notes is a pencil mark.\n{NOTE_FORMS}" if free else NOTE_FORMS
    known = knowledge_of(view)
    lines = []
    for mark in sheet.marks:
        chance = mark_share(known, mark)
        agreeing = chance if mark.says == "is" else 1 - chance
        if agreeing == 1:
            verdict = "right, it follows from what was shown."
        elif not agreeing:
            verdict = "wrong, what was shown says otherwise."
        else:
            verdict = f"too early, it is so with {percent(agreeing)}."
        lines.append(f'"{mark.words}": {verdict}')
    if sheet.supposed:
        lines.append(f"You suppose: {listed(sheet.supposed)}.")
    if free:
        lines.append(f"{counted(free, 'note')} in free text, not checked.")
    return "\n".join(lines)


_HINTS: Final[Mapping[str, Callable[[MysteryView], str]]] = MappingProxyType(
    {"mystery": _mystery, "pile": _pile, "why": _why}
)
