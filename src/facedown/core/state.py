"""The truth of one game being played, as the game's rules change it."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeAlias, overload

from facedown.core.errors import Refusal
from facedown.core.hooks import refuse_misspelled
from facedown.core.moves import Action, Move
from facedown.core.seats import Outcome, Seat, Seats
from facedown.core.view import View


class EvenChances(Sequence[tuple[Action, int]]):
    """The moves numbered 0 to ``count - 1``, each with weight 1.

    Half a million deals take no memory, and any of them can be looked at without the others.

    >>> chances = EvenChances(450_450)
    >>> len(chances), chances[7], chances[-2:]
    (450450, (7, 1), [(450448, 1), (450449, 1)])
    """

    __slots__ = ("_numbers",)

    def __init__(self, count: int) -> None:
        self._numbers = range(count)

    def __len__(self) -> int:
        return len(self._numbers)

    @overload
    def __getitem__(self, index: int) -> tuple[Action, int]: ...
    @overload
    def __getitem__(self, index: slice) -> list[tuple[Action, int]]: ...
    def __getitem__(self, index: int | slice) -> tuple[Action, int] | list[tuple[Action, int]]:
        if isinstance(index, slice):
            return [(number, 1) for number in self._numbers[index]]
        return self._numbers[index], 1


class State(ABC):
    """The truth. Changed in place; ``clone()`` before a change keeps the old one.

    A subclass has ``__slots__`` and holds only immutable values and lists of them, so that a
    hand-written ``clone()`` is cheap and complete.

    >>> from facedown.core import Match, new_game
    >>> state = Match(new_game("suspense", 2, goal=0, dealer=1), seed="7").state()
    >>> (seat,) = state.actors()
    >>> refusal = state.verify(seat, 13)  # to pass
    >>> refusal.sentence, refusal.paragraph
    ('On your first turn of a round you must play a card.', 'S11')
    """

    __slots__ = ()

    def __init_subclass__(cls) -> None:
        refuse_misspelled(cls, State)

    @abstractmethod
    def actors(self) -> Seats:
        """Who may move now: seats in ascending order, ``(NATURE,)``, or nobody at the end."""

    @abstractmethod
    def legal(self, seat: Seat) -> Sequence[int]:
        """The action numbers open to a seat now, ascending; empty when it is not to move.

        Moves from an open language are not listed; :meth:`verify` decides them.
        """

    @abstractmethod
    def verify(self, seat: Seat, action: Action) -> Refusal | None:
        """Why the move is not allowed, or None when it is. Says nothing the seat may not know.

        A seat that is not to move is refused for the same reason whatever it would do.
        """

    @abstractmethod
    def apply(self, seat: Seat, action: Action) -> None:
        """Makes a move that :meth:`verify` allows. Not checked again: this is the hot path."""

    def chances(self) -> Iterable[tuple[Action, int]]:
        """When nature is to move: her moves with their integer weights.

        Raises :class:`~facedown.core.errors.NotListed` where they are too many to list.
        """
        raise AssertionError("nature never moves in this game")

    def draw(self, rng: random.Random) -> Action:
        """One of nature's moves, drawn with the right frequency."""
        actions, weights = zip(*self.chances(), strict=True)
        (action,) = rng.choices(actions, weights)
        chosen: Action = action
        return chosen

    def draw_name(self) -> str:
        """When nature is to move: what is drawn ("deal/3"), a name that comes once in a game.

        A match draws it from a generator of its own, made of the seed and this name. So the same
        seed gives the same draw of that name, whatever anybody does in between.
        """
        raise AssertionError("nature never moves in this game")

    @property
    def draws_slowly(self) -> bool:
        """Whether nature's move now takes long to work out: a server does not wait for it."""
        return False

    def slow_part(self, action: Action) -> Callable[[], Move] | None:
        """What of a move that :meth:`verify` allows may take long; None where the move is quick.

        What this returns may be called from any thread, and gives the move's record with what it
        found out in it: that record is made and kept, is quick wherever it is made again, and has
        no slow part any more. A server shows it on a beat, as the time it takes may depend on what
        is hidden. Whether there is such a part is therefore decided by what everybody sees, never
        by what is hidden or remembered.
        """
        return None

    def is_false(self, action: Action) -> bool:
        """Whether what a recorded move says it found out is not so, found out anew.

        It may take long, and is asked of what strangers recorded. A seat cannot say such a thing:
        :meth:`~facedown.core.game.Game.normal_form` leaves it out.
        """
        return False

    def give_up(self, seat: Seat) -> None:  # noqa: B027  # not every game knows an answer
        """Ends a game that a seat gave up, with all shown as at any end.

        Then :meth:`outcome` is :func:`~facedown.core.seats.given_up`, with the answer.
        """

    @abstractmethod
    def clone(self) -> State:
        """A state equal in every field that later changes of this one do not touch."""

    @abstractmethod
    def view(self, seat: Seat) -> View:
        """What the seat may know, or an onlooker."""

    @abstractmethod
    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on."""

    @abstractmethod
    def move_of(self, seat: Seat, action: Action) -> Move:
        """The record of an action; what has a record already stays as it is."""

    @abstractmethod
    def action_of(self, seat: Seat, move: Move) -> Action:
        """The action of a record.

        Raises :class:`~facedown.core.errors.MalformedMove` where it names nothing in this game.
        """


OwnState: TypeAlias = Any
"""A state that the game itself has started, of its own class."""
