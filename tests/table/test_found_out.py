"""What a move had to find out is stored with it: whoever reads it later finds nothing out again.

To find out the answer to a guess outside the catalogue takes as long as the secret rule says.
"""

from __future__ import annotations

import asyncio
import dataclasses
import json
import threading
import zlib
from pathlib import Path
from typing import Any

import pytest
from tests.table.scenes import AMPLE, QUICK, Party
from tests.table.test_beat import BEAT, Clock

from facedown.analysis.words import tell_log
from facedown.core.log import check_shuffle, read_log, write_log
from facedown.core.match import Match
from facedown.core.seats import OPEN
from facedown.games.solver.game import Solver
from facedown.games.solver.judging import answer_to
from facedown.games.solver.moves import Guess
from facedown.games.solver.view import SolverView
from facedown.table.acts.claim import ClaimSeat
from facedown.table.acts.play import play
from facedown.table.acts.practice import Practice
from facedown.table.acts.rematch import Rematch
from facedown.table.backup import backup, restore
from facedown.table.opening import NewTable
from facedown.table.tables import ServerSettings, Tables

SUM = "red or the sum of the numbers of the last 2 cards is even"
OUTSIDE: Any = Solver().normal_form(Guess(SUM))
"""A guess outside the catalogue."""


class Comparisons:
    """Notes in which thread the secret rule is compared with a guess, at every table."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.threads: list[threading.Thread] = []
        patch.setattr("facedown.games.solver.rules.answer_to", self._answer_to)
        patch.setattr("facedown.games.solver.judging.answer_to", self._answer_to)

    def _answer_to(self, secret: str, guess: str, **how: Any) -> str:
        if secret != guess:
            self.threads.append(threading.current_thread())
        return answer_to(secret, guess, **how)

    def taken(self) -> list[threading.Thread]:
        """Those since it was asked last."""
        found, self.threads = self.threads, []
        return found


@pytest.fixture
def comparisons(monkeypatch: pytest.MonkeyPatch) -> Comparisons:
    return Comparisons(monkeypatch)


async def guessed(tables: Tables, **asked: Any) -> Party:
    """A table of SOLVER at which a card was played and a rule outside the catalogue guessed."""
    party = await Party.at(tables, NewTable("solver", 1, **asked))
    await party.move(0, (await playing(tables, party.table)).legal_moves(0)[0][1])
    await party.move(0, OUTSIDE)
    return party


async def playing(tables: Tables, table: str) -> Match:
    return (await tables.registry.live_table(table, fresh=True)).state.playing()


async def answers(tables: Tables, table: str) -> list[str | None]:
    view = (await playing(tables, table)).view(0)
    assert isinstance(view, SolverView)
    return [entry.answer for entry in view.history if entry.action == "guess"]


async def solved(party: Party) -> int:
    """Plays a card and guesses the rule; the number of that event."""
    match = await playing(party.tables, party.table)
    await party.move(0, match.legal_moves(0)[0][1])
    state: Any = match.state()
    seq = await party.move(0, Guess(state.rule))
    assert (await party.tables.watching.info(party.table)).status == "over"
    return seq


def without_answers(store: Path) -> int:
    """Makes of what is stored what earlier versions stored; how many answers that took away."""
    import sqlite3

    taken = 0
    with sqlite3.connect(store) as connection:
        for number, body in connection.execute("SELECT rowid, body FROM events").fetchall():
            event = json.loads(body)
            for made in event.get("moves", ()):
                taken += made["move"].pop("answer", None) is not None
            connection.execute(
                "UPDATE events SET body = ? WHERE rowid = ?", (json.dumps(event), number)
            )
    connection.close()
    return taken


def test_whoever_reads_a_guess_compares_nothing(tmp_path: Path, comparisons: Comparisons) -> None:
    url = f"sqlite:///{tmp_path / 'tables.sqlite'}"

    async def scene() -> None:
        async with Tables.open(url, QUICK) as here, Tables.open(url, QUICK) as there:
            party = await Party.at(here, NewTable("solver", 1))
            await playing(there, party.table)
            await party.move(0, (await playing(here, party.table)).legal_moves(0)[0][1])
            seq = await party.move(0, OUTSIDE)
            assert [each is threading.main_thread() for each in comparisons.taken()] == [False]
            said = await answers(here, party.table)
            await there.watching.wait(party.table, seq - 1, AMPLE)
            assert await answers(there, party.table) == said  # another process at the same store
            party.tables = there
            seq = await solved(party)
            await here.watching.wait(party.table, seq - 1, AMPLE)
            assert await answers(here, party.table) == [*said, "Solver!"]
        async with Tables.open(url, QUICK) as tables:  # a restart
            assert await answers(tables, party.table) == [*said, "Solver!"]
            moves = (await playing(tables, party.table)).moves
            for turn in range(moves + 1):
                await tables.replays.replay(party.table, OPEN, turn)
            log = await tables.replays.log(party.table, party.secrets[0])
            check_shuffle(log)
            Match.at(log.new_game(), log)
            made = await tables.do(party.table, Practice(seat=0, turn=moves - 1), party.secrets[0])
            await tables.do(made.table, ClaimSeat(seat=0))
            assert await answers(tables, made.table) == said
            await tables.do(party.table, Rematch(), party.secrets[0])
        assert await asyncio.to_thread(backup, url, tmp_path / "backup") is not None
        copy = f"sqlite:///{tmp_path / 'copy.sqlite'}"
        await asyncio.to_thread(restore, tmp_path / "backup", copy)
        async with Tables.open(copy, QUICK) as tables:
            assert await answers(tables, party.table) == [*said, "Solver!"]
        assert comparisons.taken() == []

    asyncio.run(asyncio.wait_for(scene(), AMPLE))


def test_judging_compares_the_rules_that_can_be_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """A judge asks of each of them, as a view says; the truth is not asked a second time."""
    match = Match(Solver(1), seed="5")
    match.play(0, match.legal_moves(0)[0][1])
    match.play(0, OUTSIDE)
    state: Any = match.state()
    match.play(0, match.legal_moves(0)[0][1])
    match.play(0, Guess(state.rule))
    rules = Comparisons(monkeypatch)
    monkeypatch.setattr("facedown.games.solver.judging.answer_to", answer_to)
    assert tell_log(match.log).seats
    assert rules.taken() == []


def test_what_earlier_versions_stored_is_found_out_beside_the_loop(
    tmp_path: Path, comparisons: Comparisons
) -> None:
    store = tmp_path / "tables.sqlite"
    url = f"sqlite:///{store}"

    async def begin() -> Party:
        async with Tables.open(url, QUICK) as tables:
            party = await guessed(tables)
            party.secrets.append(repr((await playing(tables, party.table)).view(0)))
            return party

    async def look(party: Party) -> None:
        async with Tables.open(url, QUICK) as tables:
            comparisons.taken()
            match = await playing(tables, party.table)
            assert repr(match.view(0)) == party.secrets[1]
            assert [each is threading.main_thread() for each in comparisons.taken()] == [False]
            assert OUTSIDE not in {entry.move for entry in match.log.entries}  # as it is today
            party.tables = tables
            await solved(party)
            for turn in range(match.moves + 1):
                await tables.replays.replay(party.table, OPEN, turn)
            assert comparisons.taken() == []

    party = asyncio.run(asyncio.wait_for(begin(), AMPLE))
    assert without_answers(store) == 1
    asyncio.run(asyncio.wait_for(look(party), AMPLE))


def test_reading_what_earlier_versions_stored_takes_the_same_whatever_the_rule(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Clock(monkeypatch)
    took: list[float] = []

    def slowly(secret: str, guess: str, **how: Any) -> str:
        if guess == OUTSIDE.rule:
            clock.now += 0.001 + zlib.crc32(secret.encode()) % 100 / 200
        return answer_to(secret, guess, **how)

    async def begin(url: str, seed: str) -> str:
        async with Tables.open(url, QUICK, clock.sleep) as tables:
            return (await guessed(tables, options={"level": 2}, seed=seed)).table

    async def look(url: str, table: str) -> None:
        settings = ServerSettings(pace=BEAT, workers=1)
        async with Tables.open(url, settings, clock.sleep) as tables:
            begun = clock.now
            await tables.registry.live_table(table)
            took.append(round(clock.now - begun, 6))

    for seed in ("1", "2", "3"):
        store = tmp_path / f"{seed}.sqlite"
        with monkeypatch.context() as patch:
            table = asyncio.run(begin(f"sqlite:///{store}", seed))
            assert without_answers(store) == 1
            patch.setattr("facedown.games.solver.judging.answer_to", slowly)
            patch.setattr("facedown.games.solver.rules.answer_to", slowly)
            asyncio.run(look(f"sqlite:///{store}", table))
    assert took == [2 * BEAT] * 3


@pytest.mark.parametrize("answer", ["0", "1", "2+", "Solver!"])
def test_what_somebody_says_their_guess_is_answered_is_not_believed(answer: Any) -> None:
    async def scene() -> None:
        async with Tables.open("", QUICK) as tables:
            party = await Party.at(tables, NewTable("solver", 1, seed="7"))
            await party.move(0, (await playing(tables, party.table)).legal_moves(0)[0][1])
            said = Guess(OUTSIDE.rule, answer)
            await tables.do(party.table, play(said), party.secrets[0])
            state: Any = (await playing(tables, party.table)).state()
            assert await answers(tables, party.table) == [answer_to(state.rule, OUTSIDE.rule)]

    asyncio.run(asyncio.wait_for(scene(), AMPLE))


def test_a_downloaded_log_is_read_as_it_was_and_without_answers_too() -> None:
    match = Match(Solver(1), seed="7")
    match.play(0, match.legal_moves(0)[0][1])
    match.play(0, OUTSIDE)
    log = read_log(write_log(match.log))
    assert write_log(log) == write_log(match.log)
    log.entries = [
        dataclasses.replace(entry, move=OUTSIDE if isinstance(entry.move, Guess) else entry.move)
        for entry in log.entries
    ]
    assert Match.resume(log).view(0) == match.view(0)
