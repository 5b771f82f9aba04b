"""The parts of a rule, and the Master's answer to a guess (R6).

A part is a condition of the public list that every accepted card must meet, or that alone is
enough; only the sharpest count, and none that the others already imply. Both are asked on
*situations*, the published timelines with what the rule says on them, of every card at every point:
so parts depend on what a rule means, never on how it is written, and finding them takes the same
few steps for every rule.

A rule is asked only for verdicts on timelines that can be played, so equal rules say the same.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache, partial
from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray

from facedown.deduce.rules.catalogue import (
    VERSION,
    Answer,
    known_parts,
)
from facedown.deduce.rules.conditions import (
    ANYTHING,
    LONGEST,
    NOTHING,
    THIS,
    And,
    Condition,
    Constant,
    HasValue,
    If,
    JudgedCard,
    Leaf,
    leaves,
)
from facedown.deduce.rules.deck import SOLVER, Deck
from facedown.deduce.rules.equality import same
from facedown.deduce.rules.machine import machine_of, program_of, run_program
from facedown.deduce.rules.matching import most_chosen
from facedown.deduce.rules.normal import normal, order
from facedown.deduce.rules.public_lists import List, lists
from facedown.deduce.rules.rule import Rule
from facedown.deduce.rules.sample import Cards, Ints, Masks, SampledConditions, Truth, orders, pairs
from facedown.deduce.rules.speech import parse
from facedown.deduce.rules.wording import sentence

PREFERENCES: Final = 160
"""Orders of the whole deck of which always the first card that is accepted is played."""

BOUNDED: Final = 3
"""From this one on a value in common, or a rule that follows from the other, is worth 1."""

WISHES: Final = 8
"""Of these orders so many are also played with each listed condition in view."""


@dataclass(frozen=True, slots=True, eq=False)
class Situations:
    """Timelines, one a row, and what a rule says before each play of each card not played yet.

    ``fits`` is the verdict on the card that is played, ``accepted`` and ``refused`` are masks.
    """

    cards: Cards
    fits: Truth
    accepted: Masks
    refused: Masks


@cache
def preferences(deck: Deck) -> Cards:
    """Orders of the whole deck."""
    rng = random.Random("preferences")
    count = len(deck.cards)
    return np.array([rng.sample(range(count), count) for _ in range(PREFERENCES)], np.int64)


def situations(rule: Rule) -> tuple[Situations, ...]:
    """The published timelines with what a rule says on them.

    They are: random orders of cards; every first and second card; and, for random orders of the
    whole deck, always the first card of it that is accepted, or the first one where none is.
    """
    deck = rule.deck
    every_two = pairs(deck)
    then_any = np.zeros((len(every_two), 1), np.int64)
    return (
        _asked(rule, orders(deck)),
        _asked(rule, np.hstack((every_two, then_any))),
        _asked(rule, preferences(deck), _accepted_first),
    )


def wished(rule: Rule, conditions: SampledConditions) -> Situations:
    """The timelines on which accepted cards are played that meet one of the conditions, each alone.

    Where none does, any accepted card is played, and where there is none, any card.
    """
    rows = preferences(rule.deck)[:WISHES]
    count = len(conditions.leaves)
    return _asked(rule, np.tile(rows, (count, 1)), _Wishes(conditions, count * len(rows)))


def _accepted_first(accepted: Masks, unused: Masks) -> Masks:
    found: Masks = np.where(accepted != 0, accepted, unused)
    return found


class _Wishes:
    """For each condition some rows, in which it is to go on being met."""

    def __init__(self, conditions: SampledConditions, rows: int) -> None:
        self.conditions = conditions
        self.states = conditions.start(rows)

    def __call__(self, accepted: Masks, unused: Masks) -> Masks:
        wish = np.empty_like(accepted)
        for number, read in enumerate(self.conditions.reads):
            own = slice(number * WISHES, (number + 1) * WISHES)
            wish[own] = self.conditions.holding[number][self.states[read][own]]
        wish &= accepted
        found: Masks = np.where(wish != 0, wish, _accepted_first(accepted, unused))
        return found

    def step(self, cards: Ints, fits: Truth) -> None:
        """Takes a play of every row in."""
        self.states = self.conditions.following_states(self.states, cards, fits)


def _asked(
    rule: Rule, rows: Cards, prefer: Callable[[Masks, Masks], Masks] | None = None
) -> Situations:
    """A rule's verdicts while the rows are played, or of each row the first card preferred."""
    deck = rule.deck
    asked = SampledConditions(deck, tuple(dict.fromkeys(leaves(rule.condition))))
    program = program_of(rule.condition, {leaf: n for n, leaf in enumerate(asked.leaves)})
    plays = min(LONGEST, rows.shape[1])
    shape = (len(rows), plays)
    cards, fits = rows[:, :plays].copy(), np.empty(shape, bool)
    accepted, refused = np.empty(shape, np.uint64), np.empty(shape, np.uint64)
    unused = np.full(len(rows), deck.everything, np.uint64)
    one = np.uint64(1)
    states = asked.start(len(rows))
    for play in range(plays):
        said = run_program(program, asked.masks(states))
        accepted[:, play], refused[:, play] = said & unused, ~said & unused
        if prefer is not None:
            cards[:, play] = _first(rows, prefer(accepted[:, play], unused))
        now = cards[:, play]
        card = now.astype(np.uint64)
        fits[:, play] = (said >> card & one).astype(bool)
        unused = unused & ~(one << card)
        states = asked.following_states(states, now, fits[:, play])
        if isinstance(prefer, _Wishes):
            prefer.step(now, fits[:, play])
    return Situations(cards, fits, accepted, refused)


