"""Server-sent events: a stream for each page or program that watches, and what goes over it.

What goes to those who watch a table is drawn once for each seat, however many look.
"""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import struct
import time
import zlib
from collections import Counter
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial
from itertools import count
from typing import Final, TypeAlias

from markupsafe import escape
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response, StreamingResponse
from starlette.types import Receive, Scope, Send

from facedown.core.errors import FacedownError
from facedown.core.messages import phrase
from facedown.core.seats import Seat
from facedown.languages import Language, spoken
from facedown.web.environment import whole_number
from facedown.web.guard import address_key
from facedown.web.visitor import Visitor

TOKEN_LENGTH: Final = 32
LEVEL, MEMORY = 6, 6
"""How hard a stream is compressed, and with how much memory (zlib's ``memLevel``)."""

_WINDOW: Final = 1 << 15
_SMALL: Final = 256
"""A text of fewer bytes is packed without looking back, once for whoever gets it."""
_RAW: Final = -zlib.MAX_WBITS
_HEAD: Final = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"
"""What a gzip file begins with."""
_LETTERS: Final = bytes(set(range(1, 32)) - set(b"\t\n\r"))
"""What stands in no text that is sent."""
_FIRST, _SECOND = (
    bytes(secrets.choice(part) for _ in range(TOKEN_LENGTH))
    for part in (_LETTERS[:14], _LETTERS[14:])
)
"""Two tokens of nobody, which differ in every place."""


@dataclass(frozen=True, slots=True)
class Personal:
    """A text in pieces, between each two of which its reader's token stands."""

    pieces: tuple[bytes, ...]

    def to(self, token: bytes) -> bytes:
        """The text for whoever has that token."""
        return token.join(self.pieces)


Text: TypeAlias = bytes | Personal


def text_to(text: Text, token: bytes) -> bytes:
    """A text as its reader gets it.

    >>> text_to(Personal((b"<", b">")), b"mine"), text_to(b"beat", b"mine")
    (b'<mine>', b'beat')
    """
    return text if isinstance(text, bytes) else text.to(token)


class Packer:
    """One stream in the form of a gzip file, each text so that it can be read at once.

    ``token`` is the reader's, of ``TOKEN_LENGTH`` letters.

    A stream says much again that it has just said. What differs between people who see the same
    is the token of their forms, which stands in the same places each time: a packed text that
    copies it from what was sent before says to each their own.

    >>> packer = Packer(b"t" * TOKEN_LENGTH)
    >>> packed = packer.pack(b"Hello ") + packer.pack(b"there") + packer.end()
    >>> zlib.decompress(packed, 16 + zlib.MAX_WBITS)
    b'Hello there'
    """

    def __init__(self, token: bytes) -> None:
        self._token = token
        self._begun = False
        self._past: tuple[Text, ...] = ()
        self._sum = self._size = 0

    def pack(self, text: Text) -> bytes:
        """What is sent for a text."""
        own = text_to(text, self._token)
        self._sum, self._size = zlib.crc32(own, self._sum), self._size + len(own)
        if len(own) < _SMALL:
            packed = _alone(own)
            self._past = (*self._past, text) if self._past else ()
        else:
            packed = _shared(self._past, text) or _packed_text(self._past, text, self._token)
            self._past = (text,)
        head, self._begun = b"" if self._begun else _HEAD, True
        return head + packed

    def end(self) -> bytes:
        """What is sent at the end."""
        head = b"" if self._begun else _HEAD
        return head + b"\x03\x00" + struct.pack("<LL", self._sum, self._size & 0xFFFFFFFF)


@lru_cache(256)
def _alone(text: bytes) -> bytes:
    return _packed_text((), text, b"")


@lru_cache(64)
def _shared(past: Sequence[Text], text: Text) -> bytes | None:
    """A text packed for everybody who has been sent the same before, or None.

    Packed with one token it has to say the same with another: then no token stands in it, and no
    part of one is taken for anything else.
    """
    packed = _packed_text(past, text, _FIRST)
    window = _window(past, _SECOND)
    reading = zlib.decompressobj(_RAW, zdict=window) if window else zlib.decompressobj(_RAW)
    return packed if reading.decompress(packed) == text_to(text, _SECOND) else None


