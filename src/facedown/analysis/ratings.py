"""How strong players are, by all their games together: at a tournament, on a site.

Ratings are those of Bradley and Terry: by how much one player is above another says how often it
wins when both are at a table, and everybody's average is 0. They are fitted by choix
(``facedown[ratings]``), and their intervals come from games drawn again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from itertools import combinations
from math import log
from typing import TYPE_CHECKING, Final, TypeAlias

from facedown.core.errors import BadOption
from facedown.core.messages import phrase
from facedown.core.seats import Outcome, Seat

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Wins: TypeAlias = NDArray[np.float64]

MOST_RATED: Final = 100
"""Players of one table on a site: those with the most games."""
ELO: Final = 400 / log(10)
"""A player that is 400 above another wins ten games of eleven against it."""
DRAWN_AGAIN: Final = 400
"""Sets of games of which the intervals are made."""
MOST_STEPS: Final = 10_000
"""Steps of a fit; where few have met each other it takes many."""

Places: TypeAlias = tuple[int, ...]
"""The place of each seat at the end of a game, from 1; who won together shares the first."""

Meetings: TypeAlias = Mapping[tuple[str, ...], Counter[Places]]
"""How often each line-up, a player for each seat, has ended how."""


@dataclass(frozen=True, slots=True)
class RatedPlayer:
    """A player: its rating with a 95 % interval, its games and the share of them that it won."""

    player: str
    rating: float
    low: float
    high: float
    games: int
    won: float
    forfeits: int


def places_of(outcome: Outcome, left: Collection[Seat] = ()) -> Places:
    """The places in a game that is over: the winners, then the others by their points.

    Who has ``left`` comes after all of them, whatever became of their seats.

    >>> outcome = Outcome((5, 9, 7), (1,), "")
    >>> places_of(outcome), places_of(outcome, left={1})
    ((3, 1, 2), (2, 3, 1))
    >>> places_of(Outcome((), (1,), ""))
    (2, 1)
    """
    seats = range(len(outcome.points) or 2)  # only a game of two ends by being given up
    lost = [seat not in outcome.winners for seat in seats]
    points = [-outcome.points[seat] if lost[seat] and outcome.points else 0 for seat in seats]
    keys = [(seat in left, lost[seat], points[seat]) for seat in seats]
    return tuple(1 + sum(other < key for other in keys) for key in keys)


def check_choix() -> None:
    """Raises ``BadOption`` where choix is not installed."""
    if find_spec("choix") is None:
        raise BadOption(phrase("Ratings need choix: install facedown[ratings]."))


def won_by(players: Sequence[str], meetings: Meetings) -> dict[str, tuple[int, float]]:
    """How many games each has played, and what part of their wins it has; shared wins in parts.

    >>> won_by(("a", "b"), {("a", "b", "b"): Counter({(1, 1, 3): 4})})
    {'a': (4, 2.0), 'b': (4, 2.0)}
    """
    found = dict.fromkeys(players, (0, 0.0))
    for line_up, ended in meetings.items():
        for place, times in ended.items():
            for name in dict.fromkeys(line_up):
                own = [each for who, each in zip(line_up, place, strict=True) if who == name]
                games, won = found[name]
                share = own.count(1) / place.count(1)
                found[name] = games + times, won + times * share
    return found


def rated(
    players: Sequence[str],
    meetings: Meetings,
    forfeits: Mapping[str, int] | None = None,
    seed: int = 0,
    *,
    planned: bool = True,
) -> tuple[RatedPlayer, ...]:
    """The ratings of players who met; whoever shared a place won half against each other.

    Two who met count as having drawn one game more, so that who never lost has a rating too. The
    intervals are of 400 sets of as many games, drawn again from those of each line-up; where nobody
    ``planned`` who meets whom how often, of sets in which any game may be missing or be there
    several times.

    >>> table = rated(("a", "b"), {("a", "b"): Counter({(1, 2): 75, (2, 1): 25})})
    >>> [(each.player, round(each.rating), each.games, each.won) for each in table]
    [('a', 94, 100, 0.75), ('b', -94, 100, 0.25)]
    >>> table[0].low < 94 < table[0].high
    True
    """
    import numpy as np

    check_choix()
    import choix

    index = {name: at for at, name in enumerate(players)}
    size = len(players)
    kinds = [(line_up, place) for line_up, ended in meetings.items() for place in ended]
    wins = [
        (number, index[one] * size + index[other], share)
        for number, (line_up, place) in enumerate(kinds)
        for one, other, share in _wins(line_up, place)
    ]
    of_kind = np.array([number for number, _, _ in wins])
    cells = np.array([cell for _, cell, _ in wins])
    shares = np.array([share for _, _, share in wins])

    def added(times: Sequence[int]) -> Wins:
        weights = shares * np.asarray(times, float)[of_kind]
        return np.bincount(cells, weights, size * size).reshape(size, size).astype(float)

    counts = {line_up: [*ended.values()] for line_up, ended in meetings.items()}
    all_games = [times for each in counts.values() for times in each]
    against = added(all_games)
    drawn = (against + against.T > 0) / 2

    def fitted(times: Sequence[int]) -> Wins:
        found: Wins = choix.ilsr_pairwise_dense(
            added(times) + drawn, alpha=1e-6, max_iter=MOST_STEPS
        )
        above: Wins = (found - found.mean()) * ELO
        return above

    ratings = fitted(all_games)
    rng = np.random.default_rng(seed)

    def again() -> list[int]:
        if not planned:
            return [int(times) for times in rng.poisson(all_games)]
        return [
            int(times)
            for each in counts.values()
            for times in rng.multinomial(sum(each), np.array(each) / sum(each))
        ]

    sets = np.array([fitted(again()) for _ in range(DRAWN_AGAIN)])
    low, high = np.percentile(sets, (2.5, 97.5), axis=0)
    won = won_by(players, meetings)
    table = [
        RatedPlayer(
            name,
            float(ratings[at]),
            float(low[at]),
            float(high[at]),
            won[name][0],
            won[name][1] / max(1, won[name][0]),
            (forfeits or {}).get(name, 0),
        )
        for name, at in index.items()
    ]
    return tuple(sorted(table, key=lambda each: -each.rating))


def _wins(line_up: Sequence[str], place: Places) -> list[tuple[str, str, float]]:
    """Who won how much against whom in a game that ended so; nobody against themselves."""
    found = []
    for (one, first), (other, second) in combinations(zip(line_up, place, strict=True), 2):
        if one != other:
            share = 0.5 if first == second else float(first < second)
            found += [(one, other, share), (other, one, 1 - share)]
    return found


@dataclass(frozen=True, slots=True)
class Standing:
    """A player of a site: its rating with a 95 % interval, in whole numbers, and its games."""

    player: str
    rating: int
    low: int
    high: int
    games: int


def standings(
    games: Iterable[tuple[tuple[str, ...], Places]], most: int = MOST_RATED
) -> tuple[tuple[Standing, ...], ...]:
    """The ratings of those who play as they like: who sat in each game, with the places.

    A table for each group of players who have met, be it by others between them: nothing says how
    strong one group is beside another. The largest is first.

    >>> games = [(("a", "b"), (1, 2))] * 6 + [(("c", "b"), (2, 1))] * 5 + [(("d", "e"), (1, 1))]
    >>> [[(each.player, each.games) for each in table] for table in standings(games)]
    [[('a', 6), ('b', 11), ('c', 5)], [('d', 1), ('e', 1)]]
    """
    games = list(games)
    played = Counter(player for line_up, _ in games for player in set(line_up))
    kept = {player for player, _ in played.most_common(most)}
    meetings: dict[tuple[str, ...], Counter[Places]] = {}
    groups: list[set[str]] = []
    for line_up, places in games:
        seats = [seat for seat, player in enumerate(line_up) if player in kept]
        sat, among = tuple(line_up[seat] for seat in seats), [places[seat] for seat in seats]
        if len(set(sat)) < 2:
            continue
        place = tuple(1 + sum(other < own for other in among) for own in among)
        meetings.setdefault(sat, Counter())[place] += 1
        met = [group for group in groups if group.intersection(sat)]
        groups = [group for group in groups if group not in met] + [set(sat).union(*met)]
    return tuple(
        _standings(group, {sat: ended for sat, ended in meetings.items() if sat[0] in group})
        for group in sorted(groups, key=lambda group: (-len(group), min(group)))
    )


def _standings(group: Collection[str], meetings: Meetings) -> tuple[Standing, ...]:
    return tuple(
        Standing(
            each.player,
            round(each.rating),
            round(min(each.low, each.rating)),
            round(max(each.high, each.rating)),
            each.games,
        )
        for each in rated(sorted(group), meetings, planned=False)
    )
