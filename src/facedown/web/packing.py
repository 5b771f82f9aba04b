"""Streams compressed: what many are sent alike is compressed once for all of them.

A stream says much again that it has just said. What differs between people who see the same is the
token of their forms, which stands in the same places each time: a packed text that copies it from
what was sent before says to each their own.
"""

from __future__ import annotations

import secrets
import struct
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, TypeAlias

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
