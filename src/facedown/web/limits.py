"""Rate limits: a bucket of tokens for each address and kind of request."""

from __future__ import annotations

import ipaddress
import math
import time
from collections import OrderedDict
from collections.abc import Callable
from functools import lru_cache
from typing import Final

from facedown.web.config import Rate

MOST_BUCKETS: Final = 50_000


@lru_cache(4096)
def address_key(host: str) -> str:
    """What counts as one address: an IPv4 address, or a network of 64 bits of IPv6.

    >>> address_key("203.0.113.7"), address_key("2001:db8:1:2:3:4:5:6")
    ('203.0.113.7', '2001:db8:1:2::/64')
    """
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host
    if address.version == 6:
        return str(ipaddress.ip_network((address, 64), strict=False))
    return str(address)


class Buckets:
    """Token buckets, the least used forgotten when there are too many.

    >>> now = [0.0]
    >>> buckets = Buckets({"write": Rate(2, 1.0)}, clock=lambda: now[0])
    >>> [buckets.wait("write", "a") for _ in range(3)]
    [0, 0, 1]
    >>> now[0] = 1.0
    >>> buckets.wait("write", "a"), buckets.wait("other", "a")
    (0, 0)
    >>> buckets.wait("write", "b", 5), buckets.wait("write", "b", 2)
    (0, 2)
    """

    def __init__(
        self, rates: dict[str, Rate] | None, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._rates = rates or {}
        self._clock = clock
        self._buckets: OrderedDict[tuple[str, str], tuple[float, float]] = OrderedDict()

    def wait(self, kind: str, address: str, cost: int = 1) -> int:
        """Takes tokens, all or none: 0 when there were so many, else the seconds until there are.

        What costs more than a whole bucket costs a whole bucket.
        """
        rate = self._rates.get(kind)
        if rate is None:
            return 0
        cost = min(cost, rate.burst)
        key, now = (kind, address), self._clock()
        tokens, since = self._buckets.pop(key, (float(rate.burst), now))
        tokens = min(float(rate.burst), tokens + (now - since) * rate.per_second)
        if tokens < cost:
            self._buckets[key] = (tokens, now)
            return max(1, math.ceil((cost - tokens) / rate.per_second))
        self._buckets[key] = (tokens - cost, now)
        if len(self._buckets) > MOST_BUCKETS:
            self._buckets.popitem(last=False)
        return 0
