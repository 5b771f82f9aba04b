"""Auction: everybody bids the level of their bot, and luck and the others decide what it is worth.

A game for tests of tournaments: what a bot gains is known exactly, and differs much from one mix of
others to another.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from fractions import Fraction
from functools import partial
from itertools import product
from typing import ClassVar

from facedown.core.errors import MalformedMove, Reason, Refusal
from facedown.core.facts import Facts
from facedown.core.game import Game
from facedown.core.moves import Action, Move
from facedown.core.roster import Players
from facedown.core.seats import NATURE, NATURE_ONLY, Outcome, Seat, Seats
from facedown.core.state import State
from facedown.core.view import View

LEVELS = {"one": 1, "two": 2, "five": 5}
LUCK = range(4)
NOT_NOW = Reason("not-now", "A1", "That is no bid for now.")


class Luck(Move, kind="luck", by_nature=True):
    worth: int | None


class Bid(Move, kind="bid"):
    level: int


class AuctionState(State):
    __slots__ = ("bids", "seats", "worth")

    def __init__(self, seats: int, worth: int = -1, bids: tuple[int, ...] = ()) -> None:
        self.seats, self.worth, self.bids = seats, worth, bids

    def clone(self) -> AuctionState:
        return AuctionState(self.seats, self.worth, self.bids)

    def actors(self) -> Seats:
        if self.worth < 0:
            return NATURE_ONLY
        return (len(self.bids),) if len(self.bids) < self.seats else ()

    def draw_name(self) -> str:
        return "luck"

    def chances(self) -> Sequence[tuple[Action, int]]:
        return [(worth, 1) for worth in LUCK]

    def legal(self, seat: Seat) -> Sequence[int]:
        return tuple(LEVELS.values()) if seat >= 0 and seat in self.actors() else ()

    def verify(self, seat: Seat, action: Action) -> Refusal | None:
        fits = action in (LUCK if seat == NATURE else self.legal(seat))
        return None if fits and seat in self.actors() else NOT_NOW()

    def apply(self, seat: Seat, action: Action) -> None:
        assert isinstance(action, int)
        if seat == NATURE:
            self.worth = action
        else:
            self.bids = (*self.bids, action)

    def outcome(self) -> Outcome | None:
        if self.actors():
            return None
        points = tuple(points_of(self.bids, seat, self.worth) for seat in range(self.seats))
        best = max(points)
        winners = tuple(seat for seat, its in enumerate(points) if its == best)
        return Outcome(points, winners, "All have bid.")

    def view(self, seat: Seat) -> View:
        return View(
            seat=seat,
            seats=self.seats,
            actors=self.actors(),
            legal=tuple(self.legal(seat)),
            outcome=self.outcome(),
        )

    def move_of(self, seat: Seat, action: Action) -> Move:
        assert isinstance(action, int)
        return Luck(action) if seat == NATURE else Bid(action)

    def action_of(self, seat: Seat, move: Move) -> Action:
        if isinstance(move, Luck) and move.worth is not None:
            return move.worth
        if isinstance(move, Bid):
            return move.level
        raise MalformedMove("That is not a move of Auction.")


def points_of(bids: Sequence[int], seat: Seat, worth: int) -> int:
    """What a seat scores: its bid, times its worth and three times what the others have bid."""
    return bids[seat] * (worth + 3 * (sum(bids) - bids[seat]))


def true_gain(bot: str, instead_of: str, mixes: Sequence[Sequence[str]]) -> Fraction:
    """What a bot gains in the mean over all luck, in the first seat among these mixes."""
    games = [
        points_of([LEVELS[bot], *others], 0, worth)
        - points_of([LEVELS[instead_of], *others], 0, worth)
        for mix in mixes
        for others in [[LEVELS[name] for name in mix]]
        for worth in LUCK
    ]
    return Fraction(sum(games), len(games))


def all_mixes(weaker: Sequence[str], others: int) -> list[tuple[str, ...]]:
    """Every mix of so many others."""
    return list(product(weaker, repeat=others))


class _Bidder:
    def __init__(self, level: int, game: Game) -> None:
        self.level = level

    def act(self, view: View, rng: random.Random) -> Action:
        return self.level


class Auction(Game):
    facts: ClassVar[Facts] = Facts(
        name="auction",
        title="Auction",
        summary="Bid.",
        designers="nobody",
        seats=(1, 6),
        options=(),
        moves=(Luck, Bid),
        view=View,
        rules_version=1,
        points=(0, 390),
        worlds="none",
    )
    actions, longest = 6, 7

    def start(self) -> State:
        return AuctionState(self.seats)


PLAYERS = Players({name: partial(_Bidder, level) for name, level in LEVELS.items()})
