"""What Mystery Machine's board makes of a view: piles, what turned up, what comes next."""

from __future__ import annotations

import re

from tests.games.mystery.scenes import Scene
from tests.web.boards import board

from facedown.games.mystery.moves import Offer, Take
from facedown.games.mystery.page import again, context
from facedown.games.mystery.studio.library import book_names
from facedown.games.mystery.view import MysteryView


def view_of(scene: Scene, seat: int = 0) -> MysteryView:
    return scene.state.view(seat)


def six_in_hand() -> Scene:
    """A hand of three sixes and four spades, before the seventh pick."""
    scene = Scene()
    for card, other in (
        *(("2S", "3D"), ("3S", "9H"), ("4S", "10D"), ("6S", "8D"), ("6C", "7H"), ("6H", "4D")),
    ):
        scene.take(card, other)
    scene.offer("4H", "9S")
    return scene


def drawn(scene: Scene) -> str:
    return str(board(scene.game, scene.state, 0).html())


def test_a_pile_is_pressed_where_one_way_pays_and_opens_where_several_do() -> None:
    html = drawn(six_in_hand())
    stacks = re.findall(r'<button [^>]*class="mm-buy[^>]*>', html)
    assert [("popovertarget" in one, "f-act" in one) for one in stacks] == [
        (True, False),  # three pairs of sixes
        (True, False),  # four ways to take three of four spades
        (False, True),
    ]
    assert [re.search(r'data-key="(\d)"', one)[1] for one in stacks] == ["3", "4", "5"]  # type: ignore[index]
    hidden = re.findall(r'<button [^>]*id="b-buy-[^>]*class="k-quiet"[^>]*>', html)
    assert len(hidden) == 3 + 4
    assert not any("data-key" in one for one in hidden)  # no key presses what nobody sees


def test_cards_that_would_pay_say_for_which_pile() -> None:
    scene = six_in_hand()
    assert context(view_of(scene), ())["pays"] == {
        **dict.fromkeys(("2S", "3S", "4S"), "mm-for-2"),
        "6S": "mm-for-1 mm-for-2 mm-for-3",
        **dict.fromkeys(("6H", "6C"), "mm-for-1 mm-for-3"),
    }


def test_what_turned_up_is_told_until_the_next_pick() -> None:
    scene = six_in_hand()
    scene.buy("Q1", "6S 6C", "JH")
    turned = context(view_of(scene), ())["turned"]
    assert turned.words == "The jack of hearts turned up: it lay on A2, B1, C3 or D4."  # type: ignore[attr-defined]
    assert context(view_of(scene), ())["dumped"] == 6 + 2
    scene.seat(Take("4H"))
    assert context(view_of(scene), ())["turned"] is None
    assert context(view_of(scene), ())["dumped"] == 6 + 2 + 1


def test_twists_leave_open_where_a_card_lay() -> None:
    scene = Scene(puzzle="the-three-twos")
    for card, other in (("2S", "3D"), ("3S", "9H"), ("4S", "10D")):
        scene.take(card, other)
    scene.nature(Offer(("6H", "6C")))
    scene.buy("Q1", "2S 3S 4S", "joker")
    turned = context(view_of(scene), ())["turned"]
    assert turned.words == "A joker turned up: an empty answer."  # type: ignore[attr-defined]
    assert turned.cells == ()  # type: ignore[attr-defined]


def played(puzzle: str) -> MysteryView:
    scene = Scene(puzzle=puzzle)
    scene.offer("6H", "6C")
    scene.name(*("JS", "JH", "JD")[: len(view_of(scene).slots)])
    return view_of(scene)


def next_after(puzzle: str) -> object:
    first, second = again(played(puzzle)).values()
    assert "puzzle" not in second  # practice is of the same one
    assert first["redo"] == ""
    return first["puzzle"]


def test_another_one_is_the_next_puzzle_of_the_book() -> None:
    names = book_names()
    assert next_after("welcome-mushy-heads") == names[0]
    assert next_after(names[0]) == names[1]
    assert next_after(names[-1]) == names[0]
