"""Thousands of games at once, on arrays, with what the seat to move sees and may do.

The readable rules are ``rules.py``; a differential test holds this engine to them. Where several
seats may move at once the first of them is asked first; what it chose is not in the others' views.
Imports Numba: import on demand.
"""

from __future__ import annotations

import random
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from facedown.compiling import inlined, uncounted
from facedown.core.seats import Seat
from facedown.games.turing.moves import ACTIONS, ASK, GO_ON, QUESTIONS_PER_ROUND, SOLVE, STOP
from facedown.games.turing.problem import ProblemWorlds, worlds_of
from facedown.games.turing.rules import (
    ANSWERS,
    COMPOSE,
    DECLARE,
    MACHINE,
    NO_CODE,
    NOT_DECLARED,
    OVER,
    QUESTION,
    WENT_ON,
    Setting,
)
from facedown.players.arrays import Arrays, BadActions, random_below
from facedown.players.turing.observation import (
    CARDS,
    CODE,
    MOST,
    VERIFIERS,
    TuringEncoder,
    cards_row,
)

Rows: TypeAlias = NDArray[np.int32]
Bytes: TypeAlias = NDArray[np.uint8]
Bools: TypeAlias = NDArray[np.bool_]
Chance: TypeAlias = NDArray[np.uint64]

PROBLEMS: Final = 256

PHASE: Final = 0
ROUND: Final = 1
WAITING: Final = 2
PLAYING: Final = 3
WINNERS: Final = 4
"""These three are bit sets of seats, as in the rules."""
PROBLEM: Final = 5
WORLD: Final = 6
SOLUTION: Final = 7
ROUNDS_ASKED: Final = 8
"""Counted where one seat asks in a round, against the Machine (T13)."""
NEEDED: Final = 9
"""The Machine's rounds and questions; 0 where it was not asked."""
LAWS: Final = 11
SEATS: Final = LAWS + VERIFIERS
"""From here on a block of numbers for each seat."""

PROPOSAL: Final = 0
ASKED: Final = 1
SAID_YES: Final = 2
"""Bit sets of verifiers, in this round."""
LEFT: Final = 3
"""How many more questions the seat may ask in this round."""
QUESTIONS: Final = 4
DECLARED: Final = 5
BLOCK: Final = 6


ASKING: Final = OVER - COMPOSE + 1


class ProblemTables(NamedTuple):
    """The setting and the problems that are drawn from, for the compiled engine.

    The choices of all problems stand one after the other, those of problem p from ``starts[p]``;
    ``orders`` are the permutations of Nightmare, elsewhere the one that changes nothing. ``masks``
    say what is allowed by phase from COMPOSE on, and from ``ASKING`` on by the verifiers asked.
    """

    seats: int
    cooperative: bool
    versus_machine: bool
    most_rounds: int
    handicap: NDArray[np.int32]
    starts: NDArray[np.int64]
    choices: NDArray[np.int16]
    codes: NDArray[np.int16]
    orders: NDArray[np.int8]
    cards: Bytes
    answers: Bytes
    masks: Bools


