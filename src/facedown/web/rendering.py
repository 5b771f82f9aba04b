"""From a seat's view to HTML: the one way a table is drawn, for pages, live updates and replays.

What a game brings
------------------

A game's board is ``page.html`` in its folder, a Jinja template that begins with ``{% extends
"places.html" %}`` and fills the places of the frame, each a block; macros, imports and ``set``
stand outside of the blocks and are seen in all of them. The blocks, the files beside it and the
functions of ``page.py`` are listed in :data:`facedown.core.hooks.HOOKS`. A place without anything
in it is not drawn. In ``symbols`` stand pictures that are drawn once a page and referred to: ``<g
id="s-W1">…</g>`` there, and ``<svg viewBox="…" aria-hidden="true" focusable="false"><use
href="#s-W1"/></svg>`` wherever the picture is wanted. They are sent once, so they may hold nothing
that changes during a game, and nothing that a seat must not know. Seats that a board shows itself
are named by ``seat_head``.

The frame has drawn before: whose turn it is, the clocks, who sits where, the log, the rules, and
who has won. A board says none of that again. Functions of ``page.py`` get nothing but the view and
the seat's own notes, so they can tell nothing more.

A game without ``page.html`` is drawn by ``templates/board.html``: ``Game.show`` and buttons.

How it lies on the screen
-------------------------

A page is one view: it never scrolls, the places do inside themselves. Each is a container called
``place``, so styles ask ``@container place (min-width: 40rem)``. Room to count on, for the table
and for hand and actions below it, in CSS pixels: 1100 x 560 and 1100 x 230 on a screen of
1440 x 900, 1000 x 430 and 1000 x 230 on 1024 x 768, 390 x 380 and 390 x 370 on a phone of
390 x 844, where hand and actions lie one above the other. A list with the class ``snap`` is a row
of parts, which on a phone scrolls sideways and stops at each. On low screens, in print and without
styles the page is a document in the order bar, table, hand, actions, log.

What the template gets
----------------------

``game``     the ``Game`` (facts, options); ``facts`` is ``game.facts``
``view``     the ``View`` of the seat that looks (or of an onlooker): all it may know
``names``    what the seats are called, as plain texts (escaped by Jinja; never ``|safe``)
``seats``    one ``SeatInfo`` per seat: ``seat name colour player person away left``
``who``      ``who(seat)``: a seat's mark and name, or "You"; ``seat_head(seat)``: besides, whether
             it is to act; ``to_you(text)``: a text with the names, in which the reader is "you"
``me``       the number of the seat that looks, or None for an onlooker
``you``      whether the reader is that seat: "Your hand", not "Ann’s hand"
``mine``     whether the seat that looks may move now (never in a replay)
``moves``    every listed action of the game, legal or not (:class:`Choices`): each
             :class:`Choice` has ``action``, ``move`` (its JSON form), ``words``, ``refusal``
             (the sentence of ``verify``, None when allowed), ``paragraph`` (of the rulebook).
             ``moves.get(move='ask', verifier='B')`` is one of them or None, ``moves.of('ask')`` all
             of a kind, ``moves.legal`` those allowed. Empty for onlookers and in replays.
``post``     macro ``post(choice, label, class='', id='')``: a button that makes the move; an empty
             label is ``choice.words``. A refused one is ``aria-disabled`` and has its sentence as
             ``title``; pressing it only shows the sentence and the paragraph of the rules. The
             label may be Markup (an SVG card with a text inside), or the body of a call block:
             ``{% call post(choice, class='card') %}…{% endcall %}``. ``choice`` may be None. The
             first nine that are allowed are also pressed by the keys 1 to 9, unless ``key`` names
             another, or none (``''``); of equal keys the first in sight counts. A ``<summary
             data-key="1">`` is pressed the same way. With ``lifts`` a finger only lifts it first,
             and those words stand on it until it is pressed again or something else is.
``typed``    macro ``typed(label, hint='', done='', example='', clear='')``: a form with one text
             field that takes a line as ``Game.read`` understands it, with an example in it as long
             as it is empty; ``done`` stands on its button, ``clear`` on the one that empties it.
             What ``Game.read_back`` says of it stands below the field as one types, and a button
             for each way in which the line could go on; without JavaScript, and where it asks for a
             yes, before it is made.
             A game's ``saying.html`` says it with macros of its own: ``heard(said)`` what is read
             out, ``shown(said)`` what is seen beside it; ``said`` is what ``page.py`` gave.
``advance``  macro ``advance(question, answer, lasts, label, pressed=False)``: a button that answers
             a kind of question of ``facts.standing`` in advance (``"ask"``, ``"decline"``,
             ``"always"``; for the ``"table"`` or the ``"turn"``). The page lists all anyway.
``form_of``  for a form of the board's own: ``<form method="post" action="{{ act }}" id="b-…">
             {{ form_of('propose') }} … <button>Compose</button></form>`` makes the move of that
             kind from the controls named ``part.NAME`` or ``part.NAME.1``, ``part.NAME.2``, …,
             read by the type of the move's part NAME: a list has an item for each control that is
             not empty (checkboxes), a truth is ``yes`` or ``no``, and anything else is what the
             controls spell in order, so that three groups of radio buttons make one code. Draw it
             only where ``mine``.
``note``     macro ``note(text, label, class='', mark=None, id='')``: a button that keeps a note
             for this seat. With a ``mark`` of the thing it is about (``''``, ``'not'``,
             ``'maybe'``, ``'is'``) it shows that mark, and the text is what the next press
             notes: ``next_mark(mark)`` goes from strike out to doubt to confirm and round again.
             Nothing for onlookers.
``notes``    the seat's own notes, oldest first
``aids``     the aids the table allows, as ``Aid`` (``name``, ``meaning``); their words are fetched
             by the page around the board
``hinted``   ``<li{{ hinted(thing) }}>``: an attribute that shows what the open aid says of a thing
             on the table, by the name that ``Game.aid_marks`` calls it; ``hint_words(thing)`` says
             the same to whoever cannot see it, and stands inside, after the words of the thing.
             Both are empty where it says nothing. Not on what has the focus itself.
``events``   what the seat witnessed so far: core ``Event`` (``seat move text reveals``)
``fill``     filter: ``{{ text|fill }}`` puts the seats' names for ``{0}``, ``{1}``
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
* ``<details data-holds="round-2">`` for a round that is over: the page opens it when that moment
  comes and leaves it open until it is closed (``summary``, Escape); nothing else waits for it.
* The class ``turned`` on what a round or the end has turned over, such as the secret card: it is
  turned in its place when that happens, for those who like movement.
* ``data-arrows`` on a part whose buttons the arrow keys should go through.
* What is drawn often (a card, a token) is a macro of a template of its own, which ``page.html``
  imports: called with plain values or frozen records it is drawn once and kept. What seldom
  changes stands between ``{% part %}`` and ``{% endpart %}``: it is drawn again where what it reads
  of the page differs (``kept.py``).
* Headings inside of places begin at ``<h3>``. The board is headings, lists, tables and buttons; an
  SVG that says nothing new is ``aria-hidden="true"`` with the words beside it, visibly or in
  ``.visually-hidden``.
* Text in an SVG is fitted by ``textLength`` where another font could take it over an edge.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from itertools import dropwhile, takewhile, zip_longest
from typing import Any, Final, Literal, TypeAlias

from markupsafe import Markup, escape

from facedown.core.facts import Aid, AidSays, Facts
from facedown.core.game import Game, ReadBack
from facedown.core.match import Choice, Choices
from facedown.core.messages import NamedSeats, capital, fill, phrase, said_to
from facedown.core.messages import Said as Phrase
from facedown.core.moves import Action, Move
from facedown.core.seats import NATURE, Ending, Seat
from facedown.core.standing import Answer, Lasts
from facedown.core.typed import say_back
from facedown.core.view import Event, View
from facedown.languages import Language, current_language, spoken
from facedown.table.acts.claim import Claimed
from facedown.table.acts.open_seat import Vacated
from facedown.table.acts.say import Said
from facedown.table.acts.undo import Undone
from facedown.table.state import Played
from facedown.table.watching import Frame, SeatInfo, Snapshot
from facedown.table.words import is_unnamed
from facedown.web.environment import (
    board_template,
    environment,
    from_page,
    game_file,
    seat_words_of,
    turned_over_of,
)
from facedown.web.kept import Keys

Tone: TypeAlias = Literal["won", "lost", "over", "round"]
"""How it is for whoever looks: their end, somebody else's, or a round's."""


@dataclass(frozen=True, slots=True)
class Headline:
    """The newest moment: ``key`` tells it from the one before, ``words`` are large, ``why`` is not.

    A page that sees the key change shows the words over the table; one that is loaded does not.
    """

    key: str
    tone: Tone
    words: str
    why: str


def moment_of(shot: Snapshot, ending: Ending | None) -> Headline | None:
    """The newest moment of a table for a viewer; ``ending`` is the last, once it is over."""
    names = shot.info.names
    if ending is not None:
        tone: Tone = "over"
        if shot.viewer >= 0:
            tone = "won" if shot.info.won(shot.viewer) else "lost"
        return Headline("end", tone, ending.words, ending.why)
    shown = () if shot.view is None else turned_over_of(shot.game, shot.view)
    if not shown:
        return None
    words = phrase("Round {n} is over", n=len(shown))
    return Headline(f"round-{len(shown)}", "round", words, _told(shown[-1], names, shot.viewer))


@dataclass(frozen=True, slots=True)
class StoryLine:
    """One line of the log.

    ``kind`` is ``"move"``, ``"said"``, ``"seat"`` (who plays one, or has moved in its stead) or
    ``"table"``; ``seat`` whose it is, or None; ``turn`` how many moves had been made with it, None
    where there is no moment to look at, or no more.
    """

    id: str
    kind: str
    seat: Seat | None
    who: str
    text: str
    turn: int | None


def lines_of(frames: Iterable[Frame], names: Sequence[str]) -> tuple[StoryLine, ...]:
    """The lines of these frames, which begin with a table's first event.

    Notes and answers in advance are left out: they stand on the board, or in a list of their own.
    """
    lines: list[StoryLine] = []
    turns: list[int] = []  # indices in `lines` of the moves that stand
    people: set[Seat] = set()  # seats that are somebody's, be it that a bot stands in
    for frame in frames:
        event, id_ = frame.event, f"e{frame.seq}"
        text = "" if event is None else event.told(names, people)
        match event:
            case None:
                continue
            case Played():
                if text:
                    kind = "seat" if event.seated else "table"
                    lines.append(StoryLine(id_, kind, None, "", text, None))
                for number, move in enumerate(frame.moves):
                    turns.append(len(lines))
                    seat = None if move.seat == NATURE else move.seat
                    told = fill(move.text, names)
                    lines.append(StoryLine(f"{id_}-{number}", "move", seat, "", told, len(turns)))
            case Undone(seat=seat):
                index = turns.pop()
                taken = phrase("{move} (taken back)", move=lines[index].text)
                lines[index] = replace(lines[index], text=taken, turn=None)
                lines.append(StoryLine(id_, "move", seat, "", text, None))
            case Said(seat=seat, name=name):
                speaker = seat if seat >= 0 else None
                lines.append(StoryLine(id_, "said", speaker, name, text, len(turns) or None))
            case _ if text:
                kind = "seat" if turns and event.seated else "table"
                lines.append(StoryLine(id_, kind, None, "", text, None))
        match event:
            case Claimed(seat=seat):
                people.add(seat)
            case Vacated(seat=seat):
                people.discard(seat)
    return tuple(lines)


def since(lines: Sequence[StoryLine], seat: Seat | None, most: int = 4) -> tuple[StoryLine, ...]:
    """What others have done since the seat's own last move, oldest first, at most so many moves.

    Nothing that the board shows anyway: not what was dealt, nor what the seat has done or drawn,
    nor what nature gives to who has just moved. The seat is "you". Onlookers get the very last
    move. Of each the first two sentences are given: how a round ended is told on the board.
    """
    moves = [line for line in lines if line.kind in {"move", "seat"}]
    if seat is None:
        newest = _without_gifts(moves[-2:])[-1:]
    else:
        own = max((index for index, line in enumerate(moves) if line.seat == seat), default=-1)
        begun = dropwhile(lambda line: line.kind == "move" and line.seat is None, moves[own + 1 :])
        others = _without_gifts([line for line in begun if not _is_of(line, seat)])
        told = [line for line, then in zip_longest(others, others[1:]) if not _same(line, then)]
        newest = told[-most:]
    if seat is not None:
        newest = [replace(line, text=_to(line.text, seat, named=False)) for line in newest]
    return tuple(replace(line, text=_brief(spoken(line.text))) for line in newest)


def _is_of(line: StoryLine, seat: Seat) -> bool:
    """Whether a line of nature's begins with the seat: "Ann draws …"."""
    text = line.text
    return (
        isinstance(text, NamedSeats) and line.kind == "move" and text.text.startswith(f"{{{seat}}}")
    )


