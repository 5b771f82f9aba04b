"""Mystery Machine's own command: how often its players name the mystery."""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from facedown.core.errors import BadOption
from facedown.core.play import play_bots
from facedown.core.progress import Progress
from facedown.core.roster import new_bot, roster_of
from facedown.games.mystery.library import PRINTED, find_puzzle
from facedown.lab.estimate import Estimate, estimate
from facedown.lab.tools import Command, Result

if TYPE_CHECKING:
    from facedown.games.mystery.game import MysteryMachine

DEALS: Final = 1_000
MOST_DEALS: Final = 1_000_000
_TOLD_EVERY: Final = 200


@dataclass(frozen=True, slots=True)
class Strength:
    """How one player did on one puzzle: right guesses, questions and low cards left, on average."""

    puzzle: str
    bot: str
    right: Estimate
    questions: Estimate
    left: Estimate


def measure(game: MysteryMachine, bot: str, deals: int, seed: int) -> tuple[Estimate, ...]:
    """Right guesses, questions asked and low cards left (0 when wrong) of a player, over deals.

    The deals depend on the seed alone, so that players can be compared.
    """
    player = new_bot(game, bot)
    right, questions, left = [], [], []
    for deal in range(deals):
        state = play_bots(game, [player], f"{seed}/{deal}")
        outcome = state.outcome()
        assert outcome is not None
        right.append(len(outcome.winners))
        left.append(outcome.points[0])
        questions.append(len(state.view(0).questions))  # type: ignore[attr-defined]  # of this game
    return estimate(right), estimate(questions), estimate(left)


def _arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--puzzle",
        metavar="PUZZLE",
        action="append",
        help="the name or share code of a puzzle; can be given repeatedly (the three printed ones)",
    )
    parser.add_argument(
        "--bot",
        metavar="NAME",
        action="append",
        help="a player; can be given repeatedly (all of them)",
    )
    parser.add_argument(
        "--deals", metavar="N", type=int, default=DEALS, help=f"deals of each puzzle ({DEALS:,})"
    )
    parser.add_argument(
        "--seed", metavar="N", type=int, default=0, help="the same deals every time (0)"
    )


def _strength(chosen: argparse.Namespace, progress: Progress) -> Result:
    from facedown.games.mystery.game import MysteryMachine

    if not 2 <= chosen.deals <= MOST_DEALS:
        raise BadOption(f"The deals are from 2 to {MOST_DEALS:,}, not {chosen.deals}.")
    puzzles = chosen.puzzle or list(PRINTED)
    titles = {puzzle: find_puzzle(puzzle).title for puzzle in puzzles}
    found: list[Strength] = []
    for puzzle in puzzles:
        game = MysteryMachine(1, puzzle=puzzle)
        for bot in chosen.bot or roster_of(game).bots:
            new_bot(game, bot)
            progress(f"{titles[puzzle]}: {bot} plays {chosen.deals:,} deals.")
            found.append(Strength(puzzle, bot, *measure(game, bot, chosen.deals, chosen.seed)))
    lines = [
        f"{chosen.deals:,} deals of each puzzle (seed {chosen.seed}), with 95 % intervals.",
        "",
        f"{'puzzle':<22}{'player':<10}{'right, %':>14}{'questions':>16}{'low cards left':>16}",
    ]
    for one in found:
        right = f"{100 * one.right.mean:.1f} ± {100 * one.right.error:.1f}"
        asked = f"{one.questions.mean:.2f} ± {one.questions.error:.2f}"
        left = f"{one.left.mean:.2f} ± {one.left.error:.2f}"
        name = titles[one.puzzle][:20]
        lines.append(f"{name:<22}{one.bot:<10}{right:>14}{asked:>16}{left:>16}")
    json = {
        "deals": chosen.deals,
        "seed": chosen.seed,
        "players": [
            {
                "puzzle": one.puzzle,
                "bot": one.bot,
                **{
                    part: {"mean": value.mean, "error": value.error}
                    for part, value in (
                        ("right", one.right),
                        ("questions", one.questions),
                        ("low_cards_left", one.left),
                    )
                },
            }
            for one in found
        ],
    }
    return Result(json, "\n".join(lines))


COMMANDS: Final = (
    Command("strength", "How often players name the mystery.", _arguments, _strength),
)
