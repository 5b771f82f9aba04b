"""Positions that never change: a game's states as OpenSpiel wants them, with split chance.

Nothing here needs OpenSpiel; :mod:`facedown.lab.openspiel` puts its interface on top.
"""

from __future__ import annotations

import dataclasses
import itertools
import json
import random
from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from facedown.core.chances import EvenChances
from facedown.core.codec import from_json, to_json
from facedown.core.errors import FacedownError, NotListed
from facedown.core.facts import OptionValue
from facedown.core.game import Game
from facedown.core.log import Entry, Log
from facedown.core.moves import Action, Move
from facedown.core.seats import NATURE, NATURE_ONLY, Seat, seat_words
from facedown.core.state import State
from facedown.core.view import View
from facedown.core.words import fill
from facedown.core.worlds import World
from facedown.lab.encoding import encoder_of

MOST_CHANCES: Final = 1000
"""No chance node has more outcomes; larger choices are split."""

CHANCE, TERMINAL, AT_ONCE = -1, -4, -2
"""OpenSpiel's numbers for players that are none."""

Chances = Sequence[tuple[Action | World, int]]


class Opening:
    """Where a game starts: at its beginning, or with new worlds for an onlooker's view."""

    def __init__(
        self, game: Game, view: View | None = None, *, turned: bool = True, zero_sum: bool = False
    ) -> None:
        self.game = game
        self.seen = view
        self.turned = turned
        self.zero_sum = zero_sum
        self.encoder = encoder_of(game)
        self.worlds: Chances = () if view is None else tuple(game.worlds(view))
        if view is None and game.start().actors() == NATURE_ONLY:
            try:
                game.start().chances()
            except NotListed as problem:
                raise FacedownError(
                    f"{problem} For OpenSpiel choose what is drawn, or start from a view."
                ) from None

    def key(self) -> tuple[object, ...]:
        """All that an equal opening can be made of again."""
        game = self.game
        view = "" if self.seen is None else _view_text(self.seen)
        options = tuple(game.options.items())
        return type(game), game.seats, options, view, self.turned, self.zero_sum


class Lot(NamedTuple):
    """A choice of nature under way: one of the chances from ``start`` up to ``stop``."""

    chances: Chances
    start: int
    stop: int

    @property
    def step(self) -> int:
        """How many chances one outcome of this node stands for."""
        step = 1
        while step * MOST_CHANCES < self.stop - self.start:
            step *= MOST_CHANCES
        return step

    def weight(self, start: int, stop: int) -> int:
        """The weight of these chances together."""
        if isinstance(self.chances, EvenChances):
            return stop - start
        return sum(weight for _, weight in self.chances[start:stop])

    def outcomes(self) -> list[tuple[int, float]]:
        """The outcomes of this node with their probabilities."""
        step, whole = self.step, self.weight(self.start, self.stop)
        return [
            (number, self.weight(start, min(start + step, self.stop)) / whole)
            for number, start in enumerate(range(self.start, self.stop, step))
        ]

    def after(self, outcome: int) -> Lot:
        """The choice that is left after one outcome."""
        start = self.start + outcome * self.step
        return Lot(self.chances, start, min(start + self.step, self.stop))


class Thought(NamedTuple):
    """Where a resampled position begins: a seat, its view as JSON, and the world it thinks of."""

    seat: Seat
    view: str
    world: World


