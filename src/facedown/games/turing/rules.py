"""Turing Machine's rules: the truth of one game, changed in place.

To be read from top to bottom with ``rulebook.md`` beside it, whose paragraph numbers (T6, …) stand
where each is decided. What cards say (T1) is in ``cards.py``; which laws can be behind them
(T2, T3) is in ``problem.py``, with their classes (T4), and in ``studio/`` how problems are drawn
(T4, T5). How the Machine plays (T8) is in ``machine.py``.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from facedown.core.errors import MalformedMove, NotListed, Reason, Refusal
from facedown.core.messages import Message, phrase, phrase_many
from facedown.core.moves import Action, Move
from facedown.core.seats import (
    NATURE,
    NATURE_ONLY,
    NOBODY,
    SEATS_OF,
    Outcome,
    Seat,
    Seats,
    given_up,
    seats_listed,
)
from facedown.core.state import State
from facedown.games.turing.cards import CODES, LAWS, CardError, law
from facedown.games.turing.moves import (
    ASK,
    GO_ON,
    QUESTIONS_PER_ROUND,
    SOLVE,
    STOP,
    Declare,
    Laws,
    Layout,
    Machine,
    Propose,
    action_of,
    can_be_needed,
    move_of,
)
from facedown.games.turing.problem import (
    VERIFIER_NAMES,
    Mode,
    Problem,
    ProblemError,
    ProblemWorlds,
    WorldError,
    worlds_of,
)
from facedown.games.turing.view import PHASES, Line, Named, Phase, TuringView, declaration, proposal

LAYOUT, LAWS_DRAWN, COMPOSE, QUESTION, DECLARE, MACHINE, OVER = range(len(PHASES))
_DRAW_NAMES: Final = {LAYOUT: "problem", LAWS_DRAWN: "laws", MACHINE: "machine"}

NO_CODE: Final = -1
NOT_DECLARED, WENT_ON = -2, -1
PROPOSED, NAMED_WRONG = -1, -2
"""What a line of the history has in the place of a verifier."""

_PROPOSALS: Final = tuple(range(ASK))
_DECLARATIONS: Final = tuple(range(GO_ON, SOLVE + len(CODES)))
_NOTHING: Final[tuple[int, ...]] = ()
_ASKS: Final = {
    n: tuple((*(ASK + v for v in range(n) if not asked >> v & 1), STOP) for asked in range(1 << n))
    for n in (4, 5, 6)
}
_new: Final = object.__new__
ANSWERS: Final = tuple(tuple(law.mask >> code & 1 for code in range(125)) for law in LAWS)
"""``ANSWERS[law][code]``: 1 when the code satisfies the law."""

GAME_OVER = Reason("game-over", "T7", "The game is over.")
NATURES_TURN = Reason("natures-turn", "T6", "It is nature's turn, not a seat's.")
SEATS_TURN = Reason("seats-turn", "T6", "It is a seat's turn, not nature's.")
OUT = Reason("out", "T7", "You named a wrong code, so you are out of this game.")
NOT_LEADER = Reason(
    "not-leader",
    "T11",
    "In a cooperative game {leader} leads this round and moves for all.",
)
WAITING = Reason("waiting", "T6", "You are done with this part of the round; wait for the others.")
NOT_COMPOSING = Reason("not-composing", "T6", "A proposal is composed at the start of a round.")
NOT_ASKING = Reason(
    "not-asking",
    "T6",
    "Verifiers are asked after the proposals and before the declarations.",
)
NOT_DECLARING = Reason(
    "not-declaring",
    "T6",
    "The code is named at the end of a round: once you have proposed one and stopped asking.",
)
NO_VERIFIER = Reason("no-verifier", "T2", "There is no verifier {verifier} in this problem.")
ALREADY_ASKED = Reason(
    "already-asked", "T6", "You have already asked verifier {verifier} in this round."
)
NO_SUCH_MOVE = Reason("no-such-move", "T6", "That is not a move of this game.")


@dataclass(frozen=True, slots=True)
class Setting:
    """What stays the same for a whole game: the options, and how nature lays out and plays.

    ``lay_out`` draws the cards when they were not chosen, and ``may_lay`` says which may be drawn
    (T4, T5); ``machine`` tells the rounds and
    questions that the Machine needs for a world of a problem.
    """

    seats: int
    mode: Mode
    cooperative: bool
    handicap: tuple[int, ...]
    most_rounds: int
    problem: ProblemWorlds | None
    may_lay: Callable[[Problem], bool]
    lay_out: Callable[[random.Random], Problem]
    machine: Callable[[ProblemWorlds, int], tuple[int, int]]

    @property
    def versus_machine(self) -> bool:
        """Whether the seats share one sheet and play against the Machine (T8)."""
        return self.cooperative or self.seats == 1


class TuringState(State):
    """One game of Turing Machine.

    ``lines`` is the whole history of proposals, questions and wrong codes, as tuples
    ``(round, seat, code, verifier, answer)``; verifier is ``PROPOSED`` for the proposal itself and
    ``NAMED_WRONG`` for a code that was named and wrong. ``waiting`` and ``playing`` are bit sets of
    seats: those to move and those not out. ``given_up`` is the seat that gave the game up, or -1
    (T15).
    """

    __slots__ = (
        "asked",
        "codes",
        "declared",
        "given_up",
        "laws",
        "lines",
        "phase",
        "playing",
        "problem",
        "questions",
        "result",
        "round",
        "setting",
        "waiting",
        "winners",
        "world",
    )

    def __init__(self, setting: Setting) -> None:
        n = setting.seats
        self.setting = setting
        self.problem: ProblemWorlds | None = None
        self.world = -1
        self.laws: tuple[int, ...] = ()
        self.phase = LAYOUT
        self.round = 0
        self.waiting = 0
        self.playing = (1 << n) - 1
        self.codes = [NO_CODE] * n
        self.asked = [0] * n
        self.questions = list(setting.handicap)  # T9
        self.declared = [NOT_DECLARED] * n
        self.lines: list[tuple[int, int, int, int, int]] = []
        self.winners: tuple[Seat, ...] = ()
        self.result = (-1, -1)
        self.given_up: Seat = -1
        if setting.problem is not None:
            self.lay(setting.problem)

    def lay(self, problem: ProblemWorlds) -> None:
        """Puts the criteria cards on the table."""
        self.problem = problem
        self.phase = LAWS_DRAWN

    def clone(self) -> TuringState:
        """An independent copy."""
        copy = _new(TuringState)
        copy.setting = self.setting
        copy.problem = self.problem
        copy.world = self.world
        copy.laws = self.laws
        copy.phase = self.phase
        copy.round = self.round
        copy.waiting = self.waiting
        copy.playing = self.playing
        copy.codes = self.codes[:]
        copy.asked = self.asked[:]
        copy.questions = self.questions[:]
        copy.declared = self.declared[:]
        copy.lines = self.lines[:]
        copy.winners = self.winners
        copy.result = self.result
        copy.given_up = self.given_up
        return copy

    # Who may do what

    def actors(self) -> Seats:
        """Everybody who has something left to do in this part of the round (T6)."""
        if self.waiting:
            return SEATS_OF[self.waiting]
        return NOBODY if self.phase == OVER else NATURE_ONLY

    def legal(self, seat: Seat) -> Sequence[int]:
        """Action numbers; see :mod:`facedown.games.turing.moves`."""
        if seat < 0 or not self.waiting >> seat & 1:
            return _NOTHING
        phase = self.phase
        if phase == QUESTION:
            return _ASKS[len(self.laws)][self.asked[seat]]
        return _PROPOSALS if phase == COMPOSE else _DECLARATIONS

    def verify(self, seat: Seat, action: Action) -> Refusal | None:
        """Why a move is refused, or None."""
        if self.phase == OVER:
            return GAME_OVER()
        if seat == NATURE:
            return self._verify_nature(action)
        if not self.waiting:
            return NATURES_TURN()
        if not 0 <= seat < self.setting.seats or not isinstance(action, int):
            return NO_SUCH_MOVE()
        if not self.waiting >> seat & 1:
            if not self.playing >> seat & 1:
                return OUT()
            if self.setting.cooperative:
                return NOT_LEADER(leader=seats_listed((self.leader,)))
            return WAITING()
        if action in self.legal(seat):
            return None
        if 0 <= action < ASK:
            return NOT_COMPOSING()
        if ASK <= action <= STOP:
            if self.phase != QUESTION:
                return NOT_ASKING()
            verifier = VERIFIER_NAMES[action - ASK]
            known = action - ASK < len(self.laws)
            return ALREADY_ASKED(verifier=verifier) if known else NO_VERIFIER(verifier=verifier)
        return NOT_DECLARING() if GO_ON <= action < SOLVE + ASK else NO_SUCH_MOVE()

    def _verify_nature(self, action: Action) -> Refusal | None:
        if self.waiting:
            return SEATS_TURN()
        if self.phase == LAYOUT and isinstance(action, Layout):
            try:
                problem = Problem(self.setting.mode, action.cards)
            except ProblemError:
                return NO_SUCH_MOVE()
            return None if self.setting.may_lay(problem) else NO_SUCH_MOVE()
        if self.phase == LAWS_DRAWN and isinstance(action, int):
            assert self.problem is not None
            return None if 0 <= action < self.problem.size else NO_SUCH_MOVE()
        if self.phase == MACHINE and isinstance(action, Machine):
            return None if can_be_needed(action) else NO_SUCH_MOVE()
        return NO_SUCH_MOVE()

    @property
    def leader(self) -> Seat:
        """Who moves for all in this round of a cooperative game (T11)."""
        return (self.round - 1) % self.setting.seats

    # Moves

    def apply(self, seat: Seat, action: Action) -> None:
        """Makes a move that ``verify`` allows."""
        phase = self.phase
        if phase == QUESTION:
            if action != STOP:
                verifier: int = action - ASK  # type: ignore[operator]  # verified: a number
                answer = ANSWERS[self.laws[verifier]][self.codes[seat]]
                if self._answered(seat, verifier, answer):
                    return
            self.waiting ^= 1 << seat
            if not self.waiting:
                self._open(DECLARE)
        elif phase == COMPOSE:
            self.codes[seat] = action  # type: ignore[assignment]  # verified: a number
            self.waiting ^= 1 << seat
            if not self.waiting:
                self._reveal_proposals()
        elif phase == DECLARE:
            self.declared[seat] = action - SOLVE  # type: ignore[operator]  # GO_ON gives WENT_ON
            self.waiting ^= 1 << seat
            if not self.waiting:
                self._resolve()
        else:
            self._apply_nature(action)

    def _answered(self, seat: Seat, verifier: int, answer: int) -> bool:
        """Writes an answer down; whether the seat may ask more (T6)."""
        self.lines.append((self.round, seat, self.codes[seat], verifier, answer))
        self.questions[seat] += 1
        asked = self.asked[seat] = self.asked[seat] | 1 << verifier
        # T9: a handicap counts in the first round
        before = self.setting.handicap[seat] if self.round == 1 else 0
        return asked.bit_count() + before < QUESTIONS_PER_ROUND

    def _open(self, phase: int) -> None:
        """Starts a part of the round for everybody who takes part in it."""
        self.phase = phase
        if self.setting.cooperative:
            self.waiting = 1 << self.leader
        else:
            self.waiting = self.playing

    def _new_round(self) -> None:
        if self.round == self.setting.most_rounds:  # T12
            self.phase = OVER
            return
        self.round += 1
        n = self.setting.seats
        self.codes = [NO_CODE] * n
        self.asked = [0] * n
        self.declared = [NOT_DECLARED] * n
        self._open(COMPOSE)

    def _reveal_proposals(self) -> None:
        """Proposals are public as soon as the last one is composed (T6)."""
        for seat, code in enumerate(self.codes):
            if code != NO_CODE:
                self.lines.append((self.round, seat, code, PROPOSED, 0))
        self._open(QUESTION)

    def _resolve(self) -> None:
        """All have declared (T7): who named the code, who is out, who plays on."""
        assert self.problem is not None
        solution = self.problem.code(self.world)
        right = [seat for seat, code in enumerate(self.declared) if code == solution]
        self._fall(solution)
        if right:
            self._found(right)
        else:
            self._play_on()

    def _fall(self, solution: int) -> None:
        """Whoever named another code is out."""
        for seat, code in enumerate(self.declared):
            if code >= 0 and code != solution:
                self.playing ^= 1 << seat
                self.lines.append((self.round, seat, code, NAMED_WRONG, 0))

    def _play_on(self) -> None:
        """Nobody named the right code: those who are left go on (T7), or the Machine wins (T8)."""
        playing = SEATS_OF[self.playing]
        alone = self.setting.versus_machine
        if self.fallen and (alone or len(playing) < 2):
            self.winners = () if alone else playing
            self.phase = OVER
        else:
            self._new_round()

    def _found(self, right: Sequence[Seat]) -> None:
        """These seats named the code: the fewest questions win (T7), or the Machine is asked."""
        if self.setting.versus_machine:
            self.phase = MACHINE
            return
        fewest = min(self.questions[seat] for seat in right)
        self.winners = tuple(seat for seat in right if self.questions[seat] == fewest)
        self.phase = OVER

    def give_up(self, seat: Seat) -> None:
        """The code is shown (T15)."""
        self.waiting = 0
        self.phase, self.given_up = OVER, seat

    def _apply_nature(self, action: Action) -> None:
        if self.phase == LAWS_DRAWN:
            assert self.problem is not None
            self.world = world = action  # type: ignore[assignment]  # verified: a number
            self.laws = self.problem.laws(world)  # type: ignore[arg-type]
            self.round = 1
            self._open(COMPOSE)
        elif isinstance(action, Layout):
            self.lay(worlds_of(Problem(self.setting.mode, action.cards)))
        else:
            assert isinstance(action, Machine)
            self.result = (action.rounds, action.questions)
            if (self.rounds_asked, sum(self.questions)) <= self.result:  # T8, T13
                self.winners = tuple(range(self.setting.seats))
            self.phase = OVER

    @property
    def rounds_asked(self) -> int:
        """Rounds in which a question was asked: what counts against the Machine (T13)."""
        return len({line[0] for line in self.lines if line[3] >= 0})

    # Nature

    def chances(self) -> Sequence[tuple[Action, int]]:
        """The laws: every world of the problem alike. The layout can only be drawn."""
        if self.phase == LAYOUT:
            raise NotListed(phrase("There are too many problems to list; draw one."))
        assert self.problem is not None
        if self.phase == MACHINE:
            return ((self._machine(), 1),)
        return tuple((world, 1) for world in range(self.problem.size))

    def draw(self, rng: random.Random) -> Action:
        """Nature's move; the layout is drawn uniformly from the problems of the class (T4)."""
        if self.phase == LAWS_DRAWN:
            assert self.problem is not None
            return rng.choice(range(self.problem.size))
        if self.phase == LAYOUT:
            return Layout(self.setting.lay_out(rng).cards)
        return self._machine()

    def draw_name(self) -> str:
        """The problem's cards, its laws, or what the Machine needs for them."""
        return _DRAW_NAMES[self.phase]

    @property
    def draws_slowly(self) -> bool:
        """What the Machine needs can take seconds to find out."""
        return self.phase == MACHINE

    def _machine(self) -> Machine:
        assert self.problem is not None
        return Machine(*self.setting.machine(self.problem, self.world))

    # Telling

    def view(self, seat: Seat) -> TuringView:
        """What a seat or an onlooker may know. What is not put in here does not leave the state."""
        setting, problem = self.setting, self.problem
        phase = PHASES[self.phase]
        over = phase == "over"
        played = over and problem is not None and self.world >= 0
        shared = setting.versus_machine and seat >= 0
        return TuringView(
            seat=seat,
            seats=setting.seats,
            actors=self.actors(),
            legal=tuple(self.legal(seat)),
            outcome=self.outcome(),
            mode=setting.mode,
            cooperative=setting.cooperative,
            handicap=setting.handicap,
            most_rounds=setting.most_rounds,
            phase=phase,
            round=self.round,
            cards=problem.problem.cards if problem is not None else (),
            questions=tuple(self.questions),
            out=SEATS_OF[~self.playing & ((1 << setting.seats) - 1)],
            lines=_lines(self, seat, everything=over or shared),
            named=_named(self, seat, everything=over),
            pending=_pending(self, seat, phase),
            solution=CODES[problem.code(self.world)] if played and problem is not None else None,
            laws=(
                tuple(LAWS[law].name for law in problem.laws(self.world))
                if played and problem is not None
                else None
            ),
            ended_by=(
                tuple(declaration(d) if d >= -1 else None for d in self.declared) if over else None
            ),
            machine=self.result if over and self.result[0] >= 0 else None,
        )

    def outcome(self) -> Outcome | None:
        """One point for each winner, none for the others."""
        if self.phase != OVER:
            return None
        if self.given_up >= 0:
            return given_up(self.given_up, self.setting.seats, self.answer())
        points = tuple(int(seat in self.winners) for seat in range(self.setting.seats))
        return Outcome(points, self.winners, reason(self))

    def answer(self) -> Message:
        """The code, for who has not found it."""
        assert self.problem is not None
        return phrase("The code was {code}.", code=CODES[self.problem.code(self.world)])

    @property
    def fallen(self) -> bool:
        """Whether anybody named a wrong code."""
        return self.playing != (1 << self.setting.seats) - 1

    def move_of(self, seat: Seat, action: Action) -> Move:
        """The record of an action."""
        if isinstance(action, Move):
            return action
        if seat != NATURE:
            return move_of(action)
        assert self.problem is not None
        return Laws(tuple(LAWS[law].name for law in self.problem.laws(action)))

    def action_of(self, seat: Seat, move: Move) -> Action:
        """The action of a record; raises ``MalformedMove`` when it has none."""
        if seat != NATURE:
            return action_of(move)
        if isinstance(move, Layout | Machine):
            return move
        if not isinstance(move, Laws) or move.laws is None or self.problem is None:
            raise MalformedMove(phrase("That is not a move for nature to make now."))
        try:
            return self.problem.index(tuple(law(name).index for name in move.laws))
        except (CardError, WorldError) as problem:
            raise MalformedMove(problem.message) from None


