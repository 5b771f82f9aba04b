"""Whatever is typed: the dialogue never crashes, and the log always goes on."""

from __future__ import annotations

import contextlib
import io
import os
import sys
import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.terminal.toy import PLAYERS, Hush

from facedown.core.log import read_log
from facedown.core.match import Match
from facedown.core.registry import game_names, override_game
from facedown.terminal.dialogue import HELP
from facedown.terminal.main import main

WORDS = sorted(
    {usage.split()[0] for usage, _ in HELP} - {"save"} | {"done", "pick", "5", "99", "?"}
)
JUNK = st.text(max_size=30).map(lambda text: " ".join(text.splitlines()))
LINES = st.lists(
    st.one_of(JUNK, st.sampled_from(WORDS), st.tuples(st.sampled_from(WORDS), JUNK).map(" ".join)),
    max_size=25,
)


def converse(folder: Path, *argv: str, typed: str) -> tuple[int, str, str]:
    """Runs a command in a folder; what Hypothesis repeats cannot use pytest's fixtures."""
    out, err = io.StringIO(), io.StringIO()
    stdin, where = sys.stdin, Path.cwd()
    sys.stdin = io.StringIO(typed)
    os.chdir(folder)
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            code = main(argv)
    finally:
        sys.stdin = stdin
        os.chdir(where)
    return code, out.getvalue(), err.getvalue()


@given(LINES)
def test_junk_never_ends_the_dialogue_badly(lines: list[str]) -> None:
    with tempfile.TemporaryDirectory() as name, override_game(Hush, PLAYERS):
        folder = Path(name)
        argv = ("play", "hush", "--seats", "human,bot:wild", "--seed", "3", "--log", "g.log")
        code, out, err = converse(folder, *argv, typed="\n".join(lines))
        assert (code, err) == (0, "")
        assert "Traceback" not in out
        assert "\x1b" not in out
        assert Match.resume(read_log((folder / "g.log").read_text())).moves >= 1
        assert [path.name for path in folder.iterdir()] == ["g.log"]


@given(st.lists(st.text(max_size=20), min_size=1, max_size=6))
def test_junk_on_the_command_line_is_refused_in_one_line(argv: list[str]) -> None:
    with tempfile.TemporaryDirectory() as name, override_game(Hush, PLAYERS):
        for command in ((), ("play", "hush", "--option"), ("play", "hush", "--seats"), ("replay",)):
            code, out, err = converse(Path(name), *command, *argv, typed="")
            assert code == 2
            assert out == ""
            assert err.count("\n") == 1
        assert not list(Path(name).iterdir())


SMALL = st.text(alphabet="abcdefsk12345 ,+=", max_size=12)


@pytest.mark.parametrize("game", game_names())
@settings(max_examples=15)
@given(lines=st.lists(st.one_of(JUNK, SMALL, st.sampled_from(WORDS)), max_size=25))
def test_junk_in_every_installed_game(game: str, lines: list[str]) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        argv = ("play", game, "--seed", "3", "--log", "g.log")
        code, _, err = converse(folder, *argv, typed="\n".join(lines))
        # Only somebody who waits long is told something on stderr.
        assert code == 0
        assert all(line.endswith(("is thinking.", "worked out.")) for line in err.splitlines())
        assert Match.resume(read_log((folder / "g.log").read_text())).log.game == game
