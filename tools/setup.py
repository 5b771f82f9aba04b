"""Set up `.venv` from the pinned constraints; `bin/setup` runs this when something has changed.

Needs only Python's standard library and pip. pip fetches uv into `.tools`, uv installs the rest;
where uv cannot (no build for this machine, an index or certificate that only pip's settings name),
pip does it all, more slowly. Every file fetched is checked against a hash in `constraints/`.
"""

import fcntl
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TOOLS = ROOT / ".tools"
VENV = ROOT / ".venv"
VENV_PYTHON = VENV / "bin" / "python"
LOCK = TOOLS / "lock"
LOG = TOOLS / "setup.log"
UNFINISHED = VENV / ".facedown-unfinished"  # there while packages are being installed

# Settings that would send packages elsewhere or, for a user's own machine, refuse to go on.
PIP_ENVIRONMENT = {
    "PIP_DISABLE_PIP_VERSION_CHECK": "1",
    "PIP_NO_INPUT": "1",
    "PIP_REQUIRE_VIRTUALENV": "0",
    "PIP_ROOT_USER_ACTION": "ignore",
    "PIP_USER": "0",
}


class SetupError(Exception):
    """The set-up cannot go on; the message is one sentence for the person waiting."""


def say(text: str) -> None:
    """Report progress; standard output belongs to the command that asked for the set-up."""
    print(text, file=sys.stderr, flush=True)


def run(*command: str | Path, **settings: str) -> str | None:
    """Run a command quietly: None when it succeeds, else the last line it printed.

    `settings` are environment variables for it; all it prints goes to the log.
    """
    try:
        done = subprocess.run(
            command,
            cwd=ROOT,
            env=os.environ | settings,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            check=False,
        )
    except OSError as error:  # made for another system, or not allowed to run
        return str(error)
    with LOG.open("a", encoding="utf-8") as log:
        log.write(f"$ {' '.join(map(str, command))}\n{done.stdout}")
    if done.returncode == 0:
        return None
    return (done.stdout.strip() or f"exit code {done.returncode}").splitlines()[-1]


def pip(*arguments: str | Path) -> str | None:
    """Run this Python's pip."""
    return run(sys.executable, "-m", "pip", *arguments, **PIP_ENVIRONMENT)


def uv(*arguments: str | Path) -> str | None:
    """Run `uv pip` on `.venv`; the user's own settings for uv come first."""
    settings = {"UV_PYTHON_DOWNLOADS": "never", "UV_SYSTEM_CERTS": "1"} | os.environ
    return run(TOOLS / "bin" / "uv", "pip", *arguments, "--python", VENV_PYTHON, **settings)


def fetch_uv() -> str | None:
    """Have the pinned uv in `.tools`; None when it is there, else why it is not."""
    pins = ROOT / "constraints" / "uv.txt"
    stamp = TOOLS / "uv.txt"
    if stamp.exists() and stamp.read_bytes() == pins.read_bytes():
        return None
    for old in TOOLS.iterdir():
        if old not in (LOCK, LOG):
            shutil.rmtree(old) if old.is_dir() else old.unlink()
    options = ("--require-hashes", "--only-binary=:all:", "--no-deps", "--target", TOOLS)
    problem = pip("install", *options, "-r", pins)
    if problem is None:
        shutil.copyfile(pins, stamp)
    elif pip("--version") is not None:
        raise SetupError(
            f"Facedown needs pip for {sys.executable}: install it "
            "(on Debian and Ubuntu: apt install python3-pip) and try again."
        )
    return problem


def usable() -> bool:
    """Tell whether `.venv` works: filled to the end, not moved, its Python not replaced since."""
    here = f"{ROOT}\n".encode()
    if UNFINISHED.exists() or not VENV_PYTHON.exists():
        return False
    if any(not stamp.read_bytes().startswith(here) for stamp in VENV.glob(".facedown-*")):
        return False  # installed commands begin with the path of their Python
    check = (
        "import os, sys, sysconfig; "
        "sys.exit(sys.version_info < (3, 11) or not os.path.isdir(sysconfig.get_path('purelib')))"
    )
    return run(VENV_PYTHON, "-c", check) is None


