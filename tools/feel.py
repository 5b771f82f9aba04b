"""From press to drawn, and how much jumps: `python -m tools.feel [GAME ...]`.

A server and Chromium are started; on a desktop, and on a phone whose processor is slowed four
times, moves are pressed at random against a bot. A move is drawn with the first frame after the
page has changed; how much of that the page's own thread was at work stands beside it, for a machine
that is busy with other things. Layout shift is the browser's own, from one press to the next; what
moves on purpose, a card that glides or a hand that closes up, counts for nothing.
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple

import httpx
from playwright.sync_api import Browser, CDPSession, ElementHandle, Locator, Page, Position
from tests.web.browser import HELD, chromium, serving, state, wait_until

from facedown.core.registry import game_class, game_names

MOST_SHIFT: Final = 0.05


class Screen(NamedTuple):
    """Where a game is played, how many times slower it is, and within how many ms it shall draw."""

    name: str
    wide: int
    high: int
    slower: int
    most_ms: int


SCREENS: Final = (Screen("desktop", 1440, 900, 1, 150), Screen("phone", 390, 844, 4, 250))

WATCH: Final = """
const feel = (window.feel = { pressed: 0, drawn: 0, shift: 0, jumped: "" });
addEventListener("click", (event) => { feel.pressed = event.timeStamp; feel.drawn = 0; }, true);
new MutationObserver(() => {
  if (!feel.pressed || feel.drawn) return;
  feel.drawn = -1;
  requestAnimationFrame(() => {
    const painted = new MessageChannel();
    painted.port1.onmessage = () => { feel.drawn = performance.now() - feel.pressed; };
    painted.port2.postMessage(null);
  });
}).observe(document, { subtree: true, attributes: true, attributeFilter: ["data-head"] });
const purpose = (node) => node?.nodeType !== 1 || node.closest("[data-moves], .k-fan > *") !== null;
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) {
    const jumped = entry.sources.map(({ node }) => node).filter((node) => !purpose(node));
    if (!jumped.length) continue;
    feel.shift += entry.value;
    feel.jumped ||= jumped[0].id ? `#${jumped[0].id}` : `.${jumped[0].className}`;
  }
}).observe({ type: "layout-shift", buffered: true });
"""

CAN: Final = """() => [...document.querySelectorAll(
  '#board button[name=action]:not([aria-disabled=true]), #board summary.k-can')]
  .filter((thing) => {
    thing.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
    const { x, y, width, height } = thing.getBoundingClientRect();
    const found = document.elementFromPoint(x + Math.min(12, width / 2), y + height / 2);
    return found !== null && thing.contains(found);
  })"""

STILL: Final = """document.getAnimations().every(
  (one) => one.playState !== "running" || one.effect.getTiming().iterations === Infinity)"""


class Felt(NamedTuple):
    """A move that was pressed: milliseconds until it was drawn, and what jumped until the next.

    ``busy`` of them the page's own thread had work; ``jumped`` is what jumped first.
    """

    ms: float
    busy: float
    shift: float
    jumped: str = ""


def sit_down(page: Page, base: str, game: str) -> None:
    """Opens a table of a game against its usual bot, and shows it to somebody who has a seat."""
    name = game_class(game).facts.name
    seats = max(2, min(game_class(game).facts.seats))
    with httpx.Client(base_url=base, timeout=60) as http:
        bots = {str(seat): "careful" for seat in range(1, seats)}
        asked = {"game": name, "seats": seats, "bots": bots}
        table = http.post("/api/tables", json=asked).raise_for_status().json()["table"]
        seat = http.post(f"/api/tables/{table}/claim", json={"name": "Ann"}).raise_for_status()
    address = f"{base}/t/{table}"
    page.context.add_cookies([{"name": "seat", "value": seat.json()["secret"], "url": address}])
    page.goto(address)


def ready(page: Page) -> bool:
    """Waits until it is one's turn and little moves; false when the game is over."""
    over = "document.querySelector('#table').dataset.status === 'over'"
    mine = "document.querySelector('#table').dataset.mine === 'yes'"
    wait_until(page, f"{over} || {mine}", 300)
    with suppress(AssertionError):  # what goes on moving is not waited for
        wait_until(page, STILL, 5)
    return state(page, "status") == "playing"


