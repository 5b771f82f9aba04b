"""A match: one game as it is being played, kept as its log, and what a seat can choose in it.

A move is made in two steps, which :meth:`Match.play` takes at once: :meth:`Match.propose` tells
what it would bring about and changes nothing, :meth:`Match.accept` makes what was proposed. Whoever
stores moves does so in between. :class:`Choices` are every listed action of a seat at one moment,
and why some are refused.
"""

from __future__ import annotations

import dataclasses
import secrets
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Final, overload

from facedown.core.codec import Json
from facedown.core.default_words import ending_for, typed_move
from facedown.core.errors import BadLog, BadOption, FacedownError, IllegalMove, Reason, Refusal
from facedown.core.game import Game
from facedown.core.log import Entry, Log, apply_move, draw, replay
from facedown.core.messages import phrase
from facedown.core.moves import Action, Move, move_to_json
from facedown.core.seats import (
    HUMAN,
    NATURE,
    NATURE_ONLY,
    ONLOOKER,
    Ending,
    Outcome,
    Seat,
    given_up,
)
from facedown.core.state import State
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
GIVEN_UP = Reason("given-up", "", "The game is over: it was given up.")


class SlowDraw(FacedownError):
    """Nature's answer to ``first``, made where ``log`` ends, takes long to :func:`work_out`."""

    def __init__(self, log: Log, first: Entry) -> None:
        super().__init__(phrase("What follows from that takes a moment to work out; try again."))
        self.log, self.first = log, first


class SlowMove(FacedownError):
    """A part of ``first``, a move made where ``log`` ends, may take long.

    ``work``, called from any thread, gives the move as it is recorded, with what it found out.
    """

    def __init__(self, work: Callable[[], Entry], log: Log, first: Entry) -> None:
        super().__init__(phrase("That takes a moment to work out; try again."))
        self.work, self.log, self.first = work, log, first


@dataclass(frozen=True, slots=True)
class Worked:
    """What was worked out for ``asked``, a move as it is said where ``log`` ends.

    ``entries`` are the move as it is recorded, with nature's that follow (:func:`work_out`), or
    alone, with what it has to find out itself (``SlowMove.work``).
    """

    log: Log
    asked: Entry
    entries: tuple[Entry, ...]


def work_out(log: Log, first: Entry) -> tuple[Entry, ...]:
    """A move from where a log ends, and nature's moves that follow, however long they take.

    >>> from facedown.core.registry import new_game
    >>> match = Match(new_game("suspense", 2, goal=0, dealer=1), seed="7")
    >>> seat = match.actors[0]
    >>> move = match.choices(seat).get(move="play", card=match.view(seat).hand[0]).record
    >>> entries = work_out(match.log, Entry(seat, move=move))
    >>> [entry.seat for entry in entries], match.moves  # the match itself stays as it was
    ([0], 1)
    """
    assert first.move is not None
    return Match.at(log.new_game(), log).propose(first.seat, first.move)


