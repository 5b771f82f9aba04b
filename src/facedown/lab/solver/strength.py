"""``facedown strength solver``: how often the Investigator finds rules of a space.

One Investigator with eight cards in hand, 25 plays with the first card among them, and a last guess
at the end. The secret rules are drawn alike from each size of the space that the Investigator
reasons over, so that it knows their law but not their size.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from facedown.core.codec import Json
from facedown.core.errors import BadOption
from facedown.core.messages import phrase
from facedown.core.workshop import Progress
from facedown.deduce.rules import SOLVER
from facedown.deduce.rules.law import FAMILIES, family_of
from facedown.lab.estimate import Estimate, estimate, estimate_of_share
from facedown.lab.series import completed, executor_for
from facedown.lab.solver.trial import Trial, TrialSetting, score_of
from facedown.lab.tools import Command, Result

if TYPE_CHECKING:
    from facedown.deduce.rules.space.stored import Space

SPACES: Final = ("last-card", "large")
GAMES: Final = 100
MOST_GAMES: Final = 100_000
HAND: Final = 8
MILLI: Final = 1000
"""Means are taken of whole numbers: everything is counted in thousandths."""
PART: Final = 5
"""Games that are played between two reports."""


class StrengthBatch(NamedTuple):
    """Some games of one size: their numbers, and what they are drawn by."""

    space: str
    size: str
    seed: int
    numbers: range


@dataclass(frozen=True, slots=True)
class PlayedTrials:
    """What one game came to; ``cards`` lie on the tracks at its end."""

    size: str
    family: str
    rule: str
    solved: bool
    cards: int
    wrong: int


def play_part(part: StrengthBatch) -> list[PlayedTrials]:
    """The games of a part."""
    from facedown.deduce.rules.space.belief import InSpace
    from facedown.lab.solver.space_agent import SpaceAgent

    space = _space(part.space)
    agent = SpaceAgent(InSpace.start(space))
    conditions = TrialSetting(hand=HAND)
    found = []
    for number in part.numbers:
        seed = f"{part.seed}/{part.space}/{part.size}/{number}"
        rule = space.rule(random.Random(seed).choice(space.sizes[part.size]))
        score = score_of(Trial(rule, 1, conditions, seed).play(agent), conditions)
        found.append(
            PlayedTrials(
                part.size, family_of(rule), rule.sentence, score.solved, score.cards, score.wrong
            )
        )
    return found


@lru_cache(maxsize=2)
def _space(name: str) -> Space:
    from facedown.deduce.rules.space.forms import last_card
    from facedown.deduce.rules.space.stored import large_space, load

    return large_space(SOLVER) if name == "large" else load(last_card(SOLVER))


def run(
    space: str, games: int, seed: int, progress: Progress, workers: int | None = None
) -> list[PlayedTrials]:
    """So many games of each size of a space, the same on any number of processes."""
    progress(f"The {space} space has {len(_space(space)):,} meanings.")
    parts = [
        StrengthBatch(space, size, seed, range(first, min(first + PART, games)))
        for size in _space(space).sizes
        for first in range(0, games, PART)
    ]
    found: dict[StrengthBatch, list[PlayedTrials]] = {}
    with executor_for(workers) as executor:
        for part, played in completed(executor, play_part, parts):
            found[part] = played
            done = sum(map(len, found.values()))
            progress(f"{done:,} of {games * len(_space(space).sizes):,} games.")
    return [game for part in parts for game in found[part]]


def rows_of(games: list[PlayedTrials]) -> Iterator[tuple[str, list[PlayedTrials]]]:
    """The games of each size and of each family that came up at least twice, with their names."""
    for size in dict.fromkeys(game.size for game in games):
        yield size, [game for game in games if game.size == size]
    for family in FAMILIES:
        found = [game for game in games if game.family == family]
        if len(found) > 1:
            yield f"about: {family}", found


def measures(games: list[PlayedTrials]) -> dict[str, Estimate]:
    """Rules found, cards played, those of a rule that was not found too, and wrong guesses."""
    values = {
        "cards": [MILLI * game.cards for game in games],
        "wrong": [MILLI * game.wrong for game in games],
    }
    means = {what: estimate(each) for what, each in values.items()}
    return {
        "found": estimate_of_share(game.solved for game in games),
        **{what: Estimate(e.mean / MILLI, e.error / MILLI) for what, e in means.items()},
    }


def _arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--space",
        choices=SPACES,
        default=SPACES[0],
        help="rules about the card and the last one, or of all kinds (last-card)",
    )
    parser.add_argument(
        "--games", metavar="N", type=int, default=GAMES, help=f"games of each size ({GAMES})"
    )
    parser.add_argument(
        "--seed", metavar="N", type=int, default=0, help="the same games every time (0)"
    )
    parser.add_argument(
        "--workers", type=int, metavar="N", help="processes at work; one per processor otherwise"
    )


def _strength(chosen: argparse.Namespace, progress: Progress) -> Result:
    if not 2 <= chosen.games <= MOST_GAMES:
        raise BadOption(f"The games are from 2 to {MOST_GAMES:,}, not {chosen.games}.")
    games = run(chosen.space, chosen.games, chosen.seed, progress, chosen.workers)
    lines = [
        f"The Investigator looks for {len(_space(chosen.space)):,} rules ({chosen.space}).",
        f"{chosen.games:,} games of each size (seed {chosen.seed}), with 95 % intervals.",
        f"{HAND} cards in hand, 25 plays and a last guess; cards of rules not found count too.",
        "",
        f"{'rules':<24}{'games':>7}{'found':>17}{'cards':>19}{'wrong guesses':>19}",
    ]
    json: dict[str, Json] = {}
    for name, row in rows_of(games):
        found = measures(row)
        words = [found[what].words for what in ("found", "cards", "wrong")]
        lines.append(f"{name:<24}{len(row):>7}{words[0]:>17}{words[1]:>19}{words[2]:>19}")
        json[name] = {
            "games": len(row),
            **{what: {"mean": e.mean, "error": e.error} for what, e in found.items()},
        }
    whole: dict[str, Json] = {
        "space": chosen.space,
        "meanings": len(_space(chosen.space)),
        "seed": chosen.seed,
        "rows": json,
        "games": [asdict(game) for game in games],
    }
    return Result(whole, "\n".join(lines))


STRENGTH: Final = Command(
    "strength",
    phrase("How often the Investigator finds rules, by size and family."),
    _arguments,
    _strength,
)
