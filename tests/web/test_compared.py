"""The same deal at two tables, told with names and in whole sentences."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.web.drawn import PEOPLE, snapshot
from tests.web.site import Site, on_site, words

from facedown.core import Match, new_game
from facedown.core.seats import ONLOOKER, Outcome, Seat
from facedown.table.acts.claim import ClaimSeat
from facedown.table.acts.resign import Resign
from facedown.table.opening import NewTable
from facedown.table.watching import Snapshot
from facedown.web.pages.results import beside_mine


def ended(points: tuple[int, ...], viewer: Seat) -> Snapshot:
    """A game of Suspense that has come to so many points, for a viewer."""
    match = Match(new_game("suspense", 2), seed="7")
    shot = snapshot(match.game, match.state(), viewer)
    return replace(shot, info=replace(shot.info, outcome=Outcome(points, (0,), "{0} wins.")))


@pytest.mark.parametrize(
    ("there", "told"),
    [
        (7, "In your seat {who} has 3 points more than you."),
        (3, "In your seat {who} has 1 point less than you."),
        (4, "In your seat {who} has as many points as you."),
    ],
)
def test_who_had_one_s_seat_elsewhere_is_compared(there: int, told: str) -> None:
    other = ended((1, there), ONLOOKER).info
    assert beside_mine(other, ended((9, 4), 1)) == [told.format(who=PEOPLE[1])]
    assert beside_mine(other, ended((9, 4), ONLOOKER)) == []  # an onlooker had no seat
    assert beside_mine(other, ended((), 1)) == []  # given up: nobody's points are counted
    assert beside_mine(ended((), ONLOOKER).info, ended((9, 4), 1)) == []


@on_site
async def test_the_other_table_s_game_is_told_with_names(site: Site) -> None:
    made = await site.tables.create(NewTable("suspense", 2, tables=2))
    for table, names in ((made.table, ("Ann", "Bob")), (made.duplicates[0], ("Cleo", "Dan"))):
        seats = [await site.tables.do(table, ClaimSeat(name=name)) for name in names]
        if table == made.table:
            await site.tables.do(table, Resign(), seats[0].secret)
            page = words(await site.person().get(f"/t/{table}"))
            assert "Here Ann and Bob played it. Bob wins. Ann has resigned." in page
            assert "Table 2 The game there is not over yet." in page
        else:
            await site.tables.do(table, Resign(), seats[1].secret)
    page = words(await site.person().get(f"/t/{made.table}"))
    assert "Table 2 Cleo and Dan played it. Cleo wins. Dan has resigned." in page
