"""The aids of Suspense (S20): what has become impossible, and what the rest would mean."""

from __future__ import annotations

from facedown.core.seats import NATURE, ONLOOKER
from facedown.games.suspense import Suspense
from facedown.games.suspense.cards import NAMES
from facedown.games.suspense.help.aids import prospects
from facedown.games.suspense.moves import Deal
from facedown.games.suspense.rules import SuspenseState
from facedown.games.suspense.words import WORDS

SEEN = "It cannot be a card that you see, with its condition:"
GAME = Suspense(3, goal=0, dealer=1)
OUT = Suspense(3, goal=0, dealer=1, folded_out=True)


def after(*turns: str, game: Suspense = GAME) -> SuspenseState:
    """The round of these hands after these turns; black 2, "highest black in hand", is secret."""
    hands = (("W1", "W2", "B5", "B6"), ("W3", "W4", "B3", "B4"), ("W5", "W6", "B1", "?"))
    state = game.start()
    assert isinstance(state, SuspenseState)
    state.apply(NATURE, state.action_of(NATURE, Deal(hands, "B2")))
    for turn in turns:
        (seat,) = state.actors()
        action = (*NAMES, "pass", "fold").index(turn)
        assert state.verify(seat, action) is None
        state.apply(seat, action)
    return state


def told(state: SuspenseState, seat: int) -> dict[str, str]:
    """What the aid says of the condition of each card."""
    text = GAME.aid("conditions", state.view(seat), ()).partition(f"\n{SEEN}\n")[0]
    return {
        NAMES[WORDS.index(card)]: what
        for card, what in map(_parts, text.partition("were\n")[2].splitlines())
    }


def _parts(line: str) -> tuple[str, str]:
    return line.strip().partition(" (")[0], line.partition("): ")[2]


def test_s20_win_or_lose() -> None:
    found = {NAMES[card]: what for card, what in prospects(after("W1", "W3").view(2)).items()}
    assert set(found) == {"W2", "W4", "B2", "B3", "B4", "B5", "B6"}  # all that seat 2 has not seen
    assert found["B3"] == "win"  # it holds the white 6
    assert found["W4"] == "lose"  # it has no card in play
    assert found["B5"] == "win"  # it holds the black 1, the lowest black in hand
    assert found["B2"] == "lose"  # black 6, 5, 4 and 3 cannot all be out of hand
    assert found["B4"] == "lose"  # white 2 and 4 cannot both be out of hand


def test_s20_who_folded_what_cannot_be_known() -> None:
    """With the option of S1 it matters who holds the better cards."""
    view = after("W1", "W3", "W5", "fold", game=OUT).view(1)
    found = {NAMES[card]: what for card, what in prospects(view).items()}
    assert found["B2"] == "unknown"  # the better black cards may all lie with the folder
    assert found["W6"] == "win"  # the folder's white 1 is out


def test_s20_the_cards_in_hand_and_in_play_are_excluded() -> None:
    """S20: which conditions have become impossible can be shown."""
    state = after("W1")
    lines = GAME.aid("conditions", state.view(1), ()).splitlines()
    assert lines[0] == "As things stand you win by 1 of 8 conditions, and lose by 7."
    assert lines[1] == "If the round ended now and the secret card were"
    assert lines[lines.index(SEEN) + 1 :] == [
        "  white 1 (highest number in play)",
        "  white 3 (highest white in play)",
        "  white 4 (lowest white in play)",
        "  black 3 (highest white in hand)",
        "  black 4 (lowest white in hand)",
    ]
    assert set(told(state, 1)) == set(NAMES) - {"W1", "W3", "W4", "B3", "B4"}
    onlookers = GAME.aid("conditions", state.view(ONLOOKER), ())
    assert onlookers.endswith(f"{SEEN}\n  white 1 (highest number in play)")
    onlooker = told(state, ONLOOKER)
    assert set(onlooker) == set(NAMES) - {"W1"}
    assert set(onlooker.values()) == {"possible"}


def dealer_told(state: SuspenseState) -> str:
    """What the aid says to the dealer, who knows which condition it is."""
    first, line = GAME.aid("conditions", state.view(0), ()).splitlines()
    assert first == "You know the secret card. If the round ended now:"
    assert line.startswith("  highest black in hand: ")
    return line.partition(": ")[2]


def test_s20_the_dealer_is_told_of_the_one_condition_that_counts() -> None:
    assert dealer_told(after("W1")) == "you would win"
    assert dealer_told(after("B5", "W3", "B1", "B6")) == "you would not win"


def marked(state: SuspenseState, seat: int) -> dict[str, str]:
    return {mark.thing: mark.says for mark in GAME.aid_marks("conditions", state.view(seat), ())}


def test_s20_the_cards_are_marked_as_the_words_say() -> None:
    state = after("W1", "W3")
    says = {"you would win": "good", "you would not win": "bad", "cannot be known": "open"}
    expected = dict.fromkeys(NAMES, "out")
    expected |= {name: says[words] for name, words in told(state, 2).items()}
    assert marked(state, 2) == expected
    assert marked(state, 0) == {"B2": "good"}  # the dealer knows which condition counts
    onlookers = marked(state, ONLOOKER)
    assert {name for name, says in onlookers.items() if says == "out"} == {"W1", "W3"}


def test_s20_a_folder_would_rather_lose() -> None:
    state = after("W1", "W3", "W5", "pass", "fold")
    assert marked(state, 1)["W2"] == "good"  # folded in time


def test_s20_who_folded_is_told_what_folding_brought() -> None:
    state = after("W1", "W3", "W5", "fold")  # the dealer folds with the black 6
    assert dealer_told(state) == "you folded a winning card, 0 points"
    state = after("W1", "W3", "W5", "pass", "fold")
    assert told(state, 1)["W2"] == "you folded in time, 1 point"  # no black in play


def test_the_standing_counts_the_sum_the_passes_and_the_folds() -> None:
    view = after("W1", "W3", "W5", "pass", "fold").view(2)
    assert GAME.aid("standing", view, ()) == (
        "The sum in play is 9; 11 more ends the round. Passed in a row: {0}. Folded: {1}."
    )
