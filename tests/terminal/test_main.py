"""The command line: which command is meant, and one sentence for every mistake."""

from __future__ import annotations

import dataclasses
import json
import time
from argparse import Namespace
from importlib.metadata import EntryPoint

import pytest
from tests.terminal import toy
from tests.terminal.conftest import Facedown

from facedown import __version__
from facedown.core import registry
from facedown.core.workshop import Progress
from facedown.lab.tools import Result, Tools, override_tools
from facedown.terminal import main as main_module

MISTAKES = {
    "foo": "There is no command 'foo'; the commands are: serve, games, rules, play, print, replay,",
    "-x": "There is no command '-x'",
    "count --upto 101": "Counting goes to 100.",
    "count nogame": "There is no game called 'nogame'; the games are: ",
    "count turing": "turing has no command count; hush has it.",
    "count hush --upto x": "--upto needs a whole number, not 'x'.",
    "count hush --upto 101": "Counting goes to 100.",
    "count hush more": "facedown count hush does not know 'more'",
    "games nogame": "There is no game called 'nogame'",
    "rules": "facedown rules needs a game: ",
    "rules hush H9": "The rules of Hush have no paragraph 'H9'.",
    "play": "facedown play needs a game: ",
    "play nogame": "There is no game called 'nogame'",
    "play hush --seats": "--seats needs a value",
    "play hush --seats 2": "A seat is human or bot:NAME, such as --seats human,bot:NAME; not '2'.",
    "play hush --seats bot:": "A seat is human or bot:NAME",
    "play hush --seats human,bot:best": "Hush has no bot 'best'; its bots: low, wild, slow, wrong.",
    "play hush --seats human,human,human,human": "Hush is for 1 to 3 players, not 4.",
    "play hush --option limit": "An option is given as NAME=VALUE, not 'limit'.",
    "play hush --option limit=x": "The option limit is a whole number, not 'x'.",
    "play hush --option limit=2": "The option limit is from 3 to 99, not 2.",
    "play hush --option loud=perhaps": "The option loud is yes or no, not 'perhaps'.",
    "play hush --option deck=red": "The option deck is one of plain, fancy; not 'red'.",
    "play hush --option seats=2": "Hush has no option 'seats'",
    "play hush --option limit=5 --option limit=6": "The option limit is given twice.",
    "play hush --seed x": "--seed: a seed is a whole number from 0 of at most 40 digits, not 'x'.",
    "play hush --hints foo": "Hush has no hint 'foo'; there are: all, none, left, notes.",
    "play hush --json": "facedown play does not know '--json'",
    "replay": "facedown replay needs LOG",
    "replay nope.log": "There is no file nope.log.",
    "replay x --seat 0": "--seat: a seat is a number from 1 on, not '0'.",
    "replay x --seat 1 --open": "--open is not allowed with --seat.",
    "bench nope": "There is no bench 'nope'; the benches are: start-up",
}


@pytest.mark.parametrize("asked", MISTAKES)
def test_a_mistake_gets_one_sentence_and_exit_code_2(facedown: Facedown, asked: str) -> None:
    said = facedown(*asked.split())
    assert said.code == 2
    assert said.out == ""
    # What a command says while it works may come before; the mistake is the last line.
    last = said.err.splitlines()[-1]
    assert last.startswith(MISTAKES[asked])
    assert last.endswith(".")
    assert len(said.err.splitlines()) == 1 + said.err.startswith("Counting.\n")


def test_an_option_without_its_command_is_told_where_it_goes(facedown: Facedown) -> None:
    told = facedown("--port", "8420").err
    assert told.startswith("There is no command '--port'; the commands are: serve, ")
    assert told.endswith(" Options come after the command.\n")


def test_control_characters_in_an_argument_do_not_reach_the_terminal(facedown: Facedown) -> None:
    said = facedown("replay", "a\x1b[31m\nb.log")
    assert said.err == "There is no file a?[31m b.log.\n"


@pytest.mark.parametrize("argv", [("--help",), ("help",)])
def test_help_lists_the_commands(facedown: Facedown, argv: tuple[str, ...]) -> None:
    said = facedown(*argv)
    assert (said.code, said.err) == (0, "")
    for line in ("facedown games [GAME]", "facedown replay LOG", "facedown count hush"):
        assert f"  {line}  " in said.out


def test_help_of_a_command(facedown: Facedown) -> None:
    said = facedown("play", "--help")
    assert said.code == 0
    assert "--seats WHO,WHO" in said.out
    assert "Counting" not in facedown("count", "hush", "--help").out


def test_version(facedown: Facedown) -> None:
    assert facedown("--version").out == f"facedown {__version__}\n"


def test_a_command_that_a_game_brings(facedown: Facedown) -> None:
    said = facedown("count", "hush", "--upto", "7")
    assert (said.code, said.out, said.err) == (0, "7 numbers.\n", "Counting.\n")
    said = facedown("count", "hush", "--json")
    assert json.loads(said.out) == {"count": 9}


