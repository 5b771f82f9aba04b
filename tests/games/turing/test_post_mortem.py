"""What is said of best play at the end of a game that was lost (T8)."""

from __future__ import annotations

import re

from facedown.core.match import Match
from facedown.core.registry import new_game
from facedown.games.turing.cards import CODES, code_index, law
from facedown.games.turing.machine import machine_effort
from facedown.games.turing.moves import Ask, Declare, Propose, Stop
from facedown.games.turing.problem import Problem
from facedown.games.turing.view import TuringView
from facedown.games.turing.worlds import worlds_of


def view_of(match: Match) -> TuringView:
    view = match.view(0)
    assert isinstance(view, TuringView)
    return view


def lost() -> Match:
    """A question about 111, then a code that is not the code."""
    match = Match(new_game("turing", cards="3,7,10,14"), seed="1")
    for move in (Propose("111"), Ask("A"), Stop()):
        match.play(0, move)
    match.play(0, Declare(solve=True, code="555"))
    return match


def test_whoever_lost_is_told_the_way_of_best_play() -> None:
    match = lost()
    view = view_of(match)
    assert view.outcome is not None
    assert not view.outcome.winners
    first, second = match.game.post_mortem(view).split("\n")
    assert first.startswith("Your answers left ")
    left = set(re.findall(r"\b\d{3}\b", first))
    assert view.solution in left
    assert view.laws is not None
    said = view.lines[0].answers == (True,)
    assert said == law(view.laws[0]).holds(code_index("111"))
    worlds = worlds_of(Problem.parse("3,7,10,14"))
    belief = worlds.after([(code_index("111"), 0, said)])
    assert left == {CODES[code] for code in worlds.codes(belief)}
    assert len(left) > 1

    pattern = r"Best play finds (\d+) in (\d) rounds? and (\d) questions?: (.*)\."
    found = re.fullmatch(pattern, second)
    assert found is not None
    rounds = [part.split(", ") for part in found[4].split("; ")]
    assert found[1] == view.solution
    assert (int(found[2]), int(found[3])) == (len(rounds), sum(len(r) - 1 for r in rounds))
    world = worlds.index([law(name).index for name in view.laws])
    assert (int(found[2]), int(found[3])) == machine_effort(worlds, world, "exact")
    for code, *answers in rounds:
        for answer in answers:
            verifier, said_word = answer.split()
            holds = law(view.laws["ABCD".index(verifier)]).holds(code_index(code))
            assert said_word == ("yes" if holds else "no")


def test_whoever_won_and_whoever_still_plays_is_told_nothing() -> None:
    match = Match(new_game("turing", cards="4,9,11,14"), seed="1")
    assert match.game.post_mortem(match.view(0)) == ""
    for move in (Propose("111"), Ask("A"), Stop()):
        match.play(0, move)
    said_yes = view_of(match).lines[0].answers == (True,)
    match.play(0, Declare(solve=True, code="221" if said_yes else "241"))
    view = view_of(match)
    assert view.outcome is not None
    assert view.outcome.winners == (0,)
    assert match.game.post_mortem(view) == ""
