"""Log files: read with care, written whole, and never over anything else."""

from __future__ import annotations

import contextlib
import json
import os
import threading
from pathlib import Path

import pytest
from tests.terminal.conftest import Facedown
from tests.terminal.toy import PLAYERS, Hush

from facedown.core.errors import BadLog
from facedown.core.log import write_log
from facedown.core.match import Match
from facedown.core.registry import override_game
from facedown.terminal.logfile import CannotWrite, LogFile, keep_somewhere, read_log_file


@pytest.fixture
def match() -> Match:
    return Match(Hush(1), seed="3")


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "g.log cannot be used: The log is empty."),
        (b"\x7fELF\xff\x00\x80", "g.log is not a Facedown log: it is not even text."),
        (b"hello\n", "g.log cannot be used: Line 1 of the log is not JSON: it may be cut short."),
        (b"[1]\n", "g.log cannot be used: Line 1 of the log is not an object."),
        (b"{}\n", "g.log cannot be used: This is not a Facedown log, or one of another format."),
        (b"[" * 100_000, "g.log cannot be used: Line 1 of the log is not JSON"),
    ],
)
@pytest.mark.parametrize("command", ["replay", "play"])
def test_what_is_no_log_is_refused_and_left_alone(
    facedown: Facedown, tmp_path: Path, command: str, content: bytes, sentence: str
) -> None:
    path = tmp_path / "g.log"
    path.write_bytes(content)
    said = facedown(*({"replay": ["replay"], "play": ["play", "hush", "--log"]}[command]), "g.log")
    assert (said.code, said.out) == (2, "")
    assert said.err.startswith(sentence)
    assert said.err.count("\n") == 1
    assert path.read_bytes() == content


def _edited(lines: list[str]) -> list[str]:
    return [lines[0], lines[1], lines[2].replace('"number": 5', '"number": 6'), *lines[3:]]


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda lines: lines[:-1], "The log is cut short: it should have 3 moves, not 2."),
        (lambda lines: [*lines[:-1], lines[-1][:20]], "Line 4 of the log is not JSON"),
        (_edited, "Line 3 of the log does not match its checksum: it was edited."),
        (lambda lines: [*lines, lines[-1]], "Line 5 of the log does not match its checksum"),
    ],
)
def test_a_log_that_was_cut_short_or_edited(
    facedown: Facedown, tmp_path: Path, change: object, sentence: str
) -> None:
    assert callable(change)
    facedown("play", "hush", "--log", "g.log", typed="5\ndone\n")
    path = tmp_path / "g.log"
    path.write_text("\n".join(change(path.read_text().splitlines())) + "\n")
    before = path.read_bytes()
    for argv in (["replay", "g.log"], ["play", "hush", "--log", "g.log"]):
        said = facedown(*argv, typed="6\n")
        assert said.code == 2
        assert said.err.startswith(f"g.log cannot be used: {sentence}")
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("header", "sentence"),
    [
        ({"game": "nogame"}, "The log's game cannot be set up: There is no game called 'nogame'"),
        ({"options": {"limit": 2}}, "The log's game cannot be set up: The option limit is from"),
        ({"options": {"seats": 2}}, "The log's game cannot be set up: Hush has no option 'seats'"),
        ({"players": ["human", "human"]}, "The log names 2 players for 1 seats."),
        (
            {"seats": 9, "players": ["human"] * 9},
            "The log's game cannot be set up: Hush is for",
        ),
        ({"seed": 5}, "The log's first line cannot be read: header.seed should be a text."),
        ({"facedown_log": 2}, "This is not a Facedown log, or one of another format."),
    ],
)
def test_a_log_that_was_written_so(
    facedown: Facedown, match: Match, tmp_path: Path, header: dict[str, object], sentence: str
) -> None:
    """Even with proper checksums, a log must be of a game that this program has."""
    from facedown.core.log import _check

    previous, lines = "", []
    for number, line in enumerate(write_log(match.log).splitlines()):
        form = json.loads(line)
        del form["check"]
        form.update(header if number == 0 else {})
        previous = _check(previous, form)
        lines.append(json.dumps({**form, "check": previous}))
    (tmp_path / "g.log").write_text("\n".join(lines))
    said = facedown("replay", "g.log")
    assert said.code == 2
    assert said.err.startswith(f"g.log cannot be used: {sentence}")


def test_what_cannot_be_a_log_file(facedown: Facedown, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "loop").symlink_to("loop")
    for path, sentence in {
        ".": ". is a folder, not a log.",
        "/dev/null": "/dev/null is not a Facedown log.",
        "pipe": "pipe is not a Facedown log.",
        "a\0b": "a?b cannot be ",
        "x" * 300: f"{'x' * 300} cannot be read: file name too long.",
    }.items():
        for argv in (["replay", path], ["play", "hush", "--log", path]):
            said = facedown(*argv)
            assert said.code == 2
            assert said.err.startswith(sentence.replace("read", "")[:12])
            assert said.err.count("\n") == 1
    assert facedown("play", "hush", "--log", "no/g.log").err == (
        "no/g.log cannot be written: there is no folder no.\n"
    )
    assert facedown("play", "hush", "--log", "loop").code == 2


