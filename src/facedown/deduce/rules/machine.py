"""A condition as registers with tables and a short program over masks: the fast way to judge.

For every state of a register each single condition has two masks of cards: those for which it
holds, and those for which its negation does; what is free is in both.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import prod
from typing import TYPE_CHECKING, Final, TypeVar

from facedown.core.messages import phrase
from facedown.deduce.rules.conditions import And, Condition, If, JudgedCard, Leaf, Or, Xor, leaves
from facedown.deduce.rules.deck import Deck, RuleError
from facedown.deduce.rules.registers import (
    ERROR,
    LastVerdict,
    Register,
    State,
    cards_alike,
    holds,
    register_of,
)
from facedown.deduce.rules.wording import leaf_words

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Mask = TypeVar("Mask", int, "NDArray[np.uint64]")
"""Cards as a mask, or many masks at a time."""

HEAVIEST: Final = 650
"""What one rule may remember: the product of how many states its registers have."""

LEAF, AND, OR, XOR, IF = range(5)
"""The steps of a program; ``LEAF`` is followed by the number of the condition."""


@dataclass(frozen=True, slots=True, eq=False)
class StateTable:
    """A register's states by number: state 0 at the start, and the next one for each card."""

    states: tuple[State, ...]
    following: tuple[tuple[int, ...], ...]


@lru_cache(maxsize=4096)
def table_of(deck: Deck, register: Register) -> StateTable:
    """All states that a register can be in."""
    states = [register.start(deck)]
    if isinstance(register, LastVerdict):
        states += [register.after(deck, states[0], 0), ERROR]
    numbers = {state: number for number, state in enumerate(states)}
    following = []
    for state in states:  # grows meanwhile
        row = []
        for card in range(len(deck.cards)):
            after = register.after(deck, state, card)
            if after not in numbers:
                numbers[after] = len(states)
                states.append(after)
            row.append(numbers[after])
        following.append(tuple(row))
    return StateTable(tuple(states), tuple(following))


@lru_cache(maxsize=16384)
def masks_of(deck: Deck, leaf: Leaf, register: Register) -> tuple[tuple[int, int], ...]:
    """For each state of a register: the cards for which the condition holds, and its negation."""
    return _masks(deck, leaf, table_of(deck, register))


def _masks(deck: Deck, leaf: Leaf, table: StateTable) -> tuple[tuple[int, int], ...]:
    alike = cards_alike(leaf, deck)
    found = []
    for state in table.states:
        positive = negative = 0
        for mask in alike:
            value = holds(leaf, deck, state, mask.bit_length() - 1)
            if value is not False:
                positive |= mask
            if value is not True:
                negative |= mask
        found.append((positive, negative))
    return tuple(found)


def registers_of(conditions: Iterable[Condition]) -> tuple[Register, ...]:
    """The registers that conditions read together: of each family the one that remembers most."""
    found: dict[tuple[object, ...], Register] = {}
    for condition in conditions:
        for leaf in leaves(condition):
            register = register_of(leaf)
            known = found.get(register.family)
            if known is None or known.detail < register.detail:
                found[register.family] = register
    return tuple(found.values())


def program_of(condition: Condition, numbers: dict[Leaf, int]) -> tuple[int, ...]:
    """A condition in postfix order; single conditions get numbers as they come."""
    if isinstance(condition, And | Or | Xor):
        step = AND if isinstance(condition, And) else OR if isinstance(condition, Or) else XOR
        parts = [program_of(part, numbers) for part in condition.parts]
        return (*itertools.chain.from_iterable(parts), *(step,) * (len(parts) - 1))
    if isinstance(condition, If):
        guard, then, otherwise = (
            program_of(part, numbers)
            for part in (condition.guard, condition.then, condition.otherwise)
        )
        return (*guard, *then, *otherwise, IF)
    return (LEAF, numbers.setdefault(condition, len(numbers)))


def run_program(program: Sequence[int], values: Sequence[tuple[Mask, Mask]]) -> Mask:
    """The cards for which a program holds, given both masks of each single condition."""
    stack: list[tuple[Mask, Mask]] = []
    at = 0
    while at < len(program):
        step = program[at]
        at += 1
        if step == LEAF:
            stack.append(values[program[at]])
            at += 1
            continue
        c, d = stack.pop()
        a, b = stack.pop()
        if step == AND:
            stack.append((a & c, b | d))
        elif step == OR:
            stack.append((a | c, b & d))
        elif step == XOR:
            stack.append(((a | c) & (b | d), (a | d) & (b | c)))
        else:
            guard, fails = stack.pop()
            stack.append(((fails | a) & (guard | c), (fails | b) & (guard | d)))
    return stack[0][0]


