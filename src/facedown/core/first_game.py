"""A first game: a fixed deal, and a script that says what to do and why while it is followed.

It is an ordinary game for practice that begins with the script's seed (:meth:`FirstGame.log`), so
it can be played otherwise at any step: then the script goes on with what still holds, and is silent
where nothing does. What holds is told by the seat's view, its moves and what it can do, so that the
script says nothing to a seat but what these do. The other seats' bots follow it by their views.

A game's script is its file ``first.toml``: ``about``, what there is to know beside the first step,
``seed`` and ``hint`` (which hint helps where the script is left), a table ``options``, and
``steps``, each a ``move`` of the learner with what is said ``before`` and ``after`` it, and what to
who does ``other`` than that; or one of another ``seat``. A step with ``needs`` holds in any game in
which those steps of the learner were made, counted from 1, the step ``until`` was not, and
everybody else has moved as the script says. ``aside`` are parts of a view that no step depends on,
such as the points of earlier rounds: whoever left the script is on it again where nothing else
differs. Where the game is not over with the script its last
``after`` leads on into the rest, which has no steps.
"""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources.abc import Traversable
from typing import Any, Final

from facedown.core.game import Game
from facedown.core.log import Log, Origin
from facedown.core.match import Match
from facedown.core.messages import phrase
from facedown.core.moves import Action, Move, move_to_json
from facedown.core.registry import game_class, new_game
from facedown.core.roster import roster_of
from facedown.core.seats import HUMAN, NATURE, Seat, bot_player
from facedown.core.view import Event, View

SOURCE: Final = "first"
"""The source of the log of a first game, where another practice game names the one it left."""

LEARNER: Final[Seat] = 0
"""Who learns sits here."""

FILE: Final = "first.toml"
"""The file in a game's folder."""

OTHERWISE: Final = phrase("You chose another move. That is allowed: the game goes on from here.")
ALONE: Final = phrase("From here on you find your own way; a hint says what helps.")
ENDED: Final = phrase("That was your first game. The next one is dealt anew.")


@dataclass(frozen=True, slots=True)
class LessonStep:
    """A move of the script, with what is said before and after it, and to who does otherwise.

    ``needs`` and ``until`` are numbers of the learner's steps, from 1; where ``needs`` is None the
    step holds only where the view is the script's.
    """

    seat: Seat
    move: Move
    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    other: tuple[str, ...] = ()
    needs: frozenset[int] | None = None
    until: int | None = None


@dataclass(frozen=True, slots=True)
class Lesson:
    """What is said to the learner now.

    ``step``, counted from 1, is the next of so many ``steps``, and ``move`` its move, None while
    others move and at the end. Where the script is left ``step`` is 0, and ``left`` how many moves
    were made before.
    """

    step: int
    steps: int
    said: tuple[str, ...]
    move: Move | None = None
    left: int | None = None