def _packed_text(past: Sequence[Text], text: Text, token: bytes) -> bytes:
    window = _window(past, token)
    how = (LEVEL, zlib.DEFLATED, _RAW, MEMORY, zlib.Z_DEFAULT_STRATEGY)
    packer = zlib.compressobj(*how, window) if window else zlib.compressobj(*how)
    return packer.compress(text_to(text, token)) + packer.flush(zlib.Z_SYNC_FLUSH)


def _window(past: Sequence[Text], token: bytes) -> bytes:
    """The end of what was sent, as far back as a packed text can refer to it."""
    return b"".join(text_to(each, token) for each in past)[-_WINDOW:]


RETRY_MS = 1000

Sent: TypeAlias = tuple[int, str, str] | Personal
"""An event's number, kind and data, or the whole event."""
TOO_MANY: Final = phrase("Too many streams are open from your address.")


class Streams:
    """How many streams each address has open."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.open: Counter[str] = Counter()

    def take(self, address: str) -> bool:
        """Opens a stream for an address; False when it has too many."""
        if self.open[address] >= self.most:
            return False
        self.open[address] += 1
        return True

    def give_back(self, address: str) -> None:
        """A stream of an address has ended."""
        self.open[address] -= 1
        if not self.open[address]:
            del self.open[address]


def event(number: int, kind: str, data: str) -> str:
    r"""One event in the form of the protocol; without a kind a comment, which nobody is told of.

    A negative number stands for none: it changes nothing about where a listener goes on.

    >>> event(7, "table", "<p>\nHi</p>")
    'id: 7\nevent: table\ndata: <p>\ndata: Hi</p>\n\n'
    >>> event(-1, "beat", "15000"), event(-1, "", "")
    ('event: beat\ndata: 15000\n\n', ':\n\n')
    >>> event(-1, "x", "a\rb\r\nc\n"), event(-1, "x", "")
    ('event: x\ndata: a\ndata: b\ndata: c\n\n', 'event: x\n\n')
    """
    if not kind:
        return ":\n\n"
    whole = _lined(data)
    lines = "data: " + whole.replace("\n", "\ndata: ") + "\n" if data else ""
    which = f"id: {number}\n" if number >= 0 else ""
    return f"{which}event: {kind}\n{lines}\n"


def _lined(data: str) -> str:
    """A text as a browser puts an event's together again."""
    return data.replace("\r\n", "\n").replace("\r", "\n").removesuffix("\n")


def change(before: Sequence[str], after: Sequence[str]) -> list[str]:
    """What makes of one text's lines another's: ``=M N`` are lines M to N of it, ``+…`` is new.

    N itself is not among them. Read by ``_changing.js``.

    >>> change(["<ul>", "<li>one</li>", "</ul>"], ["<ul>", "<li>one</li>", "<li>two</li>", "</ul>"])
    ['=0 2', '+<li>two</li>', '=2 3']
    """
    places = {line: place for place, line in enumerate(before)}
    told: list[str] = []
    place, most, at, end = 0, len(before), 0, len(after)
    while at < end:
        line = after[at]
        if place >= most or before[place] != line:
            found = places.get(line)
            if found is None:
                told.append(f"+{line}")
                at += 1
                continue
            place = found
        start = place
        while at < end and place < most and before[place] == after[at]:
            place += 1
            at += 1
        told.append(f"={start} {place}")
    return told


def last_seen(request: Request) -> int | None:
    """The event after which a listener goes on, as its browser remembers it; None for a new one."""
    text = request.headers.get("last-event-id")
    return None if text is None else event_number(text)


def event_number(text: str) -> int:
    """The number of an event as text, 0 for anything else: who listens then hears everything.

    >>> event_number("17"), event_number("x")
    (17, 0)
    """
    return whole_number(text) or 0


