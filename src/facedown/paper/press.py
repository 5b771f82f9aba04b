"""Typst draws what is printed: a template and its data become a PDF, SVG or PNG.

Fonts lie in ``fonts/``: those of the pages, cut to the letters of our languages.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
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


def pressed(template: bytes, data: Any, form: Form = "pdf", dots: float = 300) -> list[bytes]:
    """The pages that a template of typst makes of data, which it finds in ``sys.inputs.data``.

    Messages in the data are said in the language that is spoken now.

    A PDF is one file, an SVG or a PNG (at so many ``dots`` an inch) is one for each page. Raises
    ``NoPress`` where typst is not installed.

    >>> page = pressed(b"#json(bytes(sys.inputs.data)).word", {"word": "Hello"})
    >>> page[0][:4]
    b'%PDF'
    """
    try:
        import typst
    except ImportError:
        raise NoPress(
            phrase("Printing needs the extra facedown[print]: pip install 'facedown[print]'.")
        ) from None
    call: Any = typst.compile  # its types ask for fonts of the type of the template
    with resources.as_file(resources.files(__package__).joinpath("fonts")) as fonts:
        made = call(
            template,
            sys_inputs={"data": json.dumps(_said(data))},
            font_paths=[str(fonts)],
            ignore_system_fonts=True,
            format=form,
            ppi=dots,
        )
    return [bytes(page) for page in made] if isinstance(made, list) else [bytes(made)]


def _said(data: Any) -> Any:
    """Data with its messages as words."""
    if isinstance(data, Mapping):
        return {key: _said(value) for key, value in data.items()}
    if isinstance(data, list | tuple):
        return [_said(value) for value in data]
    return spoken(data)
