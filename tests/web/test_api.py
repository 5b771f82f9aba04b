"""The JSON interface: whole games by programs, events by number, and a true description."""

from __future__ import annotations

import asyncio
import json
import random
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from starlette.routing import Mount, Route
from tests.toys.skirmish import Skirmish
from tests.web.site import Program, Site, on_site

from facedown.core.codec import Json, from_json
from facedown.core.moves import move_to_json
from facedown.core.registry import game_class, game_names, override_game
from facedown.table.acts.answer_in_advance import AnswerInAdvance
from facedown.table.all_acts import KINDS
from facedown.web.api.openapi import OPERATIONS, document, routes
from facedown.web.remote import play_at


def check(value: Json, name: str) -> None:
    """Checks an answer against the published schema of that name."""
    whole = document()
    schema = {"$ref": f"#/components/schemas/{name}", "components": whole["components"]}
    jsonschema.Draft202012Validator(schema).validate(value)


async def seat_all(site: Site, asked: dict[str, Json]) -> tuple[str, list[Program], str]:
    """Opens a table and seats a program on every seat."""
    anybody = site.program()
    made = await anybody.ask("/tables", asked, 201)
    check(made, "Created")
    table = made["table"]
    info = await anybody.ask(f"/tables/{table}")
    players = []
    for seat in range(len(info["seats"])):
        claimed = await anybody.ask(f"/tables/{table}/claim", {"seat": seat}, 201)
        check(claimed, "ClaimedSeat")
        players.append(site.program(claimed["secret"]))
    return table, players, made["host_secret"]


@pytest.mark.parametrize("game", game_names())
@on_site
async def test_programs_play_a_whole_game(site: Site, game: str) -> None:
    kind = game_class(game)
    seats = kind.facts.seats[1]
    table, players, _ = await seat_all(site, {"game": game, "seats": seats})
    onlooker, rng = site.program(), random.Random(1)
    path = f"/tables/{table}"
    seen: list[dict[str, Any]] = []
    info: dict[str, Any] = {}
    for _ in range(2000):
        info = await onlooker.ask(path)
        if info["status"] == "over":
            break
        seat = rng.choice(info["actors"])
        told = await players[seat].ask(f"{path}/events?after={len(seen)}")
        seen += told["events"]
        legal = await players[seat].ask(f"{path}/moves")
        check(legal, "LegalMoves")
        if legal["moves"]:
            chosen = rng.choice(legal["moves"])
            ways = (
                {"action": chosen["action"]},
                {"move": chosen["move"]},
                {"line": chosen["words"]},
            )
            form, meant = rng.choice(ways), chosen["move"]
        else:  # a game of an open language, in which something has to be said now
            read = await players[seat].ask(f"{path}/view")
            move = kind(seats).draw_open(from_json(kind.facts.view, read["view"]), rng)
            assert move is not None
            form = {"move": move_to_json(move)}
            meant = form["move"]
        sent = {**form, "expected": legal["head"], "client": f"c{len(seen)}"}
        done = await players[seat].ask(f"{path}/moves", sent)
        again = await players[seat].ask(f"{path}/moves", sent)
        check(done, "Acknowledged")
        told = await players[seat].ask(f"{path}/events?after={done['seq'] - 1}")
        assert told["events"][0]["moves"][0]["move"] == meant
        assert again == {**done, "again": True}
    check(await onlooker.ask(path), "TableInfo")
    for reader in (players[0], onlooker):
        check(await reader.ask(f"{path}/view"), "Seen")
        told = await reader.ask(f"{path}/events")
        check(told, "Events")
        assert [event["seq"] for event in told["events"]] == list(range(1, told["head"] + 1))
    assert info["status"] == "over"
    log = await onlooker.http.get(f"{path}/log")
    assert log.status_code == 200
    assert json.loads(log.text.splitlines()[0])["game"] == game


@on_site
async def test_an_answer_gives_the_head_that_the_next_move_needs(site: Site) -> None:
    table, (player,), _ = await seat_all(site, {"game": "turing", "seats": 1})
    path = f"/tables/{table}"
    head = (await player.ask(f"{path}/moves"))["head"]
    for line in ("241", "A", "B"):
        done = await player.ask(f"{path}/moves", {"line": line, "expected": head})
        head = done["head"]
    noted = await player.ask(f"{path}/notes", {"text": "not A"})
    assert noted["head"] == site.head(table) > head
    await player.ask(f"{path}/moves", {"line": "stop", "expected": noted["head"]})


