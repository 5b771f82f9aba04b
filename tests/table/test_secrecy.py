"""A viewer gets nothing it may not know: hidden things replaced, everything it gets is the same."""

from __future__ import annotations

import io
import json
import logging
import random
from collections.abc import Callable

import pytest
from tests.table.rewriting import rewritten
from tests.table.scenes import Party, on_tables

from facedown.core.codec import to_json
from facedown.core.errors import FacedownError
from facedown.core.game import Game
from facedown.core.log import Entry
from facedown.core.match import Match
from facedown.core.registry import new_game
from facedown.core.seats import ONLOOKER, Seat
from facedown.core.shuffle import fingerprint
from facedown.table import events
from facedown.table.asked import NewTable
from facedown.table.feed import frames
from facedown.table.info import info_of
from facedown.table.logs import JsonLines
from facedown.table.settings import Settings
from facedown.table.snapshot import take
from facedown.table.spec import new_spec
from facedown.table.state import TableState
from facedown.table.tables import Tables

GAMES: dict[str, Callable[[], Game]] = {
    "turing": lambda: new_game("turing", 2, cards="4,9,11,14"),
    "turing-team": lambda: new_game("turing", 3, play="cooperative", cards="4,9,11,14"),
    "turing-hard": lambda: new_game("turing", 2, mode="extreme", verifiers=5, handicap="1,0"),
    "suspense": lambda: new_game("suspense", 3),
    "suspense-two": lambda: new_game("suspense", 2, folded_out=True, both=True, goal=20),
}


class Played:
    """A table in two copies: as it is, and with what one viewer cannot know arranged otherwise."""

    def __init__(self, game: Game, seed: int) -> None:
        self.rng = random.Random(seed)
        settings = Settings()
        self.spec = new_spec(game, settings, "h" * 64, seed=str(seed))
        self.true = TableState(self.spec)
        self.done: list[events.Event] = []
        for seat in range(game.seats):
            claimed = events.Claimed(seat, f"P{seat}", "red", f"secret hash {seat}")
            self.happen(self.true, claimed)
        entries = self.playing_entries()
        self.happen(self.true, events.Started(entries))

    def playing_entries(self) -> tuple[Entry, ...]:
        log = self.spec.new_log(("human",) * self.spec.seats)
        return Match.at(self.true.game, log).propose_start()

    def happen(self, state: TableState, event: events.Event) -> None:
        number = state.head + 1
        state.apply(number, 1000 * number, f"c{number}", event)
        if state is self.true:
            self.done.append(event)

    def otherwise(self, viewer: Seat) -> TableState | None:
        """The same table up to now, with another world that the viewer thinks possible.

        For an onlooker it is one that some seat thinks possible: whether an onlooker sees the
        difference is for who compares to say.
        """
        match = self.true.playing()
        view = match.view(viewer if viewer >= 0 else self.rng.randrange(self.spec.seats))
        try:
            worlds = match.game.worlds(view)
        except FacedownError:
            return None  # a game may leave onlookers out
        other = TableState(self.spec)
        for event in rewritten(match.game, self.done, view, worlds.sample(self.rng)):
            self.happen(other, event)
        assert other.playing().view(view.seat) == view
        return other

    def moves(self, state: TableState, seat: Seat, action: int) -> events.Step | None:
        try:
            return events.Step(state.playing().propose(seat, action), seat, "human", 5)
        except FacedownError:
            return None


