"""A table is the state after its events, and its events have one form in the store."""

from __future__ import annotations

import json

import pytest
from tests.terminal.toy import Draw, Pick

from facedown.core.errors import Refusal
from facedown.core.log import Entry
from facedown.core.match import Match
from facedown.core.moves import Action
from facedown.core.registry import new_game, override_game
from facedown.core.seats import NATURE, ONLOOKER, Seat
from facedown.core.state import State
from facedown.table.acts.answer_in_advance import SaidInAdvance
from facedown.table.acts.claim import Claimed
from facedown.table.acts.come_back import CameBack
from facedown.table.acts.give_time import ClockExtended
from facedown.table.acts.leave import WentAway
from facedown.table.acts.note import Noted
from facedown.table.acts.open_seat import Vacated
from facedown.table.acts.play import Step
from facedown.table.acts.rematch import CameAlong, Rematched
from facedown.table.acts.rename import Renamed
from facedown.table.acts.resign import Resigned
from facedown.table.acts.say import Said
from facedown.table.acts.seat_bot import BotSeated
from facedown.table.acts.settings import SettingsChanged
from facedown.table.acts.start import Started
from facedown.table.acts.undo import Undone
from facedown.table.all_acts import KINDS
from facedown.table.errors import NotPlayedOn, NotYet, StoreError
from facedown.table.state import (
    Clock,
    Settings,
    TableEvent,
    TableState,
    event_from_json,
    event_to_json,
    new_spec,
)
from facedown.table.watching import frames

GAME = new_game("turing", 2, cards="4,9,11,14")

EVENTS: tuple[TableEvent, ...] = (
    Undone(1),
    Noted(0, "a note"),
    SaidInAdvance(1, "shield", "decline", "turn"),
    Said(ONLOOKER, "Zoe", "hello"),
    Claimed(0, "Ann", "red", "h" * 64, "r" * 64),
    Renamed(1, "Bob", "blue"),
    BotSeated(1, "exact", "host"),
    Resigned(1, "exact"),
    WentAway(1),
    CameBack(1),
    Vacated(1),
    SettingsChanged(Settings(("codes",), chat=False, clock=Clock(60, 5))),
    SettingsChanged(Settings()),
    ClockExtended(None, 60),
    ClockExtended(1, 60),
    Rematched(1, "k3f9"),
    CameAlong(0),
)


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: event.kind)
def test_an_event_is_read_as_it_was_written(event: TableEvent) -> None:
    form = json.loads(json.dumps(event_to_json(event)))
    assert event_from_json(GAME, form) == event


def test_events_with_moves_are_read_as_they_were_written() -> None:
    state = begun()
    seat = state.actors[0]
    entries = state.playing().propose(seat, state.playing().view(seat).legal[0])
    step = Step(entries, seat, "bot:exact", 1234, "late")
    for event in (state.history[-1].event, step):
        form = json.loads(json.dumps(event_to_json(event)))
        assert event_from_json(GAME, form) == event


def test_every_kind_of_event_is_tried_here() -> None:
    assert {event.kind for event in EVENTS} | {"started", "step"} == set(KINDS)


@pytest.mark.parametrize(
    "form",
    [
        {},
        {"event": "magic"},
        {"event": "noted"},
        {"event": "noted", "seat": "0", "text": ""},
        {"event": "said", "seat": 0, "name": "", "text": "", "more": 1},
        {"event": "started", "moves": [{"seat": -1, "move": {"move": "none"}}]},
        {"event": "started", "moves": 7},
        [],
        None,
    ],
)
def test_what_is_no_event_is_refused(form: object) -> None:
    with pytest.raises(StoreError, match="cannot be read"):
        event_from_json(GAME, form)


def begun() -> TableState:
    state = TableState(new_spec(GAME, Settings(), "h" * 64, seed="1"))
    for seat in range(2):
        claimed = Claimed(seat, f"P{seat}", "red", "h" * 64)
        state.apply(seat + 1, 1000, f"c{seat}", claimed)

    log = state.spec.new_log(state.players())
    state.apply(3, 2000, "start", Started(Match.at(GAME, log).propose_start()))
    return state


