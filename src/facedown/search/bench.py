"""How fast the algorithms are on Leduc poker, beside OpenSpiel's in the same run.

Both sides take turns in one process and are timed by the processor time of their thread, so that
a busy machine slows both. What is built once (our arrays, OpenSpiel's table of infosets) is left
out on both sides. That equal work is done is checked where the result is determined: after equally
many iterations of counterfactual regret minimisation both policies are equally exploitable.
"""

from __future__ import annotations

import hashlib
import random
import statistics
import time
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from facedown.core.tools import Bench, Measurement, Progress

Work = tuple[Callable[[int], None], int]
"""Does so many units of work, and how many to ask for in each turn."""

REPEATS: Final = 5
WARM_UP: Final = 2
OURS: Final = "ours"
NO_PEER: Final = "OpenSpiel is not installed, so there is nothing to compare with."


def race(works: Mapping[str, Work]) -> dict[str, list[float]]:
    """Units per second of processor time, by name and turn, after a few units untimed."""
    rates: dict[str, list[float]] = {name: [] for name in works}
    for do, _ in works.values():
        do(WARM_UP)
    for _ in range(REPEATS):
        for name, (do, units) in works.items():
            begun = time.thread_time()
            do(units)
            rates[name].append(units / (time.thread_time() - begun))
    return rates


def _measurements(
    what: str, unit: str, checksum: str, rates: dict[str, list[float]], aims: Mapping[str, str]
) -> Iterator[Measurement]:
    ours = rates.pop(OURS)
    if not rates:
        yield Measurement(what, statistics.median(ours), unit, checksum)
    for name, theirs in rates.items():
        ratios = [mine / other for mine, other in zip(ours, theirs, strict=True)]
        yield Measurement(
            what,
            statistics.median(ours),
            unit,
            checksum,
            aims.get(name, ""),
            f"{statistics.median(theirs):,.0f} {name} ({min(ratios):.3g}–{max(ratios):.3g})",
            statistics.median(ratios),
        )


def _regret(progress: Progress) -> Iterator[Measurement]:
    from facedown.search.poker import LeducPoker
    from facedown.search.regret import RegretMinimiser, exploitability
    from facedown.search.sequence_form import sequence_form

    begun = time.thread_time()
    form = sequence_form(LeducPoker())
    seconds = time.thread_time() - begun
    size = f"{form.nodes} nodes, {len(form.infosets)} infosets"
    yield Measurement("Leduc poker into arrays, once", seconds, "CPU s", size)

    learning = RegretMinimiser(form)
    works: dict[str, Work] = {OURS: (learning.run, 2_000)}
    solvers = _open_spiel_solvers(progress)
    for name, (iterate, units, _) in solvers.items():
        works[name] = (_repeated(iterate), units)
    rates = race(works)
    for name, (_, units, exploitable) in solvers.items():
        check = RegretMinimiser(form)
        check.run(WARM_UP + REPEATS * units)
        mine, theirs = exploitability(form, check.average()), exploitable()
        assert abs(mine - theirs) < 1e-9, f"{name} did other work: {mine} is not {theirs}"
        progress(
            f"After {check.iterations} iterations {name} and we are exploitable by {mine:.9f}."
        )
    known = RegretMinimiser(form)
    known.run(1_000)
    checksum = f"{exploitability(form, known.average()):.9f}"
    what = "CFR on Leduc poker"
    yield from _measurements(what, "iterations/s", checksum, rates, {"OpenSpiel C++": "ratio ≥ 10"})


def _open_spiel_solvers(
    progress: Progress,
) -> dict[str, tuple[Callable[[], Any], int, Callable[[], float]]]:
    """By name: how to iterate once, how often in a turn, and how exploitable it is then."""
    spiel = _open_spiel()
    if spiel is None:
        progress(NO_PEER)
        return {}
    from open_spiel.python.algorithms import cfr, exploitability

    game = spiel.load_game("leduc_poker")
    compiled, interpreted = spiel.CFRSolver(game), cfr.CFRSolver(game)
    return {
        "OpenSpiel C++": (
            compiled.evaluate_and_update_policy,
            30,
            lambda: float(spiel.exploitability(game, compiled.average_policy())),
        ),
        "OpenSpiel Python": (
            interpreted.evaluate_and_update_policy,
            4,
            lambda: float(exploitability.exploitability(game, interpreted.average_policy())),
        ),
    }


def _sampling(progress: Progress) -> Iterator[Measurement]:
    from facedown.search.poker import LeducPoker
    from facedown.search.sampling import SampledRegret

    learning = SampledRegret(LeducPoker(), random.Random(1))
    works: dict[str, Work] = {OURS: (learning.run, 200)}
    spiel = _open_spiel()
    if spiel is None:
        progress(NO_PEER)
    else:
        from open_spiel.python.algorithms import external_sampling_mccfr

        solver = external_sampling_mccfr.ExternalSamplingSolver(spiel.load_game("leduc_poker"))
        works["OpenSpiel Python"] = (_repeated(solver.iteration), 200)
    rates = race(works)
    regrets = [entry.regrets for _, entry in sorted(learning.table.items(), key=repr)]
    what = "MCCFR by external sampling on Leduc poker"
    yield from _measurements(what, "iterations/s", _digest(regrets), rates, {})


def _tree_search(progress: Progress) -> Iterator[Measurement]:
    from facedown.search.ismcts import TreeSearch
    from facedown.search.poker import LeducPoker

    game = LeducPoker()
    state = game.start()
    cards = (4, 0)  # a king for the seat that searches, a jack for the other
    for card in cards:
        state.apply(-1, card)
    view = state.view(0)

    def search(simulations: int) -> None:
        TreeSearch(game, simulations).search(view, random.Random(1))

    works: dict[str, Work] = {OURS: (search, 5_000)}
    spiel = _open_spiel()
    if spiel is None:
        progress(NO_PEER)
    else:
        works |= _open_spiel_searches(spiel, cards)
    rates = race(works)
    found = TreeSearch(game, 5_000).search(view, random.Random(1))
    what = "IS-MCTS on Leduc poker, first move"
    yield from _measurements(what, "simulations/s", _digest(found), rates, {})


def _open_spiel_searches(spiel: Any, cards: tuple[int, ...]) -> dict[str, Work]:
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

    return {"OpenSpiel C++": (compiled, 5_000), "OpenSpiel Python": (interpreted, 2_000)}


def _repeated(once: Callable[[], Any]) -> Callable[[int], None]:
    def do(units: int) -> None:
        for _ in range(units):
            once()

    return do


def _digest(value: object) -> str:
    return hashlib.sha256(repr(value).encode()).hexdigest()[:16]


def _open_spiel() -> Any:
    try:
        import pyspiel
    except ImportError:
        return None
    return pyspiel


BENCHES: Final = (
    Bench("search-regret", "regret minimisation on arrays, iterations per second", _regret),
    Bench("search-sampling", "regret minimisation on samples, iterations per second", _sampling),
    Bench("search-tree", "tree search over sampled worlds, simulations per second", _tree_search),
)
"""The speeds this package claims."""
