"""The pages in a real browser: by mouse, by keyboard, without JavaScript, live, seen by axe."""

from __future__ import annotations

import re
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page
from tests.web import browser as web
from tests.web.browser import Server, open_page, press, tab_to, wait_until

MINE_OR_OVER = (
    "() => { const t = document.getElementById('table');"
    " return t && (t.dataset.mine === 'yes' || t.dataset.status === 'over'); }"
)


def over(page: Page) -> bool:
    return web.state(page, "status") == "over"


def newer_than(head: str) -> str:
    return (
        "() => Number(document.getElementById('table')?.dataset.head) > "
        f"{int(head)} && !document.querySelector('[aria-busy]')"
    )


def wait_for_turn(page: Page) -> None:
    """Waits for the others; on a new machine a bot compiles its parts before its first move."""
    wait_until(page, MINE_OR_OVER, 90)


def play_to_the_end(page: Page, turn: Callable[[Page], None]) -> None:
    """Takes one turn after another until the game is over; the page follows by itself."""
    for _ in range(60):
        wait_for_turn(page)
        if over(page):
            return
        head = web.state(page, "head")
        turn(page)
        wait_until(page, newer_than(head))
    raise AssertionError("the game does not end")


def solve_turing(page: Page, *, keyboard: bool) -> None:
    """Plays a Turing Machine table to its end: proposes, asks, and names what the aid tells."""

    def turn(page: Page) -> None:
        free = "[id^=b-ask-]:not([aria-disabled=true])"
        if page.locator("#b-propose").count():
            if code := possible_code(page):
                punch(page, "propose", code, keyboard=keyboard)
        elif page.locator("#b-ask-A").count() and page.locator(free).count():
            activate(page, free, keyboard=keyboard)
        elif code := possible_code(page):
            punch(page, "declare", code, keyboard=keyboard)

    play_to_the_end(page, turn)


def possible_code(page: Page) -> str:
    """A code that the aid calls possible, without leaving the page; "" when the game has ended."""
    words = ""
    for _ in range(100):  # a busy machine takes its time to work it out
        words = page.evaluate(
            "async () => {"
            " const page = await (await fetch(location.pathname + '?aid=codes')).text();"
            " return new DOMParser().parseFromString(page, 'text/html')"
            ".querySelector('#aid .words')?.textContent ?? ''; }"
        )
        found = re.search(r"\b[1-5]{3}\b", words)
        if found or over(page):
            return found[0] if found else ""
        page.wait_for_timeout(200)
    raise AssertionError(f"no code is called possible: {words}")


def punch(page: Page, kind: str, code: str, *, keyboard: bool) -> None:
    for index, digit in enumerate(code, 1):
        hole = page.locator(f"#b-{kind}-{index}-{digit}")
        if keyboard:
            # A group of radio buttons is one stop of Tab; arrows go through it.
            group = page.locator(f'input[name="part.code.{index}"]')
            first = page.locator(f"#b-{kind}-{index}-1")
            checked = group.and_(page.locator(":checked"))
            tab_to(page, checked if checked.count() else first)
            for _ in range(6):
                if hole.is_checked():
                    break
                page.keyboard.press("ArrowRight" if not first.is_checked() or digit != "1" else " ")
                if not hole.is_checked() and digit == "1":
                    page.keyboard.press("Space")
        else:
            page.locator(f"label:has(#b-{kind}-{index}-{digit})").click()
        assert hole.is_checked()
    activate(page, f"#b-{kind}", keyboard=keyboard)


def activate(page: Page, selector: str, *, keyboard: bool) -> None:
    target = page.locator(selector).first
    if keyboard:
        press(page, target)
    else:
        target.click()


def play_suspense(page: Page, *, keyboard: bool) -> None:
    """Plays Suspense to its end: in each round the first card, then passes."""

    def turn(page: Page) -> None:
        passing = "button[form=f-act][value='13']"
        free = "button[form=f-act]:not([aria-disabled=true])"
        if page.locator(web.HELD).count():
            activate(page, f"{web.HELD} > summary", keyboard=keyboard)
        can_pass = page.locator(f"{passing}:not([aria-disabled=true])").count()
        activate(page, passing if can_pass else free, keyboard=keyboard)

    play_to_the_end(page, turn)


