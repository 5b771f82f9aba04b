"""How fast any game plays at random through the public API, beside OpenSpiel where it is installed.

One step is one move, nature's included: who is to move is asked, the legal moves are listed, one
is chosen with Python's ``random`` and made (in a game with an open language as random play does,
``core.play.random_move``). The peer is OpenSpiel's ``leduc_poker`` (C++) driven
from Python by the same loop with the same generator, in the same process, turn by turn with ours,
so that a busy machine slows both. Nature draws as her weights say on both sides; as the cards of
``leduc_poker`` are all equally likely, its chance moves may also be chosen from ``legal_actions``,
which is faster for OpenSpiel, and that ratio is given too.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable, Iterator
from typing import Any, Final

from facedown.core.errors import NotListed
from facedown.core.game import Game
from facedown.core.messages import counted
from facedown.core.moves import Action
from facedown.core.play import random_move
from facedown.core.seats import NATURE, NATURE_ONLY
from facedown.core.state import State
from facedown.core.workshop import Progress
from facedown.lab.paired_benchmark import Peer, Turn, measure_paired, peer_module
from facedown.lab.tools import Bench, Measurement

SEED: Final = 20_260_101
OPENINGS: Final = 8
STEPS: Final = 10_000
REPEATS: Final = 15

Player = Callable[[random.Random, int], int]
"""Plays whole games until that many steps are made; returns how many were."""


def openings(game: Game, count: int, rng: random.Random) -> list[State]:
    """States from which the play is measured.

    Where nature begins with moves that are too many to list (drawing a problem), they are made
    here, before the clock starts: they measure a generator and not the play.
    """
    states = []
    for _ in range(count):
        state = game.start()
        while state.actors() == NATURE_ONLY:
            try:
                state.chances()
            except NotListed:
                state.apply(NATURE, state.draw(rng))
            else:
                break
        states.append(state)
    return states


def ours(game: Game, starts: list[State], *, copies: bool) -> Player:
    """Our loop; with ``copies`` the state is cloned before every move, as a search would."""
    numbered = not game.facts.open_moves

    def play(rng: random.Random, least: int) -> int:
        choice = rng.choice
        steps = games = 0
        while steps < least:
            state = starts[games % len(starts)].clone()
            games += 1
            while actors := state.actors():
                seat = actors[0]
                if seat == NATURE:
                    action = state.draw(rng)
                elif numbered:
                    action = choice(state.legal(seat))
                else:
                    action = random_move(game, state, seat, rng)
                if copies:
                    state.clone()
                state.apply(seat, action)
                steps += 1
        return steps

    return play


def open_spiel(game: Any, *, copies: bool, weighted: bool) -> Player:
    """The same loop over an OpenSpiel game; ``weighted`` draws chance as its outcomes say."""

    def play(rng: random.Random, least: int) -> int:
        choice, choices = rng.choice, rng.choices
        steps = 0
        while steps < least:
            state = game.new_initial_state()
            while not state.is_terminal():
                if weighted and state.is_chance_node():
                    actions, weights = zip(*state.chance_outcomes(), strict=True)
                    action = choices(actions, weights)[0]
                else:
                    action = choice(state.legal_actions())
                if copies:
                    state.clone()
                state.apply_action(action)
                steps += 1
        return steps

    return play


def digest(game: Game, starts: list[State], seed: int, least: int) -> tuple[str, int]:
    """The checksum of what :func:`ours` does with this seed, and its number of steps.

    It covers every move made and how every game ended, and is found outside the clock.
    """
    numbered = not game.facts.open_moves
    rng = random.Random(seed)
    sums = hashlib.sha256()
    steps = games = 0
    while steps < least:
        state = starts[games % len(starts)].clone()
        games += 1
        while actors := state.actors():
            seat = actors[0]
            if seat != NATURE and numbered:
                action: Action = rng.choice(state.legal(seat))
            else:
                action = random_move(game, state, seat, rng)
            sums.update(f"{seat}:{action};".encode())
            state.apply(seat, action)
            steps += 1
        outcome = state.outcome()
        assert outcome is not None
        sums.update(f"{outcome.points}\n".encode())
    sums.update(f"{rng.random()}".encode())
    return sums.hexdigest()[:16], steps


def random_play(
    name: str, game: type[Game], *, steps: int = STEPS, repeats: int = REPEATS
) -> Bench:
    """The bench ``random-NAME`` of a game: each number of seats, without and with copies."""

    def run(progress: Progress) -> Iterator[Measurement]:
        spiel = peer_module("pyspiel", "OpenSpiel", progress)
        leduc = None if spiel is None else spiel.load_game("leduc_poker")
        fewest, most = game.facts.seats
        for seats in range(fewest, most + 1):
            played = game(seats)
            starts = openings(played, OPENINGS, random.Random(SEED))
            checksum, made = digest(played, starts, SEED, steps)
            for copies in (False, True):
                peers = [] if leduc is None else _peers(leduc, steps, copies=copies)
                measured = measure_paired(
                    _turn(ours(played, starts, copies=copies), steps), peers, repeats
                )
                assert measured.units[0] == made, "the checksum is that of the moves measured"
                what = (
                    f"{name}, {counted(seats, 'seat')}{', copy before each move' if copies else ''}"
                )
                yield from measured.measurements(what, "steps/s", checksum)

    summary = f"{game.facts.title} at random, steps per second from Python"
    return Bench(f"random-{name}", summary, run)


def _peers(leduc: Any, steps: int, *, copies: bool) -> list[Peer]:
    """OpenSpiel with its chance moves drawn in both ways."""
    return [
        Peer(
            f"leduc_poker, chance {drawn}",
            _turn(open_spiel(leduc, copies=copies, weighted=weighted), steps),
            "ratio ≥ 1",
        )
        for drawn, weighted in (("by weight", True), ("as legal actions", False))
    ]


def _turn(play: Player, steps: int) -> Turn:
    """That many steps or more, every time with the same luck."""
    return lambda: play(random.Random(SEED), steps)
