"""What a seat's view leaves possible: the secret rule, what was dealt and drawn, and hidden votes.

A world is a whole history of hidden things: for each rule that was played the rule, the hands that
were dealt, and the cards of every draw, as sets; and the votes that are not shown yet. Each history
that the view allows is as likely as any other: nature draws the rules of a level alike, and
:class:`Past` tells why that holds of the cards.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import comb
from typing import Final, TypeAlias

from facedown.core.errors import IllegalMove, NotListed
from facedown.core.messages import phrase
from facedown.core.moves import Action
from facedown.core.seats import NATURE, Seat
from facedown.core.worlds import Worlds
from facedown.deduce.rules import SOLVER
from facedown.games.solver.judging import level_rules, possible
from facedown.games.solver.moves import (
    CARD_COUNT,
    DEDUCIBLE,
    DRAW,
    IMPOSSIBLE,
    NAMES,
    NUMBERS,
    PASS,
    PREFER,
    SWAP,
    Deal,
    Give,
    Guess,
    SecretRule,
    Starter,
    cards_of,
    mask_of,
    names_of,
)
from facedown.games.solver.rules import Setting, SolverState
from facedown.games.solver.scoring import leaders, outside
from facedown.games.solver.view import Entry, SolverView, Table, answers_of, tables_of, track_of

FRESH: Final = -1
"""The source of cards that nobody has seen; swapped hands are called by their seats."""


@dataclass(frozen=True)
class CardPath:
    """One card changing its place: ``"play"`` of a known card, ``"draw"`` from a source; or "swap".

    ``held`` is how many cards the seat holds after it. ``card`` is -1 where the viewer does not
    know it; ``number`` counts the draws' moves from 0.
    """

    kind: str
    seat: Seat
    held: int
    card: int = -1
    source: int = FRESH
    number: int = -1


class Past:
    """How the cards can have moved, for one viewer and one secret rule after the deal.

    Nature draws alike, and how many cards is known to all, so each history that a view allows is as
    likely as any other: the sampler has to give every one alike. It goes back in time. How the
    other hands and the swapped hands are filled now is drawn first; then for each draw which card
    of the hand it was, which may be any of them: the only thing that a seat knows of cards it does
    not see is which ones it swapped away itself. So ``_ways`` counts, for every number of such
    cards that each hand and each swapped hand has, in how many ways one could have got there since
    that swap.
    """

    def __init__(self, setting: Setting, table: Table, viewer: Seat) -> None:
        self.viewer = viewer
        looking = setting.investigators(table.master)
        self.others = sorted(seat for seat in looking if seat != viewer)
        self.steps: list[CardPath] = []
        self.own_swap = -1
        self.known = 0  # the cards that the viewer swapped away
        self.hand = mask_of(table.dealt or ())
        self.gifts = 0
        self.sizes = [0] * setting.seats
        for seat in looking:
            self.sizes[seat] = setting.hand_size
        self._lives = setting.lives
        dealt = setting.hand_size * len(looking)
        self._deck = [(FRESH, CARD_COUNT - dealt - setting.lives - 1)]
        for index, entry in enumerate(table.history):
            waits = table.waits and index == len(table.history) - 1
            self._follow(entry, waits=waits)
        self.left = dict.fromkeys((FRESH, self.viewer, *looking), 0)
        for source, count in self._deck:
            self.left[source] += count
        gone = self.hand | sum(1 << step.card for step in self.steps if step.kind == "play")
        self.hidden = SOLVER.everything & ~gone
        self._memo: dict[tuple[int, tuple[int, ...]], int] = {}

    def _follow(self, entry: Entry, *, waits: bool) -> None:
        """Adds the steps of what happened; its cards are still to come where it ``waits``."""
        seat, mine = entry.seat, entry.seat == self.viewer
        if entry.action == "play":
            card = NUMBERS[entry.card]
            if seat != NATURE:
                self.sizes[seat] -= 1
            self.steps.append(CardPath("play", seat, self.sizes[seat], card))
            self.hand &= ~(1 << card)
        elif entry.answer not in (None, "Solver!") and self._lives:
            self._lives -= 1
            self._deck.append((FRESH, 1))
        elif entry.action == "swap":
            if mine:
                self.own_swap, self.known, self.hand = len(self.steps), self.hand, 0
            self.sizes[seat] = 0
            self.steps.append(CardPath("swap", seat, 0))
            self._deck.append((seat, entry.count))
        if entry.action in ("swap", "draw") and not waits:
            self._draw(entry, entry.cards if mine else None)
            self.gifts += 1

    def _draw(self, entry: Entry, cards: tuple[str, ...] | None) -> None:
        """The single cards of a draw.

        Of the viewer's own cards only those that it had swapped away are surely from there.
        """
        sources: list[int] = []
        while len(sources) < entry.count:
            source, many = self._deck.pop(0)
            part = min(many, entry.count - len(sources))
            sources += [source] * part
            if part < many:
                self._deck.insert(0, (source, many - part))
        numbers = [-1] * entry.count
        if cards is not None:
            self.hand |= mask_of(cards)
            numbers = sorted(map(NUMBERS.__getitem__, cards), key=self._is_unknown)
            if entry.action == "swap":
                sources.sort(key=lambda source: source != self.viewer)
        for card, source in zip(numbers, sources, strict=True):
            self.sizes[entry.seat] += 1
            held = self.sizes[entry.seat]
            self.steps.append(CardPath("draw", entry.seat, held, card, source, self.gifts))

    def _is_unknown(self, card: int) -> bool:
        return not self.known >> card & 1

    # Numbers of known cards: of each other hand, then of each other swapped hand.

    def _hand(self, seat: Seat) -> int:
        return self.others.index(seat)

    def _swapped(self, seat: Seat) -> int:
        return len(self.others) + self.others.index(seat)

    def _back(
        self, step: CardPath, many: tuple[int, ...]
    ) -> Iterator[tuple[bool, int, tuple[int, ...]]]:
        """The ways one step can be undone: known card or not, how many such cards, what is then."""
        mine = step.seat in (self.viewer, NATURE)
        if step.kind == "swap":
            hand, under = self._hand(step.seat), self._swapped(step.seat)
            yield False, 1, _with(_with(many, hand, many[under]), under, -many[under])
        elif step.kind == "play":
            told = bool(self.known >> step.card & 1)
            yield told, 1, many if mine else _with(many, self._hand(step.seat), told)
        elif mine:
            told = bool(self.known >> step.card & 1)
            if step.source not in (FRESH, self.viewer):
                yield told, 1, _with(many, self._swapped(step.source), told)
            elif told == (step.source == self.viewer):
                yield told, 1, many
        else:
            hand = self._hand(step.seat)
            told_cards, others = many[hand], step.held - many[hand]
            if told_cards and step.source != FRESH:
                after = _with(many, hand, -1)
                if step.source != self.viewer:
                    after = _with(after, self._swapped(step.source), 1)
                yield True, told_cards, after
            if others and step.source != self.viewer:
                yield False, others, many

    def _ways(self, index: int, many: tuple[int, ...]) -> int:
        """In how many ways the steps before ``index`` can be undone, back to the own swap."""
        if self.own_swap < 0 or index == self.own_swap + 1:
            return int(not any(many))
        key = (index, many)
        if key not in self._memo:
            self._memo[key] = sum(
                ways * self._ways(index - 1, after)
                for _, ways, after in self._back(self.steps[index - 1], many)
            )
        return self._memo[key]

    @cached_property
    def fillings(self) -> list[tuple[tuple[int, ...], int]]:
        """How many known cards each place can have now, and in how many ways all could be so."""
        room = [self.sizes[seat] for seat in self.others]
        room += [self.left[seat] for seat in self.others]
        known = self.known & self.hidden
        total = known.bit_count() - self.left[self.viewer]
        found = []
        unknown = (self.hidden & ~known).bit_count()
        for many in _spread(total, room):
            ways = self._ways(len(self.steps), many)
            told, rest = known.bit_count(), unknown
            for size, part in zip(room, many, strict=True):
                ways *= comb(told, part) * comb(rest, size - part)
                told -= part
                rest -= size - part
            if ways:
                found.append((many, ways))
        return found

    def sample(self, rng: random.Random) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The hands dealt and the cards of every draw, every history alike."""
        chances = [ways for _, ways in self.fillings]
        (many,) = rng.choices([many for many, _ in self.fillings], chances)
        known = list(cards_of(self.known & self.hidden))
        rest = list(cards_of(self.hidden & ~self.known))
        rng.shuffle(known)
        rng.shuffle(rest)
        hands = [0] * len(self.sizes)
        swapped = dict.fromkeys(self.left, 0)
        for index, seat in enumerate(self.others):
            hands[seat] = _take(known, many[index]) | _take(rest, self.sizes[seat] - many[index])
        for index, seat in enumerate(self.others, len(self.others)):
            swapped[seat] = _take(known, many[index]) | _take(rest, self.left[seat] - many[index])
        if self.viewer >= 0:
            hands[self.viewer] = self.hand
        draws = [0] * self.gifts
        own = self._own_cards(rng)
        for index in range(len(self.steps) - 1, -1, -1):
            step = self.steps[index]
            if step.kind == "play":
                if step.seat != NATURE:
                    hands[step.seat] |= 1 << step.card
            elif step.kind == "swap":
                mine = step.seat == self.viewer
                hands[step.seat] = self.known if mine else swapped[step.seat]
                swapped[step.seat] = 0
            else:
                card = own.get(index, -1)
                if card < 0:
                    card = self._undo(rng, index, hands, swapped)
                hands[step.seat] &= ~(1 << card)
                draws[step.number] |= 1 << card
                if step.source != FRESH:
                    swapped[step.source] |= 1 << card
        return tuple(hands), tuple(draws)

    def _own_cards(self, rng: random.Random) -> dict[int, int]:
        """By its step each card that the viewer drew.

        When it swapped, it was not shown which new card came from where, as all came at once.
        """
        own = {
            index: step.card
            for index, step in enumerate(self.steps)
            if step.kind == "draw" and step.card >= 0
        }
        at_once = [
            index
            for index, card in own.items()
            if 0 <= self.own_swap < index <= self.own_swap + self.known.bit_count()
            and self._is_unknown(card)
        ]
        cards = [own[index] for index in at_once]
        rng.shuffle(cards)
        return own | dict(zip(at_once, cards, strict=True))

    def _undo(
        self, rng: random.Random, index: int, hands: list[int], swapped: dict[int, int]
    ) -> int:
        """Which card of a hand was drawn in a step of another seat."""
        step = self.steps[index]
        hand = hands[step.seat]
        if index <= self.own_swap or self.own_swap < 0:
            return rng.choice(cards_of(hand))
        parts = [hands[seat] for seat in self.others] + [swapped[seat] for seat in self.others]
        many = tuple((part & self.known).bit_count() for part in parts)
        ways = [
            (told, times * self._ways(index, after))
            for told, times, after in self._back(step, many)
        ]
        ((told, _),) = rng.choices(ways, [times for _, times in ways])
        return rng.choice(cards_of(hand & self.known if told else hand & ~self.known))