def _first(rows: Cards, among: Masks) -> Ints:
    """Of each row the first card that is in a set."""
    within = among[:, None] >> rows.astype(np.uint64) & np.uint64(1)
    found: Ints = rows[np.arange(len(rows)), within.argmax(axis=1)]
    return found


class LazyTruth:
    """Whether conditions are met on a kind of timelines, worked out when it is asked."""

    def __init__(self, conditions: SampledConditions, asked: Situations) -> None:
        self.conditions = conditions
        self.asked = asked
        self.states: dict[int, Ints] = {}

    def masks(self, number: int) -> tuple[Masks, Masks]:
        """The cards for which a condition holds, and its negation, before every play."""
        register = self.conditions.reads[number]
        if register not in self.states:
            asked = self.asked
            self.states[register] = self.conditions.states_of(register, asked.cards, asked.fits)
        return self.conditions.mask(number, self.states)


Role = Literal["needed", "enough"]

_ROLES: Final[tuple[Role, ...]] = ("needed", "enough")
_CONSTANTS: Final[tuple[tuple[Condition, Role], ...]] = ((NOTHING, "needed"), (ANYTHING, "enough"))

RARE: Final = 12
"""What a condition forbids or allows has to come up so often on the orders to be a part."""


@dataclass(frozen=True, slots=True)
class Part:
    """A condition that every accepted card must meet (``needed``), or that is ``enough``."""

    deck: Deck
    condition: Condition
    role: Role

    @property
    def sentence(self) -> str:
        """The condition in words."""
        return sentence(self.condition, self.deck)


class Listing:
    """A public list over one deck, and what it says when every card is accepted."""

    def __init__(self, deck: Deck, chosen: List) -> None:
        self.deck = deck
        self.both = chosen.both
        self.conditions = SampledConditions(deck, chosen.conditions)
        self.guards = SampledConditions(deck, chosen.guards)

    @cached_property
    def anyhow(self) -> tuple[Truth, Truth, Truth]:
        """What holds where every card is accepted: conditions, guards (not free), and before.

        ``before`` is whether a condition on the candidate alone also holds for all cards on the
        track, and True for the others. First cards are left out: what compares is free there.
        """
        leaves: list[Truth] = []
        under: list[Truth] = []
        before: list[Truth] = []
        for cards in (pairs(self.deck), orders(self.deck)):
            everything = np.ones(cards.shape, bool)
            holding, _ = self.conditions.along(cards, everything)
            _, surely = self.guards.along(cards, everything)
            earlier = np.ones_like(holding)
            earlier[:, :, 1:] = np.logical_and.accumulate(holding, axis=2)[:, :, :-1]
            alone = [
                isinstance(leaf, HasValue) and leaf.place == THIS for leaf in self.conditions.leaves
            ]
            earlier[~np.array(alone)] = True
            for found, each in ((leaves, holding), (under, surely), (before, earlier)):
                found.append(each[:, :, 1:].reshape(len(each), -1))
        return np.hstack(leaves), np.hstack(under), np.hstack(before)

    @cached_property
    def shares(self) -> dict[Role, NDArray[np.float32]]:
        """How often each form holds where every card is accepted; without a guard last."""
        leaves, under, _ = (found.astype(np.float32) for found in self.anyhow)
        plain = leaves.sum(axis=1)
        unless = under.shape[1] - under @ (1 - leaves).T
        return {
            "needed": np.vstack((unless, plain)),
            "enough": np.vstack((under @ leaves.T, plain)),
        }

    def form(self, guard: int, condition: int, role: Role) -> Condition:
        """A listed condition, under a guard unless that is -1."""
        leaf: Leaf = self.conditions.leaves[condition]
        if guard < 0:
            return leaf
        under = self.guards.leaves[guard]
        return If(under, leaf, ANYTHING) if role == "needed" else And((under, leaf))

    def truth(self, guard: int, condition: int, role: Role) -> Truth:
        """Where a form holds on tracks on which every card is accepted."""
        leaves, under, _ = self.anyhow
        if guard < 0:
            row: Truth = leaves[condition]
        elif role == "needed":
            row = ~under[guard] | leaves[condition]
        else:
            row = under[guard] & leaves[condition]
        return row

    def throughout(self, guard: int, condition: int) -> Truth:
        """Where a needed form also holds for the cards that are on the track already."""
        every: Truth = self.anyhow[2][condition]
        return every if guard < 0 else np.ones_like(every)