class TuringGames(Arrays):
    """Games played side by side, each for itself.

    Of two seats there are 428 numbers in an observation, laid out as by
    ``TuringEncoder.observation``, and 258 actions. Where the cards are not chosen, so many
    ``problems`` are drawn with each seed, and each deal takes one of them. Against the Machine what
    it needs is found out when a code is first found: with the exact one that takes its time.

    >>> from facedown.games.turing import TuringMachine
    >>> games = TuringGames(TuringMachine(2).setting, 100, seed=1)
    >>> while not games.finished:
    ...     games.step(games.random_actions())
    >>> games.points.shape
    (100, 2)
    """

    def __init__(
        self,
        setting: Setting,
        count: int,
        seed: int = 0,
        *,
        again: bool = False,
        problems: int = PROBLEMS,
    ) -> None:
        """Deals ``count`` games; with ``again`` a game that ends is followed by the next."""
        seats = setting.seats
        observed = TuringEncoder(seats, setting.most_rounds).observation_size
        super().__init__(count, seats, ACTIONS, observed, again=again)
        if problems < 1:
            raise BadActions(f"At least one problem is to be drawn, not {problems}.")
        self.setting = setting
        self._drawn = problems
        self._chance = np.zeros(1, np.uint64)
        self._rows = np.zeros((count, SEATS + BLOCK * seats), np.int32)
        self.reset(seed)

    @property
    def turns(self) -> NDArray[np.int64]:
        """Whose turn it is in each game; of several the first."""
        return _FIRST[self._rows[:, WAITING]]

    @property
    def ended(self) -> NDArray[np.bool_]:
        """Which games are over."""
        return np.equal(self._rows[:, PHASE], OVER)

    def reset(self, seed: int) -> None:
        """Begins every game anew; the seed decides these, the problems, and all deals from here."""
        self._chance[0] = seed % (1 << 64)
        self.problems = self._lay_out(seed)
        self._tables = _tables_of(self.setting, self.problems)
        self._needed: dict[tuple[int, int], tuple[int, int]] = {}
        self.begin(np.ones_like(self.over))

    def _lay_out(self, seed: int) -> list[ProblemWorlds]:
        setting = self.setting
        if setting.problem is not None:
            return [setting.problem]
        rng = random.Random(seed)
        return [worlds_of(setting.lay_out(rng)) for _ in range(self._drawn)]

    def begin(self, where: NDArray[np.bool_]) -> None:
        """Deals the next game where this is true."""
        deal_next(
            self._rows,
            where,
            self._tables,
            self._chance,
            self.over,
            self.observations,
            self.legal,
        )

    def _step(self, actions: NDArray[np.int64], waiting: NDArray[np.bool_]) -> None:
        step_all(self._rows, actions, waiting, self._tables, self.over)
        if self.setting.versus_machine:
            self._ask_machine()
        show_all(
            self._rows,
            waiting,
            self._tables,
            self.again,
            self._chance,
            self.points,
            self.over,
            self.observations,
            self.legal,
        )

    def _ask_machine(self) -> None:
        """What the Machine needs where a code was found just now (T8)."""
        found = np.flatnonzero(self._rows[:, PHASE] == MACHINE)
        for game in found[np.argsort(self._rows[found, PROBLEM])].tolist():
            problem, world = self._rows[game, PROBLEM : WORLD + 1].tolist()
            if (problem, world) not in self._needed:
                effort = self.setting.machine(self.problems[problem], world)
                self._needed[problem, world] = effort
            finish(self._rows[game], *self._needed[problem, world], self._tables)

    def observe(self, seat: Seat) -> NDArray[np.uint8]:
        """What one seat sees of every game, whoever is to move; a new array."""
        out = np.zeros_like(self.observations)
        observe_all(self._rows, self._tables, seat, out)
        return out

    def random_actions(self) -> NDArray[np.int64]:
        """A legal action for every game that is not over, all alike; the same array every time."""
        random_actions(self._rows, self._tables, self._chance, self._actions)
        return self._actions


_FIRST: Final = np.array([0, *((n & -n).bit_length() - 1 for n in range(1, 16))], np.int64)
"""The first seat of a bit set."""


def _tables_of(setting: Setting, problems: list[ProblemWorlds]) -> ProblemTables:
    verifiers = problems[0].problem.verifiers
    sizes = [len(worlds.choices) for worlds in problems]
    orders = problems[0].permutations or (tuple(range(verifiers)),)
    return ProblemTables(
        seats=setting.seats,
        cooperative=setting.cooperative,
        versus_machine=setting.versus_machine,
        most_rounds=setting.most_rounds,
        handicap=np.array(setting.handicap, np.int32),
        starts=np.cumsum([0, *sizes]),
        choices=np.array([laws for worlds in problems for laws in worlds.choices], np.int16),
        codes=np.array([code for worlds in problems for code in worlds.choice_codes], np.int16),
        orders=np.array(orders, np.int8),
        cards=_cards(setting, problems),
        answers=np.array(ANSWERS, np.uint8),
        masks=_masks(verifiers),
    )