class FirstGame:
    """A game's first game.

    >>> first = first_game("turing")
    >>> match = Match.resume(first.log())
    >>> lesson = first.lesson(match.view(0), match.events(0), match.legal_moves(0))
    >>> lesson.step, lesson.steps, lesson.move
    (1, 9, Propose(code='245'))
    >>> match.play(0, match.legal(0)[0])  # something else
    >>> first.lesson(match.view(0), match.events(0), match.legal_moves(0)).step
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
        self._aside: dict[str, Any] = dict.fromkeys(script.get("aside", ()))
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
        seen = [tuple(self._plain(match.view(seat)) for seat in seats)]
        for step in self.steps[:-1]:
            match.play(step.seat, step.move)
            seen.append(tuple(self._plain(match.view(seat)) for seat in seats))
        return tuple(seen)

    def _plain(self, view: View) -> View:
        return replace(view, **self._aside) if self._aside else view

    def _place(self, seat: Seat, view: View) -> int | None:
        """Before which step, counted from 0, a seat sees this; None where the script has left."""
        if seat >= self.game.seats:  # a log may say of itself what it likes
            return None
        plain = self._plain(view)
        return next((n for n, seen in enumerate(self._views) if seen[seat] == plain), None)

    def move_of(self, seat: Seat, view: View) -> Move | None:
        """The move that the script has for a seat that sees this, None where it has none."""
        place = self._place(seat, view)
        if place is None or self.steps[place].seat != seat:
            return None
        return self.steps[place].move

    def lesson(
        self, view: View, events: Sequence[Event], legal: Iterable[tuple[Action, Move]]
    ) -> Lesson:
        """What is said to the learner, who sees this, has witnessed those moves and can make these.

        Of moves from an open language ``legal`` knows nothing: they are told by the view alone.
        """
        place, steps = self._place(LEARNER, view), len(self._own)
        own = [(number, event.move) for number, event in enumerate(events) if event.seat == LEARNER]
        done: list[int | None] = []  # which step each move was, None where it was none
        for _, move in own:
            done.append(self._step_made(move, done))
        if place is not None:
            made = sum(step.seat == LEARNER for step in self.steps[:place])
            after = self._own[made - 1].after if made and done == list(range(1, made + 1)) else ()
            now = self.steps[place]
            if now.seat != LEARNER:
                return Lesson(made, steps, after)
            return Lesson(made + 1, steps, (*after, *now.before), now.move)
        if view.outcome is not None:
            return Lesson(0, steps, (ENDED,))
        said = self._said_of_last(done)
        number = self._holding(done, events, {move for _, move in legal})
        left = len(done) - 1 if self._leaves(done) else None
        before = next((at for n, (at, _) in enumerate(own) if done[n] != n + 1), None)
        if number is not None:
            step = self._own[number - 1]
            chose, why = ((), ()) if left is None else ((OTHERWISE,), self._own[left].other)
            return Lesson(number, steps, (*chose, *said, *why, *step.before), step.move)
        if left is not None:
            said = (OTHERWISE, *said, *self._own[left].other, ALONE)
            return Lesson(0, steps, said, left=before)
        if said and done[-1] == steps:  # its words lead on
            return Lesson(steps, steps, said)
        return Lesson(0, steps, (*said, ALONE), left=before)

    def _leaves(self, done: Sequence[int | None]) -> bool:
        """Whether the last move is the first that is not as the script says."""
        made = list(range(1, len(done)))
        return 0 < len(done) <= len(self._own) and done[:-1] == made and done[-1] != len(done)

    def _step_made(self, move: Move, done: Collection[int | None]) -> int | None:
        """Which of the learner's steps, from 1, a move makes that was not made before."""
        numbered = enumerate(self._own, 1)
        return next((n for n, step in numbered if n not in done and _is(move, step.move)), None)

    def _said_of_last(self, done: Sequence[int | None]) -> tuple[str, ...]:
        """What is said of the learner's last move, after those before it."""
        if not done:
            return ()
        *before, last = done
        if last is None:
            return ()
        step = self._own[last - 1]
        return step.after if before == list(range(1, last)) or _holds(step, before) else ()

    def _holding(
        self, done: Collection[int | None], events: Sequence[Event], legal: Collection[Move]
    ) -> int | None:
        """The first of the learner's steps that can be made and is as good as in the script."""
        others = [(e.seat, e.move) for e in events if e.seat not in {LEARNER, NATURE}]
        told: list[LessonStep] = []
        for number, step in self._numbered():
            if number is None:
                told.append(step)
            elif number not in done and _holds(step, done) and step.move in legal:
                same = len(others) == len(told) and all(
                    seat == each.seat and _is(move, each.move)
                    for (seat, move), each in zip(others, told, strict=True)
                )
                if same:
                    return number
        return None

    def _numbered(self) -> Iterator[tuple[int | None, LessonStep]]:
        """The steps, those of the learner with their numbers."""
        number = 0
        for step in self.steps:
            number += step.seat == LEARNER
            yield (number if step.seat == LEARNER else None), step


def _holds(step: LessonStep, done: Collection[int | None]) -> bool:
    """Whether a step is still good where these were made."""
    return step.needs is not None and step.needs <= set(done) and step.until not in {*done} - {None}


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
    needs = frozenset(form["needs"]) if "needs" in form else None
    move = game.move_from_json(form["move"])
    return LessonStep(form.get("seat", LEARNER), move, **said, needs=needs, until=form.get("until"))


@cache
def first_game(game: str) -> FirstGame | None:
    """The first game of a game, None where it brings none; raises ``UnknownName``.

    It is played once in each process.

    >>> first_game("turing").bots, first_game("suspense").bots
    ({}, {1: 'beginner'})
    """
    if not has_first_game(game):
        return None
    return FirstGame(game, tomllib.loads(_script(game).read_text("utf-8")))


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
    return _script(game).is_file()


def _script(game: str) -> Traversable:
    return game_class(game).folder().joinpath(FILE)
