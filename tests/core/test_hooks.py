"""What a game may bring: its list is whole, true and used, and nothing else is ignored."""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from tests.toys.skirmish import Skirmish, SkirmishState, SkirmishWorlds
from tools import hooks as page

from facedown.core.errors import UnknownName
from facedown.core.game import Game
from facedown.core.hooks import HOOKS, NEEDED, WHERE, check_folder, names_of
from facedown.core.judging import Judge
from facedown.core.match import Match
from facedown.core.registry import game_class, game_names
from facedown.core.roster import Bot, Corrected, Encoder, Players, Prepared, new_bot, roster_of
from facedown.core.state import State
from facedown.core.workshop import Workshop
from facedown.core.worlds import Worlds
from facedown.lab.tools import Tools, tools_of

SOURCE = Path(__file__).parents[2] / "src" / "facedown"
CLASSES: dict[str, tuple[type, ...]] = {
    "Game": (Game,),
    "State": (State,),
    "Worlds": (Worlds,),
    "Players": (Players,),
    "Bot": (Bot, Corrected, Prepared),
    "Encoder": (Encoder,),
    "Judge": (Judge,),
    "Workshop": (Workshop,),
    "Tools": (Tools,),
}
GIVEN = {
    "Game": {"normal_action", "package", "folder"},
    "Workshop": {"field", "stage", "read", "link", "read_link"},
    "Tools": {"problems"},
}
"""What the house asks its own classes for: a game uses it, and brings nothing in its place."""
KINDS = [game_class(name) for name in game_names()]


def public(kind: type) -> set[str]:
    """What a class declares for others."""
    names = {*vars(kind), *inspect.get_annotations(kind)}
    return {name for name in names if name == "__iter__" or not name.startswith("_")}


@pytest.mark.parametrize("where", CLASSES)
def test_every_public_name_of_a_class_that_authors_write_stands_in_the_list(where: str) -> None:
    declared = set().union(*map(public, CLASSES[where]))
    assert names_of(where) == declared - GIVEN.get(where, set())


def declared(where: str, name: str) -> object:
    """What a class declares by a name: a method, or nothing where it is a value."""
    return next((vars(kind)[name] for kind in CLASSES[where] if name in vars(kind)), None)


@pytest.mark.parametrize("where", CLASSES)
def test_a_line_says_what_a_method_is_given_and_whether_it_is_needed(where: str) -> None:
    for hook in HOOKS[where]:
        method = declared(where, hook.name)
        method = getattr(method, "__func__", method)  # of a class method
        if inspect.isfunction(method):
            given = ", ".join(list(inspect.signature(method).parameters)[1:])
            assert hook.form == f"({given})", hook.name
            if hasattr(CLASSES[where][0], "__abstractmethods__") and where != "Bot":
                needed = getattr(method, "__isabstractmethod__", False)
                assert (hook.default == NEEDED) == needed, hook.name
        else:
            assert not hook.form.startswith("("), hook.name


def overridden(kind: type, base: type) -> set[str]:
    """What a class, or one below the base, brings of its own."""
    below = [part for part in kind.__mro__ if issubclass(part, base) and part is not base]
    return set().union(*(vars(part) for part in below))


@cache
def brought() -> dict[str, set[str]]:
    """What our games bring, by where it is written."""
    found: dict[str, set[str]] = {where: set() for where in HOOKS}
    for kind in KINDS:
        game, roster = kind(), roster_of(kind)
        state = game.start()
        view = Match(game, seed="1").view(0)
        worlds = [] if game.worlds_known == "none" else [game.worlds(view)]
        makers = {"Judge": roster.judge, "Encoder": roster.encoder}
        made: list[tuple[str, Any]] = [("Game", game), ("State", state)]
        made += [(where, make(game)) for where, make in makers.items() if make is not None]
        made += [("Worlds", each) for each in worlds]
        made += [("Workshop", shop) for shop in [kind.workshop()] if shop is not None]
        made += [("Bot", new_bot(game, name)) for name in roster.bots]
        for where, thing in made:
            base = object if where == "Bot" else CLASSES[where][0]
            found[where] |= overridden(type(thing), base) | {*getattr(thing, "__dict__", ())}
        found["Players"] |= {part for part in names_of("Players") if getattr(roster, part)}
        tools = tools_of(kind.facts.name)
        found["Tools"] |= {part for part in names_of("Tools") if getattr(tools, part)}
        folder = SOURCE / "games" / kind.facts.name
        found["folder"] |= {file.name for file in folder.iterdir()}
        found["page.html"] |= set(re.findall(r"block (\w+)", (folder / "page.html").read_text()))
        found["page.py"] |= {name for name, _ in functions(folder / "page.py")}
    return found


