"""Write `docs/folders.md`: the folders of each game and of its players, file by file, with lines.

`.venv/bin/python tools/folders.py`, after files came or went; a test says when that is so.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src" / "facedown"
PAGE = ROOT / "docs" / "folders.md"
ROOMS = ("games", "players", "lab")

HEAD = """\
# The folders of the games

What lies in the folder of each game, in that of its players, and in its corner of the laboratory,
with lines. What a file holds is said by the file itself. Written by `tools/folders.py`.
"""


def games() -> list[str]:
    """The games that have a folder, in alphabetical order."""
    return sorted(file.parent.name for file in (SOURCE / "games").glob("*/__init__.py"))


def files(folder: Path) -> Iterator[Path]:
    """The files of a folder in order, those in its own folders behind; nothing compiled."""
    for path in sorted(folder.iterdir(), key=lambda path: (path.is_dir(), path.name)):
        if path.is_dir() and path.name != "__pycache__":
            yield from files(path)
        elif path.is_file() and path.suffix not in {".pyc", ".nbc", ".nbi"}:
            yield path


def lines(file: Path) -> int:
    """How many lines a text has; 0 for what is no text."""
    return 0 if file.suffix == ".bin" else len(file.read_text("utf-8").splitlines())


def about(file: Path) -> str:
    """What a module says that it holds, on one line."""
    if file.suffix != ".py":
        return ""
    told = ast.get_docstring(ast.parse(file.read_text("utf-8"))) or ""
    return " ".join(told.split("\n\n")[0].split()).replace("|", "\\|")


def part(room: str, game: str) -> Iterator[str]:
    """The lines of the page about one folder."""
    folder = SOURCE / room / game
    if not folder.exists():
        return
    found = [*files(folder)]
    python = [file for file in found if file.suffix == ".py"]
    yield f"\n### {room}/{game}\n"
    yield f"{len(python)} modules, {sum(map(lines, python)):,} lines.\n"
    yield "| file | lines | what it holds |\n|---|--:|---|"
    for file in found:
        told = about(file)
        yield f"| `{file.relative_to(folder)}` | {lines(file) or ''} | {told} |"


def page() -> str:
    """The whole page."""
    told = [HEAD]
    for game in games():
        told.append(f"\n## {game}")
        for room in ROOMS:
            told += part(room, game)
    return "\n".join(told) + "\n"


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
