"""What happens at a table is read out once: no region says a line again, none repeats another's."""

from __future__ import annotations

import re
from typing import Any

import httpx
from playwright.sync_api import Browser, Page
from tests.web import browser as web
from tests.web.browser import open_page, state, wait_until
from tests.web.site import site_in_a_thread
from tests.web.test_rematch import sit

from facedown.web.guard import Config

LISTENS = """() => {
  // What a screen reader hears: elements that come into a log, and regions whose words change.
  const roles = ['log', 'status', 'alert'].map((role) => `[role=${role}]`);
  const spoken = [...roles, '[aria-live=polite]', '[aria-live=assertive]'].join();
  const words = (node) => {
    const copy = node.cloneNode(true);
    for (const unread of copy.querySelectorAll?.('[aria-hidden=true]') ?? []) unread.remove();
    for (const line of copy.querySelectorAll?.('p') ?? []) line.append('. ');
    return copy.textContent.trim().replace(/\\s+/g, ' ');
  };
  const heard = [];
  const before = new Map([...document.querySelectorAll(spoken)].map((one) => [one.id, words(one)]));
  new MutationObserver((changes) => {
    const changed = new Set();
    for (const { target, addedNodes } of changes) {
      const element = target.nodeType === 1 ? target : target.parentElement;
      const region = element?.closest(spoken);
      if (!region) {
        // One that comes with its words in it says them too.
        for (const node of addedNodes) {
          const inside = node.nodeType === 1 ? [node, ...node.querySelectorAll('*')] : [];
          for (const one of inside) if (one.matches(spoken)) changed.add(one);
        }
      } else if (region.getAttribute('role') === 'log') {
        for (const node of addedNodes) {
          const says = words(node);
          if (says) heard.push({ region: region.id, line: node.id ?? '', says });
        }
      } else changed.add(region);
    }
    for (const region of changed) {
      const says = words(region);
      // The same words put there again are said again only where nodes were replaced.
      const put = changes.some((one) => one.addedNodes.length && region.contains(one.target));
      if (says && (put || says !== before.get(region.id))) {
        heard.push({ region: region.id, line: '', says });
      }
      before.set(region.id, says);
    }
  }).observe(document.body, { subtree: true, childList: true, characterData: true });
  window.heard = heard;
}"""


def play(page: Page) -> None:
    """Plays the lowest card of a hand: twice each, that ends no round."""
    wait_until(page, "() => document.getElementById('table').dataset.mine === 'yes'")
    buttons = page.locator("[id^=b-play-]").evaluate_all("(found) => found.map(({id}) => id)")
    page.locator(f"#{min(buttons, key=lambda one: one[-1])}").click()
    wait_until(page, "() => document.getElementById('table').dataset.mine !== 'yes'")


def caught_up(page: Page, other: Page) -> None:
    head = max(int(state(one, "head")) for one in (page, other))
    for one in (page, other):
        wait_until(one, f"() => Number(document.getElementById('table').dataset.head) >= {head}")


def sentences(text: str) -> set[str]:
    return {one for one in re.split(r"[.!?]+\s*", text) if one}


def flaws(heard: list[dict[str, Any]]) -> list[str]:
    """What was said again: a line of the log, a sentence by another region or by the same."""
    found, lines, last = list[str](), set[str](), dict[str, str]()
    for each in heard:
        region, says = each["region"], each["says"]
        if region == "news" and (each["line"] in lines or not each["line"].startswith("n-")):
            found.append(f"a line again: {says}")
        if last.get(region) == says:
            found.append(f"{region} again: {says}")
        for other, words in last.items():
            if other != region and sentences(words) & sentences(says):
                found.append(f"{region} says what {other} says: {says}")
        lines.add(each["line"])
        last[region] = says
    return found


def test_what_happens_is_read_out_once_whatever_the_line_does(browser: Browser) -> None:
    with site_in_a_thread(Config(rates=None)) as base:
        asked = {"game": "suspense", "seats": 2, "options": {"goal": 0, "dealer": 1}}
        table = httpx.post(f"{base}/api/tables", json=asked, timeout=60).json()["table"]
        ann, bob = open_page(browser), open_page(browser)
        for page, name in ((ann, "Ann"), (bob, "Bob")):
            sit(page, f"{base}/t/{table}", name)
        caught_up(ann, bob)
        for page in (ann, bob):
            page.evaluate(LISTENS)
        play(ann)
        play(bob)
        caught_up(ann, bob)
        # The line is lost: a move is answered with a page, and the stream tells it again later.
        ann.route("**/live?*", lambda route: route.abort())
        ann.evaluate("() => dispatchEvent(new Event('online'))")
        wait_until(ann, "() => document.getElementById('connection').textContent.trim() !== ''")
        play(ann)
        play(bob)
        ann.unroute("**/live?*")
        wait_until(ann, "() => document.getElementById('connection').className.includes('back')")
        caught_up(ann, bob)
        # A new stream, a page that is looked at again, and one that comes late tell what is known.
        ann.evaluate("() => dispatchEvent(new Event('online'))")
        ann.evaluate("() => dispatchEvent(new PageTransitionEvent('pageshow', {persisted: true}))")
        wait_until(ann, "() => document.getElementById('table').dataset.mine === 'yes'")
        ann.locator("#b-fold").click()
        for page in (ann, bob):
            wait_until(page, "() => document.getElementById('table').dataset.status === 'over'")
            heard = page.evaluate("() => heard")
            assert flaws(heard) == []
            # Two moves of the other's, and what came of them; one's own are seen.
            assert len([each for each in heard if each["region"] == "news"]) == 2
            assert {"status", "moment"} <= {each["region"] for each in heard}
        assert not web.errors(bob)
        for page in (ann, bob):
            page.context.close()
