"""The documents become a site, in which every link leads somewhere."""

from __future__ import annotations

import re
import subprocess
import sys
from html.parser import HTMLParser
from importlib import import_module
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
IMPORTED = r"^ *(?:from|import) (facedown\.\S+)"
REFERENCE = {
    page.stem: re.findall(r"automodule:: (\S+)", page.read_text("utf-8"))
    for page in sorted((DOCS / "reference").glob("*.md"))
    if page.stem != "hooks"  # a list that is written from core
}


class Links(HTMLParser):
    """What a page leads to, and the places in it that can be led to."""

    def __init__(self, page: Path) -> None:
        super().__init__()
        self.targets: list[str] = []
        self.anchors: set[str] = set()
        self.feed(page.read_text("utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name == "id" and value:
                self.anchors.add(value)
            elif name in {"href", "src"} and value is not None:
                self.targets.append(value)


@pytest.mark.slow
def test_the_site_is_built_and_every_link_leads_somewhere(tmp_path: Path) -> None:
    build = [sys.executable, "-m", "sphinx", "-q", "-W", "--keep-going", "-d", f"{tmp_path}/trees"]
    build += [str(DOCS), f"{tmp_path}/site"]
    done = subprocess.run(build, capture_output=True, text=True, cwd=ROOT, check=False)
    assert done.returncode == 0, done.stderr
    pages = {page: Links(page) for page in (tmp_path / "site").rglob("*.html")}
    sources = set(DOCS.rglob("*.md"))
    assert {tmp_path / "site" / p.relative_to(DOCS).with_suffix(".html") for p in sources} <= set(
        pages
    )
    followed = 0
    for page, links in pages.items():
        for target in links.targets:
            parts = urlsplit(target)
            if parts.scheme in {"http", "https", "data"}:
                continue  # whether others are still there is not for a test to ask
            there = page if not parts.path else (page.parent / unquote(parts.path)).resolve()
            assert there.is_file(), (page.name, target)
            if parts.fragment and there in pages:
                assert unquote(parts.fragment) in pages[there].anchors | {""}, (page.name, target)
            followed += 1
    assert followed > 1000


@pytest.mark.parametrize("room", REFERENCE)
def test_what_the_reference_goes_through_exists(room: str) -> None:
    assert REFERENCE[room]
    for module in REFERENCE[room]:
        assert module.startswith(f"facedown.{room}.")
        assert import_module(module).__doc__


def test_the_reference_has_every_module_that_the_examples_import() -> None:
    told = {module for modules in REFERENCE.values() for module in modules}
    shown = [*DOCS.glob("*.md"), ROOT / "README.md"]
    used = {
        module
        for page in shown
        for module in re.findall(IMPORTED, page.read_text("utf-8"), re.MULTILINE)
    }
    packages = {"facedown.core", "facedown.testing"}  # names of modules that are told
    rooms = tuple(f"facedown.{room}." for room in REFERENCE)
    used = {module for module in used if module.startswith(rooms)} - packages
    missing = {
        module
        for module in used
        if not re.match(r"facedown\.lab\.(mystery|solid|solver|suspense|turing)\.", module)
        and module not in told
        and not any(each.startswith(f"{module}.") for each in told)
    }
    assert missing == set()
