"""What the rows mean that the language reads but does not print: how people speak of cards."""

from __future__ import annotations

import itertools
from dataclasses import replace
from typing import NamedTuple, TypeAlias

from facedown.deduce.rules.chart import Costly
from facedown.deduce.rules.conditions import (
    ANYTHING,
    LAST,
    THIS,
    Amount,
    And,
    Between,
    Compares,
    Condition,
    Count,
    HasValue,
    If,
    Modulo,
    Or,
    Pattern,
    Place,
    Position,
    Run,
    Shares,
    Total,
)
from facedown.deduce.rules.meanings import (
    MOST_TURNS,
    OTHERWISE,
    Found,
    Kind,
    Meanings,
    Rel,
    Said,
    When,
    plain,
)
from facedown.deduce.rules.normal import negation


class BesideOther(NamedTuple):
    """How an attribute not named yet is to be beside something of another card."""

    how: str
    amount: Amount | None
    thing: Thing
    negated: bool = False


Thing: TypeAlias = tuple[str, Place]
"""Another card, or an attribute of it."""

Attrs: TypeAlias = tuple[str, tuple[str, ...]]
"""Attributes, and how they are joined."""


class Everyday(Meanings):
    """The meanings of everyday words over a deck."""

    # Beside another card

    def _attrs(self, joint: str, *names: str) -> Found:
        return (joint, names) if len(set(names)) == len(names) else None

    def _thing(self, *said: Found) -> Found:
        *name, place = said
        return (name[0] if name else ""), place

    def _thing_of(self, name: str, place: Place) -> Found:
        return name, place

    def _thing_ref(self, place: Place, name: str) -> Found:
        return name, place

    def _thing_last(self, name: str) -> Found:
        return name, LAST

    def _thing_first_card(self) -> Found:
        return "", Place("first")

    def _thing_first(self, name: str) -> Found:
        return name, Place("first")

    def _beside(self, how: str, thing: Thing = ("", LAST), *_: Found) -> Found:
        return BesideOther(how, None, thing)

    def _beside_not(self, beside: BesideOther) -> Found:
        return BesideOther(beside.how, beside.amount, beside.thing, not beside.negated)

    def _beside_by(self, how: str, *said: Found) -> Found:
        amounts = [each for each in said if isinstance(each, Between | Modulo)]
        things = [each for each in said if not isinstance(each, Between | Modulo)]
        if len(set(amounts)) > 1:
            return None
        return BesideOther(how, amounts[0], things[0] if things else ("", LAST))

    def _beside_within(self, number: int, thing: Thing) -> Found:
        return BesideOther("apart", Between(0, number), thing)

    def _beside_plus(self, thing: Thing, number: int) -> Found:
        return BesideOther("up", Between(number, number), thing)

    def _beside_minus(self, thing: Thing, number: int) -> Found:
        return BesideOther("down", Between(number, number), thing)

    def _beside_signed(self, thing: Thing, number: int) -> Found:
        return BesideOther("up" if number > 0 else "down", Between(abs(number), abs(number)), thing)

    def _one_beside(self, name: str, beside: BesideOther) -> Condition | None:
        """One attribute of the card beside that of another one."""
        thing_of, place = beside.thing
        attribute = self.deck.by_name[name]
        if thing_of and self._base(thing_of) != self._base(name):
            return None
        if beside.amount is None:
            rel = self._rel(beside.how, name)
        elif not attribute.ordered:
            return None
        else:
            far = [step for step in range(attribute.size) if beside.amount.holds(step)]
            up = far if beside.how != "down" else []
            down = [-step for step in far] if beside.how != "up" else []
            rel = self._offsets(name, (*up, *down))
        if not isinstance(rel, Rel):
            return None
        if beside.how == "different" and place.kind == "any":
            place = Place("each", place.depth)
        elif beside.how == "same" and place.kind == "each" and place.depth != 1:
            place = Place("any", place.depth) if beside.negated else place
        found: Condition = Compares(rel.attribute, rel.offsets, place)
        return negation(found, self.deck) if beside.negated else found

    def _clause(self, attrs: Attrs, beside: BesideOther) -> Found:
        joint, names = attrs
        parts: list[Condition] = []
        for name in names:
            part = self._one_beside(name, beside)
            if part is None:
                return None
            parts.append(negation(part, self.deck) if joint == "neither" else part)
        if len(parts) == 1:
            return parts[0]
        how = Or if (joint == "or") != beside.negated else And
        return self._normal(how(tuple(parts)))

    def _adjective(self, how: str, attrs: Attrs | str, thing: Thing = ("", LAST)) -> Found:
        if isinstance(attrs, str):
            attrs = ("one", (attrs,))
        return self._clause(attrs, BesideOther(how, None, thing))

    def _adjective_has(self, attrs: Attrs, thing: Thing) -> Found:
        return self._adjective("same", attrs, thing)

    def _adjective_place(self, attrs: Attrs, place: Place) -> Found:
        return self._adjective("same", attrs, ("", place))

    def _ordered(self) -> str:
        return next(each.name for each in self.deck.attributes if each.ordered)

    def _of_card(self, beside: BesideOther) -> Found:
        name = beside.thing[0] or ("" if beside.how in {"same", "different"} else self._ordered())
        return self._one_beside(name, beside) if name else None

    def _card_in(self, beside: BesideOther, attrs: Attrs) -> Found:
        return self._clause(attrs, beside)

    def _verb_in(self, beside: BesideOther, attrs: Attrs) -> Found:
        return self._clause(attrs, beside)

    # What is said of an attribute, a card, other cards

    def _of_attribute(self, attrs: Attrs, said: Said) -> Found:
        joint, names = attrs
        if joint != "one" or not isinstance(said, Kind):
            return None
        found = self._asked(said.condition)
        return Kind(said.condition, clause=True) if found == {self._base(names[0])} else None

    def _of_attribute_not(self, attrs: Attrs, said: Said) -> Found:
        kind = self._of_attribute(attrs, said)
        return kind and self._not(kind)

    def _amount_kind(self, name: str, amount: Amount) -> Found:
        attribute = self.deck.by_name[name]
        if not attribute.ordered:
            return None
        values = tuple(
            value for value in range(attribute.size) if amount.holds(attribute.lowest + value)
        )
        return Kind(HasValue(name, values)) if 0 < len(values) < attribute.size else None

    def _bare_amount(self, amount: Amount) -> Found:
        if isinstance(amount, Modulo) and amount.modulus == 2:
            return None
        kind = self._amount_kind(self._ordered(), amount)
        single = isinstance(amount, Between) and amount.low == amount.high
        return Costly(kind, 1) if kind is not None and single else kind

    def _open_amount(self, amount: Amount) -> Found:
        """An amount alone, which one number is not: that may count something."""
        single = isinstance(amount, Between) and amount.low == amount.high
        kind = None if single else self._bare_amount(amount)
        return replace(kind, post=True) if isinstance(kind, Kind) else kind

    def _thing_is(self, thing: Thing, said: Said) -> Found:
        name, place = thing
        kind = self._of_attribute(("one", (name,)), said) if name else None
        return self._at_place(place, kind) if isinstance(kind, Kind) else None

    def _thing_is_not(self, thing: Thing, said: Said) -> Found:
        return self._thing_is(thing, self._not(said))

    def _thing_is_ref(self, thing: Thing, said: Said) -> Found:
        return self._thing_is(thing, said) if thing[0] else self._at_place(thing[1], said)

    def _thing_amount(self, thing: Thing, amount: Amount) -> Found:
        kind = self._amount_kind(thing[0], amount) if thing[0] else None
        return self._at_place(thing[1], kind) if isinstance(kind, Kind) else None

    def _ref_amount(self, place: Place, amount: Amount) -> Found:
        return self._thing_amount((self._ordered(), place), amount)

    def _this_or(self, *said: Found) -> Found:
        place, kind = said[-2:]
        moved = self._placed(place, kind)
        if moved is None:
            return None
        whole = self._normal(Or((plain(kind), moved)))
        return Costly(whole, 1) if isinstance(kind, Kind) and kind.apart else whole

    def _two_alike(self, name: str) -> Found:
        return Compares(name, (0,), Place("back", 2), LAST)

    def _shares_amount(self, *said: Found) -> Found:
        amount, place = said[-2:]
        most = len(self.deck.bases)
        counts = tuple(number for number in range(most + 1) if amount.holds(number))
        return Shares(counts, place) if 0 < len(counts) <= most else None

    def _shares_any(self, place: Place) -> Found:
        return Shares(tuple(range(1, len(self.deck.bases) + 1)), place)

    def _count_there(self, amount: Amount, kind: Said) -> Found:
        return self._count(kind, amount)

    def _row_most(self, most: int, name: str) -> Found:
        """Another one, or fewer than so many alike before."""
        other = negation(Compares(name, (0,), LAST), self.deck)
        return self._normal(Or((other, Run(name, Between(0, most - 1)))))

    def _sum_last(self, thing: Thing, amount: Amount) -> Found:
        if thing[1] != LAST or thing[0] not in {"", self._ordered()}:
            return None
        return Total("sum", self._ordered(), 1, True, amount)

    def _step2(self, one: Said, two: Said) -> Found:
        classes = self._class(one), self._class(two)
        return classes if None not in classes else None

    def _step(self, one: Said, rest: tuple[object, ...]) -> Found:
        first = self._class(one)
        return (first, *rest) if first is not None and len(rest) < 2 * MOST_TURNS else None

    def _step_times(self, times: int, one: Said, rest: tuple[object, ...]) -> Found:
        first = self._class(one)
        return (*(first,) * times, *rest) if first is not None else None

    def _step_times2(self, times: int, one: Said, *two: Found) -> Found:
        rest = self._class(two[-1])
        return rest and self._step_times(times, one, (rest,))

    def _alternate(self, one: Said, two: Said) -> Found:
        """Either may be the first."""
        classes = self._step2(one, two)
        if classes is None:
            return None
        first, second = classes
        if first[0] == second[0] and self._card_mask(Or((plain(one), plain(two)))) == (
            self.deck.everything
        ):  # of two values that are all there are, it is always the other one
            return self._normal(Pattern((first, second), anywhere=True))
        return [
            self._normal(Pattern((first, second))),
            self._normal(Pattern((second, first))),
            self._normal(Pattern((first, second), anywhere=True)),
        ]

    def _alternate_from(self, one: Said, two: Said, start: Said) -> Found:
        first, second, begun = self._class(one), self._class(two), self._class(start)
        if begun == second:
            first, second = second, first
        return self._normal(Pattern((first, second))) if begun == first else None

    def _cycle_from(self, turns: tuple[object, ...], start: Said) -> Found:
        return self._cycle(turns) if turns[0] == self._class(start) else None

    def _cycle(self, *said: Found) -> Found:
        """A pattern, told once or more than once."""
        *how, turns = said
        length = next(
            each
            for each in range(1, len(turns) + 1)
            if all(turn == turns[index % each] for index, turn in enumerate(turns))
        )
        if not 1 < length <= MOST_TURNS:
            return None
        if len(turns) == length + 1 and not how and turns[0] == turns[-1]:
            return self._come_round(turns[:-1])
        return self._normal(Pattern(turns[:length], anywhere="anywhere" in how))

    def _come_round(self, turns: tuple[object, ...]) -> Found:
        """A pattern that comes round; where it has every value, any may be the first."""
        classes = [turn for turn in turns if isinstance(turn, tuple)]
        attribute = self.deck.by_name[classes[0][0]]
        once = self._cycle(turns)
        ways = once if isinstance(once, list) else [once]
        if not attribute.ordered and len({*classes}) == len(turns) == attribute.size:
            ways.append(self._cycle("anywhere", turns))
        return ways

    def _guard(self, said: Said) -> Found:
        """What a guard asks; about two cards at once it asks less likely."""
        condition = plain(said)
        if isinstance(condition, And | Or):
            kinds = {isinstance(part, HasValue) and part.place == THIS for part in condition.parts}
            if all(isinstance(part, HasValue) for part in condition.parts) and len(kinds) > 1:
                return Costly(condition, 1)
        return said

    def _otherwise(self) -> Found:
        return OTHERWISE

    def _of_attr(self, said: Said, name: str) -> Found:
        kind = self._of_attribute(("one", (name,)), Kind(plain(said)))
        return kind and plain(kind)

    def _of_attr_first(self, name: str, said: Said) -> Found:
        kind = self._of_attribute(("one", (name,)), Kind(plain(said)))
        return replace(kind, post=True) if isinstance(kind, Kind) else None

    def _side_amount(self, kind: Said, amount: Amount) -> Found:
        number = self._bare_amount(amount)
        if isinstance(number, Costly):
            return None
        return number and self._side(kind, number)

    def _amount_not(self, name: str, amount: Amount) -> Found:
        kind = self._amount_kind(name, amount)
        return kind and self._not(kind)

    def _clause_one(self, name: str, beside: BesideOther) -> Found:
        return self._clause(("one", (name,)), beside)

    def _bare(self, how: str) -> Found:
        return self._of_card(BesideOther(how, None, ("", LAST)))

    def _thing_before(self) -> Found:
        return "", LAST

    def _difference(self, thing: Thing, amount: Amount) -> Found:
        return self._one_beside(self._ordered(), BesideOther("apart", amount, thing))

    def _seen(self, *names: str) -> Found:
        return Compares(names[0], (0,), Place("any")) if names else None

    def _unseen(self, name: str) -> Found:
        return negation(Compares(name, (0,), Place("any")), self.deck)

    def _never_twice(self, name: str) -> Found:
        return negation(Compares(name, (0,), LAST), self.deck)

    def _never_two(self, said: Said) -> Found:
        when = self._never_follow(said, said)
        return self._normal(self._implied(when)) if isinstance(when, When) else None

    def _never_thrice(self, name: str) -> Found:
        """No third one alike: a change from the last card, or from the one before."""
        two = Compares(name, (0,), Place("back", 2), LAST)
        return self._normal(
            Or((negation(Compares(name, (0,), LAST), self.deck), negation(two, self.deck)))
        )

    def _never_follow(self, kind: Said, last: Said) -> Found:
        place = self._at_last(last)
        if place is None or not isinstance(kind, Kind):
            return None
        if isinstance(place, Costly):
            place = place.meaning
        return When(place, negation(kind.condition, self.deck))

    def _never_after(self, kind: Said, place: Condition) -> Found:
        return When(place, negation(plain(kind), self.deck))

    def _side_post(self, kind: Said, post: Said) -> Found:
        found = self._side(kind, post)
        if not isinstance(found, Kind):
            return found
        counted = (
            isinstance(post, Kind) and post.plural and self._ordered() in self._asked(plain(kind))
        )
        return Costly(replace(found, post=True), 1) if counted else replace(found, post=True)

    def _only_kind(self, said: Said) -> Found:
        if not isinstance(said, Kind):
            return None
        return Costly(said, 1) if said.apart == "and" else said

    def _cond_later(self, when: When, later: Said) -> Found:
        return self._cond_else(when, later) if isinstance(when.guard, Position) else None

    def _cond_opposite(self, when: When) -> Found:
        return self._cond_else(when, negation(when.then, self.deck))

    def _vice_versa(self, when: When) -> Found:
        """A sort of card after another, and that one after this."""
        last, kind = when.guard, when.then
        if not isinstance(last, HasValue) or not isinstance(kind, HasValue):
            return None
        back = When(replace(kind, place=LAST), replace(last, place=THIS))
        return self._normal(And((self._implied(when), self._implied(back))))

    def _but_when(self, rule: Said, guard: Said, then: Said) -> Found:
        instead = self._normal(If(plain(guard), plain(then), plain(rule)))
        if isinstance(rule, Kind) and isinstance(then, Kind):  # or that is in, too
            either = Or((plain(rule), plain(then)))
            return [instead, self._normal(If(plain(guard), either, plain(rule)))]
        return instead

    def _but_free(self, rule: Said, guard: Condition) -> Found:
        return self._normal(If(guard, ANYTHING, plain(rule)))

    def _kind_clause(self, how: str, kind: Said, attrs: Attrs, thing: Thing = ("", LAST)) -> Found:
        then = self._adjective(how, attrs, thing)
        return then and self._kind_must(kind, then)

    def _reached(self, guard: Said) -> Condition:
        """What something lasts until: a number that is told is reached, not met."""
        condition = plain(guard)
        if self._is_kind(condition) and isinstance(condition, HasValue):
            return self._normal(Count(condition.attribute, condition.values, Between(1, -1)))
        if isinstance(condition, Count | Position) and isinstance(condition.amount, Between):
            low, high = condition.amount.low, condition.amount.high
            if low == high:
                return self._normal(replace(condition, amount=Between(low, -1)))
        return condition

    def _until_not(self, kind: Said, guard: Said) -> Found:
        return When(negation(self._reached(guard), self.deck), plain(kind))

    def _clause_not_both(self, attrs: Attrs, thing: Thing) -> Found:
        both = self._clause(("and", attrs[1]), BesideOther("same", None, thing))
        return both and self._normal(negation(both, self.deck))

    def _together(self, *said: Said) -> Found:
        return tuple(map(plain, said))

    def _several(self, amount: Amount, parts: tuple[Condition, ...]) -> Found:
        """So many of some conditions."""
        ways = [
            And(
                tuple(
                    self._so(part, holds=holds) for part, holds in zip(parts, chosen, strict=True)
                )
            )
            for chosen in itertools.product((True, False), repeat=len(parts))
            if amount.holds(sum(chosen))
        ]
        if isinstance(amount, Between) and amount.high < 0:
            ways = [And(some) for some in itertools.combinations(parts, amount.low)]
        return self._normal(Or(tuple(ways))) if ways else None

    def _so(self, condition: Condition, *, holds: bool) -> Condition:
        return condition if holds else negation(condition, self.deck)

    def _several_one(self, *said: Found) -> Found:
        return self._several(Between(1, 1), said[-1])

    def _any_alike(self, name: str, depth: int) -> Found:
        return Compares(name, (0,), Place("any", depth))

    def _several_only(self, parts: tuple[Condition, ...], *_: Found) -> Found:
        return self._several(Between(1, 1), parts)

    def _two_alike_of(self, name: str, *others: str) -> Found:
        return self._two_alike(name) if {name, *others} == {name} else None

    def _count_odd(self, residue: int, kind: Said) -> Found:
        return self._count(kind, Modulo(2, (residue,)))

    def _some_earlier(self, kind: Said) -> Found:
        """That there was such a card, which there was none of on the empty track."""
        return self._count(kind, Between(1, -1))

    def _alike_count(self, amount: Amount, name: str) -> Found:
        return self._count_alike(name, amount)

    def _alike_times(self, one: Amount | str, two: Amount | str) -> Found:
        name, amount = (one, two) if isinstance(one, str) else (two, one)
        if (
            not isinstance(name, str)
            or not isinstance(amount, Between)
            or amount.low
            or amount.high < 1
        ):
            return None
        return self._count_alike(name, Between(0, amount.high - 1))

    def _alike_most(self, number: int, name: str) -> Found:
        return self._alike_times(Between(0, number), name)

    def _iff(self, then: Said, guard: Said) -> Found:
        demand, where = plain(then), plain(guard)
        return self._normal(If(where, demand, negation(demand, self.deck)))

    def _cond_none(self, when: When) -> Found:
        return self._normal(And((when.guard, when.then)))

    def _conds_none(self, *whens: When) -> Found:
        return self._normal(Or(tuple(And((when.guard, when.then)) for when in whens)))

    # Positions

    def _where_mod(self, modulus: int, residue: int) -> Found:
        return Position(Modulo(modulus, (residue,)))

    def _where_at(self, number: int) -> Found:
        return Position(Between(number, number))

    def _where_at1(self) -> Found:
        return Position(Between(1, 1))

    def _where_every(self, number: int) -> Found:
        return Position(Modulo(number, (0,))) if number > 1 else None

    def _where_steps(self, *numbers: int) -> Found:
        step = numbers[1] - numbers[0]
        if step < 2 or numbers[2] - numbers[1] != step or not 0 < numbers[0] <= step:
            return None
        return Position(Modulo(step, (numbers[0] % step,)))

    def _where_from(self, number: int) -> Found:
        return Position(Between(number, -1)) if number > 1 else None

    def _where_to(self, number: int) -> Found:
        return Position(Between(0, number))

    def _where_after(self, number: int) -> Found:
        return Position(Between(number + 1, -1))

    def _where_rest(self) -> Found:
        return OTHERWISE

    def _until(self, kind: Said, guard: Condition) -> Found:
        return When(guard, plain(kind))
