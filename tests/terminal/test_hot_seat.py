"""Several people at one screen: nobody sees on it what only another may know."""

from __future__ import annotations

import pytest
from tests.terminal.conftest import Facedown
from tests.terminal.toy import Hush

from facedown.core.match import Match
from facedown.terminal.console import Complete, Console, EndOfInput
from facedown.terminal.dialogue import Dialogue
from facedown.terminal.table import HotSeat

SCREENS = "\f"
"""What stands here for a cleared screen."""


class Screen(Console):
    """A console with lines typed beforehand, which marks where the screen was cleared."""

    def __init__(self, *typed: str, forgets: bool = True) -> None:
        self.typed = list(typed)
        self.forgets = forgets
        self.text = ""
        self.offered: list[str] = []

    def say(self, text: str = "", *, whole: bool = False) -> None:
        self.text += f"{text}\n"

    def say_long(self, text: str) -> None:
        self.say(text)

    def ask(self, prompt: str = "> ", typed: str = "", complete: Complete | None = None) -> str:
        if complete is not None:
            self.offered.append(typed)
        if not self.typed:
            raise EndOfInput
        line = self.typed.pop(0)
        self.text += f"{prompt}{line}\n"
        return line

    def clear(self) -> bool:
        self.text += SCREENS
        return self.forgets


def screens(*typed: str) -> list[str]:
    """The screens of a game of two people that typed these lines."""
    players = ("human", "human")
    screen = Screen(*typed)
    table = HotSeat(Match(Hush(2), seed="3", players=players), players, screen, None, ())
    with pytest.raises(EndOfInput):
        Dialogue(table).run()
    return screen.text.split(SCREENS)


ROUND = ("", "5", "note my 5", "done", "", "", "7", "notes", "history", "done", "", "")


def test_secrets_leave_the_screen_with_their_seat() -> None:
    first, second, third = screens(*ROUND, "show", "notes", "history")
    assert "Seat 1 (you) picks 5." in first
    assert "5" not in second.split("All show")[0]
    assert second.startswith("Hand over to Seat 2. Press Enter when only Seat 2 is looking. \n")
    assert (
        "You are Seat 2.\nA number is drawn.\nSeat 1 picks a number.\nSeat 1 is done.\n" in second
    )
    assert "You have written nothing down." in second
    assert "7" in second.split("You have written")[0]
    assert "All show: Seat 1 (you) 5, Seat 2 7." in third
    assert "my 5" in third.split("\n> notes")[1]


def test_what_a_move_showed_stays_until_it_was_read() -> None:
    _, second, _ = screens(*ROUND)
    assert second.endswith(
        "> done\nAll show: Seat 1 5, Seat 2 (you) 7.\nSeat 2, press Enter to hide what you see. \n"
    )


def test_a_screen_that_cannot_forget_is_not_said_to_be_empty() -> None:
    warning = "What Seat 1 saw still stands above: please do not scroll back.\n"
    for forgets in (True, False):
        players = ("human", "human")
        screen = Screen("", "5", "done", "", "", forgets=forgets)
        table = HotSeat(Match(Hush(2), seed="3", players=players), players, screen, None, ())
        with pytest.raises(EndOfInput):
            Dialogue(table).run()
        told = screen.text.split(SCREENS)[1]
        assert told.startswith("Hand over to Seat 2." if forgets else f"{warning}Hand over to")


def test_between_two_seats_only_enter_and_quit_mean_something() -> None:
    (first,) = screens("3", "quit")
    assert first.count("Hand over to Seat 1.") == 2
    assert "Here only Enter goes on, and quit ends.\n" in first
    assert "You are" not in first


def test_one_seat_moving_twice_hands_nothing_over() -> None:
    (first,) = screens("", "5", "undo", "6")
    assert first.count("Hand over") == 1
    assert "Taken back: Seat 1 (you) picks 5." in first


def test_the_end_is_for_everybody() -> None:
    players = ("human", "human")
    screen = Screen("", "5", "done", "", "", "note mine", "6", "done", "", "")
    table = HotSeat(Match(Hush(2), seed="3", players=players), players, screen, None, ())
    Dialogue(table).run()
    last = screen.text.split(SCREENS)[-1]
    assert "Numbers from 1 to 9; 1 rounds played." in last
    assert "Seat 2 wins.\nThe number was 6.\n" in last
    assert "you" not in last.split("This game is kept")[0]


def test_a_bot_between_two_people(facedown: Facedown) -> None:
    typed = "\n5\ndone\n\n\n6\ndone\n\n\n"
    said = facedown("play", "hush", "--seats", "human,bot:low,human", "--seed", "3", typed=typed)
    assert "Seat 1 is human, Seat 2 is the bot low, Seat 3 is human." in said.out
    assert "Hand over to Seat 3." in said.out
    assert "Hand over to Seat 2." not in said.out
    seen_by_third = said.out.split("You are Seat 3.")[1]
    assert seen_by_third.startswith(
        "\nA number is drawn.\nSeat 1 picks a number.\nSeat 1 is done.\n"
        "Seat 2 (low) picks a number.\nSeat 2 (low) is done.\n"
    )
