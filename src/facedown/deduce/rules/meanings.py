"""What the rows of the grammar mean: how the meanings of pieces become the meaning of a whole.

A method returns a meaning, several, or None where the pieces make no sense together. A meaning that
is less likely than its parts costs something.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from facedown.deduce.rules.chart import Costly
from facedown.deduce.rules.conditions import (
    ANYTHING,
    LAST,
    NOTHING,
    THIS,
    Amount,
    And,
    Between,
    Compares,
    Condition,
    Constant,
    Count,
    CountAlike,
    HasValue,
    If,
    LastPlay,
    Modulo,
    More,
    Or,
    Pattern,
    Place,
    Position,
    Run,
    Shares,
    Total,
    Xor,
    leaves,
    opposite,
    parts_of,
)
from facedown.deduce.rules.deck import Deck
from facedown.deduce.rules.normal import negation, normal

MOST_TURNS: Final = 6
"""Classes of a pattern at most."""

REDUNDANT: Final = 4
"""What it costs that a part changes nothing, or that nothing is left."""

SENSELESS: Final = 8
"""What it costs that a comparison changes nothing beside something else."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A sort of card, by what each card of it has on its face.

    ``plural`` where several cards were spoken of ("reds"); ``apart`` is the word, "and"
    or "or", that stood behind a comma in it; ``post`` where an attribute or something behind it was
    named, ``clause`` where it was a sentence of its own.
    """

    condition: Condition
    plural: bool = False
    apart: str = ""
    post: bool = False
    clause: bool = False


Operation: TypeAlias = Literal["sum", "product"]


class Rel(NamedTuple):
    """How an attribute is to be beside that of another card."""

    attribute: str
    offsets: tuple[int, ...]


class When(NamedTuple):
    """What has to hold where a guard does."""

    guard: Condition
    then: Condition


OTHERWISE: Final = And(())
"""A guard that holds where no other one does."""

Said: TypeAlias = Kind | Condition
Found: TypeAlias = Any
"""What a piece means, several such meanings, or None; which ones, its row says."""


def plain(said: Said) -> Condition:
    """The condition alone."""
    return said.condition if isinstance(said, Kind) else said


class Meanings:
    """The meanings over a deck."""

    def __init__(self, deck: Deck) -> None:
        self.deck = deck

    def named(self, text: str) -> tuple[Callable[..., object], int]:
        """A function by how a row names it, with its first arguments, and what it costs."""
        name, *given = text.split()
        cost = sum(int(each) for each in given if each[0] == "+")
        arguments = [int(each) if each.isdigit() else each for each in given if each[0] != "+"]
        function = getattr(self, f"_{name}")
        return (partial(function, *arguments) if arguments else function), cost

    def _normal(self, condition: Condition) -> Condition:
        return normal(condition, self.deck)

    def _card_mask(self, condition: Condition) -> int:
        """The cards of a sort of card."""
        everything = self.deck.everything
        match condition:
            case Constant(value):
                return everything if value else 0
            case HasValue(attribute, values):
                return self.deck.mask(attribute, values)
            case And(parts):
                found = everything
                for part in parts:
                    found &= self._card_mask(part)
                return found
            case Or(parts):
                found = 0
                for part in parts:
                    found |= self._card_mask(part)
                return found
            case Xor(parts):
                found = 0
                for part in parts:
                    found ^= self._card_mask(part)
                return found
            case If(guard, then, otherwise):
                where = self._card_mask(guard)
                return where & self._card_mask(then) | ~where & self._card_mask(otherwise)
        raise TypeError(condition)

    # Whole rules

    def _same(self, said: Found, *_: Found) -> Found:
        return said

    def _rule(self, said: Said) -> Condition:
        return plain(said)

    def _bracket(self, said: Said) -> Said:
        return Kind(plain(said)) if self._is_kind(plain(said)) else plain(said)

    def _is_kind(self, condition: Condition) -> bool:
        return all(isinstance(leaf, HasValue) and leaf.place == THIS for leaf in leaves(condition))

    def _anything(self, *_: Found) -> Condition:
        return ANYTHING

    def _it(self, *_: Found) -> Found:
        return ...

    def _nothing(self, *_: Found) -> Condition:
        return NOTHING

    def _if_then(self, guard: Said, then: Said) -> Condition:
        return self._normal(If(plain(guard), plain(then), ANYTHING))

    def _if_else(self, guard: Said, then: Said, otherwise: Said) -> Condition:
        return self._normal(If(plain(guard), plain(then), plain(otherwise)))

    def _when(self, guard: Said, then: Said) -> When:
        return When(plain(guard), plain(then))

    def _when_back(self, then: Said, guard: Said) -> Found:
        if plain(then) == ANYTHING and plain(guard) != OTHERWISE:
            return None
        when = When(plain(guard), plain(then))
        return Costly(when, 1) if isinstance(then, Kind) and then.apart else when

    def _only_if(self, then: Said, guard: Said) -> When:
        return When(plain(then), plain(guard))

    def _kind_must(self, kind: Said, then: Said) -> Found:
        if not isinstance(kind, Kind):
            return None
        when = When(kind.condition, plain(then))
        if self._is_kind(when.guard) and self._is_kind(when.then):
            guard = self._card_mask(when.guard)
            if guard & self._card_mask(when.then) in {0, guard}:
                return Costly(when, REDUNDANT)
        return when

    def _cond(self, when: When) -> Found:
        if when.guard == OTHERWISE or when.then == ANYTHING:
            return None
        return self._normal(self._implied(when))

    def _implied(self, when: When) -> Condition:
        """A condition under a guard; of the card's own kinds the plain alternatives."""
        return If(when.guard, when.then, ANYTHING)

    def _cond_else(self, when: When, otherwise: Said) -> Condition:
        return self._normal(If(when.guard, when.then, plain(otherwise)))

    def _of_one_card(self, whens: tuple[When, ...]) -> tuple[When, ...]:
        """Guards as of the last card, where the first one asks that and others the same of none."""
        first, *others = whens
        asked = list(leaves(first.guard))
        if not all(isinstance(leaf, HasValue) and leaf.place == LAST for leaf in asked):
            return whens
        names = {self._base(leaf.attribute) for leaf in asked if isinstance(leaf, HasValue)}
        found = [first]
        for when in others:
            guard = when.guard
            if self._is_kind(guard) and names == self._asked(guard):
                guard = self._normal(self._moved(guard, LAST))
            found.append(When(guard, when.then))
        return tuple(found)

    def _conds(self, *whens: When) -> Found:
        whens = self._of_one_card(whens)
        if len({when.guard for when in whens}) < len(whens):
            return None
        *before, last = whens
        if any(when.guard == OTHERWISE for when in before):
            return None
        if last.guard == OTHERWISE and len(before) == 1 and self._is_kind(before[0].guard):
            only = before[0]  # a sort of card that is in only after another one
            other = If(only.then, ANYTHING, last.then)
            return self._normal(And((self._implied(only), other)))
        if last.guard == OTHERWISE:
            return self._chain(tuple(before), last.then)
        if len(whens) == 2:
            contrary, guards = self._normal(negation(whens[0].guard, self.deck)), [last.guard]
            if self._is_kind(last.guard) and not isinstance(last.guard, Constant):
                guards.append(self._moved(last.guard, LAST))  # "if it is …", of the last card
            if contrary in map(self._normal, guards):
                return self._chain(whens[:1], last.then)
        return self._normal(And(tuple(self._implied(when) for when in whens)))

    def _chain(self, whens: Sequence[When], otherwise: Condition) -> Condition:
        for when in reversed(whens):
            otherwise = If(when.guard, when.then, otherwise)
        return self._normal(otherwise)

    def _conds_else(self, one: When, two: When, otherwise: Said) -> Condition:
        return self._chain(self._of_one_card((one, two)), plain(otherwise))

    def _unless(self, then: Said, exception: Said) -> Found:
        guard, demand = plain(exception), plain(then)
        return [
            self._normal(If(guard, ANYTHING, demand)),
            self._normal(If(guard, negation(demand, self.deck), demand)),
        ]

    def _unless_first(self, exception: Said, then: Said) -> Found:
        return self._unless(then, exception)

    def _or_permit(self, demand: Said, permitted: Said) -> Found:
        return self._either(permitted, demand)

    def _permit_after(self, permitted: Said, kind: Said, after: Said) -> Found:
        place = self._placed(LAST, after)
        if place is None:
            return None
        return self._normal(Or((plain(permitted), And((plain(kind), place)))))

    # Joining

    def _not(self, said: Said) -> Found:
        if isinstance(said, Kind):
            return Kind(self._normal(negation(said.condition, self.deck)))
        return self._normal(negation(said, self.deck))

    def _cannot(self, said: Said) -> Found:
        found = self._not(said)
        return replace(found, clause=True) if isinstance(found, Kind) else found

    def _forbid(self, said: Said) -> Found:
        if not isinstance(said, Kind) or said.clause or said.apart:
            return None
        return replace(self._not(said), clause=True)

    def _neither(self, one: Said, two: Said) -> Found:
        return self._joined(And, self._not(one), self._not(two))

    def _either(self, one: Said, two: Said) -> Found:
        found = self._joined(Or, one, two)
        if isinstance(one, Kind) and isinstance(two, Kind) and two.plural and not one.plural:
            costly = found if isinstance(found, Costly) else Costly(found, 0)
            return Costly(costly.meaning, costly.cost + 1)  # "red or blue circles" are circles
        return found

    def _either_comma(self, one: Said, two: Said) -> Found:
        found = self._joined(Or, one, two)
        return self._apart(found, "or")

    def _apart(self, found: Found, how: str) -> Found:
        if isinstance(found, list):
            return [self._apart(each, how) for each in found]
        if isinstance(found, Costly):
            return Costly(self._apart(found.meaning, how), found.cost)
        return replace(found, apart=how) if isinstance(found, Kind) else found

    def _permits(self, one: Said, two: Said) -> Found:
        """What is allowed for one reason or another; what is not out for either is not meant."""
        return None if self._are_wide(one, two) else self._either(one, two)

    def _are_wide(self, *kinds: Said) -> bool:
        """Whether each is a sort of card that most cards are of: what is left of something out."""
        half = len(self.deck.cards) // 2
        return all(
            isinstance(each, Kind)
            and self._is_kind(each.condition)
            and self._card_mask(each.condition).bit_count() > half
            for each in kinds
        )

    def _both_comma(self, one: Said, two: Said) -> Found:
        found = self._both(one, two)
        if isinstance(found, list):  # behind a comma sorts of cards are rarely listed
            found = [self._dearer(found[0]), *found[1:]]
        return self._apart(found, "and")

    def _dearer(self, found: Found) -> Found:
        if isinstance(found, list):
            return [self._dearer(each) for each in found]
        if isinstance(found, Costly):
            return Costly(found.meaning, found.cost + 1)
        return found and Costly(found, 1)

    def _but_not(self, one: Said, two: Said) -> Found:
        other = self._not(two)
        return self._joined(And, one, other)

    def _both(self, one: Said, two: Said) -> Found:
        if isinstance(one, Kind) and isinstance(two, Kind):
            lists = self._joined(Or, one, two)
            every = self._joined(And, one, two)
            if one.plural and two.plural:
                return lists
            overlap = self._card_mask(one.condition) & self._card_mask(two.condition)
            if not overlap and isinstance(lists, Kind):
                return lists
            if one.clause or two.clause or self._are_wide(one, two):
                return every
            return [lists, every] if one.plural != two.plural else every
        return self._joined(And, one, two)

    def _joined(self, how: type[And | Or], one: Said, two: Said) -> Found:
        whole = self._normal(how((plain(one), plain(two))))
        cost = self._redundancy(how, plain(one), plain(two))
        other = "or" if how is And else "and"
        cost += sum(isinstance(each, Kind) and each.apart == other for each in (one, two))
        if isinstance(one, Kind) and isinstance(two, Kind):
            cost += (how is Or and one.post != two.post) + (one.clause != two.clause)
            clause = one.clause or two.clause
            apart, post = one.apart or two.apart, one.post and two.post
            found = Kind(whole, one.plural and two.plural, apart, post, clause)
            return Costly(found, cost) if cost else found
        for past, kind in ((one, two), (two, one)):
            if isinstance(kind, Kind) and isinstance(past, HasValue):
                same = isinstance(kind.condition, HasValue) and (
                    self._base(kind.condition.attribute) == self._base(past.attribute)
                )
                cost += same or (how is And and past is one)
        if whole in {plain(one), plain(two)}:
            cost += REDUNDANT if whole in {ANYTHING, NOTHING} else SENSELESS
        return Costly(whole, cost) if cost else whole

    def _redundancy(self, how: type[And | Or], one: Condition, two: Condition) -> int:
        """What it costs that a sort of card says nothing beside another one."""
        firsts, seconds = (
            [
                self._card_mask(part)
                for part in (parts_of(each) if isinstance(each, how) else (each,))
                if self._is_kind(part)
            ]
            for each in (one, two)
        )
        everything = self.deck.everything
        for first, second in itertools.product(firsts, seconds):
            mask = first & second if how is And else first | second
            if mask in {first, second, 0, everything}:
                return REDUNDANT
        return 0

    def _xor(self, one: Said, two: Said) -> Found:
        whole = self._normal(Xor((plain(one), plain(two))))
        return Kind(whole) if isinstance(one, Kind) and isinstance(two, Kind) else whole

    # Sorts of cards

    def _kind(self, *said: Found) -> Found:
        *how, one = said
        condition = plain(one)
        return Kind(condition, "plural" in how or (isinstance(one, Kind) and one.plural))

    def _plural(self, one: HasValue) -> Kind:
        return Kind(one, plural=True)

    def _value(self, one: HasValue) -> HasValue:
        return one

    def _values(self, one: HasValue, two: HasValue) -> Found:
        if one.attribute != two.attribute:
            return None
        return replace(one, values=tuple(sorted({*one.values, *two.values})))

    def _values3(self, one: HasValue, two: HasValue, three: HasValue) -> Found:
        some = self._values(one, two)
        return some and self._values(some, three)

    def _of_named(self, name: str, values: HasValue) -> Found:
        return values if values.attribute == name else None

    def _side(self, one: Said, two: Said) -> Found:
        """Values side by side, of one card."""
        plural = any(isinstance(each, Kind) and each.plural for each in (one, two))
        first, second = plain(one), plain(two)
        if not (self._is_kind(first) and self._is_kind(second)):
            return None
        if self._asked(first) & self._asked(second):
            return None
        return Kind(self._normal(And((first, second))), plural)

    def _asked(self, condition: Condition) -> set[str]:
        """The attributes that a condition asks about, groupings as what they group."""
        return {
            self._base(leaf.attribute) for leaf in leaves(condition) if isinstance(leaf, HasValue)
        }

    def _base(self, attribute: str) -> str:
        return self.deck.by_name[attribute].of or attribute

    # Other cards

    def _back(self, depth: int) -> Found:
        return Place("back", depth) if depth <= 3 else None

    def _first(self) -> Place:
        return Place("first")

    def _any(self, depth: int) -> Place:
        return Place("any", depth)

    def _each(self, depth: int) -> Place:
        return Place("each", depth)

    def _at_last(self, said: Said) -> Found:
        return self._at_place(LAST, said)

    def _at_place(self, place: Place, said: Said) -> Found:
        """What is said of a sort of card, of the card at a place."""
        moved = self._placed(place, said)
        apart = moved is not None and isinstance(said, Kind) and said.apart
        return Costly(moved, 1) if apart else moved

    def _placed(self, place: Place, said: Said) -> Condition | None:
        condition = plain(said)
        if not self._is_kind(condition) or isinstance(condition, Constant):
            return None
        if place.kind in {"any", "each"} and not isinstance(condition, HasValue):
            return None
        return self._normal(self._moved(condition, place))

    def _moved(self, condition: Condition, place: Place) -> Condition:
        if isinstance(condition, And | Or | Xor):
            parts = tuple(self._moved(part, place) for part in condition.parts)
            return replace(condition, parts=parts)
        if isinstance(condition, If):
            return If(*(self._moved(part, place) for part in parts_of(condition)))
        assert isinstance(condition, HasValue)
        return replace(condition, place=place)

    def _at_place_not(self, place: Place, said: Said) -> Found:
        return self._at_place(place, self._not(Kind(plain(said))))

    def _compare(self, rel: Rel, place: Place) -> Found:
        return Compares(rel.attribute, rel.offsets, place)

    def _has(self, depth: int, further: int, rel: Rel) -> Found:
        return Compares(rel.attribute, rel.offsets, Place("back", further), Place("back", depth))

    def _rel(self, how: str, name: str) -> Found:
        attribute = self.deck.by_name[name]
        everything, top = attribute.offsets, attribute.size - 1
        if how not in {"same", "different"} and not (
            attribute.cyclic if how in {"next", "before"} else attribute.ordered
        ):
            return None
        chosen = {
            "same": (0,),
            "different": tuple(each for each in everything if each),
            "higher": tuple(range(1, top + 1)),
            "lower": tuple(range(-top, 0)),
            "not_lower": tuple(range(top + 1)),
            "not_higher": tuple(range(-top, 1)),
            "next": (1, -top),
            "before": (-1, top),
        }[how]
        return self._offsets(name, chosen)

    def _offsets(self, name: str, chosen: Iterable[int]) -> Found:
        everything = self.deck.by_name[name].offsets
        wanted = set(chosen)
        offsets = tuple(each for each in everything if each in wanted)
        return Rel(name, offsets) if 0 < len(offsets) < len(everything) else None

    def _rel_by(self, low: int, high: int, way: str, name: str, step: int) -> Found:
        """At least (``low``), at most (``high``) or exactly (both) so many steps."""
        top = self.deck.by_name[name].size - 1
        far = range(step if low else 0, (step if high else top) + 1)
        up = far if way != "lower" else ()
        down = [-each for each in far] if way != "higher" else ()
        return self._offsets(name, (*up, *down))

    def _changed(self, name: str, steps: tuple[int, ...]) -> Found:
        if any(step not in self.deck.by_name[name].offsets for step in steps):
            return None
        return self._offsets(name, steps)

    def _shares_no(self, place: Place) -> Found:
        return Shares((0,), place)

    def _shares(self, how: str, number: int, place: Place) -> Found:
        most = len(self.deck.bases)
        low = 0 if how == "at_most" else number
        high = most if how == "at_least" else number
        counts = tuple(range(low, high + 1))
        return Shares(counts, place) if len(counts) <= most else None

    def _shares_some(self, *said: Found) -> Found:
        *counts, place = said
        return Shares(tuple(sorted(set(counts))), place)

    # Amounts

    def _residues(self, modulus: int, residue: int) -> Amount:
        return Modulo(modulus, (residue,))

    def _exactly(self, number: int) -> Amount:
        return Between(number, number)

    def _at_least(self, number: int) -> Amount:
        return Between(number, -1)

    def _at_most(self, number: int) -> Amount:
        return Between(0, number)

    def _more(self, number: int) -> Amount:
        return Between(number + 1, -1)

    def _less(self, number: int) -> Found:
        return Between(0, number - 1) if number else None

    def _between(self, low: int, high: int) -> Found:
        return Between(min(low, high), max(low, high))

    def _one_or_other(self, one: int, two: int) -> Found:
        return Between(one, two) if two == one + 1 else None

    def _multiple(self, modulus: int) -> Amount:
        return Modulo(modulus, (0,))

    def _more_than_multiple(self, residues: tuple[int, ...], modulus: int) -> Found:
        return Modulo(modulus, tuple(sorted({each % modulus for each in residues})))

    def _other(self, amount: Amount) -> Amount:
        return opposite(amount)

    def _number(self, number: int) -> tuple[int, ...]:
        return (number,)

    def _numbers(self, one: int, more: int | tuple[int, ...]) -> tuple[int, ...]:
        return tuple(sorted({one, *(more if isinstance(more, tuple) else (more,))}))

    # The track

    def _position(self, amount: Amount) -> Found:
        if isinstance(amount, Between) and amount.high == 0:
            return None
        return self._normal(Position(amount))

    def _count(self, kind: Said, amount: Amount) -> Found:
        condition = plain(kind)
        if not isinstance(condition, HasValue):
            return None
        return self._normal(Count(condition.attribute, condition.values, amount))

    def _count_alike(self, name: str, amount: Amount) -> Found:
        return self._normal(CountAlike(name, amount))

    def _more_of(self, one: Said, two: Said, *, equal: bool = False) -> Found:
        first, second = plain(one), plain(two)
        if not isinstance(first, HasValue) or not isinstance(second, HasValue):
            return None
        return self._normal(
            More(first.attribute, first.values, second.attribute, second.values, equal=equal)
        )

    def _as_many(self, one: Said, two: Said) -> Found:
        return self._more_of(one, two, equal=True)

    def _run(self, name: str, amount: Amount) -> Found:
        return self._normal(Run(name, amount))

    def _total_of(self, depth: int, with_this: int) -> Found:
        return depth, bool(with_this)

    def _total_of_last(self, with_this: int, depth: int) -> Found:
        return depth, bool(with_this)

    def _total(
        self, operation: Operation, name: str, what: tuple[int, bool], amount: Amount
    ) -> Found:
        return Total(operation, name, *what, amount)

    def _last_play(self, accepted: int) -> Found:
        return LastPlay(bool(accepted))

    # Patterns

    def _class(self, said: Said) -> Found:
        condition = plain(said)
        return (condition.attribute, condition.values) if isinstance(condition, HasValue) else None

    def _turns(self, one: Said, rest: tuple[object, ...]) -> Found:
        return (self._class(one), *rest) if len(rest) < MOST_TURNS else None

    def _turns_any(self, rest: tuple[object, ...]) -> Found:
        return (None, *rest) if len(rest) < MOST_TURNS else None

    def _turns2(self, one: Said, two: Said) -> Found:
        return self._class(one), self._class(two)

    def _turns2_any(self, one: Said) -> Found:
        return self._class(one), None

    def _turns_any2(self, one: Said) -> Found:
        return None, self._class(one)

    def _pattern(self, *said: Found) -> Found:
        *how, classes = said
        return self._normal(Pattern(classes, anywhere="anywhere" in how))
