"""Skirmish: attack, and ward off who attacks. A game for tests of reactions and of typed moves.

Who is attacked is asked whether to use a shield, unless everybody has seen that seat's shield
used; its hand never decides it. Instead of attacking a seat may shout something of its own.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import ClassVar

from facedown.core.errors import MalformedMove, Reason, Refusal
from facedown.core.facts import Facts, StandingQuestion
from facedown.core.game import Game, ReadBack
from facedown.core.moves import Action, Move
from facedown.core.seats import NATURE, NATURE_ONLY, NOBODY, Outcome, Seat, Seats
from facedown.core.state import State
from facedown.core.view import Event, View
from facedown.core.worlds import World, Worlds

TURNS = 6
WAIT = Reason("wait", "K1", "It is not your turn.")
NO_MOVE = Reason("no-move", "K1", "That is no move of this game.")
NOT_SELF = Reason("not-self", "K1", "You cannot attack yourself.")
NOT_NOW = Reason("not-now", "K2", "That cannot be done now.")
NO_SHIELD = Reason("no-shield", "K2", "You have no shield.")
RULES = "# Skirmish\n\n**K1.** Attack or shout.\n\n**K2.** Who is attacked may use a shield.\n"


class Deal(Move, kind="deal", by_nature=True):
    shields: tuple[bool | None, ...]


class Attack(Move, kind="attack"):
    seat: int


class Shout(Move, kind="shout"):
    words: str


class Give(Move, kind="give"):
    pass


class Ward(Move, kind="ward"):
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class SkirmishView(View):
    turn: int
    attacked: int | None
    shield: bool | None
    used: tuple[bool, ...]
    points: tuple[int, ...]
    targets: tuple[int, ...]
    shouts: tuple[str, ...]


class SkirmishState(State):
    __slots__ = (
        "attacked",
        "dealt",
        "points",
        "seats",
        "shields",
        "shouts",
        "targets",
        "turn",
        "used",
    )

    def __init__(self, seats: int) -> None:
        self.seats, self.dealt, self.turn, self.attacked = seats, False, 0, -1
        self.shields = [False] * seats
        self.used = [False] * seats
        self.points = [0] * seats
        self.targets: list[int] = []
        self.shouts: list[str] = []

    def clone(self) -> SkirmishState:
        copy = SkirmishState(self.seats)
        copy.dealt, copy.turn, copy.attacked = self.dealt, self.turn, self.attacked
        copy.shields, copy.used = self.shields[:], self.used[:]
        copy.points, copy.targets, copy.shouts = self.points[:], self.targets[:], self.shouts[:]
        return copy

    def actors(self) -> Seats:
        if not self.dealt:
            return NATURE_ONLY
        if self.attacked >= 0:
            return (self.attacked,)
        return (self.turn % self.seats,) if self.turn < TURNS else NOBODY

    def legal(self, seat: Seat) -> Sequence[int]:
        if seat < 0 or seat not in self.actors():
            return ()
        if self.attacked >= 0:
            give = self.seats
            return (give, give + 1) if self.shields[seat] else (give,)
        return tuple(other for other in range(self.seats) if other != seat)

    def verify(self, seat: Seat, action: Action) -> Refusal | None:
        if seat not in self.actors():
            return WAIT()
        if seat == NATURE:
            fits = isinstance(action, int) and 0 <= action < 1 << self.seats
            return None if fits else NO_MOVE()
        if isinstance(action, Shout):
            return NOT_NOW() if self.attacked >= 0 else None
        if not isinstance(action, int) or not 0 <= action < self.seats + 2:
            return NO_MOVE()
        if action in self.legal(seat):
            return None
        if (action < self.seats) != (self.attacked < 0):
            return NOT_NOW()
        return NOT_SELF() if action < self.seats else NO_SHIELD()

    def apply(self, seat: Seat, action: Action) -> None:
        if isinstance(action, Shout):
            self.shouts.append(action.words)
            self.turn += 1
            return
        assert isinstance(action, int)
        if seat == NATURE:
            self.shields = [bool(action >> each & 1) for each in range(self.seats)]
            self.dealt = True
        elif self.attacked < 0:
            self.targets.append(action)
            if self.used[action]:  # everybody knows that it has no shield: it is not asked
                self._hit()
            else:
                self.attacked = action
        else:
            if action > self.seats:
                self.shields[seat], self.used[seat] = False, True
                self.turn += 1
            else:
                self._hit()
            self.attacked = -1

    def _hit(self) -> None:
        self.points[self.turn % self.seats] += 1
        self.turn += 1

    def draw_name(self) -> str:
        return "shields"

    def chances(self) -> Sequence[tuple[Action, int]]:
        return [(number, 1) for number in range(1 << self.seats)]

    def view(self, seat: Seat) -> SkirmishView:
        return SkirmishView(
            seat=seat,
            seats=self.seats,
            actors=self.actors(),
            legal=tuple(self.legal(seat)),
            outcome=self.outcome(),
            turn=self.turn,
            attacked=self.attacked if self.attacked >= 0 else None,
            shield=self.shields[seat] if seat >= 0 and self.dealt else None,
            used=tuple(self.used),
            points=tuple(self.points),
            targets=tuple(self.targets),
            shouts=tuple(self.shouts),
        )

    def outcome(self) -> Outcome | None:
        if self.turn < TURNS:
            return None
        best = max(self.points)
        winners = tuple(seat for seat, points in enumerate(self.points) if points == best)
        return Outcome(tuple(self.points), winners, f"The most hits were {best}.")

    def move_of(self, seat: Seat, action: Action) -> Move:
        if isinstance(action, Move):
            return action
        if seat == NATURE:
            return Deal(tuple(bool(action >> each & 1) for each in range(self.seats)))
        return Attack(action) if action < self.seats else (Give(), Ward())[action - self.seats]

    def action_of(self, seat: Seat, move: Move) -> Action:
        match move:
            case Deal(shields=shields) if seat == NATURE and len(shields) == self.seats:
                return sum(1 << each for each, has in enumerate(shields) if has)
            case Attack(seat=other) if seat != NATURE and 0 <= other < self.seats:
                return other
            case Give() if seat != NATURE:
                return self.seats
            case Ward() if seat != NATURE:
                return self.seats + 1
            case Shout() if seat != NATURE:
                return move
        raise MalformedMove("That is no move of Skirmish.")


class SkirmishWorlds(Worlds):
    """Which of the other seats hold a shield: who has used its own does not."""

    def __init__(self, view: SkirmishView) -> None:
        nobody = NATURE in view.actors  # nothing is dealt yet
        self._worlds: list[World] = [
            shields
            for shields in product((False,) if nobody else (False, True), repeat=view.seats)
            if not any(has and used for has, used in zip(shields, view.used, strict=True))
            and view.shield in (None, shields[view.seat])
        ]

    def __iter__(self) -> Iterator[tuple[World, int]]:
        return ((world, 1) for world in self._worlds)

    def count(self) -> int:
        return len(self._worlds)

    def sample(self, rng: random.Random) -> World:
        return rng.choice(self._worlds)


class Skirmish(Game):
    facts: ClassVar[Facts] = Facts(
        name="skirmish",
        title="Skirmish",
        summary="Attack, and ward off.",
        designers="nobody",
        seats=(2, 3),
        options=(),
        moves=(Deal, Attack, Shout, Give, Ward),
        view=SkirmishView,
        rules_version=1,
        points=(0, TURNS),
        open_moves=True,
        standing=(
            StandingQuestion(
                "shield", "Use your shield when you are attacked?", "never use it", "always use it"
            ),
        ),
    )
    longest = 2 * TURNS + 1

    def __init__(self, seats: int | None = None) -> None:
        super().__init__(seats)
        self.actions = self.seats + 2

    def start(self) -> SkirmishState:
        return SkirmishState(self.seats)

    def witness(
        self, before: State, seat: Seat, action: Action, after: State, viewer: Seat
    ) -> Event:
        move = before.move_of(seat, action)
        match move:
            case Deal(shields=shields):
                seen = tuple(has if s == viewer else None for s, has in enumerate(shields))
                return Event(seat, Deal(seen), "Shields are dealt.", reveals=True)
            case Attack(seat=other):
                return Event(seat, move, f"{{{seat}}} attacks {{{other}}}.", reveals=False)
            case Shout(words=words):
                said = words.replace("{", "{{").replace("}", "}}")
                return Event(seat, move, f"{{{seat}}} shouts: {said}.", reveals=False)
        words = "wards it off" if isinstance(move, Ward) else "is hit"
        return Event(seat, move, f"{{{seat}}} {words}.", reveals=isinstance(move, Ward))

    def show(self, view: View) -> str:
        assert isinstance(view, SkirmishView)
        own = {None: "", True: " You hold a shield.", False: " You hold no shield."}
        return f"Turn {view.turn + 1}; points {view.points}.{own[view.shield]}"

    def prompt(self, view: View) -> str:
        assert isinstance(view, SkirmishView)
        asked = "Give way, or ward it off?"
        return "Attack somebody, or shout." if view.attacked is None else asked

    def read(self, text: str, view: View) -> Move:
        if text in {"give", "ward"}:
            return Give() if text == "give" else Ward()
        found = re.fullmatch(r"attack ([1-9])|shout (.+)", text, re.DOTALL)
        if found is None:
            raise MalformedMove("Type attack 2, shout and some words, give, or ward.")
        return Attack(int(found[1]) - 1) if found[1] else Shout(found[2])

    def normal_form(self, move: Move) -> Move:
        if not isinstance(move, Shout):
            return move
        words = " ".join(move.words.lower().split())
        if not words:
            raise MalformedMove("Shout at least one word.")
        return Shout(words)

    def read_back(self, text: str, view: View) -> ReadBack | None:
        """Of shouts alone; that the seat holds a shield may be in what it is told itself."""
        if not text.startswith("shout"):
            return None
        starts = tuple(f"shout {word}" for word in ("hold", "yield", "mercy"))
        completions = tuple(start for start in starts if start.startswith(text) and start != text)
        try:
            move = self.normal_form(self.read(text, view))
        except MalformedMove as problem:
            return ReadBack(None, completions=completions, problem=str(problem))
        assert isinstance(move, Shout)
        assert isinstance(view, SkirmishView)
        warnings = ("Your shield stays in your hand.",) if view.shield else ()
        mild = len(move.words) < 5
        count = len(move.words.split())
        meaning = f"{count} words for everybody." if count > 1 else "One word for everybody."
        return ReadBack(move, meaning, warnings, completions, confirm=not mild)

    def standing_answer(self, view: View, question: str, answer: str) -> Action | None:
        assert isinstance(view, SkirmishView)
        if question != "shield" or view.attacked is None or view.attacked != view.seat:
            return None
        return self.seats + 1 if answer == "always" and view.shield else self.seats

    def turn_of(self, view: View) -> int:
        assert isinstance(view, SkirmishView)
        return view.turn

    def open_chances(self, view: View) -> Sequence[tuple[Move, int]]:
        assert isinstance(view, SkirmishView)
        if view.seat not in view.actors or view.attacked is not None:
            return ()
        return [(Shout("hold"), 2), (Shout("yield"), 1), (Shout("mercy"), 1)]

    def worlds(self, view: View) -> Worlds:
        assert isinstance(view, SkirmishView)
        return SkirmishWorlds(view)

    def state_from_world(self, view: View, world: World) -> State:
        assert isinstance(view, SkirmishView)
        state = SkirmishState(self.seats)
        state.dealt = NATURE not in view.actors
        state.turn, state.attacked = view.turn, -1 if view.attacked is None else view.attacked
        state.shields = list(world) if state.dealt else [False] * self.seats
        state.used, state.points = list(view.used), list(view.points)
        state.targets, state.shouts = list(view.targets), list(view.shouts)
        return state

    def true_world(self, state: State, seat: Seat) -> World:
        assert isinstance(state, SkirmishState)
        return tuple(state.shields)

    @classmethod
    def rulebook(cls) -> str:
        return RULES
