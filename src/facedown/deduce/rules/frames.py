"""What further rows mean: frames, prohibitions and lists as people say them."""

from __future__ import annotations

from dataclasses import replace

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
    Pattern,
    Place,
    Position,
    Shares,
    Xor,
    leaves,
    opposite,
)
from facedown.deduce.rules.everyday import Attrs, BesideOther, Everyday, Thing
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

    def _conds_opposite(self, when: When, other: Said, *_: Found) -> Found:
        """A demand where something holds, and its contrary where the contrary of that holds."""
        guards = [plain(other)]
        if (moved := self._of_last(plain(other))) is not None:
            guards.append(moved)
        if self._opposite(when.guard) not in map(self._normal, guards):
            return None
        return self._cond_opposite(when)

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

    def _but_back(self, rule: Said, then: Said, guard: Said) -> Found:
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

    def _alike_no(self, name: str, amount: Amount) -> Found:
        return self._alike_times(name, opposite(amount))

    def _one_of_two(self, *said: Found) -> Found:
        return self._this_or(LAST, said[-1])

    def _always_one(self, *said: Found) -> Found:
        return Compares(said[-1], (0,), LAST)

    def _any_two(self) -> Place:
        return Place("any", 2)

    def _or_last(self, said: Said, place: Said) -> Found:
        return self._normal(Or((plain(said), plain(place))))

    def _seen_on(self, name: str, thing: Thing) -> Found:
        return self._one_beside(name, BesideOther("same", None, thing))

    def _shares_no3(self, place: Place, *names: str) -> Found:
        return self._shares_no(place) if self._all_attrs(*names) is ... else None

    def _if_allowed(self, *said: Said) -> Found:
        """A frame: that a card is allowed under a condition is that condition."""
        return plain(said[-1])

    def _deny_unless(self, denied: Said, guard: Said) -> Found:
        """What is forbidden unless something holds, is free where that does."""
        return When(negation(plain(guard), self.deck), plain(denied))

    def _cycle_back(self, turns: tuple[object, ...], back: Said) -> Found:
        """A pattern and what it comes back to."""
        return self._come_round(turns) if turns[0] == self._class(back) else None

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

    # What is said of the track, and of two things at once

    def _when_comma(self, guard: Said, then: Said) -> Found:
        """A guard without its word; what only says the same again is none."""
        one, two = plain(guard), plain(then)
        if self._is_kind(one) and self._is_kind(two):
            mask = self._card_mask(one)
            if mask & self._card_mask(two) in {0, mask}:
                return None
        if isinstance(one, Compares) and isinstance(two, Compares):
            return None
        return None if one == two else When(one, two)

    def _but_and(self, one: Said, two: Said) -> Found:
        return self._apart(self._joined(And, one, two), "and")

    def _permit_after_not(self, permitted: Said, kind: Said, after: Said, denied: Said) -> Found:
        """A sort that is in, one that is after another, and what is neither."""
        either = Or((plain(permitted), plain(kind)))
        if not (self._is_kind(either) and self._is_kind(plain(denied))):
            return None
        others = self.deck.everything & ~self._card_mask(either)
        return (
            self._permit_after(permitted, kind, after)
            if others == self._card_mask(plain(denied))
            else None
        )

    def _unless_free(self, then: Said, exception: Said) -> Found:
        return self._normal(If(plain(exception), ANYTHING, plain(then)))

    def _unless_then(self, then: Said, exception: Said, other: Said) -> Found:
        return self._normal(If(plain(exception), plain(other), plain(then)))

    def _cond_free(self, when: When, *_: Found) -> Found:
        return self._cond(when)

    def _rule2(self, said: Said, *_: Found) -> Found:
        return plain(said)

    def _last_free(self, said: Said) -> Found:
        """Something of the last card, whatever this one is."""
        condition = plain(said)
        if isinstance(condition, HasValue) and condition.place == LAST:
            return condition
        return None

    def _thrice(self, name: str, *others: str) -> Found:
        return self._never_thrice(name) if {name, *others} == {name} else None

    def _some_first(self, number: int, kind: Said, then: Said) -> Found:
        return self._normal(If(Position(Between(0, number)), plain(kind), plain(then)))

    def _some_first_free(self, number: int, kind: Said) -> Found:
        return self._some_first(number, kind, ANYTHING)

    def _cycle_first(self, cycle: Condition, first: Said) -> Found:
        """A pattern of which the first turn is told again."""
        if not isinstance(cycle, Pattern) or cycle.classes[0] != self._class(first):
            return None
        return cycle

    def _groups(self, *said: Found) -> Found:
        """One of two sorts of cards, the one that the last card was of."""
        *kinds, place = [each for each in said if not isinstance(each, str)]
        one, two, three, four = map(plain, kinds)
        first, second = self._normal(Or((one, two))), self._normal(Or((three, four)))
        if not isinstance(first, HasValue) or not isinstance(second, HasValue):
            return None
        if self._card_mask(first) != self.deck.everything & ~self._card_mask(second):
            return None
        return self._normal(If(self._moved(first, place), first, second))

    def _not_follow_with(self, last: Said, kind: Said) -> Found:
        return self._never_follow(kind, last)

    def _two_not(self, kind: Said) -> Found:
        return self._never_follow(kind, kind)

    def _before_first(self, kind: Said, first: Said) -> Found:
        guard = self._some_earlier(first)
        return guard and self._only_if(kind, guard)

    def _nothing_amount(self, *said: Found) -> Found:
        kind = self._bare_amount(said[-1])
        return None if kind is None or isinstance(kind, Costly) else self._not(kind)

    def _pair(self, one: str, two: str) -> Found:
        return (one, two) if one != two else None

    def _in_xor(self, place: Place, names: tuple[str, str]) -> Found:
        return self._adjective_xor(*names, place)

    def _adjective_in(self, place: Place, attrs: Attrs) -> Found:
        return self._adjective("same", attrs, ("", place))

    def _differs_in(self, place: Place, attrs: Attrs) -> Found:
        return self._adjective("different", attrs, ("", place))

    def _matches_amount(self, place: Place, amount: Amount, *_: Found) -> Found:
        return self._shares_amount(amount, place)

    def _parity_alternates(self, *_: Found) -> Found:
        """Two values that are all there are take turns: each time the other one."""
        return self._adjective("different", "parity") if "parity" in self.deck.by_name else None

    def _same_not_both(self, one: str, two: str, thing: Thing) -> Found:
        return self._clause_not_both(("and", (one, two)), thing) if one != two else None

    def _add_each(self, number: int) -> Found:
        return self._bare_by("up", Between(number, number))

    def _add_to(self, number: int, thing: Thing) -> Found:
        return self._of_card(BesideOther("up", Between(number, number), thing))

    def _adjective_one(self, name: str, place: Place) -> Found:
        if place.kind == "each":
            place = Place("any", place.depth)
        return self._adjective("same", name, ("", place))

    def _most_once(self) -> Amount:
        return Between(0, 1)

    def _most_twice(self) -> Amount:
        return Between(0, 2)

    def _cycle_range(self, first: HasValue, last: HasValue) -> Found:
        """Consecutive values, one after another."""
        if first.attribute != last.attribute:
            return None
        span = range(first.values[0], last.values[0] + 1)
        return self._cycle(tuple((first.attribute, (value,)) for value in span)) if span else None

    def _extreme(self, top: int) -> Found:
        attribute = self.deck.by_name[self._ordered()]
        return Kind(HasValue(attribute.name, ((attribute.size - 1) * top,)))

    def _extremes(self) -> Found:
        attribute = self.deck.by_name[self._ordered()]
        return Kind(HasValue(attribute.name, (0, attribute.size - 1)))

    def _behind(self, *said: Found) -> Found:
        return said[-1]

    def _forbid_behind(self, *said: Found) -> Found:
        return self._forbid(said[-1])

    def _said_twice(self, one: Said, two: Said) -> Found:
        first, second = plain(one), plain(two)
        if self._is_kind(first) and self._is_kind(second):
            return one if self._card_mask(first) == self._card_mask(second) else None
        return one if self._normal(first) == self._normal(second) else None

    def _cond_differs(self, when: When, *said: Found) -> Found:
        """What holds where two cards are not alike, behind what holds where they are."""
        guard = when.guard
        if not isinstance(guard, Compares) or guard.offsets != (0,):
            return None
        return self._cond_else(when, said[-1])

    def _conds_and(self, *said: Found) -> Found:
        *whens, denied = said
        found = self._cond(*whens) if len(whens) == 1 else self._conds(*whens)
        return found and self._joined(And, found, plain(denied))

    def _cond_free_else(self, when: When, other: Said) -> Found:
        """A condition, beside the contrary of its guard, under which everything goes."""
        contrary = self._normal(negation(when.guard, self.deck))
        return self._cond(when) if contrary == self._normal(plain(other)) else None

    def _but_follow(self, rule: Said, kind: Said, last: Said) -> Found:
        return self._but_repeat(rule, kind) if plain(kind) == plain(last) else None

    def _always_first(self, name: str, *_: Found) -> Found:
        return Compares(name, (0,), Place("first"))

    def _no_repeat(self, name: str, place: Place = LAST) -> Found:
        return negation(Compares(name, (0,), place), self.deck)

    def _bare_from(self, how: str, amount: Amount, thing: Thing) -> Found:
        return self._of_card(BesideOther(how, amount, thing))

    def _when_free(self, guard: Said) -> When:
        return When(plain(guard), ANYTHING)

    def _unasked(self, rule: Said, attrs: Attrs) -> Found:
        """A rule, beside attributes of which it asks nothing."""
        names = {self._base(name) for name in attrs[1]}
        asked = {
            self._base(leaf.attribute)
            for leaf in leaves(plain(rule))
            if isinstance(leaf, HasValue | Compares)
        }
        return None if names & asked else rule

    def _side_values(self, kind: Said, values: HasValue) -> Found:
        found = self._side(kind, values)
        return replace(found, plural=True) if isinstance(found, Kind) else found

    def _half(self, upper: int) -> Found:
        """The lower or the upper half of the numbers, where there are few enough to say so."""
        attribute = self.deck.by_name[self._ordered()]
        middle = attribute.size // 2
        if attribute.size != 2 * middle or middle > 2:
            return None
        return HasValue(attribute.name, tuple(range(middle * upper, middle * (1 + upper))))

    def _times_most(self, *said: Amount) -> Found:
        most = said[0] if said else Between(2, 2)
        return Between(0, most.low) if isinstance(most, Between) else None

    def _beside_by1(self, way: str, thing: Thing) -> Found:
        return BesideOther(way, Between(1, 1), thing)