def _without_gifts(lines: Sequence[StoryLine]) -> list[StoryLine]:
    """The lines but for nature's of the seat whose move is told right before."""
    told: list[StoryLine] = []
    for line in lines:
        before = told[-1].seat if told else None
        if line.seat is not None or before is None or not _is_of(line, before):
            told.append(line)
    return told


def _same(line: StoryLine, then: StoryLine | None) -> bool:
    """Whether a line is told again right after: "Ben draws a card." once is enough."""
    return then is not None and then.text == line.text


def told_to(lines: tuple[StoryLine, ...], seat: Seat | None) -> tuple[StoryLine, ...]:
    """The log as the one on a seat reads it: what that one did in the second person.

    Who has no name of their own is "you" elsewhere, too.
    """
    if seat is None:
        return lines
    return tuple(replace(line, text=_to(line.text, seat)) for line in lines)


def _to(text: str, seat: Seat, *, named: bool = True) -> str:
    """A text as it is told to a seat; in the middle of a sentence by name where it has one."""
    if isinstance(text, Phrase) and isinstance(moved := text.arguments.get("move"), NamedSeats):
        return phrase(text.message, move=_to(moved, seat))  # taken back
    if not isinstance(text, NamedSeats):
        return text
    names = list(text.names)
    if not named or is_unnamed(names[seat], seat):
        names[seat] = phrase("you")
    said = fill(said_to(seat, text.text), names)
    return capital(said) if text.text.startswith(f"{{{seat}}}") else said


