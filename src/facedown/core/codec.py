"""One JSON form for every record: frozen dataclasses to plain JSON values and back.

Which types a record may be made of is deliberately short: ``bool``, ``int``, ``str``, ``None``,
``Literal``, unions with ``None``, tuples, ``dict[str, …]``, other records, and ``Any`` for JSON as
it is. Reading is strict: what does not fit is refused with one sentence, and nothing is guessed.
A part that once had another name is read by that, too, where its record says so: in
``former_parts``, a dictionary from each earlier name to the one of today.
"""

from __future__ import annotations

import dataclasses
import math
import re
import string
import types
import typing
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import repeat
from typing import Any, Final, Literal, TypeAlias, TypeVar, Union, get_args, get_origin

from facedown.core.errors import BadRecord
from facedown.core.messages import Capital, Joined, Message, NamedSeats, Said

Json: TypeAlias = Any
"""A value as the ``json`` module reads and writes it."""

R = TypeVar("R")

_PLAIN = {
    bool: ("true or false", "boolean"),
    int: ("a whole number", "integer"),
    str: ("a text", "string"),
}


@typing.dataclass_transform(frozen_default=True)
class RecordType(type):
    """Makes a frozen dataclass with slots of every class that says its ``kind`` beside its base.

    What was written is read for good: a kind that gets another name keeps its earlier ones in
    ``former``, and a part that does, in ``former_parts``, each with its name of today.

    >>> class Mark(metaclass=RecordType, kind="mark"):
    ...     at: int
    >>> Mark(3), Mark.kind, to_json(Mark(3))
    (Mark(at=3), 'mark', {'move': 'mark', 'at': 3})
    """

    kind: str
    by_nature: bool
    former: tuple[str, ...] = ()
    former_parts: Mapping[str, str] = types.MappingProxyType({})

    def __new__(  # noqa: D102  # what it makes is told above
        cls,
        name: str,
        bases: tuple[type, ...],
        parts: dict[str, Any],
        *,
        kind: str | None = None,
        by_nature: bool = False,
        former: tuple[str, ...] = (),
        former_parts: Mapping[str, str] = types.MappingProxyType({}),
    ) -> Any:
        if "__slots__" in parts:  # the second making of the class, in ``dataclass``
            return super().__new__(cls, name, bases, parts)
        if kind is not None:
            parts |= {"kind": kind, "by_nature": by_nature}
            parts |= {"former": former, "former_parts": former_parts}
        return dataclass(frozen=True, slots=True)(super().__new__(cls, name, bases, parts))


@cache
def record_fields(record: type) -> dict[str, Any]:
    """The fields of a record class with their resolved types, in order.

    >>> from facedown.games.turing.moves import Declare
    >>> list(record_fields(Declare))
    ['solve', 'code']
    """
    hints = typing.get_type_hints(record)
    return {field.name: hints[field.name] for field in dataclasses.fields(record)}


@cache
def _form(kind: type) -> tuple[tuple[str, ...], str | None] | None:
    """The names of a record class's fields, and its move if it is one; None for other classes."""
    if not dataclasses.is_dataclass(kind):
        return None
    return tuple(record_fields(kind)), getattr(kind, "kind", None)


def to_json(value: object, text: Callable[[str], Json] = str) -> Json:
    """The JSON form of a record or of a value made of records.

    ``text`` gives the form of a text: unless it is said otherwise, a message is its English.

    >>> from facedown.core.seats import Outcome
    >>> to_json(Outcome((1, 0), (0,), "{0} wins."))
    {'points': [1, 0], 'winners': [0], 'reason': '{0} wins.'}
    """
    kind: type = type(value)
    if kind is int or value is None or kind is bool:
        return value
    if isinstance(value, str):
        return text(value)
    if isinstance(value, tuple | list):
        return [to_json(item, text) for item in value]
    if (form := _form(kind)) is not None:
        names, move = form
        told = {name: to_json(getattr(value, name), text) for name in names}
        return told if move is None else {"move": move, **told}
    if isinstance(value, Mapping):
        return {str(key): to_json(item, text) for key, item in value.items()}
    if isinstance(value, int):
        return value
    raise TypeError(f"{kind.__name__} has no JSON form")


def from_json(record: type[R], value: Json, where: str = "") -> R:
    """Reads a record from its JSON form.

    Raises :class:`~facedown.core.errors.BadRecord` with one sentence when it does not fit.

    >>> from facedown.core.seats import Outcome
    >>> from_json(Outcome, {"points": [1, 0], "winners": [0], "reason": "{0} wins."}).winners
    (0,)
    """
    return typing.cast(R, _reader(record)(value, where or record.__name__.lower()))


