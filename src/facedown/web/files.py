"""Scripts and styles: served from the package under names that change with what is in them."""

from __future__ import annotations

import hashlib
from functools import cache
from importlib import resources

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from facedown.core.errors import FacedownError
from facedown.core.messages import phrase
from facedown.languages import spoken
from facedown.web.environment import game_file

NO_FILE = phrase("There is no such file.")
_TYPES = {"css": "text/css", "js": "text/javascript", "svg": "image/svg+xml"}
_STYLES = {"page.css", "workshop.css"}
_OURS = {
    "style.css": "assets",
    "frame.css": "assets",
    "play.css": "assets",
    "icon.svg": "assets",
    "workshop.css": "assets",
    "strategy.css": "assets",
    "table.js": "static",
    "workshop.js": "static",
}


def _file(name: str) -> str | None:
    try:
        return _read(name)
    except (FacedownError, FileNotFoundError):
        return None


@cache
def _read(name: str) -> str:
    """A file's text; raises for what there is not, so that no made-up name stays in memory."""
    folder = _OURS.get(name)
    if folder is not None:
        return resources.files("facedown.web").joinpath(folder, name).read_text("utf-8")
    game, _, rest = name.partition(".")
    text = game_file(game, rest) if rest in _STYLES else None
    if text is None:
        raise FileNotFoundError(name)
    return text


def url_of(name: str) -> str:
    """The address of a file of ours, or a game's ``GAME.page.css`` or ``GAME.workshop.css``.

    Empty when there is none.
    """
    text = _file(name)
    return "" if text is None else f"/files/{name}?v={_mark(text)}"


@cache
def _mark(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:12]


async def file(request: Request) -> Response:
    """A script, a style or the icon."""
    name = request.path_params["name"]
    text = _file(name)
    if text is None:
        return PlainTextResponse(f"{spoken(NO_FILE)}\n", 404)
    kind = _TYPES[name.rsplit(".", 1)[1]]
    fresh = f"v={url_of(name).rpartition('=')[2]}" == request.url.query
    cache_for = "public, max-age=31536000, immutable" if fresh else "no-cache"
    return Response(text, media_type=kind, headers={"cache-control": cache_for})
