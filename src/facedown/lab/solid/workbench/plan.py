"""What the workbench is to play: sets of rules, players, how many games; and playing them."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from facedown.core.codec import from_json
from facedown.core.errors import BadOption
from facedown.core.facts import OptionValue
from facedown.core.progress import Progress
from facedown.core.roster import new_bot
from facedown.core.text_file import text_in
from facedown.games.solid.cards import DECKS
from facedown.games.solid.game import Solid
from facedown.lab.records import Records, complete
from facedown.lab.series import Series
from facedown.lab.solid.workbench.findings import (
    Difference,
    Group,
    checksum,
    difference_of,
    group_of,
)
from facedown.lab.solid.workbench.game_record import GameRecord, play_game

MOST_RULES: Final = 8
FEWEST_GAMES, MOST_GAMES = 10, 1_000_000


@dataclass(frozen=True, slots=True)
class Rules:
    """A set of rules: options of the game, and what it is called."""

    name: str
    options: dict[str, OptionValue]


def rules_from(text: str) -> Rules:
    """The rules that ``FILE.toml`` or the name of a deck means, and ``,NAME=VALUE`` for options.

    Raises ``BadOption`` with one sentence.

    >>> rules_from("separate,turns=40")
    Rules(name='separate,turns=40', options={'deck': 'separate', 'turns': 40})
    """
    source, *given = text.split(",")
    options: dict[str, OptionValue] = {}
    if source in DECKS:
        name, options["deck"] = source, source
    else:
        name, options["cards"] = Path(source).stem, text_in(Path(source), "A card list")
    for part in given:
        key, equals, value = part.partition("=")
        if not equals or key in ("deck", "cards"):
            raise BadOption(f"Rules are a file and options such as anyone=yes, not {part[:40]!r}.")
        options[key] = Solid.facts.option(key).read(value)
    return Rules(",".join((name, *given)), options)


@dataclass(frozen=True, slots=True)
class Plan:
    """Sets of rules, each played by every level of players, all seats alike, on the same draws.

    Raises ``BadOption``, ``UnknownName`` or a card list's own sentence when that cannot be played.
    """

    rules: tuple[Rules, ...]
    players: tuple[str, ...]
    games: int
    seats: int = 2
    seed: int = 0

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
    the others are compared with. ``checksum`` is over the logs of all games.
    """

    plan: Plan
    groups: tuple[Group, ...]
    differences: tuple[Difference, ...]
    checksum: str


def run(
    plan: Plan,
    records: Records | None = None,
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> Findings:
    """Plays what is missing of a plan's games, and finds what they show.

    The findings depend on the plan alone, wherever and in however many runs it is played.
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
    return Findings(plan, tuple(groups), tuple(found), checksum(logs))
