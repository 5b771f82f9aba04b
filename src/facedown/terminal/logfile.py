"""Log files: read with care, written whole or not at all, and never over anything else."""

from __future__ import annotations

import contextlib
import os
import stat
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final, TypeAlias

from facedown.core.errors import BadLog, FacedownError, reason
from facedown.core.log import Log, Recorded, read_recorded, write_log
from facedown.core.messages import phrase

_Identity: TypeAlias = tuple[int, int, int]
"""What tells that a file is still the one that was written: its number, size and time."""

LOCK_TRIES: Final = 200
LOCK_PAUSE: Final = 0.01
"""Seconds."""

LARGEST: Final = 64 * 1024 * 1024
"""Bytes of the largest file that is read as a log: many times the longest game."""


def is_taken(path: Path) -> bool:
    """Whether there is anything at all at this place, a link that leads nowhere included."""
    return os.path.lexists(path)


class CannotWrite(FacedownError):
    """A log file cannot be written where it was asked for."""


def read_log_file(path: Path) -> Log:
    """The log in a file; raises ``BadLog`` with one sentence that names the file."""
    recorded = read_recorded_file(path)
    try:
        return recorded.log()
    except FacedownError as problem:
        raise unusable(path, problem) from None


def read_recorded_file(path: Path) -> Recorded:
    """What stands in a log file, whoever can play it; raises ``BadLog`` likewise."""
    try:
        form = path.stat()
        if stat.S_ISDIR(form.st_mode):
            raise BadLog(phrase("{path} is a folder, not a log.", path=path))
        if not stat.S_ISREG(form.st_mode) or form.st_size > LARGEST:
            raise BadLog(phrase("{path} is not a Facedown log.", path=path))
        text = path.read_bytes().decode()
    except FileNotFoundError:
        raise BadLog(phrase("There is no file {path}.", path=path)) from None
    except (OSError, ValueError) as problem:
        if isinstance(problem, UnicodeDecodeError):
            raise BadLog(
                phrase("{path} is not a Facedown log: it is not even text.", path=path)
            ) from None
        raise BadLog(
            phrase("{path} cannot be read: {reason}.", path=path, reason=reason(problem))
        ) from None
    try:
        return read_recorded(text)
    except FacedownError as problem:
        raise unusable(path, problem) from None


def unusable(path: Path, problem: FacedownError) -> BadLog:
    """That a log file cannot be used, and why."""
    return BadLog(phrase("{path} cannot be used: {problem}", path=path, problem=problem.message))


class LogFile:
    """A file that holds one game's log and is kept up to date.

    Every writing replaces the whole file at once, so that it holds a whole log at any moment. If
    anybody else has changed it meanwhile, it is left alone and writing raises ``CannotWrite``.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._target = path
        with contextlib.suppress(OSError, ValueError, RuntimeError):
            # A link stays a link: what it points to is replaced.
            self._target = path.resolve()
        self._ours: set[_Identity] = set()

    @classmethod
    def create(cls, path: Path, log: Log) -> LogFile:
        """A new file with this log; raises ``CannotWrite`` when there is anything at its place."""
        file = cls(path)
        try:
            with file._target.open("xb"):
                pass
        except FileExistsError:
            raise CannotWrite(
                phrase("{path} exists already and is not overwritten.", path=path)
            ) from None
        except (OSError, ValueError) as problem:
            raise CannotWrite(_cannot(path, problem)) from None
        file._ours = {file._identity()}
        try:
            file.write(log)
        except BaseException:
            file._target.unlink(missing_ok=True)
            raise
        return file

    @classmethod
    def open(cls, path: Path) -> tuple[LogFile, Log]:
        """A file that holds a log already, and the log.

        Raises ``BadLog`` when it is anything but a log, ``CannotWrite`` when it is read-only.
        """
        file = cls(path)
        with contextlib.suppress(OSError, ValueError):
            file._ours = {file._identity()}
        log = read_log_file(path)
        if not os.access(file._target, os.W_OK):
            raise CannotWrite(
                phrase("{path} may only be read, so the game cannot go on in it.", path=path)
            )
        return file, log

    def is_at(self, path: Path) -> bool:
        """Whether this is the file at that place, however the place is written."""
        return LogFile(path)._target == self._target

    def _identity(self) -> _Identity:
        return _identity_of(self._target)

    def write(self, log: Log) -> None:
        """Replaces the file by this log, at once and lastingly.

        Raises ``CannotWrite`` with one sentence, and then the file is as it was.
        """
        try:
            with _alone_in(self._target.parent):
                if self._identity() not in self._ours:
                    raise CannotWrite(
                        phrase("{path} was changed by another program.", path=self.path)
                    )
                self._replace(write_log(log).encode())
                self._ours = {self._identity()}
        except OSError as problem:
            raise CannotWrite(_cannot(self.path, problem)) from None

    def _replace(self, content: bytes) -> None:
        folder = self._target.parent
        number, name = tempfile.mkstemp(prefix=".facedown-", dir=folder)
        fresh = Path(name)
        try:
            with os.fdopen(number, "wb") as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
            fresh.chmod(stat.S_IMODE(self._target.stat().st_mode))
            # Noted before: whoever is stopped right after the replacing must know its file again.
            self._ours.add(_identity_of(fresh))
            fresh.replace(self._target)
        except BaseException:
            fresh.unlink(missing_ok=True)
            raise
        _sync_folder(folder)


def _identity_of(path: Path) -> _Identity:
    form = path.stat()
    return form.st_ino, form.st_size, form.st_mtime_ns


@contextlib.contextmanager
def _alone_in(folder: Path) -> Iterator[None]:
    """Keeps two programs from replacing a file here at once, each thinking it the only one.

    Whoever cannot have the folder for itself within a few seconds, or on a system that has no such
    locks, goes on without.
    """
    number = None
    with contextlib.suppress(OSError, ImportError):
        import fcntl

        number = os.open(folder, os.O_RDONLY)
        for _ in range(LOCK_TRIES):
            with contextlib.suppress(BlockingIOError):
                fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            time.sleep(LOCK_PAUSE)
    try:
        yield
    finally:
        if number is not None:
            os.close(number)  # which lets go of the lock, too


def _sync_folder(folder: Path) -> None:
    """Makes the new name last, where the system can."""
    with contextlib.suppress(OSError):
        number = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(number)
        finally:
            os.close(number)


def _cannot(path: Path, problem: Exception) -> str:
    if isinstance(problem, FileNotFoundError):
        return phrase(
            "{path} cannot be written: there is no folder {folder}.", path=path, folder=path.parent
        )
    return phrase("{path} cannot be written: {reason}.", path=path, reason=reason(problem))


def keep_somewhere(log: Log) -> LogFile:
    """Keeps a log in a new file of its own: in the current folder, or else the temporary one.

    Raises ``CannotWrite`` when neither can be written.
    """
    name = f"facedown-{log.game}-{time.strftime('%Y%m%d-%H%M%S')}"
    problem: CannotWrite | None = None
    for folder in (Path(), Path(tempfile.gettempdir())):
        for more in ("", *(f"-{n}" for n in range(2, 100))):
            path = folder / f"{name}{more}.log"
            if path.exists():
                continue
            try:
                return LogFile.create(path, log)
            except CannotWrite as refused:
                problem = refused
                break
    assert problem is not None
    raise problem
