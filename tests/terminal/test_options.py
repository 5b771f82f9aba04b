"""Options as they are typed, and texts that are taken from files."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from tests.terminal.conftest import Facedown

from facedown.core.log import read_log
from facedown.core.texts import LARGEST

PLAY = ("play", "hush", "--log", "g.log", "--option")


def test_a_text_is_taken_from_a_file_and_kept_in_the_log(
    facedown: Facedown, tmp_path: Path
) -> None:
    (tmp_path / "w.txt").write_bytes(b"\xef\xbb\xbfquiet\r\n")
    said = facedown(*PLAY, "word=@w.txt")
    assert (said.code, said.err) == (0, "")
    assert "Options: word=quiet." in said.out
    (tmp_path / "w.txt").unlink()
    assert read_log((tmp_path / "g.log").read_text()).options["word"] == "quiet"
    assert "Options: word=quiet." in facedown("play", "hush", "--log", "g.log").out


def test_a_pipe_is_not_waited_for(facedown: Facedown, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")  # into which nobody writes
    said = facedown(*PLAY, "word=@pipe")
    sentence = "The option word cannot be read from pipe: it is not a file on a disk.\n"
    assert (said.code, said.out, said.err) == (2, "", sentence)


def test_the_arena_takes_texts_from_files_too(facedown: Facedown) -> None:
    said = facedown("arena", "hush", "--option", "word=@w.txt")
    assert said.err == "The option word cannot be read from w.txt: no such file or directory.\n"


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (None, "The option word cannot be read from f: is a directory."),
        (b"a" * (LARGEST + 1), "The option word cannot be read from f: it has more than 80,004"),
        (b"a" * 20_001, "The option word has at most 20,000 characters, not 20,001."),
        (b"\xff\xfe", "The option word cannot be read from f: it is not a text in UTF-8."),
        (b"NO", "The option word should be a word of small letters; not 'NO'."),
    ],
)
def test_a_file_that_cannot_be_taken_is_one_sentence(
    facedown: Facedown, tmp_path: Path, content: bytes | None, sentence: str
) -> None:
    path = tmp_path / "f"
    path.mkdir() if content is None else path.write_bytes(content)
    said = facedown(*PLAY, "word=@f")
    assert (said.code, said.out, said.err.count("\n")) == (2, "", 1)
    assert said.err.startswith(sentence)
    assert not (tmp_path / "g.log").exists()


def test_an_empty_file_is_no_text(facedown: Facedown, tmp_path: Path) -> None:
    """It would be the same as not giving the option, which nobody means by naming a file."""
    for content in ("", " \n", "\ufeff"):
        (tmp_path / "f").write_text(content, "utf-8")
        said = facedown(*PLAY, "word=@f")
        assert said.err == "The option word cannot be read from f: the file is empty.\n"
        assert (said.code, said.out) == (2, "")


def test_only_texts_come_from_files(facedown: Facedown) -> None:
    said = facedown(*PLAY, "limit=@f")
    assert said.err == "The option limit is a whole number, not '@f'.\n"


def test_the_help_tells_of_files(facedown: Facedown) -> None:
    assert "NAME=@FILE" in facedown("play", "--help").out
    assert "  word=TEXT|@FILE " in facedown("games", "hush").out


def test_a_long_text_is_shown_by_how_it_begins(facedown: Facedown, tmp_path: Path) -> None:
    (tmp_path / "f").write_text("a" * 5000)
    assert f"Options: word={'a' * 98} ….\n" in facedown(*PLAY, "word=@f").out
    said = facedown(*PLAY, "word=b")
    assert said.err == f"The game in g.log was begun with word={'a' * 98} …, not b.\n"
