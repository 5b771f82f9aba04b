"""What the workbench is to play: sets of rules, players, how many games; and playing them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

from facedown.core.codec import from_json
from facedown.core.errors import BadOption
from facedown.core.facts import OptionValue
from facedown.core.game import Game
from facedown.core.messages import listed
from facedown.core.registry import game_class, new_game
from facedown.core.roster import new_bot
from facedown.core.texts import text_in
from facedown.core.workshop import Progress
from facedown.lab.estimate import (
    differences,
    measure,
)
from facedown.lab.matches import WON, Matches, Rules, play, won_in
from facedown.lab.records import Records, complete
from facedown.lab.series import Series
from facedown.lab.workbench.findings import (
    AnyWorkbench,
    Difference,
    Group,
    Skill,
    checksum,
    difference_of,
    group_of,
)

MOST_RULES: Final = 8

FEWEST_GAMES, MOST_GAMES = 10, 1_000_000


@dataclass(frozen=True, slots=True)
class Plan:
    """Sets of rules, each played by every level of players, all seats alike, on the same draws.

    ``mixed`` lets each level also play among the one before it, once from every seat of a deal.
    Raises ``BadOption``, ``UnknownName`` or a card list's own sentence when that cannot be played.
    """

    bench: AnyWorkbench
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

    def game(self, rules: Rules) -> Game:
        """The game with these rules."""
        return new_game(self.bench.game, self.seats, **rules.options)

    def series(self, rules: Rules, player: str) -> Series:
        """The games by these rules among players of one level."""
        return Series.of(
            self.bench.game, self.seats, rules.options, [player] * self.seats, self.seed
        )


def rules_from(bench: AnyWorkbench, text: str) -> Rules:
    """The rules that ``FILE.toml`` or a name means, and ``,NAME=VALUE`` for further options.

    Raises ``BadOption`` with one sentence.

    >>> from facedown.lab.solid.workbench import WORKBENCH
    >>> rules_from(WORKBENCH, "separate,turns=40")
    Rules(name='separate,turns=40', options={'deck': 'separate', 'turns': 40})
    """
    source, *given = text.split(",")
    options: dict[str, OptionValue] = {}
    if source in bench.known:
        name = source
        options |= bench.known[source]
    elif not Path(source).suffix and not Path(source).exists():
        come = "comes" if len(bench.known) == 1 else "come"
        raise BadOption(
            f"There is no {bench.kind} {source[:40]!r}: {listed(bench.known)} {come} along, and "
            "other rules are files such as A.toml."
        )
    else:
        name, options[bench.source] = Path(source).stem, text_in(Path(source), bench.what)
    taken = {bench.source}.union(*bench.known.values())
    for part in given:
        key, equals, value = part.partition("=")
        if not equals or key in taken:
            raise BadOption(
                f"Rules are a file and options such as {bench.example}, not {part[:40]!r}."
            )
        options[key] = game_class(bench.game).facts.option(key).read(value)
    return Rules(",".join((name, *given)), options)


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

    >>> from facedown.lab.solid.workbench import WORKBENCH
    >>> rules = rules_from(WORKBENCH, "separate,turns=40")
    >>> plan = Plan(WORKBENCH, (rules,), ("beginner",), games=10)
    >>> findings = run(plan)
    >>> len(findings.groups), findings.checksum == run(plan).checksum
    (1, True)
    """
    records = records or Records()
    asked = [plan.series(rules, player) for player in plan.players for rules in plan.rules]
    bench, measures = plan.bench, plan.bench.measures(plan.seats)
    complete(records, asked, plan.games, bench.play, executor, progress)
    groups: list[Group] = []
    found: list[Difference] = []
    logs: list[str] = []
    for player in plan.players:
        first: tuple[Group, Sequence[Any]] | None = None
        for rules in plan.rules:
            kept = records.of(plan.series(rules, player))
            games = [from_json(bench.record, kept[number]) for number in range(plan.games)]
            group = group_of(bench, rules.name, player, plan.game(rules), games)
            groups.append(group)
            logs += [game.log for game in games]
            if first is None:
                first = group, games
            else:
                found.append(difference_of(measures, group, first[0], games, first[1]))
    skills = tuple(_skills(plan, records, executor, progress)) if plan.mixed else ()
    return Findings(plan, tuple(groups), tuple(found), skills, checksum(logs))


def _skills(
    plan: Plan, records: Records, executor: Executor | None, progress: Progress | None
) -> Iterator[Skill]:
    for weaker, player in pairwise(plan.players):
        first: list[float] | None = None
        for rules in plan.rules:
            matches = Matches(
                plan.bench.game, rules, (player,), (weaker,), plan.games, plan.seats, plan.seed
            )
            play(matches, records, executor, progress)
            won = won_in(matches, records, player, weaker)
            more = None if first is None else differences([WON], won, first)[0]
            first = first or won
            even = replace(WON, even=1 / plan.seats)
            yield Skill(rules.name, player, weaker, measure([even], won)[0], more)
