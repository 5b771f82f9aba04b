"""A language model behind an endpoint for chats, as many programs offer (``/chat/completions``).

Only the standard library speaks to it. The key comes from the environment, goes to that host over
TLS or to this machine, and stands in no record, no sentence and no log; nothing that the server
says of a mistake is repeated. Redirections are not followed.
"""

from __future__ import annotations

import http.client
import json
import re
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import urlsplit

from facedown.core.errors import BadOption
from facedown.lab.players import LONGEST_ANSWER, OutsideError, UnreadableReply, Wrong

KEYS: Final = ("FACEDOWN_AGENT_KEY", "OPENAI_API_KEY")
"""Variables of the environment; the first that is set has the key."""

LAST: Final = "/chat/completions"
MOST_BYTES: Final = 20_000_000
"""Of one response: a stream says much beside the answer."""

TRIES: Final = 4
LONGEST_PAUSE: Final = 60
PASSING: Final = {408, 409, 425, 429, 500, 502, 503, 504, 529}
"""Answers after which the same is asked again in a moment."""


@dataclass(frozen=True, slots=True)
class Address:
    """Where an endpoint is, and which model it is asked for: ``URL#MODEL``."""

    secure: bool
    host: str
    port: int | None
    path: str
    model: str

    @classmethod
    def read(cls, text: str) -> Address:
        """Reads an address; raises ``BadOption`` with one sentence.

        >>> Address.read("http://localhost:8000/v1#small").path
        '/v1/chat/completions'
        """
        try:
            parts = urlsplit(text)
            port = parts.port
        except ValueError:
            raise BadOption("An endpoint is given as URL#MODEL.") from None
        if parts.scheme not in ("http", "https") or not parts.hostname or not parts.fragment:
            raise BadOption(
                "An endpoint is given as URL#MODEL, such as http://localhost:8000/v1#M."
            )
        if parts.username or parts.password or parts.query:
            raise BadOption(f"An endpoint's address has no secrets: put the key into {KEYS[0]}.")
        path = parts.path.rstrip("/")
        path = path if path.endswith(LAST) else path + LAST
        return cls(parts.scheme == "https", parts.hostname, port, path, parts.fragment)

    @property
    def here(self) -> bool:
        """Whether it is on this machine."""
        return self.host in {"localhost", "127.0.0.1", "::1"}


def is_address(text: str) -> bool:
    """Whether an endpoint is meant.

    >>> is_address("http://localhost:8000/v1#small"), is_address("python3 agent.py")
    (True, False)
    """
    return text.startswith(("http://", "https://"))


def key_in(environment: Mapping[str, str]) -> str:
    """The key, or nothing.

    >>> key_in({"OPENAI_API_KEY": "k"})
    'k'
    """
    return next((environment[name] for name in KEYS if environment.get(name)), "")


class _Passing(Exception):
    """The endpoint cannot answer now; after so many seconds it may."""

    def __init__(self, why: str, pause: float | None = None) -> None:
        super().__init__(why)
        self.pause = pause


class Endpoint:
    """Asks one endpoint; each question is a conversation of its own."""

    def __init__(
        self,
        address: Address,
        key: str = "",
        seconds: float = 600.0,
        pause: Callable[[float], None] = time.sleep,
    ) -> None:
        if key and not (address.secure or address.here):
            raise BadOption("A key goes over https, or to this machine: not to that address.")
        if any(not 32 < ord(letter) < 127 for letter in key):
            raise BadOption(f"What {KEYS[0]} has is no key.")
        self._address, self._key, self._seconds, self._pause = address, key, seconds, pause

    def ask(self, messages: list[dict[str, str]]) -> tuple[str, dict[str, int]]:
        """The answer as text, and the tokens that it took where the endpoint says so.

        Raises ``OutsideError`` with one sentence where there is none, after asking some times, and
        ``UnreadableReply`` for one that is too long.
        """
        asked = {
            "model": self._address.model,
            "messages": messages,
            "stream": True,
            "stream_options": {"include_usage": True},
        }
        for number in range(TRIES):
            try:
                return self._once(json.dumps(asked).encode())
            except _Passing as problem:
                if number == TRIES - 1:
                    raise self._given_up(str(problem)) from None
                self._pause(4.0**number if problem.pause is None else problem.pause)
        raise AssertionError

    def _given_up(self, why: str) -> OutsideError:
        return OutsideError(f"The endpoint at {self._address.host} {why}.")

    def _late(self) -> OutsideError:
        return self._given_up(f"has not answered within {self._seconds:g} seconds")

    def _once(self, body: bytes) -> tuple[str, dict[str, int]]:
        address, until = self._address, time.monotonic() + self._seconds
        kind = http.client.HTTPSConnection if address.secure else http.client.HTTPConnection
        connection = kind(address.host, address.port, timeout=self._seconds)
        headers = {"Content-Type": "application/json", "Accept": "text/event-stream"}
        if self._key:
            headers["Authorization"] = f"Bearer {self._key}"
        try:
            connection.request("POST", address.path, body, headers)
            response = connection.getresponse()
            if response.status != http.client.OK:
                raise self._refused(response)
            said = _Said(streamed="event-stream" in response.getheader("Content-Type", ""))
            while more := response.read1(1 << 16):
                said.take(more)
                if time.monotonic() > until:
                    raise self._late()
            return said.text(), said.tokens
        except TimeoutError:
            raise self._late() from None
        except (OSError, http.client.HTTPException):
            raise _Passing("cannot be reached, or broke off") from None
        finally:
            connection.close()

    def _refused(self, response: http.client.HTTPResponse) -> Exception:
        status = response.status
        why = f"answered {status} {http.client.responses.get(status, '')}".rstrip()
        if status not in PASSING:
            return self._given_up(why)
        after = response.getheader("Retry-After", "")
        pause = min(int(after), LONGEST_PAUSE) if after.isdecimal() and len(after) < 9 else None
        return _Passing(why, pause)


