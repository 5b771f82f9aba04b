"""The published JSON forms of every game: ``python -m facedown.core.schema docs/schema``.

One file per game holds the JSON Schemas (draft 2020-12) of its moves, of its views, of a move as
a seat witnesses it, and of the lines of its log, all made from its facts.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path

from facedown.core.codec import Json, schema
from facedown.core.facts import Facts
from facedown.core.log import log_schema
from facedown.core.registry import game_class, game_names
from facedown.core.view import Event

DIALECT = "https://json-schema.org/draft/2020-12/schema"


def game_schema(facts: Facts) -> dict[str, Json]:
    """The JSON Schema of everything that a game writes, under ``$defs``.

    ``move``, ``view``, ``event`` and ``log`` (one line). The schema as a whole is that of a line.

    >>> from facedown.core.registry import game_class
    >>> sorted(game_schema(game_class("turing").facts)["$defs"])
    ['event', 'log', 'move', 'view']
    """
    event = schema(Event)
    event["properties"]["move"] = {"$ref": "#/$defs/move"}
    return {
        "$schema": DIALECT,
        "title": facts.title,
        "description": f"JSON forms of {facts.title}, rules version {facts.rules_version}.",
        "$ref": "#/$defs/log",
        "$defs": {
            "move": {"anyOf": [schema(move) for move in facts.moves]},
            "view": schema(facts.view),
            "event": event,
            "log": log_schema(facts),
        },
    }


def schema_text(facts: Facts) -> str:
    """The text of a game's schema file.

    >>> form = json.loads(schema_text(game_class("turing").facts))
    >>> form["title"]
    'Turing Machine'
    """
    return json.dumps(game_schema(facts), indent=1) + "\n"


def main(arguments: Sequence[str] | None = None) -> None:
    """Writes the schema files of all installed games into a folder.

    >>> from contextlib import redirect_stdout
    >>> from io import StringIO
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder, redirect_stdout(StringIO()):
    ...     main([folder])
    ...     names = [file.name for file in Path(folder).iterdir()]
    >>> "turing.json" in names
    True
    """
    parser = argparse.ArgumentParser(prog="python -m facedown.core.schema")
    parser.add_argument("folder", type=Path, help="where the files go, such as docs/schema")
    folder: Path = parser.parse_args(arguments).folder
    folder.mkdir(parents=True, exist_ok=True)
    for name in game_names():
        path = folder / f"{name}.json"
        path.write_text(schema_text(game_class(name).facts), "utf-8")
        sys.stdout.write(f"{path}\n")


if __name__ == "__main__":
    main()
