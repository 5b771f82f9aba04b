"""The page on environments: every example on it runs."""

import re
from pathlib import Path

import pytest

PAGE = Path(__file__).resolve().parents[2] / "docs" / "environments.md"
TEXT = PAGE.read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)


@pytest.mark.parametrize("number", range(len(EXAMPLES)))
def test_examples_run(number: int) -> None:
    exec(compile(EXAMPLES[number], f"{PAGE.name}, example {number + 1}", "exec"), {})  # noqa: S102  # ours


def test_the_page_has_examples_of_both() -> None:
    assert len(EXAMPLES) >= 5
    assert any("lab.pettingzoo" in example for example in EXAMPLES)
    assert any("lab.openspiel" in example for example in EXAMPLES)


def test_the_limits_it_names_are_those_of_the_code() -> None:
    from facedown.lab.encoding import PLACES
    from facedown.lab.positions import MOST_CHANCES

    assert f"{PLACES:,} places" in TEXT
    assert f"base {MOST_CHANCES:,}" in TEXT.replace("\n", " ")