def test_two_clicks_to_a_running_game(server: Server, browser: Browser) -> None:
    page = open_page(browser)
    page.goto(server.base)  # the first is opening the page, which `facedown` does itself
    page.click("text=Play Turing Machine now")
    page.wait_for_url(re.compile(r"/t/[a-z0-9]+$"))
    wait_until(page, MINE_OR_OVER)
    assert "Your turn" in page.inner_text("#status")
    assert not web.errors(page)
    page.context.close()


def new_table(page: Page, base: str, game: str, *, keyboard: bool, **chosen: str) -> None:
    page.goto(f"{base}/games/{game}")
    for name, value in {"seats": "2", **chosen}.items():
        field = page.locator(f"#{name.replace('_', '-')}")
        if not field.is_visible():
            page.click("text=Of your own making")
        if keyboard:
            tab_to(page, field)
            if field.evaluate("(e) => e.tagName") == "SELECT":
                page.keyboard.type(value)
                assert field.evaluate("(e) => e.selectedOptions[0].text") == value
            else:
                page.keyboard.press("Control+A")
                page.keyboard.type(value)
        elif field.evaluate("(e) => e.tagName") == "SELECT":
            field.select_option(value)
        else:
            field.fill(value)
    button = page.locator("text=Open the table")
    if keyboard:
        press(page, button)
    else:
        button.click()
    page.wait_for_url(re.compile(r"/t/[a-z0-9]+$"))


def test_turing_machine_by_keyboard_only(server: Server, browser: Browser) -> None:
    page = open_page(browser)
    new_table(page, server.base, "turing", keyboard=True, name="Ann", bot_1="bot: careful")
    solve_turing(page, keyboard=True)
    assert "The game is over" in page.inner_text("#status")
    press(page, page.locator("text=Look at the game again"))
    page.wait_for_url(re.compile("/replay"))
    page.keyboard.press("Home")
    wait_until(page, "() => document.getElementById('step').textContent.startsWith('Move 0')")
    page.keyboard.press("ArrowRight")
    wait_until(page, "() => document.getElementById('step').textContent.startsWith('Move 1')")
    assert "turn=1" in page.url
    page.keyboard.press("End")
    assert not web.errors(page)
    page.context.close()


def test_suspense_by_keyboard_only(server: Server, browser: Browser) -> None:
    page = open_page(browser)
    new_table(page, server.base, "suspense", keyboard=True, bot_1="bot: careful", option_goal="5")
    play_suspense(page, keyboard=True)
    assert "The game is over" in page.inner_text("#status")
    assert "Round 2" in page.inner_text("#log")  # a round gives at most 4 points
    assert not web.errors(page)
    page.context.close()


@pytest.mark.parametrize(
    "viewport",
    [pytest.param(web.WIDE, marks=pytest.mark.slow), web.PHONE],
    ids=["wide", "phone"],
)
def test_both_games_by_mouse(server: Server, browser: Browser, viewport: dict[str, int]) -> None:
    # With the cards gliding, as most people have it; the other tests ask for calm.
    moving = {"reduced_motion": "no-preference"}
    page = open_page(browser, viewport=viewport, has_touch=viewport is web.PHONE, **moving)
    new_table(page, server.base, "turing", keyboard=False, bot_1="bot: careful")
    solve_turing(page, keyboard=False)
    new_table(page, server.base, "suspense", keyboard=False, bot_1="bot: careful", option_goal="0")
    play_suspense(page, keyboard=False)
    wide = page.evaluate("() => document.documentElement.scrollWidth - innerWidth")
    assert wide <= 0, "the page is wider than the screen"
    assert not web.errors(page)
    page.context.close()