def functions(file: Path) -> Iterator[tuple[str, str]]:
    """The functions of a file, with what they are given."""
    for part in ast.parse(file.read_text("utf-8")).body:
        if isinstance(part, ast.FunctionDef):
            yield part.name, ", ".join(arg.arg for arg in part.args.args)


@pytest.mark.parametrize("where", HOOKS)
def test_each_is_brought_by_one_of_our_games_or_says_why_none_does(where: str) -> None:
    for hook in HOOKS[where]:
        assert (hook.name in brought()[where]) != bool(hook.nobody), hook.name


@pytest.mark.parametrize("name", game_names())
def test_the_functions_of_a_page_are_given_what_the_list_says(name: str) -> None:
    forms = {hook.name: hook.form for hook in HOOKS["page.py"]}
    for function, given in functions(SOURCE / "games" / name / "page.py"):
        assert forms.get(function) in {None, f"({given})"}, function


def test_the_pages_ask_for_what_stands_in_the_list_and_for_nothing_else() -> None:
    files = [file.read_text("utf-8") for file in (SOURCE / "web").rglob("*.py")]
    asked = {name for text in files for name in re.findall(r'from_page\([^"]*"(\w+)"\)', text)}
    assert asked == names_of("page.py")
    frame = (SOURCE / "web" / "templates" / "places.html").read_text("utf-8")
    assert set(re.findall(r"block (\w+)", frame)) == names_of("page.html")


def test_its_page_is_as_it_is_written_from_the_list() -> None:
    assert page.PAGE.read_text("utf-8") == "\n".join(page.lines())
    assert HOOKS.keys() == WHERE.keys()


@pytest.mark.parametrize(
    ("base", "name", "words"),
    [
        (Game, "wolrds", "Typo has wolrds, which no Game is asked for; did you mean worlds?"),
        (Skirmish, "aim_", "Typo has aim_, which no Game is asked for; did you mean aim?"),
        (Skirmish, "paper", "did you mean papers?"),
        (SkirmishState, "slow_parts", "which no State is asked for; did you mean slow_part?"),
        (SkirmishWorlds, "feature", "which no Worlds is asked for; did you mean features?"),
    ],
)
def test_what_is_nearly_called_so_is_refused_where_it_is_declared(
    base: type, name: str, words: str
) -> None:
    with pytest.raises(UnknownName, match=re.escape(words)):
        type("Typo", (base,), {name: lambda _: None})
    assert issubclass(base, base)  # what was asked of a class while it was made is not kept


def test_helpers_of_an_author_are_called_as_they_like() -> None:
    kind = type("Fine", (Skirmish,), {"world": lambda _: None, "cups": 3, "_aim_": 1})
    assert kind(2).worlds_known == "exact"  # it has worlds, so a world is no mistake


PLACES = '{% extends "places.html" %}\n'


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        ("page.py", "def contxt(view): ...", "contxt in its page.py; it may have context, "),
        ("page.py", "def sidebar(view): ...", "sidebar in its page.py; it may have context, "),
        ("page.html", PLACES + "{% block tabel %}{% endblock %}", "tabel in its page.html"),
        ("board.html", "", "board.html in its folder; it may have rulebook.md, page.html, "),
        ("rulebok.md", "", "rulebok.md in its folder"),
    ],
)
def test_what_pages_would_not_ask_for_is_refused(
    name: str, text: str, words: str, tmp_path: Path
) -> None:
    (tmp_path / name).write_text(text)
    check_folder(tmp_path)  # no package: anything may lie there
    (tmp_path / "__init__.py").touch()
    with pytest.raises(UnknownName, match=re.escape(words)):
        check_folder(tmp_path)


def test_what_an_author_needs_for_a_page_is_left_alone(tmp_path: Path) -> None:
    texts = {
        "__init__.py": "",
        "page.py": "def context(view, notes): return {'deck': deck()}\ndef deck(): ...",
        "page.html": PLACES + "{% import 'games/pea/cards.html' as cards %}{% block table %}",
        "cards.html": "",
        "README.md": "",
    }
    for name, text in texts.items():
        (tmp_path / name).write_text(text)
    check_folder(tmp_path)
