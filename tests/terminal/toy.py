"""Hush: guess a drawn number, all at once and in secret. A game for the tests of the terminal.

Published like somebody else's game: the terminal finds it by its entry points or by
``override_game``.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from facedown.core.errors import (
    BadOption,
    FacedownError,
    MalformedMove,
    Reason,
    Refusal,
    UnknownName,
)
from facedown.core.facts import Aid, Facts, Option
from facedown.core.game import Game
from facedown.core.moves import Action, Move
from facedown.core.roster import Players
from facedown.core.seats import NATURE, NATURE_ONLY, NOBODY, SEATS_OF, Outcome, Seat, Seats
from facedown.core.state import State
from facedown.core.view import Event, View
from facedown.core.workshop import Progress
from facedown.lab.tools import Bench, Command, Measurement, Result, Tools

DONE = 0
WAIT = Reason("wait", "H2", "You are done; wait for the others.")
NO_NUMBER = Reason("no-number", "H1", "The numbers are 1 to {limit}.")
PICK_FIRST = Reason("pick-first", "H2", "Pick a number before you are done.")
RULES = "# Hush\n\n**H1.** A number is drawn.\n\n**H2.** All pick in secret,\nthen all show.\n"


class Draw(Move, kind="draw"):
    number: int | None


class Pick(Move, kind="pick"):
    number: int | None


class Done(Move, kind="done"):
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class HushView(View):
    limit: int
    picked: int | None
    past: tuple[tuple[int, ...], ...]
    drawn: int | None


class HushState(State):
    __slots__ = ("drawn", "game", "past", "picks", "waiting")

    def __init__(self, game: Hush) -> None:
        self.game = game
        self.drawn = 0
        self.waiting = 0
        self.picks = [0] * game.seats
        self.past: list[tuple[int, ...]] = []

    def over(self) -> bool:
        return len(self.past) == 3 or (bool(self.past) and self.drawn in self.past[-1])

    def actors(self) -> Seats:
        if not self.drawn:
            return NATURE_ONLY
        return NOBODY if self.over() else SEATS_OF[self.waiting]

    def legal(self, seat: Seat) -> Sequence[int]:
        if seat < 0 or seat not in self.actors():
            return ()
        return tuple(range(0 if self.picks[seat] else 1, self.game.limit + 1))

    def verify(self, seat: Seat, action: Action) -> Refusal | None:
        if seat not in self.actors():
            return WAIT()
        if not isinstance(action, int) or not 0 <= action <= self.game.limit:
            return NO_NUMBER(limit=self.game.limit)
        return PICK_FIRST() if action == DONE and not self.picks[seat] else None

    def apply(self, seat: Seat, action: Action) -> None:
        assert isinstance(action, int)
        if seat == NATURE:
            self.drawn = action
            self.waiting = (1 << self.game.seats) - 1
        elif action != DONE:
            self.picks[seat] = action
        else:
            self.waiting &= ~(1 << seat)
            if not self.waiting:
                self.past.append(tuple(self.picks))
                self.picks = [0] * self.game.seats
                self.waiting = (1 << self.game.seats) - 1

    def draw_name(self) -> str:
        return "secret number"

    def chances(self) -> Sequence[tuple[Action, int]]:
        return [(number, 1) for number in range(1, self.game.limit + 1)]

    def clone(self) -> HushState:
        copy = HushState(self.game)
        copy.drawn, copy.waiting = self.drawn, self.waiting
        copy.picks, copy.past = self.picks[:], self.past[:]
        return copy

    def view(self, seat: Seat) -> HushView:
        return HushView(
            seat=seat,
            seats=self.game.seats,
            actors=self.actors(),
            legal=tuple(self.legal(seat)),
            outcome=self.outcome(),
            limit=self.game.limit,
            picked=(self.picks[seat] or None) if seat >= 0 else None,
            past=tuple(self.past),
            drawn=self.drawn if self.over() else None,
        )

    def outcome(self) -> Outcome | None:
        if not self.over():
            return None
        winners = tuple(s for s, number in enumerate(self.past[-1]) if number == self.drawn)
        points = tuple(int(seat in winners) for seat in range(self.game.seats))
        return Outcome(points, winners, f"The number was {self.drawn}.")

    def move_of(self, seat: Seat, action: Action) -> Move:
        assert isinstance(action, int)
        if seat == NATURE:
            return Draw(action)
        return Pick(action) if action else Done()

    def action_of(self, seat: Seat, move: Move) -> Action:
        match move:
            case Done():
                return DONE
            case Pick(number=int(number)) | Draw(number=int(number)) if number > 0:
                return number
        raise MalformedMove("That move lacks its number.")


class Low:
    """Picks the lowest number not seen yet."""

    def act(self, view: View, rng: random.Random) -> Action:
        assert isinstance(view, HushView)
        if view.picked:
            return DONE
        seen = {number for shown in view.past for number in shown}
        return min(number for number in view.legal if number not in seen)


class Wild:
    """Picks by its generator."""

    def act(self, view: View, rng: random.Random) -> Action:
        assert isinstance(view, HushView)
        return DONE if view.picked else rng.choice(view.legal)


class Slow:
    """Thinks for a long time."""

    def act(self, view: View, rng: random.Random) -> Action:
        time.sleep(600)
        raise AssertionError("nobody waited so long")


class Wrong:
    """Breaks the rules."""

    def act(self, view: View, rng: random.Random) -> Action:
        return 1000


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--upto", type=int, default=9)


def count(chosen: argparse.Namespace, progress: Progress) -> Result:
    if chosen.upto > 100:
        raise BadOption("Counting goes to 100.")
    progress("Counting.")
    return Result({"count": chosen.upto}, f"{chosen.upto} numbers.")


def measure(progress: Progress) -> list[Measurement]:
    progress("Measuring.")
    return [Measurement("counting", 12345.6, "numbers/s", "abc", "> 1", "peer 10", 1234.56)]


class Hush(Game):
    facts: ClassVar[Facts] = Facts(
        name="hush",
        title="Hush",
        summary="Guess the number.",
        designers="nobody",
        seats=(1, 3),
        options=(
            Option("limit", 9, "the highest number", bounds=(3, 99)),
            Option("deck", "plain", "the looks", choices=("plain", "fancy")),
            Option("loud", False, "shout"),
            Option("word", "", "a word", pattern="[a-z{}0]*", form="a word of small letters"),
        ),
        moves=(Draw, Pick, Done),
        view=HushView,
        rules_version=1,
        points=(0, 1),
        simultaneous=True,
        worlds="none",
        aids=(Aid("left", "the numbers not yet shown"), Aid("notes", "your notes, {counted}")),
    )
    longest = 99

    def __init__(self, seats: int | None = None, **options: bool | int | str) -> None:
        super().__init__(seats, **options)
        self.limit = int(self.options["limit"])
        self.actions = self.limit + 1

    def start(self) -> State:
        return HushState(self)

    def witness(
        self, before: State, seat: Seat, action: Action, after: State, viewer: Seat
    ) -> Event:
        assert isinstance(after, HushState)
        move = before.move_of(seat, action)
        if seat == NATURE:
            return Event(seat, Draw(None), "A number is drawn.", reveals=False)
        if isinstance(move, Pick):
            mine = viewer == seat
            text = f"{{{seat}}} picks {move.number if mine else 'a number'}."
            return Event(seat, move if mine else Pick(None), text, reveals=False)
        if len(after.past) == len(before.past):  # type: ignore[attr-defined]
            return Event(seat, move, f"{{{seat}}} is done.", reveals=False)
        shown = ", ".join(f"{{{s}}} {number}" for s, number in enumerate(after.past[-1]))
        return Event(seat, move, f"All show: {shown}.", reveals=True)

    def show(self, view: View) -> str:
        assert isinstance(view, HushView)
        lines = [f"Numbers from 1 to {view.limit}; {len(view.past)} rounds played."]
        if view.picked:
            lines.append(f"Your pick lies face down: {view.picked}.")
        if view.drawn:
            lines.append(f"The drawn number: {view.drawn}.")
        return "\n".join(lines) + "\n"

    def read(self, text: str, view: View) -> Move:
        if text.lower() in {"done", "show of hands", "note"}:
            return Done()
        number = text.removeprefix("pick ")
        if number.isascii() and number.isdigit() and len(number) < 9:
            return Pick(int(number))
        raise MalformedMove("Type a number, or done.")

    def prompt(self, view: View) -> str:
        assert isinstance(view, HushView)
        return "Type done to show it." if view.picked else f"{{{view.seat}}}, pick a number."

    def aid(self, name: str, view: View, notes: Sequence[str]) -> str:
        assert isinstance(view, HushView)
        if name == "left":
            seen = {number for shown in view.past for number in shown}
            return f"Left: {', '.join(str(n) for n in range(1, view.limit + 1) if n not in seen)}."
        if name == "notes":
            return f"{len(notes)} notes."
        raise UnknownName(f"Hush has no hint {name[:40]!r}.")

    def check_note(self, text: str, view: View) -> str:
        if "bad" in text:
            raise FacedownError("That note cannot be kept.")
        return text.strip()

    @classmethod
    def rulebook(cls) -> str:
        return RULES


PLAYERS = Players(
    {
        "low": lambda game: Low(),
        "wild": lambda game: Wild(),
        "slow": lambda game: Slow(),
        "wrong": lambda game: Wrong(),
    }
)

TOOLS = Tools(
    [Command("count", "count the numbers", arguments, count)],
    [Bench("counting", "how fast we count", measure)],
)
