"""What the first game says of hands, pods, points and distances is so, as its reader sees it."""

from __future__ import annotations

import pytest
from tests.games.solid.test_rules import make

from facedown.core.first_game import first_game
from facedown.core.match import Match
from facedown.games.solid.cards import LETTERS, LIMITS, TYPES
from facedown.games.solid.moves import LetHappen, Play, Protect, Share, UseEvent
from facedown.games.solid.rules import SolidState, missing
from facedown.games.solid.view import SolidView

Caption = tuple[str, SolidState]


@pytest.fixture(scope="module")
def captions() -> list[Caption]:
    """Each sentence with the game as it is when it is read."""
    first = first_game("solid")
    assert first is not None
    match = Match.resume(first.log())
    found: list[Caption] = [(said, _now(match)) for said in first.about]
    for step in first.steps:
        found += ((said, _now(match)) for said in step.before)
        match.play(step.seat, step.move)
        found += ((said, _now(match)) for said in step.after)
    return found


def _now(match: Match) -> SolidState:
    state = match.state()
    assert isinstance(state, SolidState)
    return state


def at(captions: list[Caption], words: str) -> SolidState:
    """The game at the one caption with these words."""
    (state,) = [state for caption, state in captions if words in caption]
    return state


def view(state: SolidState, seat: int = 0) -> SolidView:
    seen = state.view(seat)
    assert isinstance(seen, SolidView)
    return seen


def pod(state: SolidState, seat: int) -> dict[str, int]:
    return {word: number for word, number in zip(TYPES, state.pods[seat], strict=True) if number}


def needs(state: SolidState, name: str) -> dict[str, int]:
    card = state.setting.deck[state.setting.kinds[name]]
    return {word: number for word, number in zip(TYPES, card.needs, strict=True) if number}


def points_of(state: SolidState, name: str) -> int:
    return state.setting.deck[state.setting.kinds[name]].points


def test_the_ends_of_a_game_are_those_it_says(captions: list[Caption]) -> None:
    """L7, L8."""
    state = at(captions, "it is counted after turn 12")
    assert (LIMITS.each, LIMITS.twice, LIMITS.total) == (3, 7, 22)
    assert state.setting.limits == LIMITS
    assert state.setting.turns == 12


def test_the_hands_are_those_it_says(captions: list[Caption]) -> None:
    begin = view(at(captions, "You begin."))
    assert (begin.mover, begin.hand) == (0, ("B", "M", "M", "C", "M5+3+3"))
    drawn = view(at(captions, "two more buying, and a protect card"))
    assert drawn.hand == ("B", "B", "C", "M5+3+3", "protect")


def test_the_cards_need_and_score_what_it_says(captions: list[Caption]) -> None:
    """L12."""
    state = captions[0][1]
    assert needs(state, "M5+3+3") == {"mobility": 5, "competences": 3, "buying": 3}
    assert needs(state, "B4") == {"buying": 4}
    assert needs(state, "S2") == {"social media": 2}
    assert [points_of(state, name) for name in ("M5+3+3", "B4", "S2")] == [15, 3, 1]
    assert state.setting.deck[state.setting.kinds["M5+3+3"]].effect == "destroy sharing"
    assert state.setting.limits.destroyed_below == 8


def test_the_pods_are_those_it_says(captions: list[Caption]) -> None:
    said = at(captions, "2 social media and 1 health")
    assert pod(said, 1) == {"social media": 2, "health": 1}
    before = at(captions, "You drew B4")
    assert pod(before, 0)["buying"] == 3
    assert {"B", "B4"} <= set(view(before).hand or ())
    saved = at(captions, "lie in the discard pile")
    assert pod(saved, 0)["buying"] == 3
    assert view(saved).discard == ("steal", "protect")
    assert (saved.mover, saved.plays) == (1, 1)


def test_without_protect_b4_could_not_have_been_shared(captions: list[Caption]) -> None:
    """L3, L4: the same game goes on as the caption fears, had it been let happen."""
    state = at(captions, "You drew B4")
    assert state.actors() == (0,)
    state = make(state.clone(), LetHappen())
    assert pod(state, 0)["buying"] == 2
    lacking = missing(state.setting.deck[state.setting.kinds["B4"]], tuple(state.pods[0]))
    assert lacking[LETTERS.index("B")] == 2
    assert (view(state).hand or ()).count("B") == 1


def test_the_points_and_what_is_lacking_are_those_it_says(captions: list[Caption]) -> None:
    state = at(captions, "3 points for you, 1 for the other")
    assert view(state).points == (3, 1)
    assert view(state).limits.plays - view(state).plays == 1
    card = state.setting.deck[state.setting.kinds["M5+3+3"]]
    assert missing(card, tuple(state.pods[0])) == (0, 0, 3, 2, 0)
    assert view(at(captions, "left with 0 points")).points == (3, 0)


def test_it_shows_each_thing_that_one_does() -> None:
    """A pod, a card that is shared, an event that is prevented, and one that is not."""
    first = first_game("solid")
    assert first is not None
    made = {type(step.move) for step in first.steps}
    assert {Play, Share, UseEvent, Protect, LetHappen} <= made
