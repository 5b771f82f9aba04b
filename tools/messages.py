"""Writes the catalogues of all languages anew from the messages in the code and the templates.

`python tools/messages.py`: what is new stands there untranslated, what is gone is gone.
docs/languages.md says how a language is added.
"""

from __future__ import annotations

import io
import sys
import tomllib
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_file
from babel.messages.pofile import read_po, write_po

from facedown.core.first_game import FILE as FIRST
from facedown.core.messages import TO_YOU, YOU, Said
from facedown.core.registry import game_class
from facedown.core.roster import Adjusted, roster_of
from facedown.core.seats import BOT
from facedown.lab.tools import tools_of
from facedown.languages import PSEUDO, speaking, spoken
from facedown.languages.catalogues import RULES
from facedown.languages.current import blocks_of, is_message
from facedown.table.bots import RANDOM

ROOT = Path(__file__).resolve().parents[1]
SOURCE = ROOT / "src" / "facedown"
KEYWORDS: dict[str, Any] = {
    "phrase": None,
    "phrase_around": None,
    "phrase_many": (1, 2),
    "phrase_in": ((1, "c"), 2),
    "Reason": (3,),
}
EXTENSIONS = "facedown.web.kept.Parts"
"""What templates are read with."""
SHELL = (
    "analysis",
    "core",
    "deduce",
    "lab/*.py",
    "lab/workbench",
    "languages",
    "paper",
    "table",
    "terminal",
    "web",
)


def sources(folder: Path) -> Iterator[Path]:
    """The files of a folder that may hold messages, or the one that it is."""
    if folder.is_file():
        yield folder
    yield from sorted(folder.rglob("*.py"))
    yield from sorted(folder.rglob("*.html"))


def template_of(folders: list[Path]) -> Catalog:
    """All messages of some folders, with the files that they stand in."""
    made = Catalog(project="Facedown", charset="utf-8")
    for folder in folders:
        for file in sources(folder):
            method = "python" if file.suffix == ".py" else "jinja2.ext:babel_extract"
            # A template that cannot be read is an error: else its sentences would be dropped.
            options = {"trimmed": "true", "silent": "false", "extensions": EXTENSIONS}
            found = extract_from_file(method, file, KEYWORDS, (), options)
            for _, message, _, context in found:
                made.add(message, locations=[(str(file.relative_to(SOURCE)), 0)], context=context)
    return made


def template_of_game(folder: Path) -> Catalog:
    """The messages of a game: of its folder, players and tools, its collection and first game."""
    rooms = [folder, SOURCE / "players" / folder.name, SOURCE / "lab" / folder.name]
    made = template_of(rooms)
    log = str((folder / "words.py").relative_to(SOURCE)), 0
    for entry in list(made):  # what somebody does is said to that one in another way
        first = entry.id if isinstance(entry.id, str) else entry.id[0]
        if entry.context is None and log in entry.locations and TO_YOU.match(first):
            made.add(entry.id, locations=[log], context=YOU)
    collected = str((folder / "game.py").relative_to(SOURCE)), 0
    for section in game_class(folder.name).collection():
        for title in (one.title for one in section.ready):
            if isinstance(title, Said):
                made.add(title.message, locations=[collected], context=title.context)
    file = folder / FIRST
    if file.exists():
        script = tomllib.loads(file.read_text("utf-8"))
        steps = ((name, step) for step in script["steps"] for name in ("before", "after", "other"))
        said = [script["about"], *(step.get(name, ()) for name, step in steps)]
        for sentence in chain.from_iterable(said):
            made.add(sentence, locations=[(str(file.relative_to(SOURCE)), 0)])
    return made


def template_of_shell() -> Catalog:
    """The messages that all games share.

    The names of bots are among them, which several games have, and what the commands do of games
    that have no catalogue: all are listed together.
    """
    made = template_of([path for pattern in SHELL for path in sorted(SOURCE.glob(pattern))])
    for players in sorted((SOURCE / "players").glob("*/__init__.py")):
        roster = roster_of(game_class(players.parent.name))
        names = {RANDOM, *roster.bots}
        for factory in roster.bots.values():
            if isinstance(factory, Adjusted):
                names |= {knob.name for knob in factory.knobs}
        for name in names:
            made.add(name, locations=[(str(players.relative_to(SOURCE)), 0)], context=BOT)
        game = players.parent.name
        if not (SOURCE / "games" / game / "languages").is_dir():
            for command in tools_of(game).commands:
                made.add(command.summary, locations=[(f"lab/{game}", 0)])
    return made


def template_of_rules(folder: Path) -> Catalog:
    """The blocks of a game's rulebook, but for those that are made of messages."""
    made = Catalog(project="Facedown", charset="utf-8")
    where = [(str((folder / "rulebook.md").relative_to(SOURCE)), 0)]
    rulebook = game_class(folder.name).rulebook()
    with speaking(PSEUDO):
        whole = {*blocks_of(spoken(rulebook))}
    for block in filter(is_message, blocks_of(rulebook)):
        if block in whole:
            made.add(block, locations=where, context=RULES)
    return made


def rooms() -> Iterator[tuple[Path, Catalog]]:
    """Each folder with catalogues, and the messages that they should have."""
    yield SOURCE / "languages", template_of_shell()
    for folder in sorted((SOURCE / "games").glob("*/languages")):
        yield folder, template_of_game(folder.parent)


def wanted() -> Iterator[tuple[Path, str, Catalog]]:
    """Each catalogue, its language, and its messages; of rulebooks those that somebody began."""
    codes = sorted(file.stem for file in (SOURCE / "languages").glob("*.po"))
    for folder, template in rooms():
        yield from ((folder / f"{code}.po", code, template) for code in codes)
    for file in sorted((SOURCE / "games").glob("*/languages/*.rules.po")):
        yield file, file.name.partition(".")[0], template_of_rules(file.parents[1])


def catalogues() -> Iterator[tuple[Path, str]]:
    """Each catalogue, and the text that it should have."""
    for file, code, template in wanted():
        if file.exists():
            known = read_po(io.BytesIO(file.read_bytes()), locale=code)
        else:
            known = Catalog(locale=code, project="Facedown", charset="utf-8", fuzzy=False)
        known.update(template, no_fuzzy_matching=True)
        known.obsolete.clear()
        packed = io.BytesIO()
        write_po(packed, known, width=96, sort_output=True, omit_header=False, include_lineno=False)
        yield file, plain(packed.getvalue().decode("utf-8"))


def plain(text: str) -> str:
    """A catalogue without the dates and the versions that change each time it is written."""
    dropped = ("POT-Creation-Date", "PO-Revision-Date", "Generated-By", "Last-Translator")
    kept = [
        line
        for line in text.splitlines()
        if not line.startswith("# ") and not line.startswith(tuple(f'"{name}' for name in dropped))
    ]
    return "\n".join(kept) + "\n"


def main() -> int:
    """Writes what has changed; returns 1 where something has."""
    changed = 0
    for file, text in catalogues():
        if not file.exists() or file.read_text("utf-8") != text:
            file.write_text(text, "utf-8")
            print(file.relative_to(ROOT))
            changed = 1
    return changed


if __name__ == "__main__":
    sys.exit(main())
