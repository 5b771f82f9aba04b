"""Drafts: read strictly, written in one form, and always short enough for a link."""

from __future__ import annotations

import base64
import random
import zlib
from collections.abc import Mapping, Sequence
from typing import ClassVar
from urllib.parse import parse_qsl

import pytest
from hypothesis import given
from hypothesis import strategies as st

from facedown.core.errors import FacedownError
from facedown.core.facts import Option, OptionValue
from facedown.core.workshop import (
    LONGEST_DRAFT,
    LONGEST_LINK,
    PACKED,
    BadDraft,
    Draft,
    Field,
    Stage,
    Workshop,
)


class Bench(Workshop):
    title: ClassVar[str] = "Bench"
    summary: ClassVar[str] = "Anything."
    fields: ClassVar[tuple[Field, ...]] = (
        Field(Option("list", "", "what is on it", rows=20), "List"),
        Field(Option("size", 3, "how large", bounds=(1, 9)), "Size"),
        Field(Option("open", True, "whether it is open"), "Open"),
        Field(Option("kind", "a", "which", choices=("a", "b")), "Kind"),
    )
    stages: ClassVar[tuple[Stage, ...]] = (Stage("one", "One", lambda draft, report: ()),)

    def options(self, draft: Draft) -> Mapping[str, OptionValue]:
        return {}


SHOP = Bench()


def query(link: str) -> dict[str, str]:
    return dict(parse_qsl(link, keep_blank_values=True))


@given(
    st.text(st.characters(exclude_categories=["Cs"]), max_size=1000),
    st.integers(1, 9),
    st.booleans(),
    st.sampled_from("ab"),
)
def test_a_link_holds_the_whole_draft(text: str, size: int, is_open: bool, kind: str) -> None:
    draft = SHOP.read({"list": text, "size": size, "open": is_open, "kind": kind})
    link = SHOP.link(draft)
    assert link.isascii()
    assert len(link) <= LONGEST_LINK
    assert SHOP.read_link(query(link)) == draft


def test_long_documents_are_packed() -> None:
    text = "\n".join(f"[[card]]\nname = 'Card {number}'\ncount = 3" for number in range(200))
    draft = SHOP.read({"list": text})
    link = SHOP.link(draft)
    assert link.startswith(f"{PACKED}=")
    assert len(link) < len(text) / 3
    assert SHOP.read_link(query(link))["list"] == text


def test_what_would_make_too_long_a_link_is_refused() -> None:
    noise = "".join(map(chr, random.Random(1).choices(range(0x4E00, 0x9FA5), k=5000)))
    with pytest.raises(BadDraft, match="too long for a link"):
        SHOP.read({"list": noise})


@pytest.mark.parametrize(
    ("given", "field", "said"),
    [
        ({"size": "12"}, "size", "from 1 to 9"),
        ({"size": "x"}, "size", "a whole number"),
        ({"size": "9" * 5000}, "size", "a whole number"),
        ({"kind": "c"}, "kind", "one of a, b"),
        ({"open": "perhaps"}, "open", "yes or no"),
        ({"open": 1}, "open", "yes or no"),
        ({"list": "\ud800"}, "list", "half a character"),
        ({"list": ["x"]}, "list", "a text"),
        ({"colour": "x"}, "", "no field 'colour'"),
        ({"list": "x" * (LONGEST_DRAFT + 1)}, "", "at most 20,000 characters"),
    ],
)
def test_a_bad_draft_gets_one_sentence_and_its_field(
    given: dict[str, object], field: str, said: str
) -> None:
    with pytest.raises(BadDraft, match=said) as caught:
        SHOP.read(given)
    assert caught.value.field == field
    assert "\n" not in str(caught.value)


def packed(form: bytes) -> str:
    return base64.urlsafe_b64encode(zlib.compress(form, 9)).rstrip(b"=").decode()


@pytest.mark.parametrize(
    "text",
    [
        "",
        "%%%",
        "ü",
        packed(b"{}")[:-3],
        packed(b"[]"),
        packed(b"not JSON"),
        packed(b'{"list": "' + b"x" * 50_000_000 + b'"}')[:LONGEST_LINK],
        packed(b"[" * 90_000),
        "A" * (LONGEST_LINK + 1),
    ],
)
def test_a_link_that_was_changed_is_refused(text: str) -> None:
    with pytest.raises(BadDraft, match="cut short or changed"):
        SHOP.read_link({PACKED: text})


def test_what_a_workshop_does_not_have_is_said() -> None:
    draft = SHOP.read({})
    for ask in (lambda: SHOP.edit(draft, "paint"), lambda: SHOP.stage("two")):
        with pytest.raises(FacedownError):
            ask()
    flaws: Sequence[object] = SHOP.flaws(draft)
    assert list(flaws) == []
    assert SHOP.read_link({"size": "5", "utm_source": "mail"})["size"] == 5
