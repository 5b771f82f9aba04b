"""Whole games of Suspense beside a second referee, written from the printed rules alone.

It shares nothing with the program but the names of cards: hands are lists, and the row of passes
is counted where the program keeps sets. Standing on S1 to S19, with every option.
"""

from __future__ import annotations

import json
import random
from dataclasses import dataclass, field
from typing import TypeAlias

import pytest

from facedown.core.match import Match
from facedown.core.moves import Move
from facedown.core.seats import ONLOOKER
from facedown.games.suspense import Suspense
from facedown.games.suspense.moves import Deal, FirstDealer, Fold, Pass, Play
from facedown.games.suspense.view import SuspenseView

Face: TypeAlias = tuple[int, str, str, str]
PRINTED: dict[str, Face] = {
    "W1": (2, "highest", "number", "play"),
    "W2": (3, "highest", "black", "play"),
    "W3": (4, "highest", "white", "play"),
    "W4": (4, "lowest", "white", "play"),
    "W5": (3, "lowest", "black", "play"),
    "W6": (2, "lowest", "number", "play"),
    "B1": (2, "highest", "number", "hand"),
    "B2": (3, "highest", "black", "hand"),
    "B3": (4, "highest", "white", "hand"),
    "B4": (4, "lowest", "white", "hand"),
    "B5": (3, "lowest", "black", "hand"),
    "B6": (2, "lowest", "number", "hand"),
    "?": (2, "lowest", "sum of numbers", "play"),
}


def number(card: str) -> int:
    return 0 if card == "?" else int(card[1])


@dataclass
class Referee:
    """One game: who may do what, when a round ends, and who scores what."""

    seats: int
    table: dict[str, Face]
    goal: int
    limit: int
    folded_out: bool
    both: bool
    dealer: int = -1
    points: list[int] = field(default_factory=list)
    rounds: int = 0
    over: bool = False

    def deal(self, deal: Deal) -> None:
        assert deal.secret is not None
        self.secret = deal.secret
        self.hands = [list(hand or ()) for hand in deal.hands]
        assert {len(hand) for hand in self.hands} == {12 // self.seats}
        self.played: list[list[str]] = [[] for _ in self.hands]
        self.folded: set[int] = set()
        self.passes_in_a_row = 0
        self.turn = self.dealer

    def choices(self) -> list[str]:
        more = ["pass", "fold"] if self.played[self.turn] else []
        return sorted(self.hands[self.turn]) + more

    def act(self, what: str) -> bool:
        """Takes the turn, and says whether the round is over."""
        if what == "fold":
            self.folded.add(self.turn)
        elif what == "pass":
            self.passes_in_a_row += 1
        else:
            self.hands[self.turn].remove(what)
            self.played[self.turn].append(what)
            self.passes_in_a_row = 0
        left = self.seats - len(self.folded)
        total = sum(number(card) for cards in self.played for card in cards)
        if left in (1, self.passes_in_a_row) or total >= self.limit:
            self.end()
            return True
        self.turn = (self.turn + 1) % self.seats
        while self.turn in self.folded:
            self.turn = (self.turn + 1) % self.seats
        return False

    def end(self) -> None:
        self.scores = [self.score(seat) for seat in range(self.seats)]
        self.points = [a + b for a, b in zip(self.points, self.scores, strict=True)]
        self.rounds += 1
        self.dealer = (self.dealer + 1) % self.seats
        self.over = not self.goal or max(self.points) >= self.goal

    def score(self, seat: int) -> int:
        owned, stars = self.winning(seat)
        if seat in self.folded:
            return 0 if owned else 1
        return 0 if not owned else sum(stars) if self.both else max(stars)

    def winning(self, seat: int) -> tuple[bool, list[int]]:
        """Whether the seat meets the condition, and the stars of what it meets it with."""
        stars, extreme, kind, place = self.table[self.secret]
        counted = [s for s in range(self.seats) if not (self.folded_out and s in self.folded)]
        best = max if extreme == "highest" else min
        if seat not in counted:
            return False, []
        if kind == "sum of numbers":
            sums = {s: sum(map(number, self.played[s])) for s in counted}
            return sums[seat] == best(sums.values()), [stars]
        places = self.hands if place == "hand" else self.played
        fit = {
            s: [c for c in places[s] if c != "?" and kind in ("number", COLOURS[c[0]])]
            for s in counted
        }
        numbers = [number(card) for cards in fit.values() for card in cards]
        mine = [card for card in fit[seat] if number(card) == best(numbers)]
        return bool(mine), [self.table[card][0] for card in mine]


COLOURS = {"W": "white", "B": "black"}


def other_table(rng: random.Random) -> dict[str, Face]:
    """Some cards with other stars and conditions."""
    table = {}
    for card in rng.sample(sorted(PRINTED), rng.randrange(14)):
        kind = rng.choice(["number", "white", "black", "sum of numbers"])
        place = "play" if kind.startswith("sum") else rng.choice(["play", "hand"])
        table[card] = (rng.randrange(10), rng.choice(["highest", "lowest"]), kind, place)
    return table


def move(word: str) -> Move:
    return {"pass": Pass(), "fold": Fold()}.get(word, Play(word))


@pytest.mark.parametrize("seed", range(150))
def test_a_second_referee_agrees(seed: int) -> None:
    rng = random.Random(seed)
    seats, goal, limit = rng.choice([2, 3]), rng.choice([0, 3, 10]), rng.choice([0, 0, 8, 30])
    changed = other_table(rng) if rng.random() < 0.4 else {}
    folded_out, both = rng.random() < 0.4, rng.random() < 0.4
    faces = {card: [face[0], "{} {} in {}".format(*face[1:])] for card, face in changed.items()}
    game = Suspense(
        seats,
        goal=goal,
        limit=limit,
        folded_out=folded_out,
        both=both,
        table=json.dumps(faces) if faces else "",
    )
    match = Match(game, seed=str(seed))
    referee = Referee(
        seats,
        PRINTED | changed,
        goal,
        limit or {2: 15, 3: 20}[seats],
        folded_out,
        both,
        points=[0] * seats,
    )
    told, weights = 0, rng.choice([(4, 1, 0.3), (1, 4, 2), (1, 1, 1)])
    while True:
        for entry in match.log.entries[told:]:
            if isinstance(entry.move, FirstDealer):
                referee.dealer = entry.move.dealer
            elif isinstance(entry.move, Deal):
                referee.deal(entry.move)
        told = len(match.log.entries)
        if match.outcome is not None or referee.rounds == 60:
            break
        (seat,) = match.actors
        assert seat == referee.turn
        words = referee.choices()
        assert {match.state().move_of(seat, a) for a in match.view(seat).legal} == {
            move(word) for word in words
        }
        kinds = [weights[("pass", "fold").index(w) + 1 if len(w) == 4 else 0] for w in words]
        (word,) = rng.choices(words, kinds)
        match.play(seat, move(word))
        ended, view = referee.act(word), match.view(ONLOOKER)
        assert isinstance(view, SuspenseView)
        assert len(view.sheets) == referee.rounds
        if ended:
            assert [line.points for line in view.sheets[-1].lines] == referee.scores
        assert list(view.points) == referee.points
        assert (match.outcome is not None) == referee.over
    if match.outcome is not None:
        bar = goal or max(1, *referee.points)
        winners = tuple(s for s, points in enumerate(referee.points) if points >= bar)
        assert match.outcome.winners == winners
