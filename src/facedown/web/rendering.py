"""From a seat's view to HTML: the one way a table is drawn, for pages, live updates and replays.

What a game brings
------------------

A game's board is ``page.html`` in its folder, a Jinja template that is included in the table page
(inside ``<main id="main">``, after the table's own ``<h1>`` and status line; its headings begin at
``<h2>``). Beside it may lie

``page.css``  styles of the board, served as they are and linked on the table's pages;
``page.py``   ``def context(view, notes) -> dict``: what the template needs beyond the view (the
              words on its cards, say), found in the template as ``extra``. It gets nothing but the
              view and the seat's own notes, so it can tell nothing more. Two functions more may
              stand there: ``def prompt(view) -> str`` says what there is to do where one does not
              type (without it ``Game.prompt`` does), and ``def undrawn(view, notes)`` gives the
              notes that the board does not show, for the page to list (without it all).

A game without ``page.html`` is drawn by ``templates/board.html``: ``Game.show`` and buttons.

What the template gets
----------------------

``game``     the ``Game`` (facts, options); ``facts`` is ``game.facts``
``view``     the ``View`` of the seat that looks (or of an onlooker): all it may know
``names``    what the seats are called, as plain texts (escaped by Jinja; never ``|safe``)
``seats``    one ``SeatInfo`` per seat: ``seat name colour player person away left``
``me``       the number of the seat that looks, or None for an onlooker
``you``      whether the reader is that seat: "Your hand", not "Ann’s hand"
``mine``     whether the seat that looks may move now (never in a replay)
``moves``    every listed action of the game, legal or not (:class:`Moves`): each
             :class:`Choice` has ``action``, ``move`` (its JSON form), ``words``, ``refusal``
             (the sentence of ``verify``, None when allowed), ``paragraph`` (of the rulebook).
             ``moves.get(move='ask', verifier='B')`` is one of them or None, ``moves.of('ask')`` all
             of a kind, ``moves.legal`` those allowed. Empty for onlookers and in replays.
``post``     macro ``post(choice, label, class='', id='')``: a button that makes the move; an empty
             label is ``choice.words``. A refused one is ``aria-disabled`` and has its sentence as
             ``title``; pressing it only shows the sentence and the paragraph of the rules. The
             label may be Markup (an SVG card with a text inside), or the body of a call block:
             ``{% call post(choice, class='card') %}…{% endcall %}``. ``choice`` may be None.
``typed``    macro ``typed(label, hint='')``: a form with one text field that takes a line as
             ``Game.read`` understands it. What ``Game.read_back`` says of it stands below the field
             as one types; without JavaScript, and where it asks for a yes, before it is made.
``advance``  macro ``advance(question, answer, lasts, label, pressed=False)``: a button that answers
             a kind of question of ``facts.standing`` in advance (``"ask"``, ``"decline"``,
             ``"always"``; for the ``"table"`` or the ``"turn"``). The page lists all anyway.
``form_of``  for a form of the board's own: ``<form method="post" action="{{ act }}" id="b-…">
             {{ form_of('propose') }} … <button>Compose</button></form>`` makes the move of that
             kind from the controls named ``part.NAME`` or ``part.NAME.1``, ``part.NAME.2``, …:
             several of one NAME are joined in order, so three groups of radio buttons can spell
             one code. Draw it only where ``mine``.
``note``     macro ``note(text, label, class='', pressed=None, id='')``: a button that keeps a note
             for this seat; ``pressed`` True or False makes it a toggle. Nothing for onlookers.
``notes``    the seat's own notes, oldest first
``aids``     the aids the table allows, as ``Aid`` (``name``, ``meaning``); their words are fetched
             by the page around the board
``events``   what the seat witnessed so far: core ``Event`` (``seat move text reveals``)
``tell``     filter: ``{{ text|tell }}`` puts the seats' names for ``{0}``, ``{1}``
``replay``   True on a replay or at an earlier moment: draw no buttons (``post`` draws its label
             only, so a board need not ask)
``extra``    what ``page.py`` gave, else an empty dict

Rules for boards
----------------

* No ``<script>``, no ``<style>``, no ``style="…"``, no ``on…=``: the content security policy drops
  them. SVG presentation attributes (``fill="…"``) are fine, classes are better.
* Stable ``id`` on everything that stays: live updates are morphed in by id, and focus is kept by
  it. Ids are unique on the page: begin them with ``b-`` (open replays draw several boards on a page
  and put ``{{ prefix }}`` before: write ``id="{{ prefix }}b-ask-B"``). There ``within`` is the id
  of the board's heading after a blank, for ``<section aria-labelledby="…{{ within }}">``, and
  ``whose`` the same in words, for ``aria-label``; both are empty where a board stands alone.
* ``data-moves="W3"`` (any name unique on the page) on what should glide from its old place to its
  new one; the script names it for View Transitions.
* ``data-arrows`` on a part whose buttons the arrow keys should go through.
* The board is headings, lists, tables and buttons; an SVG that says nothing new is
  ``aria-hidden="true"`` with the words beside it, visibly or in ``.visually-hidden``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module, resources
from types import ModuleType
from typing import Any

from jinja2 import (
    ChoiceLoader,
    Environment,
    FunctionLoader,
    PackageLoader,
    StrictUndefined,
    pass_context,
)
from jinja2.runtime import Context
from markupsafe import Markup, escape

from facedown.core.facts import Aid
from facedown.core.game import Game
from facedown.core.registry import game_class
from facedown.core.seats import Seat
from facedown.core.standing import Answer, Lasts
from facedown.core.typed import ReadBack
from facedown.core.view import Event, View
from facedown.core.words import fill
from facedown.table.info import SeatInfo
from facedown.web.choices import Choice, Moves
from facedown.web.plain import items_of

ACT_FORM = "f-act"
NOTE_FORM = "f-note"
ADVANCE_FORM = "f-standing"
"""The forms of the table page that a board's buttons belong to."""


