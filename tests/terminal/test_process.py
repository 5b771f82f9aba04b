"""The command as a process of its own, with a toy game installed like somebody else's."""

from __future__ import annotations

import os
import pty
import resource
import select
import shlex
import signal
import subprocess
from pathlib import Path

import pytest
from tests.terminal.toy import PLAYERS, Hush

from facedown.core.log import read_log
from facedown.core.match import Match
from facedown.core.registry import override_game
from facedown.terminal.console import CLEAR

Command = tuple[list[str], dict[str, str], Path]


def start(command: Command, *argv: str) -> subprocess.Popen[bytes]:
    words, environment, folder = command
    pipe = subprocess.PIPE
    return subprocess.Popen(
        [*words, *argv], env=environment, cwd=folder, stdin=pipe, stdout=pipe, stderr=pipe
    )


def read_until(process: subprocess.Popen[bytes], text: bytes) -> bytes:
    """What the process prints until a text comes; fails after ten seconds."""
    assert process.stdout is not None
    seen = b""
    while text not in seen:
        ready, _, _ = select.select([process.stdout], [], [], 10)
        more = os.read(process.stdout.fileno(), 4096) if ready else b""
        assert more, seen
        seen += more
    return seen


def resumed(path: Path) -> Match:
    with override_game(Hush, PLAYERS):
        return Match.resume(read_log(path.read_text()))


def test_an_installed_game_is_played_through_a_pipe(command: Command) -> None:
    process = start(command, "play", "hush", "--seats", "human,bot:wild", "--seed", "3")
    out, err = process.communicate(b"5\r\n\xff\xfe\ndone\nquit\n", timeout=120)
    assert (process.returncode, err) == (0, b"")
    assert b"> 5\nSeat 1 (you) picks 5.\n" in out
    assert b"Type a number, or done.\n" in out
    assert b"All show: Seat 1 (you) 5, Seat 2 (wild) 2.\n" in out


@pytest.mark.parametrize("named", [True, False])
@pytest.mark.parametrize(
    ("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129)]
)
def test_being_stopped_at_the_prompt_leaves_a_log_that_resumes(
    command: Command, number: int, code: int, *, named: bool
) -> None:
    more = ["--log", "g.log"] if named else []
    process = start(command, "play", "hush", "--seed", "3", *more)
    assert process.stdin is not None
    read_until(process, b"pick a number.\n> ")
    process.stdin.write(b"5\n")
    process.stdin.flush()
    read_until(process, b"picks 5.\n\nType done to show it.\n> ")
    process.send_signal(number)
    _, err = process.communicate(timeout=120)
    assert process.returncode == code
    (path,) = command[2].glob("*.log")
    again = f"{shlex.join(command[0])} play hush --log {path.name}"
    assert err.decode() == f"The game is kept in {path.name}; to go on with it: {again}\n"
    assert path.name == "g.log" or not named
    assert resumed(path).view(0).picked == 5  # type: ignore[attr-defined]


def test_being_stopped_while_a_bot_thinks(command: Command) -> None:
    process = start(command, "play", "hush", "--seats", "human,bot:slow", "--log", "g.log")
    assert process.stdin is not None
    assert process.stderr is not None
    process.stdin.write(b"5\ndone\n")
    process.stdin.flush()
    assert process.stderr.readline() == b"Seat 2 (slow) is thinking.\n"
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=120)
    assert process.returncode == 130
    assert out.endswith(b"Seat 1 (you) is done.\n")
    assert err.startswith(b"The game is kept in g.log;")
    assert resumed(command[2] / "g.log").actors == (1,)


def test_nobody_reads_any_longer(command: Command) -> None:
    process = start(command, "play", "hush", "--log", "g.log")
    assert process.stdin is not None
    assert process.stdout is not None
    read_until(process, b"> ")
    process.stdout.close()
    process.stdin.write(b"5\nhelp\nhelp\n")
    process.stdin.close()
    process.wait(timeout=120)
    assert process.returncode == 141
    assert process.stderr is not None
    assert b"Traceback" not in process.stderr.read()
    process.stderr.close()
    assert resumed(command[2] / "g.log").moves == 2
    words, environment, folder = command
    piped = subprocess.run(
        ["/bin/sh", "-c", '"$@" rules turing | true', "sh", *words],
        env=environment,
        cwd=folder,
        capture_output=True,
        check=True,
        timeout=120,
    )
    assert piped.stderr == b""


@pytest.mark.parametrize("term", ["dumb", "xterm"])
def test_at_a_terminal(command: Command, term: str) -> None:
    """A real terminal shows no line twice, hides what one seat saw, and takes Ctrl-D as the end."""
    words, environment, folder = command
    child, terminal = pty.fork()
    if child == 0:  # pragma: no cover  # another process
        os.chdir(folder)
        os.environ.pop("STY", None)
        os.environ.update(environment, TERM=term)
        os.execv(words[0], [*words, "play", "hush", "--seats", "human,human", "--log", "g.log"])  # noqa: S606  # ourselves

    def until(text: bytes) -> bytes:
        seen = b""
        while text not in seen:
            ready, _, _ = select.select([terminal], [], [], 10)
            assert ready, seen
            seen += os.read(terminal, 4096)
        return seen

    until(b"only Seat 1 is looking. ")
    os.write(terminal, b"\n")
    until(b"pick a number.\r\n> ")
    os.write(terminal, b"5\n")
    assert until(b"to show it.\r\n> ").count(b"5") == 2  # typed, and told
    os.write(terminal, b"done\n")
    until(b"hide what you see. ")
    os.write(terminal, b"\n")
    hidden = until(b"only Seat 2 is looking. ")
    assert (CLEAR.encode() in hidden) == (term == "xterm")
    assert (b"\r\n" * 24 in hidden) == (term == "dumb")
    assert (b"What Seat 1 saw still stands above" in hidden) == (term == "dumb")
    os.write(terminal, b"\n")
    until(b"pick a number.\r\n> ")
    os.write(terminal, b"\x04")
    until(b"The game is kept in g.log; to go on with it")
    _, status = os.waitpid(child, 0)
    os.close(terminal)
    assert os.waitstatus_to_exitcode(status) == 0


