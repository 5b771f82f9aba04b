"""A match whose moves are stored before they are made."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import Any

from facedown.core.codec import Json
from facedown.core.errors import FacedownError, IllegalMove, MalformedMove
from facedown.core.game import Game, State
from facedown.core.log import Entry, Log
from facedown.core.match import Match
from facedown.core.moves import Action, Move
from facedown.core.refusal import Refusal
from facedown.core.seats import NATURE, NATURE_ONLY, Seat
from facedown.core.shuffle import draw
from facedown.core.view import Event
from facedown.table.errors import Crashed, NotYet
from facedown.table.process import as_record


class TakesLong(NotYet):
    """Nature's answer to a move takes long to work out: :func:`work_out` does it anywhere."""

    def __init__(self, log: Log, first: Entry) -> None:
        super().__init__("What follows from that takes a moment to work out; try again.")
        self.log, self.first = log, first


def work_out(log: Log, first: Entry) -> tuple[Entry, ...]:
    """A move from where a log ends, and nature's moves that follow, however long they take."""
    match = Playing.empty(log.new_game(), log)
    assert first.move is not None
    return match.propose(first.seat, first.move)


@dataclass(frozen=True, slots=True)
class _Worked:
    """An entry that was worked out elsewhere, its move as it came."""

    seat: Seat
    move: dict[str, Any]
    note: None


def worked_from_json(game: Game, said: Json) -> tuple[Entry, ...]:
    """What :func:`work_out` found in a worker process; raises ``Crashed`` when it is nothing such.

    >>> from facedown.core.registry import new_game
    >>> made = {"seat": 0, "move": {"move": "stop"}, "note": None}
    >>> worked_from_json(new_game("turing"), [made])
    (Entry(seat=0, move=Stop(), note=None),)
    """
    worked: tuple[_Worked, ...] = as_record(tuple[_Worked, ...], said)
    try:
        return tuple(Entry(made.seat, game.move_from_json(made.move)) for made in worked)
    except MalformedMove:
        raise Crashed("A helper of this server failed: MalformedMove.") from None


class Playing(Match):
    """A match that first tells what a move would bring about, and makes it only when told to.

    Everything it draws is a function of the seed and of what is drawn, as in any match; so what was
    proposed, stored and accepted is exactly what ``play`` would have done.
    """

    _worked: tuple[Entry, ...] | None
    """A move from here with nature's that follow, where working them out took long."""

    @classmethod
    def empty(cls, game: Game, log: Log) -> Playing:
        """The match of a log without moves; not even nature has made hers."""
        match = cls.__new__(cls)
        match.game, match.log = game, log
        match._worked = None
        match._refold()
        return match

    def propose_start(self) -> tuple[Entry, ...]:
        """Nature's first moves."""
        return tuple(self._draws(self._state.clone()))

    def propose(
        self, seat: Seat, move: Move | Action, *, at_once: bool = False
    ) -> tuple[Entry, ...]:
        """The move and those of nature that would follow; nothing is changed.

        Raises ``MalformedMove`` or ``IllegalMove`` with one sentence, and with ``at_once``
        ``TakesLong`` where one of nature's moves takes long and was not worked out yet.
        """
        action = self._allowed(seat, move)
        state = self._state.clone()
        first = Entry(seat, state.move_of(seat, action))
        if self._worked is not None and self._worked[0] == first:
            return self._worked
        state.apply(seat, action)
        return (first, *self._draws(state, first if at_once else None))

    def _allowed(self, seat: Seat, move: Move | Action) -> Action:
        """The action of a move that the rules allow; raises ``MalformedMove``, ``IllegalMove``."""
        state = self._state
        action: Action = move
        if isinstance(move, Move):
            action = state.action_of(seat, self.game.normal_form(move))
        refusal = state.verify(seat, action)
        if refusal is not None:
            raise IllegalMove(refusal)
        return action

    def _moves_so_far(self) -> Log:
        entries = [entry for entry in self.log.entries if entry.move is not None]
        return dataclasses.replace(self.log, entries=entries)

    def recall(self, asked: TakesLong, worked: tuple[Entry, ...]) -> None:
        """Keeps what was worked out elsewhere, unless the game has gone on meanwhile."""
        if asked.log.entries == self._moves_so_far().entries:
            self._worked = worked

    def _draws(self, state: State, hasty: Entry | None = None) -> list[Entry]:
        """Nature's moves until somebody else is to move; none that takes long for a hasty one."""
        drawn: list[Entry] = []
        while state.actors() == NATURE_ONLY:
            if hasty is not None and state.draws_slowly:
                raise TakesLong(self._moves_so_far(), hasty)
            move = state.move_of(NATURE, draw(state, self.log.seed))
            drawn.append(Entry(NATURE, move))
            state.apply(NATURE, state.action_of(NATURE, move))
        return drawn

    def accept(self, entries: tuple[Entry, ...]) -> None:
        """Makes stored moves, each verified; raises ``MalformedMove`` or ``IllegalMove``."""
        self._worked = None
        for entry in entries:
            assert entry.move is not None
            self._apply(entry.seat, entry.move)
            self.log.entries.append(entry)

    def undo(self, seat: Seat) -> Move:
        """Takes back the seat's last move, and returns it."""
        self._worked = None
        return super().undo(seat)

    def keep_note(self, seat: Seat, text: str) -> None:
        """Keeps a note that was checked before it was stored."""
        self.log.entries.append(Entry(seat, note=text))

    def told_since(self, viewer: Seat, moves: int) -> tuple[Event, ...]:
        """What a viewer witnessed after so many moves."""
        return tuple(self._events[viewer][moves:])

    def choices(self, seat: Seat) -> tuple[int, ...] | None:
        """The action numbers open to a seat, or None when it is not to move."""
        if seat not in self._state.actors():
            return None
        return tuple(self._state.legal(seat))

    def allows(self, seat: Seat, action: Action) -> bool:
        """Whether the rules allow a move, whoever made it up."""
        try:
            self._allowed(seat, action)
        except FacedownError:
            return False
        except (AssertionError, AttributeError, IndexError, KeyError, TypeError, ValueError):
            return False  # a broken bot's answer may be no move at all
        return True

    def open_to(self, seat: Seat) -> tuple[tuple[int, Move], ...]:
        """The action numbers open to a seat with the records of their moves."""
        return tuple((a, self._state.move_of(seat, a)) for a in self.choices(seat) or ())

    def judged(self, seat: Seat) -> tuple[tuple[int, Move, Refusal | None], ...]:
        """Every action number with its record, and why it is refused now or None.

        Each is judged by itself only where the seat is to move. Elsewhere all are refused for the
        one reason why the seat is to wait.
        """
        state, actions = self._state, range(self.game.actions)
        waits = None
        if actions and seat not in state.actors():
            waits = state.verify(seat, actions[0])
        return tuple(
            (action, state.move_of(seat, action), waits or state.verify(seat, action))
            for action in actions
        )