def to_press(page: Page, rng: random.Random) -> Locator | ElementHandle:
    """Something that can be done, or that leads to it, with all filled in that it needs."""
    for held in page.locator(HELD).all():
        held.locator("summary").first.click()
    propose = page.locator("#b-propose")
    if propose.count():
        for row in page.locator("#b-form-propose .tm-row").all():
            rng.choice(row.locator(".hole").all()).click()
        return propose
    wait_until(page, f"({CAN})().length > 0")
    things = page.evaluate_handle(CAN).get_properties().values()
    chosen = rng.choice([one for each in things if (one := each.as_element())])
    chosen.hover(position=spot(chosen), force=True)
    return chosen


def spot(thing: Locator | ElementHandle) -> Position:
    """Where a thing is pressed: of a card in a closed hand no more than its edge is in sight."""
    box = thing.bounding_box()
    assert box is not None
    return {"x": min(12, box["width"] / 2), "y": box["height"] / 2}


def at_work(inside: CDPSession) -> float:
    """How many milliseconds the page's own thread has worked, in its processor time."""
    told = inside.send("Performance.getMetrics")["metrics"]
    return 1000 * next(float(one["value"]) for one in told if one["name"] == "TaskDuration")


def felt(browser: Browser, base: str, game: str, screen: Screen, moves: int) -> list[Felt]:
    """So many moves of a game as they are felt on a screen, at as many tables as they take."""
    context = browser.new_context(viewport={"width": screen.wide, "height": screen.high})
    context.add_init_script(WATCH)
    context.set_default_timeout(120_000)
    page, rng, found = context.new_page(), random.Random(game), list[Felt]()
    inside = context.new_cdp_session(page)
    inside.send("Emulation.setCPUThrottlingRate", {"rate": screen.slower})
    inside.send("Performance.enable", {"timeDomain": "threadTicks"})
    while len(found) < moves:
        sit_down(page, base, game)
        while len(found) < moves and ready(page):
            thing = to_press(page, rng)
            leads = thing.evaluate("(thing) => thing.matches('summary')")
            page.evaluate("feel.shift = 0, feel.jumped = ''")
            before = at_work(inside)
            thing.click(position=spot(thing), force=True)
            if leads:
                continue
            wait_until(page, "feel.drawn > 0", 120)
            ms, busy = page.evaluate("feel.drawn"), at_work(inside) - before
            ready(page)
            shift, jumped = page.evaluate("[feel.shift, feel.jumped]")
            found.append(Felt(ms, busy, shift, jumped))
    context.close()
    return found


def in_words(game: str, screen: Screen, found: Sequence[Felt]) -> str:
    """A line of the report; what is over its aim is marked.

    >>> in_words("solid", SCREENS[0], [Felt(90, 40, 0.0), Felt(160, 50, 0.2, "#x")])
    'solid      desktop    2 moves   125 ms of 150    45 at work   shift 0.100 !, at most 0.200 #x'
    """
    ms = statistics.median(each.ms for each in found)
    shifts = [each.shift for each in found]
    late = "!" if ms > screen.most_ms else " "
    jump = " !" if statistics.median(shifts) > MOST_SHIFT else ""
    busy = statistics.median(each.busy for each in found)
    drawn = f"{len(found):>3} moves {ms:>5.0f} ms of {screen.most_ms} {late}{busy:>4.0f} at work"
    worst = max(found, key=lambda each: each.shift)
    jumps = f"shift {statistics.median(shifts):.3f}{jump}, at most {worst.shift:.3f} {worst.jumped}"
    return f"{game:<10} {screen.name:<8} {drawn}   {jumps}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Plays, and prints a line for each game on each screen."""
    parser = argparse.ArgumentParser(prog="python -m tools.feel", description=__doc__)
    parser.add_argument("games", nargs="*", metavar="GAME", help="default: all")
    parser.add_argument("--moves", type=int, default=20, help="so many of each (default: 20)")
    asked = parser.parse_args(arguments)
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(Path(folder)) as server,
        chromium() as browser,
    ):
        for game in asked.games or game_names():
            for screen in SCREENS:
                found = felt(browser, server.base, game, screen, asked.moves)
                print(in_words(game, screen, found), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
