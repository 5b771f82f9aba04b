"""What docs/designing.md shows is done: its files written, its commands run in their order."""

from __future__ import annotations

import io
import re
import shlex
from pathlib import Path

import pypdfium2
import pytest

from facedown.core.errors import BadOption
from facedown.games.suspense.studio.card_table import read_table
from facedown.terminal.main import main

PAGE = (Path(__file__).parent.parent / "docs" / "designing.md").read_text("utf-8")
FILES = dict(re.findall(r"`(\w+\.toml)`:\n\n```toml\n(.*?)```", PAGE, re.DOTALL))
COMMANDS = [
    line for block in re.findall(r"```sh\n(.*?)```", PAGE, re.DOTALL) for line in block.splitlines()
]


def test_every_command_of_the_page_works_with_its_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Fewer games are played than it shows."""
    monkeypatch.chdir(tmp_path)
    assert {*FILES} == {"tide.toml", "short.toml"}
    for name, text in FILES.items():
        Path(name).write_text(text, "utf-8")
    done = []
    for line in COMMANDS:
        program, *words = shlex.split(line.replace("--games 300", "--games 10"), comments=True)
        assert program == "facedown"
        monkeypatch.setattr("sys.stdin", io.StringIO())
        if words[0] == "lab":
            words += ["--workers", "1"]
        assert main(words) == 0, line
        done.append(words[0])
        capsys.readouterr()
    assert {*done} == {"play", "lab", "print"}
    report = Path("trial/report.html").read_text("utf-8")
    assert "Low tide, by Ann, CC BY 4.0; other cards: white 6, the red" in report
    pages = [*pypdfium2.PdfDocument("tide.pdf")]
    told = " ".join(page.get_textpage().get_text_range() for page in pages)
    assert "Low tide, by Ann, CC BY 4.0" in " ".join(told.split())
    assert len(pages) % 2 == 0, "a back behind each face"
    assert Path("cards/W6.svg").is_file()
    assert Path("deck/suspense.json").is_file()
    assert Path("short.pdf").is_file()


def test_the_mistake_that_the_page_shows_is_told_so() -> None:
    wrong = FILES["tide.toml"].replace("lowest white", "lowest wite")
    with pytest.raises(BadOption) as refused:
        read_table(wrong.strip())
    shown = re.search(r'"(Line 6: .*?) … (.*?)"', " ".join(PAGE.split()))
    assert shown is not None
    assert str(refused.value).startswith(shown[1])
    assert str(refused.value).endswith(shown[2])
