"""Which games of a class the battery tries: every number of seats, every choice of every option."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from facedown.core.errors import BadOption
from facedown.core.facts import Option, OptionValue
from facedown.core.game import Game


def settings_of(kind: type[Game]) -> list[Game]:
    """Games of a class: all numbers of seats, then each value of each option once.

    An option's values are its choices, both truths, the ends of its range, or its examples. Where
    an option does not fit a number of seats, the next number is taken; what makes a game longer is
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
    for count in seats:
        try:
            return kind(count, **{name: value})
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
