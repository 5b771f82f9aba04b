"""What programs can ask: each thing once, as the endpoint that answers it and its description."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, Literal, TypeAlias

from facedown.table.acting import Act, Who
from facedown.web.api.answers import Endpoint, act_endpoint, in_json

Query: TypeAlias = tuple[str, str, int]
"""A whole number in an address: its name, its meaning, and the most that it can be."""

TABLE: Final = "/tables/{table}"


@dataclass(frozen=True, slots=True)
class Operation:
    """One thing that can be asked.

    ``body`` is the record that is read, ``gives`` the record or the named schema that answers.
    """

    method: Literal["get", "post"]
    path: str
    name: str
    summary: str
    who: Who
    endpoint: Endpoint
    body: type | None = None
    gives: Any = None
    status: int = 200
    media: str = "application/json"
    query: tuple[Query, ...] = ()


def operation(
    method: Literal["get", "post"],
    path: str,
    name: str,
    who: Who = "anybody",
    **more: Any,
) -> Callable[[Endpoint], Operation]:
    """Makes an operation of a function that answers requests; its docstring is the summary."""

    def described(answers: Endpoint) -> Operation:
        summary = " ".join((answers.__doc__ or "").split())
        return Operation(method, path, name, summary, who, in_json(answers), **more)

    return described


def operation_of(kind: type[Act[Any]]) -> Operation:
    """The operation that does an act at a table."""
    name = kind.__name__
    return Operation(
        method="post",
        path=f"{TABLE}/{kind.path}",
        name=name[0].lower() + name[1:],
        summary=(kind.__doc__ or "").strip().splitlines()[0],
        who=kind.who,
        endpoint=act_endpoint(kind),
        body=kind.body or kind,
        gives=kind.gives,
        status=kind.status,
    )
