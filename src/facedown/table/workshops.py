"""What is found out about a draft in a game's workshop: stage after stage, in worker processes."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncGenerator, Iterable
from dataclasses import dataclass, replace
from typing import Any, Literal

from facedown.core.workshop import Draft, Finding, Stage
from facedown.table.errors import Crashed, TooSlow
from facedown.table.process import as_record
from facedown.table.slow_work import SlowWork
from facedown.table.thinking import look_into, workshop_of


@dataclass(frozen=True, slots=True)
class Found:
    """A stage as far as it has come.

    ``words`` says how far it is while it is ``"running"``, or why it ended early (``"cut"``).
    """

    name: str
    title: str
    status: Literal["running", "done", "cut"]
    words: str
    findings: tuple[Finding, ...]


async def findings(
    slow_work: SlowWork, game: str, draft: Draft, stages: Iterable[Stage] | None = None
) -> AsyncGenerator[Found]:
    """Each stage whenever it has come further, the last time when it is at its end.

    Whoever closes this has the rest stopped, and no process ended for it. The draft has no flaws.
    """
    for stage in workshop_of(game).stages if stages is None else stages:
        found = Found(stage.name, stage.title, "running", "", ())
        yield found
        try:
            reports = slow_work.follow(stage.seconds, look_into, game, stage.name, dict(draft))
            async with contextlib.aclosing(reports):
                async for said in reports:
                    found = _further(found, *as_record(tuple[str, Any], said))
                    yield found
        except (TooSlow, Crashed) as problem:
            found = replace(found, status="cut", words=problem.message)
        if found.status == "running":
            found = replace(found, status="done", words="")
        yield found


def _further(found: Found, kind: str, said: Any) -> Found:
    if kind == "refused":
        return replace(found, status="cut", words=said)
    if kind == "progress":
        return replace(found, words=said)
    finding: Finding = as_record(Finding, said)
    names = [each.name for each in found.findings]
    if finding.name not in names:
        return replace(found, findings=(*found.findings, finding))
    index = names.index(finding.name)
    before, after = found.findings[:index], found.findings[index + 1 :]
    return replace(found, findings=(*before, finding, *after))
