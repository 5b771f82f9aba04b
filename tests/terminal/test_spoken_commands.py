"""Every command in the pseudo-language: what it prints and refuses shows no bare English."""

from __future__ import annotations

import dataclasses
import re
import shutil
from functools import cache
from pathlib import Path
from random import Random
from typing import Final

import pytest
from tests.terminal.conftest import Facedown

from facedown.core.facts import OptionValue
from facedown.core.log import write_log
from facedown.core.match import Match
from facedown.core.registry import game_names, load_games, new_game
from facedown.core.roster import new_bot, roster_of
from facedown.lab.tools import tools_of
from facedown.languages import PSEUDO
from facedown.terminal.dialogue import HELP
from facedown.terminal.main import COMMANDS

MEASURING: Final = {"agents", "bench", "census", "exploit", "induce", "lab", "strength", "train"}
"""Commands that measure: for researchers and developers, in English (docs/languages.md)."""

TURING: Final[dict[str, OptionValue]] = {"cards": "4,9,11,14"}
SUSPENSE: Final[dict[str, OptionValue]] = {"goal": 0, "dealer": 1}
GAME: Final = ("--seed", "1", "--option", "cards=4,9,11,14")
ROUND: Final = ("--seed", "7", "--option", "goal=0", "--option", "dealer=1")
PRINTED: Final[dict[tuple[str, ...], str]] = {
    ("help",): "",
    ("games",): "",
    ("games", "turing"): "",
    ("games", "suspense"): "",
    ("games", "solid"): "",
    ("rules", "turing", "T6"): "",
    (
        "play",
        "turing",
        *GAME,
    ): "help\n241\nB\nB\nno move\nhint\nhint codes\nnotes\nrules T6\nquit\n",
    ("play", "suspense", *ROUND): "help\nstanding\nhint standing\nhistory\nquit\n",
    ("play", "suspense", *ROUND, "--seats", "bot:beginner,bot:beginner", "--log", "new.log"): "",
    ("play", "turing", *GAME, "--seats", "bot:beginner", "--log", "new.log"): "",
    ("replay", "s.log"): "",
    ("replay", "t.log", "--seat", "1"): "",
    ("analyse", "t.log"): "",
    ("play", "turing", "--from", "t.log", "--at", "1"): "quit\n",
    ("arena", "turing", "--bots", "beginner,careful", "--games", "2", *GAME, "--workers", "1"): "",
    ("new", "turing", "--seed", "3", "--reveal"): "",
    ("new", "turing", "--seed", "3", "--mode", "nightmare"): "",
    ("solve", "turing", "--cards", "4,9,11,14", "--tree"): "",
    ("cards", "turing", "4"): "",
    ("par", "mystery", "one-two-three"): "",
    ("design", "mystery", "--candidates", "200", "--count", "1", "--workers", "1"): "",
    ("rule", "check", "not red"): "",
    ("rule", "same", "not red", "not (red and circle)", "--track", "red circle 1"): "",
    ("judge", "not red", "--card", "red circle 1", "--track", "blue square 2"): "",
}
"""Commands, with what somebody types at them."""

