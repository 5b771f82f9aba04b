"""Turing Machine beside a real machine (T14): it lies on the table, and every seat keeps a sheet.

The program has the cards, but no laws: a seat writes down what the machine has told it, and whether
a code that it named is right. The rounds are those of ``rules.py``. A seat is held to its own
answers only, so that no refusal tells what another one was told.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from facedown.core.errors import Reason, Refusal
from facedown.core.messages import Message, phrase
from facedown.core.moves import Action
from facedown.core.seats import Outcome, Seat, given_up, seats_listed
from facedown.games.turing.cards import CODES, code_index
from facedown.games.turing.moves import (
    ASK,
    HEARD,
    MEND,
    RIGHT,
    STOP,
    WRONG,
    Declare,
    Propose,
)
from facedown.games.turing.problem import VERIFIER_NAMES
from facedown.games.turing.rules import (
    ALREADY_ASKED,
    COMPOSE,
    DECLARE,
    LAWS_DRAWN,
    MACHINE,
    NAMED_WRONG,
    NO_VERIFIER,
    NOT_ASKING,
    NOT_DECLARED,
    OVER,
    PROPOSED,
    QUESTION,
    WENT_ON,
    Setting,
    TuringState,
    questions_words,
)
from facedown.games.turing.view import (
    PHASES,
    Beside,
    TuringView,
    declaration,
    declared_code,
)
from facedown.games.turing.words import YES_NO

NO_CODE: Final = -1

ASK_THE_MACHINE = Reason(
    "ask-the-machine", "T14", "Ask the machine on your table, and write down yes or no."
)
CANNOT_SAY = Reason(
    "cannot-say",
    "T14",
    "By the cards and your other answers verifier {verifier} cannot say {answer} to {code}: ask "
    "again, or mend an answer.",
)
CANNOT_BE_RIGHT = Reason(
    "cannot-be-right",
    "T14",
    "By the cards and your answers the code cannot be {code}: look again, or mend an answer.",
)
MUST_BE_RIGHT = Reason(
    "must-be-right",
    "T14",
    "By the cards and your answers the code can only be {code}: look again, or mend an answer.",
)
NOT_NAMED = Reason(
    "not-named", "T14", "Whether a code is right is written down once everybody has declared."
)
NOTHING_TO_MEND = Reason(
    "nothing-to-mend", "T14", "You wrote down no answer of verifier {verifier} in round {round}."
)
MENDED = Reason("mended", "T14", "That answer was mended already.")


class BesideState(TuringState):
    """One game beside a real machine.

    ``mended`` are the places in ``lines`` of answers that were turned into their opposite,
    ``solution`` is the code that was found right.
    """

    __slots__ = ("mended", "solution")

    def __init__(self, setting: Setting) -> None:
        super().__init__(setting)
        self.mended: frozenset[int] = frozenset()
        self.solution = NO_CODE
        if self.phase == LAWS_DRAWN:
            self._new_round()

    def clone(self) -> BesideState:
        """An independent copy."""
        copy = BesideState.__new__(BesideState)
        for name in (*TuringState.__slots__, *BesideState.__slots__):
            value = getattr(self, name)
            setattr(copy, name, value[:] if isinstance(value, list) else value)
        return copy

    # Who may do what

    def legal(self, seat: Seat) -> Sequence[int]:
        """What the machine can have said after the seat's own answers, and what can be mended."""
        if seat < 0 or not self.waiting >> seat & 1:
            return ()
        if self.phase in (COMPOSE, DECLARE):
            return (*super().legal(seat), *self._mends(seat))
        presses = range(HEARD, RIGHT) if self.phase == QUESTION else (RIGHT, WRONG)
        stop = (STOP,) if self.phase == QUESTION else ()
        can = (action for action in presses if self._press_refusal(seat, action) is None)
        return (*stop, *can, *self._mends(seat))

    def _mends(self, seat: Seat) -> Iterator[int]:
        for at in self._own(seat):
            if at not in self.mended and self._belief(seat, at):
                yield MEND + len(VERIFIER_NAMES) * (self.lines[at][0] - 1) + self.lines[at][3]

    def _own(self, seat: Seat) -> list[int]:
        """The places in ``lines`` of the answers that a seat was told, by round and verifier."""
        shared = self.setting.versus_machine
        own = (
            (round_, verifier, at)
            for at, (round_, who, _, verifier, _) in enumerate(self.lines)
            if verifier >= 0 and (shared or who == seat)
        )
        return [at for _, _, at in sorted(own)]

    def _belief(self, seat: Seat, mending: int = -1) -> int:
        """The worlds that a seat's answers leave, with one of them mended."""
        assert self.problem is not None
        return self.problem.after(
            (self.lines[at][2], self.lines[at][3], (self.lines[at][4] == 1) != (at == mending))
            for at in self._own(seat)
        )

    def verify(self, seat: Seat, action: Action) -> Refusal | None:
        """Why a move is refused, or None."""
        ours = 0 <= seat < self.setting.seats and self.waiting >> seat & 1
        if not ours or not isinstance(action, int) or action in self.legal(seat):
            return super().verify(seat, action)
        if ASK <= action < STOP and self.phase == QUESTION:
            return ASK_THE_MACHINE()
        if HEARD <= action < MEND + len(VERIFIER_NAMES) * self.setting.most_rounds:
            return self._press_refusal(seat, action)
        return super().verify(seat, action)

    def _press_refusal(self, seat: Seat, action: int) -> Refusal | None:
        assert self.problem is not None
        if action >= MEND:
            return self._mend_refusal(seat, action)
        if action >= RIGHT:
            return self._verdict_refusal(seat, right=action == RIGHT)
        verifier, answer = divmod(action - HEARD, 2)
        name = VERIFIER_NAMES[verifier]
        if self.phase != QUESTION:
            return NOT_ASKING()
        if verifier >= self.problem.problem.verifiers:
            return NO_VERIFIER(verifier=name)
        if self.asked[seat] >> verifier & 1:
            return ALREADY_ASKED(verifier=name)
        code, belief = self.codes[seat], self._belief(seat)
        yes = belief & self.problem.yes(code, verifier)
        if yes if answer else belief ^ yes:
            return None
        return CANNOT_SAY(verifier=name, answer=YES_NO[answer == 1], code=CODES[code])

    def _verdict_refusal(self, seat: Seat, *, right: bool) -> Refusal | None:
        assert self.problem is not None
        if self.phase != MACHINE:
            return NOT_NAMED()
        code, belief = self.declared[seat], self._belief(seat)
        so = belief & self.problem.with_code(code)
        if so if right else belief ^ so:
            return None
        return (CANNOT_BE_RIGHT if right else MUST_BE_RIGHT)(code=CODES[code])

    def _mend_refusal(self, seat: Seat, action: int) -> Refusal | None:
        place = self._mending(seat, action)
        if place is None:
            before, verifier = divmod(action - MEND, len(VERIFIER_NAMES))
            return NOTHING_TO_MEND(verifier=VERIFIER_NAMES[verifier], round=before + 1)
        if place in self.mended:
            return MENDED()
        if self._belief(seat, place):
            return None
        _, _, code, verifier, answer = self.lines[place]
        name, said = VERIFIER_NAMES[verifier], YES_NO[not answer]
        return CANNOT_SAY(verifier=name, answer=said, code=CODES[code])

    def _mending(self, seat: Seat, action: int) -> int | None:
        """The place in ``lines`` of an answer to be mended."""
        before, verifier = divmod(action - MEND, len(VERIFIER_NAMES))
        wanted = before + 1, verifier
        own = self._own(seat)
        return next((at for at in own if (self.lines[at][0], self.lines[at][3]) == wanted), None)

    # Moves

    def apply(self, seat: Seat, action: Action) -> None:
        """Makes a move that ``verify`` allows."""
        assert isinstance(action, int)
        if action >= MEND:
            place = self._mending(seat, action)
            assert place is not None
            *told, answer = self.lines[place]
            self.lines[place] = (told[0], told[1], told[2], told[3], 1 - answer)
            self.mended |= {place}
        elif action >= RIGHT:
            self._told(seat, right=action == RIGHT)
        elif action < HEARD:
            super().apply(seat, action)
        elif not self._answered(seat, *divmod(action - HEARD, 2)):
            super().apply(seat, STOP)

    def _resolve(self) -> None:
        """All have declared: of every code that was named the machine says whether it is right."""
        named = [seat for seat, code in enumerate(self.declared) if code >= 0]
        if named:
            self.phase = MACHINE
            self.waiting = sum(1 << seat for seat in named)
        else:
            self._new_round()

    def _told(self, seat: Seat, *, right: bool) -> None:
        """Once a code is right it is so for everybody; else all who named one are out (T7)."""
        if right:
            self.solution = self.declared[seat]
            self.waiting = 0
            self._fall(self.solution)
            self._found([who for who, code in enumerate(self.declared) if code == self.solution])
            return
        self.waiting ^= 1 << seat
        if not self.waiting:
            self._fall(NO_CODE)
            self._play_on()

    def _found(self, right: Sequence[Seat]) -> None:
        """One sheet has won; else whoever asked the fewest questions."""
        if self.setting.versus_machine:
            self.winners = tuple(range(self.setting.seats))
            self.phase = OVER
        else:
            super()._found(right)

    # Telling

    def view(self, seat: Seat) -> TuringView:
        """What a seat may know: its own answers, until the game is over."""
        seen = super().view(seat)
        mended = (self.lines[at] for at in self.mended)
        return replace(
            seen,
            pending=self._named(seat) if self.phase == MACHINE else seen.pending,
            solution=CODES[self.solution] if self.solution >= 0 else None,
            beside=Beside(
                tuple(sorted((round_, who, VERIFIER_NAMES[v]) for round_, who, _, v, _ in mended))
            ),
        )

    def _named(self, seat: Seat) -> Declare | None:
        """What a seat has declared, while the machine is asked."""
        if seat < 0:
            return None
        said = self.declared[self.leader if self.setting.cooperative else seat]
        return declaration(said) if said > NOT_DECLARED else None

    def outcome(self) -> Outcome | None:
        """One point for each winner, none for the others."""
        if self.phase != OVER:
            return None
        if self.given_up >= 0:
            return given_up(self.given_up, self.setting.seats, self.answer())
        points = tuple(int(seat in self.winners) for seat in range(self.setting.seats))
        return Outcome(points, self.winners, self._reason())

    def answer(self) -> Message:
        """Nobody here knows the code."""
        return phrase("The code was not found.")

    def _reason(self) -> Message:
        if self.solution < 0 and self.winners:
            return phrase("{who} wins as the last player left.", who=seats_listed(self.winners))
        if self.solution < 0:
            return phrase("Nobody found the code.")
        code = CODES[self.solution]
        if self.setting.versus_machine:
            asked = questions_words(sum(self.questions))
            return phrase("The code is {code}, found with {questions}.", code=code, questions=asked)
        who, asked = seats_listed(self.winners), questions_words(self.questions[self.winners[0]])
        said = {"who": who, "code": code, "questions": asked}
        if len(self.winners) > 1:
            return phrase("{who} share the win with the code {code} after {questions}.", **said)
        return phrase("{who} wins with the code {code} after {questions}.", **said)