def test_moves_are_judged_one_by_one_only_for_a_seat_that_is_to_move(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = new_game("suspense", 2, dealer=1)
    match = Match(game, seed="1")
    (actor,) = match.actors
    judged, verify = [], type(match.state()).verify

    def counted(state: State, seat: Seat, action: Action) -> Refusal | None:
        judged.append(seat)
        return verify(state, seat, action)

    monkeypatch.setattr(type(match.state()), "verify", counted)
    choices = match.choices(actor)
    assert not judged, "nothing is judged before somebody asks"
    legal = {choice.action for choice in choices if choice.refusal is None}
    assert legal == set(match.view(actor).legal) == {choice.action for choice in choices.legal}
    assert judged == [actor] * game.actions
    judged.clear()
    waiting = match.choices(1 - actor)
    assert [choice.action for choice in waiting] == [*range(game.actions)]
    assert {choice.refused and choice.refused.code for choice in waiting} == {"not-your-turn"}
    assert judged == [1 - actor]


def test_a_gap_or_a_double_is_noticed() -> None:
    state = begun()
    for seq in (3, 5, 0):
        with pytest.raises(StoreError, match="where 4 was to come"):
            state.apply(seq, 3000, "c", Undone(0))
    assert state.head == 3


@pytest.mark.parametrize("seat", [-1, -2, 7, 10**30])
def test_a_seat_that_there_is_not_is_noticed(seat: int) -> None:
    state = begun()
    for event in (
        Claimed(seat, "Eve", "red", "hash"),
        BotSeated(seat, "low", "host"),
        Step((), seat, "human", 0),
        Noted(seat, "x"),
        ClockExtended(seat, 5),
        Vacated(seat),
    ):
        with pytest.raises(StoreError, match="a seat that there is not"):
            state.apply(state.head + 1, 0, "c", event)


def test_an_event_that_the_rules_do_not_allow_is_noticed() -> None:
    state = begun()
    with pytest.raises(StoreError, match="Event 4 of a table cannot be"):
        state.apply(4, 3000, "c", Undone(0))


def test_the_same_events_make_the_same_table() -> None:
    first = begun()
    again = TableState(first.spec)
    for record in first.history:
        form = json.loads(json.dumps(event_to_json(record.event)))
        again.apply(record.seq, record.at, f"c{record.seq}", event_from_json(GAME, form))
    for viewer in first.viewers:
        assert frames(again, viewer, 0) == frames(first, viewer, 0)
        assert again.playing().view(viewer) == first.playing().view(viewer)


def test_nothing_can_be_played_before_the_start() -> None:
    state = TableState(new_spec(GAME, Settings(), "h" * 64))
    assert (state.status, state.actors, state.outcome) == ("waiting", (), None)
    with pytest.raises(NotYet):
        state.playing()


def test_a_table_of_rules_that_are_not_played_is_stopped() -> None:
    import dataclasses

    spec = new_spec(GAME, Settings(), "h" * 64)
    assert "rules version 99" in TableState(dataclasses.replace(spec, rules=99)).stopped
    with pytest.raises(NotPlayedOn):
        TableState(dataclasses.replace(spec, game="chess"))


def test_a_step_holds_what_nature_did_after_it() -> None:
    from tests.terminal.toy import PLAYERS, Hush

    with override_game(Hush, PLAYERS):
        game = new_game("hush", 1)
        state = TableState(new_spec(game, Settings(), "h" * 64, seed="1"))
        state.apply(1, 1000, "c", Claimed(0, "Ann", "red", "h" * 64))

        start = Match.at(game, state.spec.new_log(("human",))).propose_start()
        assert [(e.seat, type(e.move)) for e in start] == [(NATURE, Draw)]
        state.apply(2, 1000, "start", Started(start))
        assert state.playing().propose(0, 4) == (Entry(0, Pick(4)),)
        assert state.head == 2  # a proposal changes nothing
        assert state.playing().view(0).picked is None  # type: ignore[attr-defined]
