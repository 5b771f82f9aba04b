"""What the workbench is to play: sets of rules, players, how many games; and playing them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final

from facedown.core.codec import from_json
from facedown.core.errors import BadOption
from facedown.core.roster import new_bot
from facedown.core.workshop import Progress
from facedown.games.solid.game import Solid
from facedown.lab.estimate import (
    differences,
    measure,
)
from facedown.lab.records import Records, complete
from facedown.lab.series import Series
from facedown.lab.solid.strength import WON, Matches, Rules, play, won_in
from facedown.lab.solid.workbench.findings import (
    Difference,
    GameRecord,
    Group,
    Skill,
    checksum,
    difference_of,
    group_of,
    play_game,
)

MOST_RULES: Final = 8

FEWEST_GAMES, MOST_GAMES = 10, 1_000_000


@dataclass(frozen=True, slots=True)
class Plan:
    """Sets of rules, each played by every level of players, all seats alike, on the same draws.

    ``mixed`` lets each level also play among the one before it, once from every seat of a deal.
    Raises ``BadOption``, ``UnknownName`` or a card list's own sentence when that cannot be played.
    """

    rules: tuple[Rules, ...]
    players: tuple[str, ...]
    games: int
    seats: int = 2
    seed: int = 0
    mixed: bool = False

    def __post_init__(self) -> None:
        names = [rules.name for rules in self.rules]
        if not 1 <= len(names) <= MOST_RULES:
            raise BadOption(f"The workbench compares 1 to {MOST_RULES} sets of rules.")
        if twice := [name for name in names if names.count(name) > 1]:
            raise BadOption(f"Two sets of rules are called {twice[0][:40]}: rename a file.")
        if len(set(self.players)) < len(self.players) or not self.players:
            raise BadOption("Each level of players is named once.")
        if not FEWEST_GAMES <= self.games <= MOST_GAMES:
            raise BadOption(
                f"The workbench plays {FEWEST_GAMES} to {MOST_GAMES:,} games, not {self.games}."
            )
        for rules in self.rules:
            try:
                game = self.game(rules)
            except BadOption as problem:
                raise BadOption(f"{rules.name}: {problem}") from None
            for player in self.players:
                new_bot(game, player)
        if self.mixed and len(self.players) < 2:
            raise BadOption("To mix players takes two levels of them.")

    def game(self, rules: Rules) -> Solid:
        """The game with these rules."""
        return Solid(self.seats, **rules.options)

    def series(self, rules: Rules, player: str) -> Series:
        """The games by these rules among players of one level."""
        return Series.of("solid", self.seats, rules.options, [player] * self.seats, self.seed)


@dataclass(frozen=True, slots=True)
class Findings:
    """What the games of a plan show.

    ``groups`` are in the order of the players and then of the rules. The first set of rules is what
    the others are compared with. ``skills`` are those of mixed players, if asked for. ``checksum``
    is over the logs of all games among equals.
    """

    plan: Plan
    groups: tuple[Group, ...]
    differences: tuple[Difference, ...]
    skills: tuple[Skill, ...]
    checksum: str


def run(
    plan: Plan,
    records: Records | None = None,
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> Findings:
    """Plays what is missing of a plan's games, and finds what they show.

    The findings depend on the plan alone, wherever and in however many runs it is played.

    >>> from facedown.lab.solid.strength import rules_from
    >>> plan = Plan((rules_from("separate,turns=40"),), ("beginner",), games=10)
    >>> findings = run(plan)
    >>> len(findings.groups), findings.checksum == run(plan).checksum
    (1, True)
    """
    records = records or Records()
    asked = [plan.series(rules, player) for player in plan.players for rules in plan.rules]
    complete(records, asked, plan.games, play_game, executor, progress)
    groups: list[Group] = []
    found: list[Difference] = []
    logs: list[str] = []
    for player in plan.players:
        first: tuple[Group, Sequence[GameRecord]] | None = None
        for rules in plan.rules:
            kept = records.of(plan.series(rules, player))
            games = [from_json(GameRecord, kept[number]) for number in range(plan.games)]
            group = group_of(rules.name, player, plan.game(rules).setting, games)
            groups.append(group)
            logs += [game.log for game in games]
            if first is None:
                first = group, games
            else:
                found.append(difference_of(group, first[0], games, first[1]))
    skills = tuple(_skills(plan, records, executor, progress)) if plan.mixed else ()
    return Findings(plan, tuple(groups), tuple(found), skills, checksum(logs))


def _skills(
    plan: Plan, records: Records, executor: Executor | None, progress: Progress | None
) -> Iterator[Skill]:
    for weaker, player in pairwise(plan.players):
        first: list[float] | None = None
        for rules in plan.rules:
            matches = Matches(rules, (player,), (weaker,), plan.games, plan.seats, plan.seed)
            play(matches, records, executor, progress)
            won = won_in(matches, records, player, weaker)
            more = None if first is None else differences([WON], won, first)[0]
            first = first or won
            even = replace(WON, even=1 / plan.seats)
            yield Skill(rules.name, player, weaker, measure([even], won)[0], more)
