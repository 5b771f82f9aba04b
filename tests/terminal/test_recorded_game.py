"""A whole game in the terminal, from the README's first command to a win, as it was recorded.

The file holds what a person sees; the lines after ``> `` are what was typed. To record it anew
after a change that is meant: ``python tests/terminal/test_recorded_game.py``.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

RECORD = Path(__file__).parent.parent / "golden" / "turing" / "terminal.txt"
COMMAND = ("play", "turing", "--seed", "7")


def play_again(record: str) -> str:
    """What the terminal prints when the recorded lines are typed."""
    typed = [line.removeprefix("> ") for line in record.splitlines() if line.startswith("> ")]
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(
            [sys.executable, "-m", "facedown.terminal", *COMMAND],
            input="\n".join(typed) + "\n",
            capture_output=True,
            text=True,
            cwd=folder,
            timeout=300,
            check=True,
        )
    return f"$ bin/facedown {' '.join(COMMAND)}\n{done.stdout}"


def test_the_recorded_game_plays_as_it_did() -> None:
    record = RECORD.read_text("utf-8")
    assert play_again(record) == record
    assert "that wins." in record


if __name__ == "__main__":
    RECORD.write_text(play_again(RECORD.read_text("utf-8")), "utf-8")
