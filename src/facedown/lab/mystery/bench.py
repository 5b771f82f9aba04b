"""Speeds that Mystery Machine claims: par, moves of its players, candidates, many games.

Par and candidates are measured beside their definition in plain Python.
"""

from __future__ import annotations

import hashlib
import random
import statistics
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import Final

from facedown.core.messages import counted
from facedown.core.moves import Action
from facedown.core.roster import Bot
from facedown.core.view import View
from facedown.core.workshop import Progress
from facedown.games.mystery.cards import COLUMNS, cell_name
from facedown.games.mystery.puzzle import Pile, Puzzle, Twist
from facedown.games.mystery.studio.checking import checked
from facedown.games.mystery.studio.library import PRINTED, printed_puzzle
from facedown.lab.benches.arrays import side_by_side
from facedown.lab.tools import Bench, Measurement
from facedown.processors import usable_processors

REPEATS: Final = 5
CANDIDATES: Final = 40
GAMES: Final = 10
SEARCHED: Final = 2_048
PLAIN: Final = 16
"""So many of the same candidates are rated by the definition."""
KINDS: Final = (
    ("4x4, 3 piles, 10 cells", (4, 3, 3), 0, "≤ 0.6"),
    ("4x4, 4 piles, 12 cells", (3, 3, 3, 3), 0, ""),
    ("4x4, 4 piles, all 15 cells", (4, 4, 4, 3), 0, "≤ 20"),
    ("4x4, 3 piles, 10 cells, 4 shuffled", (4, 3, 3), 4, ""),
)


def checksum(found: object) -> str:
    """16 hexadecimal digits that depend on all of it."""
    return hashlib.sha256(repr(found).encode()).hexdigest()[:16]


def _timed(work: Callable[[], tuple[Fraction, int, Fraction]]) -> tuple[float, str]:
    """Milliseconds of processor time, and what was found."""
    times, found = [], ""
    for _ in range(REPEATS):
        begun = time.thread_time()
        found = checksum(work())
        times.append(1000 * (time.thread_time() - begun))
    return statistics.median(times), found


def quick(puzzle: Puzzle) -> tuple[Fraction, int, Fraction]:
    """Par, worst case and chance of a right guess at the end."""
    from facedown.deduce.purchases import Best
    from facedown.games.mystery.help.par import problem_of

    best = Best(problem_of(puzzle))
    return best.start.expected, best.start.worst, best.chance_at_end


def slow(puzzle: Puzzle) -> tuple[Fraction, int, Fraction]:
    """The same from the definition, in plain Python."""
    from facedown.deduce.purchases.reference import Reference
    from facedown.games.mystery.help.par import problem_of

    value = Reference(problem_of(puzzle)).start()
    return value.expected, value.worst, value.chance


def candidate(rng: random.Random, sizes: tuple[int, ...], shuffled: int) -> Puzzle:
    """Some puzzle with piles of these sizes and A1 as its mystery."""
    cells = [cell_name(number) for number in range(1, 4 * COLUMNS)]
    rng.shuffle(cells)
    mixed = (Twist("shuffle", tuple(rng.sample(cells, shuffled))),) if shuffled else ()
    piles = tuple(Pile("pair", tuple(cells.pop() for _ in range(size))) for size in sizes)
    return checked(Puzzle("Candidate", piles, mystery=("A1",), twists=mixed))


def _par(progress: Progress) -> Iterator[Measurement]:
    printed = [printed_puzzle(name) for name in PRINTED]
    printed.append(replace(printed[-1], title=f"{printed[-1].title}, any order", any_order=True))
    quick(printed[0])  # compiles, where it was not yet
    for puzzle in printed:
        milliseconds, found = _timed(partial(quick, puzzle))
        progress(f"{puzzle.title}: the same from its definition.")
        plain, same = _timed(partial(slow, puzzle))
        assert found == same
        yield Measurement(
            f"{puzzle.title}: par {quick(puzzle)[0]}",
            milliseconds,
            "ms",
            found,
            "≤ 0.6",
            f"{plain:.4g} ms in plain Python",
            milliseconds / plain,
        )
    for what, sizes, shuffled, aim in KINDS:
        rng = random.Random(what)
        puzzles = [candidate(rng, sizes, shuffled) for _ in range(CANDIDATES)]
        times, values = [], []
        for puzzle in puzzles:
            begun = time.thread_time()
            values.append(quick(puzzle))
            times.append(1000 * (time.thread_time() - begun))
        yield Measurement(
            f"{what} (most {max(times):.3g})", statistics.median(times), "ms", checksum(values), aim
        )


