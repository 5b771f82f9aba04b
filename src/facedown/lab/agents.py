"""Programs and language models at a table: what they are asked, what they answer, what is kept.

An agent is one of our bots, a program over JSON lines or an endpoint for chats; all go through the
same pipe. What it is asked is made of its seat's view and of what its seat witnessed, and of
nothing else. It answers in text: the last fenced block, or else all of it, has to be one JSON
object; nothing is looked for in prose. A wrong answer is asked for again, with one sentence, and
after so many the game is lost. Scores are made of the log (``agents_score.py``).
"""

from __future__ import annotations

import hashlib
import json
import os
import queue
import random
import re
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, Protocol

from facedown import __version__
from facedown.core.brief import by_number, setting_words
from facedown.core.codec import Json
from facedown.core.errors import BadOption, FacedownError, IllegalMove, MalformedMove, reason
from facedown.core.game import Game
from facedown.core.log import Log, write_log
from facedown.core.match import Match
from facedown.core.messages import counted
from facedown.core.moves import Action, Move, move_to_json
from facedown.core.play import any_move
from facedown.core.registry import new_game
from facedown.core.roster import Bot, new_judge, roster_of
from facedown.core.typed import read_line
from facedown.core.view import Event, View
from facedown.core.workshop import Progress
from facedown.lab.agents_score import score
from facedown.lab.endpoint import (
    Address,
    Endpoint,
    again,
    conversation,
    is_address,
    key_in,
    object_in,
)
from facedown.lab.players import (
    PREFIX,
    SECONDS,
    Program,
    UnreadableReply,
    Wrong,
    player_called,
    question,
    read_reply,
)
from facedown.lab.problems import Problem
from facedown.lab.tools import tools_of
from facedown.lab.twins import Twin

FORMAT: Final = 1
RANDOM: Final = "random"
TRIES: Final = 3
SECONDS_BETWEEN_NEWS: Final = 10.0
MOST_GAMES: Final = 10_000
LONGEST_BELIEF: Final = 1_000

ANSWER: Final = """\
Every question is for one move. Think first if you like, then end with one block:
```json
{"line": "your move, typed as above"}
```
Only the last block is read."""

BELIEF: Final = (
    'Beside "line" it may have "belief": the move that would name what you now think is '
    "hidden, typed the same way; it is noted and makes nothing."
)

NOT_ALLOWED: Final = "The rules do not allow that move now."


# Who is asked


@dataclass(frozen=True, slots=True)
class AskSetting:
    """How agents are asked.

    ``checker`` tells an agent which rule its move broke; without it only that it is not allowed.
    After so many wrong answers to one question (``tries``) the game is lost. ``against`` plays the
    other seats. ``twin`` has all told in the words of the game's twin.
    """

    against: str = ""
    checker: bool = False
    tries: int = TRIES
    twin: bool = False


@dataclass(frozen=True, slots=True)
class AgentQuestion:
    """A question: the prompt in its two parts, what was answered wrongly so far, and luck."""

    game: Game
    view: View
    rules: str
    position: str
    wrong: tuple[tuple[str, Wrong], ...]
    luck: int
    twin: bool = False

    @property
    def text(self) -> str:
        """All of it as one text."""
        told = [self.rules, self.position]
        if self.wrong:
            told.append(again(self.wrong[-1][1]))
        return "\n\n".join(told)


@dataclass(frozen=True, slots=True)
class Said:
    """What an agent answered, and what that took where it tells so."""

    text: str
    tokens: Mapping[str, int] = field(default_factory=dict)


class Agent(Protocol):
    """Somebody that can be asked."""

    def answer(self, asked: AgentQuestion) -> Said:
        """Its answer; raises ``OutsideError`` where none can be had."""

    def close(self) -> None:
        """Nobody asks any more."""