def test_both_games_without_javascript(server: Server, browser: Browser) -> None:
    page = open_page(browser, java_script_enabled=False)
    for game, actions in (("turing", "turing"), ("suspense", "suspense")):
        page.goto(f"{server.base}/games/{game}")
        page.select_option("#seats", label="2")
        if game == "turing":
            page.select_option("#seats", label="1")
            page.click("text=Of your own making")
            page.fill("#option-cards", "4,9,11,14")
        else:
            page.select_option("#bot-1", label="bot: careful")
            page.fill("#option-goal", "0")
        page.click("text=Open the table")
        for _ in range(60):
            page.wait_for_selector("#table")
            if web.state(page, "status") == "playing" and web.state(page, "mine") != "yes":
                # The page loads itself again now and then, by itself.
                assert "http-equiv" in page.content() or game == "turing"
            web.wait_by_reloading(page)
            if web.state(page, "status") == "over":
                break
            if actions == "suspense":
                passing = page.locator("button[form=f-act][value='13']:not([aria-disabled=true])")
                free = page.locator("button[form=f-act]:not([aria-disabled=true])")
                (passing if passing.count() else free).first.click()
            elif page.locator("#b-propose").count():
                for index, digit in enumerate("241", 1):
                    page.locator(f"label:has(#b-propose-{index}-{digit})").click()
                page.locator("#b-propose").click()
            elif page.locator("[id^=b-ask-]:not([aria-disabled=true])").count():
                page.locator("[id^=b-ask-]:not([aria-disabled=true])").first.click()
            else:
                page.goto(f"{page.url.partition('?')[0]}?aid=codes")
                found = re.search(r"\b[1-5]{3}\b", page.inner_text("#aid .words"))
                assert found is not None
                for index, digit in enumerate(found[0], 1):
                    page.locator(f"label:has(#b-declare-{index}-{digit})").click()
                page.locator("#b-declare").click()
        assert page.get_attribute("#table", "data-status") == "over"
    page.context.close()


def test_live_for_two_and_back_after_the_server_was_killed(
    tmp_path: Path, browser: Browser
) -> None:
    with web.serving(tmp_path) as server:
        ann, bob = open_page(browser), open_page(browser)
        new_table(ann, server.base, "turing", keyboard=False, name="Ann")
        bob.goto(ann.url)
        bob.fill("#claim-name-1", "Bob")
        bob.click("text=Sit down on seat 2")
        wait_until(bob, MINE_OR_OVER)
        wait_until(ann, MINE_OR_OVER)  # nobody has loaded Ann's page again
        ann.click("#tab-story")
        ann.fill("#say-text", "half a sen")
        bob.click("#tab-story")
        bob.fill("#say-text", "Hello Ann")
        bob.click("text=Say it")
        wait_until(ann, "() => document.getElementById('log').textContent.includes('Hello Ann')")
        assert ann.input_value("#say-text") == "half a sen"

        server.stop(signal.SIGKILL)
        shown = "() => document.getElementById('connection').textContent.includes('{}')"
        wait_until(ann, shown.format("Reconnecting"))
        assert ann.locator("#bar #connection").is_visible()  # the bar is always in sight
        server.start()
        wait_until(ann, shown.format("Back"), 30)
        punch(ann, "propose", "123", keyboard=False)
        shown = "() => document.getElementById('log').textContent.includes('a proposal')"
        for page in (ann, bob):
            wait_until(page, shown, 30)
        heads = {web.state(page, "head") for page in (ann, bob)}
        assert len(heads) == 1
        assert bob.locator("#log").inner_text().count("composes a proposal") == 1
        server.stop()
        ann.context.close()
        bob.context.close()


def test_a_refused_button_says_why(server: Server, browser: Browser) -> None:
    page = open_page(browser)
    new_table(page, server.base, "mystery", keyboard=False, seats="1")
    wait_for_turn(page)
    button = page.locator("#board button[form=f-act][aria-disabled=true]").first
    press(page, button)
    wait_until(page, "() => document.getElementById('problem').textContent.trim() !== ''")
    assert button.evaluate("(element) => element === document.activeElement")
    slip, box = page.locator("#problem").bounding_box(), button.bounding_box()
    assert slip is not None
    assert box is not None
    above = slip["y"] + slip["height"] if slip["y"] < box["y"] else slip["y"]
    edge = box["y"] if slip["y"] < box["y"] else box["y"] + box["height"]
    assert abs(above - edge) < 20  # beside what was pressed
    page.locator("#board button[form=f-act].k-can").first.click()
    wait_until(page, "() => document.getElementById('problem').textContent.trim() === ''")
    page.context.close()


