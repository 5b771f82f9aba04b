"""The property battery on every setting, with more games."""

from __future__ import annotations

from tests.longer_battery import longer_battery

test_it_passes_with_more_games = longer_battery("mystery")
