"""Two people play Suspense in a browser, one in French and one in Portuguese."""

from __future__ import annotations

import httpx
from playwright.sync_api import Browser, Page
from tests.web.browser import errors, open_page, shoot, violations, wait_until
from tests.web.site import site_in_a_thread

from facedown.web.guard import Config


def sit(page: Page, address: str, name: str) -> None:
    page.goto(address)
    claim = page.locator(".claim").first
    claim.locator("input[name=name]").fill(name)
    claim.get_by_role("button").click()
    wait_until(page, "() => document.getElementById('table').dataset.me !== ''")


def play(page: Page) -> None:
    """Plays the first card of the hand, once it is this person's turn."""
    wait_until(page, "() => document.getElementById('table').dataset.mine === 'yes'")
    page.locator("[id^=b-play-]").first.click()


def says(page: Page, words: str) -> None:
    """Waits until the board, the bar or the log says this; nothing is loaded anew."""
    page.get_by_text(words).first.wait_for(state="attached")


def test_two_people_play_in_two_languages(browser: Browser) -> None:
    with site_in_a_thread(Config(rates=None)) as base:
        asked = {"game": "suspense", "seats": 2, "options": {"goal": 0, "dealer": 1}}
        table = httpx.post(f"{base}/api/tables", json=asked, timeout=60).json()["table"]
        ann, bob = open_page(browser, locale="fr-FR"), open_page(browser, locale="pt-PT")
        for page, name in ((ann, "Ann"), (bob, "Bob")):
            sit(page, f"{base}/t/{table}", name)
        says(bob, "Virada para baixo. Só Ann a conhece.")
        says(ann, "Personne d’autre ne la voit.")
        play(ann)
        says(bob, "Ann joga o ")
        says(ann, "Vous jouez le ")
        play(bob)
        says(ann, "Bob joue le ")
        says(bob, "Você joga o ")
        shoot(ann, "suspense-fr")
        shoot(bob, "suspense-pt")
        assert ann.locator("h1, h2, h3", has_text="Carte secrète").count() == 1
        assert bob.locator("h1, h2, h3", has_text="Carta secreta").count() == 1
        assert violations(ann) == []
        wait_until(ann, "() => document.getElementById('table').dataset.mine === 'yes'")
        ann.locator("#b-fold").click()
        says(ann, "tout le monde s’est couché sauf Bob")
        says(bob, "todos menos Bob desistiram")
        says(bob, "A carta secreta era ")
        shoot(ann, "suspense-end-fr")
        assert errors(ann) == errors(bob) == []