@contextlib.contextmanager
def slot_in(request: Request, streams: Streams) -> Iterator[None]:
    """A slot among those of an address while something is worked out for it.

    Raises ``HTTPException`` when it has too many.
    """
    address = address_key(request.client.host) if request.client else ""
    if not streams.take(address):
        raise HTTPException(
            429, phrase("Too much is worked out for your address already; try again.")
        )
    try:
        yield
    finally:
        streams.give_back(address)


class _Stream(StreamingResponse):
    """A stream that gives its slot back when it ends, even if nothing of it was ever sent."""

    def __init__(
        self, body: AsyncIterator[Text], token: str, streams: Streams, address: str, *, packed: bool
    ) -> None:
        headers = {"cache-control": "no-store", "x-accel-buffering": "no"}
        headers["vary"] = "accept-encoding"
        if packed:
            headers["content-encoding"] = "gzip"
        super().__init__(
            (_packed if packed else _plain)(body, token.encode()),
            media_type="text/event-stream",
            headers=headers,
        )
        self._give_back = partial(streams.give_back, address)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Streams until the listener goes away or the body ends."""
        try:
            await super().__call__(scope, receive, send)
        finally:
            self._give_back()


async def _packed(body: AsyncIterator[Text], token: bytes) -> AsyncIterator[bytes]:
    packer = Packer(token)
    async for text in body:
        yield packer.pack(text)
    yield packer.end()


async def _plain(body: AsyncIterator[Text], token: bytes) -> AsyncIterator[bytes]:
    async for text in body:
        yield text_to(text, token)


def stream(
    request: Request, streams: Streams, frames: AsyncGenerator[Sent, None], token: str = ""
) -> Response:
    """A response that goes on as long as somebody listens; ends when the frames do.

    ``token`` is that of the listener's forms, where one stands in the events.
    """
    if request.method == "HEAD":  # an answer without a body would never come to its end
        return Response(media_type="text/event-stream")
    address = address_key(request.client.host) if request.client else ""
    if not streams.take(address):
        return PlainTextResponse(f"{spoken(TOO_MANY)}\n", 429)

    async def body() -> AsyncGenerator[Text, None]:
        async with contextlib.aclosing(frames):
            yield f"retry: {RETRY_MS}\n\n".encode()
            # The seat may become somebody else's, the store be away: who asks again hears why.
            with contextlib.suppress(FacedownError):
                async for sent in frames:
                    yield sent if isinstance(sent, Personal) else event(*sent).encode()

    packed = "gzip" in request.headers.get("accept-encoding", "").lower()
    return _Stream(body(), token, streams, address, packed=packed)


FRESH: Final = 1.0
"""For so many seconds clocks that one was shown are shown to others; they go on meanwhile."""
MOST_KEPT: Final = 512
"""So many drawings are kept: as many seats as may look at the same time at tables that change."""

NEAR: Final = 12_000
"""Bytes of an event without a token in them, at most, but for a longer line."""
MOST_NAMES: Final = 4
"""So many readers' names a drawing is kept as an event for; most who only watch have none."""

_STAND_IN: Final = Visitor(secrets.token_urlsafe(32), new=False)
_NAME: Final = _STAND_IN.derive("name")
_FORM: Final = _STAND_IN.csrf
SEQ: Final = _STAND_IN.derive("seq")
"""What stands in forms for the newest event's number, so that it changes no line of a drawing.

A page's script puts the number in again.
"""
ANYBODY: Final = replace(_STAND_IN, name=_NAME)
"""In whose name a page is drawn that goes to all who see the same; nobody can know its key."""


