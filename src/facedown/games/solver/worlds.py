"""What a seat's view leaves possible: the secret rule, what was dealt and drawn, and hidden votes.

A world is a whole history of hidden things: for each rule that was played the rule, the hands that
were dealt, and the cards of every draw, as sets; and the votes that are not shown yet. Each history
that the view allows is as likely as any other: nature draws the rules of a level alike, and
:mod:`facedown.games.solver.past` tells why that holds of the cards.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from functools import cached_property, lru_cache
from typing import TypeAlias

from facedown.core.errors import IllegalMove, NotListed
from facedown.core.messages import phrase
from facedown.core.moves import Action
from facedown.core.seats import NATURE, Seat
from facedown.core.worlds import Worlds
from facedown.games.solver.judging import level_rules, possible
from facedown.games.solver.moves import (
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
from facedown.games.solver.past import Past
from facedown.games.solver.rules import Setting, SolverState
from facedown.games.solver.scoring import leaders, outside
from facedown.games.solver.view import (
    Entry,
    SolverView,
    Table,
    answers_of,
    tables_of,
    track_of,
)

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
            loose=self._setting.loose,
        )

    @cached_property
    def _pasts(self) -> list[Past | None]:
        return [
            None if each.phase in ("rule", "deal") else _past(self._setting, each, self._view.seat)
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
    if table.phase not in ("rule", "deal"):
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
