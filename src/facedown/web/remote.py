"""One of our bots at a table on another server, over the JSON interface."""

from __future__ import annotations

import contextlib
import hashlib
import http.client
import json
import os
import random
import secrets
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, TypeVar

from facedown.core.codec import Json, from_json, record_fields
from facedown.core.errors import FacedownError, OtherRules, reason
from facedown.core.game import Game
from facedown.core.messages import fill, joined, phrase
from facedown.core.moves import Move, move_to_json
from facedown.core.registry import game_class
from facedown.core.roster import new_bot, roster_of
from facedown.core.seats import Outcome, Seat, bot_words
from facedown.web.environment import whole_number

_SECONDS: Final = 40
_PATIENCE: Final = 300.0
_WAIT: Final = 20
_MOST_ANSWER: Final = 4 * 1024 * 1024
_LONGEST: Final = 500

R = TypeVar("R")


class Unreachable(FacedownError):
    """The server does not answer now; it may later."""


class ServerRefused(FacedownError):
    """The server has refused something, with a sentence and a code."""

    def __init__(self, sentence: str, code: str) -> None:
        super().__init__(sentence)
        self.code = code


@dataclass(frozen=True, slots=True)
class _Info:
    """What a bot needs to know of a table; ``seats`` are read one by one."""

    game: str
    rules: int
    options: dict[str, bool | int | str]
    seats: tuple[Any, ...]
    status: str
    actors: tuple[int, ...]
    outcome: Outcome | None


@dataclass(frozen=True, slots=True)
class _Named:
    name: str


@dataclass(frozen=True, slots=True)
class _Head:
    head: int


@dataclass(frozen=True, slots=True)
class _Seen:
    head: int
    view: Any


@dataclass(frozen=True, slots=True)
class _Claimed:
    seat: int


@dataclass(slots=True)
class Remote:
    """A table on another server, asked over HTTP; ``secret`` once a seat is ours.

    ``say`` is told when the server goes away and when it is back.
    """

    base: str
    secret: str = ""
    say: Callable[[str], None] = lambda _sentence: None

    def ask(self, path: str, body: Json = None) -> Json:
        """An answer's JSON; raises ``ServerRefused`` or ``Unreachable``."""
        headers = {"accept": "application/json"}
        data = None
        if body is not None:
            headers["content-type"] = "application/json"
            data = json.dumps(body).encode()
        if self.secret:
            headers["authorization"] = f"Bearer {self.secret}"
        request = urllib.request.Request(self.base + path, data, headers)  # noqa: S310  # http(s)
        try:
            with urllib.request.urlopen(request, timeout=_SECONDS) as answer:  # noqa: S310  # same
                text = answer.read(_MOST_ANSWER + 1)
        except urllib.error.HTTPError as problem:
            raise _refusal(problem) from None
        except (OSError, http.client.HTTPException, ValueError) as problem:
            why = getattr(problem, "reason", problem)
            known = isinstance(why, OSError) and why.strerror
            told = reason(why) if known else type(why).__name__
            raise Unreachable(
                phrase("The server does not answer ({reason}).", reason=told)
            ) from None
        return _parsed(text)

    def insist(self, path: str, body: Json = None) -> Json:
        """The same, asked again while the server is away; every message is safe to repeat."""
        until, wait = time.monotonic() + _PATIENCE, 0.5
        while True:
            try:
                answer = self.ask(path, body)
            except Unreachable as problem:
                if time.monotonic() > until:
                    raise
                if wait == 0.5:
                    self.say(joined(" ", [problem.message, phrase("Trying again …")]))
                time.sleep(wait)
                wait = min(wait * 2, 10.0)
            else:
                if wait > 0.5:
                    self.say(phrase("The server is back."))
                return answer


def _parsed(text: bytes) -> Json:
    """The JSON of an answer; raises ``FacedownError`` where it is none."""
    try:
        if len(text) <= _MOST_ANSWER:
            return json.loads(text)
    except (ValueError, RecursionError):
        pass
    raise FacedownError(phrase("The server's answer is not the JSON of a table of Facedown."))


def _read(record: type[R], answer: Json) -> R:
    """The parts of an answer that a record names; others are passed over, as they may be newer.

    Raises ``FacedownError`` where one of them is missing or odd.
    """
    kind: type = record
    known = record_fields(kind)
    parts = {k: v for k, v in answer.items() if k in known} if isinstance(answer, dict) else answer
    return from_json(record, parts, "The server's answer")


def _plain(text: str) -> str:
    """Somebody else's sentence, with nothing in it that a terminal would obey."""
    return "".join(c for c in text[:_LONGEST] if c.isprintable())


def _refusal(problem: urllib.error.HTTPError) -> FacedownError:
    if problem.code in {429, 502, 503, 504}:
        return Unreachable(
            phrase("The server cannot answer now (status {status}).", status=problem.code)
        )
    try:
        said = json.loads(problem.read(_MOST_ANSWER))["error"]
        return ServerRefused(_plain(str(said["sentence"])), str(said["code"]))
    except (ValueError, KeyError, TypeError, OSError, RecursionError, http.client.HTTPException):
        return ServerRefused(
            phrase("The server answers with status {status}.", status=problem.code), "http"
        )