REFUSED: Final[tuple[tuple[str, ...], ...]] = (
    ("nothing",),
    ("--bad",),
    ("new", "solid"),
    ("play",),
    ("play", "chess"),
    ("play", "turing", "--seats", "nobody"),
    ("play", "turing", "--seats", "bot:nobody"),
    ("play", "turing", "--seats", "bot:exact:seconds=1"),
    ("play", "solid", "--seats", "human,bot:strong:seconds=no"),
    ("play", "solid", "--seats", "human,bot:strong:hours=1"),
    ("play", "turing", "--seed", "x"),
    ("play", "turing", "--option", "cards"),
    ("play", "turing", "--option", "mode=loud"),
    ("play", "turing", "--option", "cards=1", "--option", "cards=2"),
    ("play", "turing", "--option", "cards=@nowhere"),
    ("play", "turing", "--hints", "none,loud"),
    ("play", "turing", "--from", "t.log"),
    ("play", "turing", "--log", "no/such/folder.log"),
    ("play", "suspense", "--log", "t.log"),
    ("play", "turing", "--log", "t.log", "--seed", "2"),
    ("play", "turing", "--log", "t.log", "--option", "mode=extreme"),
    ("play", "turing", "--log", "t.log", "--seats", "human"),
    ("play", "turing", "--from", "t.log", "--at", "999"),
    ("play", "turing", "--from", "t.log", "--at", "x"),
    ("rules", "turing", "T99"),
    ("replay", "nowhere"),
    ("replay", "."),
    ("replay", "text"),
    ("replay", "cut"),
    ("replay", "t.log", "--seat", "9"),
    ("replay", "t.log", "--seat", "x"),
    ("replay", "t.log", "--seat", "1", "--open"),
    ("replay", "t.log", "--json=1"),
    ("replay", "t.log", "more"),
    ("analyse", "t.log", "--seat", "9"),
    ("analyse", "open"),
    ("arena", "turing", "--bots", "beginner,beginner"),
    ("arena", "turing", "--games", "1"),
    ("arena", "turing", "--games", "many"),
    ("arena", "turing", "--seat", "1"),
    ("arena", "turing", "--seat", "1=exact", "--seat", "1=careful"),
    ("arena", "turing", "--seat", "3=exact"),
    ("new", "turing", "--verifiers", "9"),
    ("new", "turing", "--mode", "loud"),
    ("new", "turing", "--questions", "3-1"),
    ("solve", "turing", "--cards", "4", "--asked", "what"),
    ("solve", "turing", "--cards", "4,9,11,14", "--asked", "321:Z=yes"),
    ("solve", "turing", "--cards", "4,9,11,14", "--asked", "111:A=yes,111:A=no"),
    ("solve", "turing"),
    ("cards", "turing", "99"),
    ("par", "mystery", "@nowhere"),
    ("design", "mystery", "--par", "x"),
    ("print", "mystery", "@nowhere", "--out", "x.pdf"),
    ("rule", "what", "red"),
    ("rule", "same", "red"),
    ("rule", "check", "red", "--track", "red circle 1"),
    ("judge", "red", "--card", "red circle 1", "--track", "red circle 1"),
    ("serve", "--workers", "0"),
    ("serve", "--port", "x"),
    ("bot", "nowhere"),
    ("backup", "new", "--db", "nowhere"),
    ("restore", "nowhere", "--db", "new"),
    ("tidy", "--db", "nowhere"),
    ("tidy", "--keep", "x"),
)
"""Commands that are refused, each with one sentence."""

KEPT: Final = {
    "words of options and moves, the same in every log": {"yes", "no", "human", "bot"},
    "what is typed at the prompt": {word for usage, _ in HELP for word in usage.split()},
    "what is typed after a command": {
        "check",
        "same",
        "answer",
        "all",
        "none",
        "ever",
        "book",
        "letter",
    },
    "the formal language of rules": {"not", "and", "or", "red", "circle", "blue", "square"},
    "names of files": {"nowhere", "text", "cut", "open"},
    "the title of a puzzle": {"one", "two", "three"},
}
"""What stays in English, and why: what one types and what is kept means the same to everybody."""


QUOTED: Final = r"--[a-z-]+|[\w./~+-]*/[\w./-]+|\b\w+\.(?:log|py)\b|'[^']*'|\"[^\"]*\""
"""Options, addresses, files, and whatever is quoted."""


@cache
def typed_words() -> set[str]:
    """What somebody types, and names: of games, commands, options, their values, bots and hints."""
    words = set().union({*COMMANDS, "facedown"}, *KEPT.values())
    for name, kind in load_games()[0].items():
        facts = kind.facts
        texts = [name, facts.title, facts.designers, *roster_of(kind).bots]
        for factory in roster_of(kind).bots.values():
            texts += [knob.name for knob in getattr(factory, "knobs", ())]
        for move in facts.moves:
            texts += [part.name for part in dataclasses.fields(move)]
        texts += [aid.name for aid in facts.aids]
        for option in facts.options:
            texts += [option.name, str(option.default), *map(str, option.choices)]
        texts += [command.verb for command in tools_of(name).commands]
        words |= {word for text in texts for word in re.findall(r"[A-Za-z]+", text)}
    return {word.lower() for word in words}


