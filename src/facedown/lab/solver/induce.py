"""``facedown induce``: how well an agent finds secret rules (docs/bots.md)."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from math import fsum, inf
from pathlib import Path
from typing import Final

from facedown.core.codec import Json
from facedown.core.errors import BadOption
from facedown.core.messages import counted, phrase
from facedown.core.workshop import Progress
from facedown.deduce.rules import Deck, RuleError, deck_called, parse
from facedown.deduce.rules.catalogue import catalogue
from facedown.deduce.rules.law import FAMILIES, level_of
from facedown.lab.estimate import estimate, share_interval
from facedown.lab.solver.agents import knowledge
from facedown.lab.solver.induction import AskedRules, InductionGame, Secret, run
from facedown.lab.solver.trial import SCORINGS, Master, TrialSetting
from facedown.lab.tools import Command, Result

GAMES: Final = 100
MOST_GAMES: Final = 100_000

LARGEST_FILE: Final = 1_000_000
"""Bytes of a file of rules."""

CATALOGUE: Final = "catalogue"
"""What stands for a file: the rules of the catalogue."""

MILLI: Final = 1000
"""Means are taken of whole numbers: bits and shares are counted in thousandths."""

MISTAKES: Final = ("illegal", "unreadable")


# What was found


@dataclass(frozen=True, slots=True)
class Mean:
    """A mean and the ends of its 95 % interval; of a single value they are not known."""

    mean: float
    low: float | None
    high: float | None

    @property
    def words(self) -> str:
        """The mean to three places, with its interval."""
        ends = "" if self.low is None else f" ({self.low:.3f}–{self.high:.3f})"
        return f"{self.mean:.3f}{ends}"


def _mean(values: Iterable[float], least: float = 0) -> Mean:
    """The mean of what is never less than ``least``, and so its interval."""
    whole = [round(value * MILLI) for value in values]
    if len(whole) == 1:
        return Mean(whole[0] / MILLI, None, None)
    found = estimate(whole)
    mean, error = found.mean / MILLI, found.error / MILLI
    return Mean(mean, max(least, mean - error), mean + error)


def _share(seen: Iterable[float]) -> Mean:
    games = list(seen)
    mean = fsum(games) / len(games)
    return Mean(mean, *share_interval(mean, len(games)))


MEASURES: Final[Mapping[str, Callable[[InductionGame], float]]] = {
    "solved": lambda game: game.solved,
    "cards": lambda game: game.cards,
    "score": lambda game: game.score,
    "wrong guesses": lambda game: game.wrong,
    "bits lost a card": lambda game: game.lost / max(1, game.judged),
    "could refute": lambda game: game.refuting / max(1, game.judged),
}
"""What is told of games, each as a mean."""

SHARES: Final = ("solved", "could refute")
"""Those that are shares, from 0 to 1; of the others only a score can be below 0."""

WIDTH: Final = 26
"""Characters of a column."""


def mean_of(what: str, games: Sequence[InductionGame]) -> Mean:
    """The mean of a measure in at least one game, with an interval within what it can be."""
    values = map(MEASURES[what], games)
    if what in SHARES:
        return _share(values)
    return _mean(values, -inf if what == "score" else 0)


def by_family(games: Sequence[InductionGame]) -> dict[str, list[InductionGame]]:
    """The games of each family there is, and all of them."""
    rows = {name: [game for game in games if game.family == name] for name in FAMILIES}
    return {**{name: row for name, row in rows.items() if row}, "all": list(games)}


def result_of(asked: AskedRules, games: Sequence[InductionGame]) -> Result:
    """The table and its JSON."""
    rows = {
        name: {what: mean_of(what, row) for what in MEASURES}
        for name, row in by_family(games).items()
    }
    sizes = {name: len(row) for name, row in by_family(games).items()}
    conditions = asked.conditions
    turns = f"{counted(conditions.turns, 'turn')}, scoring by {conditions.scoring}"
    lines = [
        f"{asked.agent} looks for {counted(len(asked.rules), 'rule')}.",
        f"It goes by {knowledge(asked.agent, conditions)}.",
        f"{counted(len(games), 'game')} (seed {asked.seed}), with 95 % intervals.",
        f"Deck {conditions.deck}, {counted(conditions.hand, 'card')} in hand, {turns}.",
        "",
        f"{'family':<16}{'games':>6}" + "".join(f"{what:>{WIDTH}}" for what in MEASURES),
    ]
    lines += [
        f"{name:<16}{sizes[name]:>6}" + "".join(f"{each.words:>{WIDTH}}" for each in row.values())
        for name, row in rows.items()
    ]
    seconds = fsum(game.seconds for game in games) / max(1, sum(game.turns for game in games))
    lines += ["", f"A turn took {seconds:.3f} seconds on average, the Master's answers among them."]
    mistakes = {what: sum(getattr(game, what) for game in games) for what in MISTAKES}
    if any(mistakes.values()):
        told = " and ".join(f"{count:,} {what}" for what, count in mistakes.items())
        lines += ["", f"Answers that could not be used: {told}."]
    json: dict[str, Json] = {
        "agent": asked.agent,
        "goes_by": knowledge(asked.agent, conditions),
        "rules": len(asked.rules),
        "seed": asked.seed,
        "conditions": asdict(conditions),
        "families": {
            name: {
                "games": sizes[name],
                **{what.replace(" ", "_"): asdict(each) for what, each in row.items()},
            }
            for name, row in rows.items()
        },
        "seconds_a_turn": round(seconds, 4),
        **mistakes,
        "games": [asdict(game) for game in games],
    }
    return Result(json, "\n".join(lines))


# The command


def read_rules(name: str, deck: Deck, level: int | None) -> tuple[Secret, ...]:
    """The rules of the catalogue, or of a file with a sentence a line; ``#`` begins a remark.

    Raises ``BadOption`` with one sentence that names the line.
    """
    if name == CATALOGUE:
        if deck.name != "solver":
            raise BadOption(
                f"The catalogue is for SOLVER's deck; --rules FILE has rules of {deck.name}."
            )
        return tuple(Secret(entry.sentence, entry.level) for entry in catalogue(level))
    try:
        with Path(name).open("rb") as file:
            text = file.read(LARGEST_FILE + 1)
        lines = text.decode().splitlines()
    except (OSError, ValueError):
        raise BadOption(f"The file {name[:60]!r} cannot be read.") from None
    if len(text) > LARGEST_FILE:
        raise BadOption(f"A file of rules has at most {LARGEST_FILE:,} bytes.")
    found = []
    for number, line in enumerate(lines, 1):
        sentence = line.partition("#")[0].strip()
        if not sentence:
            continue
        try:
            rule = parse(sentence, deck)
        except RuleError as problem:
            raise BadOption(f"Line {number} of {name[:60]!r} is no rule: {problem}") from None
        if level is None or level_of(rule) == level:
            found.append(Secret(rule.sentence, level_of(rule)))
    if not found:
        raise BadOption(
            f"There is no rule in {name[:60]!r}{f' of level {level}' if level else ''}."
        )
    return tuple(found)


def _arguments(parser: argparse.ArgumentParser) -> None:
    plain = TrialSetting()
    parser.add_argument(
        "--rules",
        default=CATALOGUE,
        metavar="FILE",
        help="a rule a line; otherwise the catalogue",
    )
    parser.add_argument(
        "--level", type=int, choices=range(1, 6), help="only rules of this level (all)"
    )
    parser.add_argument(
        "--agent",
        default="lawful",
        metavar="AGENT",
        help="random, lawful, investigator, another bot of SOLVER with its deck, "
        "program:COMMAND for one that is asked over JSON lines, or URL#MODEL for a model behind "
        "an endpoint for chats (lawful)",
    )
    parser.add_argument(
        "--games", type=int, default=GAMES, metavar="N", help=f"how many games ({GAMES})"
    )
    parser.add_argument(
        "--seed", type=int, default=0, metavar="N", help="the same games every time (0)"
    )
    parser.add_argument("--deck", default=plain.deck, help="solver or standard (solver)")
    parser.add_argument(
        "--hand", type=int, default=plain.hand, metavar="N", help=f"cards in hand ({plain.hand})"
    )
    parser.add_argument(
        "--turns", type=int, default=plain.turns, metavar="N", help=f"turns ({plain.turns})"
    )
    parser.add_argument(
        "--scoring",
        default=plain.scoring,
        choices=SCORINGS,
        help="cards: turns + 2 less the cards on the tracks, and a guess costs a card; "
        "turns: turns + 1 less the turns less 2 for each wrong guess, or 0 (cards)",
    )
    parser.add_argument(
        "--workers", type=int, metavar="N", help="processes at work; one per processor otherwise"
    )


def _induce(chosen: argparse.Namespace, progress: Progress) -> Result:
    if not 1 <= chosen.games <= MOST_GAMES:
        raise BadOption(f"The games are from 1 to {MOST_GAMES:,}, not {chosen.games}.")
    master: Master = "program" if chosen.rules == CATALOGUE else "player"
    conditions = TrialSetting(chosen.deck, chosen.hand, chosen.turns, chosen.scoring, master)
    rules = read_rules(chosen.rules, deck_called(chosen.deck), chosen.level)
    asked = AskedRules(rules, chosen.agent, conditions, chosen.games, chosen.seed)
    return result_of(asked, run(asked, progress, chosen.workers))


INDUCE: Final = Command(
    "induce", phrase("How well an agent finds secret rules."), _arguments, _induce
)
