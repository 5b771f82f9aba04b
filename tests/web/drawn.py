"""Tables as their page draws them, from states of a game: no server, no store, no waiting."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import resources

from starlette.requests import Request

from facedown.core.facts import OptionValue
from facedown.core.game import Game
from facedown.core.match import Choices, choices_in
from facedown.core.seats import HUMAN, Seat
from facedown.core.state import State
from facedown.table.state import Settings, all_aids
from facedown.table.watching import SeatInfo, Snapshot, TableInfo
from facedown.table.words import COLOURS
from facedown.web.environment import environment, game_file
from facedown.web.pages.table import fragment
from facedown.web.visitor import Visitor

PEOPLE = ("Annabelle", "Bartholomew", "Chi", "Dorothea", "Emil", "Friederike")
VISITOR = Visitor(key="k", new=False, seat="secret")
REQUEST = Request(
    {"type": "http", "method": "GET", "path": "/", "scheme": "http", "server": ("house", 80)}
    | {"query_string": b"", "headers": [(b"host", b"house")]}
)


def snapshot(game: Game, state: State, viewer: Seat, notes: Sequence[str] = ()) -> Snapshot:
    """A table of people in this state, as one of them or an onlooker may know it."""
    outcome, actors = state.outcome(), tuple(seat for seat in state.actors() if seat >= 0)
    options: dict[str, OptionValue] = dict(game.options)
    info = TableInfo(
        table="t1",
        game=game.facts.name,
        title=game.facts.title,
        rules=game.facts.rules_version,
        options=options,
        daily="",
        handover=False,
        rematch=None,
        duplicates=None,
        settings=Settings(aids=all_aids(game.facts)),
        status="over" if outcome else "playing",
        seats=tuple(
            SeatInfo(seat, PEOPLE[seat], COLOURS[seat], HUMAN, True, False, None)
            for seat in range(game.seats)
        ),
        actors=actors,
        outcome=outcome,
        head=7,
        moves=1,
        commitment="0" * 64,
        seed=None,
        salt=None,
    )
    return Snapshot(
        info=info,
        game=game,
        viewer=viewer,
        host=viewer == 0,
        view=state.view(viewer),
        legal=(),
        events=(),
        notes=tuple(notes),
        frames=(),
        choices=(
            choices_in(state, viewer, game.actions, PEOPLE)
            if viewer >= 0 and not outcome
            else Choices()
        ),
        undoable=False,
        standing=(),
        duplicates=(),
    )


def drawn(game: Game, state: State, viewer: Seat, notes: Sequence[str] = ()) -> str:
    """What stands in the page's body."""
    return fragment(REQUEST, snapshot(game, state, viewer, notes), VISITOR, None, symbols=True)


def shapes() -> str:
    """What the marks of seats refer to."""
    return environment().get_template("_symbols.html").render()


def document(game: Game, body: str) -> str:
    """A whole page with its styles in it; it has no script."""
    styles = [
        resources.files("facedown.web").joinpath("assets", name).read_text("utf-8")
        for name in ("style.css", "kit.css", "frame.css", "front.css", "play.css")
    ]
    styles.append(game_file(game.facts.name, "page.css") or "")
    return (
        '<!doctype html><html lang="en"><meta charset="utf-8"><title>A table</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        '<meta name="color-scheme" content="light dark">'
        f'<style>{"".join(styles)}</style><body class="on-at-table">{shapes()}{body}'
    )
