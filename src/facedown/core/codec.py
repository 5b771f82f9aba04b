"""One JSON form for every record: frozen dataclasses to plain JSON values and back.

Which types a record may be made of is deliberately short: ``bool``, ``int``, ``str``, ``None``,
``Literal``, unions with ``None``, tuples, ``dict[str, …]``, other records, and ``Any`` for JSON as
it is. Reading is strict: what does not fit is refused with one sentence, and nothing is guessed.
"""

from __future__ import annotations

import dataclasses
import types
import typing
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, Literal, TypeAlias, TypeVar, Union, get_args, get_origin

from facedown.core.errors import BadRecord

Json: TypeAlias = Any
"""A value as the ``json`` module reads and writes it."""

R = TypeVar("R")

_PLAIN = {
    bool: ("true or false", "boolean"),
    int: ("a whole number", "integer"),
    str: ("a text", "string"),
}


@cache
def record_fields(record: type) -> dict[str, Any]:
    """The fields of a record class with their resolved types, in order.

    >>> from facedown.games.turing.moves import Declare
    >>> list(record_fields(Declare))
    ['solve', 'code']
    """
    hints = typing.get_type_hints(record)
    return {field.name: hints[field.name] for field in dataclasses.fields(record)}


def to_json(value: object, text: Callable[[str], Json] = str) -> Json:
    """The JSON form of a record or of a value made of records.

    ``text`` gives the form of a text: unless it is said otherwise, a message is its English.

    >>> from facedown.core.outcome import Outcome
    >>> to_json(Outcome((1, 0), (0,), "{0} wins."))
    {'points': [1, 0], 'winners': [0], 'reason': '{0} wins.'}
    """
    if isinstance(value, str):
        return text(value)
    if value is None or isinstance(value, bool | int):
        return value
    if isinstance(value, tuple | list):
        return [to_json(item, text) for item in value]
    if isinstance(value, Mapping):
        return {str(key): to_json(item, text) for key, item in value.items()}
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        form = {name: to_json(getattr(value, name), text) for name in record_fields(type(value))}
        kind = getattr(type(value), "kind", None)
        return {"move": kind, **form} if kind is not None else form
    raise TypeError(f"{type(value).__name__} has no JSON form")


def from_json(record: type[R], value: Json, where: str = "") -> R:
    """Reads a record from its JSON form.

    Raises :class:`~facedown.core.errors.BadRecord` with one sentence when it does not fit.

    >>> from facedown.core.outcome import Outcome
    >>> from_json(Outcome, {"points": [1, 0], "winners": [0], "reason": "{0} wins."}).winners
    (0,)
    """
    return typing.cast(R, _read(record, value, where or record.__name__.lower()))


def _read(kind: Any, value: Json, where: str) -> Any:
    if kind in _PLAIN:
        # bool is a subclass of int, so true would pass for 1; a message is a text
        if type(value) is not kind and not (kind is str and isinstance(value, str)):
            raise BadRecord(f"{where} should be {_PLAIN[kind][0]}.")
        return value
    if kind is Any:  # JSON that is read further by somebody else, such as a game's move
        return value
    if kind is type(None):
        return _read_null(value, where)
    origin, args = get_origin(kind), get_args(kind)
    if origin is Literal:
        if value not in args or type(value) is not type(args[args.index(value)]):
            raise BadRecord(f"{where} should be one of {', '.join(map(str, args))}.")
        return value
    if origin in (Union, types.UnionType):
        return _read_union(args, value, where)
    if origin is tuple:
        return _read_tuple(args, value, where)
    if origin is dict:
        if not isinstance(value, dict):
            raise BadRecord(f"{where} should be an object.")
        return {key: _read(args[1], item, f"{where}.{key[:40]}") for key, item in value.items()}
    if dataclasses.is_dataclass(kind):
        return _read_record(kind, value, where)
    raise TypeError(f"{kind!r} has no JSON form")


def _read_null(value: Json, where: str) -> None:
    if value is not None:
        raise BadRecord(f"{where} should be null.")


def _read_union(args: tuple[Any, ...], value: Json, where: str) -> Any:
    if value is None and type(None) in args:
        return None
    others = [arg for arg in args if arg is not type(None)]
    problems = []
    for arg in others:
        try:
            return _read(arg, value, where)
        except BadRecord as problem:
            problems.append(problem)
    raise problems[-1]


def _read_tuple(args: tuple[Any, ...], value: Json, where: str) -> tuple[Any, ...]:
    if not isinstance(value, list | tuple):
        raise BadRecord(f"{where} should be a list.")
    if len(args) == 2 and args[1] is Ellipsis:
        return tuple(_read(args[0], item, f"{where}[{i}]") for i, item in enumerate(value))
    if len(value) != len(args):
        raise BadRecord(f"{where} should have {len(args)} entries.")
    return tuple(
        _read(arg, item, f"{where}[{i}]")
        for i, (arg, item) in enumerate(zip(args, value, strict=True))
    )


def _read_record(record: Any, value: Json, where: str) -> Any:
    if not isinstance(value, dict):
        raise BadRecord(f"{where} should be an object.")
    fields = record_fields(record)
    given, kind = dict(value), getattr(record, "kind", None)
    if kind is not None and given.pop("move", kind) != kind:
        raise BadRecord(f"{where} should be the move {kind}.")
    for key in given:
        if key not in fields:
            raise BadRecord(f"{where} has no part called {str(key)[:40]!r}.")
    read = {}
    for field in dataclasses.fields(record):
        if field.name in given:
            read[field.name] = _read(fields[field.name], given[field.name], f"{where}.{field.name}")
        elif field.default is dataclasses.MISSING and field.default_factory is dataclasses.MISSING:
            raise BadRecord(f"{where} lacks its part {field.name!r}.")
    return record(**read)


def schema(kind: Any) -> dict[str, Json]:
    """The JSON Schema of a record class or field type.

    >>> schema(tuple[int, ...])
    {'type': 'array', 'items': {'type': 'integer'}}
    """
    if kind in _PLAIN:
        return {"type": _PLAIN[kind][1]}
    if kind is Any:
        return {}
    if kind is type(None):
        return {"type": "null"}
    origin, args = get_origin(kind), get_args(kind)
    if origin is Literal:
        return {"enum": list(args)}
    if origin in (Union, types.UnionType):
        return {"anyOf": [schema(arg) for arg in args]}
    if origin is tuple:
        if len(args) == 2 and args[1] is Ellipsis:
            return {"type": "array", "items": schema(args[0])}
        fixed = {"minItems": len(args), "maxItems": len(args)}
        return {"type": "array", "prefixItems": [schema(arg) for arg in args], **fixed}
    if origin is dict:
        return {"type": "object", "additionalProperties": schema(args[1])}
    if dataclasses.is_dataclass(kind):
        return _record_schema(kind)
    raise TypeError(f"{kind!r} has no JSON form")


def _record_schema(record: Any) -> dict[str, Json]:
    properties = {name: schema(kind) for name, kind in record_fields(record).items()}
    required = [
        field.name
        for field in dataclasses.fields(record)
        if field.default is dataclasses.MISSING and field.default_factory is dataclasses.MISSING
    ]
    kind = getattr(record, "kind", None)
    if kind is not None:
        properties = {"move": {"const": kind}, **properties}
        required = ["move", *required]
    return {
        "title": record.__name__,
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": False,
    }