def game_file(game: str, name: str) -> str | None:
    """The text of a file in a game's folder, or None when it has none of that name."""
    file = resources.files(game_class(game).package()).joinpath(name)
    return file.read_text("utf-8") if file.is_file() else None


@cache
def _page_module(game: str) -> ModuleType | None:
    package = game_class(game).package()
    if not resources.files(package).joinpath("page.py").is_file():
        return None
    return import_module(f"{package}.page")


def _from_page(game: str, name: str) -> Callable[..., Any] | None:
    function: Callable[..., Any] | None = getattr(_page_module(game), name, None)
    return function


def prompt_of(game: Game, view: View) -> str:
    """What there is to do for the seat of a view, in a sentence for its page."""
    prompt = _from_page(game.facts.name, "prompt") or game.prompt
    return str(prompt(view))


def undrawn(game: Game, view: View, notes: Sequence[str]) -> tuple[str, ...]:
    """The notes of a seat that its board does not show."""
    find = _from_page(game.facts.name, "undrawn")
    return tuple(notes if find is None else find(view, notes))


def _game_template(name: str) -> str | None:
    parts = name.split("/")
    if len(parts) != 3 or parts[0] != "games":
        return None
    return game_file(parts[1], parts[2])


@pass_context
def _tell(context: Context, text: str) -> str:
    return fill(text, context.get("names", ()))


