"""What holds for all tests: which slow ones run, and no deadline a busy machine could miss."""

import gc
import os
import signal
import sysconfig
from importlib import metadata
from pathlib import Path

import pytest
from hypothesis import settings

from facedown.core import roster

pytest_plugins = ["tests.budgets", "tests.web.fixtures"]

os.environ["LC_ALL"] = "C.UTF-8"  # the terminal speaks English, whoever runs the tests

if "CI" not in os.environ:  # there Hypothesis has a profile of its own: no deadline, no chance
    settings.register_profile("facedown", deadline=None)
    settings.load_profile("facedown")


PACKAGES = Path(sysconfig.get_path("purelib"))


def _tested(*, group: str) -> tuple[metadata.EntryPoint, ...]:
    """What our package publishes and what tests lay beside it.

    Games and players that somebody has installed are theirs to test.
    """
    return tuple(
        entry
        for entry in metadata.entry_points(group=group)
        if entry.dist is None
        or entry.dist.name == "facedown"
        or Path(str(entry.dist.locate_file(""))) != PACKAGES
    )


vars(roster)["entry_points"] = _tested


def pytest_configure() -> None:
    """Lets Ctrl-C be tested where a shell started pytest in the background, with it ignored."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add `--slow=PATH`, which may be given several times."""
    parser.addoption(
        "--slow",
        action="append",
        default=[],
        metavar="PATH",
        help="also run the slow tests under PATH; --slow=. runs them all",
    )


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out slow tests outside every `--slow=PATH`; an explicit `-m` decides by itself."""
    if config.option.markexpr:
        return
    wanted = [Path(path).resolve() for path in config.getoption("--slow")]

    def runs(item: pytest.Item) -> bool:
        return item.get_closest_marker("slow") is None or any(
            item.path.is_relative_to(path) for path in wanted
        )

    left_out = [item for item in items if not runs(item)]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if runs(item)]


@pytest.hookimpl(trylast=True)
def pytest_collection_finish() -> None:
    """Keep the collector of garbage from looking again and again at all that was collected."""
    gc.collect()
    gc.freeze()
