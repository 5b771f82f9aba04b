"""The best chance to win a race of two against an opponent whose play is known (T6, T7).

The opponent goes by its own answers alone, as all our bots do. So what it does is known in each
world, and what it shows tells worlds apart as one's own answers do: its proposals, the verifiers it
asks, and that it goes on.

A round goes as the state of the rules does. Proposals are composed before either is seen. Then both
may ask at any time, and the verifiers asked are seen at once; nobody has to be first. Where games
are played in a loop, the lower seat asks first. The codes named are secret until both have
declared. A right code wins if it comes earlier, or in the same round after fewer questions; after
as many it is half a win. A wrong one loses. Who is left alone wins. A code may be named while
others are possible.

Exact, by dynamic programming over the worlds left, the round, one's own questions so far and the
verifiers asked in the round. Chances are counted in half wins over worlds that all weigh the same.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import accumulate
from operator import or_
from typing import Final, Literal, NamedTuple, TypeAlias, get_args

from facedown.core.roster import Bot
from facedown.core.seats import NATURE
from facedown.games.turing.cards import CODES, code_index
from facedown.games.turing.game import TuringMachine
from facedown.games.turing.moves import ASK, GO_ON, QUESTIONS_PER_ROUND, SOLVE, STOP
from facedown.games.turing.problem import VERIFIER_NAMES, ProblemWorlds
from facedown.games.turing.rules import WENT_ON
from facedown.games.turing.view import TuringView
from facedown.games.turing.worlds import bits, knowledge

ROUNDS: Final = 20
"""After so many a game ends unless its option says otherwise (T12)."""

Sight: TypeAlias = Literal["early", "late", "none"]
"""When one sees what the opponent does in a round: its proposal and its verifiers before asking, as
who waits does; the verifiers only before declaring; or neither at all, but that it goes on."""

SIGHTS: Final[tuple[Sight, ...]] = get_args(Sight)

_IDLE, _WATCHED = 0, 1


class RoundPlayed(NamedTuple):
    """What an opponent does in a round; ``named`` is a code number, or -1 where it goes on."""

    code: int
    asked: tuple[int, ...]
    named: int


Ways: TypeAlias = Sequence[tuple[RoundPlayed, ...]]
"""What an opponent does in each world, up to the round in which it names a code."""


def ways_of(problem: ProblemWorlds, bot: Bot, *, seed: int = 0, rounds: int = ROUNDS) -> Ways:
    """What a bot does in each world, in the real game beside a seat that does nothing.

    Its dice are seeded alike in every world. Only for bots whose moves depend on their own answers
    and these dice alone.

    >>> from facedown.core import new_bot
    >>> from facedown.games.turing.problem import Problem
    >>> problem = ProblemWorlds(Problem.parse("4,9,11,14"))
    >>> for way in ways_of(problem, new_bot(TuringMachine(2), "exact")):
    ...     print(*way)
    RoundPlayed(code=0, asked=(0,), named=30)
    RoundPlayed(code=0, asked=(0,), named=40)
    """
    game = TuringMachine(2, mode=problem.problem.mode, cards=problem.problem.text, rounds=rounds)
    return tuple(_way(game, bot, world, random.Random(seed)) for world in range(problem.size))


def _way(game: TuringMachine, bot: Bot, world: int, rng: random.Random) -> tuple[RoundPlayed, ...]:
    state = game.start()
    state.apply(NATURE, world)
    played: list[RoundPlayed] = []
    code, asked = 0, list[int]()
    while actors := state.actors():
        if actors[0] == _IDLE:
            legal = state.legal(_IDLE)
            state.apply(_IDLE, next((move for move in (GO_ON, STOP) if move in legal), 0))
            continue
        action = bot.act(state.view(_WATCHED), rng)
        assert isinstance(action, int)
        state.apply(_WATCHED, action)
        if action < ASK:
            code, asked = action, []
        elif action < STOP:
            asked.append(action - ASK)
        elif action >= GO_ON:
            played.append(RoundPlayed(code, tuple(asked), action - SOLVE))
            if action != GO_ON:
                break
    return tuple(played)


class _Stage:
    """What the opponent does in one round, as sets of worlds.

    ``before`` parts the worlds by what one sees of it before asking, ``after`` by what one sees
    besides before declaring. In ``on`` it goes on, in ``wrong`` it names a wrong code; in
    ``even[q]`` it names the right one after q questions in all, in ``fewer[q]`` after fewer.
    """

    def __init__(self, problem: ProblemWorlds, ways: Ways, number: int, sight: Sight) -> None:
        proposals: dict[int, int] = {}
        asked: dict[tuple[int, tuple[int, ...]], int] = {}
        self.on = self.wrong = 0
        self.even = [0] * (QUESTIONS_PER_ROUND * number + 1)
        for world, way in enumerate(ways):
            if len(way) < number:
                continue
            here, this = 1 << world, way[number - 1]
            proposals[this.code] = proposals.get(this.code, 0) | here
            asked[this[:2]] = asked.get(this[:2], 0) | here
            if this.named == WENT_ON:
                self.on |= here
            elif this.named == problem.code(world):
                self.even[sum(len(played.asked) for played in way)] |= here
            else:
                self.wrong |= here
        nothing = (problem.everything,)
        shown: dict[Sight, tuple[Iterable[int], Iterable[int]]] = {
            "early": (asked.values(), nothing),
            "late": (proposals.values(), asked.values()),
            "none": (nothing, nothing),
        }
        before, after = shown[sight]
        self.before, self.after = tuple(before), tuple(after)
        self.fewer = list(accumulate(self.even, or_, initial=0))


class Race:
    """The best answer to an opponent: what to do, and how likely it wins.

    ``ways`` says what the opponent does in each world. A belief is a set of worlds, as in
    :class:`~facedown.games.turing.problem.ProblemWorlds`: what own answers and what the opponent
    has shown leave possible. Rounds count from 1, and ``questions`` are one's own so far.

    >>> from facedown.core import new_bot
    >>> from facedown.games.turing.problem import Problem
    >>> problem = ProblemWorlds(Problem.parse("3,7,10,14"))
    >>> ways = ways_of(problem, new_bot(TuringMachine(2), "exact"))
    >>> [str(Race(problem, ways, sight=sight).chance) for sight in SIGHTS]
    ['1', '11/14', '5/7']
    """

    def __init__(
        self, problem: ProblemWorlds, ways: Ways, *, rounds: int = ROUNDS, sight: Sight = "early"
    ) -> None:
        self.problem, self._ways, self._rounds = problem, ways, rounds
        self._stages = tuple(
            _Stage(problem, ways, number + 1, sight) for number in range(max(map(len, ways)))
        )
        self._codes = problem.codes(problem.everything)
        self._verifiers = range(problem.problem.verifiers)
        alike: dict[tuple[int, ...], int] = {}
        for code in range(len(CODES)):
            alike.setdefault(tuple(problem.yes(code, v) for v in self._verifiers), code)
        self._tables = tuple(alike.items())
        self._known: dict[tuple[int, int, int], int] = {}
        self._named = tuple(map(problem.with_code, self._codes))
        self._known_stops: dict[tuple[int, int, int], int] = {}

    @cached_property
    def chance(self) -> Fraction:
        """The chance to win from the start, a tie counting half."""
        return Fraction(self._round(self.problem.everything, 1, 0), 2 * self.problem.size)

    def left(self, view: TuringView) -> int:
        """The worlds that agree with a seat's answers and with what the other has shown."""
        _, belief = knowledge(view)
        other = 1 - view.seat
        asking = view.phase == "question" and other in view.actors
        lines = [
            (line.round - 1, code_index(line.code), tuple(map(VERIFIER_NAMES.index, line.asked)))
            for line in view.lines
            if line.seat == other
        ]
        for world in bits(belief):
            way = self._ways[world]
            if len(way) < view.round or any(
                way[at].code != code
                or (way[at].asked != asked and not (asking and at == view.round - 1))
                for at, code, asked in lines
            ):
                belief ^= 1 << world
        return belief

    # What to do

    def proposal(self, belief: int, number: int, questions: int) -> int:
        """The code to propose."""
        best, found = -1, 0
        for splits, code in self._proposals(belief):
            value = self._proposing(belief, splits, number, questions, best)
            if value > best:
                best, found = value, code
        return found

    def question(self, belief: int, code: int, asked: int, number: int, questions: int) -> int:
        """The verifier to ask next about this proposal, -1 to ask no more.

        ``asked`` are the verifiers asked in this round, as a bit mask.
        """
        left = QUESTIONS_PER_ROUND - asked.bit_count()
        best, found = self._stopping(belief, number, questions), -1
        free = [v for v in self._verifiers if left and not asked >> v & 1]
        for verifier in free:
            yes = belief & self.problem.yes(code, verifier)
            if not yes or yes == belief:
                continue
            others = tuple(self.problem.yes(code, v) for v in free if v != verifier)
            value = sum(
                self._asking(part, others, left - 1, number, questions + 1)
                for part in (yes, belief ^ yes)
            )
            if value > best:
                best, found = value, verifier
        return found

    def declaration(self, belief: int, number: int, questions: int) -> int:
        """The code to name, -1 to go on."""
        return self._declaring(belief, number, questions)[1]

    # What that is worth, in half wins

    def _round(self, belief: int, number: int, questions: int) -> int:
        """The most from the start of a round on."""
        key = belief, number, questions
        known = self._known.get(key)
        if known is None:
            known = -1
            for splits, _ in self._proposals(belief):
                known = max(known, self._proposing(belief, splits, number, questions, known))
            self._known[key] = known
        return known

    def _proposals(self, belief: int) -> Iterator[tuple[tuple[int, ...], int]]:
        """Proposals that part these worlds differently, and none that another outdoes.

        Each with the worlds in which one verifier or another says one thing: which of them it is,
        and whether yes or no, makes no difference, for the opponent does not mind.
        """
        found: dict[frozenset[int], int] = {}
        for table, code in self._tables:
            splits = (min(belief & yes, belief & ~yes) for yes in table)
            found.setdefault(frozenset(split for split in splits if split), code)
        for kind in sorted(found, key=len, reverse=True):
            if not any(kind < other for other in found):
                yield tuple(sorted(kind)), found[kind]

    def _proposing(
        self, belief: int, splits: tuple[int, ...], number: int, questions: int, best: int
    ) -> int:
        """The most with this proposal, or something not above ``best``."""
        value = self._most(belief, number, questions)
        for seen in self._stages[number - 1].before:
            part = belief & seen
            if part and value > best:
                value -= self._most(part, number, questions)
                value += self._asking(part, splits, QUESTIONS_PER_ROUND, number, questions)
        return value

    def _asking(
        self, belief: int, splits: tuple[int, ...], left: int, number: int, questions: int
    ) -> int:
        """The most where so many more questions may be asked."""
        best = self._stopping(belief, number, questions)
        questions += 1
        if not left or self._most(belief, number, questions) <= best:
            return best
        for place, split in enumerate(splits):
            yes = belief & split
            no = belief ^ yes
            if not yes or not no:
                continue
            others = splits[:place] + splits[place + 1 :]
            value = self._asking(yes, others, left - 1, number, questions)
            if value + self._most(no, number, questions) > best:
                value += self._asking(no, others, left - 1, number, questions)
                best = max(best, value)
        return best

    def _stopping(self, belief: int, number: int, questions: int) -> int:
        """The most where nothing more is asked in the round."""
        key = belief, number, questions
        known = self._known_stops.get(key)
        if known is None:
            parts = [belief & seen for seen in self._stages[number - 1].after]
            known = sum(self._declaring(part, number, questions)[0] for part in parts if part)
            self._known_stops[key] = known
        return known

    def _declaring(self, belief: int, number: int, questions: int) -> tuple[int, int]:
        """The most from the declarations on, and the code to name (-1: go on)."""
        stage = self._stages[number - 1]
        best, named = -1, WENT_ON
        for code, group in zip(self._codes, self._named, strict=True):
            value = self._most(belief & group, number, questions)
            if value > best:
                best, named = value, code
        value = 2 * (belief & stage.wrong).bit_count()
        on = belief & stage.on if number < self._rounds else 0
        if on and value + self._most(on, number + 1, questions) > best:
            value += self._round(on, number + 1, questions)
        return (value, WENT_ON) if value > best else (best, named)

    def _most(self, belief: int, number: int, questions: int) -> int:
        """What naming the code of each world would be worth; nothing can be worth more."""
        stage = self._stages[number - 1]
        lost = (belief & stage.fewer[questions]).bit_count()
        return 2 * (belief.bit_count() - lost) - (belief & stage.even[questions]).bit_count()