# What a seat may know

_OpenLine: TypeAlias = tuple[int, Seat, int, list[str], list[bool]]


def _lines(state: TuringState, seat: Seat, *, everything: bool) -> tuple[Line, ...]:
    lines: list[_OpenLine] = []
    current: dict[Seat, _OpenLine] = {}  # the line of this round
    for round_, who, code, verifier, answer in state.lines:
        if verifier >= 0:
            line = current[who]
            line[3].append(VERIFIER_NAMES[verifier])
            line[4].append(answer == 1)
        elif verifier == PROPOSED:
            current[who] = line = (round_, who, code, [], [])
            lines.append(line)
    return tuple(
        [
            Line(
                round_,
                who,
                CODES[code],
                tuple(asked),
                tuple(answers) if everything or who == seat else None,
            )
            for round_, who, code, asked, answers in lines
        ]
    )


def _named(state: TuringState, seat: Seat, *, everything: bool) -> tuple[Named, ...]:
    return tuple(
        [
            Named(round_, who, CODES[code] if everything or who == seat else None)
            for round_, who, code, verifier, _ in state.lines
            if verifier == NAMED_WRONG
        ]
    )


def _pending(state: TuringState, seat: Seat, phase: Phase) -> Propose | Declare | None:
    if seat < 0 or state.waiting >> seat & 1:
        return None
    if phase == "machine":
        return declaration(state.declared[state.leader if state.setting.cooperative else seat])
    if phase == "compose" and state.codes[seat] >= 0:
        return proposal(state.codes[seat])
    if phase == "declare" and state.declared[seat] >= -1:
        return declaration(state.declared[seat])
    return None