def test_a_punch_card_says_what_is_missing(server: Server, browser: Browser) -> None:
    page = open_page(browser)
    new_table(page, server.base, "turing", keyboard=False, seats="1")
    wait_for_turn(page)
    page.check("#b-propose-1-2", force=True)
    page.click("#b-propose")
    wait_until(page, "() => document.getElementById('problem').textContent.trim() !== ''")
    assert page.inner_text("#problem").strip() == "Punch one digit in each row."
    slip, row = (
        page.locator("#problem").bounding_box(),
        page.locator(".tm-row").nth(1).bounding_box(),
    )
    assert slip is not None
    assert row is not None
    assert abs(slip["y"] + slip["height"] - row["y"]) < 20  # beside the first row that lacks one
    page.check("#b-propose-2-2", force=True)
    wait_until(page, "() => document.getElementById('problem').textContent.trim() === ''")
    page.context.close()


def test_a_refusal_goes_when_something_has_happened(server: Server, browser: Browser) -> None:
    page = open_page(browser)
    new_table(page, server.base, "turing", keyboard=False, bot_1="bot: careful")
    wait_for_turn(page)
    page.check("#b-propose-1-2", force=True)
    page.click("#b-propose")
    wait_until(page, "() => document.getElementById('problem').textContent.trim() !== ''")
    page.evaluate("""() => {
      document.getElementById('say-text').value = 'Hello';
      document.getElementById('f-say').requestSubmit();
    }""")
    wait_until(page, "() => document.getElementById('log').textContent.includes('Hello')")
    wait_until(page, "() => document.getElementById('problem').textContent.trim() === ''")
    page.context.close()


def test_copying_links_and_the_rules_in_place(server: Server, browser: Browser) -> None:
    page = open_page(browser, permissions=["clipboard-read", "clipboard-write"])
    new_table(page, server.base, "suspense", keyboard=False)
    page.click("[data-copy=link-1]")
    page.locator("[data-copy=link-1]", has_text="Copied").wait_for()
    assert page.evaluate("() => navigator.clipboard.readText()") == page.text_content("#link-1")
    # Where the system can send it, that is asked.
    page.evaluate("() => { navigator.share = async (what) => { window.sent = what.url; }; }")
    page.click("[data-copy=link-watch]")
    assert page.evaluate("() => window.sent") == page.text_content("#link-watch")
    assert not page.locator("#share img").first.is_visible()
    page.locator("#share .chair summary").first.click()
    page.locator("#share img").first.wait_for()
    page.click(".tabs >> text=Rules")
    assert page.locator("#S11").is_visible()
    page.context.close()


FOCUSED = "() => document.activeElement.id"
AT_A_MOVE = "() => document.activeElement.matches('#hand-place button, #actions-place button')"


def test_the_keyboard_is_never_lost(server: Server, browser: Browser) -> None:
    page = open_page(browser)
    new_table(
        page, server.base, "suspense", keyboard=False, bot_1="bot: careful", option_dealer="2"
    )
    wait_for_turn(page)
    first = page.locator("button.s-line").first.get_attribute("id")
    press(page, page.locator(f"#{first}"))
    wait_until(page, f"() => document.querySelector('#{first}[data-mark=not]')")
    assert page.evaluate(FOCUSED) == first
    page.keyboard.press("ArrowRight")  # one of both leads on, whichever are struck already
    page.keyboard.press("ArrowDown")
    assert re.fullmatch("b-mark-.*|b-clear", second := page.evaluate(FOCUSED))
    assert second != first
    head = web.state(page, "head")
    press(page, page.locator("#hand-place button.k-can").first)
    wait_until(page, newer_than(head))
    wait_for_turn(page)
    if page.locator(web.HELD).count():  # who folded at once has ended the round
        assert page.evaluate(FOCUSED) == "b-go-on"
        page.keyboard.press("Enter")
    wait_until(page, AT_A_MOVE)  # the card is no button now: on to the next
    assert page.locator("#since").inner_text().count("Careful bot")
    page.keyboard.press("h")  # opens the hints
    press(page, page.locator("#aid-link-conditions"))
    wait_until(page, "() => document.activeElement.id === 'aid'")
    assert "aid=conditions" in page.url
    press(page, page.locator("#aid-close"))
    wait_until(page, "() => document.activeElement.id === 'aid-link-conditions'")
    assert page.locator("#aid").count() == 0
    assert not web.errors(page)
    page.context.close()


