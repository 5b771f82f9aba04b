"""Typst draws what is printed: a template and its data become a PDF, SVG or PNG.

Fonts lie in ``fonts/``: those of the pages, cut to the letters of our languages. ``shared.typ``
goes before each template. Typst gives pages a MediaBox alone; ``_boxed`` adds where they are cut.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import resources
from typing import Any, Final, Literal, TypeAlias

from facedown.core.errors import BadOption, FacedownError
from facedown.core.messages import listed, phrase
from facedown.languages import spoken

Form: TypeAlias = Literal["pdf", "svg", "png"]


@dataclass(frozen=True, slots=True)
class Paper:
    """A format of paper: how typst calls it, and its size in millimetres, upright."""

    typst: str
    wide: float
    high: float


PAPERS: Final[Mapping[str, Paper]] = {
    "a4": Paper("a4", 210, 297),
    "letter": Paper("us-letter", 215.9, 279.4),
}
"""The formats of paper, by the names that people choose them by."""

Box: TypeAlias = tuple[float, float, float, float]
"""Left, top, right and bottom, in millimetres from a page's upper left corner."""


@dataclass(frozen=True, slots=True)
class Cut:
    """Where a page is cut, and how far what is printed goes on beyond that."""

    trim: Box
    bleed: Box


POINTS: Final = 72 / 25.4
"""Points in a millimetre."""
RULER: Final = phrase("Print at 100 %: this line is 100 mm long.")


class NoPress(FacedownError):
    """The library that draws what is printed is not installed."""


def paper_named(name: str) -> Paper:
    """The format of that name; raises ``BadOption`` for any other.

    >>> paper_named("letter").high
    279.4
    """
    if name not in PAPERS:
        raise BadOption(
            phrase(
                "The paper is {papers}, not {paper!r}.",
                papers=listed(PAPERS, "or"),
                paper=name[:40],
            )
        )
    return PAPERS[name]


def pressed(
    template: bytes,
    data: Any,
    form: Form = "pdf",
    dots: float = 300,
    cuts: Sequence[Cut | None] = (),
) -> list[bytes]:
    """The pages that a template of typst makes of data, which ``shared.typ`` reads as ``data``.

    Messages in the data are said in the language that is spoken now.

    A PDF is one file, an SVG or a PNG (at so many ``dots`` an inch) is one for each page. Pages of
    a PDF without one of the ``cuts`` are whole sheets. Raises ``NoPress`` where typst is not
    installed.

    >>> page = pressed(b"#data.word", {"word": "Hello"})
    >>> page[0][:4], page[0].count(b"/TrimBox")
    (b'%PDF', 1)
    """
    try:
        import typst
    except ImportError:
        raise NoPress(
            phrase("Printing needs the extra facedown[print]: pip install 'facedown[print]'.")
        ) from None
    call: Any = typst.compile  # its types ask for fonts of the type of the template
    shared = resources.files(__package__).joinpath("shared.typ").read_bytes()
    with resources.as_file(resources.files(__package__).joinpath("fonts")) as fonts:
        made = call(
            shared + template,
            sys_inputs={"data": json.dumps(_said(data))},
            font_paths=[str(fonts)],
            ignore_system_fonts=True,
            format=form,
            ppi=dots,
        )
    pages = [bytes(page) for page in made] if isinstance(made, list) else [bytes(made)]
    return [_boxed(pages[0], cuts)] if form == "pdf" else pages


def _said(data: Any) -> Any:
    """Data with its messages as words."""
    if isinstance(data, Mapping):
        return {key: _said(value) for key, value in data.items()}
    if isinstance(data, list | tuple):
        return [_said(value) for value in data]
    return spoken(data)


_ENTRY: Final = 20
"""So many bytes has a line of a PDF's table of objects."""
_PAGE: Final = re.compile(rb"\d+ 0 obj\s*<</Type/Page/.*?endobj", re.DOTALL)
_MEDIA: Final = re.compile(rb"/MediaBox\s*\[([^]]*)\]")


def _boxed(pdf: bytes, cuts: Sequence[Cut | None]) -> bytes:
    """The PDF with a BleedBox and a TrimBox for each page: an update, written behind it."""
    table = int(pdf.rpartition(b"startxref")[2].split()[0])
    head, _, trailer = pdf[table:].partition(b"trailer")
    _, _, count, rest = head.split(maxsplit=3)
    lines = [rest[at : at + _ENTRY] for at in range(0, int(count) * _ENTRY, _ENTRY)]
    written, entries = bytearray(pdf), bytearray(b"xref\n")
    left = list(cuts)
    for number, line in enumerate(lines):
        found = _PAGE.match(pdf, int(line[:10])) if line[17:18] == b"n" else None
        media = found and _MEDIA.search(found[0])
        if found and media:
            cut = left.pop(0) if left else None
            boxes = _boxes(media[1], cut)
            entries += b"%d 1\n%010d 00000 n \n" % (number, len(written))
            written += found[0].replace(media[0], media[0] + boxes) + b"\n"
    end = trailer.partition(b"startxref")[0].rstrip()
    update = b"trailer" + end.removesuffix(b">>") + b"/Prev %d>>" % table
    at = len(written)
    return bytes(written + entries) + update + b"\nstartxref\n%d\n%%%%EOF\n" % at


def _boxes(media: bytes, cut: Cut | None) -> bytes:
    """The two boxes in points, from the lower left corner, as a PDF measures."""
    if cut is None:
        return b"/BleedBox[%b]/TrimBox[%b]" % (media, media)
    high = float(media.split()[3])
    found = b""
    for name, (left, top, right, bottom) in ((b"Bleed", cut.bleed), (b"Trim", cut.trim)):
        x1, x2 = left * POINTS, right * POINTS
        y1, y2 = high - bottom * POINTS, high - top * POINTS
        found += b"/%bBox[%.3f %.3f %.3f %.3f]" % (name, x1, y1, x2, y2)
    return found
