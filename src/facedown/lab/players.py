"""Players that the laboratory alone seats: programs of their own, and measuring sticks.

A program (docs/bots.md) is started once, reads one JSON object a line from its standard input and
writes one line with one JSON object for each. Nothing is looked for inside of other text: a line
that is no such object is unreadable, which the program is told in words of its own, apart from what
is illegal.

Measuring sticks may see what no seat may: they show how much it would be worth to know. A game's
are published with its tools (``Tools.sticks``). Tables and terminals seat who is on the roster.
"""

from __future__ import annotations

import contextlib
import json
import os
import random
import selectors
import shlex
import signal
import subprocess
import time
import weakref
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Protocol, runtime_checkable

from facedown.core.codec import Json, from_json, to_json
from facedown.core.errors import BadRecord, FacedownError, MalformedMove
from facedown.core.game import Game
from facedown.core.messages import counted
from facedown.core.moves import Action
from facedown.core.play import Seen, bot_action, play_through
from facedown.core.roster import Bot, factory_of, roster_of
from facedown.core.seats import Seat
from facedown.core.state import State
from facedown.core.typed import read_line
from facedown.core.view import View, check_turn
from facedown.lab.newcomer import NEWCOMER, Newcomer
from facedown.lab.tools import tools_of

SECONDS: Final = 60.0
"""A program that has not read a question and answered it after so long ends the run."""

GRACE: Final = 1.0
"""So many seconds a program has to end by itself when nobody asks it any more."""

LONGEST_ANSWER: Final = 100_000
"""Bytes of a line."""

PREFIX: Final = "program:"
"""Before the command of a program, where otherwise the name of a bot stands."""

MOST_MISTAKES: Final = 3
"""After so many wrong answers to one question nobody asks again."""


class OutsideError(FacedownError):
    """A program cannot be started, has ended, or does not answer; ``seat`` is its, if it plays."""

    seat: Seat | None = None


class UnreadableReply(FacedownError):
    """An answer that is not one JSON object of the form that was asked for."""


class Program:
    """One program, started with the first question and ended when nobody needs it any longer.

    The command is split as a shell would, and no shell runs it. It has a process group of its own,
    which ends with it, and ``seconds`` to read a question and to answer it. No more is read ahead
    than one answer can be long. What the program writes to its standard error is left alone.
    """

    def __init__(self, command: str, seconds: float = SECONDS) -> None:
        self._told = repr(command[:60])
        self._command = command
        self._seconds = seconds
        self._process: subprocess.Popen[bytes] | None = None
        self._said = bytearray()

    def ask(self, question: Mapping[str, Json]) -> dict[str, Json]:
        """The answer to a question.

        Raises ``UnreadableReply`` for an answer that is no JSON object, and ``OutsideError`` where
        none comes, which ends the program; each with one sentence.
        """
        process = self._process or self._start()
        try:
            line = self._exchange(process, json.dumps(question).encode() + b"\n")
        except OutsideError:
            self.close()
            raise
        try:
            answer = json.loads(line)
        except (ValueError, RecursionError):
            raise UnreadableReply("The answer is not one line of JSON.") from None
        if not isinstance(answer, dict):
            raise UnreadableReply("The answer is not a JSON object.")
        return answer

    def _exchange(self, process: subprocess.Popen[bytes], question: bytes) -> bytes:
        """Writes a question and reads a line; neither waits for the other, or for too long."""
        assert process.stdin is not None
        assert process.stdout is not None
        writing, reading = process.stdin.fileno(), process.stdout.fileno()
        until = time.monotonic() + self._seconds
        unread = memoryview(question)
        while unread or b"\n" not in self._said:
            wanted = [] if b"\n" in self._said else [reading]
            left = until - time.monotonic()
            if left <= 0:
                raise self.given_up(f"has not answered within {self._seconds:g} seconds")
            with selectors.DefaultSelector() as ready:
                for each in wanted:
                    ready.register(each, selectors.EVENT_READ)
                if unread:
                    ready.register(writing, selectors.EVENT_WRITE)
                found = {key.fd for key, _ in ready.select(left)}
            if reading in found:
                more = os.read(reading, LONGEST_ANSWER + 1 - len(self._said))
                if not more:
                    raise self._ended(process)
                self._said += more
                if len(self._said) > LONGEST_ANSWER and b"\n" not in self._said:
                    raise self.given_up(f"has written a line of more than {LONGEST_ANSWER:,} bytes")
            if writing in found:
                try:
                    unread = unread[os.write(writing, unread) :]
                except BlockingIOError:  # its pipe was filled meanwhile
                    continue
                except OSError:
                    raise self._ended(process) from None
        line, _, self._said = self._said.partition(b"\n")
        return bytes(line)

    def given_up(self, why: str) -> OutsideError:
        """The error that says why nothing more is asked."""
        return OutsideError(f"The program {self._told} {why}.")

    def close(self) -> None:
        """Ends the program now, if it was started; the next question starts it again."""
        if self._process is not None:
            self._process = None
            self._end()

    def _start(self) -> subprocess.Popen[bytes]:
        try:
            words = shlex.split(self._command) or [""]
            process = subprocess.Popen(  # noqa: S603  # whoever calls us names the program
                words,
                bufsize=0,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                start_new_session=True,
            )
        except (OSError, ValueError):
            raise self.given_up("cannot be started") from None
        assert process.stdin is not None
        os.set_blocking(process.stdin.fileno(), False)
        self._said = bytearray()
        self._process = process
        self._end = weakref.finalize(self, _end, process)
        return process

    def _ended(self, process: subprocess.Popen[bytes]) -> OutsideError:
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(GRACE)
        code = process.returncode
        return self.given_up("has ended" + ("" if code is None else f" with exit code {code}"))