def state_of(setting: Setting, view: TuringView) -> BesideState:
    """A state that has this view; what it does not tell is one of many things.

    Whatever is raised says that there is none.
    """
    state = BesideState(setting)
    state.phase, state.round = PHASES.index(view.phase), view.round
    state.waiting = sum(1 << seat for seat in view.actors)
    state.playing -= sum(1 << seat for seat in view.out)
    mended = set(view.beside.mended) if view.beside is not None else set()
    for round_ in range(1, view.round + 1):
        now = round_ == view.round
        for line in (each for each in view.lines if each.round == round_):
            code = code_index(line.code)
            state.lines.append((round_, line.seat, code, PROPOSED, 0))
            if now:
                state.codes[line.seat] = code
                state.asked[line.seat] = sum(1 << VERIFIER_NAMES.index(v) for v in line.asked)
            state.questions[line.seat] += len(line.asked)
            answers = (True,) * len(line.asked) if line.answers is None else line.answers
            for verifier, answer in zip(line.asked, answers, strict=True):
                if (round_, line.seat, verifier) in mended:
                    state.mended |= {len(state.lines)}
                place = VERIFIER_NAMES.index(verifier)
                state.lines.append((round_, line.seat, code, place, int(answer)))
        for named in (each for each in view.named if each.round == round_):
            code = 0 if named.code is None else code_index(named.code)
            state.lines.append((round_, named.seat, code, NAMED_WRONG, 0))
    _place_secrets(state, view)
    if view.outcome is not None:
        state.winners = view.outcome.winners
    elif view.seat >= 0 and not state._belief(view.seat):
        raise ValueError(view.lines)
    return state


def _place_secrets(state: BesideState, view: TuringView) -> None:
    """Proposals and declarations of this part of the round."""
    done = state.playing & ~state.waiting
    for seat in range(view.seats):
        if done >> seat & 1 and view.phase == "compose":
            state.codes[seat] = 0
        elif done >> seat & 1 and view.phase in ("declare", "machine"):
            state.declared[seat] = WENT_ON
        elif view.phase == "machine":
            state.declared[seat] = 0
    whose = state.leader if state.setting.cooperative else view.seat
    if isinstance(view.pending, Propose):
        state.codes[whose] = code_index(view.pending.code or "")
    elif view.pending is not None:
        state.declared[whose] = declared_code(view.pending)
    if view.ended_by is not None:
        state.declared = [
            NOT_DECLARED if said is None else declared_code(said) for said in view.ended_by
        ]
    if view.solution is not None:
        state.solution = code_index(view.solution)
