"""What Suspense's judge says, held against worlds that are listed and points under the rules."""

from __future__ import annotations

import random
from itertools import combinations
from statistics import mean, stdev

import numpy as np
from tests.analysis.recorded import counted, judged_moves, recorded

from facedown.analysis import analyse
from facedown.analysis.words import tell
from facedown.core import Match, new_game
from facedown.core.roster import new_judge
from facedown.games.suspense.cards import NAMES
from facedown.games.suspense.game import Suspense
from facedown.games.suspense.moves import Fold, Pass, Play, action_of
from facedown.games.suspense.view import SuspenseView
from facedown.players.suspense import round_kernels as engine
from facedown.players.suspense.lookahead_kernels import kind_drawn, play_on, table_prior
from facedown.players.suspense.network_kernels import new_network_workspace, shipped_nets
from facedown.players.suspense.rows import fill_row
from facedown.players.suspense.simple_kernels import AS_EXPERT, new_workspace
from facedown.players.suspense.tables import tables_of

LOG = recorded("suspense")
GAMES = 300


def worlds_listed(view: SuspenseView) -> int:
    """Secrets and hands, one after the other."""
    table = {card for cards in view.played for card in cards}
    unseen = {*NAMES} - {*(view.hand or ())} - table
    secrets = [view.secret] if view.secret is not None else sorted(unseen)
    first, _ = (4 - len(cards) for seat, cards in enumerate(view.played) if seat != view.seat)
    return sum(1 for secret in secrets for _ in combinations(sorted(unseen - {secret}), first))


def test_the_worlds_are_those_that_can_be_listed() -> None:
    analysis = analyse(LOG)
    seen = [judged for _, _, judged in judged_moves(LOG, analysis)]
    assert len(seen) >= 6
    for _, view, judged in judged_moves(LOG, analysis):
        assert judged.before is not None
        assert judged.before.value == worlds_listed(view)


def test_the_first_move_scores_as_rounds_under_the_rules_do() -> None:
    """Before anybody has moved all worlds are alike, so that none need be weighed."""
    _, view, judged = next(judged_moves(LOG, analyse(LOG)))
    assert not view.turns
    game, rng = LOG.new_game(), random.Random(5)
    assert isinstance(game, Suspense)
    tables, nets, kinds = tables_of(game.setting), shipped_nets(), table_prior().priors
    space, values = new_network_workspace(nets), new_workspace().values
    row, chance = np.zeros(engine.WIDTH, np.int64), np.zeros(1, np.uint64)
    worlds, points = game.worlds(view), list[float]()
    for _ in range(GAMES):
        state = game.state_from_world(view, worlds.sample(rng))
        secret, hands = game.true_world(state, view.seat)
        chance[0] = rng.getrandbits(64)
        left, right = kind_drawn(kinds, chance), kind_drawn(kinds, chance)
        fill_row(view, row)
        row[engine.SECRET] = secret
        row[engine.HANDS : engine.HANDS + 3] = hands
        engine.step(row, action_of(judged.move), tables)
        play_on(row, view.seat, AS_EXPERT, left, right, tables, nets, space, values, chance)
        for number in range(row[engine.MADE]):
            (seat,) = state.actors()
            action = int(engine.move_made(row, number))
            assert state.verify(seat, action) is None
            state.apply(seat, action)
        after = state.view(view.seat)
        assert isinstance(after, SuspenseView)
        points.append(after.points[view.seat] - view.points[view.seat])
    (worth,) = judged.verdict.worth
    assert worth.interval is not None
    half = (worth.interval[1] - worth.interval[0]) / 2
    assert abs(mean(points) - worth.value) < 4 * stdev(points) / GAMES**0.5 + 2 * half


def test_the_curve_is_that_of_worlds_that_can_be_listed() -> None:
    for seat in analyse(LOG).seats:
        found = counted(
            LOG, seat, lambda view: worlds_listed(view) if view.hand and not view.outcome else None
        )
        assert found > 3


def test_of_two_a_winning_hand_folded_costs_what_it_would_have_won() -> None:
    """Who deals to two knows every card."""
    match = Match(new_game("suspense", 2, goal=0, dealer=1), seed="4")
    for move in (Play("W2"), Play("W1"), Fold()):
        match.play(match.actors[0], move)
    view = match.view(0)
    assert isinstance(view, SuspenseView)
    assert view.sheets[0].lines[0].why == "folded-a-win"
    analysis = analyse(match.log, seats=(0,))
    _, folded = analysis.seats[0].judged
    assert folded.verdict.best == (Pass(),)
    assert folded.verdict.cost[0].value > 2
    judge = new_judge(match.game)
    assert judge is not None
    (told,) = tell(analysis, judge).seats
    assert told.headline == "One move was not the best."
