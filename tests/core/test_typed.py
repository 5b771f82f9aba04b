"""Typed moves: their one limit, what they mean before they are made, and their one normal form."""

from __future__ import annotations

import random

import pytest
from tests.toys.skirmish import Attack, Shout, Skirmish

from facedown.core.errors import IllegalMove, MalformedMove
from facedown.core.game import ReadBack
from facedown.core.match import Match
from facedown.core.moves import Action
from facedown.core.play import play_bots
from facedown.core.registry import new_game
from facedown.core.roster import Bot
from facedown.core.typed import LONGEST_LINE, check_length, read_line, say_back
from facedown.core.view import View


def test_a_line_as_long_as_allowed_is_read_whole_and_a_longer_one_refused() -> None:
    game = Skirmish()
    match = Match(game, seed="1")
    words = "a" * (LONGEST_LINE - len("shout "))
    assert read_line(game, f"shout {words}", match.view(0)) == Shout(words)
    with pytest.raises(MalformedMove, match="at most 2000 characters; that one has 2001"):
        read_line(game, f"shout {words}a", match.view(0))
    assert check_length("") == ""


def test_what_is_said_back() -> None:
    game = Skirmish()
    seed = next(s for s in map(str, range(20)) if Match(game, seed=s).view(0).shield)  # type: ignore[attr-defined]
    view = Match(game, seed=seed).view(0)
    assert say_back(game, "attack 2", view) is None
    assert say_back(game, "shout  HOLD  the line", view) == ReadBack(
        Shout("hold the line"),
        "3 words for everybody.",
        ("Your shield stays in your hand.",),
        confirm=True,
    )
    assert say_back(game, "shout h", view) == ReadBack(
        Shout("h"),
        "One word for everybody.",
        ("Your shield stays in your hand.",),
        ("shout hold",),
        confirm=False,
    )
    unfinished = say_back(game, "shout ", view)
    assert unfinished is not None
    assert unfinished.move is None
    assert unfinished.problem.startswith("Type attack 2")
    assert unfinished.completions == ("shout hold", "shout yield", "shout mercy")
    long = say_back(game, "shout " + "a" * LONGEST_LINE, view)
    assert long is not None
    assert long.problem == "A typed move has at most 2000 characters; that one has 2006."


class Loud:
    """Shouts in capitals, whatever it knows."""

    def act(self, view: View, rng: random.Random) -> Action:
        return Shout("  HOLD  Fast ") if view.legal[0] < view.seats else view.legal[0]


def test_a_match_keeps_moves_in_their_normal_form() -> None:
    match = Match(Skirmish(), seed="1")
    match.play(0, Shout(" Hold   FAST"))
    assert match.events(1)[-1].move == Shout("hold fast")
    match.play(1, 0)
    assert [entry.move for entry in match.log.entries[1:]] == [Shout("hold fast"), Attack(0)]


def test_a_move_without_a_normal_form_is_refused_and_changes_nothing() -> None:
    match = Match(Skirmish(), seed="1")
    with pytest.raises(MalformedMove, match="at least one word"):
        match.play(0, Shout("  "))
    with pytest.raises(IllegalMove):
        match.play(1, Shout("hold"))
    assert match.moves == 1


def test_the_moves_of_bots_are_brought_to_it_as_well() -> None:
    bots: list[Bot] = [Loud(), Loud()]
    state = play_bots(Skirmish(), bots, "1")
    assert state.view(0).shouts == ("hold fast",) * 6  # type: ignore[attr-defined]


SAID = {
    "turing": {
        "ask verifier b": "Ask(verifier='B')",
        "ask the A, please": "Ask(verifier='A')",
        "propose the code 2 4 1": "Propose(code='241')",
        "2-4-1.": "Propose(code='241')",
        "The code is 241!": "Declare(solve=True, code='241')",
        "guess 241": "Declare(solve=True, code='241')",
        "I'll stop now": "Stop()",
        "continue": "Declare(solve=False, code=None)",
    },
    "suspense": {
        "I play the white 3": "Play(card='W3')",
        "play black six": "Play(card='B6')",
        "I pass.": "Pass()",
    },
    "mystery": {
        "take the 5 of clubs": "Take(card='5C')",
        "I'd like to take the five of clubs, please": "Take(card='5C')",
        "pick 5C": "Take(card='5C')",
        "buy a card from Q1": "Buy(pile='Q1', cards=())",
        "buy the pile Q1": "Buy(pile='Q1', cards=())",
        "discard the 9 of spades": "Dump(card='9S')",
        "name the king of hearts": "Name(card='KH')",
    },
    "solid": {"I end my turn": "EndTurn()", "done": "EndTurn()", "let it happen": "LetHappen()"},
    "solver": {
        "play a red circle 3": "Play(card='red circle 3')",
        "draw a card": "Draw()",
        "I pass.": "Pass()",
    },
}


@pytest.mark.parametrize(
    ("name", "line", "move"),
    [(name, line, move) for name, lines in SAID.items() for line, move in lines.items()],
)
def test_moves_are_read_as_people_say_them(name: str, line: str, move: str) -> None:
    game = new_game(name)
    match = Match(game, seed="7")
    assert repr(read_line(game, line, match.view(match.actors[0]))) == move


@pytest.mark.parametrize("line", ["name KH", "name the king of hearts, please"])
def test_what_is_asked_about_is_asked_about_however_it_is_said(line: str) -> None:
    """The one guess is confirmed before it is made."""
    match = Match(new_game("mystery"), seed="7")
    back = say_back(match.game, line, match.view(match.actors[0]))
    assert back is not None
    assert back.confirm
    assert repr(back.move) == "Name(card='KH')"


@pytest.mark.parametrize("line", ["guess red hopefully", "write a the"])
def test_a_typed_rule_is_read_word_by_word(line: str) -> None:
    """Where whole sentences are typed no word is left out of one."""
    match = Match(new_game("solver"), seed="7")
    with pytest.raises(MalformedMove):
        read_line(match.game, line, match.view(match.actors[0]))