def _masks(verifiers: int) -> Bools:
    masks = np.zeros((ASKING + (1 << verifiers), ACTIONS), np.bool_)
    masks[COMPOSE - COMPOSE, :ASK] = True
    masks[DECLARE - COMPOSE, GO_ON:] = True
    asked = np.arange(1 << verifiers)
    for verifier in range(verifiers):
        masks[ASKING:, ASK + verifier] = asked >> verifier & 1 == 0
    masks[ASKING:, STOP] = True
    return masks


def _cards(setting: Setting, problems: list[ProblemWorlds]) -> Bytes:
    """For each problem a row that shows nothing but its cards."""
    size = TuringEncoder(setting.seats, setting.most_rounds).observation_size
    rows = np.zeros((len(problems), size), np.uint8)
    begin = 4 * setting.seats + 8
    for row, worlds in zip(rows, problems, strict=True):
        row[begin : begin + CARDS] = [*cards_row(worlds.problem.cards)]
    return rows


@inlined
def block(seat: int) -> int:
    """Where a seat's block begins."""
    return SEATS + BLOCK * seat


@inlined
def first(seats: int) -> int:
    """The first of a bit set of seats; of none seat 0."""
    seat = 0
    while seats and not seats >> seat & 1:
        seat += 1
    return seat


@inlined
def open_part(row: Rows, phase: int, tables: ProblemTables) -> None:
    """Starts a part of the round for everybody who takes part in it."""
    row[PHASE] = phase
    if tables.cooperative:  # T11
        row[WAITING] = 1 << (row[ROUND] - 1) % tables.seats
    else:
        row[WAITING] = row[PLAYING]


@uncounted
def new_round(row: Rows, tables: ProblemTables) -> None:
    """The next round, or the end (T12)."""
    if row[ROUND] == tables.most_rounds:
        row[PHASE] = OVER
        return
    row[ROUND] += 1
    for seat in range(tables.seats):
        at = block(seat)
        row[at + PROPOSAL] = NO_CODE
        row[at + ASKED] = row[at + SAID_YES] = 0
        before = tables.handicap[seat] if row[ROUND] == 1 else 0  # T9
        row[at + LEFT] = QUESTIONS_PER_ROUND - before
        row[at + DECLARED] = NOT_DECLARED
    open_part(row, COMPOSE, tables)


@uncounted
def deal(row: Rows, tables: ProblemTables, chance: Chance) -> None:
    """A problem, and one of its worlds: all alike."""
    row[:] = 0
    problem = random_below(chance, len(tables.cards))
    start = tables.starts[problem]
    choice = random_below(chance, tables.starts[problem + 1] - start)
    order = random_below(chance, len(tables.orders))
    row[PROBLEM] = problem
    row[WORLD] = choice * len(tables.orders) + order
    row[SOLUTION] = tables.codes[start + choice]
    for verifier in range(tables.orders.shape[1]):
        row[LAWS + verifier] = tables.choices[start + choice, tables.orders[order, verifier]]
    row[PLAYING] = (1 << tables.seats) - 1
    for seat in range(tables.seats):
        row[block(seat) + QUESTIONS] = tables.handicap[seat]
    new_round(row, tables)


@uncounted
def step(row: Rows, action: int, tables: ProblemTables) -> None:
    """Makes a legal move of the seat to move."""
    seat, phase = first(row[WAITING]), row[PHASE]
    at = block(seat)
    if phase == QUESTION:
        if action != STOP:
            verifier = action - ASK
            yes = tables.answers[row[LAWS + verifier], row[at + PROPOSAL]]
            row[ROUNDS_ASKED] += row[at + ASKED] == 0
            row[at + ASKED] |= 1 << verifier
            row[at + SAID_YES] |= yes << verifier
            row[at + QUESTIONS] += 1
            row[at + LEFT] -= 1
            if row[at + LEFT]:
                return
    elif phase == COMPOSE:
        row[at + PROPOSAL] = action
    else:
        row[at + DECLARED] = action - SOLVE
    row[WAITING] ^= 1 << seat
    if row[WAITING]:
        return
    if phase == DECLARE:
        resolve(row, tables)
    else:
        open_part(row, phase + 1, tables)