@cache
def listings(deck: Deck) -> tuple[Callable[[], Listing], ...]:
    """The public lists over a deck, each made when it is needed."""
    return tuple(cache(partial(Listing, deck, chosen)) for chosen in lists(deck))


def load_lists(deck: Deck) -> None:
    """Makes the public lists over a deck now, which the first guess would wait for."""
    for known in listings(deck):
        listing = known()
        _ = listing.shares, listing.anyhow


@lru_cache(maxsize=1024)
def parts(rule: Rule, *, version: int = VERSION) -> tuple[Part, ...]:
    """The parts of a rule; ``version`` is as for :func:`answer`.

    >>> from facedown.deduce.rules import SOLVER, parse
    >>> for part in parts(parse("red and same shape as the last card", SOLVER)):
    ...     print(part.role, part.sentence)
    needed red
    needed same shape as the last card
    """
    stored = known_parts(rule.sentence) if rule.deck is SOLVER else None
    if stored is None:
        return parts_anew(rule, version=version)
    return tuple(
        Part(
            rule.deck, parse(said, rule.deck).condition, "needed" if role == "needed" else "enough"
        )
        for role, said in stored
    )


def parts_anew(rule: Rule, *, version: int = VERSION) -> tuple[Part, ...]:
    """The same, worked out for a rule of the catalogue too.

    Rules version 1 counted what compares with missing cards as well; no rule of the catalogue has
    other parts for it.
    """
    for constant, role in _CONSTANTS:
        if same(rule, Rule(rule.deck, constant)).same:
            return (Part(rule.deck, constant, role),)
    asked = situations(rule)
    for known in listings(rule.deck):
        listing = known()
        beside = Beside(rule, listing, asked)
        found = [
            part for role in _ROLES for part in _sharpest(rule, beside, listing, role, version)
        ]
        if found:
            unique = {part.condition: part for part in reversed(found)}
            return tuple(reversed(unique.values()))
    return ()


class Beside:
    """A list beside what a rule says on the published timelines."""

    def __init__(self, rule: Rule, known: Listing, asked: tuple[Situations, ...]) -> None:
        self.rule = rule
        self.known = known
        self.asked = asked

    @cached_property
    def along(self) -> tuple[Truth, Truth]:
        """What holds for the cards of the orders played: conditions, and guards (not free)."""
        played = self.asked[0]
        holding, _ = self.known.conditions.along(played.cards, played.fits)
        _, surely = self.known.guards.along(played.cards, played.fits)
        return holding.reshape(len(holding), -1), surely.reshape(len(surely), -1)

    @cached_property
    def _kinds(self) -> list[tuple[Situations, LazyTruth, LazyTruth]]:
        return [self._kind(each) for each in self.asked]

    @cached_property
    def _wished(self) -> tuple[Situations, LazyTruth, LazyTruth]:
        return self._kind(wished(self.rule, self.known.conditions))

    def _kind(self, asked: Situations) -> tuple[Situations, LazyTruth, LazyTruth]:
        return asked, LazyTruth(self.known.conditions, asked), LazyTruth(self.known.guards, asked)

    def met(self, guard: int, condition: int, role: Role) -> bool:
        """Whether a form holds for all that is accepted, or for nothing that is refused."""
        form = guard, condition, role
        return all(_met(*kind, *form) for kind in self._kinds) and _met(*self._wished, *form)

    def binds(self, condition: int) -> bool:
        """Whether some accepted card meets a condition that is not free there.

        What compares with cards that are missing whenever a card is accepted says nothing of it.
        """
        for asked, conditions, _ in self._kinds:
            holding, failing = conditions.masks(condition)
            if np.any(asked.accepted & holding & ~failing):
                return True
        return False


