"""How the puzzle of a day went for a seat, in numbers that are kept and compared."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class DayResult:
    """What is kept of a finished puzzle; nothing of it tells what was hidden.

    ``solved`` is whether it was found out or won. ``took`` is what that took in whole numbers, the
    one that counts most first, less is better; empty where nothing is counted. ``par`` is what best
    play needs of each, in hundredths; empty where nobody knows. ``marks`` is how it went as a
    picture, one sign a step, with a point between rounds. ``given_up`` is whether it was left.

    >>> DayResult(solved=True, took=(1, 3), par=(100, 200), marks="✗✓✓").at_par
    False
    """

    solved: bool
    took: tuple[int, ...] = ()
    par: tuple[int, ...] = ()
    marks: str = ""
    given_up: bool = False

    @property
    def hundredths(self) -> tuple[int, ...]:
        """What it took, as ``par`` is written."""
        return tuple(100 * each for each in self.took)

    @property
    def at_par(self) -> bool:
        """Whether it was solved in no more than best play needs; False where nobody knows."""
        return self.solved and bool(self.par) and self.hundredths <= self.par


def plain(hundredths: int) -> str:
    """A number in hundredths without noughts at its end.

    >>> plain(300), plain(442), plain(450)
    ('3', '4.42', '4.5')
    """
    whole, rest = divmod(hundredths, 100)
    return f"{whole}.{rest:02}".rstrip("0").rstrip(".")