def wire(state: TableState, viewer: Seat, after: int) -> list[str]:
    """All that a viewer gets over the wire, as text."""
    shown = take("t", state, viewer)
    return [
        *(json.dumps(frame.form()) for frame in frames(state, viewer, after)),
        json.dumps(info_of("t", state, 10**6).form()),
        json.dumps(to_json(shown.view)),
        repr([(one.action, one.record, one.refused) for one in shown.choices]),
        repr(shown.frames[after:]),
        repr((shown.notes, shown.undoable, shown.host, shown.standing)),
    ]


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("seed", range(3))
def test_with_other_secrets_a_viewer_gets_the_same_bytes(name: str, seed: int) -> None:
    played = Played(GAMES[name](), seed)
    compared = 0
    while played.true.status == "playing":
        match = played.true.playing()
        seat = played.rng.choice(match.actors)
        action = played.rng.choice(match.view(seat).legal)
        others = {viewer: played.otherwise(viewer) for viewer in played.true.viewers}
        note = events.Noted((seat + 1) % played.spec.seats, f"note {played.rng.random()}")
        step = played.moves(played.true, seat, action)
        assert step is not None
        head = played.true.head
        played.happen(played.true, note)
        played.happen(played.true, step)
        for viewer, other in others.items():
            if other is None:
                continue
            # Its own note stays; of others' notes not even the length may be seen.
            kept = note if viewer == note.seat else events.Noted(note.seat, "n" * 99)
            there = played.moves(other, seat, action)
            if there is None:
                continue
            played.happen(other, kept)
            played.happen(other, there)
            if other.playing().view(viewer) == match.view(viewer):
                assert wire(other, viewer, head) == wire(played.true, viewer, head)
                compared += 1
    assert compared > 5


@pytest.mark.usefixtures("published")
def test_no_secret_leaves_the_table(caplog: pytest.LogCaptureFixture) -> None:
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(JsonLines())
    logging.getLogger("facedown").addHandler(handler)

    @on_tables
    async def scene(tables: Tables) -> None:
        with caplog.at_level(logging.DEBUG, "facedown"):
            asked = NewTable("rough", 3, bots={2: "raising"})
            party = await Party.at(tables, asked)
            state = (await tables.registry.live_table(party.table)).state
            secrets = {
                party.host,
                state.spec.host_hash,
                state.spec.seed,
                state.spec.salt,
                *filter(None, party.secrets),
                *(seat_state.secret_hash for seat_state in state.seats if seat_state.secret_hash),
            }
            said = []
            for secret in (*party.secrets[:2], None):
                await tables.watching.wait(party.table, 5, 1)
                said.append(repr(await tables.watching.feed(party.table, secret)))
                said.append(repr(await tables.watching.snapshot(party.table, secret)))
                said.append(repr(await tables.watching.info(party.table)))
                said.append(repr(take("t", state, ONLOOKER)))
            for wrong in (99, {"move": "draw", "number": None}, {"move": "pick", "number": 0}):
                with pytest.raises(FacedownError) as caught:
                    await tables.moving.act(party.table, party.secrets[0], wrong)
                said.append(str(caught.value))
            for secret in secrets:
                assert not any(secret in text for text in said)
                assert secret not in tables.metrics.text()
                assert secret not in caplog.text + stream.getvalue()
            assert party.table not in tables.metrics.text()

    try:
        scene()
    finally:
        logging.getLogger("facedown").removeHandler(handler)
    assert '"why": "crashed"' in stream.getvalue()
    # The bot failed with what it knew in its error; the log does not repeat it.
    assert "HushView" not in caplog.text + stream.getvalue()


@on_tables
async def test_the_seed_is_told_at_the_end(tables: Tables) -> None:
    party = await Party.at(tables, NewTable("turing", 2))
    before = await tables.watching.info(party.table)
    assert (before.seed, before.salt) == (None, None)
    await party.play_on(random.Random(1))
    after = await tables.watching.info(party.table)
    assert after.seed is not None
    assert after.salt is not None
    assert before.commitment == after.commitment == fingerprint(after.seed, after.salt)


def test_logs_hold_nothing_but_what_is_allowed() -> None:
    stream = io.StringIO()
    logger = logging.getLogger("facedown.test")
    handler = logging.StreamHandler(stream)
    handler.setFormatter(JsonLines())
    logger.addHandler(handler)
    try:
        int("the code is 241")
    except ValueError:
        logger.exception("failed", extra={"table": "k7", "secret": "s3cret"})
    finally:
        logger.removeHandler(handler)
    line = json.loads(stream.getvalue())
    assert (line["message"], line["table"], line["error"]) == ("failed", "k7", "ValueError")
    assert "241" not in stream.getvalue()
    assert "s3cret" not in stream.getvalue()
