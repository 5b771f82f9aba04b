"""One of our bots at a table on another server, over the JSON interface."""

from __future__ import annotations

import http.client
import json
import random
import secrets
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from facedown.core.codec import Json, from_json
from facedown.core.errors import FacedownError
from facedown.core.game import Game
from facedown.core.moves import Move, move_to_json
from facedown.core.registry import game_class
from facedown.core.seats import Seat
from facedown.core.words import fill

_SECONDS: Final = 40
_PATIENCE: Final = 300.0
_WAIT: Final = 20


class Unreachable(FacedownError):
    """The server does not answer now; it may later."""


class Refused(FacedownError):
    """The server has refused something, with a sentence and a code."""

    def __init__(self, sentence: str, code: str) -> None:
        super().__init__(sentence)
        self.code = code


@dataclass(slots=True)
class Remote:
    """A table on another server, asked over HTTP; ``secret`` once a seat is ours."""

    base: str
    secret: str = ""

    def ask(self, path: str, body: Json = None) -> Json:
        """An answer's JSON; raises ``Refused`` or ``Unreachable``."""
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
                return json.load(answer)
        except urllib.error.HTTPError as problem:
            raise _refusal(problem) from None
        except (OSError, http.client.HTTPException, ValueError) as problem:
            raise Unreachable(f"The server does not answer ({type(problem).__name__}).") from None

    def insist(self, path: str, body: Json = None) -> Json:
        """The same, asked again while the server is away; every message is safe to repeat."""
        until, wait = time.monotonic() + _PATIENCE, 0.5
        while True:
            try:
                return self.ask(path, body)
            except Unreachable:
                if time.monotonic() > until:
                    raise
                time.sleep(wait)
                wait = min(wait * 2, 10.0)


def _refusal(problem: urllib.error.HTTPError) -> FacedownError:
    if problem.code in {429, 502, 503, 504}:
        return Unreachable(f"The server cannot answer now (status {problem.code}).")
    try:
        told = json.load(problem)["error"]
        return Refused(str(told["sentence"]), str(told["code"]))
    except (ValueError, KeyError, TypeError, OSError):
        return Refused(f"The server answers with status {problem.code}.", "http")


def table_address(url: str) -> tuple[str, Seat | None]:
    """The table's address in the interface, and the seat that a link names.

    Raises ``FacedownError`` when it is no link to a table.

    >>> table_address("http://127.0.0.1:8419/t/abc?sat=2")
    ('http://127.0.0.1:8419/api/tables/abc', 1)
    """
    parts = urllib.parse.urlsplit(url)
    pieces = parts.path.strip("/").split("/")
    if parts.scheme not in {"http", "https"} or not parts.netloc or "t" not in pieces[:-1]:
        raise FacedownError("A table's link looks like https://HOST/t/NAME.")
    place = pieces.index("t")
    before = "".join(f"/{piece}" for piece in pieces[:place])
    seat = urllib.parse.parse_qs(parts.query).get("sat", [""])[0]
    number = int(seat) - 1 if seat.isascii() and seat.isdigit() and seat != "0" else None
    return f"{parts.scheme}://{parts.netloc}{before}/api/tables/{pieces[place + 1]}", number


def play_at(url: str, bot: str, seat: Seat | None, name: str, say: Callable[[str], None]) -> str:
    """Takes a seat and plays until the game is over; returns how it ended, in words.

    Raises ``FacedownError`` with one sentence.
    """
    base, linked = table_address(url)
    remote = Remote(base)
    info = remote.ask("")
    game = game_class(info["game"])(len(info["seats"]), **info["options"])
    if game.facts.rules_version != info["rules"]:
        raise FacedownError(
            f"The table plays rules version {info['rules']} of {game.facts.title}; this program "
            f"has version {game.facts.rules_version}."
        )
    chosen = bot or list(game.bots())[-1]
    player = game.bot(chosen)
    remote.secret = ""
    secret = secrets.token_urlsafe(32)
    wanted = seat if seat is not None else linked
    claim = {"seat": wanted, "name": name or f"{chosen.capitalize()} from afar", "secret": secret}
    claimed = remote.insist("/claim", claim)
    remote.secret = secret
    say(f"The bot {chosen} has seat {claimed['seat'] + 1}.")
    rng, head = random.Random(secrets.randbits(64)), 0
    while True:
        head = remote.insist(f"/events?after={head}&wait={_WAIT}")["head"]
        info = remote.insist("")
        if info["status"] == "over":
            names = [one["name"] for one in info["seats"]]
            return fill(info["outcome"]["reason"], names)
        if claimed["seat"] in info["actors"]:
            _move(remote, game, player.act, rng)


def _move(
    remote: Remote,
    game: Game,
    act: Callable[..., int | Move],
    rng: random.Random,
) -> None:
    seen = remote.insist("/view")
    view = from_json(game.facts.view, seen["view"], "the view")
    if view.seat not in view.actors:
        return
    action = act(view, rng)
    sent = {"action": action} if isinstance(action, int) else {"move": move_to_json(action)}
    client = f"bot-{seen['head']}-{secrets.token_hex(4)}"
    try:
        remote.insist("/moves", {**sent, "expected": seen["head"], "client": client})
    except Refused as refused:
        if refused.code not in {"out-of-date", "not-now"}:
            raise
        time.sleep(0.2)  # the table has moved on, or a bot of the host's plays the seat