def _told(text: str, names: Sequence[str], seat: Seat) -> str:
    """A text about seats, in which the one on a seat, if any, is "you"."""
    said = fill(text, names)
    return _to(said, seat, named=False) if seat >= 0 else said


def _brief(text: str) -> str:
    line = text.partition("\n")[0]
    first, _, rest = line.partition(". ")
    second = rest.partition(". ")[0].removesuffix(".")
    return f"{first}. {second}." if second else line


ACT_FORM = "f-act"
NOTE_FORM = "f-note"
ADVANCE_FORM = "f-standing"
"""The forms of the table page that a board's buttons belong to."""

KEYS: Final = 9
"""So many moves of a board can be made by pressing a digit."""

MARK_WORDS: Final = {
    "": phrase("not marked"),
    "not": phrase("struck out"),
    "maybe": phrase("doubted"),
    "is": phrase("taken for certain"),
}
"""What somebody can note of a thing, in words."""

_PRESSED: Final = {"": "false", "not": "true", "maybe": "mixed", "is": "true"}
_NEXT: Final = {"": "not", "not": "maybe", "maybe": "is", "is": "not"}


def next_mark(mark: str) -> str:
    """The mark that a thing gets when its own is pressed.

    >>> next_mark(""), next_mark("not"), next_mark("maybe"), next_mark("is")
    ('not', 'maybe', 'is', 'not')
    """
    return _NEXT[mark]


