"""What a game's judge says of a move: from the seat's view before it, never from the state.

A judge stands with the players of its game (:attr:`facedown.core.roster.Players.judge`), as what it
reckons may be compiled. What is made of its words for a whole game is in ``analysis/``.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from statistics import mean, stdev
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from facedown.core.hooks import refuse_misspelled
from facedown.core.moves import Move
from facedown.core.view import OwnView

if TYPE_CHECKING:
    from facedown.core.game import Game


NORMAL_95: Final = 1.959964
"""Of the normal distribution 95 % lie within so many standard deviations."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A number: worked out (as a fraction, or bits), or estimated, with its 95 % interval."""

    value: Fraction | float
    interval: tuple[float, float] | None = None

    @property
    def exact(self) -> bool:
        """Whether it was worked out rather than estimated."""
        return self.interval is None

    @classmethod
    def estimated(cls, found: Sequence[float]) -> Figure:
        """The mean of independent findings, two at least, with its interval.

        >>> Figure.estimated([1.0, 1.0, 3.0, 3.0]).value
        2.0
        """
        middle = mean(found)
        half = NORMAL_95 * stdev(found) / len(found) ** 0.5
        return cls(middle, (middle - half, middle + half))


NONE_BETTER: Final = Figure(0.0, (0.0, 0.0))
"""What a move cost where every estimate of another was worse."""

Worth: TypeAlias = tuple[Figure, ...]
"""What is to be expected from a move on, in the units of a judge's measure: the first counts first.
Empty where nobody knows."""


@dataclass(frozen=True, slots=True)
class Measure:
    """What a judge counts.

    ``left`` names what is still possible and becomes fewer ("codes"); empty where a judge counts
    nothing of the kind. ``units`` name what moves are worth ("rounds", "questions"), and ``wanted``
    says whether few of them are good or many. ``small`` is the least cost that is worth a word.
    ``decides`` says that who has one possibility left knows everything.
    """

    left: str
    units: tuple[str, ...]
    wanted: Literal["few", "many"]
    small: float = 0.0
    decides: bool = True


@dataclass(frozen=True, slots=True)
class Remark:
    """What only a game's own judge has words for: a code, and what it is about.

    ``about`` names things as views and moves do ("A1", "JS"), ``moves`` are those that it speaks
    of, ``worth`` is in the units of the measure and ``chance`` that something is right.
    """

    code: str
    about: tuple[str, ...] = ()
    moves: tuple[Move, ...] = ()
    worth: Worth = ()
    chance: Figure | None = None


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a judge says of one move.

    ``worth`` is what is expected with this move and best play after it, ``cost`` how much worse
    that is than the best move (never below zero where it is exact). ``best`` are the moves, one
    after the other, that the best play there begins with; empty where the move made is as good as
    any. ``left`` is how many possibilities the move is expected to leave, ``best_left`` how many
    the best one does. ``chance`` is for a move that names what is hidden: how likely it was right.
    ``remarks`` are what else is to be said, such as a better move that was not open.
    """

    worth: Worth = ()
    cost: Worth = ()
    best: tuple[Move, ...] = ()
    left: Figure | None = None
    best_left: Figure | None = None
    chance: Figure | None = None
    remarks: tuple[Remark, ...] = ()


@dataclass(frozen=True, slots=True)
class Lengths:
    """What best play needs beside what a seat needed, both in ``units``: if empty, the measure's.

    ``best`` is empty where it is too much to work out, and with ``average`` it is taken over
    everything that could have been hidden. Otherwise ``moves`` are those of best play for the very
    truth that was hidden, and ``answers`` beside each the yes or no to it, None where it has none.
    With ``estimate`` ``best`` is the mean of games that a strong program has played, and no proof.
    Where seats play together ``own`` counts what all of them needed, and ``share`` how many of the
    last unit were the seat's.
    """

    best: Worth
    own: tuple[int, ...]
    moves: tuple[Move, ...] = ()
    answers: tuple[bool | None, ...] = ()
    average: bool = False
    units: tuple[str, ...] = ()
    estimate: bool = False
    share: int | None = None


class Judge(ABC):
    """Judges the moves of one game with its options chosen."""

    measure: Measure

    def __init_subclass__(cls) -> None:
        refuse_misspelled(cls, Judge)

    @abstractmethod
    def left(self, view: OwnView) -> Figure | None:
        """How many possibilities a view leaves; at the end, what it left without the opening."""

    @abstractmethod
    def verdict(self, view: OwnView, move: Move) -> Verdict | None:
        """What is to be said of a move that the seat of the view made; None where nothing is."""

    def lengths(self, view: OwnView) -> Lengths | None:
        """The length of best play beside a seat's own, from its view at the end; None: unknown."""
        return None

    def named(self, view: OwnView) -> tuple[str, ...]:
        """The possibilities that :meth:`left` counts, by name; none where they have no names."""
        return ()

    def settled(self, view: OwnView) -> tuple[Remark, ...]:
        """What is certain to the seat, part by part, without the opening at the end.

        What is new in a view, beside the one before, was settled by the move between them.
        """
        return ()

    def answered(self, view: OwnView) -> bool:
        """Whether the seat knows what came of its last move: nobody has yet to answer it."""
        return True

    def solved(self, view: OwnView) -> bool | None:
        """Whether the seat found what was hidden, from its view at the end; None: nothing was."""
        return None

    def guess(self, view: OwnView) -> Move | None:
        """The move that would name what is likeliest to be hidden; None where there is none."""
        return None

    def refutes(self, view: OwnView, test: Move, guess: Move) -> bool | None:
        """Whether an answer to a test could rule out what a guess names; None: it is no test."""
        return None

    @abstractmethod
    def tell(self, moves: tuple[Move, ...]) -> str:
        """Moves in a few words that stand inside a sentence ("propose 111 and ask A")."""

    def say(self, remark: Remark) -> str:
        """One of this judge's own remarks, as a sentence."""
        return " ".join((remark.code, *remark.about))


JudgeFactory: TypeAlias = "Callable[[Game], Judge]"
"""Makes a judge for a game with its options chosen."""
