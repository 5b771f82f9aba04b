"""Have the programs that the tests need beside Python's packages; `bin/test` runs this each time.

Says and does nothing where they are there. Where apt-get can install them without a question (as
root, or by a sudo that asks for no password) it does; elsewhere one sentence says what to install,
and the tests that need it fail.
"""

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Program:
    """A program: its name for people, its Debian package, and where it may be."""

    name: str
    package: str
    commands: tuple[str, ...]
    folders: tuple[str, ...] = ()

    def there(self, root: Path) -> bool:
        """Tell whether it can be run; Debian keeps some programs out of the PATH."""
        if any(shutil.which(command) for command in self.commands):
            return True
        return any(
            next(root.glob(f"{folder}/{command}"), None)
            for folder in self.folders
            for command in self.commands
        )


PROGRAMS = (
    Program("PostgreSQL", "postgresql", ("postgres",), ("usr/lib/postgresql/*/bin",)),
    Program("Chromium", "chromium", ("chromium", "chromium-browser", "google-chrome")),
)


def say(text: str) -> None:
    """Report; standard output belongs to the tests."""
    print(text, file=sys.stderr, flush=True)


def installer() -> list[str] | None:
    """Return how apt-get is called here without a question, or None where it cannot be."""
    if shutil.which("apt-get") is None:
        return None
    if os.geteuid() == 0:
        return ["apt-get"]
    if shutil.which("sudo") and run("sudo", "-n", "true"):
        return ["sudo", "-n", "apt-get"]
    return None


def run(*command: str) -> bool:
    """Run a command quietly; True when it succeeds."""
    done = subprocess.run(
        command,
        env=os.environ | {"DEBIAN_FRONTEND": "noninteractive"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        check=False,
    )
    return done.returncode == 0


def main(root: Path = Path("/")) -> int:
    """Install what is missing; 0 whatever comes of it, for the tests will tell."""
    missing = [program for program in PROGRAMS if not program.there(root)]
    if not missing:
        return 0
    apt = installer()
    if apt is not None:
        packages = [program.package for program in missing]
        say(f"Facedown: installing {', '.join(packages)} with apt-get; the tests need it …")
        run(*apt, "update", "--quiet")
        run(*apt, "install", "--yes", "--no-install-recommends", *packages)
    for program in missing:
        if not program.there(root):
            say(
                f"Facedown: the tests that need {program.name} will fail: install it "
                f"(on Debian and Ubuntu: apt install {program.package})."
            )
    return 0


if __name__ == "__main__":
    sys.exit(main())
