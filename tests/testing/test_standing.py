"""The battery passes sound answers in advance, and catches planted faults in them."""

from __future__ import annotations

import pytest
from tests.toys.skirmish import Attack, Skirmish

from facedown.core.game import Game
from facedown.core.moves import Move
from facedown.testing import CHECKS


class Telling(Skirmish):
    """Asks only who holds a shield: everybody learns who does."""

    def standing_answer(self, view, question, answer):  # type: ignore[no-untyped-def]
        return super().standing_answer(view, question, answer) if view.shield else None


class Rash(Skirmish):
    """Uses a shield that there is not."""

    def standing_answer(self, view, question, answer):  # type: ignore[no-untyped-def]
        found = super().standing_answer(view, question, answer)
        return found if found is None or answer == "decline" else self.seats + 1


class Hesitant(Skirmish):
    """Knows an answer only to accept."""

    def standing_answer(self, view, question, answer):  # type: ignore[no-untyped-def]
        return super().standing_answer(view, question, answer) if answer == "always" else None


class Counting(Skirmish):
    """Counts turns by what only one seat knows."""

    def turn_of(self, view):  # type: ignore[no-untyped-def]
        return super().turn_of(view) + bool(view.shield)


class Restless(Skirmish):
    """Its normal form of a move is another move."""

    def normal_form(self, move: Move) -> Move:
        return Attack((move.seat + 1) % self.seats) if isinstance(move, Attack) else move


CAUGHT_BY: list[tuple[type[Game], str, str]] = [
    (Telling, "standing answers", "other questions are open"),
    (Rash, "standing answers", "which is refused: You have no shield"),
    (Hesitant, "standing answers", "depends on the answer"),
    (Counting, "standing answers", "numbers .* in several views"),
    (Restless, "moves", "is not in normal form"),
]


@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize("check", ["standing answers", "moves", "secrecy", "events", "histories"])
def test_a_sound_game_passes(seats: int, check: str) -> None:
    CHECKS[check](Skirmish(seats))


@pytest.mark.parametrize(("game", "check", "words"), CAUGHT_BY)
def test_a_planted_fault_is_caught(game: type[Game], check: str, words: str) -> None:
    with pytest.raises(AssertionError, match=words):
        CHECKS[check](game(2))
