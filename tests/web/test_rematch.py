"""Friends and a bot play again, in a browser."""

from __future__ import annotations

import time

import httpx
from playwright.sync_api import Browser, Page
from tests.web import browser as web
from tests.web.browser import open_page, shoot, state, violations, wait_until
from tests.web.site import site_in_a_thread

from facedown.web.guard import Config

MOST_LOOKS = 4000
"""So often a game is looked at until it has to be over; a bot may take a while."""


def sit(page: Page, address: str, name: str) -> str:
    """Takes the first open seat; its secret."""
    page.goto(address)
    claim = page.locator(".claim").first
    claim.locator("input[id^=claim-name]").fill(name)
    claim.get_by_role("button").click()
    wait_until(page, "() => document.getElementById('table').dataset.me !== ''")
    return secret_of(page)


def secret_of(page: Page) -> str:
    cookies = page.context.cookies(page.url)
    return next(c["value"] for c in cookies if c["name"] == "seat")


def play_to_the_end(base: str, table: str, secrets: list[str]) -> None:
    """The people's moves, made by a program; the bot's come by themselves."""
    with httpx.Client(base_url=f"{base}/api/tables", timeout=30) as http:
        for _ in range(MOST_LOOKS):
            if (info := http.get(f"/{table}").json())["status"] == "over":
                return
            people = [seat for seat in info["actors"] if seat < len(secrets)]
            if not people:
                time.sleep(0.05)  # the bot is at work on the same processors
            for seat in people:
                headers = {"authorization": f"Bearer {secrets[seat]}"}
                moves = http.get(f"/{table}/moves", headers=headers).json()["moves"]
                if moves:
                    body = {"action": moves[0]["action"]}
                    http.post(f"/{table}/moves", json=body, headers=headers)
    raise AssertionError("the game does not end")


def compare(ann: Page, base: str, other: str) -> None:
    """The same deal is played at the other table, and read beside one's own."""
    ann.locator("#after-more > summary").click()
    ann.locator("#compare").click()
    compared = ann.locator("#duplicates")
    assert "The game there is not over yet." in compared.inner_text()
    secrets = []
    for name in ("Cleo", "Dan"):
        seat = httpx.post(f"{base}/api/tables/{other}/claim", json={"name": name}, timeout=60)
        secrets.append(seat.json()["secret"])
    play_to_the_end(base, other, secrets)
    ann.reload()
    ann.locator("#after-more > summary").click()
    ann.locator("#compare").click()
    compared.wait_for()
    for address, names in ((ann.url, ("Ann", "Bob")), (f"{base}/t/{other}", ("Cleo", "Dan"))):
        table = address.split("/t/")[1].split("#")[0]
        info = httpx.get(f"{base}/api/tables/{table}", timeout=60).json()
        points = [
            compared.get_by_text(f"{name} {of}", exact=False)
            for name, of in zip(names, info["outcome"]["points"], strict=False)
        ]
        assert [point.count() for point in points] == [1, 1]
    assert violations(ann) == []
    shoot(ann, "compared")


def test_two_friends_and_a_bot_play_again(browser: Browser) -> None:
    with site_in_a_thread(Config(rates=None)) as base:
        asked = {"game": "suspense", "seats": 3, "options": {"goal": 0}, "bots": {"2": "beginner"}}
        opened = httpx.post(f"{base}/api/tables", json={**asked, "tables": 2}, timeout=60).json()
        table, (other,) = opened["table"], opened["duplicates"]
        ann, bob = open_page(browser), open_page(browser)
        secrets = [sit(p, f"{base}/t/{table}", n) for p, n in ((ann, "Ann"), (bob, "Bob"))]
        play_to_the_end(base, table, secrets)
        for page in (ann, bob):
            page.locator("#f-rematch button", has_text="Play again together").wait_for()
        assert violations(bob) == []
        for page, theme in ((ann, "light"), (bob, "dark")):
            page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
            shoot(page, f"end-together-{theme}")
        compare(ann, base, other)
        ann.locator("#f-rematch button").click()
        ann.wait_for_url(lambda url: table not in url)
        wait_until(ann, "() => document.getElementById('status').innerText === 'Waiting for Bob.'")
        # Bob's page says so without being loaded again, and one click seats him.
        bob.locator("#f-rematch button", has_text="Sit down for the next game").wait_for()
        assert "Ann asks for another game." in bob.locator("#status").inner_text()
        old = bob.url
        bob.locator("#f-rematch button").click()
        for page, seat in ((ann, "1"), (bob, "2")):
            page.wait_for_url(lambda url: table not in url)
            wait_until(page, "() => document.getElementById('table').dataset.status === 'playing'")
            assert state(page, "me") == seat
            assert not web.errors(page)
        assert ann.url == bob.url
        for page in (ann, bob):
            page.goto(old)
            assert page.locator("#f-rematch button").inner_text() == "Go to the next game"
        assert [secret_of(page) for page in (ann, bob)] == secrets
        for page in (ann, bob):
            page.context.close()