@dataclass(frozen=True, slots=True, eq=False)
class RuleMachine:
    """A rule, compiled: registers, where each condition reads, and the program."""

    deck: Deck
    tables: tuple[StateTable, ...]
    verdict_register: int
    """Which register takes errors; -1 where none does."""
    reads: tuple[int, ...]
    masks: tuple[tuple[tuple[int, int], ...], ...]
    program: tuple[int, ...]

    def start(self) -> list[int]:
        """The states of the registers before the first play."""
        return [0] * len(self.tables)

    def step(self, states: list[int], play: JudgedCard) -> None:
        """Takes a play in."""
        if play.accepted:
            for index, table in enumerate(self.tables):
                states[index] = table.following[states[index]][play.card]
        elif self.verdict_register >= 0:
            states[self.verdict_register] = ERROR

    def verdicts(self, states: Sequence[int]) -> int:
        """The mask of the cards that would be accepted."""
        values = [masks[states[read]] for read, masks in zip(self.reads, self.masks, strict=True)]
        return run_program(self.program, values)

    def accepted(self, track: Sequence[JudgedCard]) -> int:
        """The mask of the cards that would be accepted after these plays."""
        states = self.start()
        for play in track:
            self.step(states, play)
        return self.verdicts(states)


@lru_cache(maxsize=4096)
def machine_of(deck: Deck, condition: Condition) -> RuleMachine:
    """The machine of a condition in normal form; remembered, and so are its parts."""
    return _machine(deck, condition, table_of, masks_of)


def machine_anew(deck: Deck, condition: Condition) -> RuleMachine:
    """The machine of a condition, in a time that does not tell what was asked before."""

    def masks(deck: Deck, leaf: Leaf, register: Register) -> tuple[tuple[int, int], ...]:
        return _masks(deck, leaf, table_of.__wrapped__(deck, register))

    return _machine(deck, condition, table_of.__wrapped__, masks)


def _machine(
    deck: Deck,
    condition: Condition,
    table: Callable[[Deck, Register], StateTable],
    masks: Callable[[Deck, Leaf, Register], tuple[tuple[int, int], ...]],
) -> RuleMachine:
    registers = registers_of([condition])
    families = [register.family for register in registers]
    numbers: dict[Leaf, int] = {}
    program = program_of(condition, numbers)
    reads = tuple(families.index(register_of(leaf).family) for leaf in numbers)
    verdict = next((n for n, r in enumerate(registers) if isinstance(r, LastVerdict)), -1)
    return RuleMachine(
        deck,
        tuple(table(deck, register) for register in registers),
        verdict,
        reads,
        tuple(
            masks(deck, leaf, registers[read]) for leaf, read in zip(numbers, reads, strict=True)
        ),
        program,
    )


def weight(condition: Condition, deck: Deck) -> int:
    """What a rule remembers: the product of how many states its registers have.

    >>> from facedown.deduce.rules.conditions import LAST, HasValue
    >>> from facedown.deduce.rules.deck import SOLVER
    >>> weight(HasValue("colour", (1,)), SOLVER), weight(HasValue("colour", (1,), LAST), SOLVER)
    (1, 5)
    """
    return prod(register.size(deck) for register in registers_of([condition]))


def check_weight(condition: Condition, deck: Deck) -> None:
    """Raises :class:`~facedown.deduce.rules.deck.RuleError` for a rule that is too heavy."""
    total = weight(condition, deck)
    if total <= HEAVIEST:
        return
    leaf = max(leaves(condition), key=lambda each: register_of(each).size(deck))
    share = register_of(leaf).size(deck)
    raise RuleError(
        phrase(
            "This rule has to remember too much to be compared exactly: {states} states, and "
            "{most} are allowed; most of it, {share}, for “{part}”.",
            states=_large(total),
            most=HEAVIEST,
            share=_large(share),
            part=leaf_words(leaf, deck),
        )
    )


def _large(number: int) -> str:
    return f"{number:,}" if number < 10**9 else phrase("more than a billion")
