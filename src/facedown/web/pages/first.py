"""Where a game is learnt: its rules, and its first game with what is said beside its board."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from markupsafe import Markup
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from facedown.core.codec import Json
from facedown.core.first_game import LEARNER, first_game, first_game_of, has_first_game
from facedown.core.match import Choices, Match
from facedown.core.messages import fill
from facedown.core.moves import Action, move_to_json
from facedown.core.seats import HUMAN, seat_words
from facedown.languages import Language, current_language
from facedown.table.watching import SeatInfo, Snapshot
from facedown.table.words import COLOURS
from facedown.web.environment import rulebook, url_of
from facedown.web.pages.common import kind_at, page
from facedown.web.pages.opening import NO_FIRST
from facedown.web.rendering import Board
from facedown.web.visitor import visitor_of


async def about(request: Request) -> Response:
    """The button that begins the first game of a game."""
    kind = kind_at(request)
    if not has_first_game(kind.facts.name):
        raise HTTPException(404, NO_FIRST)
    return page(request, "first.html", {"facts": kind.facts, "name": visitor_of(request).name})


async def rules(request: Request) -> Response:
    """A game's rulebook, headed by its table."""
    name = (kind := kind_at(request)).facts.name
    laid = table_laid(name)
    styles = [url_of(f"{name}.page.css"), url_of("judged.css")] if laid else []
    context = {"facts": kind.facts, "rulebook": rulebook(name), "laid": laid, "styles": styles}
    return page(request, "rules.html", context)


@dataclass(frozen=True, slots=True)
class Laid:
    """A board as a picture, and the symbols that it refers to."""

    board: Markup
    symbols: Markup


def table_laid(game: str) -> Laid | None:
    """The table of a game's first game before a move, as its learner sees it; None without one."""
    return _table_laid(game, current_language())


@cache
def _table_laid(game: str, language: Language) -> Laid | None:
    del language  # it is spoken, and what is kept is kept by it
    told = first_game(game) if has_first_game(game) else None
    if told is None:
        return None
    match = Match.resume(told.log())
    board = Board(
        game=match.game,
        view=match.view(LEARNER),
        viewer=LEARNER,
        seats=tuple(
            SeatInfo(seat, seat_words(seat), COLOURS[seat], HUMAN, True, False, None)
            for seat in range(match.game.seats)
        ),
        moves=Choices(),
        notes=(),
        events=(),
        aids=(),
        replay=True,
        prefix="laid-",
    )
    return Laid(board.html(), board.symbols())


@dataclass(frozen=True, slots=True)
class Strip:
    """What stands beside the board of a first game.

    ``now`` is the step that is next of so many ``steps``, 0 where the learner goes a way of their
    own. ``said`` are sentences; ``about``, beside the first step, tells the rest. ``move`` are the
    fields of the form that makes the step's move, ``action`` its number where it has one; ``hint``
    is what helps where there is no step, ``left`` how many moves had been made when they left.
    """

    now: int
    steps: int
    said: tuple[str, ...]
    about: tuple[str, ...] = ()
    move: tuple[tuple[str, str], ...] = ()
    action: Action | None = None
    hint: str = ""
    left: int | None = None


def strip_of(shot: Snapshot, names: tuple[str, ...]) -> Strip | None:
    """What is said to whoever looks at a table; None where that is no first game of theirs."""
    told = first_game_of(shot.info.game, shot.info.origin)
    if told is None or shot.view is None or shot.viewer != LEARNER:
        return None
    lesson = told.lesson(shot.view, shot.events, shot.legal)
    said = tuple(fill(sentence, names) for sentence in lesson.said)
    if lesson.move is None:
        hint = told.hint if lesson.step == 0 and shot.info.status == "playing" else ""
        return Strip(lesson.step, lesson.steps, said, hint=hint, left=lesson.left)
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
