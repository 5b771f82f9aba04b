"""How many processors there are for long work."""

from __future__ import annotations

import os


def usable_processors() -> int:
    """The processors that this process may use: at least one, perhaps fewer than there are.

    >>> usable_processors() >= 1
    True
    """
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not every system can say
        return os.cpu_count() or 1
