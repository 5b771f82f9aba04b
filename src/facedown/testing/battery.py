"""The whole battery: every check by name, one call that runs them all, and settings to try.

The settings are every number of seats, and every choice of every option.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final, Protocol

from facedown.core.errors import BadOption, FacedownError
from facedown.core.facts import Option, OptionValue
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


def settings_of(kind: type[Game]) -> list[Game]:
    """Games of a class: all numbers of seats, then each value of each option once.

    An option's values are its choices, both truths, the ends of its range, or its examples. Where
    an option does not fit a number of seats, the next number is taken, at last the one that it has
    of its own, and where it needs another option, an example of that; what makes a game longer is
    tried with the fewest.

    >>> from facedown.core.registry import game_class
    >>> [game.seats for game in settings_of(game_class("turing"))][:4]
    [1, 2, 3, 4]
    """
    fewest, most = kind.facts.seats
    counts = range(fewest, most + 1)
    games = [kind(seats) for seats in counts]
    for index, option in enumerate(kind.facts.options):
        for number, value in enumerate(values_of(option)):
            turn = 0 if _is_more(value, option.default) else (index + number) % len(counts)
            games.append(_fitting(kind, [*counts[turn:], *counts[:turn]], option.name, value))
    return games


LARGER: Final = 2
"""So many times the default is the largest number that is tried: a longer game is the same game."""


def values_of(option: Option) -> Iterator[OptionValue]:
    """The values of an option that the battery tries, beside its default.

    >>> list(values_of(Option("rounds", 20, "most rounds", bounds=(1, 99))))
    [1, 40]
    >>> list(values_of(Option("both", False, "both ways")))
    [True]
    """
    listed: tuple[OptionValue, ...] = (*option.choices, *option.examples)
    if isinstance(option.default, bool):
        listed = (not option.default,)
    elif isinstance(option.default, int) and option.bounds:
        least, most = option.bounds
        listed += (least, min(most, LARGER * max(option.default, least, 1)))
    yield from (value for value in dict.fromkeys(listed) if value != option.default)


def _is_more(value: OptionValue, usual: OptionValue) -> bool:
    return type(value) is type(usual) is int and value > usual


def _fitting(kind: type[Game], seats: list[int], name: str, value: OptionValue) -> Game:
    needed = [{}, *({o.name: o.examples[0]} for o in kind.facts.options if o.examples)]
    for more in needed:
        for count in (*seats, None):
            try:
                return kind(count, **{**more, name: value})
            except BadOption:
                continue
    raise AssertionError(f"{kind.facts.title} takes {name}={value} with no number of seats.")


def name_of(game: Game) -> str:
    """A short name of a game's setting, for test reports.

    >>> from facedown.core import new_game
    >>> name_of(new_game("turing", 2, verifiers=5))
    'turing-2-verifiers=5'
    """
    defaults = {option.name: option.default for option in game.facts.options}
    chosen = [f"{key}={value}" for key, value in game.options.items() if value != defaults[key]]
    return "-".join([game.facts.name, str(game.seats), *chosen])
