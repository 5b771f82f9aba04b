"""How much processor time the tests of each part take, beside what they may take.

A plugin of pytest: at the end it prints the parts that took most, and says which took more than
their budget. It fails nothing: tests assert what is right, never how fast.
"""

from __future__ import annotations

import resource
from collections.abc import Generator
from pathlib import PurePosixPath
from typing import Final

import pytest

SECONDS: Final = {
    "src": 25,
    "tests": 240,
    "tests/core": 15,
    "tests/deduce": 75,
    "tests/games/mystery": 30,
    "tests/games/solid": 25,
    "tests/games/solver": 20,
    "tests/games/suspense": 15,
    "tests/games/turing": 30,
    "tests/lab": 150,
    "tests/players": 60,
    "tests/search": 25,
    "tests/table": 110,
    "tests/terminal": 50,
    "tests/testing": 45,
    "tests/tools": 10,
    "tests/web": 310,
}
"""Processor seconds that the fast tests of a folder may take, those of folders named below apart.

Together 20 minutes: 10 on two processors.
"""

_PROPERTY: Final = "processor seconds"


def part_of(node: str) -> str:
    """The longest folder with a budget that a test lies in.

    >>> part_of("tests/games/turing/test_rules.py::test_a"), part_of("tests/test_docs.py::test_b")
    ('tests/games/turing', 'tests')
    """
    folders = PurePosixPath(node.split("::", maxsplit=1)[0]).parents
    return next((str(folder) for folder in folders if str(folder) in SECONDS), "tests")


def _used() -> float:
    """Processor seconds of this process, and of those it started that have ended."""
    both = resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN)
    return sum(usage.ru_utime + usage.ru_stime for usage in both)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Measures a test with the fixtures that it is the first or the last to use."""
    before = _used()
    # What a test reports is sent on after its teardown, so the time before that is all it has.
    item.user_properties.append((_PROPERTY, before))
    return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Lets the report of a teardown carry what the whole test has used."""
    report = yield
    began = dict(item.user_properties)[_PROPERTY]
    assert isinstance(began, float)
    used = _used() - began if call.when == "teardown" else 0.0
    report.user_properties = [(_PROPERTY, used)]
    return report


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Prints the budgets, where more than a few tests ran."""
    spent: dict[str, float] = dict.fromkeys(SECONDS, 0.0)
    tests = 0
    for reports in terminalreporter.stats.values():
        for report in reports:
            if isinstance(report, pytest.TestReport) and report.when == "teardown":
                tests += 1
                used = dict(report.user_properties)[_PROPERTY]
                assert isinstance(used, float)
                spent[part_of(report.nodeid)] += used
    if tests < 500:
        return
    terminalreporter.section("processor time by part")
    for part, seconds in sorted(spent.items(), key=lambda item: -item[1]):
        over = "" if seconds <= SECONDS[part] else ", over its budget"
        terminalreporter.line(f"{part}: {seconds:.0f} s of {SECONDS[part]} s{over}")
