"""A match: one game as it is being played, kept as its log."""

from __future__ import annotations

import secrets

from facedown.core.errors import BadOption, FacedownError, IllegalMove
from facedown.core.game import Game, State
from facedown.core.log import Entry, Log, apply_move, fold
from facedown.core.moves import Action, Move
from facedown.core.outcome import Outcome
from facedown.core.players import HUMAN
from facedown.core.refusal import Reason, Refusal
from facedown.core.seats import NATURE, NATURE_ONLY, ONLOOKER, Seat
from facedown.core.shuffle import draw
from facedown.core.view import Event, View

NOTHING_TO_UNDO = Reason("nothing-to-undo", "", "You have made no move that could be taken back.")
OTHERS_ACTED = Reason(
    "others-acted",
    "",
    "Somebody has moved since, so your move can no longer be taken back.",
)
SOMETHING_SHOWN = Reason(
    "something-shown",
    "",
    "That move showed something hidden, so it cannot be taken back.",
)


class Match:
    """A game being played: takes moves, lets nature draw, and tells each seat what it may know.

    What nature draws has a name, and comes from a generator of its own that is seeded with ``seed``
    and that name. So a resumed match goes on exactly as it would have, taking a move back never
    gives another draw, and whoever plays the same seed is dealt the same.

    >>> from facedown.core.registry import new_game
    >>> match = Match(new_game("turing", cards="4,9,11,14"), seed="7")
    >>> match.view(0).legal[:3]
    (0, 1, 2)
    """

    def __init__(
        self,
        game: Game,
        seed: str | None = None,
        players: tuple[str, ...] | None = None,
    ) -> None:
        if players is not None and len(players) != game.seats:
            raise BadOption(f"{len(players)} players cannot sit on {game.seats} seats.")
        self.game = game
        self.log = Log(
            game=game.facts.name,
            rules=game.facts.rules_version,
            seats=game.seats,
            options=dict(game.options),
            players=players or (HUMAN,) * game.seats,
            seed=secrets.token_hex(16) if seed is None else seed,
        )
        self._refold()
        self._let_nature_move()

    @classmethod
    def resume(cls, log: Log) -> Match:
        """The match a log is of, ready to go on; raises ``BadLog`` when the log cannot be."""
        game = log.new_game()
        fold(game, log)
        match = cls.__new__(cls)
        match.game, match.log = game, log
        match._refold()
        match._let_nature_move()
        return match

    def _refold(self) -> None:
        viewers = (*range(self.game.seats), ONLOOKER)
        self._state: State = self.game.start()
        self._events: dict[Seat, list[Event]] = {viewer: [] for viewer in viewers}
        for entry in self.log.entries:
            if entry.move is not None:
                self._apply(entry.seat, entry.move)

    def _apply(self, seat: Seat, move: Move) -> None:
        before = self._state.clone()
        apply_move(self._state, seat, move)
        action = before.action_of(seat, move)
        for viewer, events in self._events.items():
            events.append(self.game.witness(before, seat, action, self._state, viewer))

    def _let_nature_move(self) -> None:
        """Lets nature make her moves until somebody else is to move, or nobody."""
        while self._state.actors() == NATURE_ONLY:
            move = self._state.move_of(NATURE, draw(self._state, self.log.seed))
            self._apply(NATURE, move)
            self.log.entries.append(Entry(NATURE, move))

    def _check(self, seat: Seat, *, watching: bool = False) -> None:
        """Raises ``FacedownError`` unless it is a seat of this game (or an onlooker, watching).

        ``True`` is 1 to Python, but a log that says so cannot be read again.
        """
        if type(seat) is int and (0 <= seat < self.game.seats or (watching and seat == ONLOOKER)):
            return
        raise FacedownError(f"There is no seat {str(seat)[:20]!r} at this table.")

    @property
    def moves(self) -> int:
        """How many moves were made, nature's included."""
        return len(self._events[ONLOOKER])

    @property
    def actors(self) -> tuple[Seat, ...]:
        """The seats that may move now."""
        return self._state.actors()

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on."""
        return self._state.outcome()

    def view(self, seat: Seat) -> View:
        """What a seat, or an onlooker, may know."""
        self._check(seat, watching=True)
        return self._state.view(seat)

    def events(self, viewer: Seat) -> tuple[Event, ...]:
        """All moves so far as this seat, or an onlooker, witnessed them."""
        self._check(viewer, watching=True)
        return tuple(self._events[viewer])

    def state(self) -> State:
        """A copy of the truth, for post-mortems and tests; never to be given to a player."""
        return self._state.clone()

    def play(self, seat: Seat, move: Move | Action) -> None:
        """Makes a seat's move, then nature's.

        Raises ``MalformedMove`` or ``IllegalMove`` with one sentence, and then nothing changed.
        """
        if type(seat) is not int:  # a number that the game does not have, it refuses itself
            self._check(seat)
        if isinstance(move, int):
            refusal = self._state.verify(seat, move)
            if refusal is not None:
                raise IllegalMove(refusal)
            move = self._state.move_of(seat, move)
        else:
            move = self.game.normal_form(move)
        self._apply(seat, move)
        self.log.entries.append(Entry(seat, move))
        self._let_nature_move()

    def note(self, seat: Seat, text: str) -> str:
        """Keeps a note of a seat for itself and returns it as kept."""
        if type(seat) is not int or not 0 <= seat < self.game.seats:
            raise FacedownError("Only who has a seat can keep notes.")
        kept = self.game.check_note(text, self.view(seat))
        self.log.entries.append(Entry(seat, note=kept))
        return kept

    def notes(self, seat: Seat) -> tuple[str, ...]:
        """The notes of a seat, oldest first."""
        return tuple(e.note for e in self.log.entries if e.note is not None and e.seat == seat)

    def undo_refusal(self, seat: Seat) -> Refusal | None:
        """Why the seat cannot take its last move back now, or None when it can.

        It can until something hidden was shown or somebody else acted.
        """
        self._check(seat)
        movers = [entry.seat for entry in self.log.entries if entry.move is not None]
        if seat not in movers:
            return NOTHING_TO_UNDO()
        own = len(movers) - movers[::-1].index(seat)
        if any(mover != NATURE for mover in movers[own:]):
            return OTHERS_ACTED()
        if self._events[ONLOOKER][-1].reveals:
            return SOMETHING_SHOWN()
        return None if movers[-1] == seat else OTHERS_ACTED()

    def undo(self, seat: Seat) -> Move:
        """Takes back the seat's last move, and returns it.

        Raises ``IllegalMove`` where :meth:`undo_refusal` has a reason against it.
        """
        refusal = self.undo_refusal(seat)
        if refusal is not None:
            raise IllegalMove(refusal)
        last = max(i for i, entry in enumerate(self.log.entries) if entry.move is not None)
        move = self.log.entries.pop(last).move
        assert move is not None
        self._refold()
        return move
