"""What the hot path remembers is what the readable scoring says."""

from __future__ import annotations

import random

import pytest

from facedown.games.suspense.card_table import read_table
from facedown.games.suspense.cards import STANDARD, Table
from facedown.games.suspense.dealing import deal_count, deal_of
from facedown.games.suspense.quick import NOBODY_NEXT, scorer_of, turn_order
from facedown.games.suspense.scoring import score_round

OTHER = read_table(
    '{"?": [3, "highest sum of numbers in play"], "W1": [0, "lowest black in hand"]}'
)


@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize("table", [STANDARD, OTHER], ids=["standard", "other"])
@pytest.mark.parametrize("out", [False, True])
@pytest.mark.parametrize("both", [False, True])
def test_a_scorer_says_what_the_rules_say(seats: int, table: Table, out: bool, both: bool) -> None:
    rng = random.Random(seats)
    scorer = scorer_of(table, out=out, both=both)
    for _ in range(400):
        hands, secret = deal_of(rng.randrange(deal_count(seats)), seats)
        played = [hand & rng.getrandbits(13) for hand in hands]
        left = [hand ^ cards for hand, cards in zip(hands, played, strict=True)]
        folded = rng.randrange((1 << seats) - 1)
        expected = score_round(table, secret, left, played, folded, out=out, both=both)
        assert scorer.scores(secret, left, played, folded) == expected


def test_the_turn_goes_left_past_those_who_folded_until_nobody_wants_to_go_on() -> None:  # S13
    order = turn_order(3)

    def after(seat: int, folded: int = 0, passed: int = 0) -> int:
        return order[folded << 6 | passed << 3 | seat]

    assert [after(seat) for seat in range(3)] == [1, 2, 0]
    assert after(0, folded=0b010) == 2
    assert after(2, folded=0b001, passed=0b100) == 1
    assert after(1, passed=0b011) == 2
    for folded in (0b011, 0b101, 0b110, 0b111):
        assert {after(seat, folded) for seat in range(3)} == {NOBODY_NEXT}
    assert after(2, passed=0b111) == NOBODY_NEXT
    assert after(2, folded=0b010, passed=0b101) == NOBODY_NEXT
    assert turn_order(2)[0 << 6 | 0b01 << 3 | 0] == 1