def bare_english(text: str) -> list[str]:
    """The lines with a word that shows no accent, but for names and what somebody types."""
    known = typed_words()
    found = []
    for line in text.splitlines():
        if re.match(r"> |.*\bhush\b", line):  # what was typed, and the tests' own game
            continue
        left = re.sub(
            r"--[a-z-]+|[\w./~+-]*/[\w./-]+|\b\w+\.(?:log|py)\b|'[^']*'|\"[^\"]*\"", " ", line
        )
        words = re.findall(r"(?<![\w./])[A-Za-z]{2,}(?!\w)", left)
        if any(word.lower() not in known and not word.isupper() for word in words):
            found.append(line)
    return found


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Games that bots have played, one that goes on, and what is no log."""
    folder = tmp_path_factory.mktemp("recorded")
    for path, name, options, players in (
        ("t.log", "turing", TURING, ("bot:beginner",)),
        ("s.log", "suspense", SUSPENSE, ("bot:beginner", "bot:beginner")),
        ("open", "turing", TURING, ("human",)),
    ):
        game = new_game(name, len(players), **options)
        match, rng = Match(game, "7", players), Random(1)
        while match.actors and "human" not in players:
            seat = match.actors[0]
            match.play(seat, new_bot(game, players[seat][4:]).act(match.view(seat), rng))
        (folder / path).write_text(write_log(match.log))
    (folder / "text").write_text("nothing\n")
    lines = (folder / "t.log").read_text().splitlines()
    (folder / "cut").write_text("\n".join(lines[:-1]))
    return folder


@pytest.fixture
def files(facedown: Facedown, recorded: Path, tmp_path: Path) -> Path:
    """The folder that a command runs in, with these files."""
    shutil.copytree(recorded, tmp_path, dirs_exist_ok=True)
    return tmp_path


@pytest.mark.parametrize("command", PRINTED, ids=" ".join)
def test_what_a_command_prints_is_made_of_messages(
    facedown: Facedown, files: Path, command: tuple[str, ...]
) -> None:
    said = facedown("--language", PSEUDO.code, *command, typed=PRINTED[command])
    assert said.code == 0, said.err
    assert said.out
    assert bare_english(said.out + said.err) == []


@pytest.mark.parametrize("command", REFUSED, ids=" ".join)
def test_what_a_command_refuses_is_said_in_messages(
    facedown: Facedown, files: Path, command: tuple[str, ...]
) -> None:
    said = facedown("--language", PSEUDO.code, *command)
    assert (said.code, said.out) == (2, "")
    assert len(said.err.splitlines()) == 1
    assert bare_english(said.err) == []


def helped() -> list[tuple[str, ...]]:
    """Each command that tells what it takes."""
    found: list[tuple[str, ...]] = [(verb,) for verb in COMMANDS if verb not in MEASURING]
    for name in game_names():
        verbs = (command.verb for command in tools_of(name).commands)
        found += [(verb, name) for verb in verbs if verb not in MEASURING]
    return found


@pytest.mark.parametrize("command", helped(), ids=" ".join)
def test_what_a_command_takes_is_told_in_messages(
    facedown: Facedown, command: tuple[str, ...]
) -> None:
    said = facedown("--language", PSEUDO.code, *command, "--help")
    assert (said.code, said.err) == (0, "")
    usage, _, told = said.out.partition("\n\n")
    assert "⟦" in usage
    assert bare_english(told) == []


def test_programs_are_answered_in_english(facedown: Facedown, files: Path) -> None:
    for command in (
        ("games",),
        ("games", "turing"),
        ("replay", "s.log"),
        ("analyse", "t.log"),
        ("new", "turing", "--seed", "3", "--reveal"),
        ("solve", "turing", "--cards", "4,9,11,14", "--tree"),
        ("rule", "check", "not red"),
    ):
        said = facedown("--language", "fr", *command, "--json")
        assert said.code == 0
        assert said.out == facedown(*command, "--json").out


def test_columns_hold_with_accented_and_longer_words(facedown: Facedown) -> None:
    lines = facedown("--language", "fr", "games", "suspense").out.splitlines()
    bots = lines[
        lines.index("Bots, du plus faible au plus fort, par --seats human,bot:NAME\xa0:") + 1 :
    ]
    assert [line[:12].rstrip() for line in bots[:3]] == ["  beginner", "  careful", "  expert"]
    assert bots[0] == "  beginner  débutant"


def test_a_bot_is_called_in_the_language_and_typed_by_its_name(
    facedown: Facedown, files: Path
) -> None:
    said = facedown("--language", "pt", "replay", "s.log").out
    assert "Lugar 1: bot iniciante, Lugar 2: bot iniciante." in said
    assert "Lugar 2 (iniciante)" in said
    assert '"bot:beginner"' in (files / "s.log").read_text()