HINT_WORDS: Final[Mapping[AidSays, str]] = {
    "certain": phrase("hint: certain"),
    "open": phrase("hint: possible"),
    "out": phrase("hint: impossible"),
    "good": phrase("hint: good for you"),
    "bad": phrase("hint: bad for you"),
    "next": phrase("hint: do this next"),
}


@dataclass(frozen=True)
class Board:
    """What a board is drawn from: its template gets all that is public here, by the same names.

    All of it is for the eyes of the seat ``viewer``; ``shown`` tells that it is shown to somebody
    else, in a replay. ``address`` is that of the table, empty where nothing is done, ``csrf`` the
    token that forms carry, and ``head`` the number of the newest event that they go out from.
    ``prefix`` is put before ids where several boards stand on one page, and ``heading`` is the id
    of the one that says whose board it is. ``line`` is what was typed and not done, and ``back``
    what it would mean, where the game says that back. ``told`` is the move that a first game has
    next. ``marks`` is what the aid that is open says of things on the table. ``end`` says who has
    won, ``after`` what there is to do then; both are empty before.
    """

    game: Game
    view: View
    viewer: Seat
    seats: tuple[SeatInfo, ...]
    moves: Choices
    notes: tuple[str, ...]
    events: tuple[Event, ...]
    aids: tuple[Aid, ...]
    replay: bool
    shown: bool = False
    address: str = ""
    csrf: str = ""
    head: str = ""
    prefix: str = ""
    heading: str = ""
    line: str = ""
    back: ReadBack | None = None
    marks: Mapping[str, AidSays] = field(default_factory=dict)
    told: Action | None = None
    end: Markup = Markup("")  # noqa: RUF009  # a text, which nobody can change
    after: Markup = Markup("")  # noqa: RUF009
    keys: Keys = field(default_factory=Keys, compare=False)

    next_mark = staticmethod(next_mark)

    @property
    def facts(self) -> Facts:
        """The game's."""
        return self.game.facts

    @property
    def names(self) -> tuple[str, ...]:
        """What the seats are called."""
        return tuple(seat.name for seat in self.seats)

    @property
    def me(self) -> Seat | None:
        """The seat that looks, None for an onlooker."""
        return self.viewer if self.viewer >= 0 else None

    @property
    def you(self) -> bool:
        """Whether the reader has that seat."""
        return self.viewer >= 0 and not self.shown

    @property
    def mine(self) -> bool:
        """Whether that seat may move now."""
        return not self.replay and self.viewer in self.view.actors and bool(self.moves)

    @property
    def act(self) -> str:
        """Where moves are sent."""
        return f"{self.address}/moves"

    @property
    def within(self) -> str:
        """The id of the heading of one board of several, behind a blank."""
        return f" {self.heading}" if self.heading else ""

    @property
    def whose(self) -> str:
        """The same in words, behind a comma."""
        return f", {spoken(self.names[self.viewer])}" if self.heading else ""

    @property
    def seat_words(self) -> tuple[str, ...]:
        """What stands beside each seat."""
        return seat_words_of(self.game, self.view)

    @cached_property
    def extra(self) -> dict[str, Any]:
        """What the game's ``page.py`` gives."""
        make = from_page(self.game.facts.name, "context")
        return {} if make is None else dict(make(self.view, self.notes))

    def html(self) -> Markup:
        """The board as HTML."""
        return self._drawn("places")

    def symbols(self) -> Markup:
        """The pictures that the board refers to, as SVG definitions; they stay the same."""
        return self._drawn("symbols")

    def ended(self) -> Markup:
        """What the end has turned over, without the rest of the board."""
        return self._drawn("ended")

    def pictured(self, move: Move) -> Markup:
        """The cards that a move plays or names; nothing where it has none."""
        return self._drawn("pictured", move=move)

    def _drawn(self, part: str, **more: Any) -> Markup:
        self.keys.given = 0
        template = environment().get_template(board_template(self.game.facts.name))
        told = {name: getattr(self, name) for name in dir(self) if not name.startswith("_")}
        html = template.render(told, part=part, **more)
        return Markup(html)  # noqa: S704  # autoescaped by the template

    def who(self, seat: Seat) -> Markup:
        """A seat's mark and name; "You" for its reader."""
        you = self.you and seat == self.viewer and len(self.seats) > 1
        return Markup(_seats().who(self.seats[seat], you))  # noqa: S704  # escaped

    def to_you(self, text: str) -> str:
        """A text with the seats' names, in which the reader is "you"."""
        return _told(text, self.names, self.viewer if self.you else NATURE)

    def seat_head(self, seat: Seat) -> Markup:
        """A seat's mark and name, whether the reader sits there, whether it is to act."""
        you = self.you and seat == self.viewer and len(self.seats) > 1
        to_act = seat in self.view.actors and not self.end
        live = bool(self.address)  # a table's own page, not one on which a game is looked at again
        head = _seats().head(self.seats[seat], you, to_act, live)
        return Markup(head)  # noqa: S704  # escaped by the template

    def post(
        self,
        choice: Choice | None,
        label: object = "",
        class_: str = "",
        id: str = "",  # noqa: A002  # templates read like HTML
        caller: Callable[[], str] | None = None,
        key: str | None = None,
        lifts: str = "",
        **more: str,
    ) -> Markup:
        """A button that makes a move; its label alone where none can be made."""
        inside = spoken(caller() if caller else label or (choice.words if choice else ""))
        classes = more.get("class", class_)
        marks = _attribute("id", id) + _attribute("class", classes)
        if self.replay or choice is None or self.viewer < 0:
            return Markup(f"<span{marks}>{escape(inside)}</span>")  # noqa: S704  # escaped here
        if choice.action == self.told:
            marks += _attribute("data-told", "yes")
        if choice.refusal is None:
            if key is None:
                self.keys.given += 1
                key = str(self.keys.given) if self.keys.given <= KEYS else ""
            marks += _attribute("data-key", key) + _attribute("data-lifts", spoken(lifts))
        else:
            marks += _attribute("aria-disabled", "true") + _attribute(
                "title", spoken(choice.refusal)
            )
        head = f'<button form="{ACT_FORM}" name="action" value="{choice.action:d}"{marks}>'
        return Markup(f"{head}{escape(inside)}</button>")  # noqa: S704  # escaped here

    def note(
        self,
        text: str,
        label: object = "",
        class_: str = "",
        mark: str | None = None,
        id: str = "",  # noqa: A002  # templates read like HTML
        caller: Callable[[], str] | None = None,
        **more: str,
    ) -> Markup:
        """A button that keeps a note; its label alone in a replay, nothing for onlookers."""
        if self.viewer < 0:
            return Markup("")
        inside = escape(caller() if caller is not None else spoken(label) or text)
        marks = _attribute("id", id) + _attribute("class", more.get("class", class_))
        if mark is not None:
            marks += f' data-mark="{mark}"'  # one of four words
            inside = Markup(f"{inside}{_mark_shown(mark, current_language())}")  # noqa: S704
        if self.replay:
            return Markup(f"<span{marks}>{inside}</span>")  # noqa: S704  # escaped above
        if id:  # without JavaScript the page comes back to the place where it was
            marks += _attribute("formaction", f"{self.address}/notes#{id}")
        if mark is not None:
            marks += _attribute("aria-pressed", _PRESSED[mark])
        head = f'<button form="{NOTE_FORM}" name="text" value="{escape(text)}"{marks}>'
        return Markup(f"{head}{inside}</button>")  # noqa: S704  # escaped above

    def advance(
        self, question: str, answer: Answer, lasts: Lasts, label: str, *, pressed: bool = False
    ) -> Markup:
        """A button that answers a kind of question in advance; nothing for onlookers."""
        if self.replay or self.viewer < 0:
            return Markup("")
        marks = _attribute("value", f"{question}/{answer}/{lasts}")
        marks += _attribute("aria-pressed", "true" if pressed else "false")
        head = f'<button form="{ADVANCE_FORM}" name="advance"{marks}>'
        return Markup(f"{head}{escape(spoken(label))}</button>")  # noqa: S704  # escaped here

    def hinted(self, thing: str) -> Markup:
        """An attribute that shows what the open aid says of a thing, where it says anything."""
        return Markup(_attribute("data-hint", self.marks.get(thing, "")))  # noqa: S704  # escaped

    def hint_words(self, thing: str) -> Markup:
        """The same in words, for whoever cannot see it."""
        says = self.marks.get(thing)
        if says is None:
            return Markup("")
        return Markup('<span class="visually-hidden">, {}</span>').format(spoken(HINT_WORDS[says]))

    def form_of(self, kind: str) -> Markup:
        """The hidden fields of a form of the board's own that makes a move of a kind."""
        return Markup(
            '<input type="hidden" name="csrf" value="{}">'
            '<input type="hidden" name="seq" value="{}">'
            '<input type="hidden" name="kind" value="{}">'
        ).format(self.csrf, self.head, kind)

    def typed(
        self, label: str, hint: str = "", done: str = "", example: str = "", clear: str = ""
    ) -> Markup:
        """A form with one text field that takes a line as in the terminal."""
        if self.replay or self.viewer < 0:
            return Markup("")
        back = self.back if self.line else say_back(self.game, "", self.view)
        form = environment().get_template("_typed.html")
        html = form.render(
            act=self.act,
            read=f"{self.address}/read",
            csrf=self.csrf,
            head=self.head,
            label=label,
            hint=hint,
            done=done,
            example=example,
            clear=clear,
            line=self.line,
            said=said_back(self.game, self.view, self.names, self.line, back),
        )
        return Markup(html)  # noqa: S704  # autoescaped by the template


