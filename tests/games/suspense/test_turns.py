"""Whose turn it is next."""

from __future__ import annotations

from facedown.games.suspense.rules import NOBODY_NEXT, turn_order


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
