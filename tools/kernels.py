"""Have what the bots and aids of all games compile kept on disk; `bin/test` runs this each time.

In a fresh clone nothing is compiled yet: each process that the tests start would compile the same
code at the same time. Where all is there already this takes a few seconds and changes nothing.
"""

from concurrent.futures import ProcessPoolExecutor
from itertools import groupby
from multiprocessing import get_context

from facedown.processors import usable_processors
from facedown.table.thinking import WarmUp, warm_ups


def by_game() -> list[list[WarmUp]]:
    """What makes a process ready, by game: the bots of one share code, those of two hardly any."""
    listed = sorted(warm_ups(), key=lambda work: work[1][0])
    return [list(works) for _, works in groupby(listed, key=lambda work: work[1][0])]


def do(works: list[WarmUp]) -> None:
    """Does one after the other."""
    for work, about in works:
        work(*about)


def main() -> None:
    """Compile for all games, on all processors."""
    games = by_game()
    processes = min(len(games), usable_processors())
    with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
        list(pool.map(do, games))


if __name__ == "__main__":
    main()