class Position:
    """A state of a game together with how it came about. Never changed, so a copy is itself."""

    __slots__ = ("_told", "before", "lot", "made", "opening", "player", "state", "thought")

    def __init__(
        self,
        opening: Opening,
        state: State | None,
        before: Position | None = None,
        made: tuple[Seat, int] | None = None,
        lot: Lot | None = None,
        thought: Thought | None = None,
    ) -> None:
        self.opening = opening
        self.state = state
        self.before = before
        self.made = made
        self.lot = lot
        self.thought = thought
        self._told: dict[object, View | str] = {}
        self.player = self._player()

    @classmethod
    def first(cls, opening: Opening) -> Position:
        """Where an opening begins."""
        if opening.seen is None:
            return cls(opening, opening.game.start())
        return cls(opening, None, lot=Lot(opening.worlds, 0, len(opening.worlds)))

    def _player(self) -> int:
        if self.lot is not None or self.state is None:
            return CHANCE
        actors = self.state.actors()
        if not actors:
            return TERMINAL
        if actors[0] == NATURE:
            return CHANCE
        return AT_ONCE if len(actors) > 1 and not self.opening.turned else actors[0]

    def __deepcopy__(self, _memo: object) -> Position:
        return self

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        opening, steps = self.opening, self._steps()
        made = tuple(step.made for step in steps[1:])
        return restore, (*opening.key(), steps[0].thought, made)

    # Playing

    def legal(self, player: int) -> list[int]:
        """The actions of a seat."""
        assert self.state is not None
        return list(self.state.legal(player))

    def _lot(self) -> Lot:
        if self.lot is None:
            assert self.state is not None
            chances = self.state.chances()
            listed = chances if isinstance(chances, Sequence) else tuple(chances)
            self.lot = Lot(listed, 0, len(listed))
        return self.lot

    def outcomes(self) -> list[tuple[int, float]]:
        """The outcomes of a chance node with their probabilities."""
        return self._lot().outcomes()

    def after(self, action: int) -> Position:
        """The position after an action of whoever is to move."""
        if self.player != CHANCE:
            return self.played(self.player, action)
        lot = self._lot().after(action)
        if lot.stop - lot.start > 1:
            return Position(self.opening, self.state, self, (NATURE, action), lot)
        chosen = lot.chances[lot.start][0]
        if self.state is None:
            assert self.opening.seen is not None
            state = self.opening.game.state_from_world(self.opening.seen, chosen)
        else:
            state = self.state.clone()
            state.apply(NATURE, chosen)
        return Position(self.opening, state, self, (NATURE, action))

    def played(self, seat: Seat, action: int) -> Position:
        """The position after an action of one seat that may move."""
        assert self.state is not None
        state = self.state.clone()
        state.apply(seat, action)
        return Position(self.opening, state, self, (seat, action))

    def after_all(self, actions: Sequence[int]) -> Position:
        """The position after everybody to move has moved at once; others' actions do not count."""
        assert self.state is not None
        position = self
        for seat in self.state.actors():
            position = position.played(seat, actions[seat])
        return position

    def resampled(self, seat: Seat, rng: random.Random) -> Position:
        """A position that the seat cannot tell from this one, from its worlds."""
        view = self.view(seat)
        world = self.opening.game.worlds(view).sample(rng)
        return Position.of_thought(self.opening, Thought(seat, _view_text(view), world))

    @classmethod
    def of_thought(cls, opening: Opening, thought: Thought) -> Position:
        """The position that a seat thinks of."""
        view = from_json(opening.game.facts.view, json.loads(thought.view))
        return cls(opening, opening.game.state_from_world(view, thought.world), thought=thought)

    def returns(self) -> list[float]:
        """The points at the end, in a zero-sum game less their mean; zeros before."""
        outcome = None if self.state is None else self.state.outcome()
        if outcome is None:
            return [0.0] * self.opening.game.seats
        mean = sum(outcome.points) / len(outcome.points) if self.opening.zero_sum else 0.0
        return [points - mean for points in outcome.points]

    # Telling

    def view(self, seat: Seat) -> View:
        """What a seat may know; before the first world is dealt, what an onlooker may."""
        if self.state is None:
            assert self.opening.seen is not None
            return self.opening.seen
        view = self._told.get(seat)
        if view is None:
            view = self._told[seat] = self.state.view(seat)
        assert isinstance(view, View)
        return view

    def text(self, seat: Seat, *, recall: bool) -> str:
        """The view as JSON, which tells all of it, or in words."""
        text = self._told.get((seat, recall))
        if text is None:
            view = self.view(seat)
            if recall:
                text = _view_text(view)
            else:
                names = tuple(map(seat_words, range(self.opening.game.seats)))
                text = fill(self.opening.game.show(view), names)
            self._told[seat, recall] = text
        assert isinstance(text, str)
        return text

    def words(self, player: int, action: int) -> str:
        """An action as text; all actions of one position differ in it."""
        if player >= 0:
            assert self.state is not None
            return _move_words(self.state.move_of(player, action))
        lot = self._lot()
        left = lot.after(action)
        if left.stop - left.start > 1:
            return f"one of {left.start} to {left.stop - 1} of {len(lot.chances)}"
        chosen = lot.chances[left.start][0]
        if self.state is None:
            return f"world {left.start}: {chosen}"
        return _move_words(self.state.move_of(NATURE, chosen))

    def _steps(self) -> list[Position]:
        steps: list[Position] = []
        position: Position | None = self
        while position is not None:
            steps.append(position)
            position = position.before
        return steps[::-1]

    def story(self) -> str:
        """All actions in words, one a line; a resampled start by its world."""
        steps = self._steps()
        lines = [f"{self.opening.game.facts.title} for {self.opening.game.seats}"]
        thought = steps[0].thought
        if thought is not None:
            lines.append(f"{seat_words(thought.seat)} thinks of {thought.world}")
        for before, after in itertools.pairwise(steps):
            assert after.made is not None
            seat, action = after.made
            lines.append(f"{seat_words(seat)}: {before.words(seat, action)}")
        return "\n".join(lines)

    def log(self) -> Log:
        """The moves so far as a log; raises ``FacedownError`` where they have no beginning."""
        game, steps = self.opening.game, self._steps()
        if self.opening.seen is not None or steps[0].thought is not None:
            raise FacedownError("Only a game that started at its beginning has a log.")
        players = ("openspiel",) * game.seats
        facts = game.facts
        log = Log(facts.name, facts.rules_version, game.seats, dict(game.options), players, "")
        for before, after in itertools.pairwise(steps):
            assert after.made is not None
            assert before.state is not None
            seat, number = after.made
            action: Action = number
            if seat == NATURE:
                left = before._lot().after(number)
                if left.stop - left.start > 1:
                    continue
                action = left.chances[left.start][0]
            log.entries.append(Entry(seat, before.state.move_of(seat, action)))
        return log


