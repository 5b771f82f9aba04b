"""A real browser and a real server, as people have them."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from playwright.sync_api import (
    Browser,
    Error,
    Locator,
    Page,
    Playwright,
    ViewportSize,
    sync_playwright,
)

ROOT = Path(__file__).resolve().parents[2]
AXE = ROOT / "frontend" / "node_modules" / "axe-core" / "axe.min.js"
SHOTS = ROOT / "build" / "screenshots"
"""Where screenshots of every page are kept, to be looked at."""

PHONE: ViewportSize = {"width": 360, "height": 740}
WIDE: ViewportSize = {"width": 1280, "height": 900}


class Server:
    """``facedown serve`` in a process of its own, over a file or what the address names."""

    def __init__(self, store: Path | str) -> None:
        self.store = str(store / "tables.sqlite") if isinstance(store, Path) else store
        self.process: subprocess.Popen[str] | None = None
        self.base = ""

    def start(self) -> None:
        """Starts it; the port stays the same when it is started again."""
        port = self.base.rpartition(":")[2].strip("/") or "0"
        command = [sys.executable, "-m", "facedown.terminal", "serve", "--no-browser"]
        command += ["--port", port, "--db", self.store, "--workers", "1"]
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, cwd=ROOT
        )
        assert self.process.stdout is not None
        self.base = self.process.stdout.readline().strip().rstrip("/")
        assert self.base.startswith("http://127.0.0.1:")

    def stop(self, how: signal.Signals = signal.SIGTERM) -> None:
        """Stops it, and waits until it is gone."""
        assert self.process is not None
        self.process.send_signal(how)
        self.process.wait(120)
        assert self.process.stdout is not None
        self.process.stdout.close()
        self.process = None


@contextmanager
def serving(store: Path | str) -> Iterator[Server]:
    """A running server over a file in a folder, or over the store of an address."""
    server = Server(store)
    server.start()
    try:
        yield server
    finally:
        if server.process is not None:
            server.stop()


@contextmanager
def chromium() -> Iterator[Browser]:
    """Debian's Chromium, which `bin/test` installs where it can."""
    found = os.environ.get("FACEDOWN_CHROMIUM") or shutil.which("chromium")
    assert found, "Chromium is not installed (on Debian: apt install chromium)"
    with sync_playwright() as playwright:
        browser = launch(playwright, found)
        try:
            yield browser
        finally:
            browser.close()


def launch(playwright: Playwright, program: str) -> Browser:
    """Starts a browser."""
    # Containers rarely allow Chromium's own sandbox, and give it little shared memory.
    flags = ["--no-sandbox", "--disable-dev-shm-usage"]
    return playwright.chromium.launch(executable_path=program, args=flags)


def open_page(browser: Browser, **settings: Any) -> Page:
    """A new person's page; what the page reports as an error fails the test."""
    context = browser.new_context(**{"viewport": WIDE, "reduced_motion": "reduce", **settings})
    context.set_default_timeout(45_000)
    page = context.new_page()
    problems: list[str] = []
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.on(
        "console",
        lambda message: problems.append(message.text) if message.type == "error" else None,
    )
    page.problems = problems  # type: ignore[attr-defined]
    return page


def errors(page: Page) -> list[str]:
    """What went wrong on a page, apart from requests that were answered with a refusal."""
    found: list[str] = page.problems  # type: ignore[attr-defined]
    return [text for text in found if "Failed to load resource" not in text]


def tab_to(page: Page, target: Locator, most: int = 400) -> None:
    """Presses Tab until the target has the focus: nothing else may be needed to reach it."""
    for _ in range(most):
        if target.evaluate("(element) => element === document.activeElement"):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not reach {target}")


def press(page: Page, target: Locator) -> None:
    """Reaches a button or link by keyboard and presses Enter."""
    tab_to(page, target)
    page.keyboard.press("Enter")


def violations(page: Page) -> list[str]:
    """What axe-core finds wrong with the page as it stands."""
    assert AXE.is_file(), "axe-core is missing: bin/setup dev brings it"
    page.evaluate(AXE.read_text("utf-8") + ";window.axe = axe;")
    found = page.evaluate("() => axe.run(document, {resultTypes: ['violations']})")
    return [
        f"{one['id']}: {node['html'][:160]} {node['failureSummary'][:300]}"
        for one in found["violations"]
        for node in one["nodes"]
    ]


def shoot(page: Page, name: str) -> None:
    """Keeps a picture of the page."""
    SHOTS.mkdir(parents=True, exist_ok=True)
    page.evaluate("scrollTo(0, 0)")  # else what sticks to the top lies over the middle
    page.screenshot(path=SHOTS / f"{name}.png", full_page=True)


HELD = "details[data-holds][open]"
"""A round that is over, and lies open until one goes on."""


def state(page: Page, key: str) -> str:
    """A fact that the page carries about the table."""
    return page.locator("#table").get_attribute(f"data-{key}") or ""


def wait_by_reloading(page: Page) -> None:
    """Waits without scripts, however long, until it is one's turn or the game is over."""
    for _ in range(1000):
        page.wait_for_selector("#table")
        if state(page, "mine") == "yes" or state(page, "status") == "over":
            return
        page.wait_for_timeout(200)
        page.reload()
    raise AssertionError("the others never move")


def wait_until(page: Page, condition: str, seconds: float = 45) -> None:
    """Waits until a JavaScript condition holds."""
    # Polled from here: the page's policy lets nothing be evaluated by a timer of its own.
    until = time.monotonic() + seconds
    while True:
        with suppress(Error):  # another page is being loaded
            if page.evaluate(condition):
                return
        if time.monotonic() > until:
            said = page.locator("#status, #problem, #connection").all_inner_texts()
            raise AssertionError(f"{condition}; the page says {said}")
        page.wait_for_timeout(80)


def slow_pictures(page: Page, milliseconds: int) -> None:
    """Lets the page wait so long before it shows what has come, as on a busy machine."""
    page.evaluate(
        """(wait) => {
          document.startViewTransition = (update) => {
            const done = new Promise((resolve) => setTimeout(() => resolve(update()), wait));
            return { ready: done, finished: done, updateCallbackDone: done, skipTransition() {} };
          };
        }""",
        milliseconds,
    )