def table_address(url: str) -> tuple[str, Seat | None]:
    """The table's address in the interface, and the seat that a link names.

    Raises ``FacedownError`` when it is no link to a table.

    >>> table_address("http://127.0.0.1:8419/t/abc?sat=2")
    ('http://127.0.0.1:8419/api/tables/abc', 1)
    """
    try:
        parts = urllib.parse.urlsplit(url)
    except ValueError:
        parts = urllib.parse.urlsplit("")
    pieces = parts.path.strip("/").split("/")
    if parts.scheme not in {"http", "https"} or not parts.netloc or "t" not in pieces[:-1]:
        raise FacedownError(phrase("A table's link looks like https://HOST/t/NAME."))
    index = pieces.index("t")
    before = "".join(f"/{piece}" for piece in pieces[:index])
    seat = urllib.parse.parse_qs(parts.query).get("sat", [""])[0]
    number = (whole_number(seat) or 0) - 1
    return (
        f"{parts.scheme}://{parts.netloc}{before}/api/tables/{pieces[index + 1]}",
        number if number >= 0 else None,
    )


class KeptSeat:
    """The secret of a seat in a file, so that the same command goes on after it was stopped.

    One for each table and name, since a table has no name twice.
    """

    def __init__(self, folder: Path, table: str, name: str) -> None:
        digest = hashlib.sha256(f"{table}\0{name}".encode()).hexdigest()
        self._file = folder / f"{digest[:32]}.json"

    def read(self) -> tuple[Seat | None, str]:
        """The seat and its secret; None and an empty text where there are none."""
        try:
            kept = json.loads(self._file.read_text("utf-8"))
            return int(kept["seat"]), str(kept["secret"])
        except (OSError, ValueError, KeyError, TypeError):
            return None, ""

    def write(self, seat: Seat, secret: str) -> None:
        """Keeps a secret, for nobody else to read; where that cannot be, nothing is kept."""
        with contextlib.suppress(OSError):
            self._file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            self._file.unlink(missing_ok=True)
            number = os.open(self._file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(number, "w", encoding="utf-8") as file:
                json.dump({"seat": seat, "secret": secret}, file)

    def forget(self) -> None:
        """Lets it go."""
        with contextlib.suppress(OSError):
            self._file.unlink(missing_ok=True)


def play_at(
    url: str, bot: str, seat: Seat | None, name: str, say: Callable[[str], None], folder: Path
) -> str:
    """Takes a seat and plays until the game is over; returns how it ended, in words.

    In ``folder`` the seat's secret is kept until then, so that the same call goes on after it was
    stopped. Raises ``FacedownError`` with one sentence.
    """
    base, linked = table_address(url)
    remote = Remote(base, say=say)
    info = _read(_Info, remote.ask(""))
    game = _game_of(info)
    chosen = bot or roster_of(game).strongest or ""
    player = new_bot(game, chosen)
    called = name or f"{chosen.capitalize()} from afar"
    kept = KeptSeat(folder, base, called)
    mine = _sit_down(remote, kept, seat if seat is not None else linked, called)
    say(phrase("The bot {bot} has seat {seat}.", bot=bot_words(chosen), seat=mine + 1))
    rng, head = random.Random(secrets.randbits(64)), 0
    while True:
        head = _read(_Head, remote.insist(f"/events?after={head}&wait={_WAIT}")).head
        info = _read(_Info, remote.insist(""))
        if info.status == "over":
            kept.forget()
            names = [_read(_Named, seat).name for seat in info.seats]
            return _plain(fill("" if info.outcome is None else info.outcome.reason, names))
        if mine in info.actors:
            _move(remote, game, player.act, rng)


def _game_of(info: _Info) -> Game:
    """The game that a table says it plays; raises ``FacedownError`` where this program cannot."""
    kind = game_class(_plain(info.game))
    try:
        kind = kind.under(info.rules)
    except OtherRules:
        raise FacedownError(
            phrase(
                "The table plays rules version {rules} of {title}; this program has version "
                "{rules_version}.",
                rules=info.rules,
                title=kind.facts.title,
                rules_version=kind.facts.rules_version,
            )
        ) from None
    for name in info.options:
        kind.facts.option(_plain(name))
    return kind(len(info.seats), **info.options)


def _sit_down(remote: Remote, kept: KeptSeat, wanted: Seat | None, name: str) -> Seat:
    """Takes the seat that was left when this was stopped, or else a new one."""
    seat, remote.secret = kept.read()
    if seat is not None and wanted in {None, seat}:
        try:
            remote.insist("/notes")
        except ServerRefused as refused:
            if refused.code != "not-allowed":
                return seat
        else:
            return seat
    remote.secret = ""
    secret = secrets.token_urlsafe(32)
    claim = {"seat": wanted, "name": name, "secret": secret}
    claimed: Seat = _read(_Claimed, remote.insist("/claim", claim)).seat
    kept.write(claimed, secret)
    remote.secret = secret
    return claimed


def _move(
    remote: Remote,
    game: Game,
    act: Callable[..., int | Move],
    rng: random.Random,
) -> None:
    seen = _read(_Seen, remote.insist("/view"))
    view = from_json(game.facts.view, seen.view, "The server's view")
    game.check_view(view)
    if view.seat not in view.actors:
        return
    action = act(view, rng)
    sent = {"action": action} if isinstance(action, int) else {"move": move_to_json(action)}
    client = f"bot-{seen.head}-{secrets.token_hex(4)}"
    try:
        remote.insist("/moves", {**sent, "expected": seen.head, "client": client})
    except ServerRefused as refused:
        if refused.code not in {"out-of-date", "not-now"}:
            raise
        time.sleep(0.2)  # the table has moved on, or a bot of the host's plays the seat
