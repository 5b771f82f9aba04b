"""``facedown strength solid``: what part of games players win from others.

A player sits among others of one kind, once in each seat of every deal. Whom to measure by are also
the strong player with more or fewer rollouts, and ``seeing``, which sees all hands.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean
from typing import Final

from facedown.core.codec import Json
from facedown.core.errors import FacedownError
from facedown.core.game import Game
from facedown.core.messages import phrase
from facedown.core.moves import Action
from facedown.core.seats import Seat
from facedown.core.state import State
from facedown.core.view import View
from facedown.core.workshop import Progress
from facedown.games.solid.rules import SolidState
from facedown.games.solid.view import SolidView
from facedown.lab.estimate import Estimate, measure
from facedown.lab.matches import WON, Matches, ended, play, won_in
from facedown.lab.records import Records
from facedown.lab.series import add_executor_arguments, executor_for
from facedown.lab.solid.workbench import WORKBENCH
from facedown.lab.tools import Command, Result
from facedown.lab.workbench.plan import rules_from
from facedown.players.solid.strong import StrongBot


class SeeingBot:
    """Searches as the strong player does, in worlds in which the other hands are as they are.

    It takes the others for careful players, so against other ones it is no upper bound.
    """

    def __init__(self, game: Game, *, rollouts: int | None = None) -> None:
        self._strong = StrongBot(game, rollouts=rollouts)

    def act(self, _view: View, _rng: random.Random) -> Action:
        """Refused: a view does not show it what it needs."""
        raise FacedownError("This player sees all hands; it plays in the laboratory alone.")

    def act_in(self, state: State, seat: Seat, rng: random.Random) -> Action:
        """Its move."""
        assert isinstance(state, SolidState)
        view = state.view(seat)
        assert isinstance(view, SolidView)
        return self._strong.choose(view, rng, state.hands)


PLAYERS: Final = "greedy,careful,strong"
AGAINST: Final = "beginner,greedy,careful"
DEALS: Final = 100


@dataclass(frozen=True, slots=True)
class ShareOfWins:
    """The part of a win that a player had of the games among others, all seats of a deal together.

    Among equals it is one part in as many as there are seats; a tie is shared. ``ties`` is the part
    of games in which more than one seat won.
    """

    player: str
    against: str
    deals: int
    games: int
    won: Estimate
    ties: float


def run(
    matches: Matches,
    records: Records | None = None,
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> tuple[ShareOfWins, ...]:
    """Plays what is missing of the matches; the same on any number of processes."""
    records = records or Records()
    play(matches, records, executor, progress)
    return tuple(_scores(matches, records))


def _scores(matches: Matches, records: Records) -> Iterator[ShareOfWins]:
    for player, other in matches.pairs():
        deals = ended(matches, records, player, other)
        ties = fmean(len(end.winners) > 1 for deal in deals for end in deal)
        games = matches.deals * matches.seats
        found = measure([WON], won_in(matches, records, player, other))[0].found
        yield ShareOfWins(player, other, matches.deals, games, found, ties)


def _arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--players",
        metavar="NAME,NAME",
        default=PLAYERS,
        help="who is measured, such as strong:rollouts=300, strong:seconds=1, or seeing, which "
        f"sees all hands ({PLAYERS})",
    )
    parser.add_argument(
        "--against",
        metavar="NAME,NAME",
        default=AGAINST,
        help=f"by whom; the others at the table are all alike ({AGAINST})",
    )
    parser.add_argument(
        "--deals",
        metavar="N",
        type=int,
        default=DEALS,
        help=f"deals, each of them played once from every seat ({DEALS})",
    )
    parser.add_argument("--seats", metavar="N", type=int, default=2, help="players in a game (2)")
    parser.add_argument(
        "--rules",
        metavar="RULES",
        default="two-sided",
        help="a card list (FILE.toml) or a deck that comes along, with options behind it, such as "
        "A.toml,anyone=yes (two-sided)",
    )
    parser.add_argument(
        "--seed", metavar="N", type=int, default=0, help="the same deals every time (0)"
    )
    parser.add_argument(
        "--out", metavar="FILE", help="keeps the games there; those that are in it are not repeated"
    )
    add_executor_arguments(parser)


def _names(text: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in text.split(","))


def _strength(chosen: argparse.Namespace, progress: Progress) -> Result:
    matches = Matches(
        "solid",
        rules_from(WORKBENCH, chosen.rules),
        _names(chosen.players),
        _names(chosen.against),
        chosen.deals,
        chosen.seats,
        chosen.seed,
    )
    records = Records(None if chosen.out is None else Path(chosen.out))
    with executor_for(chosen.workers, chosen.cluster) as executor:
        scores = run(matches, records, executor, progress)
    lines = [
        (
            f"{matches.deals:,} deals (seed {matches.seed}, {matches.rules.name}), each of them "
            f"played from every one of {matches.seats} seats."
        ),
        f"Part of the wins, with 95 % intervals; among equals it is {1 / matches.seats:.3f}.",
        "",
        _line("player", matches.against),
    ]
    for player in dict.fromkeys(matches.players):
        found = {score.against: score.won.words for score in scores if score.player == player}
        lines.append(_line(player, [found.get(other, "") for other in matches.against]))
    json: dict[str, Json] = {
        "rules": matches.rules.name,
        "deals": matches.deals,
        "seats": matches.seats,
        "seed": matches.seed,
        "scores": [
            {
                "player": score.player,
                "against": score.against,
                "games": score.games,
                "won": {"mean": round(score.won.mean, 6), "error": round(score.won.error, 6)},
                "ties": round(score.ties, 6),
            }
            for score in scores
        ],
    }
    return Result(json, "\n".join(lines))


def _line(player: str, cells: Sequence[str]) -> str:
    return (f"{player:<24}" + "".join(f"{cell:>18}" for cell in cells)).rstrip()


STRENGTH: Final = Command(
    "strength", phrase("What part of games players win from others."), _arguments, _strength
)