@pytest.mark.parametrize("script", [True, False], ids=["script", "plain"])
def test_only_the_seats_of_the_table_are_asked_for(
    server: Server, browser: Browser, script: bool
) -> None:
    page = open_page(browser, java_script_enabled=script)
    page.goto(f"{server.base}/games/turing")
    for seats in (4, 2, 1, 3):
        page.select_option("#seats", label=str(seats))
        assert page.locator(".seat-choice:visible").count() == seats
    assert page.locator("#bot-1 option").all_inner_texts()[0] == "a friend"
    assert not page.locator("#bot-1 option[value=random]").count()
    page.context.close()


PAGES = {
    "lobby": "/",
    "today": "/today",
    "make": "/make",
    "learn": "/learn",
    "new-turing": "/games/turing",
    "new-suspense": "/games/suspense",
    "rules-turing": "/games/turing/rules",
    "rules-suspense": "/games/suspense/rules",
    "first-turing": "/games/turing/first",
    "first-suspense": "/games/suspense/first",
    "error": "/nothing",
}
LOOKS: dict[str, dict[str, Any]] = {
    "light": {"color_scheme": "light"},
    "dark": {"color_scheme": "dark"},
    "phone": {"color_scheme": "light", "viewport": web.PHONE},
    "phone-dark": {"color_scheme": "dark", "viewport": web.PHONE},
}


@pytest.mark.slow
@pytest.mark.parametrize("look", LOOKS)
def test_axe_finds_nothing_on_any_page(server: Server, browser: Browser, look: str) -> None:
    page = open_page(browser, bypass_csp=True, **LOOKS[look])  # axe itself is an inline script
    found: dict[str, list[str]] = {}

    def look_at(name: str, page: Page = page) -> None:
        web.shoot(page, f"{name}-{look}")
        wide = page.evaluate("() => document.documentElement.scrollWidth - innerWidth")
        problems = web.violations(page) + (["wider than the screen"] if wide > 0 else [])
        if problems:
            found[name] = problems

    stranger = open_page(browser, bypass_csp=True, **LOOKS[look])

    for name, path in PAGES.items():
        page.goto(f"{server.base}{path}")
        look_at(name)
    for game in ("turing", "suspense"):
        goal = {} if game == "turing" else {"option_goal": "0"}
        new_table(page, server.base, game, keyboard=False)
        look_at(f"waiting-{game}")
        stranger.goto(f"{page.url}?sat=2")
        look_at(f"invited-{game}", stranger)
        new_table(page, server.base, game, keyboard=False, bot_1="bot: careful", **goal)
        wait_until(page, MINE_OR_OVER, 30)
        for details in page.locator("details").all():
            details.evaluate("(element) => { element.open = true; }")
        look_at(f"table-{game}")
        if page.locator("#menu").is_visible():
            page.click("#menu")
        page.click("#tab-aids")
        page.click("#aids a >> nth=0")
        page.wait_for_selector("#aid")
        look_at(f"aid-{game}")
        page.keyboard.press("Escape")
        stranger.goto(page.url)
        look_at(f"watched-{game}", stranger)
        if game == "turing":
            page.check("#b-propose-1-2", force=True)
            page.locator("#b-propose").press("Enter")
            wait_until(page, "() => document.getElementById('problem').textContent.trim()")
            look_at(f"refused-{game}")
        if game == "turing":
            solve_turing(page, keyboard=False)
        else:
            play_suspense(page, keyboard=False)
        table = page.url.partition("?")[0]
        look_at(f"over-{game}")
        for name, query in (("open", "?as=open&turn=4"), ("why", "?as=1&turn=4&why=yes")):
            page.goto(f"{table}/replay{query}")
            look_at(f"replay-{name}-{game}")
    page.goto(server.base)
    look_at("lobby-with-tables")
    for one in (page, stranger):
        one.context.close()
    assert not found, "\n".join(
        f"{name}: {line}" for name, lines in found.items() for line in lines
    )
