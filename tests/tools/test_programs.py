"""Programs that the tests need: installed where that can be done without a question."""

from pathlib import Path

import pytest
from tools import programs


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine without any program; those put into its `bin` are found."""
    (tmp_path / "bin").mkdir()
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    monkeypatch.setattr("os.geteuid", lambda: 0)
    return tmp_path


def put(machine: Path, name: str, script: str = "") -> None:
    file = machine / "bin" / name
    file.write_text(f"#!/bin/sh\n{script}", encoding="utf-8")
    file.chmod(0o755)


def test_nothing_is_said_where_all_is_there(
    machine: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    put(machine, "chromium")
    hidden = machine / "usr" / "lib" / "postgresql" / "15" / "bin" / "postgres"
    hidden.parent.mkdir(parents=True)
    hidden.touch()
    assert programs.main(machine) == 0
    assert capfd.readouterr() == ("", "")


def test_what_is_missing_is_installed(machine: Path, capfd: pytest.CaptureFixture[str]) -> None:
    put(machine, "chromium")
    said = machine / "said"
    new = machine / "bin" / "postgres"
    put(machine, "apt-get", f'echo "$@" >> "{said}"\n: > "{new}"\n/bin/chmod 755 "{new}"\n')
    assert programs.main(machine) == 0
    assert said.read_text().splitlines() == [
        "update --quiet",
        "install --yes --no-install-recommends postgresql",
    ]
    lines = capfd.readouterr().err.splitlines()
    assert lines == ["Facedown: installing postgresql with apt-get; the tests need it …"]


@pytest.mark.parametrize("apt", ["none", "fails", "not root", "sudo asks"])
def test_what_cannot_be_installed_is_said(
    apt: str,
    machine: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    put(machine, "chromium")
    if apt != "none":
        put(machine, "apt-get", "exit 100")
    if apt == "sudo asks":
        put(machine, "sudo", "exit 1")
    if apt in {"not root", "sudo asks"}:
        monkeypatch.setattr("os.geteuid", lambda: 1000)
    assert programs.main(machine) == 0
    assert capfd.readouterr().err.splitlines()[-1] == (
        "Facedown: the tests that need PostgreSQL will fail: install it "
        "(on Debian and Ubuntu: apt install postgresql)."
    )


def test_sudo_without_a_question_will_do(machine: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.geteuid", lambda: 1000)
    said = machine / "said"
    put(machine, "apt-get")
    put(machine, "sudo", f'echo "sudo $*" >> "{said}"\n')
    assert programs.main(machine) == 0
    assert "sudo -n apt-get install --yes --no-install-recommends" in said.read_text()
