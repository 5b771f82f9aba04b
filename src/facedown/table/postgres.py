"""A PostgreSQL server of one's own for a while: for benches and tests."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from facedown.core.errors import reason
from facedown.core.messages import phrase
from facedown.table.errors import StoreError


def programs() -> Path | None:
    """The folder of PostgreSQL's programs, if it is installed; Debian keeps it out of the PATH."""
    found = shutil.which("postgres")
    if found is not None:
        return Path(found).resolve().parent
    folders = Path("/usr/lib/postgresql").glob("*/bin/postgres")
    return max((file.parent for file in folders), default=None)


@contextmanager
def private_server() -> Iterator[str]:
    """Starts a server on a socket in a folder of its own; yields the address of its database.

    Everything is gone afterwards. Raises ``StoreError`` where PostgreSQL is not installed or
    cannot be started.
    """
    folder_of_programs = programs()
    if folder_of_programs is None:
        raise StoreError(phrase("PostgreSQL is not installed (on Debian: apt install postgresql)."))
    with tempfile.TemporaryDirectory(prefix="facedown-pg-") as name:
        folder, other = Path(name), _other_user()
        if other:
            shutil.chown(folder, "postgres", "postgres")
        data = str(folder / "data")
        initdb, control = (str(folder_of_programs / each) for each in ("initdb", "pg_ctl"))
        _run([*other, initdb, "-D", data, "-U", "facedown", "-A", "trust", "-E", "UTF8"], folder)
        options = f"-k {folder} -c listen_addresses='' -c max_connections=80"
        log = str(folder / "log")
        _run([*other, control, "-D", data, "-w", "-l", log, "-o", options, "start"], folder)
        try:
            yield f"postgresql+psycopg://facedown@/postgres?host={folder}"
        finally:
            _run([*other, control, "-D", data, "-w", "-m", "immediate", "stop"], folder)


def _other_user() -> list[str]:
    """PostgreSQL refuses to run as root, so root runs it as the user its package made."""
    if os.getuid():
        return []
    return ["setpriv", "--reuid=postgres", "--regid=postgres", "--init-groups"]


def _run(command: Sequence[str], folder: Path) -> None:
    try:
        subprocess.run(  # noqa: S603  # the system's PostgreSQL, with arguments of our own
            command,
            check=True,
            cwd=folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        )
    except OSError as problem:
        raise StoreError(
            phrase("PostgreSQL cannot be started: {reason}.", reason=reason(problem))
        ) from None
    except subprocess.CalledProcessError as problem:
        said = (problem.stderr.strip() or str(problem)).splitlines()[-1]
        raise StoreError(
            phrase("PostgreSQL cannot be started: {reason}.", reason=said.rstrip("."))
        ) from None