_Where: TypeAlias = "str | tuple[_Where, str | int]"
"""Where a value stands: made a text only where something does not fit."""

_Reader: TypeAlias = Callable[[Json, _Where], Any]


def _said(where: _Where) -> str:
    """Where that is, for people.

    >>> _said((("the view", "hands"), 2))
    'the view.hands[2]'
    """
    if isinstance(where, str):
        return where
    above, part = where
    return _said(above) + (f"[{part}]" if isinstance(part, int) else f".{part}")


def _reader(kind: Any) -> _Reader:
    """Reads values of a type."""
    if kind in _PLAIN:
        return _plain_reader(kind)
    if kind is Any:  # JSON that is read further by somebody else, such as a game's move
        return lambda value, _: value
    if kind is type(None):
        return _read_null
    origin, args = get_origin(kind), get_args(kind)
    if origin is Literal:
        return _literal_reader(args)
    if origin in (Union, types.UnionType):
        return _union_reader(args)
    if origin is tuple:
        return _tuple_reader(args)
    if origin is dict:
        return _mapping_reader(_reader(args[1]))
    if dataclasses.is_dataclass(kind):
        return _named_reader(kind)
    raise TypeError(f"{kind!r} has no JSON form")


def _plain_reader(kind: type) -> _Reader:
    def read(value: Json, where: _Where) -> Any:
        # bool is a subclass of int, so true would pass for 1; a message is a text
        if type(value) is not kind and not (kind is str and isinstance(value, str)):
            raise BadRecord(f"{_said(where)} should be {_PLAIN[kind][0]}.")
        return value

    return read


def _read_null(value: Json, where: _Where) -> None:
    if value is not None:
        raise BadRecord(f"{_said(where)} should be null.")


def _literal_reader(args: tuple[Any, ...]) -> _Reader:
    def read(value: Json, where: _Where) -> Any:
        if value not in args or type(value) is not type(args[args.index(value)]):
            raise BadRecord(f"{_said(where)} should be one of {', '.join(map(str, args))}.")
        return value

    return read


def _union_reader(args: tuple[Any, ...]) -> _Reader:
    readers = [_reader(arg) for arg in args if arg is not type(None)]
    null = len(readers) < len(args)

    def read(value: Json, where: _Where) -> Any:
        if value is None and null:
            return None
        problems = []
        for reader in readers:
            try:
                return reader(value, where)
            except BadRecord as problem:
                problems.append(problem)
        raise problems[-1]

    return read


def _tuple_reader(args: tuple[Any, ...]) -> _Reader:
    alike = len(args) == 2 and args[1] is Ellipsis
    readers = [_reader(arg) for arg in (args[:1] if alike else args)]

    def read(value: Json, where: _Where) -> Any:
        if not isinstance(value, list | tuple):
            raise BadRecord(f"{_said(where)} should be a list.")
        if not alike and len(value) != len(args):
            raise BadRecord(f"{_said(where)} should have {len(args)} entries.")
        each = repeat(readers[0]) if alike else readers  # the former has no end
        pairs = enumerate(zip(value, each, strict=False))
        return tuple([reader(item, (where, i)) for i, (item, reader) in pairs])

    return read


def _mapping_reader(reader: _Reader) -> _Reader:
    def read(value: Json, where: _Where) -> Any:
        if not isinstance(value, dict):
            raise BadRecord(f"{_said(where)} should be an object.")
        return {key: reader(item, (where, key[:40])) for key, item in value.items()}

    return read


def _named_reader(record: Any) -> _Reader:
    def read(value: Json, where: _Where) -> Any:
        # Made when one is first met: a record may hold others of its own class.
        return _record_reader(record)(value, where)

    return read


@cache
def _record_reader(record: Any) -> _Reader:
    readers = {name: _reader(of) for name, of in record_fields(record).items()}
    needed, kind = frozenset(_needed(record)), getattr(record, "kind", None)
    former: Mapping[str, str] = getattr(record, "former_parts", {})

    def read(value: Json, where: _Where) -> Any:
        if not isinstance(value, dict):
            raise BadRecord(f"{_said(where)} should be an object.")
        given = dict(value)
        if kind is not None and given.pop("move", kind) != kind:
            raise BadRecord(f"{_said(where)} should be the move {kind}.")
        for name, today in former.items():
            if name in given and today not in given:
                given[today] = given.pop(name)
        for key in given:
            if key not in readers:
                raise BadRecord(f"{_said(where)} has no part called {str(key)[:40]!r}.")
        read = {}
        for name, reader in readers.items():
            if name in given:
                read[name] = reader(given[name], (where, name))
            elif name in needed:
                raise BadRecord(f"{_said(where)} lacks its part {name!r}.")
        return record(**read)

    return read


