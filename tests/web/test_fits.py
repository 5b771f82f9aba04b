"""Boards of all games through whole games: nothing in them is cut, and little of it scrolls."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

import pytest
from playwright.sync_api import Browser, Page, ViewportSize
from tests.web import browser as web
from tests.web.boards import board, replayed, states
from tests.web.drawn import document, drawn
from tests.web.test_frame import SIZES

from facedown.core import new_bot
from facedown.core.game import Game
from facedown.core.log import draw
from facedown.core.registry import new_game
from facedown.core.seats import NATURE
from facedown.core.state import State
from facedown.languages import language_named, speaking

LOOKS = 4
"""At so many moments of a game all screens are looked at, beside the first of every phase."""

GAMES: dict[str, tuple[Game, str]] = {
    "mystery": (new_game("mystery"), ""),
    "mystery-race": (new_game("mystery", seats=3, puzzle="the-three-twos"), ""),
    "solid": (new_game("solid"), "beginner"),
    "solid-six": (new_game("solid", seats=6), "beginner"),
    "solver": (new_game("solver", seats=3, level=3), "beginner"),
    "solver-competitive": (new_game("solver", seats=3, mode="competitive", master="player"), ""),
    "solver-free": (new_game("solver", seats=3, master="free"), ""),
    "suspense": (new_game("suspense", seats=3, goal=3), "beginner"),
    "turing": (new_game("turing", seats=2), "beginner"),
    "turing-nightmare": (
        new_game("turing", seats=3, mode="nightmare", verifiers=6, rounds=4),
        "beginner",
    ),
}
"""Games, each with who plays it; where nobody does, moves are drawn at random."""

MORE = {"mystery-race", "solid-six", "solver-free", "turing-nightmare"}
"""Those that are looked at only when there is time."""

MAY_SCROLL: tuple[tuple[str, str, str, str], ...] = (
    # game, part, screens, why
    ("*", "end-table-place", "*", "the board lies below the result"),
    ("*", "seats-strip", "phone", "seats that are not to act are a push away"),
    ("mystery-race", "table-place", "phone", "what twists do is a sentence of the puzzle's author"),
    ("solver", "chips", "*", "a rule can begin with forty words, the usual ones first"),
    ("solver", "solver-scroll", "phone", "a track has up to twenty-five cards"),
    ("solver", "solver-told", "*", "guesses and rounds grow, the newest come first"),
    ("solver", "table-place", "phone", "what was said is below the track"),
    ("suspense", "table-place", "*", "the round before is told until one has played"),
    ("turing", "sheet-lines", "*", "a sheet has a line for every question of everybody"),
    ("turing-nightmare", "table-place", "*", "six cards, and above them who could be whose"),
    ("turing-nightmare", "hand-place", "*", "a sheet has a line for every question of everybody"),
    ("turing-nightmare", "sheet-lines", "*", "a sheet has a line for every question of everybody"),
)

CUT = """() => {
  const told = [];
  const seen = document.scrollingElement;
  if (seen.scrollHeight > innerHeight || seen.scrollWidth > innerWidth) told.push(["page", ""]);
  const parts = "#bar, #bar *, #since, #since *, #board, #board *";
  for (const part of document.querySelectorAll(parts)) {
    if (part.closest("svg, .visually-hidden, #news") || !part.checkVisibility()) continue;
    const style = getComputedStyle(part);
    if (style.clipPath !== "none") continue;
    const high = part.scrollHeight - part.clientHeight, wide = part.scrollWidth - part.clientWidth;
    const name = part.matches(".snap") ? "snap" :
      [...part.classList].filter((one) => one !== "place").at(-1) ?? part.id ?? part.tagName;
    if ((style.overflowY !== "visible" && high > 1) || (style.overflowX !== "visible" && wide > 1))
      told.push([name, `is cut by ${Math.max(wide, 0)} x ${Math.max(high, 0)}`]);
    if (part.tagName === "BUTTON") {
      const box = part.getBoundingClientRect();
      for (const inner of part.children) {
        const its = inner.getBoundingClientRect();
        if (inner.matches(".visually-hidden, .mark") || !its.width) continue;
        if (getComputedStyle(inner).clipPath !== "none") continue;
        if (its.right > box.right + 1 || its.left < box.left - 1 || its.bottom > box.bottom + 1)
          told.push([part.id, "does not hold what is in it"]);
      }
    }
  }
  const end = document.querySelector(".verdict");
  if (end && end.getBoundingClientRect().bottom >
      document.getElementById("table-place").getBoundingClientRect().bottom)
    told.push(["verdict", "is not in sight"]);
  return told;
}"""


@pytest.fixture(scope="module")
def pages() -> Iterator[dict[str, Page]]:
    with web.chromium() as browser:
        yield {name: opened(browser, size) for name, size in SIZES.items()}


def opened(browser: Browser, size: ViewportSize) -> Page:
    return web.open_page(browser, viewport=size)


def played(game: Game, bot: str, seed: int = 1) -> list[State]:
    """The states of one whole game."""
    if not bot:
        return list(states(game, random.Random(1)))
    bots = [new_bot(game, bot) for _ in range(game.seats)]
    rng, state, found = random.Random(seed), game.start(), []
    while actors := state.actors():
        seat = actors[0]
        if seat == NATURE:
            state.apply(seat, draw(state, str(seed)))
        else:
            state.apply(seat, game.normal_action(bots[seat].act(state.view(seat), rng)))
            found.append(state.clone())
    return found


def moments(found: list[State]) -> Iterator[State]:
    """The end, the first moment of every phase, and some between."""
    phases = set()
    step = max(1, len(found) // LOOKS)
    for number, state in enumerate(found):
        phase = state.view(0).phase  # type: ignore[attr-defined]
        if phase not in phases or number % step == 0 or state is found[-1]:
            phases.add(phase)
            yield state


def may_scroll(game: str, part: str, screen: str) -> bool:
    """Whether a part may be longer than its place."""
    return any(
        game.startswith(one.removesuffix("*")) and part == which and screens in ("*", screen)
        for one, which, screens, _ in MAY_SCROLL
    )


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=pytest.mark.slow if name in MORE else ()) for name in GAMES],
)
def test_nothing_is_cut_through_a_whole_game(pages: dict[str, Page], name: str) -> None:
    game, bot = GAMES[name]
    found = set()
    states_played = played(game, bot)
    for page in pages.values():
        page.set_content(document(game, '<div id="table"></div>'))
    for state in moments(states_played):
        looking = next((seat for seat in state.actors() if seat >= 0), 0)
        body = drawn(game, state, looking)
        end = "end-" if state.outcome() else ""
        for screen, page in pages.items():
            page.evaluate("(html) => { document.getElementById('table').outerHTML = html; }", body)
            for part, what in page.evaluate(CUT):
                place = end + part if part == "table-place" else part
                if not may_scroll(name, place, screen):
                    found.add(f"{screen}, {place}: {what}")
    assert states_played[-1].outcome() is not None
    assert not found, "\n".join(sorted(found))


@pytest.mark.parametrize("code", ["fr", "pt"])
def test_longer_words_of_other_languages_are_not_cut(pages: dict[str, Page], code: str) -> None:
    game, bot = GAMES["solid-six"]
    page, found = pages["phone"], set()
    page.set_content(document(game, '<div id="table"></div>'))
    page.evaluate("(code) => { document.documentElement.lang = code; }", code)
    for state in moments(played(game, bot)):
        looking = next((seat for seat in state.actors() if seat >= 0), 0)
        with speaking(language_named(code)):
            body = drawn(game, state, looking)
        page.evaluate("(html) => { document.getElementById('table').outerHTML = html; }", body)
        found |= {(part, what) for part, what in page.evaluate(CUT)}
    assert not {one for one in found if not may_scroll("solid-six", one[0], "phone")}


def test_boards_one_below_the_other_show_their_tables_whole(pages: dict[str, Page]) -> None:
    game = GAMES["solver"][0]
    state = list(states(game, random.Random(1)))[9]
    looks = [replayed(board(game, state, seat)) for seat in range(game.seats)]
    boards = "".join(
        f"<section>{replace(look, prefix=f'p{seat}-').html()}</section>"
        for seat, look in enumerate(looks)
    )
    body = f'<main id="table" class="play"><div class="board several">{boards}</div></main>'
    for screen, page in pages.items():
        page.set_content(document(game, body))
        short = page.locator(".table-place").evaluate_all(
            "(all) => all.filter((place) => place.clientHeight < place.scrollHeight - 1"
            " || place.clientHeight < 100).length"
        )
        assert not short, screen


def test_one_s_own_seat_is_in_sight_on_a_phone_whoever_else_is_to_act(
    pages: dict[str, Page],
) -> None:
    game = new_game("turing", seats=4)
    state = next(each for each in states(game, random.Random(1)) if 0 in each.actors())
    page = pages["phone"]
    for seat in range(game.seats):
        page.set_content(document(game, drawn(game, state, seat)))
        own = page.locator(".seats-strip .seat:has(.you)")
        for pushed in (0, 10_000):
            page.locator(".seats-strip").evaluate(f"(strip) => {{ strip.scrollLeft = {pushed}; }}")
            box = own.bounding_box()
            assert box is not None
            assert box["x"] >= 0, seat
            assert box["x"] + box["width"] <= SIZES["phone"]["width"], seat


@pytest.mark.slow
def test_six_pods_are_in_sight_on_a_phone_on_its_side(pages: dict[str, Page]) -> None:
    game, bot = GAMES["solid-six"]
    page, found = pages["phone"], set()
    page.set_viewport_size({"width": 844, "height": 390})
    page.set_content(document(game, '<div id="table"></div>'))
    try:
        for state in moments(played(game, bot)):
            if state.outcome() is not None:
                continue
            body = drawn(game, state, next((seat for seat in state.actors() if seat >= 0), 0))
            page.evaluate("(html) => { document.getElementById('table').outerHTML = html; }", body)
            cut = {part for part, _ in page.evaluate(CUT)}
            found |= cut & {"table-place", "hand-place"}
    finally:
        page.set_viewport_size(SIZES["phone"])
    assert not found


@pytest.mark.parametrize(
    ("name", "wide", "high"),
    [("mystery", 844, 390), ("solid", 844, 390), ("suspense", 844, 390), ("suspense", 720, 450)],
)
def test_the_end_is_whole_on_a_phone_on_its_side(
    pages: dict[str, Page], name: str, wide: int, high: int
) -> None:
    game, bot = GAMES[name]
    page = pages["phone"]
    page.set_viewport_size({"width": wide, "height": high})
    try:
        page.set_content(document(game, drawn(game, played(game, bot)[-1], 0)))
        place = page.locator("#table-place")
        assert place.evaluate(
            "(one) => one.scrollHeight <= one.clientHeight && one.clientWidth > 0.9 * innerWidth"
        )
        assert page.locator("#after > :not([hidden])").evaluate_all(  # in one row
            "(all) => new Set(all.map((one) => one.getBoundingClientRect().top)).size === 1"
        )
    finally:
        page.set_viewport_size(SIZES["phone"])


OUTSIDE = """(cards) => cards.filter((card) => {
  const box = card.getBoundingClientRect();
  const around = card.closest(".k-panel").getBoundingClientRect();
  return box.right > around.right + 1 || box.bottom > around.bottom + 1;
}).length"""

UNSAID = """(needs) => needs.filter((need) => parseFloat(getComputedStyle(need).fontSize) < 9 &&
  need.parentElement.children.length < 3).length"""


def test_many_shared_cards_stay_in_their_pod_and_say_what_they_need(pages: dict[str, Page]) -> None:
    game, bot = GAMES["solid"]
    end = played(game, bot, seed=2)[-1]
    for screen, page in pages.items():
        page.set_content(document(game, drawn(game, end, 0)))
        strips = page.locator(".solid-strip")
        assert strips.count() > 6
        assert strips.evaluate_all(OUTSIDE) == 0, screen
        assert page.locator(".solid-shared .solid-needs > i").evaluate_all(UNSAID) == 0, screen


COVERED = """(cards) => cards.filter((card) => {
  const box = card.getBoundingClientRect();
  const seen = document.elementFromPoint(box.x + box.width * 0.2, box.y + box.height * 0.2);
  return seen?.closest(".k-card") !== card;
}).length"""


@pytest.mark.parametrize("size", [(390, 844), (844, 390)])
def test_every_card_of_a_track_is_in_sight_on_a_phone(
    pages: dict[str, Page], size: tuple[int, int]
) -> None:
    game, bot = GAMES["solver"]
    state = [one for one in played(game, bot) if one.view(0).phase == "choose"][-1]  # type: ignore[attr-defined]
    page = pages["phone"]
    page.set_viewport_size({"width": size[0], "height": size[1]})
    try:
        page.set_content(document(game, drawn(game, state, state.actors()[0])))
        cards = page.locator(".solver-track .k-card")
        assert cards.count() > 12
        assert cards.evaluate_all(COVERED) == 0
    finally:
        page.set_viewport_size(SIZES["phone"])


def test_hands_of_a_round_begin_below_one_another(pages: dict[str, Page]) -> None:
    game, bot = GAMES["suspense"]
    page = pages["wide"]
    page.set_content(document(game, drawn(game, played(game, bot)[-1], 0)))
    lefts = page.locator(".s-both").evaluate_all(
        "(all) => all.map((one) => Math.round(one.getBoundingClientRect().left))"
    )
    assert len(lefts) == 3
    assert len(set(lefts)) == 1
    assert page.locator(".s-lines .s-card").evaluate_all(OUTSIDE) == 0
