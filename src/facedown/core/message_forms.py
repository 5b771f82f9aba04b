"""Messages as JSON that keeps what they were made of, for what one process tells another.

To programs elsewhere a message is a text in English. Between the processes of a server it stays a
message, as only the reader's page knows the language; what is read is checked, so that nothing but
a text with its arguments can come of it.
"""

from __future__ import annotations

import re
import string
from collections.abc import Mapping
from typing import Any, Final

from facedown.core.errors import BadRecord
from facedown.core.messages import Capital, Joined, Message, Named, Said

KIND: Final = "#"
"""What marks the form of a message; no field of a record can be called so."""

_SPEC: Final = re.compile(r",?(\.[0-9])?[a-z%]?")


def message_form(text: str) -> Any:
    """The form of a text: of a message what it was made of, of any other the text.

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
    if isinstance(text, Named):
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
            numbered = many is None or isinstance(arguments.get("n"), int)
            fits = all(form is None or _fits(form, arguments) for form in (said, many))
            if numbered and fits and (context is None or isinstance(context, str)):
                return _said_form(said, arguments, many, context)
        case {"between": str(between), "texts": list(texts)}:
            if all(isinstance(text, str) for text in texts):
                return Joined(between, tuple(texts))
        case {"text": Message() as text, "names": list(names)}:
            if all(isinstance(name, str) for name in names):
                return Named(text, names)
        case {"text": str(text)}:
            return Capital(text)
    raise BadRecord("The form of a message has other parts.")


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
