"""What programs can ask, and where."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from facedown.web.api import events, host, playing, seats, workshop
from facedown.web.api.answers import Endpoint
from facedown.web.api.openapi import document


async def openapi(request: Request) -> Response:
    """The description of all this."""
    del request
    return JSONResponse(document())


def routes() -> list[BaseRoute]:
    """The routes under ``/api``."""
    table = "/tables/{table}"
    gets: dict[str, Endpoint] = {
        "/openapi.json": openapi,
        "/games": seats.games,
        "/games/{game}/workshop": workshop.facts,
        table: seats.info,
        f"{table}/view": playing.view,
        f"{table}/moves": playing.legal,
        f"{table}/notes": playing.notes,
        f"{table}/standing": playing.standing,
        f"{table}/aids/{{aid}}": playing.aid,
        f"{table}/events": events.events,
        f"{table}/live": events.live,
        f"{table}/log": events.log,
    }
    posts: dict[str, Endpoint] = {
        f"{table}/moves": playing.play,  # what is asked most often is looked for first
        "/tables": seats.create,
        "/games/{game}/workshop": workshop.look_into,
        f"{table}/claim": seats.claim,
        f"{table}/undo": playing.undo,
        f"{table}/read": playing.read_back,
        f"{table}/standing": playing.answer_in_advance,
        f"{table}/notes": playing.note,
        f"{table}/chat": playing.say,
        f"{table}/rename": seats.rename,
        f"{table}/leave": seats.leave,
        f"{table}/resign": seats.resign,
        f"{table}/return": seats.come_back,
        f"{table}/rematch": seats.rematch,
        f"{table}/practice": seats.practice,
        f"{table}/bots": host.bots,
        f"{table}/vacate": host.vacate,
        f"{table}/start": host.start,
        f"{table}/settings": host.settings,
        f"{table}/clock": host.clock,
    }
    both: list[BaseRoute] = [Route(path, end, methods=["POST"]) for path, end in posts.items()]
    both += [Route(path, end, methods=["GET"]) for path, end in gets.items()]
    return both
