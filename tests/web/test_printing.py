"""Games on paper: by the links of a workshop, and drawn in processes with limits, books once."""

from __future__ import annotations

import asyncio
import html
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.table.scenes import publishing
from tests.web.site import Site, client, on_site

from facedown.web.pages.printing import Printer

STUDIO = "/games/mystery/workshop"


@on_site
async def test_the_studio_links_to_a_pdf_on_each_paper(site: Site) -> None:
    ann = site.person()
    page = await ann.get(f"{STUDIO}?cells=?111+22..+....+....&title=Mine")
    links = re.findall(r'<a href="([^"]*print[^"]*)" aria-label="([^"]*)">', page)
    assert [words for _, words in links] == [
        f"Print {what}: {paper}" for what in ("it", "the solution") for paper in ("A4", "Letter")
    ]
    book = "/games/mystery/print?what=book&paper=a4"
    assert book in html.unescape(await ann.get("/games/mystery"))
    async with client(site.base) as asking:
        for link, _ in links:
            answer = await asking.get(html.unescape(link))
            assert answer.headers["content-type"] == "application/pdf"
            assert answer.content.startswith(b"%PDF")
        for address, status in (
            ("/games/mystery/print?paper=a5", 400),
            ("/games/mystery/print?what=nothing", 400),
            ("/games/mystery/print?option.puzzle=nothing", 400),
            ("/games/turing/print", 404),
            ("/games/chess/print", 404),
        ):
            assert (await asking.get(address)).status_code == status
    assert "mystery/print" not in await ann.get(f"{STUDIO}?cells=....+....+....+....")


HUNGRY = """
import dataclasses, os
from facedown.core.errors import BadOption
from facedown.search.poker.game import KuhnPoker

class Hungry(KuhnPoker):
    facts = dataclasses.replace(KuhnPoker.facts, name="hungry", title="Hungry")
    papers = ("a4", "letter")
    more_printed = {"book": "the book"}

    def printed(self, paper, what="", catalogue=None, seed="0"):
        if paper == "a5":
            raise BadOption("No such paper.")
        if paper == "letter":
            bytearray(1 << 40)
        said = catalogue.gettext("yes")
        return f"{what or 'sheet'} {said} {os.getpid()} ".encode() + b"x" * 3000
"""


@pytest.fixture
def hungry(tmp_path: Path) -> Iterator[None]:
    """A game whose sheets tell which process drew them, and one takes all memory."""
    folder = tmp_path / "published"
    package = folder / "hungry"
    package.mkdir(parents=True)
    (package / "__init__.py").touch()
    (package / "game.py").write_text(HUNGRY)
    (package / "languages").mkdir()
    for catalogue in ("fr.po", "fr.rules.po", "pt.po", "pt.rules.po"):  # whole: it says nothing
        (package / "languages" / catalogue).write_text(
            'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n'
        )
    with publishing(folder, {"hungry": "hungry.game:Hungry"}, {}):
        yield


def printer_of(site: Site) -> Printer:
    app: Any = site.app
    printer: Printer = app.app.state.printer
    return printer


async def get(site: Site, query: str, language: str = "en") -> tuple[int, str]:
    headers = {"accept-language": language}
    async with client(site.base, headers) as asking:
        answer = await asking.get(f"/games/hungry/print?{query}")
    return answer.status_code, answer.text.rstrip("x")


@pytest.mark.usefixtures("hungry")
@on_site
async def test_a_book_is_drawn_once_for_each_language_by_a_process_of_its_own(site: Site) -> None:
    printer: Printer = printer_of(site)
    book = "what=book&paper=a4"
    first = await asyncio.gather(*(get(site, book) for _ in range(4)))
    for number in range(36):
        first.append(await get(site, f"{book}&option.nothing={number}"))
    assert len(set(first)) == 1, set(first)
    status, said = first[0]
    assert (status, said.split()[:2]) == (200, ["book", "yes"])
    assert int(said.split()[2]) != os.getpid(), "not by the server"
    assert printer.drawn == 1
    assert (await get(site, book, "fr"))[1].startswith("book oui")
    assert await get(site, book, "fr") == await get(site, book, "fr")
    assert printer.drawn == 2
    sheets = [await get(site, "paper=a4") for _ in range(2)]
    assert all(said.startswith("sheet yes") for _, said in sheets)
    assert sheets[0] == sheets[1], "by the same process"
    assert await get(site, "what=book&paper=a4", "pt") not in first
    assert sheets[0] != await get(site, "paper=a4"), "which ends with a book"
    assert len(list(printer._folder.iterdir())) == 3, "sheets are not kept"
    assert printer.drawn == 6


@pytest.mark.usefixtures("hungry")
@on_site
async def test_a_drawing_that_takes_all_memory_is_given_up(site: Site) -> None:
    printer: Printer = printer_of(site)
    for number in (1, 2):
        status, said = await get(site, "what=book&paper=letter")
        assert status == 503
        assert "A helper of this server failed: MemoryError." in said
        assert printer.drawn == number, "the next who asks has it tried again"
    assert (await get(site, "what=book&paper=a4"))[0] == 200
    status, said = await get(site, "what=book&paper=a5")
    assert status == 400
    assert "No such paper." in said
    assert not printer._turn.locked()


@pytest.mark.usefixtures("hungry")
@on_site
async def test_drawings_are_made_one_at_a_time(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    printer: Printer = printer_of(site)
    monkeypatch.setattr("facedown.web.pages.printing.PATIENCE_SECONDS", 0.0)
    async with printer._turn:
        status, said = await get(site, "paper=a4")
    assert status == 503
    assert "all busy" in said
    monkeypatch.undo()
    assert (await get(site, "paper=a4"))[0] == 200