def resign(page: Page) -> None:
    """Gives the game up, by the panel of the table."""
    page.locator("#tab-seats").click()
    page.locator("#resigning summary").click()
    assert "That ends the game" in page.locator("#resigning").inner_text()
    page.locator("#f-resign button").click()
    page.locator("#over-title", has_text="You gave the game up").wait_for()


def again(pages: tuple[Page, Page]) -> None:
    """All sit down for the next game."""
    for page in pages:
        page.goto(page.url.split("#")[0])  # no panel is open
        page.locator("#f-rematch button").click()
        page.locator("#over").wait_for(state="detached")
    for page in pages:
        wait_until(page, "() => document.getElementById('table').dataset.status === 'playing'")


def heads(page: Page) -> dict[str, str]:
    """The score beside each name on the board."""
    found = page.locator("#board .who + .games-won")
    names = page.locator("#board .who:has(+ .games-won)").all_inner_texts()
    told = found.locator("[aria-hidden]").all_inner_texts()
    return {name.strip(): count.split()[0] for name, count in zip(names, told, strict=True)}


def test_two_friends_keep_the_score_over_three_rematches(browser: Browser) -> None:
    with site_in_a_thread(Config(rates=None)) as base:
        asked = {"game": "suspense", "seats": 2, "options": {"goal": 0}}
        table = httpx.post(f"{base}/api/tables", json=asked, timeout=60).json()["table"]
        ann, bob = open_page(browser), open_page(browser)
        pages = (ann, bob)
        secrets = [sit(p, f"{base}/t/{table}", n) for p, n in ((ann, "Ann"), (bob, "Bob"))]
        won = {"Ann": 0, "Bob": 0}
        for number in range(1, 5):
            table = ann.url.split("/t/")[1].split("#")[0]
            if number > 1:
                assert heads(ann) == {"You": str(won["Ann"]), "Bob": str(won["Bob"])}
                assert heads(bob) == {"Ann": str(won["Ann"]), "You": str(won["Bob"])}
            if number in (1, 3):  # Bob gives up: the game is over, and Ann need not finish it
                resign(bob)
                ann.locator("#over-title", has_text="You win").wait_for()
                assert "Bob has resigned." in ann.locator("#over").inner_text()
            else:
                info = httpx.get(f"{base}/api/tables/{table}", timeout=60).json()
                order = [[seat["name"] for seat in info["seats"]].index(n) for n in ("Ann", "Bob")]
                play_to_the_end(base, table, [secrets[order.index(seat)] for seat in (0, 1)])
            outcome = httpx.get(f"{base}/api/tables/{table}", timeout=60).json()
            for seat in outcome["outcome"]["winners"]:
                won[outcome["seats"][seat]["name"]] += 1
            if number > 1:
                for page, me, other in ((ann, "Ann", "Bob"), (bob, "Bob", "Ann")):
                    told = f"After {number} games: you {won[me]}, {other} {won[other]}."
                    page.locator("#score", has_text=told).wait_for()
            if number < 4:
                again(pages)
        assert violations(ann) == []
        shoot(ann, "score")
        for page in pages:
            assert not web.errors(page)
            page.context.close()
