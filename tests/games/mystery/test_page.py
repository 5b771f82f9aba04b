"""What Mystery Machine's board makes of a view: piles, what turned up, what comes next."""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page
from tests.games.mystery.scenes import Scene
from tests.web import browser as web
from tests.web.boards import board
from tests.web.drawn import document
from tests.web.drawn import drawn as page_of

from facedown.core.registry import new_game
from facedown.games.mystery.moves import Offer, Take
from facedown.games.mystery.page import again, context
from facedown.games.mystery.puzzle import Pile, Puzzle
from facedown.games.mystery.studio.checking import checked
from facedown.games.mystery.studio.library import book_names
from facedown.games.mystery.studio.texts import puzzle_code
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


def test_a_hand_lies_in_order_of_its_numbers() -> None:
    hand = context(view_of(six_in_hand()), ())["hand"]
    assert [face.name for face in hand] == ["2S", "3S", "4S", "6S", "6H", "6C"]  # type: ignore[attr-defined]


def test_while_cards_are_dealt_the_bar_says_so() -> None:
    game = new_game("mystery")
    assert "Cards are dealt." in page_of(game, game.start(), 0)


def test_what_turned_up_is_told_until_the_next_pick() -> None:
    scene = six_in_hand()
    scene.buy("Q1", "6S 6C", "JH")
    turned = context(view_of(scene), ())["turned"]
    assert turned.words == "The jack of hearts turned up: it lay on A2, B1, C3 or D4."  # type: ignore[attr-defined]
    assert context(view_of(scene), ())["dumped"] == 6 + 2
    assert context(view_of(scene), ())["gone"] == [
        ("S", "spades", "6"),
        ("H", "hearts", "7 9"),
        ("D", "diamonds", "3 4 8 10"),
        ("C", "clubs", "6"),
    ]
    scene.seat(Take("4H"))
    assert context(view_of(scene), ())["turned"] is None
    assert context(view_of(scene), ())["dumped"] == 6 + 2 + 1


def test_m10_a_puzzle_that_the_answers_need_not_determine_says_so() -> None:
    puzzle = checked(Puzzle("Two rows", (Pile("pair", ("B2", "C3")),), mystery=("A1",)))
    said = "Not always determined: best play ends with a right guess in 25.0 %."
    assert said in drawn(Scene(puzzle=puzzle_code(puzzle)))
    assert "determined" not in drawn(six_in_hand())


def test_twists_leave_open_where_a_card_lay() -> None:
    scene = Scene(puzzle="the-three-twos")
    for card, other in (("2S", "3D"), ("3S", "9H"), ("4S", "10D")):
        scene.take(card, other)
    scene.nature(Offer(("6H", "6C")))
    scene.buy("Q1", "2S 3S 4S", "joker")
    turned = context(view_of(scene), ())["turned"]
    assert turned.words == "A joker turned up: an empty answer."  # type: ignore[attr-defined]
    assert turned.cells == ()  # type: ignore[attr-defined]


def test_the_end_shows_how_the_answers_narrowed_the_mystery_down() -> None:
    scene = six_in_hand()
    scene.buy("Q1", "6S 6C", "JH")
    assert context(view_of(scene), ())["narrowed"] == ()
    scene.name("JS")
    bars = context(view_of(scene), ())["narrowed"]
    assert [(bar.count, bar.pile) for bar in bars] == [(16, ""), (15, "Q1")]  # type: ignore[attr-defined]


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


def test_a_board_is_small_to_send() -> None:
    """32 pencil marks are buttons of one form, and each picture is drawn once a page."""
    scene = Scene()
    scene.offer("4H", "9S")
    html = drawn(scene)
    assert html.count('action="/t/abc/notes') == 1
    assert len(html) < 19_000
    assert len(zlib.compress(html.encode())) < 3_000


SCREENS = ((1440, 900), (1024, 768), (390, 844), (844, 390))
SMALL = """() => [...document.querySelectorAll(".mm-marks > button, .mm-open")]
  .filter((one) => one.checkVisibility({ visibilityProperty: true }))
  .map((one) => one.getBoundingClientRect())
  .filter((box) => box.width < 44 || box.height < 44).length"""
BESIDE_ITS_LINE = """() => {
  const pad = document.querySelector(".mm-marks:popover-open");
  const [{ top, bottom }, row] = [pad, pad.closest("tr")].map((one) => one.getBoundingClientRect());
  return Math.min(Math.abs(top - row.bottom), Math.abs(row.top - bottom)) < 12;
}"""
PRESSED = """(name) => {
  const box = document.getElementById(`b-pile-${name}`).getBoundingClientRect();
  return document.elementFromPoint(box.right - 6, box.bottom - 6).closest("button")?.className;
}"""


@pytest.fixture(scope="module")
def page() -> Iterator[Page]:
    with web.chromium() as browser:
        yield web.open_page(browser)


@pytest.mark.parametrize(("width", "height"), SCREENS)
def test_marks_can_be_pressed_and_a_whole_pile_is_its_button(
    page: Page, width: int, height: int
) -> None:
    scene = six_in_hand()
    page.set_viewport_size({"width": width, "height": height})
    page.set_content(document(scene.game, page_of(scene.game, scene.state, 0)))
    assert page.locator(".mm-marks > button:visible, .mm-open:visible").count() in (8, 32)
    assert page.evaluate(SMALL) == 0
    assert "mm-buy" in page.evaluate(PRESSED, "Q1")
    page.locator(".mm-mystery").click()
    assert page.locator("label:has(#b-name-rank-A)").is_visible()
    page.keyboard.press("Escape")
    if page.locator(".mm-open:visible").count():  # else marks are pressed at their place
        page.locator(".mm-open").last.click()
        assert page.evaluate(BESIDE_ITS_LINE)