class BotAgent:
    """One of our own players, whose moves are written as answers; ``random`` is one, too."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._bots: dict[Game, Bot] = {}

    def answer(self, asked: AgentQuestion) -> Said:
        """Its move by number, or as a record."""
        rng = random.Random(asked.luck)
        if self._name == RANDOM:
            action = any_move(asked.game, asked.view, rng)
        else:
            bot = self._bots.get(asked.game)
            if bot is None:
                self._bots.clear()
                bot = self._bots[asked.game] = player_called(asked.game, self._name)
            action = bot.act(asked.view, rng)
        if isinstance(action, Move):
            return Said(json.dumps({"move": move_to_json(action)}))
        return Said(json.dumps({"action": action}))

    def close(self) -> None:
        """Nothing is left open."""


class ProgramAgent:
    """A program over JSON lines: docs/bots.md, with the whole prompt as ``text``."""

    def __init__(self, command: str, seconds: float) -> None:
        self._program = Program(command, seconds)

    def answer(self, asked: AgentQuestion) -> Said:
        """Its object; where that has a ``text``, a model's answer in it counts."""
        wrong = asked.wrong[-1][1] if asked.wrong else None
        sent: dict[str, Json] = {"ask": "move", "luck": asked.luck}
        sent["wrong"] = None if wrong is None else wrong.json
        if not asked.twin:  # whose names alone are told
            sent = question(asked.game, asked.view, asked.luck, wrong)
        answer = self._program.ask({**sent, "text": asked.text})
        text = answer.get("text")
        return Said(text if isinstance(text, str) else json.dumps(answer))

    def close(self) -> None:
        """Ends the program."""
        self._program.close()


class EndpointAgent:
    """A model behind an endpoint for chats."""

    def __init__(self, endpoint: Endpoint) -> None:
        self._endpoint = endpoint

    def answer(self, asked: AgentQuestion) -> Said:
        """What it writes."""
        wrong = [(text, again(each)) for text, each in asked.wrong]
        return Said(*self._endpoint.ask(conversation(asked.rules, asked.position, wrong)))

    def close(self) -> None:
        """Nothing is left open."""


@dataclass(frozen=True, slots=True)
class AgentName:
    """An agent as it was asked for: ``LABEL=WHAT``, where the label alone is ever written down."""

    label: str
    what: str

    @classmethod
    def read(cls, text: str) -> AgentName:
        """The label is what stands before an equals sign, or else all of it.

        >>> AgentName.read("mine=python my_agent.py").label
        'mine'
        """
        found = re.fullmatch(r"([\w.-]{1,40})=(.+)", text, re.DOTALL)
        if found is None:
            return cls(text, text)
        return cls(found[1], found[2])

    def made(self, game: Game, seconds: float) -> Agent:
        """The agent, not yet asked anything; raises ``UnknownName`` or ``BadOption``."""
        if self.what.startswith(PREFIX):
            return ProgramAgent(self.what.removeprefix(PREFIX), seconds)
        if is_address(self.what):
            return EndpointAgent(Endpoint(Address.read(self.what), key_in(os.environ), seconds))
        plain = self.what.partition(":")[0]
        if self.what == RANDOM or plain in roster_of(game).bots:
            if self.what != RANDOM:
                player_called(game, self.what)
            return BotAgent(self.what)
        return ProgramAgent(self.what, seconds)


# What is asked


def rules_of(game: Game) -> str:
    """The rules of this very game and the form of answers: the same in all of its questions."""
    aim = str(game.aim() or game.facts.summary)
    parts = [
        setting_words(game.facts.title, game.seats, game.options),
        aim,
        game.brief().strip(),
        ANSWER,
    ]
    judge = new_judge(game)
    if judge is not None and names_what_is_hidden(judge):
        parts.append(BELIEF)
    return "\n\n".join(parts)


def names_what_is_hidden(judge: object) -> bool:
    """Whether a judge knows of moves that name what is hidden."""
    from facedown.core.judging import Judge

    return isinstance(judge, Judge) and type(judge).guess is not Judge.guess


