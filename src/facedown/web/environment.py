"""The templates, ours and those of the games, and what a game's folder holds for its pages."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cache
from importlib import import_module, resources
from itertools import groupby
from types import BuiltinMethodType, FunctionType, MethodType, ModuleType
from typing import Any, Final

from jinja2 import (
    ChoiceLoader,
    Environment,
    FunctionLoader,
    PackageLoader,
    StrictUndefined,
    nodes,
    pass_context,
)
from jinja2.compiler import CodeGenerator, Frame
from jinja2.runtime import Context, Macro
from markupsafe import Markup, escape
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from facedown.core.errors import BadOption, FacedownError
from facedown.core.facts import Facts, OptionValue
from facedown.core.game import Game
from facedown.core.hooks import check_folder
from facedown.core.messages import capital, fill, joined, phrase, phrase_in, phrase_many, separated
from facedown.core.registry import game_class
from facedown.core.seats import bot_words
from facedown.core.view import View
from facedown.languages import LANGUAGES, Language, current_language, rulebook_spoken, spoken
from facedown.table.words import COLOUR_WORDS
from facedown.web.kept import KeptEnvironment, KeptMacro, Parts

_COLUMNS: Final = re.compile(r" {2,}")
_MOST_DIGITS: Final = 12


def whole_number(text: str) -> int | None:
    """The whole number that a text says in plain digits, at most twelve of them; None otherwise.

    What comes from outside may have any number of digits, and Python refuses to read thousands.

    >>> whole_number("17"), whole_number("-1"), whole_number("9" * 5000), whole_number("\u0663")
    (17, None, None, None)
    """
    fits = text.isascii() and text.isdigit() and len(text) <= _MOST_DIGITS
    return int(text) if fits else None


def items_of(text: str) -> Markup:
    r"""A text with its indented lines as a list, the others as paragraphs.

    What stands in columns, two blanks apart, is set apart by dots.

    >>> str(items_of("Verifier A:\n  4a  is <: no"))
    '<p>Verifier A:</p><ul class="items"><li>4a · is &lt;: no</li></ul>'
    """
    parts = []
    for indented, lines in groupby(spoken(text).splitlines(), lambda line: line.startswith(" ")):
        tag = "li" if indented else "p"
        told = Markup("").join(
            Markup(f"<{tag}>{{}}</{tag}>").format(_COLUMNS.sub(" · ", line.strip()))  # noqa: S704
            for line in lines
        )
        parts.append(Markup('<ul class="items">{}</ul>').format(told) if indented else told)
    return Markup("").join(parts)


_LABEL = re.compile(r"<(p|li)>\s*<strong>([A-Z]+[0-9]+)\.?</strong>")


def rulebook(game: str) -> Markup:
    """The rulebook of a game, for inside a page that has its own ``<h1>``.

    In the language that is spoken now, and in English where that does not have it.
    """
    return _rulebook(game, current_language())


@cache
def _rulebook(game: str, language: Language) -> Markup:
    del language  # it is spoken, and what is kept is kept by it
    kind = game_class(game)
    try:
        return render(_options_said(rulebook_spoken(kind.rulebook()), kind.facts))
    except FileNotFoundError:
        why = phrase("{title} brings no rulebook.", title=kind.facts.title)
        return Markup("<p>{}</p>").format(spoken(why))


_OPTION: Final = re.compile(
    r"(?:(?<=ption\s)|(?<=pção\s))`([a-z_]+)(?:=([a-z0-9_]+))?`"
    r"(?:\s(?:of|=|à|sur|em)\s`([a-z_]+)`|\s=\s([a-z]+))?"
)


def _options_said(rulebook: str, facts: Facts) -> str:
    r"""A rulebook in which options are called as on a form, not as one types them.

    >>> solid = game_class("solid").facts
    >>> _options_said("Option `hands=real`: cards; option `cards`: a list; `cards`.", solid)
    'Option *Hands: real ones, on your table*: cards; option *Other cards*: a list; `cards`.'
    """

    def called(found: re.Match[str]) -> str:
        name, *values = found.groups()
        option = next((one for one in facts.options if one.name == name), None)
        if option is None:
            return found[0]
        said, value = option.called, next(filter(None, values), "")
        with suppress(BadOption):
            words = option.in_words(option.read(value)) if value else ""
            said = phrase("{name}: {text}", name=said, text=words) if words else said
        return f"*{spoken(said)}*"

    return _OPTION.sub(called, rulebook)


_CITED = re.compile(r"\b([A-Z][0-9]+)\b")


def cited(text: str, game: str) -> Markup:
    """A sentence in which paragraphs of a game's rulebook, such as T4, are links to them.

    >>> str(cited("which cards are drawn from (T4)", "turing"))
    'Which cards are drawn from (<a href="/games/turing/rules#T4">T4</a>)'
    """
    known = rulebook(game)
    parts = _CITED.split(spoken(capital(text)))
    link = Markup('<a href="/games/{0}/rules#{1}">{1}</a>')
    for index in range(1, len(parts), 2):
        if f'id="{parts[index]}"' in known:
            parts[index] = link.format(game, parts[index])
    return Markup("").join(parts)


def render(text: str) -> Markup:
    r"""Markdown as HTML; HTML in it is shown as it is written.

    >>> str(render("# T\n\n**T2.** Two <b>."))
    '<p id="T2" class="paragraph"><strong><a href="#T2">T2</a>.</strong> Two &lt;b&gt;.</p>\n'
    """
    from markdown_it import MarkdownIt

    html = MarkdownIt("commonmark", {"html": False}).enable("table").render(text)
    html = re.sub(r"<h1>.*?</h1>\s*", "", html, flags=re.DOTALL)  # the page has said it
    html = _LABEL.sub(r'<\1 id="\2" class="paragraph"><strong><a href="#\2">\2</a>.</strong>', html)
    scroll = '<div class="scroll" role="region" tabindex="0" aria-label="{}">'
    for number in range(html.count("<table>")):
        # A wide table scrolls by itself on a small screen, by keyboard too.
        start = scroll.format(spoken(phrase("Table {n} of the rules", n=number + 1)))
        html = html.replace("<table>", f"{start}<table >", 1)
    html = html.replace("<table >", "<table>").replace("</table>", "</table></div>")
    return Markup(html)  # noqa: S704  # made by the library with HTML switched off


NO_FILE = phrase("There is no such file.")
_TYPES = {"css": "text/css", "js": "text/javascript", "svg": "image/svg+xml"}
_FONT = re.compile(r"[a-z0-9-]+\.[0-9a-f]{12}\.woff2")
"""A typeface's file; its name has a hash of what is in it."""
_STYLES = {"page.css", "workshop.css"}
_OURS = {
    "style.css": "assets",
    "frame.css": "assets",
    "front.css": "assets",
    "play.css": "assets",
    "kit.css": "assets",
    "fonts.css": "static",
    "icon.svg": "assets",
    "workshop.css": "assets",
    "judged.css": "assets",
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


def styles_of(*names: str) -> list[str]:
    """The addresses of styles, the typefaces first if they were built."""
    return [address for name in ("fonts.css", *names) if (address := url_of(name))]


@cache
def _mark(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:12]


FOREVER: Final = "public, max-age=31536000, immutable"


def _font(name: str) -> Response:
    built = resources.files("facedown.web").joinpath("static", name)
    if not built.is_file():
        return PlainTextResponse(f"{spoken(NO_FILE)}\n", 404)
    return Response(built.read_bytes(), media_type="font/woff2", headers={"cache-control": FOREVER})


async def file(request: Request) -> Response:
    """A script, a style, a typeface or the icon."""
    name = request.path_params["name"]
    if _FONT.fullmatch(name):
        return _font(name)
    text = _file(name)
    if text is None:
        return PlainTextResponse(f"{spoken(NO_FILE)}\n", 404)
    kind = _TYPES[name.rsplit(".", 1)[1]]
    fresh = f"v={url_of(name).rpartition('=')[2]}" == request.url.query
    cache_for = FOREVER if fresh else "no-cache"
    return Response(text, media_type=kind, headers={"cache-control": cache_for})


def game_file(game: str, name: str) -> str | None:
    """The text of a file in a game's folder, or None when it has none of that name."""
    file = game_class(game).folder().joinpath(name)
    return file.read_text("utf-8") if file.is_file() else None


@cache
def check_page(game: str) -> None:
    """Raises ``UnknownName`` where a game brings something for its pages that nobody asks for."""
    check_folder(game_class(game).folder())


@cache
def _page_module(game: str) -> ModuleType | None:
    check_page(game)
    kind = game_class(game)
    if not kind.folder().joinpath("page.py").is_file() or kind.package() == kind.__module__:
        return None
    return import_module(f"{kind.package()}.page")


def from_page(game: str, name: str) -> Callable[..., Any] | None:
    """A function of a game's ``page.py`` (:data:`~facedown.core.hooks.HOOKS`), or None."""
    function: Callable[..., Any] | None = getattr(_page_module(game), name, None)
    return function


def prompt_of(game: Game, view: View) -> str:
    """What there is to do for the seat of a view, in a sentence for its page."""
    prompt: Callable[[View], str] = from_page(game.facts.name, "prompt") or game.prompt
    return prompt(view)


def unshown_notes(game: Game, view: View, notes: Sequence[str]) -> tuple[str, ...]:
    """The notes of a seat that its board does not show."""
    find = from_page(game.facts.name, "unshown_notes")
    return tuple(notes if find is None else find(view, notes))


def seat_words_of(game: Game, view: View) -> tuple[str, ...]:
    """What stands beside each seat in the strip; empty where the game says nothing."""
    find = from_page(game.facts.name, "seat_words")
    return () if find is None else tuple(find(view))


def turned_over_of(game: Game, view: View) -> tuple[str, ...]:
    """What each round that is over has turned over, in a sentence; empty in a game of one round."""
    find = from_page(game.facts.name, "turned_over")
    return () if find is None else tuple(find(view))


def again_of(game: Game, view: View) -> dict[str, dict[str, OptionValue]]:
    """What can be played after a game that is over, in words, with the options that differ."""
    find = from_page(game.facts.name, "again")
    if find is None or view.outcome is None:  # its own are for a game that was played to the end
        return {phrase("Play another one"): {}}
    return dict(find(view))


def _game_template(name: str) -> str | None:
    parts = name.split("/")
    if len(parts) != 3 or parts[0] != "games":
        return None
    return game_file(parts[1], parts[2])


@pass_context
def _fill(context: Context, text: str) -> str:
    return fill(text, context.get("names", ()))


def said(value: object) -> str:
    """A value as it stands in a page: in the language that is spoken, and escaped.

    >>> said("<"), said(7)
    (Markup('&lt;'), '7')
    """
    kind = type(value)
    if kind is Markup:
        return str.__str__(value)
    return str(value) if kind is int else escape(spoken(value))


class _Generator(CodeGenerator):
    """Compiles templates so that what stands between braces goes through :func:`said`."""

    def _output_child_pre(self, node: nodes.Expr, frame: Frame, finalize: Any) -> None:
        if frame.eval_ctx.autoescape and not frame.eval_ctx.volatile and finalize.src is not None:
            self.write("environment.said((")
        else:
            super()._output_child_pre(node, frame, finalize)


class _Context(Context):
    """Calls what most templates call without asking first what else it would have to be given."""

    def call(self, called: Any, /, *values: Any, **named: Any) -> Any:
        """What a call gives."""
        kind = type(called)
        if kind is KeptMacro or (kind in _PLAIN_CALLS and not hasattr(called, "jinja_pass_arg")):
            named.pop("_block_vars", None)
            named.pop("_loop_vars", None)
            return called(*values, **named)
        return super().call(called, *values, **named)


_PLAIN_CALLS: Final = {FunctionType, MethodType, BuiltinMethodType, Macro}


class _Environment(KeptEnvironment):
    code_generator_class = _Generator
    context_class = _Context
    said = staticmethod(said)


def _capitalised(value: object) -> str:
    """A text with a capital at its beginning, and nowhere else."""
    return str(spoken(value)).capitalize()


def _lowered(value: object) -> str:
    """A text without capitals."""
    return str(spoken(value)).lower()


def phrase_around(message: str, /, **parts: object) -> Markup:
    """A sentence with parts of HTML in it, such as a link.

    >>> str(phrase_around("See the {rules}.", rules=Markup("<b>rules</b>")))
    'See the <b>rules</b>.'
    """
    said = {name: spoken(part) for name, part in parts.items()}
    return Markup(escape(spoken(phrase(message)))).format(**said)  # noqa: S704  # escaped here


@cache
def environment() -> Environment:
    """The templates: ours, and under ``games/NAME/`` those of the games."""
    made = _Environment(
        loader=ChoiceLoader(
            [
                PackageLoader("facedown.web"),
                PackageLoader("facedown.paper", ""),
                FunctionLoader(_game_template),
            ]
        ),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
        finalize=spoken,
        extensions=[Parts],
    )
    made.filters["cited"] = cited
    made.globals |= {
        "bot_words": bot_words,
        "colours": COLOUR_WORDS,
        "phrase": phrase,
        "phrase_in": phrase_in,
        "phrase_many": phrase_many,
        "joined": joined,
        "separated": separated,
        "phrase_around": phrase_around,
        "current_language": current_language,
        "languages": LANGUAGES,
        "script_words": script_words,
    }
    made.filters["fill"] = _fill
    made.filters["capital"] = capital
    made.filters["capitalize"] = _capitalised
    made.filters["lower"] = _lowered
    made.filters["items_of"] = items_of
    return made


_SCRIPT_WORDS: Final = {
    "working": phrase("This is being worked out …"),
    "unsent": phrase("Not sent: there is no answer. Press the button again."),
    "waits": phrase("Kept: it is sent once, as soon as the connection is back."),
    "first": phrase("What you pressed before is kept until the connection is back: wait for it."),
    "back": phrase("Back: everything is up to date."),
    "reconnecting": phrase("Reconnecting …"),
    "all": phrase("This is all."),
    "stopped": phrase("Stopped. It goes on with the next change."),
    "busy": phrase("The server is busy; asked again in a moment."),
    "offline": phrase("There is no connection; change something to try again."),
    "undone": phrase("That cannot be done now; try again."),
    "disallowed": phrase("Your browser does not allow it for this site."),
    "connected": phrase("connected"),
    "copied": phrase("Copied"),
    "unconnected": phrase("not connected"),
    "turn": phrase("Your turn"),
    "twice": phrase("Press the same once more: {move}.", move="{move}"),
    "unseen": phrase("Read what it means, then press again."),
}


def script_words() -> str:
    """What the pages' scripts say, by name, as JSON."""
    return json.dumps({name: spoken(text) for name, text in _SCRIPT_WORDS.items()})


@cache
def board_template(game: str) -> str:
    """The template of a game's board: its own, or the one for any game."""
    check_page(game)
    return f"games/{game}/page.html" if game_file(game, "page.html") is not None else "board.html"
