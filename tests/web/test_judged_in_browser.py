"""A finished game judged, in a browser: by links to what could have been known, and on."""

from __future__ import annotations

import random

import httpx
import pytest
from playwright.sync_api import Browser, Page
from tests.web import browser as web
from tests.web.browser import PHONE, WIDE, open_page, shoot, state, violations
from tests.web.site import site_in_a_thread
from tests.web.test_rematch import resign, secret_of, sit

from facedown.core.codec import Json
from facedown.web.guard import Config

ASKED = {"111": "ABC", "245": "BCD", "523": "ACD", "354": "ABD"}
LAST = "354"
IMPOSSIBLE = "It could not be right, from what was known."
KNOWN = "Everything could have been known here."


def ask_too_much(base: str, table: str, secret: str) -> None:
    """Asks more than is needed, for four rounds, and names another code."""
    headers = {"authorization": f"Bearer {secret}"}
    address = f"{base}/api/tables/{table}/moves"

    def play(**move: Json) -> int:
        return httpx.post(address, json={"move": move}, headers=headers, timeout=30).status_code

    for code, verifiers in ASKED.items():
        assert play(move="propose", code=code) == 200
        for verifier in verifiers:
            assert play(move="ask", verifier=verifier) == 200
        named = "555" if code == LAST else None
        assert play(move="declare", solve=code == LAST, code=named) == 200


def judged(page: Page) -> None:
    """From the end of the table to every move judged: how far it is, the page asks by itself."""
    page.locator("#judge-all").click()
    page.locator("#judged").wait_for()
    page.locator("#judged-so-far").wait_for(state="detached", timeout=120_000)


def look_at(page: Page, name: str) -> None:
    """In both colours, wide and on a phone: nothing is in anybody's way."""
    for size, viewport in (("phone", PHONE), ("wide", WIDE)):
        page.set_viewport_size({"width": viewport["width"], "height": viewport["height"]})
        for theme in ("dark", "light"):
            page.emulate_media(color_scheme=theme)
            assert violations(page) == []
            assert page.evaluate("document.documentElement.scrollWidth") <= viewport["width"]
            shoot(page, f"{name}-{size}-{theme}")


SHORT: dict[str, dict[str, Json]] = {
    "mystery": {"puzzle": "one-two-three"},
    "solid": {"turns": 4},
    "solver": {"mode": "casual"},
    "suspense": {"goal": 0},
}


@pytest.mark.slow
@pytest.mark.parametrize("game", SHORT)
def test_a_judged_page_has_no_barriers(browser: Browser, game: str) -> None:
    with site_in_a_thread(Config(rates=None)) as base:
        asked: Json = {"game": game, "seats": 2, "options": SHORT[game]}
        table = httpx.post(f"{base}/api/tables", json=asked, timeout=60).json()["table"]
        page, rng = open_page(browser), random.Random(4)
        secrets = [sit(page, f"{base}/t/{table}", "Ann")]
        claimed = httpx.post(f"{base}/api/tables/{table}/claim", json={"seat": 1}, timeout=60)
        secrets.append(claimed.json()["secret"])
        with httpx.Client(base_url=f"{base}/api/tables", timeout=60) as http:
            for _ in range(60):
                if not (actors := http.get(f"/{table}").json()["actors"]):
                    break
                headers = {"authorization": f"Bearer {secrets[actors[0]]}"}
                moves = http.get(f"/{table}/moves", headers=headers).json()["moves"]
                # Whoever names something ends the game.
                found = [each["move"] for each in moves]
                some = [move for move in found if move["move"] != "name"] or found
                http.post(f"/{table}/moves", json={"move": rng.choice(some)}, headers=headers)
            else:
                resign(page)
        judged(page)
        look_at(page, f"judged-{game}")
        for details in page.locator(".judged-more details").all():
            details.evaluate("(element) => { element.open = true; }")
        assert violations(page) == []
        assert not web.errors(page)
        page.context.close()


def test_links_lead_to_where_it_could_have_been_known_and_on_from_there(browser: Browser) -> None:
    with site_in_a_thread(Config(rates=None)) as base:
        asked = {"game": "turing", "seats": 1, "options": {"cards": "4,9,11,14"}}
        table = httpx.post(f"{base}/api/tables", json=asked, timeout=60).json()["table"]
        page = open_page(browser)
        ask_too_much(base, table, sit(page, f"{base}/t/{table}", "Ann"))
        page.locator("#over-title").wait_for()
        judged(page)
        # The worst comes first: before any average, in the largest words and in the first moment.
        assert page.locator("h1").inner_text() == "One guess could not be right."
        assert IMPOSSIBLE in page.locator("#moments > li").first.inner_text()
        assert page.locator(".judged-board .game").count() == 3
        look_at(page, "judged-whole")
        known = page.locator("#moments > li", has_text=KNOWN)
        page.locator("#judged-settled summary").click()
        assert "The blue digit is" in page.locator("#judged-settled").inner_text()
        link = known.locator(".judged-go a")
        turn = link.inner_text().split()[-1]
        link.click()
        page.locator(f"#moments li:has-text('{KNOWN}') a[aria-current=step]").wait_for()
        assert page.locator("#step").inner_text().startswith(f"Move {turn} of ")
        assert f"turn={turn}" in page.url
        assert violations(page) == []
        for theme in ("light", "dark"):
            page.emulate_media(color_scheme=theme)
            shoot(page, f"judged-{theme}")
        page.set_viewport_size({"width": 390, "height": 844})
        page.goto(page.url.partition("#")[0] + "#story")
        shoot(page, "judged-phone")
        secret = secret_of(page)
        page.locator("#f-practice button").click()
        page.wait_for_url(lambda url: table not in url)
        page.locator("#bar #practice").wait_for()
        assert (state(page, "status"), state(page, "me")) == ("playing", "0")
        assert secret_of(page) != secret
        shoot(page, "practice-phone")
        assert not web.errors(page)
        page.context.close()
