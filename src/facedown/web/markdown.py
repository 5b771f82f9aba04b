"""Rulebooks as HTML, with an anchor at every numbered paragraph."""

from __future__ import annotations

import re
from functools import cache

from markupsafe import Markup

from facedown.core.messages import capital, phrase
from facedown.core.registry import game_class
from facedown.languages import Language, current_language, rulebook_spoken, spoken

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
        return render(rulebook_spoken(kind.rulebook()))
    except FileNotFoundError:
        why = phrase("{title} brings no rulebook.", title=kind.facts.title)
        return Markup("<p>{}</p>").format(spoken(why))


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