@cache
def environment() -> Environment:
    """The templates: ours, and under ``games/NAME/`` those of the games."""
    made = Environment(
        loader=ChoiceLoader([PackageLoader("facedown.web"), FunctionLoader(_game_template)]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    made.filters["tell"] = _tell
    made.filters["items_of"] = items_of
    return made


def board_template(game: str) -> str:
    """The template of a game's board: its own, or the one for any game."""
    return f"games/{game}/page.html" if game_file(game, "page.html") is not None else "board.html"


@dataclass(frozen=True, slots=True)
class Board:
    """What a board is drawn from; all of it is for the eyes of the seat ``viewer``.

    ``you`` tells whether the reader sits there, or looks at somebody's board in a replay.
    ``head`` is the number of the newest event its buttons go out from. ``act`` is where forms post
    to, ``csrf`` the token that they carry. ``prefix`` is put before ids where several boards stand
    on one page, and ``heading`` is the id of the one that says whose board it is. ``line`` is what
    was typed and not done, and ``back`` what it would mean, where the game says that back.
    """

    game: Game
    view: View
    viewer: Seat
    names: tuple[str, ...]
    seats: tuple[SeatInfo, ...]
    moves: Moves
    notes: tuple[str, ...]
    events: tuple[Event, ...]
    aids: tuple[Aid, ...]
    replay: bool
    you: bool = True
    act: str = ""
    csrf: str = ""
    head: int = 0
    prefix: str = ""
    heading: str = ""
    line: str = ""
    back: ReadBack | None = None

    def context(self) -> dict[str, Any]:
        """What the template gets."""
        make = _from_page(self.game.facts.name, "context")
        return {
            "game": self.game,
            "facts": self.game.facts,
            "view": self.view,
            "names": self.names,
            "seats": self.seats,
            "me": self.viewer if self.viewer >= 0 else None,
            "you": self.you and self.viewer >= 0,
            "mine": not self.replay and self.viewer in self.view.actors and bool(self.moves),
            "moves": self.moves,
            "post": self.post,
            "typed": self.typed,
            "form_of": self.form_of,
            "advance": self.advance,
            "act": f"{self.act}/move",
            "note": self.note,
            "notes": self.notes,
            "aids": self.aids,
            "events": self.events,
            "replay": self.replay,
            "prefix": self.prefix,
            "within": f" {self.heading}" if self.heading else "",
            "whose": f", {self.names[self.viewer]}" if self.heading else "",
            "extra": {} if make is None else dict(make(self.view, self.notes)),
        }

    def html(self) -> Markup:
        """The board as HTML."""
        template = environment().get_template(board_template(self.game.facts.name))
        return Markup(template.render(self.context()))  # noqa: S704  # autoescaped by the template

    def post(
        self,
        choice: Choice | None,
        label: object = "",
        class_: str = "",
        id: str = "",  # noqa: A002  # templates read like HTML
        caller: Callable[[], str] | None = None,
        **more: str,
    ) -> Markup:
        """A button that makes a move; its label alone where none can be made."""
        inside = caller() if caller is not None else label or (choice.words if choice else "")
        classes = more.get("class", class_)
        marks = _attribute("id", id) + _attribute("class", classes)
        if self.replay or choice is None or self.viewer < 0:
            return Markup("<span{}>{}</span>").format(marks, inside)
        if choice.refusal is not None:
            marks += _attribute("aria-disabled", "true") + _attribute("title", choice.refusal)
        head = f'<button form="{ACT_FORM}" name="action" value="{choice.action:d}"{marks}>'
        return Markup(f"{head}{escape(inside)}</button>")  # noqa: S704  # escaped here

    def note(
        self,
        text: str,
        label: object = "",
        class_: str = "",
        pressed: bool | None = None,
        id: str = "",  # noqa: A002  # templates read like HTML
        caller: Callable[[], str] | None = None,
        **more: str,
    ) -> Markup:
        """A button that keeps a note; its label alone in a replay, nothing for onlookers."""
        if self.viewer < 0:
            return Markup("")
        inside = caller() if caller is not None else label or text
        marks = Markup("{}{}").format(
            _attribute("id", id), _attribute("class", more.get("class", class_))
        )
        if self.replay:
            return Markup("<span{}>{}</span>").format(marks, inside)
        if id:  # without JavaScript the page comes back to the place where it was
            marks += _attribute("formaction", f"{self.act}/note#{id}")
        if pressed is not None:
            marks += Markup(' aria-pressed="{}"').format("true" if pressed else "false")
        return Markup('<button form="{}" name="text" value="{}"{}>{}</button>').format(
            NOTE_FORM, text, marks, inside
        )

    def advance(
        self, question: str, answer: Answer, lasts: Lasts, label: str, *, pressed: bool = False
    ) -> Markup:
        """A button that answers a kind of question in advance; nothing for onlookers."""
        if self.replay or self.viewer < 0:
            return Markup("")
        return Markup(
            '<button form="{}" name="advance" value="{}/{}/{}" aria-pressed="{}">{}</button>'
        ).format(ADVANCE_FORM, question, answer, lasts, "true" if pressed else "false", label)

    def form_of(self, kind: str) -> Markup:
        """The hidden fields of a form of the board's own that makes a move of a kind."""
        return Markup(
            '<input type="hidden" name="csrf" value="{}">'
            '<input type="hidden" name="seq" value="{}">'
            '<input type="hidden" name="kind" value="{}">'
        ).format(self.csrf, self.head, kind)

    def typed(self, label: str, hint: str = "") -> Markup:
        """A form with one text field that takes a line as in the terminal."""
        if self.replay or self.viewer < 0:
            return Markup("")
        form = environment().get_template("_typed.html")
        html = form.render(
            act=f"{self.act}/move",
            read=f"{self.act}/read",
            csrf=self.csrf,
            head=self.head,
            label=label,
            hint=hint,
            line=self.line,
            back=self.back,
            names=self.names,
        )
        return Markup(html)  # noqa: S704  # autoescaped by the template


def _attribute(name: str, value: str) -> Markup:
    # Thousands of times on a page: Markup.format would do the same several times slower.
    return Markup(f' {name}="{escape(value)}"' if value else "")  # noqa: S704  # escaped here
