"""SOLVER's aids in words: what rules that can still be say of everything that a seat was shown.

Where the program drew the rule these are the rules of its level; a person may have written any.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from facedown.core.errors import UnknownName
from facedown.core.words import counted, listed
from facedown.deduce.rules import Play
from facedown.deduce.rules.catalogue import LEVELS
from facedown.deduce.rules.family import FAMILIES, Family, family_of
from facedown.games.solver.judging import Answered, level_rules, possible, rule_called
from facedown.games.solver.looking_back import look_back
from facedown.games.solver.moves import NUMBERS
from facedown.games.solver.view import SolverView, answers_of, track_of

MOST_LISTED: Final = 8
"""So many rules, or fewer, are named one by one."""

FAMILY_WORDS: Final[Mapping[Family, str]] = MappingProxyType(
    {
        "card": "about the card alone",
        "last card": "about the last card too",
        "position": "about the position",
        "earlier cards": "about earlier cards",
        "whole track": "about the whole track",
    }
)


def hint(name: str, view: SolverView) -> str:
    """One aid of the facts in words; raises ``UnknownName`` for one that does not exist."""
    if name not in _HINTS:
        raise UnknownName(f"There is no hint {name[:40]!r}; the hints: {', '.join(_HINTS)}.")
    if view.master == "free":
        return "The rule is in free words: the program knows nothing of it (R14)."
    if view.rule is not None:
        if view.outcome is None and view.seat == view.master_seat:
            return f"Your rule is: {view.rule}."
        return f"The rule was: {view.rule}.{_looking_back(view) if name == 'rules' else ''}"
    if not track_of(view):
        return "There is nothing to reason from before the first card."
    if view.master == "player":
        return _of_a_person(name, view)
    return _HINTS[name](view)


def warm_up() -> None:
    """Builds what the aids need where a person wrote the rule, unless it is kept."""
    from facedown.games.solver import space_hints  # which needs NumPy

    space_hints.warm_up()


def _of_a_person(name: str, view: SolverView) -> str:
    """The same about a rule that a person wrote, which may be any of the language."""
    from facedown.games.solver import space_hints

    if name == "card":
        return space_hints.card(view)
    if name == "last":
        return space_hints.last(view, FAMILY_WORDS)
    return f"{_rules(view)}\n{space_hints.rules(view, FAMILY_WORDS)}"


def space_of(view: SolverView) -> tuple[tuple[str, ...], str]:
    """The rules that are reasoned about, and their name: of the level, or the whole catalogue.

    A rule that a person wrote need not be among them.
    """
    if view.master == "program":
        return level_rules(view.level), f"of level {view.level}"
    return _all_rules(), "of the catalogue"


@lru_cache(maxsize=1)
def _all_rules() -> tuple[str, ...]:
    return tuple(rule for level in LEVELS for rule in level_rules(level))


def left(
    view: SolverView, track: tuple[Play, ...], answers: tuple[Answered, ...]
) -> tuple[str, ...]:
    """The rules of the space that give these verdicts and answers."""
    return possible(space_of(view)[0], track, answers)


def _now(view: SolverView) -> tuple[str, ...]:
    return left(view, track_of(view), answers_of(view))


def _families(rules: tuple[str, ...]) -> str:
    counts = Counter(family_of(rule_called(rule)) for rule in rules)
    found = [family for family in FAMILIES if counts[family]]
    if len(found) == 1:
        return f"{'all ' if rules[1:] else ''}{FAMILY_WORDS[found[0]]}"
    return listed(f"{counts[family]} {FAMILY_WORDS[family]}" for family in found)


def _named(rules: tuple[str, ...]) -> str:
    return "".join(f"\n  {rule}" for rule in rules)


# Which rules can still be


def _rules(view: SolverView) -> str:
    space, name = space_of(view)
    rules = _now(view)
    if not rules:
        return f"No rule {name} fits what was shown: the Master has written another one."
    person = "" if view.master == "program" else " A player may have written another one."
    if len(rules) == 1:
        return f"Only one rule {name} is left: {rules[0]}.{person}"
    told = f"{len(rules)} of {len(space)} rules {name} are left: {_families(rules)}.{person}"
    return told + (_named(rules) if len(rules) <= MOST_LISTED else "")


# Which card tells most


def splits(view: SolverView) -> list[tuple[str, int]]:
    """For each card of the hand how many of the rules that are left would accept it."""
    track, rules = track_of(view), _now(view)
    masks = [rule_called(rule).accepted(track) for rule in rules]
    return [(card, sum(mask >> NUMBERS[card] & 1 for mask in masks)) for card in view.hand or ()]


def _card(view: SolverView) -> str:
    if not view.hand:
        return "There is no card in your hand to be played."
    rules = len(_now(view))
    if rules < 2:
        return f"No card tells more among the rules {space_of(view)[1]}: {_rules(view)}"
    found = splits(view)
    best = min(found, key=lambda each: abs(2 * each[1] - rules))
    if best[1] in (0, rules):
        return f"All {rules} rules that are left say the same of every card in your hand."
    out = counted(min(best[1], rules - best[1]), "rule")
    told = f"Best {best[0]}: {_of_rules(best[1], rules)} would accept it"
    lines = [f"{told}, so that whatever happens {out} or more are out."]
    for card, accept in sorted(found, key=lambda each: abs(2 * each[1] - rules)):
        tells = " and tells nothing" if accept in (0, rules) else ""
        lines.append(f"  {card}: accepted by {_of_rules(accept, rules)}{tells}")
    return "\n".join(lines)


def _of_rules(some: int, of: int) -> str:
    return f"{some} of {counted(of, 'rule')}"


# What the newest card or answer ruled out


def _last(view: SolverView) -> str:
    track, answers = track_of(view), answers_of(view)
    told = [entry for entry in view.history if entry.accepted is not None or entry.answer]
    last = told[-1]
    if last.answer is not None:
        before, what = left(view, track, answers[:-1]), f"The answer {last.answer} to {last.rule!r}"
    else:
        before = left(view, track[:-1], answers)
        said = "accepted" if last.accepted else "not accepted"
        what = f"That {last.card} was {said}"
    now = set(_now(view))
    out = tuple(rule for rule in before if rule not in now)
    if not out:
        return f"{what} ruled out nothing: all {counted(len(before), 'rule')} agreed with it."
    words = f"{what} ruled out {_of_rules(len(out), len(before))}: {_families(out)}."
    return words + (_named(out) if len(out) <= MOST_LISTED else "")


# What could have been known when


def _looking_back(view: SolverView) -> str:
    """How many rules were left after each card and answer, and which cards were tests."""
    space, name = space_of(view)
    if view.rule not in space:
        return " It is none of the catalogue, so what could have been known is not counted."
    known = look_back(view, left)
    tests = [each.refuting for each in known if each.refuting is not None]
    told = [f" Of {len(space)} rules {name} there were left after"]
    told += [f"  {each.what}: {each.left}" for each in known]
    alone = next((index for index, each in enumerate(known) if each.left == 1), None)
    if alone is not None:
        told.append(f"It could have been known after {known[alone].what}.")
    if tests:
        could = f"{tests.count(True)} of {counted(len(tests), 'card')} could have refuted"
        told.append(f"{could} the best guess of the moment.")
    return "\n".join(told)


_HINTS: Final[Mapping[str, Callable[[SolverView], str]]] = MappingProxyType(
    {"rules": _rules, "card": _card, "last": _last}
)