def position_of(game: Game, view: View, events: Iterable[Event]) -> str:
    """The view, everybody's history as the seat witnessed it, who it is, and what it can do.

    >>> from facedown.core import Match, new_game
    >>> match = Match(new_game("suspense", 2, goal=0, dealer=1), seed="7")
    >>> seat = match.actors[0]
    >>> position_of(match.game, match.view(seat), match.events(seat)).splitlines()[-2]
    'You are seat 1 of 2.'
    """

    def told(text: str) -> str:
        return by_number(game, view.seat, text)

    past = [f"- {told(event.text)}" for event in events if event.text]
    return "\n\n".join(
        (
            f"What you may know now:\n{told(game.show(view)).rstrip()}",
            "What has happened so far:\n" + ("\n".join(past) or "nothing"),
            f"You are seat {view.seat + 1} of {game.seats}.\n{told(game.prompt(view))}",
        )
    )


# What is answered


@dataclass(frozen=True, slots=True)
class AgentAnswer:
    """A move, and what the agent says it believes."""

    move: Action
    belief: Move | None


def read_answer(text: str, game: Game, view: View, twin: Twin | None = None) -> AgentAnswer:
    r"""The answer in a text: its last fenced block, or all of it, as one JSON object.

    Raises ``UnreadableReply`` or ``MalformedMove`` with one sentence.

    >>> from facedown.core import Match, new_game
    >>> match = Match(new_game("turing", cards="4,9,11,14"), seed="7")
    >>> text = 'No {"line": "ask A"}.\n```json\n{"line": "propose 241", "belief": "solve 112"}\n```'
    >>> read_answer(text, match.game, match.view(0)).belief
    Declare(solve=True, code='112')
    """
    form = object_in(text)
    for part in ("line", "belief"):
        if twin is not None and isinstance(form.get(part), str):
            form[part] = twin.read(form[part])
    belief = form.pop("belief", None)
    if belief is not None and not isinstance(belief, str):
        raise UnreadableReply("belief is a move as it is typed.")
    held = None if not belief else read_line(game, belief[:LONGEST_BELIEF], view)
    return AgentAnswer(read_reply(game, form, view), held)


# Games


class OutOfCalls(FacedownError):
    """The budget of calls is spent."""


class Budget:
    """How many questions may still be asked by all games together; None: any number."""

    def __init__(self, calls: int | None = None) -> None:
        self.left = calls
        self.stopped = False
        self._lock = threading.Lock()

    def take(self) -> None:
        """Counts one question; raises ``OutOfCalls`` where none is left, or all was stopped."""
        with self._lock:
            if self.left == 0 or self.stopped:
                raise OutOfCalls("The budget of calls is spent.")
            if self.left is not None:
                self.left -= 1


def begun(problem: Problem, name: str) -> Match:
    """The game of a problem after its beginning; raises ``FacedownError`` where it cannot be."""
    game = new_game(name, problem.seats, **problem.options)
    if not problem.opening:
        return Match(game, problem.seed)
    log = Log(
        game=name,
        rules=game.facts.rules_version,
        seats=game.seats,
        options=dict(game.options),
        players=("human",) * game.seats,
        seed=problem.seed,
        entries=list(problem.opening),
    )
    return Match.resume(log)