def restore(
    kind: type[Game],
    seats: int,
    options: tuple[tuple[str, OptionValue], ...],
    view: str,
    turned: bool,
    zero_sum: bool,
    thought: Thought | None,
    made: tuple[tuple[Seat, int], ...],
) -> Position:
    """The position that these actions lead to, with its whole history."""
    opening = _opening(kind, seats, options, view, turned, zero_sum)
    position = Position.of_thought(opening, thought) if thought else Position.first(opening)
    for seat, action in made:
        position = position.after(action) if seat == NATURE else position.played(seat, action)
    return position


@lru_cache(maxsize=16)
def _opening(
    kind: type[Game],
    seats: int,
    options: tuple[tuple[str, OptionValue], ...],
    view: str,
    turned: bool,
    zero_sum: bool,
) -> Opening:
    seen = from_json(kind.facts.view, json.loads(view)) if view else None
    return Opening(kind(seats, **dict(options)), seen, turned=turned, zero_sum=zero_sum)


def _view_text(view: View) -> str:
    return json.dumps(to_json(view), separators=(",", ":"), ensure_ascii=False)


def _move_words(move: Move) -> str:
    parts = (
        f"{field.name}={getattr(move, field.name)}"
        for field in dataclasses.fields(move)
        if getattr(move, field.name) is not None
    )
    return f"{move.kind}({', '.join(parts)})"
