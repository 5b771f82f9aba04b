"""A shuffle one can check: nature's draws as a function of a seed that was promised before."""

from __future__ import annotations

import hashlib
import random
from dataclasses import dataclass

from facedown.core.errors import BadLog, FacedownError
from facedown.core.log import Log, apply_move
from facedown.core.messages import phrase
from facedown.core.moves import Action
from facedown.core.seats import NATURE
from facedown.core.state import State


@dataclass(frozen=True, slots=True)
class ShuffleCheck:
    """What checking a log's draws found.

    ``draws`` is how many nature made and ``first_mismatch`` the number of the first move (from 1)
    that does not follow from the seed, or None. ``fingerprint`` is what promises seed and salt.
    ``checked`` is false for a log of an older version, under which the same seed gave other draws:
    they stand in the log as they were, but nothing can be said of where they came from.
    """

    draws: int
    first_mismatch: int | None
    fingerprint: str
    checked: bool = True


def fingerprint(seed: str, salt: str) -> str:
    """The fingerprint by which a seed is promised before the first move: SHA-256 of both.

    The salt keeps a seed that could be guessed (a daily puzzle's) from being tried out.

    >>> fingerprint("7", "00")[:16]
    '6bcc2600d7a1f816'
    """
    return hashlib.sha256(f"{seed}|{salt}".encode()).hexdigest()


def draw(state: State, seed: str) -> Action:
    """Nature's move now, from a generator that belongs to this one draw of this seed.

    The generator is ``random.Random(f"{seed}/{name}")`` with the name that the state gives what is
    drawn, so that equal seeds draw alike whatever the seats have done.

    >>> from facedown.core.registry import new_game
    >>> state = new_game("suspense", 2, goal=0, dealer=1).start()
    >>> draw(state, "7") == draw(state, "7"), draw(state, "7") == draw(state, "8")
    (True, False)
    """
    return state.draw(random.Random(f"{seed}/{state.draw_name()}"))


def check_shuffle(log: Log) -> ShuffleCheck:
    """Draws all of nature's moves again from the log's seed and compares.

    Raises :class:`~facedown.core.errors.BadLog` when a move of the log cannot be made.

    >>> from facedown.core import Match, new_game
    >>> log = Match(new_game("suspense", 2, goal=0, dealer=1), seed="7").log
    >>> check_shuffle(log).first_mismatch is None
    True
    >>> log.seed = "8"  # these cards are not those of that seed
    >>> check_shuffle(log).first_mismatch
    1
    """
    game = log.new_game()
    under = game.facts.under(log.rules)
    checked = under is not None and under.same_draws
    state = game.start()
    moves = draws = 0
    first_mismatch = None
    for entry in log.entries:
        if entry.move is None:
            continue
        if entry.seat == NATURE:
            draws += 1
            looks = checked and first_mismatch is None
            if looks and entry.move != state.move_of(NATURE, draw(state, log.seed)):
                first_mismatch = moves + 1
        try:
            apply_move(state, entry.seat, entry.move)
        except FacedownError as problem:
            raise BadLog(
                phrase(
                    "Move {moves} of the log cannot be made: {problem}",
                    moves=moves + 1,
                    problem=problem.message,
                )
            ) from None
        moves += 1
    return ShuffleCheck(draws, first_mismatch, fingerprint(log.seed, log.salt), checked)
