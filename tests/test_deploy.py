"""The samples in `deploy/` fit the program: its options, its limits, its files."""

from __future__ import annotations

import argparse
import configparser
import json
import re
import shlex
from pathlib import Path

import pytest

from facedown.terminal import backup, restore, serve
from facedown.terminal.arguments import ArgumentReader
from facedown.web.api.tables import MOST_WAIT
from facedown.web.guard import Config
from tests.test_docs import PAGES

ROOT = Path(__file__).parents[1]
RECIPE, UNIT, PROXY = (
    (ROOT / "deploy" / name).read_text("utf-8")
    for name in ("Containerfile", "facedown.service", "nginx.conf")
)


def parsed(words: list[str]) -> argparse.Namespace:
    """What `facedown` makes of a command line; raises ``BadArguments`` where it is none."""
    module = {"serve": serve, "backup": backup, "restore": restore}[words[0]]
    parser = ArgumentReader(words[0], module.SUMMARY)
    module.arguments(parser)
    return parser.parse_args(words[1:])


def unit() -> configparser.SectionProxy:
    """The unit's section on the service; what stands there twice counts as one."""
    reader = configparser.ConfigParser(strict=False, interpolation=None, comment_prefixes="#")
    reader.optionxform = str  # type: ignore[assignment,method-assign]
    reader.read_string(UNIT)
    assert reader.sections() == ["Unit", "Service", "Install"]
    return reader["Service"]


def steps(kind: str) -> list[str]:
    """What the recipe's lines of one kind say."""
    return re.findall(rf"^{kind} (.*)$", RECIPE, re.MULTILINE)


def directives(name: str) -> list[str]:
    """What the proxy's lines of one kind say, those that are switched off too."""
    return re.findall(rf"^[ #]*{name} +([^;{{}}\n]+);", PROXY, re.MULTILINE)


def test_the_unit_starts_a_server_that_keeps_its_files_where_it_may_write() -> None:
    program, *words = shlex.split(unit()["ExecStart"])
    chosen = parsed(words)
    assert program == "/opt/facedown/bin/facedown"
    assert chosen.no_browser
    assert chosen.host == serve.LOOPBACK  # the proxy alone speaks to the world
    assert chosen.db == f"/var/lib/{unit()['StateDirectory']}/tables.sqlite"
    assert unit()["Environment"] == "XDG_CACHE_HOME=/var/cache"
    assert unit()["CacheDirectory"] == "facedown"  # what `compiling` makes below it


def test_the_unit_lets_the_server_do_nothing_that_it_need_not() -> None:
    for hardening in ("NoNewPrivileges", "PrivateTmp", "ProtectHome", "RestrictNamespaces"):
        assert unit()[hardening] == "yes"
    assert unit()["ProtectSystem"] == "strict"
    assert unit()["CapabilityBoundingSet"] == ""
    assert unit()["User"] == "facedown"
    assert "MemoryDenyWriteExecute" not in unit()  # what is compiled could not run


def test_the_recipe_copies_what_there_is_and_runs_as_nobody_in_particular() -> None:
    for line in steps("COPY"):
        if not line.startswith("--from"):
            assert all((ROOT / name).exists() for name in line.split()[:-1]), line
    assert set(steps("FROM")) == {"python:3.12-slim AS build", "python:3.12-slim"}
    assert steps("USER") == ["facedown"]
    for file in re.findall(r"constraints/\w+\.txt", RECIPE):
        assert (ROOT / file).is_file()
    pinned = (ROOT / "constraints" / "dev.txt").read_text("utf-8")
    assert "\npsycopg==" in pinned
    assert "\npsycopg-binary==" in pinned
    built = (ROOT / "constraints" / "run.txt").read_text("utf-8")
    assert "\nhatchling==" in built
    assert "\nnodejs-wheel-binaries==" in built


def test_the_recipe_starts_a_server_whose_port_and_store_can_be_reached() -> None:
    (entry,) = steps("ENTRYPOINT")
    program, *words = json.loads(entry)
    chosen = parsed(words)
    assert (program, chosen.host, chosen.no_browser) == ("facedown", "0.0.0.0", True)  # noqa: S104
    assert steps("EXPOSE") == [str(chosen.port)] == [str(serve.DEFAULT_PORT)]
    assert steps("VOLUME") == [str(Path(chosen.db).parent)]
    (health,) = re.findall(r"^HEALTHCHECK .*CMD (\[.*\])$", RECIPE, re.MULTILINE)
    assert f"127.0.0.1:{chosen.port}/health" in json.loads(health)[-1]
    compile(json.loads(health)[-1], "health", "exec")


def test_the_proxy_leads_to_the_unit_and_tells_it_who_asks() -> None:
    chosen = parsed(shlex.split(unit()["ExecStart"])[1:])
    first, second = directives("server")
    assert first == f"{chosen.host}:{chosen.port} max_fails=0"
    assert second == f"{chosen.host}:{chosen.port + 1} max_fails=0"
    assert chosen.proxies == chosen.host
    assert set(directives("server_name")) == set(chosen.name)
    assert set(directives("proxy_set_header")) == {
        'Connection ""',
        'Forwarded ""',
        "Host $http_host",
        "X-Forwarded-For $remote_addr",  # set, never added to what a visitor sent
        "X-Forwarded-Proto $scheme",
    }


def test_the_proxy_lets_through_what_the_server_reads_and_waits_as_long_as_it_does() -> None:
    assert directives("client_max_body_size") == [f"{Config().most_body // 1024}k"]
    (seconds,) = directives("proxy_read_timeout")
    assert int(seconds.removesuffix("s")) > 2 * max(Config().heartbeat, MOST_WAIT)
    assert "proxy_buffering" not in PROXY  # else streams would need a place of their own
    assert PROXY.count("{") == PROXY.count("}")


def told(command: str) -> list[list[str]]:
    """The lines of a `facedown` command that the page on hosting shows."""
    shown = re.findall(rf"facedown ({command} [^|;&<`')]+)", PAGES["hosting.md"])
    return [line.split() for line in shown]


@pytest.mark.parametrize("command", ["backup", "restore"])
def test_the_page_shows_commands_that_there_are(command: str) -> None:
    lines = told(command)
    assert len(lines) == 2
    assert {parsed(words).db for words in lines} == {"tables.sqlite"}


def test_the_page_tells_how_to_start_upgrade_back_up_watch_and_remove_each() -> None:
    _, *ways = PAGES["hosting.md"].split("\n## ")
    assert [len(re.findall(r"^- \*\*", way, re.MULTILINE)) for way in ways] == [5, 5, 5]
    for way in ways:
        words = ("Start", "Upgrade", "Back up", "Watch", "Remove")
        assert [f"- **{word}**" in way for word in words] == [True] * 5
    for option in re.findall(r"(--(?:name|proxies)) ", PAGES["hosting.md"]):
        parsed(["serve", option, "play.example"])
