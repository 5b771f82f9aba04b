"""Rulebooks as HTML, with an anchor at every numbered paragraph."""

from __future__ import annotations

import re
from functools import cache

from markupsafe import Markup

from facedown.core.registry import game_class

_LABEL = re.compile(r"<(p|li)>\s*<strong>([A-Z]+[0-9]+)\.?</strong>")


@cache
def rulebook(game: str) -> Markup:
    """The rulebook of a game, for inside a page that has its own ``<h1>``."""
    kind = game_class(game)
    try:
        return render(kind.rulebook())
    except FileNotFoundError:
        return Markup("<p>{} brings no rulebook.</p>").format(kind.facts.title)


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
        start = scroll.format(f"Table {number + 1} of the rules")
        html = html.replace("<table>", f"{start}<table >", 1)
    html = html.replace("<table >", "<table>").replace("</table>", "</table></div>")
    return Markup(html)  # noqa: S704  # made by the library with HTML switched off