def test_a_file_that_may_not_be_read_or_written(
    facedown: Facedown, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    facedown("play", "hush", "--log", "g.log", typed="5\n")

    def refuse(*_: object) -> bytes:
        raise PermissionError(13, "Permission denied")

    # Simulated, for a test may run as somebody who may do everything.
    monkeypatch.setattr("os.access", lambda *_: False)
    assert facedown("play", "hush", "--log", "g.log").err == (
        "g.log may only be read, so the game cannot go on in it.\n"
    )
    monkeypatch.setattr(Path, "read_bytes", refuse)
    assert facedown("replay", "g.log").err == "g.log cannot be read: permission denied.\n"
    monkeypatch.setattr(Path, "open", refuse)
    assert facedown("play", "hush", "--log", "h.log").err == (
        "h.log cannot be written: permission denied.\n"
    )


def test_a_new_file_never_takes_the_place_of_another(match: Match, tmp_path: Path) -> None:
    path = tmp_path / "g.log"
    path.write_text("mine")
    with pytest.raises(CannotWrite, match="exists already and is not overwritten"):
        LogFile.create(path, match.log)
    assert path.read_text() == "mine"


def test_a_file_that_somebody_else_changed_is_left_alone(
    facedown: Facedown, match: Match, tmp_path: Path
) -> None:
    file = LogFile.create(tmp_path / "g.log", match.log)
    file.write(match.log)
    file.path.write_text("theirs")
    with pytest.raises(CannotWrite, match=r"g\.log was changed by another program\."):
        file.write(match.log)
    assert file.path.read_text() == "theirs"
    file.path.unlink()
    with pytest.raises(CannotWrite, match="cannot be written"):
        file.write(match.log)


def test_a_game_whose_file_fails_is_kept_in_another(
    facedown: Facedown, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls = []

    def fail(self: LogFile, content: bytes) -> None:
        calls.append(content)
        if len(calls) == 2:
            raise OSError(28, "No space left on device")
        self._target.write_bytes(content)

    monkeypatch.setattr(LogFile, "_replace", fail)
    said = facedown("play", "hush", "--log", "g.log", typed="5\ndone\n")
    assert "g.log cannot be written: no space left on device.\n" in said.out
    (other,) = tmp_path.glob("facedown-hush-*.log")
    assert f"From here on this game is kept in {other.name}." in said.out
    assert len(other.read_text().splitlines()) == 4
    assert len((tmp_path / "g.log").read_text().splitlines()) == 2


def test_a_failed_writing_leaves_the_file_and_nothing_beside_it(
    match: Match, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = LogFile.create(tmp_path / "g.log", match.log)
    before = file.path.read_bytes()

    def interrupt(number: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("os.fsync", interrupt)
    match.play(0, 5)
    with pytest.raises(KeyboardInterrupt):
        file.write(match.log)
    with pytest.raises(KeyboardInterrupt):
        LogFile.create(tmp_path / "h.log", match.log)
    assert [path.name for path in tmp_path.iterdir()] == ["g.log"]
    assert file.path.read_bytes() == before


def test_a_link_stays_a_link_and_permissions_stay(match: Match, tmp_path: Path) -> None:
    target = tmp_path / "target.log"
    LogFile.create(target, match.log)
    target.chmod(0o640)
    link = tmp_path / "link.log"
    link.symlink_to(target)
    with override_game(Hush, PLAYERS):
        file, log = LogFile.open(link)
    match.play(0, 5)
    file.write(match.log)
    assert link.is_symlink()
    assert target.read_text() == write_log(match.log)
    assert target.stat().st_mode & 0o777 == 0o640
    assert len(log.entries) == 1


def test_keeping_somewhere(match: Match, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("time.strftime", lambda form: "now")
    names = [keep_somewhere(match.log).path.name for _ in range(3)]
    assert names == ["facedown-hush-now.log", "facedown-hush-now-2.log", "facedown-hush-now-3.log"]
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    monkeypatch.setattr("tempfile.gettempdir", lambda: str(elsewhere))
    assert keep_somewhere(match.log).path == elsewhere / "facedown-hush-now.log"


def test_reading_names_the_file(tmp_path: Path) -> None:
    with pytest.raises(BadLog, match=r"There is no file .*none\.log\."):
        read_log_file(tmp_path / "none.log")


def test_who_is_stopped_right_after_replacing_knows_the_file_again(
    match: Match, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = LogFile.create(tmp_path / "g.log", match.log)
    match.play(0, 5)
    with monkeypatch.context() as patch:

        def interrupt(folder: Path) -> None:
            raise KeyboardInterrupt

        patch.setattr("facedown.terminal.logfile._sync_folder", interrupt)
        with pytest.raises(KeyboardInterrupt):
            file.write(match.log)
    file.write(match.log)
    assert file.path.read_text() == write_log(match.log)


def test_two_who_write_at_once_do_not_both_succeed(
    match: Match, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second asks whether the file is still its own only when the first is done."""
    LogFile.create(tmp_path / "g.log", match.log)
    with override_game(Hush, PLAYERS):
        files = [LogFile.open(tmp_path / "g.log")[0] for _ in range(2)]
    inside = threading.Barrier(2, timeout=1)
    replace = LogFile._replace

    def wait(self: LogFile, content: bytes) -> None:
        with contextlib.suppress(threading.BrokenBarrierError):
            inside.wait()  # both get here where nothing keeps them apart
        replace(self, content)

    monkeypatch.setattr(LogFile, "_replace", wait)
    refused = []

    def write(file: LogFile) -> None:
        try:
            file.write(match.log)
        except CannotWrite as problem:
            refused.append(str(problem))

    writers = [threading.Thread(target=write, args=[file]) for file in files]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    assert len(refused) == 1
    assert "was changed by another program" in refused[0]
