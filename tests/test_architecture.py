"""The arrows of docs/architecture.md: which room may import which."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[1] / "src" / "facedown"
EVERYWHERE = {"compiling", "processors"}
MAY_IMPORT = {
    "core": set[str](),
    "deduce": {"compiling", "core"},
    "search": {"compiling", "core"},
    "players": EVERYWHERE | {"core", "deduce", "games", "search"},
    "lab": EVERYWHERE | {"core", "deduce", "games", "players", "search", "table", "web"},
    "testing": {"core"},
    "table": {"core", "processors"},
    "games": {"core", "deduce", "search"},
    "web": {"core", "table"},
    "terminal": {"core", "deduce", "lab", "search", "table", "web"},
}


def imports(folder: Path) -> Iterator[tuple[Path, str]]:
    """Every module that the files in a folder import, wherever in them (none is relative)."""
    for file in folder.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Import):
                yield from ((file, name.name) for name in node.names)
            elif isinstance(node, ast.ImportFrom):
                yield file, str(node.module)


def test_every_room_is_known() -> None:
    assert {file.parent.name for file in SOURCE.glob("*/__init__.py")} == set(MAY_IMPORT)


@pytest.mark.parametrize("room", MAY_IMPORT)
def test_a_room_imports_only_what_it_may(room: str) -> None:
    allowed = {f"facedown.{other}" for other in (MAY_IMPORT[room] | {room})}
    ours = [(file, name) for file, name in imports(SOURCE / room) if name.startswith("facedown.")]
    assert ours
    assert [found for found in ours if ".".join(found[1].split(".")[:2]) not in allowed] == []


def test_the_core_imports_only_the_standard_library() -> None:
    known = {*sys.stdlib_module_names, "facedown"}
    found = [*imports(SOURCE / "core")]
    assert [each for each in found if each[1].split(".")[0] not in known] == []


ABOUT_GAMES = ("games", "players", "lab")
"""The rooms with a folder for each game."""
GAMES = sorted(file.parent.name for file in (SOURCE / "games").glob("*/__init__.py"))


@pytest.mark.parametrize("room", ABOUT_GAMES)
def test_a_folder_knows_its_own_game_only_and_the_room_none(room: str) -> None:
    assert len(GAMES) > 1
    for file, name in imports(SOURCE / room):
        inside = file.relative_to(SOURCE / room).parts
        others = {*GAMES} - {inside[0]}
        parts = name.split(".")
        assert not (
            parts[0] == "facedown" and parts[1] in ABOUT_GAMES and others.intersection(parts[2:3])
        ), (file, name)
