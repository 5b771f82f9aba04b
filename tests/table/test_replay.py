"""Looking back: step by step, spoiler-free until the end, with a shuffle that can be checked."""

from __future__ import annotations

import dataclasses
import random
import re

import pytest
from tests.table.scenes import Party, on_tables

from facedown.core.log import read_log, write_log
from facedown.core.match import Match
from facedown.core.registry import new_game
from facedown.core.seats import NATURE, ONLOOKER, OPEN
from facedown.table.acts.note import KeepNote
from facedown.table.acts.play import play
from facedown.table.acts.undo import Undo
from facedown.table.errors import NotYet, TableError
from facedown.table.opening import NewTable
from facedown.table.tables import Tables
from facedown.terminal.main import main

CARDS = {"cards": "4,9,11,14"}


@on_tables
async def test_nobody_is_spoiled_before_the_end(tables: Tables) -> None:
    party = await Party.at(tables, NewTable("turing", 2, CARDS))
    table, (ann, _) = party.table, party.secrets
    with pytest.raises(NotYet):
        await tables.replays.replay(table, 1, 0, ann)
    for viewer in (0, 1, OPEN):
        with pytest.raises(NotYet):
            await tables.replays.replay(table, viewer, 0)
    for seat in (0, 1):
        with pytest.raises(NotYet):
            await tables.replays.deduction(table, seat, 0, ann)
    with pytest.raises(NotYet):
        await tables.replays.log(table, ann)
    with pytest.raises(NotYet):
        await tables.replays.shuffle(table)
    for wrong in (2, -1, -7):
        with pytest.raises(TableError):
            await tables.replays.replay(table, wrong, 0, ann)
    # What one saw oneself one may see again, and onlookers likewise.
    mine = await tables.replays.replay(table, 0, None, ann)
    assert mine.view == (await tables.watching.snapshot(table, ann)).view
    theirs = await tables.replays.replay(table, ONLOOKER)
    assert theirs.view == (await tables.watching.snapshot(table)).view


@on_tables
async def test_every_turn_of_a_finished_game(tables: Tables) -> None:
    party = await Party.at(tables, NewTable("suspense", 2))
    table, (ann, bob) = party.table, party.secrets
    views = {}
    rng = random.Random(4)
    await tables.do(table, KeepNote(text="at the start"), ann)
    while (await tables.watching.info(table)).status == "playing":
        moves = (await tables.watching.info(table)).moves
        views[moves] = [
            (await tables.watching.snapshot(table, secret)).view for secret in party.secrets
        ]
        await party.play_on(rng, 1)
    moves = (await tables.watching.info(table)).moves
    for turn, seen in views.items():
        for seat in (0, 1):
            moment = await tables.replays.replay(table, seat, turn)
            assert (moment.turn, moment.turns) == (turn, moves)
            assert moment.view == seen[seat]
            assert len(moment.events) == turn
        everything = await tables.replays.replay(table, OPEN, turn)
        assert [everything.views[seat] for seat in (0, 1)] == seen
    assert (await tables.replays.replay(table, 0, None, ann)).notes == ("at the start",)
    assert (await tables.replays.replay(table, 0, 0, ann)).notes == ()
    for secret in (bob, None):  # a note stays its seat's, even at the end
        assert (await tables.replays.replay(table, 0, None, secret)).notes == ()
        log = await tables.replays.log(table, secret)
        assert all(entry.note is None for entry in log.entries)
    for turn in (-1, moves + 1):
        with pytest.raises(TableError, match=r"The game has the turns 0 to"):
            await tables.replays.replay(table, 0, turn)


@on_tables
async def test_what_could_have_been_deduced(tables: Tables) -> None:
    party = await Party.at(tables, NewTable("turing", 1, CARDS))
    await party.play_on(random.Random(8))
    turns = (await tables.watching.info(party.table)).moves
    game = new_game("turing", 1, cards="4,9,11,14")
    counts: list[int] = []
    for turn in range(1, turns):
        found = await tables.replays.deduction(party.table, 0, turn)
        view = (await tables.replays.replay(party.table, 0, turn)).view
        assert found.worlds is not None
        assert found.worlds == game.worlds(view).count()
        assert [name for name, _ in found.aids] == [aid.name for aid in game.facts.aids]
        # The best question then: one to ask, or that none is needed.
        assert re.search("(?i)ask verifier [A-D]|name it", dict(found.aids)["question"])
        counts.append(found.worlds)
    assert counts == sorted(counts, reverse=True)
    with pytest.raises(TableError, match="Only a seat"):
        await tables.replays.deduction(party.table, ONLOOKER, 1)


@on_tables
async def test_every_seat_of_suspense_could_have_deduced_what_its_hand_told(tables: Tables) -> None:
    party = await Party.at(tables, NewTable("suspense", 3, {"goal": 0}))
    await party.play_on(random.Random(2))
    game = new_game("suspense", 3, goal=0)
    last = (await tables.watching.info(party.table)).moves - 1
    for seat in range(3):
        counts: list[int] = []
        for turn in range(2, last + 1):  # from when the cards are dealt until the secret is shown
            found = await tables.replays.deduction(party.table, seat, turn)
            view = (await tables.replays.replay(party.table, seat, turn)).view
            assert found.worlds is not None
            assert found.worlds == game.worlds(view).count()
            assert found.worlds > 1
            assert "the round ended now" in dict(found.aids)["conditions"]
            counts.append(found.worlds)
        assert counts == sorted(counts, reverse=True)
        assert counts[-1] < counts[0]


@pytest.mark.parametrize("game", ["turing", "suspense"])
def test_the_log_of_a_table_is_a_log(
    game: str, tmp_path_factory: pytest.TempPathFactory, capsys: pytest.CaptureFixture[str]
) -> None:
    @on_tables
    async def scene(tables: Tables) -> None:
        party = await Party.at(tables, NewTable(game, 2, seed="2"))
        await party.play_on(random.Random(2))
        log = await tables.replays.log(party.table)
        info = await tables.watching.info(party.table)
        assert Match.resume(log).outcome == info.outcome
        found = await tables.replays.shuffle(party.table)
        assert (found.first_mismatch, found.fingerprint) == (None, info.commitment)
        assert found.draws == sum(entry.seat == NATURE for entry in log.entries) > 0
        file = tmp_path_factory.mktemp("log") / "game.log"
        file.write_text(write_log(log), encoding="utf-8")
        assert read_log(file.read_text(encoding="utf-8")) == log
        assert main(["replay", str(file)]) == 0
        said = capsys.readouterr().out
        assert "every draw follows from the seed" in said
        assert info.commitment in said
        other = dataclasses.replace(log, seed="another")
        file.write_text(write_log(other), encoding="utf-8")
        assert main(["replay", str(file)]) == 0
        assert "The shuffle is WRONG: move " in capsys.readouterr().out

    scene()


@on_tables
async def test_a_move_taken_back_and_made_again_meets_the_same_draw(tables: Tables) -> None:
    party = await Party.at(tables, NewTable("turing", 1, CARDS, seed="9"))
    table, (ann,) = party.table, party.secrets
    moves = (await tables.watching.snapshot(table, ann)).legal
    await tables.do(table, play(moves[5][0]), ann)
    await tables.do(table, Undo(), ann)
    await tables.do(table, play(moves[7][0]), ann)
    await party.play_on(random.Random(3))
    assert (await tables.replays.shuffle(table)).first_mismatch is None
    told = [frame for frame in await tables.watching.feed(table, ann) if frame.kind == "undone"]
    assert len(told) == 1
