"""The page on environments says what the code does; `tests/test_docs.py` runs its examples."""

from pathlib import Path

TEXT = (Path(__file__).resolve().parents[2] / "docs" / "environments.md").read_text("utf-8")


def test_it_has_examples_of_both() -> None:
    assert "from facedown.lab.pettingzoo" in TEXT
    assert "from facedown.lab.openspiel" in TEXT


def test_the_limits_it_names_are_those_of_the_code() -> None:
    from facedown.lab.encoding import FEATURES
    from facedown.lab.openspiel import MOST_CHANCES

    assert f"{FEATURES:,} features" in TEXT
    assert f"base {MOST_CHANCES:,}" in TEXT.replace("\n", " ")
