"""What many games of Solid show: measures of whole games, and what each card was used for."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from facedown.core.seats import Seat
from facedown.games.solid.rules import Setting
from facedown.lab.comparing import Measure, Measured, differences, measure
from facedown.lab.estimate import Estimate, correlation, estimate
from facedown.lab.solid.workbench.game_record import GameRecord, Uses

ENDINGS: Final = {
    "each": "enough of each type",
    "twice": "enough of two types",
    "total": "enough in all",
    "idle": "nobody went on",
    "turns": "turn limit",
}
"""How games end, in words; the last two are stalls."""
STALLS: Final = ("idle", "turns")


def won(record: GameRecord, seat: Seat) -> float:
    """The share of a win that a seat has."""
    return (seat in record.winners) / len(record.winners)


def measures(seats: int) -> tuple[Measure[GameRecord], ...]:
    """What is measured of whole games."""
    return (
        Measure(
            "first", "Won by who begins", lambda g: won(g, g.first), share=True, even=1 / seats
        ),
        Measure("turns", "Turns", lambda g: g.turns),
        Measure("winner", "Points of the winner", lambda g: max(g.points)),
        Measure("lead", "Lead over the next", _lead),
        Measure("ties", "Ties", lambda g: len(g.winners) > 1, share=True),
        *(_ended_by(ending, words) for ending, words in ENDINGS.items()),
        Measure("stalls", "Stalls", lambda g: g.ending in STALLS, share=True),
        Measure("last", "Won by whose turn was the last", lambda g: won(g, g.last), share=True),
        Measure("shuffles", "Shuffles of the discard pile", lambda g: g.shuffles),
        Measure("hits", "Events that hit cards in play", lambda g: g.hits),
        Measure("asked", "Events that could be prevented", lambda g: g.asked),
        Measure("protected", "Events that were prevented", lambda g: g.protected),
        Measure("turned", "Games that a protect card turned", _turned, share=True),
        Measure("gained", "Wins gained by that card", _gained, even=0.0),
    )


def _ended_by(ending: str, words: str) -> Measure[GameRecord]:
    return Measure(f"ending {ending}", f"Ended: {words}", lambda g: g.ending == ending, share=True)


def _turned(record: GameRecord) -> bool:
    """Whether others would have won without a protect card, one of the game's by lot."""
    return record.protection is not None and record.protection.otherwise != record.winners


def _gained(record: GameRecord) -> float:
    """How much more of a win its player has than they would have had."""
    if record.protection is None:
        return 0.0
    seat, otherwise = record.protection.seat, record.protection.otherwise
    return won(record, seat) - (seat in otherwise) / len(otherwise)


def _lead(record: GameRecord) -> int:
    first, second, *_ = sorted(record.points, reverse=True)
    return first - second


@dataclass(frozen=True, slots=True)
class CardUse:
    """How often each player used a kind of card in a game, on average.

    ``side``: put into the pod or shared; ``event``: played by the event side, to protect among
    them. ``winning`` is the correlation between playing it, by whichever side, and winning.
    """

    card: str
    drawn: Estimate
    side: Estimate
    event: Estimate
    discarded: Estimate
    winning: Estimate | None


@dataclass(frozen=True, slots=True)
class Group:
    """Games by one set of rules among players of one level. ``lengths`` has their turns, sorted."""

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


def group_of(rules: str, players: str, setting: Setting, records: Sequence[GameRecord]) -> Group:
    """What these games show."""
    return Group(
        rules,
        players,
        measure(measures(setting.seats), records),
        tuple(sorted(record.turns for record in records)),
        tuple(_card_uses(setting, records)),
    )


def difference_of(
    group: Group, than: Group, records: Sequence[GameRecord], others: Sequence[GameRecord]
) -> Difference:
    """How two groups of games with the same draws differ."""
    seats = len(records[0].points)
    found = differences(measures(seats), records, others)
    return Difference(group.rules, than.rules, group.players, found)


def _card_uses(setting: Setting, records: Sequence[GameRecord]) -> Iterator[CardUse]:
    for kind, card in enumerate(setting.deck):
        if not card.copies:
            continue
        rows = [[_row(uses, kind) for uses in record.uses] for record in records]
        drawn, side, event, discarded = (
            estimate(sum(row[part] for row in seats) / setting.seats for seats in rows)
            for part in range(4)
        )
        pairs = (
            [(row[1] + row[2], won(record, seat)) for seat, row in enumerate(seats)]
            for record, seats in zip(records, rows, strict=True)
        )
        yield CardUse(card.name, drawn, side, event, discarded, correlation(pairs))


def _row(uses: Uses, kind: int) -> tuple[int, int, int, int]:
    """How often one seat drew a kind of card, put it by a side, played its event, discarded it."""
    return uses.drawn[kind], uses.sides[kind], uses.events[kind], uses.discarded[kind]


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
