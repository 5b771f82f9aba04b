"""The networks that were trained and come with the program."""

from __future__ import annotations

import hashlib
from functools import cache
from importlib import resources
from typing import Final

import numpy as np

from facedown.players.suspense.expert.network import Nets

FILE: Final = "expert.bin"


def to_bytes(nets: Nets) -> bytes:
    """The networks at half precision; the same networks give the same bytes."""
    flat = np.concatenate([part.reshape(-1) for part in nets]).astype("<f2")
    return np.array(nets.hidden, "<i4").tobytes() + flat.tobytes()


def from_bytes(data: bytes) -> Nets:
    """Reads :func:`to_bytes`; raises ``ValueError`` when the length does not fit."""
    from facedown.games.suspense.moves import ACTIONS
    from facedown.players.suspense.expert.network_kernels import INPUTS

    n1, n2 = (int(n) for n in np.frombuffer(data[:8], "<i4"))
    shapes = [(3, INPUTS, n1), (3, n1 + 1, n2), (3, n2 + 1, ACTIONS)]
    flat = np.frombuffer(data[8:], "<f2").astype(np.float32)
    sizes = [int(np.prod(shape)) for shape in shapes]
    if flat.size != sum(sizes):
        raise ValueError("These bytes are not the expert's networks.")
    parts = np.split(flat, np.cumsum(sizes)[:-1])
    return Nets(*(part.reshape(shape) for part, shape in zip(parts, shapes, strict=True)))


def fingerprint(nets: Nets) -> str:
    """The SHA-256 of :func:`to_bytes`: which networks something was measured with."""
    return hashlib.sha256(to_bytes(nets)).hexdigest()


@cache
def shipped_nets() -> Nets:
    """The networks in ``data/expert.bin``."""
    package = resources.files("facedown.players.suspense")
    return from_bytes(package.joinpath("data", FILE).read_bytes())
