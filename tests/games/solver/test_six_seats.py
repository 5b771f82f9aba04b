"""A whole game of Competitive for six in browsers: people and bots, rounds, votes and a tie."""

from __future__ import annotations

import re
from typing import Any, Final

import httpx
import pytest
from playwright.sync_api import Browser, Page
from tests.games.solver.test_whole_game import PLAYABLE, say
from tests.web import browser as web
from tests.web.browser import errors, open_page, shoot, wait_until
from tests.web.test_browser import new_table, newer_than
from tests.web.test_frame import SIZES, look

pytestmark = pytest.mark.slow

PEOPLE: Final = ("Ann", "Bob", "Chi", "Dora", "Emil")
ANN, BOB, CHI, DORA, EMIL, BOT = range(6)
RULES: Final = (
    "green and odd",
    "either blue or circle but not both",
    "green or triangle",
    "if the last card is red then circle else odd",
    "(blue or red) and not circle",
)
"""What the people write: no bot says one of them, as none is of the catalogue."""
FINDS: Final = {ANN: BOB, BOB: ANN, DORA: ANN, EMIL: BOB}
"""Who says whose rule on the first turn: Ann and Bob have seven points each, nobody else five."""


class Table:
    """The pages of the people at a table, and what everybody may know of it."""

    def __init__(self, browser: Browser, base: str) -> None:
        self.pages = [open_page(browser) for _ in PEOPLE]
        self.amiss: list[str] = []
        self.told: set[str] = set()
        ann, *others = self.pages
        new_table(
            ann,
            base,
            "solver",
            keyboard=False,
            seats="6",
            name="Ann",
            bot_5="bot: beginner",
            option_mode="competitive",
            option_master="player",
        )
        self.api = f"{base}/api/tables/{ann.url.rpartition('/')[2]}"
        for seat, page in enumerate(others, 1):
            page.goto(ann.url)
            page.fill(f"#claim-name-{seat}", PEOPLE[seat])
            page.click(f"text=Sit down on seat {seat + 1}")
            wait_until(page, "() => document.getElementById('table').dataset.me !== ''")

    def info(self) -> Any:
        """What everybody may know."""
        return httpx.get(self.api, timeout=60).json()

    def up_to_date(self, seat: int, head: int) -> Page:
        """The page of a seat once it shows an event."""
        wait_until(self.pages[seat], newer_than(str(head - 1)), 90)
        return self.pages[seat]

    def play(self) -> None:
        """Plays to the end."""
        for _ in range(5000):
            info = self.info()
            if info["status"] == "over":
                return
            people = [s for s in info["actors"] if info["seats"][s]["player"] == "human"]
            if people:
                page = self.up_to_date(people[0], info["head"])
                self.turn(page, people[0])
                wait_until(page, newer_than(str(info["head"])), 90)
            else:
                self.pages[ANN].wait_for_timeout(30)
        raise AssertionError("the game does not end")

    def once(self, moment: str, page: Page) -> bool:
        """Looks at a page on every screen when such a moment comes for the first time."""
        if moment in self.told:
            return False
        self.told.add(moment)
        look(page, moment, self.amiss, no_hand="no hand-place", closed="Clear is 0 x 0")
        if moment in ("vote", "end"):
            for screen, size in SIZES.items():
                page.set_viewport_size(size)
                shoot(page, f"solver-six-{moment}-{screen}")
        page.set_viewport_size(web.WIDE)
        return True

    def turn(self, page: Page, seat: int) -> None:
        """What a person does now."""
        if "Write the secret rule" in page.inner_text("#status"):
            self.once("rule", page)
            say(page, RULES[seat], keyboard=False)
            return
        round_ = re.search(r"round (\d) of 6", page.inner_text(".facts"))
        master = int(round_[1]) - 1 if round_ else -1
        if page.locator("[id^=b-say-]").count():
            self.once("vote" if round_ else "tie", page)
            vote = "Impossible" if round_ else "The rule of Ann"
            page.click(f"[id^=b-say-]:has-text('{vote}')")
        elif page.locator(PLAYABLE).count():
            if self.once(f"round {master + 1}", page):
                self.begins(master)
            page.locator(PLAYABLE).last.click()
        elif page.locator("#b-pass").count():
            self.once("last guess", page)
            page.click("#b-pass")
        elif FINDS.get(master) == seat:
            say(page, RULES[master], keyboard=False)
        else:
            page.locator("#b-draw:not([aria-disabled=true]), #b-swap").first.click()

    def begins(self, master: int) -> None:
        """The Master of a round alone sees the rule; before the last round Emil leaves."""
        if master == BOT:
            self.leaves(EMIL)
            return
        for seat, page in enumerate(self.pages):
            assert (RULES[master] in page.content()) == (seat == master), (seat, master)

    def leaves(self, seat: int) -> None:
        """Somebody leaves, and Ann has a bot play on."""
        page, ann = self.pages[seat], self.pages[ANN]
        page.click("#tab-seats")
        page.click("#my-seat summary")
        page.click("#f-leave button")
        ann.click("#tab-seats")
        ann.click("#host summary")
        ann.select_option(f"#bot-of-{seat}", label="beginner")
        ann.click(f"#f-bot-{seat} button")
        wait_until(ann, "() => document.getElementById('log').textContent.includes('bot')")


def test_six_play_all_rounds_and_vote_on_the_best_rule(browser: Browser, base: str) -> None:
    table = Table(browser, base)
    table.play()
    info = table.info()
    assert [seat["player"][:3] for seat in info["seats"]] == ["hum"] * 4 + ["bot"] * 2
    pages = [table.up_to_date(seat, info["head"]) for seat in range(len(PEOPLE))]
    for page in pages:
        assert "The game is over" in page.inner_text("#status")
        assert not errors(page)
    ann = pages[ANN]
    table.once("end", ann)
    assert {"rule", "vote", "last guess", "tie", "end"} < table.told
    told = ann.inner_text("#table-place")
    assert all(re.search(rf"{name}\s+7\s+points", told) for name in ("You", "Bob")), told
    assert "Nobody found the rule of Chi; 0 of 5 call it deducible" in told
    assert ann.locator(".rounds li").count() == 6
    votes = re.findall(r'"choice":\s*"([12])"', httpx.get(f"{table.api}/log", timeout=60).text)
    assert len(votes) == 4
    # Chi and Dora vote for Ann; the bots vote as they like, and more than half decides.
    assert info["outcome"]["points"][:2] == [7, 7]
    assert info["outcome"]["winners"] == ([ANN] if votes.count("1") > 2 else [ANN, BOB])
    assert table.amiss == []
    for page in pages:
        page.context.close()