def _end(process: subprocess.Popen[bytes]) -> None:
    """Ends a program and all that it has started in its group, a moment after its last question."""
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.close()
    process.stdout.close()  # what it still has to say is said to nobody
    with contextlib.suppress(subprocess.TimeoutExpired):
        process.wait(GRACE)
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    with contextlib.suppress(subprocess.TimeoutExpired):
        process.wait(GRACE)


@dataclass(frozen=True, slots=True)
class Wrong:
    """What was wrong with an answer: it cannot be read, or what it says is not allowed."""

    kind: str
    sentence: str

    @property
    def json(self) -> Json:
        """The form that a program is told it in."""
        return {"kind": self.kind, "sentence": self.sentence}


@dataclass(frozen=True, slots=True)
class Reply:
    """A move as a program answers it: its action number, its record, or a typed line."""

    action: int | None = None
    move: dict[str, Json] | None = None
    line: str | None = None


class OutsideBot:
    """A program as a player of a game."""

    def __init__(self, game: Game, asked: Program) -> None:
        self._game = game
        self._program = asked
        self._wrong: Wrong | None = None
        self._mistakes = 0

    def act(self, view: View, rng: random.Random) -> Action:
        """Its move now; raises ``OutsideError`` where it has none."""
        check_turn(view)
        if self._wrong is None:
            self._mistakes = 0
        while True:
            wrong, self._wrong = self._wrong, None
            try:
                asked = question(self._game, view, rng.randrange(2**32), wrong)
                return read_reply(self._game, self._program.ask(asked), view)
            except (UnreadableReply, MalformedMove) as problem:
                self._note(Wrong("unreadable", str(problem)))

    def refused(self, sentence: str) -> None:
        """Its move is not allowed; it is asked again, and told why."""
        self._note(Wrong("illegal", sentence))

    def _note(self, wrong: Wrong) -> None:
        self._wrong = wrong
        self._mistakes += 1
        if self._mistakes == MOST_MISTAKES:
            self._wrong, self._mistakes = None, 0  # it may play another game
            told = f"has given {counted(MOST_MISTAKES, 'answer')} that cannot be played"
            last = wrong.sentence.rstrip(".")
            raise self._program.given_up(f"{told}; the last was {wrong.kind}: {last}")


