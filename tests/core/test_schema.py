"""The published schemas are current, sound, and true of what games really write."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from facedown.core.codec import to_json
from facedown.core.log import write_log
from facedown.core.registry import game_class, game_names
from facedown.core.schema import game_schema, main, schema_text
from facedown.testing.battery import settings_of
from facedown.testing.playing import random_match, viewers

FOLDER = Path(__file__).parents[2] / "docs" / "schema"


def _validator(name: str, part: str) -> Any:
    whole = json.loads((FOLDER / f"{name}.json").read_text("utf-8"))
    return jsonschema.Draft202012Validator({**whole, "$ref": f"#/$defs/{part}"})


def test_the_published_files_are_those_of_the_installed_games(tmp_path: Path) -> None:
    main([str(tmp_path)])
    made = {path.name: path.read_text("utf-8") for path in tmp_path.iterdir()}
    published = {path.name: path.read_text("utf-8") for path in FOLDER.iterdir()}
    assert published == made, "Renew them: python -m facedown.core.schema docs/schema"
    assert set(made) == {f"{name}.json" for name in game_names()}


@pytest.mark.parametrize("name", game_names())
def test_a_schema_is_a_schema(name: str) -> None:
    jsonschema.Draft202012Validator.check_schema(json.loads(schema_text(game_class(name).facts)))


@pytest.mark.parametrize("name", game_names())
def test_what_games_write_fits_the_schema(name: str) -> None:
    moves, views = _validator(name, "move"), _validator(name, "view")
    events, lines = _validator(name, "event"), _validator(name, "log")
    fewest, most = game_class(name).facts.seats
    for number, game in enumerate(settings_of(game_class(name))[: most - fewest + 1]):
        match = random_match(game, f"schema/{number}")
        match.note(0, "a note")
        for line in write_log(match.log).splitlines():
            lines.validate(json.loads(line))
        for entry in match.log.entries[:80]:
            if entry.move is not None:
                moves.validate(to_json(entry.move))
        for viewer in viewers(game):
            views.validate(to_json(game.start().view(viewer)))
            views.validate(to_json(match.view(viewer)))
            for event in match.events(viewer)[:80]:
                events.validate(to_json(event))


@pytest.mark.parametrize("name", game_names())
def test_the_schema_refuses_what_is_not_of_the_game(name: str) -> None:
    move = game_class(name).facts.moves[0]
    log = json.loads(write_log(random_match(game_class(name)(), "1").log).splitlines()[0])
    for part, value in (
        ("move", {"move": "no such move"}),
        ("move", {"move": move.kind, "no such part": 1}),
        ("view", {}),
        ("event", {"seat": 0}),
        ("log", {**log, "check": "?"}),
        ("log", {"seat": "nobody", "note": "x", "check": "0" * 16}),
    ):
        assert not _validator(name, part).is_valid(value), (part, value)


def test_a_view_of_one_game_does_not_fit_another() -> None:
    forms = {name: game_schema(game_class(name).facts)["$defs"] for name in game_names()}
    texts = {json.dumps(form["view"]) for form in forms.values()}
    assert len(texts) == len(forms)