def test_an_interrupt_is_one_sentence(facedown: Facedown, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("facedown.terminal.games.describe", interrupt)
    said = facedown("games", "hush")
    assert (said.code, said.out, said.err) == (130, "", "Interrupted.\n")


def test_games_lists_every_game(facedown: Facedown) -> None:
    assert "hush: Hush, 1 to 3 players. Guess the number." in facedown("games").out
    forms = json.loads(facedown("games", "--json").out)
    form = next(form for form in forms if form["name"] == "hush")
    assert form["seats"] == [1, 3]
    assert form["commands"] == ["count"]


def test_games_tells_all_about_one_game(facedown: Facedown) -> None:
    text = facedown("games", "hush").out
    assert "  limit=3..99       the highest number (unless given: 9)\n" in text
    assert "  deck=plain|fancy  the looks (unless given: plain)\n" in text
    assert "  loud=yes|no       shout (unless given: no)\n" in text
    assert "  wild\n" in text
    assert json.loads(facedown("games", "hush", "--json").out)["bots"][:2] == ["low", "wild"]


def test_a_broken_package_does_not_take_the_other_games_along(
    facedown: Facedown, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = EntryPoint("broken", "no_such_package:Game", registry.GROUP)
    monkeypatch.setattr(registry, "_entries", lambda: {"broken": broken})
    said = facedown("games")
    assert said.code == 0
    assert said.out.startswith("hush: Hush, 1 to 3 players.")
    assert said.err.startswith("The game broken cannot be loaded: ModuleNotFoundError: ")
    assert facedown("play", "broken").code == 2


def test_rules(facedown: Facedown) -> None:
    assert facedown("rules", "hush").out.startswith("# Hush\n\n**H1.** A number is drawn.")
    said = facedown("rules", "hush", "h2")
    assert said.out == "**H2.** All pick in secret,\nthen all show.\n"
    form = json.loads(facedown("rules", "hush", "--json").out)
    assert (form["game"], form["rules_version"]) == ("hush", 1)
    assert form["rules"].startswith("# Hush")


def test_bench(facedown: Facedown) -> None:
    said = facedown("bench", "counting")
    assert said.code == 0
    headings, row = said.out.splitlines()
    assert headings.split() == ["what", "value", "unit", "aim", "ratio", "checksum", "peer"]
    assert row.split()[:3] == ["counting", "12,346", "numbers/s"]
    assert row.split()[-4:] == ["1.23e+03", "abc", "peer", "10"]
    assert said.err == "counting: how fast we count\nMeasuring.\n"
    assert facedown("bench", "hush", "--list").out.startswith("counting")
    (form,) = json.loads(facedown("bench", "counting", "--json").out)
    assert form["bench"] == "counting"
    assert form["ratio"] == 1234.56
    assert facedown("bench", "--list").out.startswith("start-up ")


@pytest.mark.parametrize(
    ("names", "benches"),
    [
        ("search", ["search-regret", "search-sampling", "search-tree", "search-solid"]),
        ("suspense counting", ["counting", "suspense-arrays", "random-suspense"]),
        ("random", [f"random-{name}" for name in registry.game_names()]),
        (
            "arrays start-up",
            ["start-up", "mystery-arrays", "solid-arrays", "suspense-arrays", "turing-arrays"],
        ),
    ],
)
def test_a_bench_is_named_by_itself_by_its_game_or_by_a_word(
    facedown: Facedown, names: str, benches: list[str]
) -> None:
    listed = json.loads(facedown("bench", *names.split(), "--list", "--json").out)
    assert [bench["name"] for bench in listed if bench["name"] != "random-hush"] == benches


def test_a_command_that_takes_long_says_so(
    facedown: Facedown, monkeypatch: pytest.MonkeyPatch
) -> None:
    def slowly(chosen: Namespace, progress: Progress) -> Result:
        time.sleep(0.3)
        return Result(1, "done")

    slow = dataclasses.replace(toy.TOOLS.commands[0], run=slowly)
    with override_tools("hush", Tools([slow])):
        assert facedown("count", "hush").err == ""
        monkeypatch.setattr(main_module, "PATIENCE", 0.05)
        said = facedown("count", "hush")
    assert said.out == "done\n"
    assert (
        said.err == "count hush is at work; the first time it also compiles, which takes longer.\n"
    )


def test_bench_of_the_start_up_measures_something(facedown: Facedown) -> None:
    (form,) = json.loads(facedown("bench", "start-up", "--json").out)
    assert form["unit"] == "CPU s"
    assert 0 < form["value"] < 5
    assert len(form["checksum"]) == 16


def test_a_command_that_one_game_has_needs_no_name(facedown: Facedown) -> None:
    assert facedown("count", "--upto", "5").out == facedown("count", "hush", "--upto", "5").out


def test_a_command_that_several_games_have_needs_the_name(
    facedown: Facedown, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Also(toy.Hush):
        facts = dataclasses.replace(toy.Hush.facts, name="also")

    with registry.override_game(Also), override_tools("also", toy.TOOLS):
        said = facedown("count")
    assert said.code == 2
    assert said.err == "facedown count needs a game's name next: also or hush.\n"