@dataclass(frozen=True, slots=True)
class Look:
    """All that the part of a page which changes depends on, beside the browser that gets it.

    ``head`` is the newest event's number, ``viewer`` the seat that looks (or ``ONLOOKER``),
    ``host`` whether the host looks, ``symbols`` whether the pictures are wanted, ``base`` the
    address under which the server is reached, which stands in the links to share, ``language`` the
    one that whoever looks reads, and ``aids`` those that were asked for, which the text to share
    tells.
    """

    table: str
    head: int
    viewer: Seat
    host: bool
    symbols: bool
    base: str
    language: Language
    aids: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Drawing:
    """The part of a table's page that changes, up to an event.

    ``begun`` tells whether the game has, ``timed`` whether clocks are shown: all else changes with
    events alone. As an event of a stream it is made once for all who watch, and so is what has
    changed since an earlier one.
    """

    head: int
    begun: bool
    timed: bool
    html: str
    _events: dict[tuple[str, int], Personal] = field(default_factory=dict, compare=False)
    _lines: list[str] = field(default_factory=list, compare=False)
    _number: int = field(default_factory=count().__next__, compare=False)

    def to(self, visitor: Visitor) -> str:
        """The same with the token of one's forms and one's own name put in."""
        own = self.html.replace(_FORM, visitor.csrf)
        return own.replace(_NAME, str(escape(visitor.name))).replace(SEQ, str(self.head))

    def event_to(self, name: str, before: Drawing | None = None) -> Personal:
        """The same as an event of a stream for whoever has that name: made once for all.

        As what has changed for those who have been sent an earlier drawing.
        """
        key = name, -1 if before is None else before._number
        if key not in self._events:
            if len(self._events) >= MOST_NAMES:
                self._events.clear()
            if before is None:
                kind, text = "table", self.html
            else:
                kind, text = "change", "\n".join(change(before.lines, self.lines))
            # A name is in one line, so that lines have the same numbers for everybody.
            own = text.replace(_NAME, str(escape(" ".join(name.split()))))
            own = own.replace(SEQ, str(self.head))
            pieces = _reminding(event(self.head, kind, own)).split(_FORM)
            self._events[key] = Personal(tuple(piece.encode() for piece in pieces))
        return self._events[key]

    @property
    def lines(self) -> list[str]:
        """Its lines as a browser counts them, not to be changed."""
        if not self._lines:
            self._lines.extend(_lined(self.html).split("\n"))
        return self._lines


def _reminding(text: str) -> str:
    """An event with the token in comments, which nobody is told of: never far from any place in it.

    So packed it can copy the token from what was sent before (:class:`Packer`).
    """
    lines, since = [], 0
    for line in text.rstrip("\n").split("\n"):
        lines.append(f"{line}\n")
        since = 0 if _FORM in line else since + len(line.encode())
        if since > NEAR:
            lines.append(f":{_FORM}\n")
            since = 0
    return "".join(lines) + f":{_FORM}\n\n"


_Kept: TypeAlias = tuple[float, asyncio.Task[Drawing]]


class Drawings:
    """The newest drawings of a server, for whoever is to see the same."""

    def __init__(self) -> None:
        self.drawn = 0
        self._kept: dict[Look, _Kept] = {}

    async def drawing(self, look: Look, draw: Callable[[], Awaitable[Drawing]]) -> Drawing:
        """What there is to see, drawn now unless somebody has just been shown the very same.

        ``draw`` has to draw for the viewer of the look, who was found out by a secret, in the name
        of ``ANYBODY``. Raises what ``draw`` raises.
        """
        at, task = self._kept.get(look, (-FRESH, None))
        if task is None or _failed(task) or (time.monotonic() - at > FRESH and _timed(task)):
            task = asyncio.ensure_future(_awaited(draw))
            self.drawn += 1
            self._kept.pop(look, None)
            if len(self._kept) >= MOST_KEPT:
                self._kept.pop(next(iter(self._kept)))
            self._kept[look] = time.monotonic(), task
        return task.result() if task.done() else await asyncio.shield(task)


async def _awaited(draw: Callable[[], Awaitable[Drawing]]) -> Drawing:
    return await draw()


def _timed(task: asyncio.Task[Drawing]) -> bool:
    return task.done() and task.result().timed


def _failed(task: asyncio.Task[Drawing]) -> bool:
    return task.done() and (task.cancelled() or task.exception() is not None)
