"""A seat gets the same bytes whatever it does not know: pages, frames, JSON, errors."""

from __future__ import annotations

import random
import re

import httpx
import pytest
from tests.table.test_secrecy import GAMES, Played
from tests.web.site import Site, fields, on_site

from facedown.core.seats import ONLOOKER
from facedown.table.access import hash_token
from facedown.table.acts.note import Noted
from facedown.table.clock import now_ms
from facedown.table.live_table import LiveTable
from facedown.table.state import TableState

NAME = "k" * 14
VISITOR = "v" * 43


def secret_of(seat: int) -> str:
    return chr(ord("a") + seat) * 43


def seat_people(state: TableState) -> None:
    """Gives every seat a secret that opens it."""
    for seat, seat_state in enumerate(state.seats):
        seat_state.secret_hash = hash_token(secret_of(seat))


def headers_of(answer: httpx.Response) -> bytes:
    """All headers but the moment."""
    return repr(sorted((k, v) for k, v in answer.headers.items() if k != "date")).encode()


async def wire(site: Site, state: TableState, seat: int, after: int) -> dict[str, bytes]:
    """Everything a viewer can ask for, and what it gets: with headers, and so with sizes."""
    seat_people(state)
    site.app.app.state.shown = {}  # what onlookers of the other world were shown
    site.tables.registry.live_tables[NAME] = LiveTable(NAME, state, now_ms())
    cookie = f"visitor={VISITOR}" + (f"; seat={secret_of(seat)}" if seat >= 0 else "")
    person = site.person(cookie=cookie)
    bearer = site.program(secret_of(seat) if seat >= 0 else "")
    got = {}

    async def keep(key: str, answer: httpx.Response) -> None:
        got[key] = headers_of(answer) + answer.content

    page = await person.http.get(f"/t/{NAME}")
    await keep("page", page)
    await keep("replay", await person.http.get(f"/t/{NAME}/replay"))
    for other in ("1", "2", "open", "onlooker"):
        await keep(f"as {other}", await person.http.get(f"/t/{NAME}/replay?as={other}"))
    await keep("earlier", await person.http.get(f"/t/{NAME}/replay?turn=1&why=yes"))
    await keep("log", await person.http.get(f"/t/{NAME}/log"))
    for name in state.game.facts.aids:
        await keep(f"aid {name.name}", await person.http.get(f"/t/{NAME}?aid={name.name}"))
        await keep(f"api {name.name}", await bearer.http.get(f"/tables/{NAME}/aids/{name.name}"))
    for line in ("play X9", "what?", "{0}", "1"):
        sent = await bearer.http.post(f"/tables/{NAME}/moves", json={"line": line, "expected": 0})
        assert sent.status_code in {400, 401, 409}
        await keep(f"line {line}", sent)
    for path in ("", "/view", "/moves", "/notes", f"/events?after={after}", "/log"):
        await keep(f"api{path}", await bearer.http.get(f"/tables/{NAME}{path}"))
    token = fields(page.text, "f-act")["csrf"]
    head = str(state.head)
    view = state.playing().view(seat)
    for action in range(state.game.actions):
        if action in view.legal or (action % 19 and state.game.actions > 50):
            continue  # only what is refused: it changes nothing
        data = {"csrf": token, "seq": head, "action": str(action)}
        answer = await person.http.post(f"/t/{NAME}/moves", data=data)
        assert answer.status_code in {403, 409}
        await keep(f"refused {action}", answer)
        told = await bearer.http.post(f"/tables/{NAME}/moves", json={"action": action})
        assert told.status_code in {401, 403, 409}
        await keep(f"api refused {action}", told)
    data = {"csrf": token, "seq": head}
    await keep("undo", await person.http.post(f"/t/{NAME}/undo", data=data | {"seq": "0"}))
    for key, who, address, event, times in (
        ("live", person, f"/t/{NAME}/live?after={state.head - 1}", b"event: table", 1),
        ("api live", bearer, f"/tables/{NAME}/live?after={after}", b"event: event", 2),
    ):
        async with who.http.stream("GET", address) as stream:
            read = b""
            async for chunk in stream.aiter_bytes():
                read += chunk
                if read.count(event) == times and read.endswith(b"\n\n"):
                    break
            got[key] = headers_of(stream) + read
    return got


def truth(state: TableState) -> list[str]:
    """Everything in a state, hidden or not."""
    played = state.playing().state()
    slots = [slot for kind in type(played).__mro__ for slot in getattr(kind, "__slots__", ())]
    return [repr(getattr(played, slot)) for slot in slots if slot not in {"setting", "game"}]


@pytest.mark.parametrize("onlooker", [False, True], ids=["seat", "onlooker"])
@pytest.mark.parametrize("name", GAMES)
@on_site
async def test_with_other_secrets_the_wire_carries_the_same_bytes(
    site: Site, name: str, onlooker: bool
) -> None:
    compared = different = 0
    rng = random.Random(7)
    for seed in range(5, 45):  # in short games there is little to compare
        if compared >= 3 and different:
            break
        played = Played(GAMES[name](), seed)
        while played.true.status == "playing" and (compared < 3 or not different):
            match = played.true.playing()
            seat = rng.choice(match.actors)
            action = rng.choice(match.view(seat).legal)
            viewer = ONLOOKER if onlooker else rng.randrange(played.spec.seats)
            other = played.otherwise(viewer)
            # Of another seat's note not even the length may be seen.
            note = Noted((viewer + 1) % played.spec.seats, "n" * rng.randrange(1, 60))
            step = played.moves(played.true, seat, action)
            assert step is not None
            played.happen(played.true, note)
            played.happen(played.true, step)
            there = None if other is None else played.moves(other, seat, action)
            if other is None or there is None:
                continue
            own = note.seat == viewer  # who plays alone sees their note
            played.happen(other, note if own else Noted(note.seat, "x" * 99))
            played.happen(other, there)
            if other.playing().view(viewer) != played.true.playing().view(viewer):
                continue
            if played.true.outcome is not None or other.outcome is not None:
                continue
            different += truth(played.true) != truth(other)
            true = await wire(site, played.true, viewer, played.true.head - 2)
            false = await wire(site, other, viewer, played.true.head - 2)
            # Seed and salt belong to the table, not to the world; both tables have the same.
            assert true.keys() == false.keys()
            for key, told in true.items():
                assert told == false[key], key
            compared += 1
    assert compared >= 3
    assert different  # or the other world was none


@on_site
async def test_seed_salt_and_hashes_are_on_no_page_before_the_end(site: Site) -> None:
    ann = site.person()
    table = await ann.play("suspense", seats="2", option__goal="0", bot__1="careful")
    state = site.tables.registry.live_tables[table].state
    secrets = {state.spec.seed, state.spec.salt, state.spec.host_hash}
    secrets |= {seat_state.secret_hash for seat_state in state.seats if seat_state.secret_hash}
    secrets |= set(ann.http.cookies.values())
    for path in (f"/t/{table}", f"/t/{table}/replay", f"/t/{table}?aid=conditions"):
        page = await ann.get(path)
        for secret in secrets:
            assert secret not in page
    shown = await ann.get(f"/t/{table}")
    assert state.spec.commitment in shown
    onlooker = await site.person().get(f"/t/{table}")
    hand = state.playing().view(0).hand  # type: ignore[attr-defined]
    assert hand
    assert re.search(r'id="b-play-', onlooker) is None
