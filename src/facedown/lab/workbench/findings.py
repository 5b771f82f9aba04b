"""What the workbench has of a game to compare its rules by, and what it finds out.

Each game says in a :class:`Workbench` what is kept of a game that was played, what is measured of
many, and what is told of its cards.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

from facedown.core.facts import OptionValue
from facedown.core.game import Game
from facedown.core.roster import Bot
from facedown.core.seats import Seat
from facedown.lab.estimate import Estimate, GameMeasure, Measured, differences, measure


class Kept(Protocol):
    """What is kept of a game, in a JSON form: a checksum of all its moves, and who won."""

    @property
    def log(self) -> str:
        """The checksum."""

    @property
    def winners(self) -> tuple[Seat, ...]:
        """Who won."""


Record = TypeVar("Record", bound=Kept)


@dataclass(frozen=True, slots=True)
class CardUse:
    """How often a kind of card was used, by the ways of using it, and what it is worth.

    ``worth`` is what the game measures that by; None where nothing can be said.
    """

    card: str
    uses: Mapping[str, Estimate | None]
    worth: Estimate | None


@dataclass(frozen=True, slots=True)
class Workbench(Generic[Record]):
    """What a game is compared by.

    Rules are a file, whose text becomes the option ``source`` and is called ``what``, or one of
    those that come along, ``known`` by name, the first of which is usual; those are told apart by
    a ``kind``, such as a deck. ``example`` is an option behind them.

    ``play`` plays a game and gives a ``record``; ``measures`` are those of whole games by the
    number of seats, and ``length`` how many of a ``unit`` a game takes. ``uses`` tells each card's,
    in ``columns`` by name with their titles; ``worth`` is the name and title of what a card is
    worth, and ``about_cards`` says what all of these are. ``told`` says in a few words what a set
    of rules is made of.
    """

    game: str
    source: str
    what: str
    kind: str
    known: Mapping[str, Mapping[str, OptionValue]]
    example: str
    players: str
    seats: int
    record: type[Record]
    play: Callable[[Game, Sequence[Bot], str], Record]
    measures: Callable[[int], tuple[GameMeasure[Record], ...]]
    length: Callable[[Record], int]
    unit: str
    columns: Mapping[str, str]
    worth: tuple[str, str]
    about_cards: str
    uses: Callable[[Game, Sequence[Record]], Iterable[CardUse]]
    told: Callable[[Game], str]

    @property
    def usual(self) -> str:
        """The rules that others are compared with unless something else is said."""
        return next(iter(self.known))


AnyWorkbench: TypeAlias = Workbench[Any]


def won(record: Kept, seat: Seat) -> float:
    """The share of a win that a seat has."""
    return (seat in record.winners) / len(record.winners) if record.winners else 0.0


@dataclass(frozen=True, slots=True)
class Group:
    """Games by one set of rules among players of one level, and their lengths, sorted."""

    rules: str
    players: str
    found: tuple[Measured, ...]
    lengths: tuple[int, ...]
    cards: tuple[CardUse, ...]


@dataclass(frozen=True, slots=True)
class Difference:
    """How much more is measured by one set of rules than by another, among the same players."""

    rules: str
    than: str
    players: str
    found: tuple[Measured, ...]


@dataclass(frozen=True, slots=True)
class Skill:
    """What part of the wins a player has among weaker ones by a set of rules.

    ``more`` is that less what it has by the first set of rules, on the same deals.
    """

    rules: str
    player: str
    against: str
    won: Measured
    more: Measured | None


def group_of(
    bench: Workbench[Record], rules: str, players: str, game: Game, records: Sequence[Record]
) -> Group:
    """What these games show."""
    return Group(
        rules,
        players,
        measure(bench.measures(game.seats), records),
        tuple(sorted(map(bench.length, records))),
        tuple(bench.uses(game, records)),
    )


def difference_of(
    measures: Sequence[GameMeasure[Record]],
    group: Group,
    than: Group,
    records: Sequence[Record],
    others: Sequence[Record],
) -> Difference:
    """How two groups of games with the same draws differ."""
    found = differences(measures, records, others)
    return Difference(group.rules, than.rules, group.players, found)


def checksum(logs: Iterable[str]) -> str:
    """One checksum of many, in their order.

    >>> checksum(["a", "b"]) == checksum(["b", "a"])
    False
    """
    return hashlib.sha256(" ".join(logs).encode()).hexdigest()[:16]


def percentile(lengths: Sequence[int], part: float) -> int:
    """The value below which so large a part of sorted ones lies.

    >>> percentile(range(101), 0.95)
    95
    """
    return lengths[min(len(lengths) - 1, int(part * len(lengths)))]
