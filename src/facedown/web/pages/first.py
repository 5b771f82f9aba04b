"""First games: the page that leads to one, and what is said beside its board."""

from __future__ import annotations

from dataclasses import dataclass

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from facedown.core.codec import Json
from facedown.core.first_game import LEARNER, first_game_of, has_first_game
from facedown.core.messages import fill
from facedown.core.moves import Action, move_to_json
from facedown.table.watching import Snapshot
from facedown.web.pages.common import kind_at, page
from facedown.web.pages.opening import NO_FIRST
from facedown.web.visitor import visitor_of


async def about(request: Request) -> Response:
    """The button that begins the first game of a game."""
    kind = kind_at(request)
    if not has_first_game(kind.facts.name):
        raise HTTPException(404, NO_FIRST)
    return page(request, "first.html", {"facts": kind.facts, "name": visitor_of(request).name})


@dataclass(frozen=True, slots=True)
class Strip:
    """What stands beside the board of a first game.

    ``now`` is the step that is next of so many ``steps``, 0 where the learner goes a way of their
    own. ``said`` are sentences; ``about``, beside the first step, tells the rest. ``move`` are the
    fields of the form that makes the step's move, ``action`` its number where it has one; ``hint``
    is what helps where there is no step.
    """

    now: int
    steps: int
    said: tuple[str, ...]
    about: tuple[str, ...] = ()
    move: tuple[tuple[str, str], ...] = ()
    action: Action | None = None
    hint: str = ""


def strip_of(shot: Snapshot, names: tuple[str, ...]) -> Strip | None:
    """What is said to whoever looks at a table; None where that is no first game of theirs."""
    told = first_game_of(shot.info.game, shot.info.origin)
    if told is None or shot.view is None or shot.viewer != LEARNER:
        return None
    lesson = told.lesson(shot.view, shot.events, shot.legal)
    said = tuple(fill(sentence, names) for sentence in lesson.said)
    if lesson.move is None:
        hint = told.hint if lesson.step == 0 and shot.info.status == "playing" else ""
        return Strip(lesson.step, lesson.steps, said, hint=hint)
    about = told.about if lesson.step == 1 else ()
    form = move_to_json(lesson.move)
    action = next((number for number, move in shot.legal if move == lesson.move), None)
    return Strip(lesson.step, lesson.steps, said, about, _fields(form), action)


def _fields(form: dict[str, Json]) -> tuple[tuple[str, str], ...]:
    """The fields of a form that makes a move: its kind, and its parts."""
    fields = [("kind", str(form["move"]))]
    for name, part in form.items():
        if name == "move" or part is None:
            continue
        if isinstance(part, (list, tuple)):
            fields += ((f"part.{name}.{n}", _text(one)) for n, one in enumerate(part))
        else:
            fields.append((f"part.{name}", _text(part)))
    return tuple(fields)


def _text(part: Json) -> str:
    return {True: "yes", False: "no"}[part] if isinstance(part, bool) else str(part)