def _take(cards: list[int], count: int) -> int:
    return sum(1 << cards.pop() for _ in range(count))


def _with(many: tuple[int, ...], index: int, more: int) -> tuple[int, ...]:
    return (*many[:index], many[index] + more, *many[index + 1 :])


def _spread(total: int, room: list[int]) -> Iterator[tuple[int, ...]]:
    """Every way to put so many things into places with so much room."""
    if not room:
        if total == 0:
            yield ()
        return
    for part in range(max(0, total - sum(room[1:])), min(total, room[0]) + 1):
        for others in _spread(total - part, room[1:]):
            yield (part, *others)


RoundWorld: TypeAlias = tuple[str, tuple[int, ...], tuple[int, ...]]
"""The rule, the hands dealt, and the cards of every draw in order, as sets."""

SolverWorld: TypeAlias = tuple[tuple[RoundWorld, ...], tuple[int | None, ...]]
"""What is hidden of every rule that was played, and every vote that is not shown to all yet."""


@lru_cache(maxsize=256)
def _past(setting: Setting, table: Table, viewer: Seat) -> Past:
    return Past(setting, table, viewer)


class SolverWorlds(Worlds):
    """Every history that a view allows, all alike; listed where a lone Investigator looks."""

    def __init__(self, setting: Setting, view: SolverView) -> None:
        self._setting = setting
        self._view = view
        self._tables = tables_of(view)

    @cached_property
    def rules(self) -> tuple[str, ...]:
        """The rules of the level that give every verdict and every answer so far."""
        if self._view.phase == "rule":
            return ("",)
        if self._view.rule is not None:
            return (self._view.rule,)
        return possible(
            level_rules(self._setting.level),
            track_of(self._view),
            answers_of(self._view),
            version=self._setting.version,
        )

    @cached_property
    def _pasts(self) -> list[Past | None]:
        return [
            None
            if self._setting.real or each.phase in ("rule", "deal")
            else _past(self._setting, each, self._view.seat)
            for each in self._tables
        ]

    @property
    def _alone(self) -> bool:
        """Whether nothing but the rule is hidden from the viewer."""
        return all(past is None or not past.others for past in self._pasts)

    def __iter__(self) -> Iterator[tuple[SolverWorld, int]]:
        if not self._alone:
            raise NotListed(phrase("The ways the cards can have gone are too many to list."))
        rng = random.Random(0)
        for rule in self.rules:
            yield self._world(rule, rng), 1

    def count(self) -> int | None:
        """How many rules, for a lone Investigator; nobody counts the others."""
        return len(self.rules) if self._alone else None

    def sample(self, rng: random.Random) -> SolverWorld:
        """One history, all alike."""
        return self._world(rng.choice(self.rules), rng)

    def _world(self, rule: str, rng: random.Random) -> SolverWorld:
        """A history in which this is the rule that is played now."""
        known = [each.rule or "" for each in self._tables]
        if len(self._view.rounds) < len(self._tables):
            known[-1] = rule
        cards = [((), ()) if past is None else past.sample(rng) for past in self._pasts]
        rounds = tuple((each, *moved) for each, moved in zip(known, cards, strict=True))
        return rounds, self._votes(rng)

    def _votes(self, rng: random.Random) -> tuple[int | None, ...]:
        """The own vote and any of the others; those that all have seen are no secret."""
        view, votes = self._view, list(self._view.votes)
        for seat in _hidden_voters(self._setting, view):
            if votes[seat] is None:
                votes[seat] = rng.choice((0, 1) if view.phase == "vote" else leaders(view.points))
        return tuple(votes)

    def features(self, world: SolverWorld) -> Iterable[str]:
        """The rules, and which cards were dealt and drawn."""
        for turn, (rule, hands, draws) in enumerate(world[0], 1):
            yield f"rule {turn} is {rule}"
            for seat, hand in enumerate(hands):
                yield from (
                    f"seat {seat + 1} was dealt {NAMES[card]} with rule {turn}"
                    for card in cards_of(hand)
                )
            for number, cards in enumerate(draws, 1):
                yield from (
                    f"draw {number} with rule {turn} gave {NAMES[card]}" for card in cards_of(cards)
                )


