"""The end of a game that four people with long names win: nothing is cut, on no screen."""

from __future__ import annotations

import httpx
from playwright.sync_api import Browser, Page
from tests.web import browser as web
from tests.web.browser import open_page, shoot, wait_until
from tests.web.site import site_in_a_thread
from tests.web.test_frame import SIZES
from tests.web.test_moments_in_browser import MOMENT
from tests.web.test_rematch import sit

from facedown.core.codec import Json
from facedown.web.guard import Config

NAMES = (
    "Bartholomew Featherstone",
    "Wilhelmina Oppenheimerin",
    "Maximiliana von Gutenber",
    "Donaudampfschifffahrtsge",
)
CARDS = "4,9,11,14"
CODES = {True: "221", False: "241"}
"""What the code is, by the answer of verifier A about 111."""

OUTSIDE = """(part) => [...document.querySelectorAll(part)].filter((one) => {
  const box = one.getBoundingClientRect();
  const around = document.getElementById("table-place").getBoundingClientRect();
  return one.checkVisibility() && (box.left < around.left || box.right > around.right);
}).map((one) => one.textContent)"""
MOMENT_CUT = """() => {
  const around = document.getElementById("moment");
  const size = (one) => parseFloat(getComputedStyle(one).fontSize);
  const cut = [...around.children].filter((one) => one.offsetTop < 0 ||
    one.offsetTop + one.offsetHeight > around.clientHeight || one.scrollWidth > one.clientWidth);
  return [cut.map((one) => one.textContent), size(around.children[0]) > size(around.children[1])];
}"""
SCROLLS_SIDEWAYS = """() => [...document.querySelectorAll(".sheet-lines, #table-place")]
  .filter((one) => one.scrollWidth > one.clientWidth && !one.querySelector(".snap"))
  .map((one) => one.className)"""


def win_together(base: str, table: str, secrets: list[str]) -> None:
    """All compose 111, ask A, and name the code that its answer leaves."""
    address = f"{base}/api/tables/{table}"
    everybody = [{"authorization": f"Bearer {secret}"} for secret in secrets]

    def play(headers: dict[str, str], **move: Json) -> None:
        answer = httpx.post(f"{address}/moves", json={"move": move}, headers=headers, timeout=30)
        assert answer.status_code == 200, answer.text

    for headers in everybody:
        play(headers, move="propose", code="111")
    for headers in everybody:
        play(headers, move="ask", verifier="A")
        play(headers, move="stop")
    view = httpx.get(f"{address}/view", headers=everybody[0], timeout=60).json()["view"]
    said = next(line["answers"][0] for line in view["lines"] if line["seat"] == 0)
    for headers in everybody:
        play(headers, move="declare", solve=True, code=CODES[said])


def look(page: Page, screen: str) -> None:
    """The words of the end lie inside the table, and the sheet beside it does not scroll."""
    page.set_viewport_size(SIZES[screen])
    for part in ("#over-title", ".verdict-why", ".verdict-points li", ".punched"):
        assert page.evaluate(OUTSIDE, part) == []
    assert page.evaluate(SCROLLS_SIDEWAYS) == []
    shoot(page, f"end-long-names-{screen}")


def test_four_long_names_win(browser: Browser) -> None:
    with site_in_a_thread(Config(rates=None)) as base:
        asked = {"game": "turing", "seats": len(NAMES), "options": {"cards": CARDS}}
        table = httpx.post(f"{base}/api/tables", json=asked, timeout=60).json()["table"]
        moving = {"reduced_motion": "no-preference", "bypass_csp": True}
        page = open_page(browser, viewport=SIZES["phone"], **moving)
        secrets = [sit(page, f"{base}/t/{table}", NAMES[0])]
        for seat, name in enumerate(NAMES[1:], 1):
            claim = {"seat": seat, "name": name}
            address = f"{base}/api/tables/{table}/claim"
            secrets.append(httpx.post(address, json=claim, timeout=60).json()["secret"])
        # Without a secret to be turned over the words cover the table.
        without = page.add_style_tag(content=".turned { display: none !important; }")
        win_together(base, table, secrets)
        wait_until(page, MOMENT)
        cut, larger = page.evaluate(MOMENT_CUT)
        assert cut == []
        assert larger
        page.keyboard.press("Escape")
        page.locator("#over-title").wait_for()
        without.evaluate("(style) => style.remove()")
        for screen in SIZES:
            look(page, screen)
        assert not web.errors(page)
        page.context.close()