def play(
    match: Match,
    problem: Problem,
    agent: Agent,
    others: Sequence[Bot | None],
    setting: AskSetting,
    budget: Budget,
) -> dict[str, Json]:
    """Plays a game to its end, or until the agent has no move; the record of it.

    Raises ``OutsideError`` where the agent cannot be asked and ``OutOfCalls``.
    """
    game, begin = match.game, time.monotonic()
    twin = Twin(tools_of(game.facts.name).twin) if setting.twin else None
    told = twin.told if twin is not None else str
    rules = told(rules_of(game))
    luck = [random.Random(f"{problem.seed}/seat/{seat}") for seat in range(game.seats)]
    kept: dict[str, Any] = {"unreadable": 0, "illegal": 0, "calls": 0, "forfeit": False}
    beliefs: list[dict[str, Json]] = []
    tokens: dict[str, int] = {}
    while match.outcome is None and match.actors and not kept["forfeit"]:
        seat = match.actors[0]
        view = match.view(seat)
        if seat != problem.seat:
            bot = others[seat]
            assert bot is not None
            match.play(seat, bot.act(view, luck[seat]))
            continue
        position = told(position_of(game, view, match.events(seat)))
        wrong: list[tuple[str, Wrong]] = []
        while len(wrong) < setting.tries:
            budget.take()
            draw = luck[seat].randrange(2**32)
            kept["calls"] += 1
            text = ""
            try:
                said = agent.answer(
                    AgentQuestion(game, view, rules, position, tuple(wrong), draw, setting.twin)
                )
                text = said.text
                for what, number in said.tokens.items():
                    tokens[what] = tokens.get(what, 0) + number
                found = read_answer(text, game, view, twin)
                turn = match.moves
                match.play(seat, found.move)
            except IllegalMove as problem_:
                sentence = problem_.refusal.named(()) if setting.checker else NOT_ALLOWED
                if setting.checker and problem_.refusal.paragraph:
                    sentence += f" ({problem_.refusal.paragraph})"
                wrong.append((text, Wrong("illegal", told(sentence))))
            except (UnreadableReply, MalformedMove) as problem_:
                wrong.append((text, Wrong("unreadable", told(str(problem_)))))
            else:
                if found.belief is not None:
                    beliefs.append({"turn": turn, "move": move_to_json(found.belief)})
                break
        for _, mistake in wrong:
            kept[mistake.kind] += 1
        kept["forfeit"] = len(wrong) == setting.tries
    log = match.moves_so_far()
    return {
        "log": write_log(log),
        "beliefs": beliefs,
        "tokens": tokens,
        "seconds": round(time.monotonic() - begin, 3),
        **kept,
    }


# Many games


@dataclass(frozen=True, slots=True)
class AgentsPlan:
    """Which agents play which problems of a game, and how they are asked."""

    game: str
    problems: tuple[Problem, ...]
    agents: tuple[AgentName, ...]
    setting: AskSetting

    def __post_init__(self) -> None:
        if not self.problems or len(self.problems) > MOST_GAMES:
            raise BadOption(f"There are 1 to {MOST_GAMES:,} problems to be played.")
        if len({agent.label for agent in self.agents}) < len(self.agents):
            raise BadOption("Each agent needs a name of its own: --agent NAME=COMMAND.")
        if self.setting.tries < 1:
            raise BadOption("An agent needs one try or more.")
        if self.setting.twin and not tools_of(self.game).twin:
            raise BadOption("This game has no twin.")


def run_key(plan: AgentsPlan, agent: AgentName, problem: Problem) -> str:
    """A short name of one game of one agent: the same for the same question again."""
    told = [
        __version__,
        plan.game,
        agent.label,
        problem.name,
        problem.seats,
        sorted(problem.options.items()),
        problem.seed,
        problem.seat,
        [[e.seat, None if e.move is None else move_to_json(e.move)] for e in problem.opening],
        plan.setting.against,
        plan.setting.checker,
        plan.setting.tries,
        *(["twin"] if plan.setting.twin else []),
    ]
    return hashlib.sha256(json.dumps(told).encode()).hexdigest()[:16]


class GamesFile:
    """Finished games, one a line, in a file that only grows; without a path in memory alone.

    What an interruption left unfinished at the end is passed over, and cut off before the next game
    is added. Raises ``BadOption`` with one sentence where it cannot be used.
    """

    def __init__(self, path: Path | None = None) -> None:
        self._path = path
        self._size, self._before = 0, b""
        self.games: dict[str, dict[str, Any]] = {}
        if path is not None:
            try:
                self._open(path)
            except (OSError, ValueError, KeyError, TypeError) as problem:
                why = reason(problem) if isinstance(problem, OSError) else "it has other lines"
                raise BadOption(f"{path} cannot be used: {why}.") from None

    def _open(self, path: Path) -> None:
        text = path.read_bytes() if path.exists() else b""
        for line in text.splitlines(keepends=True):
            try:
                game = json.loads(line)
            except ValueError:
                if not line.endswith(b"\n"):
                    return
                raise
            if game["facedown_agents"] != FORMAT:
                raise ValueError
            self.games[str(game["key"])] = game
            self._size += len(line)
            self._before = b"" if line.endswith(b"\n") else b"\n"

    def add(self, game: dict[str, Any]) -> None:
        """Keeps a game, in the file at once."""
        self.games[str(game["key"])] = game
        if self._path is not None:
            line = self._before + json.dumps(game, separators=(",", ":")).encode() + b"\n"
            try:
                self._path.parent.mkdir(parents=True, exist_ok=True)
                with self._path.open("ab") as file:
                    file.truncate(self._size)
                    file.write(line)
                self._size, self._before = self._size + len(line), b""
            except OSError as problem:
                raise BadOption(f"{self._path} cannot be used: {reason(problem)}.") from None