def _hidden_voters(setting: Setting, view: SolverView) -> list[Seat]:
    """The seats whose votes have been cast and are not shown yet."""
    if view.phase not in ("vote", "best"):
        return []
    seats = (
        setting.investigators(view.master_seat) if view.phase == "vote" else outside(view.points)
    )
    return [seat for seat in seats if seat not in view.actors]


def true_world(state: SolverState) -> SolverWorld:
    """The world that is true; the same for every seat."""
    rounds = [
        (each.rule, tuple(mask_of(hand or ()) for hand in each.dealt), _draws(each.history))
        for each in state.rounds
    ]
    if len(rounds) < state.setting.rounds:
        rounds.append((state.rule, state.dealt, _draws(state.history)))
    return tuple(rounds), tuple(state.votes)


def _draws(history: Iterable[Entry]) -> tuple[int, ...]:
    return tuple(mask_of(entry.cards) for entry in history if entry.cards is not None)


def state_from_world(setting: Setting, view: SolverView, world: SolverWorld) -> SolverState:
    """The state in which this world is true, played again from the start under the rules.

    Raises ``IllegalMove`` for a view to which no play leads.
    """
    rounds, votes = world
    state = SolverState(setting)
    for number, (table, hidden) in enumerate(zip(tables_of(view), rounds, strict=True)):
        _replay(state, table, hidden)
        if number < len(view.rounds) and view.rounds[number].solver < 0:
            for seat, said in enumerate(view.rounds[number].votes):
                if said is not None:
                    make(state, seat, DEDUCIBLE if said else IMPOSSIBLE)
    for seat, vote in enumerate(votes):
        if vote is not None and view.phase == "vote":
            make(state, seat, DEDUCIBLE if vote else IMPOSSIBLE)
        elif vote is not None:
            make(state, seat, PREFER + vote)
    return state


def make(state: SolverState, seat: Seat, action: Action) -> None:
    """Makes a move; raises ``IllegalMove`` where the rules refuse it."""
    refusal = state.verify(seat, action)
    if refusal is not None:
        raise IllegalMove(refusal)
    state.apply(seat, action)


def _replay(state: SolverState, table: Table, hidden: RoundWorld) -> None:
    """Plays one rule again."""
    rule, hands, draws = hidden
    left = iter(draws)
    if table.phase != "rule":
        make(state, NATURE, SecretRule(rule))
    if table.phase not in ("rule", "deal") and not state.setting.real:
        named = (None if s == table.master else names_of(h) for s, h in enumerate(hands))
        make(state, NATURE, Deal(tuple(named)))
    for entry in table.history:
        if entry.seat == NATURE:
            make(state, NATURE, Starter(entry.card))
        elif entry.action == "play":
            make(state, entry.seat, NUMBERS[entry.card])
        elif entry.action == "guess":
            make(state, entry.seat, Guess(entry.rule))
        else:
            make(state, entry.seat, {"draw": DRAW, "swap": SWAP, "pass": PASS}[entry.action])
            if entry.action != "pass" and (cards := next(left, None)) is not None:
                make(state, NATURE, Give(names_of(cards)))
