"""SOLVER's aids in words: what rules that can still be say of everything that a seat was shown.

Where the program drew the rule these are the rules of its level; a person may have written any.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import Final, TypeAlias

from facedown.core.errors import UnknownName
from facedown.core.messages import joined, listed, phrase, phrase_many
from facedown.deduce.rules import JudgedCard
from facedown.deduce.rules.catalogue import LEVELS
from facedown.deduce.rules.law import FAMILIES, Family, family_of
from facedown.games.solver.judging import Answered, level_rules, possible, rule_called
from facedown.games.solver.moves import NUMBERS
from facedown.games.solver.said import CARDS, said_rule
from facedown.games.solver.view import SolverView, answers_of, track_of

Left: TypeAlias = Callable[
    [SolverView, tuple[JudgedCard, ...], tuple[Answered, ...]], tuple[str, ...]
]
"""The rules that give these verdicts and answers."""


@dataclass(frozen=True, slots=True)
class KnownThen:
    """What was known after a card or an answer.

    ``what`` is the card, or the rule that was guessed, ``left`` how many rules were possible then.
    ``refuting`` is for a card whether its verdict could have refuted the best guess of the moment:
    some rule that was possible said otherwise. It is None for the first card and for guesses.
    """

    what: str
    left: int
    refuting: bool | None


def look_back(view: SolverView, left: Left) -> tuple[KnownThen, ...]:
    """Everything that was told, in order."""
    track: list[JudgedCard] = []
    answers: list[Answered] = []
    found: list[KnownThen] = []
    before: tuple[str, ...] = ()
    for entry in view.history:
        refuting = None
        if entry.accepted is not None:
            card = NUMBERS[entry.card]
            if track:
                said = {rule_called(rule).judge(track, card) for rule in before}
                refuting = len(said) > 1
            track.append(JudgedCard(card, entry.accepted))
        elif entry.answer is not None:
            answers.append((entry.rule, entry.answer))
        else:
            continue
        before = left(view, tuple(track), tuple(answers))
        what = CARDS[entry.card] if entry.card else said_rule(entry.rule)
        found.append(KnownThen(what, len(before), refuting))
    return tuple(found)


MOST_LISTED: Final = 8
"""So many rules, or fewer, are named one by one."""

FAMILY_WORDS: Final[Mapping[Family, str]] = MappingProxyType(
    {
        "card": phrase("about the card alone"),
        "last card": phrase("about the last card too"),
        "position": phrase("about the position"),
        "earlier cards": phrase("about earlier cards"),
        "whole track": phrase("about the whole track"),
    }
)


def hint(name: str, view: SolverView) -> str:
    """One aid of the facts in words; raises ``UnknownName`` for one that does not exist."""
    if name not in _HINTS:
        names = ", ".join(_HINTS)
        raise UnknownName(
            phrase("There is no hint {hint!r}; the hints: {names}.", hint=name[:40], names=names)
        )
    if view.master == "free":
        return phrase("The rule is in free words: the program knows nothing of it (R14).")
    if view.rule is not None:
        if view.outcome is None and view.seat == view.master_seat:
            return phrase("Your rule is: {rule}.", rule=said_rule(view.rule))
        was = phrase("The rule was: {rule}.", rule=said_rule(view.rule))
        return joined(" ", (was, _looking_back(view))) if name == "rules" else was
    if not track_of(view):
        return phrase("There is nothing to reason from before the first card.")
    if view.master == "player":  # R19
        return _of_a_person(name, view)
    return _HINTS[name](view)


def warm_up() -> None:
    """Builds what the aids need where a person wrote the rule, unless it is kept."""
    from facedown.games.solver.help import space_hints  # which needs NumPy

    space_hints.warm_up_space()


def _of_a_person(name: str, view: SolverView) -> str:
    """The same about a rule that a person wrote, which may be any of the language."""
    from facedown.games.solver.help import space_hints

    if name == "card":
        return space_hints.card(view)
    if name == "last":
        return space_hints.last(view, FAMILY_WORDS)
    return joined("\n", (_rules(view), space_hints.rules(view, FAMILY_WORDS)))


def space_of(view: SolverView) -> tuple[tuple[str, ...], str]:
    """The rules that are reasoned about, and their name: of the level, or the whole catalogue.

    A rule that a person wrote need not be among them.
    """
    if view.master == "program":
        return level_rules(view.level), phrase("of level {n}", n=view.level)
    return _all_rules(), phrase("of the catalogue")


@lru_cache(maxsize=1)
def _all_rules() -> tuple[str, ...]:
    return tuple(rule for level in LEVELS for rule in level_rules(level))


def left(
    view: SolverView, track: tuple[JudgedCard, ...], answers: tuple[Answered, ...]
) -> tuple[str, ...]:
    """The rules of the space that give these verdicts and answers."""
    return possible(space_of(view)[0], track, answers)


def _now(view: SolverView) -> tuple[str, ...]:
    return left(view, track_of(view), answers_of(view))


def _families(rules: tuple[str, ...]) -> str:
    counts = Counter(family_of(rule_called(rule)) for rule in rules)
    found = [family for family in FAMILIES if counts[family]]
    if len(found) == 1:
        kind = FAMILY_WORDS[found[0]]
        return phrase("all {kind}", kind=kind) if rules[1:] else kind
    return listed(
        phrase("{number} {kind}", number=counts[family], kind=FAMILY_WORDS[family])
        for family in found
    )


def _with_rules(told: str, rules: tuple[str, ...]) -> str:
    """A sentence, and below it the rules that it is about, unless they are many."""
    if len(rules) > MOST_LISTED:
        return told
    return joined("\n", (told, *(joined("", ("  ", said_rule(rule))) for rule in rules)))


# Which rules can still be


def _rules(view: SolverView) -> str:
    space, name = space_of(view)
    rules = _now(view)
    if not rules:
        return phrase(
            "No rule {of} fits what was shown: the Master has written another one.", of=name
        )
    if len(rules) == 1:
        told: str = phrase("Only one rule {of} is left: {rule}.", of=name, rule=said_rule(rules[0]))
    else:
        told = phrase(
            "{some} of {all} rules {of} are left: {kinds}.",
            some=len(rules),
            all=len(space),
            of=name,
            kinds=_families(rules),
        )
    if view.master != "program":
        told = joined(" ", (told, phrase("A player may have written another one.")))
    return told if len(rules) == 1 else _with_rules(told, rules)


# Which card tells most


def splits(view: SolverView) -> list[tuple[str, int]]:
    """For each card of the hand how many of the rules that are left would accept it."""
    track, rules = track_of(view), _now(view)
    masks = [rule_called(rule).accepted(track) for rule in rules]
    return [(card, sum(mask >> NUMBERS[card] & 1 for mask in masks)) for card in view.hand or ()]


def _card(view: SolverView) -> str:
    if not view.hand:
        return phrase("There is no card in your hand to be played.")
    rules = len(_now(view))
    if rules < 2:
        return phrase(
            "No card tells more among the rules {of}: {rules}",
            of=space_of(view)[1],
            rules=_rules(view),
        )
    found = splits(view)
    best = min(found, key=lambda each: abs(2 * each[1] - rules))
    if best[1] in (0, rules):
        return phrase(
            "All {n} rules that are left say the same of every card in your hand.", n=rules
        )
    lines = [
        phrase(
            "Best {card}: {some} would accept it, so that whatever happens {out} or more are out.",
            card=CARDS[best[0]],
            some=_of_rules(best[1], rules),
            out=_rules_counted(min(best[1], rules - best[1])),
        )
    ]
    for card, accept in sorted(found, key=lambda each: abs(2 * each[1] - rules)):
        some = _of_rules(accept, rules)
        line = phrase("  {card}: accepted by {some}", card=CARDS[card], some=some)
        if accept in (0, rules):
            line = phrase(
                "  {card}: accepted by {some} and tells nothing", card=CARDS[card], some=some
            )
        lines.append(line)
    return joined("\n", lines)


def _rules_counted(number: int) -> str:
    return phrase_many("{n} rule", "{n} rules", number)


def _of_rules(some: int, of: int) -> str:
    return phrase("{some} of {all}", some=some, all=_rules_counted(of))


# What the newest card or answer ruled out


def _last(view: SolverView) -> str:
    track, answers = track_of(view), answers_of(view)
    told = [entry for entry in view.history if entry.accepted is not None or entry.answer]
    last = told[-1]
    if last.answer is not None:
        before = left(view, track, answers[:-1])
        what = phrase(
            "The answer {answer} to {rule!r}", answer=last.answer, rule=said_rule(last.rule)
        )
    else:
        before = left(view, track[:-1], answers)
        what = phrase("That {card} was not accepted", card=CARDS[last.card])
        if last.accepted:
            what = phrase("That {card} was accepted", card=CARDS[last.card])
    now = set(_now(view))
    out = tuple(rule for rule in before if rule not in now)
    if not out:
        return phrase(
            "{what} ruled out nothing: all {rules} agreed with it.",
            what=what,
            rules=_rules_counted(len(before)),
        )
    words = phrase(
        "{what} ruled out {some}: {kinds}.",
        what=what,
        some=_of_rules(len(out), len(before)),
        kinds=_families(out),
    )
    return _with_rules(words, out)


# What could have been known when


def _looking_back(view: SolverView) -> str:
    """How many rules were left after each card and answer, and which cards were tests."""
    space, name = space_of(view)
    if view.rule not in space:
        return phrase("It is none of the catalogue, so what could have been known is not counted.")
    known = look_back(view, left)
    tests = [each.refuting for each in known if each.refuting is not None]
    told: list[str] = [phrase("Of {all} rules {of} there were left after", all=len(space), of=name)]
    told += [phrase("  {what}: {left}", what=each.what, left=each.left) for each in known]
    alone = next((index for index, each in enumerate(known) if each.left == 1), None)
    if alone is not None:
        told.append(phrase("It could have been known after {what}.", what=known[alone].what))
    if tests:
        told.append(
            phrase(
                "{some} of {cards} could have refuted the best guess of the moment.",
                some=tests.count(True),
                cards=phrase_many("{n} card", "{n} cards", len(tests)),
            )
        )
    return joined("\n", told)


_HINTS: Final[Mapping[str, Callable[[SolverView], str]]] = MappingProxyType(
    {"rules": _rules, "card": _card, "last": _last}
)