def _met(
    asked: Situations,
    conditions: LazyTruth,
    guards: LazyTruth,
    guard: int,
    condition: int,
    role: Role,
) -> bool:
    """The same on one kind of timelines."""
    form, _ = conditions.masks(condition)
    if guard >= 0:
        under, beside = guards.masks(guard)
        form = beside | form if role == "needed" else under & form
    return not np.any(asked.accepted & ~form if role == "needed" else asked.refused & form)


def _sharpest(rule: Rule, beside: Beside, known: Listing, role: Role, version: int) -> list[Part]:
    """The sharpest conditions in a role, none implied by the others together.

    A needed condition is worked with as it is, one that is enough by where it fails: what others
    imply together is then in both cases the intersection of where they hold. What every accepted
    card meets, the cards on the track meet too.
    """
    chosen: list[tuple[Condition, Truth, Truth]] = []
    together = np.array(True)
    for guard, condition in _candidates(beside, known, role):
        truth = known.truth(guard, condition, role)
        truth = truth if role == "needed" else ~truth
        if np.all(truth | ~together):
            continue
        if not beside.met(guard, condition, role):
            continue
        if guard < 0 and role == "needed" and version > 1 and not beside.binds(condition):
            continue
        form = normal(known.form(guard, condition, role), rule.deck)
        every = known.throughout(guard, condition) if role == "needed" else np.ones_like(truth)
        chosen.append((form, truth, every))
        together = together & truth & every
    kept = list(chosen)
    for each in chosen:  # the first ones were chosen without knowing of the later ones
        others = [other for other in kept if other is not each]
        implied = np.logical_and.reduce([t & e for _, t, e in others]) if others else np.array(True)
        if np.all(each[1] | ~implied):
            kept = others
    return [
        Part(rule.deck, form, role) for form in sorted((form for form, _, _ in kept), key=order)
    ]


def _candidates(beside: Beside, known: Listing, role: Role) -> Iterator[tuple[int, int]]:
    """The forms that the orders played do not rule out: plain ones first, the sharpest first."""
    holding, surely = beside.along
    accepted = beside.asked[0].fits.ravel()
    # Plays that speak against a form: accepted ones where it fails, refused ones where it holds;
    # and plays that it explains: refused ones where it fails, accepted ones where it holds.
    needed = role == "needed"
    wrong, told = (
        ~holding[:, plays] if needed else holding[:, plays]
        for plays in ((accepted, ~accepted) if needed else (~accepted, accepted))
    )
    sharpness = {
        (-1, int(condition)): 0
        for condition in np.flatnonzero(~wrong.any(axis=1) & (told.sum(axis=1) >= RARE))
    }
    if needed or known.both:
        plain = np.zeros(len(holding), bool)
        plain[[condition for _, condition in sharpness]] = True
        sides = (accepted, ~accepted) if needed else (~accepted, accepted)
        under, outside = (surely[:, plays] for plays in sides)
        met, meeting = surely[:, accepted], holding[:, accepted]
        against, guards = (np.packbits(rows, axis=1) for rows in (wrong, under))
        for guard, bits in enumerate(guards):
            for condition in np.flatnonzero(~(against & bits).any(axis=1) & ~plain).tolist():
                works = np.count_nonzero(outside[guard] & told[condition])
                if works >= RARE and np.count_nonzero(met[guard] & meeting[condition]) >= RARE:
                    sharpness[guard, condition] = 0
    shares = known.shares[role]
    for guard, condition in sharpness:  # guard -1 is the last row
        share = int(shares[guard, condition])
        sharpness[guard, condition] = share if needed else -share
    yield from sorted(sharpness, key=lambda pair: (pair[0] >= 0, sharpness[pair], pair))


