"""Makes logs, a store and a backup with the program as it is, to be kept in ``tests/kept``.

    .venv/bin/python tools/keep.py tests/kept/REVISION

Every later version reads what is kept there (``tests/kept/README.md``), so this is run once for a
version and never again for the same one. It needs nothing but what the first kept version had: an
older program is kept by running this file in a clone of it.
"""

from __future__ import annotations

import gzip
import json
import os
import random
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from facedown.core.errors import FacedownError
from facedown.core.log import write_log
from facedown.core.match import Match
from facedown.core.registry import game_names, new_game

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

Seen = tuple[str, int, dict[str, Any], int, "str | None"]

LOGS: Final[Mapping[str, tuple[Seen, ...]]] = {
    "suspense": (
        ("two", 2, {"goal": 5, "dealer": 1}, 4000, None),
        ("one-round", 3, {"goal": 0, "both": True, "folded_out": True}, 4000, None),
        ("unfinished", 3, {"limit": 22}, 9, "conditions"),
    ),
    "turing": (
        ("alone", 1, {"rounds": 3}, 4000, "A low"),
        ("race", 3, {"mode": "extreme", "verifiers": 5, "rounds": 4}, 4000, None),
        ("nightmare", 2, {"mode": "nightmare", "rounds": 3}, 4000, None),
        ("together", 2, {"play": "cooperative", "machine": "careful", "rounds": 3}, 4000, None),
        ("unfinished", 2, {"handicap": "1,0"}, 5, "B"),
    ),
    "mystery": (
        ("alone", 1, {}, 4000, None),
        ("race", 3, {}, 4000, None),
        ("team", 2, {"play": "team"}, 4000, None),
        ("unfinished", 2, {}, 4, "A1"),
    ),
    "solid": (
        ("two", 2, {"turns": 16}, 4000, None),
        ("four", 4, {"anyone": True, "turns": 12}, 4000, None),
        ("separate", 3, {"deck": "separate", "turns": 12}, 4000, None),
        ("unfinished", 2, {}, 25, "weak"),
    ),
    "solver": (
        ("alone", 1, {}, 4000, None),
        ("casual", 3, {"mode": "casual", "level": 2}, 4000, None),
        ("competitive", 3, {"mode": "competitive"}, 4000, None),
        ("written", 2, {"master": "player"}, 4000, None),
        ("judged-by-hand", 2, {"master": "free"}, 60, None),
        ("unfinished", 2, {"level": 3}, 12, "perhaps a colour"),
    ),
}
"""For each game logs by name: seats, options, the most moves, and a note that a seat writes."""

TABLES: Final[Mapping[str, tuple[dict[str, Any], ...]]] = {
    "suspense": (
        {"seats": 2, "options": {"goal": 0, "dealer": 1}, "bots": {"1": "beginner"}},
        {"seats": 3, "bots": {"2": "careful"}},
    ),
    "turing": (
        {"seats": 1, "options": {"cards": "4,9,11,14", "rounds": 2}},
        {"seats": 3, "bots": {"2": "beginner"}},
    ),
    "mystery": ({"seats": 1}, {"seats": 2, "bots": {"1": "beginner"}}),
    "solid": (
        {"seats": 2, "options": {"turns": 6}, "bots": {"1": "beginner"}},
        {"seats": 3, "bots": {"2": "greedy"}},
    ),
    "solver": (
        {"seats": 1},
        {"seats": 2, "options": {"mode": "casual", "level": 2}, "bots": {"1": "beginner"}},
    ),
}
"""For each game a table that is played to its end, and one that goes on."""


def main(folder: Path) -> None:
    """Makes everything in a new folder."""
    folder.mkdir(parents=True)
    logs = {}
    for game in game_names():
        for name, seats, options, most, note in LOGS.get(game, ()):
            match = played(game, seats, options, most, note)
            file, outcome = f"{game}-{name}.jsonl.gz", match.outcome
            written(folder / file, write_log(match.log).encode())
            logs[file] = {
                "moves": match.moves,
                "points": None if outcome is None else outcome.points,
                "winners": None if outcome is None else outcome.winners,
            }
    (folder / "logs.json").write_text(json.dumps(logs, indent=1) + "\n")
    with tempfile.TemporaryDirectory() as scratch:
        store, backup = Path(scratch) / "store.sqlite", Path(scratch) / "backup.sqlite"
        tables = []
        with served(store) as api:
            for game in game_names():
                for number, asked in enumerate(TABLES.get(game, ())):
                    tables += table(api, {"game": game, **asked}, to_end=not number)
        with served(store):  # as after a restart, with what belongs to the store in one file
            command = [sys.executable, "-m", "facedown.terminal", "backup", str(backup)]
            subprocess.run([*command, "--db", str(store)], check=True)
        with closing(__import__("sqlite3").connect(store)) as opened:
            opened.execute("PRAGMA journal_mode = DELETE")
        written(folder / "store.sqlite.gz", store.read_bytes())
        written(folder / "backup.sqlite.gz", backup.read_bytes())
        (folder / "tables.json").write_text(json.dumps(tables, indent=1) + "\n")


def written(path: Path, content: bytes) -> None:
    """Writes a file, packed; the same content gives the same bytes."""
    path.write_bytes(gzip.compress(content, mtime=0))


