"""What the documents show works."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from facedown import __version__

DOCS = Path(__file__).parent.parent / "docs"
PAGES = {page.name: page.read_text("utf-8") for page in sorted(DOCS.glob("*.md"))}
EXAMPLES = [
    pytest.param(example, id=f"{name}, example {number}")
    for name, text in PAGES.items()
    if name != "games.md"  # its examples are the files of one package: test_games_page.py
    for number, example in enumerate(re.findall(r"```python\n(.*?)```", text, re.DOTALL), 1)
]


def test_there_are_pages_with_examples() -> None:
    shown = {name for name, text in PAGES.items() if "```python" in text}
    assert {"bots.md", "environments.md"} <= shown


@pytest.mark.parametrize("example", EXAMPLES)
def test_examples_run(example: str) -> None:
    exec(compile(example, "example", "exec", dont_inherit=True), {})  # noqa: S102  # ours


@pytest.mark.parametrize("name", PAGES)
def test_links_lead_somewhere(name: str) -> None:
    for target in re.findall(r"\]\(([^)#]+)[^)]*\)", PAGES[name]):
        assert "://" in target or (DOCS / target).exists(), target


def names_in(page: str) -> set[str]:
    """Everything that a page sets as code and that could be a file or a folder."""
    return set(re.findall(r"`([\w./-]+)`", PAGES[page]))


@pytest.mark.parametrize("page", PAGES)
def test_every_file_named_exists(page: str) -> None:
    folders = [DOCS.parent / folder for folder in ("src", "tests", "tools")]
    files = {file.name for folder in folders for file in folder.rglob("*.*")}
    files |= {file.name for file in DOCS.parent.glob("*")}
    named = {name for name in names_in(page) if re.search(r"\.(py|html|css|js)$", name)}
    files |= set(re.findall(r"`([\w./]+)`[^\n`]*:\n\n```", PAGES[page]))  # those of its examples
    assert {name for name in named if name.split("/")[-1] not in files} == set()


def test_the_page_of_changes_tells_of_this_version_and_of_what_comes_after_it() -> None:
    text = (DOCS.parent / "CHANGELOG.md").read_text("utf-8")
    released = re.findall(r"^## \[(.+?)\](?: - \d{4}-\d\d-\d\d)?$", text, re.MULTILINE)
    assert len(released) == text.count("\n## ")
    assert released[:2] == ["Unreleased", __version__]


def test_every_page_is_on_the_site() -> None:
    """`docs/index.md` lists the pages; tests/site builds them."""
    listed = set(re.findall(r"^([a-z-]+)$", PAGES["index.md"], re.MULTILINE))
    assert {name.removesuffix(".md") for name in PAGES} - {"index"} <= listed


def test_what_the_reference_goes_through_is_there() -> None:
    for page in (DOCS / "reference").glob("*.md"):
        for module in re.findall(r"automodule:: (\S+)", page.read_text("utf-8")):
            file = DOCS.parent / "src" / module.replace(".", "/")
            assert file.is_dir() or file.with_suffix(".py").exists(), module


NO_EXAMPLE = {
    "facedown.deduce.rules.space.belief.large_prior": "a million rules; `InSpace.start` on them",
    "facedown.deduce.rules.space.belief.peoples_prior": "a million rules, as `large_prior`",
    "facedown.deduce.rules.space.people.peoples_space": "a million rules; `bits_of` on five",
    "facedown.deduce.rules.space.stored.large_space": "a million rules; `load` shows two",
}
"""Public functions without an example, each with the reason."""

BESIDE = (
    "facedown.analysis.analysis",
    "facedown.languages.catalogues",
    "facedown.languages.current",
    "facedown.languages.current",
)
"""Modules that packages offer functions from and the reference does not go through."""


def public_functions() -> Iterator[tuple[str, str]]:
    """Every function of the modules that the reference goes through, and its docstring."""
    pages = (page.read_text("utf-8") for page in sorted((DOCS / "reference").glob("*.md")))
    modules = [module for page in pages for module in re.findall(r"automodule:: (\S+)", page)]
    for module in (*modules, *BESIDE):
        file = DOCS.parent / "src" / module.replace(".", "/")
        file = file / "__init__.py" if file.is_dir() else file.with_suffix(".py")
        for part in ast.parse(file.read_text("utf-8")).body:
            if isinstance(part, ast.FunctionDef) and not part.name.startswith("_"):
                yield f"{module}.{part.name}", ast.get_docstring(part) or ""


def test_every_public_function_has_an_example() -> None:
    """The examples themselves are run with the tests of `src`."""
    told = dict(public_functions())
    assert len(told) > 150
    assert {name for name, text in told.items() if ">>> " not in text} == NO_EXAMPLE.keys()
