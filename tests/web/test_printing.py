"""Games on paper, by the links of a workshop."""

from __future__ import annotations

import html
import re

from httpx import AsyncClient
from tests.web.site import Site, on_site

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
    async with AsyncClient(base_url=site.base, timeout=60) as client:
        for link, _ in links:
            answer = await client.get(html.unescape(link))
            assert answer.headers["content-type"] == "application/pdf"
            assert answer.content.startswith(b"%PDF")
        for address, status in (
            ("/games/mystery/print?paper=a5", 400),
            ("/games/mystery/print?what=nothing", 400),
            ("/games/mystery/print?option.puzzle=nothing", 400),
            ("/games/turing/print", 404),
            ("/games/chess/print", 404),
        ):
            assert (await client.get(address)).status_code == status
    assert "print" not in await ann.get(f"{STUDIO}?cells=....+....+....+....")
