"""Let bots play each other: every way to seat them, the same games for each.

``facedown arena GAME [--bots NAME,NAME…] [--seat SEAT=BOT]… [--games N] [--line-ups N] [--seats N]
[--first] [--seed N] [--forfeits] [--keep FOLDER] [--option NAME=VALUE]… [--workers N]
[--cluster ADDRESS] [--json]``
"""

from __future__ import annotations

import argparse
import json
import re
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from facedown.core.codec import Json
from facedown.core.errors import BadOption
from facedown.core.game import Game
from facedown.core.messages import joined, phrase
from facedown.core.registry import game_class
from facedown.core.roster import roster_of
from facedown.core.seats import Seat, bot_words
from facedown.lab.arena import MOST_LINE_UPS, Standings, Tournament
from facedown.lab.arena import run as play
from facedown.lab.estimate import Estimate
from facedown.lab.newcomer import NEWCOMER
from facedown.lab.series import add_executor_arguments
from facedown.languages import spoken
from facedown.terminal.arguments import add_json, add_options, read_options, seed
from facedown.terminal.output import plain, progress

SUMMARY: Final = phrase(
    "Let bots play each other: every way to seat them, the same games for each."
)


def arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments."""
    parser.add_argument("game", metavar="GAME", help=phrase("the game's name"))
    parser.add_argument(
        "--bots",
        metavar="NAME,NAME",
        help=phrase("who plays, weakest first; all of its bots otherwise"),
    )
    parser.add_argument(
        "--seat",
        metavar="SEAT=BOT",
        action="append",
        default=[],
        help=phrase("a bot that always has this seat, such as 1=NAME; can be given repeatedly"),
    )
    parser.add_argument(
        "--games", metavar="N", type=int, default=1000, help=phrase("games of each line-up (1000)")
    )
    parser.add_argument(
        "--line-ups",
        metavar="N",
        type=int,
        default=MOST_LINE_UPS,
        help=phrase(
            "of more line-ups than these some are drawn ({most_line_ups})",
            most_line_ups=MOST_LINE_UPS,
        ),
    )
    parser.add_argument(
        "--first",
        action="store_true",
        help=phrase("how often somebody new wins what one click begins, against the weakest bot"),
    )
    parser.add_argument(
        "--seats", metavar="N", type=int, help=phrase("how many seats the game has")
    )
    parser.add_argument(
        "--seed", metavar="N", type=seed, default="0", help=phrase("the same games every time (0)")
    )
    parser.add_argument(
        "--forfeits",
        action="store_true",
        help=phrase("a bot without a move that is allowed loses that game; otherwise all ends"),
    )
    parser.add_argument(
        "--keep",
        metavar="FOLDER",
        type=Path,
        help=phrase("leaves the log of each game that is played there"),
    )
    add_options(parser)
    add_executor_arguments(parser)
    add_json(parser)


def run(chosen: argparse.Namespace) -> int:
    """Plays the tournament and prints its standings."""
    kind = game_class(chosen.game)
    roster = roster_of(kind)
    usual = kind.one_click() if chosen.first else roster.arena_options
    options = {**usual, **read_options(chosen.option, kind)}
    seats = kind(first_seats(kind) if chosen.first else chosen.seats, **options).seats
    known = list(roster.bots)
    if not known:
        raise BadOption(phrase("{title} has no bots.", title=kind.facts.title))
    if chosen.first and (chosen.bots or chosen.seat or chosen.seats):
        raise BadOption(phrase("--first goes without --bots, --seat and --seats."))
    bots = known if chosen.bots is None else [name.strip() for name in chosen.bots.split(",")]
    roles = {0: NEWCOMER} if chosen.first else read_roles(chosen.seat)
    tournament = Tournament(
        chosen.game,
        seats,
        options,
        tuple(bots[:1] if chosen.first else bots),
        chosen.games,
        int(chosen.seed),
        roles,
        chosen.line_ups,
        chosen.forfeits,
    )
    standings = play(tournament, progress, chosen.workers, chosen.cluster, chosen.keep)
    if chosen.json:
        print(json.dumps({**_settings(tournament), **to_json(standings)}, indent=2))
    else:
        print(plain(won(tournament, standings) if chosen.first else table(tournament, standings)))
    return 0


def first_seats(kind: type[Game]) -> int:
    """How many seats the table has that one click on the pages opens."""
    from facedown.web.pages.lobby import usual_seats

    return usual_seats(kind.facts)


def won(tournament: Tournament, standings: Standings) -> str:
    """The share of games that the first seat has won, with its interval."""
    (result,) = standings.results
    share = 100 * result.wins[0].mean, 100 * result.wins[0].error
    return phrase(
        "Somebody new wins {share:.0f} ± {error:.0f} % of {games:,} first games "
        "(seed {seed}, 95 %).",
        share=share[0],
        error=share[1],
        games=result.games,
        seed=tournament.seed,
    )


def read_roles(given: Sequence[str]) -> dict[Seat, str]:
    """The seats of ``--seat SEAT=BOT``; which of them a game has is not checked here.

    Raises ``BadOption`` with one sentence.

    >>> read_roles(["1=careful"])
    {0: 'careful'}
    """
    roles: dict[Seat, str] = {}
    for text in given:
        found = re.fullmatch(r"([1-9][0-9]?)=(.+)", text)
        if not found:
            raise BadOption(
                phrase("A seat is given as SEAT=BOT, such as 1=NAME, not {text!r}.", text=text[:40])
            )
        seat, bot = int(found[1]) - 1, found[2].strip()
        if seat in roles:
            raise BadOption(
                phrase(
                    "Seat {seat} is given to {one} and to {other}.",
                    seat=seat + 1,
                    one=roles[seat],
                    other=bot[:40],
                )
            )
        roles[seat] = bot
    return roles


def _settings(tournament: Tournament) -> dict[str, Json]:
    return {
        "game": tournament.game,
        "seats": tournament.seats,
        "options": dict(tournament.options),
        "bots": list(tournament.bots),
        "roles": {str(seat + 1): bot for seat, bot in sorted(tournament.roles.items())},
        "games": tournament.games,
        "seed": tournament.seed,
        "possible_line_ups": tournament.ways,
        "drawn_mixes": tournament.drawn,
    }


def to_json(standings: Standings) -> dict[str, Json]:
    """The standings as JSON: estimates are a mean and the half width of its 95 % interval.

    Each of a gain's mixes is who had the other seats, in their order.
    """
    return {
        "line_ups": [
            {
                "bots": list(result.line_up),
                "games": result.games,
                "points": [_estimate(points) for points in result.points],
                "wins": [_estimate(wins) for wins in result.wins],
                "forfeits": list(result.forfeits),
            }
            for result in standings.results
        ],
        "gains": [
            {
                "bot": gain.bot,
                "instead_of": gain.instead_of,
                "seat": gain.seat,
                "mixes": [list(mix) for mix in gain.mixes],
                "points": _estimate(gain.points),
                "gain": _estimate(gain.gain),
            }
            for gain in standings.gains
        ],
    }


def _estimate(value: Estimate) -> Json:
    return {"mean": round(value.mean, 6), "error": round(value.error, 6)}


def table(tournament: Tournament, standings: Standings) -> str:
    """The standings in words: points per game of every line-up, then what each bot gains.

    Where line-ups were drawn, how that was done and the gains alone.
    """
    lines = _told_drawing(tournament) if tournament.drawn else _told_line_ups(tournament, standings)
    lines += _told_forfeits(standings)
    if tournament.options:
        chosen = ", ".join(f"{name}={value}" for name, value in tournament.options.items())
        lines[1:1] = [phrase("Played with {options}.", options=chosen)]
    if standings.gains:
        told = phrase("What a bot gains in place of the one before it, in the same games:")
        lines += ["", told, ""]
    for gain in standings.gains:
        kinds = set(gain.mixes)
        others: str = joined(", ", map(bot_words, gain.mixes[0])) or phrase("nobody")
        if len(kinds) > 1:
            others = phrase("{n} drawn mixes of weaker bots", n=len(gain.mixes))
        lines.append(
            phrase(
                "{bot} for {instead_of}, seat {seat}, with {others}: {gain}",
                bot=bot_words(gain.bot),
                instead_of=bot_words(gain.instead_of),
                seat=gain.seat + 1,
                others=others,
                gain=gain.gain.signed,
            )
        )
    return joined("\n", lines)


def _told_line_ups(tournament: Tournament, standings: Standings) -> list[str]:
    bots = {
        name: spoken(bot_words(name)) for name in (*tournament.bots, *tournament.roles.values())
    }
    width = max(map(len, bots.values())) + 2
    lines = [
        phrase(
            "{games:,} games of each line-up; points per game by seat (95 %):",
            games=tournament.games,
        ),
        "",
    ]
    for result in standings.results:
        cells = [
            f"{bots[name]:<{width}}{points.words:<18}"
            for name, points in zip(result.line_up, result.points, strict=True)
        ]
        lines.append("  ".join(cells).rstrip())
    return lines


def _told_forfeits(standings: Standings) -> list[str]:
    """How many games each bot has lost because it had no proper move."""
    lost: Counter[str] = Counter()
    for result in standings.results:
        for bot, games in zip(result.line_up, result.forfeits, strict=True):
            lost[bot] += games
    return [
        phrase("{bot} had no proper move in {n:,} games and lost them.", bot=bot_words(bot), n=n)
        for bot, n in lost.items()
        if n
    ]


def _told_drawing(tournament: Tournament) -> list[str]:
    lines: list[str] = [
        phrase(
            "Of {ways:,} line-ups some were drawn: for every gain {mixes} mixes of others, each "
            "with "
            "{games:,} games of its own. Intervals (95 %) hold for all mixes, each as likely as "
            "any "
            "other.",
            ways=tournament.ways,
            mixes=tournament.drawn,
            games=tournament.games,
        )
    ]
    if tournament.roles:
        seats = [
            phrase("seat {seat} {bot}", seat=seat + 1, bot=bot_words(bot))
            for seat, bot in sorted(tournament.roles.items())
        ]
        lines.append(phrase("Always the same: {seats}.", seats=joined(", ", seats)))
    return lines
