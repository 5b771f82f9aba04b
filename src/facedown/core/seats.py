"""Seats: the places at the table, what is no place but counts as one, and how a game ends for them.

A seat is an integer from 0; who sits there is a player. In words seats are counted from 1.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, TypeAlias

from facedown.core.messages import joined, listed, phrase, phrase_in

Seat: TypeAlias = int
"""A place at the table: 0, 1, …, or :data:`NATURE`, or (for views) :data:`ONLOOKER`."""

Seats: TypeAlias = tuple[Seat, ...]

NATURE: Final[Seat] = -1
"""The one who shuffles, deals and draws."""

ONLOOKER: Final[Seat] = -2
"""Somebody who watches and knows only what everybody knows."""

OPEN: Final[Seat] = -3
"""Stands for seeing everything, in replays; there is no view of it."""

MOST_SEATS: Final = 6
"""No table has more; facts that say so are refused."""


def _seats_by_mask() -> tuple[Seats, ...]:
    return tuple(
        tuple(seat for seat in range(MOST_SEATS) if mask >> seat & 1)
        for mask in range(1 << MOST_SEATS)
    )


SEATS_OF: Final = _seats_by_mask()
"""The seats of a bit mask, ready made: ``SEATS_OF[0b101] == (0, 2)``. Saves building tuples."""

NATURE_ONLY: Final[Seats] = (NATURE,)
NOBODY: Final[Seats] = ()


def seat_words(seat: Seat) -> str:
    """The seat in words.

    >>> seat_words(0), seat_words(NATURE)
    ('Seat 1', 'Nature')
    """
    if seat == NATURE:
        return phrase("Nature")
    return phrase("An onlooker") if seat == ONLOOKER else phrase("Seat {n}", n=seat + 1)


def seats_listed(seats: Seats) -> str:
    """Several seats in a sentence, as places for their names.

    >>> seats_listed((0,)), seats_listed((0, 2)), seats_listed((0, 1, 2))
    ('{0}', '{0} and {2}', '{0}, {1} and {2}')
    """
    return listed(f"{{{seat}}}" for seat in seats)


HUMAN: Final = "human"
_BOT: Final = "bot:"

BOT: Final = "bot"
"""The context of the names of bots in a catalogue."""


def bot_player(bot: str) -> str:
    """A bot as a player.

    >>> bot_player("exact")
    'bot:exact'
    """
    return _BOT + bot


def bot_of(player: str) -> str | None:
    """The name of the bot that a player is, or None for anybody else.

    >>> bot_of("bot:exact"), bot_of(HUMAN), bot_of("bot:")
    ('exact', None, None)
    """
    return player.removeprefix(_BOT) or None if player.startswith(_BOT) else None


def bot_words(bot: str) -> str:
    """What people read as the name of a bot, which may be adjusted (``strong:seconds=2``).

    What one types, and what logs and programs have, is the name itself.

    >>> bot_words("careful"), bot_words("strong:seconds=2"), bot_words("deep:rollouts=9")
    ('careful', 'strong (2 s a move)', 'deep (rollouts 9)')
    """
    name, colon, adjusted = bot.partition(":")
    word = phrase_in(BOT, name)
    if not colon:
        return word
    knob, _, value = adjusted.partition("=")
    if knob == "seconds":
        return phrase("{bot} ({n} s a move)", bot=word, n=value)
    return phrase("{bot} ({knob} {value})", bot=word, knob=phrase_in(BOT, knob), value=value)


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a game.

    ``points`` has one whole number per seat, within the range its facts state, and is empty where
    the game was given up: then nobody's are counted. ``winners`` are the
    seats that won: several when the win is shared or a team's, none when nobody won. ``reason``
    is one sentence in which ``{0}``, ``{1}``, … stand for the names of the seats.

    >>> Outcome((3, 1), (0,), "{0} wins.").winners
    (0,)
    """

    points: tuple[int, ...]
    winners: tuple[Seat, ...]
    reason: str

    @property
    def given_up(self) -> bool:
        """Whether the game ended by a seat that gave it up."""
        return not self.points


def given_up(seat: Seat, seats: int, answer: str = "") -> Outcome:
    """The end of a game that a seat has given up: the others win, and all are told the answer.

    >>> given_up(0, 2)
    Outcome(points=(), winners=(1,), reason='{0} has resigned.')
    >>> given_up(0, 2, "The code was 241.").reason, given_up(0, 1, "The code was 241.").reason
    ('{0} has resigned. The code was 241.', 'The code was 241.')
    """
    winners = tuple(other for other in range(seats) if other != seat)
    gone = phrase("{who} has resigned.", who=seats_listed((seat,)))
    told = [answer] if answer and not winners else [gone, answer] if answer else [gone]
    return Outcome((), winners, joined(" ", told))


@dataclass(frozen=True, slots=True)
class Ending:
    """How a game ended for whoever looks, their own result first.

    ``words`` are large and have no full stop; ``why`` is a sentence or two. ``{0}``, ``{1}``, …
    stand for the names of the seats, the reader's own never: that is "you".
    """

    words: str
    why: str
