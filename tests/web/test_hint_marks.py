"""A hint marks on the board the cards it speaks of, and says so to whoever cannot see it."""

from __future__ import annotations

import html
import re

from tests.web.site import Site, on_site


def hints(page: str) -> dict[str, str]:
    """What is marked on a page: by the words of the element that carries the mark."""
    found = re.findall(r'<(\w+)[^>]* data-hint="(\w+)">(.*?)</\1>', page, re.DOTALL)
    plain = {html.unescape(" ".join(re.sub(r"<[^>]*>", " ", x).split())): y for _, y, x in found}
    assert len(plain) == len(found)
    return plain


HIDDEN = {
    "certain": "hint: certain",
    "open": "hint: possible",
    "out": "hint: impossible",
    "good": "hint: good for you",
    "bad": "hint: bad for you",
    "next": "hint: do this next",
}


def check_words(found: dict[str, str]) -> None:
    for words, says in found.items():
        assert HIDDEN[says] in words, words


@on_site
async def test_laws_and_verifiers_are_marked_by_the_hints_of_turing_machine(site: Site) -> None:
    ann = site.person()
    table = await ann.play("turing", seats="1", option__cards="4,9,11,14")
    assert "data-hint" not in ann.page
    laws = hints(await ann.get(f"/t/{table}?aid=verifiers"))
    assert len(laws) == 3 + 4 + 3 + 3
    assert "yellow square is less than 4 , hint: possible" in " | ".join(laws)
    check_words(laws)
    digits = hints(await ann.get(f"/t/{table}?aid=codes"))
    assert len(digits) == 15
    check_words(digits)
    assert "data-hint" not in await ann.get(f"/t/{table}")


@on_site
async def test_every_condition_is_marked_by_the_hint_of_suspense(site: Site) -> None:
    ann = site.person()
    table = await ann.play(
        "suspense", seats="2", bot__1="careful", option__goal="0", option__dealer="2"
    )
    page = await ann.get(f"/t/{table}?aid=conditions")
    found = hints(page)
    assert len(found) == 13
    check_words(found)
    in_hand = re.findall(r'id="b-hand-(\w+)"', page)
    out = [words for words, says in found.items() if says == "out"]
    assert len(out) >= len(in_hand) > 0


@on_site
async def test_programs_are_given_the_marks_too(site: Site) -> None:
    ann = site.person()
    table = await ann.play("turing", seats="1", option__cards="4,9,11,14")
    program = site.program(ann.http.cookies["seat"])
    answer = await program.ask(f"/tables/{table}/aids/question")
    (mark,) = answer["marks"]
    assert mark["says"] == "next"
    assert f"verifier {mark['thing']}" in answer["words"]
