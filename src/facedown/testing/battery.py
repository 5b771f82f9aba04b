"""The whole battery: every check by name, and one call that runs them all."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, Protocol

from facedown.core.errors import FacedownError
from facedown.core.game import Game
from facedown.testing.facts import check_aids, check_facts, check_moves, check_page, check_words
from facedown.testing.refusals import check_legality, check_match_refusals, check_typed_moves
from facedown.testing.replay import (
    check_bad_logs,
    check_copies,
    check_draw_names,
    check_prefixes,
    check_replay,
    check_seeds,
)
from facedown.testing.secrecy import (
    check_aid_secrecy,
    check_events,
    check_histories,
    check_open_moves,
    check_plain_views,
    check_secrecy,
    check_standing,
)
from facedown.testing.worlds import (
    check_diversity,
    check_features,
    check_other_truths,
    check_posterior,
    check_sampler,
    check_worlds,
)


class Check(Protocol):
    """One check of the battery: plays games of a setting, raises ``AssertionError`` at a fault."""

    def __call__(self, game: Game, *, seed: int = 0, games: int = ...) -> None:
        """Plays ``games`` random games, all decided by ``seed``."""


CHECKS: Final[Mapping[str, Check]] = MappingProxyType(
    {
        "facts": check_facts,
        "page": check_page,
        "moves": check_moves,
        "words": check_words,
        "typed moves": check_typed_moves,
        "aids": check_aids,
        "legality": check_legality,
        "open moves": check_open_moves,
        "match refusals": check_match_refusals,
        "copies": check_copies,
        "replay": check_replay,
        "seeds": check_seeds,
        "draw names": check_draw_names,
        "prefixes": check_prefixes,
        "bad logs": check_bad_logs,
        "plain views": check_plain_views,
        "secrecy": check_secrecy,
        "aid secrecy": check_aid_secrecy,
        "events": check_events,
        "histories": check_histories,
        "standing answers": check_standing,
        "worlds": check_worlds,
        "sampler": check_sampler,
        "other truths": check_other_truths,
        "posterior": check_posterior,
        "diversity": check_diversity,
        "features": check_features,
    }
)
"""Every check by its name, cheapest and plainest first."""


def check_game(game: Game, *, seed: int = 0, games: int | None = None) -> None:
    """Runs every check on a game with its seats and options chosen.

    ``games`` is how many random games each check plays; each has a sensible number of its own.
    Raises ``AssertionError`` at the first fault, with the check's name and what was found.

    >>> from facedown.core import new_game
    >>> check_game(new_game("turing", 2, cards="4,9,11,14", rounds=1), games=1)
    """
    for name, check in CHECKS.items():
        try:
            check(game, seed=seed) if games is None else check(game, seed=seed, games=games)
        except (AssertionError, FacedownError) as fault:
            raise AssertionError(
                f"{game.facts.title} fails the check of {name}: {fault}"
            ) from fault
