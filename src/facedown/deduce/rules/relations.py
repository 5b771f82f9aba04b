"""What rows mean that compare cards: some attributes, a verb, and another card."""

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
    HasValue,
    If,
    Modulo,
    Or,
    Place,
    Position,
    Shares,
    leaves,
)
from facedown.deduce.rules.everyday import Attrs, BesideOther, Thing
from facedown.deduce.rules.frames import Frames
from facedown.deduce.rules.meanings import Found, Kind, Said, When, plain
from facedown.deduce.rules.normal import negation


class Relations(Frames):
    """The meanings of comparisons, of what they leave open, and of what is told again."""

    # Things

    def _thing_x(self, *said: Found) -> Found:
        """An attribute of a card; the attribute can be left open."""
        *names, place = said
        if place.kind in {"any", "each"}:
            return None
        return (names[0] if names else ""), place

    def _thing_back(self, name: str, depth: int) -> Found:
        place = self._back(depth)
        return place and (name, place)

    def _thing_any(self, depth: int, name: str) -> Found:
        return name, Place("any", depth)

    def _thing_one(self, name: str, place: Place) -> Thing:
        return name, Place("any", place.depth) if place.kind == "each" else place

    def _thing_same(self, thing: Thing) -> Found:
        return self._of_card(BesideOther("same", None, thing))

    def _thing_differs(self, thing: Thing) -> Found:
        return self._of_card(BesideOther("same", None, thing, negated=True))

    def _none_of_last(self, depth: int, name: str) -> Found:
        return self._thing_differs((name, Place("any", depth)))

    def _adjective_of(self, attrs: Attrs, place: Place) -> Found:
        return self._adjective("same", attrs, ("", place))

    # Some of the attributes

    def _none_of(self, *_: Found) -> Amount:
        return Between(0, 0)

    def _all_of(self, *_: Found) -> Amount:
        most = len(self.deck.bases)
        return Between(most, most)

    def _some_of(self) -> Amount:
        return Between(1, -1)

    def _of_two(self, amount: Amount, one: str, two: str) -> Found:
        return (amount, (one, two)) if one != two else None

    def _some_beside(self, some: Found, beside: BesideOther) -> Found:
        """So many attributes that are beside another card as said."""
        if beside.amount is not None or beside.how not in {"same", "different"}:
            return None
        if beside.thing[0]:
            return None
        alike = (beside.how == "same") != beside.negated
        if isinstance(some, Between | Modulo):
            place = beside.thing[1]
            if place.kind in {"any", "each"}:
                return None
            found = self._shares_amount if alike else self._changes_amount
            return found(some, place)
        amount, names = some
        parts = [self._one_beside(name, beside) for name in names]
        if None in parts:
            return None
        return self._several(amount, tuple(part for part in parts if part is not None))

    def _some_kept(self, some: Found, place: Place = LAST) -> Found:
        return self._some_beside(some, BesideOther("same", None, ("", place)))

    def _only_changes(self, name: str, place: Place = LAST) -> Found:
        """An attribute that may change, beside the others, which may not."""
        others = [each.name for each in self.deck.bases if each.name != self._base(name)]
        if len(others) == len(self.deck.bases):
            return None
        return self._normal(And(tuple(Compares(each, (0,), place) for each in others)))

    def _clause_not_all(self, attrs: Attrs, beside: BesideOther) -> Found:
        joint, names = attrs
        every = self._clause(attrs, beside) if joint == "and" and len(names) > 1 else None
        return every and self._normal(negation(every, self.deck))

    # Steps

    def _beside_near(self, number: int) -> BesideOther:
        return BesideOther("apart", Between(0, number), ("", LAST))

    def _gap(self, *said: Found) -> Found:
        amounts = [each for each in said if isinstance(each, Between | Modulo)]
        things = [each for each in said if isinstance(each, tuple)]
        return self._difference(things[0] if things else ("", LAST), amounts[0])

    def _only_repeat(self, kind: Said) -> Found:
        """A sort of card that alone may come twice in a row."""
        condition = plain(kind)
        if not isinstance(condition, HasValue):
            return None
        place = replace(condition, place=LAST)
        other = negation(Compares(self._base(condition.attribute), (0,), LAST), self.deck)
        return self._normal(If(place, ANYTHING, other))

    # Sorts of cards and conditions

    def _provided(self, then: Said, guard: Said) -> Found:
        """What is in only where something else holds."""
        if isinstance(then, Kind) and self._is_kind(plain(guard)):
            return None
        return When(plain(then), plain(guard))

    def _provided_kind(self, one: Said, two: Said) -> Found:
        """A sort of card, as long as it is of another one too."""
        if not isinstance(one, Kind) or not self._is_kind(plain(two)):
            return None
        return self._joined(And, one, two)

    def _when_not(self, guard: Said) -> Found:
        """What the last card is, this one is not."""
        condition = plain(guard)
        if not isinstance(condition, HasValue) or condition.place != LAST:
            return None
        this = self._moved(condition, Place("this"))
        return When(condition, negation(this, self.deck))

    def _when_either(self, guard: Said) -> Found:
        """What the last card is not, this one is not either."""
        if self._when_not(guard) is None:
            return None
        condition = plain(guard)
        return When(condition, self._moved(condition, Place("this")))

    def _never_before(self, kind: Said, last: Said) -> Found:
        return self._never_follow(kind, last)

    def _for_kind(self, then: Said, kind: Said) -> Found:
        both = isinstance(then, Kind) and isinstance(kind, Kind)
        if not both or self._asked(plain(then)) & self._asked(plain(kind)):
            return None
        return When(plain(kind), plain(then))

    def _last_is(self, said: Said, name: str) -> Found:
        return self._thing_is((name, LAST), said)

    def _begins_some(self, number: int, kind: Said) -> When:
        return When(Position(Between(0, number)), plain(kind))

    def _or_if(self, one: Said, two: Said, guard: Said) -> Found:
        """A sort of card, or another one where something holds."""
        if not isinstance(one, Kind) or not isinstance(two, Kind):
            return None
        return self._normal(Or((plain(one), And((plain(two), plain(guard))))))

    def _or_ifs(self, one: Said, first: Said, two: Said, second: Said) -> Found:
        parts = tuple(map(plain, (one, first, two, second)))
        if not all(isinstance(each, Kind) for each in (one, two)):
            return None
        return self._normal(Or((And(parts[:2]), And(parts[2:]))))

    def _either_kind(self, permitted: Said, kind: Said) -> Found:
        both = isinstance(permitted, Kind) and isinstance(kind, Kind)
        return (
            self._joined(Or, permitted, kind)
            if both and not self._are_wide(permitted, kind)
            else None
        )

    def _told_again(self, rule: Said, denied: Said) -> Found:
        """A rule, beside what it leaves out anyway."""
        other = negation(plain(denied), self.deck)
        said = self._normal(plain(rule))
        return rule if self._normal(And((said, other))) == said else None

    def _listed(self, said: Said) -> Found:
        return said if isinstance(said, Kind) and said.plural else None

    def _vague_side(self, half: Said, core: Said, values: Said) -> Found:
        """The low or the high ones of a sort, and which those are."""
        meant = self._card_mask(plain(half)), self._card_mask(plain(values))
        return self._side(core, values) if meant[0] == meant[1] else None

    def _told_both(self, denied: Said, permitted: Said) -> Found:
        """What is out, and the rest, which is in."""
        both = isinstance(denied, Kind) and isinstance(permitted, Kind)
        rest = both and self._normal(negation(plain(denied), self.deck))
        return permitted if both and self._normal(plain(permitted)) == rest else None

    def _both_or_neither(self, place: Place, kind: Said, other: Said) -> Found:
        """A card and another one are of a sort, or neither is."""
        there = self._placed(place, kind) if plain(kind) == plain(other) else None
        return there and self._iff(kind, there)

    def _same_as(self, name: str, place: Place) -> Found:
        return self._one_beside(name, BesideOther("same", None, ("", place)))

    def _other_than(self, name: str, thing: Thing) -> Found:
        return self._one_beside(name, BesideOther("different", None, thing))

    def _never_alike(self, name: str, other: str) -> Found:
        return self._never_twice(name) if name == other else None

    def _vague_amount(self, half: Said, amount: Amount) -> Found:
        """The low or the high ones, and from where on they are."""
        meant = self._bare_amount(amount)
        same = isinstance(meant, Kind) and self._card_mask(plain(half)) == self._card_mask(
            meant.condition
        )
        return Kind(plain(half), plural=True) if same else None

    def _either_way(self, then: Said, guard: Said) -> Found:
        """Only so after that: nothing else after that, or nowhere else."""
        return [self._when_back(then, guard), self._only_if(then, guard)]

    def _cycle_told(self, one: Said, two: Said, three: Said) -> Found:
        turns = self._step(one, rest) if (rest := self._step2(two, three)) else None
        if not turns or turns[0] == turns[1]:
            return None
        return self._cycle(turns[:2] if turns[0] == turns[2] else turns)

    def _listed_of(self, *said: Found) -> Found:
        """So many sorts of cards, which are told."""
        *_, kinds = said
        condition = plain(kinds)
        return Kind(condition, plural=True) if isinstance(condition, HasValue) else None

    def _apposed(self, rule: Said | When, values: Found) -> Found:
        """A rule, and which numbers it leaves."""
        if isinstance(rule, When) or not self._is_kind(plain(rule)):
            return None
        mask = self._card_mask(plain(rule))
        return rule if mask & self._card_mask(plain(values)) == mask else None

    def _not_value(self, value: HasValue) -> Found:
        return self._not(Kind(value))

    def _any_but(self, name: str, thing: Thing) -> Found:
        return self._one_beside(name, BesideOther("same", None, thing, negated=True))

    def _both_that(self, kind: Said, beside: BesideOther) -> Found:
        found = self._of_card(beside)
        return found and self._normal(And((plain(kind), found)))

    def _thing_vague(self, thing: Thing, half: Said, *values: Said) -> Found:
        if values and plain(half) != plain(values[0]):
            return None
        return self._thing_is(thing, Kind(plain(half)))

    def _adjective_not_in(self, place: Place, attrs: Attrs) -> Found:
        found = self._adjective_in(place, attrs)
        return found and self._normal(negation(plain(found), self.deck))

    def _clause_so(self, one: str, beside: BesideOther, two: str) -> Found:
        return self._clause(("and", (one, two)), beside) if one != two else None

    def _one_kept(self, one: str, two: str) -> Found:
        return self._clause_xor(one, two, BesideOther("same", None, ("", LAST)))

    def _except_repeat(self, name: str, kind: Said) -> Found:
        condition = plain(kind)
        if not isinstance(condition, HasValue) or self._base(condition.attribute) != name:
            return None
        return self._only_repeat(kind)

    def _parity_back(self, *said: Said) -> Found:
        """From one sort to another and back."""
        one, two, three, four = map(self._class, said)
        if None in {one, two} or (one, two) != (four, three):
            return None
        return self._alternate(said[0], said[1])

    def _at_place_of(self, kind: Said, place: Place) -> Found:
        return self._at_place(place, kind)

    def _kind_where(self, kind: Said, then: Said) -> Found:
        return self._kind_must(kind, then)

    def _when_rel(self, *said: Said) -> When:
        return When(plain(said[-2]), plain(said[-1]))

    def _when_named(self, name: str, guard: Condition, then: Said) -> Found:
        if not isinstance(guard, HasValue) or self._base(guard.attribute) != name:
            return None
        return When(guard, plain(then))

    def _when_so(self, guard: Said) -> Found:
        """What the last card is, or is not but this one has to be."""
        condition = plain(guard)
        if not isinstance(condition, HasValue) or condition.place != LAST:
            return None
        this = self._moved(condition, Place("this"))
        most = self.deck.by_name[condition.attribute].size
        if 2 * len(condition.values) > most:
            this = negation(this, self.deck)
        return When(condition, this)

    def _free_cond(self, guard: Said, when: When) -> Found:
        """A condition, behind the contrary of its guard, under which everything goes."""
        return self._cond_free_else(when, guard)

    def _iff_after(self, kind: Said, last: Said) -> Found:
        place = self._placed(LAST, last)
        return place and self._iff(kind, place)

    def _permit_then(self, permitted: Said, last: Said, kind: Said) -> Found:
        return self._permit_after(permitted, kind, last)

    def _chain_to(self, *said: Said) -> Found:
        """Sorts of cards, each after the one before it, and the first one after the last."""
        kinds = said[:-1] if plain(said[0]) == plain(said[-1]) else said
        if len(kinds) < 3:
            return None
        pairs = zip(kinds, (*kinds[1:], kinds[0]), strict=True)
        return self._four_to(*(each for pair in pairs for each in pair))

    # What is told again, and what comes beside it

    def _kind_none(self, *whens: When) -> Found:
        return self._conds_none(*whens) if all(self._is_kind(w.guard) for w in whens) else None

    def _no_repeats(self, rule: Said, *_: Found) -> Found:
        """A rule that asks for a change anyway."""
        return self._if_repeats(rule, repeats=False)

    def _repeats_ok(self, rule: Said, *_: Found) -> Found:
        return self._if_repeats(rule, repeats=True)

    def _if_repeats(self, rule: Said, *, repeats: bool) -> Found:
        asked = [leaf for leaf in leaves(plain(rule)) if isinstance(leaf, Compares)]
        return rule if asked and all((0 in each.offsets) == repeats for each in asked) else None

    def _not_three(self, rule: Said) -> Found:
        condition = plain(rule)
        most = len(self.deck.bases)
        fewer = isinstance(condition, Shares) and most not in condition.counts
        return rule if fewer else None

    def _decided(self, rule: Said, *_: Found) -> Found:
        """That all have one value of an attribute, which is that of the first card."""
        condition = plain(rule)
        alike = isinstance(condition, Compares) and condition.offsets == (0,)
        return rule if alike else None

    def _pos_must(self, number: int, said: Said) -> Found:
        return self._cond(When(Position(Between(number, number)), plain(said)))

    def _unless_others(self, kind: Said, exception: Said, other: Said) -> Found:
        """A sort of card unless it is of another one; the others only if they are of a third."""
        outside = negation(plain(kind), self.deck)
        return self._normal(
            Or(
                (
                    And((plain(kind), negation(plain(exception), self.deck))),
                    And((outside, plain(other))),
                )
            )
        )

    def _conds_free(self, one: When, two: When, guard: Condition) -> Found:
        """Two conditions, beside a third under which everything goes."""
        several = len({one.guard, two.guard, guard}) == 3
        return self._conds(one, two) if several else None

    def _vices(self, *whens: When) -> Found:
        found = [self._vice_versa(when) for when in whens]
        return None if None in found else self._normal(And(tuple(found)))

    def _but_if(self, rule: Said, guard: Said, then: Said) -> Found:
        return self._normal(If(plain(guard), plain(then), plain(rule)))

    def _several_back(self, parts: tuple[Condition, ...], amount: Amount) -> Found:
        return self._several(amount, parts)

    def _first_some(self, amount: Amount | int, kind: Said) -> Found:
        """A sort of card until there were so many of it."""
        number = amount if isinstance(amount, int) else getattr(amount, "low", 0)
        enough = self._count(kind, Between(number, -1))
        return enough and number and self._normal(If(enough, ANYTHING, plain(kind)))

    def _ref_vague(self, place: Place, half: Said, *values: Said) -> Found:
        return self._thing_vague((self._ordered(), place), half, *values)

    def _differs_some(self, place: Place, some: Found) -> Found:
        return self._some_beside(some, BesideOther("different", None, ("", place)))

    def _some_rest(self, some: Found, beside: BesideOther, *_: Found) -> Found:
        return self._some_beside(some, beside)

    def _two_beside(self, amount: Amount, beside: BesideOther, one: str, two: str) -> Found:
        some = self._of_two(amount, one, two)
        return some and self._some_beside(some, beside)

    def _never_pairs(self, *said: Said) -> Found:
        whens = [self._never_follow(*said[at : at + 2][::-1]) for at in (0, 2)]
        return None if None in whens else self._conds(*whens)

    def _shares_some_of(self, attrs: Attrs, amount: Amount, place: Place) -> Found:
        least = isinstance(amount, Between) and (amount.low, amount.high) == (1, -1)
        return self._adjective_of(attrs, place) if attrs[0] == "or" and least else None

    def _not_on(self, name: str, thing: Thing) -> Found:
        """An attribute that none of some cards has."""
        where, place = thing
        if place.kind == "each":
            place = Place("any", place.depth)
        return self._one_beside(name, BesideOther("same", None, (where, place), negated=True))

    def _kept_xor(self, one: str, two: str, place: Place = LAST) -> Found:
        return self._adjective_xor(one, two, place)

    def _adj_next(self, name: str, thing: Thing = ("", LAST)) -> Found:
        return self._one_beside(name, BesideOther("apart", Between(1, 1), thing))

    def _deny_permit(self, denied: Said, free: Said) -> Found:
        """What is forbidden, beside what that leaves."""
        said = self._normal(plain(denied))
        return denied if self._normal(Or((said, plain(free)))) == said else None

    def _same_where(self, number: int, where: Condition) -> Found:
        return where if self._where_every(number) == where else None

    def _whatever(self, said: Said) -> Found:
        """A sort of card, of which an attribute does not matter; an amount may count something."""
        amount = isinstance(said, Kind) and said.post and isinstance(said.condition, HasValue)
        return Costly(said, 1) if amount else said

    def _value_on(self, upper: int, value: HasValue) -> Found:
        """A number and those above or below it."""
        size = self.deck.by_name[value.attribute].size
        values = range(value.values[0], size) if upper else range(value.values[0] + 1)
        return Kind(HasValue(value.attribute, tuple(values))) if len(values) < size else None

    def _either_list(self, one: Said, two: Said) -> Found:
        """Sorts of cards behind a comma, of which the first is less likely a list itself."""
        found = self._either(one, two)
        first = plain(one)
        several = isinstance(first, HasValue) and len(first.values) > 1
        return self._dearer(found) if several else self._or_both(found, one, two)

    def _or_both(self, found: Found, one: Said, two: Said) -> Found:
        """What a list says, and where its end is a list of its own, that beside its beginning."""
        first, rest = plain(one), plain(two)
        if not isinstance(first, HasValue) or not isinstance(rest, HasValue):
            return found
        if len(rest.values) < 2 or self._base(first.attribute) == self._base(rest.attribute):
            return found
        return [*(found if isinstance(found, list) else [found]), self._joined(And, one, two)]

    def _attr_from(self, attrs: Attrs, place: Place) -> Found:
        """An attribute of one of some cards."""
        if place.kind == "each":
            place = Place("any", place.depth)
        return self._adjective_place(attrs, place)

    def _kind_but_not(self, one: Said, two: Said) -> Found:
        return self._but_not(one, two) if isinstance(one, Kind) else None

    def _or_after(self, one: Said, two: Said, place: Condition) -> Found:
        """A sort of card, or another one after a card that is told."""
        return self._or_if(one, two, place)

    def _thing_one_of(self, thing: Thing) -> Found:
        """An attribute of a card, or of one of some cards."""
        name, place = thing
        return self._thing_same(
            (name, Place("any", place.depth) if place.kind == "each" else place)
        )

    def _both_ok(self, rule: Said) -> Found:
        """A rule of two parts, of which both may hold."""
        condition = plain(rule)
        return rule if isinstance(condition, Or) and not self._is_xor(condition) else None

    def _is_xor(self, condition: Or) -> bool:
        return all(isinstance(part, And) for part in condition.parts)