@lru_cache(maxsize=16384)
def _anyhow(part: Part) -> Truth:
    """Where a part's condition holds for later cards on tracks on which every card is accepted."""
    machine = machine_of(part.deck, part.condition)
    found = []
    for cards in (*pairs(part.deck).tolist(), *orders(part.deck).tolist()):
        states = machine.start()
        for index, card in enumerate(cards):
            if index:
                found.append(bool(machine.verdicts(states) >> card & 1))
            machine.step(states, JudgedCard(card, accepted=True))
    return np.array(found)


def partners(one: Part, other: Part) -> bool:
    """Whether two parts are the same condition, or one is a stricter form of the other."""
    constants = sum(isinstance(part.condition, Constant) for part in (one, other))
    if one.condition == other.condition or constants:
        return one.condition == other.condition
    first, second = _anyhow(one), _anyhow(other)
    return bool(np.all(first <= second) or np.all(second <= first))


def shared_parts(secret: Rule, guess: Rule, *, version: int = VERSION) -> int:
    """How many parts of the guess have a partner of their own among those of the secret."""
    theirs = parts(secret, version=version)
    reach = [
        sum(1 << index for index, other in enumerate(theirs) if partners(part, other))
        for part in parts(guess, version=version)
    ]
    return most_chosen(reach)


@lru_cache(maxsize=4096)
def _ever_accepted(rule: Rule) -> int:
    """The cards that are accepted on some published timeline."""
    cards = 0
    for asked in situations(rule):
        cards |= int(np.bitwise_or.reduce(asked.accepted, axis=None))
    return cards


def values_allowed(rule: Rule) -> tuple[int, ...]:
    """Of each attribute the values that some accepted card has, as a mask; 0 where every one is.

    Asked on the published timelines.

    >>> from facedown.deduce.rules import SOLVER, parse
    >>> values_allowed(parse("(blue or red) and number 3", SOLVER))
    (3, 0, 4)
    """
    cards = _ever_accepted(rule)
    found = []
    for attribute in rule.deck.bases:
        every = range(len(attribute.values))
        values = [v for v in every if cards & rule.deck.mask(attribute.name, (v,))]
        found.append(0 if len(values) == len(every) else sum(1 << value for value in values))
    return tuple(found)


def share_a_value(secret: Rule, guess: Rule) -> bool:
    """Whether two rules leave out values of the same attribute, and have one in common (R6).

    >>> from facedown.deduce.rules import SOLVER, parse
    >>> share_a_value(parse("red or blue", SOLVER), parse("blue or green", SOLVER))
    True
    >>> share_a_value(parse("red", SOLVER), parse("blue", SOLVER))
    False
    """
    return any(
        one & other
        for one, other in zip(values_allowed(secret), values_allowed(guess), strict=True)
    )


def one_implies_the_other(secret: Rule, guess: Rule) -> bool:
    """Whether one of two rules holds for every card that the other accepts (R6).

    Never where one accepts everything or nothing, or a single card: what compares with the last one
    is free there.

    >>> from facedown.deduce.rules import SOLVER, parse
    >>> whole = parse("(blue and number 2) or (red and number 3)", SOLVER)
    >>> one_implies_the_other(whole, parse("number 2 or number 3", SOLVER))
    True
    """
    if any(isinstance(part.condition, Constant) for part in (*parts(secret), *parts(guess))):
        return False
    if min(_ever_accepted(rule).bit_count() for rule in (secret, guess)) < 2:
        return False
    both = Rule(secret.deck, And((secret.condition, guess.condition)))
    return same(both, secret).same or same(both, guess).same


def answer(secret: Rule, guess: Rule, *, version: int = VERSION) -> Answer:
    """The Master's answer to a guess (R6).

    ``version`` is the rules version of SOLVER: before 3 neither a value in common nor a rule that
    follows from the other was worth anything, and 1 had other parts (:func:`parts_anew`).

    >>> from facedown.deduce.rules import SOLVER, parse
    >>> answer(parse("red", SOLVER), parse("not (blue or green or yellow)", SOLVER))
    'Solver!'
    >>> answer(parse("red", SOLVER), parse("blue", SOLVER))
    '0'
    >>> answer(parse("red and circle", SOLVER), parse("red and square", SOLVER))
    '1'
    >>> answer(parse("red or blue", SOLVER), parse("blue or green", SOLVER))
    '1'
    """
    if same(secret, guess).same:
        return "Solver!"
    shared = shared_parts(secret, guess, version=version)
    if not shared and version >= BOUNDED:
        shared = int(share_a_value(secret, guess) or one_implies_the_other(secret, guess))
    return "0" if shared == 0 else "1" if shared == 1 else "2+"
