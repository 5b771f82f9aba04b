"""A match whose moves are stored before they are made."""

from __future__ import annotations

from facedown.core.errors import FacedownError, IllegalMove
from facedown.core.game import Game, State
from facedown.core.log import Entry, Log
from facedown.core.match import Match
from facedown.core.moves import Action, Move
from facedown.core.refusal import Refusal
from facedown.core.seats import NATURE, NATURE_ONLY, Seat
from facedown.core.shuffle import draw
from facedown.core.view import Event


class Playing(Match):
    """A match that first tells what a move would bring about, and makes it only when told to.

    Everything it draws is a function of seed and number of the move, as in any match; so what was
    proposed, stored and accepted is exactly what ``play`` would have done.
    """

    @classmethod
    def empty(cls, game: Game, log: Log) -> Playing:
        """The match of a log without moves; not even nature has made hers."""
        match = cls.__new__(cls)
        match.game, match.log = game, log
        match._refold()
        return match

    def propose_start(self) -> tuple[Entry, ...]:
        """Nature's first moves."""
        return tuple(self._draws(self._state.clone(), self.moves))

    def propose(self, seat: Seat, move: Move | Action) -> tuple[Entry, ...]:
        """The move and those of nature that would follow; nothing is changed.

        Raises ``MalformedMove`` or ``IllegalMove`` with one sentence.
        """
        state = self._state.clone()
        action = state.action_of(seat, move) if isinstance(move, Move) else move
        refusal = state.verify(seat, action)
        if refusal is not None:
            raise IllegalMove(refusal)
        record = state.move_of(seat, action)
        state.apply(seat, action)
        return (Entry(seat, record), *self._draws(state, self.moves + 1))

    def _draws(self, state: State, moves: int) -> list[Entry]:
        drawn: list[Entry] = []
        while state.actors() == NATURE_ONLY:
            move = draw(state, self.log.seed, moves + len(drawn))
            drawn.append(Entry(NATURE, move))
            state.apply(NATURE, state.action_of(NATURE, move))
        return drawn

    def accept(self, entries: tuple[Entry, ...]) -> None:
        """Makes stored moves, each verified; raises ``MalformedMove`` or ``IllegalMove``."""
        for entry in entries:
            assert entry.move is not None
            self._apply(entry.seat, entry.move)
            self.log.entries.append(entry)

    def keep_note(self, seat: Seat, text: str) -> None:
        """Keeps a note that was checked before it was stored."""
        self.log.entries.append(Entry(seat, note=text))

    def check_undo(self, seat: Seat) -> None:
        """Raises ``IllegalMove`` with one sentence when the seat cannot take its move back."""
        log = self.log
        trial = Playing.empty(
            self.game,
            Log(log.game, log.rules, log.seats, log.options, log.players, log.seed),
        )
        trial.log.entries = list(log.entries)
        trial._refold()
        trial.undo(seat)

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
            self.propose(seat, action)
        except FacedownError:
            return False
        except (AssertionError, AttributeError, IndexError, KeyError, TypeError, ValueError):
            return False  # a broken bot's answer may be no move at all
        return True

    def open_to(self, seat: Seat) -> tuple[tuple[int, Move], ...]:
        """The action numbers open to a seat with the records of their moves."""
        return tuple((a, self._state.move_of(seat, a)) for a in self.choices(seat) or ())

    def refusals(self, seat: Seat) -> tuple[tuple[int, Refusal], ...]:
        """Every action number that is not open to a seat, with the reason."""
        answers = ((a, self._state.verify(seat, a)) for a in range(self.game.actions))
        return tuple((action, why) for action, why in answers if why is not None)

    def judged(self, seat: Seat) -> tuple[tuple[int, Move, Refusal | None], ...]:
        """Every action number with its record, and why it is refused now or None."""
        state = self._state
        return tuple(
            (action, state.move_of(seat, action), state.verify(seat, action))
            for action in range(self.game.actions)
        )