@dataclass(frozen=True, slots=True)
class Transition:
    """A move with the truth before and after it; neither state is changed any more."""

    entry: Entry
    action: Action
    before: State
    after: State


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
            raise BadOption(
                phrase(
                    "{players} players cannot sit on {seats} seats.",
                    players=len(players),
                    seats=game.seats,
                )
            )
        log = Log(
            game=game.facts.name,
            rules=game.facts.rules_version,
            seats=game.seats,
            options=dict(game.options),
            players=players or (HUMAN,) * game.seats,
            seed=secrets.token_hex(16) if seed is None else seed,
        )
        self._begin(game, log)
        self.accept(self.propose_start())

    @classmethod
    def resume(cls, log: Log) -> Match:
        """The match a log is of, ready to go on; raises ``BadLog`` when the log cannot be.

        The log may be anybody's: what its moves say they found out is found out anew.
        """
        game = log.new_game()
        match = cls.__new__(cls)
        try:
            match._begin(game, log, doubted=True)
        except FacedownError:
            replay(game, log)  # raises what says at which move
            raise
        match.accept(match.propose_start())
        return match

    @classmethod
    def at(cls, game: Game, log: Log) -> Match:
        """The match as a log of this game leaves it: not even nature has moved since.

        What the moves of the log say they found out is believed. Raises ``MalformedMove`` or
        ``IllegalMove`` when the log cannot be.
        """
        match = cls.__new__(cls)
        match._begin(game, log)
        return match

    def _begin(self, game: Game, log: Log, *, doubted: bool = False) -> None:
        self.game, self.log = game, log
        self._replay(doubted=doubted)
        seat, log.resigned = log.resigned, None
        if seat is not None:
            try:
                self.resign(seat)
            except FacedownError as problem:
                log.resigned = seat
                raise BadLog(
                    phrase("The log says who resigned: {problem}", problem=problem.message)
                ) from None

    def _replay(self, *, doubted: bool = False) -> None:
        viewers = (*range(self.game.seats), ONLOOKER)
        self._state: State = self.game.start()
        self._events: dict[Seat, list[Event]] = {viewer: [] for viewer in viewers}
        self._proposed: tuple[Transition, ...] = ()
        for entry in self.log.entries:
            if entry.move is not None:
                self._take(_step(self._state, entry, doubted=doubted))

    def _take(self, step: Transition) -> None:
        """Goes on to where a step leads, before the eyes of everybody."""
        self._state = step.after
        for viewer, events in self._events.items():
            events.append(
                self.game.witness(step.before, step.entry.seat, step.action, step.after, viewer)
            )

    def _check(self, seat: Seat, *, watching: bool = False) -> None:
        """Raises ``FacedownError`` unless it is a seat of this game (or an onlooker, watching).

        ``True`` is 1 to Python, but a log that says so cannot be read again.
        """
        if type(seat) is int and (0 <= seat < self.game.seats or (watching and seat == ONLOOKER)):
            return
        raise FacedownError(phrase("There is no seat {seat!r} at this table.", seat=str(seat)[:20]))

    @property
    def moves(self) -> int:
        """How many moves were made, nature's included."""
        return len(self._events[ONLOOKER])

    @property
    def actors(self) -> tuple[Seat, ...]:
        """The seats that may move now."""
        return self._state.actors() if self.log.resigned is None else ()

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on.

        Of a game without an answer (:meth:`State.give_up`) no view tells that it was given up.
        """
        told = self._state.outcome()
        if told is None and self.log.resigned is not None:
            return given_up(self.log.resigned, self.game.seats)
        return told

    def ending(self, viewer: Seat) -> Ending:
        """How a game that is over ended for a seat, or for an onlooker."""
        outcome = self.outcome
        if outcome is not None and outcome.given_up:
            return ending_for(viewer, outcome)
        return self.game.ending(self.view(viewer))

    def view(self, seat: Seat) -> View:
        """What a seat, or an onlooker, may know."""
        self._check(seat, watching=True)
        return self._state.view(seat)

    def events(self, viewer: Seat, after: int = 0) -> tuple[Event, ...]:
        """All moves after so many as this seat, or an onlooker, witnessed them."""
        self._check(viewer, watching=True)
        return tuple(self._events[viewer][after:])

    def state(self) -> State:
        """A copy of the truth, for tests; never to be given to a player."""
        return self._state.clone()

    # What is open

    def legal(self, seat: Seat) -> tuple[int, ...] | None:
        """The action numbers open to a seat, ascending, or None when it is not to move."""
        if seat not in self.actors:
            return None
        return tuple(self._state.legal(seat))

    def legal_moves(self, seat: Seat) -> tuple[tuple[int, Move], ...]:
        """The action numbers open to a seat with the records of their moves."""
        return tuple((a, self._state.move_of(seat, a)) for a in self.legal(seat) or ())

    def allows(self, seat: Seat, action: Action) -> bool:
        """Whether the rules allow a move, whoever made it up."""
        try:
            self.check_move(seat, action)
        except FacedownError:
            return False
        except (AssertionError, AttributeError, IndexError, KeyError, TypeError, ValueError):
            return False  # a broken bot's answer may be no move at all
        return True

    def choices(self, seat: Seat, names: Sequence[str] = ()) -> Choices:
        """The listed actions as things stand now; ``names`` are what the seats are called."""
        if self.log.resigned is not None:
            return Choices()
        return choices_in(self._state, seat, self.game.actions, names, self.game.typed)

    def check_move(self, seat: Seat, move: Move | Action) -> Action:
        """The action of a move that the rules allow; raises ``MalformedMove``, ``IllegalMove``."""
        if self.log.resigned is not None:
            raise IllegalMove(GIVEN_UP())
        if type(seat) is not int:  # a number that the game does not have, it refuses itself
            self._check(seat)
        action: Action = move
        if not isinstance(move, int):
            action = self._state.action_of(seat, self.game.normal_form(move))
        refusal = self._state.verify(seat, action)
        if refusal is not None:
            raise IllegalMove(refusal)
        return action

    # Moving

    def play(self, seat: Seat, move: Move | Action) -> None:
        """Makes a seat's move, then nature's.

        Raises ``MalformedMove`` or ``IllegalMove`` with one sentence, and then nothing changed.
        """
        self.accept(self.propose(seat, move))

    def propose_start(self) -> tuple[Entry, ...]:
        """Nature's moves that come before anybody else's."""
        return self._propose(self._draws(self._state))

    def propose(
        self,
        seat: Seat,
        move: Move | Action,
        *,
        at_once: bool = False,
        worked: Worked | None = None,
    ) -> tuple[Entry, ...]:
        """The move and those of nature that would follow; nothing is changed.

        What nature draws is a function of the seed and of what is drawn, so what is proposed now
        is what would be proposed at any time. ``worked`` is not worked out again, if it is about
        this move from here. Raises ``MalformedMove`` or ``IllegalMove`` with one
        sentence, and with ``at_once`` ``SlowDraw`` where one of nature's moves takes long and
        ``SlowMove`` where the move itself does.
        """
        action = self.check_move(seat, move)
        asked = first = Entry(seat, self._state.move_of(seat, action))
        if worked is not None and self._fits(worked, asked):
            if len(worked.entries) > 1:
                return worked.entries
            first = worked.entries[0]
        elif (work := _slow_part(self._state, asked, action)) is not None:
            if at_once:
                raise SlowMove(work, self.moves_so_far(), asked)
            first = work()
        if first is not asked and first.move is not None:
            action = self._state.action_of(seat, first.move)
        step = _made(self._state, first, action)
        return self._propose([step, *self._draws(step.after, asked if at_once else None)])

    def slow_part(self, entry: Entry) -> Callable[[], Entry] | None:
        """What a recorded move that is to be made now has yet to find out; None where nothing.

        So it is with records of earlier versions. What this returns may be called from any thread,
        and gives the move with what it found out, as it is recorded today.
        """
        if entry.move is None:
            return None
        try:
            action = self._state.action_of(entry.seat, entry.move)
        except FacedownError:
            return None
        if self._state.verify(entry.seat, action) is not None:
            return None
        return _slow_part(self._state, entry, action)

    def _propose(self, steps: list[Transition]) -> tuple[Entry, ...]:
        """What was proposed last is kept, so that accepting it makes no move a second time."""
        self._proposed = tuple(steps)
        return tuple(step.entry for step in steps)

    def _fits(self, worked: Worked, asked: Entry) -> bool:
        return worked.asked == asked and worked.log.entries == self.moves_so_far().entries

    def _draws(self, state: State, hurried: Entry | None = None) -> list[Transition]:
        """Nature's moves until somebody else is to move; none that takes long after ``hurried``."""
        drawn: list[Transition] = []
        while state.actors() == NATURE_ONLY:
            if hurried is not None and state.draws_slowly:
                raise SlowDraw(self.moves_so_far(), hurried)
            move = state.move_of(NATURE, draw(state, self.log.seed))
            step = _made(state, Entry(NATURE, move), state.action_of(NATURE, move))
            drawn.append(step)
            state = step.after
        return drawn

    def moves_so_far(self) -> Log:
        """A copy of the log without notes."""
        entries = [entry for entry in self.log.entries if entry.move is not None]
        return dataclasses.replace(self.log, entries=entries)

    def accept(self, entries: tuple[Entry, ...]) -> None:
        """Makes moves that were proposed: those proposed last from here, or each verified anew.

        Raises ``MalformedMove`` or ``IllegalMove`` where one cannot be, and then none was made.
        """
        steps, self._proposed = self._proposed, ()
        known = steps[:1] and steps[0].before is self._state
        if not known or tuple(step.entry for step in steps) != entries:
            steps, state = (), self._state
            for entry in entries:
                steps = (*steps, _step(state, entry))
                state = steps[-1].after
        for step in steps:
            self._take(step)
            self.log.entries.append(step.entry)

    # Giving up

    def resign(self, seat: Seat) -> None:
        """Ends a game for one, or of two against each other: who gives it up has lost.

        Raises ``FacedownError`` where the game is over or is not such a one.

        >>> from facedown.core.registry import new_game
        >>> match = Match(new_game("suspense", 2), seed="7")
        >>> match.resign(0)
        >>> match.outcome.winners, match.actors
        ((1,), ())
        """
        self._check(seat)
        if self.outcome is not None:
            raise FacedownError(phrase("The game is over."))
        if not may_end_by_resigning(self.game):
            raise FacedownError(
                phrase("Only a game for one, or of two against each other, ends so.")
            )
        self._state.give_up(seat)
        self.log.resigned = seat

    # Notes

    def note(self, seat: Seat, text: str) -> str:
        """Keeps a note of a seat for itself and returns it as kept."""
        if type(seat) is not int or not 0 <= seat < self.game.seats:
            raise FacedownError(phrase("Only who has a seat can keep notes."))
        kept = self.game.check_note(text, self.view(seat))
        self.keep_note(seat, kept)
        return kept

    def keep_note(self, seat: Seat, kept: str) -> None:
        """Keeps a note that was checked before."""
        self.log.entries.append(Entry(seat, note=kept))

    def notes(self, seat: Seat) -> tuple[str, ...]:
        """The notes of a seat, oldest first."""
        return tuple(e.note for e in self.log.entries if e.note is not None and e.seat == seat)

    # Taking back

    def undo_refusal(self, seat: Seat) -> Refusal | None:
        """Why the seat cannot take its last move back now, or None when it can.

        It can until something hidden was shown or somebody else acted.
        """
        self._check(seat)
        if self.log.resigned is not None:
            return GIVEN_UP()
        movers = [entry.seat for entry in self.log.entries if entry.move is not None]
        if seat not in movers:
            return NOTHING_TO_UNDO()
        own = len(movers) - movers[::-1].index(seat)
        if self.log.origin is not None and own <= self.log.origin.moves:
            return NOTHING_TO_UNDO()  # it was made in another game
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
        self._replay()
        return move