@on_site
async def test_waiting_for_events_and_the_stream_give_the_same(site: Site) -> None:
    table, players, _ = await seat_all(site, {"game": "turing", "seats": 2})
    path = f"/tables/{table}"
    head = (await players[0].ask(path))["head"]
    waiting = asyncio.create_task(players[0].ask(f"{path}/events?after={head}&wait=25"))
    await asyncio.sleep(0.2)
    assert not waiting.done()
    await players[1].ask(f"{path}/chat", {"text": "hello"})
    told = await waiting
    assert [event["text"] for event in told["events"]] == ["hello"]

    async def listen(after: int, count: int, **headers: str) -> list[Json]:
        found: list[Json] = []
        async with players[0].http.stream(
            "GET", f"{path}/live?after={after}", headers=headers
        ) as stream:
            assert stream.headers["content-type"].startswith("text/event-stream")
            async for line in stream.aiter_lines():
                if line.startswith("data: "):
                    found.append(json.loads(line.removeprefix("data: ")))
                if len(found) == count:
                    return found
        raise AssertionError("the stream has ended")

    everything = (await players[0].ask(f"{path}/events"))["events"]
    assert await listen(0, len(everything)) == everything
    assert await listen(2, len(everything) - 2) == everything[2:]
    # A browser names the last event it has seen itself; that counts more than the address.
    assert await listen(0, 1, **{"last-event-id": str(len(everything) - 1)}) == everything[-1:]
    live = asyncio.create_task(listen(len(everything), 1))
    await asyncio.sleep(0.2)
    await players[1].ask(f"{path}/notes", {"text": "for myself"})
    assert [event["kind"] for event in await live] == ["hidden"]


@on_site
async def test_what_is_refused_changes_nothing(site: Site) -> None:
    table, players, host = await seat_all(site, {"game": "suspense", "seats": 2})
    path, anybody = f"/tables/{table}", site.program()
    info = await anybody.ask(path)
    mover, other = players[info["actors"][0]], players[1 - info["actors"][0]]
    head = site.head(table)
    cases: list[tuple[Program, str, Json, int]] = [
        (mover, "/moves", {"action": 13}, 409),  # a first turn plays a card
        (other, "/moves", {"action": 0}, 409),
        (mover, "/moves", {"action": 999}, 409),
        (mover, "/moves", {"action": -1}, 409),
        (mover, "/moves", {"action": True}, 400),
        (mover, "/moves", {"action": 1, "line": "pass"}, 400),
        (mover, "/moves", {}, 400),
        (mover, "/moves", {"move": {"move": "deal", "hands": [], "secret": None}}, 400),
        (mover, "/moves", {"move": {"move": "no such move"}}, 400),
        (mover, "/moves", {"line": "dance"}, 400),
        (mover, "/moves", {"action": 0, "expected": 0}, 409),
        (mover, "/moves", {"action": 0, "client": "no spaces please"}, 400),
        (mover, "/moves", {"acton": 0}, 400),
        (mover, "/undo", {}, 409),
        (mover, "/aids/nothing", None, 400),
        (anybody, "/moves", {"action": 0}, 401),
        (anybody, "/notes", {"text": "x"}, 401),
        (anybody, "/chat", {"text": "x"}, 400),
        (anybody, "/claim", {}, 403),
        (mover, "/claim", {"seat": 7}, 400),
        (mover, "/bots", {"bot": "careful", "seat": 0}, 403),
        (mover, "/settings", {"aids": []}, 403),
        (mover, "/vacate", {"seat": 0}, 403),
        (site.program(host), "/vacate", {"seat": 0}, 403),  # nobody has left
        (site.program(host), "/clock", {"seconds": 5}, 409),
        (site.program("A" * 43), "/moves", {"action": 0}, 403),
        (site.program("x"), "/view", None, 403),
        (mover, "/log", None, 409),
        (mover, "/events?after=-1", None, 400),
        (mover, "/events?wait=99", None, 400),
        (anybody, "/nothing", None, 404),
    ]
    for program, what, body, status in cases:
        told = await program.ask(f"{path}{what}", body, status)
        check(told, "Refused")
        assert len(told["error"]["sentence"].split()) > 2, told
        assert site.head(table) == head, what
    check(await anybody.ask("/tables/unknown2222222", status=404), "Refused")
    check(await anybody.ask("/tables", {"game": "chess"}, 400), "Refused")


