"""The census: the counts of T10, and small pools of cards against a slow reference."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import combinations, product

import pytest
from tests.games.turing.reference import law_names, only_code

from facedown.games.turing.cards import CODES, LAWS
from facedown.lab.turing.census import Census, CensusError, census

# 1, 28, 31 and 39 share masks, as do 8, 45 and 47: laws that ask the same on different cards.
POOLS = [tuple(range(1, 11)), (1, 8, 22, 24, 28, 31, 37, 39, 45), (20, 21, 23, 25, 36, 43, 46)]


@cache
def whole() -> Census:
    return census()


def test_t10_counts() -> None:
    assert whole().counts == {4: 1_033_950, 5: 6_814_112, 6: 12_984_829}
    assert whole().total == 20_832_891


def test_t10_laws_that_are_never_true() -> None:
    assert whole().never_true == ("8d", "9d", "10d", "24a")
    assert list(whole().true_laws) == [law.name for law in LAWS]
    by_size = sum(size * count for size, count in whole().counts.items())
    assert sum(whole().true_laws.values()) == by_size


def test_the_number_of_workers_and_the_grouping_change_nothing() -> None:
    assert census(workers=1) == whole()
    parts = [census((size,), workers=3) for size in (4, 5, 6)]
    assert [part.counts for part in parts] == [{s: n} for s, n in whole().counts.items()]
    assert sum(part.checksum for part in parts) % 2**64 == whole().checksum


def scattered(value: int) -> int:
    """SplitMix64's finisher, written out with Python's integers."""
    for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB), (31, 1)):
        value = (value ^ value >> shift) * factor % 2**64
    return value


@pytest.mark.parametrize("cards", POOLS, ids=str)
def test_small_pools_agree_with_the_reference(cards: tuple[int, ...]) -> None:
    index_of = {law.name: law.index for law in LAWS}
    counts: Counter[int] = Counter()
    true_laws: Counter[str] = Counter()
    checksum = 0
    for size in (4, 5):
        for chosen in combinations(cards, size):
            for laws in product(*map(law_names, chosen)):
                code = only_code(laws)
                if code is not None:
                    counts[size] += 1
                    true_laws.update(laws)
                    key = sum(scattered(index_of[name] + 1) for name in laws)
                    checksum += scattered((key + CODES.index(code)) % 2**64)
    found = census((4, 5), cards=cards)
    assert counts[4] > 10
    assert found.counts == {4: counts[4], 5: counts[5]}
    assert {name: count for name, count in found.true_laws.items() if count} == dict(true_laws)
    assert found.checksum == checksum % 2**64


def test_progress_rises_to_the_total() -> None:
    seen: list[tuple[int, int, int]] = []
    found = census((4,), lambda *report: seen.append(report))
    parts = seen[-1][1]
    assert [done for done, _, _ in seen] == list(range(1, parts + 1))
    assert [count for _, _, count in seen] == sorted(count for _, _, count in seen)
    assert seen[-1] == (parts, parts, found.total)


def test_an_interrupt_ends_the_census() -> None:
    calls = 0

    def interrupt(done: int, parts: int, found: int) -> None:
        nonlocal calls
        calls += 1
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        census((6,), interrupt)
    assert calls == 1


def test_a_census_of_nothing_or_of_unknown_cards_gets_one_sentence() -> None:
    with pytest.raises(CensusError, match=r"^A census counts problems with 4, 5 or 6 verifiers\.$"):
        census((3, 4))
    with pytest.raises(CensusError, match=r"^A census counts problems with 4, 5 or 6 verifiers\.$"):
        census(())
    with pytest.raises(CensusError, match=r"^There is no criteria card 49; they are 1 to 48\.$"):
        census(cards=[1, 49])
    with pytest.raises(CensusError, match=r"^A census needs at least one worker, not 0\.$"):
        census(workers=0)
