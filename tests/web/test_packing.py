"""Streams that say the same are compressed once, and each reader gets their own token."""

from __future__ import annotations

import random
import secrets
import zlib
from typing import Any

import pytest

from facedown.web import streams
from facedown.web.streams import TOKEN_LENGTH, Packer, Personal, Text, text_to


@pytest.fixture
def compressed(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """A list to which every text that is compressed adds an item."""
    streams._shared.cache_clear()
    streams._alone.cache_clear()
    made: list[int] = []
    real = zlib.compressobj

    def counted(*how: Any) -> Any:
        made.append(1)
        return real(*how)

    monkeypatch.setattr("facedown.web.streams.zlib.compressobj", counted)
    return made


def page(number: int, size: int, forms: int = 6) -> Personal:
    """A page that differs little from the one before, with a token in each of its forms."""
    rng = random.Random(size)
    parts = [bytes(rng.choices(b"<abcdef >", k=size // forms)) for _ in range(forms)]
    parts[forms // 2] += b"<li>line %d</li>" % number
    return Personal(tuple(parts))


def tokens(count: int) -> list[bytes]:
    return [secrets.token_urlsafe(TOKEN_LENGTH)[:TOKEN_LENGTH].encode() for _ in range(count)]


@pytest.mark.parametrize("size", [2_000, 20_000, 45_000])
def test_what_many_see_is_compressed_once(size: int, compressed: list[int]) -> None:
    own = tokens(20)
    packers = [Packer(token) for token in own]
    reading = [zlib.decompressobj(16 + zlib.MAX_WBITS) for _ in own]
    counts = []
    for number in range(5):
        before = len(compressed)
        for text in (page(number, size), b"event: beat\n\n"):
            for packer, reader, token in zip(packers, reading, own, strict=True):
                assert reader.decompress(packer.pack(text)) == text_to(text, token)
        counts.append(len(compressed) - before)
    assert counts[0] >= 20, "whose token was never sent gets it for the first time"
    assert counts[1:] == [1, 1, 1, 1]
    for packer, reader in zip(packers, reading, strict=True):
        assert reader.decompress(packer.end()) == b""
        assert reader.eof, "with the sum and the length of all that was said"


def test_readers_who_were_sent_something_else_get_their_own() -> None:
    rng = random.Random(5)
    for _ in range(30):
        said: list[Text] = []
        texts: list[Text]
        (token,) = tokens(1)
        packer, reading = Packer(token), zlib.decompressobj(16 + zlib.MAX_WBITS)
        for number in range(rng.randrange(1, 8)):
            words = rng.randbytes(rng.randrange(600))
            texts = [page(number, rng.choice([300, 40_000])), words, token * 9]
            said.append(rng.choice(texts))
            assert reading.decompress(packer.pack(said[-1])) == text_to(said[-1], token)
        assert reading.decompress(packer.end()) == b""
        assert reading.eof


def test_a_stream_on_which_nothing_is_said_is_whole() -> None:
    assert zlib.decompress(Packer(b"").end(), 16 + zlib.MAX_WBITS) == b""