@on_site
async def test_every_kind_of_event_is_as_described(site: Site) -> None:
    asked = {
        "game": "turing",
        "seats": 2,
        "settings": {"clock": {"bank": 600}, "aids": []},
        "handover": True,
    }
    table, (ann, bob), host_secret = await seat_all(site, asked)
    path, host = f"/tables/{table}", site.program(host_secret)
    await ann.ask(f"{path}/rename", {"name": "Ann"})
    await ann.ask(f"{path}/moves", {"action": 7})
    await ann.ask(f"{path}/undo", {})
    for what in ("notes", "chat"):
        await ann.ask(f"{path}/{what}", {"text": "well"})
    await host.ask(f"{path}/settings", {"aids": ["codes"], "clock": {"bank": 600}})
    await host.ask(f"{path}/clock", {"seconds": 60})
    await bob.ask(f"{path}/leave", {})
    await host.ask(f"{path}/bots", {"seat": 1, "bot": "careful"})
    await bob.ask(f"{path}/return", {})
    await bob.ask(f"{path}/leave", {})
    await host.ask(f"{path}/vacate", {"seat": 1})
    await ann.ask(f"{path}/resign", {})
    with override_game(Skirmish):  # none of the others has questions to be answered in advance
        more, (cy, _), _ = await seat_all(site, {"game": "skirmish", "seats": 2})
        secret = cy.http.headers["authorization"].removeprefix("Bearer ")
        done = await site.tables.do(
            more, AnswerInAdvance(question="shield", answer="always"), secret
        )
        told = (await cy.ask(f"/tables/{more}/events?after={done.seq - 1}"))["events"][0]
    check(told, "Event")
    kinds = {told["kind"]}
    ended, pair, _ = await seat_all(site, {"game": "suspense", "seats": 2, "options": {"goal": 0}})
    while (facts := await pair[0].ask(f"/tables/{ended}"))["status"] != "over":
        mover = pair[facts["actors"][0]]
        first = (await mover.ask(f"/tables/{ended}/moves"))["moves"][0]["action"]
        await mover.ask(f"/tables/{ended}/moves", {"action": first})
    check(await pair[1].ask(f"/tables/{ended}/rematch", {}, 201), "NextTable")
    check(await pair[0].ask(f"/tables/{ended}/rematch", {}, 201), "NextTable")
    for told in (await pair[0].ask(f"/tables/{ended}/events?after={facts['head']}"))["events"]:
        check(told, "Event")
        kinds.add(told["kind"])
    for reader in (ann, site.program()):
        told = await reader.ask(f"{path}/events")
        check(told, "Events")
        kinds |= {event["kind"] for event in told["events"]}
        for event in told["events"]:
            for wrong in ({**event, "more": 1}, {k: v for k, v in event.items() if k != "at"}):
                with pytest.raises(jsonschema.ValidationError):
                    check(wrong, "Event")
    assert kinds == {*KINDS, "hidden"}
    check(await host.ask("/games"), "Games")


@pytest.mark.parametrize("game", game_names())
def test_the_moves_of_every_game_are_described(game: str) -> None:
    for move in game_class(game).facts.moves:
        for name in ("Play", "LegalMoves"):
            wrong: Json = {"move": {"move": move.kind, "no such part": 1}}
            if name == "LegalMoves":
                wrong = {"head": 1, "prompt": "", "moves": [{**wrong, "action": 0, "words": ""}]}
            with pytest.raises(jsonschema.ValidationError):
                check(wrong, name)


def test_every_route_is_described_and_nothing_else() -> None:
    described = {(op.method.upper(), op.path) for op in OPERATIONS}
    served = {
        (method, route.path)
        for route in Mount("/api", routes=routes()).routes
        if isinstance(route, Route)
        for method in (route.methods or set()) - {"HEAD"}
    }
    assert served - {("GET", "/openapi.json")} == described


def test_the_description_is_a_proper_one() -> None:
    whole = document()
    assert whole["openapi"].startswith("3.1")
    for schema in whole["components"]["schemas"].values():
        jsonschema.Draft202012Validator.check_schema(schema)
    names = [op.name for op in OPERATIONS]
    assert len(set(names)) == len(names)
    assert "play" in names  # programs are generated from these names
    text = json.dumps(whole)
    for reference in {part.split('"')[0] for part in text.split("#/components/schemas/")[1:]}:
        assert reference in whole["components"]["schemas"]


@pytest.mark.parametrize("game", game_names())
@on_site
async def test_our_bots_play_at_a_remote_table(site: Site, game: str, tmp_path: Path) -> None:
    made = await site.program().ask("/tables", {"game": game, "seats": 2}, 201)
    url = f"{site.base}/t/{made['table']}"
    said: list[str] = []
    bots = [
        asyncio.to_thread(
            play_at, f"{url}?sat={seat}", "beginner", None, f"Bot {seat}", said.append, tmp_path
        )
        for seat in (2, 1)
    ]
    first, second = await asyncio.gather(*bots)
    assert first == second
    assert (await site.tables.watching.info(made["table"])).status == "over"
    assert sorted(said) == [f"The bot beginner has seat {seat}." for seat in (1, 2)]
    assert not list(tmp_path.iterdir())  # the game is over, and nothing is kept