def question(game: Game, view: View, luck: int, wrong: Wrong | None) -> dict[str, Json]:
    """What a program is asked for a move.

    >>> from facedown.core import Match, new_game
    >>> match = Match(new_game("turing", cards="4,9,11,14"), seed="7")
    >>> sorted(question(match.game, match.view(0), 1, None))
    ['ask', 'game', 'luck', 'options', 'prompt', 'shown', 'view', 'wrong']
    """
    return {
        "ask": "move",
        "game": game.facts.name,
        "options": dict(game.options),
        "view": to_json(view),
        "shown": game.show(view),
        "prompt": game.prompt(view),
        "luck": luck,
        "wrong": None if wrong is None else wrong.json,
    }


def read_reply(game: Game, answer: dict[str, Json], view: View) -> Action:
    """The move of an answer; raises ``UnreadableReply`` or ``MalformedMove``.

    >>> from facedown.core import Match, new_game
    >>> match = Match(new_game("turing", cards="4,9,11,14"), seed="7")
    >>> read_reply(match.game, {"line": "propose 241"}, match.view(0))
    Propose(code='241')
    """
    try:
        given = from_json(Reply, answer, "the answer")
    except BadRecord as problem:
        raise UnreadableReply(f"{str(problem)[0].upper()}{str(problem)[1:]}") from None
    if [given.action, given.move, given.line].count(None) != 2:
        raise UnreadableReply("An answer has one of action, move and line.")
    if given.line is not None:
        return read_line(game, given.line, view)
    if given.move is not None:
        return game.move_from_json(given.move)
    assert given.action is not None
    return given.action


def player_called(game: Game, name: str) -> Bot:
    """The bot or measuring stick of that name, or with ``program:`` before it a command's program.

    Raises ``UnknownName`` where there is no such bot, and ``BadOption`` where it cannot be adjusted
    as the name says.

    >>> from facedown.core import new_game
    >>> type(player_called(new_game("turing"), "careful")).__name__
    'TuringBot'
    >>> player_called(new_game("turing"), "nobody")
    Traceback (most recent call last):
        ...
    UnknownName: Turing Machine has no bot 'nobody'; its bots: beginner, careful, exact.
    """
    if name.startswith(PREFIX):
        return OutsideBot(game, Program(name.removeprefix(PREFIX)))
    sticks = tools_of(game.facts.name).sticks
    if name == NEWCOMER and name not in sticks:
        return Newcomer(game)
    return factory_of(game, name, {**sticks, **roster_of(game).bots})(game)


@runtime_checkable
class Stick(Protocol):
    """A player that is shown the state itself."""

    def act_in(self, state: State, seat: Seat, rng: random.Random) -> Action:
        """The move of a seat that is to move; all its randomness comes from ``rng``."""


def play_players(game: Game, players: Sequence[Bot], seed: str, seen: Seen | None = None) -> State:
    """As ``facedown.core.play.play_bots``, with measuring sticks among the players.

    Where a player has no proper move ``NoProperMove`` or ``OutsideError`` says whose seat that is.

    >>> from facedown.core import new_game
    >>> from facedown.lab.players import player_called
    >>> game = new_game("solid", 2)
    >>> players = [player_called(game, name) for name in ("beginner", "seeing:rollouts=10")]
    >>> play_players(game, players, "0/0").outcome().winners
    (1,)
    """

    def choose(state: State, seat: Seat, rng: random.Random) -> Action:
        player = players[seat]
        if not isinstance(player, Stick):
            try:
                return bot_action(game, state, seat, player, rng)
            except OutsideError as problem:
                problem.seat = seat
                raise
        action = player.act_in(state, seat, rng)
        refusal = state.verify(seat, action)
        assert refusal is None, refusal.sentence
        return action

    return play_through(game, choose, seed, seen)
