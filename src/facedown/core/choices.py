"""What a seat can choose from at one moment: every listed action, and why some are refused."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Final, overload

from facedown.core.codec import Json
from facedown.core.errors import Refusal
from facedown.core.moves import Action, Move, move_to_json
from facedown.core.plain import typed_move
from facedown.core.seats import Seat

if TYPE_CHECKING:
    from facedown.core.state import State

_REMEMBERED: Final = 4096


class Choice:
    """One action of a seat; its record and whether it is refused are found out when asked for."""

    def __init__(
        self,
        action: int,
        record: Move,
        judge: Callable[[Action], Refusal | None],
        names: Sequence[str],
        typed: Callable[[Move], str],
    ) -> None:
        self.action = action
        self.record = record
        self._judge = judge
        self._names = names
        self._typed = typed

    @property
    def move(self) -> dict[str, Json]:
        """The JSON form of its record, not to be changed."""
        return move_form(self.record)

    @property
    def words(self) -> str:
        """The move as it is typed."""
        return self._typed(self.record)

    @cached_property
    def refused(self) -> Refusal | None:
        """Why it is not allowed now, None when it is."""
        return self._judge(self.action)

    @property
    def refusal(self) -> str | None:
        """The same as a sentence."""
        return None if self.refused is None else self.refused.named(self._names)

    @property
    def paragraph(self) -> str:
        """The paragraph of the rulebook that refuses it, or empty."""
        return "" if self.refused is None else self.refused.paragraph


class Choices(Sequence[Choice]):
    """The listed actions of a seat, in the order of their numbers.

    ``moves`` gives the records of all, of which there are ``count``, ``legal`` are the numbers of
    those that are allowed, ``judge`` says of one why it is refused (None when it is allowed), and
    ``names`` are what the seats are called; ``typed`` puts a move into words
    (:meth:`~facedown.core.game.Game.typed`). Nothing is judged before somebody asks.

    >>> from facedown.core.match import Match
    >>> from facedown.core.registry import new_game
    >>> match = Match(new_game("suspense", seats=2), seed="1")
    >>> choices = match.choices(match.actors[0], ("Ann", "Bo"))
    >>> len(choices), len(choices.legal), choices.get(move="pass").refusal is None
    (15, 6, False)
    >>> choices.get(move="play", card="W1").words, len(choices.of("play")), choices.get(move="no")
    ('play W1', 13, None)
    """

    def __init__(
        self,
        moves: Callable[[], Sequence[Move]] = tuple,
        count: int = 0,
        legal: Sequence[int] = (),
        judge: Callable[[Action], Refusal | None] = lambda _: None,
        names: Sequence[str] = (),
        typed: Callable[[Move], str] = typed_move,
    ) -> None:
        self._moves, self._count, self._legal = moves, count, legal
        self._judge, self._names, self._typed = judge, names, typed

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, index: int) -> Choice: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Choice]: ...
    def __getitem__(self, index: int | slice) -> Choice | Sequence[Choice]:
        return self._all[index]

    def __iter__(self) -> Iterator[Choice]:
        return iter(self._all)

    @cached_property
    def _all(self) -> tuple[Choice, ...]:
        return tuple(
            Choice(action, move, self._judge, self._names, self._typed)
            for action, move in enumerate(self._moves())
        )

    @cached_property
    def _by_kind(self) -> dict[str, tuple[Choice, ...]]:
        kinds: dict[str, list[Choice]] = {}
        for choice in self._all:
            kinds.setdefault(choice.record.kind, []).append(choice)
        return {kind: tuple(choices) for kind, choices in kinds.items()}

    def of(self, kind: str) -> tuple[Choice, ...]:
        """All choices of a kind of move."""
        return self._by_kind.get(kind, ())

    def get(self, move: str, **parts: Json) -> Choice | None:
        """The first choice of a kind of move that has these parts, or None."""
        wanted = parts.items()
        return next((choice for choice in self.of(move) if wanted <= choice.move.items()), None)

    @cached_property
    def legal(self) -> tuple[Choice, ...]:
        """Those allowed now."""
        return tuple(self._all[action] for action in self._legal)


def choices_in(
    state: State,
    seat: Seat,
    count: int,
    names: Sequence[str] = (),
    typed: Callable[[Move], str] = typed_move,
) -> Choices:
    """The first ``count`` actions of a seat in a state, which must not be changed any more.

    Each is judged by itself only where the seat is to move. Elsewhere all are refused for the
    one reason why the seat is to wait.

    >>> from facedown.core import Match, new_game
    >>> state = Match(new_game("suspense", 2, goal=0, dealer=1), seed="7").state()
    >>> choices = choices_in(state, state.actors()[0], 3)
    >>> len(choices), [choices[action].refusal is None for action in range(3)]
    (3, [False, True, True])
    """
    to_move = seat in state.actors()
    waits = state.verify(seat, 0) if count and not to_move else None

    def moves() -> list[Move]:
        return [state.move_of(seat, action) for action in range(count)]

    def judge(action: Action) -> Refusal | None:
        return waits or state.verify(seat, action)

    return Choices(moves, count, tuple(state.legal(seat)) if to_move else (), judge, names, typed)


@lru_cache(_REMEMBERED)
def move_form(move: Move) -> dict[str, Json]:
    """The JSON form of a move, made once for equal moves; not to be changed.

    >>> from facedown.games.turing.moves import Declare
    >>> move_form(Declare(solve=True, code="241"))
    {'move': 'declare', 'solve': True, 'code': '241'}
    """
    form: dict[str, Json] = move_to_json(move)
    return form