def at_a_terminal(command: Command, columns: int, *argv: str, typed: bytes = b"") -> str:
    """What a command prints at a terminal so wide, and what is typed there."""
    words, environment, folder = command
    child, terminal = pty.fork()
    if child == 0:  # pragma: no cover  # another process
        os.chdir(folder)
        os.environ.update(environment, TERM="dumb", COLUMNS=str(columns))
        os.execv(words[0], [*words, *argv])  # noqa: S606  # ourselves
    os.write(terminal, typed)
    seen = b""
    while True:
        try:
            seen += os.read(terminal, 4096) or b""
        except OSError:  # the other end is closed
            break
    os.waitpid(child, 0)
    os.close(terminal)
    return seen.decode().replace("\r\n", "\n")


@pytest.mark.parametrize("columns", [50, 80, 120])
def test_a_terminal_has_whole_words_in_lines_that_fit(command: Command, columns: int) -> None:
    for asked in (["rules", "turing"], ["games", "turing"], ["--help"]):
        lines = at_a_terminal(command, columns, *asked).split("\n")
        assert max(len(line) for line in lines if line[:1] != "|") <= columns
        assert max(map(len, lines)) > min(columns, 100) - 12
        words, environment, folder = command
        piped = subprocess.run(
            [*words, *asked],
            env={**environment, "COLUMNS": str(columns)},
            cwd=folder,
            capture_output=True,
            text=True,
            check=True,
            timeout=120,
        )
        assert " ".join(lines).split() == piped.stdout.split()
        assert max(map(len, piped.stdout.split("\n"))) > 90  # a pipe has its lines as they are


def test_the_command_that_goes_on_is_one_line_that_can_be_copied(command: Command) -> None:
    told = at_a_terminal(command, 40, "play", "hush", typed=b"quit\n")
    assert f"to go on with it: {shlex.join(command[0])} play hush --log facedown-" in told


def test_starting_needs_no_heavy_library(command: Command) -> None:
    words, environment, folder = command
    program = (
        "import sys; from facedown.terminal.main import main; main(['games']); "
        "main(['play', 'hush']); "
        "assert not {'numpy', 'numba'} & set(sys.modules), 'imported'"
    )
    subprocess.run(
        [words[0], "-c", program],
        env=environment,
        cwd=folder,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        check=True,
        timeout=120,
    )


def test_starting_is_quick(command: Command) -> None:
    """Generous, for a busy machine: ``facedown bench start-up`` measures what is claimed."""
    words, environment, folder = command
    del environment["PYTHONDONTWRITEBYTECODE"]  # an installed program is compiled once
    times = []
    for _ in range(4):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(
            [*words, "games"], env=environment, cwd=folder, stdout=subprocess.DEVNULL, check=True
        )
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        times.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    assert min(times) < 1, times


def shell(command: Command, line: str) -> subprocess.CompletedProcess[bytes]:
    """A line of a shell in which ``facedown`` stands for the program."""
    words, environment, folder = command
    line = f'facedown() {{ {" ".join(words)} "$@"; }}; {line}'
    return subprocess.run(
        ["/bin/sh", "-c", line],
        env=environment,
        cwd=folder,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
        timeout=120,
    )


@pytest.mark.parametrize("words", ["games", "games --json", "--help", "rules turing"])
@pytest.mark.parametrize(
    ("where", "sentence"),
    [
        ("> /dev/full", b"The output cannot be written: no space left on device.\n"),
        (">&-", b"There is nowhere to print to: the standard output is closed.\n"),
    ],
)
def test_what_cannot_be_printed(command: Command, words: str, where: str, sentence: bytes) -> None:
    done = shell(command, f"facedown {words} {where}")
    assert (done.returncode, done.stdout, done.stderr) == (2, b"", sentence)


def test_a_game_that_can_no_longer_be_printed_is_kept(command: Command) -> None:
    done = shell(command, "facedown play hush --log g.log > /dev/full")
    assert done.returncode == 2
    kept, sentence = done.stderr.splitlines()
    assert kept.startswith(b"The game is kept in g.log; ")
    assert sentence == b"The output cannot be written: no space left on device."
    assert resumed(command[2] / "g.log").moves == 1


@pytest.mark.parametrize("where", ["0> written", "<&-"])
def test_an_input_that_cannot_be_read_is_nobody(command: Command, where: str) -> None:
    done = shell(command, f"facedown play hush --log g.log {where}")
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"The game is kept in g.log;" in done.stdout


def test_no_errors_on_a_closed_stderr_reach_the_results(command: Command) -> None:
    done = shell(command, "facedown nonsense 2>&-")
    assert (done.returncode, done.stdout) == (2, b"")


@pytest.mark.parametrize("number", [signal.SIGHUP, signal.SIGTERM, signal.SIGINT])
def test_being_stopped_twice_leaves_a_log_that_resumes(command: Command, number: int) -> None:
    """A terminal that is closed sends its signal twice, one right after the other."""
    for _ in range(5):
        process = start(command, "play", "hush", "--seed", "3")
        read_until(process, b"> ")
        for _ in range(20):
            process.send_signal(number)
        process.communicate(timeout=120)
        assert process.returncode == 128 + number
        (path,) = command[2].glob("*.log")
        assert resumed(path).moves == 1
        path.unlink()
