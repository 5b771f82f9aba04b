"""The arrows of docs/architecture.md: which room may import which."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[1] / "src" / "facedown"
EVERYWHERE = {"compiling", "processors"}
MAY_IMPORT = {
    "core": set[str](),
    "analysis": {"core"},
    "deduce": {"compiling", "core"},
    "search": {"compiling", "core"},
    "players": EVERYWHERE | {"core", "deduce", "games", "search"},
    "lab": EVERYWHERE
    | {"analysis", "core", "deduce", "games", "languages", "players", "search", "table", "web"},
    "testing": {"core"},
    "table": {"analysis", "core", "processors"},
    "games": {"core", "deduce", "paper", "search"},
    "languages": {"core"},
    "paper": {"core", "languages"},
    "web": {"analysis", "core", "languages", "paper", "table"},
    "terminal": {
        *("analysis", "core", "deduce", "lab", "languages", "paper", "search", "table", "web"),
    },
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


def test_a_game_is_not_compiled() -> None:
    """Whoever reads a game meets no kernel: those are in rooms below it and above it."""
    heavy = {"llvmlite", "numba"}
    assert [each for each in imports(SOURCE / "games") if each[1].split(".")[0] in heavy] == []
    names = {file.name for file in (SOURCE / "games").rglob("*")}
    assert not names & {"kernels", "kernels.py", "data"}


def test_taking_a_game_out_of_its_box_takes_nothing_heavy_along() -> None:
    program = """
import random, sys
from facedown.core.registry import game_names, new_game
from facedown.core.roster import roster_of
for name in game_names():
    game = new_game(name)
    view = game.start().view(0)
    assert game.show(view) and game.rulebook() and roster_of(game).bots
print(sorted({"numba", "numpy", "facedown.compiling", "facedown.lab"} & {*sys.modules}))
"""
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout == "[]\n"


def modules() -> dict[str, Path]:
    """Every module of the house, by name."""
    found = {}
    for file in SOURCE.rglob("*.py"):
        inside = file.relative_to(SOURCE.parent).with_suffix("")
        found[".".join(inside.parts).removesuffix(".__init__")] = file
    return found


def needed(node: ast.AST) -> Iterator[str]:
    """What is imported, be it late in a function or for types alone."""
    if isinstance(node, ast.Import):
        yield from (name.name for name in node.names)
    elif isinstance(node, ast.ImportFrom):
        yield from (f"{node.module}.{name.name}" for name in node.names)
    for child in ast.iter_child_nodes(node):
        yield from needed(child)


def import_graph() -> dict[str, set[str]]:
    """For each module of the house those that it imports itself."""
    house, graph = modules(), dict[str, set[str]]()
    for module, file in house.items():
        graph[module] = set()
        for name in needed(ast.parse(file.read_text("utf-8"))):
            # a name in a module stands for the module
            known = name if name in house else name.rpartition(".")[0]
            graph[module] |= {known} & house.keys() - {module}
    return graph


def circular(graph: dict[str, set[str]]) -> set[str]:
    """The modules that are on a circle, or lead only to such: what no order can begin with."""
    left = {module: set(imported) for module, imported in graph.items()}
    while free := {module for module, imported in left.items() if not imported & left.keys()}:
        left = {module: imported for module, imported in left.items() if module not in free}
    return {*left}


def test_no_files_import_each_other_in_a_circle() -> None:
    graph = import_graph()
    assert "facedown.core.game" in graph["facedown.games.suspense.game"]
    assert "facedown.players.suspense.tables" in graph["facedown.players.suspense.bots"]
    assert circular(graph) == set()
    assert circular({"a": {"b"}, "b": {"c"}, "c": {"b"}, "d": set()}) == {"a", "b", "c"}


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
        house, *rooms = name.split(".")
        assert not (
            house == "facedown" and others.intersection(rooms[1:2]) and rooms[0] in ABOUT_GAMES
        ), (file, name)


def test_no_docstring_sends_its_reader_to_the_file_that_it_stands_in() -> None:
    for name, file in modules().items():
        text = file.read_text("utf-8")
        assert not re.search(rf":mod:`~?{re.escape(name)}`", text), name