@uncounted
def resolve(row: Rows, tables: ProblemTables) -> None:
    """All have declared (T7)."""
    right, before, fewest = 0, row[PLAYING], 0
    for seat in range(tables.seats):
        at = block(seat)
        if row[at + DECLARED] == row[SOLUTION]:
            if right == 0 or row[at + QUESTIONS] < fewest:
                row[WINNERS], fewest = 0, row[at + QUESTIONS]
            if row[at + QUESTIONS] == fewest:
                row[WINNERS] |= 1 << seat
            right |= 1 << seat
        elif row[at + DECLARED] >= 0:
            row[PLAYING] ^= 1 << seat
    playing = row[PLAYING]
    if right:
        row[PHASE] = MACHINE if tables.versus_machine else OVER
    elif playing == before:
        new_round(row, tables)
    elif tables.versus_machine:
        row[PHASE] = OVER
    elif playing & (playing - 1):
        new_round(row, tables)
    else:
        row[WINNERS] = playing
        row[PHASE] = OVER


@uncounted
def finish(row: Rows, rounds: int, questions: int, tables: ProblemTables) -> None:
    """The end against the Machine, which needs so much (T8, T13)."""
    asked = 0
    for seat in range(tables.seats):
        asked += row[block(seat) + QUESTIONS]
    row[NEEDED], row[NEEDED + 1] = rounds, questions
    won = row[ROUNDS_ASKED] < rounds or (row[ROUNDS_ASKED] == rounds and asked <= questions)
    row[WINNERS] = (1 << tables.seats) - 1 if won else 0
    row[PHASE] = OVER


@inlined
def put(out: NDArray[Any], table: NDArray[Any], number: int) -> None:
    """Writes a row of a table."""
    for index in range(table.shape[1]):
        out[index] = table[number, index]