def _needed(record: Any) -> list[str]:
    """The names of the fields that have no value of their own."""
    return [
        field.name
        for field in dataclasses.fields(record)
        if field.default is dataclasses.MISSING and field.default_factory is dataclasses.MISSING
    ]


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
    required = _needed(record)
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


KIND: Final = "#"
"""What marks the form of a message; no field of a record can be called so."""

_SPEC: Final = re.compile(r"\+?,?(\.[0-9])?[a-z%]?")


def message_form(text: str) -> Any:
    """The form of a text: of a message what it was made of, of any other the text.

    To programs elsewhere a message is a text in English. Between the processes of a server it stays
    a message, as only the reader's page knows the language; what is read is checked, so that
    nothing but a text with its arguments can come of it.

    >>> from facedown.core.messages import phrase
    >>> message_form(phrase("Ask {verifier}.", verifier="B"))["arguments"], message_form("B")
    ({'verifier': 'B'}, 'B')
    """
    if isinstance(text, Said):
        return {
            KIND: "said",
            "message": text.message,
            "arguments": {name: _part(part) for name, part in text.arguments.items()},
            "many": text.many,
            "context": text.context,
        }
    if isinstance(text, Joined):
        texts = list(map(message_form, text.texts))
        return {KIND: "joined", "between": message_form(text.between), "texts": texts}
    if isinstance(text, Capital):
        return {KIND: "capital", "text": message_form(text.text)}
    if isinstance(text, NamedSeats):
        names = list(map(message_form, text.names))
        return {KIND: "named", "text": message_form(text.text), "names": names}
    return str(text)


def with_messages(value: Any) -> Any:
    """A JSON value with the messages that stand in it in their form.

    Raises :class:`~facedown.core.errors.BadRecord` for a form of none.

    >>> from facedown.core.messages import phrase
    >>> with_messages([message_form(phrase("Ask {verifier}.", verifier="B")), 1])
    ['Ask B.', 1]
    """
    if isinstance(value, list):
        return [with_messages(item) for item in value]
    if not isinstance(value, dict):
        return value
    parts = {name: with_messages(part) for name, part in value.items()}
    return _message(parts) if KIND in parts else parts


def _part(part: object) -> Any:
    if isinstance(part, str):
        return message_form(part)
    return part if isinstance(part, bool | int | float) else str(part)


def _message(parts: Mapping[str, Any]) -> Message:
    match parts:
        case {"message": str(said), "arguments": dict(arguments), "many": many, "context": context}:
            numbered = many is None or _is_number(arguments.get("n"))
            fits = all(form is None or _fits(form, arguments) for form in (said, many))
            if numbered and fits and (context is None or isinstance(context, str)):
                return _said_form(said, arguments, many, context)
        case {"between": str(between), "texts": list(texts)}:
            if all(isinstance(text, str) for text in texts):
                return Joined(between, tuple(texts))
        case {"text": Message() as text, "names": list(names)}:
            if all(isinstance(name, str) for name in names):
                return NamedSeats(text, names)
        case {"text": str(text)}:
            return Capital(text)
    raise BadRecord("The form of a message has other parts.")


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and math.isfinite(value)


def _said_form(
    message: str, arguments: Mapping[str, Any], many: str | None, context: str | None
) -> Message:
    try:
        return Said(message, arguments, many, context)
    except ValueError:  # a text as a number
        raise BadRecord("A message asks for another kind of argument.") from None


def _fits(message: object, arguments: Mapping[str, Any]) -> bool:
    """Whether a message asks for nothing but its arguments, each as it is or as a number."""
    if not isinstance(message, str):
        return False
    if not arguments:
        return True
    try:
        fields = list(string.Formatter().parse(message))
    except ValueError:
        return False
    return all(
        name is None
        or (
            name in arguments
            and isinstance(arguments[name], str | int | float)
            and _SPEC.fullmatch(spec or "") is not None
            and conversion in (None, "r")
        )
        for _, name, spec, conversion in fields
    )