class _Said:
    """What has come of a response so far: a stream of events, or one object."""

    def __init__(self, *, streamed: bool) -> None:
        self._streamed = streamed
        self._rest = b""
        self._bytes = 0
        self._parts: list[str] = []
        self.tokens: dict[str, int] = {}

    def take(self, more: bytes) -> None:
        """Reads on."""
        self._bytes += len(more)
        if self._bytes > MOST_BYTES or sum(map(len, self._parts)) > LONGEST_ANSWER:
            raise UnreadableReply(f"The answer has more than {LONGEST_ANSWER:,} characters.")
        self._rest += more
        if self._streamed:
            *lines, self._rest = self._rest.split(b"\n")
            for line in lines:
                self._event(line.strip())

    def _event(self, line: bytes) -> None:
        if line.startswith(b"data:") and line[5:].strip() != b"[DONE]":
            self._object(line[5:], "delta")

    def _object(self, text: bytes, part: str) -> None:
        try:
            form: Any = json.loads(text)
            for choice in form.get("choices") or ():
                said = choice.get(part) or {}
                if isinstance(said.get("content"), str):
                    self._parts.append(said["content"])
            for name, number in (form.get("usage") or {}).items():
                if name in ("prompt_tokens", "completion_tokens") and type(number) is int:
                    self.tokens[name] = number
        except (ValueError, AttributeError, TypeError, RecursionError):
            raise _Passing("has answered something else than a chat") from None

    def text(self) -> str:
        """All of the answer."""
        if not self._streamed:
            self._object(self._rest, "message")
        elif self._rest.strip():
            self._event(self._rest.strip())
        return "".join(self._parts)


_BLOCK: Final = re.compile(r"```[^\n`]*\n(.*?)```", re.DOTALL)


def object_in(text: str) -> dict[str, Any]:
    r"""The answer in a text: its last fenced block, or all of it, as one JSON object.

    Raises ``UnreadableReply`` with one sentence.

    >>> object_in('No {"line": "ask A"}.\n```json\n{"line": "propose 241"}\n```')
    {'line': 'propose 241'}
    """
    blocks = _BLOCK.findall(text)
    try:
        form = json.loads(blocks[-1] if blocks else text)
    except (ValueError, RecursionError):
        form = None
    if not isinstance(form, dict):
        raise UnreadableReply("The last block is not one JSON object.")
    return form


def again(wrong: Wrong) -> str:
    """What follows a wrong answer.

    >>> again(Wrong("illegal", "It is not your turn."))
    'Your answer was not played: It is not your turn. Answer again.'
    """
    what = "could not be read" if wrong.kind == "unreadable" else "was not played"
    return f"Your answer {what}: {wrong.sentence} Answer again."


def conversation(rules: str, position: str, wrong: list[tuple[str, str]]) -> list[dict[str, str]]:
    """The messages of a question: the rules, the position, and each wrong answer with its reply.

    >>> [each["role"] for each in conversation("rules", "position", [("?", "Again.")])]
    ['system', 'user', 'assistant', 'user']
    """
    told = [{"role": "system", "content": rules}, {"role": "user", "content": position}]
    for answer, sentence in wrong:
        told.append({"role": "assistant", "content": answer or "(nothing)"})
        told.append({"role": "user", "content": sentence})
    return told