@inlined
def put_code(out: Bytes, at: int, code: int) -> None:
    """Writes a code's digits among zeros; none where it is below 0."""
    if code >= 0:
        out[at + code // 25] = 1
        out[at + 5 + code // 5 % 5] = 1
        out[at + 10 + code % 5] = 1


@uncounted
def observe(row: Rows, tables: ProblemTables, seat: int, out: Bytes) -> None:
    """Writes what a seat sees, as ``TuringEncoder.observation`` lays it out."""
    seats, phase = tables.seats, row[PHASE]
    over = phase == OVER
    pending = 4 * seats + 8 + CARDS
    end = pending + 2 * CODE + 1
    lines = end + CODE + VERIFIERS + 2 + 2 * seats
    put(out, tables.cards, row[PROBLEM])
    out[seat] = 1
    out[3 * seats + phase] = 1
    out[3 * seats + 7] = row[ROUND]
    own = block(seat)
    if not row[WAITING] >> seat & 1:
        if phase == COMPOSE:
            put_code(out, pending, row[own + PROPOSAL])
        elif phase == DECLARE:
            out[pending + CODE] = row[own + DECLARED] == WENT_ON
            put_code(out, pending + CODE + 1, row[own + DECLARED])
    if over:
        put_code(out, end, row[SOLUTION])
        for verifier in range(tables.orders.shape[1]):
            out[end + CODE + verifier] = row[LAWS + verifier] + 1
        for index in range(2):
            out[end + CODE + VERIFIERS + index] = min(row[NEEDED + index], MOST)
    for neighbour in range(seats):
        who = seat + neighbour if seat + neighbour < seats else seat + neighbour - seats
        at = block(who)
        out[seats + neighbour] = row[WAITING] >> who & 1
        out[2 * seats + neighbour] = 1 - (row[PLAYING] >> who & 1)
        out[3 * seats + 8 + neighbour] = min(row[at + QUESTIONS], MOST)
        if over:
            out[lines - 2 * seats + neighbour] = row[WINNERS] >> who & 1
            out[lines - seats + neighbour] = row[at + DECLARED] >= 0
        if phase == COMPOSE:
            continue
        line, asked, yes = lines + 33 * neighbour, row[at + ASKED], row[at + SAID_YES]
        put_code(out, line, row[at + PROPOSAL])
        told = asked if over or neighbour == 0 or tables.versus_machine else 0
        line += CODE
        for verifier in range(VERIFIERS):
            out[line + verifier] = asked >> verifier & 1
            out[line + VERIFIERS + verifier] = (told & yes) >> verifier & 1
            out[line + 2 * VERIFIERS + verifier] = (told & ~yes) >> verifier & 1


@uncounted
def show(row: Rows, tables: ProblemTables, observation: Bytes, legal: Bools) -> None:
    """What the seat to move of a game sees, and what it may do."""
    seat = first(row[WAITING])
    observe(row, tables, seat, observation)
    kind = row[PHASE] - COMPOSE
    if row[PHASE] == QUESTION:
        kind = ASKING + row[block(seat) + ASKED]
    put(legal, tables.masks, kind)


@uncounted
def deal_next(
    rows: Rows,
    where: Bools,
    tables: ProblemTables,
    chance: Chance,
    over: Bools,
    observations: Bytes,
    legal: Bools,
) -> None:
    """The next game in the place of those where this is true."""
    for i in range(len(rows)):
        if where[i]:
            row = rows[i]
            over[i] = False
            deal(row, tables, chance)
            show(row, tables, observations[i], legal[i])


@uncounted
def step_all(
    rows: Rows, actions: NDArray[np.int64], waiting: Bools, tables: ProblemTables, over: Bools
) -> None:
    """One move in every game that is neither over nor waiting, and which of them it ended."""
    for i in range(len(rows)):
        row = rows[i]
        over[i] = False
        if row[PHASE] != OVER and not waiting[i]:
            step(row, actions[i], tables)
            over[i] = row[PHASE] >= MACHINE


@uncounted
def show_all(
    rows: Rows,
    waiting: Bools,
    tables: ProblemTables,
    again: bool,
    chance: Chance,
    points: NDArray[np.int16],
    over: Bools,
    observations: Bytes,
    legal: Bools,
) -> None:
    """After a step: points, the next deals, what is seen and may be done."""
    for i in range(len(rows)):
        row = rows[i]
        if over[i]:
            for seat in range(tables.seats):
                points[i, seat] = row[WINNERS] >> seat & 1
            if again:
                deal(row, tables, chance)
        elif row[PHASE] == OVER or waiting[i]:
            continue
        show(row, tables, observations[i], legal[i])


@uncounted
def observe_all(rows: Rows, tables: ProblemTables, seat: int, observations: Bytes) -> None:
    """What one seat sees of every game."""
    for i in range(len(rows)):
        observe(rows[i], tables, seat, observations[i])


@uncounted
def random_actions(
    rows: Rows, tables: ProblemTables, chance: Chance, actions: NDArray[np.int64]
) -> None:
    """Any legal action in every game that is not over, all alike; 0 in the others."""
    for i in range(len(rows)):
        row = rows[i]
        phase = row[PHASE]
        if phase == COMPOSE:
            actions[i] = random_below(chance, ASK)
        elif phase == DECLARE:
            actions[i] = GO_ON + random_below(chance, ACTIONS - GO_ON)
        elif phase == QUESTION:
            asked, free = row[block(first(row[WAITING])) + ASKED], 0
            for verifier in range(tables.orders.shape[1]):
                free += not asked >> verifier & 1
            skip = random_below(chance, free + 1)
            actions[i] = STOP
            for verifier in range(tables.orders.shape[1]):
                if not asked >> verifier & 1:
                    if skip == 0:
                        actions[i] = ASK + verifier
                    skip -= 1
        else:
            actions[i] = 0
