"""The first game of a game: a recorded one, told step by step."""

from __future__ import annotations

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from facedown.core.errors import FacedownError
from facedown.core.messages import phrase
from facedown.table.info import SeatInfo
from facedown.table.replay import moment_of
from facedown.table.words import COLOURS
from facedown.web.files import url_of
from facedown.web.pages.common import page, whole
from facedown.web.pages.replay import boards_of, frame, steps_of
from facedown.web.tutorials import tutorial


async def first_game(request: Request) -> Response:
    """A recorded game with explanations, as the seat sees it that one would have."""
    name = request.path_params["game"]
    try:
        match, captions = tutorial(name)
    except FacedownError as problem:
        raise HTTPException(404, problem.message) from None
    turn = whole(request.query_params.get("turn", "0"))
    start = next((n for n, notes in enumerate(captions) if notes), 0)
    now = moment_of(match, 0, max(turn or 0, start))
    names = _names(match.log.players)
    seats = tuple(
        SeatInfo(seat, name, COLOURS[seat], player, False, False, None)
        for seat, (name, player) in enumerate(zip(names, match.log.players, strict=True))
    )
    address = f"/games/{name}/first"
    context = {
        **frame(address, now, "1", why=False),
        **boards_of(match.game, now, names, seats, 0),
        "title": phrase("{title}: a first game", title=match.game.facts.title),
        "facts": match.game.facts,
        "info": None,
        "names": names,
        "back": (f"/games/{name}", phrase("Play {title}", title=match.game.facts.title)),
        "over": False,
        "may_ask": False,
        "practice": None,
        "viewers": (),
        "steps": steps_of(now.events, names),
        "why": None,
        "shuffle": None,
        "log": "",
        "judges": False,
        "game_style": url_of(f"{name}.page.css"),
        "captions": captions[now.turn],
    }
    return page(request, "replay.html", context)


def _names(players: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(phrase("Player {n}", n=seat + 1) for seat in range(len(players)))
