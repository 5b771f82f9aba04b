"""Hunch, a small game of open languages: a rule is written in secret and found out by numbers.

The author, seat 1, writes a rule in secret (U1). Then the others in turn play a number from 1 to 9,
of which is said whether it fits the rule, or guess the rule (U2). A guess that means the same
numbers wins; after three turns each the author wins (U3).

The option ``rules`` chooses the language (U4). "short": one condition such as ``at least 4``; its
sentences are listed, a word less makes one twice as likely. "long": two conditions joined by
``and`` or ``or`` as well, as likely as short ones all together; these are too many to list. "free":
whatever one writes in small letters; then the author says whether a number fits or a guess is
right, and nothing is known of the rule.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import ClassVar, Final, TypeAlias

from facedown.core.errors import FacedownError, MalformedMove, NotListed, Reason, Refusal
from facedown.core.facts import Facts, Option, WorldsKnown
from facedown.core.game import Game
from facedown.core.moves import Action, Move
from facedown.core.seats import Outcome, Seat, Seats
from facedown.core.state import State
from facedown.core.view import View
from facedown.core.worlds import Worlds

NUMBERS: Final = range(1, 10)
AUTHOR, TURNS = 0, 3
YES, NO = len(NUMBERS), len(NUMBERS) + 1
ACTIONS = NO + 1

WAIT = Reason("wait", "U2", "It is not your turn.")
NO_RULE = Reason("no-rule", "U4", "That is no rule of this game's language.")
NOT_NOW = Reason("not-now", "U2", "That is not what is to be done now.")

SHORT: Final = {
    "even": 2,
    "odd": 2,
    **{f"at {end} {n}": 1 for n in range(2, 9) for end in ("least", "most")},
}
"""The conditions with their weights."""


@cache
def meaning(rule: str) -> frozenset[int]:
    """The numbers that fit a rule of the short or the long language."""
    if " and " in rule or " or " in rule:
        first, joint, second = re.split(" (and|or) ", rule)
        a, b = meaning(first), meaning(second)
        return a & b if joint == "and" else a | b
    if rule in ("even", "odd"):
        return frozenset(n for n in NUMBERS if n % 2 == (rule == "odd"))
    least, limit = rule.startswith("at least"), int(rule.rsplit(maxsplit=1)[-1])
    return frozenset(n for n in NUMBERS if (n >= limit if least else n <= limit))


@cache
def language(name: str) -> dict[str, int]:
    """Every sentence of a language that can be gone through, with its weight."""
    if name == "short":
        return SHORT
    both = {
        f"{a} {joint} {b}": v * w
        for a, v in SHORT.items()
        for b, w in SHORT.items()
        for joint in ("and", "or")
    }
    return {s: w * sum(both.values()) for s, w in SHORT.items()} | {
        s: w * sum(SHORT.values()) for s, w in both.items()
    }


class Write(Move, kind="write"):
    rule: str | None


class Number(Move, kind="number"):
    number: int


class Guess(Move, kind="guess"):
    rule: str


class Answer(Move, kind="answer"):
    fits: bool


@dataclass(frozen=True, slots=True)
class Try:
    """A number played or a rule guessed; ``fits`` is None until the author has answered."""

    tried: str
    fits: bool | None


@dataclass(frozen=True, slots=True, kw_only=True)
class HunchView(View):
    rules: str
    written: bool
    rule: str | None
    tries: tuple[Try, ...]


class HunchState(State):
    __slots__ = ("rule", "rules", "seats", "tries")

    def __init__(self, seats: int, rules: str) -> None:
        self.seats, self.rules = seats, rules
        self.rule = ""
        self.tries: list[Try] = []

    def clone(self) -> HunchState:
        copy = type(self)(self.seats, self.rules)
        copy.rule, copy.tries = self.rule, self.tries[:]
        return copy

    def won(self) -> bool:
        return any(each.fits and not each.tried.isdigit() for each in self.tries)

    def guesser(self, tries: int) -> Seat:
        return 1 + tries % (self.seats - 1)

    def actors(self) -> Seats:
        if not self.rule or (self.tries and self.tries[-1].fits is None):
            return (AUTHOR,)
        over = self.won() or len(self.tries) == TURNS * (self.seats - 1)
        return () if over else (self.guesser(len(self.tries)),)

    def legal(self, seat: Seat) -> Sequence[int]:
        if seat not in self.actors() or seat < 0:
            return ()
        if seat != AUTHOR:
            return range(YES)
        return (YES, NO) if self.rule else ()

    def verify(self, seat: Seat, action: Action) -> Refusal | None:
        if seat not in self.actors():
            return WAIT()
        if isinstance(action, int):
            return None if action in self.legal(seat) else NOT_NOW()
        if not isinstance(action, Guess if seat != AUTHOR else Write) or self.legal(seat) == (
            YES,
            NO,
        ):
            return NOT_NOW()
        if self.rules == "free":
            good = re.fullmatch("[a-z][a-z ]{0,39}", action.rule or "") is not None
        else:
            good = action.rule in language(self.rules)
        return None if good else NO_RULE()

    def apply(self, seat: Seat, action: Action) -> None:
        if isinstance(action, Write):
            self.rule = action.rule or ""
        elif action in (YES, NO):
            self.tries[-1] = Try(self.tries[-1].tried, action == YES)
        else:
            tried = action.rule if isinstance(action, Guess) else str(NUMBERS[_number(action)])
            self.tries.append(Try(tried, None if self.rules == "free" else fits(self.rule, tried)))

    def view(self, seat: Seat) -> HunchView:
        outcome = self.outcome()
        return HunchView(
            seat=seat,
            seats=self.seats,
            actors=self.actors(),
            legal=tuple(self.legal(seat)),
            outcome=outcome,
            rules=self.rules,
            written=bool(self.rule),
            rule=self.rule if self.rule and (seat == AUTHOR or outcome is not None) else None,
            tries=tuple(self.tries),
        )

    def outcome(self) -> Outcome | None:
        if self.actors():
            return None
        winner = self.guesser(len(self.tries) - 1) if self.won() else AUTHOR
        points = tuple(int(seat == winner) for seat in range(self.seats))
        return Outcome(points, (winner,), f"{{{winner}}} wins; the rule was: {self.rule}.")

    def move_of(self, seat: Seat, action: Action) -> Move:
        if isinstance(action, Move):
            return action
        return Answer(action == YES) if action >= YES else Number(NUMBERS[action])

    def action_of(self, seat: Seat, move: Move) -> Action:
        match move:
            case Number(number=number) if number in NUMBERS:
                return NUMBERS.index(number)
            case Answer(fits=answer):
                return YES if answer else NO
            case Write(rule=str()) | Guess():
                return move
        raise MalformedMove("That is not a move of Hunch.")


def _number(action: Action) -> int:
    assert isinstance(action, int)
    return action


def fits(rule: str, tried: str) -> bool:
    """Whether a number fits a rule, or another rule means the same."""
    if tried.isdigit():
        return int(tried) in meaning(rule)
    return meaning(tried) == meaning(rule)


HunchWorld: TypeAlias = str
"""The rule; empty before it is written."""


class HunchWorlds(Worlds):
    """The rules that everything tried agrees with, weighing what the law of the language says."""

    def __init__(self, view: HunchView) -> None:
        self.listed = view.rules == "short" or not view.written or view.rule is not None
        if not view.written or view.rule is not None:
            self.weights = {view.rule or "": 1}
            return
        self.weights = {
            rule: weight
            for rule, weight in language(view.rules).items()
            if all(fits(rule, each.tried) == each.fits for each in view.tries)
        }

    def __iter__(self) -> Iterator[tuple[HunchWorld, int]]:
        if not self.listed:
            raise NotListed("The rules are too many to list.")
        return iter(self.weights.items())

    def count(self) -> int | None:
        return len(self.weights) if self.listed else None

    def sample(self, rng: random.Random) -> HunchWorld:
        return rng.choices(list(self.weights), list(self.weights.values()))[0]

    def features(self, world: HunchWorld) -> Iterable[str]:
        if world:
            yield from (f"{number} fits" for number in meaning(world))
            yield f"the rule has {len(world.split())} words"


class Hunch(Game):
    facts: ClassVar[Facts] = Facts(
        name="hunch",
        title="Hunch",
        summary="Find out a rule that somebody has written in secret.",
        designers="The Facedown authors",
        seats=(2, 3),
        options=(
            Option(
                "rules", "short", "the language of rules (U4)", choices=("short", "long", "free")
            ),
        ),
        moves=(Write, Number, Guess, Answer),
        view=HunchView,
        rules_version=1,
        points=(0, 1),
        chance=False,
        open_moves=True,
    )
    actions = ACTIONS
    longest = 1 + 2 * TURNS * 2
    state: ClassVar[type[HunchState]] = HunchState

    @property
    def rules(self) -> str:
        return str(self.options["rules"])

    @property
    def worlds_known(self) -> WorldsKnown:
        known: dict[str, WorldsKnown] = {"short": "exact", "long": "sampled"}
        return known.get(self.rules, "none")

    def start(self) -> HunchState:
        return self.state(self.seats, self.rules)

    def _speech(self, view: View) -> type[Write | Guess] | None:
        assert isinstance(view, HunchView)
        if view.seat not in view.actors or view.legal == (YES, NO):
            return None
        return Write if view.seat == AUTHOR else Guess

    def open_chances(self, view: View) -> Iterable[tuple[Move, int]]:
        kind = self._speech(view)
        if kind is None:
            return ()
        if self.rules != "short":
            raise NotListed("The rules are too many to list.")
        return [(kind(rule), weight) for rule, weight in language(self.rules).items()]

    def draw_open(self, view: View, rng: random.Random) -> Move | None:
        kind = self._speech(view)
        if kind is None:
            return None
        if self.rules == "free":
            return kind("a" + "".join(rng.choices("abcde ", k=rng.randint(0, 9))))
        law = language(self.rules)
        return kind(rng.choices(list(law), list(law.values()))[0])

    def worlds(self, view: View) -> HunchWorlds:
        assert isinstance(view, HunchView)
        if self.worlds_known == "none":
            raise FacedownError("Nothing is known of a rule in free words.")
        return HunchWorlds(view)

    def state_from_world(self, view: View, world: HunchWorld) -> HunchState:
        assert isinstance(view, HunchView)
        state = self.start()
        state.rule, state.tries = world, list(view.tries)
        return state

    def true_world(self, state: State, seat: Seat) -> HunchWorld:
        assert isinstance(state, HunchState)
        return state.rule

    @classmethod
    def rulebook(cls) -> str:
        return __doc__ or ""
