"""Speeds that Solid claims: random play beside OpenSpiel's ``gin_rummy``, and games played on.

Random play is the loop of ``benches/play.py``: who is to move is asked, the legal moves are listed,
one is chosen and made, nature's too. ``gin_rummy`` (C++), a game of as much hidden information, is
driven by the same loop with the same generator in the same process, turn by turn with ours.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterator
from functools import partial
from typing import Final

from facedown.core.workshop import Progress
from facedown.lab.benches.arrays import side_by_side
from facedown.lab.benches.play import OPENINGS, digest, open_spiel, openings, ours
from facedown.lab.paired_benchmark import Peer, Turn, measure_paired, peer_module
from facedown.lab.tools import Bench, Measurement

SEED: Final = 20_260_101
STEPS: Final = 20_000
REPEATS: Final = 15
AIM: Final = "ratio ≥ 5"
POSITIONS: Final = 12
WORLDS: Final = 64
SEARCH_REPEATS: Final = 7


def _turn(player: object, steps: int) -> Turn:
    assert callable(player)
    return lambda: int(player(random.Random(SEED), steps))


def random_play(
    progress: Progress, *, steps: int = STEPS, repeats: int = REPEATS
) -> Iterator[Measurement]:
    """Steps per second of random play, beside those of ``gin_rummy`` where it is installed."""
    from facedown.games.solid import Solid

    spiel = peer_module("pyspiel", "OpenSpiel", progress)
    game = Solid()
    starts = openings(game, OPENINGS, random.Random(SEED))
    checksum, made = digest(game, starts, SEED, steps)
    peers = []
    if spiel is not None:
        gin = spiel.load_game("gin_rummy")
        for drawn, weighted in (("by weight", True), ("as legal actions", False)):
            player = open_spiel(gin, copies=False, weighted=weighted)
            peers.append(Peer(f"gin_rummy, chance {drawn}", _turn(player, steps), AIM))
    measured = measure_paired(_turn(ours(game, starts, copies=False), steps), peers, repeats)
    assert measured.units[0] == made, "the checksum is that of the moves measured"
    yield from measured.measurements("solid, 2 seats, at random", "steps/s", checksum)


def search(
    _progress: Progress,
    *,
    positions: int = POSITIONS,
    worlds: int = WORLDS,
    repeats: int = SEARCH_REPEATS,
) -> Iterator[Measurement]:
    """Games that the strong player plays on to its next turn, per second of one processor.

    Its candidates in turns of games between careful players; drawing the worlds is on the clock.
    """
    from facedown.core.log import draw
    from facedown.core.roster import new_bot
    from facedown.core.seats import NATURE
    from facedown.games.solid import Solid
    from facedown.games.solid.view import SolidView
    from facedown.players.solid.strong import CUT
    from facedown.players.solid.trial import Playoff

    game = Solid()
    bot, rng = new_bot(game, "careful"), random.Random(SEED)
    views: list[SolidView] = []
    for number in range(positions):
        state = game.start()
        while state.actors():
            seat = state.actors()[0]
            if seat == NATURE:
                state.apply(seat, draw(state, f"{SEED}/{number}"))
                continue
            view = state.view(seat)
            assert isinstance(view, SolidView)
            if view.turn == 3 + number and len(view.legal) > 2:
                views.append(view)
                break
            state.apply(seat, game.normal_action(bot.act(view, rng)))

    def turn(sums: list[bytes] | None = None) -> int:
        games = 0
        for number, view in enumerate(views):
            trial = Playoff(game.setting, view, view.legal, random.Random(number), cut=CUT)
            trial.play(worlds)
            games += worlds * len(view.legal)
            if sums is not None:
                sums.append(trial.results.tobytes())
        return games

    told: list[bytes] = []
    turn(told)
    checksum = hashlib.sha256(b"".join(told)).hexdigest()[:16]
    measured = measure_paired(turn, [], repeats)
    yield from measured.measurements("solid, search, games played on", "games/s", checksum)


def games(progress: Progress) -> Iterator[Measurement]:
    """Steps per second of games on arrays."""
    from facedown.games.solid import Solid
    from facedown.players.solid.arrays import SolidGames

    make = partial(SolidGames, Solid().setting, again=True)
    yield from side_by_side("solid, games for two", make, progress)


BENCHES: Final = (
    Bench("gin-solid", "Solid at random, steps per second beside gin_rummy", random_play),
    Bench("solid-arrays", "Solid on arrays, steps per second", games),
    Bench("search-solid", "Solid's strong player, games played on per second", search),
)