class Timed(Bot):
    """A player whose thinking is timed."""

    def __init__(self, player: Bot) -> None:
        self.player, self.seconds, self.moves = player, 0.0, 0

    def act(self, view: View, rng: random.Random) -> Action:
        """The player's move."""
        begun = time.thread_time()
        action = self.player.act(view, rng)
        self.seconds += time.thread_time() - begun
        self.moves += 1
        return action


def _decisions(progress: Progress) -> Iterator[Measurement]:
    """How long the strong player thinks: whole games, without what the rules take."""
    from facedown.core.play import play_bots
    from facedown.games.mystery.game import MysteryMachine
    from facedown.players.mystery.bots import Careful
    from facedown.players.mystery.strong import Strong

    for name in PRINTED:
        game = MysteryMachine(1, puzzle=name)
        play_bots(game, [Strong(game)], "compiled")
        figures = []
        for maker in (Careful, Strong):
            player = Timed(maker(game))
            ends = [play_bots(game, [player], f"bench/{deal}").outcome() for deal in range(GAMES)]
            figures.append((1000 * player.seconds / player.moves, checksum(ends)))
            progress(f"{game.setting.puzzle.title}: {maker.__name__} has played.")
        (plain, _), (milliseconds, found) = figures
        yield Measurement(
            f"{game.setting.puzzle.title}: a move of the strong player",
            milliseconds,
            "ms",
            found,
            "",
            f"{plain:.4g} ms for one of the careful player",
            milliseconds / plain,
        )


def _rate(progress: Progress) -> Iterator[Measurement]:
    from facedown.deduce.purchases.reference import Reference
    from facedown.games.mystery.help.par import problem_of
    from facedown.lab.mystery.design import Recipe, block, drawn, search, unpriced

    recipe = Recipe(cells=(10, 10), dead=True, uncertain=True)
    quick = [one.rating for one in block(recipe, 0, 0, PLAIN)[0]]  # compiles, where it was not yet
    problems = [problem_of(unpriced(drawn(recipe, 0, number))) for number in range(PLAIN)]
    progress(f"{PLAIN} candidates rated from the definition.")
    begun = time.process_time()
    values = [Reference(problem).start() for problem in problems]
    plain = PLAIN / (time.process_time() - begun)
    for one, value in zip(quick, values, strict=True):
        assert (one.expected, one.worst, one.chance) == (value.expected, value.worst, value.chance)
    peer = f"{plain:.3g}/s of a processor's time in plain Python"
    wanted = Recipe(cells=(10, 10))
    begun = time.process_time()
    found = search(wanted, 0, SEARCHED)
    rate = SEARCHED / (time.process_time() - begun)
    what = "10 cells in 3 piles, a second of one processor's time"
    yield Measurement(what, rate, "/s", found.checksum, "≥ 500", peer, rate / plain)
    workers = usable_processors()
    with ThreadPoolExecutor(workers) as executor:
        begun = time.perf_counter()
        found = search(wanted, 0, SEARCHED, executor)
        rate = SEARCHED / (time.perf_counter() - begun)
    what = f"10 cells in 3 piles, {counted(workers, 'thread')}, by the clock"
    yield Measurement(what, rate, "/s", found.checksum, "≥ 1,000")


def games_at_random(progress: Progress) -> Iterator[Measurement]:
    """Steps per second of games on arrays; nearly every one names a card, and a deal follows."""
    from facedown.games.mystery.game import MysteryMachine
    from facedown.players.mystery.arrays import MysteryGames

    make = partial(MysteryGames, MysteryMachine(1).setting, again=True)
    yield from side_by_side("mystery, any action", make, progress, "ratio ≥ 1")


def whole_games(progress: Progress) -> Iterator[Measurement]:
    """The same, but the mystery is named when nothing else can be done."""
    from facedown.games.mystery.game import MysteryMachine
    from facedown.players.mystery.arrays import MysteryGames

    make = partial(MysteryGames, MysteryMachine(1).setting, again=True)
    choose = MysteryGames.collecting_actions
    yield from side_by_side("mystery, whole games", make, progress, "ratio ≥ 1", choose)


def _games(progress: Progress) -> Iterator[Measurement]:
    yield from games_at_random(progress)
    yield from whole_games(progress)


BENCHES: Final = (
    Bench("par", "exact par of puzzles, from the puzzle to its value", _par),
    Bench("decisions", "how long the strong player takes for a move", _decisions),
    Bench("candidates", "puzzles rated exactly by the search", _rate),
    Bench("mystery-arrays", "Mystery Machine on arrays, steps per second", _games),
)
"""``facedown bench par``, or with all others of the game ``facedown bench mystery``."""
