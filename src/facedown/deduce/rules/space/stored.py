"""A space of rules: built once, kept in the user's cache folder, and mapped from there by all."""

from __future__ import annotations

import hashlib
import os
import tempfile
from collections.abc import Mapping
from functools import cache, cached_property
from pathlib import Path
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from facedown.compiling import sources
from facedown.core.workshop import Progress
from facedown.deduce.rules.conditions import Leaf
from facedown.deduce.rules.deck import Deck
from facedown.deduce.rules.law import FAMILIES, leaf_family
from facedown.deduce.rules.machine import check_weight
from facedown.deduce.rules.normal import normal
from facedown.deduce.rules.rule import Rule
from facedown.deduce.rules.sample import SampledConditions
from facedown.deduce.rules.space.forms import (
    IF,
    SINGLE,
    SIZE_OF_KIND,
    SIZES,
    Forms,
    Grammar,
    distinct,
    large,
    memories_of,
)
from facedown.deduce.rules.space.kernels import Memories


class Space:
    """Rules over a deck, each meaning once, the simplest first; a rule is a number from 0.

    ``forms`` has a row for each of them, as in :mod:`facedown.deduce.rules.space.forms`.
    """

    def __init__(self, grammar: Grammar, forms: Forms) -> None:
        self.grammar = grammar
        self.forms = forms
        self.deck = grammar.deck

    def __len__(self) -> int:
        """How many rules there are."""
        return len(self.forms)

    @property
    def leaves(self) -> tuple[Leaf, ...]:
        """The single conditions that the forms are made of."""
        return self.grammar.leaves

    @cached_property
    def memories(self) -> Memories:
        """What the single conditions remember and say."""
        return memories_of(SampledConditions(self.deck, self.leaves))

    @cached_property
    def sizes(self) -> Mapping[str, range]:
        """The numbers of the rules of each size."""
        size = np.array(SIZE_OF_KIND)[self.forms[:, 0]]
        ends = np.searchsorted(size, range(len(SIZES) + 1))
        return MappingProxyType({name: range(ends[n], ends[n + 1]) for n, name in enumerate(SIZES)})

    @cached_property
    def classes(self) -> NDArray[np.int16]:
        """For each rule its class, never less than the one before; a class is equally likely."""
        kinds: NDArray[np.int16] = self.forms[:, 0]
        return kinds

    @cached_property
    def weights(self) -> NDArray[np.float64]:
        """How likely one rule of each class is: every size alike, then every meaning."""
        counts = [len(each) for each in self.sizes.values()]
        there = sum(count > 0 for count in counts)
        return np.array([1 / (there * counts[n]) if counts[n] else 0.0 for n in SIZE_OF_KIND])

    @cached_property
    def families(self) -> NDArray[np.int8]:
        """For each rule the index in ``FAMILIES`` of its form: how far its conditions look."""
        far = np.array([FAMILIES.index(leaf_family(leaf)) for leaf in self.leaves], np.int8)
        kind, guard, first, second = self.forms.T
        found = far[first]
        found = np.maximum(found, np.where(kind == SINGLE, 0, far[second]))
        found = np.maximum(found, np.where(kind == IF, far[guard], 0))
        return np.asarray(found, np.int8)

    def rule(self, number: int) -> Rule:
        """The rule of that number.

        Raises :class:`~facedown.deduce.rules.deck.RuleError` for a number that is too heavy.
        """
        form = [int(part) for part in self.forms[number]]
        condition = normal(self.grammar.condition(form), self.deck)
        check_weight(condition, self.deck)
        return Rule(self.deck, condition)


def cache_folder() -> Path:
    """Where what was worked out once is kept: the user's cache folder, or one that passes.

    >>> cache_folder().name
    'facedown'
    """
    if chosen := os.environ.get("XDG_CACHE_HOME"):
        return Path(chosen, "facedown")
    home = os.environ.get("HOME")
    return Path(home, ".cache", "facedown") if home else Path(tempfile.gettempdir(), "facedown")


def _silent(told: str) -> None:
    del told


def load(grammar: Grammar, progress: Progress = _silent) -> Space:
    """The space of a grammar, built if it is not kept yet, which takes some seconds.

    What is kept goes by the text of everything that it depends on, so it never is out of date.

    >>> from tempfile import TemporaryDirectory
    >>> from unittest.mock import patch
    >>> from facedown.deduce.rules.conditions import HasValue
    >>> from facedown.deduce.rules.deck import SOLVER
    >>> red, circle = HasValue("colour", (1,)), HasValue("shape", (0,))
    >>> with TemporaryDirectory() as folder, patch.dict(os.environ, XDG_CACHE_HOME=folder):
    ...     space = load(Grammar("two", SOLVER, (red, circle), (red, circle), ()))
    >>> len(space)
    5
    >>> [rule.sentence for rule in map(space.rule, range(3))]
    ['red', 'circle', 'red and circle']
    """
    digest = hashlib.sha256()
    for path, text in sorted(sources(Path(__file__)).items()):
        digest.update(path.name.encode() + text)
    digest.update(repr(grammar.leaves).encode())
    name = f"rules-{grammar.deck.name}-{grammar.name}-{digest.hexdigest()[:16]}.npy"
    file = cache_folder() / name
    if not file.is_file():
        progress(f"The space of rules over the {grammar.deck.name} deck is built, once.")
        forms = distinct(grammar, progress)
        try:
            _write(file, forms)
        except OSError:  # nothing can be kept: it is built again next time
            return Space(grammar, forms)
    return Space(grammar, np.load(file, mmap_mode="r"))


def _write(file: Path, forms: Forms) -> None:
    """Writes the file whole or not at all, whoever else does so at the same time."""
    file.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=file.parent, suffix=".part")
    try:
        with os.fdopen(handle, "wb") as opened:
            np.save(opened, forms)
        Path(name).replace(file)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


@cache
def large_space(deck: Deck, progress: Progress = _silent) -> Space:
    """The large space over a deck."""
    return load(large(deck), progress)
