"""A browser and servers for the tests of a file, known to all tests."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

import pytest

if TYPE_CHECKING:  # tests without a browser do without its library
    from playwright.sync_api import Browser
    from tests.web.browser import Server

A_DAY: Final = dt.date(2026, 11, 25)
"""A Wednesday."""


@pytest.fixture
def a_day(monkeypatch: pytest.MonkeyPatch) -> dt.date:
    """The day on which a test plays, whatever day it is."""
    noon = dt.datetime.combine(A_DAY, dt.time(12), dt.UTC)
    for module in ("days", "opening", "dailies"):
        monkeypatch.setattr(f"facedown.table.{module}.now_ms", lambda: int(noon.timestamp() * 1000))
    return A_DAY


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Chromium."""
    from tests.web.browser import chromium

    with chromium() as running:
        yield running


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server in a process of its own, which can be killed."""
    from tests.web.browser import serving

    with serving(tmp_path_factory.mktemp("server")) as running:
        yield running


@pytest.fixture(scope="module")
def base() -> Iterator[str]:
    """The address of a server in this process, without limits on how often one may ask."""
    from tests.web.site import site_in_a_thread

    from facedown.web.guard import Config

    with site_in_a_thread(Config(rates=None)) as address:
        yield address