def played(game: str, seats: int, options: dict[str, Any], most: int, note: str | None) -> Match:
    """A game of random moves, with moves taken back where they can be."""
    match = Match(new_game(game, seats, **options), seed=f"kept {game} {seats}")
    rng = random.Random(f"{game} {sorted(options.items())}")
    while match.actors and match.moves < most:
        seat = rng.choice(match.actors)
        if note is not None and match.moves > most // 2:
            match.note(seat, kept_note(game, note))
            note = None
        makes_move(match, seat, rng)
        if match.actors and match.undo_refusal(seat) is None and rng.random() < 0.3:
            match.undo(seat)
    return match


def kept_note(game: str, note: str) -> str:
    """A note that the game takes."""
    return {"turing": "code 1??", "mystery": "A1 is high"}.get(game, note)


def makes_move(match: Match, seat: int, rng: random.Random) -> None:
    """A random move; in an open language one of it where nothing is listed, or now and then."""
    listed = match.view(seat).legal
    if not listed or (match.game.facts.open_moves and rng.random() < 0.2):
        said = match.game.draw_open(match.view(seat), rng)
        if said is not None:
            match.play(seat, said)
            return
    match.play(seat, rng.choice(listed))


@contextmanager
def served(store: Path) -> Iterator[str]:
    """A server on a store; gives the address of its interface."""
    with closing(socket.socket()) as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "facedown.terminal", "serve", "--no-browser", "--workers", "1"]
    process = subprocess.Popen(
        [*command, "--port", str(port), "--db", str(store)], stdout=subprocess.DEVNULL
    )
    try:
        until = time.monotonic() + 60
        while True:
            with closing(socket.socket()) as knock:
                if knock.connect_ex(("127.0.0.1", port)) == 0:
                    break
            if time.monotonic() > until:
                raise SystemExit("The server does not answer.")
            time.sleep(0.1)
        yield f"http://127.0.0.1:{port}/api"
    finally:
        process.send_signal(signal.SIGINT)
        process.wait(60)


def asked(url: str, form: dict[str, Any] | None = None, secret: str = "") -> Any:
    """What the server answers; None where it refuses."""
    headers = {"Content-Type": "application/json"}
    if secret:
        headers["Authorization"] = f"Bearer {secret}"
    data = None if form is None else json.dumps(form).encode()
    request = urllib.request.Request(url, data, headers)  # noqa: S310  # a server of our own
    try:
        with urllib.request.urlopen(request, timeout=90) as answer:  # noqa: S310
            return json.load(answer)
    except urllib.error.HTTPError as refused:
        refused.read()
        return None


def table(api: str, new: dict[str, Any], *, to_end: bool) -> list[dict[str, Any]]:
    """Opens a table, plays at it, and tells what it is: the secrets are those of nobody."""
    made = asked(f"{api}/tables", new)
    name = made["table"]
    url = f"{api}/tables/{name}"
    people = [seat for seat in range(new["seats"]) if str(seat) not in new.get("bots", {})]
    secrets = {}
    for seat in people:
        claim = {"seat": seat, "name": f"{['Ada', 'Bo', 'Cy'][seat]}"}
        secrets[seat] = asked(f"{url}/claim", claim)["secret"]
    first = people[0]
    asked(f"{url}/chat", {"text": "Good luck!"}, secrets[first])
    asked(f"{url}/notes", {"text": kept_note(new["game"], "mine alone")}, secrets[first])
    rng, moves, undone = random.Random(str(new)), 0, None
    while (info := asked(url))["status"] != "over" and (to_end or moves < 4):
        mine = [seat for seat in info["actors"] if seat in secrets]
        if not mine:
            asked(f"{url}/events?after={info['head']}&wait=5", None, secrets[first])
            continue
        seat = mine[0]
        if choice := asked(f"{url}/moves", None, secrets[seat])["moves"]:
            sent = {"action": rng.choice(choice)["action"]}
        else:
            sent = {"line": "red"}
        moves += asked(f"{url}/moves", sent, secrets[seat]) is not None
        undone = undone or asked(f"{url}/undo", {}, secrets[seat])
    kept = [kept_form(api, name, new, made["host_secret"], secrets)]
    if not to_end:
        asked(f"{url}/standing", {"question": "protect data", "answer": "decline"}, secrets[first])
        if len(people) > 1:
            asked(f"{url}/resign", {}, secrets[people[1]]) or asked(
                f"{url}/leave", {}, secrets[people[1]]
            )
            kept = [kept_form(api, name, new, made["host_secret"], secrets)]
        return kept
    again = asked(f"{url}/rematch", {}, secrets[first])
    if again is not None:
        kept.append(kept_form(api, asked(url)["rematch"], new, made["host_secret"], {}))
    half = {"seat": first, "turn": info["moves"] // 2}
    if (practice := asked(f"{url}/practice", half, secrets[first])) is not None:
        kept.append(kept_form(api, practice["table"], new, practice["host_secret"], {}))
    return kept


def kept_form(
    api: str, name: str, new: dict[str, Any], host: str, secrets: dict[int, str]
) -> dict[str, Any]:
    """What is to be found at a table later."""
    info = asked(f"{api}/tables/{name}")
    return {
        "table": name,
        "game": new["game"],
        "status": info["status"],
        "moves": info["moves"],
        "outcome": info["outcome"],
        "host": host,
        "secrets": {str(seat): secret for seat, secret in secrets.items()},
    }


if __name__ == "__main__":
    target = Path(sys.argv[1]).resolve()
    os.environ["NUMBA_NUM_THREADS"] = "1"
    try:
        main(target)
    except (FacedownError, OSError):
        shutil.rmtree(target, ignore_errors=True)
        raise