def state(group: str) -> bytes:
    """Return what an up-to-date `.venv` was made from: the same bytes as `bin/setup` compares."""
    files = [ROOT / "pyproject.toml", ROOT / "constraints" / f"{group}.txt"]
    # What hatch_build.py builds the pages' scripts from.
    files += [ROOT / "frontend" / n for n in ("build.mjs", "package-lock.json", "package.json")]
    files += sorted((ROOT / "src" / "facedown" / "web" / "assets").glob("*.js"))
    if group == "bench":
        files.append(ROOT / "frontend" / "peers" / "package-lock.json")
    places = f"{ROOT}\n{VENV_PYTHON.resolve()}\n".encode()
    return places + b"".join(file.read_bytes() for file in files)


def pins(group: str) -> set[str]:
    """Return what a group installs: a name and version each."""
    lines = (ROOT / "constraints" / f"{group}.txt").read_text(encoding="utf-8").splitlines()
    return {line.split()[0] for line in lines if "==" in line and not line.startswith(" ")}


def install(group: str) -> None:
    """Install the pinned packages and this clone, with uv or else with pip."""
    file = ROOT / "constraints" / f"{group}.txt"
    steps: tuple[tuple[str | Path, ...], ...] = (
        ("install", "--require-hashes", "-r", file),
        ("install", "--no-deps", "--no-build-isolation", "--editable", ROOT),
    )
    problem = fetch_uv()
    for step in steps:
        problem = problem or uv(*step)
    if problem is None:
        return
    say("Facedown: uv cannot install here; pip does it instead, which takes longer.")
    for step in steps:
        problem = pip("--python", VENV_PYTHON, *step)
        if problem is not None:
            raise SetupError(
                f"Facedown: the packages could not be installed ({problem.strip('. ')}); "
                f"check the network, or look into {LOG}."
            )


def install_peers() -> None:
    """Fetch the servers that benches run beside ours; without them the benches run alone."""
    problem = run(VENV_PYTHON, ROOT / "hatch_build.py", "peers")
    if problem is not None:
        say(f"Facedown: {problem.strip('. ')}; benches do without.")


def set_up(group: str) -> None:
    """Bring `.venv` up to date, one process at a time."""
    TOOLS.mkdir(exist_ok=True)
    with LOCK.open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # the system frees it even if we are killed
        stamp = VENV / f".facedown-{group}"
        if stamp.exists() and usable() and stamp.read_bytes() == state(group):
            return  # somebody else has just done it
        LOG.unlink(missing_ok=True)
        start = time.monotonic()
        say(f"Facedown: setting up .venv ({group}) with Python {sys.version.split()[0]} …")
        if not usable():
            problem = run(sys.executable, "-m", "venv", "--without-pip", "--clear", VENV)
            if problem is not None:
                raise SetupError(f"Facedown: .venv could not be made ({problem}).")
        UNFINISHED.touch()
        try:
            install(group)
            if group == "bench":
                install_peers()
        except SetupError:
            UNFINISHED.unlink()  # uv and pip gave up by themselves, and so left things whole
            raise
        # Nothing is installed anew for `bin/facedown` while tests use what is there.
        for done in {group, "run"} if pins("run") <= pins(group) else {group}:
            stamp = VENV / f".facedown-{done}"
            new = stamp.with_suffix(".new")
            new.write_bytes(state(done))
            new.replace(stamp)
        UNFINISHED.unlink()
        say(f"Facedown: ready after {time.monotonic() - start:.1f} s.")


def main() -> int:
    """Set up the group named on the command line; 0 when done, 1 with a sentence when not."""
    try:
        set_up(sys.argv[1])
    except SetupError as error:
        say(str(error))
    except OSError as error:
        say(f"Facedown: {error.filename or ROOT} cannot be used: {error.strerror}.")
    except KeyboardInterrupt:
        say("Facedown: set-up stopped; the next run starts it afresh.")
    else:
        return 0
    return 1


if __name__ == "__main__":
    sys.exit(main())
