"""How fast the algorithms are on Leduc poker, beside OpenSpiel's in the same run.

Both sides take turns in one process and are timed by the processor time of their thread, so that
a busy machine slows both. What is built once (our arrays, OpenSpiel's table of infosets) is left
out on both sides. That equal work is done is checked where the result is determined: after equally
many iterations of counterfactual regret minimisation both policies are equally exploitable.
"""

from __future__ import annotations

import hashlib
import random
import time
from collections.abc import Callable, Iterator
from typing import Any, Final

from facedown.core.workshop import Progress
from facedown.lab.paired_benchmark import Peer, Turn, measure_paired, peer_module
from facedown.lab.tools import Bench, Measurement

REPEATS: Final = 5
WARM_UP: Final = 2
SPREAD: Final = ".3g"
"""Ratios here go from a tenth to thousands."""


def turn_of(do: Callable[[int], object], units: int) -> Turn:
    """So many units of work in every turn, after a few that are done at once, untimed."""
    do(WARM_UP)

    def turn() -> int:
        do(units)
        return units

    return turn


def _regret(progress: Progress) -> Iterator[Measurement]:
    from facedown.search.poker.game import LeducPoker
    from facedown.search.regret import RegretMinimiser, exploitability
    from facedown.search.sequence_form import sequence_form

    begun = time.thread_time()
    form = sequence_form(LeducPoker())
    seconds = time.thread_time() - begun
    size = f"{form.nodes} nodes, {len(form.infosets)} infosets"
    yield Measurement("Leduc poker into arrays, once", seconds, "CPU s", size)

    learning = RegretMinimiser(form)
    solvers = _open_spiel_solvers(progress)
    measured = measure_paired(turn_of(learning.run, 2_000), [peer for peer, _ in solvers], REPEATS)
    for (peer, exploitable), units in zip(solvers, measured.units[1:], strict=True):
        check = RegretMinimiser(form)
        check.run(WARM_UP + REPEATS * units)
        mine, theirs = exploitability(form, check.average()), exploitable()
        assert abs(mine - theirs) < 1e-9, f"{peer.name} did other work: {mine} is not {theirs}"
        progress(
            f"After {check.iterations} iterations {peer.name} and we are exploitable by {mine:.9f}."
        )
    known = RegretMinimiser(form)
    known.run(1_000)
    checksum = f"{exploitability(form, known.average()):.9f}"
    yield from measured.measurements("CFR on Leduc poker", "iterations/s", checksum, SPREAD)


def _open_spiel_solvers(progress: Progress) -> list[tuple[Peer, Callable[[], float]]]:
    """OpenSpiel's two solvers, and how exploitable each is by then."""
    spiel = peer_module("pyspiel", "OpenSpiel", progress)
    if spiel is None:
        return []
    from open_spiel.python.algorithms import cfr, exploitability

    game = spiel.load_game("leduc_poker")
    compiled, interpreted = spiel.CFRSolver(game), cfr.CFRSolver(game)
    turns = (
        turn_of(_repeated(compiled.evaluate_and_update_policy), 30),
        turn_of(_repeated(interpreted.evaluate_and_update_policy), 4),
    )
    return [
        (
            Peer("OpenSpiel C++", turns[0], "ratio ≥ 10"),
            lambda: float(spiel.exploitability(game, compiled.average_policy())),
        ),
        (
            Peer("OpenSpiel Python", turns[1]),
            lambda: float(exploitability.exploitability(game, interpreted.average_policy())),
        ),
    ]


def _sampling(progress: Progress) -> Iterator[Measurement]:
    from facedown.search.poker.game import LeducPoker
    from facedown.search.sampling import SampledRegret

    learning = SampledRegret(LeducPoker(), random.Random(1))
    peers = []
    if spiel := peer_module("pyspiel", "OpenSpiel", progress):
        from open_spiel.python.algorithms import external_sampling_mccfr

        solver = external_sampling_mccfr.ExternalSamplingSolver(spiel.load_game("leduc_poker"))
        peers.append(Peer("OpenSpiel Python", turn_of(_repeated(solver.iteration), 200)))
    measured = measure_paired(turn_of(learning.run, 200), peers, REPEATS)
    regrets = [entry.regrets for _, entry in sorted(learning.table.items(), key=repr)]
    what = "MCCFR by external sampling on Leduc poker"
    yield from measured.measurements(what, "iterations/s", _digest(regrets), SPREAD)


def _tree_search(progress: Progress) -> Iterator[Measurement]:
    from facedown.search.ismcts import TreeSearch
    from facedown.search.poker.game import LeducPoker

    game = LeducPoker()
    state = game.start()
    cards = (4, 0)  # a king for the seat that searches, a jack for the other
    for card in cards:
        state.apply(-1, card)
    view = state.view(0)

    def search(simulations: int) -> None:
        TreeSearch(game, simulations).search(view, random.Random(1))

    spiel = peer_module("pyspiel", "OpenSpiel", progress)
    peers = _open_spiel_searches(spiel, cards) if spiel else []
    measured = measure_paired(turn_of(search, 5_000), peers, REPEATS)
    found = TreeSearch(game, 5_000).search(view, random.Random(1))
    what = "IS-MCTS on Leduc poker, first move"
    yield from measured.measurements(what, "simulations/s", _digest(found), SPREAD)


def _open_spiel_searches(spiel: Any, cards: tuple[int, ...]) -> list[Peer]:
    """OpenSpiel's searches from the same cards, with random playouts like ours."""
    import numpy as np
    from open_spiel.python.algorithms import ismcts, mcts

    game = spiel.load_game("leduc_poker")
    state = game.new_initial_state()
    for card in cards:
        state.apply_action(card)
    spread = 0.7 * (game.max_utility() - game.min_utility())

    def compiled(simulations: int) -> None:
        judge = spiel.RandomRolloutEvaluator(1, 1)
        most = spiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT
        spiel.ISMCTSBot(1, judge, spread, simulations, -1, most, False, False).get_policy(state)

    def interpreted(simulations: int) -> None:
        draws = np.random.RandomState(1)
        judge = mcts.RandomRolloutEvaluator(1, draws)
        bot = ismcts.ISMCTSBot(game, judge, spread, simulations, random_state=draws)
        bot.get_policy(state)

    return [
        Peer("OpenSpiel C++", turn_of(compiled, 5_000)),
        Peer("OpenSpiel Python", turn_of(interpreted, 2_000)),
    ]


def _repeated(once: Callable[[], Any]) -> Callable[[int], None]:
    def do(units: int) -> None:
        for _ in range(units):
            once()

    return do


def _digest(value: object) -> str:
    return hashlib.sha256(repr(value).encode()).hexdigest()[:16]


BENCHES: Final = (
    Bench("search-regret", "regret minimisation on arrays, iterations per second", _regret),
    Bench("search-sampling", "regret minimisation on samples, iterations per second", _sampling),
    Bench("search-tree", "tree search over sampled worlds, simulations per second", _tree_search),
)
"""The speeds this package claims."""
