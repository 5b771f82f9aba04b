"""The board of Solid: targets are buttons, cards say why they cannot be played, all see alike."""

from __future__ import annotations

import random
import re
import zlib

from markupsafe import escape
from tests.games.solid.test_rules import make, scene
from tests.web.boards import NAMES, board, states

from facedown.core.registry import new_game
from facedown.core.seats import NATURE, ONLOOKER, Seat
from facedown.games.solid import Solid
from facedown.games.solid.moves import Discard, Play, Share, UseEvent
from facedown.games.solid.page import newest, top_of
from facedown.games.solid.rules import REACTION, SolidState


def drawn(state: SolidState, seat: Seat) -> str:
    return str(board(Solid(2), state, seat).html())


def spoken(html: str) -> str:
    """What stands in a piece of a page besides pictures, with single blanks."""
    return " ".join(re.sub(r"<svg.*?</svg>|<[^>]*>", " ", html, flags=re.DOTALL).split())


def table_of(html: str) -> str:
    return html[html.index('id="table-place"') : html.index('id="hand-place"')]


def test_every_target_is_a_button_that_says_whole_what_it_does() -> None:
    """L4, L14: the card is the button; whose it is stands in its name."""
    state = scene("H7 steal take H S", pods=("B", "MM"), shared=("", "M2"), discard="C")
    html = drawn(state, 0)
    named = re.findall(r'<button [^>]*solid-hit[^>]* aria-label="([^"]*)"></button>', html)
    assert sorted(named) == [
        f"Destroy mobility of {escape(NAMES[1])}, by H7",
        "Destroy your own buying, by H7",
        f"Steal mobility of {escape(NAMES[1])}, by steal",
        "Take competences, by take",
    ]  # fmt: skip


def test_a_card_that_cannot_be_played_says_why_in_its_name() -> None:
    state = scene("H4 protect steal H B", pods=("H", ""))
    names = re.findall(r"<summary data-key.*?</summary>", drawn(state, 0), re.DOTALL)
    said = [spoken(name) for name in names]
    assert any(name.endswith("lacks 3 health") for name in said)
    assert any(name.endswith("played only when an event hits") for name in said)
    assert any(name.endswith("nothing to play it on") for name in said)


def test_where_only_discarding_is_left_a_finger_lifts_a_card_first() -> None:
    state = scene("H4 protect steal H B", pods=("H", ""))
    assert "data-lifts" not in drawn(state, 0)
    html = drawn(make(state, Discard("B")), 0)
    assert html.count('data-lifts="Discard it"') == 4
    assert "<summary data-key" not in html  # no card stays chosen, and lifted


def test_the_window_is_the_same_for_whoever_holds_a_protect_and_whoever_does_not() -> None:
    """L10: the table of everybody, the asked seat's too, is drawn byte for byte alike."""
    tables = []
    for theirs in ("protect H H H H", "H H H H H"):
        state = scene("H7 H B M C", theirs, pods=("", "MM"))
        make(state, UseEvent("H7", 1, "M"))
        assert state.phase == REACTION
        tables.append([table_of(drawn(state, seat)) for seat in (0, 1)])
        onlooker = drawn(state, ONLOOKER)
        tables[-1].append(onlooker)
        assert "destroys your mobility" in spoken(tables[-1][1])
        assert "(this one is hit)" in spoken(tables[-1][1])
    assert tables[0] == tables[1]


def test_the_top_of_the_discard_pile_is_the_card_that_came_last() -> None:
    tops = set()
    for seed in range(3):
        game = new_game("solid", seats=3, turns=20)
        for state in states(game, random.Random(seed)):
            view = state.view(ONLOOKER)
            top = top_of(view)  # type: ignore[arg-type]
            assert (top in view.discard) if view.discard else top == ""  # type: ignore[attr-defined]
            last = view.record[-1] if view.record else None  # type: ignore[attr-defined]
            if last is not None and last.move == "discard":
                assert top == last.card
                tops.add(top)
    assert len(tops) > 5


def test_what_was_laid_last_is_marked_until_the_next_move() -> None:
    state = make(scene("H H2 S S S", pods=("H", "")), Play("H"))
    assert newest(state.view(1)) == (0, "H")
    assert drawn(state, 1).count("k-tag newest") == 1
    make(state, Share("H2"))
    assert newest(state.view(1)) == (0, "H2")
    assert newest(make(state, Discard("S")).view(1)) == (-1, "")


def test_a_board_names_its_keys_and_cards_are_chosen_by_number() -> None:
    html = drawn(scene("H B M C S"), 0)
    assert re.findall(r'<summary data-key="(.)"', html) == ["1", "2", "3", "4", "5"]
    assert set(re.findall(r'<button [^>]*data-key="(.)"', html)) == set("12345pe"), "or again"


def test_a_discard_pile_of_every_kind_is_small_to_send() -> None:
    """Each kind is a line with its number; whole, it is drawn where it lies on top."""
    kinds = [name for name in Solid(2).setting.kinds if name != "take"]
    html = drawn(scene("H B M C take", discard=" ".join(kinds)), 0)
    assert html.count("Take ") > 25, "all can be taken back"
    assert len(html) < 24_000
    assert len(zlib.compress(html.encode())) < 3_000


def beside(*lines: str) -> str:
    """The board of a table of real cards after these typed lines."""
    game = Solid(1, hands="real", names="Ann, Ben")
    state = game.start()
    state.apply(NATURE, 0)
    for line in lines:
        action = state.action_of(0, game.read(line, state.view(0)))
        assert state.verify(0, action) is None
        state.apply(0, action)
    return str(board(game, state, 0).html())


def test_l17_every_kind_of_card_is_a_key_for_what_it_can_do_now() -> None:
    """L17: data are laid with one press, an event opens its targets, the rest can be discarded."""
    html = beside("play H", "play H")
    pressed = re.findall(r'<button [^>]*id="b-press-(\d+)"', html)
    assert pressed == ["0", "1", "2", "3", "4", "5"]  # the data, and H2
    assert len(re.findall(r'<button [^>]*id="b-discard-\d+"', html)) == 33
    assert [*re.findall(r'id="b-choose-(\d+)"', html)][:1] == ["20"]
    told = spoken(html)
    assert "Destroy health of Ann, by H7" in told
    assert "Steal" not in html  # from one's own pod nothing is stolen
    html = beside("play H", "end turn")
    assert "Steal health of Ann, by steal" in spoken(html)
    html = beside("discard H7", "end turn")
    assert "Take H7, by take" in spoken(html)
    html = beside("play H", "play H", "play B")
    assert 'id="b-press-' not in html
    assert "only-discards" in html


def test_l17_who_may_protect_is_a_button() -> None:
    """L17: beside one for nobody, and the keys are put away."""
    html = beside("play H", "end turn", "event steal 1 H")
    (asked,) = re.findall(r'<div class="solid-answers">.*?</div>', html, re.DOTALL)
    assert spoken(asked) == "Ann protects Nobody protects"
    assert "solid-keys" not in html
    assert "Ben steals health of Ann." in spoken(html)
