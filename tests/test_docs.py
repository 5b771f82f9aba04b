"""What the documents show works."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

DOCS = Path(__file__).parent.parent / "docs"
PAGES = {page.name: page.read_text("utf-8") for page in sorted(DOCS.glob("*.md"))}
EXAMPLES = [
    pytest.param(example, id=f"{name}, example {number}")
    for name, text in PAGES.items()
    for number, example in enumerate(re.findall(r"```python\n(.*?)```", text, re.DOTALL), 1)
]


def test_there_are_pages_with_examples() -> None:
    shown = {name for name, text in PAGES.items() if "```python" in text}
    assert {"bots.md", "environments.md"} <= shown


@pytest.mark.parametrize("example", EXAMPLES)
def test_examples_run(example: str) -> None:
    exec(compile(example, "example", "exec"), {})  # noqa: S102  # ours


@pytest.mark.parametrize("name", PAGES)
def test_links_lead_somewhere(name: str) -> None:
    for target in re.findall(r"\]\(([^)#]+)[^)]*\)", PAGES[name]):
        assert "://" in target or (DOCS / target).exists(), target