@dataclass(frozen=True, slots=True)
class Chip:
    """A way in which a line can go on: the words that come next, and the whole line with them."""

    words: str
    line: str


def chips_of(line: str, completions: Iterable[str]) -> tuple[Chip, ...]:
    """The ways in which a line can go on.

    >>> [chip.words for chip in chips_of("red or cir", ["red or circle", "red or circle card"])]
    ['circle', 'circle card']
    >>> [chip.words for chip in chips_of("red or blue circle", ["(blue or red) and circle"])]
    ['(blue or red) and circle']
    >>> [chip.words for chip in chips_of("bigger than all of the cards", ["bigger than the last"])]
    ['the last']
    >>> [chip.words for chip in chips_of("red and circle", ["(red and circle) or"])]
    ['( … ) or']
    """
    typed, chips = line.split(), []
    brackets = f"({' '.join(typed)}) "
    for text in completions:
        if text.startswith(brackets):  # as it was begun, in brackets
            chips.append(Chip(f"( … ) {text.removeprefix(brackets)}", text))
            continue
        words = text.split()
        same = sum(1 for _ in takewhile(_alike, zip(words, typed, strict=False)))
        goes_on = same >= len(typed) - 1  # not another line than the one that was begun
        shown = words[same:] if goes_on or same < len(words) else words
        chips.append(Chip(" ".join(shown), text))
    return tuple(chips)


