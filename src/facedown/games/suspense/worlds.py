"""What a seat's view leaves possible: the secret card and the other hands, all counted.

Nature deals every way alike, so every world has the same weight; what the others' choices say
beyond the rules is for a model of the players to weigh.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from math import prod
from typing import TypeAlias

from facedown.core.errors import IllegalMove
from facedown.core.seats import NATURE, Seat
from facedown.core.worlds import Worlds
from facedown.games.suspense.cards import ALL_CARDS, CARD_COUNT, NAMES
from facedown.games.suspense.rules import (
    HAND_SIZE,
    TURNS,
    Round,
    Setting,
    SuspenseState,
    deal_number,
    score_round,
    share_out,
)
from facedown.games.suspense.view import ACTION_WORDS, PHASES, SuspenseView, Turn

SuspenseWorld: TypeAlias = tuple[int, tuple[int, ...]]
"""The secret card and, by seat, the sets of cards still in hand; ``(-1, ())`` between rounds."""

BETWEEN_ROUNDS: SuspenseWorld = (-1, ())


def mask_of(names: tuple[str, ...]) -> int:
    """The set of cards with these short names."""
    return sum(1 << NAMES.index(name) for name in names)


class SuspenseWorlds(Worlds):
    """Every world of a view, all with weight 1.

    At the deal there are 630 for a non-dealer and 70 for the dealer.
    """

    def __init__(self, view: SuspenseView) -> None:
        self._seat = view.seat
        self._playing = view.phase == "turns"
        self._own = mask_of(view.hand or ())
        table = sum(mask_of(cards) for cards in view.played)
        self._unseen = ALL_CARDS & ~self._own & ~table
        self._secrets = (
            [NAMES.index(view.secret)]
            if view.secret is not None
            else [card for card in range(CARD_COUNT) if self._unseen >> card & 1]
        )
        self._sizes = tuple(
            HAND_SIZE[view.seats] - len(cards)
            for seat, cards in enumerate(view.played)
            if seat != view.seat
        )

    def _hands(self, others: tuple[int, ...]) -> tuple[int, ...]:
        if self._seat < 0:
            return others
        return (*others[: self._seat], self._own, *others[self._seat :])

    def __iter__(self) -> Iterator[tuple[SuspenseWorld, int]]:
        if not self._playing:
            yield BETWEEN_ROUNDS, 1
            return
        for secret in self._secrets:
            for others in share_out(self._unseen & ~(1 << secret), self._sizes):
                yield (secret, self._hands(others)), 1

    def count(self) -> int:
        """How many, without listing them."""
        if not self._playing:
            return 1
        left, ways = sum(self._sizes), []
        for size in self._sizes:
            ways.append(_choose(left, size))
            left -= size
        return len(self._secrets) * prod(ways)

    def sample(self, rng: random.Random) -> SuspenseWorld:
        """One world, all alike."""
        if not self._playing:
            return BETWEEN_ROUNDS
        secret = rng.choice(self._secrets)
        left = [card for card in range(CARD_COUNT) if self._unseen >> card & 1 and card != secret]
        rng.shuffle(left)
        others, start = [], 0
        for size in self._sizes:
            others.append(sum(1 << card for card in left[start : start + size]))
            start += size
        return secret, self._hands(tuple(others))


def _choose(n: int, k: int) -> int:
    return prod(range(n - k + 1, n + 1)) // prod(range(1, k + 1))


def true_world(state: SuspenseState) -> SuspenseWorld:
    """The world that is true; the same for every seat."""
    return (state.secret, tuple(state.hands)) if state.phase == TURNS else BETWEEN_ROUNDS


def state_from_world(setting: Setting, view: SuspenseView, world: SuspenseWorld) -> SuspenseState:
    """The state in which this world is true and the seat of the view sees that very view."""
    state = SuspenseState(setting)
    state.phase = PHASES.index(view.phase)
    state.dealer = view.dealer
    state.points = list(view.points)
    state.rounds = [_round(setting, view, number) for number in range(len(view.sheets))]
    if state.phase != TURNS:
        return state
    state.secret, hands = world
    state.hands = list(hands)
    state.played = [mask_of(cards) for cards in view.played]
    state.folded = sum(1 << seat for seat in view.folded)
    state.passed = sum(1 << seat for seat in view.passed)
    state.started = sum(1 << seat for seat, cards in enumerate(view.played) if cards)
    state.total = view.total
    state.turns = [ACTION_WORDS.index(turn.action) for turn in view.turns]
    state.turn = view.actors[0]
    return state


def play_again(setting: Setting, view: SuspenseView, world: SuspenseWorld) -> SuspenseState:
    """The same state, reached from the start by moves that the rules allow.

    Raises ``FacedownError``, ``KeyError``, ``ValueError`` or ``IndexError`` for a view to which no
    play leads.
    """
    state = SuspenseState(setting)

    def make(seat: Seat, action: int) -> None:
        refusal = state.verify(seat, action)
        if refusal is not None:
            raise IllegalMove(refusal)
        state.apply(seat, action)

    def play(hands: Sequence[int], secret: int, turns: Sequence[Turn]) -> None:
        make(NATURE, deal_number(tuple(hands), secret))
        for turn in turns:
            make(turn.seat, ACTION_WORDS.index(turn.action))

    if setting.dealer < 0 and view.phase != "lot":
        make(NATURE, view.sheets[0].dealer if view.sheets else view.dealer)
    for sheet in view.sheets:
        dealt = [mask_of((*line.hand, *line.played)) for line in sheet.lines]
        play(dealt, NAMES.index(sheet.secret), sheet.turns)
    if view.phase == "turns":
        secret, hands = world
        played = map(mask_of, view.played)
        play([hand | cards for hand, cards in zip(hands, played, strict=True)], secret, view.turns)
    return state


def _round(setting: Setting, view: SuspenseView, number: int) -> Round:
    sheet = view.sheets[number]
    secret = NAMES.index(sheet.secret)
    hands = tuple(mask_of(line.hand) for line in sheet.lines)
    played = tuple(mask_of(line.played) for line in sheet.lines)
    folded = sum(1 << seat for seat, line in enumerate(sheet.lines) if line.folded)
    turns = tuple(ACTION_WORDS.index(turn.action) for turn in sheet.turns)
    scores = score_round(
        setting.faces,
        secret,
        hands,
        played,
        folded,
        out=setting.folded_out,
        both=setting.both,
    )
    return Round(sheet.dealer, secret, hands, turns, played, folded, scores)