# How a game ended, in words (T7, T8, T12)


def reason(state: TuringState) -> Message:
    """Who won a finished game and why, in one or two sentences."""
    assert state.problem is not None
    solution = CODES[state.problem.code(state.world)]
    if state.setting.versus_machine:
        return _against_the_machine(state, solution)
    if not state.winners:
        return phrase("Nobody found the code, which was {code}.", code=solution)
    winners = seats_listed(state.winners)
    if state.fallen and state.declared[state.winners[0]] < 0:
        return phrase(
            "{who} wins as the last player left. The code was {code}.", who=winners, code=solution
        )
    asked = questions_words(state.questions[state.winners[0]])
    if len(state.winners) > 1:
        return phrase(
            "{who} share the win with the code {code} after {questions}.",
            who=winners,
            code=solution,
            questions=asked,
        )
    return phrase(
        "{who} wins with the code {code} after {questions}.",
        who=winners,
        code=solution,
        questions=asked,
    )


def _against_the_machine(state: TuringState, solution: str) -> Message:
    if state.result[0] < 0:
        wrong = [CODES[code] for code in state.declared if code >= 0]
        if wrong:
            return phrase(
                "{wrong} is not the code; it was {code}. The Machine wins.",
                wrong=wrong[0],
                code=solution,
            )
        return phrase("The code {code} was not found in time. The Machine wins.", code=solution)
    mine = state.rounds_asked, sum(state.questions)
    effort = effort_words(*mine)
    if mine == state.result:
        return phrase(
            "The code is {code}, found in {effort}, just what the Machine needs: that wins.",
            code=solution,
            effort=effort,
        )
    machine = effort_words(*state.result)
    if state.winners:
        return phrase(
            "The code is {code}, found in {effort}. The Machine needs {machine} and is beaten.",
            code=solution,
            effort=effort,
            machine=machine,
        )
    return phrase(
        "The code is {code}, found in {effort}. The Machine needs only {machine} and wins.",
        code=solution,
        effort=effort,
        machine=machine,
    )


def rounds_words(number: int) -> Message:
    """A number of rounds."""
    return phrase_many("{n} round", "{n} rounds", number)


def questions_words(number: int) -> Message:
    """A number of questions."""
    return phrase_many("{n} question", "{n} questions", number)


def effort_words(rounds: int, questions: int) -> Message:
    """Rounds and questions in words.

    >>> effort_words(1, 3)
    '1 round and 3 questions'
    """
    return phrase(
        "{rounds} and {questions}",
        rounds=rounds_words(rounds),
        questions=questions_words(questions),
    )
