"""What several statements mean together: demands, permissions, prohibitions, and the rest."""

from __future__ import annotations

from typing import Final, Literal, NamedTuple, TypeAlias

from facedown.deduce.rules.conditions import ANYTHING, NOTHING, And, Condition, Or
from facedown.deduce.rules.meanings import OTHERWISE, Found, Said, When, plain
from facedown.deduce.rules.normal import negation
from facedown.deduce.rules.relations import Relations

MOST_STATEMENTS: Final = 5
"""Statements of one rule at most."""

Force: TypeAlias = Literal["sort", "must", "may", "not", "when", "rest", "opposite", "end"]


LAST_ONES: Final = frozenset({"rest", "opposite", "end"})
"""What no other statement can stand behind."""


class Statement(NamedTuple):
    """What a statement does with what it says.

    A "sort" is only named, "rest" is what holds where the others say nothing, and "opposite" says
    that there the contrary holds.
    """

    force: Force
    said: Condition | When


class Discourse(Relations):
    """The meanings of statements beside each other."""

    def _state(self, force: Force, said: Said | When = ANYTHING) -> Statement:
        return Statement(force, said if isinstance(said, When) else plain(said))

    def _deny_state(self, said: Said) -> Statement:
        return Statement("not", self._normal(negation(plain(said), self.deck)))

    def _rest(self, force: Force, free: int = 0, *_: Found) -> Statement:
        return Statement(force, ANYTHING if free else NOTHING)

    def _begun(self, one: Statement) -> tuple[Statement, ...]:
        return (one,)

    def _goes_on(self, before: tuple[Statement, ...], one: Statement) -> Found:
        if len(before) == MOST_STATEMENTS or before[-1].force in LAST_ONES:
            return None
        return (*before, one)

    def _discourse(self, statements: tuple[Statement, ...]) -> Found:
        """The one meaning that statements have together; None where they say nothing."""
        if len(statements) < 2 or statements[0].force in LAST_ONES:
            return None
        rest = statements[-1] if statements[-1].force in LAST_ONES else None
        told = statements[:-1] if rest else statements
        if rest and rest.force == "end":
            rest = None
        by = {
            force: [each.said for each in told if each.force == force]
            for force in ("sort", "must", "may", "not", "when")
        }
        whens = [each for each in by["when"] if isinstance(each, When)]
        demands = [each for each in (*by["sort"], *by["must"]) if not isinstance(each, When)]
        free = [each for each in by["may"] if not isinstance(each, When)]
        denied = [each for each in by["not"] if not isinstance(each, When)]
        if whens and rest and rest.force == "opposite":
            return self._cond_opposite(whens[0]) if len(told) == 1 else None
        if rest and rest.force == "opposite":
            return None
        if whens and (demands or free):
            return self._beside_whens(whens, demands, free, denied, rest)
        if whens:
            found = self._rested(whens, rest)
        elif free:
            found = self._permitted(demands, free, rest)
        elif demands:
            found = self._demanded(demands, rest)
        else:
            found = ANYTHING if rest is None or rest.said == ANYTHING else None
        if found is None:
            return None
        whole = self._denying(found, denied)
        return None if by["sort"] and denied and whole == found else whole

    def _rested(self, whens: list[When], rest: Statement | None) -> Found:
        """Conditions, and what holds where none of them does."""
        if rest is None or rest.said == ANYTHING:
            return self._conds(*whens) if len(whens) > 1 else self._cond(whens[0])
        assert not isinstance(rest.said, When)
        if rest.said == NOTHING:
            if not all(self._is_kind(when.guard) for when in whens):
                return None
            return self._conds_none(*whens)
        if any(when.guard == OTHERWISE for when in whens):
            return None
        return self._chain(self._of_one_card(tuple(whens)), rest.said)

    def _permitted(
        self, demands: list[Condition], free: list[Condition], rest: Statement | None
    ) -> Found:
        """What is in, beside what must be."""
        some = self._normal(Or(tuple(free)))
        if demands:
            every = self._normal(And(tuple(demands)))
            wider = self._normal(Or((every, some)))
            return every if rest is None and wider == every else None
        if rest is None:
            return some if len(free) > 1 else None
        if rest.said == ANYTHING or isinstance(rest.said, When):
            return None
        return self._normal(Or((some, rest.said)))

    def _demanded(self, demands: list[Condition], rest: Statement | None) -> Found:
        """What must be, all of it; that nothing else may be says the same again."""
        if rest is not None and rest.said != NOTHING:
            return None
        found = self._normal(And(tuple(demands)))
        if len(demands) > 1 and found in demands and not self._is_kind(found):
            return None
        return None if found in {ANYTHING, NOTHING} else found

    def _beside_whens(
        self,
        whens: list[When],
        demands: list[Condition],
        free: list[Condition],
        denied: list[Condition],
        rest: Statement | None,
    ) -> Found:
        """A condition, beside a sort of card that is free."""
        if demands or denied or rest or len(free) > 1:
            return None
        found = self._conds(*whens) if len(whens) > 1 else self._cond(whens[0])
        if found is None:
            return None
        return (
            found
            if self._normal(Or((found, free[0]))) == found
            else self._apart_from(whens, free[0], found)
        )

    def _apart_from(self, whens: list[When], free: Condition, found: Condition) -> Found:
        """The condition, where the free sort has no card of those that it asks of."""
        if not self._is_kind(free) or not all(self._is_kind(when.guard) for when in whens):
            return None
        guards = self._card_mask(self._normal(Or(tuple(when.guard for when in whens))))
        return None if guards & self._card_mask(free) else found

    def _denying(self, found: Condition, denied: list[Condition]) -> Found:
        """What is said, without what is denied."""
        if not denied:
            return found
        whole = self._normal(And((found, *denied)))
        if whole == found and not self._is_kind(found):
            return None
        return None if whole in {ANYTHING, NOTHING} else whole
