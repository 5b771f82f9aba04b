"""Looking back: a game step by step, what could have been deduced, and whether the shuffle held."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import Final

from facedown.core.branching import may_branch
from facedown.core.game import Game
from facedown.core.log import Entry, Log, ShuffleCheck, apply_move, check_shuffle
from facedown.core.match import Match
from facedown.core.messages import phrase
from facedown.core.roster import roster_of
from facedown.core.seats import ONLOOKER, OPEN, Seat
from facedown.core.state import State
from facedown.core.view import Event, View
from facedown.table.access import viewer_of
from facedown.table.errors import Crashed, NotYet, TableError, TooSlow
from facedown.table.live_table import TableRegistry, Tasks
from facedown.table.pool import as_record
from facedown.table.slow_work import JudgedSoFar, SlowWork, judged
from facedown.table.state import TableState
from facedown.table.thinking import Advice, advise, count_worlds, name_of

THINK_SECONDS: Final = 20.0
SHUFFLE_SECONDS: Final = 120.0


@dataclass(frozen=True, slots=True)
class Moment:
    """A game after ``turn`` of its ``turns`` moves, nature's included; moves undone do not count.

    ``views`` holds the view of the seat asked for, or with everything open all seats' and an
    onlooker's. ``events`` are the moves so far as the viewer (with everything open, an onlooker)
    witnessed them. ``notes`` are the viewer's own until then. ``undecided`` tells whether anybody
    had something to decide after that.
    """

    turn: int
    turns: int
    viewer: Seat
    views: dict[Seat, View]
    events: tuple[Event, ...]
    notes: tuple[str, ...]
    undecided: bool = False

    @property
    def view(self) -> View:
        """The viewer's view, or with everything open an onlooker's."""
        return self.views[ONLOOKER if self.viewer == OPEN else self.viewer]


@dataclass(frozen=True, slots=True)
class Deduction:
    """What a seat could have deduced at a moment.

    ``worlds`` is the number of ways the hidden things could be, None where the game cannot list
    them (or not in time); ``aids`` has each aid of the game with its words.
    """

    worlds: int | None
    aids: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Replays:
    """Looking back. Until the end a seat may see again what it saw, and an onlooker likewise."""

    registry: TableRegistry
    slow_work: SlowWork
    tasks: Tasks

    async def replay(
        self, table: str, viewer: Seat, turn: int | None = None, secret: str | None = None
    ) -> Moment:
        """The game after a number of moves (None: all) as a seat, ``ONLOOKER`` or ``OPEN`` saw it.

        Before the end ``secret`` must be that seat's. Raises ``NotYet`` or ``TableError``.
        """
        live = await self.registry.live_table(table, fresh=True)
        state = live.state
        match = state.playing()
        if viewer not in {*state.viewers, OPEN}:
            state.seat(viewer)  # raises, as there is none
        me = viewer_of(state, secret)
        if state.status != "over" and viewer not in {me, ONLOOKER}:
            raise NotYet(phrase("What others knew is shown when the game is over."))
        return moment_of(match, viewer, turn, reader=me)

    async def deduction(
        self, table: str, seat: Seat, turn: int | None = None, secret: str | None = None
    ) -> Deduction:
        """What a seat could have deduced after a number of moves; only when the game is over."""
        moment = await self.replay(table, seat, turn, secret)
        live = await self.registry.live_table(table)
        state = live.state
        if state.status != "over":
            raise NotYet(phrase("What could have been deduced is told when the game is over."))
        if seat < 0:
            raise TableError(phrase("Only a seat can deduce something."))
        name = name_of(state.game)
        try:
            said = await self.slow_work.answer(
                live, ("worlds", seat), THINK_SECONDS, count_worlds, name, moment.view
            )
            worlds = as_record(int | None, said)
        except (TooSlow, Crashed):
            worlds = None
        words_of_aids = []
        for aid in state.game.facts.aids:
            try:
                about = name, aid.name, moment.view, moment.notes
                what = ("then", seat, aid.name)
                said = await self.slow_work.answer(live, what, THINK_SECONDS, advise, *about)
                words = as_record(Advice, said).words
            except (TooSlow, Crashed) as problem:
                words = problem.message
            words_of_aids.append((aid.name, words))
        return Deduction(worlds, tuple(words_of_aids))

    async def judged(self, table: str, seat: Seat) -> JudgedSoFar:
        """What every move of a seat was worth, in words, or how far that is worked out.

        Raises ``NotYet``, or ``TooSlow`` or ``Crashed`` where it cannot be worked out.
        """
        log = dataclasses.replace(await self.log(table), players=())  # who may still be exchanged
        log.entries = [entry for entry in log.entries if entry.note is None]
        live = await self.registry.live_table(table)
        game = live.state.game
        if not is_judged(game):
            raise NotYet(phrase("Nobody judges games of {title}.", title=game.facts.title))
        return await judged(self.slow_work, self.tasks, live, log, seat)

    async def log(self, table: str, secret: str | None = None) -> Log:
        """The log of a finished game, with seed and salt; of the notes only one's own seat's."""
        state = (await self.registry.live_table(table, fresh=True)).state
        return finished_log(state, viewer_of(state, secret))

    async def shuffle(self, table: str) -> ShuffleCheck:
        """Draws everything again from the seed of a finished game and compares.

        Raises ``NotYet`` for a game for practice, whose seed was known before its first move.
        """
        if (await self.registry.live_table(table)).state.spec.origin is not None:
            raise NotYet(phrase("In a game for practice nothing was promised about the shuffle."))
        log = dataclasses.replace(await self.log(table), players=())  # who may still be exchanged
        live = await self.registry.live_table(table)
        said = await self.slow_work.answer(live, "shuffle", SHUFFLE_SECONDS, check_shuffle, log)
        checked: ShuffleCheck = as_record(ShuffleCheck, said)
        return checked


def is_judged(game: Game) -> bool:
    """Whether there is a judge for what moves of this game were worth."""
    return game.judged and roster_of(game).judge is not None


def finished_log(state: TableState, reader: Seat) -> Log:
    """The log of a finished game, with seed and salt; of the notes only the reader's own.

    Raises ``NotYet`` before the end.
    """
    log = open_log(state, reader)
    if state.status != "over":
        raise NotYet(phrase("The log is given out when the game is over."))
    return log


def open_log(state: TableState, reader: Seat) -> Log:
    """The same, where nothing of the game is a secret."""
    match = state.playing()
    state.check_played_on()
    log = state.spec.new_log(state.players())
    log.resigned = match.log.resigned
    log.entries = [e for e in match.log.entries if e.note is None or e.seat == reader]
    return log


def moment_of(
    match: Match, viewer: Seat, turn: int | None = None, *, reader: Seat = ONLOOKER
) -> Moment:
    """A game after a number of moves (None: all) as a seat, ``ONLOOKER`` or ``OPEN`` saw it.

    Whether it may be seen so was decided before. ``reader`` is the seat of whoever looks: the notes
    of a seat are for itself. Raises ``TableError`` when there were not so many moves.
    """
    turn = match.moves if turn is None else turn
    if not 0 <= turn <= match.moves:
        raise TableError(phrase("The game has the turns 0 to {moves}.", moves=match.moves))
    state, entries = _until(match, turn)
    seen = (*range(match.game.seats), ONLOOKER) if viewer == OPEN else (viewer,)
    return Moment(
        turn=turn,
        turns=match.moves,
        viewer=viewer,
        views={seat: state.view(seat) for seat in seen},
        events=match.events(ONLOOKER if viewer == OPEN else viewer)[:turn],
        notes=tuple(e.note for e in entries if e.note is not None and e.seat == viewer == reader),
        undecided=may_branch(match.log, turn),
    )


def _until(match: Match, turn: int) -> tuple[State, list[Entry]]:
    """The state after so many moves, and all entries that came before the next one."""
    if turn == match.moves:
        return match.state(), match.log.entries
    state, made, entries = match.game.start(), 0, []
    for entry in match.log.entries:
        if entry.move is not None:
            if made == turn:
                break
            apply_move(state, entry.seat, entry.move)
            made += 1
        entries.append(entry)
    return state, entries
