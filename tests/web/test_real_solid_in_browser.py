"""A phone in the middle of a table of real cards keeps Solid's pods, points and turns."""

from __future__ import annotations

from playwright.sync_api import Browser, expect
from tests.web import browser as web
from tests.web.browser import open_page
from tests.web.test_browser import new_table
from tests.web.test_real_suspense_in_browser import PHONE, tap

SMALL = """[rules]
total = 3
[[sharing]]
name = "doctor"
needs = { health = 2 }
points = 3
copies = 4
event = "destroy data"
[[event]]
name = "protect"
effect = "protect"
copies = 3
"""


def test_a_game_of_two_on_one_phone(base: str, browser: Browser) -> None:
    page = open_page(browser, viewport=PHONE, has_touch=True, bypass_csp=True)
    new_table(
        page,
        base,
        "solid",
        keyboard=False,
        seats="1",
        option_hands="real",
        option_names="Ann, Ben",
        option_cards=SMALL,
    )
    page.locator("#b-press-0").wait_for(timeout=45_000)
    first = page.locator(".solid-pod.now .name").inner_text()
    second = "Ben" if first == "Ann" else "Ann"
    status = page.locator("#status")
    expect(status).to_have_text(f"It is the turn of {first}: 3 plays left.")
    for each in page.locator(".solid-keys .solid-drawn").all():
        box = each.bounding_box()
        assert box is not None
        assert min(box["height"], box["width"]) >= 44
        assert box["y"] + box["height"] <= PHONE["height"]
    assert page.evaluate("() => document.documentElement.scrollHeight <= innerHeight")

    tap(page, "press-0", "press-0", "press-1")
    expect(page.locator(".verdict-words")).to_have_text("Ann and Ben win")
    page.locator("#undo").tap()  # a slip that ended the game
    expect(status).to_have_text(f"It is the turn of {first}: 1 play left.")
    page.locator("#b-choose-5 > summary").tap()
    expect(page.locator("#b-choose-5 .solid-targets")).to_contain_text("Press what to destroy.")
    assert web.violations(page) == []
    tap(page, "press-5")
    expect(page.locator(".solid-pod.now .solid-vp")).to_contain_text("3")
    expect(status).to_have_text(f"It is the turn of {first}: discard, or end the turn.")
    tap(page, "discard-4", "end-turn")
    expect(status).to_have_text(f"It is the turn of {second}: 3 plays left.")

    page.locator("#b-throw > summary").tap()
    tap(page, "discard-3")
    page.locator("#undo").tap()
    page.locator("#b-choose-5 > summary").tap()
    page.locator("#b-choose-5 .solid-hits button").first.tap()
    expect(status).to_have_text(f"An event was played: does {first} protect?")
    assert web.violations(page) == []
    tap(page, "let")
    expect(status).to_have_text(f"It is the turn of {second}: 2 plays left.")
    tap(page, "press-0", "press-1", "end-turn")
    tap(page, "press-2", "press-2")
    expect(page.locator(".verdict-words")).to_have_text(f"{first} wins")
    expect(page.locator(".verdict-why")).to_have_text(f"{first} has 3 data, and most points.")
    assert web.errors(page) == []
    page.context.close()