def may_end_by_resigning(game: Game) -> bool:
    """Whether a seat that is given up ends the game: one alone, or of two against each other.

    >>> from facedown.core.registry import new_game
    >>> [may_end_by_resigning(new_game("turing", seats)) for seats in (1, 2, 3)]
    [True, True, False]
    """
    return game.seats == 1 or (game.seats == 2 and not game.together)


def _step(before: State, entry: Entry, *, doubted: bool = False) -> Transition:
    """A move from a state that stays as it is, verified."""
    assert entry.move is not None
    after = before.clone()
    action = apply_move(after, entry.seat, entry.move, doubted=doubted)
    return Transition(entry, action, before, after)


def _slow_part(state: State, entry: Entry, action: Action) -> Callable[[], Entry] | None:
    work = state.slow_part(action)
    return None if work is None else lambda: Entry(entry.seat, work())


def _made(before: State, entry: Entry, action: Action) -> Transition:
    """An allowed move, made from a state that stays as it is."""
    after = before.clone()
    after.apply(entry.seat, action)
    return Transition(entry, action, before, after)


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
        self._made: dict[int, Choice] = {}
        self._found: dict[tuple[str, tuple[str, ...]], dict[tuple[Json, ...], int]] = {}

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
    def _records(self) -> Sequence[Move]:
        return self._moves()

    def _choice(self, action: int) -> Choice:
        """The choice of a number, made once: most are never asked for."""
        made = self._made.get(action)
        if made is None:
            record = self._records[action]
            made = Choice(action, record, self._judge, self._names, self._typed)
            self._made[action] = made
        return made

    @cached_property
    def _all(self) -> tuple[Choice, ...]:
        return tuple(map(self._choice, range(len(self._records))))

    @cached_property
    def _by_kind(self) -> dict[str, list[int]]:
        kinds: dict[str, list[int]] = {}
        for action, record in enumerate(self._records):
            kinds.setdefault(record.kind, []).append(action)
        return kinds

    def of(self, kind: str) -> tuple[Choice, ...]:
        """All choices of a kind of move."""
        return tuple(map(self._choice, self._by_kind.get(kind, ())))

    def _by_parts(self, kind: str, names: tuple[str, ...]) -> dict[tuple[Json, ...], int]:
        """The first number of a kind for each value of its parts of these names."""
        found = self._found.get((kind, names))
        if found is None:
            found = self._found[kind, names] = {}
            for action in self._by_kind.get(kind, ()):
                form = move_form(self._records[action])
                if all(name in form for name in names):
                    found.setdefault(tuple(form[name] for name in names), action)
        return found

    def get(self, move: str, **parts: Json) -> Choice | None:
        """The first choice of a kind of move that has these parts, or None."""
        try:
            action = self._by_parts(move, tuple(parts)).get(tuple(parts.values()))
            return None if action is None else self._choice(action)
        except TypeError:  # a part that is itself of parts
            wanted = parts.items()
            every = self.of(move)
            return next((choice for choice in every if wanted <= choice.move.items()), None)

    @cached_property
    def legal(self) -> tuple[Choice, ...]:
        """Those allowed now."""
        return tuple(map(self._choice, self._legal))


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
