"""What further rows mean: frames, prohibitions and lists as people say them."""

from __future__ import annotations

from facedown.deduce.rules.chart import Costly
from facedown.deduce.rules.conditions import (
    ANYTHING,
    LAST,
    Amount,
    And,
    Between,
    Compares,
    Condition,
    Constant,
    HasValue,
    If,
    Modulo,
    Or,
    Place,
    Position,
    Shares,
    Xor,
    opposite,
)
from facedown.deduce.rules.everyday import BesideOther, Everyday, Thing
from facedown.deduce.rules.meanings import (
    Found,
    Kind,
    Said,
    When,
    plain,
)
from facedown.deduce.rules.normal import negation


class Frames(Everyday):
    """The meanings of frames around everyday words."""

    def _begins(self, first: Said, then: Said) -> Found:
        return self._normal(If(Position(Between(1, 1)), plain(first), plain(then)))

    def _opposite(self, guard: Condition) -> Condition:
        return self._normal(negation(guard, self.deck))

    def _conds_opposite(self, when: When, other: Said) -> Found:
        """A demand where something holds, and its contrary where the contrary of that holds."""
        guards = [plain(other)]
        if (moved := self._of_last(plain(other))) is not None:
            guards.append(moved)
        if self._opposite(when.guard) not in map(self._normal, guards):
            return None
        return self._cond_opposite(when)

    def _conds_opposite_after(self, when: When, other: Condition) -> Found:
        return self._conds_opposite(when, other)

    def _of_last(self, condition: Condition) -> Condition | None:
        """What is asked of a sort of card, asked of the last card."""
        if not self._is_kind(condition) or isinstance(condition, Constant):
            return None
        return self._normal(self._moved(condition, LAST))

    def _conds_like(self, when: When, kind: Said, then: Said) -> Found:
        """Two sorts of cards, the second told as the first one."""
        pairs = ((when.guard, plain(kind)), (when.then, plain(then)))
        for one, two in pairs:
            if not (self._is_kind(one) and self._is_kind(two)):
                return None
            if self._asked(one) != self._asked(two):
                return None
        return self._conds(when, When(plain(kind), plain(then)))

    def _but_repeat(self, rule: Said, kind: Said) -> Found:
        """What does not hold behind a sort of card, where a rule is about a change of that."""
        condition, place = plain(rule), self._at_last(kind)
        if not isinstance(condition, Compares) or not isinstance(place, HasValue):
            return None
        if condition.attribute != place.attribute or 0 in condition.offsets:
            return None
        return self._normal(If(place, ANYTHING, condition))

    def _kind_after(self, kind: Said, last: Said) -> Found:
        place = self._at_last(last)
        return None if place is None or isinstance(place, Costly) else self._only_if(kind, place)

    def _kind_must_not(self, kind: Said, then: Said) -> Found:
        return self._kind_must(kind, self._not(then))

    def _until_when(self, guard: Said, then: Said) -> When:
        return When(negation(self._reached(guard), self.deck), plain(then))

    def _only_once(self, then: Said, guard: Said) -> When:
        return self._only_if(then, self._reached(guard))

    def _when_once(self, guard: Said, then: Said) -> When:
        return When(self._reached(guard), plain(then))

    def _only_until(self, guard: Said, then: Said) -> Found:
        return self._normal(If(self._reached(guard), ANYTHING, plain(then)))

    def _where_span(self, first: int, last: int) -> Found:
        return Position(Between(0, last)) if first == 1 < last else None

    def _but_back(self, rule: Said, then: Said, guard: Condition) -> Found:
        return self._but_when(rule, guard, then)

    def _bare_by(self, how: str, amount: Amount) -> Found:
        return self._of_card(BesideOther(how, amount, ("", LAST)))

    def _only_one(self, *_: Found) -> Amount:
        return Between(1, 1)

    def _all_attrs(self, *names: str) -> Found:
        return ... if {*names} == {each.name for each in self.deck.bases} else None

    def _changes_amount(self, amount: Amount, place: Place = LAST) -> Found:
        most = len(self.deck.bases)
        counts = tuple(most - number for number in range(most, -1, -1) if amount.holds(number))
        return Shares(counts, place) if 0 < len(counts) <= most else None

    def _shares_amount3(self, amount: Amount, place: Place, *_: Found) -> Found:
        return self._shares_amount(amount, place)

    def _adjective_xor(self, one: str, two: str, place: Place) -> Found:
        return self._clause_xor(one, two, BesideOther("same", None, ("", place)))

    def _clause_xor(self, one: str, two: str, beside: BesideOther, *_: Found) -> Found:
        first, second = self._one_beside(one, beside), self._one_beside(two, beside)
        if one == two or first is None or second is None:
            return None
        return self._normal(Xor((first, second)))

    def _clause_xor1(self, *said: Found) -> Found:
        return self._clause_xor(*said[-3:])

    def _sum_not(self, thing: Thing, amount: Amount) -> Found:
        return self._sum_last(thing, opposite(amount))

    def _sum_of(self, amount: Amount, thing: Thing) -> Found:
        return self._sum_last(thing, amount)

    def _sum_of_first(self, thing: Thing, amount: Amount) -> Found:
        return self._sum_last(thing, amount)

    def _alike_no(self, name: str, amount: Amount) -> Found:
        return self._alike_times(name, opposite(amount))

    def _one_of_two(self, *said: Found) -> Found:
        return self._this_or(LAST, said[-1])

    def _always_one(self, *said: Found) -> Found:
        return Compares(said[-1], (0,), LAST)

    def _any_two(self) -> Place:
        return Place("any", 2)

    def _or_last(self, said: Said, place: Condition) -> Found:
        return self._normal(Or((plain(said), place)))

    def _seen_on(self, name: str, thing: Thing) -> Found:
        return self._one_beside(name, BesideOther("same", None, thing))

    def _neither_keep(self, one: Condition, two: Condition) -> Found:
        return self._neither(one, two)

    def _shares_no3(self, place: Place, *names: str) -> Found:
        return self._shares_no(place) if self._all_attrs(*names) is ... else None

    def _if_allowed(self, *said: Said) -> Found:
        """A frame: that a card is allowed under a condition is that condition."""
        return plain(said[-1])

    def _deny_unless(self, denied: Said, guard: Said) -> Found:
        """What is forbidden unless something holds, is free where that does."""
        return When(negation(plain(guard), self.deck), plain(denied))

    def _cycle_back(self, turns: tuple[object, ...], back: Said) -> Found:
        return self._cycle(turns) if turns[0] == self._class(back) else None

    def _starting(self, one: Said, two: Said, number: int) -> Found:
        """Every other card, from the first or the second one on."""
        if number not in {1, 2}:
            return None
        where = Position(Modulo(2, (number % 2,)))
        return self._normal(If(where, plain(one), plain(two)))

    def _starting_free(self, said: Said, number: int) -> Found:
        return self._starting(said, ANYTHING, number)

    def _four_to(self, *said: Said) -> Found:
        """Four sorts of cards, each after another one."""
        whens = [
            When(place, plain(then))
            for last, then in zip(said[::2], said[1::2], strict=True)
            if isinstance(place := self._at_last(last), HasValue)
        ]
        return self._conds(*whens) if len(whens) == len(said) // 2 else None

    def _cond_permit(self, one: Said | When, two: Said | When) -> Found:
        """What is asked of a sort of card, beside another sort that is free."""
        when, free = (one, two) if isinstance(one, When) else (two, one)
        if not isinstance(when, When) or isinstance(free, When):
            return None
        if not (self._is_kind(plain(free)) and self._is_kind(when.guard)):
            return None
        apart = not self._card_mask(plain(free)) & self._card_mask(when.guard)
        return self._cond(when) if apart else None

    def _keep_or(self, one: str, two: str) -> Found:
        return self._adjective("same", ("or", (one, two)))

    def _side_non(self, one: Said, other: Said) -> Found:
        return self._side(one, self._not(Kind(plain(other))))

    def _after_two(self, name: str, then: Said) -> Found:
        return When(self._two_alike(name), plain(then))

    def _nv_must(self, values: HasValue, then: Said) -> Found:
        return self._kind_must(Kind(values), then)

    def _step_side(self, one: Said, rest: Found) -> Found:
        """Turns without a word between them, all of one attribute."""
        turns = self._step(one, rest) if isinstance(rest, tuple) else self._step2(one, rest)
        return turns if turns and turns[0][0] == turns[1][0] else None

    def _step_last(self, one: Said, times: int, two: Said) -> Found:
        turns = self._step2(one, two)
        return turns and (turns[0], *turns[1:] * times)

    def _not_both(self, one: Said, two: Said) -> Found:
        return self._not(self._bracket(self._normal(And((plain(one), plain(two))))))

    def _conds_like3(self, when: When, *said: Said) -> Found:
        """Three sorts of cards, the later ones told as the first one."""
        first, second = said[:2], said[2:]
        if self._conds_like(when, *first) is None or self._conds_like(when, *second) is None:
            return None
        others = (When(plain(kind), plain(then)) for kind, then in (first, second))
        return self._conds(when, *others)
