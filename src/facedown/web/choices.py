"""The moves a board offers: every listed action with its words, and why some are refused."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import overload

from facedown.core.codec import Json, record_fields
from facedown.core.moves import Move, move_to_json
from facedown.core.refusal import Refusal


@dataclass(frozen=True, slots=True)
class Choice:
    """One action of a seat.

    ``move`` is the JSON form of its record, ``refusal`` the sentence that says why it is not
    allowed now (None when it is), ``paragraph`` that of the rulebook, or empty.
    """

    action: int
    move: dict[str, Json]
    words: str
    refusal: str | None
    paragraph: str


class Moves(Sequence[Choice]):
    """The choices of a seat, in the order of their action numbers.

    >>> from facedown.games.suspense.moves import Fold, Play
    >>> moves = moves_of([(0, Play("W1"), None), (14, Fold(), None)])
    >>> moves.get(move="play", card="W1").words, len(moves.of("fold")), moves.get(move="pass")
    ('play W1', 1, None)
    """

    def __init__(self, choices: Sequence[Choice] = ()) -> None:
        self._choices = tuple(choices)

    def __len__(self) -> int:
        return len(self._choices)

    @overload
    def __getitem__(self, index: int) -> Choice: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Choice]: ...
    def __getitem__(self, index: int | slice) -> Choice | Sequence[Choice]:
        return self._choices[index]

    def __iter__(self) -> Iterator[Choice]:
        return iter(self._choices)

    def of(self, kind: str) -> tuple[Choice, ...]:
        """All choices of a kind of move."""
        return tuple(choice for choice in self._choices if choice.move["move"] == kind)

    def get(self, **parts: Json) -> Choice | None:
        """The choice whose move has these parts, or None."""
        wanted = parts.items()
        return next((choice for choice in self._choices if wanted <= choice.move.items()), None)

    @property
    def legal(self) -> tuple[Choice, ...]:
        """Those allowed now."""
        return tuple(choice for choice in self._choices if choice.refusal is None)


def moves_of(
    choices: Sequence[tuple[int, Move, Refusal | None]], names: Sequence[str] = ()
) -> Moves:
    """The choices made from actions, their records, and why they are refused.

    ``names`` are what the seats are called.
    """
    return Moves(
        [
            Choice(
                action,
                move_to_json(move),
                move_words(move),
                None if why is None else why.named(names),
                "" if why is None else why.paragraph,
            )
            for action, move, why in choices
        ]
    )


def move_words(move: Move) -> str:
    """A move in a few words, for any game: its kind and its parts.

    >>> from facedown.games.turing.moves import Declare
    >>> move_words(Declare(solve=True, code="241")), move_words(Declare(solve=False))
    ('declare: solve 241', 'declare: not solve')
    """
    parts = {name: getattr(move, name) for name in _names(type(move))}
    words = []
    for name, value in parts.items():
        if isinstance(value, bool):
            words.append(name if value else f"not {name}")
        elif isinstance(value, tuple):
            words.append(", ".join(map(str, value)))
        elif value is not None:
            words.append(str(value))
    colon = ":" if any(isinstance(value, bool) for value in parts.values()) else ""
    return " ".join([f"{move.kind}{colon}", *words])


def _names(kind: type) -> tuple[str, ...]:
    return tuple(record_fields(kind))