class _Crew:
    """The agents that are at work: one answers one game at a time, and then the next."""

    def __init__(self, agents: Iterable[AgentName], made: Callable[[AgentName], Agent]) -> None:
        self._made = made
        self._idle: dict[str, queue.SimpleQueue[Agent]] = {}
        for agent in agents:  # refuses before anything is played
            self._idle[agent.label] = queue.SimpleQueue()
            self._idle[agent.label].put(made(agent))

    @contextmanager
    def one(self, agent: AgentName) -> Iterator[Agent]:
        """One for a game."""
        try:
            found = self._idle[agent.label].get_nowait()
        except queue.Empty:
            found = self._made(agent)
        try:
            yield found
        finally:
            self._idle[agent.label].put(found)

    def close(self) -> None:
        """Nobody asks any more."""
        for agents in self._idle.values():
            while not agents.empty():
                agents.get_nowait().close()


def _game_of(
    plan: AgentsPlan, agent: AgentName, problem: Problem, crew: _Crew, budget: Budget
) -> dict[str, Any] | None:
    """A finished game as it is kept; None where the calls are spent."""
    if budget.stopped or budget.left == 0:
        return None
    match, setting = begun(problem, plan.game), plan.setting
    others = [
        None if seat == problem.seat else player_called(match.game, setting.against)
        for seat in range(match.game.seats)
    ]
    try:
        with crew.one(agent) as asked:
            record = play(match, problem, asked, others, setting, budget)
    except OutOfCalls:
        return None
    return {
        "facedown_agents": FORMAT,
        "key": run_key(plan, agent, problem),
        "facedown": __version__,
        "game": plan.game,
        "agent": agent.label,
        "problem": problem.name,
        "seat": problem.seat,
        "against": setting.against if match.game.seats > 1 else "",
        "checker": setting.checker,
        "twin": setting.twin,
        **record,
        "score": score(record, problem.seat),
    }


def run(
    plan: AgentsPlan,
    file: GamesFile,
    *,
    parallel: int = 1,
    calls: int | None = None,
    seconds: float = SECONDS,
    progress: Progress = lambda _: None,
    made: Callable[[AgentName], Agent] | None = None,
) -> int:
    """Plays what is missing in the file; how many games are still missing, as calls were spent.

    So many games are played at once, and ``seconds`` are a program's for an answer. Raises
    ``OutsideError`` where an agent cannot be asked; what is finished is kept.
    """
    wanted = [(agent, problem) for problem in plan.problems for agent in plan.agents]
    left = [each for each in wanted if run_key(plan, *each) not in file.games]
    if len(left) < len(wanted):
        progress(f"{len(wanted) - len(left):,} of {len(wanted):,} games were played before.")
    first = begun(plan.problems[0], plan.game).game
    crew = _Crew(plan.agents, made or (lambda agent: agent.made(first, seconds)))
    budget, finished, told = Budget(calls), 0, time.monotonic()
    with closing(crew), ThreadPoolExecutor(max(1, parallel)) as pool:
        jobs = [pool.submit(_game_of, plan, *each, crew, budget) for each in left]
        try:
            for job in as_completed(jobs):
                game = job.result()
                if game is not None:
                    file.add(game)
                    finished += 1
                if time.monotonic() - told > SECONDS_BETWEEN_NEWS:
                    told = time.monotonic()
                    progress(f"{counted(finished, 'game')} of {len(left):,} finished.")
        finally:
            budget.stopped = True
            for job in jobs:
                job.cancel()
    return len(left) - finished
