"""Mystery Machine's own command: how often its players name the mystery."""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from facedown.core.errors import BadOption
from facedown.core.messages import phrase
from facedown.core.progress import Progress
from facedown.core.roster import new_bot, roster_of
from facedown.games.mystery.library import PRINTED, find_puzzle
from facedown.lab.estimate import Estimate, estimate
from facedown.lab.mystery.win import MOST_DEALS, Played, mean_chance, mean_difference, played
from facedown.lab.tools import Command, Result

if TYPE_CHECKING:
    from facedown.games.mystery.game import MysteryMachine

DEALS: Final = 1_000


@dataclass(frozen=True, slots=True)
class Strength:
    """How one player did on one puzzle, on average.

    ``right`` are right guesses as they were expected from what had been shown, ``won`` those that
    were right, ``more`` how much ``right`` is above that of the first player on the same deals.
    """

    puzzle: str
    bot: str
    right: Estimate
    won: Estimate
    questions: Estimate
    left: Estimate
    more: Estimate


def measure(game: MysteryMachine, bot: str, deals: int, seed: int) -> list[Played]:
    """The games of a player; the deals depend on the seed alone, so players can be compared."""
    return [played(game, bot, f"{seed}/{deal}") for deal in range(deals)]


def compared(puzzle: str, bot: str, games: list[Played], first: list[Played]) -> Strength:
    """What a player's games come to, beside those of the first player on the same deals."""
    return Strength(
        puzzle,
        bot,
        mean_chance(games),
        estimate([one.right for one in games]),
        estimate([one.questions for one in games]),
        estimate([one.left for one in games]),
        mean_difference(games, first),
    )


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
        first: list[Played] = []
        for bot in chosen.bot or roster_of(game).bots:
            new_bot(game, bot)
            progress(f"{titles[puzzle]}: {bot} plays {chosen.deals:,} deals.")
            games = measure(game, bot, chosen.deals, chosen.seed)
            first = first or games
            found.append(compared(puzzle, bot, games, first))
    lines = [
        (
            f"{chosen.deals:,} deals of each puzzle (seed {chosen.seed}), the same for every "
            "player, with 95 % intervals."
        ),
        (
            "Right is how likely guesses were right from what had been shown; more, beside the "
            "first player."
        ),
        "",
        (
            f"{'puzzle':<22}{'player':<10}{'right, %':>14}{'more, %':>14}{'won, %':>14}"
            f"{'questions':>14}{'low cards left':>16}"
        ),
    ]
    for one in found:
        shares = "".join(
            f"{100 * value.mean:.1f} ± {100 * value.error:.1f}".rjust(14)
            for value in (one.right, one.more, one.won)
        )
        asked = f"{one.questions.mean:.2f} ± {one.questions.error:.2f}"
        left = f"{one.left.mean:.2f} ± {one.left.error:.2f}"
        lines.append(f"{titles[one.puzzle][:20]:<22}{one.bot:<10}{shares}{asked:>14}{left:>16}")
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
                        ("won", one.won),
                        ("more", one.more),
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
    Command("strength", phrase("How often players name the mystery."), _arguments, _strength),
)
