"""What Solid's judge estimates, held against games played on under the rules, move by move."""

from __future__ import annotations

import random
from math import sqrt
from statistics import mean, stdev

from tests.analysis.recorded import judged_moves, recorded

from facedown.analysis import analyse
from facedown.core.log import apply_move
from facedown.core.roster import new_bot
from facedown.core.seats import NATURE

LOG = recorded("solid")
GAMES = 60


def test_estimates_agree_with_games_under_the_rules() -> None:
    game, rng = LOG.new_game(), random.Random(7)
    careful = new_bot(game, "careful")
    latest = [*judged_moves(LOG, analyse(LOG))][-3:]
    for _, view, judged in latest:
        worlds, shares = game.worlds(view), list[float]()
        for _ in range(GAMES):
            state = game.state_from_world(view, worlds.sample(rng))
            apply_move(state, view.seat, judged.move)
            while actors := state.actors():
                seat = actors[0]
                action = state.draw(rng) if seat == NATURE else careful.act(state.view(seat), rng)
                state.apply(seat, action)
            outcome = state.outcome()
            assert outcome is not None
            winners = outcome.winners
            shares.append(100 * (view.seat in winners) / max(1, len(winners)))
        (worth,) = judged.verdict.worth
        assert worth.interval is not None
        spread = sqrt((stdev(shares) ** 2 + 100) / GAMES)
        half = (worth.interval[1] - worth.interval[0]) / 2
        assert abs(mean(shares) - worth.value) < 4 * spread + 2 * half
