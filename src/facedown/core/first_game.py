"""A first game: a fixed deal, and a script that says what to do and why while it is followed.

It is an ordinary game for practice that begins with the script's seed (:meth:`FirstGame.log`), so
it can be played otherwise at any step: then the script falls silent until the game is again where
it could have led. Where that is, is told by views alone, so that it can say nothing to a seat but
what its view and the published script do. The other seats' bots follow it as long.

A game's script is its file ``first.toml``: ``about``, ``seed`` and ``hint`` (which hint helps where
the script is left), a table ``options``, and ``steps``, each a ``move`` of the learner with what is
said ``before`` and ``after`` it, and what to who does ``other`` than that; or one of another
``seat``. What is said at the very end is the last ``after``.
"""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from facedown.core.game import Game
from facedown.core.log import Log, Origin
from facedown.core.match import Match
from facedown.core.messages import phrase
from facedown.core.moves import Move, move_to_json
from facedown.core.registry import game_class, new_game
from facedown.core.roster import roster_of
from facedown.core.seats import HUMAN, Seat, bot_player
from facedown.core.view import Event, View

SOURCE: Final = "first"
"""The source of the log of a first game, where another practice game names the one it left."""

LEARNER: Final[Seat] = 0
"""Who learns sits here."""

FILE: Final = "first.toml"
"""The file in a game's folder."""

OTHERWISE: Final = phrase("You chose another move. That is allowed: the game goes on from here.")
ALONE: Final = phrase("From here on you find your own way; a hint says what helps.")


@dataclass(frozen=True, slots=True)
class LessonStep:
    """A move of the script, with what is said before and after it, and to who does otherwise."""

    seat: Seat
    move: Move
    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    other: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Lesson:
    """What is said to the learner now.

    ``step``, counted from 1, is the next of so many ``steps``, and ``move`` its move, None while
    others move and at the end. Where the script is left ``step`` is 0.
    """

    step: int
    steps: int
    said: tuple[str, ...]
    move: Move | None = None


class FirstGame:
    """A game's first game.

    >>> first = first_game("turing")
    >>> match = Match.resume(first.log())
    >>> lesson = first.lesson(match.view(0), match.events(0))
    >>> lesson.step, lesson.steps, lesson.move
    (1, 9, Propose(code='112'))
    >>> match.play(0, match.legal(0)[0])  # something else
    >>> first.lesson(match.view(0), match.events(0)).step
    0
    """

    def __init__(self, game: str, script: dict[str, Any]) -> None:
        self.about = tuple(map(phrase, script["about"]))
        self.hint: str = script["hint"]
        seats = 1 + max(step.get("seat", LEARNER) for step in script["steps"])
        self.game: Game = new_game(game, seats, **script.get("options", {}))
        self.seed: str = script["seed"]
        self.steps = tuple(_step(self.game, step) for step in script["steps"])
        self._own = tuple(step for step in self.steps if step.seat == LEARNER)
        self._views = self._seen()

    @property
    def count(self) -> int:
        """How many moves of the learner the script has."""
        return len(self._own)

    @property
    def bot(self) -> str:
        """The bot that has the other seats: the weakest."""
        return next(iter(roster_of(self.game).bots))

    @property
    def bots(self) -> dict[Seat, str]:
        """The bot of each other seat."""
        return {seat: self.bot for seat in range(self.game.seats) if seat != LEARNER}

    @property
    def players(self) -> tuple[str, ...]:
        """Who sits where, in the words of a log."""
        others = (bot_player(self.bot) for _ in self.bots)
        return (HUMAN, *others)

    def log(self) -> Log:
        """The log with which a first game begins: without a move, from the script's seed."""
        return Log(
            game=self.game.facts.name,
            rules=self.game.facts.rules_version,
            seats=self.game.seats,
            options=dict(self.game.options),
            players=self.players,
            seed=self.seed,
            origin=Origin(SOURCE, 0),
        )

    def _seen(self) -> tuple[tuple[View, ...], ...]:
        """What each seat sees before each step."""
        match, seats = Match.resume(self.log()), range(self.game.seats)
        seen = [tuple(map(match.view, seats))]
        for step in self.steps[:-1]:
            match.play(step.seat, step.move)
            seen.append(tuple(map(match.view, seats)))
        return tuple(seen)

    def _place(self, seat: Seat, view: View) -> int | None:
        """Before which step, counted from 0, a seat sees this; None where the script has left."""
        if seat >= self.game.seats:  # a log may say of itself what it likes
            return None
        return next((n for n, seen in enumerate(self._views) if seen[seat] == view), None)

    def move_of(self, seat: Seat, view: View) -> Move | None:
        """The move that the script has for a seat that sees this, None where it has none."""
        place = self._place(seat, view)
        if place is None or self.steps[place].seat != seat:
            return None
        return self.steps[place].move

    def lesson(self, view: View, events: Sequence[Event]) -> Lesson:
        """What is said to the learner, who sees this and has witnessed those moves."""
        place, steps = self._place(LEARNER, view), len(self._own)
        if place is not None:
            made = sum(step.seat == LEARNER for step in self.steps[:place])
            after = self._own[made - 1].after if made else ()
            now = self.steps[place]
            if now.seat != LEARNER:
                return Lesson(made, steps, after)
            return Lesson(made + 1, steps, (*after, *now.before), now.move)
        moves = [event.move for event in events if event.seat == LEARNER]
        pairs = enumerate(zip(moves, self._own, strict=False))
        left = next((number for number, (made, step) in pairs if not _is(made, step.move)), None)
        if left is None and len(moves) == steps:
            return Lesson(steps, steps, self._own[-1].after)
        if view.outcome is not None:
            return Lesson(0, steps, ())
        if left is not None and left + 1 == len(moves):
            return Lesson(0, steps, (OTHERWISE, *self._own[left].other, ALONE))
        return Lesson(0, steps, (ALONE,))


def _is(made: Move, told: Move) -> bool:
    """Whether a move is the one that the script tells; one that was made says what it found out."""
    form = move_to_json(made)
    return all(
        form.get(name) == part for name, part in move_to_json(told).items() if part is not None
    )


def _step(game: Game, form: dict[str, Any]) -> LessonStep:
    said = {
        name: tuple(map(phrase, form[name]))
        for name in ("before", "after", "other")
        if name in form
    }
    return LessonStep(form.get("seat", LEARNER), game.move_from_json(form["move"]), **said)


@cache
def first_game(game: str) -> FirstGame | None:
    """The first game of a game, None where it brings none; raises ``UnknownName``.

    It is played once in each process.

    >>> first_game("turing").bots, first_game("suspense").bots
    ({}, {1: 'beginner'})
    """
    file = game_class(game).folder().joinpath(FILE)
    if not file.is_file():
        return None
    return FirstGame(game, tomllib.loads(file.read_text("utf-8")))


def first_game_of(game: str, origin: Origin | None) -> FirstGame | None:
    """The first game that a log or a table of a game is one of; None where it is not.

    >>> first_game_of("turing", None) is None, first_game_of("turing", Origin("first", 0)) is None
    (True, False)
    """
    return first_game(game) if origin is not None and origin.source == SOURCE else None


def has_first_game(game: str) -> bool:
    """Whether a game brings a first game; raises ``UnknownName``.

    >>> has_first_game("turing")
    True
    """
    return game_class(game).folder().joinpath(FILE).is_file()