def _alike(words: tuple[str, str]) -> bool:
    return words[0] == words[1]


def _unread(line: str, at: int) -> tuple[str, ...]:
    """A line in three: what could be read, the word that could not, the rest; else nothing.

    >>> _unread("red circel or", 4)
    ('red ', 'circel', ' or')
    """
    if not 0 <= at < len(line) or line != " ".join(line.split()):
        return ()
    word = line[at:].split(maxsplit=1)[0]
    return line[:at], word, line[at + len(word) :]


def said_back(
    game: Game, view: View, names: Sequence[str], line: str, back: ReadBack | None
) -> Markup:
    """What a typed line would mean, as HTML, and the ways in which it can go on."""
    name = game.facts.name
    saying = game_file(name, "saying.html") is not None
    say = from_page(name, "said") if saying else None
    chips: tuple[Chip, ...] = ()
    if back is not None and back.instead:
        chips = tuple(Chip(text, text) for text in map(spoken, back.completions))
    elif back is not None:
        chips = chips_of(line, map(spoken, back.completions))
    html = (
        environment()
        .get_template("_read_back.html")
        .render(
            line=line,
            back=back,
            names=names,
            chips=chips,
            wrong=_unread(line, back.unread) if back else (),
            saying=environment().get_template(f"games/{name}/saying.html") if saying else None,
            said=say(view, back) if say and back else None,
        )
    )
    return Markup(html)  # noqa: S704  # autoescaped by the template


@cache
def _seats() -> Any:  # a template's macros
    return environment().get_template("seats.html").module


@cache
def _mark_shown(mark: str, language: Language) -> Markup:
    """A mark as it is drawn and said in the language that is spoken."""
    del language
    draw: Any = environment().get_template("cards/draw.html").module
    words = f", {spoken(MARK_WORDS[mark])}" if mark else ""
    said = Markup('<span class="visually-hidden">{}</span>').format(words)
    return Markup(draw.mark(mark)) + said  # noqa: S704  # from a template


def _attribute(name: str, value: str) -> str:
    # Thousands of times on a page: Markup would do the same several times slower.
    return f' {name}="{escape(value)}"' if value else ""