def chance_between(problem: ProblemWorlds, ways: Ways, others: Ways) -> Fraction:
    """The chance of a player whose play is known against another, a tie counting half (T7).

    >>> from facedown.core import new_bot
    >>> from facedown.games.turing.problem import Problem
    >>> problem = ProblemWorlds(Problem.parse("3,7,10,14"))
    >>> exact = ways_of(problem, new_bot(TuringMachine(2), "exact"))
    >>> str(chance_between(problem, exact, exact))
    '1/2'
    """
    won = sum(
        half_wins_of(problem.code(world), way, other)
        for world, (way, other) in enumerate(zip(ways, others, strict=True))
    )
    return Fraction(won, 2 * problem.size)


def half_wins_of(
    solution: int, way: tuple[RoundPlayed, ...], other: tuple[RoundPlayed, ...]
) -> int:
    """2 where the first wins, 1 where both do, 0 where it does not (T7).

    >>> fewer, more = (RoundPlayed(0, (0,), 30),), (RoundPlayed(0, (0, 1), 30),)
    >>> half_wins_of(30, fewer, more), half_wins_of(30, more, fewer)
    (2, 0)
    """
    mine = theirs = 0
    for here, there in zip(way, other, strict=False):
        mine, theirs = mine + len(here.asked), theirs + len(there.asked)
        if here.named == there.named == solution:
            return 1 + (mine < theirs) - (mine > theirs)
        if here.named == solution or there.named not in (WENT_ON, solution):
            return 2 * (here.named in (WENT_ON, solution))
        if here.named != WENT_ON or there.named != WENT_ON:
            return 0
    return 0
