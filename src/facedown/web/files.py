"""Scripts and styles: served from the package under names that change with what is in them."""

from __future__ import annotations

import hashlib
from functools import cache
from importlib import resources

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from facedown.core.errors import FacedownError
from facedown.web.rendering import game_file

_TYPES = {"css": "text/css", "js": "text/javascript", "svg": "image/svg+xml"}
_OURS = {
    "style.css": "assets",
    "frame.css": "assets",
    "icon.svg": "assets",
    "table.js": "static",
}


@cache
def _file(name: str) -> str | None:
    folder = _OURS.get(name)
    if folder is not None:
        file = resources.files("facedown.web").joinpath(folder, name)
        return file.read_text("utf-8") if file.is_file() else None
    game, _, rest = name.partition(".")
    if rest != "page.css":
        return None
    try:
        return game_file(game, rest)
    except FacedownError:
        return None


@cache
def url_of(name: str) -> str:
    """The address of a file of ours, or ``GAME.page.css`` of a game; empty when there is none."""
    text = _file(name)
    if text is None:
        return ""
    return f"/files/{name}?v={hashlib.sha256(text.encode()).hexdigest()[:12]}"


async def file(request: Request) -> Response:
    """A script, a style or the icon."""
    name = request.path_params["name"]
    text = _file(name)
    if text is None:
        return PlainTextResponse("There is no such file.\n", 404)
    kind = _TYPES[name.rsplit(".", 1)[1]]
    fresh = f"v={url_of(name).rpartition('=')[2]}" == request.url.query
    cache_for = "public, max-age=31536000, immutable" if fresh else "no-cache"
    return Response(text, media_type=kind, headers={"cache-control": cache_for})
