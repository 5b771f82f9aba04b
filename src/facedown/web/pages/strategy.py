"""Best play as a tree that is walked link by link; where one stands is in the address."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import urlencode

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from facedown.core.facts import OptionValue
from facedown.core.game import Game
from facedown.core.messages import phrase
from facedown.core.workshop import Branch
from facedown.table.slow_work import best_moment
from facedown.web.environment import styles_of
from facedown.web.pages.common import kind_at, options_at, page, query_of
from facedown.web.streams import slot_in
from facedown.web.visitor import tables_of

DEPTH: Final = 2
"""Questions that a page shows one below the other."""
STEP, ASK = "step", "ask"


@dataclass(frozen=True, slots=True)
class MomentLink:
    """Words that lead to a moment; ``here`` if that is the one that the page shows."""

    words: str
    address: str
    here: bool = False
    best: bool = False


@dataclass(frozen=True, slots=True)
class Twig:
    """Answers that are alike, what is best after them, and what may be answered then."""

    answers: tuple[MomentLink, ...]
    chance: str
    words: str
    asks: bool
    twigs: tuple[Twig, ...]


def strategy_link(
    kind: type[Game], options: Mapping[str, OptionValue], steps: Sequence[str] = ()
) -> str:
    """Where the best play of a game with these options is walked; empty where it has no tree."""
    if kind.strategy is Game.strategy:
        return ""
    return _address(kind, query_of(options), steps)


def _address(
    kind: type[Game], given: Mapping[str, object], steps: Sequence[str], ask: str = ""
) -> str:
    query = [*given.items(), *((STEP, step) for step in steps), *([(ASK, ask)] if ask else [])]
    return f"/games/{kind.facts.name}/strategy?{urlencode(query)}"


async def strategy(request: Request) -> Response:
    """The moment of the address: what is best, what may be answered, and what is best then."""
    kind = kind_at(request)
    if kind.strategy is Game.strategy:
        raise HTTPException(
            404, phrase("{title} has no tree of best play.", title=kind.facts.title)
        )
    options = options_at(request, kind)
    game = kind(None, **options)
    steps = request.query_params.getlist(STEP)
    asked = request.query_params.get(ASK, "")
    with slot_in(request, request.app.state.workshops):
        slow_work = tables_of(request).slow_work
        moment = await best_moment(slow_work, game, steps, asked, DEPTH)
    given = query_of(options)
    walked = [step.step for step in moment.way]

    def to(steps: Sequence[str], ask: str = "") -> str:
        return _address(kind, given, steps, ask)

    way = [MomentLink(phrase("Start"), to(()), here=not walked)]
    for number, step in enumerate(moment.way, 1):
        way.append(MomentLink(step.words, to(walked[:number]), here=number == len(walked)))
    choices = [
        MomentLink(
            phrase("{name}: {text}", name=one.name, text=one.words),
            to(walked, one.name),
            one.name == moment.ask,
            one.best,
        )
        for one in moment.choices
    ]

    def twig(branch: Branch, before: list[str]) -> Twig:
        links = tuple(MomentLink(one.words, to([*before, one.step])) for one in branch.answers)
        first = [*before, branch.answers[0].step]
        then = branch.then
        twigs = tuple(twig(later, first) for later in then.branches)
        return Twig(links, branch.percent, then.words, bool(then.ask), twigs)

    context: dict[str, Any] = {
        "facts": kind.facts,
        "way": way,
        "moment": moment,
        "choices": choices,
        "twigs": [twig(branch, walked) for branch in moment.branches],
        "frame_styles": styles_of("style.css", "kit.css", "workshop.css", "strategy.css"),
        "script": "",
    }
    return page(request, "strategy.html", context)
